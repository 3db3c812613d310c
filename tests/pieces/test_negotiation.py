"""Piece 11: offers."""

from harness import Table, goods, refused, run

RICH = goods("p1", florin=5, wood=2) + goods("p2", florin=3, iron=1) + goods("p3", florin=3)
TALK = "p1 does parley()"
END = ("p1", "partner", None)
TO_P2 = ("p1", "partner", "p2")


def offer(gift: dict, wish: dict, answer: str) -> list:
    return [TO_P2, ("p1", "gift", gift), ("p1", "wish", wish), ("p2", "answer", answer)]


def talk(*given: str, answers: list, **more) -> Table:
    return run(TALK, (RICH, *given), answers, **more)


def test_r_11_2_1_goods_change_hands_at_once():
    t = talk(answers=[*offer({"wood": 2, "florin": 1}, {"iron": 1}, "accept"), END])
    assert t.held("p1", "wood") == 0 and t.held("p1", "iron") == 1 and t.held("p1", "florin") == 4
    assert t.held("p2", "wood") == 2 and t.held("p2", "iron") == 0 and t.held("p2", "florin") == 4


def test_r_11_3_1_refused_nothing_moves():
    t = talk(answers=[*offer({"wood": 2}, {"iron": 1}, "refuse"), END])
    assert t.held("p1", "wood") == 2 and t.held("p2", "iron") == 1


def test_what_the_partner_does_not_have_he_cannot_accept():
    """The wish is not limited by what he has: that is hidden. Only his own answer tests it."""
    answers = [TO_P2, ("p1", "gift", {}), ("p1", "wish", {"iron": 2})]
    t = talk(answers=[*answers, END])  # only `refuse` is left: not asked
    assert t.held("p2", "iron") == 1
    assert next(offered for _, key, offered in t.asked if key == "wish")[2]["iron"] == 10


def test_r_10_5_1_a_token_is_no_cube_in_a_deal():
    answers = [TO_P2, ("p1", "gift", {"wood": 1}), ("p1", "wish", {"iron": 2}), END]
    t = talk(goods("p2", explorer_token=1), answers=answers)
    assert t.held("p1", "wood") == 2 and t.held("p2", "explorer_token") == 1


def test_nobody_gives_more_than_he_has():
    t = talk(answers=[TO_P2, refused("p1", "gift", {"wood": 3}), refused("p1", "gift", {"iron": 1})], stops=True)
    assert t.offered == (0, 7, {"florin": 5, "wood": 2})


def test_r_11_2_2_cards_are_tradable_but_not_built_wonders_nor_discs():
    cards = "move king to cards of p1\nmove great_lighthouse to cards of p1\nset built of great_lighthouse to yes\n"
    cards += "move thief to cards of p2\n" + goods("p1", action_disc=2)
    answers = [TO_P2, ("p1", "gift", {}), refused("p1", "deeds", ["great_lighthouse"]), ("p1", "deeds", ["king"])]
    answers += [("p1", "wish", {"florin": 3}), ("p1", "wanted", ["thief"]), ("p2", "answer", "accept"), END]
    t = talk(cards, answers=answers)
    assert sorted(t.zone("cards_p1")) == ["great_lighthouse", "thief"] and t.zone("cards_p2") == ["king"]
    assert t.prop("owner", "king") == "p2" and t.prop("owner", "thief") == "p1" and t.held("p1", "florin") == 8
    assert all("action_disc" not in str(offered) for _, _, offered in t.asked)


def test_at_most_so_many_offers_at_once():
    refuse = offer({}, {}, "refuse")
    t = talk(answers=[*refuse, *refuse])
    assert t.keys.count(("p1", "partner")) == 2
    assert talk(answers=[], options={"offers_at_once": 0}).asked == []
    assert talk(answers=[], options={"negotiation": "off"}).asked == []


def test_r_11_1_2_in_a_round_the_active_player_is_one_party():
    t = run("p1 does play_round()", RICH, stops=True)
    assert t.keys == [("p1", "partner")] and t.offered == ["p2", "p3", None]
    t = talk("set active_player to p2", answers=[], stops=True)
    assert t.offered == ["p2", "p3", None]  # no round is going on: anybody with anybody


def test_an_offer_is_seen_by_all_but_not_what_is_behind_the_screens():
    t = talk(answers=[TO_P2, ("p1", "gift", {"wood": 1}), ("p1", "wish", {"iron": 1})], stops=True)
    assert t.keys[-1] == ("p2", "answer")
    shown = t.view("p3")
    assert ["p1", "gift", {"wood": 1}] in shown["history"] and shown["holders"]["p2"]["iron"] is None
    assert "answers" not in shown["question"] and "answers" in t.view("p2")["question"]
