"""Names of things for people: a view's words in, `unit 3 of p1` out, in the language of a lexicon.

A thing with a name of its own has that; the others are called as their kind says (`called:`), by their kind and their
number if it says nothing. Only what stands in the view is used, so a name never tells what its reader may not know.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from archidsl.engine.grid import Grid
from archidsl.engine.layout import Column, Layout
from archidsl.engine.views import EVERYBODY, View
from archidsl.engine.words import word
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.message import CALLING, Word, filled, places

NUMBER = re.compile(r"_?([0-9]+)$")
SPOT = re.compile(r"(?P<tile>[^/@+]+)(?:/(?P<face>[0-9]+))?@(?P<cell>[^+]+)(?:\+(?P<turn>[0-9]+))?")
PAYMENT = "payment"  # the one question that no text asks
NOTHING: View = {"places": {}, "zones": {}, "properties": {}}


def plain(text: str) -> str:
    """As people type it: without capitals, accents and curly marks."""
    parts = unicodedata.normalize("NFKD", text.replace("\u2019", "'"))
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold().strip()


def grid_region(layout: Layout, grid: Grid) -> str:
    """The kind of what laid tiles become; empty if none are laid."""
    return layout.kind_of[grid.region0] if grid.faces else ""


class Naming:
    """Names in one game and one language. `view` is what the reader sees now."""

    def __init__(
        self, layout: Layout, lexicon: Lexicon, view: View | None = None, people: Mapping[str, str] | None = None
    ) -> None:
        self.layout, self.lexicon = layout, lexicon
        self.people = dict(people or {})  # what players are called, where it is not `p1`
        self.view: View = NOTHING if view is None else view
        self.say = lexicon.say
        self._named: dict[str, Word] = {}
        self._places: dict[str, str] | None = None

    def seen(self, view: View) -> Naming:
        """The same with another view."""
        return Naming(self.layout, self.lexicon, view, self.people)

    def person(self, name: str) -> str:
        """What a player is called; `chance` has a word too."""
        return self.say("chance") if name == "chance" else self.people.get(name, name)

    # -- things

    def thing(self, name: str) -> str:
        return self.thing_word(name).text

    def thing_word(self, name: str) -> Word:
        if name not in self._named:
            self._named[name] = Word(name)  # what is called after itself ends here
            self._named[name] = self._called(name)
        return self._named[name]

    def _called(self, name: str) -> Word:
        layout, lexicon = self.layout, self.lexicon
        number = layout.ids.get(name, -1)
        if number < layout.players:
            return Word(self.person(name))  # players, and whatever is no thing
        kind = layout.kind_of[number]
        if lexicon.has(f"{kind}.{name}"):
            return lexicon.word(f"{kind}.{name}")
        if kind == name:
            return lexicon.word(f"zone.{name}")
        grid = layout.grid
        if isinstance(grid, Grid) and kind == grid_region(layout, grid) and not lexicon.has(f"called.{kind}"):
            return self.thing_word(layout.names[grid.tile0 + number - grid.region0])
        pattern = self._pattern(kind, number, name)
        if not pattern:
            return Word(name)
        values = {place: self._value(place, name, number, kind) for place in places(pattern)}
        gender = lexicon.word(f"kind.{kind}").gender
        return Word(filled(pattern, values, lexicon.plural), gender)

    def _pattern(self, kind: str, number: int, name: str) -> str:
        called = self.lexicon.name(f"called.{kind}") if self.lexicon.has(f"called.{kind}") else ""
        if called and all(self._property(prop, name, kind) is not None for prop in places(called).difference(CALLING)):
            return called
        grid = self.layout.grid
        if isinstance(grid, Grid) and kind == self.layout.kind_of[grid.cell0]:
            return ""
        numbered, owned = bool(NUMBER.search(name.removesuffix(self._owner(number)))), bool(self._owner(number))
        phrase = {(True, True): "numbered_of", (True, False): "numbered", (False, True): "of", (False, False): "only"}
        return self.say(phrase[numbered, owned])

    def text_of(self, name: str) -> str:
        """What the game says of a thing, or of what it is a part of; empty if nothing."""
        number = self.layout.ids.get(name, -1)
        if number < self.layout.players:
            return ""
        key = f"{self.layout.kind_of[number]}.{name}.text"
        if self.lexicon.has(key):
            return self.lexicon.name(key)
        whole = self._whole(number)
        return self.text_of(whole) if whole != name else ""

    def owner(self, name: str) -> str:
        """Whose a thing is, as far as the view tells; empty if nobody's."""
        number = self.layout.ids.get(name, -1)
        return "" if number < self.layout.players else self._owner(number) or self._owned(name, number)

    def property_of(self, name: str, prop: str) -> tuple[str, Any]:
        """What kind of word a property is made of, and the word that the view has for a thing."""
        kind = self.layout.kind_of[self.layout.ids[name]]
        column = self._column(prop, kind)
        return column.base if column else "number", self._property(prop, name, kind)

    def _owner(self, number: int) -> str:
        owner = self.layout.owner_of.get(number, -1)
        if owner < 0 and number in self.layout.zones:
            owner = self.layout.zones[number].owner
        return self.layout.names[owner] if owner >= 0 else ""

    def _value(self, place: str, name: str, number: int, kind: str) -> int | str | Word:
        match place:
            case "name":
                key = f"kind.{kind}"
                return self.lexicon.word(key if self.lexicon.has(key) else f"zone.{kind}")
            case "number":
                found = NUMBER.search(name)
                return int(found[1]) if found else name.rsplit("_", 1)[-1]
            case "owner":
                return Word(self.person(self.owner(name)))
            case "whole":
                return self.thing_word(self._whole(number))
            case "place":
                return self.thing_word(self.place(name))
        column = self._column(place, kind)
        return self.value(column.base if column else "number", self._property(place, name, kind))

    def _belongs(self, kind: str) -> str:
        return self.layout.belongs.get(kind, ("", ""))[0]

    def _whole(self, number: int) -> str:
        grid = self.layout.grid
        if isinstance(grid, Grid) and number in grid.area_home:
            return self.layout.names[grid.region0 + grid.area_home[number][0]]
        if isinstance(grid, Grid) and grid.faces and 0 <= number - grid.region0 < len(grid.faces):
            return self.layout.names[grid.tile0 + number - grid.region0]
        whole = self.layout.start[self.layout.at + number] if number < self.layout.movable else -1
        return self.layout.names[whole] if whole >= 0 else ""  # parts lie in their whole from the beginning

    def place(self, name: str) -> str:
        """Where a thing lies; empty if the view does not tell."""
        if self._places is None:
            lying = [*self.view["places"].items(), *self.view["zones"].items()]
            self._places = {thing: place for place, things in lying for thing in things if thing is not None}
        return self._places.get(name, "")

    def _key(self, prop: str, kind: str) -> str:
        """The property as views call it; it may belong to what this kind is a sort of."""
        own, known = f"{prop} of {kind}", self.view["properties"]
        others = [key for key in known if key.startswith(f"{prop} of ")]
        return own if own in known or not others else others[0]

    def _property(self, prop: str, name: str, kind: str) -> Any:
        said = self.view["properties"].get(self._key(prop, kind))
        if isinstance(said, dict) and name in said:
            return said[name]
        column = self._column(prop, kind)
        return word(self.layout, column.base, column.start) if column and isinstance(column.start, int) else None

    def _column(self, prop: str, kind: str) -> Column | None:
        found = self.layout.columns.get((prop, kind))
        return found or next((c for (name, _), c in self.layout.columns.items() if name == prop), None)

    # -- everything else that a view or an answer says

    def property(self, name: str) -> str:
        return self.lexicon.name(f"term.{name}")

    def stuff(self, name: str, number: int = 1) -> str:
        return self.lexicon.name(f"stuff.{name}", number)

    def label(self, name: str, question: str = "") -> str:
        key = f"question.{question}.{name}"
        return self.lexicon.name(key if question and self.lexicon.has(key) else f"term.{name}")

    def value(self, base: str, said: Any) -> str:
        """A word of a view for people; `base` says what it is a word of."""
        if said is None:
            return self.say("none")
        if isinstance(said, list):  # an order of things or of stuffs: `base` says only that it is one
            return ", ".join(self.value(self._base(str(one)), one) for one in said)
        match base:
            case "thing":
                return self.thing(str(said))
            case "stuff":
                return self.stuff(str(said))
            case "label":
                return self.label(str(said))
            case "yes_no":
                return self.say("yes" if said == "yes" else "no")
            case "spot":
                return self.spot(str(said))
        return str(said)

    def spot(self, said: str) -> str:
        """`tile_3/1@c4+2`, as `tile 3 at c4, side 2, turned 2`."""
        found = SPOT.fullmatch(said)
        if found is None:
            return said
        phrase = "spot" + ("_face" if found["face"] else "") + ("_turned" if found["turn"] else "")
        tile, cell = self.thing_word(found["tile"]), self.thing_word(found["cell"])
        face, turn = int(found["face"] or 0) + 1, int(found["turn"] or 0)
        return self.say(phrase, tile=tile, cell=cell, face=face, turn=turn)

    def bundle(self, amounts: dict[str, int]) -> str:
        parts = [self.say("amount", number=n, what=self.lexicon.word(f"stuff.{s}", n)) for s, n in amounts.items() if n]
        return ", ".join(parts) or self.say("none")

    def answer(self, question: str, said: Any) -> str:
        """A written answer to a question, for people."""
        if said is None:
            return self.say("none")
        if isinstance(said, dict):
            return self.bundle(said)
        if isinstance(said, list):
            return ", ".join(self.answer(question, one) for one in said) or self.say("none")
        if isinstance(said, int):
            return str(said)
        if said.startswith("+"):
            return self.lexicon.name(f"procedure.{said[1:]}")
        if self.lexicon.has(f"question.{question}.{said}"):
            return self.label(said, question)
        base = self._base(said)
        return self._where(said) if base == "thing" else self.value(base, said)

    def answer_to(self, question: Mapping[str, Any], said: Any) -> str:
        """The same for two questions that are asked as one."""
        besides = question.get("besides", "")
        own = bool(besides) and isinstance(said, str) and self.lexicon.has(f"question.{besides}.{said}")
        return self.answer(besides if own else question["key"], said)

    def _where(self, name: str) -> str:
        """A thing that stands on the board, with the place where it stands."""
        place = self.place(name)
        if not place or self.layout.ids[place] in self.layout.zones or place == self._whole(self.layout.ids[name]):
            return self.thing(name)
        return self.say("thing_at", thing=self.thing_word(name), place=self.thing_word(place))

    def _base(self, said: str) -> str:
        if said in self.layout.ids:
            return "thing"
        return "stuff" if said in self.layout.stuffs else "spot" if "@" in said else "label"

    def told(self, player: str, question: str, said: Any) -> str:
        """An answer that was given: `p1: Who is to move? unit 3`."""
        hidden = said is None and question in self.layout.secret and self.view.get("you") not in (player, EVERYBODY)
        player = self.person(player)
        if hidden:
            return self.say("told_secret", player=player)
        answer = self.answer(question, said)
        if isinstance(said, str) and said.startswith("+"):
            return self.say("begun", player=player, what=answer)
        if self.lexicon.has(f"question.{question}.log") and said is not None:
            return self.lexicon.sentence(f"question.{question}.log", player=Word(player), answer=Word(answer))
        return self.say("told", player=player, question=self.question(question, player), answer=answer)

    def question(self, key: str, player: str = "") -> str:
        if key == PAYMENT and not self.lexicon.has(f"question.{key}"):
            return self.say(PAYMENT)
        return self.lexicon.sentence(f"question.{key}", player=Word(player))

    def line(self, name: str, things: Iterable[str]) -> str:
        return self.say("line", name=name, things=", ".join(things))

    def meant(self, typed: str) -> str:
        """The word of the thing, stuff or label that people call like this; what nobody calls so stays as it is."""
        wanted = plain(typed)
        for name in self.layout.names:
            if plain(self.thing(name)) == wanted:
                return name
        stuffs = {stuff: (self.stuff(stuff), self.stuff(stuff, 2)) for stuff in self.layout.stuffs}
        found = [stuff for stuff, names in stuffs.items() if wanted in map(plain, names)]
        found += [label for label in self.layout.labels if plain(self.label(label)) == wanted]
        return found[0] if found else typed

    def shows(self, name: str, prop: str) -> bool:
        """Is the property part of what a thing is called?"""
        number = self.layout.ids.get(name, -1)
        kind = self.layout.kind_of[number] if number >= self.layout.players else ""
        return bool(kind) and prop in places(self._pattern(kind, number, name))

    def grouped(self, things: Iterable[str]) -> list[str]:
        """Things that only their numbers tell apart are told together: `4 units of p1`."""
        groups: dict[str, list[str]] = {}
        for thing in things:
            groups.setdefault(self.alike(thing), []).append(thing)
        return [self._together(members) for members in groups.values()]

    def alike(self, name: str) -> str:
        """What things that are told together have in common."""
        number = self.layout.ids.get(name, -1)
        kind = self.layout.kind_of[number] if number >= self.layout.players else ""
        if not kind or self.lexicon.has(f"{kind}.{name}"):
            return name
        numbered = "number" in places(self._pattern(kind, number, name))
        return NUMBER.sub("", name) if numbered else self.thing(name)

    def _together(self, members: list[str]) -> str:
        name, count = members[0], len(members)
        if count == 1:
            return self.thing(name)
        number = self.layout.ids[name]
        kind = self.layout.kind_of[number]
        if self.alike(name) == self.thing(name):
            return self.say("times", number=count, what=self.thing_word(name))
        owner = self._owner(number) or self._owned(name, number)
        what = self.lexicon.word(f"kind.{kind}", count)
        return self.say("amount_of" if owner else "amount", number=count, what=what, owner=Word(self.person(owner)))

    def _owned(self, name: str, number: int) -> str:
        kind = self.layout.kind_of[number]
        return str(self._property(self._belongs(kind), name, kind) or "") if self._belongs(kind) else ""
