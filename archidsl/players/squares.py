"""Cells and texts in, a board of squares out: boxes with the names of cells and what lies in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

from archidsl.players.board import Places

NARROWEST, WIDEST = 3, 14  # letters in a cell
HIGHEST = 3  # lines in a cell

Said = Mapping[str, Sequence[str]]


def drawn(at: Places, texts: Said, width: int) -> list[str]:
    """The board; where a cell is too small, what lies in it is told below."""
    columns, rows = 1 + max(x for x, _ in at.values()), 1 + max(y // 2 for _, y in at.values())
    room = min(WIDEST, (width - 1) // columns - 3)
    if room < NARROWEST:
        return told(texts, [cell for cell in at if texts[cell]], width)
    longest = max([len(text) for cell in at for text in (cell, *texts[cell])], default=NARROWEST)
    inner = max(NARROWEST, min(room, longest))
    height = min(HIGHEST, max([1, *[len(_lines(texts[cell], inner)) for cell in at]]))
    by_place = {(x, y // 2): cell for cell, (x, y) in at.items()}
    rule = "+" + "+".join(["-" * (inner + 2)] * columns) + "+"
    out = [rule]
    for row in range(rows):
        cells = [by_place.get((x, row), "") for x in range(columns)]
        filled = [[cell, *(_lines(texts[cell], inner) if cell else [])] for cell in cells]
        for i in range(height + 1):
            out.append("|" + "|".join(f" {(lines[i] if i < len(lines) else ''):<{inner}} " for lines in filled) + "|")
        out.append(rule)
    long = [c for c in at if len(_lines(texts[c], inner)) > height or any(len(t) > inner for t in texts[c])]
    return [*out, *told(texts, long, width)]


def told(texts: Said, cells: Sequence[str], width: int) -> list[str]:
    lines = [wrap(f"{cell}: {', '.join(texts[cell])}", width, subsequent_indent="  ") for cell in cells]
    return [line for some in lines for line in some]


def _lines(texts: Sequence[str], width: int) -> list[str]:
    """Texts filled into lines of a cell; a text that is too long is cut."""
    lines: list[str] = []
    for text in texts:
        text = text if len(text) <= width else text[: width - 1] + "~"
        if lines and len(lines[-1]) + 1 + len(text) <= width:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return lines
