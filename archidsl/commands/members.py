"""A game and a lexicon in; the members of its kinds, as people look at them, out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from archidsl.checker import reading as r
from archidsl.checker.declare_kinds import expanded, is_member
from archidsl.checker.from_pack import with_parts
from archidsl.checker.vocabulary import Fact
from archidsl.lang.to_text import text_of
from archidsl.packs.pack import Item
from archidsl.packs.provenance import Datum, by_step, data_in
from archidsl.packs.values import Mapping
from archidsl.pipeline import Game
from archidsl.texts.lexicon import Lexicon

WORD = re.compile(r"\w+")
UNSAID = {"number": 0, "yes_no": "no"}  # what a fact is that a member does not say


@dataclass(frozen=True, slots=True)
class Member:
    """One of a kind. `item` is what says so; `whole` is the member that it is part of."""

    kind: str
    name: str
    item: Item
    whole: str = ""


@dataclass(frozen=True, slots=True)
class Passive:
    """What a member does by itself, in the usual form."""

    moment: str
    when: str
    effect: str


class Members:
    """All members by name, with their words in one language; one that its kind just lists says nothing itself."""

    def __init__(self, game: Game, lexicon: Lexicon) -> None:
        self.game, self.v, self.lexicon = game, game.v, lexicon
        v = game.v
        self.all: dict[str, Member] = {}
        for item in with_parts(game.pack, v).items:
            if is_member(item, v):
                whole = v.texts.get(f"whole:{item.name}", "")
                self.all |= {name: Member(item.section, name, item, whole) for name in expanded(item, v)}
        self.kind_items = {item.name: item for item in game.pack.section("kind")}
        for kind, item in self.kind_items.items():
            for name in v.kinds[kind].members if v.kinds[kind].sort == "kind" else ():  # no tiles
                empty = Item(kind, name, item.span, Mapping(item.body.span, ()), item.history)
                self.all.setdefault(name, Member(kind, name, empty))

    def of(self, kind: str) -> list[Member]:
        """Those of a kind, and of all that are a sort of it, in the order of the pack."""
        kinds = self.v.below(kind)
        return [member for member in self.all.values() if member.kind in kinds]

    def parts(self, member: Member) -> dict[str, list[Member]]:
        """By kind, in the order of the pack."""
        out: dict[str, list[Member]] = {}
        for part in self.all.values():
            if part.whole and part.whole in (member.name, member.item.name):
                out.setdefault(part.kind, []).append(part)
        return out

    # -- words

    def title(self, member: Member) -> str:
        """What people read for it; a part without a name is called by its whole."""
        key = f"{member.kind}.{member.name}"
        if self.lexicon.has(key) or member.whole not in self.all:
            return self.lexicon.name(key)
        whole = self.all[member.whole]
        return self.numbered(self.title(whole), member, self.parts(whole)[member.kind])

    def numbered(self, name: str, part: Member, beside: list[Member]) -> str:
        """With its number, if there are several."""
        if len(beside) < 2:
            return name
        return self.lexicon.say("numbered", name=name, number=beside.index(part) + 1)

    def number(self, member: Member) -> str:
        """`A27`: the first word of its note, if a digit is in it; that of a part is that of its whole."""
        if member.whole in self.all:
            return self.number(self.all[member.whole])
        return number_in(member.item)

    def kind(self, kind: str, number: int = 1) -> str:
        return self.lexicon.name(f"kind.{kind}", number)

    def text(self, member: Member) -> str:
        key = f"{member.kind}.{member.name}.text"
        return self.lexicon.name(key) if self.lexicon.has(key) else r.text(member.item.body, "text")

    def labelled(self, what: str, value: str) -> str:
        return self.lexicon.say("line", name=what, things=value)

    def fact_name(self, fact: str) -> str:
        return self.lexicon.name(f"term.{fact}")

    def words(self, fact: Fact, value: object) -> str:
        """The value of a fact for people; costs are told in their usual form."""
        if value is None:
            return ""
        if fact.type.base == "bundle":
            return text_of(value)
        if isinstance(value, tuple):
            return ", ".join(self.word(fact.type.base, one) for one in value)
        return self.word(fact.type.base, value)

    def word(self, base: str, value: object) -> str:
        word, lexicon = str(value), self.lexicon
        if base == "yes_no":
            return lexicon.say(word)
        if base == "stuff":
            return lexicon.name(f"stuff.{word}")
        if base == "thing" and word in self.all:
            return self.title(self.all[word])
        keys = [f"{section}.{word}" for section in ("term", "phase", "zone", "window")]
        return word if base == "number" else lexicon.name(next((key for key in keys if lexicon.has(key)), keys[0]))

    # -- what it says

    def facts_of(self, kind: str) -> dict[str, Fact]:
        """The facts that such members have, and those of the sorts of it."""
        kinds = {*self.v.above(kind), *self.v.below(kind)}
        return {name: fact for (name, owner), fact in self.v.facts.items() if owner in kinds}

    def value(self, member: Member, fact: Fact, usual: bool = False) -> object:
        """What it says, or the default; with `usual`, also what counts where nothing is said."""
        said = self.v.fact_values.get((fact.name, fact.kind, member.name))
        empty = () if fact.listed else UNSAID.get(fact.type.base) if fact.kind in self.v.above(member.kind) else None
        return empty if said is None and usual else said

    def said_facts(self, member: Member) -> list[tuple[Fact, object]]:
        """Those that it says itself: what is as usual needs no word on a card."""
        return [(fact, value) for fact, value in self.facts(member) if member.item.body.get(fact.name) is not None]

    def facts(self, member: Member) -> list[tuple[Fact, object]]:
        """All that have a value."""
        own = [fact for (_, kind), fact in self.v.facts.items() if kind in self.v.above(member.kind)]
        return [(fact, value) for fact in own if (value := self.value(member, fact)) is not None]

    def bound(self, member: Member) -> dict[str, str]:
        """What stands for the word of `for_each` in this one of them."""
        bounds = [deed.bound for deed in self.v.deeds if deed.member == member.name]
        bounds += [passive.bound for passive in self.v.passives if passive.member == member.name]
        return {word: value for bound in bounds for word, value in bound}

    def behaviours(self, member: Member) -> dict[str, str]:
        """By name, in the usual form."""
        own = [deed for deed in self.v.deeds if deed.member == member.name]
        declared = [(self.v.behaviours[deed.behaviour], deed.text) for deed in own]
        return {behaviour.name: text_of(text, behaviour.form) for behaviour, text in declared}

    def passives(self, member: Member) -> list[Passive]:
        return [
            Passive(p.moment, text_of(p.when) if p.when is not None else "", text_of(p.effect))
            for p in self.v.passives
            if p.member == member.name
        ]

    # -- how it is drawn

    def around(self, member: Member) -> str:
        """The fact whose values stand at the edges, or nothing."""
        for kind in self.v.above(member.kind):
            item = self.kind_items.get(kind)
            if item is not None and (name := r.text(r.mapping(item.body, "sheet"), "around")):
                return name
        return ""

    def back(self, member: Member) -> list[str]:
        """Facts, and kinds of parts, that its back shows."""
        return [word for kind in self.v.above(member.kind) for word in self.v.kinds[kind].back]

    # -- where it comes from

    def data(self, member: Member) -> list[Datum]:
        return list(data_in(member.item, self.game.pack.layers)) if not member.whole else []

    def sources(self, member: Member) -> dict[str, list[str]]:
        """By source, the keys that come from there, in words; nothing if nobody says anything."""
        out: dict[str, list[str]] = {}
        for path, source in of_one_source(self.data(member), 0):
            out.setdefault(source, []).append(self._key(member, path))
        return out if any(out) else {}

    def _key(self, member: Member, path: tuple[str, ...]) -> str:
        """`ways 2 cost` as `cost of way 2`."""
        first, *rest = path
        parts = self.parts(member)
        kind = next((k for k in parts if first in self._part_keys(member, k)), "")
        if first == member.item.section:
            word = self.kind(first)
        elif kind and not rest:
            word = self.kind(kind, len(parts[kind]))
        else:
            word = self.kind(kind) if kind else self.fact_name(first)
        if rest and rest[0].isdigit():
            number = int(rest.pop(0))
            word = self.lexicon.say("numbered", name=word, number=number) if not kind or len(parts[kind]) > 1 else word
        for step in rest:
            word = self.lexicon.say("of_kind", property=self.fact_name(step), kind=word)
        return word

    def _part_keys(self, member: Member, kind: str) -> set[str]:
        items = [self.kind_items[k] for k in self.v.above(member.kind) if k in self.kind_items]
        said = [entry for item in items for entry in r.mapping(item.body, "parts")]
        return {entry.name for entry in said if r.scalars(entry.value)[:1] and r.scalars(entry.value)[0].value == kind}


def number_in(item: Item) -> str:
    """The first word of a note, if a digit is in it: people number what they collect."""
    notes = r.words(item.body, "note")
    first = WORD.match(notes[0]) if notes else None
    return first[0] if first is not None and any(sign.isdigit() for sign in first[0]) else ""


def of_one_source(data: list[Datum], depth: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """The shortest paths below which everything comes from one place."""
    for below in by_step(data, depth).values():
        found = {datum.source for datum in below}
        if len(found) == 1 or any(len(datum.path) <= depth + 1 for datum in below):
            yield below[0].path[: depth + 1], found.pop()
        else:
            yield from of_one_source(below, depth + 1)
