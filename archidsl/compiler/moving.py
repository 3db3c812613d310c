"""Moves of one thing in, statements out; where all places it can come from and go to are alike, they stand in place."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import value
from archidsl.compiler.payments import named
from archidsl.compiler.slots import may_be_nothing
from archidsl.engine.layout import Column


@dataclass(frozen=True, slots=True)
class Target:
    """Where something goes: the slot of what lies there, how much can, the property that follows it, and its owner."""

    slot: ast.expr
    room: int
    follows: int
    owner: ast.expr


def moved(
    thing: ast.expr, kinds: frozenset[str], maybe: bool, to: ir.Expr, env: Env, lies_in: int | None = None,
    top: bool = False,
) -> list[ast.stmt]:  # fmt: skip
    """A thing of these kinds goes to a place.

    `maybe`: there may be no thing; `lies_in`: where it is, if that is known; `top`: it is the last one there.
    """
    shared, out = env.shared, list[ast.stmt]()
    place = value(to, env)
    things = [i for kind in sorted(kinds) for i in shared.layout.of_kind(kind)]
    targets = [i for kind in sorted(to.type.names) for i in shared.layout.of_kind(kind)]
    plain = [t.do(t.call("move", t.name("S"), thing, place))]
    if not things or not targets or max(things) >= shared.layout.movable or may_be_nothing(to, env):
        return plain
    thing, place = (named(made, out, env) for made in (thing, place))
    target, sources = _target(place, targets, shared), _sources(things, kinds, shared)
    cleared = {shared.verbs.cleared[thing] for thing in things}
    if target is None or sources is None or len(cleared) > 1:
        return plain
    at = t.slot(t.plus(thing, shared.layout.at))
    old = t.number(lies_in) if lies_in in sources else t.name(shared.fresh("v"))
    top = top and isinstance(old, ast.Constant)
    goes = [
        *t.when(t.compare(old, ">=", 0), _leave(thing, old, top, sources, target.follows, env)),
        t.add_to_slot(target.slot, t.tuple_of([thing])),
        t.assign(at, place),
        *([t.assign(t.slot(t.plus(thing, target.follows)), target.owner)] if target.follows >= 0 else []),
        *[_cleared(thing, column, shared) for column in cleared.pop()],
    ]
    tests = [t.compare(old, "!=", place)] if t.fixed(old) is None or t.fixed(old) in targets else []
    if target.room >= 0:
        tests.append(t.compare(t.call("len", t.slot(target.slot)), "<", target.room))
    done = t.when(t.both(tests), goes)
    if isinstance(old, ast.Name):
        done.insert(0, t.assign(old, at))
    return [*out, *t.when(t.compare(thing, ">=", 0), done)] if maybe else [*out, *done]


def _cleared(thing: ast.expr, column: Column, shared: Shared) -> ast.stmt:
    """A property goes back to its start."""
    slot, start = t.plus(thing, column.offset), t.number(column.start)
    back = t.call("store", t.name("S"), shared.constant(column), slot, start, thing)
    return t.if_(t.compare(t.slot(slot), "!=", start), [t.do(back)])


def _sources(things: list[int], kinds: frozenset[str], shared: Shared) -> list[int] | None:
    """The places in which such things can lie; None if it is not kept in every one of them what lies there."""
    layout, v = shared.layout, shared.v
    words = {below for kind in kinds for p in v.places_of(kind) if p in v.kinds for below in v.below(p)}
    places = {i for word in words for i in layout.of_kind(word)}
    places |= {place for thing in things if isinstance(place := layout.start[layout.at + thing], int) and place >= 0}
    follows = {follow for place in places if (follow := shared.verbs.places[place][2]) >= 0}
    kept = len(follows) < 2 and all(layout.contents[place] >= 0 for place in places)
    return sorted(places) if places and kept else None


def _leave(thing: ast.expr, old: ast.expr, top: bool, places: list[int], follows: int, env: Env) -> list[ast.stmt]:
    """Out of a place, where it is the last one (`top`) or not; `follows`: the property that will follow the next."""
    shared, out = env.shared, list[ast.stmt]()
    slot = _by_place(old, [(place, shared.layout.contents[place]) for place in places], shared)
    slot = named(slot, out, env)
    rest = t.call("without", t.slot(slot), thing)
    if top:
        rest = t.item(t.slot(slot), ast.Slice(None, t.number(-1)))
    out.append(t.assign(t.slot(slot), rest))
    followed = [place for place in places if shared.verbs.places[place][2] >= 0]
    column = shared.verbs.places[followed[0]][2] if followed else -1
    if not followed or column == follows:
        return out
    lost = t.assign(t.slot(t.plus(thing, column)), t.number(-1))
    if followed == places:
        return [*out, lost]
    spans = followed[-1] - followed[0] + 1 == len(followed)
    here = t.between(followed[0], old, followed[-1] + 1) if spans else t.among(old, shared.constant(tuple(followed)))
    return [*out, *t.when(here, [lost])]


def _target(place: ast.expr, targets: list[int], shared: Shared) -> Target | None:
    """None if the places are not alike."""
    found = [(target, *shared.verbs.places[target]) for target in targets]
    alike = {(room, follows) for _, _, room, follows, _ in found}
    if len(alike) > 1 or any(slot < 0 for _, slot, *_ in found):
        return None
    slot = _by_place(place, [(target, slot) for target, slot, *_ in found], shared)
    owner = _by_place(place, [(target, owner) for target, *_, owner in found], shared)
    return Target(slot, *alike.pop(), owner)


def _by_place(place: ast.expr, rows: Iterable[tuple[int, int]], shared: Shared) -> ast.expr:
    """A number that each place has: a sum where it grows with the places, else out of a table."""
    numbers = dict(rows)
    known = t.fixed(place)
    if known is not None:
        return t.number(numbers[known])
    if len(set(numbers.values())) == 1:
        return t.number(next(iter(numbers.values())))
    steps = {number - place for place, number in numbers.items()}
    if len(steps) == 1:
        return t.plus(place, steps.pop())
    return t.item(shared.constant(tuple(numbers.get(i, -1) for i in range(max(numbers) + 1))), place)
