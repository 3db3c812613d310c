"""Piece 3: migration and convoys."""

from harness import MAP, Table, house, refused, run, units

GO = "p1 does migrate()"
END = ("p1", "mover", None)
ONE, FOUR = "citizen_p1_1", "citizen_p1_4"


def moves(unit: str, route: str = "", **more: object) -> list:
    """One unit's move; the route is asked only where there are several."""
    return [
        ("p1", "mover", unit),
        *([("p1", "route", route)] if route else []),
        *(("p1", k, w) for k, w in more.items()),
    ]


def migrate(*given: str, answers: list, **more) -> Table:
    return run(GO, (MAP, *given), answers, **more)


def test_r_6_8_1_any_units_each_once():
    t = migrate(units("east", ONE) + units("south", "citizen_p1_2"),
                answers=[*moves(ONE, goal="bank_d"), *moves("citizen_p1_2", goal="middle")])  # fmt: skip
    assert t.place(ONE) == "bank_d" and t.place("citizen_p1_2") == "middle"
    assert t.prop("moved", ONE) == "no"  # cleared for the next migration


def test_r_6_8_1_zero_moves_are_a_migration():
    t = migrate(units("east", ONE), answers=[END])
    assert t.place(ONE) == "east"


def test_r_6_8_4_ships_stay_on_water_and_citizens_on_land():
    t = migrate(units("middle_sea", "ship_p1_1"), answers=[("p1", "mover", "ship_p1_1")], stops=True)
    assert t.offered == ["east_sea", "west_sea"]
    t = migrate(units("middle", ONE), answers=[END])  # by land there is only the south
    t = migrate(units("middle", ONE), answers=moves(ONE))
    assert t.place(ONE) == "south"


def test_ec_59_four_citizens_on_the_way_are_legal_and_he_may_not_stop_there():
    three = units("east", ONE, "citizen_p1_2", "citizen_p1_3")
    coming = units("middle", FOUR) + units("middle_sea", "ship_p1_1")
    answers = [
        *moves(FOUR, "convoy", next="east_sea"),
        refused("p1", "mover", None),
        *moves(ONE, "cross", goal="south"),
        END,
    ]
    t = migrate(three, coming, answers=answers)
    assert t.count("east", "citizen_p1") == 3 and t.place(FOUR) == "east" and t.place(ONE) == "south"


def test_r_6_8_12_stuck_with_four_undoes_all_moves():
    three = units("east", ONE, "citizen_p1_2", "citizen_p1_3")
    busy = "each citizen c where c is in all citizen in east: set engaged of c to yes"
    coming = units("middle", FOUR) + units("middle_sea", "ship_p1_1")
    answers = [
        *moves(FOUR, "convoy", next="east_sea"),
        ("p1", "goal", "west_sea"),
    ]  # the ship must go on, being all that can
    t = migrate(three, busy, coming, answers=answers)
    assert t.place(FOUR) == "middle" and t.place("ship_p1_1") == "middle_sea"
    assert t.prop("moved", FOUR) == "no"


def test_r_6_8_8_a_ship_carries_from_its_own_or_from_the_other_side():
    for water in ("east_sea", "middle_sea"):
        t = migrate(units("east", ONE) + units(water, "ship_p1_1"), answers=[*moves(ONE, "convoy"), END])
        assert t.place(ONE) == "middle" and t.place("ship_p1_1") == water


def test_r_6_8_7_the_convoy_is_not_the_ships_move():
    t = migrate(units("east", ONE) + units("middle_sea", "ship_p1_1"),
                answers=[*moves(ONE, "convoy"), *moves("ship_p1_1", goal="west_sea")])  # fmt: skip
    assert t.place(ONE) == "middle" and t.place("ship_p1_1") == "west_sea"


def test_r_6_8_10_one_ship_reaches_the_first_coast_only():
    t = migrate(units("east", ONE) + units("middle_sea", "ship_p1_1"), answers=[*moves(ONE, "convoy"), END])
    assert t.place(ONE) == "middle" and ("p1", "landing") not in t.keys


def test_r_6_8_9_two_ships_reach_the_second_coast():
    ships = units("middle_sea", "ship_p1_1") + units("west_sea", "ship_p1_2")
    answers = [*moves(ONE, "convoy", ferry="ship_p1_2"), END]
    t = migrate(units("east", ONE), ships, answers=answers)
    assert t.place(ONE) == "west" and t.prop("linked", "ship_p1_1") == "no"


def test_r_6_8_9_the_chain_may_end_early():
    ships = units("middle_sea", "ship_p1_1") + units("west_sea", "ship_p1_2")
    t = migrate(units("east", ONE), ships, answers=[*moves(ONE, "convoy", ferry=None), END])
    assert t.place(ONE) == "middle"


def test_r_6_8_9_the_same_ships_serve_two_citizens():
    ships = units("middle_sea", "ship_p1_1") + units("west_sea", "ship_p1_2")
    both = [*moves(ONE, "convoy", ferry="ship_p1_2"), *moves("citizen_p1_2", "convoy", ferry="ship_p1_2"), END]
    t = migrate(units("east", ONE, "citizen_p1_2"), ships, answers=both)
    assert t.place(ONE) == t.place("citizen_p1_2") == "west"


def test_r_6_8_10_open_water_is_no_end_of_a_convoy():
    """One ship, and only the open sea behind the junction: everything of the convoy is undone, the move kept."""
    sea = "lay tile_00@f6\nlay tile_01@f5+5\nlay tile_04@f7"
    given = (sea, units("tile_01_1_a", ONE) + units("tile_00_1_a", "ship_p1_1"))
    t = run(GO, given, [*moves(ONE), ("p1", "mover", None)])
    assert t.place(ONE) == "east" and t.prop("linked", "ship_p1_1") == "no"
    assert t.asked[-1][2] == [ONE, "ship_p1_1", None]


def test_r_6_8_11_an_engaged_ship_carries_nobody():
    given = units("east", ONE) + units("middle_sea", "ship_p1_1") + "set engaged of ship_p1_1 to yes"
    t = migrate(given, answers=[*moves(ONE)], stops=True)
    assert t.keys[-1] == ("p1", "goal")  # no choice of routes


def test_r_6_8_11_a_ship_leaves_its_port_to_carry():
    port = house("building_1", "port", "middle") + "set water of building_1 to middle_sea\n"
    port += units("middle_sea", "ship_p1_1") + "set seat of ship_p1_1 to building_1"
    answers = [*moves(ONE, "convoy"), ("p1", "house", None), END]
    t = migrate(port, units("east", ONE), answers=answers)
    assert t.place(ONE) == "middle" and t.prop("occupant", "building_1") is None
    assert t.place("ship_p1_1") == "middle_sea"


def test_r_6_8_14_only_own_ships_carry():
    t = migrate(units("east", ONE) + units("middle_sea", "ship_p2_1"), answers=moves(ONE), stops=True)
    assert t.keys[-1] == ("p1", "goal")


def test_r_8_1_8_an_inlet_is_crossed_by_an_own_ship_in_it():
    t = migrate(units("bank_d", ONE) + units("water_c", "ship_p1_1"), answers=moves(ONE, "convoy"))
    assert t.place(ONE) == "bank_b"
    t = migrate(units("bank_b", ONE), answers=[])  # without a ship he does not leave this bank
    assert t.place(ONE) == "bank_b"


def test_r_6_8_13_directly_onto_an_empty_building_over_there():
    temple = house("building_14", "temple", "middle")
    given = units("east", ONE) + units("middle_sea", "ship_p1_1")
    t = migrate(temple, given, answers=[*moves(ONE, "convoy", house="building_14"), END])
    assert t.prop("seat", ONE) == "building_14" and t.prop("occupant", "building_14") == ONE


def test_r_6_8_2_onto_a_building_next_door_or_here():
    market = house("building_1", "market", "south")
    t = migrate(market, units("middle", ONE), answers=moves(ONE, house="building_1"))
    assert t.prop("seat", ONE) == "building_1"
    t = migrate(market, units("south", ONE), answers=moves(ONE, "board"))
    assert t.prop("seat", ONE) == "building_1"
    t = migrate(market, units("middle", ONE), answers=moves(ONE), options={"migrate_to_building_adjacent": "no"})
    assert t.place(ONE) == "south" and t.prop("seat", ONE) is None


def test_r_6_8_3_stepping_off_uses_up_the_move():
    t = migrate(house("building_1", "market", "west", ONE), answers=moves(ONE))
    assert t.prop("seat", ONE) is None and t.place(ONE) == "west"


def test_r_6_8_5_a_ship_boards_ports_only():
    houses = house("building_1", "market", "middle") + house("building_2", "port", "middle")
    houses += "set water of building_1 to middle_sea\nset water of building_2 to middle_sea"
    answers = [*moves("ship_p1_1", "board")]
    t = migrate(houses, units("middle_sea", "ship_p1_1"), answers=answers)
    assert t.prop("seat", "ship_p1_1") == "building_2"


def test_r_6_8_6_nothing_is_taken_over_where_another_rules():
    ruled = house("building_14", "town", "south", "citizen_p2_1") + house("building_1", "market", "south")
    t = migrate(ruled, units("south", ONE), answers=moves(ONE), stops=True)
    assert t.keys[-1] == ("p1", "goal")  # `board` is no route here
    t = migrate(ruled, "set lying of citizen_p2_1 to yes", units("south", ONE), answers=moves(ONE, "board"))
    assert t.prop("seat", ONE) == "building_1"  # EC-62


def test_ec_64_an_empty_town_is_taken_by_entering_it():
    t = migrate(house("building_14", "town", "south"), units("south", ONE), answers=moves(ONE, "board"))
    assert t.prop("seat", ONE) == "building_14"


def test_r_6_8_17_a_rebel_keeps_its_building_occupied():
    given = house("building_1", "market", "south", "citizen_p2_1") + "set lying of citizen_p2_1 to yes"
    t = migrate(given, units("south", ONE), answers=moves(ONE), stops=True)
    assert t.keys[-1] == ("p1", "goal")


def test_r_6_8_18_a_building_left_in_this_migration_is_free():
    given = house("building_1", "market", "south", ONE) + units("south", "citizen_p1_2")
    answers = [*moves(ONE, "cross", goal="middle"), *moves("citizen_p1_2", "board")]
    t = migrate(given, answers=answers)
    assert t.prop("occupant", "building_1") == "citizen_p1_2"


def test_r_4_3_2_neither_rebels_nor_engaged_units_move():
    given = units("east", ONE, "citizen_p1_2") + f"set lying of {ONE} to yes\nset engaged of citizen_p1_2 to yes"
    assert migrate(given, answers=[]).asked == []


def test_alike_units_are_one_answer():
    t = migrate(units("east", ONE, "citizen_p1_2") + units("south", "citizen_p1_3"), answers=[], stops=True)
    assert t.offered == [ONE, "citizen_p1_3", None]
