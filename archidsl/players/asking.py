"""A question in, its words and its numbered answers as lines out."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from archidsl.players.lines import Line, cut, folded, in_columns, plain, wide
from archidsl.texts.naming import Naming
from archidsl.texts.naming import plain as naming_plain

INDENT = "      "
FEW, GAP = 6, 3  # answers that may stand one below the other; columns between two columns
WITHOUT_WORDS = ("number", "payment")  # their answers are numbers anyway


def asked(
    question: Mapping[str, Any], naming: Naming, width: int, brings: Mapping[object, str] | None = None,
    room: int | None = None,
) -> list[Line]:  # fmt: skip
    """The question in words with its numbered answers; `brings` says behind an answer what comes of it.

    What the game says of each answer stands below it, if the answers then take no more lines than there is `room` for.
    """
    kind, brings = question["kind"], brings or {}
    lines: list[Line] = [(("bold", plain(line)),) for line in folded([heading(question, naming)], width)]
    if kind in WITHOUT_WORDS:
        lines += _amounts(question["answers"], naming, brings, width)
    elif kind == "bundle":
        first = next(iter(question["answers"]), "")
        if first:
            lines.append((("dim", f"  {naming.say('bundle_hint', example=f'1 {naming.stuff(first)}')}"),))
        items = [naming.say("at_most", what=naming.stuff(s, n), most=n) for s, n in question["answers"].items()]
        lines += in_columns([(f"      {item}",) for item in items], width)
    else:
        lines += _listed(question, naming, brings, width, room)
    lines += _beside(question, naming, brings, width)
    return lines


def _listed(
    question: Mapping[str, Any], naming: Naming, brings: Mapping[object, str], width: int, room: int | None
) -> list[Line]:
    items = _numbered(question, naming, brings)
    if any(texts := _texts(question, naming)):
        told = _with_texts(items, texts, width)
        if room is None or len(told) <= room:
            return told
    return _in_few_lines(items, width)


def _texts(question: Mapping[str, Any], naming: Naming) -> list[str]:
    """What the game says of each answer; nothing where there are many."""
    groups = question["answers"] if question["kind"] == "several" else [[answer] for answer in question["answers"]]
    return [naming.text_of(str(group[0])) for group in groups] if len(groups) <= FEW else []


def _with_texts(items: list[Line], texts: list[str], width: int) -> list[Line]:
    """Below an answer what it is; both on one line if they fit."""
    lines: list[Line] = []
    for item, text in zip(items, texts, strict=True):
        if text and wide(item) + 2 + len(text) <= width:
            lines.append((*item, ("dim", f": {text}")))
            continue
        lines.append(item)
        lines += [(("dim", part),) for part in wrap(text, width, initial_indent=INDENT, subsequent_indent=INDENT)]
    return lines


def _amounts(numbers: list[int], naming: Naming, brings: Mapping[object, str], width: int) -> list[Line]:
    """From what to what; of a few numbers each with what it brings."""
    if len(numbers) <= FEW and any(brings.get(number) for number in numbers):
        return [cut((f"{number:>3}", *_consequence(brings.get(number, ""))), width) for number in numbers]
    return folded([f"      {_numbers(numbers, naming)}"], width)


def _in_few_lines(items: list[Line], width: int) -> list[Line]:
    """Many answers stand in two columns at least, if only what they bring is too long for that."""
    half = (width - GAP) // 2
    if len(items) > FEW and max(wide(item[:1]) for item in items) <= half:
        items = [_shorter(item, max(half, wide(item[:1]))) for item in items]
    return in_columns(items, width, gap=GAP)


def _shorter(item: Line, most: int) -> Line:
    """What an answer brings loses its last parts first, where there is no room for all: `(+1 token, ..)`."""
    if wide(item) <= most:
        return item
    for at in range(len(said := plain(item[1:])), 0, -1):
        if said[at - 1] == "," and wide((*item[:1], said[:at], " ..)")) <= most:
            return (*item[:1], ("dim", f"{said[:at]} ..)"))
    return item[:1]


def _beside(question: Mapping[str, Any], naming: Naming, brings: Mapping[object, str], width: int) -> list[Line]:
    """What else can be typed: nothing, or the beginning of something."""
    last: Line = ()
    if question["may_decline"]:
        typed = question["kind"] in WITHOUT_WORDS
        last = (f"      {naming.say('or_none_typed')}",) if typed else ("  0 ", naming.say("or_nothing"))
        last = (*last, *_consequence(brings.get(None, "")))
    if question.get("may_begin"):
        named = [(offer, naming.answer("", offer)) for offer in question["may_begin"]]
        offers = [offer if offer == f"+{name}" else f"{offer} ({name})" for offer, name in named]
        last = (*last, ("dim", f"  {naming.say('or_begin', offers=', '.join(offers))}"))
    hints = {"order": "order_hint", "several": "several_hint"}
    kind = question["kind"]
    said = folded([f"  {naming.say(hints[kind])}"], width) if kind in hints else []
    hint: list[Line] = [(("dim", plain(line)),) for line in said]
    return [*hint, *([last] if last else [])]


def _numbers(numbers: list[int], naming: Naming) -> str:
    run = bool(numbers) and list(range(numbers[0], numbers[-1] + 1)) == list(numbers)
    if run:
        return naming.say("from_to", low=numbers[0], high=numbers[-1])
    return ", ".join(map(str, numbers))


def heading(question: Mapping[str, Any], naming: Naming) -> str:
    """`Anna: Who is to move?`"""
    who = naming.person(question["player"])
    text = naming.question(question["key"], who)
    match question["kind"]:
        case "order":
            return naming.say("put_in_order", player=who, question=text)
        case "several" | "bundle" if question["least"] == question["most"]:
            return naming.say("choose_exactly", player=who, number=question["least"], question=text)
        case "several" | "bundle":
            least, most = question["least"], question["most"]
            return naming.say("choose_some", player=who, least=least, most=most, question=text)
    return naming.say("asked", player=who, question=text)


def _numbered(question: Mapping[str, Any], naming: Naming, brings: Mapping[object, str]) -> list[Line]:
    answers = question["answers"]
    groups = answers if question["kind"] == "several" else [[answer] for answer in answers]
    lines: list[Line] = []
    for i, group in enumerate(groups, 1):
        text = naming.answer_to(question, group[0])
        if len(group) > 1:
            text = naming.say("and_alike", what=text, number=len(group) - 1)
        lines.append((f"{i:>3} {text}", *_consequence(brings.get(group[0], ""))))
    return lines


def _consequence(text: str) -> Line:
    return (("dim", f" ({text})"),) if text else ()


def with_part(question: Mapping[str, Any], naming: Naming, typed: str) -> list[Line]:
    """The answers that have these words in them, with their numbers; none if that says nothing new."""
    if question["kind"] in (*WITHOUT_WORDS, "bundle") or typed.isdigit():
        return []
    wanted = naming_plain(typed)
    found = [line for line in _numbered(question, naming, {}) if wanted in naming_plain(plain(line))]
    return [(naming.say("these_have", typed=typed),), *in_columns(found, 80)] if found else []
