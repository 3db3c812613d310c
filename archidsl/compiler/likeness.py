"""Alike things in questions: one of each sort, or heaps of them, by looks that are known when a game is compiled."""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.sameness import said
from archidsl.compiler.selections import Loops, loops, steady

FEW = 24  # among so many things a look is found sooner by going through those seen before


def one_of_each(selection: ir.Selection, pairs: Loops, tests: list[ast.expr], env: Env) -> ast.expr:
    """A list with the first of all that look alike among those that the loops and tests find."""
    thing = t.name(pairs[-1][0])
    look = _look(selection, thing, env)
    things = {i for kind in selection.item.names for i in env.shared.layout.of_kind(kind)}
    found, seen, this = (env.shared.fresh("v") for _ in range(3))
    if look is None:
        return t.call("one_of_alike", t.name("S"), t.listing(thing, pairs, tests))
    if env.hoisted is None or len(things) > FEW:
        looks = t.listing(look, [(pairs[-1][0], t.name(found))], [])
        return t.call("one_each", t.named(found, t.listing(thing, pairs, tests)), looks)
    all_ = env.shared.fresh("v")
    env.hoisted += [t.assign(t.name(all_), t.list_of([])), *_through(pairs, tests, [t.append(all_, thing)])]
    new = [t.append(seen, t.name(this)), t.append(found, thing)]
    body = [t.assign(t.name(this), look), t.if_(t.negated(t.among(t.name(this), t.name(seen))), new)]
    only = [t.assign(t.name(name), t.list_of([])) for name in (found, seen)]
    only.append(t.for_(pairs[-1][0], t.name(all_), body))
    env.hoisted += [t.assign(t.name(found), t.name(all_)), t.if_(t.compare(t.call("len", t.name(all_)), ">", 1), only)]
    return t.name(found)


def heaps(selection: ir.Selection, env: Env) -> ast.expr:
    """Alike things together."""
    pairs, tests = loops(selection, env.child())
    thing = t.name(pairs[-1][0])
    look = _look(selection, thing, env)
    if look is None or env.hoisted is None:
        return t.call("alike", t.name("S"), t.listing(thing, pairs, tests))
    found, this = env.shared.fresh("v"), env.shared.fresh("v")
    here, one = t.item(t.name(found), t.name(this)), t.tuple_of([thing])
    heap = t.if_else(t.among(t.name(this), t.name(found)), t.plus(here, one), one)
    body = [t.assign(t.name(this), look), t.assign(here, heap)]
    env.hoisted += [t.assign(t.name(found), t.no_table()), *_through(pairs, tests, body)]
    return t.call("tuple", t.call("heaps", t.name(found)))


def _through(pairs: Loops, tests: list[ast.expr], body: list[ast.stmt]) -> list[ast.stmt]:
    if tests:
        body = [t.if_(t.both(tests), body)]
    for target, source in reversed(pairs):
        body = [t.for_(target, source, body)]
    return body


def _look(selection: ir.Selection, thing: ast.expr, env: Env) -> ast.expr | None:
    """Everything by which two of these things can differ; None if that is not the same for all of them."""
    layout, kinds = env.shared.layout, selection.item.names
    things = [i for kind in sorted(kinds) for i in layout.of_kind(kind)]
    sorts = {layout.kind_of[i] for i in things}
    columns = {layout.alike.get(kind, ()) for kind in sorts}
    if len(columns) != 1 or any(layout.holdings[i] >= 0 or layout.contents[i] >= 0 for i in things):
        return None
    settled = _settled(selection, env)
    parts = [t.slot(t.plus(thing, offset)) for offset in (layout.at, *columns.pop()) if offset not in settled]
    if len(sorts) > 1:
        order = sorted(sorts)
        number = [order.index(kind) if kind in sorts else -1 for kind in layout.kind_of]
        parts.append(t.item(env.shared.constant(tuple(number)), thing))
    return parts[0] if len(parts) == 1 else t.tuple_of(parts)


def _settled(selection: ir.Selection, env: Env) -> set[int]:
    """The offsets of properties that are the same for all things of a selection, because its tests say so."""
    inner = env.child()
    inner.sure = inner.sure | {selection.local}
    found = set()
    for test in selection.tests:
        for piece in said(test, inner):
            key = _property(piece, selection.local)
            if key is not None:
                found.add(env.shared.layout.columns[key].offset)
    return found


def _property(test: ir.Expr, local: str) -> tuple[str, str] | None:
    """`property of it is that`, or `not property of it`: the property."""
    of = test.value if isinstance(test, ir.Not) else None
    if isinstance(test, ir.Compare) and test.operator == "==" and steady(test.right, frozenset([local])):
        of = test.left
    if not isinstance(of, ir.Stored) or len(of.args) != 1:
        return None
    return of.key if isinstance(of.args[0], ir.Local) and of.args[0].name == local else None
