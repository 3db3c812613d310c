"""Names that a pack gives: none is a word of the language, and none means two things at once."""

from __future__ import annotations

from collections.abc import Iterator

from archidsl.checker import reading as r
from archidsl.diagnostics import Report
from archidsl.lang.grammar import BUILT_IN, KEYWORDS
from archidsl.packs.pack import Item, Pack
from archidsl.packs.schema import SECTIONS
from archidsl.packs.values import Mapping, Scalar, Sequence, Value

KEYS = {
    "kind": ("facts", "properties", "behaviours", "parts"),
    "measure": ("with",),
    "procedure": ("with",),
    "phase": ("with",),
    "window": ("values",),
    "table": ("by",),
    "stuff": ("members",),
    "grid": ("facts", "area_facts", "areas"),
}
WORDS = {"kind": ("members",), "holder": ("members",), "table": ("columns",), "grid": ("cells", "lays", "makes")}
TYPED = (
    "with",
    "values",
    "by",
    "facts",
    "area_facts",
    "properties",
)  # a list there is a type with these words as values


def check_words(pack: Pack, report: Report) -> None:
    """Every word that an author chose, at its own place."""
    for item in pack.items:
        if item.section == "kind" and item.name in SECTIONS:
            refuse(Scalar(item.span, item.name), report)
        for word in chosen(item):
            if is_reserved(str(word.value)) and not (word.value == "moment" and item.section == "kind"):
                refuse(word, report)


def is_reserved(word: str) -> bool:
    return word in KEYWORDS or word in BUILT_IN


def refuse(word: Scalar, report: Report) -> None:
    report.error("reserved-word", word.span, f"`{word.value}` is a word of the language; choose another name")


def chosen(item: Item) -> Iterator[Scalar]:
    if not (item.section == "holder" and item.name == "player"):
        yield Scalar(item.span, item.name)
    for key in KEYS.get(item.section, ()):
        for entry in r.mapping(item.body, key):
            yield entry.key
            if key in TYPED:
                yield from labels(entry.value)
    for key in WORDS.get(item.section, ()):
        yield from r.scalars(item.body.get(key))
    if item.section not in SECTIONS:
        yield from (entry.key for entry in r.mapping(item.body, "for_each"))
    if item.section == "property":
        yield from labels(item.body.get("type"))
    if item.section in ("property", "kind"):
        yield from inverses(item)
    if item.section in ("option", "flag"):
        yield from (word for word in r.scalars(item.body.get("values")) if word.value not in ("yes", "no"))


def labels(value: Value | None) -> Iterator[Scalar]:
    """`[red, blue]`, or `{type: [red, blue]}`; a list of kinds is a type too, and kinds have been looked at."""
    if isinstance(value, Mapping):
        value = value.get("type")
    if isinstance(value, Sequence):
        yield from (word for word in r.scalars(value) if word.value != "player")


def inverses(item: Item) -> Iterator[Scalar]:
    bodies = [item.body, *(e.value for e in r.mapping(item.body, "properties") if isinstance(e.value, Mapping))]
    for body in bodies:
        yield from r.scalars(body.get("inverse"))


# -- two meanings


def check_meanings(pack: Pack, report: Report) -> None:
    """Where two words of one name could stand in the same place of a text."""
    for names in (_things(pack), _calls(pack), _values(pack)):
        first: dict[str, tuple[str, Scalar]] = {}
        for what, word in names:
            name = str(word.value)
            if name in first and first[name][1].span != word.span:
                before, at = first[name]
                message = f"`{name}` is {before} and {what}; call one of them something else"
                if before == what:
                    message = f"`{name}` is {what} twice; call one of them something else"
                report.error("second-meaning", word.span, message, notes=[(at.span, "the other one")])
            first.setdefault(name, (what, word))


def _things(pack: Pack) -> Iterator[tuple[str, Scalar]]:
    for item in pack.items:
        if item.section in ("kind", "zone", "noun", "stuff", "grid"):
            yield f"{'' if item.section == 'stuff' else 'a '}{item.section}", Scalar(item.span, item.name)
        if item.section == "stuff":
            yield from (("stuff", entry.key) for entry in r.mapping(item.body, "members") if entry.name != item.name)


def _calls(pack: Pack) -> Iterator[tuple[str, Scalar]]:
    for item in pack.items:
        if item.section == "measure":
            yield "a measure", Scalar(item.span, item.name)
        if item.section == "table":
            yield from (("a column", word) for word in r.scalars(item.body.get("columns")))


def _values(pack: Pack) -> Iterator[tuple[str, Scalar]]:
    for item in pack.items:
        if item.section in ("option", "flag"):
            yield f"{'an' if item.section == 'option' else 'a'} {item.section}", Scalar(item.span, item.name)
        if item.section == "property" and item.body.get("of") is None:
            yield "a property of the game", Scalar(item.span, item.name)
