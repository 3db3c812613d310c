"""A declared grid in, its tables and slots out."""

from __future__ import annotations

from archidsl.checker.vocabulary import GridDecl, Kind, Vocabulary
from archidsl.engine.grid import Face, Grid
from archidsl.engine.layout import Layout

HEX = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # clockwise from the top, axial
SQUARE = ((0, -1), (1, 0), (0, 1), (-1, 0))
LETTERS = "abcdefghijklmnoqrstuvwxyz"  # without p: players are called p1, p2 ...


def coordinates(grid: GridDecl) -> list[tuple[int, int]]:
    """Every cell, column by column from the left, from top to bottom."""
    if grid.shape == "square":
        return [(x, y) for x in range(grid.size[0]) for y in range(grid.size[1])]
    r = grid.radius
    return [(q, s) for q in range(-r, r + 1) for s in range(max(-r, -q - r), min(r, -q + r) + 1)]


def cell_names(grid: GridDecl) -> list[str]:
    """Columns have letters, cells of a column numbers from the top: `c4`."""
    names: list[str] = []
    seen: dict[int, int] = {}
    columns = sorted({q for q, _ in coordinates(grid)})
    for q, _ in coordinates(grid):
        seen[q] = seen.get(q, 0) + 1
        column = columns.index(q)
        high, low = divmod(column, len(LETTERS))
        letters = (LETTERS[high - 1] if high else "") + LETTERS[low]
        names.append(f"{letters}{seen[q]}")
    return names


def grid_names(kind: Kind, v: Vocabulary) -> list[str]:
    """The names of the things that a grid makes: cells, tiles, regions, areas."""
    grid = v.grids[kind.whole]
    if kind.sort == "cell":
        return cell_names(grid)
    if kind.sort == "tile":
        return [tile.name for tile in grid.tiles]
    if kind.sort == "region":
        return [f"{grid.makes}_{tile.name}" for tile in grid.tiles]
    return [name for name, area_kind, *_ in face_areas(grid) if area_kind == kind.name]


def face_areas(grid: GridDecl) -> list[tuple[str, str, int, int, str]]:
    """Every area of every face: its name, kind, tile, face and letter."""
    letters = dict(grid.sides)
    found = []
    for number, tile in enumerate(grid.tiles):
        for f, face in enumerate(tile.faces):
            kinds = {}
            for letter in dict.fromkeys(face.areas):
                side = letters[face.sides[face.areas.index(letter)]]
                kinds[letter] = next((name for name, types in grid.areas if side in types), "")
            part = f"_{f + 1}" if grid.faces > 1 else ""
            for letter, kind in {**kinds, **dict(face.inner)}.items():
                if kind:
                    found.append((f"{tile.name}{part}_{letter}", kind, number, f, letter))
    return found


def lay_out_grid(v: Vocabulary, layout: Layout) -> None:
    for grid in list(v.grids.values())[:1]:
        layout.grid = _grid(grid, layout)


def _grid(grid: GridDecl, layout: Layout) -> Grid:
    spots = coordinates(grid)
    index = {at: i for i, at in enumerate(spots)}
    directions = SQUARE if grid.shape == "square" else HEX
    neighbours = tuple(tuple(index.get((q + dq, r + dr), -1) for dq, dr in directions) for q, r in spots)
    centre = index.get((0, 0), 0) if grid.shape == "hex" else index[grid.size[0] // 2, grid.size[1] // 2]
    regions = len(grid.tiles)
    areas = face_areas(grid)
    joins = {side for side, value in grid.joins if value is True or layout.options.get(str(value), 0) == 1}
    types = list(dict.fromkeys(t for _, t in grid.sides))
    faces = tuple(_faces(number, grid, areas, types, layout) for number in range(regions))
    width = max(1, (len(types) - 1).bit_length())
    looks = tuple(_looks(number, tile, len(spots), grid.rotations, width) for number, tile in enumerate(faces))
    area_ids = {name: layout.ids[name] for name, *_ in areas}
    shores: dict[int, tuple[int, ...]] = {}
    for tile in faces:
        for face in tile:
            for a, b in face.shores:
                shores[a] = (*shores.get(a, ()), b)
                shores[b] = (*shores.get(b, ()), a)
    region0 = layout.ranges.get(grid.makes, (0, 0))[0]
    for name, _, number, _, _ in areas:
        layout.parents[area_ids[name]] = region0 + number
    thing = layout.ids[grid.name]
    for cell in layout.of_kind(grid.cells):
        layout.parents[cell] = thing
    return Grid(
        neighbours, centre, faces, looks, width, grid.rotations,
        bool(grid.sides), frozenset(types.index(j) for j in joins if j in types),
        layout.ranges[grid.cells][0], layout.ranges.get(grid.lays, (0, 0))[0], region0, thing, shores,
        {area_ids[name]: (number, 0) for name, _, number, _, _ in areas},
        layout.slots(len(spots), -1), layout.slots(regions, -1), layout.slots(regions, 0), layout.slots(regions, 0),
        layout.slots(regions, ()), layout.slots(regions, ()),
        {i: layout.slots(1, ()) for i in sorted(area_ids.values())},
        {i: layout.slots(1, ()) for i in sorted(area_ids.values())}, layout.slots(1, ()),
        layout.slots(1, ((centre, 0, 0),)),
        layout.slots(max(1, len(grid.areas)), ()), layout.contents[thing], layout.at, tuple(layout.contents),
    )  # fmt: skip


def _faces(
    number: int, grid: GridDecl, areas: list[tuple[str, str, int, int, str]], types: list[str], layout: Layout
) -> tuple[Face, ...]:
    letters = dict(grid.sides)
    kinds = [name for name, _ in grid.areas]
    out = []
    for f, face in enumerate(grid.tiles[number].faces):
        sides, marks = face.sides, face.areas
        mine = [(name, kind, letter) for name, kind, tile, face, letter in areas if (tile, face) == (number, f)]
        order = [letter for _, _, letter in mine]
        side_types = tuple(types.index(letters[s]) for s in sides)
        side_area = tuple(order.index(m) if m in order else -1 for m in marks)
        ids = tuple(layout.ids[name] for name, _, _ in mine)
        touching = set()
        for i in range(len(marks)):
            a, b = side_area[i], side_area[(i + 1) % len(marks)]
            if a != b and a >= 0 and b >= 0:
                touching.add((min(ids[a], ids[b]), max(ids[a], ids[b])))
        for a in (order.index(letter) for letter, _ in face.inner):  # all around it lies the rest of the face
            touching |= {(min(ids[a], other), max(ids[a], other)) for other in ids if other != ids[a]}
        kind_numbers = tuple(kinds.index(kind) for _, kind, _ in mine)
        turned = _turned(side_types, tuple(ids[i] if i >= 0 else -1 for i in side_area), grid.rotations)
        out.append(Face(side_types, side_area, ids, kind_numbers, tuple(sorted(touching)), turned))
    return tuple(out)


def _turned(
    types: tuple[int, ...], areas: tuple[int, ...], rotations: int
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """What lies in each direction, for each turn."""
    sides = len(types)
    turns = [[(d - turn * max(1, sides // rotations)) % sides for d in range(sides)] for turn in range(rotations)]
    return tuple((tuple(types[i] for i in turn), tuple(areas[i] for i in turn)) for turn in turns)


def _looks(number: int, faces: tuple[Face, ...], cells: int, rotations: int, width: int) -> tuple[tuple[int, int], ...]:
    """Every way a tile can lie: its spot in cell 0, and its side types as bits, from the first direction on.

    Of turns that look the same there is one.
    """
    looks = []
    for f, face in enumerate(faces):
        sides = len(face.sides)
        seen = set()
        for turn in range(rotations):
            shift = turn * max(1, sides // rotations)
            turned = [(d - shift) % sides for d in range(sides)]
            look = tuple((face.sides[d], face.side_area[d]) for d in turned)
            if look not in seen:
                seen.add(look)
                bits = sum(side << direction * width for direction, (side, _) in enumerate(look))
                looks.append(((number * len(faces) + f) * cells * rotations + turn, bits))
    return tuple(looks)


def area_facts(grid: GridDecl) -> list[tuple[str, str, object]]:
    """What the faces say of their areas: area, fact, value."""
    names = {(number, f, letter): name for name, _, number, f, letter in face_areas(grid)}
    return [
        (names[number, f, letter], fact, value)
        for number, tile in enumerate(grid.tiles)
        for f, face in enumerate(tile.faces)
        for letter, fact, value in face.area_facts
        if (number, f, letter) in names
    ]


def region_fact(grid: GridDecl, name: str, v: Vocabulary) -> tuple[tuple[int, ...], ...]:
    """For each region and face the number that stands for a fact."""
    words: dict[str, int] = {**v.labels, **v.stuff_index, "yes": 1, "no": 0}
    rows = []
    for tile in grid.tiles:
        row = []
        for face in tile.faces:
            value = dict(face.facts).get(name, 0)
            row.append(value if isinstance(value, int) else words.get(str(value), -1))
        rows.append(tuple(row))
    return tuple(rows)
