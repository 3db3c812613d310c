"""An item in; every key of its `source` that the item does not have out. Also: what lies below any value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from archidsl.diagnostics import Diagnostic, did_you_mean
from archidsl.packs.pack import Item
from archidsl.packs.schema import ABOUT, SECTIONS
from archidsl.packs.schema_errors import spoken
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value

REST = "rest"
MOST_NAMED = 12

Below = dict[str, Value]


def whole(item: Item) -> Below:
    """The keys of an item, with the one that names it."""
    name = Scalar(item.span, item.name)
    return {item.section: name} | {entry.name: entry.value for entry in item.body if entry.name not in ABOUT}


def inside(value: Value, columns: tuple[str, ...]) -> Below:
    """What lies directly below a value; in a list its columns, or else the places from 1."""
    if isinstance(value, Mapping):
        return {entry.name: entry.value for entry in value}
    if isinstance(value, Sequence):
        names = columns if len(columns) == len(value.items) else map(str, range(1, len(value.items) + 1))
        return dict(zip(names, value.items, strict=False))
    return {}


def columns_of(item: Item) -> tuple[str, ...]:
    """In a table, the numbers of a row are called like its columns."""
    columns = item.body.get("columns")
    if item.section != "table" or not isinstance(columns, Sequence):
        return ()
    return tuple(str(column.value) for column in columns if isinstance(column, Scalar))


def column_of(path: tuple[str, ...], columns: tuple[str, ...]) -> str:
    """The column of a number of a table, or nothing."""
    if not columns or path[0] != "rows":
        return ""
    return columns[0] if len(columns) == 1 else path[-1]


def strange_sources(item: Item, files: Set[str]) -> Iterator[Diagnostic]:
    """Of the sources that stand in these files. What a mod has since replaced is not held against the pack below it."""
    columns = columns_of(item)
    for source in item.sources[-1:]:
        if source.span.file in files:
            yield from strange_keys(source, whole(item), f"`{item.name}`", columns)
    if item.section not in SECTIONS:
        for entry in item.body:
            if entry.name not in ABOUT:
                yield from strange_in_parts(entry, entry.value)


def strange_in_parts(entry: Entry, value: Value) -> Iterator[Diagnostic]:
    if isinstance(value, Sequence):
        yield from (found for below in value for found in strange_in_parts(entry, below))
    elif isinstance(value, Mapping):
        own = {e.name: e.value for e in value if e.name not in ABOUT}
        source = value.get("source")
        if source is not None:
            yield from strange_keys(source, own, f"this entry of `{entry.name}`", ())
        yield from (found for e in value if e.name in own for found in strange_in_parts(e, e.value))


def strange_keys(source: Value, own: Below, named: str, columns: tuple[str, ...]) -> Iterator[Diagnostic]:
    """In a table, a column may be named at any depth; it is meant from there on."""
    for entry in source if isinstance(source, Mapping) else ():
        if entry.name == REST or (entry.name in columns and isinstance(entry.value, Scalar)):
            continue
        if entry.name not in own:
            help = help_for(entry, [*own, *columns])
            yield Diagnostic("unknown-key", entry.key.span, f"{named} has no `{entry.name}`", help)
        else:
            below = inside(own[entry.name], columns)
            yield from strange_keys(entry.value, below, f"`{entry.name}`", columns)


def help_for(entry: Entry, own: Iterable[str]) -> str:
    known = list(dict.fromkeys(own))
    if near := did_you_mean(entry.name, known):
        return near
    if not known:
        return "it has no keys: write one source for the whole"
    return f"a source can be given for {spoken([*known, REST], 'and')}" if len(known) <= MOST_NAMED else ""
