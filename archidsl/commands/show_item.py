"""One item of a game in; its source, its texts, its part of the resolved tree or its Python, as lines, out."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from archidsl.commands.effect_texts import forms_in, texts_in
from archidsl.commands.ir_text import lines_of
from archidsl.commands.python_text import python_of
from archidsl.diagnostics import Report, Span
from archidsl.lang.from_text import parse
from archidsl.lang.to_text import text_of
from archidsl.packs.pack import Item
from archidsl.packs.values import Mapping, Value
from archidsl.pipeline import Game

FORMS = ("source", "card", "text", "ir", "python")


def source_lines(game: Game, item: Item) -> Iterator[str]:
    """The item as it stands in its file; below it, what mods wrote about it."""
    yield from excerpt(game, item.body.span)
    for change in item.history:
        if change.span.file != item.span.file:
            yield f"# {change.span}: {change.pack} says"
            yield from excerpt(game, change_span(item, change.key) or change.span)


def excerpt(game: Game, span: Span) -> Iterator[str]:
    lines = game.report.sources.get(span.file, "").split("\n")
    last = span.end_line - (span.end_column == 1 and span.end_line > span.line)
    found = "\n".join(lines[span.line - 1 : last])
    yield from textwrap.dedent(found).rstrip().split("\n")


def change_span(item: Item, key: str) -> Span | None:
    """From the key that a mod wrote to the end of its value."""
    for entry in item.body:
        if entry.name == key and entry.key.span.file == entry.value.span.file:
            return entry.key.span.to(entry.value.span)
    return None


def origin_lines(item: Item) -> Iterator[str]:
    """Which packs had a hand in it."""
    for change in item.history:
        key = f" `{change.key}`" if change.key else ""
        yield f"{change.pack}: {change.verb}{key} at {change.span}"


def text_lines(game: Game, item: Item) -> Iterator[str]:
    """Each text in its usual form, below its key."""
    forms = forms_in(other.body for other in game.pack.items)
    for key, form, text in texts_in(item.body, forms):
        read = parse(form, text, Report())
        if read is not None:
            yield f"{key}:"
            yield from (f"  {line}" for line in text_of(read, form).split("\n"))


# -- what became of the texts


@dataclass(frozen=True, slots=True)
class Piece:
    """A procedure, formula, watch or cost of the resolved tree."""

    title: str
    span: Span
    tree: Any


def pieces(game: Game, item: Item, form: str) -> Iterator[str]:
    regions = list(regions_of(item.body))
    own = [p for p in all_pieces(game) if p.span == item.span or any(inside(p.span, r) for r in regions)]
    if form == "ir":
        for piece in own:
            yield f"{piece.title}:"
            yield from lines_of(piece.tree, 1)
    elif own:
        yield from python_of(game, regions)


def all_pieces(game: Game) -> Iterator[Piece]:
    rules = game.rules
    for name, procedure in rules.procedures.items():
        yield Piece(name, procedure.span, procedure.body)
    for name, formula in rules.formulas.items():
        yield Piece(name, formula.span, formula.body)
    for (behaviour, member), deed in rules.deeds.items():
        title = f"{behaviour}:{member}"
        if deed.procedure is not None:
            yield Piece(title, deed.procedure.span, deed.procedure.body)
        elif deed.formula is not None:
            yield Piece(title, deed.formula.span, deed.formula.body)
    for watch in rules.watches:
        yield Piece(f"watch:{watch.name}", watch.span, watch)
    for (name, _, member), cost in rules.costs.items():
        yield Piece(f"{name} of {member}", cost.span, cost)


def regions_of(value: Value) -> Iterator[Span]:
    """Where an item stands: in one place, or with values out of several files."""
    yield value.span
    if isinstance(value, Mapping):
        yield from (entry.value.span for entry in value if entry.value.span.file != value.span.file)


def inside(span: Span, region: Span) -> bool:
    if span.file != region.file:
        return False
    start, end = (region.line, region.column), (region.end_line, region.end_column)
    return start <= (span.line, span.column) < end
