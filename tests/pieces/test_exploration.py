"""Piece 2: exploration."""

from harness import Table, goods, house, icons, run, units

# Middle, east and west are laid; tile_03 lies on top of tile_00 in the deck. Its second face is all sea.
LAND = "lay tile_02@f6\nlay tile_01@g5\nlay tile_04@e6+1"
PILES = "each pile q: move 8 explorer_token from box to q"
SHIP = units("middle_sea", "ship_p1_1") + goods("p1", action_disc=1)
EXPLORE = "p1 does wheel_step()"
GO = [("p1", "zone", "exploration")]
TAKE = [*GO, ("p1", "answer", "take")]
REFUSE = [*GO, ("p1", "answer", "refuse")]
NORTH_WEST = ("p1", "spot", "tile_03/1@e5")
NEW_SEA = "tile_03_2_a"


def explored(*given: str, answers: list = (), **more) -> Table:
    return run(EXPLORE, (LAND, PILES, SHIP, *given), [*TAKE, NORTH_WEST, *answers], **more)


def test_r_6_5_1_take_the_visible_tile():
    t = explored()
    assert t.region("tile_03") and t.place("ship_p1_1") == NEW_SEA
    assert t.held("p1", "explorer_token") == 1 and t.held("pile_1", "explorer_token") == 7
    assert t.zone("tile_deck") == ["tile_00"] and t.zone("tile_discard") == []
    assert t.prop("engaged", "ship_p1_1") == "no"


def test_r_6_5_3_nobody_knows_the_next_tile_before_the_decision():
    t = run(EXPLORE, (LAND, PILES, SHIP), GO, stops=True)
    assert t.keys[-1] == ("p1", "answer")
    for player in ("p1", "p2", "nobody"):
        assert t.view(player)["zones"]["tile_deck"] == [None, "tile_03"]
        assert "tile_00" not in str(t.view(player)["zones"])


def test_r_6_5_2_a_refused_tile_is_discarded_and_the_next_one_must_do():
    two = ("lay tile_02@f6\nlay tile_01@g5", PILES, SHIP)  # the deck: tile_00, tile_03, tile_04
    t = run(EXPLORE, two, REFUSE)  # one spot is left for tile_03: not asked
    assert t.zone("tile_discard") == ["tile_04"] and t.region("tile_03") and t.zone("tile_deck") == ["tile_00"]


def test_r_6_5_6_the_last_tile_brings_the_discards_back():
    t = run(EXPLORE, (LAND, PILES, SHIP), [*REFUSE, ("p1", "spot", "tile_00@e5")])
    assert t.zone("tile_deck") == ["tile_03"] and t.zone("tile_discard") == []


def test_r_6_5_7_no_tile_no_exploration():
    given = (LAND, PILES, SHIP, "move all tile from tile_deck to taken of p2")
    t = run(EXPLORE, given, stops=True)
    assert "exploration" not in t.offered


def test_r_6_5_8_two_neighbours_and_r_6_5_9_matching_sides():
    t = run(EXPLORE, (LAND, PILES, SHIP), TAKE, stops=True)
    assert t.offered == ["tile_03/1@e5", "tile_03/1@f5"]


def test_r_6_5_10_one_unit_goes_over_its_own_kind_of_side():
    """The citizen stands on land that the new sea does not meet: only the ship can be the explorer."""
    t = explored(units("middle", "citizen_p1_1"))
    assert t.place("citizen_p1_1") == "middle" and t.place("ship_p1_1") == NEW_SEA
    assert ("p1", "explorer") not in t.keys


def test_r_6_5_10_the_explorer_is_chosen_where_several_could_go():
    t = explored(units("west_sea", "ship_p1_2"), answers=[("p1", "explorer", "ship_p1_2")])
    assert t.place("ship_p1_2") == NEW_SEA and t.place("ship_p1_1") == "middle_sea"


def test_r_6_5_22_the_explorer_leaves_a_port():
    t = explored(house("building_1", "port", "middle") + "set water of building_1 to middle_sea\n"
                 "set seat of ship_p1_1 to building_1")  # fmt: skip
    assert t.prop("occupant", "building_1") is None and t.prop("seat", "ship_p1_1") is None


def test_r_6_5_12_what_fits_nowhere_is_discarded_and_costs_the_disc():
    given = (LAND, PILES, units("middle", "citizen_p1_1") + goods("p1", action_disc=1))
    t = run(EXPLORE, given, TAKE)
    assert t.zone("tile_discard") == ["tile_03"] and t.zone("taken_p1") == [] and not t.region("tile_03")
    assert t.held("p1", "explorer_token") == 0 and t.prop("surplus") == 0
    assert t.held("used_discs_p1", "action_disc") == 1 and t.prop("own_used", "exploration", "p1") == 1


def test_r_6_5_15_it_needs_a_free_unit():
    t = run(EXPLORE, (LAND, PILES, SHIP, "set engaged of ship_p1_1 to yes"), stops=True)
    assert "exploration" not in t.offered


def test_r_6_5_19_huts_raise_the_surplus():
    t = run(EXPLORE, (LAND, PILES, units("middle", "citizen_p1_1") + goods("p1", action_disc=1)),
            [*REFUSE, ("p1", "spot", "tile_00/1@g6")])  # fmt: skip
    assert t.prop("surplus") == 2 and t.place("citizen_p1_1") == "south"


def test_r_6_5_17_an_empty_pile_brings_discs_and_players_back():
    t = explored("move 7 explorer_token from pile_1 to box\nset out of p2 to yes")
    assert t.held("pile_1", "explorer_token") == 0
    assert [t.held(p, "action_disc") for p in ("p1", "p2", "p3")] == [1, 1, 1]
    assert t.prop("out", "p2") == "no"


def test_r_6_5_16_the_next_token_comes_from_the_next_pile():
    t = explored("move 8 explorer_token from pile_1 to box")
    assert t.held("pile_2", "explorer_token") == 7
    assert t.held("p2", "action_disc") == 0


def test_r_5_5_8_the_third_pile_brings_nothing():
    t = explored("each pile q: move 8 explorer_token from q to box\nmove 1 explorer_token from box to pile_3")
    assert t.held("p1", "explorer_token") == 1 and t.held("p2", "action_disc") == 0


def test_r_6_5_18_one_cube_for_the_market_and_another_for_the_explorer():
    two = icons(icon_1=f"wood {NEW_SEA}", icon_2=f"fruit {NEW_SEA}")
    t = explored(two, answers=[("p1", "traded", "icon_2")])
    assert t.held("domestic", "fruit") == 1 and t.held("p1", "wood") == 1 and t.held("p1", "fruit") == 0


def test_r_6_5_18_two_alike_icons_and_one_alone():
    t = explored(icons(icon_1=f"cattle {NEW_SEA}", icon_2=f"cattle {NEW_SEA}"), answers=[("p1", "traded", "icon_1")])
    assert t.held("domestic", "cattle") == 1 and t.held("p1", "cattle") == 1
    t = explored(icons(icon_1=f"stone {NEW_SEA}"))
    assert t.held("domestic", "stone") == 1 and t.held("p1", "stone") == 0


def test_r_6_5_20_the_market_cube_must_be_possible_if_any_is():
    three = icons(icon_1=f"iron {NEW_SEA}", icon_2=f"iron {NEW_SEA}", icon_3=f"wood {NEW_SEA}")
    full = "move 8 iron from bank to domestic"
    t = explored(three, full, answers=[("p1", "kept", "icon_1")])  # wood for the market is the only way: not asked
    assert t.held("domestic", "wood") == 1 and t.held("p1", "iron") == 1


def test_r_6_5_20_nothing_possible_gives_nothing():
    two = icons(icon_1=f"iron {NEW_SEA}", icon_2=f"iron {NEW_SEA}")
    t = explored(two, "move 10 iron from bank to box", answers=[("p1", "traded", "icon_1")])
    assert t.held("domestic", "iron") == 0 and t.held("p1", "iron") == 0


def test_r_6_1_4_own_circle_first_then_a_shared_one():
    given = (LAND, PILES, SHIP, "raise own_used(exploration, p1) by 1")
    t = run(EXPLORE, given, [*TAKE, NORTH_WEST])
    assert t.prop("shared_used", "exploration") == 1
    t = run(EXPLORE, (*given, "raise shared_used(exploration) by 2"), stops=True)
    assert "exploration" not in t.offered
