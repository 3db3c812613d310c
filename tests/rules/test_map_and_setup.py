"""R-1.5, R-3.3, R-14.1: the tiles as they are printed, and what is dealt; the rest is in `rules/tests/`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from archidsl.pipeline import Game, load

ROOT = Path(__file__).resolve().parents[2]
TILES = yaml.safe_load((ROOT / "rules" / "tiles.yaml").read_text())["tiles"]
FACES = [(tile["tile"], number, face) for tile in TILES for number, face in enumerate(tile["faces"])]


def shown(face: dict[str, Any]) -> int:
    return sum(n for area in face.get("inside", {}).values() for key, n in area.items() if key.endswith("_icons"))


def test_r_1_5_1_twenty_five_tiles_with_two_faces_each() -> None:
    assert len(TILES) == 25 and len(FACES) == 50


@pytest.mark.parametrize(("tile", "number", "face"), FACES)
def test_r_1_5_3_icons_and_huts_are_five_except_on_the_volcano(tile: str, number: int, face: dict[str, Any]) -> None:
    volcano = (tile, number) == ("tile_23", 1)
    assert shown(face) + face["huts"] == (3 if volcano else 5)
    by_area = set(zip(face.get("areas", ""), face["sides"], strict=False))
    assert len({area for area, side in by_area if side == "s"}) == ("areas" in face)  # all water is one area


@pytest.fixture(scope="module")
def game() -> Game:
    return load([ROOT / "rules", ROOT / "cards"])


@pytest.mark.parametrize("players", [2, 3])
def test_r_3_3_5_objectives_are_of_the_right_length_and_r_14_1_1_without_the_special_ones(
    game: Game, players: int
) -> None:
    for seed in "abcdef":
        position = game.start({"players": players}, seed)
        while position.s[position.program.layout.columns["turn", ""].offset] == 0:
            choice = position.choice
            assert choice is not None
            position.answer(position.chance() if choice.player < 0 else choice.payload[0])
        layout = position.program.layout
        zones = [layout.contents[layout.ids[f"goals_p{p + 1}"]] for p in range(players)]
        goals = [layout.names[thing] for zone in zones for thing in position.s[zone]]
        assert len(goals) == (4 if players == 2 else 3) and all(goal.startswith("medium_") for goal in goals)
        assert players > 2 or not {"medium_9", "medium_10"} & set(goals)
