"""`archidsl texts`: packs in; what is translated, and what is missing, unused or wrong in their catalogues, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from archidsl.commands.files import write_whole
from archidsl.commands.languages import PROGRAM, catalogue, place
from archidsl.commands.options import A_PACK, language_on_line
from archidsl.commands.shipped import resting, shipped_game
from archidsl.emit import emit, emit_json
from archidsl.packs.sources import human
from archidsl.players.showing import table
from archidsl.texts.catalogue import LANGUAGES, Catalogue, CatalogueError, faults, written
from archidsl.texts.phrases import program_texts
from archidsl.texts.text import Text

FORMATS = ("full", "json")
SORTS = ("missing", "unsure", "unused", "wrong")
Fault = tuple[Path, str, str, int, str, str]  # catalogue, language, key, line, sort, sentence


@click.command()
@click.argument("paths", nargs=-1, type=A_PACK, metavar="[PATH...]")
@click.option("--lang", "languages", multiple=True, help="These languages alone; repeatable. A new one begins empty.")
@click.option("--program", is_flag=True, help="The words of archidsl itself, instead of those of packs.")
@click.option("--update", is_flag=True, help="Write the catalogues anew: new texts come in, unused ones are set aside.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
def texts(paths: tuple[Path, ...], languages: tuple[str, ...], program: bool, update: bool, format: str) -> int:
    """Say what is translated, and what is not.

    The PATHs are packs that lie on top of each other, the lowest first; without any it is the shipped game. What they
    need besides is found as for `check`, and left alone. Each pack has a catalogue for each language beside it,
    `locale/fr.po`, in which a text is known by its key. After a change of the rules, `--update` brings the catalogues
    up to date; a translation whose English has changed is marked.

    \b
    archidsl texts
    archidsl texts PACK --lang fr --update

    Exit code 0: complete. 1: something is missing, unsure, unused or wrong. 2: wrong usage.
    """
    wanted = (
        languages
        or ((language_on_line(),) if language_on_line() else ())
        or tuple(language for language in LANGUAGES if language != "en")
    )
    for language in wanted:
        if not (language.isascii() and language.isalpha() and 2 <= len(language) <= 3):
            raise click.UsageError(f"`{language}` is no language; write two or three letters, like `fr`")
    layers = {PROGRAM: program_texts()} if program else _layers(paths)
    if update:
        for path, found in layers.items():
            for language in wanted:
                _update(path, language, found)
    return _report(layers, wanted, format)


def _layers(paths: Sequence[Path]) -> dict[Path, dict[str, Text]]:
    """The texts of each pack that was named; what these lie on has its own."""
    from archidsl.pipeline import load

    named = [*(paths or shipped_game())]
    packs = resting(named)
    every = load(packs).texts
    return {
        path: {k: t for k, t in every.items() if t.layer == layer} for layer, path in enumerate(packs) if path in named
    }


def _known(path: Path, language: str) -> Catalogue:
    try:
        return catalogue(path, language)
    except CatalogueError as problem:
        raise click.ClickException(problem.at(human(path / place(language)))) from None


def _update(path: Path, language: str, found: Mapping[str, Text]) -> None:
    if not path.is_dir():
        raise click.UsageError(f"{human(path)} is no folder: its catalogues cannot be written")
    file = path / place(language)
    prefix = f"{human(path)}/"
    text = written(language, found.values(), _known(path, language), lambda name: name.removeprefix(prefix))
    file.parent.mkdir(exist_ok=True)
    write_whole(file, text.encode("utf-8"))
    emit(f"written: {human(file)}")


def _report(layers: Mapping[Path, Mapping[str, Text]], languages: Sequence[str], format: str) -> int:
    every: list[Fault] = []
    rows = [["", "language", "texts", "translated", *SORTS]]
    for path, found in layers.items():
        for language in languages:
            here = [(path, language, *fault) for fault in faults(found, _known(path, language))]
            every += here
            count = Counter(fault[4] for fault in here)
            numbers = [len(found), len(found) - count["missing"], *(count[sort] for sort in SORTS)]
            rows.append([human(path), language, *map(str, numbers)])
    if format == "json":
        emit_json({
            "version": 1,
            "catalogues": [dict(zip(["pack", *rows[0][1:]], row, strict=True)) for row in rows[1:]],
            "problems": [
                {
                    "file": human(path / place(lang)), "line": line or None, "language": lang, "key": key or None,
                    "sort": sort, "message": message,
                }
                for path, lang, key, line, sort, message in every
            ],
        })  # fmt: skip
        return 1 if every else 0
    for path, language, key, line, sort, message in every:
        file = human(path / place(language)) + (f":{line}" if line else "")
        emit(": ".join(part for part in (file, key, sort, message) if part))
    emit(table(rows))
    return 1 if every else 0
