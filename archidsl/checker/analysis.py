"""Facts about ir trees that several stages need: what they contain, read, write, and whether they ask."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from archidsl.checker import ir
from archidsl.checker.vocabulary import Vocabulary

NODES: tuple[type, ...] = (ir.Expr, ir.Line, ir.Body, ir.Selection, ir.OptionLine, ir.Ask)
NODES += (ir.One, ir.Several, ir.Numbers, ir.Orders, ir.Bundles)
NODES += (ir.FromKind, ir.FromPlayers, ir.FromMany, ir.FromPlace, ir.FromOwner, ir.FromLaid, ir.FromStuff, ir.FromSpots)


def walk(node: object) -> Iterator[object]:
    """A node and every node below it, each before its own parts."""
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            pending += part[::-1]
            continue
        names = parts_of(part.__class__)
        if names is not None:
            yield part
            pending += [getattr(part, name) for name in names]


def parts_of(kind: type) -> tuple[str, ...] | None:
    """The fields of a node in which others may stand, the last one first; nothing for what is no node."""
    if kind not in _PARTS:
        found: Any = kind
        fields = reversed(dataclasses.fields(found)) if issubclass(kind, NODES) else None
        _PARTS[kind] = fields and tuple(field.name for field in fields if field.name not in ("span", "type"))
    return _PARTS[kind]


_PARTS: dict[type, tuple[str, ...] | None] = {}


def changed_locals(body: ir.Body) -> frozenset[str]:
    """The locals that get another value after their first."""
    again = {part.local for part in walk(body) if isinstance(part, ir.Let) and part.again}
    return frozenset(again | {local for p in walk(body) if isinstance(p, ir.Announce) for _, local in p.back})


class Analysis:
    """Questions about a game's ir; answers are remembered."""

    def __init__(self, game: ir.Game, v: Vocabulary) -> None:
        self.game, self.v = game, v
        self._reads: dict[str, frozenset[str]] = {}
        self._asks: dict[str, bool] = {}
        self._movers: dict[str, frozenset[str]] = {}
        self._places: dict[frozenset[str], set[str]] = {}

    # -- calls

    def called(self, node: object, moment: str = "") -> Iterator[str]:
        """The procedures that these lines run directly; windows and deeds are procedures too."""
        for part in walk(node):
            if isinstance(part, ir.Run):
                yield part.procedure
            elif isinstance(part, ir.Announce):
                yield f"window:{part.window}"
            elif isinstance(part, ir.RunDeed):
                for (behaviour, member), deed in self.game.deeds.items():
                    if behaviour == part.behaviour and (not moment or not deed.moment or deed.moment == moment):
                        yield f"deed:{behaviour}:{member}"

    def procedure(self, name: str) -> ir.Procedure:
        if name.startswith("deed:"):
            _, behaviour, member = name.split(":")
            found = self.game.deeds[behaviour, member].procedure
            assert found is not None
            return found
        return self.game.procedures[name]

    def asks(self, name: str) -> bool:
        """Can this procedure ask anybody anything?"""
        if name not in self._asks:
            self._asks[name] = False  # a cycle is an error of its own
            body = self.procedure(name).body
            self._asks[name] = self.lines_ask(body)
        return self._asks[name]

    def lines_ask(self, node: object) -> bool:
        for part in walk(node):
            if isinstance(part, ir.Choose | ir.Menu):
                return True
            if isinstance(part, ir.Pay) and self.pay_asks(part):
                return True
        return any(self.asks(name) for name in self.called(node))

    def moves(self, node: object) -> frozenset[str]:
        """The kinds of things that these lines, or what they run, or watches that they wake, could move."""
        found = set(self._moved_by("watches"))
        for part in walk(node):
            if isinstance(part, ir.Line):
                found |= {mark[3:] for mark in self.writes(part) if mark.startswith("at ")}
        for name in self.called(node):
            found |= self._moved_by(name)
        return frozenset(found)

    def _moved_by(self, name: str) -> frozenset[str]:
        if name not in self._movers:
            self._movers[name] = frozenset()  # a cycle is an error of its own
            bodies = [w.body for w in self.game.watches] if name == "watches" else [self.procedure(name).body]
            self._movers[name] = frozenset(kind for body in bodies for kind in self.moves(body))
        return self._movers[name]

    def pay_asks(self, line: ir.Pay) -> bool:
        """Only where something with a substitute may be paid is there a way to choose."""
        if not self.game.substitutes:
            return False
        stuffs = self.stuffs_of(line.bundle)
        return stuffs is None or any(s.paid in stuffs for s in self.game.substitutes)

    def stuffs_of(self, bundle: ir.Expr) -> set[str] | None:
        if not isinstance(bundle, ir.Amount):
            return None
        found: set[str] = set()
        for _, stuff in bundle.parts:
            if stuff is None:
                return None
            found |= stuff.type.names
        return found

    # -- reading and writing

    def reads(self, node: object) -> frozenset[str]:
        """What an answer depends on, as marks: `property name kind`, `held stuff`, `at kind`, `laid`, `order`, ..."""
        found: set[str] = set()
        for part in walk(node):
            found |= self.own_reads(part)
        return frozenset(found)

    def own_reads(self, part: object) -> set[str]:
        if isinstance(part, ir.Stored):
            return {f"property {part.key[0]} {part.key[1]}"}
        if isinstance(part, ir.Held):
            return {f"held {stuff}" for stuff in part.stuff.type.names} or self._all_stuffs()
        if isinstance(part, ir.Covers | ir.Bundles):
            return self._all_stuffs()
        if isinstance(part, ir.Container | ir.Within | ir.At):
            return self._lying(part.of.type.names)
        if isinstance(part, ir.Top | ir.FromPlace):
            return self._lying(part.type.names if isinstance(part, ir.Top) else part.kinds)
        if isinstance(part, ir.GridValue | ir.FromLaid | ir.FromSpots):
            return {"laid"}
        if isinstance(part, ir.FromPlayers | ir.Rank):
            return {"order"}
        if isinstance(part, ir.WindowValue | ir.MomentNow):
            return {"window"}
        if isinstance(part, ir.Measure):
            return set(self._formula_reads(part.name))
        if isinstance(part, ir.DeedValue | ir.CanDeed):
            return self._deed_reads(part.behaviour)
        if isinstance(part, ir.CanRun):
            return set(self._formula_reads("run:" + part.procedure))
        return set()

    def _formula_reads(self, key: str) -> frozenset[str]:
        if key not in self._reads:
            self._reads[key] = frozenset()
            if key.startswith("run:"):
                self._reads[key] = self.reads(self.procedure(key[4:]).body)
            elif key in self.game.formulas:
                self._reads[key] = self.reads(self.game.formulas[key].body)
        return self._reads[key]

    def _deed_reads(self, behaviour: str) -> set[str]:
        key = "behaviour:" + behaviour
        if key not in self._reads:
            self._reads[key] = frozenset()
            found: set[str] = set()
            for (name, _), deed in self.game.deeds.items():
                if name == behaviour:
                    body = deed.procedure.body if deed.procedure else deed.formula.body if deed.formula else ()
                    found |= self.reads(body)
            self._reads[key] = frozenset(found)
        return set(self._reads[key])

    def writes(self, line: ir.Line) -> frozenset[str]:
        """What this one line changes itself; lines it owns or runs have their own."""
        if isinstance(line, ir.Store):
            marks = {f"property {line.key[0]} {line.key[1]}"}
            prop = self.v.properties[line.key]
            if prop.inverse:
                marks |= {f"property {prop.inverse} {kind}" for kind in prop.type.names}
            if self.v.turn_order == line.key[0]:
                marks.add("order")
            return frozenset(marks)
        if isinstance(line, ir.Transfer | ir.Pay):
            return frozenset(self._moved(line))
        if isinstance(line, ir.MoveThings | ir.MoveSome):
            moved = line.things.type.names if isinstance(line, ir.MoveThings) else line.selection.item.names
            return self._moves(moved)
        if isinstance(line, ir.Lay):
            return self._moves(line.tile.type.names) | {"laid"}
        if isinstance(line, ir.SetWindow):
            return frozenset(["window"])
        if isinstance(line, ir.Shuffle):
            return self._moves(frozenset(k for k in self.v.kinds if line.zone.type.names & {*self.v.places_of(k)}))
        return frozenset()

    def _lying(self, kinds: frozenset[str]) -> set[str]:
        """Where things of these kinds lie, and what they lie in, at any depth; an area lies where its tile was laid."""
        if kinds not in self._places:
            found: set[str] = set()
            more = set(kinds) or set(self.v.kinds)
            while more:
                found |= more
                places = {place for kind in more for place in self.v.places_of(kind) if place in self.v.kinds}
                more = {below for place in places for below in self.v.below(place)} - found
            laid = any(self.v.kinds[kind].sort in ("area", "region", "cell", "tile") for kind in found)
            self._places[kinds] = {f"at {kind}" for kind in found} | ({"laid"} if laid else set())
        return self._places[kinds]

    def _moves(self, kinds: frozenset[str]) -> frozenset[str]:
        kinds = kinds or frozenset(self.v.kinds)
        return frozenset([*(f"at {kind}" for kind in kinds), *self._follows(kinds)])

    def _all_stuffs(self) -> set[str]:
        return {f"held {stuff}" for stuff in self.v.stuff_index}

    def _moved(self, line: ir.Transfer | ir.Pay) -> set[str]:
        """The stuffs of which somebody has more or less after this line; a payment may move substitutes too."""
        if isinstance(line, ir.Pay):
            paid = self.stuffs_of(line.bundle)
            if paid is None or any(s.paid in paid for s in self.game.substitutes):
                return self._all_stuffs()
            return {f"held {stuff}" for stuff in paid}
        moved: set[str] = set()
        for _, stuff, members in line.parts:
            if stuff is None and not members:
                return self._all_stuffs()
            moved |= {f"held {name}" for name in (members or (stuff.type.names if stuff is not None else ()))}
        return moved

    def _follows(self, kinds: frozenset[str]) -> set[str]:
        """Properties that change because something of these kinds moved."""
        marks = set()
        set_by_zones = {zone.sets for zone in self.v.kinds.values() if zone.sets}
        for (name, kind), prop in self.v.properties.items():
            if not (name in set_by_zones or prop.cleared_by_move) or not self.v.below(kind) & kinds:
                continue
            marks.add(f"property {name} {kind}")
            marks |= {f"property {prop.inverse} {k}" for k in prop.type.names} if prop.inverse else set()
        return marks
