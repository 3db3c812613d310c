"""A pack without and with some mods in; what is different, value by value, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from archidsl.diagnostics import Span
from archidsl.packs.origins import Path, is_leaf
from archidsl.packs.pack import Item, Pack
from archidsl.packs.schema import FOR_PEOPLE, ORIGIN, WORDING
from archidsl.packs.values import Mapping, Sequence, Value, plain

HEADER = "game"  # what packs say about the whole: what runs, in which order, who has won
ADDED, REMOVED, CHANGED = "added", "removed", "changed"
RULES, WORDS, SOURCES = "rules", "words", "sources"


@dataclass(frozen=True, slots=True)
class Difference:
    """One value, or with no path a whole item, that is there before or after, or is another one."""

    section: str
    name: str
    path: Path
    old: Value | None
    new: Value | None
    place: Span  # where the mod says so

    @property
    def sort(self) -> str:
        return ADDED if self.old is None else REMOVED if self.new is None else CHANGED

    @property
    def about(self) -> str:
        """Does it change what happens, only what people read, or only where it is said to come from?"""
        keys = [word for word in self.path if not word.isdigit()]
        if any(key in ORIGIN for key in keys):
            return SOURCES
        return WORDS if self.section in WORDING or any(key in FOR_PEOPLE for key in keys) else RULES


def differences(before: Pack, after: Pack) -> Iterator[Difference]:
    """In the order of the packs: the header, what is gone or other, then what is new."""
    yield from inside_of(HEADER, before.id, (), said(before), said(after), after.header.span)
    old = {(item.section, item.name): item for item in before.items}
    new = {(item.section, item.name): item for item in after.items}
    gone = {(item.section, item.name): item for item in after.removed}
    for key, item in old.items():
        if key not in new:
            place = gone[key].history[-1].span if key in gone else item.span
            yield Difference(*key, (), item.body, None, place)
        elif new[key] != item:
            yield from inside_of(*key, (), item.body, new[key].body, last_place(new[key]))
    for key, item in new.items():
        if key not in old:
            yield Difference(*key, (), None, item.body, item.span)


def said(pack: Pack) -> Mapping:
    """What the header says about the game."""
    about = ("main", "order", "results")
    return Mapping(pack.header.span, tuple(entry for entry in pack.header if entry.name in about))


def last_place(item: Item) -> Span:
    return item.history[-1].span if item.history else item.span


def inside_of(section: str, name: str, path: Path, old: Value, new: Value, place: Span) -> Iterator[Difference]:
    """Down to the single values; lists of numbers and words are one value. `place` is for what is nowhere any more."""
    if plain(old) == plain(new):
        return
    pairs: list[tuple[str, Value | None, Value | None]] = []
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        keys = dict.fromkeys(entry.name for entry in (*old, *new))
        pairs = [(key, old.get(key), new.get(key)) for key in keys]
    elif isinstance(old, Sequence) and isinstance(new, Sequence) and not (is_leaf(old) or is_leaf(new)):
        beside = zip_longest(old.items, new.items)
        pairs = [(str(number), one, other) for number, (one, other) in enumerate(beside, 1)]
    else:
        yield Difference(section, name, path, old, new, new.span if new.span.file != old.span.file else place)
    for word, one, other in pairs:
        if one is not None and other is not None:
            yield from inside_of(section, name, (*path, word), one, other, place)
        elif one is not other:
            yield Difference(section, name, (*path, word), one, other, other.span if other is not None else place)
