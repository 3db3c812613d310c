"""Recorded games of Saltfen in both numberings, and the ten effects that are timed in them.

How effects are timed. A generator cannot be copied, so no effect is cut out and repeated by itself. Instead random
games are played once and written down; then the same games are played again on both sides, answer by answer, with a
clock around each answer: from the answer to the next question (or the end), which is what a player waits for. An
effect is a group of answers, such as "who works is chosen" or "explore is chosen as the task", so both sides run the
same rules in the same positions, and what the random player costs is in neither. Both sides are what a program plays
with: they keep the open question, and let a player haggle before he answers it (`Position` and `Table`; a `Position`
keeps the history too). Of each answer the median of all rounds counts; the time that reading the clock takes is taken
off.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter_ns
from typing import Any, Protocol

from archidsl import pipeline
from archidsl.engine.chance import key_from_seed
from archidsl.engine.choices import CHANCE, DECLINED, Answer, Choice
from archidsl.engine.layout import Layout
from archidsl.engine.machine import Position, Program
from tests.bench.handwritten import Saltfen, Table

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "saltfen"

# -- the two numberings: by hand things count from 0 within their kind and labels are words

KIND_OF_KEY = {
    "home": "area", "water": "area", "goal": "area", "landing": "area", "shore": "area",
    "worker": "folk", "scout": "folk", "mover": "folk", "builder": "folk", "rider": "folk", "hands": "folk",
    "shell": "hut", "task": "task", "booth": "stall", "bought": "craft", "way": "way", "helper": "way",
}  # fmt: skip


class Numbering:
    """From the numbers of a compiled game to those of the hand-written one."""

    def __init__(self, layout: Layout) -> None:
        self.labels = layout.labels
        self.first = {key: layout.ranges[kind][0] for key, kind in KIND_OF_KEY.items()}

    def answer(self, choice: Choice, answer: Any) -> Any:
        """An answer, or one option."""
        if answer == DECLINED:
            return answer
        if choice.kind == "menu":
            return self.labels[answer]
        first = self.first.get(choice.key, 0)
        if choice.kind == "several":
            return tuple(thing - first for thing in answer)
        return answer if choice.kind in ("order", "bundle") else answer - first

    def question(self, choice: Choice) -> tuple[int, str, Any, bool]:
        """Everything the hand-written game says when it asks the same."""
        payload: Any = choice.payload
        if choice.kind == "several":
            low, high, groups = payload
            payload = (low, high, tuple(self.answer(choice, group) for group in groups))
        elif choice.listed:
            payload = [self.answer(choice, option) for option in payload]
        return choice.player, choice.key, payload, bool(choice.declinable)


def plain(question: tuple[int, str, Any, bool]) -> tuple[int, str, Any, bool]:
    """A question of the hand-written game, to be compared: ranges as lists."""
    player, key, options, may = question
    return player, key, list(options) if isinstance(options, range) else options, may


# -- the ten effects

Group = Callable[["Moment"], bool]


@dataclass(frozen=True, slots=True)
class Moment:
    """One answer: the question as the hand-written game numbers it, what was asked in which procedure, and after it."""

    key: str
    procedure: str
    answer: Any
    last: bool


def chosen(key: str, procedure: str, answer: Any = None) -> Group:
    return lambda m: m.key == key and procedure in m.procedure and (answer is None or m.answer == answer)


EXPLORE_TASK = 3

EFFECTS: dict[str, Group] = {
    "gather: a worker is chosen": chosen("worker", "gather"),
    "explore: from the task to its spots": chosen("task", "labour", EXPLORE_TASK),
    "wander: a goal is chosen, who moves next": chosen("goal", "wander"),
    "build: a hut is chosen, paid with substitutes": lambda m: "build" in m.procedure and m.key in ("shell", "payment"),
    "hire: a landing is chosen": chosen("landing", "hire"),
    "trade: a good is bought or sold": chosen("what", "trade"),
    "mend: help against the flood": chosen("help", "mend"),
    "shop: a craft is bought or not": chosen("bought", "shop"),
    "bidding: all bid together": chosen("stake", "bidding"),
    "last count: duties are ranked": lambda m: m.last,
}


# -- recording


@dataclass(slots=True)
class Recorded:
    """One game: its key, its answers in both numberings, and the effect that each answer sets off (-1: none)."""

    players: int
    key: bytes
    answers: list[Answer] = field(default_factory=list)
    by_hand: list[Any] = field(default_factory=list)
    effects: list[int] = field(default_factory=list)
    drowned: bool = False


def record(program: Program, players: int, seed: str) -> Recorded:
    """A game in which every answer is drawn at random, each as likely as the other."""
    dice = random.Random(seed)
    numbering = Numbering(program.layout)
    game = Recorded(players, key_from_seed(seed))
    position = Position(program, game.key).begin()
    moments: list[Moment] = []
    while (choice := position.choice) is not None:
        answer = position.chance() if choice.player == CHANCE else choice.draw(dice.randrange)
        game.answers.append(answer)
        game.by_hand.append(numbering.answer(choice, answer))
        position.answer(answer)
        moments.append(Moment(choice.key, choice.site.procedure, game.by_hand[-1], position.over))
    won = program.layout.columns["won", "player"].first
    game.drowned = not any(position.s[won : won + players])
    for m in moments:
        found = [i for i, group in enumerate(EFFECTS.values()) if group(m) and not (m.last and game.drowned)]
        game.effects.append(found[-1] if found else -1)
    return game


class Replayed(Protocol):
    """A `Position`, or the reference."""

    def begin(self) -> object: ...

    def answer(self, answer: Answer) -> None: ...


def replay(position: Replayed, answers: list[Answer]) -> None:
    position.begin()
    answer = position.answer
    for given in answers:
        answer(given)


def replay_by_hand(game: Recorded) -> None:
    answer = Table(Saltfen(game.players, game.key)).answer
    for given in game.by_hand:
        answer(given)


class Games:
    """Recorded games for two to four players, and the two ways to play them again."""

    def __init__(self, count: int) -> None:
        self.loaded = pipeline.load([EXAMPLE])
        self.programs = {n: self.loaded.program(self.loaded.settle({"players": n})) for n in (2, 3, 4)}
        self.games = [record(self.programs[n], n, f"bench {i}") for i in range(count) for n in (2 + i % 3,)]

    def play_compiled(self) -> None:
        for game in self.games:
            replay(Position(self.programs[game.players], game.key), game.answers)

    def play_by_hand(self) -> None:
        for game in self.games:
            replay_by_hand(game)

    def time_compiled(self) -> list[int]:
        """Nanoseconds for each answer of all games."""
        spent: list[int] = []
        for game in self.games:
            answer = Position(self.programs[game.players], game.key).begin().answer
            _timed(answer, game.answers, spent)
        return spent

    def time_by_hand(self) -> list[int]:
        spent: list[int] = []
        for game in self.games:
            _timed(Table(Saltfen(game.players, game.key)).answer, game.by_hand, spent)
        return spent

    def positions(self, every: int) -> list[Position]:
        """Positions in the middle of games, one for so many questions."""
        found = []
        for game in self.games:
            position = Position(self.programs[game.players], game.key).begin()
            for number, given in enumerate(game.answers):
                position.answer(given)
                if number % every == every - 1 and not position.over:
                    found.append(position.copy())
        return found

    def times_of(self, effect: int, spent: list[float]) -> list[float]:
        """Out of the times of all answers, those of one effect."""
        effects = [effect for game in self.games for effect in game.effects]
        return [time for time, found in zip(spent, effects, strict=True) if found == effect]


def _timed(answer: Callable[[Any], object], answers: list[Any], spent: list[int]) -> None:
    clock = perf_counter_ns
    for given in answers:
        start = clock()
        answer(given)
        spent.append(clock() - start)


def clock_cost() -> float:
    """Nanoseconds between two readings of the clock with a call that does nothing in between."""
    spent: list[int] = []
    _timed(lambda _: None, [0] * 10_000, spent)
    return median(spent)
