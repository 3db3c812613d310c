"""What was meant, expression by expression: values and tests, each with its type and its place."""

from __future__ import annotations

from dataclasses import dataclass

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
    """Has the holder at least this amount? `instead`: what may be paid instead counts too, if it is a player."""

    holder: Expr
    bundle: Expr
    instead: bool


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
