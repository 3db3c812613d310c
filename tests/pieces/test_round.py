"""Piece 7: the round and the actions phase."""

from harness import MAP, Table, goods, house, refused, run, units

OFF = {"negotiation": "off"}
ROUND = "p1 does play_round()"
PHASE = "do actions()"
ME = (MAP, units("east", "citizen_p1_1", "citizen_p1_2") + goods("p1", action_disc=3, florin=10))
BISHOP = "move archbishop to cards of p1\nset rebellion to 1"
MARKET = house("building_1", "market", "east", "citizen_p1_2") + "move 2 wood from bank to domestic"
TAXES = [("p1", "step", "wheel"), ("p1", "zone", "taxes")]
CARD, HOUSE, PASS = ("p1", "step", "card"), ("p1", "step", "house"), ("p1", "step", None)
NO_TRADE = ("p1", "trade", None)


def a_round(*given: str, answers: list, play: str = ROUND, **more) -> Table:
    return run(play, (*ME, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def test_r_5_5_1_once_each_in_any_order():
    given, trade = (BISHOP, MARKET), [HOUSE, NO_TRADE]
    for order in ([TAXES, [CARD], trade], [trade, TAXES, [CARD]], [[CARD], trade, TAXES]):
        t = a_round(*given, answers=[answer for step in order for answer in step])
        assert t.prop("deeds", "p1") == 3 and t.prop("rebellion") == 1
        assert t.held("p1", "florin") == 10 + 2 - 2 - 1 and t.held("used_discs_p1", "action_disc") == 1


def test_r_5_5_1_no_second_card_in_a_round():
    two = BISHOP + "\nmove gifts_from_the_clergy to cards of p1\n" + goods("p1", fruit=1)
    card = [CARD, ("p1", "way", "archbishop_way")]
    t = a_round(two, answers=[*card, refused("p1", "step", "card"), *TAXES])
    assert t.prop("deeds", "p1") == 2


def test_r_5_5_3_passing_freezes_the_discs_held():
    t = a_round(answers=[PASS])
    assert t.held("p1", "action_disc") == 0 and t.held("frozen_discs_p1", "action_disc") == 3
    assert t.prop("out", "p1") == "yes"


def test_r_5_5_3_by_the_other_ruling_they_stay():
    t = a_round(answers=[PASS], options={"pass_policy": "may_skip"})
    assert t.held("p1", "action_disc") == 3 and t.prop("out", "p1") == "no"


def test_r_5_5_3_a_card_without_disc_does_not_save_the_discs():
    t = a_round(BISHOP, answers=[CARD, PASS])
    assert t.held("frozen_discs_p1", "action_disc") == 3 and t.prop("out", "p1") == "no"


def test_r_5_5_5_the_disc_may_lie_on_a_card():
    thief = "move thief to cards of p1\n"
    t = a_round(
        thief, answers=[CARD, ("p1", "victim", "p2"), ("p2", "hand", "fist_p2_1"), ("p1", "pick", "fist_p2_1"), PASS]
    )
    assert t.prop("discs_spent", "p1") == 1 and t.held("p1", "action_disc") == 2
    assert t.held("frozen_discs_p1", "action_disc") == 0


def test_r_5_5_4_rounds_go_on_without_a_disc():
    given = "move 3 action_disc from p1 to used_discs of p1"
    t = a_round(given, MARKET, answers=[HOUSE, NO_TRADE], play=PHASE)
    assert t.prop("out", "p1") == "yes" and t.held("tolls_p1", "florin") == 1
    t = a_round(given, MARKET, answers=[], play=PHASE, options={"rounds_without_disc": "no"})
    assert t.asked == []


def test_r_5_5_6_the_other_plays_on_and_the_phase_ends():
    """The toy's row: one passes with a disc left, the other plays on."""
    given = units("west", "citizen_p2_1") + goods("p2", action_disc=2)
    taxes = [("p2", "step", "wheel"), ("p2", "zone", "taxes")]
    t = a_round(given, answers=[PASS, *taxes, *taxes], play=PHASE)
    assert t.held("frozen_discs_p1", "action_disc") == 3 and t.held("p2", "florin") == 2
    assert [t.prop("out", p) for p in ("p1", "p2", "p3")] == ["yes", "yes", "yes"] and t.over


def test_r_5_5_7_a_new_disc_brings_a_player_back():
    """p1 is out; p2 empties the first pile, and p1 has another round with the disc it brings."""
    sea = "lay tile_02@f6\nlay tile_01@g5\nlay tile_04@e6+1"
    given = (sea, units("middle_sea", "ship_p2_1") + units("east", "citizen_p1_1") + goods("p2", action_disc=1))
    pile = "move 1 explorer_token from box to pile_1\nmove 8 explorer_token from box to pile_2"
    explore = [("p2", "step", "wheel"), ("p2", "zone", "exploration"), ("p2", "answer", "take")]
    answers = [*explore, ("p2", "spot", "tile_03/1@e5"), ("p3", "step", None), *TAXES, ("p2", "step", None)]
    t = run(PHASE, (*given, pile), answers, options=OFF)
    assert t.held("used_discs_p1", "action_disc") == 1 and t.prop("out", "p1") == "yes"


def test_r_6_1_8_an_empty_migration_is_a_legal_use_so_passing_forfeits():
    """Nobody on the map and the circles of taxes full: a migration of nobody is still an action."""
    given = (goods("p1", action_disc=2), "set shared_used(taxes) to 3")
    t = run(ROUND, given, [PASS], options=OFF)
    assert t.held("frozen_discs_p1", "action_disc") == 2


def test_r_6_1_3_circles():
    t = a_round(
        "set shared_used(taxes) to 3", answers=[("p1", "step", "wheel"), refused("p1", "zone", "taxes")], stops=True
    )
    assert "migration" in t.offered


def test_r_6_1_6_reproduction_once_in_a_turn():
    breed = [("p1", "step", "wheel"), ("p1", "zone", "reproduction")]
    answers = [*breed, ("p1", "step", "wheel"), refused("p1", "zone", "reproduction"), ("p1", "zone", "taxes")]
    t = a_round(answers=answers, play=ROUND + "\n" + ROUND)
    assert t.count("east", "citizen_p1") == 3 and t.held("p1", "action_disc") == 1


def test_r_7_3_2_a_market_allows_two_transactions():
    """First he can only buy wood, for 5; then he can only sell it again, for 5."""
    answers = [HOUSE, ("p1", "trade", "bargain"), ("p1", "trade", "bargain"), PASS]
    t = a_round(MARKET, answers=answers)
    assert t.held("p1", "florin") == 9 and t.held("tolls_p1", "florin") == 1 and t.prop("used", "building_1") == "yes"
    assert t.prop("engaged", "citizen_p1_2") == "yes"


def test_r_7_3_4_each_building_once_in_the_phase():
    answers = [HOUSE, NO_TRADE, *TAXES, *TAXES, *TAXES]
    t = a_round(MARKET, answers=answers, play=PHASE)
    assert ("p1", "house") not in t.keys and t.held("tolls_p1", "florin") == 1


def test_r_7_3_7_used_from_the_town_its_citizen_is_engaged():
    houses = house("building_14", "town", "east", "citizen_p1_1") + house("building_1", "market", "east")
    t = a_round(houses, answers=[HOUSE, PASS])
    assert t.prop("engaged", "citizen_p1_1") == "yes" and t.prop("engaged", "citizen_p1_2") == "no"


def test_r_7_3_11_the_fee_comes_first():
    t = a_round(MARKET, "move 10 florin from p1 to bank", answers=[refused("p1", "step", "house"), PASS])
    assert t.prop("used", "building_1") == "no"


def test_r_12_2_1_an_end_met_in_a_round_waits_for_its_end():
    """The first pile is empty: p1 still has his card, p2 has no round any more."""
    given = "move s1 to goals of p3\nset turn to 1\nmove 1 florin from bank to p2\n" + goods("p2", action_disc=1)
    t = a_round(given, BISHOP, answers=[*TAXES, CARD], play=PHASE)
    assert t.over and t.prop("met", "s1") == "yes" and ("p2", "step") not in t.keys


def test_r_12_2_2_whoever_meets_it_the_card_is_shown():
    t = a_round("move s1 to goals of p3", BISHOP, answers=TAXES, play="set turn to 1\n" + ROUND, stops=True)
    assert t.view("p1")["zones"]["goals_p3"] == ["s1"]
    t = a_round("move s1 to goals of p3", BISHOP, answers=TAXES, stops=True)  # not before turn 1
    assert t.view("p1")["zones"]["goals_p3"] == [None] and t.view("p3")["zones"]["goals_p3"] == ["s1"]
