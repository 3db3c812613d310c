"""What was meant by all texts of a pack together."""

from __future__ import annotations

from dataclasses import dataclass, field

from archidsl.checker.ir.lines import Body
from archidsl.checker.ir.sets import Selection
from archidsl.checker.ir.values import Expr
from archidsl.checker.types import Type
from archidsl.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Formula:
    """A pure text: its parameters are locals."""

    name: str
    span: Span
    params: tuple[tuple[str, Type], ...]
    body: Expr
    result: Type
    sure: frozenset[str] = frozenset()  # parameters that nobody gives nothing


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
class PanelText:
    """What people are shown. Its values are formulas of the game, called `panel:NAME:VALUE`; each takes the row."""

    name: str
    span: Span
    at: str
    when: str  # the formula that says whether it is shown, or nothing
    each: str  # the formula that gives the rows, or nothing: then there is one, and it has no name
    across: str  # the formula that gives the columns, or nothing: then each value is one
    over: str  # the formula of a chart's steps, or nothing
    values: tuple[tuple[str, str, str, bool], ...]  # name, formula, who sees it, whether 0 is left out
    told: bool


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
    panels: list[PanelText] = field(default_factory=list)
    substitutes: list[SubstituteText] = field(default_factory=list)
    paid_to: dict[str, Expr] = field(default_factory=dict)
    costs: dict[tuple[str, str, str], Expr] = field(default_factory=dict)
    counts: dict[str, Expr] = field(default_factory=dict)  # of a kind, or of a stuff: how many there are
    sites: list[Site] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)  # computed properties that stand in views
    refusals: dict[str, str] = field(default_factory=dict)  # formula -> what people read when it is not so
    main: str = ""
