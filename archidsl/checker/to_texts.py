"""A checked pack in; everything that people read out, each text with its stable key and its English words.

Keys: `kind.unit`, `unit.old_guard` (a member), `stuff.pearl`, `zone.deck`, `option.size`, `term.any_side` (facts,
properties, labels), `window.dusk` (if a member comes in then), `question.mover`, `question.mover.log`,
`question.next.rest`, `refusal.nobody_free`, `called.unit`, `drawn.unit`; with `.text` behind it, what the item says
about itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from archidsl.checker import reading as r
from archidsl.checker.declare_kinds import expanded, is_member
from archidsl.checker.types import MOMENT
from archidsl.checker.unused import all_nodes
from archidsl.checker.vocabulary import Fact, Property, Vocabulary
from archidsl.diagnostics import Span
from archidsl.lang import nodes as n
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping
from archidsl.texts.message import Word, filled
from archidsl.texts.text import NAME, NOUN, SENTENCE, Text, plural, spoken

NOUNS = ("kind", "stuff")
NAMED = ("holder", "zone", "grid", "option", "flag", "phase")
AS = {"flag": "option", "holder": "zone", "grid": "zone"}  # sections that people need not tell apart
MADE = ("player", "cell", "region", "area")  # sorts of kinds that no item declares


def texts_of(pack: Pack, v: Vocabulary) -> dict[str, Text]:
    """By key, in the order of the pack. A part has a name of its own only if it says one."""
    parts = {f"whole:{item.name}" for item in pack.items if item.body.get("name") is None} & v.texts.keys()
    return Finder(replace(pack, items=tuple(i for i in pack.items if f"whole:{i.name}" not in parts)), v).all()


@dataclass(slots=True)
class Finder:
    pack: Pack
    v: Vocabulary
    found: dict[str, Text] = field(default_factory=dict)
    terms: dict[str, Item] = field(default_factory=dict)

    def all(self) -> dict[str, Text]:
        named = [item for item in self.pack.section("property") if item.body.get("name") is not None]
        self.terms = {item.name: item for item in [*named, *self.pack.section("term")]}
        self._header()
        for item in self.pack.items:
            self._item(item)
        self._questions()
        for word, span, sort, about in self._words():
            self._term(word, span, sort, about)
        return self.found

    def add(self, key: str, english: str, span: Span, sort: str = SENTENCE, about: str = "", several: str = "") -> None:
        several = (several or plural(english)) if sort == NOUN else ""
        layer = self.pack.layers.get(span.file, 0)
        self.found.setdefault(key, Text(key, english, several, sort, about, span.file, span.line, layer))

    def _header(self) -> None:
        for key in ("title", "text"):
            english = r.text(self.pack.header, key)
            if english:
                self.add(f"pack.{key}", english, r.span_of(self.pack.header, key), NAME, "of the game itself")

    # -- items

    def _item(self, item: Item) -> None:
        body, section = item.body, item.section
        name, place = r.text(body, "name") or spoken(item.name), said_at(item, "name")
        if section in NOUNS:
            self.add(f"{section}.{item.name}", name, place, NOUN, section, r.text(body, "plural"))
            self._called(item)
        elif section in NAMED:
            self.add(f"{AS.get(section, section)}.{item.name}", name, place, NAME, section)
        elif section == "refusal":
            english, place = r.text(body, "text"), said_at(item, "text")
            self.add(f"refusal.{item.name}", english, place, SENTENCE, "why something cannot be done")
            return
        elif section == "term":
            self._called(item)
        elif section == "panel":
            self._panel(item, name)
            return
        elif section == "window" and self._told_moment(item.name):
            self.add(f"window.{item.name}", name, item.span, NAME, "a moment")
            return
        elif section == "procedure" and any(item.name in window.offers for window in self.v.windows.values()):
            self.add(f"procedure.{item.name}", name, place, NAME, "what a player may begin")
        elif is_member(item, self.v) or self._laid(section):
            self._members(item)
            return
        elif section != "clash":
            return
        if said := r.text(body, "text"):
            key = f"{AS.get(section, section)}.{item.name}.text"
            self.add(key, said, r.span_of(body, "text"), SENTENCE, "what it is or does")

    def _panel(self, item: Item, name: str) -> None:
        """Its heading, and its text or the headings of its columns."""
        self.add(f"panel.{item.name}", name, item.span, NAME, "the heading of a table or of lines")
        if said := r.text(item.body, "text"):
            self.add(f"panel.{item.name}.text", said, r.span_of(item.body, "text"), SENTENCE, f"a line below: {name}")
            return
        for entry in r.mapping(item.body, "values"):
            said = r.text(entry.value, "name") if isinstance(entry.value, Mapping) else ""
            key, about = f"panel.{item.name}.{entry.name}", f"the heading of a column of: {name}"
            self.add(key, said or spoken(entry.name), entry.key.span, NAME, about)

    def _told_moment(self, window: str) -> bool:
        """Does a member say that it comes in then?"""
        said = [
            value for (fact, kind, _), value in self.v.fact_values.items() if self.v.facts[fact, kind].type == MOMENT
        ]
        return window in said or any(passive.moment == window and passive.member for passive in self.v.passives)

    def _called(self, item: Item) -> None:
        """As it says itself, or as what it is a sort of says."""
        above = {kind.name: kind for kind in self.pack.section("kind")}
        chain = [item, *(above[name] for name in self.v.above(item.name) if name in above)]
        pattern = next((said for kind in chain if (said := r.text(kind.body, "called"))), "")
        if pattern:
            self.add(f"called.{item.name}", pattern, item.span, SENTENCE, f"how one {spoken(item.name)} is called")
        sign = next((said for kind in chain if (said := r.text(kind.body, "drawn"))), "")
        if sign:
            self.add(f"drawn.{item.name}", sign, item.span, SENTENCE, f"one or two letters for {spoken(item.name)}")

    def _laid(self, section: str) -> bool:
        return any(grid.lays == section for grid in self.v.grids.values())

    def _members(self, item: Item) -> None:
        """A member, or one for each of a group: then the name has a place for it, like `Take {what}`."""
        each = r.mapping(item.body, "for_each").entries
        for name in expanded(item, self.v):
            bound = name.removeprefix(f"{item.name}_")
            values = {each[0].name: Word(self._name_of(bound))} if each else {}
            said = r.text(item.body, "name")
            english = filled(said, values, lambda _: 0) if said and values else said or _titled(name)
            self.add(f"{item.section}.{name}", english, said_at(item, "name"), NAME, f"one {spoken(item.section)}")
            text = r.text(item.body, "text")
            if text:
                english = filled(text, values, lambda _: 0) if values else text
                place = r.span_of(item.body, "text")
                self.add(f"{item.section}.{name}.text", english, place, SENTENCE, f"what {spoken(name)} does")

    def _name_of(self, word: str) -> str:
        term = self.terms.get(word)
        return r.text(term.body, "name") if term is not None else spoken(word)

    # -- questions

    def _questions(self) -> None:
        """Every choice of the texts; the words are those of its item, or else its own."""
        items = {item.name: item for item in self.pack.section("question")}
        for node in sorted(self._choices(), key=lambda node: (node.span.file, node.span.line, node.span.column)):
            name = node.asking.name.name
            item = items.get(name)
            span = item.span if item is not None else node.span
            said = r.text(item.body, "text") if item is not None else ""
            asked = said_at(item, "text") if item is not None else span
            self.add(f"question.{name}", said or f"Choose {spoken(name)}", asked, SENTENCE, "a question to a player")
            if item is not None and (log := r.text(item.body, "log")):
                self.add(
                    f"question.{name}.log", log, said_at(item, "log"), SENTENCE, "how the answer is told afterwards"
                )
            options = r.mapping(item.body, "options") if item is not None else None
            for option in node.options if isinstance(node, n.Menu) else ():
                word = option.name.name
                english = r.text(options, word) if options is not None else ""
                self.add(f"question.{name}.{word}", english or spoken(word), span, NAME, f"an answer to `{said}`")

    def _choices(self) -> Iterator[n.Choose | n.Menu]:
        for node in all_nodes(self.v):
            if isinstance(node, n.Choose | n.Menu):
                yield node

    # -- words without items

    def _words(self) -> Iterator[tuple[str, Span, str, str]]:
        v = self.v
        of: dict[str, list[str]] = defaultdict(list)
        declared: list[Property | Fact] = [*v.properties.values(), *v.facts.values()]
        for column in declared:
            of[column.name] += [spoken(k) for k in (column.of if isinstance(column, Property) else (column.kind,))]
        for column in declared:
            whose = ", ".join(dict.fromkeys(of[column.name]))
            about = f"a property of: {whose}" if whose else "a property of the game"
            yield column.name, column.span, NAME, about
        for (name, of_kind), formula in v.computed.items():
            if formula.shown:
                yield name, formula.span, NAME, f"a property of: {of_kind}" if of_kind else "a property of the game"
        for stuff in v.stuffs.values():
            for name in stuff.members:
                yield name, stuff.span, NOUN, f"a sort of {spoken(stuff.name)}" if name != stuff.name else ""
        for kind in v.kinds.values():
            if kind.sort in MADE:
                yield kind.name, kind.span, NOUN, f"a {kind.sort}" if kind.sort != kind.name else ""
            for name in kind.members if kind.sort in ("kind", "holder") else ():
                if name != kind.name and f"whole:{name}" not in v.texts:
                    yield name, kind.span, NAME, f"one {spoken(kind.name)}"
        for grid in v.grids.values():
            yield "sides", grid.span, NAME, f"the sides of a {spoken(grid.lays)}"
            for _, side in grid.sides:
                yield side, grid.span, NAME, f"a side of a {spoken(grid.lays)}"
        menus = {option.name.name for node in self._choices() if isinstance(node, n.Menu) for option in node.options}
        for label in v.labels:
            if label not in menus or label in self._values():
                yield label, self._place_of(label), NAME, "a value of a property or of an option"

    def _values(self) -> set[str]:
        """Labels that properties, facts and options have; the others are only options of menus."""
        v = self.v
        types = [*(p.type for p in v.properties.values()), *(f.type for f in v.facts.values())]
        return {word for kind in types if kind.base == "label" for word in kind.names} | {
            value for option in v.options.values() for value in option.values
        }

    def _place_of(self, label: str) -> Span:
        declared: list[Property | Fact] = [*self.v.properties.values(), *self.v.facts.values()]
        places = [x.span for x in declared if x.type.base == "label" and label in x.type.names]
        places += [option.span for option in self.v.options.values() if label in option.values]
        return places[0] if places else self.pack.header.span

    def _term(self, word: str, span: Span, sort: str, about: str) -> None:
        """The words of its item, or else its own; what is an item itself has its name already."""
        section = self.v.members.get(word, "")
        if word in self.v.stuff_index:
            key = f"stuff.{word}"
        elif section and about == f"one {spoken(section)}":
            key = f"{section}.{word}"
        elif sort == NOUN:
            key = f"kind.{word}"
        else:
            key = f"term.{word}"
        item = self.terms.get(word)
        body = item.body if item is not None else None
        member = key.partition(".")[0] == section
        english = r.text(body, "name") if body is not None else _titled(word) if member else spoken(word)
        several = r.text(body, "plural") if body is not None else ""
        self.add(key, english, item.span if item is not None else span, sort, about, several)


def said_at(item: Item, key: str) -> Span:
    """Where its words stand: a mod may have given it others. What says nothing has its own word."""
    return r.span_of(item.body, key) if item.body.get(key) is not None else item.span


def _titled(word: str) -> str:
    said = spoken(word)
    return said[:1].upper() + said[1:]
