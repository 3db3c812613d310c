"""What a script says in, a written answer out: by the names of records, or by what people read in English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from archidsl.diagnostics import Span, did_you_mean
from archidsl.engine.choices import DECLINED, Choice
from archidsl.engine.words import Written, word
from archidsl.scripts import script as sc
from archidsl.scripts.table import Table
from archidsl.texts.naming import plain

NOTHING = "nothing"
MOST_NAMED = 6
AMOUNT = re.compile(r"([0-9]{1,9}) (.+)")


class NotUnderstood(Exception):
    """Nobody knows what is meant here."""

    def __init__(self, span: Span, message: str, help: str = "") -> None:
        super().__init__(message)
        self.span, self.message, self.help = span, message, help


def offered(table: Table, choice: Choice) -> list[str]:
    """The words that answers are made of, without numbers."""
    layout = table.session.layout
    if choice.kind in ("number", "payment"):
        return []
    if choice.kind == "bundle":
        return [layout.stuffs[stuff] for stuff, _ in choice.payload[2]]
    values = [x for group in choice.payload[2] for x in group] if choice.kind == "several" else choice.payload
    return [str(word(layout, choice.site.base, value)) for value in values if value != DECLINED]


def written(table: Table, choice: Choice, said: sc.Said) -> Written:
    """What is meant; whether it is allowed is for the game to say."""
    if said.items is not None:
        return {} if choice.kind == "bundle" and not said.items else _listed(table, choice, said.items)
    if said.text == NOTHING:
        return _nothing(choice)
    if choice.kind in ("number", "payment"):
        if not re.fullmatch(r"[0-9]{1,12}", said.text):
            raise NotUnderstood(said.span, f"`{said.text}` is no number")
        return int(said.text)
    if choice.kind == "bundle":
        return _amounts(table, choice, said)
    if choice.kind in ("several", "order"):
        raise NotUnderstood(said.span, "here belongs a list", f"write `[{said.text}]`")
    return meant(table, choice, sc.Word(said.span, said.text))


def _nothing(choice: Choice) -> Written:
    """Declined; where that is impossible, an empty choice."""
    if not choice.declinable and choice.kind in ("several", "bundle") and choice.payload[0] == 0:
        return [] if choice.kind == "several" else {}
    return None


def _listed(table: Table, choice: Choice, items: Iterable[sc.Word]) -> list[str]:
    return [meant(table, choice, item) for item in items]


def _amounts(table: Table, choice: Choice, said: sc.Said) -> dict[str, int]:
    """`2 NAME and 1 NAME`"""
    out: dict[str, int] = {}
    for piece in said.text.split(" and "):
        found = AMOUNT.fullmatch(piece.strip())
        if found is None:
            help = "an amount is written `2 NAME and 1 NAME`"
            raise NotUnderstood(said.span, f"`{piece}` is no amount", help)
        stuff = meant(table, choice, sc.Word(said.span, found[2]))
        if stuff in out:
            raise NotUnderstood(said.span, f"`{found[2]}` is said twice")
        out[stuff] = int(found[1])
    return out


def meant(table: Table, choice: Choice, said: sc.Word) -> str:
    """The one word of records that this stands for."""
    layout, text = table.session.layout, table.names.get(said.text, said.text)
    known = offered(table, choice)
    if text in known or text in layout.ids or text in layout.stuffs or text in layout.labels or "@" in text:
        return text
    naming = table.naming
    own = re.sub(r"\w+", lambda found: table.names.get(found[0], found[0]), text)
    wanted = {plain(text), plain(own)}
    read = {name: {plain(form) for form in _forms(naming, choice, name)} for name in known}
    found = [name for name in known if read[name] & wanted]
    if len(found) == 1:
        return found[0]
    if found:
        named = ", ".join([table.short.get(name, name) for name in found[:MOST_NAMED]])
        more = ", ..." if len(found) > MOST_NAMED else ""
        raise NotUnderstood(said.span, f"`{said.text}` could be {named}{more}", "write one of these words")
    elsewhere = naming.meant(own)
    if elsewhere != own:
        return elsewhere
    words = [table.short.get(name, name) for name in known]
    people = [form for name in known if (form := naming.answer(choice.key, name)).lower() not in words]
    help = did_you_mean(said.text, [*words, *people, *table.names])
    raise NotUnderstood(said.span, f"nothing is called `{said.text}`", help)


def _forms(naming: Any, choice: Choice, name: str) -> Iterable[str]:
    """All that people read for an answer."""
    yield naming.answer(choice.key, name)
    if choice.kind == "bundle":
        yield naming.stuff(name, 2)
    elif name in naming.layout.ids:
        yield naming.thing(name)
