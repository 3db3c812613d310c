"""The panels of a view in, blocks of plain lines out, in the language of the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from archidsl.engine.layout import Panel, PanelCell
from archidsl.engine.machine import Position
from archidsl.engine.panels import Series, charted
from archidsl.engine.views import View
from archidsl.texts.message import Word
from archidsl.texts.naming import Naming

HIDDEN, TOP = "?", "top"
LONGEST_HEAD = 14  # letters of a heading above numbers
BARS = "▁▂▃▄▅▆▇█"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines under a heading. `at` says where they belong: `top`, `table` or `end`."""

    name: str
    title: str
    lines: tuple[str, ...]
    at: str = "table"
    asked: bool = False  # whether the open question is about it


def blocks(view: View, naming: Naming) -> list[Block]:
    """One for each panel of the view, in their order."""
    known = {panel.name: panel for panel in naming.layout.panels}
    seen = naming.seen(view)
    return [_block(shown, known[shown["panel"]], seen) for shown in view["panels"]]


def _block(shown: dict[str, Any], panel: Panel, naming: Naming) -> Block:
    title = naming.lexicon.name(f"panel.{panel.name}")
    lines = _told(shown["rows"], panel, naming) if panel.told else _table(shown["rows"], panel, naming)
    if panel.each and panel.at == TOP and lines:
        lines = [naming.line(title, lines)]
    return Block(panel.name, title, tuple(lines), panel.at)


def _told(rows: list[dict[str, Any]], panel: Panel, naming: Naming) -> list[str]:
    """A line for each row whose values are all seen."""
    lines = []
    for row in rows:
        if len(row["cells"]) == len(panel.cells):
            given = {cell.name: _in_sentence(cell, row["cells"][cell.name], naming) for cell in panel.cells}
            about = {"row": Word(_row(row["row"], panel, naming))} if panel.each else {}
            lines += naming.lexicon.sentence(f"panel.{panel.name}.text", **about, **given).split("\n")
    return lines


def _in_sentence(cell: PanelCell, value: Any, naming: Naming) -> int | str | Word:
    """A number stays one, so that a sentence can choose its form by it; a thing keeps its gender."""
    if cell.base == "number" and isinstance(value, int):
        return value
    if cell.base == "thing" and isinstance(value, str):
        return naming.thing_word(value)
    if cell.base == "stuff" and isinstance(value, str):
        return naming.lexicon.word(f"stuff.{value}")
    return text_of(cell.base, value, naming)


def _table(rows: list[dict[str, Any]], panel: Panel, naming: Naming) -> list[str]:
    """Names flush left, numbers flush right; a column that nobody may see is left out."""
    columns = [["", *(_row(row["row"], panel, naming) for row in rows)]] if panel.each else []
    right = [False] * len(columns)
    for key, head, cell in _columns(rows, panel, naming):
        columns.append([head, *(_seen(cell, key, row["cells"], naming) for row in rows)])
        right.append(cell.base in ("number", "yes_no"))
    columns = _with_low_heads(columns)
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for i in range(len(columns[0]) if columns else 0):
        parts = zip((column[i] for column in columns), widths, right, strict=True)
        lines.append("  ".join(text.rjust(w) if r else text.ljust(w) for text, w, r in parts).rstrip())
    return lines


def _with_low_heads(columns: list[list[str]]) -> list[list[str]]:
    """A heading that is much longer than what stands below it takes several lines."""
    heads = [wrap(head, max(LONGEST_HEAD, *map(len, below), 1)) for head, *below in columns]
    height = max(map(len, heads), default=0)
    return [[*[""] * (height - len(head)), *head, *below] for head, (_, *below) in zip(heads, columns, strict=True)]


def _columns(rows: list[dict[str, Any]], panel: Panel, naming: Naming) -> list[tuple[str, str, PanelCell]]:
    """The key of each column in the rows, its heading, and what stands in it."""
    if panel.across:
        keys = list(dict.fromkeys(key for row in rows for key in row["cells"]))
        return [(key, text_of(panel.columns, key, naming), panel.cells[0]) for key in keys]
    seen = [cell for cell in panel.cells if any(cell.name in row["cells"] for row in rows)]
    return [(cell.name, naming.lexicon.name(f"panel.{panel.name}.{cell.name}"), cell) for cell in seen]


def _row(row: Any, panel: Panel, naming: Naming) -> str:
    return text_of(panel.rows, row, naming)


def _seen(cell: PanelCell, key: str, cells: dict[str, Any], naming: Naming) -> str:
    return text_of(cell.base, cells[key], naming) if key in cells else HIDDEN


def text_of(base: str, value: Any, naming: Naming) -> str:
    if value is None:
        return "-"
    if base == "bundle":
        return naming.bundle(value)
    if isinstance(value, list):
        names = naming.grouped(value) if base == "thing" else [naming.value(base, one) for one in value]
        return ", ".join(names) or "-"
    return naming.value(base, value)


# -- charts over the whole game


def chart_lines(panel: Panel, series: Series, naming: Naming) -> list[str]:
    """`people  4 ▁▂▅█ 17`: how each number began, went on and ended."""
    rows = []
    for (row, name), numbers in series.items():
        head = naming.lexicon.name(f"panel.{panel.name}.{name}")
        if panel.each:
            head = naming.say("of_kind", property=head, kind=_row(row, panel, naming))
        rows.append((head, str(numbers[0]), bars(numbers), str(numbers[-1])))
    widths = [max((len(row[i]) for row in rows), default=0) for i in range(4)]
    return [f"{head:<{widths[0]}}  {a:>{widths[1]}} {b:<{widths[2]}} {z}" for head, a, b, z in rows]


def bars(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return "".join(BARS[(n - low) * (len(BARS) - 1) // max(1, high - low)] for n in numbers)


def charts(positions: Callable[[], Iterable[Position]], naming: Naming) -> list[Block]:
    """Blocks for a game that is over; `positions` gives all of them once more."""
    found = []
    for panel in naming.layout.panels:
        if panel.over and (series := charted(panel, positions())):
            title = naming.lexicon.name(f"panel.{panel.name}")
            found.append(Block(panel.name, title, tuple(chart_lines(panel, series, naming)), panel.at))
    return found
