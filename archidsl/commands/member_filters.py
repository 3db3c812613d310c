"""`--where FACT>=3` in; a test of members out. Unknown facts and values are wrong usage, with the nearest known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import click

from archidsl.checker.vocabulary import Fact
from archidsl.commands.members import Member, Members
from archidsl.diagnostics import did_you_mean

SIGNS: dict[str, Callable[[Any, Any], bool]] = {"!=": ne, ">=": ge, "<=": le, "=": eq, ">": gt, "<": lt}
FORM = re.compile(r"\s*(?P<fact>[^!<>=]+?)\s*(?P<sign>!=|>=|<=|=|>|<)\s*(?P<value>[^!<>=]+?)\s*")
DIGITS = re.compile(r"([0-9]+)")

Test = Callable[[Member], bool]


def test_of(members: Members, facts: dict[str, Fact], text: str) -> Test:
    """For a list of values: is it so for one of them (`=`, `<`, ...), or for none that it is equal (`!=`)?"""
    found = FORM.fullmatch(text)
    if found is None:
        raise click.UsageError(f"`{text}` is not like FACT=VALUE; there are also {', '.join(SIGNS)}")
    fact = fact_called(members, facts, found["fact"])
    sign = found["sign"]
    value = value_called(members, fact, found["value"], sign)
    every = all if sign == "!=" else any

    def test(member: Member) -> bool:
        own = members.value(member, fact, usual=True)
        listed = own if isinstance(own, tuple) else (own,)
        return every(one is not None and SIGNS[sign](one, value) for one in listed)

    return test


def fact_called(members: Members, facts: dict[str, Fact], word: str) -> Fact:
    """By its own word, or by what people read for it."""
    said = {members.fact_name(name).casefold(): fact for name, fact in facts.items()}
    fact = facts.get(word) or said.get(word.casefold())
    if fact is None:
        raise click.UsageError(f"there is no fact `{word}`; {did_you_mean(word, [*facts, *said]) or listed(facts)}")
    return fact


def value_called(members: Members, fact: Fact, word: str, sign: str) -> object:
    base = fact.type.base
    if base == "bundle":
        raise click.UsageError(f"`{fact.name}` is an amount, and amounts are not compared")
    if base == "number":
        try:
            return int(word)
        except ValueError:
            raise click.UsageError(f"`{fact.name}` is a number, and `{word}` is none") from None
    if sign not in ("=", "!="):
        raise click.UsageError(f"`{fact.name}` is no number: write `{fact.name}=...` or `{fact.name}!=...`")
    known = values_of(members, fact)
    said = {members.word(base, value).casefold(): value for value in known}
    if word in known:
        return word
    if word.casefold() not in said:
        help = did_you_mean(word, [*known, *said]) or listed(known)
        raise click.UsageError(f"`{fact.name}` is never `{word}`; {help}")
    return said[word.casefold()]


def values_of(members: Members, fact: Fact) -> list[str]:
    """What such a fact can be: all its labels or stuffs, or else what some member says."""
    if fact.type.base == "yes_no":
        return ["yes", "no"]
    if fact.type.base in ("label", "stuff"):
        return sorted(fact.type.names)
    values = [members.value(member, fact) for member in members.of(fact.kind)]
    flat = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    return sorted({str(value) for value in flat if value is not None})


def listed(words: Iterable[str]) -> str:
    return f"there is: {', '.join(sorted(words))}"


# -- order


def in_order(members: Members, facts: dict[str, Fact], found: Sequence[Member], by: str) -> list[Member]:
    """By a fact, or by `number`, `name` or `id`; numbers by their size, words as people read them."""
    keys: dict[str, Callable[[Member], object]] = {
        "number": members.number, "name": members.title, "id": lambda member: member.name
    }  # fmt: skip
    if by in keys and by not in facts:
        return sorted(found, key=lambda member: natural(keys[by](member)))
    fact = fact_called(members, facts, by)
    sized = fact.type.base == "number"

    def key(member: Member) -> list[tuple[int, int | str]]:
        value = members.value(member, fact, usual=True)
        return natural(value if sized and not isinstance(value, tuple) else members.words(fact, value))

    return sorted(found, key=key)


def natural(value: object) -> list[tuple[int, int | str]]:
    """`A9` before `A10`."""
    if value is None:
        return []
    pieces = [piece for piece in DIGITS.split(str(value).casefold()) if piece]
    return [(0, int(piece)) if piece.isdecimal() else (1, piece) for piece in pieces]
