"""A grid and what lies on it in, a drawing in plain characters out: squares as boxes, hexes in staggered columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from archidsl.engine.grid import Grid
from archidsl.engine.layout import Layout

WIDTH = 80
# Steps to the neighbours, clockwise from the top, in columns and half rows.
STEPS = {4: ((0, -2), (1, 0), (0, 2), (-1, 0)), 6: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))}
NARROWEST, WIDEST = 3, 14  # letters in a cell

Said = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Board:
    """Where each cell is drawn: column, and half rows from the top."""

    kind: str
    sides: int
    at: dict[str, tuple[int, int]]
    areas: dict[str, str]  # area -> the region it is a part of
    things: frozenset[str]  # cells, regions and areas: whatever the drawing tells of
    laid: bool  # tiles are laid on it: only what is near them is drawn


def board_of(layout: Layout) -> Board | None:
    """The board of a game, if it has one that can be drawn."""
    grid = layout.grid
    if not isinstance(grid, Grid) or len(grid.neighbours[0]) not in STEPS:
        return None
    at = _spread(grid)
    left, top = min(x for x, _ in at.values()), min(y for _, y in at.values())
    names = layout.names
    cells = {names[grid.cell0 + cell]: (x - left, y - top) for cell, (x, y) in at.items()}
    areas = {names[area]: names[grid.region0 + tile] for area, (tile, _) in grid.area_home.items()}
    regions = [names[grid.region0 + tile] for tile in range(len(grid.faces))]
    things = frozenset([*cells, *areas, *regions])
    return Board(layout.kind_of[grid.cell0], len(grid.neighbours[0]), cells, areas, things, bool(grid.faces))


def _spread(grid: Grid) -> dict[int, tuple[int, int]]:
    """Every cell that can be walked to from the middle, with its place."""
    at = {grid.centre: (0, 0)}
    open_cells = [grid.centre]
    while open_cells:
        cell = open_cells.pop()
        x, y = at[cell]
        for (dx, dy), other in zip(STEPS[len(grid.neighbours[0])], grid.neighbours[cell], strict=True):
            if other >= 0 and other not in at:
                at[other] = (x + dx, y + dy)
                open_cells.append(other)
    return at


def drawn(
    board: Board, laid: Mapping[str, Sequence[Any]], places: Said, said: Said,
    called: Callable[[Sequence[str]], Sequence[str]] = tuple,
) -> str:  # fmt: skip
    """The board with its cells' names and what lies in them; where a cell is too small, it is told below."""
    texts = {cell: [*said.get(cell, ()), *called(places.get(cell, ()))] for cell in board.at}
    for region, (cell, _face, _turn) in laid.items():
        inside = list(places.get(region, ()))
        inside += [thing for area, home in board.areas.items() if home == region for thing in places.get(area, ())]
        texts[cell] += [*called([region]), *called(inside)]
    at = _near(board, {cell for cell in texts if texts[cell]}) if board.laid else dict(board.at)
    if not at:
        return ""  # nothing has been laid yet
    columns = max(x for x, _ in at.values()) + 1
    frame, gap = (1, 3) if board.sides == 4 else (2, 2)
    room = min(WIDEST, (WIDTH - frame) // columns - gap)
    longest = max([len(text) for cell in at for text in (cell, *texts[cell])], default=NARROWEST)
    width = max(NARROWEST, min(room, longest))
    if room < NARROWEST:
        return _told(texts, [cell for cell in at if texts[cell]])
    height = 1 if board.sides == 4 else 2
    if board.sides == 4:
        height = max([1, *[len(_lines(texts[cell], width)) for cell in at]])
        height = min(height, 3)
    cut = [cell for cell in at if len(_lines(texts[cell], width)) > height or any(len(t) > width for t in texts[cell])]
    draw = _squares if board.sides == 4 else _hexes
    below = _told(texts, cut)
    return draw(at, texts, width, height) + (f"\n{below}" if below else "")


def _near(board: Board, used: set[str]) -> dict[str, tuple[int, int]]:
    """The cells in use and those around them, moved to the corner."""
    spots = {board.at[cell] for cell in used}
    around = {(x + dx, y + dy) for x, y in spots for dx, dy in STEPS[board.sides]} | spots
    at = {cell: place for cell, place in board.at.items() if place in around}
    left, top = min([x for x, _ in at.values()], default=0), min([y for _, y in at.values()], default=0)
    return {cell: (x - left, y - top) for cell, (x, y) in at.items()}


def _told(texts: Said, cells: Sequence[str]) -> str:
    lines = [wrap(f"{cell}: {', '.join(texts[cell])}", WIDTH, subsequent_indent="  ") for cell in cells]
    return "\n".join(line for some in lines for line in some)


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


def _squares(at: dict[str, tuple[int, int]], texts: Said, width: int, height: int) -> str:
    columns, rows = 1 + max(x for x, _ in at.values()), 1 + max(y // 2 for _, y in at.values())
    by_place = {(x, y // 2): cell for cell, (x, y) in at.items()}
    rule = "+" + "+".join(["-" * (width + 2)] * columns) + "+"
    out = [rule]
    for row in range(rows):
        cells = [by_place.get((x, row), "") for x in range(columns)]
        filled = [[cell, *(_lines(texts[cell], width) if cell else [])] for cell in cells]
        for i in range(height + 1):
            out.append("|" + "|".join(f" {(lines[i] if i < len(lines) else ''):<{width}} " for lines in filled) + "|")
        out.append(rule)
    return "\n".join(out)


def _hexes(at: dict[str, tuple[int, int]], texts: Said, width: int, height: int) -> str:
    r"""Flat-topped, four lines each, the columns half a cell apart.

       ______
      /a1    \
     /text    \
     \more    /
      \______/
    """
    flat = max(4, width)
    columns, rows = 1 + max(x for x, _ in at.values()), 1 + max(y for _, y in at.values())
    canvas = [[" "] * (columns * (flat + 2) + 4) for _ in range(rows * 2 + 5)]

    def put(line: int, column: int, text: str) -> None:
        for i, letter in enumerate(text):
            if letter != " ":
                canvas[line][column + i] = letter

    for cell, (x, y) in at.items():
        left, top = x * (flat + 2), y * 2
        lines = [*_lines(texts[cell], width), "", ""]
        put(top, left + 2, "_" * flat)
        put(top + 1, left + 1, f"/{cell:<{flat}}\\")
        put(top + 2, left, f"/ {lines[0]:<{flat}} \\")
        put(top + 3, left, f"\\ {lines[1]:<{flat}} /")
        put(top + 4, left + 1, "\\" + "_" * flat + "/")
    return "\n".join(line for line in ("".join(row).rstrip() for row in canvas) if line)
