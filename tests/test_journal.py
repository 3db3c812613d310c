"""What happened, and which line of the rules did it; and that a traceback shows the rules, not our code."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from archidsl.engine.machine import Position
from archidsl.journal import journal
from archidsl.pipeline import Game, load

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.fixture(scope="module")
def saltfen() -> Game:
    return load([EXAMPLES / "saltfen"])


def test_every_change_has_its_rule() -> None:
    game = load([EXAMPLES / "tic_tac_toe"])
    position = game.start({}, "journal")
    for cell in (0, 0):
        choice = position.choice
        assert choice is not None
        position.answer(choice.options[cell])
    told = [str(event) for event in journal(game, position)]
    assert [line.split(" (")[0] for line in told] == ["1: mark of a1: nothing -> p1", "2: mark of a2: nothing -> p2"]
    line = (EXAMPLES / "tic_tac_toe/rules.yaml").read_text().split("\n").index("      set mark of square to you") + 1
    assert told[0].endswith(f"rules.yaml:{line})") and "(mark_one, " in told[0]


def test_stuff_is_told_on_both_sides(saltfen: Game) -> None:
    position = saltfen.start({"players": 2}, "journal")
    first = [event for event in journal(saltfen, position) if event.answers == 0]
    assert "coin of chest: 90 -> 84" in first[0].changes and "coin of p1: 0 -> 6" in first[0].changes


def test_a_traceback_shows_the_line_of_the_rules(saltfen: Game) -> None:
    position = Position(saltfen.program(saltfen.settle({"players": 2})), b"k" * 16)
    position.s[position.program.layout.holdings[0]] = None  # break the state on purpose
    with pytest.raises(TypeError) as caught:
        position.begin()
    frames = traceback.extract_tb(caught.value.__traceback__)
    rules = [frame for frame in frames if frame.filename.endswith("rules.yaml")]
    lines = (EXAMPLES / "saltfen/rules.yaml").read_text().split("\n")
    assert rules and "move 6 coin from chest to p" in lines[(rules[-1].lineno or 0) - 1]
