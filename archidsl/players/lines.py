"""Lines of a screen: texts with styles, measured, cut, filled and set beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from archidsl.emit import Part, width

Line = tuple[Part, ...]
MORE = ">"  # something did not fit here


def text_of(part: Part) -> str:
    return part if isinstance(part, str) else part[1]


def plain(line: Iterable[Part]) -> str:
    return "".join(map(text_of, line))


def wide(line: Iterable[Part]) -> int:
    return sum(width(text_of(part)) for part in line)


def cut(line: Line, most: int, sign: str = "..") -> Line:
    """The line, or its beginning and a sign that it goes on."""
    if wide(line) <= most:
        return line
    room, out = max(0, most - width(sign)), []
    for part in line:
        text = text_of(part)
        kept = text if width(text) <= room else _beginning(text, room)
        room -= width(kept)
        out.append(kept if isinstance(part, str) else (part[0], kept))
        if kept != text:
            break
    return (*out, sign[: max(0, most)])


def _beginning(text: str, most: int) -> str:
    while width(text) > most:
        text = text[:-1]
    return text


def padded(line: Line, columns: int) -> Line:
    return (*line, " " * max(0, columns - wide(line)))


def is_table(text: str) -> bool:
    """Has it columns, that a line break would tear apart?"""
    return "  " in text.strip()


def folded(texts: Iterable[str], most: int) -> list[Line]:
    """Sentences are wrapped, rows of tables cut."""
    out: list[Line] = []
    for text in texts:
        if is_table(text) or width(text) <= most:
            out.append(cut((text,), most))
        else:
            out += [(line,) for line in wrap(text, most, subsequent_indent="  ", break_on_hyphens=False)]
    return out


def beside(columns: Sequence[tuple[int, Sequence[Line]]], gap: int = 2) -> list[Line]:
    """Columns of lines, each with its width, next to each other."""
    height = max((len(lines) for _, lines in columns), default=0)
    out = []
    for row in range(height):
        line: Line = ()
        for at, (columns_wide, lines) in enumerate(columns):
            piece = lines[row] if row < len(lines) else ()
            line = (*line, *(padded(piece, columns_wide + gap) if at + 1 < len(columns) else piece))
        while line and not text_of(line[-1]).strip():
            line = line[:-1]
        out.append(line)
    return out


def in_columns(items: Sequence[Line], most: int, fewest: int = 6, gap: int = 3) -> list[Line]:
    """Down the columns, as many columns as fit; few items stay one below the other."""
    if not items:
        return []
    widest = min(most, max(map(wide, items)))
    columns = max(1, min(5, (most + gap) // (widest + gap))) if len(items) >= fewest else 1
    rows = -(-len(items) // columns)
    lists = [items[at : at + rows] for at in range(0, len(items), rows)]
    return beside([(widest, [cut(item, widest) for item in some]) for some in lists], gap)
