"""The hand-written Saltfen and the compiled one are the same game: every question, every option, every result."""

from __future__ import annotations

import random

import pytest

from archidsl import pipeline
from archidsl.engine.chance import key_from_seed
from archidsl.engine.choices import CHANCE
from archidsl.engine.machine import Position
from tests.bench.effects import EXAMPLE, Numbering, plain
from tests.bench.handwritten import Saltfen, Table

GAMES = 200
LOADED = pipeline.load([EXAMPLE])
OPTIONS = ({}, {"days": 8}, {"dykes_passable": "no"}, {"days": 2, "barter": "off"})


def state_of(position: Position) -> dict[str, list[object]]:
    """What both games keep, as the compiled one has it, in the numbers of the other."""
    layout, s = position.program.layout, position.s
    folk, huts = layout.of_kind("folk"), layout.of_kind("hut")
    areas = layout.ranges["area"][0]
    holders = [*layout.of_kind("player"), *layout.of_kind("chest"), *layout.of_kind("stall")]
    stuffs = len(layout.stuffs)

    def column(name: str, kind: str) -> list[object]:
        found = layout.columns[name, kind]
        return list(s[found.first : found.first + found.count])

    return {
        "held": [list(s[layout.holdings[h] : layout.holdings[h] + stuffs]) for h in holders],
        "area": [max(-1, s[layout.at + f] - areas) for f in folk],  # type: ignore[operator]
        "hut_area": [max(-1, s[layout.at + h] - areas) for h in huts],  # type: ignore[operator]
        "tired": column("tired", "folk"),
        "strayed": column("strayed", "folk"),
        "fame": column("fame", "player"),
        "won": column("won", "player"),
        "unveiled": column("unveiled", "duty"),
        "owner": column("owner", "craft"),
        "flood": column("flood", ""),
        "day": column("day", ""),
    }


def state_by_hand(game: Saltfen) -> dict[str, list[object]]:
    names = "held area hut_area tired strayed fame won unveiled owner".split()
    return {name: list(getattr(game, name)) for name in names} | {"flood": [game.flood], "day": [game.day]}


def play_both(players: int, seed: int) -> tuple[int, int]:
    """One game in step; answers how many questions and how many offers there were."""
    options = {"players": players, **OPTIONS[seed // 3 % len(OPTIONS)]}
    settled = LOADED.settle(options)
    program = LOADED.program(settled)
    numbering = Numbering(program.layout)
    dice = random.Random(seed)
    key = key_from_seed(f"same game {seed}")
    position = Position(program, key).begin()
    dykes, barter = settled["dykes_passable"] == "yes", settled["barter"] == "on"
    table = Table(Saltfen(players, key, int(settled["days"]), dykes, barter))
    asked = offers = 0
    while (choice := position.choice) is not None:
        assert table.asked is not None
        assert plain(table.asked) == numbering.question(choice), (seed, asked)
        assert state_by_hand(table.game) == state_of(position), (seed, asked, choice.key)
        asked += 1
        if choice.player == CHANCE:
            answer = position.chance()
            assert numbering.answer(choice, answer) == numbering.answer(choice, choice.draw(table.game.draw))
        elif dice.random() < 0.05 and position.volunteers():
            offers += 1
            position.volunteer("haggle")
            table.haggle()
            continue
        else:
            answer = choice.draw(dice.randrange)
        position.answer(answer)
        table.answer(numbering.answer(choice, answer))
    assert position.over and table.over
    assert state_by_hand(table.game) == state_of(position), seed
    return asked, offers


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_questions_and_results(players: int) -> None:
    played = [play_both(players, seed) for seed in range(players - 2, GAMES, 3)]
    assert sum(asked for asked, _ in played) > 50 * len(played)  # or these were no games
    assert sum(offers for _, offers in played) > len(played) // 2
