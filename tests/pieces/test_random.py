"""Whole games of the pack with random answers: they end, nothing is lost and nothing is owed."""

import pytest
from harness import whole

from archidsl.engine.chance import draw, key_from_seed
from archidsl.engine.choices import CHANCE
from archidsl.engine.machine import Position

GAMES = [(players, f"game {number}") for players in (2, 3, 4, 5) for number in range(10)]
MOST = 6000  # answers


def amounts(position: Position) -> list[int]:
    """How much of each stuff all holders have together; none of them owes anything."""
    layout, s = position.program.layout, position.s
    total = [0] * len(layout.stuffs)
    for base in layout.holdings:
        if base >= 0:
            held = s[base : base + len(layout.stuffs)]
            assert all(n >= 0 for n in held)
            total = [a + b for a, b in zip(total, held, strict=True)]
    return total


def places(position: Position) -> list[int]:
    """Every thing lies in one place, and that place knows it."""
    layout, s = position.program.layout, position.s
    found = sorted(thing for slot in layout.contents if slot >= 0 for thing in s[slot])
    for place, slot in enumerate(layout.contents[:-1]):
        assert all(s[layout.at + thing] == place for thing in (s[slot] if slot >= 0 else ()))
    return found


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_random_games_end_and_keep_everything(players: int, seed: str):
    game = whole()
    lengths = ("short", "medium", "long")
    position = game.start({"players": players, "game_length": lengths[len(seed) % 3]}, seed)
    layout = position.program.layout
    cards = layout.of_kind("card")
    tiles = layout.of_kind("tile")
    before = amounts(Position(position.program, b""))
    things = [t for t in places(Position(position.program, b"")) if t not in tiles]
    key, counter, answers = key_from_seed("answers of " + seed), 0, 0

    def below(number: int) -> int:
        nonlocal counter
        value, counter = draw(key, 0, counter, number)
        return value

    while (choice := position.choice) is not None and answers < MOST:
        position.answer(position.chance() if choice.player == CHANCE else choice.draw(below))
        answers += 1
        assert amounts(position) == before
        assert [t for t in places(position) if t not in tiles and t < layout.ranges["region"][0]] == things
    assert position.over, f"still going on after {answers} answers"
    at = position.s[layout.at : layout.at + layout.movable]
    assert all(at[card] >= 0 for card in cards) and all(at[tile] >= 0 for tile in tiles)
