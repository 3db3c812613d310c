"""R-1.5, R-2, R-3, R-14, R-15: tiles, set-up, turn zero, two players, variants."""

from __future__ import annotations

import pytest
import yaml
from table import ALIASES, MAP, ROOT, Table, goods, printed, run, units

TILES = yaml.safe_load((ROOT / "rules" / "tiles.yaml").read_text())["tiles"]
FACES = [(tile["tile"], number, face) for tile in TILES for number, face in enumerate(tile["faces"])]
SHUFFLED = ("chance", "sequence", ["p3", "p1", "p2"])
BEGIN = "do setup()\ndo turn_zero()"
# p1 finds a home with one tile in hand
HOME = (
    "do lay_start()\neach pile q: move 8 explorer_token from box to q\nmove {tile} to tile_hand of p1\np1 does found()"
)


def shown(face: dict) -> int:
    return sum(n for area in face.get("inside", {}).values() for key, n in area.items() if key.endswith("_icons"))


def test_r_1_5_1_twenty_five_tiles_with_two_faces_each():
    assert len(TILES) == 25 and len(FACES) == 50


@pytest.mark.parametrize(("tile", "number", "face"), FACES)
def test_r_1_5_3_icons_and_huts_are_five_except_on_the_volcano(tile: str, number: int, face: dict):
    volcano = (tile, number) == ("tile_23", 1)
    assert shown(face) + face["huts"] == (3 if volcano else 5)
    by_area = set(zip(face.get("areas", ""), face["sides"], strict=False))
    assert len({area for area, side in by_area if side == "s"}) == ("areas" in face)  # all water is one area


def test_r_8_1_1_an_inlet_has_two_banks_with_their_own_icons():
    t = run(printed("inlet", "north"), MAP)
    assert t.count("west_bank", "icon") == t.count("east_bank", "icon") == t.count("inlet", "icon") == 1
    assert sorted(t.prop("yields", i) for i in t.zone("north")) == ["wood", "wood"]
    assert sorted(t.prop("yields", i) for i in t.zone("north_sea")) == ["fish", "fish"]


def test_r_2_the_table_before_turn_zero():
    t = run(BEGIN, answers=[SHUFFLED], stops=True)
    for cube, left in {"fruit": 14, "cattle": 14, "fish": 14, "wood": 14, "stone": 11, "iron": 9}.items():
        assert (t.held("domestic", cube), t.held("export", cube), t.held("bank", cube)) == (1, 0, left)
    assert [t.held(f"pile_{i}", "explorer_token") for i in (1, 2, 3)] == [8, 8, 8]
    assert t.held("bank", "florin") == 135 - 3 * 10
    for p in ("p1", "p2", "p3"):
        assert t.held(p, "florin") == 10 and t.held(p, "action_disc") == 3
        assert t.count("open_sea", f"ship_{p}") == 1 and t.count(f"reserve_{p}", "ship") == 3
    assert t.count("open_sea", "icon") == 5 and t.zone("track") == []
    assert len(t.zone("tile_deck")) == 24 - 9
    assert t.keys == [("chance", "sequence"), ("p3", "spot")]


def test_r_3_1_4_hands_are_private():
    t = run(BEGIN, answers=[SHUFFLED], stops=True)
    assert t.view("p2")["zones"]["tile_hand_p3"] == [None] * 3 and None not in t.view("p3")["zones"]["tile_hand_p3"]
    t = run(BEGIN, answers=[SHUFFLED], stops=True, options={"turn0_hand_private": "no"})
    assert None not in t.view("p2")["zones"]["tile_hand_p3"]


def test_r_3_2_7_ship_token_citizens_huts_and_cubes():
    """A face with 2 wood and 2 fish, and one hut."""
    t = run(HOME.format(tile="tile_01"), stops=True)
    north = next(s for s in t.offered if s.startswith("tile_01/0@h7") or s.startswith("tile_01@h7"))
    t = run(HOME.format(tile="tile_01"), answers=[("p1", "spot", north)], stops=True)
    assert t.place("ship_p1_1") == "north_sea" and t.count("north", "citizen_p1") == 2 and t.prop("surplus") == 1
    assert t.held("p1", "explorer_token") == 1 and t.held("pile_1", "explorer_token") == 7
    assert t.keys[-1] == ("p1", "traded") and t.offered == ["fish", "wood"]
    for first in t.offered:  # exactly four outcomes
        again = run(HOME.format(tile="tile_01"), answers=[("p1", "spot", north), ("p1", "traded", first)], stops=True)
        assert again.keys[-1] == ("p1", "kept") and again.offered == ["fish", "wood"]


def test_r_3_2_9_the_two_may_land_on_both_banks():
    t = run(HOME.format(tile="tile_24"), stops=True)
    spot = next(s for s in t.offered if s.startswith("tile_24@"))
    landing = [("p1", "spot", spot), ("p1", "shore_side", "west_bank"), ("p1", "shore_side", "east_bank")]
    t = run(HOME.format(tile="tile_24"), answers=landing, stops=True)
    assert t.count("west_bank", "citizen_p1") == t.count("east_bank", "citizen_p1") == 1
    t = run(
        HOME.format(tile="tile_24"), answers=[landing[0], ("p1", "shore_side", "west_bank")], stops=True,
        options={"turn0_landing": "one_bank"},
    )  # fmt: skip
    assert t.count("west_bank", "citizen_p1") == 2


def test_r_3_2_10_an_islet_can_be_settled():
    t = run(HOME.format(tile="tile_16"), answers=[("p1", "spot", "tile_16@h7")], stops=True)
    assert t.count("tile_16_1_b", "citizen_p1") == 2 and t.count("tile_16_1_a", "ship_p1") == 1
    assert t.count("tile_16_1_b", "icon") == 1 and t.count("tile_16_1_a", "icon") == 2


def whole_turn_zero(players: int, **options: str) -> Table:
    """Everybody takes the first answer."""
    t = run(BEGIN, players=players, options=options, stops=True)
    while (choice := t.position.choice) is not None:
        if choice.player < 0:
            t.position.answer(t.position.chance())
        else:
            t.position.answer(choice.payload[0])
    return t


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r_3_3_after_turn_zero(players: int):
    t = whole_turn_zero(players)
    everybody = [f"p{i}" for i in range(1, players + 1)]
    citizens = [c for p in everybody for c in t.layout.names if c.startswith(f"citizen_{p}_")]
    assert sum(not t.place(c).startswith("reserve") for c in citizens) == 2 * players
    assert len(t.zone("tile_deck")) == 24 - players and t.zone("tile_discard") == []
    assert len(t.zone("track")) == 5 and len(t.zone("evolution_deck")) == 43
    assert len(t.zone("fashion")) == 1 and t.prop("rebellion") == 0
    goals = [t.zone(f"goals_{p}") for p in everybody]
    assert all(len(hand) == (2 if players == 2 else 1) for hand in goals)
    assert all(goal.startswith("medium_") for hand in goals for goal in hand)
    if players == 2:
        assert not {"medium_9", "medium_10"} & {goal for hand in goals for goal in hand}
    assert t.view("p1")["zones"]["goals_p2"] == [None] * len(goals[1])


def test_r_15_1_the_desert_start():
    t = run("do lay_start()", options={"desert_start": "yes"})
    assert t.prop("surplus") == 5 and t.count("tile_00_2_a", "citizen") == 6
    t = whole_turn_zero(3, desert_start="yes")
    assert t.count("tile_00_2_a", "citizen") == 3 and all(t.count(f"reserve_p{i}", "ship") == 4 for i in (1, 2, 3))
    assert all(t.held(f"p{i}", "explorer_token") == 1 for i in (1, 2, 3))


def test_r_15_2_no_secrets():
    t = whole_turn_zero(4, no_secrets="yes")
    assert len(t.zone("open_goals")) == 4 and t.zone("fashion") == [] and t.zone("goals_p1") == []
    assert None not in t.view("p1")["zones"]["open_goals"]
    assert len(whole_turn_zero(2, no_secrets="yes").zone("open_goals")) == 2


def test_r_15_3_and_r_15_6_two_trends():
    assert len(whole_turn_zero(3, more_control="yes").zone("fashion")) == 2
    t = whole_turn_zero(3, with_benefactor="yes", more_control="yes")
    assert len(t.zone("fashion")) == 2 and "benefactor" in t.zone("fashion")


def test_r_15_4_more_spice():
    t = run("do deal_goals()", players=5, options={"more_spice": "yes"}, stops=True)
    assert t.keys == [("p1", "kept")] and len(t.zone("objective_offer_p1")) == len(t.zone("objective_offer_p5")) == 2
    t = run("do deal_goals()", players=2, options={"more_spice": "yes"}, stops=True)
    assert len(t.zone("objective_offer_p1")) == 3
    t.position.answer(t.position.choice.payload[0])
    t.position.answer(t.position.choice.payload[0])
    assert len(t.zone("goals_p1")) == 2 and t.zone("objective_offer_p1") == []


def test_r_15_5_the_players_vote_for_the_trend():
    options = {"choose_the_trend": "yes"}
    votes = [("p1", "vote", "trend_towns"), ("p2", "vote", "trend_iron"), ("p3", "vote", "trend_towns")]
    t = run("do choose_trend_first()\ndo deal_trends()", answers=votes, options=options)
    assert t.zone("fashion") == ["trend_towns"]


def test_r_14_1_8_two_players_use_one_circle_or_by_the_other_ruling_two():
    """Two explorations of one's own, then the two circles that are everybody's."""
    given = (MAP, units("north", "citizen_p1_1") + goods("p1", action_disc=3), "set own_used(exploration, p1) to 1")
    full = "set shared_used(exploration) to 2"
    answers = [("p1", "step", "wheel")]
    t = run("p1 does play_round()", (*given, full), answers, players=2, stops=True)
    assert "exploration" not in t.offered
    t = run(
        "p1 does play_round()", (*given, full), answers, players=2, stops=True,
        options={"two_player_circles": "both_colours"},
    )  # fmt: skip
    assert "exploration" in t.offered


def test_the_map_of_these_tests_lies_as_described():
    t = run("do lay_start()", stops=True)
    assert set(ALIASES.values()) <= set(t.layout.names)
