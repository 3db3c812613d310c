"""Piece 5: secret bids and the order of play."""

from harness import Table, goods, run

OFF = {"negotiation": "off"}
RICH = goods("p1", florin=10) + goods("p2", florin=10) + goods("p3", florin=10)
KING = "move king to cards of p1"
BIDS = "do order_of_play()"


def stakes(*numbers: int, players: tuple[str, ...] = ("p1", "p2", "p3")) -> list:
    return [(p, "stake", n) for p, n in zip(players, numbers, strict=False)]


def bids(*given: str, answers: list, **more) -> Table:
    return run(BIDS, (RICH, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def order(t: Table) -> list[str]:
    return t.prop("order_of_play")


def test_r_5_2_3_the_highest_bidder_orders_all():
    t = bids(answers=[*stakes(3, 2, 0), ("p1", "sequence", ["p3", "p1", "p2"])])
    assert order(t) == ["p3", "p1", "p2"]
    assert t.held("bank", "florin") == 135 - 30 + 5  # all bets are spent


def test_r_5_2_1_nobody_bets_more_than_he_has():
    t = bids("move 4 florin from p1 to bank", answers=[], stops=True)
    assert t.offered == [0, 1, 2, 3, 4, 5, 6]


def test_r_5_2_1_all_are_asked_before_any_stake_is_shown():
    t = bids(answers=stakes(3, 2), stops=True)
    assert t.keys[-1] == ("p3", "stake")
    assert t.held("p1", "florin") == 10 and t.held("bank", "florin") == 105  # nothing is paid yet
    for player in ("p2", "p3", "nobody"):
        shown = t.view(player)
        assert shown["history"][0] == ["p1", "stake", None]
        assert shown["holders"]["p1"]["florin"] is None and shown["properties"]["worth of player"] == {}
    assert t.view("p1")["history"] == [["p1", "stake", 3], ["p2", "stake", None]]


def test_r_5_2_1_afterwards_the_worth_of_a_bid_is_public():
    t = bids(answers=stakes(3, 2, 0), stops=True)
    assert t.keys[-1] == ("p1", "sequence") and t.view("p3")["properties"]["worth of player"] == {"p1": 3, "p2": 2}


def test_r_5_2_5_nobody_bets_nothing_changes():
    t = bids("set order_of_play to order_of_play", answers=stakes(0, 0, 0))
    assert order(t) == ["p1", "p2", "p3"] and t.held("bank", "florin") == 105


def test_r_5_2_6_only_the_tied_bet_again():
    answers = [*stakes(3, 3, 1), *stakes(1, 2, players=("p1", "p2")), ("p2", "sequence", ["p2", "p3", "p1"])]
    t = bids(answers=answers)
    assert order(t) == ["p2", "p3", "p1"] and t.held("bank", "florin") == 115


def test_r_5_2_7_a_second_tie_changes_nothing_and_the_bets_are_lost():
    t = bids(answers=[*stakes(3, 3, 1), *stakes(1, 1, players=("p1", "p2"))])
    assert order(t) == ["p1", "p2", "p3"] and t.held("bank", "florin") == 114


def test_r_5_2_8_a_second_bet_of_nothing_is_a_tie():
    t = bids(answers=[*stakes(3, 3, 1), *stakes(0, 0, players=("p1", "p2"))])
    assert order(t) == ["p1", "p2", "p3"]


def test_r_5_2_9_three_tied_and_two_tied_again():
    t = bids(answers=[*stakes(2, 2, 2), *stakes(2, 2, 1)])
    assert order(t) == ["p1", "p2", "p3"] and t.held("bank", "florin") == 116


def test_r_5_2_10_the_king_adds_three_to_the_bet_but_not_to_the_money():
    t = bids(KING, answers=[*stakes(1, 3, 0), ("p1", "sequence", ["p1", "p2", "p3"])])
    assert t.prop("worth", "p1") == 4 and t.held("bank", "florin") == 109


def test_r_5_2_10_the_king_counts_only_for_its_owner():
    t = bids("move king to cards of p2", answers=[*stakes(1, 3, 0), ("p2", "sequence", ["p1", "p2", "p3"])])
    assert [t.prop("worth", p) for p in ("p1", "p2", "p3")] == [1, 6, 0]


def test_r_5_2_10_the_king_on_the_track_counts_for_nobody():
    t = bids("move king to track", answers=[*stakes(1, 3, 0), ("p2", "sequence", ["p1", "p2", "p3"])])
    assert [t.prop("worth", p) for p in ("p1", "p2", "p3")] == [1, 3, 0]


def test_r_5_2_11_the_king_and_a_bet_of_nothing():
    t = bids(KING, answers=[*stakes(0, 0, 0), ("p1", "sequence", ["p2", "p1", "p3"])])
    assert order(t) == ["p2", "p1", "p3"] and t.held("bank", "florin") == 105
    t = bids(KING, answers=stakes(0, 0, 0), options={"king_bonus_on_zero": "no"})
    assert order(t) == ["p1", "p2", "p3"]


def test_r_5_2_12_the_king_in_the_second_bet():
    answers = [*stakes(0, 3, 1), *stakes(0, 2, players=("p1", "p2"))]
    t = bids(KING, answers=[*answers, ("p1", "sequence", ["p1", "p2", "p3"])])
    assert t.prop("worth", "p1") == 3
    t = bids(KING, answers=[*answers, ("p2", "sequence", ["p1", "p2", "p3"])], options={"king_bonus_on_rebid": "no"})
    assert t.prop("worth", "p1") == 0


def test_r_5_2_14_two_players_have_no_second_bet():
    rich = goods("p1", florin=10) + goods("p2", florin=10)
    t = run(BIDS, rich, stakes(2, 2, players=("p1", "p2")), players=2, options=OFF)
    assert order(t) == ["p1", "p2"] and t.held("bank", "florin") == 119


def test_r_5_2_4_bribes_come_between_the_reveal_and_the_decision():
    bribe = [("p1", "partner", None), ("p2", "partner", "p1"), ("p2", "gift", {"florin": 2}), ("p2", "wish", {})]
    answers = [*stakes(3, 2, 0), *bribe, ("p1", "answer", "accept"), ("p2", "partner", None), ("p3", "partner", None)]
    t = run(BIDS, RICH, [*answers, ("p1", "sequence", ["p2", "p1", "p3"])])
    assert t.held("p1", "florin") == 9 and t.held("p2", "florin") == 6 and order(t)[0] == "p2"
