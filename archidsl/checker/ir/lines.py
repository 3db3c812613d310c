"""What was meant, line by line: everything that happens."""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.checker.ir.sets import Selection
from archidsl.checker.ir.values import Expr
from archidsl.checker.types import Type
from archidsl.diagnostics import Span


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
    """Who is asked what. `site` numbers the question in the whole game; `who` None is `chance`. `really`, as in
    `does choose`: also if there is only one answer, or in a repeat only to stop, so that nobody learns that from not
    being asked."""

    site: int
    who: Expr | None
    key: str
    may: bool
    secret: bool
    really: bool = False


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
    refusal: str = ""  # what people read then


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

    @property
    def beginning(self) -> Body:
        """What must be met before a pass: nothing of a question that is put in any case, and nothing behind it."""
        for i, line in enumerate(self.body.lines):
            if isinstance(line, Choose | Menu):
                asked = self.high is not None and line.ask.really
                return Body(self.body.lines[:i], min(i, self.body.opening)) if asked else self.body
        return self.body


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
