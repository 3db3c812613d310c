"""Piece 4: crises."""

from harness import MAP, Table, goods, house, refused, run, units

OFF = {"negotiation": "off"}
STONE = "do domestic_crisis(stone, 6)"
CATTLE = "do export_crisis(cattle, 3)"
NINE = (
    MAP,
    units("middle", "citizen_p1_1", "citizen_p1_2", "citizen_p1_3")
    + units("east", "citizen_p2_1", "citizen_p2_2", "citizen_p2_3")
    + units("south", "citizen_p3_1", "citizen_p3_2", "citizen_p3_3"),
)
ALL = [f"citizen_p{p}_{i}" for p in (1, 2, 3) for i in (1, 2, 3)]
FIRST_SIX = ALL[:6]


def crisis(*given: str, answers: list, play: str = STONE, **more) -> Table:
    return run(play, (*NINE, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def helped(player: str, how: str | None) -> tuple:
    return (player, "help", how)


def lying(t: Table) -> list[str]:
    return [c for c in ALL if t.prop("lying", c) == "yes"]


def test_r_10_2_2_all_but_those_on_temples_lie_down():
    t = crisis(house("building_14", "temple", "middle", "citizen_p1_1"), answers=[], stops=True)
    assert lying(t) == ALL[1:] and t.keys == [("p1", "help")]
    assert t.prop("lying", "ship_p1_1") == "no"


def test_r_10_2_6_a_cube_stands_six_up_and_all_are_on_their_feet_after_two():
    given = "move 1 stone from bank to domestic\n" + goods("p1", stone=1)
    answers = [helped("p1", "market_cube"), ("p1", "risen", FIRST_SIX), helped("p1", "own_cube")]
    t = crisis(given, answers=answers)
    assert lying(t) == [] and t.prop("rebellion") == 0
    assert t.held("bank", "stone") == 12 and t.held("p1", "stone") == 0


def test_r_10_2_9_those_still_lying_are_rebels():
    t = crisis("move 1 stone from bank to domestic", answers=[helped("p1", "market_cube"), ("p1", "risen", FIRST_SIX)])
    assert lying(t) == ALL[6:] and t.prop("rebellion") == 3


def test_r_10_2_6_exactly_six_no_fewer():
    given = "move 1 stone from bank to domestic"
    answers = [helped("p1", "market_cube"), refused("p1", "risen", ALL[:5]), refused("p1", "risen", ALL[:7])]
    t = crisis(given, answers=[*answers, ("p1", "risen", ALL[3:])])
    assert lying(t) == ALL[:3]


def test_r_10_2_6_alike_citizens_are_offered_as_groups():
    t = crisis("move 1 stone from bank to domestic", answers=[helped("p1", "market_cube")], stops=True)
    assert t.offered == (6, 6, [ALL[:3], ALL[3:6], ALL[6:]])


def test_r_10_2_3_each_once_in_order_of_play():
    given = goods("p1", stone=1) + goods("p2", stone=1) + goods("p3", stone=1)
    none = [helped(p, None) for p in ("p1", "p2", "p3")]
    t = crisis(given, answers=none)
    assert t.keys == [("p1", "help"), ("p2", "help"), ("p3", "help")] and t.prop("rebellion") == 9


def test_r_10_2_8_when_all_stand_the_others_are_not_asked():
    given = goods("p1", stone=2) + goods("p2", stone=1)
    answers = [helped("p1", "own_cube"), ("p1", "risen", FIRST_SIX), helped("p1", "own_cube")]
    t = crisis(given, answers=answers)
    assert ("p2", "help") not in t.keys and t.prop("rebellion") == 0


def test_r_10_2_5_helping_is_voluntary_even_with_market_cubes():
    t = crisis("move 2 stone from bank to domestic", answers=[helped(p, None) for p in ("p1", "p2", "p3")])
    assert t.held("domestic", "stone") == 2 and t.prop("rebellion") == 9


def test_r_10_5_1_a_token_stands_for_the_cube():
    answers = [helped("p1", "own_cube"), ("p1", "risen", FIRST_SIX)]
    t = crisis(goods("p1", explorer_token=1), answers=answers)
    assert t.held("box", "explorer_token") == 24 and t.held("p1", "explorer_token") == 0
    assert t.held("bank", "stone") == 12 and t.prop("rebellion") == 3


def test_r_10_5_3_cube_or_token_is_asked_where_both_are_there():
    given = goods("p1", explorer_token=1, stone=1)
    answers = [helped("p1", "own_cube"), ("p1", "payment", 1), ("p1", "risen", FIRST_SIX), helped("p1", None)]
    t = crisis(given, answers=answers)
    assert t.held("p1", "stone") == 1 and t.held("p1", "explorer_token") == 0


def test_r_10_5_4_no_cube_in_the_bank_no_token():
    given = goods("p1", explorer_token=1) + "move 12 stone from bank to box"
    t = crisis(given, answers=[])
    assert t.asked == [] and t.prop("rebellion") == 9
    answers = [helped("p1", "own_cube"), ("p1", "risen", FIRST_SIX)]
    t = crisis(given, answers=answers, options={"token_needs_bank_cube": "only_for_sale"})
    assert t.prop("rebellion") == 3


def test_r_7_6_2_the_temple_stands_up_its_region_for_nothing():
    temple = house("building_14", "temple", "middle", "citizen_p1_1")
    t = crisis(temple, answers=[helped("p1", "temple"), ("p1", "chosen", ["citizen_p1_2"]), helped("p1", None)])
    assert lying(t) == ["citizen_p1_3", *ALL[3:]] and t.prop("rebellion") == 7


def test_r_7_6_3_all_of_them_by_the_flag():
    temple = house("building_14", "temple", "middle", "citizen_p1_1")
    t = crisis(temple, answers=[helped("p1", "temple")], options={"temple_stand": "all_of_them"})
    assert lying(t) == ALL[3:] and t.prop("rebellion") == 6


def test_r_7_6_4_the_town_citizen_must_stand_before_its_temple_helps():
    """An empty temple is ruled from the town; a cube for the citizen there opens the temple."""
    houses = house("building_14", "town", "middle", "citizen_p1_1") + house("building_15", "temple", "middle")
    given = (houses, goods("p1", stone=1), units("middle", "citizen_p2_1", "citizen_p2_2"))
    answers = [
        refused("p1", "help", "temple"),
        helped("p1", "own_cube"),
        ("p1", "risen", ["citizen_p1_1", "citizen_p2_1", *ALL[5:]]),
    ]
    left = ["citizen_p1_2", "citizen_p1_3", "citizen_p2_2"]
    answers += [helped("p1", "temple"), ("p1", "chosen", left)]
    t = crisis(*given, answers=answers)
    assert lying(t) == [] and t.prop("rebellion") == 0


def test_r_8_1_6_a_temple_reaches_the_other_bank():
    temple = house("building_14", "temple", "bank_b", "citizen_p1_1") + units("bank_f", "citizen_p2_1")
    answers = [helped("p1", "temple"), helped("p1", None)]  # one lies there: which one is not asked
    assert "citizen_p2_1" not in lying(crisis(temple, answers=answers[:1]))


# p1's citizen on the town, p2's on a market beside it
TOWN_AND_MARKET = house("building_14", "town", "middle", "citizen_p1_1")
TOWN_AND_MARKET += house("building_1", "market", "middle", "citizen_p2_1")


def test_r_7_5_3_a_standing_ruler_expels_a_rebel_from_a_market():
    rise = ["citizen_p1_1", "citizen_p1_2", "citizen_p1_3", *ALL[6:]]
    answers = [helped("p1", "own_cube"), ("p1", "risen", rise), ("p1", "ousted", "citizen_p2_1")]
    t = crisis(TOWN_AND_MARKET, goods("p1", stone=1), answers=answers)
    assert t.prop("occupant", "building_1") is None and t.place("citizen_p2_1") == "middle"
    assert t.prop("lying", "citizen_p2_1") == "yes" and t.prop("rebellion") == 3
    t = crisis(TOWN_AND_MARKET, goods("p1", stone=1), answers=[*answers[:2], ("p1", "ousted", None)])
    assert t.prop("occupant", "building_1") == "citizen_p2_1"  # he need not


def test_r_7_5_6_a_lying_ruler_expels_nobody():
    assert crisis(TOWN_AND_MARKET, answers=[]).asked == []


def test_r_10_2_14_old_rebels_count_again():
    t = crisis("each citizen c of p3 in tile_00_2_a: set lying of c to yes", units("west", "citizen_p1_4"), answers=[])
    assert t.prop("rebellion") == 10


def test_r_4_7_1_independence_inside_the_line():
    t = crisis("set rebellion to 1", answers=[], play=STONE + "\nset turn to 7")
    assert t.over and t.prop("rebellion") == 10 and t.prop("turn") == 0
    assert t.standing == {"p1": (0, "no"), "p2": (0, "no"), "p3": (0, "no")}


def test_r_12_1_2_the_separatist_alone_wins_independence():
    t = crisis("set rebellion to 1\nmove m10 to goals of p2", answers=[])
    assert [won for _, won in t.standing.values()] == ["no", "yes", "no"]


def test_r_4_7_2_as_many_rebels_as_people_is_safe():
    t = crisis(answers=[], play=STONE + "\nset turn to 7")
    assert t.prop("rebellion") == 9 and t.prop("turn") == 7


def test_r_10_6_1_the_benefactor_takes_a_coin_for_each_own_cube_and_token():
    given = "move benefactor to fashion\nmove 1 stone from bank to domestic\n" + goods("p1", stone=1, explorer_token=1)
    answers = [helped("p1", "own_cube"), ("p1", "payment", 1), ("p1", "risen", ALL[:6]), helped("p1", "market_cube")]
    t = crisis(given, answers=answers)
    assert t.held("merit_box_p1", "florin") == 1 and t.held("bank", "florin") == 134  # none for the market's
    t = crisis(given.replace("move benefactor to fashion\n", ""), answers=answers)
    assert t.held("merit_box_p1", "florin") == 0  # only while the card is in play


def test_r_10_2_15_nobody_lies_nobody_is_asked():
    t = run(STONE, (MAP, goods("p1", stone=1)), options=OFF)
    assert t.asked == [] and t.prop("rebellion") == 0


def test_r_10_3_2_export_crisis_market_first_or_own():
    given = "move 1 cattle from bank to export\n" + goods("p2", cattle=2)
    answers = [helped("p1", "market_cube"), helped("p2", "own_cube"), helped("p2", None)]
    t = crisis(given, answers=answers, play=CATTLE)
    assert t.prop("rebellion") == 1 and t.held("p2", "cattle") == 1 and t.held("bank", "cattle") == 14
    assert lying(t) == []


def test_r_10_3_4_at_most_what_is_asked_for():
    answers = [helped("p1", "own_cube")] * 3
    t = crisis(goods("p1", cattle=5), goods("p2", cattle=1), answers=answers, play=CATTLE)
    assert t.held("p1", "cattle") == 2 and t.prop("rebellion") == 0 and ("p2", "help") not in t.keys


def test_r_11_1_3_before_each_turn_of_a_crisis_there_is_talk():
    t = run(STONE, NINE, [("p1", "partner", None), ("p2", "partner", None)], stops=True, options={"negotiation": "on"})
    assert t.keys[-1] == ("p3", "partner") and t.offered == ["p1", "p2", None]
