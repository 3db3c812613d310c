"""Catalogues of translations (gettext PO): read as they are, no compiling; kept up to date when the English changes.

The stable key of a text is the context of its entry, so rewording the English loses no translation, and one English
word may have several translations. A catalogue comes from a pack, so it is data like the rest: whatever is odd in
it is told, and never breaks the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from archidsl.diagnostics import did_you_mean
from archidsl.texts.message import GENDER, PLACE, MessageError, Plural, filled, places
from archidsl.texts.text import NOUN, SENTENCE, Text

LARGEST = 4 * 2**20
A_TEXT = r'"(?:[^"\\]|\\.)*"'
A_LINE = re.compile(rf"\s*(?:#.*|(?:(?:msg(?:ctxt|id|id_plural|str)|msgstr\[\d+\])\s*)?{A_TEXT}\s*)?")
BAD_LINE = re.compile(r"\(line (\d+)\)")
WRAP = 110
MARKS = ".?!:"  # that end a sentence
TWO_SPACES = re.compile(r"\S  +\S")
FEW = 20  # keys for which the nearest known one is looked for
SOMEBODY, SO_MANY = "Anna", 2  # in examples for translators
LANGUAGES = {"en": "English", "fr": "français", "de": "Deutsch"}
GENDERS = {"fr": "mf", "de": "mfn"}
PLURALS: dict[str, tuple[str, Plural]] = {
    "en": ("nplurals=2; plural=(n != 1);", lambda n: int(n != 1)),
    "de": ("nplurals=2; plural=(n != 1);", lambda n: int(n != 1)),
    "fr": ("nplurals=2; plural=(n > 1);", lambda n: int(n > 1)),
}


class CatalogueError(ValueError):
    """The file is no catalogue; `line` is where that was found out, or 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line

    def at(self, file: object) -> str:
        return f"{file}:{self.line}: {self}" if self.line else f"{file}: {self}"


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
    aside: dict[str, Translated] = field(default_factory=dict)  # of texts that were not there when it was written
    odd: list[tuple[str, int, str]] = field(default_factory=list)  # key, line and sentence of entries left out

    def form(self, key: str, index: int = 0) -> str:
        """Empty if there is no translation."""
        found = self.entries.get(key)
        return found.forms[min(index, len(found.forms) - 1)] if found is not None and found.forms else ""


def read(language: str, data: bytes) -> Catalogue:
    """The catalogue in these bytes; stops with `CatalogueError` if they are none."""
    import polib

    if len(data) > LARGEST:
        raise CatalogueError("it has more than 4 MiB")
    text = _text(data)
    if not text.strip():
        return Catalogue(language)
    try:
        file = polib.pofile(text + "\n")  # a name of a file has no line end: so it is never opened
    except (OSError, ValueError, SyntaxError, IndexError, KeyError, AttributeError) as error:
        place = BAD_LINE.search(str(error))
        raise CatalogueError("this does not fit here", int(place[1]) if place else 0) from None
    found = Catalogue(language)
    for entry in file:
        _take(entry, found)
    return found


def _text(data: bytes) -> str:
    """The text of the file, each line in the form of a catalogue: a quote that is left open swallows nothing."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        bad, line = data[error.start], data.count(b"\n", 0, error.start) + 1
        raise CatalogueError(f"the byte 0x{bad:02x} is not UTF-8 text: save the file as UTF-8", line) from None
    for number, written in enumerate(text.splitlines(), 1):
        if not A_LINE.fullmatch(written):
            open_quote = "a text begins and ends in quotes, on one line"
            raise CatalogueError(open_quote if '"' in written else f"`{written.strip()[:40]}` is no entry", number)
    return text


def _take(entry: Any, found: Catalogue) -> None:
    key, line = entry.msgctxt or "", entry.linenum or 0
    if not key and not entry.obsolete:
        found.odd.append(("", line, f"`{entry.msgid[:40]}` has no `msgctxt`, so nobody knows what it is for"))
    elif key in found.entries and not entry.obsolete:
        found.odd.append((key, line, f"it stands here twice, first in line {found.entries[key].line}"))
    elif key:
        forms = tuple(entry.msgstr_plural[i] for i in sorted(entry.msgstr_plural)) or (entry.msgstr,)
        made = Translated(entry.msgid, forms if all(forms) else (), entry.fuzzy, line)
        (found.aside if entry.obsolete else found.entries)[key] = made


def written(language: str, texts: Iterable[Text], known: Catalogue, files: Callable[[str], str] = str) -> str:
    """The whole catalogue as a file: every text in order, with what is known of it. Nothing in it depends on when.

    Translations of texts that are not there are set aside, behind `#~`: they come back with their text.
    """
    import polib

    file = polib.POFile(wrapwidth=WRAP)
    file.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language, PLURALS["en"])[0],
    }
    every, ever = {text.key: text for text in texts}, known.aside | known.entries
    for text in every.values():
        entry = _entry(polib, language, text, ever.get(text.key), files)
        entry.comment += f"\nfor example: {shown}" if (shown := example(text, every)) else ""
        file.append(entry)
    for key, old in ever.items():
        if key not in every and old.forms:
            file.append(_set_aside(polib, key, old))
    return f"{file}\n"


def _set_aside(polib: Any, key: str, old: Translated) -> Any:
    flags = ["fuzzy"] if old.unsure else []
    entry = polib.POEntry(msgctxt=key, msgid=old.english, flags=flags, obsolete=True)
    if len(old.forms) > 1:
        entry.msgid_plural, entry.msgstr_plural = old.english, dict(enumerate(old.forms))
    else:
        entry.msgstr = old.forms[0]
    return entry


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


def example(text: Text, texts: Mapping[str, Text]) -> str:
    """The English with something in its places; what only a game can say stays in brackets. Empty if all would."""
    wanted = places(text.english)
    known: dict[str, int | str] = {"player": SOMEBODY, "number": SO_MANY}
    known |= {match["name"]: SO_MANY for match in PLACE.finditer(text.english) if match["by"] == "#"}
    question, _, rest = text.key.rpartition(".")
    answers = [one.english for key, one in texts.items() if _is_option(key, question)] if rest == "log" else []
    if answers:
        known["answer"] = answers[0]
    if not wanted & known.keys():
        return ""
    values = {name: known.get(name, f"[{name}]") for name in wanted}
    return filled(text.english, values, plural_rule("en")).replace("\n", " / ")


def _is_option(key: str, question: str) -> bool:
    return key.startswith(f"{question}.") and key != f"{question}.log"


# -- what is wrong


def faults(texts: Mapping[str, Text], found: Catalogue) -> Iterator[tuple[str, int, str, str]]:
    """Key, line, sort and sentence of whatever is missing, unused, unsure, or has other places than the English."""
    for key, text in texts.items():
        entry = found.entries.get(key)
        if entry is None or not entry.forms:
            yield key, entry.line if entry is not None else 0, "missing", f"no translation of `{text.english}`"
        else:
            if entry.english != text.english:
                yield key, entry.line, "unsure", f"the English is now `{text.english}`"
            elif entry.unsure:
                yield key, entry.line, "unsure", "it is marked `fuzzy`: look at it, and take the mark away"
            yield from ((key, entry.line, "wrong", problem) for problem in _wrong(text, entry, found.language))
    unused = [key for key in found.entries if key not in texts]
    for key in unused:
        help = did_you_mean(key, texts) if len(unused) <= FEW else ""
        yield key, found.entries[key].line, "unused", "nothing has this key" + (f"; {help}" if help else "")
    for key, line, problem in found.odd:
        yield key, line, "wrong", problem


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
    if any(TWO_SPACES.search(form) and not TWO_SPACES.search(text.english) for form in entry.forms):
        yield "two spaces stand side by side"
    if text.sort == SENTENCE and " " in text.english:  # a sign for a map is no sentence
        yield from (
            f"it ends with `{form[-1]}`, the English with `{text.english[-1]}`"
            for form in entry.forms
            if _ends_otherwise(text.english, form)
        )


def _ends_otherwise(english: str, form: str) -> bool:
    """One of the two is a question, a sentence or neither; the marks of other scripts are left alone."""
    one, other = english[-1], form[-1]
    return one != other and (one in MARKS or other in MARKS) and (other in MARKS or other == "}" or other.isalnum())


def _tight(form: str) -> bool:
    """A sign of two parts right behind a letter or behind a common space; forms of a place are no sentences."""
    return any(sign in ";:!?" and i > 0 and form[i - 1] not in "\u202f\u00a0" for i, sign in enumerate(form))
