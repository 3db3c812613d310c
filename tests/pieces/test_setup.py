"""Piece 12: set-up, turn zero, variants."""

from harness import run, whole

DESERT = """
pack: desert_start
needs: [pieces]
text: The game begins in the desert village, on foot.
changes:
  - in: properties
    change: surplus
    start: 5
  - in: procedures
    replace: lay_start
    effect: |
      each spot s where tile of s is tile_00 and face of s is 1 and rotation of s is 0: move tile_00 to s
      set start_region to region of tile_00
      each player p:
        each land_area a in start_region: move 2 citizen from reserve of p to a
  - in: procedures
    replace: settle
    effect: |
      choose spot: spot s where tile of s is in all tile in tile_hand of you and some (land_area a in start_region where meets(s, a))
      let tile = tile of spot
      move tile to spot
      do land_first(region of tile)
      do take_token()
      raise surplus by huts of region of tile
      do first_goods(region of tile)
  - in: procedures
    replace: land_first
    effect: |
      choose settler: your citizen in start_region
      choose bank_side: land_area a in land where joined(area of settler, a)
      move settler to bank_side
"""  # noqa: E501 - as language.md has it
TURN_ZERO = "do lay_start()\neach pile q: move 8 explorer_token from box to q\n"
# p1 finds a home with tile_02 in hand
HOME = TURN_ZERO + "move tile_02 to tile_hand of p1\np1 does found()"


def test_r_2_the_table_before_turn_zero():
    t = run("do setup()", stops=True)
    assert t.keys[0][1] == "spot"
    assert all(
        t.held("domestic", r) == 1 and t.held("export", r) == 0
        for r in ("fruit", "cattle", "fish", "wood", "stone", "iron")
    )
    assert [t.held(f"pile_{i}", "explorer_token") for i in (1, 2, 3)] == [8, 8, 8]
    for p in ("p1", "p2", "p3"):
        assert t.held(p, "florin") == 10 and t.held(p, "action_disc") == 3 and t.held(p, "explorer_token") == 0


def test_r_3_1_1_chance_is_a_player_like_another():
    order = ("chance", "sequence", ["p3", "p1", "p2"])
    t = run("do setup()", answers=[order], stops=True)
    assert t.prop("order_of_play") == ["p3", "p1", "p2"] and t.keys[1] == ("p3", "spot")


def test_r_3_1_4_hands_are_private():
    t = run("do setup()", answers=[("chance", "sequence", ["p1", "p2", "p3"])], stops=True)
    assert t.view("p2")["zones"]["tile_hand_p1"] == [None] * len(t.zone("tile_hand_p1"))
    assert None not in t.view("p1")["zones"]["tile_hand_p1"]


def test_r_3_2_7_ship_token_and_two_citizens():
    t = run(HOME, answers=[("p1", "spot", "tile_02@f5+2")])
    assert t.place("ship_p1_1") == "middle_sea" and t.count("middle", "citizen_p1") == 2
    assert t.held("p1", "explorer_token") == 1 and t.held("pile_1", "explorer_token") == 7
    assert t.prop("surplus") == 0


def test_r_3_2_10_a_face_without_land_is_not_offered():
    lines = TURN_ZERO + "move tile_03 to tile_hand of p1\np1 does found()"
    t = run(lines, stops=True)
    assert t.offered and not any(spot.startswith("tile_03/1") for spot in t.offered)


def test_r_3_2_4_who_has_nothing_that_fits_shows_his_hand_and_draws_again():
    lines = TURN_ZERO + "p1 does found()"  # an empty hand fits nowhere
    t = run(lines, stops=True)
    assert t.keys == [("p1", "spot")] and len(t.zone("tile_hand_p1")) == 3


def test_r_3_2_9_the_two_may_land_on_both_banks():
    lines = TURN_ZERO + "move tile_03 to tile_hand of p1\np1 does found()"
    t = run(lines, stops=True)
    t = run(lines, answers=[("p1", "spot", t.offered[0]), ("p1", "bank_side", "bank_b"), ("p1", "bank_side", "bank_f")])
    assert t.count("bank_b", "citizen_p1") == t.count("bank_f", "citizen_p1") == 1


def test_r_3_3_4_goals_of_the_chosen_length_and_one_trend():
    t = run("do deal_goals()", options={"game_length": "short"})
    dealt = [t.zone(f"goals_p{i}") for i in (1, 2, 3)]
    assert all(len(hand) == 1 and hand[0].startswith("s") for hand in dealt) and len(t.zone("fashion")) == 1
    assert t.view("p1")["zones"]["goals_p2"] == [None] and t.view("nobody")["zones"]["fashion"] == t.zone("fashion")


def test_r_14_1_1_two_players_have_two_goals_and_none_special():
    t = run("do deal_goals()", players=2, options={"game_length": "short"})
    hands = t.zone("goals_p1") + t.zone("goals_p2")
    assert "s9" not in hands and sorted(hands) == ["s1", "s2", "s5"]  # three are left in this small deck


def test_r_14_1_5_two_players_have_two_sets_of_pieces():
    two = whole().layout(whole().settle({"players": 2}))
    three = whole().layout(whole().settle({"players": 3}))
    assert sum(name.startswith("citizen_p1_") for name in two.names) == 20
    assert sum(name.startswith("ship_p1_") for name in two.names) == 8
    assert sum(name.startswith("citizen_p1_") for name in three.names) == 10


def test_r_5_1_disengagement():
    given = "lay tile_02@f6\nmove citizen_p1_1 to middle\nmove icon_1 to middle\nset seat of citizen_p1_1 to icon_1\n"
    given += "set engaged of citizen_p1_1 to yes\nset lying of citizen_p1_1 to yes\n"
    given += "set engaged of king to yes\nset rebellion to 1"
    t = run("do disengagement()", given)
    assert t.prop("seat", "citizen_p1_1") is None and t.place("citizen_p1_1") == "middle"
    assert t.prop("engaged", "citizen_p1_1") == t.prop("lying", "citizen_p1_1") == t.prop("engaged", "king") == "no"
    assert t.prop("rebellion") == 1


def test_r_5_1_6_units_on_buildings_stay():
    given = (
        "lay tile_02@f6\nmove citizen_p1_1 to middle\nmove building_1 to middle\nset seat of citizen_p1_1 to building_1"
    )
    assert run("do disengagement()", given).prop("seat", "citizen_p1_1") == "building_1"


# -- the desert start, as a mod


def test_the_desert_start_begins_on_foot_with_five_workers():
    t = run("do lay_start()", mods=(DESERT,))
    assert t.prop("surplus") == 5 and t.count("south", "citizen") == 6 and t.place("ship_p1_1") == "reserve_p1"
    assert run("do lay_start()").prop("surplus") == 0  # the pack itself is as it was


def test_the_desert_start_walks_into_the_new_region():
    """Laid north-west of the desert, tile_02 turns a field side to it."""
    t = run(HOME, mods=(DESERT,), stops=True)
    assert t.keys == [("p1", "spot")] and "tile_02@e5+5" in t.offered
    t = run(HOME, answers=[("p1", "spot", "tile_02@e5+5")], mods=(DESERT,))
    assert sorted([t.place("citizen_p1_1"), t.place("citizen_p1_2")]) == ["middle", "south"]
    assert t.held("p1", "explorer_token") == 1 and t.prop("surplus") == 5


def test_a_mod_may_change_one_number():
    fees = "pack: dear\nneeds: [pieces]\nchanges:\n  - {in: flags, change: king_bonus_on_zero, default: no}\n"
    king = "move king to cards of p1"
    t = run("do order_of_play()", king, [], mods=(fees,), options={"negotiation": "off"})
    assert t.prop("worth", "p1") == 0
    t = run("do order_of_play()", king, [("p1", "sequence", ["p2", "p1", "p3"])], options={"negotiation": "off"})
    assert t.prop("worth", "p1") == 3
