"""Piece 10: ends, goals, ranking, final scoring."""

from harness import MAP, Table, goods, house, run, units

SCORE = "do final_scoring()"
FOUR = ("p1", "p2", "p3", "p4")


def scored(*given: str, players: int = 4, **more) -> Table:
    return run(SCORE, (MAP, *given), players=players, **more)


def points(t: Table) -> list[int]:
    return [score for score, _ in t.standing.values()]


def winners(t: Table) -> list[str]:
    return [player for player, (_, won) in t.standing.items() if won == "yes"]


def money(*florins: int) -> str:
    return "".join(goods(p, florin=n) for p, n in zip(FOUR, florins, strict=False) if n)


def test_r_13_1_2_an_objective_gives_three_two_one():
    t = scored("move s1 to goals of p2", money(5, 9, 7, 1))
    assert points(t) == [1, 3, 2, 0] and winners(t) == ["p2"]


def test_r_13_2_2_ties_share_and_r_13_2_3_the_next_is_not_shifted():
    assert points(scored("move s1 to goals of p2", money(5, 5, 3, 1))) == [3, 3, 2, 1]


def test_r_13_2_1_with_nothing_nobody_is_ranked():
    assert points(scored("move s1 to goals of p2", money(5, 5, 3, 0))) == [3, 3, 2, 0]


def test_r_13_2_4_only_three_ranks_score():
    assert points(scored("move s1 to goals of p2", money(4, 3, 2, 1))) == [3, 2, 1, 0]


TEMPLES = (
    house("building_14", "temple", "middle", "citizen_p1_1")
    + house("building_15", "temple", "east", "citizen_p1_2")
    + house("building_16", "temple", "west", "citizen_p2_1")
)


def test_r_13_1_3_a_trend_gives_four_three_two():
    assert points(scored("move temples to fashion", TEMPLES)) == [4, 3, 0, 0]


def test_r_13_2_6_the_same_criterion_scores_twice():
    assert points(scored("move temples to fashion\nmove s5 to goals of p3", TEMPLES)) == [7, 5, 0, 0]


def test_r_12_2_9_rebels_hold_nothing_at_the_end():
    assert points(scored("move temples to fashion", TEMPLES, "set lying of citizen_p1_2 to yes")) == [4, 4, 0, 0]


def test_r_10_6_5_the_benefactors_coins_are_ranked_and_r_10_6_7_nobodys_money():
    given = "move benefactor to fashion\nmove 2 florin from bank to merit_box of p3\n"
    given += "move 1 florin from bank to merit_box of p1"
    assert points(scored(given)) == [3, 0, 4, 0]
    assert points(scored(given, "move s1 to goals of p2", money(0, 1))) == [3, 3, 4, 0]


def test_r_13_1_1_goals_in_the_deck_do_not_score():
    assert points(scored(money(5, 9, 7, 1))) == [0, 0, 0, 0]


CALM = units("south", *(f"citizen_p{p}_{i}" for p in (1, 2) for i in range(1, 9)))  # 16 people


def test_r_13_1_5_the_pacifist_needs_more_than_his_margin():
    goal = "move s9 to goals of p3"
    assert points(scored(goal, CALM)) == [0, 0, 3, 0]
    assert points(scored(goal, CALM, "set rebellion to 1")) == [0, 0, 0, 0]
    assert points(scored(goal, CALM, "set rebellion to 1", options={"pacifist_strict": "no"})) == [0, 0, 3, 0]


def test_r_13_1_6_pacifist_and_separatist_rank_nobody():
    assert points(scored("move m10 to goals of p1", money(5, 4))) == [0, 0, 0, 0]


def test_r_13_1_7_medals_and_built_wonders():
    given = "move king to cards of p2\nmove great_lighthouse to cards of p1"
    assert points(scored(given)) == [0, 1, 0, 0]  # an unbuilt wonder gives nothing
    assert points(scored(given, "set built of great_lighthouse to yes")) == [1, 1, 0, 0]
    assert points(scored("move king to track")) == [0, 0, 0, 0]


def test_r_13_4_1_money_breaks_a_tie_and_r_13_4_2_the_rest_share():
    given = "move king to cards of p2\nmove great_lighthouse to cards of p1\nset built of great_lighthouse to yes"
    assert winners(scored(given, money(3, 5, 9))) == ["p2"]
    assert winners(scored(given, money(5, 5, 9))) == ["p1", "p2"]


def test_r_13_4_3_the_worked_example_of_the_book():
    """Trend temples; objectives money (for iron), ports (for progress cards), temples; one separatist."""
    places = ("middle", "east", "west", "south")
    temples = {"p1": 1, "p2": 2, "p3": 3, "p4": 4}  # yellow, red, blue, green
    lines, number = "", 14
    for player, count in temples.items():
        for i in range(count):
            lines += house(f"building_{number}", "temple", places[i], f"citizen_{player}_{i + 1}")
            number += 1
    ports = {"p3": 3, "p1": 3, "p2": 1}
    number = 1
    for player, count in ports.items():
        for i in range(count):
            lines += house(f"building_{number}", "port", places[i], f"citizen_{player}_{i + 5}")
            number += 1
    cards = "move temples to fashion\nmove s1 to goals of p1\nmove s2 to goals of p2\n"
    cards += "move s5 to goals of p3\nmove m10 to goals of p4"
    medals = "move great_lighthouse to cards of p3\nset built of great_lighthouse to yes\nmove king to cards of p4"
    t = scored(lines, cards, medals, goods("p1", florin=6) + goods("p2", florin=4))
    assert points(t) == [6, 7, 9, 8] and winners(t) == ["p3"]


# -- watches


def test_r_12_2_3_a_goal_is_latched():
    """The pile is filled up again, but the end has come."""
    given = (
        MAP,
        units("east", "citizen_p1_1"),
        "move s1 to goals of p1\nset turn to 1\nmove 8 explorer_token from box to pile_2",
    )
    play = "move 8 explorer_token from pile_2 to box\nmove 1 explorer_token from box to pile_2\nset surplus to 3"
    t = run(play, given)
    assert t.prop("met", "s1") == "yes" and t.prop("ending") == "yes" and t.prop("surplus") == 3
    assert t.view("p2")["zones"]["goals_p1"] == ["s1"]


def test_r_12_2_6_thresholds_are_reached_or_exceeded_but_surplus_exceeded():
    given = (MAP, units("east", "citizen_p1_1"), "move l9 to goals of p1\nset turn to 1")
    assert run("set surplus to 21", given).prop("ending") == "no"
    assert run("set surplus to 22", given).prop("ending") == "yes"


def test_r_4_7_4_independence_comes_before_an_end_that_was_met():
    given = (
        MAP,
        units("east", "citizen_p1_1"),
        "move l9 to goals of p1\nset turn to 1\nset surplus to 21\nset rebellion to 1",
    )
    t = run("raise surplus by 1\nraise rebellion by 1\ndo close_if_ending()", given)
    assert t.over and winners(t) == [] and points(t) == [0, 0, 0]


def test_r_4_7_3_a_falling_population_is_enough():
    given = (MAP, units("east", "citizen_p1_1"), "set rebellion to 1")
    t = run("each citizen c of p1 in tile_01_1_a: move c to king\nset turn to 5", given)
    assert t.over and t.prop("turn") == 0


def test_the_independence_watch_is_tested_inside_procedures_and_loops():
    given = (MAP, units("east", "citizen_p1_1", "citizen_p1_2"))
    t = run("repeat 9: raise rebellion by 1\nset turn to 5", given)
    assert t.prop("rebellion") == 3 and t.prop("turn") == 0
