"""A view in, its board as lines for a screen of any size out; a legend, and one place told in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from archidsl.emit import Part
from archidsl.engine.views import View
from archidsl.players import hexes, squares
from archidsl.players.board import STEPS, Board, Look, Places, moved
from archidsl.players.hexes import Cell, Token
from archidsl.players.lines import Line, folded, plain
from archidsl.players.showing import Known
from archidsl.players.symbols import MOST_REPEATED, Signs, player_style
from archidsl.texts.naming import NUMBER, Naming


@dataclass(frozen=True, slots=True)
class Map:
    """What is drawn, and where; `shows` are the cells that matter most now."""

    board: Board
    at: Places
    cells: Mapping[str, Cell]
    texts: Mapping[str, list[str]]
    matters: frozenset[str]
    asked: bool = False  # whether places on it are what is asked for

    def drawn(self, width: int, height: int | None, slope: int = 3) -> tuple[list[Line], bool]:
        """As large as fits, with slopes at most so long, and whether something had to be left out."""
        found = [(lines, cropped) for size, lines, cropped in self.choices(width, height) if size <= slope]
        return found[0] if found else ([], True)

    def choices(self, width: int, height: int | None) -> Iterator[tuple[int, list[Line], bool]]:
        """All sizes that fit, the largest first; if none does, the smallest with a part of the map, and a line less."""
        if self.board.sides == 4:
            lines: list[Line] = [(line,) for line in squares.drawn(self.at, self.texts, width)]
            yield 2, lines if height is None else lines[:height], False
            return
        fitting = [
            s for s in hexes.sizes(self.at, self.cells, width) if height is None or s.extent(self.at)[1] <= height
        ]
        for size in fitting:
            yield size.slope, hexes.drawn(self.at, self.cells, size), False
        at = self.at
        while not fitting and len(at) > 1:
            at = self._smaller(at, width)
            sizes = [s for s in hexes.sizes(at, self.cells, width) if height is None or s.extent(at)[1] < height]
            if sizes:
                yield sizes[-1].slope, hexes.drawn(at, self.cells, sizes[-1]), True
                return

    def _smaller(self, at: Places, width: int) -> Places:
        """Without the outermost column or row that matters least."""
        xs, ys = [x for x, _ in at.values()], [y for _, y in at.values()]
        small = hexes.Size(1, hexes.NARROWEST[1])
        if small.extent(at)[0] > width:
            edges = [{c for c, (x, _) in at.items() if x == edge} for edge in (min(xs), max(xs))]
        else:
            edges = [{c for c, (_, y) in at.items() if y == edge} for edge in (min(ys), max(ys))]
        gone = min(edges, key=lambda edge: (len(edge & self.matters), len(edge)))
        kept = {cell: place for cell, place in at.items() if cell not in gone} or dict([next(iter(at.items()))])
        return moved(kept)


def map_of(view: View, known: Known, naming: Naming, said: Mapping[str, list[str]]) -> Map | None:
    """The board as this view has it; None if there is none, or nothing lies on it yet."""
    board = known.board
    if board is None:
        return None
    signs = Signs(view, naming)
    painter = Painter(view, board, naming, signs)
    open_cells = spots_of(view["question"], board)
    laid = {cell: (region, face, turn) for region, (cell, face, turn) in view["grid"].items()}
    at = board.near({*laid, *open_cells}) if board.laid else dict(board.at)
    if not at:
        return None
    if board.sides == 4:
        texts = {cell: [*said.get(cell, ()), *naming.grouped(painter.inside(cell, laid.get(cell)))] for cell in at}
        return Map(board, at, {}, texts, frozenset())
    cells = {cell: painter.cell(cell, laid.get(cell), said.get(cell, ())) for cell in at}
    return Map(board, at, cells, {}, frozenset({*open_cells, *painter.own(laid)}), bool(open_cells))


def spots_of(question: Mapping[str, Any] | None, board: Board) -> set[str]:
    """Empty cells that the open question names, as in `tile_3/1@c4+2`."""
    answers = (question or {}).get("answers", ())
    names = [str(answer).partition("@")[2].partition("+")[0] for answer in answers if isinstance(answer, str)]
    cells = {name for name in names if name in board.at}
    return cells | {answer for answer in answers if isinstance(answer, str) and answer in board.at}


@dataclass(frozen=True, slots=True)
class Painter:
    """Cells of one view as they are drawn."""

    view: View
    board: Board
    naming: Naming
    signs: Signs
    printed: bool = False  # tiles as they are before they are laid

    def own(self, laid: Mapping[str, tuple[str, int, int]]) -> set[str]:
        """Cells in which something of the reader stands."""
        you = self.view["you"]
        return {
            cell for cell, tile in laid.items() if any(self.naming.owner(t) == you for t in self.inside(cell, tile))
        }

    def inside(self, cell: str, tile: tuple[str, int, int] | None) -> list[str]:
        """Everything that lies in a cell or on the tile there."""
        places, board = self.view["places"], self.board
        found = list(places.get(cell, ())) if tile is None or not board.laid else []
        if tile is not None:
            region, face, turn = tile
            look = board.look(region, face, turn)
            areas = look.areas if look else ()
            found += [*places.get(region, ()), *(thing for area in areas for thing in places.get(area, ()))]
        return found

    def cell(self, name: str, tile: tuple[str, int, int] | None, said: Iterable[str]) -> Cell:
        texts: list[Token] = [(text,) for text in said]
        if tile is None:
            lying = [*texts, *self.signs.grouped(self.view["places"].get(name, ()))]
            style = "dim" if self.board.laid else ""
            return Cell((name,), (name,), (tuple(lying),) if lying else (), tuple(lying), style=style)
        region, face, turn = tile
        look = self.board.look(region, face, turn)
        called, number = self.naming.thing(region), NUMBER.search(region)
        short = str(int(number[1])) if number and called.endswith(str(int(number[1]))) else called
        here = [*self._facts(look), *self.signs.grouped(self.view["places"].get(region, ()))]
        more: tuple[Part, ...] = tuple(part for token in here for part in (" ", *token))
        areas = [(self._prefix(area, look), self._signs(area, look)) for area in self._areas(look)]
        contents = [
            ((*first, *(tokens[0] if tokens else ())), *tokens[1:]) for first, tokens in areas if first or tokens
        ]
        few = [token for _, tokens in areas for token in tokens]
        marked = [token for token in few if any(letter.isdigit() for letter in plain(token[-1:]))]
        rest = tuple(part for token in few if token not in marked for part in token)
        sides = tuple(self._side(side) for side in look.sides) if look else ("",) * 6
        heading = (("bold", called), *more)
        return Cell(
            heading, (("bold", short),), (*([tuple(texts)] if texts else []), *contents),
            (*texts, *marked, *([rest] if rest else [])), sides,
        )  # fmt: skip

    def _facts(self, look: Look | None) -> list[Token]:
        """Numbers of the face that have a sign: `4h`."""
        facts = look.facts if look else {}
        of_areas = {name for said in look.printed.values() for name in said} if look else set()
        numbers = {
            name: n
            for name, n in facts.items()
            if isinstance(n, int) and n and name not in of_areas and self.signs.has(name)
        }
        return [(f"{number}{self.signs.said(name)}",) for name, number in numbers.items()]

    def _areas(self, look: Look | None) -> list[str]:
        """From top to bottom, as far as their sides tell."""
        if look is None:
            return []
        steps = STEPS[self.board.sides]

        def height(area: str) -> float:
            mine = [dy for (_, dy), other in zip(steps, look.side_areas, strict=True) if other == area]
            return sum(mine) / len(mine) if mine else 0

        return sorted(look.areas, key=height)

    def _prefix(self, area: str, look: Look | None) -> Token:
        """The sign of its kind; where a region has several such areas, also its letter."""
        layout = self.naming.layout
        kind = layout.kind_of[layout.ids[area]]
        same = [other for other in (look.areas if look else ()) if layout.kind_of[layout.ids[other]] == kind]
        letter = area.rsplit("_", 1)[-1] if len(same) > 1 else ""
        sign = letter + (self.signs.said(kind) if self.signs.has(kind) else ":" if letter else "")
        style = self.signs.style(kind)
        return ((style, sign) if style else sign,) if sign else ()

    def _signs(self, area: str, look: Look | None) -> list[Token]:
        if self.printed:
            said = look.printed.get(area, {}) if look else {}
            drawn = [(self.signs.said(name), number) for name, number in said.items() if self.signs.has(name)]
            return [(sign * number if number <= MOST_REPEATED else f"{number}{sign}",) for sign, number in drawn]
        places = self.view["places"]
        seated = self.signs.seated([t for other in (look.areas if look else ()) for t in places.get(other, ())])
        return self.signs.grouped([thing for thing in places.get(area, ()) if thing not in seated])

    def _side(self, side: str) -> Part:
        if not side or not self.signs.has(side):
            return ""
        style = self.signs.style(side)
        return (style, self.signs.said(side)) if style else self.signs.said(side)


def legend(view: View, known: Known, naming: Naming, width: int) -> list[Line]:
    """What the signs mean: those that a pack declares, and those of kinds that say nothing."""
    signs = Signs(view, naming)
    lexicon, layout = naming.lexicon, naming.layout
    out: list[str] = []
    printed = {name for said in layout.printed.values() for name in said}
    for key in sorted(key for key in lexicon.texts if key.startswith("drawn.")):
        word = key.partition(".")[2]
        if word in printed:
            continue  # the same sign as that of the things that lie there later
        if "{" not in lexicon.name(key):
            out.append(f"{signs.said(word)} {_called(word, naming)}")
    out = list(dict.fromkeys(out))
    on_map = [kind for kind in signs.letters if kind in layout.ranges]
    out += [f"{signs.letters[kind]} {lexicon.name(f'kind.{kind}')}" for kind in on_map]
    lines = folded([naming.line(naming.say("map_signs"), out)], width)
    people: list[Part] = []
    for number, player in enumerate(known.players, 1):
        people += ["   " if people else "", (player_style(number), f"{number} {naming.thing(player)}")]
    return [*lines, tuple(people), *folded([naming.say("map_legend")], width)]


def _called(word: str, naming: Naming) -> str:
    for section in ("kind", "stuff", "term"):
        if naming.lexicon.has(f"{section}.{word}"):
            return naming.lexicon.name(f"{section}.{word}")
    return naming.label(word)
