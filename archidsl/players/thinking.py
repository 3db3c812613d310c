"""What thinking players share: what they are given, which answers they look at, how they play on, how they judge.

A thinking player never gets the true position. It gets its view, its question, and as many imagined positions as it
wants: for all it sees, each of them could be the true one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from archidsl.engine.choices import CHANCE, DECLINED, Answer, Choice, Draw
from archidsl.engine.machine import Position
from archidsl.engine.views import View

WON = 1000  # what an outlook is of
MANY = 30  # answers of a playout after which nobody looks further ahead


@dataclass(frozen=True, slots=True)
class Mind:
    """All that a player knows when it is asked: `imagine` gives another position each time, by lot."""

    view: View
    question: dict[str, Any]
    player: int
    imagine: Callable[[Draw], Position]


# -- which answers


def candidates(choice: Choice, lots: Draw, most: int) -> list[Answer]:
    """All answers if they are few; else the plainest, and some by lot."""
    if choice.size() <= most:
        return list(dict.fromkeys(choice.settled(answer) for answer in choice.all_answers()))
    found = dict.fromkeys(_plainest(choice, most))
    for _ in range(2 * most):
        if len(found) >= most:
            break
        found[choice.settled(choice.draw(lots))] = None
    return list(found)


def _plainest(choice: Choice, most: int) -> list[Answer]:
    """Declining; of numbers the ends and some between; of sets and amounts the smallest of one sort, and everything."""
    found: list[Answer] = [DECLINED] if choice.declinable else []
    if choice.kind in ("number", "payment"):
        numbers = choice.payload
        last = len(numbers) - 1
        found += [numbers[i * last // (most - 2)] for i in range(most - 1)]
    elif choice.kind in ("several", "bundle"):
        low, high, groups = choice.payload
        few = max(low, min(1, high))
        for group in groups[: most // 2]:
            there = len(group) if choice.kind == "several" else group[1]
            if few <= there:
                found.append(group[:few] if choice.kind == "several" else ((group[0], few),) if few else ())
    return [answer for answer in found if choice.allows(answer)]


# -- playing on


def easily(choice: Choice, lots: Draw, own: bool) -> Answer:
    """A cheap answer: who thinks seldom declines for himself, expects half of the others to, and spends little."""
    if choice.declinable and lots(10) >= (8 if own else 5):
        return DECLINED
    if not choice.listed:
        return choice.draw(lots)
    options = choice.payload
    if not options:
        return DECLINED
    number = lots(len(options))
    if choice.kind in ("number", "payment"):
        number = min(number, lots(len(options)))
    return int(options[number])


def play_on(
    position: Position, player: int, own: Callable[[Choice], Answer], luck: Draw, others: int, most: int = MANY
) -> None:
    """On to the player's next turn, or until the others have answered so often, or so much was answered in all.

    What the others do is drawn with `luck`: whoever tries several ways to go on must not choose how lucky he is.
    """
    mine = True
    while (asked := position.asked) is not None and most > 0:
        if asked[1] == CHANCE:
            position.answer(position.chance())
            continue
        if asked[1] == player:
            if not mine:
                return
        elif others <= 0:
            return
        else:
            others -= not position.program.sites[asked[0]].together  # what all answer at once is seen through
            mine = False
        most -= 1
        choice = position.choice
        assert choice is not None
        position.answer(own(choice) if asked[1] == player else easily(choice, luck, own=False))


# -- judging


def winners(position: Position) -> list[int]:
    """Of a game that is over; where it knows points alone, who has most of them."""
    layout, s = position.program.layout, position.s
    players = range(layout.players)
    if "won" in layout.results:
        won = layout.columns[layout.results["won"]].offset
        return [player for player in players if s[won + player]]
    if "score" in layout.results:
        score = layout.columns[layout.results["score"]].offset
        best = max(s[score + player] for player in players)
        return [player for player in players if s[score + player] == best]
    return []


def judged(position: Position, player: int) -> float:
    """How good it looks for a player, from 0 to 1: his share of the win, or what the pack says of his outlook.

    If nobody has won, all have lost; where no outlook tells of that, it was a draw.
    """
    outlook = position.program.outlook
    if position.over:
        found = winners(position)
        if not found and outlook is None:
            return 0.5
        return 1 / len(found) if player in found else 0.0
    if outlook is None:
        return 0.5
    return min(WON, max(0, outlook(position.s, player))) / WON
