"""Catalogues of translations (gettext PO): read as they are, no compiling; kept up to date when the English changes.

The stable key of a text is the context of its entry, so rewording the English loses no translation, and one English
word may have several translations. A catalogue comes from a pack, so it is data like the rest: whatever is odd in
it is told, and never breaks the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from archidsl.texts.message import GENDER, MessageError, Plural, places
from archidsl.texts.text import NOUN, Text

LARGEST = 4 * 2**20
WRAP = 110
LANGUAGES = {"en": "English", "fr": "français", "de": "Deutsch"}
GENDERS = {"fr": "mf", "de": "mfn"}
PLURALS: dict[str, tuple[str, Plural]] = {
    "en": ("nplurals=2; plural=(n != 1);", lambda n: int(n != 1)),
    "de": ("nplurals=2; plural=(n != 1);", lambda n: int(n != 1)),
    "fr": ("nplurals=2; plural=(n > 1);", lambda n: int(n > 1)),
}


class CatalogueError(ValueError):
    """The file is no catalogue."""


def plural_rule(language: str) -> Plural:
    """Languages that are not known here count like English."""
    return PLURALS.get(language, PLURALS["en"])[1]


@dataclass(frozen=True, slots=True)
class Translated:
    """One entry: the English that it was made from, and its forms (two for a noun)."""

    english: str
    forms: tuple[str, ...]
    unsure: bool = False  # the English has changed since
    line: int = 0


@dataclass(slots=True)
class Catalogue:
    language: str
    entries: dict[str, Translated] = field(default_factory=dict)

    def form(self, key: str, index: int = 0) -> str:
        """Empty if there is no translation."""
        found = self.entries.get(key)
        return found.forms[min(index, len(found.forms) - 1)] if found is not None and found.forms else ""


def read(language: str, data: bytes) -> Catalogue:
    """The catalogue in these bytes; stops with `CatalogueError` if they are none."""
    import polib

    if len(data) > LARGEST:
        raise CatalogueError("it has more than 4 MiB")
    try:
        text = data.decode("utf-8")
        if not text.strip():
            return Catalogue(language)
        file = polib.pofile(text + "\n")  # a name of a file has no line end: so it is never opened
    except (OSError, ValueError, SyntaxError, UnicodeDecodeError, IndexError, KeyError, AttributeError) as error:
        raise CatalogueError(str(error).split("\n")[0] or "it cannot be read") from None
    found = Catalogue(language)
    for entry in file:
        if not entry.obsolete and entry.msgctxt:
            forms = tuple(entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural)) or (entry.msgstr,)
            forms = forms if all(forms) else ()
            found.entries[entry.msgctxt] = Translated(entry.msgid, forms, entry.fuzzy, entry.linenum or 0)
    return found


def written(language: str, texts: Iterable[Text], known: Catalogue, files: Callable[[str], str] = str) -> str:
    """The whole catalogue as a file: every text in order, with what is known of it. Nothing in it depends on when."""
    import polib

    file = polib.POFile(wrapwidth=WRAP)
    file.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language, PLURALS["en"])[0],
    }
    for text in texts:
        file.append(_entry(polib, language, text, known.entries.get(text.key), files))
    return f"{file}\n"


def _entry(polib: Any, language: str, text: Text, known: Translated | None, files: Callable[[str], str]) -> Any:
    forms = known.forms if known is not None else ()
    entry = polib.POEntry(
        msgctxt=text.key, msgid=text.english, comment=_comment(text, language), occurrences=[(files(text.file), "")]
    )
    if text.plural:
        entry.msgid_plural = text.plural
        entry.msgstr_plural = {i: forms[i] if i < len(forms) else "" for i in range(2)}
    else:
        entry.msgstr = forms[0] if forms else ""
    if known is not None and forms and (known.unsure or known.english != text.english):
        entry.flags.append("fuzzy")
        if known.english != text.english:
            entry.previous_msgid = known.english
    return entry


def _comment(text: Text, language: str) -> str:
    about = [text.about] if text.about else []
    if text.sort == NOUN and language in GENDERS:
        about.append(f"a noun: with its gender in brackets, {' or '.join(f'({g})' for g in GENDERS[language])}")
    if named := sorted(places(text.english)):
        about.append(f"places: {', '.join(f'{{{name}}}' for name in named)}")
    return "; ".join(about)


# -- what is wrong


def faults(texts: Mapping[str, Text], found: Catalogue) -> Iterator[tuple[str, str, str]]:
    """Key, sort and sentence of whatever is missing, unused, unsure, or has other places than the English."""
    for key, text in texts.items():
        entry = found.entries.get(key)
        if entry is None or not entry.forms:
            yield key, "missing", f"no translation of `{text.english}`"
        else:
            if entry.unsure or entry.english != text.english:
                yield key, "unsure", f"the English is now `{text.english}`"
            yield from ((key, "wrong", problem) for problem in _wrong(text, entry, found.language))
    for key in found.entries.keys() - texts.keys():
        yield key, "unused", "nothing has this key"


def _wrong(text: Text, entry: Translated, language: str) -> Iterator[str]:
    wanted = places(text.english)
    for form in entry.forms:
        try:
            given = places(form)
        except MessageError as problem:
            yield f"{problem}"
            continue
        for name in sorted(wanted ^ given):
            yield f"`{{{name}}}` is {'missing' if name in wanted else 'not in the English'}"
    if text.sort == NOUN:
        gender = GENDER.search(entry.forms[0])
        if language in GENDERS and (gender is None or gender["gender"] not in GENDERS[language]):
            yield f"a noun needs its gender, like `{entry.forms[0]} (f)`"
        if len(entry.forms) < 2:
            yield "a noun needs its plural"
    if language == "fr" and any(_tight(form) for form in entry.forms):
        yield "in French a narrow no-break space stands before ; : ! ?"


def _tight(form: str) -> bool:
    """A sign of two parts right behind a letter or behind a common space; forms of a place are no sentences."""
    return any(sign in ";:!?" and i > 0 and form[i - 1] not in "\u202f\u00a0" for i, sign in enumerate(form))
