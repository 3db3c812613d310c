"""Things that belong to the same player for the whole game: found by a table instead of by asking each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.slots import kind_spans, may_be_nothing


@dataclass(frozen=True, slots=True)
class FromTable(ir.FromMany):
    """The things that a table has for a player; `many` is that player."""

    table: tuple[tuple[int, ...], ...] = ()


def by_owner(selection: ir.Selection, env: Env) -> ir.Selection:
    """`your unit`: if nothing ever changes whose a unit is, the units of each player are known beforehand."""
    if not isinstance(selection.source, ir.FromKind):
        return selection
    for test in selection.tests:
        owner = _owner(test, selection.local, env)
        if owner is not None:
            assert isinstance(test, ir.Compare) and isinstance(test.left, ir.Stored)
            column = env.shared.layout.columns[test.left.key]
            things = [i for low, high in kind_spans(selection.source.kinds, env) for i in range(low, high)]
            start = env.shared.layout.start
            table = tuple(
                tuple(i for i in things if start[column.offset + i] == player)
                for player in range(env.shared.layout.players)
            )
            others = tuple(other for other in selection.tests if other is not test)
            return replace(selection, source=FromTable(owner, table), tests=others)
    return selection


def _owner(test: ir.Expr, local: str, env: Env) -> ir.Expr | None:
    """`owner of it is p`, where the owner never changes and p is somebody: p."""
    if not (isinstance(test, ir.Compare) and test.operator == "==" and isinstance(test.left, ir.Stored)):
        return None
    args, key = test.left.args, test.left.key
    if len(args) != 1 or not isinstance(args[0], ir.Local) or args[0].name != local:
        return None
    if test.right.type.names != frozenset(["player"]) or may_be_nothing(test.right, env):
        return None
    if any(isinstance(part, ir.Local) and part.name == local for part in walk(test.right)):
        return None
    return test.right if key in lasting(env.shared) else None


def lasting(shared: Shared) -> frozenset[tuple[str, str]]:
    """The stored properties that nothing in the whole game ever writes."""
    if shared.lasting is None:
        written = {part.key for body in all_bodies(shared) for part in walk(body) if isinstance(part, ir.Store)}
        shared.lasting = frozenset(
            key
            for key, p in shared.v.properties.items()
            if key not in written
            and not (_follows(key, shared) or p.cleared_at or p.cleared_by_move or p.mirror_of or p.inverse)
        )
    return shared.lasting


def kept_in(expr: ir.Container, shared: Shared) -> tuple[int, ...] | None:
    """What things that nothing ever moves lie in, thing by thing; None if some may move, or lie in no such thing."""
    layout = shared.layout
    things = {i for kind in expr.of.type.names for i in layout.of_kind(kind)}
    if not things or max(things) >= layout.movable or any(_moved(kind, shared) for kind in expr.of.type.names):
        return None
    low, high = layout.ranges[expr.kind]
    places = [layout.start[layout.at + i] if i in things else -1 for i in range(max(things) + 1)]
    return tuple(places) if all(low <= places[i] < high for i in things) else None


def _moved(kind: str, shared: Shared) -> bool:
    """Does any line move things of this kind, or shuffle them?"""
    if shared.moved is None:
        lines = [part for body in all_bodies(shared) for part in walk(body) if isinstance(part, ir.Line)]
        shared.moved = frozenset(mark for line in lines for mark in shared.analysis.writes(line))
    return f"at {kind}" in shared.moved


def everybody(shared: Shared) -> bool:
    """Does the order of play always name every player, so that only their order can change?"""
    if shared.everybody is None:
        shared.everybody = all(_names_all(body, shared) for body in all_bodies(shared))
    return shared.everybody


def _names_all(body: ir.Body, shared: Shared) -> bool:
    orders = {
        line.local
        for line in walk(body)
        if isinstance(line, ir.Choose)
        and isinstance(line.domain, ir.Orders)
        and isinstance(line.domain.selection.source, ir.FromPlayers)
        and not line.domain.selection.tests
    }
    stores = [p for p in walk(body) if isinstance(p, ir.Store) and p.key[0] == shared.v.turn_order]
    return all(isinstance(store.value, ir.Local) and store.value.name in orders for store in stores)


def all_bodies(shared: Shared) -> list[ir.Body]:
    bodies = [p.body for p in shared.game.procedures.values()]
    bodies += [d.procedure.body for d in shared.game.deeds.values() if d.procedure is not None]
    return [*bodies, *(w.body for w in shared.game.watches)]


def _follows(key: tuple[str, str], shared: Shared) -> bool:
    """Does moving such a thing into or out of some zone set this property?"""
    name, kind = key
    v = shared.v
    zones = {place for below in v.below(kind) for place in v.places_of(below) if place in v.kinds}
    return any(v.kinds[zone].sets == name for zone in zones)
