"""YAML values that know where they stand: the documents of a pack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from archidsl.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, a whole number, true/false or null.

    `text_line` and `text_column` say where the first character of the text stands, so that a place inside the
    text can be found in the file. `exact` is false where the file's characters and the text's do not correspond
    one to one (folded blocks, escapes, texts over several lines).
    """

    span: Span
    value: str | int | bool | None
    exact: bool = True
    text_line: int = 0
    text_column: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """`key: value`"""

    key: Scalar
    value: Value

    @property
    def name(self) -> str:
        return str(self.key.value)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; no key twice."""

    span: Span
    entries: tuple[Entry, ...]

    def get(self, name: str) -> Value | None:
        for entry in self.entries:
            if entry.key.value == name:
                return entry.value
        return None

    def key(self, name: str) -> Scalar | None:
        for entry in self.entries:
            if entry.key.value == name:
                return entry.key
        return None

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    span: Span
    items: tuple[Value, ...]

    def __iter__(self) -> Iterator[Value]:
        return iter(self.items)


Value = Scalar | Mapping | Sequence


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML file of a pack."""

    file: str
    text: str
    root: Value


def plain(value: Value) -> object:
    """The value without its places, for JSON Schema and for comparing."""
    if isinstance(value, Scalar):
        return value.value
    if isinstance(value, Mapping):
        return {entry.name: plain(entry.value) for entry in value.entries}
    return [plain(item) for item in value.items]
