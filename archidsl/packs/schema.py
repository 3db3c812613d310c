"""Documents in; whatever breaks the schemas in `grammars/schemas` goes to the report, in the author's words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

from archidsl.diagnostics import MOST_PER_FILE, Diagnostic, Report, did_you_mean
from archidsl.packs.pack import Item
from archidsl.packs.schema_errors import bad_name, shown, violations
from archidsl.packs.values import Document, Entry, Mapping, Scalar, Sequence, Value
from archidsl.resources import folder
from archidsl.texts.text import plural

SECTIONS = (
    "stuff holder kind property noun adjective measure table zone grid window watch option flag clash"
    " question refusal term panel procedure phase"
).split()
SINGULAR = {plural(section): section for section in SECTIONS}
HEADER = "pack title text version needs main order results outlook changes authors language".split()
ABOUT = "name text rule source note".split()
ORIGIN = ("rule", "source", "note")  # of these, what is said about the pack and not about the game
FOR_PEOPLE = (*ABOUT, "plural", "called", "refusal", "quiet", "sheet", "drawn", "colour")  # what the game never reads
WORDING = ("question", "refusal", "term", "panel")  # sections with nothing but what is shown to people
LOOKED_AT = (*ABOUT, "passive", "for_each")
WORD = re.compile("[a-z][a-z0-9_]{0,63}")


def check(documents: Iterable[Document], report: Report) -> None:
    """The shape of every file; at most `MOST_PER_FILE` errors of each."""
    for document in documents:
        report.diagnostics.extend(islice(wrong_in(document), MOST_PER_FILE))


def check_item(item: Item, report: Report) -> None:
    """One item after a change, as if it had been written like this."""
    name = Entry(Scalar(item.span, item.section), Scalar(item.span, item.name))
    whole = Mapping(item.span, (name, *item.body.entries))
    report.diagnostics.extend(islice(wrong_in_item(whole, item.section), MOST_PER_FILE))


@cache
def schema(name: str) -> dict[str, Any]:
    """`schema("items")` is what `grammars/schemas/items.schema.json` holds."""
    text = (folder("grammars") / "schemas" / f"{name}.schema.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]


@cache
def validator(place: str) -> Any:
    """For `declarations.schema.json#/$defs/kind` and the like; jsonschema is slow to import, so it comes late."""
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    names = ("pack", "declarations", "items", "scenarios")
    files = [(f"{name}.schema.json", Resource.from_contents(schema(name))) for name in names]
    registry: Registry[Any] = Registry().with_resources(files)
    return Draft202012Validator({"$ref": place}, registry=registry)


def is_name(value: Value) -> bool:
    return isinstance(value, Scalar) and isinstance(value.value, str) and bool(WORD.fullmatch(value.value))


def is_header(document: Document) -> bool:
    """`pack.yaml`, or a small pack in one file."""
    root = document.root
    return isinstance(root, Mapping) and (root.get("pack") is not None or document.file.split("/")[-1] == "pack.yaml")


def section_of(entry: Entry) -> str | None:
    """`kinds: [...]` holds items of the section `kind`; `cards: [{card: ...}]` those of the section `card`."""
    if entry.name in SINGULAR:
        return SINGULAR[entry.name]
    first = entry.value.items[:1] if isinstance(entry.value, Sequence) else ()
    for item in first:
        for key in item.entries if isinstance(item, Mapping) else ():
            if plural(key.name) == entry.name:
                return key.name
    return None


def wrong_in(document: Document) -> Iterator[Diagnostic]:
    root = document.root
    if isinstance(root, Sequence):
        for item in root:
            yield from wrong_in_list(item)
    elif isinstance(root, Mapping):
        header = is_header(document)
        if header:
            yield from wrong_in_header(root)
        for entry in root:
            if not (header and entry.name in HEADER):
                yield from wrong_in_section(entry, header)
    elif root.value is not None:  # a file with nothing but comments is fine
        help = "write a list of items like `- procedure: refill`, or sections like `kinds:`"
        yield Diagnostic("wrong-type", root.span, f"a file of a pack cannot be {shown(root)} alone", help)


def wrong_in_header(root: Mapping) -> Iterator[Diagnostic]:
    keys = Mapping(root.span, tuple(entry for entry in root if entry.name in HEADER))
    at = root.entries[0].key.span if root.entries else root.span
    name = root.get("pack")
    if name is not None and not is_name(name):
        yield bad_name(name)
    for found in violations(validator("pack.schema.json"), keys, "the header of a pack", at):
        if name is None or found.span != name.span:
            yield found


# -- files that are mappings


def wrong_in_section(entry: Entry, header: bool) -> Iterator[Diagnostic]:
    section = section_of(entry)
    if section is None:
        yield not_a_section(entry, header)
        return
    how = f"begin each item with `- {section}: NAME`"
    if not isinstance(entry.value, Sequence):
        message = f"`{entry.name}` must be a list of items, not {shown(entry.value)}"
        place = entry.key if isinstance(entry.value, Mapping) else entry.value
        yield Diagnostic("wrong-type", place.span, message, how)
        return
    for item in entry.value:
        if not isinstance(item, Mapping) or not item.entries:
            message = f"an item of `{entry.name}` must be a mapping, not {shown(item)}"
            yield Diagnostic("wrong-type", item.span, message, how)
        elif item.key(section) is None:
            first = item.entries[0]
            help = did_you_mean(first.name, [section]) or how
            message = f"an item of `{entry.name}` needs `{section}`"
            yield Diagnostic("missing-key", first.key.span, message, help)
        else:
            yield from wrong_in_item(item, section)


def not_a_section(entry: Entry, header: bool) -> Diagnostic:
    name, value = entry.name, entry.value
    known = [*SINGULAR, *(HEADER if header else ())]
    help = did_you_mean(name, known) or "a section is a word like `kinds`, or a kind of the pack in the plural"
    if name in HEADER:
        message = f"`{name}` belongs to the header of the pack"
        return Diagnostic("unknown-section", entry.key.span, message, "write it in `pack.yaml`, beside `pack`")
    if name in SECTIONS:
        message = f"`{name}` begins an item, and items stand in a list"
        return Diagnostic("unknown-section", entry.key.span, message, f"write `- {name}:`, or `{plural(name)}:`")
    if header and not isinstance(value, Sequence):
        return Diagnostic("unknown-key", entry.key.span, f"the header of a pack has no `{name}`", help)
    return Diagnostic("unknown-section", entry.key.span, f"`{name}` is not a section", help)


# -- files that are lists


def wrong_in_list(item: Value) -> Iterator[Diagnostic]:
    how = "begin each item with its section and name, like `- procedure: refill`"
    if not isinstance(item, Mapping) or not item.entries:
        yield Diagnostic("wrong-type", item.span, f"an item must be a mapping, not {shown(item)}", how)
        return
    first = item.entries[0]
    late = next((entry for entry in item if entry.name in SECTIONS), None)
    if first.name in SINGULAR:
        help = f"write `- {SINGULAR[first.name]}: NAME`, or the section without `- `"
        yield Diagnostic("unknown-section", first.key.span, f"`{first.name}` does not begin an item", help)
    elif first.name == "pack":
        message = "`pack` begins a header, and a header is no item of a list"
        yield Diagnostic("unknown-section", first.key.span, message, "write it in `pack.yaml`, without `- `")
    elif first.name in ABOUT or (late is not None and late is not first and not is_name(first.value)):
        help = how if late is None else f"write `{late.name}` first"
        message = f"the first key says what an item is, and `{first.name}` does not"
        yield Diagnostic("unknown-section", first.key.span, message, help)
    else:
        yield from wrong_in_item(item, first.name)


# -- one item


def wrong_in_item(item: Mapping, section: str) -> Iterator[Diagnostic]:
    name = next(entry for entry in item if entry.name == section)
    if not WORD.fullmatch(section):
        yield bad_name(name.key)
        return
    if not is_name(name.value):
        yield bad_name(name.value)
    definition = section
    if section not in SECTIONS:
        definition = "member"
        yield from (found for entry in item if entry.name not in LOOKED_AT for found in wrong_in_parts(entry.value))
        item = Mapping(item.span, tuple(entry for entry in item if entry is name or may_be_wrong(entry)))
    what = f"{'an' if section[0] in 'aeiou' else 'a'} `{section}`"
    at = name.value.span
    for found in violations(validator(f"declarations.schema.json#/$defs/{definition}"), item, what, at):
        if found.code == "missing-key" or found.span != at:  # the name has been looked at
            yield found


def wrong_in_parts(value: Value) -> Iterator[Diagnostic]:
    """Parts and faces of a member may say where they come from, as the member itself may."""
    if isinstance(value, Sequence):
        yield from (found for item in value for found in wrong_in_parts(item))
    elif isinstance(value, Mapping):
        said = Mapping(value.span, tuple(entry for entry in value if entry.name in ORIGIN))
        if said.entries:
            yield from violations(validator("declarations.schema.json#/$defs/member"), said, "a part", value.span)
        yield from (found for entry in value for found in wrong_in_parts(entry.value))


def may_be_wrong(entry: Entry) -> bool:
    """Facts of members are open to every value but true, false and null; most need not go through jsonschema."""
    return entry.name in LOOKED_AT or not WORD.fullmatch(entry.name) or has_odd_value(entry.value)


def has_odd_value(value: Value) -> bool:
    if isinstance(value, Scalar):
        return value.value is None or isinstance(value.value, bool)
    below = (entry.value for entry in value) if isinstance(value, Mapping) else value.items
    return any(has_odd_value(item) for item in below)
