"""Written lines in, a player out that gives exactly these answers: what does not fit fails with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from archidsl.engine.views import View
from archidsl.engine.words import Written


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """`- p1: {square: b2}`, and where it stands: `win.yaml:7`."""

    player: str
    key: str
    written: Written
    place: str = ""


class ScriptError(Exception):
    """`win.yaml:7: p2 is asked for `square`, and not p1`"""

    def __init__(self, line: ScriptLine | None, message: str) -> None:
        super().__init__(f"{line.place}: {message}" if line is not None and line.place else message)
        self.line, self.message = line, message


class Script:
    """Answers for all players, line by line."""

    def __init__(self, lines: Iterable[ScriptLine]) -> None:
        self.lines = tuple(lines)
        self.used = 0

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        if self.used == len(self.lines):
            last = self.lines[-1] if self.lines else None
            raise ScriptError(last, f"{question['player']} is asked for `{question['key']}`, and no line is left")
        line = self.lines[self.used]
        if problem := mismatch(line, question):
            raise ScriptError(line, problem)
        self.used += 1
        return line.written

    def finish(self) -> None:
        """At the end of the game every line must have been used."""
        if self.used < len(self.lines):
            left = len(self.lines) - self.used
            raise ScriptError(self.lines[self.used], f"the game is over; {left} lines from here on are not used")


def mismatch(line: ScriptLine, question: dict[str, Any] | None) -> str:
    """Why a line does not answer the open question; empty if it does."""
    if question is None:
        return "the game is over, and nobody is asked anything"
    begins = isinstance(line.written, str) and line.written.startswith("+")  # anybody may do that
    if line.player != question["player"] and not begins:
        return f"{question['player']} is asked for `{question['key']}`, and not {line.player}"
    if line.key != question["key"]:
        return f"{line.player} is asked for `{question['key']}`, and not for `{line.key}`"
    return ""
