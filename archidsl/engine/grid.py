"""A board of cells on which tiles are laid: spots, neighbours, and areas that join across sides.

All tables are fixed before a game; what changes stands in the state, as in every other part of the engine.
"""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.engine.layout import State

# value of a grid in the ir -> the method that works it out
PROVIDES = (
    "tile_of_spot", "cell_of_spot", "face_of_spot", "rotation_of_spot", "contacts_of_spot", "touches", "meets",
    "has_area", "region_of_tile", "region_of_cell", "tile_of_region", "cell_of_region", "face_of_region",
    "rotation_of_region", "adjacent_cells", "adjacent_regions", "joined", "shore",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a tile: for each side its type and its area, the kind of each area, the turns that differ."""

    sides: tuple[int, ...]
    side_area: tuple[int, ...]
    areas: tuple[int, ...]  # the things that are its areas
    area_kinds: tuple[int, ...]
    shores: tuple[tuple[int, int], ...]  # pairs of areas that touch
    turned: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # for each turn: type and area by direction


@dataclass(frozen=True, slots=True)
class Grid:
    """Tables of one grid, and the slots of what changes."""

    neighbours: tuple[tuple[int, ...], ...]  # for each cell, clockwise from the top; -1 at the rim
    centre: int
    faces: tuple[tuple[Face, ...], ...]  # for each tile
    looks: tuple[tuple[tuple[int, int], ...], ...]  # for each tile every way it can lie: see `fit`
    width: int  # bits for the type of one side in a look
    rotations: int
    matching: bool
    joining: frozenset[int]
    cell0: int  # first cell, tile, region among all things
    tile0: int
    region0: int
    thing: int
    area_shores: dict[int, tuple[int, ...]]
    area_home: dict[int, tuple[int, int]]  # area -> (tile, number of the area on its face)
    cell_region: int  # slots
    region_cell: int
    region_face: int
    region_turn: int
    region_near: int
    region_areas: int
    area_joins: dict[int, int]  # area -> slot
    area_cells: dict[int, int]  # area -> slot of the cells that it could go on into
    every_area: int  # slot of all areas of laid regions, in the order of laying
    rim: int  # slot of all open cells in order, each with the bits that count and what they must be
    laid_areas: int  # slot of the first kind of area
    laid: int  # slot of all laid regions
    at: int
    contents: tuple[int, ...]

    # -- spots: numbers that say tile, face, cell and turn at once

    def parts(self, spot: int) -> tuple[int, int, int, int]:
        spot, turn = divmod(spot, self.rotations)
        spot, cell = divmod(spot, len(self.neighbours))
        tile, face = divmod(spot, len(self.faces[0]))
        return tile, face, cell, turn

    def spots(self, s: State, tiles: tuple[int, ...]) -> list[int]:
        """Where these tiles could be laid."""
        return [spot for tile in tiles for opening in s[self.rim] for spot in self.fit(tile, opening)]

    def fit(self, tile: int, opening: tuple[int, int, int]) -> list[int]:
        """How a tile could lie in an open cell: sides that touch must be of one type."""
        cell, counts, wanted = opening
        first = cell * self.rotations
        return [first + rest for rest, look in self.looks[tile - self.tile0] if look & counts == wanted]

    # -- laying

    def lay(self, s: State, tile: int, spot: int) -> None:
        """Puts a tile down: its region and areas come into being, and join their neighbours."""
        number, face_number, cell, turn = self.parts(spot)
        if number != tile - self.tile0 or s[self.cell_region + cell] != -1 or s[self.region_cell + number] != -1:
            return
        region = self.region0 + number
        s[self.cell_region + cell] = region
        s[self.region_cell + number] = cell
        s[self.region_face + number] = face_number
        s[self.region_turn + number] = turn
        s[self.laid] += (region,)
        s[self.at + region] = self.thing
        self._take_up(s, tile, cell)
        face = self.faces[number][face_number]
        s[self.region_areas + number] = face.areas
        s[self.every_area] += face.areas
        for area, kind in zip(face.areas, face.area_kinds, strict=True):
            s[self.laid_areas + kind] += (area,)
        self._settle(s, cell, region, *face.turned[turn])
        self._order_joins(s, face.areas)

    def _settle(self, s: State, cell: int, region: int, sides: tuple[int, ...], areas: tuple[int, ...]) -> None:
        """Beside a new region there are open cells that must go with its sides, and regions that it joins."""
        rim = {opening[0]: opening for opening in s[self.rim]}
        rim.pop(cell, None)
        count, width = len(sides), self.width
        one_side = (1 << width) - 1
        for direction, other in enumerate(self.neighbours[cell]):
            if other < 0:
                continue
            side, area = sides[direction], areas[direction]
            if area >= 0 and side in self.joining:
                s[self.area_cells[area]] += (other,)
            there = (direction + count // 2) % count
            beside = s[self.cell_region + other]
            if beside != -1:
                self._join(s, region, beside, side, area, there)
                continue
            _, counts, wanted = rim.get(other, (other, 0, 0))
            if self.matching:
                counts |= one_side << there * width
                wanted |= side << there * width
            rim[other] = (other, counts, wanted)
        s[self.rim] = tuple([rim[other] for other in sorted(rim)])

    def _order_joins(self, s: State, areas: tuple[int, ...]) -> None:
        """Joined areas stand in the order in which they were laid; where one of these came last, it still is so."""
        order = s[self.every_area].index
        for area in areas:
            joined = s[self.area_joins[area]] if area in self.area_joins else ()
            if len(joined) > 1:
                s[self.area_joins[area]] = tuple(sorted(joined, key=order))
            for other in joined:
                slot = self.area_joins[other]
                if len(s[slot]) > 1 and s[slot][-2] in areas:
                    s[slot] = tuple(sorted(s[slot], key=order))

    def _take_up(self, s: State, tile: int, cell: int) -> None:
        old = s[self.at + tile]
        if isinstance(old, int) and old >= 0 and self.contents[old] >= 0:
            slot = self.contents[old]
            s[slot] = tuple([t for t in s[slot] if t != tile])
        s[self.at + tile] = self.cell0 + cell

    def _join(self, s: State, region: int, other: int, side: int, one: int, there: int) -> None:
        """Two regions touch; do areas of theirs join?"""
        number = other - self.region0
        s[self.region_near + region - self.region0] += (other,)
        s[self.region_near + number] += (region,)
        sides, areas = self.faces[number][s[self.region_face + number]].turned[s[self.region_turn + number]]
        two = areas[there]
        if one < 0 or two < 0 or side != sides[there] or side not in self.joining:
            return
        if two not in s[self.area_joins[one]]:
            s[self.area_joins[one]] += (two,)
            s[self.area_joins[two]] += (one,)

    # -- questions; each takes the state first, `nothing` gives nothing or no

    def tile_of_spot(self, s: State, spot: int) -> int:
        return self.tile0 + self.parts(spot)[0]

    def cell_of_spot(self, s: State, spot: int) -> int:
        return self.cell0 + self.parts(spot)[2]

    def face_of_spot(self, s: State, spot: int) -> int:
        return self.parts(spot)[1]

    def rotation_of_spot(self, s: State, spot: int) -> int:
        return self.parts(spot)[3]

    def contacts_of_spot(self, s: State, spot: int) -> int:
        around = self.neighbours[self.parts(spot)[2]]
        return sum([1 for cell in around if cell >= 0 and s[self.cell_region + cell] != -1])

    def touches(self, s: State, spot: int, region: int) -> int:
        if spot < 0 or region < 0:
            return 0
        return int(s[self.region_cell + region - self.region0] in self.neighbours[self.parts(spot)[2]])

    def meets(self, s: State, spot: int, area: int) -> int:
        """Would the area go on into the laid tile?"""
        if spot < 0 or area < 0:
            return 0
        return int(spot // self.rotations % len(self.neighbours) in s[self.area_cells[area]])

    def has_area(self, s: State, spot: int, kind: int) -> int:
        tile, face, _, _ = self.parts(spot)
        return int(spot >= 0 and kind in self.faces[tile][face].area_kinds)

    def region_of_tile(self, s: State, tile: int) -> int:
        if tile < 0 or s[self.region_cell + tile - self.tile0] == -1:
            return -1
        return self.region0 + tile - self.tile0

    def region_of_cell(self, s: State, cell: int) -> int:
        return s[self.cell_region + cell - self.cell0] if cell >= 0 else -1

    def tile_of_region(self, s: State, region: int) -> int:
        return self.tile0 + region - self.region0 if region >= 0 else -1

    def cell_of_region(self, s: State, region: int) -> int:
        cell = s[self.region_cell + region - self.region0] if region >= 0 else -1
        return self.cell0 + cell if cell != -1 else -1

    def face_of_region(self, s: State, region: int) -> int:
        return s[self.region_face + region - self.region0] if region >= 0 else 0

    def rotation_of_region(self, s: State, region: int) -> int:
        return s[self.region_turn + region - self.region0] if region >= 0 else 0

    def adjacent_cells(self, s: State, one: int, two: int) -> int:
        return int(one >= 0 and two >= 0 and two - self.cell0 in self.neighbours[one - self.cell0])

    def adjacent_regions(self, s: State, one: int, two: int) -> int:
        return int(one >= 0 and two in s[self.region_near + one - self.region0])

    def joined(self, s: State, one: int, two: int) -> int:
        return int(one in self.area_joins and two in s[self.area_joins[one]])

    def shore(self, s: State, one: int, two: int) -> int:
        return int(two in self.area_shores.get(one, ()))

    def areas_of(self, s: State, region: int) -> tuple[int, ...]:
        """The areas of a laid region; none if it is not laid."""
        areas: tuple[int, ...] = s[self.region_areas + region - self.region0] if region >= 0 else ()
        return areas
