"""A member of a kind in; the same drawn as a card out: its front, its back, and where its values come from."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from archidsl.commands.boxes import LONGEST, Edges, Row, box
from archidsl.commands.members import Member, Members
from archidsl.emit import Part, width
from archidsl.packs.provenance import source_words

WIDEST, NARROWEST = 80, 30
UNSAID = "unsaid"


def card_lines(members: Members, member: Member) -> Iterator[list[Part]]:
    columns = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    around = edges(members, member)
    front = list(front_rows(members, member, members.around(member) if around != Edges() else ""))
    compartments = [front, list(back_rows(members, member)), list(source_rows(members, member))]
    yield from box([rows for rows in compartments if rows], around, columns)


def edges(members: Members, member: Member) -> Edges:
    """The values of one fact, the first with its name; if there is no room for them they stand with the other facts."""
    name = members.around(member)
    fact = members.v.fact_of(name, member.kind) if name else None
    value = members.value(member, fact) if fact is not None else None
    if fact is None or not isinstance(value, tuple):
        return Edges()
    words = [members.word(fact.type.base, one) for one in value]
    if not 0 < len(words) <= 4 or any(width(word) > LONGEST for word in words):
        return Edges()
    return Edges(members.labelled(members.fact_name(name), words[0]), *words[1:])


def front_rows(members: Members, member: Member, around: str) -> Iterator[Row]:
    hidden = {around, *members.back(member)}
    yield Row(members.title(member), "bold", right=members.number(member))
    bound = [members.labelled(word, members.word("stuff", value)) for word, value in members.bound(member).items()]
    yield Row(headed(members.kind(member.kind), *bound, told_facts(members, member, hidden)), hanging=2)
    if text := members.text(member):
        yield Row()
        yield Row(text)
    own = list(text_rows(members, member))
    if own:
        yield Row()
        yield from own
    for kind, parts in members.parts(member).items():
        if kind not in hidden:
            yield Row()
            yield from part_rows(members, parts)


def back_rows(members: Members, member: Member) -> Iterator[Row]:
    shown, parts = members.back(member), members.parts(member)
    facts = told_facts(members, member, {f.name for f, _ in members.facts(member) if f.name not in shown})
    if not facts and not any(kind in shown for kind in parts):
        return
    yield Row(members.lexicon.say("back", where=members.title(member)), "bold")
    if facts:
        yield Row(facts, hanging=2)
    for kind in shown:
        yield from part_rows(members, parts.get(kind, []))


def part_rows(members: Members, parts: list[Member]) -> Iterator[Row]:
    for part in parts:
        name = members.numbered(members.kind(part.kind), part, parts)
        if members.lexicon.has(f"{part.kind}.{part.name}"):
            name = f"{name}, {members.title(part)}"
        yield Row(headed(name, told_facts(members, part, set())), hanging=2)
        if text := members.text(part):
            yield Row(text, indent=2)
        yield from text_rows(members, part, 2)


def told_facts(members: Members, member: Member, hidden: set[str]) -> str:
    """`size: 3, hollow`, without costs, which stand with the texts."""
    facts = [(f, value) for f, value in members.said_facts(member) if f.name not in hidden and f.type.base != "bundle"]
    named = [(fact, members.fact_name(fact.name), value) for fact, value in facts if value not in ((), "no")]
    told = [n if value == "yes" else members.labelled(n, members.words(fact, value)) for fact, n, value in named]
    return ", ".join(told)


def headed(name: str, *told: str) -> str:
    return f"{name}  {', '.join(filter(None, told))}".rstrip()


def text_rows(members: Members, member: Member, indent: int = 0) -> Iterator[Row]:
    """Costs, then what it does, in the usual form."""
    for fact, value in members.facts(member):
        if fact.type.base == "bundle":
            yield from code_rows(members, members.fact_name(fact.name), members.words(fact, value), indent)
    for name, text in members.behaviours(member).items():
        yield from code_rows(members, members.fact_name(name), text, indent)
    for passive in members.passives(member):
        yield from code_rows(members, members.fact_name("passive"), members.word("moment", passive.moment), indent)
        for name, text in (("when", passive.when), ("effect", passive.effect)):
            if text:
                yield from code_rows(members, members.fact_name(name), text, indent + 2)


def code_rows(members: Members, name: str, text: str, indent: int) -> Iterator[Row]:
    """A line beside its name, several below it."""
    [first, *more] = text.split("\n")
    if not more:
        yield Row(members.labelled(name, first), indent=indent, hanging=4)
        return
    yield Row(members.labelled(name, "").rstrip(), indent=indent)
    for line in (first, *more):
        inner = line.lstrip(" ")
        yield Row(inner, indent=indent + 2 + len(line) - len(inner), hanging=4)


def source_rows(members: Members, member: Member) -> Iterator[Row]:
    """`price: reconstructed`, a line for each source."""
    found = members.sources(member)
    for word in (*source_words(), ""):
        if word in found:
            source = members.lexicon.say(f"source_{word or UNSAID}")
            yield Row(members.labelled(", ".join(found[word]), source), "dim", hanging=2)
