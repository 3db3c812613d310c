"""R-1.1.1, R-15.4.4, R-15.7.1: what cannot be played is refused before there is a table, so no scenario can show it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from archidsl.engine.options import OptionError
from archidsl.pipeline import Game, load

ROOT = Path(__file__).resolve().parents[2]
VARIANTS = ("desert_start", "no_secrets", "more_control", "more_spice", "choose_the_trend", "with_benefactor")
OPEN_AND = {"more_control", "more_spice", "choose_the_trend", "with_benefactor"}


@pytest.fixture(scope="module")
def game() -> Game:
    return load([ROOT / "rules"])


@pytest.mark.parametrize("players", [0, 1, 6, 7])
def test_r_1_1_1_nobody_plays_alone_or_in_a_group_of_six(game: Game, players: int) -> None:
    with pytest.raises(OptionError, match="players"):
        game.settle({"players": players})


@pytest.mark.parametrize("pair", list(combinations(VARIANTS, 2)))
def test_r_15_7_1_only_open_objectives_exclude_other_variants(game: Game, pair: tuple[str, str]) -> None:
    asked = {"players": 4, **dict.fromkeys(pair, "yes")}
    if "no_secrets" in pair and OPEN_AND & set(pair):
        with pytest.raises(OptionError, match="Without secrets"):
            game.settle(asked)
    else:
        assert all(game.settle(asked)[name] == "yes" for name in pair)


@pytest.mark.parametrize(("players", "benefactor", "fits"), [(5, "yes", False), (5, "no", True), (4, "yes", True)])
def test_r_15_4_4_eight_objectives_are_too_few_for_five_who_choose(
    game: Game, players: int, benefactor: str, fits: bool
) -> None:
    asked = {"players": players, "more_spice": "yes", "with_benefactor": benefactor}
    if fits:
        assert game.settle(asked)["players"] == players
    else:
        with pytest.raises(OptionError, match="there are eight"):
            game.settle(asked)
