"""Small mistakes in what is written as keys: facts, tables, and what things have and hold when a game begins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from archidsl.checker.types import Type
from archidsl.checker.vocabulary import Fact, Kind, Property, Stuff, Table, Vocabulary

Setting = tuple[Any, Any, Any]  # an object and its attribute, or a dict and its key; and the new value
Named = tuple[str, str, Hashable, Setting]


EVERYWHERE = ("everywhere",)  # nobody can tell which scenarios it might matter to


def in_keys(v: Vocabulary) -> Iterator[Named]:
    yield from _in_facts(v)
    yield from _in_tables(v)
    yield from _in_properties(v)
    yield from _in_kinds(v)
    yield from _in_stuffs(v)


def _place(declared: Fact | Kind | Property | Stuff | Table, name: str) -> str:
    return f"{declared.span.file}: {name}"


def _in_facts(v: Vocabulary) -> Iterator[Named]:
    for (name, kind, member), value in v.fact_values.items():
        if (name, member) in v.unsaid:
            continue
        fact, mark = v.facts[name, kind], ("fact", name, kind, member)
        for new in _other_values(v, fact.type, value):
            yield (
                _place(fact, f"{name} of {member}"),
                f"{value} is {new}",
                mark,
                (v.fact_values, (name, kind, member), new),
            )


def _other_values(v: Vocabulary, type: Type, value: object) -> Iterator[object]:
    if isinstance(value, tuple):
        yield from ((*value[:i], x + 1, *value[i + 1 :]) for i, x in enumerate(value) if isinstance(x, int))
    elif type.base == "number" and isinstance(value, int):
        yield from (value + 1, value - 1) if value else (1,)
    elif type.base == "yes_no":
        yield "no" if value == "yes" else "yes"
    elif type.base in ("label", "stuff") and type.names:
        names = sorted(type.names)
        yield names[(names.index(str(value)) + 1) % len(names)]


def _in_tables(v: Vocabulary) -> Iterator[Named]:
    for name, table in v.tables.items():
        for path, cell in _cells(table.rows):
            mark = ("table", name, *(step for step in path if isinstance(step, str)))
            place = _place(table, f"{name}({', '.join(map(str, path))})")
            for new in (cell + 1, cell - 1):
                rows = _with(table.rows, path, new)
                yield place, f"{cell} is {new}", mark, (v.tables, name, replace(table, rows=rows))


def _cells(rows: object) -> Iterator[tuple[tuple[object, ...], int]]:
    """The way to each cell. Of a range, only its first number: it is written once."""
    if isinstance(rows, int):
        yield (), rows
        return
    items: Iterable[tuple[object, object]] = ()
    if isinstance(rows, dict):
        items = rows.items()
    elif isinstance(rows, tuple):
        items = ((i, row) for i, row in enumerate(rows) if i == 0 or row != rows[i - 1])
    for step, below in items:
        yield from (((step, *path), cell) for path, cell in _cells(below))


def _with(rows: Any, path: tuple[Any, ...], new: int) -> object:
    if not path:
        return new
    step, old = path[0], rows[path[0]]
    below = _with(old, path[1:], new)
    if isinstance(rows, dict):
        return {**rows, step: below}
    end = next((i for i in range(step, len(rows)) if rows[i] != old), len(rows))
    return (*rows[:step], *(below for _ in range(step, end)), *rows[end:])


def _in_properties(v: Vocabulary) -> Iterator[Named]:
    for key, prop in v.properties.items():
        for what, mark, new in _other_properties(prop):
            mark = ("property", *key) if mark is None else mark
            yield _place(prop, f"{key[0]} of {key[1] or 'the game'}"), what, mark, (v.properties, key, new)


def _other_properties(prop: Property) -> Iterator[tuple[str, Hashable, Property]]:
    if prop.cleared_at:
        yield "never cleared", None, replace(prop, cleared_at="")
    if prop.cleared_by_move:
        yield "not cleared by moving", None, replace(prop, cleared_by_move=False)
    if prop.keeps:
        yield "does not stay when things are undone", None, replace(prop, keeps=False)
    if prop.seen_by != "all":
        yield "seen by all", EVERYWHERE, replace(prop, seen_by="all")
    if prop.type.base == "number" and not prop.type.shape:
        yield "begins with one more", EVERYWHERE, replace(prop, start=(prop.start or prop.low or 0) + 1)
    if prop.type.base == "yes_no":
        yield "begins the other way", EVERYWHERE, replace(prop, start="no" if prop.start == "yes" else "yes")
    if prop.low is not None:
        yield "does not stop at its lower end", EVERYWHERE, replace(prop, low=None)
    if prop.high is not None:
        yield "does not stop at its upper end", EVERYWHERE, replace(prop, high=None)


def _in_kinds(v: Vocabulary) -> Iterator[Named]:
    for name, kind in v.kinds.items():
        for what, new in _other_kinds(kind):
            yield _place(kind, name), what, EVERYWHERE, (v.kinds, name, new)


def _other_kinds(kind: Kind) -> Iterator[tuple[str, Kind]]:
    if kind.starts:
        yield "begins nowhere", replace(kind, starts="")
    if isinstance(kind.room, int):
        yield f"room for {kind.room + 1}", replace(kind, room=kind.room + 1)
        yield f"room for {kind.room - 1}", replace(kind, room=kind.room - 1)
    if kind.sets:
        yield "does not say whose it is", replace(kind, sets="")
    if kind.alike:
        yield "no two are alike", replace(kind, alike=False)
    if kind.sort == "zone" and kind.order == "stack":
        yield "taken from the bottom", replace(kind, order="set")
    if kind.sort == "zone" and kind.sight.rest != "all":
        yield "seen by all", replace(kind, sight=replace(kind.sight, rest="all"))
    if kind.sight.top == "back":
        yield "its top seen by all", replace(kind, sight=replace(kind.sight, top="all"))
    for stuff, who in kind.stuff_sight:
        if who != "all":
            others = ((s, "all" if s == stuff else w) for s, w in kind.stuff_sight)
            yield f"{stuff} seen by all", replace(kind, stuff_sight=tuple(others))
    if isinstance(kind.count, tuple) and kind.count[0] == "split":
        for i, (label, number) in enumerate(kind.count[2]):
            split = (*kind.count[2][:i], (label, int(number) - 1), *kind.count[2][i + 1 :])
            yield f"{number} {label} are {int(number) - 1}", replace(kind, count=(*kind.count[:2], split))


def _in_stuffs(v: Vocabulary) -> Iterator[Named]:
    for name, stuff in v.stuffs.items():
        for i, (member, total) in enumerate(zip(stuff.members, stuff.totals, strict=True)):
            for number in (total + 1, total - 1) if total else ():
                totals = (*stuff.totals[:i], number, *stuff.totals[i + 1 :])
                yield (
                    _place(stuff, member),
                    f"{total} are {number}",
                    EVERYWHERE,
                    (v.stuffs, name, replace(stuff, totals=totals)),
                )
        for i, (holder, start) in enumerate(stuff.starts):
            for new in (start + 1, start - 1) if start is not None else (0,):
                starts = (*stuff.starts[:i], (holder, new), *stuff.starts[i + 1 :])
                what = f"{holder} begins with {new}"
                yield _place(stuff, name), what, EVERYWHERE, (v.stuffs, name, replace(stuff, starts=starts))
