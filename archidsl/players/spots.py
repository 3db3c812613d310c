"""A question with very many spots in, short ones out: which tile, where, which way round; tiles are drawn for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from archidsl.engine.grid import Grid
from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players import hexes
from archidsl.players.board import Board
from archidsl.players.lines import Line, beside, cut, wide
from archidsl.players.map import Painter
from archidsl.players.showing import Known
from archidsl.players.symbols import Signs
from archidsl.texts.naming import SPOT, Naming

FEW = 6  # so many answers need no two steps
SLOPE, GAP = 2, 2
Question = Mapping[str, Any]


def are_spots(question: Question) -> bool:
    answers = question.get("answers", ())
    return (
        question["kind"] == "one"
        and bool(answers)
        and all(isinstance(word, str) and SPOT.fullmatch(word) for word in answers)
    )


def coarse(question: Question) -> dict[str, Any] | None:
    """The same question about tiles alone, or about places alone; None if there is no need to ask in steps."""
    if not are_spots(question) or len(question["answers"]) <= FEW:
        return None
    for part in (tile_of, place_of):
        found = list(dict.fromkeys(map(part, question["answers"])))
        if len(found) > 1:
            return {**question, "answers": found} if len(found) < len(question["answers"]) else None
    return None


def tile_of(word: str) -> str:
    """`tile_3` of `tile_3/1@c4+2`."""
    found = SPOT.fullmatch(word)
    return found["tile"] if found else word


def place_of(word: str) -> str:
    """`tile_3@c4` of `tile_3/1@c4+2`."""
    found = SPOT.fullmatch(word)
    return f"{found['tile']}@{found['cell']}" if found else word


class MoreIsAsked(Exception):
    """An answer is not whole yet."""


class Steps:
    """A question that is answered step by step: which tile, where, which way round."""

    def __init__(self, question: dict[str, Any]) -> None:
        self.questions = [question]

    @property
    def shown(self) -> dict[str, Any]:
        """What is asked now."""
        return coarse(self.questions[-1]) or self.questions[-1]

    @property
    def last(self) -> bool:
        """Is the answer whole after this step?"""
        return self.shown is self.questions[-1]

    def take(self, written: Written) -> Written:
        """What was answered at this step, as a whole answer; MoreIsAsked if it is only a part of one."""
        question = self.questions[-1]
        if self.last or written not in self.shown["answers"]:
            return written
        answers = [word for word in question["answers"] if written in (tile_of(word), place_of(word))]
        if len(answers) == 1:
            return str(answers[0])
        self.questions.append({**question, "answers": answers})
        raise MoreIsAsked

    def back(self) -> bool:
        """To the step before, if there is one."""
        if len(self.questions) > 1:
            self.questions.pop()
            return True
        return False

    def counted(self, naming: Naming) -> dict[object, str]:
        """Behind each part of an answer, how many answers have it."""
        words = self.questions[-1]["answers"]
        parts = [part for word in words for part in (tile_of(word), place_of(word))]
        return {part: naming.say("ways", number=parts.count(part)) for part in self.shown["answers"]}

    def drawn(self, view: View, known: Known, naming: Naming, width: int) -> list[Line]:
        """The tiles that are spoken of: all their sides, or as they would lie."""
        question = self.questions[-1]
        if not are_spots(question):
            return []
        tiles = {tile_of(word) for word in question["answers"]}
        if self.last and len(tiles) == 1:
            return ways_drawn(question, view, known, naming, width)
        return tiles_drawn(question, view, known, naming, width)


def tiles_drawn(question: Question, view: View, known: Known, naming: Naming, width: int) -> list[Line]:
    """Every side of every tile that is offered, as it lies unturned."""
    sides: dict[str, str] = {}
    for word in question["answers"]:
        found = SPOT.fullmatch(word)
        assert found is not None
        face = int(found["face"] or 0)
        tile = naming.thing(found["tile"])
        caption = naming.say("tile_side", tile=tile, face=face + 1) if face else tile
        sides.setdefault(caption, f"{found['tile']}/{face}@{found['cell']}")
    return _drawn({word: caption for caption, word in sides.items()}, view, known, naming, width)


def ways_drawn(question: Question, view: View, known: Known, naming: Naming, width: int) -> list[Line]:
    """Every answer as the tile would lie, with its number."""
    words = list(question["answers"])
    return _drawn({word: f"{number}" for number, word in enumerate(words, 1)}, view, known, naming, width)


def faces_drawn(view: View, known: Known, naming: Naming, width: int) -> list[Line]:
    """Tiles that lie face up on a pile which the open question shows; which tile one is stays unknown."""
    board, question = known.board, view["question"]
    layout = naming.layout
    zones = layout.shows.get(question["key"], ()) if question else ()
    open_there = [(zone, faces) for zone, faces in view["faces"].items() if layout.kind_of[layout.ids[zone]] in zones]
    faces = [(zone, face) for zone, found in open_there for face in found]
    if board is None or board.sides != 6 or not faces:
        return []
    painter = Painter(view, board, naming, Signs(view, naming), printed=True)
    tiles = []
    for zone, face in faces:
        cells = {_unnamed(painter.cell("", like, ())) for like in _alike(face, board)}
        if len(cells) == 1:  # else what is seen does not say how the areas lie
            tiles.append(_one(cells.pop(), naming.say("face", where=naming.thing(zone)), width))
    return _in_rows(tiles, width) if tiles else []


def _alike(face: Mapping[str, Any], board: Board) -> list[tuple[str, int, int]]:
    """Whatever shows the same when it lies unturned."""
    facts = {name: said for name, said in face.items() if name != "sides"}
    return [
        (region, number, 0)
        for region, looks in board.looks.items()
        for number, look in enumerate(turns[0] for turns in looks)
        if look.sides == tuple(face["sides"]) and look.facts == facts
    ]


def _unnamed(cell: hexes.Cell) -> hexes.Cell:
    return replace(cell, heading=cell.heading[1:], short=())


def _drawn(captions: Mapping[str, str], view: View, known: Known, naming: Naming, width: int) -> list[Line]:
    """Tiles beside each other, each with a line above it; none where there are no hexagons."""
    board = known.board
    if board is None or board.sides != 6 or not board.laid:
        return []
    painter = Painter(view, board, naming, Signs(view, naming), printed=True)
    regions = _regions(naming)
    cells = {}
    for word in captions:
        found = SPOT.fullmatch(word)
        region = regions.get(found["tile"], "") if found else ""
        if not found or not region:
            return []
        cells[word] = painter.cell(word, (region, int(found["face"] or 0), int(found["turn"] or 0)), ())
    return _in_rows([_one(cells[word], said, width) for word, said in captions.items()], width)


def _regions(naming: Naming) -> dict[str, str]:
    """What each tile is when it is laid."""
    grid, names = naming.layout.grid, naming.layout.names
    assert isinstance(grid, Grid)
    return {names[grid.tile0 + i]: names[grid.region0 + i] for i in range(len(grid.faces))}


def _one(cell: hexes.Cell, said: str, width: int) -> list[Line]:
    at = {"": (0, 0)}
    size = hexes.sizes(at, {"": cell}, width)
    fitting = [one for one in size if one.slope == SLOPE] or size
    return [(("bold", said),), *hexes.drawn(at, {"": cell}, fitting[0])]


def _in_rows(tiles: Sequence[Sequence[Line]], width: int) -> list[Line]:
    widest = max(wide(line) for tile in tiles for line in tile)
    each = max(1, (width + GAP) // (widest + GAP))
    rows = [tiles[at : at + each] for at in range(0, len(tiles), each)]
    return [cut(line, width) for row in rows for line in beside([(widest, tile) for tile in row], GAP)]
