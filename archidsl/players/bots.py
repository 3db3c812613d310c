"""Names in, players out: `random`, `greedy` and `search`, each at its seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from archidsl.engine.choices import Answer
from archidsl.engine.imagining import Imagining
from archidsl.engine.machine import Position, Program
from archidsl.engine.views import View
from archidsl.engine.words import Written, write
from archidsl.players.greedy import GreedyPlayer
from archidsl.players.random_player import RandomPlayer
from archidsl.players.search import SearchPlayer
from archidsl.players.thinking import Mind

BOTS = ("random", "greedy", "search")
Player = Callable[[View, dict[str, Any]], Written]


class Thinker(Protocol):
    """A player that thinks about imagined positions."""

    def think(self, mind: Mind) -> Answer: ...


class Seated:
    """Stands between the table, which has the true position, and a thinker, who never gets it."""

    def __init__(self, thinker: Thinker, position: Callable[[], Position]) -> None:
        self.thinker, self.position = thinker, position

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        position = self.position()
        choice = position.choice
        assert choice is not None
        answer = self.thinker.think(Mind(view, question, choice.player, Imagining(position, choice.player)))
        return write(position.program.layout, choice, choice.settled(answer))


def bot(name: str, seed: str, seat: str, position: Callable[[], Position], seconds: float | None = None) -> Player:
    """A player of this name; `seconds` is how long one that searches may think about an answer."""
    if name == "random":
        return RandomPlayer(seed, seat)
    if name == "greedy":
        return Seated(GreedyPlayer(seed, seat), position)
    return Seated(SearchPlayer(seed, seat, seconds=seconds), position)


def usual(program: Program) -> str:
    """Who plays if nobody says: without an outlook a greedy player would not know what to wish for."""
    return "greedy" if program.outlook is not None else "random"
