"""R-5.5, R-6, R-7, R-8: rounds, the thirteen actions, control and inlets, on the real tiles."""

from __future__ import annotations

import pytest
from table import MAP, Table, goods, house, printed, refused, run, units

OFF = {"negotiation": "off"}
WHEEL = ("p1", "step", "wheel")
DISCS = goods("p1", action_disc=3)


def acting(zone: str, *given: str, answers: list, show: tuple[str, ...] = (), **more) -> Table:
    """p1 puts a disc on a zone of the wheel; regions that matter show their icons first."""
    play = printed(*show) + "p1 does wheel_step()"
    answers = [("p1", "zone", zone), *answers]
    return run(play, (MAP, DISCS, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def zones(*given: str, show: tuple[str, ...] = (), **more) -> list[str]:
    t = run(printed(*show) + "p1 does wheel_step()", (MAP, DISCS, *given), [], stops=True, options=OFF, **more)
    return t.offered or []


# -- taxes


def test_r_6_2_2_citizens_ships_towns_and_temples_pay():
    given = units("east", "citizen_p1_1", "citizen_p1_2") + units("open_sea", "ship_p1_1", "ship_p1_2")
    given += house("building_14", "town", "inland", "citizen_p1_3") + house("building_15", "temple", "inland")
    t = acting("taxes", given, answers=[])
    assert t.held("p1", "florin") == 3 + 2 + 2 + 1 and t.prop("rebellion") == 1


def test_r_6_2_3_rebels_pay_nothing_and_r_1_2_3_the_bank_pays_what_it_has():
    given = units("east", "citizen_p1_1", "citizen_p1_2", "citizen_p1_3") + "set lying of citizen_p1_1 to yes\n"
    assert acting("taxes", given, answers=[]).held("p1", "florin") == 2
    t = acting("taxes", given, "move 134 florin from bank to box", answers=[])
    assert t.held("p1", "florin") == 1 and t.held("bank", "florin") == 0


def test_r_6_2_6_independence_comes_before_the_income():
    t = acting("taxes", units("east", "citizen_p1_1"), "set rebellion to 1", answers=[])
    assert t.over and t.held("p1", "florin") == 0


# -- harvest


def test_r_6_3_1_several_units_in_several_regions():
    given = units("north", "citizen_p1_1", "citizen_p1_2") + units("inland", "citizen_p1_3")
    t = acting("harvest_wood", given, show=("north", "inland"), answers=[], stops=True)
    assert t.keys[-1] == ("p1", "worker") and len(t.offered) == 2  # two alike in the north, one inland
    while t.position.choice is not None:
        t.position.answer(t.position.choice.payload[0])
    assert t.held("p1", "wood") == 3 and t.held("bank", "wood") == 12
    assert all(t.prop("engaged", f"citizen_p1_{i}") == "yes" for i in (1, 2, 3))


def test_r_6_3_3_ships_fish_and_citizens_do_not():
    citizen = zones(units("north", "citizen_p1_1"), show=("north",))
    assert "harvest_wood" in citizen and "harvest_fish" not in citizen
    ship = zones(units("north_sea", "ship_p1_1"), show=("north",))
    assert "harvest_fish" in ship and "harvest_wood" not in ship


def test_r_8_1_2_not_on_the_other_bank():
    given = units("west_bank", "citizen_p1_1", "citizen_p1_2")
    t = acting("harvest_wood", given, show=("inlet",), answers=[])  # one icon on this bank
    assert t.held("p1", "wood") == 1


def test_r_6_3_9_only_what_the_bank_has_but_all_are_engaged():
    given = units("north", "citizen_p1_1", "citizen_p1_2")
    t = acting("harvest_wood", given, "move 14 wood from bank to box", show=("north",), answers=[], stops=True)
    t.position.answer(t.position.choice.payload[0])
    assert t.held("p1", "wood") == 1 and t.prop("engaged", "citizen_p1_2") == "yes"


def test_r_6_3_7_the_ruler_is_asked_and_may_be_paid():
    town = house("building_14", "town", "inland", "citizen_p2_1") + units("inland", "citizen_p1_1")
    given = town + goods("p1", florin=5)
    ask = [("p1", "price", 2), ("p2", "permission", "grant")]
    t = acting("harvest_wood", given, show=("inland",), answers=ask)
    assert t.held("p1", "wood") == 1 and t.held("p2", "florin") == 2 and t.held("p1", "florin") == 3
    t = acting("harvest_wood", given, show=("inland",), answers=[("p1", "price", 2), ("p2", "permission", "refuse")])
    assert t.held("p1", "wood") == 0 and t.held("p1", "action_disc") == 3  # the disc comes back
    rebel = given + "set lying of citizen_p2_1 to yes\n"
    assert acting("harvest_wood", rebel, show=("inland",), answers=[]).held("p1", "wood") == 1  # EC-27


def test_r_6_3_13_a_pillaged_icon_gives_nothing():
    given = units("west_bank", "citizen_p1_1")
    assert "harvest_wood" in zones(given, show=("inlet",))
    play = printed("inlet") + "each icon i: set pillaged of i to yes\np1 does wheel_step()"
    t = run(play, (MAP, DISCS, given), [], stops=True, options=OFF)
    assert "harvest_wood" not in t.offered


# -- transactions


FIVE_FISH = "move 5 fish from bank to domestic\n"


def test_r_6_4_2_successive_purchases_of_fish_cost_4_4_6():
    given = FIVE_FISH + goods("p1", florin=20)
    buy = "p1 does buy_cube(domestic, fish)\n"
    for times, left in ((1, 16), (2, 12), (3, 6)):
        assert run(buy * times, given).held("p1", "florin") == left


def test_r_6_4_3_successive_sales_of_fish_bring_4_3():
    given = FIVE_FISH + goods("p1", fish=2)
    sell = "p1 does sell_cube(domestic, fish)\n"
    assert run(sell, given).held("p1", "florin") == 4 and run(sell * 2, given).held("p1", "florin") == 7


def test_r_6_4_4_a_full_zone_takes_no_more():
    t = run("p1 does sell_cube(domestic, iron)", "move 8 iron from bank to domestic\n" + goods("p1", iron=1))
    assert t.held("p1", "iron") == 1


def test_r_6_4_7_a_token_is_sold_as_a_cube_of_the_bank():
    t = run("p1 does sell_cube(export, iron)", goods("p1", explorer_token=1))
    assert t.held("export", "iron") == 1 and t.held("bank", "iron") == 9 and t.held("p1", "florin") == 8
    assert t.held("p1", "explorer_token") == 0


# -- people


def test_r_6_6_1_reproduction_where_there_are_exactly_two():
    given = units("north", "citizen_p1_1", "citizen_p1_2") + units("east", "citizen_p1_3", "citizen_p1_4")
    given += units("inland", "citizen_p1_5")
    t = acting("reproduction", given, answers=[("p1", "homes", ["north", "east"])])
    assert t.count("north", "citizen_p1") == t.count("east", "citizen_p1") == 3 and t.count("inland", "citizen") == 1


def test_r_6_6_3_rebels_do_not_reproduce_and_r_6_6_7_nor_do_two_banks():
    two = units("north", "citizen_p1_1", "citizen_p1_2")
    assert "reproduction" in zones(two) and "reproduction" not in zones(two, "set lying of citizen_p1_1 to yes")
    assert "reproduction" not in zones(units("west_bank", "citizen_p1_1") + units("east_bank", "citizen_p1_2"))


def test_r_6_7_2_three_workers_cost_3_3_4():
    given = units("east", "citizen_p1_1") + units("open_sea", "ship_p1_1") + goods("p1", florin=10)
    given += units("inland", "citizen_p1_2") + "set surplus to 5\n"
    place = ("p1", "landing", "inland")
    t = acting("recruitment", given, answers=[place, ("p1", "landing", "east"), place])
    assert t.held("p1", "florin") == 0 and t.prop("surplus") == 2


def test_r_6_7_3_where_he_has_an_active_unit_and_r_6_7_9_a_ship_serves_both_banks():
    given = goods("p1", florin=10) + "set surplus to 5\n"
    t = acting("recruitment", given, units("inlet", "ship_p1_1"), answers=[], stops=True)
    assert sorted(t.offered) == ["east_bank", "west_bank"]
    t = acting("recruitment", given, units("west_bank", "citizen_p1_1"), answers=[], stops=True)
    assert t.count("west_bank", "citizen_p1") == 2  # one answer, not asked
    rebel = units("west_bank", "citizen_p1_1") + "set lying of citizen_p1_1 to yes\n"
    assert "recruitment" not in zones(given, rebel)
    assert "recruitment" not in zones(goods("p1", florin=10), units("inlet", "ship_p1_1"))


# -- migration


def test_r_6_8_4_by_land_only_where_land_meets():
    t = acting("migration", units("west_bank", "citizen_p1_1"), answers=[("p1", "mover", "citizen_p1_1")], stops=True)
    assert t.place("citizen_p1_1") == "north"  # the only way


def test_r_8_1_8_a_ship_carries_across_the_inlet_and_may_sail_on():
    given = units("west_bank", "citizen_p1_1") + units("inlet", "ship_p1_1")
    answers = [("p1", "mover", "citizen_p1_1"), ("p1", "route", "convoy"), ("p1", "next", "inlet")]
    answers += [("p1", "mover", "ship_p1_1"), ("p1", "goal", "open_sea")]
    t = acting("migration", given, answers=answers, stops=True)
    assert t.place("citizen_p1_1") == "east_bank" and t.place("ship_p1_1") == "open_sea"


def test_r_6_8_8_over_one_junction_only_with_one_ship():
    given = units("north", "citizen_p1_1") + units("open_sea", "ship_p1_1")
    answers = [("p1", "mover", "citizen_p1_1"), ("p1", "route", "convoy")]
    t = acting("migration", given, answers=answers, stops=True)
    assert t.keys[-1] == ("p1", "mover")  # nothing but the open sea in reach: undone
    assert t.place("citizen_p1_1") == "north"


def test_r_6_8_9_a_chain_of_two_ships():
    given = units("north", "citizen_p1_1") + units("open_sea", "ship_p1_1") + units("east_sea", "ship_p1_2")
    answers = [("p1", "mover", "citizen_p1_1"), ("p1", "route", "convoy"), ("p1", "ferry", "ship_p1_2")]
    t = acting("migration", given, answers=answers[:2], stops=True)
    while t.keys[-1][1] in ("ferry", "next") and t.position.choice is not None:
        key = t.keys[-1][1]
        wanted = {"ferry": ["ship_p1_1", "ship_p1_2"], "next": ["east_sea", "open_sea"]}[key]
        answer = next(w for w in wanted if w in t.offered)
        t.give([("p1", key, answer)], stops=True)
    assert t.place("citizen_p1_1") == "east"


def test_r_6_8_6_no_taking_over_under_a_foreign_town():
    market = house("building_1", "market", "inland") + units("east", "citizen_p1_1")
    ruled = market + house("building_14", "town", "inland", "citizen_p2_1")
    stepped = [("p1", "mover", "citizen_p1_1"), ("p1", "goal", "inland")]
    t = acting("migration", market, answers=stepped[:1], stops=True)
    assert t.keys[-1] == ("p1", "house")
    t = acting("migration", ruled, answers=stepped[:1], stops=True)
    assert t.place("citizen_p1_1") == "inland" and t.keys[-1] != ("p1", "house")


def test_r_6_8_12_three_in_a_region_at_the_end():
    given = units("inland", "citizen_p1_1", "citizen_p1_2", "citizen_p1_3") + units("east", "citizen_p1_4")
    t = acting("migration", given, answers=[("p1", "mover", "citizen_p1_4")], stops=True)
    assert t.count("inland", "citizen_p1") == 4 and t.keys[-1] == ("p1", "goal")  # he may not stop: one more must go


# -- construction


COSTS = {
    "town": ({"stone": 1, "wood": 1, "florin": 2}, "inland"),
    "market": ({"fruit": 1, "cattle": 1}, "inland"),
    "port": ({"stone": 1, "fish": 1, "florin": 2}, "east"),
    "temple": ({"stone": 2, "florin": 1}, "inland"),
}


@pytest.mark.parametrize("form", COSTS)
def test_r_6_9_2_what_buildings_cost(form: str):
    cost, place = COSTS[form]
    t = acting("construction", units(place, "citizen_p1_1") + goods("p1", **cost), answers=[])
    assert all(t.held("p1", stuff) == 0 for stuff in cost)
    built = t.prop("seat", "citizen_p1_1")
    assert t.prop("form", built) == form and t.place(built) == place and t.prop("engaged", "citizen_p1_1") == "yes"
    for stuff in cost:
        less = {**cost, stuff: cost[stuff] - 1}
        assert "construction" not in zones(units(place, "citizen_p1_1") + goods("p1", **less))


def test_r_6_9_10_a_ship_costs_wood_and_a_coin_and_engages_nobody():
    t = acting("construction", units("east", "citizen_p1_1") + goods("p1", wood=1, florin=1), answers=[])
    assert t.place("ship_p1_1") == "east_sea" and t.prop("engaged", "citizen_p1_1") == "no"
    assert "construction" not in zones(units("inland", "citizen_p1_1") + goods("p1", wood=1, florin=1))


def test_r_6_9_4_a_port_may_be_built_by_a_ship_and_r_6_9_6_needs_land():
    rich = goods("p1", stone=1, fish=1, florin=2)
    t = acting("construction", units("east_sea", "ship_p1_1") + rich, answers=[])
    port = t.prop("seat", "ship_p1_1")
    assert t.prop("form", port) == "port" and t.prop("water", port) == "east_sea" and t.place(port) == "east"
    assert "construction" not in zones(units("open_sea", "ship_p1_1") + rich)


def test_r_1_9_8_one_of_each_in_a_region_also_on_two_banks():
    rich = goods("p1", fruit=1, cattle=1) + units("west_bank", "citizen_p1_1")
    assert "construction" in zones(rich)
    assert "construction" not in zones(rich, house("building_1", "market", "east_bank"))


def test_r_6_9_3_a_token_stands_for_a_cube_and_not_for_a_coin():
    mixed = goods("p1", stone=1, explorer_token=1, florin=1)
    t = acting("construction", units("inland", "citizen_p1_1") + mixed, answers=[])
    assert t.prop("form", t.prop("seat", "citizen_p1_1")) == "temple" and t.held("p1", "explorer_token") == 0
    assert "construction" not in zones(units("inland", "citizen_p1_1") + goods("p1", stone=2, explorer_token=1))


# -- ports and markets


def test_r_7_3_8_the_citizen_on_the_town_uses_the_market_then_the_port():
    given = house("building_14", "town", "east", "citizen_p1_1") + house("building_1", "market", "east")
    given += house("building_2", "port", "east") + goods("p1", florin=2, wood=1) + DISCS
    market = [("p1", "step", "house"), ("p1", "house", "building_1"), ("p1", "trade", None)]
    port = [("p1", "step", "house"), ("p1", "trade", None)]
    answers = [*market, refused("p1", "step", "house"), ("p1", "step", None), *port, ("p1", "step", None)]
    t = run("p1 does play_round()\n" * 2, (MAP, given), answers, options={**OFF, "pass_policy": "may_skip"}, stops=True)
    assert t.held("tolls_p1", "florin") == 2 and t.prop("engaged", "citizen_p1_1") == "yes"


def test_r_7_3_5_once_per_building_or_once_per_player():
    given = house("building_1", "market", "inland", "citizen_p1_1") + goods("p1", florin=1)
    used = given + "set used of building_1 to yes\nset used_by(building_1, p2) to yes\n"
    assert run("p1 does house_step()", (MAP, used), stops=True).held("tolls_p1", "florin") == 0
    t = run("p1 does house_step()", (MAP, used), options={"building_use_scope": "building_and_player"}, stops=True)
    assert t.held("tolls_p1", "florin") == 1


def test_r_4_4_7_the_builder_may_operate_or_by_the_other_ruling_not():
    given = house("building_1", "market", "inland", "citizen_p1_1") + goods("p1", florin=1)
    given += "set engaged of citizen_p1_1 to yes\n"
    assert run("p1 does house_step()", (MAP, given), stops=True).held("tolls_p1", "florin") == 1
    t = run("p1 does house_step()", (MAP, given), options={"engaged_unit_may_operate": "no"}, stops=True)
    assert t.held("tolls_p1", "florin") == 0


# -- exploration


def exploring(tile: str, *given: str, answers: list, **more) -> Table:
    """p1 explores with this tile on top of the deck; all piles are full."""
    top = f"move {tile} to tile_discard\nmove {tile} to tile_deck\n"
    piles = "each pile q: move 8 explorer_token from box to q\n"
    return acting("exploration", top + piles, *given, answers=answers, **more)


def test_r_6_5_18_huts_cubes_and_a_token():
    """Two cattle and three huts: one cube for the market, one for the explorer."""
    ship = units("open_sea", "ship_p1_1")
    t = exploring("tile_15", ship, answers=[("p1", "answer", "take")], stops=True)
    spot = next(s for s in t.offered if s.startswith("tile_15@"))
    t = exploring("tile_15", ship, answers=[("p1", "answer", "take"), ("p1", "spot", spot)])
    assert t.prop("surplus") == 3 and t.held("domestic", "cattle") == 1 and t.held("p1", "cattle") == 1
    assert t.held("p1", "explorer_token") == 1 and t.held("pile_1", "explorer_token") == 7
    assert t.place("ship_p1_1") == "tile_15_1_a" and t.prop("engaged", "ship_p1_1") == "no"


def test_r_6_5_10_a_citizen_does_not_explore_over_water():
    """All of this face is water: the citizen on the island beside it cannot go there."""
    citizen = units("north", "citizen_p1_1")
    t = exploring("tile_16", citizen, answers=[("p1", "answer", "take")], stops=True)
    assert not any(s.startswith("tile_16@") for s in t.offered or [])


def test_r_6_5_3_the_next_tile_is_not_seen():
    t = exploring("tile_15", units("open_sea", "ship_p1_1"), answers=[], stops=True)
    seen = t.view("p1")["zones"]["tile_deck"]
    assert seen[-1] == "tile_15" and set(seen[:-1]) == {None}


def test_r_6_5_12_what_does_not_fit_is_discarded_and_the_disc_is_spent():
    t = exploring("tile_03", units("inland", "citizen_p1_1"), answers=[("p1", "answer", "take")])
    assert t.zone("tile_discard") == ["tile_03"] and t.held("used_discs_p1", "action_disc") == 1
    assert t.held("p1", "explorer_token") == 0 and t.prop("surplus") == 0


def test_r_6_5_14_by_the_other_ruling_a_tile_may_be_given_up():
    given = units("open_sea", "ship_p1_1")
    answers = [("p1", "answer", "take"), ("p1", "intent", "give_up")]
    t = exploring("tile_15", given, answers=answers, options={"exploration_must_place": "no"})
    assert t.zone("tile_discard") == ["tile_15"] and t.held("p1", "explorer_token") == 0


def test_r_6_5_20_the_market_cube_must_be_possible_if_any_is():
    """Icons of iron, iron and wood; the iron zone is full."""
    shown = "move icon_1 to inland\nmove icon_2 to inland\nmove icon_3 to inland\nset yields of icon_1 to iron\n"
    shown += "set yields of icon_2 to iron\nset yields of icon_3 to wood\nmove 8 iron from bank to domestic\n"
    goods_of = "p1 does first_goods(region_tile_19)"
    t = run(goods_of, (MAP, shown))
    assert t.held("domestic", "wood") == 1 and t.held("p1", "iron") == 1 and t.asked == []
    t = run(goods_of, (MAP, shown), options={"exploration_cube_choice": "free_choice"}, stops=True)
    assert t.keys == [("p1", "traded")] and t.offered == ["wood", "iron"]
    t = run(goods_of, (MAP, "move icon_1 to inland\nset yields of icon_1 to iron\n"))
    assert t.held("domestic", "iron") == 1 and t.held("p1", "iron") == 0  # a single icon: only the market


def test_r_6_3_11_a_harvester_leaves_its_building_or_by_the_other_ruling_stays():
    market = house("building_1", "market", "inland", "citizen_p1_1")
    t = acting("harvest_wood", market, show=("inland",), answers=[])
    assert t.held("p1", "wood") == 1 and t.prop("occupant", "building_1") is None
    play = printed("inland") + "p1 does wheel_step()"
    t = run(play, (MAP, DISCS, market), stops=True, options={**OFF, "harvest_may_leave_building": "no"})
    assert "harvest_wood" not in t.offered
