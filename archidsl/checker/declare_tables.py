"""The tables and grids of a pack, into its vocabulary."""

from __future__ import annotations

from dataclasses import replace

from archidsl.checker import reading as r
from archidsl.checker.grid_layout import area_facts
from archidsl.checker.limits import MOST_CELLS, MOST_RADIUS
from archidsl.checker.types import NUMBER, Type
from archidsl.checker.vocabulary import FaceDecl, Fact, GridDecl, Kind, Table, TileDecl, Vocabulary
from archidsl.diagnostics import Report, did_you_mean
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping, Scalar, Sequence, Value

LARGEST_ROW = 2000


def declare_tables(pack: Pack, v: Vocabulary, report: Report) -> None:
    for item in pack.section("table"):
        params = tuple((e.name, r.type_from(e.value, v, report)) for e in r.mapping(item.body, "by"))
        columns = r.words(item.body, "columns")
        beyond = r.number(item.body, "else", 0) or 0
        for place, column in enumerate(columns):
            rows = item.body.get("rows")
            if rows is None:
                continue
            filled = _level(rows, params, place, len(columns), beyond, v, report)
            v.tables[column] = Table(column, item.span, params, filled, beyond)


def _level(
    value: Value,
    params: tuple[tuple[str, Type], ...],
    place: int,
    width: int,
    beyond: int,
    v: Vocabulary,
    report: Report,
) -> object:
    """Nested dicts by word; at a number, a tuple from 0 on whose last entry serves all that is higher."""
    if not params:
        return _cell(value, place, width, report)
    if not isinstance(value, Mapping):
        report.error("bad-table", value.span, "here the table needs rows, one for each value")
        return {}
    inner, wanted = params[1:], params[0][1]
    if wanted == NUMBER:
        return _numbered(value, inner, place, width, beyond, v, report)
    out: dict[str, object] = {}
    known = _values(wanted, v)
    for entry in value:
        if entry.name not in known:
            report.error(
                "bad-table", entry.key.span, f"`{entry.name}` is not {wanted}", did_you_mean(entry.name, known)
            )
            continue
        out[entry.name] = _level(entry.value, inner, place, width, beyond, v, report)
    return out


def _values(wanted: Type, v: Vocabulary) -> set[str]:
    if wanted.base == "thing":
        return {member for member, kind in v.members.items() if kind in wanted.names}
    return set(wanted.names)


def _numbered(
    value: Mapping,
    inner: tuple[tuple[str, Type], ...],
    place: int,
    width: int,
    beyond: int,
    v: Vocabulary,
    report: Report,
) -> object:
    filled: dict[int, object] = {}
    tail: object = _all_beyond(inner, beyond)
    for entry in value:
        low, high = _span_of_numbers(entry.name)
        if low is None or (high is not None and high >= LARGEST_ROW):
            report.error("bad-table", entry.key.span, f"`{entry.name}` is not a number, a range like `1-3` or `18+`")
            continue
        found = _level(entry.value, inner, place, width, beyond, v, report)
        if high is None:
            tail = found
            high = low
        for i in range(low, high + 1):
            if i in filled:
                report.error("bad-table", entry.key.span, f"there is already a row for {i}")
            filled[i] = found
    top = max(filled, default=-1)
    return (*[filled.get(i, _all_beyond(inner, beyond)) for i in range(top + 1)], tail)


def _all_beyond(inner: tuple[tuple[str, Type], ...], beyond: int) -> object:
    if not inner:
        return beyond
    return (_all_beyond(inner[1:], beyond),) if inner[0][1] == NUMBER else {}


def _span_of_numbers(words: str) -> tuple[int | None, int | None]:
    if words.isdigit():
        return int(words), int(words)
    if words.endswith("+") and words[:-1].isdigit():
        return int(words[:-1]), None
    pair = r.a_range(words)
    return pair if pair and pair[0] <= pair[1] else (None, 0)


def _cell(value: Value, place: int, width: int, report: Report) -> int:
    if isinstance(value, Sequence):
        items = r.scalars(value)
        if len(items) != width:
            report.error(
                "bad-table", value.span, f"this row has {_values_of(len(items))}, the table has {width} columns"
            )
            return 0
        value = items[place]
    elif width > 1:
        report.error("bad-table", value.span, f"this row has one value, the table has {width} columns")
        return 0
    if isinstance(value, Scalar) and type(value.value) is int:
        return value.value
    report.error("bad-table", value.span, "a table holds whole numbers")
    return 0


def _values_of(number: int) -> str:
    return f"{number} value{'s' * (number != 1)}"


# -- grids


def declare_grids(pack: Pack, v: Vocabulary, report: Report) -> None:
    """Before properties and texts: a grid makes kinds."""
    for item in pack.section("grid"):
        grid = _grid(item, pack, report)
        v.grids[item.name] = grid
        v.kinds[item.name] = Kind(item.name, item.span, "grid", members=(item.name,))
        v.members[item.name] = item.name
        v.kinds[grid.cells] = Kind(grid.cells, item.span, "cell", whole=item.name)
        if not grid.lays:
            continue
        old = v.kinds.get(grid.lays)
        names = tuple(tile.name for tile in grid.tiles)
        places = old.places if old else ()
        starts = old.starts if old else ""
        v.kinds[grid.lays] = Kind(
            grid.lays, item.span, "tile", members=names, places=places, starts=starts, whole=item.name
        )
        v.kinds[grid.makes] = Kind(grid.makes, item.span, "region", whole=item.name, usual=item.name)
        if grid.areas:
            v.kinds["area"] = Kind("area", item.span, "area", whole=item.name, usual=item.name)
            for name, _ in grid.areas:
                v.kinds[name] = Kind(name, item.span, "area", parent="area", whole=item.name, usual=item.name)
        for name in names:
            v.members[name] = grid.lays


def _grid(item: Item, pack: Pack, report: Report) -> GridDecl:
    body = item.body
    shape = r.text(body, "shape", "hex")
    size = [int(s.value) for s in r.scalars(body.get("size")) if type(s.value) is int]
    sides = r.mapping(r.mapping(body, "sides"), "types")
    letters = tuple((e.name, str(e.value.value)) for e in sides if isinstance(e.value, Scalar))
    areas = tuple((e.name, frozenset(str(s.value) for s in r.scalars(e.value))) for e in r.mapping(body, "areas"))
    joins = tuple(
        (e.name, {"yes": True, "no": False}.get(str(e.value.value), str(e.value.value)))
        for e in r.mapping(body, "joins")
        if isinstance(e.value, Scalar)
    )
    if len(size) == 2 and size[0] * size[1] > MOST_CELLS:
        size = []  # `limits` says so
    radius = min(r.number(body, "radius", 3) or 0, MOST_RADIUS)
    corners = 6 if shape == "hex" else 4
    lays = r.text(body, "lays")
    grid = GridDecl(
        item.name, item.span, shape, r.text(body, "cells", "cell"), radius,
        (size[0], size[1]) if len(size) == 2 else (3, 3), lays, r.text(body, "makes", "region"),
        r.number(body, "faces", 1) or 1, r.number(body, "rotations", corners) or corners, letters, areas, joins,
    )  # fmt: skip
    if lays and not letters:
        help = "write `sides:` with a letter for each type of side"
        report.error("bad-tile", item.span, f"`{item.name}` lays tiles, and does not say what their sides are", help)
        return grid
    tiles = tuple(_tile(i, grid, corners, report) for i in pack.section(lays)) if lays else ()
    return replace(grid, tiles=tiles)


def _tile(item: Item, grid: GridDecl, corners: int, report: Report) -> TileDecl:
    faces = r.bodies(item.body.get("faces")) or [item.body]
    out = []
    for face in faces:
        sides, areas = r.text(face, "sides"), r.text(face, "areas")
        letters = dict(grid.sides)
        if len(sides) != corners or any(c not in letters for c in sides):
            known = ", ".join(sorted(letters))
            report.error("bad-tile", r.span_of(face, "sides"), f"a face needs {corners} side letters out of {known}")
            sides = (next(iter(letters), "x")) * corners
        if areas and len(areas) != corners:
            report.error(
                "bad-tile", r.span_of(face, "areas"), f"a face needs {corners} area letters, one for each side"
            )
            areas = ""
        areas = areas or _runs(sides, grid)
        facts = tuple(
            (e.name, e.value.value) for e in face if isinstance(e.value, Scalar) and e.name not in ("sides", "areas")
        )
        out.append(_inside(face, FaceDecl(sides, areas, facts), grid, report))
    if len(out) != grid.faces:
        report.error("bad-tile", item.span, f"`{item.name}` has {_faces(len(out))}, the grid says {grid.faces}")
        out = (out * grid.faces)[: grid.faces]
    return TileDecl(item.name, item.span, tuple(out))


def _inside(body: Mapping, face: FaceDecl, grid: GridDecl, report: Report) -> FaceDecl:
    """`inside: {b: {kind: warm, depth: 1}}`: facts of areas, by their letters; one that has no side says its kind."""
    inner: list[tuple[str, str]] = []
    facts: list[tuple[str, str, object]] = []
    known = [name for name, _ in grid.areas]
    for entry in r.mapping(body, "inside"):
        about = r.mapping(r.mapping(body, "inside"), entry.name)
        kind = r.text(about, "kind")
        if not (len(entry.name) == 1 and entry.name.islower() and entry.name.isascii()):
            report.error("bad-tile", entry.key.span, f"`{entry.name}` is no letter of an area", "areas are a, b, c ...")
        elif entry.name in face.areas and kind:
            message = f"its sides say what the area `{entry.name}` is; only one without a side says its kind"
            report.error("bad-tile", r.span_of(about, "kind"), message)
        elif entry.name not in face.areas and kind not in known:
            help = f"write its `kind`: {', '.join(known)}" if known else "the grid has no areas"
            report.error("bad-tile", entry.key.span, f"no side has the area `{entry.name}`", help)
        else:
            inner += [(entry.name, kind)] if kind else []
            values = [e for e in about if e.name != "kind"]
            facts += [(entry.name, e.name, e.value.value) for e in values if isinstance(e.value, Scalar)]
    return replace(face, inner=tuple(inner), area_facts=tuple(facts))


def _faces(number: int) -> str:
    return f"{number} face{'s' * (number != 1)}"


def _runs(sides: str, grid: GridDecl) -> str:
    """Neighbouring sides of one area kind are one area: a letter for each side."""
    letters = dict(grid.sides)

    def kind(side: str) -> str:
        return next((name for name, types in grid.areas if letters.get(side) in types), "")

    names = "abcdefghijkl"
    out = [0]
    for i in range(1, len(sides)):
        out.append(out[-1] if kind(sides[i]) == kind(sides[i - 1]) else out[-1] + 1)
    if out[-1] > 0 and kind(sides[-1]) == kind(sides[0]):
        last = out[-1]
        out = [0 if x == last else x for x in out]
    return "".join(names[x] for x in out)


def declare_grid_facts(pack: Pack, v: Vocabulary, report: Report) -> None:
    for item in pack.section("grid"):
        grid = v.grids[item.name]
        for entry in r.mapping(item.body, "facts"):
            kind = r.type_from(entry.value, v, report)
            v.facts[entry.name, grid.makes] = Fact(entry.name, entry.key.span, grid.makes, kind)
        for entry in r.mapping(item.body, "area_facts") if grid.areas else ():
            kind = r.type_from(entry.value, v, report)
            v.facts[entry.name, "area"] = Fact(entry.name, entry.key.span, "area", kind)
        for area, fact, value in area_facts(grid):
            v.fact_values[fact, "area", area] = value
