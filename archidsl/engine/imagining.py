"""A position and a player in, a position out that could be true as well, for all that this player sees.

Whatever he cannot see is drawn anew: which thing lies where face down, who of the others holds how much, hidden
properties, what others have answered in secret, and the key with all that chance will answer. What he sees stays: his
view and his question are the same. What the backs of things show stays as well, unless they lie under others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from archidsl.engine.chance import KEY_BYTES, draw
from archidsl.engine.choices import DECLINED, Draw
from archidsl.engine.layout import Column, Layout, State
from archidsl.engine.machine import Position
from archidsl.engine.pending import Pending, renamed
from archidsl.engine.views import FACES, Sight

MOST_KEYS = 200  # so many keys are tried until the faces that are seen lie up
TRIES = 8
Pool = tuple[tuple[int, ...], tuple[frozenset[int] | None, ...]]  # hidden things; which of them fit where each lies
Change = Callable[[State, Draw], None]
Secret = tuple[bytes, int]  # the key, and how far ahead all streams of chance are


def imagine(position: Position, player: int, lots: Draw) -> Position:
    """One position that the player cannot tell from the true one."""
    return Imagining(position, player)(lots)


class Unseen:
    """What depends on the layout alone."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.mixes = [layout.mixes.get(layout.kind_of[t], -1) for t in range(layout.movable)]
        self.backs = {thing: repr(back) for thing, back in layout.backs.items()}
        self.places = [
            (place, layout.contents[place], zone)
            for place, zone in layout.zones.items()
            if (zone.seen_by, zone.top_seen_by) != ("all", "all")
        ]
        mirrored = {offset for c in layout.columns.values() for _, _, offset in c.mirrors}
        self.columns = [
            (kind, c)
            for (_, kind), c in layout.columns.items()
            if c.seen_by != "all" and not c.mirrors and c.offset not in mirrored
        ]
        self.naming = [slot for c in layout.columns.values() if _names_things(c) for slot in _slots(c)]
        self.naming += layout.window_things
        self.shown = {slot for c in layout.columns.values() if c.seen_by == "all" for slot in _slots(c)}


def _names_things(column: Column) -> bool:
    return column.base in ("thing", "many", "order")


def _slots(column: Column) -> range:
    return range(column.first, column.first + column.count)


class Imagining:
    """One position as one player sees it: what he does not see is found once and drawn as often as wanted."""

    def __init__(self, position: Position, player: int) -> None:
        program = position.program
        if program.unseen is None:
            program.unseen = Unseen(program.layout)
        self.unseen: Unseen = program.unseen
        self.position, self.player, self.layout = position, player, program.layout
        self.sight = Sight(self.layout, position.s, player)
        self.saved = [state for frame in position.stack for state in _saved(frame[2])]
        self.history, answered = _masked(position, player)
        self.pending = Pending(position, player, answered)
        self.pools = self._pools()
        self.mixed = {thing for things, _ in self.pools for thing in things}
        self.named = [slot for slot in self.unseen.naming if self._hides(position.s[slot])]
        self.changes = [*self._stuffs(), *self._properties()]
        self.faces = self._faces()

    def __call__(self, lots: Draw) -> Position:
        asked, due = self.position.asked, self.position.program.due
        for _ in range(TRIES):
            new = self._drawn(lots)
            if due is not None and due(new.s):
                continue  # that would have happened already
            if asked is None or asked[1] == self.player:
                return new
            before = new.s[:]
            put_again(new)  # his answers may depend on what was drawn
            if new.asked is not None and new.asked[:2] == asked[:2] and new.s == before:
                return new
        return self._drawn(lots)

    def _drawn(self, lots: Draw) -> Position:
        new = self.position.copy()
        new.history = self.history
        becomes: dict[int, int] = {}
        for pool in self.pools:
            _mix(pool, becomes, lots)
        secret = self._secret(lots)
        self._rename(new.s, becomes, secret, self.named)
        for change in self.changes:
            change(new.s, lots)
        self.pending.rename(new.stack, becomes)
        for depth, frame in enumerate(new.stack) if self.saved else ():
            frame[2] = self._attempt(frame[2], depth, becomes, secret, lots)
        self.pending.draw(new, lots)
        return new

    # -- things face down

    def _pools(self) -> list[Pool]:
        """Hidden things by what they may be exchanged with."""
        sight, s = self.sight, self.position.s
        earlier = [Sight(self.layout, list(state), self.player) for state in self.saved]
        known = self._pointed_at()
        typed = {t for slot in self.unseen.naming for t in _things(s[slot])} | set(_things(self.pending.things()))
        found: dict[int, list[tuple[int, str | None, str]]] = {}
        for _, slot, zone in self.unseen.places:
            things: tuple[int, ...] = s[slot]
            for i, thing in enumerate(things):
                last = i == len(things) - 1
                shown = zone.top_seen_by if last else zone.seen_by
                if sight.sees(thing) or thing in known or shown == "face" or any(x.sees(thing) for x in earlier):
                    continue
                open_back = shown == "back" or zone.order != "stack"
                back = self.unseen.backs.get(thing) if open_back else None
                kind = self.layout.kind_of[thing] if thing in typed else ""  # rules that name it know that much
                found.setdefault(self.unseen.mixes[thing], []).append((thing, back, kind))
        return [self._pool(pool) for pool in found.values() if len(pool) > 1]

    def _pool(self, hidden: list[tuple[int, str | None, str]]) -> Pool:
        things, backs, kinds = tuple(thing for thing, _, _ in hidden), self.unseen.backs, self.layout.kind_of
        fits = [
            frozenset(t for t in things if back in (None, backs.get(t)) and kind in ("", kinds[t]))
            if back is not None or kind
            else None
            for _, back, kind in hidden
        ]
        return things, tuple(fits)

    def _pointed_at(self) -> set[int]:
        """What his question or a property that he sees names, whether he sees where it lies or not."""
        position, found = self.position, set[int]()
        for slot in self.unseen.naming:
            if slot in self.unseen.shown:
                found.update(_things(position.s[slot]))
        choice = position.choice
        if choice is not None and choice.player == self.player and choice.site.base == "thing":
            found.update(_things(choice.payload))
        return found

    def _hides(self, value: Any) -> bool:
        return any(thing in self.mixed for thing in _things(value))

    def _rename(self, s: State, becomes: dict[int, int], secret: Secret, named: Iterable[int]) -> None:
        """Each thing takes over where another lay, and who knows it."""
        layout, zones = self.layout, self.layout.zones
        at, known = layout.at, layout.known
        before = [(new, s[at + old], s[known + old]) for old, new in becomes.items()]
        for place in {place for _, place, _ in before}:
            slot, zone = layout.contents[place], zones.get(place)
            if zone is not None and zone.sets >= 0:
                for thing in s[slot]:
                    s[zone.sets + thing] = -1
            s[slot] = tuple([becomes.get(t, t) for t in s[slot]])
        for thing, place, who in before:
            s[at + thing], s[known + thing] = place, who
        for place in {place for _, place, _ in before}:
            zone = zones.get(place)
            if zone is not None and zone.sets >= 0:
                for thing in s[layout.contents[place]]:
                    s[zone.sets + thing] = zone.owner
        for slot in named:
            s[slot] = renamed(s[slot], becomes)
        key, ahead = secret
        s[layout.key] = key
        for stream in range(layout.chance, layout.chance + layout.streams) if ahead else ():
            s[stream] += ahead

    # -- amounts and properties

    def _stuffs(self) -> Iterable[Change]:
        """What holders of one sort have in all stays; which of them has it is drawn, where it is hidden."""
        layout, sight = self.layout, self.sight
        closed: dict[tuple[str, int], list[tuple[int, int]]] = {}
        for holder, sights in layout.holder_sight.items():
            owner = sight.owner(holder)
            seen, rooms = sight.sees(holder), layout.rooms.get(holder)
            for stuff, seen_by in enumerate(sights):
                if not (seen and sight.may(seen_by, owner)):
                    slot = layout.holdings[holder] + stuff
                    room = rooms[stuff] if rooms is not None else 10**9
                    closed.setdefault((layout.kind_of[holder], stuff), []).append((slot, room))
        for places in closed.values():
            if len(places) > 1:
                yield _shared_out(places)

    def _properties(self) -> Iterable[Change]:
        layout, sight = self.layout, self.sight
        for kind, column in self.unseen.columns:
            if not kind:
                slots = [] if sight.may(column.seen_by, -1) else [column.offset]
            elif column.width:
                pairs = [(a, b) for a in layout.of_kind(column.kinds[0]) for b in layout.of_kind(column.kinds[1])]
                slots = [
                    column.offset + one * column.width + two
                    for one, two in pairs
                    if not sight.may(column.seen_by, sight.owner(two))
                ]
            else:
                slots = [
                    column.offset + t for t in layout.of_kind(kind) if not sight.may(column.seen_by, sight.owner(t))
                ]
            if slots:
                yield _set_anew(column, slots)

    # -- the key, and what an attempt would go back to

    def _faces(self) -> list[tuple[int, int, int]]:
        """Tiles of which he sees one face: the tile, how many faces it has, and which one lies up."""
        key, found = self.position.s[self.layout.key], []
        for _, slot, zone in self.unseen.places:
            things: tuple[int, ...] = self.position.s[slot]
            for i, thing in enumerate(things):
                shown = zone.top_seen_by if i == len(things) - 1 else zone.seen_by
                many = len(self.layout.faces.get(thing, ()))
                if shown == "face" and many > 1:
                    found.append((thing, many, draw(key, FACES, thing, many)[0]))
        return found

    def _secret(self, lots: Draw) -> Secret:
        """Another key with which the same faces lie up; if none is found, the old one, but far ahead."""
        for _ in range(MOST_KEYS):
            key = bytes([lots(256) for _ in range(KEY_BYTES)])
            if all(draw(key, FACES, thing, many)[0] == face for thing, many, face in self.faces):
                return key, 0
        return self.position.s[self.layout.key], 1 + lots(2**40)

    def _attempt(self, attempt: Any, depth: int, becomes: dict[int, int], secret: Secret, lots: Draw) -> Any:
        """What an attempt would put back, imagined in the same way."""
        if attempt is None:
            return None
        outer = self._attempt(attempt[2], depth, becomes, secret, lots)
        if not isinstance(attempt[0], tuple):
            return (*attempt[:2], outer)
        state = list(attempt[0])
        self._rename(state, becomes, secret, self.unseen.naming)
        for change in self.changes:
            change(state, lots)
        return tuple(state), attempt[1], outer, self.pending.renamed_frame(depth, attempt[3], becomes)


def put_again(position: Position) -> None:
    """The open question, worked out again from the state."""
    after = position.stack[-1][0]
    position.stack[-1][0] = position.program.again.get(after, after)  # a payment asks by itself
    position._run()


def _mix(pool: Pool, becomes: dict[int, int], lots: Draw) -> None:
    """Who takes whose place: where not everything fits, the first that does, for they stand in any order."""
    things, fits = pool
    for _ in range(TRIES):
        left = sorted(things)  # where they lie in truth must not matter
        for i in range(len(left) - 1, 0, -1):
            j = lots(i + 1)
            left[i], left[j] = left[j], left[i]
        found = {}
        for thing, fit in zip(things, fits, strict=True):
            if fit is not None:
                found[thing] = new = next((t for t in left if t in fit), -1)
                if new < 0:
                    break  # two places wanted the same
                left.remove(new)
        else:
            becomes.update(found)
            becomes.update(zip([t for t, fit in zip(things, fits, strict=True) if fit is None], left, strict=True))
            return


def _shared_out(places: list[tuple[int, int]]) -> Change:
    slots, rooms = [slot for slot, _ in places], dict(places)
    limited = any(room < 10**9 for room in rooms.values())

    def change(s: State, lots: Draw) -> None:
        total = sum([s[slot] for slot in slots])
        for slot in slots:
            s[slot] = 0
        for _ in range(total):
            some = [slot for slot in slots if s[slot] < rooms[slot]] if limited else slots
            s[some[lots(len(some))]] += 1

    return change


def _set_anew(column: Column, slots: list[int]) -> Change:
    """Any value that the property can have; if that is not known, those that it has change places."""
    values: Any = column.labels
    if column.base == "yes_no":
        values = (0, 1)
    elif column.base == "number" and column.low is not None and column.high is not None:
        values = range(column.low, column.high + 1)

    def change(s: State, lots: Draw) -> None:
        left = sorted(s[slot] for slot in slots)
        for slot in slots:
            s[slot] = values[lots(len(values))] if values else left.pop(lots(len(left)))

    return change


def _things(value: Any) -> Iterable[int]:
    """The numbers in a value: one, or several, or groups of them; a frame may hold None for now."""
    if isinstance(value, int):
        return (value,)
    if value is None:
        return ()
    return [number for part in value for number in _things(part)]


def _saved(attempt: Any) -> list[tuple[Any, ...]]:
    """The states to which a frame could go back."""
    found = []
    while attempt is not None:
        found += [attempt[0]] if isinstance(attempt[0], tuple) else []
        attempt = attempt[2]
    return found


def _masked(position: Position, player: int) -> tuple[Any, set[int]]:
    """The history, without the answers that others gave in secret; and the sites of these."""
    sites = position.program.sites
    entries, link, secret = [], position.history, set[int]()
    while link is not None:
        link, *entry = link
        hidden = sites[entry[1]].secret and entry[0] != player
        if hidden:
            secret.add(entry[1])
        entries.append((entry[0], entry[1], DECLINED) if hidden else tuple(entry))
    if not secret:
        return position.history, secret
    for entry in reversed(entries):
        link = (link, *entry)
    return link, secret
