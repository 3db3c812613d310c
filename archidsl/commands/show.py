"""`archidsl show`: a pack in; what it declares, or one item of it in several forms, out."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from archidsl.commands.options import A_PATH, mod_option
from archidsl.commands.shipped import resting
from archidsl.commands.show_item import FORMS, origin_lines, pieces, source_lines, text_lines
from archidsl.diagnostics import did_you_mean
from archidsl.emit import emit
from archidsl.packs.pack import Item
from archidsl.packs.schema import SECTIONS
from archidsl.packs.values import Mapping, Scalar, Sequence, Value
from archidsl.pipeline import Game, load
from archidsl.texts.text import plural

WIDEST = 120


@click.command()
@click.argument("path", type=A_PATH)
@click.argument("name", required=False)
@mod_option
@click.option("--as", "form", type=click.Choice(FORMS), default="source", help="How an item is shown.")
def show(path: Path, name: str | None, mods: tuple[Path, ...], form: str) -> None:
    """Show what a pack declares, and what a text means.

    Without NAME an overview. NAME is an item (`refill`, or `procedure:refill` if there are several) or a section
    (`procedures`). `--as text` prints its texts in their usual form, `--as ir` what the checker made of them, and
    `--as python` the functions that will run.
    """
    game = load(resting([path, *mods]))
    if name is None:
        overview(game)
        return
    listed = [item for item in game.pack.items if plural(item.section) == name]
    found = listed or called(game, name)
    if not found:
        known = {item.name for item in game.pack.items} | {plural(item.section) for item in game.pack.items}
        help = did_you_mean(name, known) or f"`archidsl show {path}` lists what there is"
        raise click.UsageError(f"the pack `{game.id}` has no `{name}`; {help}")
    for number, item in enumerate(found):
        if number:
            emit()
        show_item(game, item, form)


def called(game: Game, name: str) -> list[Item]:
    """Items of that name; else those that speak of it, since members of stuff and the like are no items."""
    section, _, word = name.rpartition(":")
    items = [item for item in game.pack.items if section in ("", item.section)]
    return [item for item in items if item.name == word] or [item for item in items if speaks_of(item.body, word)]


def speaks_of(value: Value, word: str) -> bool:
    """Does the word stand among the keys, or in a list, of what an item declares?"""
    if isinstance(value, Mapping):
        inside = (e for e in value if isinstance(e.value, Mapping | Sequence))
        return any(
            (isinstance(e.value, Mapping) and e.value.key(word) is not None) or speaks_of(e.value, word) for e in inside
        )
    if isinstance(value, Sequence):
        return any(speaks_of(item, word) for item in value)
    return value.value == word


def show_item(game: Game, item: Item, form: str) -> None:
    emit(("place", str(item.span)), "  ", ("bold", f"{item.section} {item.name}"))
    lines: Callable[[Game, Item], Iterable[str]] = {"source": source_lines, "text": text_lines}.get(form) or (
        lambda game, item: pieces(game, item, form)
    )
    empty = True
    for line in lines(game, item):
        empty = False
        emit(line)
    if empty:
        emit(("dim", "no text of effects stands here"))
    for line in origin_lines(item):
        emit(("dim", line))


# -- overview


def overview(game: Game) -> None:
    header = game.pack.header
    emit(("bold", word_of(header, "title") or game.id), f"  ({game.id})" if word_of(header, "title") else "")
    if text := word_of(header, "text"):
        emit(*wrapped(text, "  "))
    emit()
    row("main", [game.v.main])
    if game.v.turn_order:
        row("order", [game.v.turn_order])
    row("results", [f"{key}: {word}" for key, word in game.v.results.items()])
    row("options", [f"{option.name} {values_of(option)}" for option in game.v.options.values()])
    sections = [section for section in SECTIONS if section not in ("option", "flag")]
    kinds = dict.fromkeys(item.section for item in game.pack.items if item.section not in SECTIONS)
    for section in [*sections, *kinds]:
        row(plural(section), [item.name for item in game.pack.section(section)], counted=True)
    emit()
    row("questions", [str(len(game.rules.sites))])
    row("digest", [game.digest])


def values_of(option: object) -> str:
    values, default = getattr(option, "values", ()), getattr(option, "default", "")
    between = "/".join(values) if values else f"{getattr(option, 'low', '')}-{getattr(option, 'high', '')}"
    return f"({between}, usually {default})"


def row(title: str, words: list[str], counted: bool = False) -> None:
    """A title, how many there are, and their names; nothing if there are none."""
    if words:
        head = f"{title} ({len(words)})" if counted else title
        [first, *more] = wrapped(", ".join(words), " " * 18)
        emit(("bold", f"{head:<18}"), first.strip(), *more)


def wrapped(text: str, indent: str) -> list[str]:
    columns = min(shutil.get_terminal_size().columns, WIDEST)
    lines = textwrap.wrap(
        text, columns, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return [("\n" if number else "") + line for number, line in enumerate(lines)] or [""]


def word_of(header: Mapping, key: str) -> str:
    value = header.get(key)
    return str(value.value) if isinstance(value, Scalar) and value.value is not None else ""
