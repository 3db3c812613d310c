"""A pack in; its numbers and the facts of its members out, each with where it comes from, its rules and its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archidsl.diagnostics import Span
from archidsl.packs.pack import Item, Pack
from archidsl.packs.schema import FOR_PEOPLE, SECTIONS, WORDING, schema
from archidsl.packs.source_keys import REST, column_of, columns_of, inside
from archidsl.packs.values import Mapping, Scalar, Sequence, Value

UNSAID = ""
SETTLED = {"option": "default", "flag": "default"}  # what a pack decides there counts even if it is no number
NO_VALUES = (*FOR_PEOPLE, "for_each")
COMMENT = re.compile(r"#.*")
NUMBER = re.compile(r"(?<![\w.])[0-9]*[1-9][0-9]*(?!\w)")  # not the 0 of `> 0`, nor the 1 of `pile_1`

Path = tuple[str, ...]


def source_words() -> list[str]:
    """The words that a source can be."""
    return list(schema("declarations")["$defs"]["source_word"]["enum"])


@dataclass(frozen=True, slots=True)
class Datum:
    """One number, word or text of an item: `path` leads to it, `source` is empty if nobody says where it comes from."""

    item: Item
    path: Path
    value: Scalar
    source: str
    rules: tuple[str, ...]

    @property
    def span(self) -> Span:
        return self.value.span


@dataclass(frozen=True, slots=True)
class Said:
    """A `source`, the depth at which it stands, and the pack that says it: 0 is the lowest."""

    source: Value
    depth: int
    layer: int


@dataclass(frozen=True, slots=True)
class Around:
    """What the item, and the parts around a value, say about it."""

    said: tuple[Said, ...]
    rules: tuple[str, ...]


def data_of(pack: Pack) -> Iterator[Datum]:
    """Every value that should say where it comes from, in the order of the pack."""
    for item in pack.items:
        if item.section not in WORDING:
            yield from data_in(item, pack.layers)


def data_in(item: Item, layers: dict[str, int]) -> Iterator[Datum]:
    said = tuple(Said(source, 0, layers.get(source.span.file, 0)) for source in item.sources)
    around = Around(said, rules_in(item.body))
    reader = Reader(item, layers, columns_of(item))
    name = (item.section,)
    if any(isinstance(s.source, Mapping) and s.source.get(item.section) is not None for s in said):
        yield reader.datum(name, Scalar(item.span, item.name), around)
    for entry in item.body:
        if entry.name not in NO_VALUES:
            yield from reader.below((entry.name,), entry.value, around)


@dataclass(frozen=True, slots=True)
class Reader:
    item: Item
    layers: dict[str, int]
    columns: tuple[str, ...]

    def below(self, path: Path, value: Value, around: Around) -> Iterator[Datum]:
        if isinstance(value, Scalar):
            if self.counts(path, value):
                yield self.datum(path, value, around)
            return
        is_part = isinstance(value, Mapping) and self.item.section not in SECTIONS
        if is_part and isinstance(value, Mapping):
            around = self.with_own(value, around, len(path))
        for name, inner in inside(value, self.columns).items():
            if not (is_part and name in NO_VALUES):
                yield from self.below((*path, name), inner, around)

    def counts(self, path: Path, value: Scalar) -> bool:
        """All that a member of a kind says; of what the language declares, the numbers and the decisions."""
        if self.item.section not in SECTIONS or type(value.value) is int:
            return True
        if path == (SETTLED.get(self.item.section),):
            return True
        return isinstance(value.value, str) and has_numbers(value.value)

    def with_own(self, part: Mapping, around: Around, depth: int) -> Around:
        source = part.get("source")
        said = around.said
        if source is not None:
            said = (*said, Said(source, depth, self.layers.get(source.span.file, 0)))
        return Around(said, rules_in(part) or around.rules)

    def datum(self, path: Path, value: Scalar, around: Around) -> Datum:
        layer = self.layers.get(value.span.file, 0)
        column = column_of(path, self.columns)
        return Datum(self.item, path, value, source_of(path, column, layer, around.said), around.rules)


def has_numbers(text: str) -> bool:
    return bool(NUMBER.search(without_comments(text)))


def without_comments(text: str) -> str:
    return COMMENT.sub("", text)


def rules_in(body: Mapping) -> tuple[str, ...]:
    rule = body.get("rule")
    listed = rule.items if isinstance(rule, Sequence) else (rule,)
    return tuple(str(word.value) for word in listed if isinstance(word, Scalar))


# -- which source counts


def source_of(path: Path, column: str, layer: int, said: tuple[Said, ...]) -> str:
    """The uppermost pack counts, then what stands nearest to the value; a pack knows nothing of values above it."""
    for one in sorted(said, key=lambda one: (one.layer, one.depth), reverse=True):
        if one.layer >= layer and (word := word_for(one.source, path[one.depth :], column, one.layer == layer)):
            return word
    return UNSAID


def word_for(source: Value, path: Path, column: str, own: bool) -> str:
    """The innermost word on the way to the value: that of a step, of the value's column, or `rest`.

    One source for all, and `rest`, speak only of what the same pack wrote (`own`); a key also of what lies below.
    """
    best = word_in(source) if own else UNSAID
    for step in path:
        words = {entry.name: entry.value for entry in source} if isinstance(source, Mapping) else {}
        best = (own and word_in(words.get(REST))) or best
        best = word_in(words.get(column)) or best
        below = words.get(step)
        if below is None:
            return best
        best = word_in(below) or best
        source = below
    if isinstance(source, Mapping) and own:
        return word_in(source.get(REST)) or best
    return best


def word_in(source: Value | None) -> str:
    return str(source.value) if isinstance(source, Scalar) else UNSAID


# -- the same in fewer lines


@dataclass(frozen=True, slots=True)
class Group:
    """Data of one item below one key that come from the same place; `value` is the whole of them."""

    item: Item
    path: Path
    value: Value
    source: str
    rules: tuple[str, ...]
    data: tuple[Datum, ...]


def groups_of(data: list[Datum]) -> Iterator[Group]:
    """The data of one item: a line for each key, or for less than that where the sources below it differ."""
    item = data[0].item
    for key, below in by_step(data, 0).items():
        value = item.body.get(key) if key != item.section else None
        yield from grouped((key,), value if value is not None else below[0].value, below, columns_of(item))


def grouped(path: Path, value: Value, data: list[Datum], columns: tuple[str, ...]) -> Iterator[Group]:
    if alike(data):
        yield group(path, value, data)
        return
    of_columns: dict[str, list[Datum]] = {}
    for datum in data:
        of_columns.setdefault(column_of(datum.path, columns), []).append(datum)
    if len(of_columns) > 1 and all(map(alike, of_columns.values())):
        for column, own in of_columns.items():
            yield group((*path, column), Sequence(own[0].span, tuple(datum.value for datum in own)), own)
        return
    for key, below in by_step(data, len(path)).items():
        yield from grouped((*path, key), inside(value, columns)[key], below, columns)


def alike(data: list[Datum]) -> bool:
    return len({(datum.source, datum.rules, datum.span.file) for datum in data}) == 1


def group(path: Path, value: Value, data: list[Datum]) -> Group:
    first = data[0]
    if len(data) == 1:
        path, value = first.path, first.value
    return Group(first.item, path, value, first.source, first.rules, tuple(data))


def by_step(data: list[Datum], depth: int) -> dict[str, list[Datum]]:
    out: dict[str, list[Datum]] = {}
    for datum in data:
        out.setdefault(datum.path[depth], []).append(datum)
    return out
