"""A view in, lines of plain text out: what lies where, and who has what; `screen.py` fits them into a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from archidsl.engine.layout import Column, Layout
from archidsl.engine.machine import Position
from archidsl.engine.views import EVERYBODY, View
from archidsl.engine.words import word
from archidsl.players.board import Board, board_of
from archidsl.texts.naming import Naming

WIDTH = 80
HIDDEN = "?"
PLACES = ("zones", "places", "holders")


def in_words(written: object) -> str:
    """A written answer in a message: `b2`, `[a1, b2]`, `{name: 2}`, nothing."""
    if written is None:
        return "nothing"
    if isinstance(written, list):
        return f"`[{', '.join(map(str, written))}]`"
    if isinstance(written, dict):
        return f"`{{{', '.join(f'{name}: {number}' for name, number in written.items())}}}`"
    return f"`{written}`"


def results(position: Position) -> dict[str, dict[str, Any]]:
    """`{"won": {"p1": "yes", "p2": "no"}}`: what the pack calls its results."""
    layout = position.program.layout
    columns = {result: layout.columns[key] for result, key in layout.results.items()}
    return {
        result: {
            layout.names[p]: word(layout, column.base, position.s[column.offset + p]) for p in range(layout.players)
        }
        for result, column in columns.items()
    }


def winners(found: dict[str, dict[str, Any]]) -> list[str]:
    """Of results: who won; where a game knows points alone, who has most of them."""
    if "won" in found:
        return [player for player, value in found["won"].items() if value == "yes"]
    points = found.get("score", {})
    return [player for player, value in points.items() if value == max(points.values())]


@dataclass(frozen=True, slots=True)
class Known:
    """What everybody knows before the game: the board, what kind each thing is, what properties begin as."""

    board: Board | None
    kind_of: dict[str, str]
    columns: dict[str, tuple[Column, Any]]  # key of a view -> the property and its first value, in words
    players: tuple[str, ...]
    given: dict[str, dict[str, Any]]  # key of a view -> things and what is said of them from the beginning
    parts: dict[str, list[str]]  # what lies in things from the beginning
    quiet: frozenset[str]  # properties and kinds that are told only when somebody asks for all
    confirm: Mapping[str, tuple[str, ...]]  # question -> answers that are asked about once more


def known(layout: Layout) -> Known:
    columns = {}
    for (name, kind), column in layout.columns.items():
        start = column.start
        first = word(layout, column.base, start) if isinstance(start, int) else None
        columns[f"{name} of {kind}" if kind else name] = (column, first)
    for key, (base, kind) in layout.shown.items():
        columns[key] = (Column(key.split(" of ")[0], 0, 0, base=base, kinds=(kind,) if kind else ()), None)
    kinds = dict(zip(layout.names, layout.kind_of, strict=True))
    players = tuple(layout.names[: layout.players])
    return Known(
        board_of(layout), kinds, columns, players, _given(layout), _parts(layout), layout.quiet, layout.confirm
    )


def _given(layout: Layout) -> dict[str, dict[str, Any]]:
    """What things are at the beginning, where it is not what a property usually begins as."""
    found: dict[str, dict[str, Any]] = {}
    for (name, kind), column in layout.columns.items():
        things = layout.of_kind(kind) if kind and not column.width else ()
        values = {layout.names[i]: layout.start[column.offset + i] for i in things}
        found[f"{name} of {kind}"] = {
            thing: word(layout, column.base, value)
            for thing, value in values.items()
            if value != column.start and isinstance(value, int)
        }
    return found


def _parts(layout: Layout) -> dict[str, list[str]]:
    slots = [(i, slot) for i, slot in enumerate(layout.contents[:-1]) if slot >= 0 and i not in layout.zones]
    return {layout.names[i]: [layout.names[t] for t in layout.start[slot]] for i, slot in slots if layout.start[slot]}


def visible(view: View, known: Known) -> View:
    """The view without what people need not be told each time."""
    kept = {key: said for key, said in view["properties"].items() if key not in known.quiet}
    named = {
        part: {name: x for name, x in view[part].items() if known.kind_of[name] not in known.quiet} for part in PLACES
    }
    return {**view, "properties": kept, **named}


def everything(view: View, known: Known, naming: Naming) -> list[str]:
    """All that the view says, as lines of any length; the board is drawn elsewhere."""
    teller = Teller(view, known, naming.seen(view))
    parts: list[Iterable[str]] = [teller.players(), teller.holders(known.players), teller.holders()]
    parts += [teller.numbers(), teller.others(), teller.zones(), teller.places()]
    return [line for part in parts for line in part]


def table(rows: Sequence[Sequence[str]], most: int | None = WIDTH) -> str:
    """Columns under their headings; numbers and the rest flush left, cut at the width of the screen."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(line if most is None or len(line) <= most else line[: most - 2] + ".." for line in lines)


@dataclass(frozen=True, slots=True)
class Teller:
    """One view, told in the words of one language."""

    view: View
    known: Known
    naming: Naming

    def cells(self) -> dict[str, list[str]]:
        """What is said of the cells themselves, in words."""
        board, view = self.known.board, self.view
        if board is None:
            return {}
        said: dict[str, list[str]] = {}
        of_cells = {k: v for k, v in view["properties"].items() if k.endswith(f" of {board.kind}")}
        of_cells = {k: v for k, v in of_cells.items() if isinstance(v, dict)}
        for key, values in of_cells.items():
            column = self.known.columns[key][0]
            name = self.naming.property(column.name)
            for cell, value in values.items():
                text = self.naming.value(column.base, value)
                if column.base == "yes_no":
                    text = name if value == "yes" else f"{name}: {text}"
                elif column.base == "number" or len(of_cells) > 1:
                    text = f"{name} {text}"
                said.setdefault(cell, []).append(text)
        return said

    def players(self) -> list[str]:
        """Properties of players, a column each; `?` is what only its owner sees."""
        view, known = self.view, self.known
        columns = known.columns
        keys = [
            key for key, (column, _) in columns.items() if column.kinds == ("player",) and key in view["properties"]
        ]
        told = [key for key in keys if view["properties"][key] or isinstance(columns[key][1], int)]
        if not told:
            return []
        rows = [["", *[self.naming.property(columns[key][0].name) for key in told]]]
        for player in known.players:
            cells = []
            for key in told:
                column, start = columns[key]
                may = column.seen_by == "all" or view["you"] in (EVERYBODY, player if column.seen_by == "owner" else "")
                value = view["properties"][key].get(player, start if may else HIDDEN)
                cells.append(self.text(column, value))
            name = self.naming.person(player)
            rows.append([self.naming.say("you", player=name) if player == view["you"] else name, *cells])
        return table(rows, None).split("\n")

    def holders(self, these: Sequence[str] = ()) -> list[str]:
        """Who holds how much of what: these, or all others. A stuff that nobody holds has no column."""
        everybody: dict[str, dict[str, int | None]] = self.view["holders"]
        wanted = these or [name for name in everybody if name not in self.known.players]
        held = {name: everybody[name] for name in wanted if name in everybody}
        held = {name: row for name, row in held.items() if these or any(row.values())}
        stuffs = [s for s in next(iter(held.values()), {}) if any(row[s] != 0 for row in held.values())]
        if not stuffs:
            return []
        rows = [["", *[self.naming.stuff(s) for s in stuffs]]]
        for name, row in held.items():
            rows.append([self.naming.thing(name), *[HIDDEN if row[s] is None else str(row[s]) for s in stuffs]])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        if these and sum(widths) + 2 * len(widths) - 2 <= WIDTH:
            return table(rows, None).split("\n")
        return [self._told(self.naming.thing(name), self._amounts(row)) for name, row in held.items()]

    def _amounts(self, row: dict[str, int | None]) -> list[str]:
        """A line instead of a row that is too wide; of what is hidden only that it is."""
        seen = {stuff: number for stuff, number in row.items() if number}
        hidden = [
            self.naming.say("amount", number=HIDDEN, what=self.naming.stuff(s, 2)) for s, n in row.items() if n is None
        ]
        return [*([self.naming.bundle(seen)] if seen or not hidden else []), *hidden]

    def _told(self, name: str, things: Sequence[str]) -> str:
        return self.naming.line(name, things)

    def numbers(self) -> Iterable[str]:
        """Properties of the game itself."""
        for key, value in self.view["properties"].items():
            if not isinstance(value, dict) and value is not None:
                yield self._told(self.naming.property(key), [self.text(self.known.columns[key][0], value)])

    def others(self) -> Iterable[str]:
        """Properties of everything that is neither a player nor a cell."""
        cells = self.known.board.kind if self.known.board else ""
        for key, values in self.view["properties"].items():
            column = self.known.columns[key][0]
            if isinstance(values, dict) and column.kinds != ("player",) and column.kinds != (cells,):
                given = self.known.given.get(key, {})
                new = {
                    thing: value
                    for thing, value in values.items()
                    if given.get(thing) != value and not self.naming.shows(thing, column.name)
                }
                if new:
                    yield self._told(self._of_kind(column), self._by_value(column, new))

    def _of_kind(self, column: Column) -> str:
        kinds = [self.naming.lexicon.name(f"kind.{kind}") for kind in column.kinds]
        return self.naming.say("of_kind", property=self.naming.property(column.name), kind=", ".join(kinds))

    def _by_value(self, column: Column, values: dict[str, Any]) -> list[str]:
        """`yes` is not told; things with the same value stand together: `5 markers red`."""
        groups: dict[str, list[str]] = {}
        for thing, value in values.items():
            groups.setdefault(self.text(column, value), []).append(thing)
        plain = column.base == "yes_no" and len(groups) == 1
        out = []
        for text, things in groups.items():
            names = [", ".join(map(self.naming.thing, t.split(", "))) for t in things if ", " in t]
            names += self.naming.grouped([t for t in things if ", " not in t])
            out += names if plain else [f"{name} {text}" for name in names]
        return out

    def zones(self) -> Iterable[str]:
        for zone, things in self.view["zones"].items():
            seen = [thing for thing in things if thing is not None]
            hidden = len(things) - len(seen)
            name = self.naming.thing(zone)
            if things:
                covered = [self.naming.say("hidden", number=hidden)] if hidden else []
                yield self._told(name, [*self.naming.grouped(seen), *covered])
            for back in self.view["backs"].get(zone, ()):
                yield self._told(self.naming.say("back", where=name), [self._back(w, v) for w, v in back.items()])
            for face in self.view["faces"].get(zone, ()):
                yield self._told(self.naming.say("face", where=name), [self._face(w, v) for w, v in face.items()])

    def _back(self, word: str, value: object) -> str:
        """A fact, or the facts of parts: `(red yes, count 2), (count 1)`"""
        if not isinstance(value, list):
            return f"{self.naming.property(word)} {self._fact(value)}"
        parts = [
            ", ".join(f"{self.naming.property(w)} {self._fact(fact)}" for w, fact in part.items()) for part in value
        ]
        return ", ".join(f"({part})" for part in parts)

    def _face(self, word: str, value: object) -> str:
        """A fact, or the sides all round: `sides field sea sea`."""
        said = " ".join(self.naming.label(str(side)) for side in value) if isinstance(value, list) else str(value)
        return f"{self.naming.property(word)} {said}"

    def _fact(self, value: object) -> str:
        if value in ("yes", "no") or not isinstance(value, str):
            return self.naming.value("yes_no" if isinstance(value, str) else "number", value)
        lexicon = self.naming.lexicon
        return self.naming.stuff(value) if lexicon.has(f"stuff.{value}") else self.naming.label(value)

    def places(self) -> Iterable[str]:
        drawn_too = self.known.board.things if self.known.board else frozenset()
        for place, things in self.view["places"].items():
            if things and place not in drawn_too and things != self.known.parts.get(place):
                yield self._told(self.naming.thing(place), self.naming.grouped(things))

    def text(self, column: Column, value: object) -> str:
        if value == HIDDEN:
            return HIDDEN
        return "-" if value is None else self.naming.value(column.base, value)

    def history(self, last: int = 20) -> list[str]:
        """The last answers, a line each."""
        lines = [self.naming.told(*entry) for entry in self.view["history"][-last:]]
        return lines or [self.naming.say("nothing_yet")]
