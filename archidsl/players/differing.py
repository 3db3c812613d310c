"""Two views of one reader in, what changed between them out: as plain data, and as lines for people.

Only what stands in the views is used. What a reader does not see on one side is told as unknown there, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from archidsl.engine.views import EVERYBODY, View
from archidsl.players.showing import HIDDEN, Known
from archidsl.texts.naming import Naming


@dataclass(frozen=True, slots=True)
class Difference:
    """`what` is a thing, holder, zone or property; `of` says of what (a stuff, a thing). Before and after are words.

    moved      things went from a place to a place (None: not seen there); `what` is a list of them
    hidden     of a zone, how many things lie there that the reader does not know
    held       of a holder and a stuff, how much
    property   of the game, or of the thing (or the pair of things) in `of`
    laid       a tile lies on a cell now
    order      the order of the players
    """

    sort: str
    what: Any
    of: str = ""
    before: Any = None
    after: Any = None

    def as_object(self) -> dict[str, Any]:
        return asdict(self)


def differences(before: View, after: View, known: Known, everything: bool = False) -> list[Difference]:
    """All of them, always in the same order; quiet things only if everything is wanted."""
    compared = _Compared(before, after, known)
    found = [
        *compared.order(), *compared.laid(), *compared.moved(), *compared.hidden(), *compared.held(),
        *compared.properties(),
    ]  # fmt: skip
    return [one for one in found if everything or not compared.quiet(one)]


@dataclass(frozen=True, slots=True)
class _Compared:
    before: View
    after: View
    known: Known

    def quiet(self, one: Difference) -> bool:
        kinds, quiet = self.known.kind_of, self.known.quiet
        match one.sort:
            case "property":
                return (one.what if not one.of else f"{one.what} of {self._kinds(one)}") in quiet
            case "moved":
                places = [kinds[place] for place in (one.before, one.after) if place is not None]
                return kinds[one.what[0]] in quiet or all(kind in quiet for kind in places)
            case "hidden" | "held":
                return kinds[one.what] in quiet
        return False

    def _kinds(self, one: Difference) -> str:
        keys = [key for key in self.known.columns if key.startswith(f"{one.what} of ")]
        found = [key for key in keys if one.of in self.after["properties"].get(key, {})] or keys
        return found[0].partition(" of ")[2] if found else ""

    def order(self) -> Iterator[Difference]:
        if self.before["order"] != self.after["order"]:
            yield Difference("order", "", "", self.before["order"], self.after["order"])

    def laid(self) -> Iterator[Difference]:
        for region, (cell, _face, _turn) in self.after["grid"].items():
            if region not in self.before["grid"]:
                yield Difference("laid", region, "", None, cell)

    def moved(self) -> Iterator[Difference]:
        """Things that went together from one place to another stand together."""
        old, new = _places(self.before), _places(self.after)
        groups: dict[tuple[Any, Any, str], list[str]] = {}
        for thing in sorted({*old, *new}):
            way = old.get(thing), new.get(thing)
            own = thing in self.after["grid"] or any(thing in self.known.parts.get(place or "", ()) for place in way)
            if way[0] != way[1] and not own:  # parts come and go with their whole, and regions are told as laid
                groups.setdefault((*way, self.known.kind_of[thing]), []).append(thing)
        for (place, to, _), things in groups.items():
            yield Difference("moved", things, "", place, to)

    def hidden(self) -> Iterator[Difference]:
        for zone, things in self.after["zones"].items():
            counts = [lying.count(None) for lying in (self.before["zones"].get(zone, []), things)]
            if counts[0] != counts[1]:
                yield Difference("hidden", zone, "", *counts)

    def held(self) -> Iterator[Difference]:
        for holder, row in self.after["holders"].items():
            old = self.before["holders"].get(holder, {})
            for stuff, number in row.items():
                if old.get(stuff) != number:
                    yield Difference("held", holder, stuff, old.get(stuff), number)

    def properties(self) -> Iterator[Difference]:
        for key, new in self.after["properties"].items():
            old, name = self.before["properties"].get(key), self.known.columns[key][0].name
            if not isinstance(new, dict):
                if old != new:
                    yield Difference("property", name, "", old, new)
                continue
            olds = old if isinstance(old, dict) else {}
            for thing in dict.fromkeys([*olds, *new]):
                values = self._value(key, thing, self.before, olds), self._value(key, thing, self.after, new)
                if values[0] != values[1]:
                    yield Difference("property", name, thing, *values)

    def _value(self, key: str, thing: str, view: View, values: dict[str, Any]) -> Any:
        """What is not said is as it was at the beginning, where the reader would see it; else unknown."""
        if thing in values:
            return values[thing]
        column, start = self.known.columns[key]
        own = view["you"] in (EVERYBODY, thing)
        seen = thing in self.known.players or thing in _places(view) or thing not in _places(self._other(view))
        return start if (column.seen_by == "all" and seen) or own else HIDDEN

    def _other(self, view: View) -> View:
        return self.after if view is self.before else self.before


def _places(view: View) -> dict[str, str]:
    """Where each thing lies, as far as it is seen."""
    lying = [*view["zones"].items(), *view["places"].items()]
    return {thing: place for place, things in lying for thing in things if thing is not None}


# -- for people


def told(found: Iterable[Difference], known: Known, naming: Naming) -> list[str]:
    """A line for each, in the language of the names, which see the later view; what is part of a name is left out."""
    return [_told(one, known, naming) for one in found if one.sort != "property" or not naming.shows(one.of, one.what)]


def _told(one: Difference, known: Known, naming: Naming) -> str:
    """`p1, pearl: 3 -> 2`"""
    before, after = (_worded(one, value, known, naming) for value in (one.before, one.after))
    match one.sort:
        case "order":
            return naming.say("order_now", players=after)
        case "laid":
            return naming.say("laid", what=naming.thing(one.what), cell=after)
        case "moved":
            what = ", ".join(naming.grouped(one.what))
        case "held":
            what = naming.say("held_of", holder=naming.thing(one.what), what=naming.stuff(one.of))
        case "property" if one.of:
            things = ", ".join(naming.thing(thing) for thing in one.of.split(", "))
            what = naming.say("of_thing", property=naming.property(one.what), thing=things)
        case "property":
            what = naming.property(one.what)
        case _:
            what = naming.thing(one.what)
    return naming.say("changed", what=what, before=before, after=after)


def _worded(one: Difference, value: Any, known: Known, naming: Naming) -> str:
    if one.sort == "hidden":
        return naming.say("hidden", number=value)
    if isinstance(value, list):
        return naming.value("thing", value)
    if value == HIDDEN or (value is None and one.sort in ("moved", "held")):
        return HIDDEN
    if one.sort == "property":
        columns = [column for column, _ in known.columns.values() if column.name == one.what]
        return naming.value(columns[0].base, value) if value is not None else "-"
    return str(value) if one.sort == "held" else naming.thing(str(value))
