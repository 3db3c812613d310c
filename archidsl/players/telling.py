"""A word that a person typed in, lines that tell about it out: a place on the map, or what the texts say of it."""

from __future__ import annotations

from collections.abc import Iterable

from archidsl.engine.views import View
from archidsl.players.board import STEPS
from archidsl.players.showing import Known
from archidsl.texts.naming import Naming, plain
from archidsl.texts.text import spoken

MOST_TOLD = 5


def place(view: View, known: Known, naming: Naming, typed: str) -> list[str]:
    """Everything about a region or a cell: its sides, its neighbours, and what is in it; empty if it is none."""
    board, wanted = known.board, plain(typed)
    if board is None:
        return []
    laid = {region: tuple(where) for region, where in view["grid"].items()}
    cells = {cell: region for region, (cell, *_) in laid.items()}
    names = {plain(name): name for name in (*laid, *board.at)} | {plain(naming.thing(r)): r for r in laid}
    found = names.get(wanted, "")
    if not found:
        return []
    region = cells.get(found, found)
    if region not in laid:
        return _contents(region, view, naming) or [naming.line(region, [naming.say("none")])]
    cell, face, turn = laid[region]
    look = board.look(region, face, turn)
    out = [naming.line(naming.thing(region), [f"{naming.thing(cell)}"])]
    if look is not None:
        by_place = {where: cells[name] for name, where in board.at.items() if name in cells}
        x, y = board.at[cell]
        around = []
        for (dx, dy), side in zip(STEPS[board.sides], look.sides, strict=True):
            other = by_place.get((x + dx, y + dy))
            beyond = naming.say("side_to", side=naming.label(side), place=naming.thing(other)) if other else ""
            around.append(beyond or naming.label(side))
        out.append(naming.line(naming.property("sides"), around))
        numbers = {name: value for name, value in look.facts.items() if isinstance(value, int)}
        out += [naming.line(naming.property(name), [str(value)]) for name, value in numbers.items() if value]
    for where in (region, *(look.areas if look else ())):
        out += _contents(where, view, naming)
    return out


def _contents(where: str, view: View, naming: Naming) -> list[str]:
    """`area b of region 3: 2 units of p1 (ready), tile 4`"""
    groups: dict[str, list[str]] = {}
    for thing in view["places"].get(where, ()):
        groups.setdefault(", ".join(_states(thing, view, naming)), []).append(thing)
    told = []
    for state, things in groups.items():
        told += [f"{name} ({state})" if state else name for name in naming.grouped(things)]
    return [naming.line(naming.thing(where), told)] if told else []


def _states(thing: str, view: View, naming: Naming) -> Iterable[str]:
    """What is true of a thing now and was not from the beginning."""
    for key, said in view["properties"].items():
        value = said.get(thing) if isinstance(said, dict) else None
        name = key.partition(" of ")[0]
        if value == "yes":
            yield naming.property(name)
        elif (
            isinstance(value, str) and value in naming.layout.ids and naming.layout.ids[value] >= naming.layout.players
        ):
            yield f"{naming.property(name)}: {naming.thing(value)}"


def whats_in(view: View, naming: Naming, areas: Iterable[str]) -> dict[object, str]:
    """For each of these places in a few words what is there."""
    lying = {area: view["places"].get(area, ()) for area in areas}
    return {area: ", ".join(naming.grouped(things)) for area, things in lying.items() if things}


def about_game(naming: Naming) -> list[str]:
    """What the game is about, and what else can be asked for."""
    lexicon = naming.lexicon
    own = [lexicon.name("pack.text")] if lexicon.has("pack.text") else []
    return [*own, naming.say("about_what")]


def about(naming: Naming, word: str) -> list[str]:
    """What the texts of the game say of something that is called like this, or begins so."""
    lexicon, wanted = naming.lexicon, plain(word)
    keys = [key.removesuffix(".text") for key in lexicon.texts if key.endswith(".text")]
    named = {key: (plain(lexicon.name(key)), spoken(key.partition(".")[2])) for key in keys if lexicon.has(key)}
    found = [key for key, names in named.items() if wanted in names]
    found = found or [key for key, names in named.items() if any(name.startswith(wanted) for name in names)]
    return [naming.line(lexicon.name(key), [lexicon.name(f"{key}.text")]) for key in found[:MOST_TOLD]]
