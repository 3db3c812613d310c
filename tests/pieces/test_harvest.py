"""Piece 1: harvest, permission, doublers."""

from harness import MAP, Table, goods, house, icons, refused, run, units

WOODS = (
    MAP,
    goods("p1", action_disc=3, florin=10)
    + units("middle", "citizen_p1_1", "citizen_p1_2", "citizen_p2_1")
    + units("east", "citizen_p1_3")
    + icons(icon_1="wood middle", icon_2="wood middle", icon_3="wood east"),
)
TOWN = house("building_14", "town", "middle", "citizen_p2_1")  # p2 rules the middle
SAWMILL = "move sawmill to cards of p1"
FOREIGN_SAWMILL = "move sawmill to cards of p2"
OFF = {"negotiation": "off"}
ROUND = "p1 does play_round()"
WOOD = [("p1", "step", "wheel"), ("p1", "zone", "harvest_wood")]
ONE, TWO, THREE = (("p1", "icon", f"icon_{i}") for i in (1, 2, 3))
STOP = ("p1", "icon", None)
HELP = ("p1", "helper", "sawmill_way")


def harvest(*extra: str, answers: list, **more) -> Table:
    return run(ROUND, (*WOODS, *extra), [*WOOD, *answers], options=OFF, **more)


def engaged(t: Table) -> list[str]:
    return [f"citizen_p1_{i}" for i in (1, 2, 3) if t.prop("engaged", f"citizen_p1_{i}") == "yes"]


def test_r_6_3_1_each_free_unit_on_its_own_icon():
    t = harvest(answers=[ONE, TWO, THREE])
    assert t.held("p1", "wood") == 3 and t.held("bank", "wood") == 12
    assert [t.prop("seat", f"citizen_p1_{i}") for i in (1, 2, 3)] == ["icon_1", "icon_2", "icon_3"]
    assert len(engaged(t)) == 3 and t.held("used_discs_p1", "action_disc") == 1


def test_r_6_1_8_what_cannot_be_begun_is_not_offered():
    t = run(ROUND, WOODS, WOOD[:1], options=OFF, stops=True)
    assert t.offered == ["harvest_wood", "migration", "taxes", "reproduction", "construction"]


def test_r_6_3_1_he_may_stop_after_the_first():
    t = harvest(answers=[refused("p1", "icon", None), ONE, STOP])
    assert t.held("p1", "wood") == 1 and t.prop("engaged", "citizen_p1_3") == "no"


def test_r_6_3_7_the_host_grants_for_a_price_once_in_the_round():
    t = harvest(TOWN, answers=[ONE, ("p1", "price", 2), ("p2", "permission", "grant"), TWO, THREE])
    assert t.held("p1", "wood") == 3
    assert t.held("p1", "florin") == 8 and t.held("p2", "florin") == 2
    assert t.prop("granted", "region_tile_02", "p1") == "yes"


def test_r_6_3_7_the_host_refuses_and_only_other_land_is_left():
    t = harvest(TOWN, answers=[ONE, ("p1", "price", 2), ("p2", "permission", "refuse")])
    assert t.keys[-1] == ("p2", "permission")  # icon_3 is left, and without a cube he may not stop: not asked
    assert t.held("p1", "wood") == 1 and t.held("p1", "florin") == 10 and t.held("p2", "florin") == 0
    assert engaged(t) == ["citizen_p1_3"]


def test_r_6_3_7_everything_refused_gives_disc_and_step_back():
    asked = [ONE, ("p1", "price", 0), ("p2", "permission", "refuse")]
    away = "move citizen_p1_3 to west"
    t = harvest(TOWN, away, answers=asked, stops=True)
    assert t.keys[-1] == ("p1", "step")
    assert t.held("p1", "action_disc") == 3 and t.held("used_discs_p1", "action_disc") == 0
    assert t.held("p1", "wood") == 0 and t.prop("deeds", "p1") == 0
    assert t.prop("refused", "region_tile_02", "p1") == "yes"  # what was said stays said
    again = [("p1", "step", "wheel"), refused("p1", "zone", "harvest_wood"), ("p1", "zone", "taxes")]
    t = harvest(TOWN, away, answers=[*asked, *again])
    assert t.held("p1", "action_disc") == 2 and t.held("p1", "florin") == 13 and t.prop("rebellion") == 1


def test_r_6_3_7_a_new_round_asks_again():
    grant = ("p2", "permission", "grant")
    answers = [*WOOD, ONE, ("p1", "price", 0), grant, STOP, *WOOD, TWO, ("p1", "price", 1), grant, STOP]
    t = run("p1 does play_round()\np1 does play_round()", (*WOODS, TOWN), answers, options=OFF)
    assert t.held("p1", "wood") == 2 and t.held("p2", "florin") == 1


def test_r_7_1_6_a_lying_host_is_not_asked():
    t = harvest(TOWN, "set lying of citizen_p2_1 to yes", answers=[ONE, TWO, THREE])
    assert t.held("p1", "wood") == 3


def test_r_6_3_8_fish_needs_a_ship_and_leave_too():
    fish = units("middle_sea", "ship_p1_1") + icons(icon_4="fish middle_sea") + goods("p1", action_disc=1)
    fish += units("middle", "citizen_p1_1", "citizen_p2_1")
    answers = [("p1", "step", "wheel"), ("p1", "zone", "harvest_fish"), ("p2", "permission", "grant")]
    t = run(ROUND, (MAP, fish, TOWN), answers, options=OFF)
    assert t.held("p1", "fish") == 1 and t.prop("seat", "ship_p1_1") == "icon_4"


def test_r_6_3_9_the_bank_is_short():
    t = harvest("move 14 wood from bank to box", answers=[ONE, TWO, THREE])
    assert t.held("p1", "wood") == 1 and len(engaged(t)) == 3


def test_r_6_3_11_a_harvester_leaves_its_building():
    t = harvest(house("building_1", "market", "east", "citizen_p1_3"), answers=[THREE, STOP])
    assert t.prop("occupant", "building_1") is None and t.prop("occupant", "icon_3") == "citizen_p1_3"


def test_r_6_3_12_another_bank_is_out_of_reach():
    given = units("bank_b", "citizen_p1_1") + icons(icon_1="wood bank_d") + goods("p1", action_disc=1)
    t = run(ROUND, (MAP, given), WOOD[:1], options=OFF, stops=True)
    assert "harvest_wood" not in t.offered


def test_r_6_3_13_a_coin_on_the_icon_forbids_it():
    t = harvest("move 1 florin from bank to icon_1", answers=[refused("p1", "icon", "icon_1"), TWO, THREE])
    assert t.held("p1", "wood") == 2


def test_r_9_2_11_the_owner_doubles_for_the_fee():
    t = harvest(SAWMILL, answers=[ONE, TWO, THREE, HELP])
    assert t.held("p1", "wood") == 6 and t.held("p1", "florin") == 9
    assert t.prop("engaged", "sawmill") == "yes" and t.prop("card_used", "p1") == "yes"


def test_r_9_2_4_another_player_pays_one_more_to_the_owner():
    t = harvest(FOREIGN_SAWMILL, answers=[ONE, TWO, THREE, HELP])
    assert t.held("p1", "wood") == 6 and t.held("p1", "florin") == 8 and t.held("p2", "florin") == 2


def test_r_9_2_11_the_helper_may_be_declined():
    t = harvest(SAWMILL, answers=[ONE, TWO, THREE, ("p1", "helper", None)])
    assert t.held("p1", "wood") == 3 and t.prop("engaged", "sawmill") == "no"


def test_r_9_2_4_without_the_fee_no_helper_is_offered():
    t = harvest(FOREIGN_SAWMILL, "move 9 florin from p1 to bank", answers=[ONE, TWO, THREE])
    assert t.held("p1", "wood") == 3 and t.held("p1", "florin") == 1


def test_r_6_3_10_doubling_is_limited_by_the_bank():
    t = harvest(SAWMILL, "move 11 wood from bank to box", answers=[ONE, TWO, THREE, HELP])
    assert t.held("p1", "wood") == 4 and t.held("bank", "wood") == 0


def test_r_9_2_12_a_doubler_is_only_for_its_own_crop():
    given = (*WOODS, SAWMILL, "set yields of icon_1 to stone")
    t = run(ROUND, given, [("p1", "step", "wheel"), ("p1", "zone", "harvest_stone")], options=OFF)
    assert t.held("p1", "stone") == 1 and t.prop("engaged", "sawmill") == "no"


def test_r_9_2_1_one_card_in_a_round():
    """Whoever was helped uses no card afterwards, and whoever used a card gets no helper."""
    given = (*WOODS, SAWMILL, "move archbishop to cards of p1\nset rebellion to 3")
    t = run(ROUND, given, [*WOOD, ONE, STOP, HELP], options=OFF)
    assert t.held("p1", "wood") == 2 and t.prop("rebellion") == 3
    t = run(ROUND, given, [("p1", "step", "card"), *WOOD, ONE, STOP], options=OFF)
    assert t.held("p1", "wood") == 1 and t.prop("rebellion") == 2
