"""Where everything stands in the state: a list of numbers and tuples, laid out once for a game and its options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Slot = Any  # a number, a tuple of numbers, or the secret key
State = list[Any]


@dataclass(frozen=True, slots=True)
class Column:
    """A stored property. Its slot is `offset` + thing; of a pair, `offset` + first * `width` + second."""

    name: str
    offset: int
    count: int
    width: int = 0
    low: int | None = None
    high: int | None = None
    start: Slot = 0
    first: int = 0  # the first slot
    seen_by: str = "all"
    keeps: bool = False
    base: str = "number"
    mirrors: tuple[tuple[int, int, int], ...] = ()  # (low thing, high thing, offset) of the inverse property
    kinds: tuple[str, ...] = ()
    labels: tuple[int, ...] = ()  # what a property with labels can be


@dataclass(frozen=True, slots=True)
class Zone:
    """A place with an order, and who sees what lies in it."""

    thing: int
    name: str
    owner: int  # a player, or -1
    order: str
    room: int  # -1: no limit
    seen_by: str
    top_seen_by: str
    stream: int
    sets: int = -1  # offset of the property that follows the zone


@dataclass(frozen=True, slots=True)
class PanelCell:
    """A value of a panel: what it is made of, and who sees it."""

    name: str
    formula: str
    base: str
    seen_by: str
    personal: bool  # it speaks of whoever looks: nothing for those who only look on
    hides_zero: bool = False  # 0 stands for nothing at all


@dataclass(frozen=True, slots=True)
class Panel:
    """What people are shown; `when`, `each`, `across` and `over` are formulas, or nothing."""

    name: str
    at: str
    when: str
    each: str
    across: str
    over: str
    rows: str  # what the rows are made of, or nothing
    columns: str  # the same of columns
    cells: tuple[PanelCell, ...]
    told: bool


@dataclass(slots=True)
class Layout:
    """Numbers of things, slots of properties, and the state at the beginning."""

    players: int = 0
    names: list[str] = field(default_factory=list)
    kind_of: list[str] = field(default_factory=list)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    owner_of: dict[int, int] = field(default_factory=dict)
    options: dict[str, int] = field(default_factory=dict)
    backs: dict[int, dict[str, Any]] = field(default_factory=dict)  # what the back of a thing shows, in words
    faces: dict[int, tuple[dict[str, Any], ...]] = field(default_factory=dict)  # what each face of a tile shows
    printed: dict[int, dict[str, int]] = field(default_factory=dict)  # numbers that tiles say of their areas
    mixes: dict[str, int] = field(default_factory=dict)  # kinds with the same number may lie in each other's places
    movable: int = 0
    at: int = 0  # slot of the place of thing 0
    contents: list[int] = field(default_factory=list)  # for each thing the slot of what lies in it, or -1
    holdings: list[int] = field(default_factory=list)  # for each thing the slot of its first stuff, or -1
    parents: list[int] = field(default_factory=list)  # for each thing what it is fixed in, or -1
    rooms: dict[int, tuple[int, ...]] = field(default_factory=dict)  # holder -> most of each stuff
    stuffs: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()  # how many of each stuff there are
    columns: dict[tuple[str, str], Column] = field(default_factory=dict)
    zones: dict[int, Zone] = field(default_factory=dict)
    window_slots: dict[tuple[str, str], int] = field(default_factory=dict)
    window_things: tuple[int, ...] = ()  # those of them in which things stand
    moment: int = 0
    watching: int = 0  # slot: 1 while the effect of a watch runs
    order: int = 0
    known: int = 0  # slot of who knows thing 0: a bit per player
    chance: int = 0  # slot of the counter of stream 0
    streams: int = 1
    key: int = 0  # slot of the secret key
    cleared_by_move: list[tuple[int, int, Column]] = field(default_factory=list)  # low, high, column
    alike: dict[str, tuple[int, ...]] = field(default_factory=dict)
    holder_sight: dict[int, tuple[str, ...]] = field(default_factory=dict)  # holder -> who sees each stuff
    grid: object = None
    labels: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    belongs: dict[str, tuple[str, str]] = field(default_factory=dict)  # kind -> column that says whose it is
    shown: dict[str, tuple[str, str]] = field(default_factory=dict)  # computed, as views call it -> base, kind
    panels: tuple[Panel, ...] = ()
    quiet: frozenset[str] = frozenset()  # properties (`name of kind`) and kinds of which people are not told unasked
    colours: dict[str, str] = field(default_factory=dict)  # kind, label, stuff or property -> its colour on the map
    confirm: dict[str, tuple[str, ...]] = field(default_factory=dict)  # question -> answers to ask about once more
    implied: dict[str, str] = field(default_factory=dict)  # question -> the option that goes without saying
    shows: dict[str, tuple[str, ...]] = field(default_factory=dict)  # question -> panels that come first then
    secret: frozenset[str] = frozenset()  # questions that are answered secretly
    results: dict[str, tuple[str, str]] = field(default_factory=dict)  # won, score -> column
    start: State = field(default_factory=list)

    def slots(self, count: int, value: Slot = 0) -> int:
        """New slots at the end of the state; the first one's number."""
        first = len(self.start)
        self.start.extend([value] * count)
        return first

    def shut(self, s: State) -> set[int]:
        """What windows were told that are not open: it matters to nobody, and is not even told if nobody is there."""
        now = dict(enumerate(self.moments)).get(s[self.moment])
        return {slot for (window, _), slot in self.window_slots.items() if window != now}

    def of_kind(self, kind: str) -> range:
        low, high = self.ranges.get(kind, (0, 0))
        return range(low, high)
