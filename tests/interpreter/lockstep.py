"""Plays one game on the compiled program and on the reference at once, and says where they part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archidsl.engine.chance import draw, key_from_seed
from archidsl.engine.choices import CHANCE
from archidsl.engine.machine import Position
from archidsl.interpreter.game import Reference
from archidsl.pipeline import Game

MOST_QUESTIONS = 3000
ANSWERS, VOLUNTEERS = 1, 2  # streams of the players' draws
RARELY = 12  # who volunteers may be asked something and volunteer again: more often, and it would not end


class Draws:
    """Numbers that depend on the seed and on how many were drawn before, and on nothing else."""

    def __init__(self, seed: str, stream: int) -> None:
        self.key, self.stream, self.counter = key_from_seed(f"answers {seed}"), stream, 0

    def __call__(self, below: int) -> int:
        value, self.counter = draw(self.key, self.stream, self.counter, below)
        return value


def normal(asked: Any) -> Any:
    """A question with its payload as plain lists, so that a range and a list of the same numbers are equal."""
    if asked is None:
        return None
    site, player, payload, declinable = asked
    if not isinstance(payload, tuple):
        payload = list(payload)
    return site, player, payload, int(declinable)


def typed(state: list[Any]) -> list[Any]:
    """True is equal to 1, but not the same in a record: they are told apart here."""
    return [repr(slot) if isinstance(slot, bool) else slot for slot in state]


def differences(game: Game, one: Position, two: Reference) -> list[str]:
    out = []
    if normal(one.asked) != normal(two.asked):
        key = [x.choice.key if x.choice else "" for x in (one, two)]
        out.append(f"asked {key[0]} {normal(one.asked)} / {key[1]} {normal(two.asked)}")
    if one.over != two.over:
        out.append(f"over {one.over} / {two.over}")
    if typed(one.s) != typed(two.s):
        names, shut = slot_names(one), one.program.layout.shut(one.s)
        for slot, (x, y) in enumerate(zip(one.s, two.s, strict=True)):
            if slot not in shut and (x != y or type(x) is not type(y)):
                out.append(f"slot {slot} {names.get(slot, '')}: {x!r} / {y!r}")
    return out


def slot_names(position: Position) -> dict[int, str]:
    layout = position.program.layout
    names = {layout.moment: "moment", layout.order: "order"}
    for (name, kind), column in layout.columns.items():
        names.update({column.first + i: f"{name} {kind} {i}" for i in range(column.count)})
    for (window, name), slot in layout.window_slots.items():
        names[slot] = f"{window}.{name}"
    for thing, base in enumerate(layout.holdings):
        if base >= 0:
            names.update({base + i: f"{stuff} of {layout.names[thing]}" for i, stuff in enumerate(layout.stuffs)})
    for thing, slot in enumerate(layout.contents):
        if slot >= 0:
            names[slot] = f"in {layout.names[thing]}"
    names.update({layout.at + i: f"place of {layout.names[i]}" for i in range(layout.movable)})
    return names


def play(game: Game, options: Mapping[str, str | int], seed: str, ask_all: bool = False) -> int:
    """How many questions the game had; stops with an AssertionError at the first difference."""
    settled = game.settle(options)
    program = game.program(settled, ask_all)
    key = key_from_seed(seed)
    one = Position(program, key).begin()
    two = Reference(game.v, game.rules, program.layout, key, ask_all).begin()
    below, urge = Draws(seed, ANSWERS), Draws(seed, VOLUNTEERS)
    log: list[object] = []
    for asked in range(MOST_QUESTIONS):
        found = differences(game, one, two)
        where = f"{game.id} {dict(options)} seed {seed!r} after {asked} answers, the last {log[-3:]}"
        assert not found, where + ":\n  " + "\n  ".join(found[:12])
        if one.over:
            return asked
        log.append(step(one, two, below, urge))
    return MOST_QUESTIONS


def step(one: Position, two: Reference, below: Draws, urge: Draws) -> object:
    """Both get the same answer, or both players begin something else first."""
    choice = one.choice
    assert choice is not None
    players = range(one.program.layout.players)
    willing = [(name, player) for player in players for name in one.volunteers(player)]
    assert willing == [(name, player) for player in players for name in two.volunteers(player)]
    assert one.volunteers() == two.volunteers()
    if willing and urge(RARELY) == 0:
        name, player = willing[urge(len(willing))]
        one.volunteer(name, player)
        two.volunteer(name, player)
        return name, player
    if choice.player == CHANCE:
        answer = one.chance()
        assert answer == two.chance()
    else:
        answer = choice.draw(below)
    assert choice.allows(answer)
    one.answer(answer)
    two.answer(answer)
    return choice.key, choice.player, answer
