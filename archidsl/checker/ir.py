"""What was meant: the resolved tree. Every expression has a type, every name has been found.

Values are whole numbers: yes is 1 and no is 0; a thing is its number; `nothing` and `nobody` are -1; many things
are a tuple of numbers in their order; an amount is a tuple of (stuff, count) pairs in the order of the stuffs.
Reading anything of `nothing` gives nothing, 0 or no; changing or moving `nothing` does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from archidsl.checker.types import Type
from archidsl.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Expr:
    span: Span
    type: Type


# -- Values -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, yes or no, a label, a stuff, a moment or nothing: already the number that stands for it."""

    value: int


@dataclass(frozen=True, slots=True)
class Member(Expr):
    """A thing with a name of its own."""

    name: str


@dataclass(frozen=True, slots=True)
class OptionValue(Expr):
    """An option or flag: a constant once the options are known."""

    name: str


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A named value; `name` is unique in its procedure."""

    name: str


@dataclass(frozen=True, slots=True)
class You(Expr):
    """The acting player."""


@dataclass(frozen=True, slots=True)
class WindowValue(Expr):
    """A value of an open window."""

    window: str
    name: str


@dataclass(frozen=True, slots=True)
class MomentNow(Expr):
    """`moment`: the window or phase that was opened last."""


@dataclass(frozen=True, slots=True)
class Stored(Expr):
    """A stored property of the game (no args), of a thing (one) or of a pair (two). Key: (name, first kind)."""

    key: tuple[str, str]
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class FactOf(Expr):
    """A fixed fact of a thing; with `index`, one entry of a listed fact (0 beyond its ends)."""

    key: tuple[str, str]
    of: Expr
    index: Expr | None


@dataclass(frozen=True, slots=True)
class Held(Expr):
    """How much of a stuff a holder has."""

    holder: Expr
    stuff: Expr


@dataclass(frozen=True, slots=True)
class InBundle(Expr):
    """How much of a stuff an amount has."""

    bundle: Expr
    stuff: Expr


@dataclass(frozen=True, slots=True)
class PerPlayer(Expr):
    """The only thing of a kind that a player has: `hand of p`."""

    kind: str
    player: Expr


@dataclass(frozen=True, slots=True)
class Container(Expr):
    """The nearest thing of a kind around a thing: `area of unit`; nothing if there is none."""

    kind: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Measure(Expr):
    """A measure, computed property, adjective or noun; `name` is its key in `Game.formulas`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """A column of a table."""

    table: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class DeedValue(Expr):
    """A condition or formula that a member gives; `you` inside is `player` (or the acting player). Missing: 0."""

    behaviour: str
    of: Expr
    player: Expr | None


@dataclass(frozen=True, slots=True)
class CanRun(Expr):
    """Could this procedure be begun now by the acting player?"""

    procedure: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class CanDeed(Expr):
    """Could this member's effect be begun now by the acting player?"""

    behaviour: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    operator: str  # + - *
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Extreme(Expr):
    """`min(a, b)`, `max(a, b)`"""

    operator: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    operator: str  # < <= > >= == !=
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or(Expr):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Expr):
    value: Expr


@dataclass(frozen=True, slots=True)
class Among(Expr):
    """Is the thing one of the many?"""

    item: Expr
    many: Expr


@dataclass(frozen=True, slots=True)
class IsKind(Expr):
    """Is the thing of one of these kinds?"""

    of: Expr
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Within(Expr):
    """Is the thing inside the place, at any depth?"""

    of: Expr
    place: Expr


@dataclass(frozen=True, slots=True)
class Amount(Expr):
    """An amount made of numbers and stuffs; a bundle-typed number stands for itself (its stuff is None)."""

    parts: tuple[tuple[Expr, Expr | None], ...]


@dataclass(frozen=True, slots=True)
class Covers(Expr):
    """Has the holder at least this amount, with substitutes if it is a player?"""

    holder: Expr
    bundle: Expr


@dataclass(frozen=True, slots=True)
class Top(Expr):
    """The uppermost thing of a zone: the last that came in; nothing if it is empty."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class GridValue(Expr):
    """A fact or relation of a grid: `joined(a, b)`, `contacts of spot`; `name` is in `engine.grid.PROVIDES`."""

    grid: str
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class At(Expr):
    """The place in which a thing lies directly, whatever its kind; nothing if it lies nowhere."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Single(Expr):
    """The set of this one thing; empty if it is nothing."""

    of: Expr


# -- Sets -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FromKind:
    """Every thing of these kinds, in the order of declaration."""

    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class FromPlayers:
    """Every player, in order of play."""


@dataclass(frozen=True, slots=True)
class FromMany:
    """The things of a set that is already there, in its order."""

    many: Expr


@dataclass(frozen=True, slots=True)
class FromPlace:
    """What lies directly in a place, in the order in which it came; with `areas`, in the areas of that region."""

    place: Expr
    kinds: frozenset[str]
    areas: bool


@dataclass(frozen=True, slots=True)
class FromOwner:
    """The things of a kind that were made for one player."""

    kind: str
    player: Expr


@dataclass(frozen=True, slots=True)
class FromLaid:
    """The regions or areas (of these kinds) of laid tiles, in the order of laying; of one region, if given."""

    grid: str
    kinds: frozenset[str]
    region: Expr | None


@dataclass(frozen=True, slots=True)
class FromStuff:
    """Stuffs, in the order of declaration."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FromSpots:
    """Where a tile, or each of many tiles, could be laid: tile by tile, cell by cell, face by face, turn by turn."""

    grid: str
    tiles: Expr


Source = FromKind | FromPlayers | FromMany | FromPlace | FromOwner | FromLaid | FromStuff | FromSpots


@dataclass(frozen=True, slots=True)
class Selection:
    """The values of a source that pass all tests; each is called `local` while it is tested."""

    span: Span
    local: str
    item: Type
    source: Source
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Count(Expr):
    selection: Selection


@dataclass(frozen=True, slots=True)
class Some(Expr):
    selection: Selection


@dataclass(frozen=True, slots=True)
class All(Expr):
    selection: Selection


@dataclass(frozen=True, slots=True)
class First(Expr):
    """The first of the selection, or nothing."""

    selection: Selection


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    """total, highest or lowest of a value over a selection; 0 if it is empty."""

    operator: str
    selection: Selection
    value: Expr


@dataclass(frozen=True, slots=True)
class Rank(Expr):
    """Dense rank of a player: 1 + how many different higher values there are; `local` is each player in turn."""

    of: Expr
    local: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Cases(Expr):
    """The value of the first case that holds (None always does), or nothing / 0 / no."""

    cases: tuple[tuple[Expr | None, Expr], ...]


# -- Lines ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Body:
    """Lines, of which the first `opening` decide whether they may be begun at all."""

    lines: tuple[Line, ...]
    opening: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    span: Span


@dataclass(frozen=True, slots=True)
class One:
    """One thing, player or stuff of a selection. `alike`: things that differ in nothing are one answer."""

    selection: Selection
    alike: bool


@dataclass(frozen=True, slots=True)
class Several:
    """From low to high (None: all there are) different things of a selection; low is lowered to what there is."""

    low: Expr
    high: Expr | None
    selection: Selection
    alike: bool


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number from low to high; empty if low is above high."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Orders:
    """All things of a selection, in an order."""

    selection: Selection


@dataclass(frozen=True, slots=True)
class Bundles:
    """From low to high (None: no limit) stuffs out of what a holder has (None: out of all there is)."""

    low: Expr
    high: Expr | None
    members: tuple[str, ...]
    holder: Expr | None


Domain = One | Several | Numbers | Orders | Bundles


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked what. `site` numbers the question in the whole game; `who` None is `chance`."""

    site: int
    who: Expr | None
    key: str
    may: bool
    secret: bool


@dataclass(frozen=True, slots=True)
class Choose(Line):
    """One question. No answer possible, or declined: the local is nothing and the body is skipped.

    In an opening, no possible answer ends the procedure there. One possible answer (and no `may`) is not asked.
    """

    ask: Ask
    local: str
    type: Type
    domain: Domain
    body: Body | None


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One line of a menu: offered if its test holds, its body's opening can be met and it is not used up."""

    span: Span
    key: str
    label: int
    once: int  # 0, or the bit that marks it as used up
    test: Expr | None
    body: Body


@dataclass(frozen=True, slots=True)
class Menu(Line):
    """A question whose answers are the labels of its options; `used` is a local with one bit per used-up option."""

    ask: Ask
    local: str
    options: tuple[OptionLine, ...]
    used: str


@dataclass(frozen=True, slots=True)
class Let(Line):
    """Gives a local a value, for the first time or again."""

    local: str
    type: Type
    value: Expr
    again: bool


@dataclass(frozen=True, slots=True)
class SetWindow(Line):
    window: str
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Line):
    """Sets a property; numbers stop at the ends of their track."""

    key: tuple[str, str]
    args: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class MoveThings(Line):
    """One thing (perhaps nothing) or many, to a place, as far as there is room."""

    things: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class MoveSome(Line):
    """The first `number` (None: all) things of a selection, to a place, as far as there is room.

    Out of a stack or row they are taken from the top (the last that came in) first.
    """

    number: Expr | None
    selection: Selection
    to: Expr


@dataclass(frozen=True, slots=True)
class Lay(Line):
    """A tile onto a spot."""

    grid: str
    tile: Expr
    spot: Expr


@dataclass(frozen=True, slots=True)
class Transfer(Line):
    """Stuff from a holder to a holder, as much as there is and as fits. Number None: all of these stuffs."""

    parts: tuple[tuple[Expr | None, Expr | None, tuple[str, ...]], ...]  # number, stuff, or all of several stuffs
    source: Expr
    to: Expr


@dataclass(frozen=True, slots=True)
class Pay(Line):
    """Stuff leaves a player, all or nothing, with substitutes, to a holder (None: where each stuff is paid to)."""

    site: int
    who: Expr
    bundle: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Reveal(Line):
    """A thing or the contents of a zone becomes known to all, or to one player."""

    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Shuffle(Line):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Require(Line):
    """In an opening, false ends the procedure there; later, false undoes to the nearest attempt."""

    test: Expr


@dataclass(frozen=True, slots=True)
class Announce(Line):
    """Fills the window's values, runs the window's procedure, gives changed values back to locals."""

    window: str
    args: tuple[Expr, ...]
    back: tuple[tuple[str, str], ...]  # value of the window, local


@dataclass(frozen=True, slots=True)
class Run(Line):
    """`who` None: as the acting player."""

    procedure: str
    who: Expr | None
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class RunDeed(Line):
    """A member's effect; does nothing if it has none, or if its moment is not now."""

    behaviour: str
    of: Expr
    who: Expr | None


@dataclass(frozen=True, slots=True)
class Finish(Line):
    pass


@dataclass(frozen=True, slots=True)
class Each(Line):
    """The selection is made at entry. `start`: begin there and go round. `together`: the first line of the body is
    a question to each of them; all are answered before anything else happens."""

    local: str
    selection: Selection
    start: Expr | None
    together: bool
    while_: Expr | None
    body: Body


@dataclass(frozen=True, slots=True)
class Repeat(Line):
    """At least low and at most high times (high None: exactly low). A pass begins only if `while_` holds and its
    opening can be met. After low passes the first question of a pass may be declined, unless a `pending`
    requirement is false; declining ends the loop. Bounds are read once."""

    low: Expr
    high: Expr | None
    while_: Expr | None
    body: Body
    pending: tuple[Expr, ...]
    used: str = ""  # the local that holds the used-up options of menus inside


@dataclass(frozen=True, slots=True)
class If(Line):
    test: Expr
    then: Body
    otherwise: Body


@dataclass(frozen=True, slots=True)
class Attempt(Line):
    """All or nothing: a late `require` that fails puts everything back and runs `otherwise`."""

    body: Body
    otherwise: Body


# -- The game -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Formula:
    """A pure text: its parameters are locals."""

    name: str
    span: Span
    params: tuple[tuple[str, Type], ...]
    body: Expr
    result: Type


@dataclass(frozen=True, slots=True)
class Procedure:
    """`moment` is what it opens; properties cleared at that moment are cleared at entry."""

    name: str
    span: Span
    params: tuple[tuple[str, Type], ...]
    moment: str
    body: Body
    asks: bool = False
    sure: frozenset[str] = frozenset()  # locals that an opening guarantees: never nothing


@dataclass(frozen=True, slots=True)
class DeedText:
    """What one member gives for a behaviour: a procedure without parameters, or a formula."""

    behaviour: str
    member: str
    moment: str
    procedure: Procedure | None
    formula: Formula | None


@dataclass(frozen=True, slots=True)
class WatchText:
    """Tested after each line that writes something in `reads`; `selection` None: one test."""

    name: str
    span: Span
    selection: Selection | None
    when: Expr
    body: Body
    reads: frozenset[str]


@dataclass(frozen=True, slots=True)
class SubstituteText:
    """`stuff` may be paid for the stuff numbered `paid`; `when` reads the local `it` (that stuff) and `payee`."""

    paid: str
    stuff: str
    goes_to: str
    delivers_from: str
    when: Expr | None
    it: str
    payee: str


@dataclass(frozen=True, slots=True)
class Site:
    """One question of the game: where it stands, its key, and how it is asked."""

    number: int
    span: Span
    key: str
    kind: str  # one, several, number, order, bundle, menu, payment
    secret: bool
    may: bool
    procedure: str
    type: Type
    together: bool = False


@dataclass(slots=True)
class Game:
    """All that the compiler and the interpreter need beside the vocabulary."""

    formulas: dict[str, Formula] = field(default_factory=dict)
    procedures: dict[str, Procedure] = field(default_factory=dict)
    deeds: dict[tuple[str, str], DeedText] = field(default_factory=dict)
    watches: list[WatchText] = field(default_factory=list)
    substitutes: list[SubstituteText] = field(default_factory=list)
    paid_to: dict[str, Expr] = field(default_factory=dict)
    costs: dict[tuple[str, str, str], Expr] = field(default_factory=dict)
    counts: dict[str, Expr] = field(default_factory=dict)
    sites: list[Site] = field(default_factory=list)
    main: str = ""
