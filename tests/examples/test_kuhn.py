"""Kuhn poker: small enough to count by hand, and the same game as OpenSpiel's."""

from __future__ import annotations

from poker_tree import after, compared, first_position, scores, whole_tree, words

from archidsl.engine.machine import Position
from archidsl.engine.views import view


def played(*answers: str) -> Position:
    position = first_position("kuhn_poker")
    for answer in answers:
        choice = position.choice
        assert choice is not None
        position = after(position, choice.options[words(position).index(answer)])
    return position


def test_the_whole_tree() -> None:
    tree = whole_tree("kuhn_poker")
    assert tree.sorts == {"chance": 1 + 3, "decision": 6 * 4, "end": 6 * 5}
    assert {player: len(views) for player, views in tree.views.items()} == {0: 6, 1: 6}
    assert tree.information_sets == 12


def test_what_is_won() -> None:
    assert scores(played("king", "jack", "pass", "pass")) == [1, -1]
    assert scores(played("queen", "king", "bet", "pass")) == [1, -1]
    assert scores(played("queen", "king", "bet", "bet")) == [-2, 2]
    assert scores(played("king", "queen", "pass", "bet", "pass")) == [-1, 1]
    assert scores(played("king", "queen", "pass", "bet", "bet")) == [2, -2]


def test_hands_are_seen_by_their_owners_only() -> None:
    position = played("queen", "king", "pass")
    first, second, guest = view(position, 0), view(position, 1), view(position, -1)
    assert first["zones"] == {"deck": [None], "hand_p1": ["queen"], "hand_p2": [None]}
    assert second["zones"] == {"deck": [None], "hand_p1": [None], "hand_p2": ["king"]}
    assert guest["zones"] == {"deck": [None], "hand_p1": [None], "hand_p2": [None]}
    for seen in (first, second, guest):
        assert seen["history"] == [["chance", "dealt", None], ["chance", "dealt", None], ["p1", "say", "pass"]]


def test_the_same_tree_as_open_spiel() -> None:
    comparison = compared("kuhn_poker", ["pass", "bet"])
    assert comparison.nodes == 58
    assert len(comparison.theirs_of_ours) == 12
    assert comparison.partition_is_the_same
