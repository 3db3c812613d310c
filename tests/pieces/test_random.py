"""Whole games of the pack with random answers: they end, nothing is lost and nothing is owed."""

from operator import is_not

import pytest
from harness import whole

from archidsl.engine.chance import draw, key_from_seed
from archidsl.engine.choices import CHANCE
from archidsl.engine.machine import Position

GAMES = [(players, number) for players in (2, 3, 4, 5) for number in range(10)]
LENGTHS = ("short", "medium", "long")


class Books:
    """Counts everything before a game, and again after each answer."""

    def __init__(self, position: Position) -> None:
        layout = position.program.layout
        self.position, self.layout = position, layout
        self.holders = [base for base in layout.holdings if base >= 0]
        self.places = [(place, slot) for place, slot in enumerate(layout.contents) if slot >= 0]
        start = layout.start
        self.amounts = self.sums(start)
        self.lying = [start[slot] for _, slot in self.places]
        self.count = sum(map(len, self.lying))

    def sums(self, s: list) -> list[int]:
        size = len(self.layout.stuffs)
        first, last = self.holders[0], self.holders[-1] + size
        assert last - first == size * len(self.holders)  # one after the other
        held = s[first:last]
        assert min(held) >= 0
        return [sum(held[i::size]) for i in range(size)]

    def check(self) -> None:
        """Cubes, coins, discs and tokens: as many as ever. Things: each where its place says it is, none lost."""
        s, layout = self.position.s, self.layout
        assert self.sums(s) == self.amounts
        now = [s[slot] for _, slot in self.places]
        for (place, _), is_new, things in zip(self.places, map(is_not, now, self.lying), now, strict=True):
            if is_new:
                assert all(s[layout.at + thing] == place for thing in things) and len(set(things)) == len(things)
        self.lying = now

    def count_things(self) -> None:
        """A laid tile leaves its zone, and its region lies on the map instead: the number stays."""
        s, layout = self.position.s, self.layout
        assert sum(map(len, self.lying)) == self.count
        assert all(s[layout.at + thing] >= 0 for kind in ("card", "tile", "citizen") for thing in layout.of_kind(kind))


@pytest.mark.parametrize(("players", "number"), GAMES)
def test_random_games_end_and_keep_everything(players: int, number: int):
    options = {"players": players, "game_length": LENGTHS[players % 3], "offers_at_once": int(players == number == 3)}
    position = whole().start(options, f"game {number}")
    books = Books(position)
    key, counter = key_from_seed(f"answers {number}"), 0

    def below(most: int) -> int:
        nonlocal counter
        value, counter = draw(key, 0, counter, most)
        return value

    while (choice := position.choice) is not None:
        position.answer(position.chance() if choice.player == CHANCE else choice.draw(below))
        books.check()
    assert position.over
    books.count_things()
