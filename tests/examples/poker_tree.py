"""Whole game trees: walked by copying positions, and compared with OpenSpiel's trees node for node."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from archidsl import pipeline
from archidsl.engine.choices import CHANCE
from archidsl.engine.machine import Position
from archidsl.engine.views import view

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def first_position(game: str) -> Position:
    return pipeline.load([EXAMPLES / game]).start(seed="any: chance is answered by the walk")


def after(position: Position, answer: int) -> Position:
    copy = position.copy()
    copy.answer(answer)
    return copy


def what_is_seen(position: Position, player: int) -> str:
    return json.dumps(view(position, player), sort_keys=True)


def scores(position: Position) -> list[int]:
    column = position.program.layout.columns["score", "player"]
    return position.s[column.first : column.first + column.count]  # type: ignore[return-value]


def words(position: Position) -> list[str]:
    """The answers to the open question, in words and in order."""
    choice, layout = position.choice, position.program.layout
    assert choice is not None
    names = layout.labels if choice.kind == "menu" else layout.names
    return [names[answer] for answer in choice.options]


def positions(position: Position) -> Iterator[Position]:
    yield position
    if not position.over:
        assert position.choice is not None
        for answer in position.choice.options:
            yield from positions(after(position, answer))


@dataclass
class Tree:
    """What a whole tree holds."""

    sorts: Counter[str] = field(default_factory=Counter)
    views: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))  # of the player who is asked

    @property
    def nodes(self) -> int:
        return self.sorts.total()

    @property
    def information_sets(self) -> int:
        return sum(len(views) for views in self.views.values())


def whole_tree(game: str) -> Tree:
    tree = Tree()
    for position in positions(first_position(game)):
        choice = position.choice
        if choice is None:
            assert position.over and sum(scores(position)) == 0
            tree.sorts["end"] += 1
        elif choice.player == CHANCE:
            tree.sorts["chance"] += 1
        else:
            tree.sorts["decision"] += 1
            tree.views[choice.player].add(what_is_seen(position, choice.player))
    return tree


# With OpenSpiel -------------------------------------------------------------------------------------------------


def open_spiel() -> Any:
    return pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'archidsl[spiel]'")


@dataclass
class Comparison:
    """Both trees, walked side by side. `actions` are our words in the order of OpenSpiel's action numbers."""

    actions: list[str]
    nodes: int = 0
    theirs_of_ours: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ours_of_theirs: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def walk(self, ours: Position, theirs: Any) -> None:
        self.nodes += 1
        assert ours.over == theirs.is_terminal()
        if ours.over:
            assert scores(ours) == theirs.returns()
            return
        choice = ours.choice
        assert choice is not None
        if choice.player == CHANCE:
            numbers = self.chance(ours, theirs)
        else:
            assert choice.player == theirs.current_player()
            self.same_information(ours, theirs)
            numbers = [self.actions.index(word) for word in words(ours)]
            assert numbers == theirs.legal_actions()
        for answer, number in zip(choice.options, numbers, strict=True):
            self.walk(after(ours, answer), theirs.child(number))

    def chance(self, ours: Position, theirs: Any) -> list[int]:
        """Cards are numbered as they stand in the pack; every answer of chance is equally likely."""
        assert theirs.is_chance_node()
        choice = ours.choice
        assert choice is not None
        first = ours.program.layout.of_kind("card").start
        numbers = [answer - first for answer in choice.options]
        likely = 1 / choice.size()
        assert theirs.chance_outcomes() == [(number, pytest.approx(likely)) for number in numbers]
        return numbers

    def same_information(self, ours: Position, theirs: Any) -> None:
        player = theirs.current_player()
        seen, known = what_is_seen(ours, player), theirs.information_state_string(player)
        self.theirs_of_ours[seen].add(known)
        self.ours_of_theirs[known].add(seen)

    @property
    def partition_is_the_same(self) -> bool:
        """Each view stands for one information state and the other way round."""
        return all(len(x) == 1 for x in [*self.theirs_of_ours.values(), *self.ours_of_theirs.values()])


def compared(game: str, actions: list[str]) -> Comparison:
    spiel = open_spiel()
    comparison = Comparison(actions)
    comparison.walk(first_position(game), spiel.load_game(game).new_initial_state())
    return comparison
