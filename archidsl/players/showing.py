"""A view in, plain text out: what lies where, who has what, and a drawing of the board, at most 80 columns wide."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from archidsl.engine.layout import Column, Layout
from archidsl.engine.machine import Position
from archidsl.engine.views import View
from archidsl.engine.words import word
from archidsl.players.board import WIDTH, Board, board_of, drawn

HIDDEN = "?"
NUMBERED = re.compile(r"_[0-9]+$")
MOST_NAMED = 3


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


@dataclass(frozen=True, slots=True)
class Known:
    """What everybody knows before the game: the board, what kind each thing is, what properties begin as."""

    board: Board | None
    kind_of: dict[str, str]
    columns: dict[str, tuple[Column, Any]]  # key of a view -> the property and its first value, in words
    players: tuple[str, ...]
    given: dict[str, dict[str, Any]]  # key of a view -> things and what is said of them from the beginning
    parts: dict[str, list[str]]  # what lies in things from the beginning


def known(layout: Layout) -> Known:
    columns = {}
    for (name, kind), column in layout.columns.items():
        start = column.start
        first = word(layout, column.base, start) if isinstance(start, int) else None
        columns[f"{name} of {kind}" if kind else name] = (column, first)
    kinds = dict(zip(layout.names, layout.kind_of, strict=True))
    players = tuple(layout.names[: layout.players])
    return Known(board_of(layout), kinds, columns, players, _given(layout), _parts(layout))


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


def shown(view: View, known: Known) -> str:
    """The whole view as text; what is empty is left out."""
    parts = [
        _board(view, known),
        _players(view, known),
        _holders(view, known),
        "\n".join([*_numbers(view), *_others(view, known), *_zones(view), *_places(view, known)]),
    ]
    return "\n\n".join(part for part in parts if part)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns under their headings; numbers and the rest flush left, cut at the width of the screen."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(line if len(line) <= WIDTH else line[: WIDTH - 2] + ".." for line in lines)


def _board(view: View, known: Known) -> str:
    if known.board is None:
        return ""
    kind = known.board.kind
    said: dict[str, list[str]] = {}
    of_cells = {k: v for k, v in view["properties"].items() if k.endswith(f" of {kind}") and isinstance(v, dict)}
    for key, values in of_cells.items():
        column = known.columns[key][0]
        for cell, value in values.items():
            if column.base == "yes_no":
                text = column.name if value == "yes" else f"not {column.name}"
            else:
                text = f"{column.name} {value}" if column.base == "number" or len(of_cells) > 1 else f"{value}"
            said.setdefault(cell, []).append(text)
    return drawn(known.board, view["grid"], view["places"], said)


def _players(view: View, known: Known) -> str:
    """Properties of players, a column each; `?` is what only its owner sees."""
    keys = [
        key for key, (column, _) in known.columns.items() if column.kinds == ("player",) and key in view["properties"]
    ]
    told = [key for key in keys if view["properties"][key] or isinstance(known.columns[key][1], int)]
    if not told:
        return ""
    rows = [["", *[known.columns[key][0].name for key in told]]]
    for player in known.players:
        cells = []
        for key in told:
            column, start = known.columns[key]
            may = column.seen_by == "all" or (column.seen_by == "owner" and player == view["you"])
            value = view["properties"][key].get(player, start if may else HIDDEN)
            cells.append(_text(value))
        rows.append([player + (" (you)" if player == view["you"] else ""), *cells])
    return table(rows)


def _holders(view: View, known: Known) -> str:
    """Who holds how much of what; a stuff that nobody holds has no column, and who holds nothing has no row."""
    everybody: dict[str, dict[str, int | None]] = view["holders"]
    held = {name: row for name, row in everybody.items() if name in known.players or any(row.values())}
    stuffs = [s for s in next(iter(held.values()), {}) if any(row[s] != 0 for row in held.values())]
    if not stuffs:
        return ""
    rows = [[name, *[HIDDEN if row[s] is None else str(row[s]) for s in stuffs]] for name, row in held.items()]
    return table([["", *stuffs], *rows])


def _numbers(view: View) -> list[str]:
    """Properties of the game itself."""
    return [
        f"{key}: {_text(value)}"
        for key, value in view["properties"].items()
        if not isinstance(value, dict) and value is not None
    ]


def _others(view: View, known: Known) -> Iterable[str]:
    """Properties of everything that is neither a player nor a cell."""
    cells = known.board.kind if known.board else ""
    for key, values in view["properties"].items():
        kinds = known.columns[key][0].kinds
        if isinstance(values, dict) and kinds != ("player",) and kinds != (cells,):
            given = known.given.get(key, {})
            new = [f"{thing} {_text(value)}" for thing, value in values.items() if given.get(thing) != value]
            if new:
                yield from _listed(key, new)


def _zones(view: View) -> Iterable[str]:
    for zone, things in view["zones"].items():
        seen = [thing for thing in things if thing is not None]
        hidden = len(things) - len(seen)
        if things:
            yield from _listed(zone, [*_together(seen), *([f"{hidden} hidden"] if hidden else [])])
        for back in view["backs"].get(zone, ()):
            yield from _listed(f"{zone}, a back", [f"{word} {_back(value)}" for word, value in back.items()])


def _back(value: object) -> str:
    """A fact, or the facts of parts: `(red yes, count 2), (count 1)`"""
    if not isinstance(value, list):
        return _text(value)
    return ", ".join("(" + ", ".join(f"{word} {fact}" for word, fact in part.items()) + ")" for part in value)


def _places(view: View, known: Known) -> Iterable[str]:
    drawn_too = known.board.things if known.board else frozenset()
    for place, things in view["places"].items():
        if things and place not in drawn_too and things != known.parts.get(place):
            yield from _listed(place, _together(things))


def _together(things: Sequence[str]) -> list[str]:
    """Things that only a number tells apart, where there are many: `marker_p1 (4)` instead of four names."""
    stems = [NUMBERED.sub("", thing) for thing in things]
    count = Counter(stems)
    many = {stem for stem in stems if count[stem] > MOST_NAMED}
    said = [f"{stem} ({count[stem]})" if stem in many else thing for thing, stem in zip(things, stems, strict=True)]
    return list(dict.fromkeys(said))


def _listed(name: str, things: Sequence[str]) -> list[str]:
    return wrap(f"{name}: {', '.join(things)}", WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _text(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "-" if value is None else str(value)


def history(view: View, last: int = 20) -> str:
    """The last answers, a line each: `p1  square  b2`; `-` is nothing, or a secret."""
    lines = [[who, key, "-" if answer is None else in_words(answer).strip("`")] for who, key, answer in view["history"]]
    return table(lines[-last:]) if lines else "nothing has happened yet"
