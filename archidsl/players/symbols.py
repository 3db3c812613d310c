"""Things of a view in, one or two characters for each out: how they are drawn on a map, and whose they are.

A kind says it (`drawn`), or its properties do; a kind that says nothing gets a letter of its name. Owners have the
number of their seat and a colour, so that a map is read without colours too. Only what stands in the view is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archidsl.emit import Part, escaped, width
from archidsl.engine.layout import Layout
from archidsl.engine.views import View
from archidsl.texts.message import PLACE, places
from archidsl.texts.naming import Naming, plain

MOST_REPEATED = 3  # `CCC`, and four of them are `4C`
LONGEST = 4  # whatever a catalogue says
COLOURS = 6  # colours of owners: see `emit.STYLES`


@dataclass(frozen=True, slots=True)
class Sign:
    """How one thing is drawn: its characters, its owner's number or 0, and its colour."""

    text: str
    owner: int
    style: str
    inside: tuple[Part, ...] = ()  # the signs of things that sit in it

    def parts(self, number: int = 1) -> tuple[Part, ...]:
        text = self.text * number if number <= MOST_REPEATED else f"{number}{self.text}"
        whole = text + (str(self.owner) if self.owner else "")
        return ((self.style, whole) if self.style else whole, *self.inside)


def player_style(number: int) -> str:
    return f"player{(number - 1) % COLOURS + 1}" if number else ""


class Signs:
    """All signs of one view in one language."""

    def __init__(self, view: View, naming: Naming) -> None:
        self.view, self.naming = view, naming
        self.layout: Layout = naming.layout
        self.letters = letters(naming)
        self.marks: dict[str, str] = {}
        columns = {f"{name} of {kind}": column for (name, kind), column in self.layout.columns.items()}
        for key, said in view["properties"].items():
            column = columns.get(key)
            if column is not None and column.base == "yes_no" and isinstance(said, dict) and self.has(column.name):
                for thing in (thing for thing, value in said.items() if value == "yes"):
                    self.marks[thing] = self.marks.get(thing, "") + self.said(column.name)

    def has(self, word: str) -> bool:
        return self.naming.lexicon.has(f"drawn.{word}")

    def said(self, word: str) -> str:
        """What the pack says for a kind, a label, a stuff or a property."""
        return escaped(self.naming.lexicon.name(f"drawn.{word}"))[:LONGEST].replace("\n", "")

    def style(self, word: str) -> str:
        return self.layout.colours.get(word, "")

    def of(self, thing: str) -> Sign:
        naming, layout = self.naming, self.layout
        kind = layout.kind_of[layout.ids[thing]]
        owner = self._seat(naming.owner(thing))
        style = player_style(owner) or self.style(kind)
        if not self.has(kind):
            return Sign(
                self.letters.get(thing) or self.letters.get(kind, "*") + self.marks.get(thing, ""), owner, style
            )
        pattern = naming.lexicon.name(f"drawn.{kind}")
        inside: list[Part] = []
        text = PLACE.sub("", pattern)[:LONGEST]
        for prop in (found["name"] for found in PLACE.finditer(pattern) if found["name"]):
            base, value = naming.property_of(thing, prop)
            if value is None:
                continue
            if base == "thing":
                inside += self.of(str(value)).parts()
                continue
            text += self.said(str(value)) if self.has(str(value)) else naming.value(base, value)[:1]
            style = style or self.style(str(value))
        return Sign(text + self.marks.get(thing, ""), owner, style, tuple(inside))

    def seated(self, things: Iterable[str]) -> set[str]:
        """Things that are drawn inside of others."""
        out = set()
        for thing in things:
            kind = self.layout.kind_of[self.layout.ids[thing]]
            for prop in places(self.naming.lexicon.name(f"drawn.{kind}")) if self.has(kind) else ():
                base, value = self.naming.property_of(thing, prop)
                if base == "thing" and value is not None:
                    out.add(str(value))
        return out

    def grouped(self, things: Sequence[str]) -> list[tuple[Part, ...]]:
        """Signs of things in one place: owned ones first, alike ones together."""
        counted: dict[Sign, int] = {}
        for thing in things:
            sign = self.of(thing)
            counted[sign] = counted.get(sign, 0) + 1
        groups = sorted(counted.items(), key=lambda group: not (group[0].owner or group[0].inside))
        return [sign.parts(number) for sign, number in groups]

    def _seat(self, player: str) -> int:
        number = self.layout.ids.get(player, -1)
        return number + 1 if 0 <= number < self.layout.players else 0


def letters(naming: Naming) -> dict[str, str]:
    """For kinds that say nothing a letter of their name, each its own; for things with a name its first two letters."""
    layout, lexicon = naming.layout, naming.lexicon
    taken = {lexicon.name(key) for key in lexicon.texts if key.startswith("drawn.")}
    out: dict[str, str] = {}
    for number in range(layout.players, layout.movable):
        kind, name = layout.kind_of[number], layout.names[number]
        if lexicon.has(f"{kind}.{name}"):
            out[name] = plain(lexicon.name(f"{kind}.{name}"))[:2].capitalize()
        elif kind not in out and not lexicon.has(f"drawn.{kind}"):
            called = plain(lexicon.name(f"kind.{kind}"))
            free = [letter for letter in called + called.upper() if letter.isalnum() and letter not in taken]
            free = [letter for letter in free if letter.isascii() and width(letter) == 1]
            out[kind] = free[0] if free else "*"
            taken.add(out[kind])
    return out
