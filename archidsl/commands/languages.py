"""`--lang`: packs and a language in, a lexicon out. Catalogues lie beside what they translate, in `locale/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from archidsl.commands.options import ENGLISH, language, language_on_line
from archidsl.emit import emit
from archidsl.packs.sources import beside
from archidsl.texts.catalogue import LANGUAGES, Catalogue, CatalogueError, read
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import plain
from archidsl.texts.text import Text

PROGRAM = Path(__file__).resolve().parents[1]  # the words of the program itself lie beside its code


class Titles:
    """What items are called in the language of `--lang`: beside their own names, where authors are told of them."""

    def __init__(self, lexicon: Lexicon | None = None) -> None:
        self.lexicon = lexicon

    def of(self, section: str, name: str) -> str:
        """` (Name)`; empty in English, and for what has no name."""
        key = f"{section}.{name}"
        return f" ({self.lexicon.name(key)})" if self.lexicon is not None and self.lexicon.has(key) else ""

    def called(self, word: str) -> str:
        """The own name of the only item that people call so; else the word as it is."""
        if self.lexicon is None:
            return word
        names = {key: plain(self.lexicon.name(key)) for key in self.lexicon.texts if key.count(".") == 1}
        found = {key.partition(".")[2] for key, name in names.items() if name == plain(word)}
        return found.pop() if len(found) == 1 else word


def titles(paths: Sequence[Path]) -> Titles:
    """Without a language the packs need not be understood."""
    if language() == ENGLISH:
        return Titles()
    from archidsl.pipeline import load  # only now: games that are played need no checker

    return Titles(lexicon(paths, load(paths).texts, language()))


def place(language: str) -> str:
    return f"locale/{language}.po"


def lexicon(paths: Sequence[Path], texts: Mapping[str, Text], language: str) -> Lexicon:
    """Missing translations are shown in English; a catalogue that cannot be read is told of, and left out.

    A language of which no catalogue knows anything is an error if the command line asks for it.
    """
    if language == ENGLISH:
        return Lexicon(texts)
    found = []
    for layer, path in enumerate((PROGRAM, *paths), -1):
        try:
            found.append(still_meant(catalogue(path, language), texts, layer))
        except CatalogueError as problem:
            emit(("warning", "warning"), f": {problem.at(path / place(language))}", err=True)
    if paths and language == language_on_line() and not any(known.entries for known in found):
        raise click.UsageError(f"--lang: {untranslated(language)}")
    return Lexicon(texts, language, found)


def untranslated(language: str) -> str:
    return f"nothing here is translated into `{language}`; there are {', '.join(LANGUAGES)}"


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
