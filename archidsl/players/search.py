"""A seed in, a player out that searches: information-set Monte Carlo on copies of imagined positions.

Where the pack has an outlook, it looks for a plan for the rest of its turn, and remembers it. Where no outlook tells
anything before the end, a tree of answers grows instead.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from archidsl.engine.choices import Answer
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.players.plans import Planner, Steps, from_here
from archidsl.players.thinking import Mind, candidates
from archidsl.players.tree import Tree

ROUNDS = 400  # plans that are followed for an answer
AGAIN = 160  # for an answer of which a plan says already what it should be
UNTIL_DONE = 1_000_000
TREE_ROUNDS = 400
WORLDS = 24  # imagined positions in which the tree grows, taken in turn
ANSWERS = 14


class SearchPlayer:
    """Thinks for so many rounds, or for so many seconds; only rounds give the same game again."""

    def __init__(self, seed: str, name: str = "", rounds: int | None = None, seconds: float | None = None) -> None:
        self.seed, self.rounds, self.seconds = f"search {name}: {seed}", rounds, seconds
        self.plan: Steps = ()

    def think(self, mind: Mind) -> Answer:
        lots = Lots(f"{self.seed} {len(mind.view['history'])}")
        first = mind.imagine(lots)
        assert first.choice is not None
        answers = candidates(first.choice, lots, ANSWERS)
        if len(answers) == 1:
            return answers[0]
        if first.program.outlook is None:
            return self._by_tree(mind, Tree(mind.player, answers, lots), first, lots)
        return self._by_plan(mind, answers, first, lots)

    def _by_plan(self, mind: Mind, answers: list[Answer], first: Position, lots: Lots) -> Answer:
        planner, choice, more = Planner(mind, first, lots), first.choice, self._clock(UNTIL_DONE)
        assert choice is not None
        plan = from_here(self.plan, choice)
        usual = (AGAIN if plan else ROUNDS) if self.rounds is None else self.rounds
        plan = planner.best(answers, plan, usual, more)
        while self.seconds is not None and more():
            plan = planner.best(answers, plan, usual, more)
        self.plan = plan[1:]
        return plan[0][1]

    def _by_tree(self, mind: Mind, tree: Tree, first: Position, lots: Lots) -> Answer:
        worlds, number, more = [first], 0, self._clock(TREE_ROUNDS)
        while more():
            if len(worlds) < WORLDS:
                worlds.append(mind.imagine(lots))
            tree.grow(worlds[number % len(worlds)].copy())
            number += 1
        return tree.best()

    def _clock(self, usual: int) -> Callable[[], bool]:
        """Is there time for one more? For the first there always is."""
        if self.seconds is None:
            left = iter(range(usual if self.rounds is None else self.rounds))
            return lambda: next(left, None) is not None
        begun, end = iter((True,)), monotonic() + self.seconds
        return lambda: next(begun, False) or monotonic() < end
