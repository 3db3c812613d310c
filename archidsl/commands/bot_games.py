"""A game and a seed in; a whole game of random bots, and what was answered in it, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Protocol

import click

from archidsl.commands.table import play_on
from archidsl.engine.chance import key_from_seed
from archidsl.engine.choices import CHANCE, Answer, Choice
from archidsl.engine.machine import Position, Program
from archidsl.engine.options import OptionError
from archidsl.engine.verbs import BudgetError
from archidsl.engine.views import question
from archidsl.engine.words import Written, player_word, read, write
from archidsl.players.bots import BOTS, bot
from archidsl.players.random_player import RandomPlayer
from archidsl.players.showing import results, winners
from archidsl.session import Playable, Session, SessionError

Options = Mapping[str, str | int]
Given = tuple[str, str, Written]  # player, key of the question, answer


class Watchable(Playable, Protocol):
    """A game that can also ask questions with one answer."""

    def program(self, settled: Options, ask_all: bool = False) -> Program: ...


@dataclass(frozen=True, slots=True)
class Played:
    """`decisions` is how many questions had more than one answer; `answers` has the others too, if they were kept."""

    decisions: int
    results: dict[str, dict[str, Any]]
    answers: tuple[Given, ...] = ()

    @property
    def winners(self) -> list[str]:
        return winners(self.results)


class Counting(Protocol):
    """Whoever keeps an account of games."""

    def add(self, game: Played) -> None: ...
    def as_objects(self) -> dict[str, list[dict[str, Any]]]: ...


def bot_names(text: str) -> tuple[str, ...]:
    """`greedy,random`"""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in BOTS:
            raise click.UsageError(f"--bots: there is no bot `{name}`; there are {', '.join(BOTS)}")
    return names


def played(game: Playable, options: Options, seed: str, bots: Sequence[str] = ("random",)) -> Played:
    """A whole game of these bots, one for each seat; if there are more seats, the first again."""
    session = Session.new(game, options, seed)
    sat = zip(session.layout.names[: session.layout.players], cycle(bots), strict=False)
    try:
        play_on(session, {name: bot(who, seed, name, lambda: session.position) for name, who in sat}, None)
    except SessionError as problem:
        raise SessionError(f"{problem} (seed: {seed}, after {session.end} answers)") from None
    return Played(session.end, results(session.position))


def watched(game: Watchable, options: Options, seed: str) -> Played:
    """The very same game, answer by answer; what nobody is asked, since there is one answer, is told as well."""
    try:
        program = game.program(game.settle(options), ask_all=True)
    except OptionError as problem:
        raise SessionError(str(problem)) from None
    layout, answers, decisions = program.layout, list[Given](), 0
    bots = [RandomPlayer(seed, name) for name in layout.names[: layout.players]]
    position = Position(program, key_from_seed(seed))
    try:
        position.begin()
        while (choice := position.choice) is not None:
            alone = choice.size() == 1
            answer = choice.draw(lambda number: 0) if alone else _answer(position, choice, bots, decisions)
            decisions += not alone
            answers.append((player_word(layout, choice.player), choice.key, write(layout, choice, answer)))
            position.answer(answer)
    except BudgetError as problem:
        raise SessionError(f"this was too much: {problem} (seed: {seed}, after {decisions} answers)") from None
    return Played(decisions, results(position), tuple(answers))


def _answer(position: Position, choice: Choice, bots: list[RandomPlayer], before: int) -> Answer:
    if choice.player == CHANCE:
        return position.chance()
    shown = question(position, choice.player)
    assert shown is not None
    return choice.settled(read(position.program.layout, choice, bots[choice.player].nth(shown, before)))
