"""A question in, a tree of what could follow out: information-set Monte Carlo tree search.

Each round takes an imagined position, goes down the tree as far as it has grown, each player choosing what has served
him best so far or has been tried least, adds one answer, plays on easily, and tells every node on the way how that
looked for the player who chose there. A node stands for a question after the same answers; what was imagined, and what
chance answered in between, may differ from round to round, so only answers that are possible now are compared.
"""

from __future__ import annotations

from math import log, sqrt

from archidsl.engine.choices import CHANCE, Answer, Choice, Draw
from archidsl.engine.machine import Position
from archidsl.players.thinking import candidates, easily, judged

ANSWERS = 14
CURIOSITY = 0.7  # of the spread of all that was seen
OFTEN = 3  # so often must an answer have been tried before it is held to be known
DEEPEST = 10_000  # answers in all


class Branch:
    """One answer at a node: how often it was possible and taken, and what came of it."""

    __slots__ = ("nodes", "possible", "taken", "value")

    def __init__(self) -> None:
        self.possible, self.taken, self.value = 0, 0, 0.0
        self.nodes: dict[tuple[int, int], Branches] = {}  # by site and player of the next question


Branches = dict[Answer, Branch]
Path = list[tuple[int, Branches, Branch]]  # who chose, out of what, and what


class Tree:
    """What could follow one question of one player."""

    def __init__(self, player: int, answers: list[Answer], lots: Draw) -> None:
        self.player, self.lots = player, lots
        self.root: Branches = {answer: Branch() for answer in answers}
        self.low, self.high = 1.0, 0.0

    def best(self) -> Answer:
        return max(self.root, key=lambda answer: (self.root[answer].taken, self.root[answer].value))

    def grow(self, position: Position) -> None:
        path = self._down(position)
        for player in {player for player, _, _ in path}:
            value = judged(position, player)
            self.low, self.high = min(self.low, value), max(self.high, value)
            for who, branches, branch in reversed(path):
                if who == player:
                    branch.taken += 1
                    branch.value += value
                    # He would not choose again what turned out badly: what he knows to be best counts from here up.
                    known = [b.value / b.taken for b in branches.values() if b.taken >= OFTEN]
                    value = max(known, default=value)

    def _down(self, position: Position) -> Path:
        """Through the tree, one answer beyond it, and easily on; the position is where that leads."""
        branches: Branches | None = self.root
        path: Path = []
        left = DEEPEST
        while (choice := position.choice) is not None and left > 0:
            player = choice.player
            if player == CHANCE:
                position.answer(position.chance())
                continue
            left -= 1
            if branches is None:
                position.answer(easily(choice, self.lots, player == self.player))
                continue
            answer = self._chosen(branches, choice)
            branch = branches[answer]
            path.append((player, branches, branch))
            position.answer(answer)
            branches = self._next(branch, position) if branch.taken else None
        return path

    def _next(self, branch: Branch, position: Position) -> Branches | None:
        while position.asked is not None and position.asked[1] == CHANCE:
            position.answer(position.chance())
        if position.asked is None:
            return None
        return branch.nodes.setdefault((position.asked[0], position.asked[1]), {})

    def _chosen(self, branches: Branches, choice: Choice) -> Answer:
        """What was never tried, else what promises most; of many answers only some are known, and more with time."""
        if branches is not self.root:
            for answer in candidates(choice, self.lots, ANSWERS) if len(branches) < ANSWERS else ():
                branches.setdefault(answer, Branch())
        possible = (
            [answer for answer in branches if choice.allows(answer)] if branches is not self.root else [*branches]
        )
        if not possible:  # all that is known belongs to other positions
            possible = [choice.settled(choice.draw(self.lots))]
            branches[possible[0]] = Branch()
        for answer in possible:
            branches[answer].possible += 1
        fresh = [answer for answer in possible if not branches[answer].taken]
        if fresh:
            return fresh[self.lots(len(fresh))]
        spread = CURIOSITY * max(0.001, self.high - self.low)
        return max(possible, key=lambda answer: _promise(branches[answer], spread))


def _promise(branch: Branch, spread: float) -> float:
    return branch.value / branch.taken + spread * sqrt(log(branch.possible) / branch.taken)
