"""Openings in, yes/no functions out: could this be begun now, and with which answers?"""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.selections import listed, loops, steady
from archidsl.compiler.slots import holding_slot, may_be_nothing
from archidsl.diagnostics import Span


def trivial(body: ir.Body) -> bool:
    """Does this opening never refuse?"""
    return not any(_refuses(line) for line in body.lines[: body.opening])


def _refuses(line: ir.Line) -> bool:
    if isinstance(line, ir.Let | ir.Store | ir.SetWindow):
        return False
    if isinstance(line, ir.If):
        return not (trivial(line.then) and trivial(line.otherwise))
    if isinstance(line, ir.Attempt):
        return not trivial(line.body)
    return True


def begin(body: ir.Body, env: Env, due: ast.expr) -> list[ast.stmt]:
    """Statements that return 1 on every way through the opening; falling through means no."""
    return _rest(body.lines[: body.opening], env, due)


def _rest(lines: tuple[ir.Line, ...], env: Env, due: ast.expr) -> list[ast.stmt]:
    if not lines:
        return [t.return_(t.number(1))]
    line, later = lines[0], lines[1:]
    out = _one(line, later, env, due)
    t.mark(out, line.span.line)
    return out


def _one(line: ir.Line, later: tuple[ir.Line, ...], env: Env, due: ast.expr) -> list[ast.stmt]:
    if isinstance(line, ir.Require):
        before = env.hoisting()
        test = truth(line.test, before)
        return [*(before.hoisted or []), t.if_(test, _rest(later, env, due))]
    if isinstance(line, ir.Let):
        before = env.hoisting()
        made = value(line.value, before)
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


def _pay(line: ir.Pay, later: tuple[ir.Line, ...], env: Env, due: ast.expr) -> list[ast.stmt]:
    """All payments of an opening are tested as one sum."""
    to = value(line.to, env) if line.to is not None else t.number(-1)
    quick = enough(line, env)
    if not later and quick is not None:
        if not isinstance(due, ast.Tuple):
            total = t.call(
                "covers", t.name("S"), value(line.who, env), t.call("added", due, value(line.bundle, env)), to
            )
            quick = t.if_else(due, total, quick)
        return [t.if_(quick, [t.return_(t.number(1))])]
    name = env.shared.fresh("v")
    nothing_yet = isinstance(due, ast.Tuple) and not due.elts
    total = value(line.bundle, env) if nothing_yet else t.call("added", due, value(line.bundle, env))
    covered = t.call("covers", t.name("S"), value(line.who, env), t.name(name), to)
    return [t.assign(t.name(name), total), t.if_(covered, _rest(later, env, t.name(name)))]


def enough(line: ir.Pay, env: Env) -> ast.expr | None:
    """One stuff without substitutes: is there enough of it? None if it is not that simple."""
    bundle, shared = line.bundle, env.shared
    if not isinstance(bundle, ir.Amount) or len(bundle.parts) != 1 or may_be_nothing(line.who, env):
        return None
    number, stuff = bundle.parts[0]
    if not isinstance(stuff, ir.Const) or any(
        s.paid == shared.layout.stuffs[stuff.value] for s in shared.game.substitutes
    ):
        return None
    slot = holding_slot(line.who, value(line.who, env), t.number(stuff.value), env)
    return t.compare(t.slot(slot), ">=", value(number, env))


def _choose(line: ir.Choose, later: tuple[ir.Line, ...], env: Env, due: ast.expr) -> list[ast.stmt]:
    domain = line.domain
    first, others = _steady_first(line, later)
    if first:  # what does not depend on the answer is tested once, before the answers
        return _rest((*first, line, *others), env, due)
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


def _steady_first(line: ir.Choose, later: tuple[ir.Line, ...]) -> tuple[tuple[ir.Line, ...], tuple[ir.Line, ...]]:
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


def _option(option: ir.OptionLine, menu: ir.Menu, env: Env, due: ast.expr) -> list[ast.stmt]:
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


def _repeat(line: ir.Repeat, env: Env, due: ast.expr) -> list[ast.stmt]:
    inner = env.child()
    if line.used:
        name = inner.bind(line.used)
        start = [t.assign(t.name(name), t.number(0))]
    else:
        start = []
    body = begin(line.body, inner, due)
    if line.while_ is not None:
        body = [t.if_(truth(line.while_, env), body)]
    if line.high is not None:
        body = [t.if_(t.compare(value(line.high, env), ">=", 1), body)]
    low = value(line.low, env)
    known = t.fixed(low)
    if known is not None:
        return [*start, *body] if known > 0 else [t.return_(t.number(1))]
    return [*start, t.if_(t.compare(low, "<=", 0), [t.return_(t.number(1))], body)]


def _call(line: ir.Line, later: tuple[ir.Line, ...], env: Env, due: ast.expr) -> list[ast.stmt]:
    if isinstance(line, ir.Run):
        if trivial(env.shared.analysis.procedure(line.procedure).body):
            return _rest(later, env, due)
        name = env.shared.function_name(f"can:{line.procedure}", "k")
        args = [value(a, env) for a in line.args]
        who = value(line.who, env) if line.who is not None else env.you()
        return [t.if_(t.call(name, t.name("S"), who, *args, due), _rest(later, env, due))]
    assert isinstance(line, ir.RunDeed)
    table, low = env.shared.deed_table(line.behaviour, "can")
    of = value(line.of, env)
    who = value(line.who, env) if line.who is not None else env.you()
    able = t.call(t.item(t.name(table), t.plus(of, -low)), t.name("S"), who, due)
    return [t.if_(t.both([t.compare(of, ">=", 0), able]), _rest(later, env, due))]


# -- as functions


def can_function(name: str, procedure: ir.Procedure, shared: Shared) -> None:
    """`k(S, y, params..., D)`: could this procedure be begun, if D had to be paid besides?"""
    env = Env(shared, sure=procedure.sure)
    params = [env.bind(local) for local, _ in procedure.params]
    made = t.function(
        name, ["S", "y", *params, "D"], [*begin(procedure.body, env, t.name("D")), t.return_(t.number(0))]
    )
    shared.add(procedure.span.file, procedure.span.line, made)


def can_rest(lines: tuple[ir.Line, ...], span: Span, local: str, env: Env) -> ast.expr | None:
    """A test on `local`'s Python name: can the rest of the opening still be met? None: it never refuses."""
    if not any(_refuses(line) for line in lines):
        return None
    simple = _as_tests(lines, env)
    if simple is not None:
        return t.both(simple)
    free = _free_locals(lines, env)
    inner = Env(env.shared, {}, env.sure)
    params = [inner.bind(name) for name in free]
    name = env.shared.fresh("k")
    body = [*_rest(lines, inner, t.tuple_of([])), t.return_(t.number(0))]
    env.shared.add(span.file, span.line, t.function(name, ["S", "y", *params], body))
    return t.call(name, t.name("S"), env.you(), *[env.read(n) for n in free])


def _as_tests(lines: tuple[ir.Line, ...], env: Env) -> list[ast.expr] | None:
    """Requirements and one payment are plain tests; anything else needs a function."""
    tests: list[ast.expr] = []
    paid = False
    for line in lines:
        if isinstance(line, ir.Require):
            tests.append(truth(line.test, env))
        elif isinstance(line, ir.Pay) and not paid:
            to = value(line.to, env) if line.to is not None else t.number(-1)
            covered = t.call("covers", t.name("S"), value(line.who, env), value(line.bundle, env), to)
            tests.append(enough(line, env) or covered)
            paid = True
        elif not isinstance(line, ir.Store | ir.SetWindow):
            return None
    return tests


def _free_locals(lines: tuple[ir.Line, ...], env: Env) -> list[str]:
    used = {part.name for part in walk(lines) if isinstance(part, ir.Local)}
    used |= {part.used for part in walk(lines) if isinstance(part, ir.Menu) and part.used}
    return sorted(name for name in used if name in env.places)
