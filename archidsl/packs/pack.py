"""A pack after layering: its header and every declared item, each with its places."""

from __future__ import annotations

from dataclasses import dataclass, field

from archidsl.diagnostics import Span
from archidsl.packs.values import Mapping, Value


@dataclass(frozen=True, slots=True)
class Change:
    """What one pack did to an item: added, replaced, changed, extended or deleted it, and where.

    Of a key it also says what its value was before and after.
    """

    verb: str
    pack: str
    span: Span
    key: str = ""
    before: Value | None = None
    after: Value | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """`- kind: unit` and its other keys: section `kind`, name `unit`.

    `sources` is what the packs said about where it comes from, the lowest first.
    """

    section: str
    name: str
    span: Span
    body: Mapping
    history: tuple[Change, ...] = ()
    sources: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """Everything that the packs, one on top of the other, declare.

    `layers` says which of the `packs` a file belongs to; `removed` is what one of them deleted.
    """

    id: str
    header: Mapping
    items: tuple[Item, ...]
    digest: str
    layers: dict[str, int] = field(default_factory=dict)
    packs: tuple[str, ...] = ()
    removed: tuple[Item, ...] = ()

    def pack_of(self, span: Span) -> str:
        """The name of the pack in which it was written."""
        layer = self.layers.get(span.file, 0)
        return self.packs[layer] if layer < len(self.packs) else self.id

    def section(self, name: str) -> list[Item]:
        return [item for item in self.items if item.section == name]
