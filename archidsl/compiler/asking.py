"""Domains in, the answers they offer out; and the statements that put the question or answer it themselves."""

from __future__ import annotations

import ast
from dataclasses import replace

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.implied import without_repeats
from archidsl.compiler.likeness import heaps, one_of_each
from archidsl.compiler.openings import answered, can_rest, steady_first
from archidsl.compiler.owners import everybody
from archidsl.compiler.refusals import most, never_negative
from archidsl.compiler.selections import as_list, listed, loops, one_by_one
from archidsl.engine.choices import MOST_LISTED

CHANCE = -2
EVERYTHING = -2
FEW = 30  # so many numbers are kept ready


def question(line: ir.Choose, later: tuple[ir.Line, ...], env: Env) -> ast.expr:
    """The payload of the question: a list of answers, or the description of sets, orders and amounts."""
    domain = line.domain
    if isinstance(domain, ir.One):
        return _one(line, later, env)
    if isinstance(domain, ir.Numbers):
        return _numbers(line, domain, later, env)
    if isinstance(domain, ir.Several):
        high = value(domain.high, env) if domain.high is not None else t.number(10**6)
        if domain.alike:
            groups = heaps(domain.selection, env)
        else:
            groups = t.call("singly", t.name("S"), as_list(domain.selection, env))
        return t.call("some_of", value(domain.low, env), high, groups)
    if isinstance(domain, ir.Orders):
        return t.as_tuple(listed(domain.selection, env))
    high = value(domain.high, env) if domain.high is not None else t.number(10**6)
    members = env.shared.constant(tuple(env.shared.layout.stuffs.index(m) for m in domain.members))
    holder = value(domain.holder, env) if domain.holder is not None else t.number(EVERYTHING)
    return t.call("amounts_of", t.name("S"), value(domain.low, env), high, members, holder)


def _one(line: ir.Choose, later: tuple[ir.Line, ...], env: Env) -> ast.expr:
    line, later = without_repeats(replace(line, body=None), later, env, True)
    assert isinstance(line.domain, ir.One)
    domain = line.domain
    first, later = steady_first(line, later)
    if first:  # what does not depend on the answer is tested once
        can = can_rest(first, line.span, line.local, env)
        made = _answers(line, domain, later, env)
        return made if can is None else t.if_else(can, made, t.list_of([]))
    return _answers(line, domain, later, env)


def _answers(line: ir.Choose, domain: ir.One, later: tuple[ir.Line, ...], env: Env) -> ast.expr:
    things = one_by_one(domain.selection, later, env) if env.hoisted is not None else None
    if things is not None and not domain.alike:
        return _each_answer(things, domain.selection, line, later, env)
    inner = env.child()
    pairs, tests = loops(domain.selection, inner)
    name = pairs[-1][0]
    inner.places[line.local] = lambda: t.name(name)
    inner.sure = inner.sure | {line.local}
    rest = can_rest(later, line.span, line.local, inner)
    tests += [rest] if rest is not None else []
    return one_of_each(domain.selection, pairs, tests, env) if domain.alike else t.listing(t.name(name), pairs, tests)


def _each_answer(
    things: list[int], selection: ir.Selection, line: ir.Choose, later: tuple[ir.Line, ...], env: Env
) -> ast.expr:
    """A list that is filled answer by answer, before the question."""
    assert env.hoisted is not None
    found = env.shared.fresh("v")
    env.hoisted.append(t.assign(t.name(found), t.list_of([])))
    for thing in things:
        inner = answered(thing, selection, line, env)
        tests = [truth(test, inner) for test in env.shared.cheapest_first(selection.tests)]
        rest = can_rest(later, line.span, line.local, inner)
        test = t.both([*tests, *([rest] if rest is not None else [])])
        add = t.append(found, t.number(thing))
        if t.fixed(test) is None:
            env.hoisted.append(t.if_(test, [add]))
        elif t.fixed(test):
            env.hoisted.append(add)
    return t.name(found)


def _numbers(line: ir.Choose, domain: ir.Numbers, later: tuple[ir.Line, ...], env: Env) -> ast.expr:
    numbers = t.call("range", value(domain.low, env), t.plus(value(domain.high, env), 1))
    inner = env.child()
    name = inner.bind(line.local)
    rest = can_rest(later, line.span, line.local, inner)
    return numbers if rest is None else t.listing(t.name(name), [(name, numbers)], [rest])


def asked_for(
    line: ir.Choose | ir.Menu, made: ast.expr, may: ast.expr, answer: int, after: str, none: str, env: Env
) -> list[ast.stmt]:
    """No answer possible: on to `none`. One, and no way to decline: taken. Otherwise the question goes out."""
    who = value(line.ask.who, env) if line.ask.who is not None else t.number(CHANCE)
    domain = line.domain if isinstance(line, ir.Choose) else None
    here = t.item(t.name("f"), t.number(answer))
    go_after, go_none = t.call(after, t.name("S"), t.name("f")), t.call(none, t.name("S"), t.name("f"))
    never = isinstance(may, ast.Constant) and not may.value
    put = [
        t.assign(t.item(t.name("f"), t.number(0)), t.name(after)),
        t.assign(t.item(t.name("f"), t.number(1)), t.number(answer)),
    ]
    out, payload, none_left, taken, took = _possible(domain, made, here, env)
    plenty = _plenty(domain, made)
    if plenty is not None and isinstance(may, ast.Constant):
        asked = t.tuple_of([t.number(line.ask.site), who, plenty[1], may])
        out.insert(0, t.if_(plenty[0], [*put, t.return_(asked)]))
    if not isinstance(may, ast.Constant):
        allowed = env.shared.fresh("v")
        out.append(t.assign(t.name(allowed), t.if_else(may, t.number(1), t.number(0))))
        may = t.name(allowed)
    if t.fixed(none_left) != 0 and not (line.ask.really and t.fixed(may)):
        only = t.both([none_left, t.negated(may)]) if line.ask.really else none_left
        out.append(t.if_(only, [t.return_(go_none)]))
    if isinstance(domain, ir.Several | ir.Bundles):
        out, took = [*out, *took], []
    if env.shared.ask_all or line.ask.really or t.fixed(may) or t.fixed(taken) == 0:
        pass
    elif never:
        out.append(t.if_(taken, [*took, t.return_(go_after)]))
    else:
        out.append(t.if_(t.both([taken, t.negated(may)]), [*took, t.return_(go_after)]))
    asked = t.tuple_of([t.number(line.ask.site), who, payload, may])
    return [*out, *put, t.return_(asked)]


def _plenty(domain: ir.Domain | None, made: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Heaps of which more are there than things can be taken: a test, and then the payload without counting things."""
    if not isinstance(domain, ir.Several) or not isinstance(made, ast.Call):
        return None
    low, high, groups = made.args
    few, many = t.fixed(low), t.fixed(high)
    heaps = groups.args[0] if isinstance(groups, ast.Call) else None
    if few is None or many is None or not 0 <= few <= many or not many or not isinstance(heaps, ast.Call):
        return None
    return t.compare(t.call("len", heaps.args[0]), ">", many), t.tuple_of([low, high, groups])


Possible = tuple[list[ast.stmt], ast.expr, ast.expr, ast.expr, list[ast.stmt]]


def _possible(domain: ir.Domain | None, made: ast.expr, here: ast.expr, env: Env) -> Possible:
    """Statements; the payload, whether nothing can be answered, whether only one thing can; and how that is taken."""
    if isinstance(domain, ir.Numbers) and isinstance(made, ast.Call):  # no need to make the numbers to count them
        low, end = made.args
        names = [env.shared.fresh("v") if t.fixed(bound) is None else "" for bound in (low, end)]
        before = [t.assign(t.name(n), bound) for n, bound in zip(names, (low, end), strict=True) if n]
        low, end = (t.name(n) if n else bound for n, bound in zip(names, (low, end), strict=True))
        highest = most(domain.high, env.shared)
        if not isinstance(domain.low, ir.Const) or highest is None or highest - domain.low.value >= MOST_LISTED:
            before.append(t.if_(t.compare(t.plus(end, low, "-"), ">", MOST_LISTED), [t.do(t.call("too_many"))]))
        sure = t.fixed(low) == 0 and never_negative(domain.high, env.shared)
        none = t.number(0) if sure else t.compare(low, ">=", end)
        alone = t.compare(t.plus(low, 1), "==", end)
        if sure and highest is not None and highest < FEW:  # no need to make them at all
            ready = env.shared.constant(tuple(range(n) for n in range(highest + 2)))
            return before, t.item(ready, end), none, alone, [t.assign(here, low)]
        return before, t.call("range", low, end), none, alone, [t.assign(here, low)]
    options = made if isinstance(made, ast.Name) else t.name(env.shared.fresh("v"))
    before = [] if options is made else [t.assign(options, made)]
    if isinstance(domain, ir.Several | ir.Bundles):
        forced = t.call("only_set" if isinstance(domain, ir.Several) else "only_amount", options)
        if isinstance(domain, ir.Several) and isinstance(domain.low, ir.Const) and domain.low.value > 0:
            groups = t.call("len", t.item(options, t.number(2)))  # with more groups than are taken there is a choice
            forced = t.if_else(t.compare(groups, ">", domain.low.value), t.number(None), forced)
        none_left = t.compare(t.item(options, t.number(1)), "<", 0)
        return before, options, none_left, t.compare(here, "!=", t.number(None)), [t.assign(here, forced)]
    first = options if isinstance(domain, ir.Orders) else t.item(options, t.number(0))
    many = _all_players(domain, env)
    if many:
        return before, options, t.number(0), t.number(int(many == 1)), [t.assign(here, first)]
    taken = t.compare(t.call("len", options), "==", 1)
    return before, options, t.negated(options), taken, [t.assign(here, first)]


def _all_players(domain: ir.Domain | None, env: Env) -> int:
    """How many there are, if a question is about the order of all players."""
    if not isinstance(domain, ir.Orders) or domain.selection.tests:
        return 0
    everyone = isinstance(domain.selection.source, ir.FromPlayers) and everybody(env.shared)
    return env.shared.layout.players if everyone else 0
