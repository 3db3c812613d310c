"""R-5.2 to R-5.4, R-5.6, R-10, R-11: bids, boards, crises, purchase and offers."""

from __future__ import annotations

import pytest
from table import MAP, Table, goods, house, run, units

OFF = {"negotiation": "off"}
NINE = units("north", *(f"citizen_p1_{i}" for i in (1, 2, 3)))
NINE += units("east", *(f"citizen_p2_{i}" for i in (1, 2, 3)))
NINE += units("inland", *(f"citizen_p3_{i}" for i in (1, 2, 3)))
ALL = [f"citizen_p{p}_{i}" for p in (1, 2, 3) for i in (1, 2, 3)]
NOBODY = [(p, "help", None) for p in ("p1", "p2", "p3")]
STONE = "do domestic_crisis(stone, 6)\n"


def on_top(card: str) -> str:
    return f"move {card} to evolution_discard\nmove {card} to evolution_deck\n"


def lying(t: Table) -> list[str]:
    return [c for c in ALL if t.prop("lying", c) == "yes"]


# -- the back of the king is the one that the rulebooks print: stone for 6, then 3 cattle


def test_r_5_4_1_first_the_domestic_then_the_export_crisis():
    given = (MAP, NINE, on_top("king"), goods("p1", stone=2, cattle=3))
    answers = [("p1", "help", "own_cube"), ("p1", "risen", ALL[:6]), ("p1", "help", "own_cube")]
    answers += [("p1", "help", "own_cube")] * 3
    t = run("do balance()", given, answers)
    assert lying(t) == [] and t.prop("rebellion") == 0 and t.held("bank", "stone") == 12
    assert t.held("p1", "cattle") == 0 and t.zone("evolution_deck")[-1] == "king"


def test_r_10_2_9_and_r_10_3_3_nobody_helps():
    given = (MAP, NINE, on_top("king"), goods("p1", stone=2, cattle=3), goods("p2", stone=1) + goods("p3", cattle=1))
    t = run("do balance()", given, [("p1", "help", None), ("p2", "help", None)], stops=True)
    assert t.prop("rebellion") == 9 and lying(t) == ALL and t.keys[-1] == ("p1", "help")
    t = run("do balance()", given, [*NOBODY[:2], NOBODY[0]], stops=True)
    assert t.keys[-1] == ("p3", "help")
    t = run("do balance()", given, [*NOBODY[:2], NOBODY[0], NOBODY[2]])
    assert t.over and t.prop("rebellion") == 12  # more than nine people: independence


def test_r_5_4_2_red_halves_wait():
    towns = house("building_14", "town", "east") + house("building_15", "town", "inland")
    given = (MAP, NINE, towns, on_top("researcher"))  # red: one for each town; then two fruit, not red
    assert run("do resolve_top(yes)", given).prop("rebellion") == 2
    assert run("do balance()", given).prop("rebellion") == 2  # the fruit that nobody has
    temples = house("building_14", "temple", "east") + house("building_15", "temple", "inland")
    given = (MAP, NINE, temples, on_top("labor_exchange"), "set rebellion to 6", goods("p1", cattle=2))
    t = run("do balance()", given, [("p1", "help", "own_cube")] * 2)
    assert t.prop("rebellion") == 2  # two for each temple, and the cattle is given


def test_r_7_6_6_all_temples_or_only_those_that_somebody_controls():
    temples = house("building_14", "temple", "east", "citizen_p1_1") + house("building_15", "temple", "inland")
    given = (MAP, temples, units("north", *(f"citizen_p3_{i}" for i in range(1, 9))), "set rebellion to 6")
    per_temple = on_top("fishery")  # red: one less for each temple
    assert run("do resolve_top(yes)", (*given, per_temple)).prop("rebellion") == 4
    t = run("do resolve_top(yes)", (*given, per_temple), options={"event_temple_count": "controlled"})
    assert t.prop("rebellion") == 5


def test_r_7_6_1_and_r_7_6_2_a_temple():
    given = (MAP, NINE, house("building_14", "temple", "inland", "citizen_p3_1"), goods("p1", stone=1))
    t = run(STONE, given, NOBODY[:1], stops=True)
    assert lying(t) == [c for c in ALL if c != "citizen_p3_1"] and t.keys[-1] == ("p3", "help")
    answers = [NOBODY[0], ("p3", "help", "temple"), ("p3", "chosen", ["citizen_p3_2", "citizen_p3_3"])]
    t = run(STONE, given, answers)
    assert lying(t) == ALL[:6] and t.prop("rebellion") == 6


def test_r_7_6_4_the_town_first_then_the_temple():
    houses = house("building_14", "town", "inland", "citizen_p3_1") + house("building_15", "temple", "inland")
    given = (MAP, NINE, houses, goods("p3", stone=1))
    answers = [("p3", "help", "own_cube"), ("p3", "risen", [*ALL[:5], "citizen_p3_1"]), ("p3", "help", "temple")]
    t = run(STONE, given, [*answers, ("p3", "chosen", ["citizen_p3_2", "citizen_p3_3"])])
    assert lying(t) == ALL[5:6] and t.prop("rebellion") == 1


def test_r_7_5_3_the_ruler_expels_a_rebel():
    houses = house("building_14", "town", "inland", "citizen_p3_1")
    houses += house("building_1", "market", "inland", "citizen_p2_1")
    given = (MAP, NINE, houses, goods("p3", stone=1))
    rescue = [("p3", "help", "own_cube"), ("p3", "risen", ["citizen_p3_1", "citizen_p3_2", "citizen_p3_3", *ALL[:3]])]
    t = run(STONE, given, [*rescue, ("p3", "ousted", "citizen_p2_1")], stops=True)
    assert t.prop("seat", "citizen_p2_1") is None and t.place("citizen_p2_1") == "inland"
    assert t.prop("lying", "citizen_p2_1") == "yes" and t.prop("rebellion") == 3


def test_r_10_2_14_a_second_crisis_counts_old_rebels_again():
    given = (MAP, NINE, units("west_bank", *(f"citizen_p1_{i}" for i in range(4, 11))))
    first = "set lying of citizen_p1_1 to yes\nset rebel of citizen_p1_1 to yes\n"
    t = run(STONE, (*given, first))
    assert t.prop("rebellion") == 16
    t = run(STONE, (*given, first), options={"second_crisis_counts_old_rebels": "no"})
    assert t.prop("rebellion") == 15


def test_r_10_6_1_the_benefactor_counts_own_cubes_only():
    given = (MAP, NINE, "move benefactor to fashion\nmove 1 stone from bank to domestic", goods("p1", stone=1))
    answers = [("p1", "help", "market_cube"), ("p1", "risen", ALL[:6]), ("p1", "help", "own_cube")]
    t = run(STONE, given, answers)
    assert t.held("merit_box_p1", "florin") == 1 and t.held("p1", "florin") == 0


# -- bids


def bids(*stakes: int) -> list:
    return [(f"p{i}", "stake", stake) for i, stake in enumerate(stakes, 1)]


RICH = "".join(goods(p, florin=9) for p in ("p1", "p2", "p3"))


def test_r_5_2_3_the_highest_bid_arranges_the_order():
    t = run("do order_of_play()", RICH, [*bids(3, 2, 0), ("p1", "sequence", ["p3", "p1", "p2"])])
    assert t.prop("order_of_play") == ["p3", "p1", "p2"] and t.held("bank", "florin") == 135 - 27 + 5


def test_r_5_2_6_a_tie_is_bid_again_and_r_5_2_7_only_once():
    again = [("p1", "stake", 1), ("p2", "stake", 1)]
    t = run("do order_of_play()", RICH, [*bids(3, 3, 1), *again])
    assert t.held("bank", "florin") == 135 - 27 + 9 and ("p3", "stake") not in t.keys[3:]


def test_r_14_1_7_two_players_do_not_bid_again():
    t = run("do order_of_play()", goods("p1", florin=5) + goods("p2", florin=5), bids(2, 2), players=2)
    assert t.held("bank", "florin") == 129 and len(t.keys) == 2


def test_r_5_2_10_the_king_adds_three():
    t = run("do order_of_play()", (RICH, "move king to cards of p3"), bids(2, 0, 0), stops=True)
    assert t.keys[-1] == ("p3", "sequence")
    no_bonus = {"king_bonus_on_zero": "no"}
    t = run("do order_of_play()", (RICH, "move king to cards of p3"), bids(2, 0, 0), stops=True, options=no_bonus)
    assert t.keys[-1] == ("p1", "sequence")


# -- boards


FULL = [("domestic", "fish", 5, 1, 0), ("domestic", "iron", 6, 0, 1), ("domestic", "wood", 3, 0, 0)]


@pytest.mark.parametrize(("board", "cube", "count", "idle", "unrest"), [*FULL, ("export", "wood", 7, 1, 0)])
def test_r_5_3_2_markets_that_are_too_full(board: str, cube: str, count: int, idle: int, unrest: int):
    given = (MAP, NINE, f"move {count} {cube} from bank to {board}\nset surplus to 5")
    t = run("do population_effects()", given)
    assert (t.prop("surplus"), t.prop("rebellion")) == (5 + idle, unrest)


def test_r_5_3_1_board_four_sees_what_board_one_did():
    given = (MAP, NINE, "move 5 fish from bank to domestic\nset surplus to 12")
    assert run("do population_effects()", given).prop("rebellion") == 2


@pytest.mark.parametrize(("people", "idle", "unrest"), [(10, 0, 0), (11, 1, 0), (20, 1, 0), (21, 0, 1), (31, 1, 1)])
def test_r_5_3_6_the_row_of_the_population(people: int, idle: int, unrest: int):
    names = [f"citizen_p{p}_{i}" for p in range(1, 6) for i in range(1, 11)][:people]
    t = run("do population_effects()", (MAP, units("north", *names), "set surplus to 4"), players=5)
    assert (t.prop("surplus"), t.prop("rebellion")) == (4 + idle, unrest)


# -- purchase

TRACK = ["sawmill", "king", "thief", "archbishop", "pirate"]
LAID_OUT = "".join(f"move {card} to track\n" for card in TRACK)


def test_r_5_6_3_buy_one_turn_another_and_refill():
    given = (LAID_OUT, on_top("diplomat"), goods("p1", florin=3))
    answers = [("p1", "deal", "buy"), ("p1", "bought", "sawmill"), ("p1", "turned", "king")]
    t = run("p1 does buy_or_turn()\ndo restock()", given, answers)
    assert t.zone("cards_p1") == ["sawmill"] and t.prop("quarter", "king") == 1 and t.held("p1", "florin") == 0
    assert t.zone("track") == [*TRACK[1:], "diplomat"]


def test_r_5_6_10_a_red_half_comes_up_at_once():
    """The diplomat's own back counts nothing now; the next back, the researcher's, counts towns."""
    towns = (MAP, NINE, house("building_14", "town", "east"))
    given = (LAID_OUT, on_top("researcher") + on_top("diplomat"), *towns, "set quarter of king to 2")
    t = run("p1 does buy_or_turn()\ndo restock()", given, [("p1", "pair", ["king", "thief"])])
    assert t.zone("evolution_discard") == ["king"] and t.zone("track")[-1] == "diplomat" and t.prop("rebellion") == 1


def test_r_5_6_1_discs_and_coins_come_back():
    given = "move 2 action_disc from disc_store of p1 to used_discs of p1\nmove 3 florin from bank to tolls of p1"
    t = run("do purchase()", given, stops=True)
    assert t.held("p1", "action_disc") == 2 and t.held("bank", "florin") == 135


# -- R-11 offers: nobody is asked; who is asked something else may begin one


def at_table(moment_play: str, *given: str, **more) -> Table:
    return run(moment_play, (MAP, *given), stops=True, **more)


def test_r_11_1_2_in_a_round_the_active_player_offers():
    t = at_table("p1 does play_round()", goods("p1", action_disc=1, florin=4, wood=1) + goods("p2", iron=1))
    assert t.position.volunteers() == ["propose"]
    t.position.volunteer("propose")
    offer = [("p1", "partner", "p2"), ("p1", "gift", {"wood": 1, "florin": 1}), ("p1", "wish", {"iron": 1})]
    t.give([*offer, ("p2", "answer", "accept")], stops=True)
    assert t.held("p1", "iron") == 1 and t.held("p2", "wood") == 1 and t.held("p2", "florin") == 1
    assert t.keys[-1] == ("p1", "step")  # his question is put again


def test_r_11_1_1_no_offers_while_cards_are_bought_or_if_they_are_switched_off():
    t = at_table("do purchase()", LAID_OUT, goods("p1", florin=9))
    assert t.position.volunteers() == []
    t = at_table("p1 does play_round()", goods("p1", action_disc=1, florin=4), options=OFF)
    assert t.position.volunteers() == []


def test_r_11_1_3_in_a_crisis_any_two_may_deal_and_r_5_2_4_bribes():
    t = at_table(STONE, NINE, goods("p1", stone=1))
    assert t.keys[-1] == ("p1", "help") and t.position.volunteers() == ["propose"]
    t = run("do order_of_play()", RICH, bids(3, 2, 0), stops=True)
    assert t.keys[-1] == ("p1", "sequence") and t.position.volunteers() == ["propose"]


def test_r_9_3_2_a_wonder_got_by_a_deal_waits_for_the_next_turn():
    given = goods("p1", action_disc=3, iron=3, florin=2) + "move colossus to cards of p2\nset turn to 3\n"
    t = at_table("p1 does play_round()", given + units("east", "citizen_p1_1"))
    t.position.volunteer("propose")
    offer = [("p1", "partner", "p2"), ("p1", "gift", {}), ("p1", "wish", {}), ("p1", "wanted", ["colossus"])]
    t.give([*offer, ("p2", "answer", "accept")], stops=True)
    assert t.zone("cards_p1") == ["colossus"] and t.prop("acquired", "colossus") == 3 and "card" not in t.offered


# -- disengagement


def test_r_5_1_everything_comes_to_rest():
    given = units("north", "citizen_p1_1") + "move icon_1 to north\nset seat of citizen_p1_1 to icon_1\n"
    given += "set engaged of citizen_p1_1 to yes\nset engaged of king to yes\nset rebellion to 1\n"
    given += house("building_1", "port", "east", "ship_p1_1") + "set engaged of ship_p1_1 to yes\n"
    t = run("do disengagement()", (MAP, given))
    assert t.prop("seat", "citizen_p1_1") is None and t.place("citizen_p1_1") == "north"
    assert t.prop("seat", "ship_p1_1") == "building_1"
    assert "yes" not in {t.prop("engaged", thing) for thing in ("citizen_p1_1", "ship_p1_1", "king")}


def test_r_5_1_4_rebels_stand_up_or_by_the_other_ruling_as_their_owner_likes():
    down = NINE + "".join(f"set lying of {c} to yes\nset rebel of {c} to yes\n" for c in ALL) + "set rebellion to 9\n"
    t = run("do disengagement()", (MAP, down))
    assert lying(t) == [] and t.prop("rebellion") == 9 and t.prop("rebel", ALL[0]) == "no"
    t = run("do disengagement()", (MAP, down), options={"phase1_stand_rebels": "optional"}, stops=True)
    assert t.keys == [("p1", "chosen")] and len(lying(t)) == 9
