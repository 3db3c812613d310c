"""A layout in, the board of a game out: where each cell lies, which sides and areas each laid tile has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from archidsl.engine.grid import Grid
from archidsl.engine.layout import Layout

# Steps to the neighbours, clockwise from the top, in columns and half rows.
STEPS = {4: ((0, -2), (1, 0), (0, 2), (-1, 0)), 6: ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))}
Places = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Look:
    """A face of a tile, turned: for each direction the type and the area of its side; all areas; its facts."""

    sides: tuple[str, ...]
    side_areas: tuple[str, ...]  # empty where no area is
    areas: tuple[str, ...]
    facts: Mapping[str, Any]
    printed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # area -> what the tile says of it


@dataclass(frozen=True, slots=True)
class Board:
    """Where each cell is drawn: column, and half rows from the top."""

    kind: str
    sides: int
    at: Places
    areas: dict[str, str]  # area -> the region it is a part of
    things: frozenset[str]  # cells, regions and areas: whatever the drawing tells of
    laid: bool  # tiles are laid on it: only what is near them is drawn
    looks: dict[str, tuple[tuple[Look, ...], ...]] = field(default_factory=dict)  # region -> face -> turn

    def look(self, region: str, face: int, turn: int) -> Look | None:
        faces = self.looks.get(region, ())
        return faces[face][turn] if face < len(faces) and turn < len(faces[face]) else None

    def near(self, used: Collection[str]) -> Places:
        """These cells alone, moved to the corner."""
        return moved({cell: place for cell, place in self.at.items() if cell in used})


def moved(at: Places) -> Places:
    left, top = min([x for x, _ in at.values()], default=0), min([y for _, y in at.values()], default=0)
    return {cell: (x - left, y - top) for cell, (x, y) in at.items()}


def board_of(layout: Layout) -> Board | None:
    """The board of a game, if it has one that can be drawn."""
    grid = layout.grid
    if not isinstance(grid, Grid) or len(grid.neighbours[0]) not in STEPS:
        return None
    names = layout.names
    cells = moved({names[grid.cell0 + cell]: place for cell, place in _spread(grid).items()})
    areas = {names[area]: names[grid.region0 + tile] for area, (tile, _) in grid.area_home.items()}
    looks = {names[grid.region0 + tile]: _looks(tile, grid, layout) for tile in range(len(grid.faces))}
    things = frozenset([*cells, *areas, *looks])
    return Board(layout.kind_of[grid.cell0], len(grid.neighbours[0]), cells, areas, things, bool(grid.faces), looks)


def _looks(tile: int, grid: Grid, layout: Layout) -> tuple[tuple[Look, ...], ...]:
    told = layout.faces.get(grid.tile0 + tile, ())
    names = layout.names
    out = []
    for number, face in enumerate(grid.faces[tile]):
        facts = dict(told[number]) if number < len(told) else {}
        words = dict(zip(face.sides, map(str, facts.pop("sides", ())), strict=False))
        areas = tuple(names[area] for area in face.areas)
        turns = [
            Look(
                tuple(words.get(side, "") for side in sides),
                tuple(names[area] if area >= 0 else "" for area in side_areas),
                areas,
                facts,
                {names[area]: layout.printed[area] for area in face.areas if area in layout.printed},
            )
            for sides, side_areas in face.turned
        ]
        out.append(tuple(turns))
    return tuple(out)


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
