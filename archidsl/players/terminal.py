"""The terminal, or a pipe in its place: lines out, a typed line in, and how much room there is."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress

from archidsl.emit import emit, emit_screen, readable
from archidsl.players.lines import Line
from archidsl.players.screen import Size

NARROWEST, LOWEST = 40, 12  # a smaller window is treated like this one
LONGEST_LINE = 4096


class Terminal:
    """`bare` is for people who want everything one below the other: no clearing, no limit in height."""

    def __init__(self, bare: bool = False) -> None:
        self.person = sys.stdin.isatty() and sys.stdout.isatty()
        self.clears = self.person and not bare and os.environ.get("TERM", "dumb") != "dumb"

    def size(self) -> Size:
        """A pipe is 80 columns wide and endless."""
        if not sys.stdout.isatty():
            return Size()
        columns, lines = shutil.get_terminal_size()
        return Size(max(NARROWEST, columns), max(LOWEST, lines) if self.clears else None)

    def show(self, lines: Iterable[Line]) -> None:
        """A new screen, at once."""
        emit_screen(lines, self.clears)

    def hide(self, lines: Iterable[Line]) -> None:
        """The same; nobody can scroll back to what was there, and what was typed too early is forgotten."""
        emit_screen(lines, self.clears, self.clears)
        if self.person:
            with suppress(ImportError, OSError):
                import termios

                termios.tcflush(sys.stdin, termios.TCIFLUSH)

    def say(self, lines: Iterable[Line]) -> None:
        """More below what is there."""
        emit_screen(lines, False)

    def read(self, prompt: str) -> str:
        """One typed line; from a pipe it is shown too, so that the output reads like a game."""
        if self.person:
            with suppress(ImportError):
                import readline  # noqa: F401 (makes `input` editable)
            return input(readable(prompt))  # said by `input`: who edits a line has to know where it begins
        emit(("bold", prompt), end="")
        try:
            line = sys.stdin.readline(LONGEST_LINE)
        except UnicodeDecodeError:
            line = "(unreadable)\n"
        if not line:
            raise EOFError
        emit(line.rstrip("\n"))
        return line
