"""A played game in, its rounds and phases out: what its first procedure repeats, and what that runs in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from archidsl.checker import ir
from archidsl.diagnostics import Span
from archidsl.engine.layout import Layout
from archidsl.engine.machine import Position
from archidsl.engine.words import word
from archidsl.pipeline import Game
from archidsl.reasons import replayed
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.text import spoken

ROUND = "round"


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of the first procedure: the first of what it repeats, or one that runs a procedure."""

    new_round: bool
    phase: str
    counter: str  # the property of the game that this line counts up, if it does


@dataclass(frozen=True, slots=True)
class Heading:
    """What begins after so many answers. `round` is like `turn 3`, and empty where nothing is repeated yet."""

    answers: int
    round: str
    phase: str
    new_round: bool


def headings(game: Game, position: Position, lexicon: Lexicon) -> list[Heading]:
    """All of them, oldest first; of what nobody is asked in, too."""
    marks = dict(_marks(game.rules.procedures[game.rules.main].body))
    found: list[tuple[int, Mark, int]] = []
    counts = {"rounds": 0}

    def met(span: Span, way: str) -> None:
        mark = marks.get(span)
        if mark is not None and not way:
            counts["rounds"] += mark.new_round
            found.append((-1, mark, counts["rounds"]))

    def answered(number: int) -> None:
        for i in range(len(found) - 1, -1, -1):
            if found[i][0] >= 0:
                break
            found[i] = (number, *found[i][1:])

    replayed(game, position, met, answered)
    return list(_told(found, lexicon))


def _told(found: list[tuple[int, Mark, int]], lexicon: Lexicon) -> Iterator[Heading]:
    now = ""
    for answers, mark, rounds in found:
        if mark.new_round:
            now = counted(lexicon, mark.counter, rounds) if mark.counter else f"{ROUND} {rounds}"
        keys = [f"{section}.{mark.phase}" for section in ("phase", "procedure")]
        phase = next((lexicon.name(key) for key in keys if lexicon.has(key)), spoken(mark.phase))
        yield Heading(answers, now, phase, mark.new_round)


def counted(lexicon: Lexicon, name: str, value: int | str) -> str:
    """`turn 3`"""
    said = value if isinstance(value, int) else lexicon.say(value)
    return lexicon.say("numbered", name=lexicon.name(f"term.{name}"), number=said)


def _marks(body: ir.Body, repeated: bool = False) -> Iterator[tuple[Span, Mark]]:
    for number, line in enumerate(body.lines):
        first = repeated and number == 0
        phase = line.procedure if isinstance(line, ir.Run) else ""
        counter = line.key[0] if isinstance(line, ir.Store) and not line.args else ""
        if first or phase:
            yield line.span, Mark(first, phase, counter)
        if isinstance(line, ir.Repeat):
            yield from _marks(line.body, True)
        elif isinstance(line, ir.If):
            yield from _marks(line.then)
            yield from _marks(line.otherwise)


def facts(layout: Layout, state: list[object]) -> dict[str, int | str]:
    """Numbers, and what is yes or no, of the game itself, as far as everybody sees and is told them."""
    out: dict[str, int | str] = {}
    for (name, kind), column in layout.columns.items():
        value = state[column.offset] if not kind else None
        if isinstance(value, int) and column.base in ("number", "yes_no") and name not in layout.quiet:
            said = word(layout, column.base, value)
            if column.seen_by == "all" and said is not None:
                out[name] = said
    return out
