"""`archidsl diff`: a pack and mods in; what the mods do to the game, in a list that people can read, out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from archidsl.commands.languages import Titles, catalogue, place, titles
from archidsl.commands.options import A_PACK, mod_option
from archidsl.commands.resolve import cut, short, show_lines
from archidsl.commands.shipped import on_base
from archidsl.commands.yaml_text import is_text, on_line
from archidsl.diagnostics import Report
from archidsl.emit import emit, emit_json
from archidsl.packs.differences import ADDED, RULES, SOURCES, WORDS, Difference, differences
from archidsl.packs.sources import human
from archidsl.packs.stacks import Stack
from archidsl.packs.values import Mapping, Scalar, plain
from archidsl.pipeline import Game, load, read
from archidsl.rendering import plural
from archidsl.texts.catalogue import LANGUAGES, CatalogueError, faults

FORMATS = ("full", "json")
JSON_VERSION = 1
SETTLED = ("option", "flag")  # what is settled before a game


@click.command()
@click.argument("pack", required=False, type=A_PACK, metavar="[PATH]")
@mod_option
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
def diff(pack: Path | None, mods: tuple[Path, ...], format: str) -> int:
    """Say what mods do to a game.

    Listed is what they add, delete and change, with the old value and the new one and the line that says so; then the
    texts that are not translated. PATH is the pack that the mods lie on; without it they lie on the shipped game. A
    PATH alone is a mod itself.

    \b
    archidsl diff --mod examples/correction
    archidsl diff examples/saltfen --mod MOD --mod ANOTHER

    Exit code 0: listed. 1: problems in the packs. 2: wrong usage.
    """
    if pack is None and not mods:
        raise click.UsageError("give the PATH of a mod, or a pack and `--mod PATH`")
    stack = on_base(pack, mods)
    found = compared(stack, mods or (stack[-1],))
    if format == "json":
        emit_json(as_object(found))
    else:
        show(found, titles(stack))
    return 0


@dataclass(frozen=True, slots=True)
class Found:
    """What mods do to a game; `below` is without them, `missing` the texts that have no translation, by language."""

    game: Game
    below: str
    names: tuple[str, ...]
    differences: tuple[Difference, ...]
    missing: dict[str, list[tuple[Path, str]]]


def compared(stack: Stack, mods: Iterable[Path]) -> Found:
    game = load(stack)
    above = [number for number, path in enumerate(stack) if path in mods]
    if 0 in above:
        raise click.UsageError(f"`{human(stack[0])}` lies on nothing: it is a whole game, and no mod")
    before = read([path for number, path in enumerate(stack) if number not in above], Report())
    names = tuple(game.pack.packs[number] for number in above)
    missing = {language: missing_in(game, stack, above, language) for language in LANGUAGES if language != "en"}
    return Found(game, before.digest, names, tuple(differences(before, game.pack)), missing)


def missing_in(game: Game, stack: Stack, layers: list[int], language: str) -> list[tuple[Path, str]]:
    """The keys that the mods bring and that have no translation, or an old one."""
    out: list[tuple[Path, str]] = []
    for layer in layers:
        texts = {key: text for key, text in game.texts.items() if text.layer == layer}
        try:
            known = catalogue(stack[layer], language)
        except CatalogueError as problem:
            raise click.ClickException(problem.at(human(stack[layer] / place(language)))) from None
        out += [(stack[layer], key) for key, _, sort, _ in faults(texts, known) if sort in ("missing", "unsure")]
    return out


# -- telling


def show(found: Found, names: Titles) -> None:
    emit(("bold", ", ".join(found.names)), f" on {found.game.id}")
    for about, title in ((RULES, "the game"), (WORDS, "only words for people")):
        own = [difference for difference in found.differences if difference.about == about]
        if own:
            emit()
            emit(("bold", f"{title}: {plural(len(own), 'difference')}"))
        for difference in own:
            show_one(difference, names)
    emit()
    told = [f"{d.section} {d.name}" for d in found.differences if d.about == SOURCES]
    if told:
        emit(f"sources, rules and notes are other for: {', '.join(dict.fromkeys(told))}")
    for language, keys in found.missing.items():
        wanted = ", ".join(key for _, key in keys)
        emit(f"texts in {language}: " + (f"{len(keys)} missing: {wanted}" if keys else "complete"))
    same = found.below == found.game.digest
    emit("kept games: " + ("those without the mod go on with it" if same else "those without the mod stay without it"))


def show_one(difference: Difference, names: Titles) -> None:
    name = f"{difference.section} {difference.name}" + "".join(f".{word}" for word in difference.path)
    name += names.of(difference.section, difference.name)
    sign = {"added": "+", "removed": "-", "changed": "~"}[difference.sort]
    style = {"+": "good", "-": "error", "~": "warning"}[sign]
    where = ("place", short(difference.place))
    if is_text(difference.old) or is_text(difference.new):
        emit((style, f"  {sign} "), name, "  ", where)
        show_lines(difference.old, difference.new, "      ")
        return
    value = cut(in_short(difference)) if difference.sort != "changed" else ""
    if difference.sort == "changed":
        value = f"{cut(on_line(difference.old))} -> {cut(on_line(difference.new))}"
    emit((style, f"  {sign} "), name, f": {value}  " if value else "  ", where)


def in_short(difference: Difference) -> str:
    """Of a new option what it can be, of another new item what it tells people; of a value, itself."""
    body = difference.new if difference.sort == ADDED else difference.old
    if difference.path or not isinstance(body, Mapping):
        return on_line(body)
    if difference.section in SETTLED:
        keys = ("values", "range", "default")
        return ", ".join(f"{key} {on_line(value)}" for key in keys if (value := body.get(key)) is not None)
    text = body.get("text")
    return str(text.value) if isinstance(text, Scalar) and text.value is not None else ""


def as_object(found: Found) -> dict[str, Any]:
    return {
        "version": JSON_VERSION,
        "game": found.game.id,
        "mods": list(found.names),
        "same_game": found.below == found.game.digest,
        "differences": [difference_object(difference) for difference in found.differences],
        "missing": {language: [key for _, key in keys] for language, keys in found.missing.items()},
    }


def difference_object(difference: Difference) -> dict[str, Any]:
    return {
        "sort": difference.sort,
        "about": difference.about,
        "section": difference.section,
        "item": difference.name,
        "key": list(difference.path),
        "old": plain(difference.old) if difference.old is not None else None,
        "new": plain(difference.new) if difference.new is not None else None,
        "file": difference.place.file,
        "line": difference.place.line,
    }
