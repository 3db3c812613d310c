"""R-9: every one of the 48 cards is used once, by its owner or by somebody else."""

from __future__ import annotations

import pytest
import yaml
from table import MAP, ROOT, Table, goods, house, printed, refused, run, units

OFF = {"negotiation": "off"}
FILES = ("characters_01_12", "characters_13_24", "progress_25_36", "progress_37_48")
CARDS = [card for name in FILES for card in yaml.safe_load((ROOT / "cards" / f"{name}.yaml").read_text())]
CALM = "set rebellion to 5\nset surplus to 6\n" + units("north", *(f"citizen_p3_{i}" for i in range(1, 10)))
RICH = goods("p1", florin=9, action_disc=3)
TRIED: set[str] = set()


def in_round(card: str, *given: str, answers: tuple | list = (), owner: str = "p1", play: str = "", **more) -> Table:
    """p1 uses a card in his round; the table is left at the question after that."""
    TRIED.add(card)
    lines = (MAP, CALM, RICH, f"move {card} to cards of {owner}\nset turn to 2", *filter(None, given))
    options = {**OFF, **more.pop("options", {})}
    step = [("p1", "step", "card"), *answers]
    return run(play + "p1 does play_round()", lines, step, options=options, stops=True, **more)


def markers(t: Table) -> tuple[int, int, int]:
    """How far rebellion and surplus moved, and what is left of nine florins."""
    return t.prop("rebellion") - 5, t.prop("surplus") - 6, t.held("p1", "florin")


def test_r_1_6_1_forty_eight_cards_and_no_back_twice():
    assert [c["type"] for c in CARDS] == ["character"] * 24 + ["progress"] * 24
    backs = [str(c["halves"]) for c in CARDS]
    assert all(len(c["halves"]) == 2 for c in CARDS) and len(set(backs)) == 48
    halves = [h for c in CARDS for h in c["halves"]]
    events = [h for h in halves if h["shows"].startswith("per_")]
    assert len(events) == 12 and sum(h.get("red", False) for h in halves) == 28
    assert all(len({h.get("need") for h in c["halves"]}) == 2 for c in CARDS)  # never the same resource twice


SIMPLE = {  # card: what it costs beside florins, and (rebellion, surplus, florins left)
    "bishop": ({}, (-1, 0, 7)),
    "archbishop": ({}, (-1, 0, 7)),
    "diplomat": ({}, (-2, 0, 6)),
    "tax_collector": ({}, (1, 0, 12)),
    "missionary": ({}, (0, -2, 7)),
    "education": ({}, (0, -2, 7)),
    "amphitheater": ({}, (-1, 0, 11)),
    "salting_house": ({"fish": 1}, (0, -1, 9)),
    "public_works": ({"stone": 1}, (-1, -1, 9)),
    "ambassador": ({"wood": 1}, (-1, -1, 9)),
}


@pytest.mark.parametrize("card", SIMPLE)
def test_cards_that_move_markers(card: str):
    cost, moved = SIMPLE[card]
    t = in_round(card, goods("p1", **cost))
    assert markers(t) == moved and t.prop("engaged", card) == "yes"
    assert all(t.held("p1", cube) == 0 for cube in cost)
    assert t.held("used_discs_p1", "action_disc") == (card == "amphitheater")


def test_r_9_2_4_a_stranger_pays_one_more_and_the_owner_gets_it():
    t = in_round("bishop", owner="p2")
    assert markers(t) == (-1, 0, 6) and t.held("p2", "florin") == 3
    t = in_round("salting_house", goods("p1", fish=1), owner="p2")
    assert t.held("p2", "florin") == 1 and t.held("bank", "fish") == 15


def test_r_9_2_3_the_others_may_not_use_a_black_arrow():
    lines = (MAP, CALM, RICH, "move diplomat to cards of p2\nset turn to 2")
    t = run("p1 does play_round()", lines, [], options=OFF, stops=True)
    assert "card" not in t.offered


TEMPLES = house("building_14", "temple", "north") + house("building_15", "temple", "inland")
TEMPLES += house("building_16", "temple", "east")


def test_r_9_4_11_archbishop_and_r_9_4_12_pope():
    assert markers(in_round("archbishop", TEMPLES)) == (-2, 0, 7)
    five = TEMPLES + house("building_17", "temple", "west_bank") + house("building_18", "temple", "east_bank")
    assert markers(in_round("archbishop", five)) == (-3, 0, 7)
    assert markers(in_round("archbishop", five, options={"archbishop_top_tier_from": 6})) == (-2, 0, 7)
    assert markers(in_round("pope", TEMPLES)) == (-3, 0, 6)


def test_r_9_4_20_emigration():
    ports = house("building_1", "port", "north") + house("building_2", "port", "east")
    assert markers(in_round("emigration", ports)) == (0, -2, 8)


def test_r_9_4_21_gifts_from_the_clergy():
    both = [("p1", "way", "gifts_from_the_clergy_way_2")]
    t = in_round("gifts_from_the_clergy", goods("p1", fruit=1, cattle=1), answers=both)
    assert markers(t) == (-2, 0, 9) and t.held("p1", "fruit") == t.held("p1", "cattle") == 0
    t = in_round("gifts_from_the_clergy", goods("p1", fruit=1))
    assert markers(t) == (-1, 0, 9)


def test_r_9_4_5_pirate():
    ships = units("open_sea", "ship_p1_1", "ship_p2_1", "ship_p3_1") + goods("p2", wood=2, iron=1)
    answers = [("p1", "prey", "ship_p2_1"), ("p2", "loot", "iron")]
    t = in_round("pirate", ships, answers=answers)
    assert t.place("ship_p2_1") == "reserve_p2" and t.held("p1", "iron") == 1
    t = in_round("pirate", ships + "set engaged of ship_p2_1 to yes\n", answers=answers)
    assert t.prop("engaged", "ship_p2_1") == "no" and t.prop("rebellion") == 5  # rebuilt, it may be used at once
    t = in_round("pirate", ships, answers=answers, options={"pirate_raises_rebellion": "yes"})
    assert t.prop("rebellion") == 6
    apart = units("open_sea", "ship_p1_1") + units("east_sea", "ship_p2_1")
    lines = (MAP, CALM, RICH, "move pirate to cards of p1\nset turn to 2", apart)
    assert "card" not in run("p1 does play_round()", lines, [], options=OFF, stops=True).offered  # EC-103


def test_r_9_4_17_thief():
    given = goods("p2", wood=1, iron=1)
    answers = [("p1", "victim", "p2"), ("p2", "first", "wood"), ("p2", "hand", "fist_p2_1")]
    answers += [("p1", "pick", "fist_p2_1")]
    t = in_round("thief", given, answers=answers)
    assert t.held("p1", "wood") == 1 and t.held("p2", "iron") == 1 and t.held("p2", "wood") == 0


def test_r_9_4_13_barbarian():
    given = units("west_bank", "citizen_p1_1")
    t = in_round("barbarian", given, play=printed("inlet"), answers=[("p1", "prey", "icon_98")])
    assert t.prop("pillaged", "icon_98") == "yes" and t.held("coins_on_map", "florin") == 1 and t.prop("rebellion") == 6
    assert t.held("p1", t.prop("yields", "icon_98")) == 2


def test_spy():
    t = in_round("spy", "move short_2 to goals of p2", answers=[("p1", "suspect", "p2")])
    assert t.view("p1")["zones"]["goals_p2"] == ["short_2"] and t.view("p3")["zones"]["goals_p2"] == [None]
    assert t.held("p1", "florin") == 4


TOP = "".join(f"move {c} to evolution_discard\nmove {c} to evolution_deck\n" for c in (
    "ambassador", "smuggler", "captain", "sawmill", "quarry", "diplomat"))  # fmt: skip


FOUND = [("researcher", ["quarry", "sawmill"]), ("head_hunter", ["diplomat", "captain", "smuggler"])]


@pytest.mark.parametrize(("card", "offered"), FOUND)
def test_r_9_4_1_five_cards_are_turned_up(card: str, offered: list[str]):
    t = in_round(card, TOP)
    assert t.keys[-1] == ("p1", "bought") and t.offered == [*offered, None]
    t.give([("p1", "bought", offered[0])], stops=True)
    assert t.zone("cards_p1") == [card, offered[0]] and len(t.zone("evolution_discard")) == 4
    assert t.zone("evolution_deck")[-1] == "ambassador" and t.prop("acquired", offered[0]) == 2


def test_r_9_4_15_recruiter_and_labor_exchange():
    given = units("east", "citizen_p1_1")
    t = in_round("recruiter", given)
    assert markers(t) == (0, -1, 6) and t.count("east", "citizen_p1") == 2
    t = in_round("labor_exchange", given, answers=[("p1", "landing", None)])
    assert markers(t) == (0, -1, 6)


def test_explorer_and_cartography_use_no_circle():
    given = units("open_sea", "ship_p1_1") + "each pile q: move 8 explorer_token from box to q\n"
    full = "set own_used(exploration, p1) to 1\nset shared_used(exploration) to 2"
    for card in ("explorer", "cartography"):
        t = in_round(card, given, full)
        assert t.keys[-1] == ("p1", "answer") and t.held("used_discs_p1", "action_disc") == (card == "explorer")


def test_architect_town_planning_and_shipyard():
    given = units("inland", "citizen_p1_1") + goods("p1", stone=2)
    for card in ("architect", "town_planning"):
        t = in_round(card, given)
        assert t.prop("form", t.prop("seat", "citizen_p1_1")) == "temple" and t.held("p1", "action_disc") == 3
    t = in_round("shipyard", units("east", "citizen_p1_1") + goods("p1", wood=1))
    assert t.place("ship_p1_1") == "east_sea" and t.held("p1", "florin") == 8


FISH = "move 5 fish from bank to domestic\nmove 5 fish from bank to export\n"


def test_r_9_4_9_merchant_and_exporter_deal_in_any_number():
    more = ("p1", "more", "one_cube")
    answers = [("p1", "deal", "sell"), more]  # the first cube is not asked for
    t = in_round("merchant", FISH + goods("p1", fish=2), answers=answers)
    assert t.held("p1", "florin") == 9 - 1 + 4 + 3
    t = in_round("exporter", FISH + goods("p1", fish=2), answers=answers)
    assert t.held("p1", "florin") == 9 - 1 + 4 + 3


def test_r_9_4_25_local_commerce_and_overseas_trade():
    for card in ("local_commerce", "overseas_trade"):
        t = in_round(card, FISH + goods("p1", fish=1), answers=[("p1", "deal", "sell")])
        assert t.held("p1", "florin") == 9 - 1 + 4 and t.held("p1", "action_disc") == 3


def test_foreman():
    given = units("east", "citizen_p1_1") + "set engaged of citizen_p1_1 to yes\n"
    t = in_round("foreman", given)
    assert t.prop("engaged", "citizen_p1_1") == "no"


def test_smuggler_and_prospector():
    t = in_round("smuggler", goods("p1", wood=1), answers=[("p1", "catch", "iron")])
    assert t.held("p1", "iron") == 1 and t.held("p1", "wood") == 0
    t = in_round("prospector", units("inland", "citizen_p1_1"), play=printed("inland"))
    assert t.held("p1", "stone") == 1


def test_r_9_4_24_expansionism_and_captain():
    given = units("inland", "citizen_p1_1") + units("open_sea", "ship_p1_1")
    t = in_round("expansionism", given)
    assert t.keys[-1] == ("p1", "mover") and "citizen_p1_1" in t.offered
    t = in_round("captain", given)
    assert t.keys[-1] == ("p1", "task") and t.offered == ["voyage", None]


def test_midwife_and_birth_policy():
    given = units("east", "citizen_p1_1", "citizen_p1_2")
    for card in ("midwife", "birth_policy"):
        assert in_round(card, given).count("east", "citizen_p1") == 3


DOUBLERS = {
    "plantation": "fruit", "cattle_breeding": "cattle", "sawmill": "wood", "quarry": "stone", "iron_mine": "iron",
    "fishery": "fish",
}  # fmt: skip


@pytest.mark.parametrize("card", DOUBLERS)
def test_r_9_2_11_a_doubler_is_used_together_with_its_harvest(card: str):
    TRIED.add(card)
    crop = DOUBLERS[card]
    place, unit = ("east_sea", "ship_p1_1") if crop == "fish" else ("east", "citizen_p1_1")
    given = (MAP, RICH, units(place, unit), f"move icon_1 to {place}\nset yields of icon_1 to {crop}\n")
    answers = [("p1", "step", "wheel"), ("p1", "zone", f"harvest_{crop}"), ("p1", "helper", f"{card}_way")]
    lines = (*given, f"move {card} to cards of p2\nset turn to 2")
    t = run("p1 does play_round()", lines, answers, options=OFF, stops=True)
    assert t.held("p1", crop) == 2 and t.held("p2", "florin") == 2 and t.prop("card_used", "p1") == "yes"
    other = next(c for c in DOUBLERS if c != card)
    lines = (*given, f"move {other} to cards of p2\nset turn to 2")
    assert run("p1 does play_round()", lines, answers[:2], options=OFF, stops=True).held("p1", crop) == 1


WONDERS = {
    "colossus": ({"iron": 3}, 1, "", (0, -1)),
    "great_lighthouse": ({"iron": 1, "stone": 2}, 1, house("building_1", "port", "east", "citizen_p1_2"), (0, 0)),
    "cathedral": ({"stone": 3}, 2, house("building_14", "temple", "east", "citizen_p1_2"), (-1, 0)),
    "pyramid": ({"stone": 5}, 2, "", (2, 0)),
}


@pytest.mark.parametrize("card", WONDERS)
def test_r_9_3_3_wonders(card: str):
    TRIED.add(card)
    cost, discs, needs, moved = WONDERS[card]
    lines = (MAP, CALM, RICH, goods("p1", **cost) + units("inland", "citizen_p1_1") + needs)
    owned = f"move {card} to cards of p1\nset acquired of {card} to 1\nset turn to 2"
    asked = [("p1", "mason", "citizen_p1_1")] if needs else []
    t = run("p1 does card_step()", (*lines, owned), asked, options=OFF)
    assert t.prop("built", card) == "yes" and "citizen_p1_1" in t.zone(card)
    assert markers(t)[:2] == moved and t.held("used_discs_p1", "action_disc") == discs
    assert all(t.held("p1", cube) == 0 for cube in cost)
    if card == "great_lighthouse":
        assert t.count("east_sea", "ship_p1") == 1
    fresh = owned.replace("to 1\n", "to 2\n")
    assert run("p1 does card_step()", (*lines, fresh), options=OFF).prop("built", card) == "no"
    if needs:
        bare = (MAP, CALM, RICH, goods("p1", **cost) + units("inland", "citizen_p1_1"))
        assert run("p1 does card_step()", (*bare, owned), options=OFF).prop("built", card) == "no"


def test_r_9_4_30_a_pyramid_may_be_the_last_straw():
    lines = (MAP, RICH, goods("p1", stone=5) + units("inland", *(f"citizen_p1_{i}" for i in (1, 2, 3))))
    owned = "move pyramid to cards of p1\nset acquired of pyramid to 1\nset turn to 2\nset rebellion to 1"
    t = run("p1 does card_step()", (*lines, owned), options=OFF)
    assert t.over and t.prop("rebellion") == 3 and t.prop("ending") == "no"


def test_r_4_7_3_by_the_other_ruling_a_smaller_people_is_no_reason():
    lines = (MAP, RICH, goods("p1", iron=3) + units("inland", *(f"citizen_p1_{i}" for i in (1, 2, 3))))
    owned = "move colossus to cards of p1\nset acquired of colossus to 1\nset turn to 2\nset rebellion to 3"
    build, mild = "p1 does card_step()\n", {**OFF, "independence_on_pop_drop": "no"}
    t = run(build + "set turn to 3", (*lines, owned), options=OFF)
    assert t.prop("turn") == 2  # over before that
    for more, turn in (("", 3), ("raise rebellion by 1\n", 2), ("lower rebellion by 1\nraise rebellion by 1\n", 2)):
        t = run(build + more + "set turn to 3", (*lines, owned), options=mild)
        assert t.prop("turn") == turn


def test_r_9_2_14_the_king_is_never_used():
    TRIED.add("king")
    lines = (MAP, CALM, RICH, "move king to cards of p1\nset turn to 2")
    assert "card" not in run("p1 does play_round()", lines, [], options=OFF, stops=True).offered


def test_r_9_2_2_an_engaged_card_rests():
    lines = (MAP, CALM, RICH, "move bishop to cards of p1\nset turn to 2\nset engaged of bishop to yes")
    t = run("p1 does play_round()", lines, [refused("p1", "step", "card")], options=OFF, stops=True)
    assert t.offered == ["wheel", None]


def test_all_were_tried():
    """Runs last, and only says something if the whole file ran."""
    if len(TRIED) > 40:
        assert {c["card"] for c in CARDS} <= TRIED
