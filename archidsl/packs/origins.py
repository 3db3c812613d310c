"""An item of a merged pack in; its values, each with every place that had a say in it, out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archidsl.diagnostics import Span
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping, Scalar, Sequence, Value, plain

Path = tuple[str, ...]  # keys, and places in lists: the first is 1
A_PLACE = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Step:
    """What a value was after one pack had written it; `verb` is how a mod did so, and nothing where it began."""

    pack: str
    span: Span
    value: Value | None
    verb: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """One value of an item, and how it came to be, from the first pack to the last."""

    path: Path
    value: Value
    steps: tuple[Step, ...]


def at(value: Value | None, path: Path) -> Value | None:
    """What stands there; nothing if there is no such place."""
    for word in path:
        if isinstance(value, Mapping):
            value = value.get(word)
        elif isinstance(value, Sequence) and A_PLACE.fullmatch(word) and 0 < int(word) <= len(value.items):
            value = value.items[int(word) - 1]
        else:
            return None
    return value


def inside(value: Value | None) -> list[str]:
    """The words that may follow in a path."""
    if isinstance(value, Mapping):
        return [entry.name for entry in value]
    return [str(number) for number, _ in enumerate(value.items, 1)] if isinstance(value, Sequence) else []


def is_leaf(value: Value) -> bool:
    """A word, a number, a text, or a list of such: what people change as one."""
    return isinstance(value, Scalar) or (
        isinstance(value, Sequence) and all(isinstance(item, Scalar) for item in value)
    )


def origins(pack: Pack, item: Item, path: Path = ()) -> Iterator[Origin]:
    """Of each value at or below the path, in the order of the item."""
    value = at(item.body, path)
    if value is None:
        return
    if not is_leaf(value) and inside(value):
        for word in inside(value):
            yield from origins(pack, item, (*path, word))
    else:
        yield Origin(path, value, tuple(steps(pack, item, path)))


def steps(pack: Pack, item: Item, path: Path) -> Iterator[Step]:
    """The first value, then each that a mod put in its place."""
    changes = [change for change in item.history if change.key and path and change.key == path[0]]
    before = at(changes[0].before, path[1:]) if changes else at(item.body, path)
    if before is not None:
        yield Step(pack.pack_of(before.span), before.span, before)
    for change in changes:
        after = at(change.after, path[1:])
        if not same(before, after):
            own = after is not None and pack.pack_of(after.span) == change.pack  # a longer list stands where it began
            yield Step(change.pack, after.span if after is not None and own else change.span, after, change.verb)
        before = after


def same(one: Value | None, other: Value | None) -> bool:
    """Was it written in the same place, and does it say the same?"""
    if one is None or other is None:
        return one is other
    return one.span == other.span and plain(one) == plain(other)
