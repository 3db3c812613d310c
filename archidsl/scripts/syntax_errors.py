"""A line of a script that Lark stumbled over in, a diagnostic in the author's words out."""

from __future__ import annotations

import re

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.lang.grammar import KEYWORDS

FORMS = {
    "game": "game: PATH`, or `game: shipped + PATH",
    "options": "options: players 2, NAME VALUE",
    "seed": "seed: ANY WORDS",
    "players": "players: red, blue",
    "given": "given:`, and below it, indented, lines of the effect language, or tiles: `lay TILE@CELL",
    "play": "play: red does NAME()",
    "refuse": "refuse red: QUESTION ANSWER because REASON",
    "expect": "expect score of red > 1`, `expect red is asked QUESTION: ANSWER, ANSWER` or `expect red wins",
    "stop": "stop",
}
FIRST_WORDS = frozenset(FORMS)
ANSWERS = "red: QUESTION ANSWER, QUESTION ANSWER"
BEGINS = "red begins NAME: QUESTION ANSWER"
SEES = "expect blue sees hand of red: [hidden, NAME]"
TABLE = "lines that set the table stand below `given:`, indented"
EFFECTS = KEYWORDS | {"lay"}  # what lines under `given` and `play` begin with, if not with a name


def explain(error: UnexpectedInput, lines: list[str], file: str, number: int, report: Report) -> None:
    row, column, word = _place(error, lines)
    span = Span(file, number + row - 1, column, number + row - 1, column + max(len(word), 1))
    first, second = (re.split("[:,]", piece)[0] for piece in [*lines[0].split(), ""][:2])
    before = lines[row - 1][: column - 1].strip() if row == 1 else lines[0]
    help = TABLE if first in EFFECTS else did_you_mean(first, FIRST_WORDS)
    if before in ("", first) and first not in FIRST_WORDS and help:
        at = Span(file, number, 1, number, len(first) + 1)
        return report.error("script-form", at, f"`{first}` begins no line of a script", help)
    form = FORMS.get(first, BEGINS if second == "begins" or did_you_mean(second, ["begins"]) else ANSWERS)
    form = SEES if first == "expect" and " sees " in lines[0] else form
    if not word:
        message = "the line ends too early"
    elif word.startswith('"'):
        message = "a text in quotes must end in quotes, on the same line"
    else:
        message = f"`{word}` does not fit here"
    return report.error("script-form", span, message, _advice(word, first, before, row) or f"write it like `{form}`")


def _place(error: UnexpectedInput, lines: list[str]) -> tuple[int, int, str]:
    """Row (from 1) and column of what does not fit, and the word itself; it is empty at the end of the line."""
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        return int(error.token.line or 1), int(error.token.column or 1), str(error.token).split()[0]
    if isinstance(error, UnexpectedCharacters):
        return error.line, error.column, lines[error.line - 1][error.column - 1 : error.column]
    row = len(lines)
    while row > 1 and not lines[row - 1].split("#")[0].strip():
        row -= 1
    return row, len(lines[row - 1].split(" #")[0].rstrip()) + 1, ""


def _advice(word: str, first: str, before: str, row: int) -> str:
    """What most likely was meant, for the mistakes that are made most."""
    if "{" in before + word and first not in FIRST_WORDS:
        return "an amount is written `2 NAME and 1 NAME`, several things `[NAME, NAME]`"
    if before.count("[") > before.count("]") and not word:
        return "close the list with `]`"
    if word == ":" and before not in ("", first, f"{first} begins") and first not in FIRST_WORDS:
        return "one player answers in one line; between a question and its answer stands a space"
    if first == "expect" and row > 1:
        return "a condition stands on one line"
    return ""
