"""How games end: for two to five players and two sorts of bots, turns, reasons, winners. `make games` writes it down.

Random bots give every answer the same chance. The others are those of `bots.py`: they like to explore and to feed the
people. Neither plays to win, so this says whether games end and how, and nothing about balance.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median

from archidsl.engine.chance import key_from_seed
from archidsl.engine.machine import Position
from archidsl.journal import journal
from archidsl.pipeline import Game, load
from tests.rules.bots import TEMPERS, step

ROOT = Path(__file__).resolve().parents[2]
LENGTHS = ("short", "medium", "long")
BOTS = {"wild": "random", "calm": "calm", "builder": "builder"}
PAGE = ROOT / "docs" / "games.md"
MOST_ANSWERS = 20_000


class Ends:
    """What came out of the games of one sort."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.turns: list[int] = []
        self.answers: list[int] = []
        self.reasons: Counter[str] = Counter()
        self.winners: Counter[str] = Counter()

    def count(self, position: Position, answers: int) -> None:
        layout, s = position.program.layout, position.s
        self.turns.append(s[layout.columns["turn", ""].offset])
        self.answers.append(answers)
        by_condition = bool(s[layout.columns["ending", ""].offset])
        self.reasons["condition" if by_condition else "independence"] += 1
        won = layout.columns["won", "player"]
        winners = [p for p in range(self.players) if s[won.offset + p]]
        seat = "nobody" if not winners else f"p{winners[0] + 1}" if len(winners) == 1 else "several"
        self.winners[seat if by_condition or not winners else "Separatist"] += 1

    def row(self) -> str:
        games = len(self.turns)
        low, high = min(self.turns), max(self.turns)
        share = round(100 * self.reasons["independence"] / games)
        who = ", ".join(f"{seat} {round(100 * n / games)} %" for seat, n in sorted(self.winners.items()))
        return f"{games} | {low} / {median(self.turns):g} / {high} | {round(median(self.answers))} | {share} % | {who}"


def played(game: Game, players: int, length: str, temper: str, number: int) -> tuple[Position, int]:
    program = game.program(game.settle({"players": players, "game_length": length}))
    lots = Random(f"{players} {length} {temper} {number}")
    position, answers = Position(program, key_from_seed(f"ends {players} {length} {temper} {number}")).begin(), 0
    while position.asked is not None:
        tempers = TEMPERS if temper == "mixed" else (temper,)
        step(position, lots, tempers[max(position.asked[1], 0) % len(tempers)])
        answers += 1
        assert answers < MOST_ANSWERS, "a game that does not end"
    return position, answers


def page(games: int) -> str:
    game = load([ROOT / "rules", ROOT / "cards"])
    rows = []
    for temper, name in BOTS.items():
        for players in (2, 3, 4, 5):
            for length in LENGTHS:
                ends = Ends(players)
                for number in range(games):
                    ends.count(*played(game, players, length, temper, number))
                rows.append(f"| {name} | {players} | {length} | {ends.row()} |")
    sources = [f"| {name} | {rebellion(game, temper, games)} |" for temper, name in BOTS.items()]
    return "\n".join([HEAD, *rows, REBELS, *sources, TAIL])


def rebellion(game: Game, temper: str, games: int) -> str:
    """By what the rebellion rose and fell in a game of four players, on average."""
    found: Counter[str] = Counter()
    for number in range(games):
        for event in journal(game, played(game, 4, "medium", temper, number)[0]):
            for change in event.changes:
                if moved := re.fullmatch(r"rebellion: (\d+) -> (\d+)", change):
                    found[event.procedure] += int(moved[2]) - int(moved[1])
    wanted = ("domestic_crisis", "export_crisis", "population_effects", "deed:perform of action:taxes")
    numbers = [found[name] / games for name in wanted]
    return " | ".join(f"{number:.1f}" for number in [*numbers, sum(found.values()) / games - sum(numbers)])


HEAD = """\
# How games end

Written by `make games`; not edited by hand. Whole games of `rules` and `cards`, every answer given by a bot: random
ones give each answer the same chance, calm ones like to explore and to feed the people, builders also build. None of
them plays to win. Turns are the least, the median and the most of a game.

| bots | players | length | games | turns | answers | independence | who won |
| --- | --- | --- | --- | --- | --- | --- | --- |"""
REBELS = """
By what the rebellion rises in a game of four players and medium length, on average:

| bots | domestic crises | export crises | workers and prices (phase 3) | taxes | all else |
| --- | --- | --- | --- | --- | --- |"""
TAIL = """
All games end, by a condition or by independence. Random players hardly help in a crisis and leave the workers waiting,
so the rebels soon are more than the people. We looked for a wrong rule behind it and found none: what raises the
rebellion is what the rules say (R-4.7.1, R-5.3, R-10.2, R-10.3), each step is held by scenarios and invariants, and
players who only like to feed the people live longer and end many games by a condition. Nothing about balance can be
read from this."""


if __name__ == "__main__":
    PAGE.write_text(page(int(sys.argv[1])) + "\n", "utf-8")
    print(PAGE.read_text("utf-8"))
