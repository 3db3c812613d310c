"""What people see of words without reading them: signs and colours on the map, and answers that are asked for twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from archidsl.checker import reading as r
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, did_you_mean
from archidsl.emit import escaped, width
from archidsl.packs.pack import Item, Pack
from archidsl.texts.message import MessageError, places

NOTHING = "nothing"
WIDEST = 2
PLACE = re.compile(r"\{[a-z][a-z0-9_]*\}")


def declare_drawing(pack: Pack, v: Vocabulary, report: Report) -> None:
    """Colours and confirmations into the vocabulary; signs stay texts, and are only looked at."""
    for section in ("kind", "term"):
        for item in pack.section(section):
            if colour := r.text(item.body, "colour"):
                v.texts[f"colour:{item.name}"] = colour
            _sign(item, v.words_of(frozenset([item.name])) if section == "kind" else (), report)
    for item in pack.section("question"):
        if words := r.words(item.body, "confirm"):
            v.texts[f"confirm:{item.name}"] = " ".join(words)
        if option := r.text(item.body, "implied"):
            v.texts[f"implied:{item.name}"] = option
        if words := r.words(item.body, "shows"):
            v.texts[f"shows:{item.name}"] = " ".join(words)


def told_of(v: Vocabulary, what: str) -> dict[str, str]:
    """By name what was declared: a `colour`, the answers to `confirm`, the panels that a question `shows`."""
    return {name: said for key, said in v.texts.items() for sort, _, name in [key.partition(":")] if sort == what}


def check_confirm(item: Item, options: Iterable[str], report: Report) -> None:
    """Only what can be answered can be asked about, or be implied: an option of the menu, or nothing."""
    for key, known in (("confirm", [*options, NOTHING]), ("implied", list(options))):
        for word in r.scalars(item.body.get(key)):
            if word.value not in known:
                help = did_you_mean(str(word.value), known) or f"there is: {', '.join(known)}"
                report.error("unknown-word", word.span, f"`{item.name}` has no answer `{word.value}`", help)


def check_shows(item: Item, panels: Collection[str], zones: Collection[str], report: Report) -> None:
    """Panels that there are, and zones, of which the uppermost tiles are drawn."""
    for word in r.scalars(item.body.get("shows")):
        if str(word.value) not in panels and str(word.value) not in zones:
            help = did_you_mean(str(word.value), [*panels, *zones]) or "declare it: `- panel: ...`"
            report.error("unknown-word", word.span, f"`{word.value}` is neither a panel nor a zone", help)


def _sign(item: Item, properties: Iterable[str], report: Report) -> None:
    """`c`, or `{form}` where a property says it; each character takes one column."""
    value = r.scalar(item.body, "drawn")
    if value is None:
        return
    said = str(value.value)
    try:
        strange = places(said) - set(properties)
    except MessageError as problem:
        report.error("bad-message", value.span, str(problem), "write `{property}`, or one or two characters")
        return
    for name in sorted(strange):
        help = did_you_mean(name, properties) or "in braces stands a property of the kind"
        report.error("bad-message", value.span, f"there is no `{{{name}}}` in this text", help)
    rest = PLACE.sub("", said)
    if strange or (said != rest and not rest):
        return
    if not 1 <= len(rest) <= WIDEST or width(rest) != len(rest) or escaped(rest) != rest or " " in rest or "\n" in rest:
        message = f"`{said}` cannot be drawn: it takes one or two characters that are seen"
        report.error("bad-drawing", value.span, message, "write a letter or a sign, like `c` or `^`")
