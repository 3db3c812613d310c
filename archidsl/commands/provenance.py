"""`archidsl provenance`: packs in; where their numbers come from, counted and listed, out."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

import click

from archidsl.commands.languages import Titles, titles
from archidsl.commands.options import A_PACK, mod_option
from archidsl.commands.shipped import resting, shipped_game
from archidsl.diagnostics import Report
from archidsl.emit import emit, emit_json, on_one_line
from archidsl.packs.provenance import (
    UNSAID,
    Datum,
    Group,
    data_of,
    groups_of,
    has_numbers,
    source_words,
    without_comments,
)
from archidsl.packs.schema import ABOUT
from archidsl.packs.values import Mapping, Scalar, Sequence, Value
from archidsl.pipeline import read
from archidsl.rendering import plural

FORMATS = ("full", "concise", "json")
JSON_VERSION = 1
NOT_SAID = "not said"
WIDEST = 44  # columns of a value; of a longer one the beginning is shown


@click.command()
@click.argument("paths", nargs=-1, type=A_PACK, metavar="[PATH...]")
@mod_option
@click.option("--on", "base", type=A_PACK, help="The pack that the PATHs lie on.")
@click.option("--only", multiple=True, type=click.Choice(source_words()), help="List these alone; repeatable.")
@click.option("--missing", is_flag=True, help="List what says nothing; exit code 1 if there is any.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
def provenance(
    paths: tuple[Path, ...],
    mods: tuple[Path, ...],
    base: Path | None,
    only: tuple[str, ...],
    missing: bool,
    format: str,
) -> int:
    """Say where the numbers of packs come from.

    The PATHs are packs that lie on top of each other, the lowest first; without any it is the shipped game. Listed
    are all numbers, what options decide, and all that the members of kinds say, each with its `source`, its `rule`
    and its place. A value that a mod replaced comes from where the mod says.

    \b
    archidsl provenance --only reconstructed
    archidsl provenance --mod examples/correction

    Exit code 0: fine. 1: problems, or something is missing. 2: wrong usage.
    """
    if missing and only:
        raise click.UsageError("--missing lists what has no source, and --only what has one: choose")
    stack = resting([*([base] if base is not None else []), *(paths or shipped_game()), *mods])
    pack = read(stack, Report())
    data = list(data_of(pack))
    wanted = (UNSAID,) if missing else only or (*source_words(), UNSAID)
    found = [datum for datum in data if datum.source in wanted]
    if format == "json":
        emit_json({"version": JSON_VERSION, "counts": counted(data), "data": [as_object(datum) for datum in found]})
    else:
        show(data, wanted, format, titles(stack))
    return 1 if missing and found else 0


# -- counts


def counted(data: Iterable[Datum]) -> dict[str, int]:
    """How many values come from where; every source has its number."""
    counts = dict.fromkeys([*source_words(), NOT_SAID], 0)
    for datum in data:
        counts[datum.source or NOT_SAID] += 1
    return counts


def show_counts(data: list[Datum]) -> None:
    emit(("bold", f"{'source':<15}{'values':>7}{'items':>7}"))
    for word, number in counted(data).items():
        items = {(d.item.section, d.item.name) for d in data if (d.source or NOT_SAID) == word}
        style = "warning" if number and word == NOT_SAID else "bold" if number else "dim"
        emit((style, f"{word:<15}"), f"{number:>7}{len(items):>7}")
    emit(("dim", f"{'all':<15}{len(data):>7}{len({(d.item.section, d.item.name) for d in data}):>7}"))


# -- the list


def show(data: list[Datum], wanted: Collection[str], format: str, names: Titles) -> None:
    groups = [group for own in by_item(data) for group in groups_of(own) if group.source in wanted]
    if format == "concise":
        for group in groups:
            emit(concise(group, names))
        return
    show_counts(data)
    rows = [row(group, names) for group in groups]
    widths = [max((len(cell) for cell in column), default=0) for column in zip(*rows, strict=True)]
    if rows:
        emit()
    for *cells, place in rows:
        padded = [f"{cell:<{width}}" for cell, width in zip(cells, widths, strict=False)]
        item, key, value, source, rules = padded
        emit(("bold", item), "  ", key, "  ", value, "  ", source, "  ", ("dim", rules), "  ", ("place", place))
    number = sum(len(group.data) for group in groups)
    if number < len(data):
        emit()
        emit(("dim", f"listed: {plural(number, 'value')} of {len(data)}"))


def by_item(data: list[Datum]) -> list[list[Datum]]:
    out: dict[tuple[str, str], list[Datum]] = {}
    for datum in data:
        out.setdefault((datum.item.section, datum.item.name), []).append(datum)
    return list(out.values())


def row(group: Group, names: Titles) -> tuple[str, ...]:
    """Item, key, value, source, rules, place."""
    span = group.data[0].span
    value = cut(flow(group.value))
    rules = group.rules if len(group.rules) < 3 else (group.rules[0], "...", group.rules[-1])
    own = f"{group.item.section} {group.item.name}{names.of(group.item.section, group.item.name)}"
    cells = (own, " ".join(group.path), value)
    return (*cells, group.source or NOT_SAID, ", ".join(rules), f"{span.file}:{span.line}")


def concise(group: Group, names: Titles) -> str:
    """`file:line:col: source section name key = value (rules)`"""
    item, key, value, source, _, _ = row(group, names)
    rules = f" ({', '.join(group.rules)})" if group.rules else ""
    return on_one_line(f"{group.data[0].span}: {source}: {item} {key} = {value}{rules}")


def as_object(datum: Datum) -> dict[str, object]:
    return {
        "section": datum.item.section,
        "item": datum.item.name,
        "key": list(datum.path),
        "value": datum.value.value,
        "source": datum.source or None,
        "rules": list(datum.rules),
        "file": datum.span.file,
        "line": datum.span.line,
        "column": datum.span.column,
    }


def flow(value: Value) -> str:
    """A value on one line, without what it says about itself; of a longer text, the lines that have numbers."""
    if isinstance(value, Mapping):
        inside = [f"{e.name} {flow(e.value)}" for e in value if e.name not in ABOUT]
        return ", ".join(inside)
    if isinstance(value, Sequence):
        link = " " if all(isinstance(item, Scalar) for item in value) else "; "
        return link.join(flow(item) for item in value)
    lines = [line for line in without_comments(str(value.value)).splitlines() if line.strip()]
    telling = [line for line in lines if has_numbers(line)] or lines
    return " / ".join(" ".join(line.split()) for line in telling)


def cut(text: str) -> str:
    text = on_one_line(text)
    return text if len(text) <= WIDEST else text[: WIDEST - 3].rstrip() + "..."
