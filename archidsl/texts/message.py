"""Sentences with places for values: `{player} moves {number} {number#unit|units}`.

`{x}` is the value, `{x#one|many}` chooses by its number, `{x@he|she|it}` by its gender (masculine, feminine, neuter),
`{x~a|an}` by its first letter (no vowel, a vowel). A brace itself is written twice. Translators move the places about
as their language wants; nothing else is code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass

PLACE = re.compile(r"\{\{|\}\}|\{(?P<name>[a-z][a-z0-9_]*)(?:(?P<by>[#@~])(?P<forms>[^{}]*))?\}|[{}]")
GENDERS = ("m", "f", "n")
VOWELS = frozenset("aeiouæœ")
CALLING = ("name", "number", "owner", "whole", "place")  # places in `called` that are no properties
GENDER = re.compile(r" \((?P<gender>[mfn])\)$")


class MessageError(ValueError):
    """A brace that does not belong to a place, or a place with too few forms."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name to be put into a sentence; a noun has a gender where the language has genders."""

    text: str
    gender: str = ""


Values = Mapping[str, "int | str | Word"]
Plural = Callable[[int], int]  # a number -> which of the forms, from 0


def places(message: str) -> frozenset[str]:
    """The names of all places; stops with `MessageError` if the message is not well formed."""
    found = set()
    for match in PLACE.finditer(message):
        if match[0] in ("{", "}"):
            raise MessageError(f"a `{match[0]}` stands alone; a brace itself is written twice")
        if match["name"] is not None:
            found.add(match["name"])
        if match["by"] is not None and len(match["forms"].split("|")) < 2:
            raise MessageError(f"`{match[0]}` needs at least two forms with `|` between them")
    return frozenset(found)


def filled(message: str, values: Values, plural: Plural) -> str:
    """The sentence. What is not given stays as it is, so that a faulty translation is seen and nothing fails."""

    def value(match: re.Match[str]) -> str:
        if match[0] in ("{{", "}}"):
            return match[0][0]
        given = values.get(match["name"] or "")
        if given is None:
            return match[0]
        if match["by"] is None:
            return given.text if isinstance(given, Word) else str(given)
        return _form(match["forms"].split("|"), match["by"], given, plural)

    return PLACE.sub(value, message)


def _form(forms: list[str], by: str, given: int | str | Word, plural: Plural) -> str:
    if by == "#":
        index = plural(given) if isinstance(given, int) else 0
    elif by == "~":
        text = given.text if isinstance(given, Word) else str(given)
        index = int(unicodedata.normalize("NFD", text.casefold())[:1] in VOWELS)
    else:
        gender = given.gender if isinstance(given, Word) else ""
        index = GENDERS.index(gender) if gender in GENDERS else 0
    return forms[min(index, len(forms) - 1)]


def noun(text: str) -> Word:
    """A noun as in a dictionary: `maison (f)`."""
    found = GENDER.search(text)
    return Word(text[: found.start()], found["gender"]) if found else Word(text)
