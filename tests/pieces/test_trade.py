"""Piece 8: recruitment, transactions, population effects, taxes, reproduction."""

import pytest
from harness import MAP, Table, goods, house, refused, run, units

OFF = {"negotiation": "off"}
WHEEL = "p1 does wheel_step()"
HERE = (MAP, units("east", "citizen_p1_1") + units("middle_sea", "ship_p1_1") + goods("p1", action_disc=1))
RECRUIT = ("p1", "zone", "recruitment")
TRADE = ("p1", "zone", "transaction")


def wheel(*given: str, answers: list, **more) -> Table:
    return run(WHEEL, (*HERE, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def lands(*areas: str | None) -> list:
    return [RECRUIT, *(("p1", "landing", area) for area in areas)]


def test_r_6_7_1_three_three_four():
    t = wheel("set surplus to 5\n" + goods("p1", florin=10), answers=lands("east", "middle", "middle"))
    assert t.held("p1", "florin") == 0 and t.prop("surplus") == 2
    assert t.count("east", "citizen_p1") == 2 and t.count("middle", "citizen_p1") == 2
    assert t.prop("engaged", "citizen_p1_2") == "no"


def test_r_6_7_12_nine_florins_buy_two_and_no_more():
    t = wheel("set surplus to 5\n" + goods("p1", florin=9), answers=lands("east", "east"))
    assert t.held("p1", "florin") == 3 and t.prop("surplus") == 3


def test_r_6_7_12_he_may_stop_after_the_first():
    t = wheel("set surplus to 5\n" + goods("p1", florin=20), answers=[RECRUIT, refused("p1", "landing", None),
              ("p1", "landing", "east"), ("p1", "landing", None)])  # fmt: skip
    assert t.held("p1", "florin") == 17 and t.prop("surplus") == 4


NO_WORKERS = "set surplus to 0"
NO_MONEY = "set surplus to 1\nmove 10 florin from p1 to bank"
NO_CITIZENS = "set surplus to 1\neach citizen c in reserve of p1: move c to king"  # all on a wonder


@pytest.mark.parametrize("given", [NO_WORKERS, NO_MONEY, NO_CITIZENS])
def test_r_6_7_7_without_workers_money_or_citizens_it_is_not_offered(given: str):
    t = wheel(goods("p1", florin=10), given, answers=[], stops=True)
    assert "recruitment" not in t.offered


def test_r_6_7_5_three_in_a_region_are_enough():
    given = units("east", "citizen_p1_2", "citizen_p1_3") + "set surplus to 2\n" + goods("p1", florin=20)
    t = wheel(given, answers=[RECRUIT], stops=True)
    assert t.offered == ["middle", None] and t.count("middle", "citizen_p1") == 1  # the first went there unasked


def test_r_6_7_3_only_where_an_active_unit_is():
    given = "set lying of citizen_p1_1 to yes\nset surplus to 1\n" + goods("p1", florin=20)
    t = wheel(given, answers=[RECRUIT])
    assert t.count("middle", "citizen_p1") == 1  # only the ship's coast is left: not asked


def test_r_6_7_9_a_ship_recruits_on_any_bank_a_citizen_on_its_own():
    given = "move citizen_p1_1 to bank_b\nset surplus to 1\nmove ship_p1_1 to reserve of p1\n" + goods("p1", florin=9)
    t = wheel(given, answers=[RECRUIT])
    assert t.count("bank_b", "citizen_p1") == 2
    given = "move ship_p1_1 to water_c\nset surplus to 1\n" + goods("p1", florin=9)
    t = wheel(given, answers=[RECRUIT], stops=True)
    assert t.offered == ["east", "bank_b", "bank_d", "bank_f"]


@pytest.mark.parametrize(("cubes", "price"), [(1, 6), (3, 6), (4, 4), (7, 3), (12, 2)])
def test_r_6_4_2_buying_costs_the_row_of_the_last_cube(cubes: int, price: int):
    t = wheel(f"move {cubes} fish from bank to domestic\n" + goods("p1", florin=9), answers=[TRADE])
    assert t.held("p1", "florin") == 9 - price and t.held("p1", "fish") == 1
    assert t.held("domestic", "fish") == cubes - 1


@pytest.mark.parametrize(("cubes", "price"), [(0, 5), (2, 5), (3, 4), (8, 3)])
def test_r_6_4_3_selling_brings_the_row_of_the_new_cube(cubes: int, price: int):
    given = f"move {cubes} fish from bank to export\nmove 6 fish from bank to domestic\n"
    given += goods("p1", fish=1) + "move 6 fish from domestic to box"
    answers = [TRADE, ("p1", "board", "export")]
    t = wheel(given, answers=answers)
    assert t.held("p1", "florin") == price and t.held("export", "fish") == cubes + 1


def test_r_6_4_4_a_full_zone_accepts_no_sale():
    given = "move 8 iron from bank to domestic\nmove 1 iron from bank to p1"
    t = wheel(given, answers=[TRADE])  # the other board is the only one left: nothing to choose
    assert t.held("export", "iron") == 1 and t.held("p1", "florin") == 8


def test_r_6_4_5_nothing_to_sell_and_no_money_no_transaction():
    t = wheel("move 1 fish from bank to domestic\n" + goods("p1", florin=5), answers=[], stops=True)
    assert "transaction" not in t.offered


def test_r_6_4_7_a_token_is_sold_as_a_cube_out_of_the_bank():
    given = goods("p1", explorer_token=1)
    answers = [TRADE, ("p1", "board", "domestic"), ("p1", "good", "iron")]
    t = wheel(given, answers=answers)
    assert t.held("p1", "florin") == 7 and t.held("domestic", "iron") == 1 and t.held("bank", "iron") == 9
    assert t.held("box", "explorer_token") == 24


def test_r_10_5_4_for_a_sale_the_bank_must_have_the_cube_by_either_ruling():
    given = goods("p1", explorer_token=1) + "move 10 iron from bank to box"
    for ruling in ("always", "only_for_sale"):
        t = wheel(
            given, answers=[TRADE, ("p1", "board", "export")], options={"token_needs_bank_cube": ruling}, stops=True
        )
        assert t.offered == ["fruit", "cattle", "fish", "wood", "stone"]


def test_r_1_2_3_a_short_bank_pays_what_it_has():
    given = goods("p1", iron=1) + "move 8 iron from bank to domestic\nmove 132 florin from bank to p2"
    t = wheel(given, answers=[TRADE])
    assert t.held("p1", "florin") == 3 and t.held("bank", "florin") == 0


def test_r_6_2_taxes():
    given = units("east", "citizen_p1_2", "citizen_p1_3") + "set lying of citizen_p1_3 to yes\n"
    given += house("building_14", "town", "east", "citizen_p1_1") + house("building_15", "temple", "east")
    t = wheel(given, answers=[("p1", "zone", "taxes")])
    assert t.held("p1", "florin") == 2 + 1 + 2 + 1 and t.prop("rebellion") == 1


def test_r_6_2_6_independence_before_the_income():
    t = wheel("set rebellion to 1", answers=[("p1", "zone", "taxes")])
    assert t.over and t.prop("rebellion") == 2 and t.held("p1", "florin") == 0


def test_r_6_6_reproduction():
    given = units("east", "citizen_p1_2") + units("south", "citizen_p1_3", "citizen_p1_4")
    given += units("west", "citizen_p1_5", "citizen_p1_6") + "set lying of citizen_p1_5 to yes\n"
    given += units("bank_b", "citizen_p1_7") + units("bank_d", "citizen_p1_8")
    t = wheel(given, answers=[("p1", "zone", "reproduction")], stops=True)
    assert t.offered == (1, 2, [["east"], ["south"]])  # not with a rebel, not across an inlet
    t = wheel(given, answers=[("p1", "zone", "reproduction"), ("p1", "homes", ["east", "south"])])
    assert t.count("east", "citizen_p1") == 3 and t.count("south", "citizen_p1") == 3 and t.prop("surplus") == 0


def test_ec_57_a_short_reserve_lets_him_choose():
    given = units("east", "citizen_p1_2") + units("south", "citizen_p1_3", "citizen_p1_4")
    given += (
        units("west", "citizen_p1_5") + "each citizen c in reserve of p1 where c is not citizen_p1_10: move c to king"
    )
    t = wheel(given, answers=[("p1", "zone", "reproduction"), ("p1", "homes", ["south"])])
    assert t.count("south", "citizen_p1") == 3 and t.count("east", "citizen_p1") == 2


PEOPLE = [f"citizen_p{p}_{i}" for p in range(1, 5) for i in range(1, 11)]


def effects(people: int, *given: str, **more) -> Table:
    everybody = units("south", *PEOPLE[:people])
    return run("do population_effects()", (MAP, everybody, *given), options=OFF, players=4, **more)


def test_r_5_3_2_the_row_of_the_last_cube_counts_once():
    t = effects(8, "move 5 fish from bank to domestic\nset surplus to 4")
    assert (t.prop("surplus"), t.prop("rebellion")) == (5, 0)
    t = effects(8, "move 6 iron from bank to domestic\nset surplus to 4")
    assert (t.prop("surplus"), t.prop("rebellion")) == (4, 1)


def test_r_5_3_5_the_export_board_has_workers_only():
    t = effects(8, "move 9 fish from bank to export\nset surplus to 4")
    assert (t.prop("surplus"), t.prop("rebellion")) == (5, 0)


@pytest.mark.parametrize(
    ("people", "surplus", "rebellion"), [(10, 0, 0), (11, 1, 0), (20, 1, 0), (21, 0, 1), (31, 1, 1), (40, 1, 1)]
)
def test_r_5_3_6_the_row_of_the_population(people: int, surplus: int, rebellion: int):
    t = effects(people, "set surplus to 4")
    assert (t.prop("surplus"), t.prop("rebellion")) == (4 + surplus, rebellion)


@pytest.mark.parametrize(
    ("workers", "rebellion"), [(3, 2), (4, 3), (8, 4), (12, 4), (13, 5), (17, 5), (18, 6), (22, 6)]
)
def test_r_5_3_8_the_row_of_the_surplus_may_lower_it(workers: int, rebellion: int):
    t = effects(8, f"set surplus to {workers}\nset rebellion to 3")
    assert t.prop("rebellion") == rebellion


def test_r_1_7_4_no_marker_goes_below_zero_and_r_1_7_5_above_its_end():
    assert effects(8).prop("rebellion") == 0
    assert effects(8, "set surplus to 22\nmove 9 fish from bank to export").prop("surplus") == 22


def test_r_5_3_1_board_four_reads_what_board_one_did():
    t = effects(8, "set surplus to 12\nmove 5 fish from bank to domestic\nset rebellion to 1")
    assert t.prop("surplus") == 13 and t.prop("rebellion") == 3


def test_r_5_3_9_independence_at_board_one_is_not_undone_by_board_four():
    t = effects(8, "move 8 iron from bank to domestic\nset rebellion to 7")
    assert t.over and t.prop("rebellion") == 9


def test_r_12_2_4_an_end_in_phase_three_waits_for_the_boards():
    """`surplus higher than 21` is met on board II; boards III and IV are still read."""
    given = (
        "move l9 to goals of p1\nset turn to 2\nset surplus to 21\nmove 9 fish from bank to export\nset rebellion to 1"
    )
    t = effects(11, given)
    assert t.over and t.prop("met", "l9") == "yes" and t.prop("rebellion") == 4
