"""`archidsl resolve`: an id in; what the packs together say about it, and which of them said what, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from archidsl.commands.languages import Titles, titles
from archidsl.commands.options import mod_option
from archidsl.commands.shipped import on_base
from archidsl.commands.yaml_text import changed_lines, is_text, on_line, yaml_lines
from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.emit import Part, emit, emit_json, on_one_line
from archidsl.packs.origins import Origin, Step, at, inside, origins
from archidsl.packs.origins import Path as Keys
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping, Scalar, Value, plain
from archidsl.pipeline import read
from archidsl.resources import or_example
from archidsl.texts.text import plural, spoken

FORMATS = ("full", "json")
JSON_VERSION = 1
DECLARING = ("facts", "properties", "members", "behaviours", "values")
WIDEST = 60  # columns of a value beside its place


@click.command()
@click.argument("given", nargs=-1, required=True, metavar="[PATH] ID")
@mod_option
@click.option(
    "--origins", "with_origins", is_flag=True, help="Say where each value was written, and what it was before."
)
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
def resolve(given: tuple[str, ...], mods: tuple[Path, ...], with_origins: bool, format: str) -> int:
    """Say what packs and mods together make of one item or value.

    ID is an item (a card, a table, a procedure, an option: `play_round`, or `procedure:play_round` if there are
    several), the number in its note, what people read for it, or a place in it: `A27.prices`, `A27.ways.1.fee`. Without
    PATH it is the shipped game.

    \b
    archidsl resolve A11.prices --mod examples/correction --origins
    archidsl resolve examples/tic_tac_toe game.effect

    Exit code 0: found. 1: problems in the packs. 2: nothing is called so.
    """
    if len(given) > 2 or not all(given):
        raise click.UsageError("give a PATH and an ID, and no more" if all(given) else "an empty word names nothing")
    stack = on_base(or_example(Path(given[0])) if len(given) == 2 else None, mods)
    pack = read(stack, Report())
    names = titles(stack)
    word, dot, rest = given[-1].partition(".")
    found = called(pack, names.called(word) + dot + rest)
    if format == "json":
        emit_json({"version": JSON_VERSION, "found": [as_object(pack, place, with_origins) for place in found]})
        return 0
    for number, place in enumerate(found):
        if number:
            emit()
        show(pack, place, with_origins, names)
    return 0


# -- finding it


@dataclass(frozen=True, slots=True)
class Place:
    """An item, and a path in it; `gone` if a mod deleted it."""

    item: Item
    path: Keys = ()
    gone: bool = False

    @property
    def name(self) -> str:
        return f"{self.item.section} {self.item.name}" + "".join(f".{word}" for word in self.path)


def called(pack: Pack, id: str) -> list[Place]:
    """All places of that name; stops with what may have been meant if there is none."""
    section, _, rest = id.rpartition(":")
    word, *path = rest.split(".")
    items = [item for item in pack.items if section in ("", *sections(item))]
    found = [Place(item, tuple(path)) for item in named(items, word)]
    found += [Place(item, (*keys, *path)) for item in items for keys in declared(item, word)]
    if path and not section:  # `cards.NAME` is a card of that name
        inside_section = [item for item in items if word in sections(item)]
        found += [Place(item, tuple(path[1:])) for item in named(inside_section, path[0])]
    found += [Place(item, tuple(path), gone=True) for item in pack.removed if item.name == word]
    places = [place for place in found if at(place.item.body, place.path) is not None]
    if not places:
        raise click.UsageError(no_such_key(found[0]) if found else unknown(items, id, word))
    return places


def sections(item: Item) -> tuple[str, str]:
    return item.section, plural(item.section)


def named(items: list[Item], word: str) -> list[Item]:
    """Of that name; else of that number, or what people call so."""
    return [item for item in items if item.name == word] or [
        item for item in items if word.casefold() in (said.casefold() for said in said_for(item))
    ]


def said_for(item: Item) -> Iterator[str]:
    """The name for people, and the first word of a note, if a digit is in it; a mod's note does not hide the first."""
    earlier = [change.before for change in item.history if change.key == "note"]
    for value in (item.body.get("note"), *earlier):
        number = str(value.value).split(" ")[0].strip(";,.:") if isinstance(value, Scalar) else ""
        if any(sign.isdigit() for sign in number):
            yield number
    name = item.body.get("name")
    yield str(name.value) if isinstance(name, Scalar) else spoken(item.name)


def declared(item: Item, word: str) -> Iterator[Keys]:
    """What is declared inside an item, like a property of a kind."""
    for entry in item.body:
        if entry.name in DECLARING and isinstance(entry.value, Mapping) and entry.value.get(word) is not None:
            yield entry.name, word


def unknown(items: list[Item], id: str, word: str) -> str:
    known = {item.name for item in items} | {said for item in items for said in said_for(item)}
    known |= {key for item in items for name in DECLARING for key in inside(at(item.body, (name,)))}
    help = did_you_mean(word, known) or "`archidsl show PATH` lists what there is"
    return f"nothing is called `{id}`; {help}"


def no_such_key(place: Place) -> str:
    """As far as the path leads, and what would have come then."""
    item, path, far = place.item, place.path, 0
    while at(item.body, path[: far + 1]) is not None:
        far += 1
    known = inside(at(item.body, path[:far]))
    help = did_you_mean(path[far], known) or (f"there are {', '.join(known)}" if known else "nothing is below it")
    return f"{Place(item, path[:far]).name} has no `{path[far]}`; {help}"


# -- telling


def show(pack: Pack, place: Place, with_origins: bool, names: Titles) -> None:
    emit(
        ("bold", place.name),
        names.of(place.item.section, place.item.name),
        "  ",
        ("dim", "in "),
        ("place", short(place.item.span)),
    )
    if place.gone:
        last = place.item.history[-1]
        emit(("warning", f"deleted by {last.pack}"), "  ", ("place", short(last.span)))
    if with_origins:
        for origin in origins(pack, place.item, place.path):
            show_origin(origin, place.path)
        return
    value = at(place.item.body, place.path)
    for line in yaml_lines(value) if value is not None else ():
        emit(f"  {line}")


def show_origin(origin: Origin, below: Keys) -> None:
    """Where it began, then what each mod made of it; the last is what counts."""
    key = ".".join(origin.path[len(below) :])
    before: Step | None = None
    for step in origin.steps:
        head = f"  {key}: " if key and before is None else "  " if before is None else "    -> "
        by = f"{step.pack} ({step.verb}) " if step.verb else f"{step.pack} "
        emit(head, painted(step, origin), "  ", ("dim", by), ("place", short(step.span)))
        if before is not None and is_text(step.value):
            show_lines(before.value, step.value, "       ")
        before = step


def painted(step: Step, origin: Origin) -> Part:
    """What counts stands out against what was there before."""
    value = cut(on_line(step.value))
    if len(origin.steps) == 1:
        return value
    return ("bold" if step is origin.steps[-1] else "dim"), value


def show_lines(old: Value | None, new: Value | None, indent: str) -> None:
    """What is different in a text."""
    for sign, line in changed_lines(old, new):
        emit(indent, ({"-": "error", "+": "good"}.get(sign, "dim"), f"{sign} {line}"))


def short(span: Span) -> str:
    return f"{span.file}:{span.line}"


def cut(text: str) -> str:
    text = on_one_line(text)
    return text if len(text) <= WIDEST else text[: WIDEST - 3].rstrip() + "..."


def as_object(pack: Pack, place: Place, with_origins: bool) -> dict[str, Any]:
    value = at(place.item.body, place.path)
    out: dict[str, Any] = {
        "section": place.item.section,
        "item": place.item.name,
        "key": list(place.path),
        "value": plain(value) if value is not None else None,
        "deleted": place.gone,
        **where(pack, place.item.span),
    }
    if with_origins:
        out["origins"] = [origin_object(pack, origin) for origin in origins(pack, place.item, place.path)]
    return out


def origin_object(pack: Pack, origin: Origin) -> dict[str, Any]:
    steps = [
        {**where(pack, s.span), "verb": s.verb or None, "value": plain(s.value) if s.value is not None else None}
        for s in origin.steps
    ]
    return {"key": list(origin.path), "steps": steps}


def where(pack: Pack, span: Span) -> dict[str, Any]:
    return {"pack": pack.pack_of(span), "file": span.file, "line": span.line, "column": span.column}
