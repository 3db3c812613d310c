"""A seed in, a player out that searches: information-set Monte Carlo on copies of imagined positions.

Where the pack has an outlook, all answers meet in the same imagined positions. After each answer the player and those
who follow play some turns, and each takes, of a few ways to play his turn, the one that looks best for himself; what
that led to counts for the answer. Now and then the worse half is left out, and the rest gets what time remains. Where
no outlook tells anything before the end, a tree of answers grows instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from archidsl.engine.choices import Answer
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.players.thinking import Mind, candidates, judged, play_on
from archidsl.players.tree import Tree

ROUNDS = 120  # answers that are looked at in an imagined position, all together
TREE_ROUNDS = 400
WORLDS = 24  # imagined positions, taken in turn
ANSWERS = 14
FIRST = 4  # imagined positions before the worse half is left out
TURNS = 3  # the turn that the answer begins, and those that follow
WAYS, FURTHER_WAYS = 6, 4  # in which a turn could be played


class SearchPlayer:
    """Thinks for so many rounds, or for so many seconds; only rounds give the same game again."""

    def __init__(self, seed: str, name: str = "", rounds: int | None = None, seconds: float | None = None) -> None:
        self.seed, self.rounds, self.seconds = f"search {name}: {seed}", rounds, seconds

    def think(self, mind: Mind) -> Answer:
        lots = Lots(f"{self.seed} {len(mind.view['history'])}")
        first = mind.imagine(lots)
        assert first.choice is not None
        answers = candidates(first.choice, lots, ANSWERS)
        if len(answers) == 1:
            return answers[0]
        if first.program.outlook is None:
            return self._by_tree(mind, Tree(mind.player, answers, lots), first, lots)
        return self._by_contest(mind, [Rival(answer) for answer in answers], first, lots)

    def _by_tree(self, mind: Mind, tree: Tree, first: Position, lots: Lots) -> Answer:
        worlds = [first]
        for number in self._rounds(TREE_ROUNDS):
            if len(worlds) < WORLDS:
                worlds.append(mind.imagine(lots))
            tree.grow(worlds[number % len(worlds)].copy())
        return tree.best()

    def _by_contest(self, mind: Mind, rivals: list[Rival], world: Position, lots: Lots) -> Answer:
        met, until = 0, FIRST
        rounds = self._rounds(ROUNDS)
        while True:
            fate = lots.word()  # the same for every answer
            for rival in rivals:
                if next(rounds, None) is None:
                    return max(rivals, key=Rival.mean).answer
                rival.meet(world, mind.player, fate)
            met += 1
            if met >= until and len(rivals) > 2:
                rivals = sorted(rivals, key=Rival.mean, reverse=True)[: (len(rivals) + 1) // 2]
                until += FIRST
            world = mind.imagine(lots)

    def _rounds(self, usual: int) -> Iterator[int]:
        if self.seconds is None:
            yield from range(usual if self.rounds is None else self.rounds)
            return
        number, end = 0, monotonic() + self.seconds
        while number == 0 or monotonic() < end:
            yield number
            number += 1


@dataclass(slots=True)
class Rival:
    """One answer, how often it was looked at, and how that turned out in all."""

    answer: Answer
    times: int = 0
    total: float = 0.0

    def mean(self) -> float:
        return self.total / self.times if self.times else 0.0

    def meet(self, world: Position, player: int, fate: int) -> None:
        position = world.copy()
        position.answer(self.answer)
        lots, luck = Lots(""), Lots("")
        lots.state = luck.state = fate
        position = best_turn(position, player, lots, luck, WAYS)
        for _ in range(TURNS - 1):
            if position.asked is None:
                break
            position = best_turn(position, position.asked[1], lots, luck, FURTHER_WAYS)
        self.times, self.total = self.times + 1, self.total + judged(position, player)


def best_turn(position: Position, player: int, lots: Lots, luck: Lots, ways: int) -> Position:
    """Where a turn of this player leads, if he takes what looks best for him of a few ways to play it."""
    best, found = -1.0, position
    for _ in range(ways):
        end = position.copy()
        play_on(end, player, lots, luck, 0)
        value = judged(end, player)
        if value > best:
            best, found = value, end
    return found
