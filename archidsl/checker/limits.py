"""How much of everything a pack may declare: far above any game, far below what a computer cannot hold."""

from __future__ import annotations

from archidsl.checker import reading as r
from archidsl.diagnostics import Report
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping, Scalar, Value

MOST_PLAYERS = 20
MOST_OF_A_KIND = 1_000
MOST_CELLS = 2_500
MOST_RADIUS = 25
MOST_FACES = 12
MOST_OF_A_STUFF = 1_000_000


def check_limits(pack: Pack, report: Report) -> None:
    for item in pack.items:
        if item.section in ("option", "flag"):
            _range(item, report)
        elif item.section == "kind":
            _count(item, report)
        elif item.section == "holder":
            _most(item.body.get("count"), MOST_OF_A_KIND, "of these for one player", report)
        elif item.section == "stuff":
            _most(item.body.get("total"), MOST_OF_A_STUFF, "of one stuff", report)
            for entry in r.mapping(item.body, "members"):
                _most(entry.value, MOST_OF_A_STUFF, "of one stuff", report)
        elif item.section == "grid":
            _grid(item, report)


def _most(value: Value | None, most: int, what: str, report: Report) -> None:
    if isinstance(value, Scalar) and isinstance(value.value, int) and value.value > most:
        report.error("too-many", value.span, f"there can be at most {most:,} {what}")


def _range(item: Item, report: Report) -> None:
    limits = r.a_range(r.text(item.body, "range"))
    at = r.span_of(item.body, "range" if limits else "values")
    if limits and limits[0] > limits[1]:
        report.error("bad-default", at, f"`{item.name}` begins above its own end", f"write `{limits[1]}-{limits[0]}`")
    elif item.name == "players" and not limits:
        report.error("bad-default", at, "how many players there are is a number", "write `range: 2-4`")
    elif item.name == "players" and limits:
        if limits[0] < 1:
            report.error("bad-default", at, "there is at least one player", f"write `1-{limits[1]}`")
        if limits[1] > MOST_PLAYERS:
            report.error("too-many", at, f"there can be at most {MOST_PLAYERS} players")


def _count(item: Item, report: Report) -> None:
    count = item.body.get("count")
    _most(count, MOST_OF_A_KIND, "things of one kind", report)
    if isinstance(count, Mapping) and count.get("per") is None:
        for entry in count:
            for number in entry.value if isinstance(entry.value, Mapping) else ():
                _most(number.value, MOST_OF_A_KIND, "things of one kind", report)


def _grid(item: Item, report: Report) -> None:
    _most(item.body.get("radius"), MOST_RADIUS, "circles of cells around the middle", report)
    _most(item.body.get("faces"), MOST_FACES, "faces of a tile", report)
    corners = 6 if r.text(item.body, "shape", "hex") == "hex" else 4
    turns = item.body.get("rotations")
    if isinstance(turns, Scalar) and isinstance(turns.value, int) and corners % max(1, turns.value):
        report.error("bad-tile", turns.span, f"a tile with {corners} sides cannot be turned {turns.value} ways")
    size = [int(word.value) for word in r.scalars(item.body.get("size")) if isinstance(word.value, int)]
    if len(size) == 2 and size[0] * size[1] > MOST_CELLS:
        report.error("too-many", r.span_of(item.body, "size"), f"a grid can have at most {MOST_CELLS:,} cells")
