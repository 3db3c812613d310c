"""One text of a pack or of the program: its stable key, its English words, and what a translator should know."""

from __future__ import annotations

from dataclasses import dataclass

NOUN, NAME, SENTENCE = "noun", "name", "sentence"


@dataclass(frozen=True, slots=True)
class Text:
    """`kind.unit`: unit, units. `layer` is the pack it stands in, counted from the lowest."""

    key: str
    english: str
    plural: str = ""
    sort: str = SENTENCE  # a noun has a plural and a gender, a name neither, a sentence perhaps places for values
    about: str = ""
    file: str = ""
    line: int = 0
    layer: int = 0


def spoken(word: str) -> str:
    """What people read for a word of the rules that nobody gave a name: `any_side` is `any side`."""
    return word.replace("_", " ")


def plural(word: str) -> str:
    """The usual English plural, of nouns and of sections of a pack: `kinds`, `properties`, `watches`."""
    if word.endswith("y") and not word.endswith(("ay", "ey", "oy", "uy")):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
