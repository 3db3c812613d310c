r"""Cells with their sides and contents in, hexagons in characters out, in three sizes.

   ______
  /3 ~f S1\        flat on top; a size says how many lines a slope has
 /:CC2 T ww\
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from archidsl.emit import Part
from archidsl.players.board import Places
from archidsl.players.lines import MORE, Line, cut, text_of, wide

SLOPES = (3, 2, 1)  # lines of a slope: large, middle, small
NARROWEST = {3: 8, 2: 8, 1: 6}  # letters on the flat side
WIDEST = {3: 18, 2: 18, 1: 14}
Token = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn in one cell: heading and contents by area, both shorter for small cells, and signs of its sides."""

    heading: Token
    short: Token
    contents: tuple[tuple[Token, ...], ...] = ()
    few: tuple[Token, ...] = ()
    sides: tuple[Part, ...] = ("",) * 6
    style: str = ""


@dataclass(frozen=True, slots=True)
class Size:
    """Lines of a slope, and letters on the flat side."""

    slope: int
    flat: int

    def extent(self, at: Places) -> tuple[int, int]:
        """Columns and lines that the drawing takes."""
        columns, halves = 1 + max(x for x, _ in at.values()), 2 + max(y for _, y in at.values())
        return columns * (self.flat + self.slope) + self.slope, halves * self.slope + 1

    def rows(self) -> list[tuple[int, int]]:
        """For each line inside of a cell, where it begins and how long it is."""
        k = self.slope
        upper = [(k - i + 1, self.flat + 2 * (i - 1)) for i in range(1, k + 1)]
        lower = [(i - k, self.flat + 2 * (2 * k - i)) for i in range(k + 1, 2 * k)]
        return [*upper, *lower]


def sizes(at: Places, cells: Mapping[str, Cell], width: int) -> list[Size]:
    """The sizes in which the map is not too wide, the largest first."""
    columns = 1 + max(x for x, _ in at.values())
    out = []
    for slope in SLOPES:
        room = (width - slope) // columns - slope
        if room >= NARROWEST[slope]:
            wanted = max([_wanted(cell, slope) for cell in cells.values()], default=0)
            out.append(Size(slope, max(NARROWEST[slope], min(room, wanted, WIDEST[slope]))))
    return out


def _wanted(cell: Cell, slope: int) -> int:
    """How long the flat side must be for everything to fit."""
    if slope == 1:
        return _length([cell.short, *cell.few])
    lengths = [_length(group) - 2 for group in cell.contents]
    return max([wide(cell.heading), *lengths])


def _length(tokens: Sequence[Token]) -> int:
    return sum(map(wide, tokens)) + max(0, len(tokens) - 1)


def drawn(at: Places, cells: Mapping[str, Cell], size: Size) -> list[Line]:
    """The map in this size."""
    columns, lines = size.extent(at)
    canvas: list[list[tuple[str, str]]] = [[("", " ")] * columns for _ in range(lines)]

    def put(line: int, column: int, parts: Token) -> None:
        for part in parts:
            style, text = ("", part) if isinstance(part, str) else part
            for letter in text:
                if letter != " " and 0 <= column < columns:
                    canvas[line][column] = (style, letter)
                column += 1

    for name, (x, y) in sorted(at.items(), key=lambda item: item[0] in cells and bool(cells[item[0]].contents)):
        left, top = x * (size.flat + size.slope), y * size.slope
        for line, column, part in _outline(cells[name], size):
            put(top + line, left + column, (part,))
        for line, ((start, _), tokens) in enumerate(zip(size.rows(), _filled(cells[name], size), strict=False), 1):
            put(top + line, left + start, tokens)
    return [_joined(row) for row in canvas]


def _outline(cell: Cell, size: Size) -> list[tuple[int, int, Part]]:
    k, flat = size.slope, size.flat
    north, north_east, south_east, south, south_west, north_west = cell.sides
    out: list[tuple[int, int, Part]] = [
        (0, k, _side(north, "_", flat, cell)),
        (2 * k, k, _side(south, "_", flat, cell)),
    ]
    for i in range(1, k + 1):
        out.append((i, k - i, _side(north_west, "/", 1, cell)))
        out.append((i, k + flat - 1 + i, _side(north_east, "\\", 1, cell)))
        out.append((k + i, i - 1, _side(south_west, "\\", 1, cell)))
        out.append((k + i, 2 * k + flat - i, _side(south_east, "/", 1, cell)))
    return out


def _side(sign: Part, usual: str, number: int, cell: Cell) -> Part:
    text = (text_of(sign) or usual)[:1] * number
    style = sign[0] if not isinstance(sign, str) else cell.style
    return (style, text) if style else text


def _filled(cell: Cell, size: Size) -> list[Token]:
    """The lines of a cell. Each area begins a line if there are lines enough; what does not fit is marked."""
    rows = [length for _, length in size.rows()]
    if len(rows) == 1:
        return _flow([[cell.short, *cell.few]], rows)
    heading = cell.heading if wide(cell.heading) <= rows[0] else cut(cell.short, rows[0], MORE)
    body = _flow([list(group) for group in cell.contents], [row - 2 if row > size.flat else row for row in rows[1:]])
    return [heading, *[(" ", *line) for line in body]]


def _flow(groups: Sequence[Sequence[Token]], rows: Sequence[int]) -> list[Token]:
    apart = _lines(groups, rows)
    if len(apart) <= len(rows):
        return apart
    together = _lines([[token for group in groups for token in group]], rows)
    if len(together) <= len(rows):
        return together
    kept = together[: len(rows)]
    return [*kept[:-1], cut((*kept[-1], " ", *together[len(rows)]), rows[-1], MORE)]


def _lines(groups: Sequence[Sequence[Token]], rows: Sequence[int]) -> list[Token]:
    lines: list[Token] = []
    for group in groups:
        begins = True
        for token in group:
            room = rows[min(len(lines), len(rows)) - 1] if lines else 0
            if not begins and wide(lines[-1]) + 1 + wide(token) <= room:
                lines[-1] = (*lines[-1], " ", *token)
            else:
                lines.append(cut(tuple(token), rows[min(len(lines), len(rows) - 1)], MORE))
            begins = False
    return lines


def _joined(row: Sequence[tuple[str, str]]) -> Line:
    """Letters of one style become one part; the end without spaces."""
    last = max((i for i, (_, letter) in enumerate(row) if letter != " "), default=-1)
    out: list[tuple[str, str]] = []
    for style, letter in row[: last + 1]:
        if out and (out[-1][0] == style or letter == " "):
            out[-1] = (out[-1][0], out[-1][1] + letter)
        else:
            out.append((style, letter))
    return tuple((style, text) if style else text for style, text in out)
