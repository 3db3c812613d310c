"""The text of an effect in; the same lines with the usual spaces and indents, and all their comments, out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from archidsl.diagnostics import NOWHERE, Report
from archidsl.lang.from_text import parse
from archidsl.lang.grammar import KEYWORDS
from archidsl.lang.to_text import INDENT, text_of
from archidsl.packs.values import Scalar

TOKEN = re.compile(r" *(#.*|<=|>=|[<>:,()=+*-]|[a-z][a-z0-9_]*|[0-9]+)")
WORD = re.compile(r"[a-z][a-z0-9_]*|[0-9]+|\)")
UNARY = "unary -"


def tidied(form: str, text: str) -> str | None:
    """The text in its usual form; nothing if it cannot be read, or if it would not mean the same afterwards."""
    rows = [_row(line) for line in text.rstrip().split("\n")]
    if any(row is None for row in rows):
        return None
    new = "\n".join(_indented([row for row in rows if row is not None]))
    before = _meaning(form, text)
    if before is None or before != _meaning(form, new) or _comments(text) != _comments(new):
        return None
    return new


@dataclass(frozen=True, slots=True)
class Row:
    """One line: where it began, what it says, the comment behind it and where that began."""

    column: int
    said: str
    comment: str
    comment_column: int


def _row(line: str) -> Row | None:
    tokens, at = [], 0
    line = line.rstrip(" ")
    while at < len(line):
        found = TOKEN.match(line, at)
        if found is None:
            return None
        tokens.append(found[1])
        at = found.end()
    comment = tokens.pop() if tokens and tokens[-1].startswith("#") else ""
    return Row(len(line) - len(line.lstrip(" ")), _joined(tokens), comment, len(line) - len(comment))


def _joined(tokens: list[str]) -> str:
    if tokens and tokens[0].isdigit() and ":" in tokens:  # a case: `0-2:`, `5+:`
        colon = tokens.index(":")
        return "".join(tokens[: colon + 1]) + "".join(" " + part for part in [_joined(tokens[colon + 1 :])] if part)
    marked = [UNARY if token == "-" and (i == 0 or _opens(tokens[i - 1])) else token for i, token in enumerate(tokens)]
    out = [token.replace(UNARY, "-") for token in marked[:1]]
    for left, right in pairwise(marked):
        out.append(("" if _close(left, right) else " ") + right.replace(UNARY, "-"))
    return "".join(out)


def _opens(token: str) -> bool:
    """Behind these a `-` is a sign and not a subtraction."""
    return not WORD.fullmatch(token) or token in KEYWORDS


def _close(left: str, right: str) -> bool:
    """Is there no space between the two?"""
    if right in ",:)" or left in ("(", UNARY):
        return True
    return right == "(" and left[0].isalpha() and left not in KEYWORDS


def _indented(rows: list[Row]) -> list[str]:
    """Two spaces for each block; comments on lines of their own go with the line below them.

    A comment behind a line stays in its column if it can, so that comments below each other stay there.
    """
    columns: list[int] = []
    depths: list[int | None] = []
    for row in rows:
        if not row.said:
            depths.append(None)
            continue
        while columns and row.column < columns[-1]:
            columns.pop()
        if not columns or row.column > columns[-1]:
            columns.append(row.column)
        depths.append(len(columns) - 1)
    out: list[str] = []
    for i, (row, depth) in enumerate(zip(rows, depths, strict=True)):
        if row.said:
            written = INDENT * (depth or 0) + row.said
            gap = max(row.comment_column - len(written), 0) or 2
            out.append(written + " " * gap + row.comment if row.comment else written)
        elif row.comment:
            below = next((d for d in depths[i:] if d is not None), None)
            above = next((d for d in reversed(depths[:i]) if d is not None), 0)
            out.append(INDENT * (above if below is None else below) + row.comment)
        elif out and out[-1]:
            out.append("")
    return out


def _meaning(form: str, text: str) -> str | None:
    read = parse(form, Scalar(NOWHERE, text, True, 1, 1), Report())
    return None if read is None else text_of(read, form)


def _comments(text: str) -> list[str]:
    return [line[line.index("#") :].rstrip() for line in text.split("\n") if "#" in line]
