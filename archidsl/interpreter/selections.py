"""Which things a description means: where they come from, in their order, and which pass the tests."""

from __future__ import annotations

from collections.abc import Iterable

from archidsl.checker import ir
from archidsl.interpreter.world import Frame, World


class Selections(World):
    """Adds sets of things."""

    def chosen(self, selection: ir.Selection, at: Frame) -> list[int]:
        """Everything that the selection means, in order."""
        inner = at.inner()
        found = []
        for item in self.candidates(selection.source, at):
            inner.locals[selection.local] = item
            for test in selection.tests:
                if not self.value(test, inner):
                    break
            else:
                found.append(item)
        return found

    def candidates(self, source: ir.Source, at: Frame) -> Iterable[int]:
        """What the tests are put to."""
        match source:
            case ir.FromPlayers():
                return tuple(self.s[self.layout.order])
            case ir.FromKind():
                return sorted(self.of_kinds(source.kinds))
            case ir.FromMany():
                return tuple(self.value(source.many, at))
            case ir.FromStuff():
                return [self.v.stuff_index[member] for member in source.members]
            case ir.FromOwner():
                player = self.value(source.player, at)
                return [i for i in self.layout.of_kind(source.kind) if self.layout.owner_of.get(i) == player]
            case ir.FromSpots():
                return self.grid.spots(self.s, tuple(self.value(source.tiles, at)))
            case ir.FromLaid():
                return self._laid(source, at)
            case ir.FromPlace():
                return self._lying(source, at)

    def _laid(self, source: ir.FromLaid, at: Frame) -> list[int]:
        regions = list(self.s[self.grid.laid])
        if source.kinds == {self.v.grids[source.grid].makes}:
            return regions
        if source.region is not None:
            regions = [self.value(source.region, at)]
        areas = [area for region in regions for area in self.grid.areas_of(self.s, region)]
        return [area for area in areas if self.is_kind(area, source.kinds)]

    def _lying(self, source: ir.FromPlace, at: Frame) -> list[int]:
        place = self.value(source.place, at)
        places = self.grid.areas_of(self.s, place) if source.areas else (place,)
        things = [thing for p in places for thing in self.inside(p)]
        return [thing for thing in things if self.is_kind(thing, source.kinds)]

    def inside(self, place: int) -> tuple[int, ...]:
        """What lies directly in a place, in the order in which it came."""
        slot = self.layout.contents[place] if place >= 0 else -1
        return tuple(self.s[slot]) if slot >= 0 else ()

    def is_kind(self, thing: int, kinds: frozenset[str]) -> bool:
        return thing in self.of_kinds(kinds)
