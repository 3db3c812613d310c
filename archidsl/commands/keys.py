"""A prompt in, a command out: at a terminal some keys are commands by themselves, everything else is a typed line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Mapping

from archidsl.emit import emit, rub_out

RIGHT, LEFT, DOWN, UP, SPACE, BACK = "\x1b[C", "\x1b[D", "\x1b[B", "\x1b[A", " ", "\x7f"
LONGEST = 200  # letters of a typed line
END, ENTER, BACKSPACE, CANCEL = "\x04", "\r\n", "\x7f\b", "\x15"


def read_command(prompt: str, keys: Mapping[str, str]) -> str:
    """The command of a key as soon as it is pressed before anything else, or a line; EOFError at the end."""
    emit(("bold", prompt), end="")
    if not sys.stdin.isatty():
        try:
            line = sys.stdin.readline(4096)
        except UnicodeDecodeError:
            line = "(unreadable)\n"
        if not line:
            raise EOFError
        emit(line.rstrip("\n"))
        return line.strip()
    try:
        with _each_key() as fd:
            return _typed(fd, keys)
    except ImportError:  # no termios: whole lines then
        return input().strip()
    finally:
        emit("")


@contextlib.contextmanager
def _each_key() -> Iterator[int]:
    """The terminal gives us keys as they are pressed; afterwards it is as before."""
    import termios
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    tty.setcbreak(fd)
    try:
        yield fd
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _typed(fd: int, keys: Mapping[str, str]) -> str:
    line = ""
    while raw := os.read(fd, 64).decode("utf-8", "ignore"):
        if not line and raw in keys:
            return keys[raw]
        if raw.startswith("\x1b"):
            continue  # a key that means nothing here
        for key in raw:
            if key in ENTER:
                return line.strip()
            if key == END:
                raise EOFError
            if key in BACKSPACE or key == CANCEL:
                gone = len(line) if key == CANCEL else min(1, len(line))
                line = line[: len(line) - gone]
                rub_out(gone)
            elif key.isprintable() and len(line) < LONGEST:
                line += key
                emit(key, end="")
    raise EOFError
