"""A position in, what happened up to it out: every change, with the line of the rules that made it.

The game is played once more in the reference interpreter, which tells of each line that changed something; compiled
games stay fast because they keep no journal. A journal tells everything: it is for authors, not for players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from archidsl.checker import ir
from archidsl.diagnostics import Span
from archidsl.engine.layout import Layout
from archidsl.engine.machine import Position
from archidsl.engine.words import word
from archidsl.interpreter.game import Reference
from archidsl.pipeline import Game


@dataclass(frozen=True, slots=True)
class Event:
    """After so many answers this line of this procedure changed these things."""

    answers: int
    span: Span
    procedure: str
    changes: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.answers}: {', '.join(self.changes)} ({self.procedure}, {self.span.file}:{self.span.line})"


def journal(game: Game, position: Position) -> list[Event]:
    """Everything that happened, oldest first."""
    layout = position.program.layout
    teller = Teller(layout)
    events: list[Event] = []
    count = 0

    def listen(line: ir.Line, procedure: str, before: list[Any], after: list[Any]) -> None:
        changes = teller.changes(before, after)
        if changes:
            events.append(Event(count, line.span, procedure, changes))

    again = Reference(game.v, game.rules, layout, position.s[layout.key], listen=listen).begin()
    for who, answer in answers_of(position):
        count += 1
        if isinstance(answer, str):
            again.volunteer(answer, who)
        else:
            again.answer(answer)
    return events


def answers_of(position: Position) -> list[tuple[int, Any]]:
    """Who answered what so far, oldest first; a text is something that was volunteered."""
    found = []
    link = position.history
    while link is not None:
        link, who, _, answer = link
        found.append((who, answer))
    return found[::-1]


class Teller:
    """Says what changed between two states, slot by slot, in the words of the game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.names: dict[int, tuple[str, str]] = {}  # slot -> what it is, and what its value is made of
        for thing in range(layout.movable):
            self.names[layout.at + thing] = (f"place of {layout.names[thing]}", "thing")
        for holder, first in enumerate(layout.holdings[:-1]):
            for i, stuff in enumerate(layout.stuffs if first >= 0 else ()):
                self.names[first + i] = (f"{stuff} of {layout.names[holder]}", "number")
        for (name, kind), column in layout.columns.items():
            for slot in range(column.first, column.first + column.count):
                whose = "" if not kind or column.width else f" of {layout.names[slot - column.offset]}"
                self.names[slot] = (name + whose, column.base)

    def changes(self, before: list[Any], after: list[Any]) -> tuple[str, ...]:
        found = []
        for slot, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new and slot in self.names:
                what, base = self.names[slot]
                found.append(f"{what}: {self.say(base, old)} -> {self.say(base, new)}")
        return tuple(found)

    def say(self, base: str, value: Any) -> str:
        if isinstance(value, tuple):
            return " ".join(self.layout.names[t] for t in value) or "nothing"
        found = word(self.layout, base, value)
        return "nothing" if found is None else str(found)
