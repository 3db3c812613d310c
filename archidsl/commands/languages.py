"""`--lang`: packs and a language in, a lexicon out. Catalogues lie beside what they translate, in `locale/`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from archidsl.emit import emit
from archidsl.packs.sources import beside
from archidsl.texts.catalogue import LANGUAGES, Catalogue, CatalogueError, read
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.text import Text

Command = TypeVar("Command", bound=Callable[..., Any])

ENGLISH = "en"
PROGRAM = Path(__file__).resolve().parents[1]  # the words of the program itself lie beside its code


def lang_option(command: Command) -> Command:
    """`--lang fr`; without it the variable ARCHIDSL_LANG, or English."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice([*LANGUAGES]),
        default=_usual,
        help="The language of all names and texts.",
    )(command)


def _usual() -> str:
    wanted = os.environ.get("ARCHIDSL_LANG", "")[:2].lower()
    return wanted if wanted in LANGUAGES else ENGLISH


def place(language: str) -> str:
    return f"locale/{language}.po"


def lexicon(paths: Sequence[Path], texts: Mapping[str, Text], language: str) -> Lexicon:
    """Missing translations are shown in English; a catalogue that cannot be read is told of, and left out."""
    if language == ENGLISH:
        return Lexicon(texts)
    found = []
    for layer, path in enumerate((PROGRAM, *paths), -1):
        try:
            found.append(still_meant(catalogue(path, language), texts, layer))
        except CatalogueError as problem:
            emit(("warning", "warning"), f": {path / place(language)}: {problem}", err=True)
    return Lexicon(texts, language, found)


def still_meant(found: Catalogue, texts: Mapping[str, Text], layer: int) -> Catalogue:
    """Without words for what a pack above has said in another way: its English is better than what was meant below."""
    other = [key for key, entry in found.entries.items() if (text := texts.get(key)) and layer < text.layer]
    for key in other:
        if found.entries[key].english != texts[key].english:
            del found.entries[key]
    return found


def catalogue(path: Path, language: str) -> Catalogue:
    """The catalogue of one pack; an empty one if it has none."""
    return read(language, beside(path, place(language)) or b"")
