"""The documents of packs in, one on top of the other; one pack out. Whatever contradicts goes to the report."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from archidsl.diagnostics import NOWHERE, Report, Span, did_you_mean
from archidsl.packs.merging import Items, apply, sources_in
from archidsl.packs.pack import Change, Item, Pack
from archidsl.packs.schema import (
    ABOUT,
    FOR_PEOPLE,
    HEADER,
    SECTIONS,
    WORDING,
    check_item,
    is_header,
    is_name,
    section_of,
)
from archidsl.packs.source_keys import strange_sources
from archidsl.packs.stacks import names
from archidsl.packs.values import Document, Entry, Mapping, Scalar, Sequence, Value, plain
from archidsl.resources import examples, shipped_game

# What a mod's header says about these counts for the whole; its title and the like are its own.
ABOUT_THE_GAME = ("main", "order", "results", "outlook")
# Looked up by name alone; all others are also counted off, from the first to the last.
NO_ORDER = ("procedure", "phase", "measure", "noun", "adjective", "table", "window", "option", "flag", "clash")
MAIN = "game"
NOT_BELOW = "put it beside this pack, or name it before this one: `--on PATH`"


def merge(layers: list[list[Document]], report: Report) -> Pack:
    """The first layer is the pack; each of the others is a mod of what lies below it."""
    below = Below()
    for documents in layers:
        put_on_top(documents, below, report)
    items = tuple(below.items.values())
    name = next(iter(below.packs), "")
    files = {document.file: number for number, documents in enumerate(layers) for document in documents}
    same = digest(name, below.header, items)
    return Pack(name, below.header, items, same, files, tuple(below.packs), tuple(below.removed))


@dataclass(slots=True)
class Below:
    """What the layers up to here make together."""

    packs: dict[str, Span] = field(default_factory=dict)
    header: Mapping = field(default_factory=lambda: Mapping(NOWHERE, ()))
    items: Items = field(default_factory=dict)
    removed: list[Item] = field(default_factory=list)


def put_on_top(documents: list[Document], below: Below, report: Report) -> None:
    header, is_mod = header_of(documents, report), bool(below.packs)
    name = own_name(header, documents, below, report)
    missing = [
        other for other in listed(header, "needs") if isinstance(other, Scalar) and other.value not in below.packs
    ]
    for other in missing:
        known = [*below.packs, *names(shipped_game()), *examples()]
        help = did_you_mean(str(other.value), known) or NOT_BELOW
        report.error("missing-pack", other.span, f"the pack `{other.value}` is not below this one", help)
    if is_mod:
        said = {entry.name: entry for entry in header if entry.name in ABOUT_THE_GAME}
        kept = tuple(entry for entry in below.header if entry.name not in said)
        below.header = Mapping(below.header.span, (*kept, *said.values()))
    else:
        below.header = header
    below.packs.setdefault(name, header.span)
    new: list[Item] = []
    for item in items_in(documents):
        new.append(item)
        history = (Change("add", name, item.span),) if is_mod else ()
        add(replace(item, history=history), below.items, is_mod, report)
    changed: dict[tuple[str, str], None] = {}
    for entry in () if missing else listed(header, "changes"):  # there is nothing that they could be about
        if isinstance(entry, Mapping) and (key := apply(entry, below.items, below.removed, name, report)):
            changed[key] = None
    for key in changed:
        if key in below.items:
            check_item(below.items[key], report)
            new.append(below.items[key])
    own = {document.file for document in documents}
    for item in new:
        report.diagnostics.extend(strange_sources(item, own))


def header_of(documents: list[Document], report: Report) -> Mapping:
    """Header keys only; a pack has one header."""
    found: list[Mapping] = []
    for document in documents:
        if is_header(document) and isinstance(document.root, Mapping):
            found.append(document.root)
    for second in found[1:]:
        at, first = place_of(second), place_of(found[0])
        report.error("second-meaning", at, "the pack has a second header", "keep one", [(first, "the first is here")])
    if not found:
        return Mapping(Span(documents[0].file, 1, 1, 1, 1) if documents else NOWHERE, ())
    return Mapping(found[0].span, tuple(entry for entry in found[0] if entry.name in HEADER))


def place_of(header: Mapping) -> Span:
    name = header.get("pack")
    return name.span if name is not None else header.span


def own_name(header: Mapping, documents: list[Document], below: Below, report: Report) -> str:
    name = header.get("pack")
    if name is None:
        if documents and not any(is_header(document) for document in documents):
            help = "write a file `pack.yaml` with `pack: NAME`"
            report.error("missing-key", header.span, "no file of this pack is its header", help)
        return ""
    word = str(name.value) if isinstance(name, Scalar) else ""
    if word in below.packs:
        notes = [(below.packs[word], "it lies here first")]
        report.error("second-meaning", name.span, f"the pack `{word}` lies below already", "give it once", notes)
    return word


def listed(header: Mapping, key: str) -> Iterable[Value]:
    value = header.get(key)
    return value.items if isinstance(value, Sequence) else ()


# -- items


def items_in(documents: list[Document]) -> Iterator[Item]:
    """In the order of the files, then of their lines. What the schemas refuse is left out."""
    for document in documents:
        root = document.root
        if isinstance(root, Sequence):
            for item in root:
                if isinstance(item, Mapping) and item.entries:
                    yield from as_item(item, item.entries[0].name)
        elif isinstance(root, Mapping):
            header = is_header(document)
            for entry in root:
                if not (header and entry.name in HEADER):
                    yield from items_of_section(entry)


def items_of_section(entry: Entry) -> Iterator[Item]:
    section = section_of(entry)
    if section is not None and isinstance(entry.value, Sequence):
        for item in entry.value:
            if isinstance(item, Mapping):
                yield from as_item(item, section)


def as_item(item: Mapping, section: str) -> Iterator[Item]:
    name = item.get(section)
    if isinstance(name, Scalar) and is_name(name):
        body = Mapping(item.span, tuple(entry for entry in item if entry.name != section))
        yield Item(section, str(name.value), name.span, body, sources=sources_in(body))


def add(item: Item, items: Items, is_mod: bool, report: Report) -> None:
    first = items.get((item.section, item.name))
    if first is None:
        items[item.section, item.name] = item
        return
    help = "rename one of them"
    if is_mod and first.span.file != item.span.file:
        help += "; a mod changes what is there with `changes:`"
    message = f"there is already a `{item.section}` called `{item.name}`"
    report.error("second-meaning", item.span, message, help, [(first.span, "it is declared here first")])


# -- the same pack, the same digest


def digest(name: str, header: Mapping, items: Iterable[Item]) -> str:
    """Of what the pack means: not of files, comments or places, of words for people, or of where numbers were found.

    Inside an item the order of keys counts, since that of parameters and members does; its own keys have no order.
    The order of declaration counts where the game goes by it: what lies on a pile, who comes in first at a moment.
    """
    about = {key: plain(value) for key in ABOUT_THE_GAME if (value := header.get(key)) is not None}
    results = about.get("results")
    form = {
        "pack": name,
        "main": about.get("main", MAIN),
        "order": about.get("order"),
        "results": sorted(results.items()) if isinstance(results, dict) else [],
        "items": [
            [item.section, item.name, sorted_keys(meant(item.body, item.section not in SECTIONS))]
            for item in sorted(items, key=by_name)
            if item.section not in WORDING
        ],
    }
    return hashlib.sha256(json.dumps(form, separators=(",", ":")).encode("ascii")).hexdigest()


def by_name(item: Item) -> tuple[str, str]:
    return (item.section, item.name) if item.section in NO_ORDER else ("", "")


def meant(body: Mapping, of_member: bool) -> Mapping:
    """Without what is not said about the game, but to people; members of kinds say it in their parts too."""
    kept = [entry for entry in body if entry.name not in (ABOUT if of_member else FOR_PEOPLE)]
    if of_member:
        kept = [Entry(entry.key, meant_part(entry.value)) for entry in kept]
    return Mapping(body.span, tuple(kept))


def meant_part(value: Value) -> Value:
    if isinstance(value, Sequence):
        return Sequence(value.span, tuple(meant_part(item) for item in value))
    return meant(value, True) if isinstance(value, Mapping) else value


def sorted_keys(body: Mapping) -> list[list[object]]:
    return [[entry.name, plain(entry.value)] for entry in sorted(body, key=lambda entry: entry.name)]
