"""Texts from anywhere in, harmless lines on a terminal or in a pipe out. Everything printed goes through here.

A part of a line is a text, or a style and a text. Whatever a terminal would obey or hide is made visible first, so the
only control sequences that leave are the colours of this module, and the one that clears a terminal.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TextIO

Part = str | tuple[str, str]  # a text, or (style, text)

COLORS = ("auto", "always", "never")
STYLES = {"error": "1;31", "warning": "1;33", "good": "1;32", "place": "1;34", "help": "1;36", "bold": "1", "dim": "2"}
STYLES |= {
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "94",
    "magenta": "35",
    "cyan": "36",
    "white": "37",
    "grey": "90",
}
STYLES |= {f"player{n}": style for n, style in enumerate(("1;31", "1;33", "1;36", "1;35", "1;32", "1;37"), 1)}
CLEAR, FORGET = "\x1b[H\x1b[2J", "\x1b[3J"  # home and the screen; what was scrolled off it
NO_READER = 128 + 13  # the exit code of a program that a closed pipe ends
CANNOT_WRITE = 74

# All of C0 but the newline, DEL, C1, bidirectional and zero-width characters, separators, fillers, surrogates, tags.
# A list and not `unicodedata`, which differs between Pythons.
UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
MOST_MARKS = 3  # marks above and below one letter; more of them run into other lines
PLAIN = re.compile(r"[\n -~]*")


class _Settings:
    color = "auto"


def set_color(choice: str) -> None:
    """What `--color` says: `auto`, `always` or `never`."""
    _Settings.color = choice


def escaped(text: str) -> str:
    """The text with everything unseen written out, like `\\u200b`. Newlines stay."""
    if PLAIN.fullmatch(text):
        return text
    text = UNSEEN.sub(lambda found: _code(found[0]), text)
    return text if text.isascii() else _few_marks(text)


def on_one_line(text: str) -> str:
    """The text in a form that cannot begin a line of its own."""
    return escaped(text.replace("\n", "\\n"))


def _code(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _few_marks(text: str) -> str:
    out, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        out.append(character if marks <= MOST_MARKS else _code(character))
    return "".join(out)


def width(text: str) -> int:
    """The columns that an escaped text takes in a terminal."""
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def can_write(text: str) -> bool:
    """Can stdout write all of it as it is?"""
    return _writable(text, sys.stdout) == text


def readable(text: str) -> str:
    """The text on one line as it will stand on stdout: to be measured before it is printed."""
    return _writable(on_one_line(text), sys.stdout)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wants_color(stream: TextIO) -> bool:
    """`--color`, then NO_COLOR, then FORCE_COLOR, then TERM, then whether anybody looks."""
    if _Settings.color != "auto":
        return _Settings.color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") != "0" or os.environ.get("CLICOLOR_FORCE", "0") != "0":
        return True
    return os.environ.get("TERM") != "dumb" and stream.isatty()


def open_what_is_closed() -> None:
    """Who starts a program may close its streams: then they lead nowhere, and no file gets their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for as long as it runs


def emit(*parts: Part, err: bool = False, end: str = "\n") -> None:
    """Prints one line (or, with `end=""`, a piece of one); messages and prompts go to stderr, results to stdout."""
    stream = sys.stderr if err else sys.stdout
    color = wants_color(stream)
    _write("".join(_painted(part, color) for part in parts) + end, stream)


def emit_screen(lines: Iterable[Sequence[Part]], clear: bool, forget: bool = False) -> None:
    """Many lines at once, so that nothing flickers; `clear` empties a terminal, `forget` what scrolled off it too."""
    color = wants_color(sys.stdout)
    text = "".join("".join(_painted(part, color) for part in line) + "\n" for line in lines)
    _write((CLEAR if clear else "") + (FORGET if forget else "") + text, sys.stdout)


def rub_out(letters: int) -> None:
    """Takes the last letters of a typed line off the terminal again."""
    _write("\b \b" * letters, sys.stdout)
    sys.stdout.flush()


def emit_json(value: object, indent: int | None = 2) -> None:
    """For programs: ASCII only, one value."""
    import json  # most commands need none

    emit(json.dumps(value, ensure_ascii=True, indent=indent))


def flush() -> None:
    """At the end, so that a closed pipe is noticed here and not in Python's own farewell."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError) as problem:
            _give_up(problem, stream)


def _painted(part: Part, color: bool) -> str:
    if isinstance(part, str):
        return escaped(part)
    style, text = part
    text = escaped(text)
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if color and text else text


def _writable(text: str, stream: TextIO) -> str:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    if encoding.lower() not in ("utf-8", "utf8"):
        text = text.replace("\u202f", " ").replace("\xa0", " ")  # French is full of them, few encodings have both
    return text.encode(encoding, "backslashreplace").decode(encoding)


def _write(text: str, stream: TextIO) -> None:
    try:
        stream.write(_writable(text, stream))
        stream.flush()
    except (OSError, ValueError) as problem:
        _give_up(problem, stream)


def _give_up(problem: Exception, stream: TextIO) -> None:
    """Nobody reads on, or nothing can be written: what is left goes nowhere."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        pass
    if isinstance(problem, BrokenPipeError):
        raise SystemExit(NO_READER)
    if stream is not sys.stderr:
        emit(f"archidsl: the output cannot be written: {problem}", err=True)
    raise SystemExit(CANNOT_WRITE)
