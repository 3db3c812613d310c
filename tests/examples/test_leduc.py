"""Leduc hold'em: hidden cards, an open one, two rounds of betting, and the same game as OpenSpiel's."""

from __future__ import annotations

import pytest
from poker_tree import after, compared, first_position, scores, whole_tree, words

from archidsl.engine.machine import Position


def played(answers: str) -> Position:
    position = first_position("leduc_poker")
    for answer in answers.split():
        choice = position.choice
        assert choice is not None
        position = after(position, choice.options[words(position).index(answer)])
    return position


def test_the_whole_tree() -> None:
    tree = whole_tree("leduc_poker")
    assert tree.nodes == 9457
    assert tree.sorts == {"chance": 157, "decision": 3780, "end": 5520}
    assert tree.information_sets == 936


@pytest.mark.parametrize(
    ("answers", "won"),
    [
        ("black_king red_king raise_stake fold", [1, -1]),
        ("red_queen red_king call call red_jack call call", [-1, 1]),
        ("red_jack red_king call call black_jack call call", [1, -1]),  # a pair beats the king
        ("black_king red_king raise_stake call red_jack raise_stake raise_stake call", [0, 0]),
        ("red_jack red_king raise_stake raise_stake call red_queen raise_stake raise_stake call", [-13, 13]),
        ("red_jack red_king call raise_stake call red_queen raise_stake raise_stake fold", [-7, 7]),
    ],
)
def test_what_is_won(answers: str, won: list[int]) -> None:
    position = played(answers)
    assert position.over
    assert scores(position) == won


def test_folding_needs_a_raise_and_raising_ends() -> None:
    assert words(played("red_jack red_king")) == ["call", "raise_stake"]
    assert words(played("red_jack red_king raise_stake")) == ["fold", "call", "raise_stake"]
    assert words(played("red_jack red_king raise_stake raise_stake")) == ["fold", "call"]


def test_the_same_tree_as_open_spiel() -> None:
    comparison = compared("leduc_poker", ["fold", "call", "raise_stake"])
    assert comparison.nodes == 9457
    assert len(comparison.theirs_of_ours) == 936
    assert comparison.partition_is_the_same
