"""Packs in, damaged packs out: words, lines, numbers and YAML values changed at random, or sensible lines put in.

A pack is a mapping of file names to texts. Everything is drawn from one `Random`, so a seed gives the same mutant.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import yaml

from archidsl.checker.vocabulary import Vocabulary
from archidsl.lang.grammar import BUILT_IN, KEYWORDS

Texts = dict[str, str]

WORD = re.compile(r"[a-z][a-z0-9_]*")
NUMBER = re.compile(r"\b[0-9]+\b")
NUMBERS = (0, 1, 2, 3, 5, 9, 40, 1000, 999_999_999)
ODD = ("", "~", "[]", "{}", "[x, y]", "{x: y}", "yes", "no", "0", "-1", "12", "true", "many player", "|", "'a b'")


def mutated(texts: Texts, v: Vocabulary, random: Random) -> Texts:
    """A few changes; mostly one."""
    out = dict(texts)
    for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
        file = random.choice([name for name in sorted(out) for _ in range(1 + len(out[name]) // 1000)])
        change = random.choice(CHANGES)
        out[file] = change(out[file], v, random)
    return out


# -- words and numbers


def vocabulary_words(text: str) -> list[str]:
    return sorted({*WORD.findall(text)})


def other_word(text: str, v: Vocabulary, random: Random) -> str:
    found = list(WORD.finditer(text))
    if not found:
        return text
    at = random.choice(found)
    pool = vocabulary_words(text) if random.random() < 0.8 else sorted(KEYWORDS | BUILT_IN)
    return text[: at.start()] + random.choice(pool) + text[at.end() :]


def other_word_of_its_sort(text: str, v: Vocabulary, random: Random) -> str:
    """Most likely to be accepted: a property for a property, a kind for a kind."""
    sorts = _sorts(v)
    found = [m for m in WORD.finditer(text) if any(m.group() in sort for sort in sorts)]
    if not found:
        return text
    at = random.choice(found)
    sort = random.choice([sort for sort in sorts if at.group() in sort])
    return text[: at.start()] + random.choice(sort) + text[at.end() :]


def _sorts(v: Vocabulary) -> list[list[str]]:
    return [
        sorted(v.kinds),
        sorted({name for name, _ in (*v.properties, *v.facts, *v.computed)}),
        sorted({*v.stuff_index, *v.groups}),
        sorted(v.procedures),
        sorted({*v.formulas, *v.tables}),
        sorted({*v.windows, *v.moments}),
        sorted(v.members),
        sorted({*v.labels, *v.options}),
        sorted({name for name, _ in v.adjectives} | {"your", "opposing"}),
        ["you", "p", "it", "nobody", "nothing", "chance"],
        ["gain", "pay"],
        ["gains", "pays"],
        ["raise", "lower"],
        ["total", "highest", "lowest"],
        ["choose", "may choose", "secretly choose", "chance chooses"],
        ["and", "or"],
        ["is", "is not", "is in", "<", ">", "<="],
        ["if", "repeat", "match"],
        ["each", "repeat"],
        ["number", "yes_no", "player", "label", "cost", "window", "many player", "order of player"],
        ["all", "owner", "nobody"],
        ["set", "row", "stack"],
        ["with", "values", "facts", "properties", "by"],
        ["effect", "condition", "formula"],
    ]


def other_number(text: str, v: Vocabulary, random: Random) -> str:
    found = list(NUMBER.finditer(text))
    if not found:
        return text
    at = random.choice(found)
    return text[: at.start()] + str(random.choice(NUMBERS)) + text[at.end() :]


def swapped_words(text: str, v: Vocabulary, random: Random) -> str:
    found = list(WORD.finditer(text))
    if len(found) < 2:
        return text
    first = random.randrange(len(found) - 1)
    one, two = found[first], found[min(first + random.randint(1, 6), len(found) - 1)]
    between = text[one.end() : two.start()]
    return text[: one.start()] + two.group() + between + one.group() + text[two.end() :]


def lost_character(text: str, v: Vocabulary, random: Random) -> str:
    at = random.randrange(len(text)) if text else 0
    more = random.choice(("", "", "", ":", "(", ")", "#", "\t", "A", "\u00e9", "-", "'", "=", ",", " ", "\n"))
    return text[:at] + more + text[at + random.randint(0, 2) :]


# -- lines


def lost_line(text: str, v: Vocabulary, random: Random) -> str:
    lines = text.split("\n")
    del lines[random.randrange(len(lines))]
    return "\n".join(lines)


def doubled_line(text: str, v: Vocabulary, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines.insert(at, lines[at])
    return "\n".join(lines)


def moved_line(text: str, v: Vocabulary, random: Random) -> str:
    """To another place, as far in as the line that was there."""
    lines = text.split("\n")
    line = lines[random.randrange(len(lines))] if random.random() < 0.5 else lines.pop(random.randrange(len(lines)))
    at = random.randrange(len(lines) + 1)
    lines.insert(at, " " * _indent(lines, at) + line.strip())
    return "\n".join(lines)


def shifted_line(text: str, v: Vocabulary, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = "  " + lines[at] if random.random() < 0.5 else lines[at].removeprefix("  ")
    return "\n".join(lines)


def _indent(lines: list[str], at: int) -> int:
    line = lines[min(at, len(lines) - 1)]
    return len(line) - len(line.lstrip())


def new_line(text: str, v: Vocabulary, random: Random) -> str:
    """A sensible line among the lines of an effect."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if EFFECT_LINE.match(line)]
    if not places:
        return text
    at = random.choice(places)
    made = Writer(v, random, _locals(lines, at)).line()
    lines.insert(at, "\n".join(" " * _indent(lines, at) + line for line in made.split("\n")))
    return "\n".join(lines)


def new_text(text: str, v: Vocabulary, random: Random) -> str:
    """A bracket or the value behind a verb, replaced by a sensible one."""
    found = list(BRACKET.finditer(text))
    if not found:
        return text
    at = random.choice(found)
    before = text[: at.start()].split("\n")
    writer = Writer(v, random, _locals(before, len(before) - 1))
    made = writer.test() if random.random() < 0.4 else writer.number()
    return text[: at.start(1)] + made + text[at.end(1) :]


EFFECT_LINE = re.compile(
    r" +(choose|let|set|raise|lower|move|gain|pay|reveal|shuffle|require|announce|do|each|repeat|if|match|attempt|\w+ "
    r"(may |does |secretly )*(chooses|gains|pays|does))\b"
)
BRACKET = re.compile(r"(?:(?<= where )|(?<=require )|(?<=if )|(?<= while )|(?<= = )|(?<= by )|(?<= is: ))([^:\n{}#]+)")
NAMED = re.compile(r"\b(?:let|chooses?|each \w+|each \w+ \w+|\(\w+) ([a-z]\w*)\b")


def _locals(lines: list[str], at: int) -> list[str]:
    """Names that the lines above may have made."""
    found = [name for line in lines[max(0, at - 8) : at + 1] for name in NAMED.findall(line)]
    return sorted(set(found)) or ["p"]


# -- the structure of the YAML


def other_structure(text: str, v: Vocabulary, random: Random) -> str:
    try:
        root = _numbers(yaml.load(text, Loader=yaml.BaseLoader))
    except yaml.YAMLError:
        return text
    spots = list(_spots(root))
    if not spots:
        return text
    holder, key = random.choice(spots)
    _change(holder, key, spots, random)
    return yaml.dump(root, Dumper=_Dumper, sort_keys=False, width=10_000, allow_unicode=True)


class _Dumper(yaml.SafeDumper):
    """Texts of several lines stand in `|` blocks; `yes` is a word."""


def _as_block(dumper: _Dumper, text: str) -> yaml.Node:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _as_block)
_Dumper.ignore_aliases = lambda self, data: True  # type: ignore[method-assign,assignment]


def _numbers(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _numbers(below) for key, below in value.items()}
    if isinstance(value, list):
        return [_numbers(below) for below in value]
    return int(value) if re.fullmatch("-?[0-9]{1,9}", value) else value


def _spots(value: Any) -> list[tuple[Any, Any]]:
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    out = [(value, key) for key, _ in pairs]
    for _, below in pairs:
        out += _spots(below)
    return out


def _change(holder: Any, key: Any, spots: list[tuple[Any, Any]], random: Random) -> None:
    """Takes a value away, doubles it, puts another in its place, or gives it another key."""
    what = random.randrange(5)
    other, other_key = random.choice(spots)
    if what == 0:
        del holder[key]
    elif what == 1:
        holder[key] = random.choice((0, 1, -1, 7, "x", "yes", [], {}, [1, 2], {"x": 1}, None, "player", "number", ""))
    elif what == 2:
        holder[key] = _copy(other[other_key])
    elif what == 3 and isinstance(holder, dict):
        items = list(holder.items())
        renamed = other_key if isinstance(other_key, str) else "x"
        holder.clear()
        holder.update((renamed if name == key else name, value) for name, value in items)
    elif isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), _copy(holder[key]))
    elif isinstance(holder, dict) and isinstance(other_key, str):
        holder[other_key] = _copy(other[other_key])


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(below) for key, below in value.items()}
    return [_copy(below) for below in value] if isinstance(value, list) else value


def other_value(text: str, v: Vocabulary, random: Random) -> str:
    found = list(re.finditer(r": ([^\n,{}\[\]|]+)(?=[\n,}])", text))
    if not found:
        return text
    at = random.choice(found)
    return text[: at.start(1)] + random.choice(ODD) + text[at.end(1) :]


# -- sensible lines


class Writer:
    """Writes lines out of the words of a pack, mostly of the right types."""

    def __init__(self, v: Vocabulary, random: Random, names: list[str]) -> None:
        self.v, self.random, self.names = v, random, names
        self.depth = 0

    def pick(self, words: Any, otherwise: str = "player") -> str:
        words = sorted(words)
        return self.random.choice(words) if words else otherwise

    def one_of(self, *makers: Any) -> str:
        self.depth += 1
        made = self.random.choice(makers if self.depth < 4 else makers[:2])()
        self.depth -= 1
        return str(made)

    # things

    def name(self) -> str:
        return self.random.choice([*self.names, "you", "p", "it"])

    def kind(self) -> str:
        return self.pick({*self.v.kinds, *self.v.nouns})

    def stuff(self) -> str:
        return self.pick({*self.v.groups, "what"}, "coin")

    def zone(self) -> str:
        zones = [k for k in self.v.kinds.values() if k.sort == "zone"]
        if not zones:
            return "you"
        zone = self.random.choice(sorted(zones, key=lambda k: k.name))
        return f"{zone.name} of {self.name()}" if zone.per else zone.name

    def holder(self) -> str:
        holders = sorted(k.name for k in self.v.kinds.values() if k.holds and k.name != "player")
        word = self.pick([*holders, "you", "p"])
        kind = self.v.kinds.get(word)
        return f"{word} of {self.name()}" if kind is not None and kind.per else word

    def member(self) -> str:
        return self.pick(self.v.members, "nobody")

    def thing(self) -> str:
        return self.one_of(
            self.name, self.member, lambda: f"top of {self.zone()}", lambda: f"{self.kind()} of {self.name()}",
            lambda: f"{self.property()} of {self.thing()}", lambda: self.random.choice(("nobody", "nothing")),
            lambda: f"({self.test()})", self.call, self.zone,
        )  # fmt: skip

    def property(self) -> str:
        return self.pick({name for name, _ in (*self.v.properties, *self.v.facts, *self.v.computed)}, "score")

    def things(self, name: str = "") -> str:
        adjectives = [*sorted({a for a, _ in self.v.adjectives}), "your", "opposing"]
        words = [self.random.choice(adjectives)] if self.random.random() < 0.3 else []
        words += [self.random.choice([self.kind(), self.kind(), self.stuff(), "spot", *self.names])]
        words += [name] if name else []
        if self.random.random() < 0.3:
            words += ["of", self.name()]
        if self.random.random() < 0.4:
            words += ["in", self.random.choice([self.zone(), self.thing()])]
        return " ".join(words)

    def group(self) -> str:
        if self.random.random() < 0.5:
            return self.things()
        return f"({self.things('z')} where {self.test()})"

    # values

    def number(self) -> str:
        return self.one_of(
            lambda: str(self.random.choice((0, 1, 2, 3, 7))), self.numbers_of_game,
            lambda: f"{self.property()} of {self.thing()}", lambda: f"{self.stuff()} of {self.holder()}",
            lambda: f"number of {self.group()}", lambda: f"{self.number()} {self.random.choice('+-*')} {self.number()}",
            lambda: f"{self.random.choice(('total', 'highest', 'lowest'))} {self.property()} of {self.group()}",
            lambda: f"{self.random.choice(('min', 'max'))}({self.number()}, {self.number()})",
            lambda: f"held({self.holder()}, {self.stuff()})", lambda: f"rank of {self.name()} by {self.property()}",
            self.name, self.call, lambda: f"-{self.number()}",
        )  # fmt: skip

    def numbers_of_game(self) -> str:
        return self.pick([name for name, of in (*self.v.properties, *self.v.computed) if not of], "1")

    def test(self) -> str:
        word = self.pick({*self.v.labels, *self.v.stuff_index, *self.v.members})
        return self.one_of(
            lambda: self.random.choice(("yes", "no")),
            lambda: f"{self.number()} {self.random.choice('<>')} {self.number()}",
            lambda: f"some {self.group()}", lambda: f"not {self.test()}", self.call,
            lambda: f"{self.thing()} is {self.random.choice((self.kind(), self.thing()))}",
            lambda: f"{self.property()} of {self.thing()} is {word}", lambda: f"{self.number()} is {self.number()}",
            lambda: f"{self.property()} of {self.thing()}", lambda: f"{self.thing()} is in {self.zone()}",
            lambda: f"{self.thing()} is in all {self.group()}", lambda: f"can {self.called()}",
            lambda: f"({self.test()} {self.random.choice(('and', 'or'))} {self.test()})",
        )  # fmt: skip

    def value(self) -> str:
        return self.one_of(
            self.number, self.thing, lambda: f"({self.test()})", lambda: f"all {self.group()}", self.call
        )

    def arguments(self, params: Any) -> str:
        return ", ".join(self.argument(type.base, type.names) for _, type in params)

    def argument(self, base: str, names: frozenset[str]) -> str:
        if base == "number":
            return self.number()
        if base == "stuff":
            return self.pick(names)
        return self.thing() if base == "thing" else self.value()

    def call(self) -> str:
        tables = {**self.v.formulas, **self.v.tables}
        pairs = [(name, of) for (name, _), p in self.v.properties.items() if len(of := p.of) == 2]
        grid = ["adjacent", "joined", "shore", "touches", "meets"] if self.v.grids else []
        word = self.pick(
            [*tables, *(name for name, _ in pairs), *(b.name for b in self.v.behaviours.values()), *grid], "f"
        )
        if word in tables:
            return f"{word}({self.arguments(tables[word].params)})"
        return f"{word}({self.thing()}{', ' + self.thing() if word in grid or word in dict(pairs) else ''})"

    def called(self) -> str:
        word = self.pick({*self.v.procedures, *(b.name for b in self.v.behaviours.values())})
        params = self.v.procedures[word].params if word in self.v.procedures else None
        return f"{word}({self.thing() if params is None else self.arguments(params)})"

    # lines

    def amount(self) -> str:
        return self.one_of(
            lambda: f"{self.random.randint(0, 3)} {self.stuff()}", lambda: f"({self.number()}) {self.stuff()}",
            lambda: f"all {self.stuff()}", lambda: f"{self.property()} of {self.thing()}", self.name,
        )  # fmt: skip

    def target(self) -> str:
        return self.random.choice((f"{self.property()} of {self.thing()}", self.name(), self.numbers_of_game()))

    def domain(self) -> str:
        things = self.things() if self.random.random() < 0.6 else f"{self.things('z')} where {self.test()}"
        return self.random.choice((
            things, things, f"0 to ({self.number()})", f"0 to 2 of {things}", f"1 of {things}", f"order of {things}",
            f"0 to all of {self.stuff()} of {self.holder()}", f"1 to 3 of {self.stuff()}",
        ))  # fmt: skip

    def asked(self) -> str:
        who = self.random.choice(("", "", "p ", "chance ", "you ", f"{self.name()} "))
        verb = "choose" if who in ("", "you ") else "chooses"
        adverbs = (("", "", "", "may ", "does "), ("", "", "secretly "))
        return f"{who}{''.join(self.random.choice(words) for words in adverbs)}{verb} q"

    def line(self) -> str:
        return self.one_of(self.simple, self.simple, self.simple, self.compound, self.question)

    def question(self) -> str:
        menu = f"{self.asked()}:\n  aa: {self.simple()}\n  bb if {self.test()}: {self.simple()}\n  cc"
        repeated = (
            f"repeat 0 to {self.random.choice(('2', self.number()))}:\n  choose q: {self.domain()}\n  {self.simple()}"
        )
        below = f"{self.asked()}: {self.domain()}:\n  {self.simple()}"
        return self.random.choice((f"{self.asked()}: {self.domain()}", menu, repeated, below))

    def compound(self) -> str:
        head = self.random.choice((
            f"if {self.test()}", f"each {self.things('y')} where {self.test()}", f"each {self.kind()} y",
            f"repeat {self.number()}", "attempt", f"each {self.things('y')} while {self.test()}",
            f"each player p from {self.thing()}", f"repeat 3 while {self.test()}",
        ))  # fmt: skip
        if self.random.random() < 0.15:
            return f"match {self.number()}:\n  0: {self.simple()}\n  1-2: {self.simple()}\n  else: {self.simple()}"
        end = f"\nelse:\n  {self.simple()}" if head[:2] in ("if", "at") and self.random.random() < 0.4 else ""
        return f"{head}:\n  {self.simple()}\n  {self.simple()}{end}"

    def simple(self) -> str:
        who = self.random.choice(("", "", "p "))
        s = "s" if who else ""
        return self.random.choice((
            f"let w = {self.value()}", f"set {self.target()} to {self.value()}",
            f"raise {self.target()} by {self.number()}", f"lower {self.target()} by {self.number()}",
            f"move {self.thing()} to {self.zone()}",
            f"move {self.amount()} from {self.holder()} to {self.holder()}", f"move 2 {self.kind()} to {self.zone()}",
            f"{who}gain{s} {self.amount()}", f"{who}pay{s} {self.amount()}", f"reveal {self.thing()}",
            f"reveal {self.zone()} to {self.name()}", f"shuffle {self.zone()}", f"require {self.test()}",
            f"{who}{'does' if who else 'do'} {self.called()}",
            f"move 1 {self.kind()} from {self.zone()} to {self.thing()}",
            f"announce {self.window()}",
        ))  # fmt: skip

    def window(self) -> str:
        word = self.pick(self.v.windows, "none")
        return f"{word}({self.arguments(self.v.windows[word].values) if word in self.v.windows else ''})"


CHANGES = (
    *[other_word_of_its_sort] * 7, *[new_line] * 8, *[new_text] * 4, *[other_number] * 2, *[other_structure] * 4,
    *[moved_line] * 2, other_word, swapped_words, lost_character, lost_line, doubled_line, shifted_line, other_value,
)  # fmt: skip
