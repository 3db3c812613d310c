"""Keys in, words for people out, in one language; where a translation is missing, the English is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from archidsl.texts.catalogue import Catalogue, Translated, plural_rule
from archidsl.texts.message import MessageError, Word, filled, noun, places
from archidsl.texts.phrases import PHRASES
from archidsl.texts.text import NOUN, Text, spoken


def _sound(entry: Translated) -> bool:
    """A translation with a brace too many is left out: the English is better than a game that breaks."""
    try:
        for form in entry.forms:
            places(form)
    except MessageError:
        return False
    return bool(entry.forms)


class Lexicon:
    """All words of a game, and those of the program, in one language."""

    def __init__(self, texts: Mapping[str, Text], language: str = "en", catalogues: Sequence[Catalogue] = ()) -> None:
        self.texts, self.language, self.plural = texts, language, plural_rule(language)
        found = {key: entry for catalogue in catalogues for key, entry in catalogue.entries.items()}
        self.known = {key: entry for key, entry in found.items() if _sound(entry)}

    def has(self, key: str) -> bool:
        return key in self.texts

    def word(self, key: str, number: int = 1) -> Word:
        """The name under a key, for so many; a key that nobody knows is spoken as it is."""
        text = self.texts.get(key)
        index = self.plural(number)
        if text is None:
            return Word(spoken(key.partition(".")[2]))
        entry = self.known.get(key)
        if entry is None:
            return Word(text.plural if text.plural and index else text.english)
        if text.sort != NOUN:
            return Word(entry.forms[0])
        one = noun(entry.forms[0])
        return Word(entry.forms[1], one.gender) if index and len(entry.forms) > 1 else one

    def name(self, key: str, number: int = 1) -> str:
        return self.word(key, number).text

    def sentence(self, key: str, **values: int | str | Word) -> str:
        """A text of the pack, its places filled."""
        return filled(self.name(key), values, self.plural)

    def say(self, phrase: str, **values: int | str | Word) -> str:
        """A phrase of the program, its places filled."""
        entry = self.known.get(f"program.{phrase}")
        return filled(entry.forms[0] if entry is not None else PHRASES[phrase], values, self.plural)
