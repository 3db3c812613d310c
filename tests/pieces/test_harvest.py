"""Piece 1: harvest, permission, doublers."""

from harness import MAP, refused, run

# p2 rules the middle: his citizen stands on the town there
TOWN = """
each building b in stockpile where b is building_14:
  set form of b to town
  move b to middle
  set seat of citizen_p2_1 to b
"""
WOODS = (
    MAP
    + """
move 3 action_disc from disc_store of p1 to p1
move 10 florin from bank to p1
move citizen_p1_1 to middle
move citizen_p1_2 to middle
move citizen_p1_3 to east
move citizen_p2_1 to middle
move icon_1 to middle
move icon_2 to middle
move icon_3 to east
set yields of icon_1 to wood
set yields of icon_2 to wood
set yields of icon_3 to wood
"""
)
SAWMILL = "move sawmill to cards of p1\n"
OFF = {"negotiation": "off"}
ONE, TWO, THREE = (("p1", "icon", f"icon_{i}") for i in (1, 2, 3))


def harvest(given: str, answers: list, **more):
    start = [("p1", "step", "wheel"), refused("p1", "zone", "harvest_iron"), ("p1", "zone", "harvest_wood")]
    return run("p1 does play_round()", given, [*start, *answers], options=OFF, **more)


def test_r_6_3_1_each_free_unit_on_its_own_icon():
    t = harvest(WOODS, [ONE, TWO, THREE])
    assert t.held("p1", "wood") == 3 and t.held("bank", "wood") == 12
    assert [t.prop("seat", f"citizen_p1_{i}") for i in (1, 2, 3)] == ["icon_1", "icon_2", "icon_3"]
    assert all(t.prop("engaged", f"citizen_p1_{i}") == "yes" for i in (1, 2, 3))
    assert t.held("used_discs_p1", "action_disc") == 1


def test_r_6_3_1_he_may_stop_after_the_first():
    t = harvest(WOODS, [refused("p1", "icon", None), ONE, ("p1", "icon", None)])
    assert t.held("p1", "wood") == 1 and t.prop("engaged", "citizen_p1_3") == "no"


def test_r_6_3_7_the_host_grants_for_a_price_once_in_the_round():
    t = harvest(WOODS + TOWN, [ONE, ("p1", "price", 2), ("p2", "permission", "grant"), TWO, THREE])
    assert t.held("p1", "wood") == 3
    assert t.held("p1", "florin") == 8 and t.held("p2", "florin") == 2
    assert t.prop("granted", "region_tile_02", "p1") == "yes"


def test_r_6_3_7_the_host_refuses_and_only_other_land_is_left():
    t = harvest(WOODS + TOWN, [ONE, ("p1", "price", 2), ("p2", "permission", "refuse")])
    assert t.keys[-1] == ("p2", "permission")  # icon_3 is left, and with no cube yet he may not stop: not asked
    assert t.held("p1", "wood") == 1 and t.held("p1", "florin") == 10 and t.held("p2", "florin") == 0
    assert t.prop("engaged", "citizen_p1_1") == "no" and t.prop("engaged", "citizen_p1_3") == "yes"


def test_r_6_3_7_everything_refused_gives_disc_and_step_back():
    given = WOODS + TOWN + "move citizen_p1_3 to west\n"
    asked = [ONE, ("p1", "price", 0), ("p2", "permission", "refuse")]
    t = harvest(given, asked, stops=True)
    assert t.keys[-1] == ("p1", "step")
    assert t.held("p1", "action_disc") == 3 and t.held("used_discs_p1", "action_disc") == 0
    assert t.held("p1", "wood") == 0 and t.prop("deeds", "p1") == 0
    assert t.prop("refused", "region_tile_02", "p1") == "yes"  # what was said stays said
    again = [("p1", "step", "wheel"), refused("p1", "zone", "harvest_wood"), ("p1", "zone", "taxes")]
    t = harvest(given, [*asked, *again])
    assert t.held("p1", "action_disc") == 2 and t.held("p1", "florin") == 13 and t.prop("rebellion") == 1


def test_r_6_3_7_a_new_round_asks_again():
    given = WOODS + TOWN
    first = [("p1", "step", "wheel"), ("p1", "zone", "harvest_wood"), ONE, ("p1", "price", 0)]
    second = [*first[:2], TWO, ("p1", "price", 1), ("p2", "permission", "grant"), ("p1", "icon", None)]
    t = run(
        "p1 does play_round()\np1 does play_round()",
        given,
        [*first, ("p2", "permission", "grant"), ("p1", "icon", None), *second],
        options=OFF,
    )
    assert t.held("p1", "wood") == 2 and t.held("p2", "florin") == 1


def test_r_7_1_6_a_lying_host_is_not_asked():
    t = harvest(WOODS + TOWN + "set lying of citizen_p2_1 to yes\n", [ONE, TWO, THREE])
    assert t.held("p1", "wood") == 3


def test_r_6_3_8_fish_needs_leave_too_and_a_ship():
    given = (
        MAP
        + """
    move 3 action_disc from disc_store of p1 to p1
    move citizen_p2_1 to middle
    move ship_p1_1 to middle_sea
    move citizen_p1_1 to middle
    move icon_4 to middle_sea
    set yields of icon_4 to fish
    """.replace("    ", "")
        + TOWN
    )
    answers = [("p1", "step", "wheel"), ("p1", "zone", "harvest_fish"), ("p2", "permission", "grant")]
    t = run("p1 does play_round()", given, answers, options=OFF)
    assert t.held("p1", "fish") == 1 and t.prop("seat", "ship_p1_1") == "icon_4"


def test_r_6_3_9_the_bank_is_short():
    t = harvest(WOODS + "move 14 wood from bank to box\n", [ONE, TWO, THREE])
    assert t.held("p1", "wood") == 1
    assert all(t.prop("engaged", f"citizen_p1_{i}") == "yes" for i in (1, 2, 3))


def test_r_6_3_11_a_harvester_leaves_its_building():
    given = """
    each building b in stockpile where b is building_1:
      set form of b to market
      move b to east
      set seat of citizen_p1_3 to b
    """
    t = harvest(WOODS + given.replace("\n    ", "\n"), [THREE, ("p1", "icon", None)])
    assert t.prop("occupant", "building_1") is None and t.prop("occupant", "icon_3") == "citizen_p1_3"


def test_r_6_3_12_a_bank_is_not_reached_from_another():
    given = MAP + "move citizen_p1_1 to bank_b\nmove icon_1 to bank_d\nset yields of icon_1 to wood\n"
    given += "move 1 action_disc from disc_store of p1 to p1\n"
    t = run("p1 does play_round()", given, [("p1", "step", "wheel")], options=OFF, stops=True)
    assert "harvest_wood" not in t.offered


def test_r_6_3_13_a_coin_on_the_icon_forbids_it():
    t = harvest(WOODS + "move 1 florin from bank to icon_1\n", [refused("p1", "icon", "icon_1"), TWO, THREE])
    assert t.held("p1", "wood") == 2


def test_r_9_2_11_the_owner_doubles_for_the_fee():
    t = harvest(WOODS + SAWMILL, [ONE, TWO, THREE, ("p1", "helper", "sawmill_way")])
    assert t.held("p1", "wood") == 6 and t.held("p1", "florin") == 9
    assert t.prop("engaged", "sawmill") == "yes" and t.prop("card_used", "p1") == "yes"


def test_r_9_2_4_another_one_pays_one_more_to_the_owner():
    t = harvest(WOODS + "move sawmill to cards of p2\n", [ONE, TWO, THREE, ("p1", "helper", "sawmill_way")])
    assert t.held("p1", "wood") == 6 and t.held("p1", "florin") == 8 and t.held("p2", "florin") == 2


def test_r_9_2_11_the_helper_may_be_declined():
    t = harvest(WOODS + SAWMILL, [ONE, TWO, THREE, ("p1", "helper", None)])
    assert t.held("p1", "wood") == 3 and t.prop("engaged", "sawmill") == "no"


def test_r_9_2_4_without_the_fee_no_helper_is_offered():
    t = harvest(WOODS + "move 9 florin from p1 to bank\nmove sawmill to cards of p2\n", [ONE, TWO, THREE])
    assert t.held("p1", "wood") == 3 and t.held("p1", "florin") == 1


def test_r_6_3_10_doubling_is_limited_by_the_bank():
    t = harvest(WOODS + SAWMILL + "move 11 wood from bank to box\n", [ONE, TWO, THREE, ("p1", "helper", "sawmill_way")])
    assert t.held("p1", "wood") == 4 and t.held("bank", "wood") == 0


def test_r_9_2_12_a_doubler_is_only_for_its_own_crop():
    given = WOODS + SAWMILL + "set yields of icon_1 to stone\n"
    answers = [("p1", "step", "wheel"), ("p1", "zone", "harvest_stone")]
    t = run("p1 does play_round()", given, answers, options=OFF)
    assert t.held("p1", "stone") == 1 and t.prop("engaged", "sawmill") == "no"


def test_r_9_2_1_one_card_in_a_round():
    """Whoever used a card in this round gets no helper in the harvest, and the other way round no card after it."""
    given = WOODS + SAWMILL + "move archbishop to cards of p1\nset rebellion to 3\n"
    helped = [("p1", "step", "wheel"), ("p1", "zone", "harvest_wood"), ONE, ("p1", "icon", None)]
    t = run("p1 does play_round()", given, [*helped, ("p1", "helper", "sawmill_way")], options=OFF)
    assert t.held("p1", "wood") == 2 and t.prop("rebellion") == 3
    t = run("p1 does play_round()", given, [("p1", "step", "card"), *helped], options=OFF)
    assert t.held("p1", "wood") == 1 and t.prop("rebellion") == 2
