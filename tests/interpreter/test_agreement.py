"""The compiled game and the reference agree on every question and on the whole state, answer by answer.

ARCHIDSL_AGREE=5000 plays so many games of each example; without it, as many as go into a minute for all.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from archidsl.pipeline import Game, load
from tests.interpreter import packs
from tests.interpreter.lockstep import play

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PACKS = sorted(EXAMPLES.rglob("pack.yaml"))
FOLDERS = [pack.parent for pack in PACKS if "needs:" not in pack.read_text("utf-8")]  # the others are mods
WANTED = os.environ.get("ARCHIDSL_AGREE", "")
GAMES = int(WANTED or 300)
LONGEST = 30 / max(1, len(FOLDERS)) + 4  # seconds for one example, if no number was wished for
FEWEST = 15
SMALL_GAMES = 50


def options_of(game: Game, number: int) -> dict[str, str | int]:
    """Every number of players in turn; the other options as the pack says, all at their first or all at their last."""
    options: dict[str, str | int] = {}
    turn, side = number, 0
    if "players" in game.v.options:
        players = game.v.options["players"]
        turn, rest = divmod(number, players.high - players.low + 1)
        options["players"] = players.low + rest
        side = turn % 3
    for name, option in game.v.options.items():
        if name != "players" and side:
            ends = (option.values[0], option.values[-1]) if option.values else (option.low, option.high)
            options[name] = ends[side - 1]
    return options


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_examples_agree(folder: Path) -> None:
    game = load([folder])
    began = time.monotonic()
    for number in range(GAMES):
        if not WANTED and number >= FEWEST and time.monotonic() - began > LONGEST:
            break
        options = options_of(game, number)
        play(game, options, f"{game.id} {number}", ask_all=len(options) <= 1 and number % 4 == 3)


@pytest.mark.parametrize("name", packs.PACKS)
def test_constructs_agree(name: str) -> None:
    game = packs.read(name)
    questions = sum(
        play(game, {"players": 2 + i % 2, "few": i % 3}, f"{name} {i}", ask_all=i % 5 == 4) for i in range(SMALL_GAMES)
    )
    assert questions > SMALL_GAMES, "hardly anything was asked"
