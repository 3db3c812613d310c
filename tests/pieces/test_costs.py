"""Piece 13: costs, substitutes, fees, limits."""

from harness import MAP, Table, goods, house, refused, run, units

OFF = {"negotiation": "off"}
ROUND = "p1 does play_round()"
BUILD = "p1 does wheel_step()"
HERE = (MAP, units("east", "citizen_p1_1") + goods("p1", action_disc=1))
GO = ("p1", "zone", "construction")
PAID = goods("p1", stone=2, florin=1)


def build(*given: str, answers: list, **more) -> Table:
    return run(BUILD, (*HERE, *given), [GO, *answers], options={**OFF, **more.pop("options", {})}, **more)


def plans(*given: str, **more) -> list[str]:
    """What he could build. Ships cost nothing in this pack: if that is all, one is built without a question."""
    t = build(*given, answers=[], stops=True, **more)
    if t.over:
        assert t.place("ship_p1_1") == "east_sea"
    return ["plan_ship"] if t.over else t.offered


def plan(name: str) -> tuple:
    return ("p1", "plan", f"plan_{name}")


def test_r_6_9_2_a_temple_costs_what_the_table_says():
    t = build(PAID, answers=[plan("temple")])
    assert t.held("p1", "stone") == 0 and t.held("p1", "florin") == 0 and t.held("bank", "stone") == 12
    assert t.place("building_14") == "east" and t.prop("form", "building_14") == "temple"
    assert t.prop("seat", "citizen_p1_1") == "building_14" and t.prop("engaged", "citizen_p1_1") == "yes"


def test_r_4_6_3_what_cannot_be_paid_completely_is_not_offered():
    assert plans(goods("p1", stone=1, florin=1)) == ["plan_ship"]
    assert plans(PAID) == ["plan_temple", "plan_ship"]


def test_r_6_9_3_tokens_replace_cubes_and_not_florins():
    t = build(goods("p1", stone=1, florin=1, explorer_token=1), answers=[plan("temple")])
    assert t.held("p1", "explorer_token") == 0 and t.held("p1", "stone") == 0 and t.held("bank", "stone") == 12
    assert t.held("box", "explorer_token") == 24
    assert plans(goods("p1", stone=2, explorer_token=3)) == ["plan_ship"]


def test_r_10_5_3_how_many_tokens_is_asked_where_it_is_open():
    given = goods("p1", stone=2, florin=1, explorer_token=2)
    t = build(given, answers=[plan("temple")], stops=True)
    assert t.keys[-1] == ("p1", "payment") and t.offered == [0, 1, 2]
    t = build(given, answers=[plan("temple"), ("p1", "payment", 1)])
    assert t.held("p1", "stone") == 1 and t.held("p1", "explorer_token") == 1


def test_r_10_5_3_tokens_for_two_kinds_of_cubes():
    """A town costs stone and wood: one token can stand for either, and what the other needs is kept back."""
    given = goods("p1", wood=1, florin=2, explorer_token=1)
    t = build(given, answers=[plan("town")])
    assert t.held("p1", "wood") == 0 and t.held("p1", "explorer_token") == 0
    given = goods("p1", stone=1, wood=1, florin=2, explorer_token=1)
    t = build(given, answers=[plan("town"), ("p1", "payment", 0), ("p1", "payment", 1)])
    assert t.held("p1", "stone") == 0 and t.held("p1", "wood") == 1


def test_r_10_5_4_a_token_needs_a_cube_in_the_bank():
    given = goods("p1", stone=1, florin=1, explorer_token=1) + "move all stone from bank to box"
    assert plans(given) == ["plan_ship"]
    t = build(given, answers=[plan("temple")], options={"token_needs_bank_cube": "only_for_sale"})
    assert t.prop("form", "building_14") == "temple" and t.held("bank", "stone") == 1


def test_r_10_5_4_one_cube_in_the_bank_serves_for_several_tokens():
    given = goods("p1", florin=1, explorer_token=2) + "move 11 stone from bank to box"
    t = build(given, answers=[plan("temple")])
    assert t.held("p1", "explorer_token") == 0 and t.held("bank", "stone") == 1


def test_r_6_9_4_a_rebel_or_an_engaged_citizen_builds_nothing():
    for state in ("lying", "engaged"):
        t = run(BUILD, (*HERE, PAID, f"set {state} of citizen_p1_1 to yes"), options=OFF, stops=True)
        assert "construction" not in t.offered


def test_r_6_9_5_one_of_each_in_a_region():
    assert plans(PAID, house("building_20", "temple", "east")) == ["plan_ship"]


def test_r_1_4_2_the_tokens_are_thirteen():
    assert plans(PAID, "each building b in stockpile where side of b is civic: move b to bank_b") == ["plan_ship"]


def test_r_6_9_4_a_port_may_be_built_by_a_ship():
    given = units("middle_sea", "ship_p1_1") + goods("p1", stone=1, fish=1, florin=2)
    t = build(given, answers=[plan("port"), ("p1", "builder", "ship_p1_1")])
    assert t.prop("seat", "ship_p1_1") == "building_1" and t.prop("water", "building_1") == "middle_sea"
    assert t.place("building_1") == "middle" and t.prop("engaged", "ship_p1_1") == "yes"


def test_r_6_9_6_no_port_without_water():
    given = goods("p1", stone=1, fish=1, florin=2) + "move citizen_p1_1 to south"
    t = run(BUILD, (*HERE, given), options=OFF, stops=True)
    assert "construction" not in t.offered


def test_r_6_9_8_the_builder_leaves_the_building_it_stood_on():
    t = build(PAID, house("building_1", "market", "east", "citizen_p1_1"), answers=[plan("temple")])
    assert t.prop("occupant", "building_1") is None and t.prop("occupant", "building_14") == "citizen_p1_1"


def test_r_6_9_10_a_ship_is_usable_at_once_and_engages_nobody():
    t = build(answers=[])
    assert t.place("ship_p1_1") == "east_sea" and t.prop("engaged", "citizen_p1_1") == "no"


def test_r_10_6_2_the_benefactor_rewards_a_temple():
    t = build(PAID, "move benefactor to fashion", answers=[plan("temple")])
    assert t.held("merit_box_p1", "florin") == 1
    t = build(goods("p1", stone=1, wood=1, florin=2), "move benefactor to fashion", answers=[plan("town")])
    assert t.held("merit_box_p1", "florin") == 0


# -- wonders


WONDER = (
    MAP,
    "move great_lighthouse to cards of p1\nset turn to 2\nset acquired of great_lighthouse to 1",
    house("building_1", "port", "east", "citizen_p1_1") + units("east", "citizen_p1_2"),
)
COST = goods("p1", iron=1, stone=2, action_disc=1)
CARD, PASS, MASON = ("p1", "step", "card"), ("p1", "step", None), ("p1", "mason", "citizen_p1_2")


def wonder(*given: str, answers: list, **more) -> Table:
    return run(ROUND, (*WONDER, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def not_offered(*given: str) -> bool:
    t = wonder(*given, answers=[], stops=True)
    return t.over or "card" not in t.offered


def test_r_9_3_3_pay_then_effect_then_the_citizen():
    t = wonder(COST, answers=[CARD, MASON])
    assert t.prop("built", "great_lighthouse") == "yes" and t.zone("great_lighthouse") == ["citizen_p1_2"]
    assert t.held("bank", "iron") == 10 and t.held("bank", "stone") == 12 and t.prop("card_used", "p1") == "yes"


def test_r_4_6_3_not_payable_not_offered():
    assert not_offered(goods("p1", iron=1, stone=1, action_disc=1))
    assert not_offered(goods("p1", iron=1, stone=2))
    assert not not_offered(COST)


def test_r_9_2_8_a_token_for_the_wonder():
    t = wonder(goods("p1", stone=2, explorer_token=1, action_disc=1), answers=[CARD, MASON])
    assert t.prop("built", "great_lighthouse") == "yes" and t.held("p1", "explorer_token") == 0


def test_r_9_3_2_not_in_the_turn_it_was_bought():
    assert not_offered(COST, "set acquired of great_lighthouse to 2")


def test_r_9_3_4_no_free_citizen_no_wonder():
    assert not_offered(COST, "set engaged of citizen_p1_1 to yes\nset engaged of citizen_p1_2 to yes")


def test_r_9_3_5_it_is_built_once():
    assert not_offered(COST, "set built of great_lighthouse to yes")


def test_r_4_7_3_the_mason_leaves_and_independence_is_tested():
    t = wonder(COST, "set rebellion to 2", answers=[CARD, MASON])
    assert t.over and [won for _, won in t.standing.values()] == ["no", "no", "no"]
    assert t.prop("built", "great_lighthouse") == "yes" and t.prop("deeds", "p1") == 1


def test_r_9_1_3_a_wonder_is_not_used_but_built():
    t = wonder(COST, "move gifts_from_the_clergy to cards of p1\n" + goods("p1", fruit=1), answers=[CARD], stops=True)
    assert t.keys[-1] == ("p1", "plan") and t.offered == ["use", "build"]
    t = wonder(COST, "move gifts_from_the_clergy to cards of p1\n" + goods("p1", fruit=1),
               answers=[CARD, ("p1", "plan", "use"), refused("p1", "step", "card"), PASS])  # fmt: skip
    assert t.prop("engaged", "gifts_from_the_clergy") == "yes"
