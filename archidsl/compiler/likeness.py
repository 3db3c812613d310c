"""Alike things in questions: one of each sort, or heaps of them, by looks that are known when a game is compiled."""

from __future__ import annotations

import ast

from archidsl.compiler import tree as t
from archidsl.compiler.context import Env


def one_of_each(kinds: frozenset[str], things: ast.expr, env: Env) -> ast.expr:
    """A list with the first of all that look alike."""
    found = env.shared.fresh("v")
    sorted_out = _sorted_out("one_each", kinds, t.name(found), found, env)
    if sorted_out is None:
        return t.call("one_of_alike", t.name("S"), things)
    few = t.compare(t.call("len", t.named(found, things)), "<", 2)
    return t.if_else(few, t.name(found), sorted_out)


def heaps(kinds: frozenset[str], things: ast.expr, env: Env) -> ast.expr:
    """Alike things together."""
    found = env.shared.fresh("v")
    sorted_out = _sorted_out("heaped", kinds, t.named(found, things), found, env)
    return sorted_out or t.call("alike", t.name("S"), things)


def _sorted_out(verb: str, kinds: frozenset[str], things: ast.expr, found: str, env: Env) -> ast.expr | None:
    """A call with things and their looks; `found` is the Python name that holds the things."""
    thing = env.shared.fresh("v")
    look = _look(kinds, t.name(thing), env)
    return t.call(verb, things, t.listing(look, [(thing, t.name(found))], [])) if look is not None else None


def _look(kinds: frozenset[str], thing: ast.expr, env: Env) -> ast.expr | None:
    """Everything by which two of these things can differ; None if that is not the same for all of them."""
    layout = env.shared.layout
    things = [i for kind in sorted(kinds) for i in layout.of_kind(kind)]
    sorts = {layout.kind_of[i] for i in things}
    columns = {layout.alike.get(kind, ()) for kind in sorts}
    if len(columns) != 1 or any(layout.holdings[i] >= 0 or layout.contents[i] >= 0 for i in things):
        return None
    parts = [t.slot(t.plus(thing, offset)) for offset in (layout.at, *columns.pop())]
    if len(sorts) > 1:
        order = sorted(sorts)
        number = [order.index(kind) if kind in sorts else -1 for kind in layout.kind_of]
        parts.append(t.item(env.shared.constant(tuple(number)), thing))
    return t.tuple_of(parts)
