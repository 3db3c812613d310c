"""Piece 6: the evolution track."""

from harness import MAP, Table, goods, house, refused, run, units

# These five come onto the track; the rest stays in the deck as it is declared, the last on top.
CARDS = ["sawmill", "king", "thief", "archbishop", "pirate"]
DECK = ["researcher", "great_lighthouse", "barbarian", "merchant", "gifts_from_the_clergy"]
TRACK = "\n".join(f"move {card} to track" for card in CARDS)
OFF = {"negotiation": "off"}
PAIR = ("p1", "pair", ["king", "pirate"])  # without money turning is all there is
BUY = "p1 does buy_or_turn()\ndo refill()"


def deal(*given: str, answers: list, play: str = BUY, **more) -> Table:
    return run(play, (TRACK, *given), answers, options={**OFF, **more.pop("options", {})}, **more)


def bought(card: str, turned: str, by: str = "p1") -> list:
    return [(by, "deal", "buy"), (by, "bought", card), (by, "turned", turned)]


def turned(*cards: str, by: str = "p1") -> list:
    return [(by, "deal", "turn"), (by, "pair", list(cards))]


def test_r_5_6_3_buy_one_and_turn_another():
    t = deal(goods("p1", florin=3) + "set turn to 4", answers=bought("sawmill", "king"))
    assert t.zone("cards_p1") == ["sawmill"] and t.held("p1", "florin") == 0
    assert t.prop("owner", "sawmill") == "p1" and t.prop("acquired", "sawmill") == 4
    assert t.prop("quarter", "king") == 1 and t.prop("quarter", "thief") == 0
    assert t.zone("track") == [*CARDS[1:], "gifts_from_the_clergy"]


def test_r_5_6_5_the_skull_discards_and_two_are_refilled():
    t = deal(goods("p1", florin=3) + "set quarter of king to 2", answers=bought("sawmill", "king"))
    assert t.zone("evolution_discard") == ["king"] and t.prop("quarter", "king") == 0
    assert t.zone("track") == [*CARDS[2:], "gifts_from_the_clergy", "merchant"]


def test_r_5_6_4_the_price_is_that_of_the_quarter():
    given = goods("p1", florin=4) + "set quarter of sawmill to 1\nset quarter of thief to 2"
    t = deal(given, answers=[("p1", "deal", "buy")], stops=True)
    assert t.offered == ["sawmill", "thief", "archbishop"]
    t = deal(given, answers=bought("thief", "king"))
    assert t.held("p1", "florin") == 2


def test_r_5_6_3_or_turn_two_different_cards():
    answers = [("p1", "deal", "turn"), refused("p1", "pair", ["king"]), refused("p1", "pair", CARDS[:3])]
    t = deal(goods("p1", florin=3), answers=[*answers, ("p1", "pair", ["king", "pirate"])])
    assert [t.prop("quarter", c) for c in CARDS] == [0, 1, 0, 0, 1]


def test_r_5_6_4_without_money_buying_is_not_offered():
    t = deal(goods("p1", florin=2), answers=[("p1", "pair", ["king", "thief"])])
    assert t.keys == [("p1", "pair")] and t.zone("cards_p1") == []


def test_r_5_6_15_a_short_track():
    one = "move king to evolution_discard\nmove thief to evolution_discard\n"
    one += "move archbishop to evolution_discard\nmove pirate to evolution_discard"
    turn = "p1 does buy_or_turn()"
    t = deal(one, answers=[], play=turn)
    assert t.prop("quarter", "sawmill") == 1
    t = deal(one, goods("p1", florin=3), answers=[("p1", "deal", "buy")], play=turn)
    assert t.zone("cards_p1") == ["sawmill"]  # none left: nothing turns
    assert deal(one, "move sawmill to evolution_discard", answers=[], play=turn).asked == []


def test_r_5_6_7_nobody_turns_a_new_card():
    t = deal(goods("p1", florin=3), answers=[("p1", "deal", "buy"), ("p1", "bought", "sawmill")], stops=True)
    assert t.offered == CARDS[1:]


def test_r_5_6_10_only_the_red_half_of_the_new_top_is_resolved():
    """Two refills bring the merchant's back to the top: its red half counts towns, its other half is a crisis."""
    towns = units("east", "citizen_p1_1", "citizen_p1_2") + house("building_14", "town", "east")
    given = ("move gifts_from_the_clergy to evolution_discard\nmove barbarian to evolution_discard", MAP, towns)
    answers = [PAIR]
    t = deal(*given, "set quarter of king to 2", answers=answers)  # the merchant goes to the track: lighthouse on top
    assert t.prop("rebellion") == 0
    given = ("move barbarian to evolution_discard", MAP, towns)
    t = deal(*given, "set quarter of king to 2", answers=answers)
    assert t.zone("track")[-1] == "gifts_from_the_clergy" and t.prop("rebellion") == 1
    assert t.prop("lying", "citizen_p1_1") == "no"


def test_r_5_6_12_the_red_half_comes_between_two_draws():
    towns = units("east", "citizen_p1_1", "citizen_p1_2") + house("building_14", "town", "east")
    given = (MAP, towns, "set quarter of king to 2\nset quarter of pirate to 2")
    t = deal(*given, answers=[PAIR])
    assert t.zone("track")[3:] == ["gifts_from_the_clergy", "merchant"] and t.prop("rebellion") == 1


def test_r_5_4_2_the_balance_leaves_red_halves_alone():
    people = (MAP, units("east", "citizen_p1_1", "citizen_p1_2") + house("building_14", "town", "east"))
    top = "move gifts_from_the_clergy to evolution_discard"
    t = run("do balance()", (TRACK, *people, top), options=OFF)  # the merchant's other half: a crisis in cattle
    assert t.prop("rebellion") == 2 and t.prop("lying", "citizen_p1_1") == "yes"
    assert t.zone("evolution_deck")[-1] == "merchant"


def test_r_5_6_14_an_empty_deck_takes_the_discards():
    rest = [card for card in DECK if card != "merchant"]
    given = "\n".join(f"move {card} to evolution_discard" for card in rest)
    answers = [PAIR]
    t = deal(given, "set quarter of king to 2", answers=answers)
    assert t.zone("track")[-1] == "merchant"
    assert sorted(t.zone("evolution_deck")) == sorted([*rest, "king"]) and t.zone("evolution_discard") == []
    t = deal(given, "set quarter of king to 2", answers=answers, options={"evolution_deck_empty": "stay_empty"})
    assert t.zone("evolution_deck") == [] and len(t.zone("evolution_discard")) == 5


def test_r_5_6_14_a_deck_that_runs_empty_between_two_draws():
    rest = [card for card in DECK if card != "merchant"]
    given = "\n".join(f"move {card} to evolution_discard" for card in rest)
    t = deal(given, "set quarter of king to 2\nset quarter of pirate to 2", answers=[PAIR])
    assert len(t.zone("track")) == 5 and len(t.zone("evolution_deck")) == 5


def test_r_5_6_1_first_all_discs_and_coins_come_back():
    given = "move 2 action_disc from disc_store of p1 to used_discs of p1\nmove 1 florin from bank to tolls of p1\n"
    given += "move 1 action_disc from disc_store of p1 to frozen_discs of p1\nset own_used(exploration, p1) to 1"
    t = deal(given, answers=[], play="do purchase()", stops=True)
    assert t.held("p1", "action_disc") == 3 and t.held("bank", "florin") == 135
    assert t.prop("own_used", "exploration", "p1") == 0


def test_r_5_6_3_each_player_in_order_of_play():
    given = goods("p1", florin=5) + goods("p2", florin=5) + goods("p3", florin=5)
    answers = [*bought("sawmill", "king"), *turned("king", "thief", by="p2")]
    answers += [("p3", "deal", "buy"), refused("p3", "bought", "sawmill"), ("p3", "bought", "thief")]
    t = deal(given, answers=[*answers, ("p3", "turned", "king")], play="do purchase()")
    assert t.zone("cards_p1") == ["sawmill"] and t.zone("cards_p3") == ["thief"]
    assert t.zone("evolution_discard") == ["king"] and len(t.zone("track")) == 5


def test_r_12_2_4_an_end_met_by_a_purchase_comes_after_that_step():
    """The bank has no money left: p1's step is finished, p2 does not buy."""
    given = "move m10 to goals of p3\nset turn to 1\nmove all florin from bank to p2"
    t = deal(given, answers=[PAIR], play="do purchase()")
    assert t.over and t.prop("ending") == "yes" and t.keys == [("p1", "pair")]
    assert t.zone("track") == CARDS
