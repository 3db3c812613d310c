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


def headings(game: Game, position: Position) -> list[Heading]:
    """All of them, oldest first; of what nobody is asked in, too."""
    marks = dict(_marks(game.rules.procedures[game.rules.main].body))
    layout = position.program.layout
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
    return list(_told(found, layout))


def _told(found: list[tuple[int, Mark, int]], layout: Layout) -> Iterator[Heading]:
    now = ""
    for answers, mark, rounds in found:
        if mark.new_round:
            now = f"{mark.counter.replace('_', ' ') or ROUND} {rounds}"
        yield Heading(answers, now, mark.phase.replace("_", " "), mark.new_round)


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
