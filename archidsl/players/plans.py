"""A question in, a plan for the rest of the own turn out: what to answer now, and what to go on with.

A plan is a list of own answers. It is followed in several imagined positions, the same for all plans; where it does
not fit one of them, something cheap is answered instead. Plans are found by lot and by changing good ones; what looks
good in a few imagined positions has to prove itself in more of them. Nobody chooses a way of his own for each imagined
position here, as if he knew what he cannot see. A plan is remembered, and the next question begins with what is left
of it: a good line of play that was found once is not lost again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import nlargest

from archidsl.engine.choices import Answer, Choice
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.players.thinking import Mind, easily, judged, play_on

FIRST, MOST = 2, 16  # imagined positions in which every plan is followed at first, and the best ones in the end
KEPT = 8  # plans that are changed, and have to prove themselves
BY_LOT = 0.4  # of the times that plans are followed; the others are for what is made of the best of them
OTHERS = 2  # answers of others that are looked ahead
RIVALRY = 0.25  # what it counts how good it looks for the best of the others

Steps = tuple[tuple[int, Answer], ...]  # questions as they stand in the rules
ANY = -3  # stands in a plan for whatever the lot says; nothing can be answered so


@dataclass(slots=True)
class Plan:
    """What to answer, whatever else is asked by lot, and what that led to in one imagined position after the other."""

    steps: Steps
    word: int
    values: list[float] = field(default_factory=list)

    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else float("-inf")


class Follower:
    """Answers as a plan says; steps that do not fit are left out."""

    def __init__(self, plan: Plan) -> None:
        self.left, self.lots = plan.steps, Lots("")
        self.lots.state = plan.word
        self.given: list[tuple[int, Answer]] = []

    def __call__(self, choice: Choice) -> Answer:
        rest = from_here(self.left, choice)
        answer = rest[0][1] if rest else ANY
        if rest:
            self.left = rest[1:]
        if answer == ANY:
            answer = easily(choice, self.lots, own=True)
        self.given.append((choice.site.number, answer))
        return answer


def from_here(steps: Steps, choice: Choice) -> Steps:
    """What is left of a plan at this question: nothing if it has no answer to it."""
    for number, (site, answer) in enumerate(steps):
        if site == choice.site.number and (answer == ANY or choice.allows(answer)):
            return steps[number:]
    return ()


class Planner:
    """Looks for a plan from one question on."""

    def __init__(self, mind: Mind, world: Position, lots: Lots) -> None:
        self.mind, self.lots = mind, lots
        self.more: Callable[[], bool]
        self.worlds, self.fates = [world], [lots.word()]
        self.luck = Lots("")

    def best(self, answers: list[Answer], remembered: Steps, times: int, more: Callable[[], bool]) -> Steps:
        """After following plans about so many times, or until there is no more time."""
        self.more = more
        good = self._by_lot(answers, remembered, int(times * BY_LOT) // FIRST)
        for _ in range(int(times * (1 - BY_LOT)) // FIRST):
            new = self._changed(good[self.lots(len(good))])
            if not self._follow(new, FIRST):
                break
            worst = min(good, key=Plan.mean)
            if new.mean() > worst.mean() and all(new.steps != plan.steps for plan in good):
                good[good.index(worst)] = new
        return self._proven(good).steps

    def _by_lot(self, answers: list[Answer], remembered: Steps, many: int) -> list[Plan]:
        """The plan that is remembered, each answer before it, and each answer before anything."""
        site = self.worlds[0].asked[0]
        begun: list[Steps] = [((site, answer),) for answer in answers]
        found = [remembered, *(begin + remembered for begin in begun)] if remembered else []
        found += [begun[number % len(begun)] for number in range(max(len(begun), many - len(found)))]
        plans = []
        for steps in found:
            plans.append(Plan(steps, self.lots.word()))
            if not self._follow(plans[-1], FIRST):
                break
        return nlargest(KEPT, plans, key=Plan.mean)

    def _changed(self, plan: Plan) -> Plan:
        """Another answer somewhere, and then what was planned, or the next thing left out as well, or anything."""
        at, way = self.lots(len(plan.steps)), self.lots(4)
        rest = () if way < 2 else plan.steps[at + way - 1 :]
        return Plan((*plan.steps[:at], (plan.steps[at][0], ANY), *rest), self.lots.word())

    def _proven(self, plans: list[Plan]) -> Plan:
        """The worse half is left out, the rest meets twice as many imagined positions, and so on."""
        many = FIRST
        while len(plans) > 1 and many < MOST:
            many = min(MOST, 2 * many)
            if not all(self._follow(plan, many) for plan in plans):
                break
            plans = nlargest((len(plans) + 1) // 2, plans, key=Plan.mean)
        return max(plans, key=lambda plan: (len(plan.values), plan.mean()))

    def _follow(self, plan: Plan, many: int) -> bool:
        """In the first so many imagined positions; no if there was no time for that."""
        while len(plan.values) < many:
            if not self.more():
                return False
            number = len(plan.values)
            if number == len(self.worlds):
                self.worlds.append(self.mind.imagine(self.lots))
                self.fates.append(self.lots.word())
            position, follower = self.worlds[number].copy(), Follower(plan)
            self.luck.state = self.fates[number]
            play_on(position, self.mind.player, follower, self.luck, OTHERS)
            if not plan.values:
                plan.steps = tuple(follower.given)
            plan.values.append(self._value(position))
        return True

    def _value(self, position: Position) -> float:
        player, players = self.mind.player, range(position.program.layout.players)
        others = [judged(position, other) for other in players if other != player]
        return judged(position, player) - RIVALRY * max(others, default=0.0)
