"""A position in, what happened up to it out: every change, with the line of the rules that made it.

The game is played once more in the reference interpreter, which tells of each line that changed something; compiled
games stay fast because they keep no journal. A journal tells everything: it is for authors, not for players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from archidsl.checker import ir
from archidsl.checker.types import Type
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Span
from archidsl.engine.choices import CHANCE
from archidsl.engine.grid import Grid
from archidsl.engine.layout import Column, Layout
from archidsl.engine.machine import Position
from archidsl.engine.words import word
from archidsl.interpreter.game import Reference
from archidsl.pipeline import Game


@dataclass(frozen=True, slots=True)
class Change:
    """`pearl of p1: 3 -> 2`, in the words of the rules."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.before} -> {self.after}"


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
    teller = Teller(layout, game.v)
    events: list[Event] = []
    count = 0

    def listen(line: ir.Line, procedure: str, before: list[Any], after: list[Any]) -> None:
        changes = teller.changes(before, after)
        if changes:
            events.append(Event(count, line.span, procedure, tuple(map(str, changes))))

    again = Reference(game.v, game.rules, layout, position.s[layout.key], listen=listen)
    for count in played_again(again, position):  # noqa: B007 (the listener reads it)
        pass
    return events


def answers_of(position: Position) -> list[tuple[int, Any]]:
    """Who answered what so far, oldest first; a text is something that was volunteered."""
    found = []
    link = position.history
    while link is not None:
        link, who, _, answer = link
        found.append((who, answer))
    return found[::-1]


def played_again(reference: Reference, position: Position) -> Iterator[int]:
    """Gives a reference the same answers; tells the number of each before it is given, and 0 before the first question.

    Whoever stops asking for more leaves the rest unplayed.
    """
    yield 0
    reference.begin()
    for number, (who, answer) in enumerate(answers_of(position), 1):
        yield number
        if reference.asked is not None and reference.asked[1] == CHANCE:
            reference.chance()  # moves the counter on, as it did in the game
        if isinstance(answer, str):
            reference.volunteer(answer, who)
        else:
            reference.answer(answer)


class Teller:
    """Says what changed between two states, slot by slot, in the words of the game."""

    def __init__(self, layout: Layout, v: Vocabulary) -> None:
        self.layout = layout
        self.names: dict[int, tuple[str, str]] = {}  # slot -> what it is, and what its value is made of
        for thing in range(layout.movable):
            self.names[layout.at + thing] = (f"place of {layout.names[thing]}", "thing")
            self.names[layout.known + thing] = (f"who knows {layout.names[thing]}", "players")
        for holder, first in enumerate(layout.holdings[:-1]):
            for i, stuff in enumerate(layout.stuffs if first >= 0 else ()):
                self.names[first + i] = (f"{stuff} of {layout.names[holder]}", "number")
        for (name, kind), column in layout.columns.items():
            for slot in range(column.first, column.first + column.count):
                self.names[slot] = (name + self._whose(column, slot) if kind else name, column.base)
        for zone in layout.zones:
            self.names[layout.contents[zone]] = (f"order of {layout.names[zone]}", "order")
        types = {(window.name, name): type for window in v.windows.values() for name, type in window.values}
        for (window, name), slot in layout.window_slots.items():
            self.names[slot] = (f"{name} of {window}", types[window, name].base)
        if isinstance(layout.grid, Grid):
            for i in range(len(layout.grid.faces)):
                self.names[layout.grid.region_cell + i] = (f"cell of {layout.names[layout.grid.region0 + i]}", "cell")

    def _whose(self, column: Column, slot: int) -> str:
        names = self.layout.names
        if not column.width:
            return f" of {names[slot - column.offset]}"
        one, two = divmod(slot - column.first, column.width)
        firsts, seconds = (self.layout.of_kind(kind) for kind in column.kinds)
        return f" of {names[firsts[one]]} and {names[seconds[two]]}"

    def changes(self, before: list[Any], after: list[Any]) -> tuple[Change, ...]:
        found = []
        for slot, (old, new) in enumerate(zip(before, after, strict=True)):
            if old == new or slot not in self.names:
                continue
            what, base = self.names[slot]
            if base != "order":
                found.append(Change(what, self.say(base, old), self.say(base, new)))
            elif sorted(old) == sorted(new):  # what came and went is told by its place
                found.append(Change(what, "old", "new"))
        return tuple(found)

    def local(self, type: Type, value: Any) -> str:
        """The value of a name in the rules."""
        if isinstance(value, tuple) and type.base == "bundle":
            return ", ".join(f"{number} {self.layout.stuffs[stuff]}" for stuff, number in value if number) or "nothing"
        if isinstance(value, tuple):
            return " ".join(self.say(type.base, one) for one in value) or "nothing"
        return self.say(type.base, value)

    def say(self, base: str, value: Any) -> str:
        if isinstance(value, tuple):
            return " ".join(self.layout.names[t] for t in value) or "nothing"
        if base == "players":
            names = [self.layout.names[p] for p in range(self.layout.players) if value >> p & 1]
            return " ".join(names) or "nobody"
        if base == "cell":
            assert isinstance(self.layout.grid, Grid)
            return self.layout.names[self.layout.grid.cell0 + value] if value >= 0 else "nothing"
        found = word(self.layout, base, value) if base != "bundle" else value
        return "nothing" if found is None else str(found)
