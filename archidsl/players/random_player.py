"""A seed in, a player out that gives every answer with the same chance: the same game, the same answers."""

from __future__ import annotations

from typing import Any

from archidsl.engine.chance import WORDS, draw, key_from_seed
from archidsl.engine.choices import Draw
from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players.offered import Offered


class RandomPlayer:
    """Its draws have their own key; the number of answers so far is the stream, so undo changes no draw."""

    def __init__(self, seed: str, name: str = "") -> None:
        self.key = key_from_seed(f"player {name}: {seed}")

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        return self.nth(question, len(view["history"]))

    def nth(self, question: dict[str, Any], before: int) -> Written:
        """The answer to a question before which so many were answered."""
        return drawn(question, self._below(before))

    def _below(self, stream: int) -> Draw:
        counter = 0

        def below(number: int) -> int:
            """Numbers beyond one word are put together from several, and drawn again when too large."""
            nonlocal counter
            if number <= WORDS:
                value, counter = draw(self.key, stream, counter, number)
                return value
            while True:
                value, size = 0, 1
                while size < number:
                    digit, counter = draw(self.key, stream, counter, WORDS)
                    value, size = value * WORDS + digit, size * WORDS
                if value < size - size % number:
                    return value % number

        return below


def drawn(question: dict[str, Any], below: Draw) -> Written:
    """One answer to a question as a view shows it."""
    return Offered(question).draw(below)
