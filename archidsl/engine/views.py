"""A position and a player in, what that player may know out: the one door for hidden information.

Everything that leaves the engine for a player, bot, log or page comes from here: plain data, in words, built only
from what is declared as visible. `player` -1 is somebody who looks on: he sees only what all see. EVERYTHING is the
author of a game, who looks at a record of it: nobody who plays is ever given that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from archidsl.engine.chance import draw
from archidsl.engine.grid import Grid
from archidsl.engine.layout import Column, Layout, State
from archidsl.engine.machine import Position
from archidsl.engine.panels import panels
from archidsl.engine.words import VOLUNTEERED, player_word, word, write

View = dict[str, Any]
EVERYTHING, EVERYBODY = -3, "everybody"  # in place of a player, and as whom such a view calls its reader
FACES = 2**31  # the stream of chance that says which face of a tile lies up; zones have the small numbers


def view(position: Position, player: int, paneled: bool = False) -> View:
    """All that the player may know, as plain data; `paneled`: with the panels of the pack, which are for people."""
    layout, s = position.program.layout, position.s
    sight = Sight(layout, s, player)
    return {
        "you": EVERYBODY if player == EVERYTHING else player_word(layout, player) if player >= 0 else None,
        "order": [layout.names[p] for p in s[layout.order]],
        "zones": sight.zones(),
        "backs": sight.backs(),
        "faces": sight.faces(),
        "places": sight.places(),
        "holders": sight.holders(),
        "properties": {**sight.properties(), **computed(position)},
        "grid": sight.grid(),
        "panels": panels(position, player, sight.reads) if paneled else [],
        "history": history(position, player),
        "question": question(position, player),
        "over": position.over,
    }


def computed(position: Position) -> dict[str, Any]:
    """Computed properties that all may see, of the game or of each player."""
    layout, s = position.program.layout, position.s
    out: dict[str, Any] = {}
    for key, function in position.program.shown.items():
        base, kind = layout.shown[key]
        if kind:
            out[key] = {layout.names[p]: word(layout, base, function(s, -1, p)) for p in range(layout.players)}
        else:
            out[key] = word(layout, base, function(s, -1))
    return out


class Sight:
    """What one player sees of one state."""

    def __init__(self, layout: Layout, s: State, player: int) -> None:
        self.layout, self.s, self.player = layout, s, player

    # -- who may see

    def may(self, seen_by: str, owner: int) -> bool:
        if self.player == EVERYTHING:
            return True
        return seen_by == "all" or (seen_by in ("owner", "face") and owner == self.player and owner >= 0)

    def sees(self, thing: int) -> bool:
        """Does the player know which thing this is and where it lies?"""
        layout, s = self.layout, self.s
        if self.player == EVERYTHING:
            return True
        for _ in range(16):
            if not 0 <= thing < layout.movable:
                return True
            if self.player >= 0 and s[layout.known + thing] >> self.player & 1:
                return True
            everybody = (1 << layout.players) - 1
            if s[layout.known + thing] == everybody:
                return True
            place: int = s[layout.at + thing]
            zone = layout.zones.get(place)
            if zone is not None:
                things = s[layout.contents[place]]
                top = zone.order == "stack" and bool(things) and things[-1] == thing
                return self.may(zone.top_seen_by if top else zone.seen_by, zone.owner)
            thing = place
        return False

    def reads(self, thing: int) -> bool:
        """Does the player see the thing itself, or the back on which it is printed?"""
        if self.sees(thing):
            return True
        layout, whole = self.layout, self.s[self.layout.at + thing]
        zone = layout.zones.get(self.s[layout.at + whole]) if 0 <= whole < layout.movable else None
        if zone is None or layout.kind_of[thing] not in layout.backs.get(whole, {}):
            return False
        top = self.s[layout.contents[zone.thing]][-1] == whole
        return (zone.top_seen_by if top else zone.seen_by) == "back"

    def owner(self, thing: int) -> int:
        """Whose a thing is, for properties that only its owner sees."""
        layout, s = self.layout, self.s
        if thing < layout.players:
            return thing
        if thing in layout.owner_of:
            return layout.owner_of[thing]
        zone = layout.zones.get(s[layout.at + thing]) if thing < layout.movable else None
        if zone is not None and zone.owner >= 0:
            return zone.owner
        key = layout.belongs.get(layout.kind_of[thing])
        return s[layout.columns[key].offset + thing] if key else -1

    # -- what is seen

    def zones(self) -> dict[str, list[str | None]]:
        """Each zone as a list in its order; a hidden thing is None."""
        out = {}
        for place, zone in self.layout.zones.items():
            things: tuple[int, ...] = self.s[self.layout.contents[place]]
            shown = [self.layout.names[t] if self.sees(t) else None for t in things]
            if zone.order == "set":
                shown = sorted(shown, key=lambda name: (name is None, name or ""))
            out[self.layout.names[place]] = shown
        return out

    def backs(self) -> dict[str, list[dict[str, Any]]]:
        """Of zones in which backs are seen: those of the things that the player does not see anyway, in their order."""
        backs = self.layout.backs
        return self._partly("back", lambda thing: backs.get(thing))

    def faces(self) -> dict[str, list[dict[str, Any]]]:
        """The same for faces; which face of a tile lies up has been drawn for the whole game."""
        return self._partly("face", self._face)

    def _face(self, thing: int) -> dict[str, Any] | None:
        faces = self.layout.faces.get(thing, ())
        return faces[draw(self.s[self.layout.key], FACES, thing, len(faces))[0]] if faces else None

    def _partly(self, what: str, shown_of: Callable[[int], dict[str, Any] | None]) -> dict[str, list[dict[str, Any]]]:
        out = {}
        for place, zone in self.layout.zones.items():
            things: tuple[int, ...] = self.s[self.layout.contents[place]]
            if what not in (zone.seen_by, zone.top_seen_by):
                continue
            lying = [t for t in things if zone.seen_by == what and t != things[-1]]
            lying += [t for t in things[-1:] if zone.top_seen_by == what]
            shown = [found for t in lying if not self.sees(t) and (found := shown_of(t)) is not None]
            if shown:
                out[self.layout.names[place]] = shown
        return out

    def places(self) -> dict[str, list[str]]:
        """What lies in things that are no zones: areas, cells, other things."""
        out = {}
        for place, slot in enumerate(self.layout.contents[:-1]):
            if slot >= 0 and place not in self.layout.zones and self.s[slot] and self.sees(place):
                out[self.layout.names[place]] = [self.layout.names[t] for t in self.s[slot] if self.sees(t)]
        return out

    def holders(self) -> dict[str, dict[str, int | None]]:
        out = {}
        for holder, sights in self.layout.holder_sight.items():
            base = self.layout.holdings[holder]
            if not self.sees(holder):
                continue
            owner = self.owner(holder)
            held = {
                stuff: self.s[base + i] if self.may(seen_by, owner) else None
                for i, (stuff, seen_by) in enumerate(zip(self.layout.stuffs, sights, strict=True))
            }
            out[self.layout.names[holder]] = held
        return out

    def properties(self) -> dict[str, Any]:
        out: dict[str, Any] = {}
        for (name, kind), column in self.layout.columns.items():
            key = name if not kind else f"{name} of {kind}"
            out[key] = self.property(column, kind)
        return out

    def property(self, column: Column, kind: str) -> Any:
        layout = self.layout
        if not kind:
            return self.word(column, self.s[column.offset]) if self.may(column.seen_by, -1) else None
        if column.width:
            return self.pairs(column)
        out = {}
        for thing in layout.of_kind(kind):
            value = self.s[column.offset + thing]
            if value != column.start and self.sees(thing) and self.may(column.seen_by, self.owner(thing)):
                out[layout.names[thing]] = self.word(column, value)
        return out

    def pairs(self, column: Column) -> dict[str, Any]:
        layout, out = self.layout, {}
        for one in layout.of_kind(column.kinds[0]):
            for two in layout.of_kind(column.kinds[1]):
                value = self.s[column.offset + one * column.width + two]
                seen = self.sees(one) and self.sees(two) and self.may(column.seen_by, self.owner(two))
                if value != column.start and seen:
                    out[f"{layout.names[one]}, {layout.names[two]}"] = self.word(column, value)
        return out

    def word(self, column: Column, value: Any) -> Any:
        if isinstance(value, tuple):
            return [self.layout.names[t] for t in value]
        return word(self.layout, column.base, value)

    def grid(self) -> dict[str, list[Any]]:
        grid = self.layout.grid
        if not isinstance(grid, Grid):
            return {}
        out = {}
        for region in self.s[grid.laid]:
            i = region - grid.region0
            cell: int = self.s[grid.region_cell + i]
            name = self.layout.names[region]
            out[name] = [
                self.layout.names[grid.cell0 + cell],
                self.s[grid.region_face + i],
                self.s[grid.region_turn + i],
            ]
        return out


def history(position: Position, player: int) -> list[list[Any]]:
    """Every answer so far, oldest first; a secret one is None for all but the one who gave it."""
    layout = position.program.layout
    entries = []
    link = position.history
    while link is not None:
        link, who, site, answer = link
        info = position.program.sites[site]
        known = not info.secret or (who == player and player >= 0) or player == EVERYTHING
        entries.append([player_word(layout, who), info.key, _answer_word(position, site, answer) if known else None])
    entries.reverse()
    return entries


def _answer_word(position: Position, site: int, answer: Any) -> Any:
    from archidsl.engine.choices import Choice

    if isinstance(answer, str):
        return VOLUNTEERED + answer  # something that was volunteered
    info = position.program.sites[site]
    return write(position.program.layout, Choice(info, 0, (), False), answer)


def question(position: Position, player: int) -> dict[str, Any] | None:
    """The open question; its answers only for the one who is asked."""
    choice = position.choice
    if choice is None:
        return None
    layout = position.program.layout
    shown: dict[str, Any] = {"player": player_word(layout, choice.player), "key": choice.key, "kind": choice.kind}
    if player not in (choice.player, EVERYTHING):
        return shown
    base = "number" if choice.kind in ("number", "payment") else choice.site.base
    if choice.listed or choice.kind == "order":
        shown["answers"] = [word(layout, base, x) for x in choice.payload]
    elif choice.kind == "several":
        low, high, groups = choice.payload
        shown |= {"least": low, "most": high, "answers": [[word(layout, base, x) for x in g] for g in groups]}
    else:
        low, high, heaps = choice.payload
        shown |= {"least": low, "most": high, "answers": {layout.stuffs[s]: n for s, n in heaps}}
    shown["may_decline"] = bool(choice.declinable)
    return shown


# -- with what could be begun instead of answering


def seen(position: Position, player: int, paneled: bool = False) -> View:
    """The view of a player in a game that is played: his question says also what he could begin."""
    shown, choice = view(position, player, paneled), position.choice
    if choice is not None and choice.player >= 0 and player >= 0:
        shown["question"] = question_to(position, player)
    return shown


def question_to(position: Position, player: int) -> dict[str, Any]:
    """The open question as a player sees it; without the rest of the view it costs little."""
    shown = question(position, player)
    assert shown is not None
    return {**shown, "may_begin": [VOLUNTEERED + name for name in position.volunteers(player)]}
