"""What effects do to the state: moving, paying, setting, shuffling. Both ways of running share these."""

from __future__ import annotations

from collections.abc import Callable

from archidsl.engine.chance import shuffled
from archidsl.engine.choices import MOST_LISTED
from archidsl.engine.layout import Column, Layout, State

Bundle = tuple[tuple[int, int], ...]
PaidTo = Callable[[State, int], int]
FUEL = 1_000_000  # passes of loops within loops between two questions
MayReplace = Callable[[State, int, int, int], int]  # state, stuff, payee, payer


class Undo(Exception):
    """A late requirement failed: back to the nearest attempt."""


class Finished(Exception):
    """The game is over."""


class BudgetError(Exception):
    """A decision cost more than it may."""


class Substitute:
    """Another stuff that may be paid for one, where it goes, and what the payee gets instead."""

    __slots__ = ("delivers_from", "goes_to", "may", "stuff")

    def __init__(self, stuff: int, goes_to: int, delivers_from: int, may: MayReplace | None) -> None:
        self.stuff, self.goes_to, self.delivers_from, self.may = stuff, goes_to, delivers_from, may


class Verbs:
    """The verbs of one game: they know where everything stands."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.at, self.known, self.movable = layout.at, layout.known, layout.movable
        self.contents = tuple(layout.contents)
        self.holdings = tuple(layout.holdings)
        self.parents = tuple(layout.parents)
        self.rooms = layout.rooms
        self.zones = layout.zones
        self.places = tuple(  # of each: slot of what lies there, room, offset of the property that follows, owner
            (slot, zone.room, zone.sets, zone.owner) if (zone := layout.zones.get(place)) else (slot, -1, -1, -1)
            for place, slot in enumerate(layout.contents)
        )
        self.cleared = tuple(
            tuple(column for low, high, column in layout.cleared_by_move if low <= thing < high)
            for thing in range(layout.movable)
        )
        self.fuel = FUEL
        self.paid_to: dict[int, PaidTo] = {}
        self.substitutes: dict[int, Substitute] = {}

    def spend(self, passes: int) -> None:
        """Charged at the entry of a loop that holds another one."""
        self.fuel -= max(0, passes)
        if self.fuel < 0:
            raise BudgetError("one decision went on and on")

    # -- things

    def move(self, s: State, thing: int, place: int) -> bool:
        """To a place, if there is room; answers whether it went."""
        if thing < 0 or place < 0:
            return False
        slot, room, follows, owner = self.places[place]
        if slot < 0 or 0 <= room <= len(s[slot]):
            return False
        at = self.at + thing
        old: int = s[at]
        if old == place:
            return True
        if old >= 0:
            left, _, followed, _ = self.places[old]
            if left >= 0:
                s[left] = without(s[left], thing)
            if followed >= 0:
                s[followed + thing] = -1
        s[slot] += (thing,)
        s[at] = place
        if follows >= 0:
            s[follows + thing] = owner
        for column in self.cleared[thing]:
            if s[column.offset + thing] != column.start:
                self.store(s, column, column.offset + thing, column.start, thing)
        return True

    def move_many(self, s: State, things: tuple[int, ...], place: int) -> None:
        for thing in things:
            self.move(s, thing, place)

    def move_some(self, s: State, things: tuple[int, ...] | list[int], number: int, place: int) -> None:
        """As many as asked for, as there are and as fit; out of a stack or row, the top comes first."""
        if number <= 0:
            return
        if things:
            zone = self.zones.get(s[self.at + things[0]])
            if zone is not None and zone.order != "set":
                things = things[::-1]
        for thing in things[:number]:
            if not self.move(s, thing, place):
                return

    def top(self, s: State, zone: int) -> int:
        things = s[self.contents[zone]] if zone >= 0 else ()
        return things[-1] if things else -1

    def inside(self, s: State, thing: int, place: int) -> int:
        """At any depth."""
        if place < 0:
            return 0
        at, movable, parents = self.at, self.movable, self.parents
        for _ in range(16):
            thing = s[at + thing] if 0 <= thing < movable else parents[thing]  # `around` written out
            if thing == place:
                return 1
            if thing < 0:
                break
        return 0

    def around(self, s: State, thing: int) -> int:
        """What a thing lies in directly, or is a fixed part of."""
        if 0 <= thing < self.layout.movable:
            place: int = s[self.at + thing]
            return place
        return self.parents[thing]

    def container(self, s: State, thing: int, low: int, high: int) -> int:
        """The nearest thing around it in a range of numbers."""
        for _ in range(16):
            thing = self.around(s, thing)
            if low <= thing < high:
                return thing
            if thing < 0:
                break
        return -1

    def shuffle(self, s: State, zone: int) -> None:
        if zone < 0 or zone not in self.zones:
            return
        slot = self.contents[zone]
        self.spend(len(s[slot]))
        stream = self.zones[zone].stream
        counter = self.layout.chance + stream
        order, used = shuffled(s[self.layout.key], stream, s[counter], s[slot])
        s[slot], s[counter] = order, used
        for thing in order:
            s[self.known + thing] = 0

    def reveal(self, s: State, what: int | tuple[int, ...], player: int) -> None:
        """A thing, or all that lies in a zone, to one player or (-2) to all; to nobody (-1) nothing is shown."""
        if player == -1:
            return
        mask = (1 << self.layout.players) - 1 if player < 0 else 1 << player
        things = what if isinstance(what, tuple) else (what,)
        for thing in things:
            shown = s[self.contents[thing]] if thing in self.zones else (thing,)
            for t in shown:
                if 0 <= t < self.layout.movable:
                    s[self.known + t] |= mask

    # -- properties

    def store(self, s: State, column: Column, slot: int, value: int, thing: int) -> None:
        """For properties with an inverse: the other side follows."""
        if not column.mirrors:
            s[slot] = value
            return
        self._mirror(s, column, s[slot], -1)
        s[slot] = value
        if value >= 0:
            for low, high, offset in column.mirrors:
                if low <= value < high:
                    former = s[offset + value]
                    if former != -1 and former != thing:
                        s[column.offset + former] = -1
            self._mirror(s, column, value, thing)

    def _mirror(self, s: State, column: Column, target: int, thing: int) -> None:
        for low, high, offset in column.mirrors:
            if low <= target < high:
                s[offset + target] = thing

    def clear(self, s: State, columns: tuple[Column, ...]) -> None:
        for column in columns:
            if column.mirrors:
                for slot in range(column.first, column.first + column.count):
                    self.store(s, column, slot, column.start, slot - column.offset)
            else:
                s[column.first : column.first + column.count] = [column.start] * column.count

    # -- stuff

    def transfer(self, s: State, stuff: int, number: int, source: int, to: int) -> None:
        """As much as there is and as fits."""
        if number <= 0 or source < 0 or to < 0 or stuff < 0:
            return
        a, b = self.holdings[source], self.holdings[to]
        if a < 0 or b < 0:
            return
        have: int = s[a + stuff]
        if number > have:
            number = have
        if to in self.rooms:
            number = max(0, min(number, self.rooms[to][stuff] - s[b + stuff]))
        s[a + stuff] = have - number
        s[b + stuff] += number

    def transfer_bundle(self, s: State, bundle: Bundle, source: int, to: int) -> None:
        for stuff, number in bundle:
            self.transfer(s, stuff, number, source, to)

    def held(self, s: State, holder: int, stuff: int) -> int:
        if holder < 0 or stuff < 0 or self.holdings[holder] < 0:
            return 0
        count: int = s[self.holdings[holder] + stuff]
        return count

    def payee(self, s: State, stuff: int, who: int, to: int) -> int:
        if to >= 0:
            return to
        found = self.paid_to.get(stuff)
        return found(s, who) if found is not None else -1

    def spare(self, s: State, who: int, stuff: int, to: int) -> int:
        """How many substitutes could be paid for this stuff."""
        other = self.substitutes.get(stuff)
        there = self.held(s, who, other.stuff) if other is not None else 0
        if other is None or there <= 0 or other.may is None:
            return there
        return there if other.may(s, stuff, self.payee(s, stuff, who, to), who) else 0

    def has(self, s: State, who: int, bundle: Bundle) -> int:
        """Has the holder all of this itself?"""
        return int(all(self.held(s, who, stuff) >= in_bundle(bundle, stuff) for stuff, _ in bundle))

    def covers(self, s: State, who: int, bundle: Bundle, to: int = -1) -> int:
        """Could the holder pay all of this at once, with substitutes?"""
        base = self.holdings[who]
        if who < 0 or base < 0:
            return 0
        short_of_some = len(bundle) > 1 and len({stuff for stuff, _ in bundle}) < len(bundle)
        for stuff, number in bundle:
            if s[base + stuff] < number:
                if stuff not in self.substitutes:
                    return 0
                short_of_some = True
        return self._covers(s, who, bundle, to) if short_of_some else 1

    def _covers(self, s: State, who: int, bundle: Bundle, to: int) -> int:
        """The same where substitutes may be needed."""
        spare_used: dict[int, int] = {}
        wanted: dict[int, int] = {}
        for stuff, number in bundle:
            wanted[stuff] = wanted.get(stuff, 0) + number
        for stuff, number in wanted.items():
            short = number - self.held(s, who, stuff)
            if short <= 0:
                continue
            other = self.substitutes.get(stuff) if who < self.layout.players else None
            if other is None or self.spare(s, who, stuff, to) <= 0:
                return 0
            spare_used[other.stuff] = spare_used.get(other.stuff, 0) + short
        return int(all(self.held(s, who, x) - wanted.get(x, 0) >= n for x, n in spare_used.items()))

    def pay(self, s: State, who: int, bundle: Bundle, to: int) -> bool:
        """All or nothing, own stuff first; answers whether it was paid."""
        if not self.covers(s, who, bundle, to):
            return False
        for stuff, number in bundle:
            own = min(number, self.held(s, who, stuff))
            self.pay_one(s, who, stuff, own, number - own, to)
        return True

    def pay_one(self, s: State, who: int, stuff: int, own: int, others: int, to: int) -> None:
        """So many of the stuff itself and so many substitutes."""
        payee = self.payee(s, stuff, who, to)
        self.transfer(s, stuff, own, who, payee)
        other = self.substitutes.get(stuff)
        if others > 0 and other is not None:
            self.transfer(s, other.stuff, others, who, other.goes_to)
            if other.delivers_from >= 0 and other.delivers_from != payee:
                self.transfer(s, stuff, others, other.delivers_from, payee)


def added(bundle: Bundle, more: Bundle) -> Bundle:
    """Two amounts as one."""
    if not bundle:
        return more
    total = dict(bundle)
    for stuff, number in more:
        total[stuff] = total.get(stuff, 0) + number
    return tuple(total.items())


def in_bundle(bundle: Bundle, stuff: int) -> int:
    return sum([number for s, number in bundle if s == stuff])


def without(things: tuple[int, ...], thing: int) -> tuple[int, ...]:
    i = things.index(thing)
    return things[:i] + things[i + 1 :]


def too_many() -> None:
    raise BudgetError(f"a question with more than {MOST_LISTED:,} answers")


def undo() -> None:
    raise Undo


def finish() -> None:
    raise Finished
