"""A script: which game is played, how its table is set, what is answered, and what must be so in between."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from archidsl.diagnostics import Span
from archidsl.packs.values import Scalar

ENDING = ".game"


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or several that belong together, and where they stand."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """What is answered or offered: words (`2 pearl and 1 shell`), or a list in brackets."""

    span: Span
    text: str
    items: tuple[Word, ...] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """`red: step wheel`"""

    span: Span
    player: Word
    key: Word
    said: Said


@dataclass(frozen=True, slots=True)
class Begin:
    """`red begins swap`: something that is offered beside the question."""

    span: Span
    player: Word
    what: Word


@dataclass(frozen=True, slots=True)
class Refuse:
    """This would be refused; `because` is the name of a refusal, or words of the reason."""

    span: Span
    what: Answer | Begin
    because: Word | None


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition of the effect language."""

    span: Span
    text: Scalar


@dataclass(frozen=True, slots=True)
class Over:
    span: Span
    over: bool


@dataclass(frozen=True, slots=True)
class Wins:
    """These win, and nobody else; none of them: nobody does."""

    span: Span
    players: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked what (`player` nobody: the game is over), and which answers are offered."""

    span: Span
    player: Word
    key: Word | None
    offers: tuple[Said, ...]
    all: bool


@dataclass(frozen=True, slots=True)
class Sees:
    """What a player (or `everybody`) sees of a place, of `stuff of holder` or of `property of thing`."""

    span: Span
    player: Word
    what: Word
    said: Said


@dataclass(frozen=True, slots=True)
class Stop:
    span: Span


Step = Answer | Begin | Refuse | Condition | Over | Wins | Asked | Sees | Stop


@dataclass(slots=True)
class Script:
    """All of one file."""

    path: Path
    text: str
    game: tuple[Word, ...] = ()
    options: list[tuple[Word, Word]] = field(default_factory=list)
    options_span: Span | None = None
    seed: Word | None = None
    names: tuple[Word, ...] = ()
    given: Scalar | None = None
    play: Scalar | None = None
    steps: list[Step] = field(default_factory=list)

    @property
    def top(self) -> Span:
        return Span(str(self.path), 1, 1, 1, 1)
