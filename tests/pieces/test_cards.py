"""Piece 9: odd cards."""

from textwrap import indent

import pytest
from harness import MAP, Table, goods, house, icons, refused, run, units

from archidsl.diagnostics import PackErrors

OFF = {"negotiation": "off"}
ROUND = "p1 does play_round()"
CARD, PASS = ("p1", "step", "card"), ("p1", "step", None)


def use(card: str, *given: str, answers: list, owner: str = "p1", **more) -> Table:
    """p1 uses the only card there is, then ends his round; he has no disc but those that are given."""
    given = (MAP, f"move {card} to cards of {owner}", *given)
    return run(ROUND, given, [CARD, *answers], options={**OFF, **more.pop("options", {})}, **more)


DISC = goods("p1", action_disc=1)


# -- thief


LOOT = goods("p2", wood=1, iron=1) + DISC
HANDS = [("p1", "victim", "p2"), ("p2", "first", "iron"), ("p2", "hand", "fist_p2_2")]


def test_r_9_4_17_the_thief_picks_one_of_two_closed_fists():
    t = use("thief", LOOT, answers=[*HANDS, ("p1", "pick", "fist_p2_2")])
    assert t.held("p1", "iron") == 1 and t.held("p2", "wood") == 1 and t.held("p2", "iron") == 0
    assert t.held("fist_p2_1", "wood") == 0 and t.held("used_discs_p1", "action_disc") == 1
    t = use("thief", LOOT, answers=[*HANDS, ("p1", "pick", "fist_p2_1")])
    assert t.held("p1", "wood") == 1 and t.held("p2", "iron") == 1


def test_r_9_4_17_nobody_else_sees_what_is_in_the_fists():
    t = use("thief", LOOT, answers=HANDS, stops=True)
    assert t.keys[-1] == ("p1", "pick")
    for player in ("p1", "p3", "nobody"):
        shown = t.view(player)
        assert set(shown["holders"]["fist_p2_1"].values()) == {None} == set(shown["holders"]["fist_p2_2"].values())
        assert shown["holders"]["p2"]["wood"] is None
        assert ["p2", "first", None] in shown["history"] and ["p2", "hand", None] in shown["history"]
        assert "iron" not in str(shown["history"])
    own = t.view("p2")
    assert own["holders"]["fist_p2_2"]["iron"] == 1 and ["p2", "first", "iron"] in own["history"]


def test_r_9_4_17_with_one_cube_one_hand_stays_empty():
    hand = [("p1", "victim", "p2"), ("p2", "hand", "fist_p2_1")]
    t = use("thief", goods("p2", wood=1) + DISC, answers=[*hand, ("p1", "pick", "fist_p2_2")])
    assert t.held("p1", "wood") == 0 and t.held("p2", "wood") == 1


def test_no_peeking_the_thief_may_choose_a_victim_without_cubes():
    t = use("thief", DISC, answers=[], stops=True)
    assert t.offered == ["p2", "p3"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("choose victim: opposing player p where wood of p > 0\nmove 1 wood from victim to you", "peeking"),
        ("attempt:\n  shuffle tile_deck\n  require top of tile_deck is tile_01", "fishing"),
    ],
)
def test_no_peeking_and_no_fishing_the_checker_says_so(lines: str, code: str):
    mod = "pack: sly\nneeds: [pieces]\nprocedures:\n  - procedure: cheat\n    effect: |\n" + indent(lines, " " * 6)
    with pytest.raises(PackErrors) as caught:
        run("p1 does cheat()", mods=(mod,))
    assert code in {error.code for error in caught.value.report.errors}


def test_r_9_2_3_only_the_owner_uses_a_black_card():
    given = (MAP, "move thief to cards of p2", goods("p1", florin=9) + DISC)
    t = run(ROUND, given, [refused("p1", "step", "card"), PASS], options=OFF)
    assert t.prop("engaged", "thief") == "no"


# -- researcher: the deck is what is left, the last declared on top


def test_r_9_4_1_the_researcher_buys_a_progress_card_at_its_lowest_price():
    """He turns up pirate, gifts, merchant, barbarian and archbishop; the great lighthouse is next."""
    t = use("researcher", DISC + goods("p1", florin=5), answers=[("p1", "bought", "gifts_from_the_clergy")])
    assert t.zone("cards_p1") == ["researcher", "gifts_from_the_clergy"] and t.held("p1", "florin") == 3
    assert sorted(t.zone("evolution_discard")) == ["archbishop", "barbarian", "merchant", "pirate"]
    assert t.zone("lectern") == [] and t.zone("evolution_deck")[-1] == "great_lighthouse"


def test_r_9_4_1_all_see_what_he_turns_up_and_he_may_buy_nothing():
    t = use("researcher", DISC + goods("p1", florin=5), answers=[], stops=True)
    assert t.offered == ["gifts_from_the_clergy", None]
    assert t.view("p3")["zones"]["lectern"] == [
        "pirate",
        "gifts_from_the_clergy",
        "merchant",
        "barbarian",
        "archbishop",
    ]
    t = use("researcher", DISC + goods("p1", florin=5), answers=[("p1", "bought", None)])
    assert len(t.zone("evolution_discard")) == 5


def test_r_9_4_2_only_the_red_half_of_the_sixth_back_counts():
    """The merchant's red half counts towns: among the five it is not looked at, as the sixth it is."""
    town = house("building_14", "town", "east") + units("east", "citizen_p1_1")
    t = use("researcher", town, DISC, answers=[])
    assert t.prop("rebellion") == 0
    under = "move merchant to lectern\nmove all card from evolution_deck to evolution_discard\n"
    under += "move merchant to evolution_deck\nmove king to evolution_deck\nmove thief to evolution_deck\n"
    under += "move sawmill to evolution_deck\nmove pirate to evolution_deck\nmove barbarian to evolution_deck"
    t = use("researcher", town, DISC, under, answers=[])
    assert t.prop("rebellion") == 1 and t.zone("evolution_deck") == ["merchant"]


def test_r_9_4_4_a_short_deck_is_turned_up_and_only_then_renewed():
    short = "move all card from evolution_deck to evolution_discard\n"
    short += "move king to evolution_deck\nmove thief to evolution_deck\nmove pirate to evolution_deck"
    t = use("researcher", DISC, short, answers=[])
    assert len(t.zone("evolution_deck")) == 9 and t.zone("evolution_discard") == []


# -- great lighthouse


PORTS = (
    house("building_1", "port", "east", "citizen_p1_1")
    + house("building_2", "port", "middle", "citizen_p2_1")
    + house("building_3", "port", "west", "citizen_p2_2")
    + units("east", "citizen_p1_2")
)
STUFF = goods("p1", iron=1, stone=2, action_disc=1) + "set turn to 2"


def lighthouse(*given: str, answers: list, **more) -> Table:
    return use("great_lighthouse", PORTS, STUFF, *given, answers=answers, **more)


def test_r_9_4_26_a_ship_in_every_region_whose_port_one_rules():
    t = lighthouse(answers=[("p1", "mason", "citizen_p1_2")])
    assert t.count("east_sea", "ship_p1") == 1 and t.count("middle_sea", "ship_p2") == 1
    assert t.count("west_sea", "ship_p2") == 1 and t.zone("great_lighthouse") == ["citizen_p1_2"]
    assert t.prop("built", "great_lighthouse") == "yes" and t.held("p1", "stone") == 0
    assert t.held("used_discs_p1", "action_disc") == 1


def test_r_9_4_27_with_too_few_ships_the_owner_chooses_the_regions():
    away = units("water_a", "ship_p2_1", "ship_p2_2", "ship_p2_3")
    t = lighthouse(away, answers=[("p2", "moorings", ["region_tile_04"]), ("p1", "mason", "citizen_p1_2")])
    assert t.count("west_sea", "ship_p2") == 1 and t.count("middle_sea", "ship_p2") == 0
    all_away = units("water_a", "ship_p2_1", "ship_p2_2", "ship_p2_3", "ship_p2_4")
    t = lighthouse(all_away, answers=[("p1", "mason", "citizen_p1_2")])
    assert t.count("west_sea", "ship_p2") == 0


def test_r_9_3_7_the_citizen_on_the_port_may_be_the_mason():
    t = lighthouse(answers=[("p1", "mason", "citizen_p1_1")])
    assert t.count("east_sea", "ship_p1") == 1 and t.prop("occupant", "building_1") is None
    assert t.prop("seat", "citizen_p1_1") is None and t.place("citizen_p1_1") == "great_lighthouse"


def test_r_9_4_26_without_a_port_it_is_not_offered():
    t = run(
        ROUND, (MAP, "move great_lighthouse to cards of p1", units("east", "citizen_p1_1"), STUFF), [PASS], options=OFF
    )
    assert t.asked[0][2] == ["wheel", None]


# -- archbishop


@pytest.mark.parametrize(("temples", "lower"), [(0, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_r_9_4_11_the_archbishop(temples: int, lower: int):
    houses = "".join(house(f"building_{14 + i}", "temple", "south") for i in range(temples))
    people = units("east", *(f"citizen_p2_{i}" for i in range(1, 7)))
    given = people + houses + "set rebellion to 6\n" + goods("p1", florin=3)
    t = use("archbishop", given, answers=[], owner="p2")
    assert t.prop("rebellion") == 6 - lower and t.held("p1", "florin") == 0 and t.held("p2", "florin") == 3


def test_r_9_4_11_top_tier_by_the_flag():
    houses = "".join(house(f"building_{14 + i}", "temple", "south") for i in range(5))
    given = (
        units("east", *(f"citizen_p1_{i}" for i in range(1, 7)))
        + houses
        + "set rebellion to 6\n"
        + goods("p1", florin=2)
    )
    t = use("archbishop", given, answers=[], options={"archbishop_top_tier_from": 6})
    assert t.prop("rebellion") == 4 and t.held("bank", "florin") == 135


# -- barbarian


RAID = (
    units("east", "citizen_p1_1") + icons(icon_1="iron east", icon_2="wood west") + goods("p1", action_disc=1, florin=2)
)


def test_r_9_4_13_a_coin_stays_on_the_icon_for_good():
    t = use("barbarian", RAID, answers=[])
    assert t.held("icon_1", "florin") == 1 and t.held("p1", "iron") == 2 and t.held("p1", "florin") == 1
    assert t.prop("rebellion") == 1
    again = (MAP, "move barbarian to cards of p1", RAID, "move 1 florin from bank to icon_1")
    t = run(ROUND, again, [refused("p1", "step", "card"), PASS], options=OFF)
    assert t.held("p1", "iron") == 0


def test_r_7_4_5_a_town_does_not_protect():
    t = use("barbarian", RAID, house("building_14", "town", "east", "citizen_p2_1"), answers=[])
    assert t.held("p1", "iron") == 2


# -- merchant


def test_r_9_4_9_the_merchant_buys_cube_by_cube_as_long_as_he_likes():
    given = "move 5 fish from bank to domestic\n" + goods("p1", florin=30)
    one, stop = ("p1", "more", "one_cube"), ("p1", "more", None)
    t = use("merchant", given, answers=[one, one, stop])
    assert t.held("p1", "fish") == 3 and t.held("p1", "florin") == 30 - 1 - 4 - 4 - 6
    given = "move 5 fish from bank to domestic\n" + goods("p1", florin=10)
    t = use("merchant", given, answers=[one])
    assert t.held("p1", "fish") == 2 and t.held("p1", "florin") == 1  # a third at 6 cannot be paid


def test_r_9_4_9_or_sells_as_many_of_one_kind():
    given = "move 5 fish from bank to domestic\n" + goods("p1", fish=3, florin=1)
    one = ("p1", "more", "one_cube")
    t = use("merchant", given, answers=[one, one])
    assert t.held("p1", "fish") == 0 and t.held("p1", "florin") == 4 + 3 + 3 and t.held("domestic", "fish") == 8


# -- gifts from the clergy


GIFTS = units("east", "citizen_p2_1", "citizen_p2_2", "citizen_p2_3") + "set rebellion to 3\n"


def test_r_9_4_21_two_ways_to_use_one_card():
    given = GIFTS + goods("p1", fruit=1, cattle=1)
    ways = [("p1", "way", f"gifts_from_the_clergy_way_{i}") for i in (1, 2)]
    t = use("gifts_from_the_clergy", given, answers=ways[:1])
    assert t.prop("rebellion") == 2 and t.held("p1", "cattle") == 1
    t = use("gifts_from_the_clergy", given, answers=ways[1:])
    assert t.prop("rebellion") == 1 and t.held("p1", "cattle") == 0 and t.held("bank", "cattle") == 15
    t = use("gifts_from_the_clergy", GIFTS + goods("p1", fruit=1), answers=[])  # one way left: not asked
    assert t.prop("rebellion") == 2


def test_r_9_2_4_a_foreign_card_without_fee_costs_one():
    t = use("gifts_from_the_clergy", GIFTS + goods("p1", fruit=1, florin=2), answers=[], owner="p3")
    assert t.held("p3", "florin") == 1 and t.held("p1", "florin") == 1 and t.held("bank", "fruit") == 15


def test_r_9_2_8_tokens_pay_for_cards():
    t = use("gifts_from_the_clergy", GIFTS + goods("p1", explorer_token=1), answers=[])
    assert t.prop("rebellion") == 2 and t.held("p1", "explorer_token") == 0


def test_r_9_2_2_an_engaged_card_rests_until_it_is_disengaged():
    given = (MAP, "move gifts_from_the_clergy to cards of p1\nset engaged of gifts_from_the_clergy to yes")
    given += (GIFTS + goods("p1", fruit=1, action_disc=1),)
    t = run(ROUND, given, [refused("p1", "step", "card"), PASS], options=OFF)
    assert t.prop("rebellion") == 3
    t = run("do disengagement()\n" + ROUND, given, [CARD, PASS], options=OFF)
    assert t.prop("rebellion") == 2


# -- pirate


PREY = (
    units("middle_sea", "ship_p1_1", "ship_p2_1") + units("west_sea", "ship_p3_1") + goods("p2", wood=1, iron=1) + DISC
)


def test_r_9_4_5_the_pirate_sinks_a_ship_beside_his_own_and_the_victim_gives():
    t = use("pirate", PREY, answers=[("p2", "loot", "wood")])
    assert t.place("ship_p2_1") == "reserve_p2" and t.held("p1", "wood") == 1 and t.held("p2", "iron") == 1
    t = use("pirate", PREY, "move 1 wood from p2 to bank\nmove 1 iron from p2 to bank", answers=[])
    assert t.place("ship_p2_1") == "reserve_p2" and t.held("p1", "wood") == 0


def test_r_9_4_7_even_a_ship_on_a_port():
    port = house("building_1", "port", "middle") + "set seat of ship_p2_1 to building_1"
    t = use("pirate", PREY, port, answers=[("p2", "loot", "iron")])
    assert t.prop("occupant", "building_1") is None


def test_r_9_4_5_without_prey_it_is_not_offered():
    given = (MAP, "move pirate to cards of p1", units("middle_sea", "ship_p1_1") + DISC)
    t = run(ROUND, given, [PASS], options=OFF)
    assert t.asked[0][2] == ["wheel", None]
