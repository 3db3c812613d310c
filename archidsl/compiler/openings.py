"""Openings in, yes/no functions out: could this be begun now, and with which answers?"""

from __future__ import annotations

import ast
from functools import partial

from archidsl.checker import ir
from archidsl.checker.analysis import changed_locals, walk
from archidsl.checker.types import YES_NO
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared, can_call
from archidsl.compiler.dues import NOTHING, Due, covered, due_from, settled, with_payment
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.implied import at_least_one, enough_for, without_repeats
from archidsl.compiler.refusals import refuses, trivial
from archidsl.compiler.selections import listed, loops, one_by_one, steady
from archidsl.compiler.slots import may_be_nothing
from archidsl.diagnostics import Span


def begin(body: ir.Body, env: Env, due: Due) -> list[ast.stmt]:
    """Statements that return 1 on every way through the opening; falling through means no."""
    return _rest(body.lines[: body.opening], env, due)


def _rest(lines: tuple[ir.Line, ...], env: Env, due: Due) -> list[ast.stmt]:
    if not lines:
        return [t.return_(t.number(1))]
    line, later = lines[0], lines[1:]
    out = _one(line, later, env, due)
    t.mark(out, line.span.line)
    return out


def _one(line: ir.Line, later: tuple[ir.Line, ...], env: Env, due: Due) -> list[ast.stmt]:
    if isinstance(line, ir.Require):
        before = env.hoisting()
        test = truth(line.test, before)
        enough = bool(later) and enough_for(line.test, later[0])
        rest = [t.return_(t.number(1))] if enough else _rest(later, env, due)
        return [*(before.hoisted or []), t.if_(test, rest)]
    if isinstance(line, ir.Let):
        if not any(isinstance(p, ir.Local) and p.name == line.local for p in walk(later)):
            return _rest(later, env, due)
        before = env.hoisting()
        made = value(line.value, before)
        if isinstance(made, ast.Constant) and line.local not in changed_locals(ir.Body(later)):
            env.places[line.local] = lambda: made
            return _rest(later, env, due)
        name = env.bind(line.local)
        return [*(before.hoisted or []), t.assign(t.name(name), made), *_rest(later, env, due)]
    if isinstance(line, ir.Store | ir.SetWindow):
        return _rest(later, env, due)
    if isinstance(line, ir.Pay):
        return _pay(line, later, env, due)
    if isinstance(line, ir.Choose):
        return _choose(line, later, env, due)
    if isinstance(line, ir.Menu):
        return [s for option in line.options for s in _option(option, line, env, due)]
    if isinstance(line, ir.If):
        then = _rest((*line.then.lines[: line.then.opening], *later), env.child(), due)
        otherwise = _rest((*line.otherwise.lines[: line.otherwise.opening], *later), env.child(), due)
        return [t.if_(truth(line.test, env), then, otherwise)]
    if isinstance(line, ir.Repeat):
        return _repeat(line, env, due)
    if isinstance(line, ir.Attempt):
        return begin(line.body, env.child(), due)
    return _call(line, later, env, due)


def _pay(line: ir.Pay, later: tuple[ir.Line, ...], env: Env, due: Due) -> list[ast.stmt]:
    """All payments of an opening are tested as one sum."""
    line = settled(line, env)
    test = covered(line, due, env)
    if t.fixed(test) and not due.name and isinstance(line.bundle, ir.Amount) and not line.bundle.parts:
        return _rest(later, env, due)
    if not any(_counts(x) for x in later):
        return [t.if_(test, _rest(later, env, due))]
    due, worked_out = with_payment(line, due, env)
    return [t.if_(test, [*worked_out, *_rest(later, env, due)])]


def _counts(line: ir.Line) -> bool:
    """Might something be paid in it?"""
    return any(isinstance(part, ir.Pay | ir.Run | ir.RunDeed) for part in walk(line))


def _choose(line: ir.Choose, later: tuple[ir.Line, ...], env: Env, due: Due) -> list[ast.stmt]:
    line, later = without_repeats(line, later, env, not due.key)
    domain = line.domain
    first, others = steady_first(line, later)
    if first:  # what does not depend on the answer is tested once, before the answers
        return _rest((*first, line, *others), env, due)
    if isinstance(domain, ir.One):
        things = one_by_one(domain.selection, line.body or later, env)
        if things is not None:
            return [s for thing in things for s in _with(thing, domain.selection, line, later, env, due)]
    inner, before = env.child(), env.hoisting()
    before.places = dict(env.places)
    tests: list[ast.expr] = []
    if isinstance(domain, ir.One):
        pairs, tests = loops(domain.selection, before)
    elif isinstance(domain, ir.Numbers):
        numbers = t.call("range", value(domain.low, env), t.plus(value(domain.high, env), 1))
        pairs = [(env.shared.fresh("v"), numbers)]
    else:
        return _many(domain, env)
    name = pairs[-1][0]
    inner.places[line.local] = lambda: t.name(name)
    inner.sure = inner.sure | {line.local}
    body = begin(line.body, inner, due) if line.body is not None else _rest(later, inner, due)
    if tests:
        body = [t.if_(t.both(tests), body)]
    for target, source in reversed(pairs):  # loops, not a list: the first way through ends the search
        body = [t.for_(target, source, body)]
    return [*(before.hoisted or []), *body]


def _with(
    thing: int, selection: ir.Selection, line: ir.Choose, later: tuple[ir.Line, ...], env: Env, due: Due
) -> list[ast.stmt]:
    """The way through with this answer."""
    inner = answered(thing, selection, line, env)
    test = t.both([truth(test, inner) for test in env.shared.cheapest_first(selection.tests)])
    if t.fixed(test) == 0:
        return []
    body = begin(line.body, inner, due) if line.body is not None else _rest(later, inner, due)
    return body if t.fixed(test) else [t.if_(test, body)]


def answered(thing: int, selection: ir.Selection, line: ir.Choose, env: Env) -> Env:
    """The env in which a question has a known answer."""
    inner = env.child()
    inner.places[line.local] = inner.places[selection.local] = lambda: t.number(thing)
    inner.sure = inner.sure | {line.local, selection.local}
    return inner


def steady_first(line: ir.Choose, later: tuple[ir.Line, ...]) -> tuple[tuple[ir.Line, ...], tuple[ir.Line, ...]]:
    """Of the lines behind a question, those that no answer changes, and the others."""
    if line.body is not None:
        return (), later
    made = {line.local} | {p.local for p in walk(later) if isinstance(p, ir.Let | ir.Choose | ir.Menu)}
    first = tuple(x for x in later if isinstance(x, ir.Require | ir.Pay) and steady(x, frozenset(made)))
    return first, tuple(x for x in later if x not in first)


def _many(domain: ir.Domain, env: Env) -> list[ast.stmt]:
    """Sets and orders: is there anything, if something must be taken?"""
    if isinstance(domain, ir.Several):
        none = t.compare(value(domain.low, env), "<=", 0)
        some = t.compare(t.call("len", listed(domain.selection, env)), ">", 0)
        return [t.if_(t.either(none, some), [t.return_(t.number(1))])]
    return [t.return_(t.number(1))]


def _option(option: ir.OptionLine, menu: ir.Menu, env: Env, due: Due) -> list[ast.stmt]:
    body = begin(option.body, env.child(), due)
    tests = option_tests(option, menu, env)
    return [t.if_(t.both(tests), body)] if tests else body


def option_tests(option: ir.OptionLine, menu: ir.Menu, env: Env) -> list[ast.expr]:
    tests = []
    if option.once and menu.used in env.places:
        used = ast.BinOp(env.read(menu.used), ast.BitAnd(), t.number(option.once))
        tests.append(t.compare(used, "==", 0))
    if option.test is not None:
        tests.append(truth(option.test, env))
    return tests


def _repeat(line: ir.Repeat, env: Env, due: Due) -> list[ast.stmt]:
    inner = env.child()
    if line.used:
        name = inner.bind(line.used)
        start = [t.assign(t.name(name), t.number(0))]
    else:
        start = []
    body = begin(line.body, inner, due)
    if line.while_ is not None:
        body = [t.if_(truth(line.while_, env), body)]
    if line.high is not None and not at_least_one(line, env):
        body = [t.if_(_one_or_more(line.high, env), body)]
    low = value(line.low, env)
    known = t.fixed(low)
    if known is not None:
        return [*start, *body] if known > 0 else [t.return_(t.number(1))]
    return [*start, t.if_(t.compare(low, "<=", 0), [t.return_(t.number(1))], body)]


def _one_or_more(number: ir.Expr, env: Env) -> ast.expr:
    if isinstance(number, ir.Count):
        return truth(ir.Some(number.span, YES_NO, number.selection), env)
    return t.compare(value(number, env), ">=", 1)


def _call(line: ir.Line, later: tuple[ir.Line, ...], env: Env, due: Due) -> list[ast.stmt]:
    able = _able(line, env, due)
    rest = _rest(later, env, due)
    return rest if able is None else [t.if_(able, rest)]


def _able(line: ir.Line, env: Env, due: Due) -> ast.expr | None:
    """Could what is called be begun? None: always."""
    if isinstance(line, ir.Run):
        if trivial(env.shared.analysis.procedure(line.procedure).body, env.shared):
            return None
        who = value(line.who, env) if line.who is not None else env.you()
        return can_call(line.procedure, who, [value(a, env) for a in line.args], env, due.key, due.args)
    assert isinstance(line, ir.RunDeed)
    of = value(line.of, env)
    who = value(line.who, env) if line.who is not None else env.you()
    known = t.fixed(of)
    if known is not None:
        name = env.shared.deed_function(line.behaviour, f"can|{due.key}", known)
        return t.call(name, t.name("S"), who, *due.args) if name else t.number(0)
    table, low = env.shared.deed_table(line.behaviour, f"can|{due.key}")
    able = t.call(t.item(t.name(table), t.plus(of, -low)), t.name("S"), who, *due.args)
    return t.both([t.compare(of, ">=", 0), able]) if may_be_nothing(line.of, env) else able


# -- as functions


def can_function(name: str, procedure: ir.Procedure, key: str, shared: Shared) -> None:
    """`k(S, y, params...)`: could this procedure be begun, if what is due had to be paid besides?"""
    env = Env(shared, sure=procedure.sure)
    key, _, given = key.partition("|")
    known = [int(number) for number in given.split(",") if number]
    params = [env.bind(local) for local, _ in procedure.params if not known]
    for (local, _), number in zip(procedure.params, known, strict=False):
        env.places[local] = partial(t.number, number)
        env.sure = env.sure | ({local} if number >= 0 else set())
    due = due_from(key)
    made = t.function(
        name,
        ["S", "y", *params, *(["D"] if due.name else [])],
        [*begin(procedure.body, env, due), t.return_(t.number(0))],
    )
    shared.add(procedure.span.file, procedure.span.line, made)


def can_rest(lines: tuple[ir.Line, ...], span: Span, local: str, env: Env) -> ast.expr | None:
    """A test on `local`'s Python name: can the rest of the opening still be met? None: it never refuses."""
    if not any(refuses(line, env.shared) for line in lines):
        return None
    lines = _that_matter(lines)
    simple = _as_tests(lines, env)
    if simple is not None:
        return t.both(simple)
    free = _free_locals(lines, env)
    inner = Env(env.shared, {}, env.sure)
    params = [inner.bind(name) for name in free]
    name = env.shared.fresh("k")
    body = [*_rest(lines, inner, NOTHING), t.return_(t.number(0))]
    env.shared.add(span.file, span.line, t.function(name, ["S", "y", *params], body))
    return t.call(name, t.name("S"), env.you(), *[env.read(n) for n in free])


def _that_matter(lines: tuple[ir.Line, ...]) -> tuple[ir.Line, ...]:
    """Without what only sets something, and without names that nobody reads."""
    read = {part.name for part in walk(lines) if isinstance(part, ir.Local)}
    return tuple(
        x
        for x in lines
        if not isinstance(x, ir.Store | ir.SetWindow) and not (isinstance(x, ir.Let) and x.local not in read)
    )


def _as_tests(lines: tuple[ir.Line, ...], env: Env, due: Due = NOTHING) -> list[ast.expr] | None:
    """Requirements, payments known beforehand and calls are plain tests; anything else needs a function."""
    tests: list[ast.expr] = []
    for i, line in enumerate(lines):
        if isinstance(line, ir.Require):
            tests.append(truth(line.test, env))
        elif isinstance(line, ir.Pay):
            tests.append(covered(line, due, env))
            due, worked_out = with_payment(line, due, env)
            if worked_out and any(_counts(x) for x in lines[i + 1 :]):
                return None
        elif isinstance(line, ir.Run | ir.RunDeed):
            able = _able(line, env, due)
            tests += [able] if able is not None else []
        elif isinstance(line, ir.Attempt):
            inner = _as_tests(line.body.lines[: line.body.opening], env, due)
            return None if inner is None else [*tests, *inner]
        elif refuses(line, env.shared) or isinstance(line, ir.Let | ir.Choose | ir.Menu | ir.If):
            return None
    return tests


def _free_locals(lines: tuple[ir.Line, ...], env: Env) -> list[str]:
    used = {part.name for part in walk(lines) if isinstance(part, ir.Local)}
    used |= {part.used for part in walk(lines) if isinstance(part, ir.Menu) and part.used}
    return sorted(name for name in used if name in env.places)
