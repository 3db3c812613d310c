"""What questions need from the engine: classes of alike things, sets, amounts, and how to pay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from archidsl.engine.choices import MOST_LISTED
from archidsl.engine.layout import Layout, State
from archidsl.engine.verbs import Bundle, Verbs, too_many

Things = TypeVar("Things", list[int], tuple[int, ...])
Groups = tuple[tuple[int, ...], ...]
BEGUN = object()  # instead of the block of a frame that was begun before it came onto the stack; see `machine`


def looks(s: State, layout: Layout, thing: int) -> tuple[Any, ...]:
    """Two things of one kind with the same look are alike."""
    kind = layout.kind_of[thing]
    columns = layout.alike.get(kind, ())
    held: tuple[Any, ...] = ()
    base = layout.holdings[thing]
    if base >= 0:
        held = tuple(s[base : base + len(layout.stuffs)])
    inside = layout.contents[thing]
    return (kind, s[layout.at + thing], *[s[c + thing] for c in columns], held, s[inside] if inside >= 0 else ())


def alike(s: State, layout: Layout, things: list[int]) -> Groups:
    groups: dict[tuple[Any, ...], list[int]] = {}
    for thing in things:
        groups.setdefault(looks(s, layout, thing), []).append(thing)
    return tuple(tuple(g) for g in groups.values())


def one_each(things: list[int], looks: list[Any]) -> list[int]:
    """The first thing of each look."""
    first: dict[Any, int] = {}
    for look, thing in zip(looks, things, strict=True):
        first.setdefault(look, thing)
    return list(first.values())


def singly(s: State, things: list[int]) -> Groups:
    return tuple((thing,) for thing in things)


def some_of(low: int, high: int, groups: Groups) -> tuple[int, int, Groups]:
    """At least low and at most high, as far as there are so many; high -1 if nothing can be chosen at all."""
    there = sum(map(len, groups))
    if high > there:
        high = there
    if high <= 0:
        return 0, -1 if low > 0 else 0, groups
    return (0 if low < 0 else low if low < high else high), high, groups


def only_set(payload: tuple[int, int, Groups]) -> tuple[int, ...] | None:
    """The answer, if there is just one."""
    low, high, groups = payload
    if high == 0:
        return ()
    if low != high or 1 < len(groups) > low:  # no group is empty
        return None
    if len(groups) == 1:
        return groups[0][:low]
    return sum(groups, ()) if sum(map(len, groups)) == low else None


def amounts_of(
    s: State, verbs: Verbs, low: int, high: int, members: tuple[int, ...], holder: int, totals: tuple[int, ...]
) -> tuple[int, int, tuple[tuple[int, int], ...]]:
    """Of each stuff at most what the holder has, or (holder -2) what there is in the whole game."""
    most = [(m, totals[m] if holder == -2 else verbs.held(s, holder, m)) for m in members]
    heaps = tuple((m, n) for m, n in most if n > 0)
    there = sum([n for _, n in heaps])
    high = min(high, there)
    return min(low, high), high, heaps


def only_amount(payload: tuple[int, int, tuple[tuple[int, int], ...]]) -> Bundle | None:
    low, high, heaps = payload
    if high == 0:
        return ()
    if low == high and (len(heaps) == 1 or sum([n for _, n in heaps]) == low):
        return heaps if len(heaps) != 1 else ((heaps[0][0], low),)
    return None


def rotated(things: Things, start: int) -> Things:
    """The same things, beginning with one of them."""
    if start not in things:
        return things
    i = things.index(start)
    return things[i:] + things[:i]


def pay_block(verbs: Verbs) -> Callable[[State, int, int, Bundle, int], list[Any] | None]:
    """A block of the engine: pays stuff by stuff and asks how many substitutes, where that is open.

    Its frame: [block, slot, attempts, payer, site, amount, payee, how many stuffs are done, answer].
    """

    def run(s: State, f: list[Any]) -> Any:
        payer, site, bundle, to = f[3], f[4], f[5], f[6]
        while f[7] < len(bundle):
            stuff, number = bundle[f[7]]
            others = f[8]
            if others is None:
                others, high = limits(s, verbs, payer, bundle[f[7] :], to)
                if others < high:
                    if high - others >= MOST_LISTED:
                        too_many()
                    f[1] = 8
                    return (site, payer, range(others, high + 1), 0)
            f[8] = None
            f[7] += 1
            verbs.pay_one(s, payer, stuff, number - others, others, to)
        return None

    def payment(s: State, site: int, payer: int, bundle: Bundle, to: int) -> list[Any] | None:
        """Pays at once, up to the first question; then the frame that asks it."""
        frame = [run, 0, None, payer, site, bundle, to, 0, None]
        asked = run(s, frame)
        if asked is None:
            return None
        frame[0] = BEGUN
        frame.append((run, asked))
        return frame

    return payment


def limits(s: State, verbs: Verbs, payer: int, bundle: Bundle, to: int) -> tuple[int, int]:
    """The fewest and the most substitutes for the first stuff of an amount, so that the rest can still be paid."""
    stuff, number = bundle[0]
    other = verbs.substitutes.get(stuff)
    if other is None:
        return 0, 0
    low = max(0, number - verbs.held(s, payer, stuff))
    spare = verbs.spare(s, payer, stuff, to)
    for later, wanted in bundle[1:]:
        if later == other.stuff:
            spare -= wanted
        elif verbs.substitutes.get(later) is not None and verbs.substitutes[later].stuff == other.stuff:
            spare -= max(0, wanted - verbs.held(s, payer, later))
    return low, max(low, min(number, spare))
