"""Selections in, loops out: where the things come from and which of them pass."""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.joins import FromJoins, by_join
from archidsl.compiler.owners import FromTable, by_owner
from archidsl.compiler.slots import guarded, kind_spans, kind_test, may_be_nothing
from archidsl.compiler.spots import spot_loops

FEW, WRITTEN_OUT = 8, 300  # things, and nodes of all that is written out for each of them
Loops = list[tuple[str, ast.expr]]


def loops(selection: ir.Selection, env: Env) -> tuple[Loops, list[ast.expr]]:
    """The loops that bring each thing into its local, and the tests; binds the local in this env."""

    selection = by_join(by_owner(selection, env), env)
    before = _hoisted(selection, env)
    if before is not None:
        name = env.bind(selection.local)
        env.looped = env.looped | {selection.local}
        source, done, others = before
        locate(done, env)
        return [(name, source)], _shortest_first(others, env)
    return _loops(selection, tuple(env.shared.cheapest_first(selection.tests)), env)


def _loops(selection: ir.Selection, tests: tuple[ir.Expr, ...], env: Env) -> tuple[Loops, list[ast.expr]]:

    by_cell = spot_loops(selection, tests, env)
    pairs, kinds = (by_cell[0], []) if by_cell is not None else _source(selection, env)
    tests = by_cell[1] if by_cell is not None else tests
    name = env.bind(selection.local)
    env.looped = env.looped | {selection.local}
    pairs[-1] = (name, pairs[-1][1])
    made = [kind_test(t.name(name), k, env) for k in kinds]
    return pairs, [*made, *_shortest_first(tests, env)]


def _shortest_first(tests: tuple[ir.Expr, ...], env: Env) -> list[ast.expr]:
    """The tests as they are made, short ones first; but where a thing lies comes before all that counts on it."""
    from archidsl.compiler.expressions import truth

    made = [(isinstance(test, ir.Within), truth(test, env)) for test in locate(tests, env)]
    lengths = {id(test): 0 if where else sum(1 for _ in t.walk(test)) for where, test in made}
    return sorted([test for _, test in made], key=lambda test: lengths[id(test)])


def locate(tests: tuple[ir.Expr, ...], env: Env) -> tuple[ir.Expr, ...]:
    """Remembers which locals these tests find on the grid: there, each lies in an area of a region."""
    for test in tests:
        if isinstance(test, ir.Within) and isinstance(test.of, ir.Local) and lies_in_areas(test, env):
            env.located = env.located | {test.of.name}
    return tests


def lies_in_areas(test: ir.Within, env: Env, any_place: bool = False) -> bool:
    """Is such a thing, if it is on the grid, always directly in an area?"""
    v = env.shared.v
    on_grid = any_place or all(v.kinds[k].sort == "grid" for k in test.place.type.names)
    places = {p for k in test.of.type.names for p in v.places_of(k)}
    sorts = {v.kinds[b].sort for p in places if p in v.kinds for b in v.below(p)}
    return on_grid and sorts <= {"area", "zone"}


def _hoisted(selection: ir.Selection, env: Env) -> tuple[ast.expr, tuple[ir.Expr, ...], tuple[ir.Expr, ...]] | None:
    """What of a selection is the same in every pass of the loops around it: a list made before them.

    Answers with that list, the tests it has done, and the others.
    """
    if env.hoisted is None or not env.looped or not steady(selection.source, env.looped):
        return None
    ordered = env.shared.cheapest_first(selection.tests)
    done = tuple(test for test in ordered if steady(test, env.looped))
    if not done:
        return None
    outer = env.child()
    outer.looped = frozenset()
    pairs, tests = _loops(selection, done, outer)
    name = env.shared.fresh("v")
    env.hoisted.append(t.assign(t.name(name), t.listing(t.name(pairs[-1][0]), pairs, tests)))
    return t.name(name), done, tuple(test for test in ordered if not steady(test, env.looped))


def one_by_one(selection: ir.Selection, more: object, env: Env) -> list[int] | None:
    """The numbers of things, or stuffs, that are few and always the same: what is asked of them is written out."""
    source, layout = selection.source, env.shared.layout
    if isinstance(source, ir.FromKind):
        things = [i for low, high in kind_spans(source.kinds, env) for i in range(low, high)]
    elif isinstance(source, ir.FromStuff):
        things = [layout.stuffs.index(m) for m in source.members]
    else:
        return None
    size = sum(1 for _ in walk((selection.tests, more)))
    return things if len(things) * size <= WRITTEN_OUT and len(things) <= FEW else None


def steady(node: object, looped: frozenset[str]) -> bool:
    """Does nothing in it change while the loops run?"""
    return not any(isinstance(part, ir.Local) and part.name in looped for part in walk(node))


def listed(selection: ir.Selection, env: Env) -> ast.expr:
    """All things of the selection, as something with a length that can be gone through."""
    inner = env.child()
    pairs, tests = loops(selection, inner)
    if len(pairs) == 1 and not tests:
        return pairs[0][1]
    return t.listing(t.name(pairs[-1][0]), pairs, tests)


def as_list(selection: ir.Selection, env: Env) -> ast.expr:
    """The same, but always a list of its own."""
    inner = env.child()
    pairs, tests = loops(selection, inner)
    if len(pairs) == 1 and not tests:
        return t.call("list", pairs[0][1])
    return t.listing(t.name(pairs[-1][0]), pairs, tests)


def first(selection: ir.Selection, env: Env) -> ast.expr:
    return t.item(t.either(listed(selection, env), env.shared.constant((-1,))), t.number(0))


def _source(selection: ir.Selection, env: Env) -> tuple[Loops, list[frozenset[str]]]:
    """Loops (the last one's name is still open), and kinds that must be tested."""
    from archidsl.compiler.expressions import value

    source, layout = selection.source, env.shared.layout
    if isinstance(source, ir.FromPlayers):
        return [("", t.slot(layout.order))], []
    if isinstance(source, ir.FromKind):
        spans = kind_spans(source.kinds, env)
        things: object = range(*spans[0]) if len(spans) == 1 else tuple(i for a, b in spans for i in range(a, b))
        return [("", env.shared.constant(things))], []
    if isinstance(source, FromTable):
        return [("", t.item(env.shared.constant(source.table), value(source.many, env)))], []
    if isinstance(source, FromJoins):
        area, slot = next(iter(env.shared.grid.area_joins.items()))
        return [("", t.slot(t.plus(value(source.many, env), slot - area)))], []
    if isinstance(source, ir.FromMany):
        return [("", value(source.many, env))], []
    if isinstance(source, ir.FromStuff):
        return [("", env.shared.constant(tuple(layout.stuffs.index(m) for m in source.members)))], []
    if isinstance(source, ir.FromOwner):
        low, high = layout.ranges[source.kind]
        each = (high - low) // max(1, layout.players)

        def theirs(player: ast.expr) -> ast.expr:
            start = t.plus(t.plus(player, each, "*"), low)
            return t.call("range", start, t.plus(start, each))

        return [("", guarded(source.player, env, value(source.player, env), theirs, t.tuple_of([])))], []
    if isinstance(source, ir.FromSpots):
        return [("", t.call("grid_spots", t.name("S"), value(source.tiles, env)))], []
    if isinstance(source, ir.FromLaid):
        return _laid(source, env)
    return _place(source, env)


def _laid(source: ir.FromLaid, env: Env) -> tuple[Loops, list[frozenset[str]]]:

    grid = env.shared.v.grids[source.grid]
    slots = env.shared.grid
    names = [name for name, _ in grid.areas]
    if source.kinds == frozenset([grid.makes]):
        return [("", t.slot(slots.laid))], []
    if source.region is not None:
        areas = areas_of(source.region, env)
        return [("", areas)], [] if source.kinds >= frozenset(names) else [source.kinds]
    if len(source.kinds) == 1 and next(iter(source.kinds)) in names:
        return [("", t.slot(slots.laid_areas + names.index(next(iter(source.kinds)))))], []
    return [("", t.slot(slots.every_area))], [] if source.kinds >= frozenset(names) else [source.kinds]


def areas_of(region: ir.Expr, env: Env) -> ast.expr:
    from archidsl.compiler.expressions import value

    made, grid = value(region, env), env.shared.grid
    if may_be_nothing(region, env):
        return t.call("grid_areas_of", t.name("S"), made)
    return t.slot(t.plus(made, grid.region_areas - grid.region0))


def _place(source: ir.FromPlace, env: Env) -> tuple[Loops, list[frozenset[str]]]:
    from archidsl.compiler.expressions import value

    place = value(source.place, env)
    kinds = [source.kinds] if _mixed(source, env) else []
    if source.areas:
        area = env.shared.fresh("v")
        areas = areas_of(source.place, env)
        inside: ast.expr = t.call("lying_in", t.name("S"), t.name(area))
        if all(env.shared.layout.contents[i] >= 0 for i in env.shared.layout.of_kind("area")):
            inside = t.slot(contents_slot(frozenset(["area"]), t.name(area), env))
        return [(area, areas), ("", inside)], [source.kinds]
    places = [i for k in source.place.type.names for i in env.shared.layout.of_kind(k)]
    if may_be_nothing(source.place, env) or any(env.shared.layout.contents[i] < 0 for i in places):
        return [("", t.call("lying_in", t.name("S"), place))], kinds
    return [("", t.slot(contents_slot(source.place.type.names, place, env)))], kinds


def _mixed(source: ir.FromPlace, env: Env) -> bool:
    """Can things of other kinds lie there too?"""
    v = env.shared.v
    for kind in v.kinds.values():
        takes = frozenset().union(*(v.below(p) for p in v.places_of(kind.name) if p in v.kinds))
        if kind.name not in source.kinds and takes & source.place.type.names:
            return True
    return False


def contents_slot(kinds: frozenset[str], place: ast.expr, env: Env) -> ast.expr:
    """The slot of what lies in a place: a sum where the slots stand evenly, else by table."""
    layout = env.shared.layout
    known = t.fixed(place)
    if known is not None:
        return t.number(layout.contents[known])
    ids = [i for kind in kinds for i in layout.of_kind(kind)]
    if ids and all(layout.contents[i] >= 0 and layout.contents[i] - i == layout.contents[ids[0]] - ids[0] for i in ids):
        return t.plus(place, layout.contents[ids[0]] - ids[0])
    return t.item(env.shared.constant(tuple(layout.contents)), place)
