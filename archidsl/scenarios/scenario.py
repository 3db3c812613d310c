"""A scenario: how the table is set, what is played and answered, and what must be true then."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from archidsl.diagnostics import Span
from archidsl.packs.values import Scalar, Value


@dataclass(frozen=True, slots=True)
class Lay:
    """Tiles laid on spots, written as in records: `tile@cell`, `tile/1@cell+2`."""

    spots: tuple[Scalar, ...]


Piece = Scalar | Lay  # effect lines, or tiles


@dataclass(frozen=True, slots=True)
class Answer:
    """`p1: {square: b2}`"""

    span: Span
    player: str
    key: str
    written: Value


@dataclass(frozen=True, slots=True)
class Refuse:
    """The answer is not offered; `because` is a word of the rule that refuses it, or its place."""

    answer: Answer
    because: Scalar | None


@dataclass(frozen=True, slots=True)
class Allow:
    """The answer is offered, and something else may be answered."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the effect language."""

    text: Scalar


@dataclass(frozen=True, slots=True)
class Offered:
    """The question stands open, and these are all its answers."""

    span: Span
    key: str
    wanted: Value


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked for what."""

    span: Span
    player: str
    key: str


@dataclass(frozen=True, slots=True)
class Holds:
    """What lies in a place, from below to above."""

    span: Span
    place: Scalar
    wanted: Value


@dataclass(frozen=True, slots=True)
class Sees:
    """What a player sees of a place, a holder or `property of thing`."""

    span: Span
    player: Scalar
    what: Scalar
    wanted: Value


Look = Condition | Refuse | Allow | Offered | Asked | Holds | Sees
Step = Answer | Look


@dataclass(frozen=True, slots=True)
class Scenario:
    """One case: a table, a play, and what comes of it."""

    name: str
    span: Span
    rules: tuple[str, ...] = ()
    options: tuple[tuple[str, str | int], ...] = ()
    seed: str = "scenario"
    given: tuple[Piece, ...] = ()
    play: Scalar | None = None
    steps: tuple[Step, ...] = ()
    expect: tuple[Look, ...] = ()
    rest: str = ""
    stops: bool = False
    over: bool | None = None


@dataclass(slots=True)
class Suite:
    """The scenarios of one file, with the game they play and the names they use."""

    path: Path
    game: Path | None = None
    game_span: Span | None = None
    mods: tuple[Path, ...] = ()
    options: dict[str, str | int] = field(default_factory=dict)
    aliases: dict[str, Scalar] = field(default_factory=dict)
    common: dict[str, Value] = field(default_factory=dict)
    scenarios: list[Scenario] = field(default_factory=list)

    @property
    def packs(self) -> tuple[Path, ...]:
        assert self.game is not None
        return (self.game, *self.mods)
