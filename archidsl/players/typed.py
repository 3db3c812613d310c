"""A question and a typed line in, a written answer out, or a sentence that says what was not understood."""

from __future__ import annotations

import re
from typing import Any

from archidsl.engine.words import Written

NONE = ("none", "nothing", "-")


class NotUnderstood(Exception):
    """`b` could be b1, b2 or b3"""


def numbered(question: dict[str, Any]) -> list[tuple[int, str]]:
    """The answers that have a word, counted from 1; numbers and amounts are typed as they are."""
    kind = question["kind"]
    if kind in ("number", "payment", "bundle"):
        return []
    answers = question["answers"]
    words = [word for group in answers for word in group] if kind == "several" else answers
    return [(i, str(word)) for i, word in enumerate(words, 1)]


def understood(question: dict[str, Any], line: str) -> Written:
    """What the line says; whether it is allowed is for the game to say."""
    kind = question["kind"]
    if line.startswith("+"):
        offers = question.get("may_begin", [])
        return line if not offers else _word(offers, line)
    if line.lower() in NONE or (line == "0" and kind not in ("number", "payment")):
        return _nothing(question)
    if kind in ("number", "payment"):
        return _number(line)
    if kind == "bundle":
        return _amounts(list(question["answers"]), line)
    if kind == "several":
        return _several(question["answers"], re.split(r"[\s,]+", line.strip(" ,")))
    words = [word for _, word in numbered(question)]
    if kind == "order":
        return [_one(words, piece) for piece in re.split(r"[\s,]+", line.strip(" ,"))]
    return _one(words, line)


def _nothing(question: dict[str, Any]) -> Written:
    """Nothing at all, or an empty choice where that is an answer."""
    if question["kind"] in ("several", "bundle") and question["least"] == 0:
        return [] if question["kind"] == "several" else {}
    return None


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise NotUnderstood(f"`{text}` is not a whole number.")
    return int(text)


def _one(words: list[str], text: str) -> str:
    """By number, by word, or by the beginning of a word."""
    if text in words:
        return text
    if re.fullmatch(r"[0-9]{1,9}", text):
        if not 1 <= int(text) <= len(words):
            raise NotUnderstood(f"There is no answer {text}; there are {len(words)}.")
        return words[int(text) - 1]
    return _word(words, text)


def _word(words: list[str], text: str) -> str:
    if text in words:
        return text
    found = [word for word in words if word.lower().startswith(text.lower())]
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotUnderstood(f"`{text}` is none of the answers.")
    more = ", ..." if len(found) > 6 else ""
    raise NotUnderstood(f"`{text}` could be {', '.join(found[:6])}{more}.")


def _several(groups: list[list[str]], pieces: list[str]) -> list[str]:
    """A number stands for a group of alike things: given twice, it means two of them."""
    firsts = [str(group[0]) for group in groups]
    every = [str(word) for group in groups for word in group]
    taken: list[str] = []
    for piece in pieces:
        if piece in every:
            taken.append(piece)
            continue
        group = groups[firsts.index(_one(firsts, piece))]
        free = [str(word) for word in group if word not in taken]
        if not free:
            raise NotUnderstood(f"`{piece}` was given more often than it is there.")
        taken.append(free[0])
    return taken


def _amounts(stuffs: list[str], line: str) -> dict[str, int]:
    """`NAME 2, NAME 1` or `2 NAME 1 NAME`."""
    pieces = re.findall(r"[^\s,:=]+", line)
    if len(pieces) % 2:
        raise NotUnderstood("Give each amount with its name, like `NAME 2, NAME 1`.")
    out: dict[str, int] = {}
    for one, two in zip(pieces[::2], pieces[1::2], strict=True):
        number, name = (one, two) if one[0].isdigit() else (two, one)
        stuff = _word(stuffs, name)
        if stuff in out:
            raise NotUnderstood(f"`{stuff}` was given twice.")
        out[stuff] = _number(number)
    return {stuff: number for stuff, number in out.items() if number}
