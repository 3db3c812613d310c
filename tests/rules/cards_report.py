"""What bots do with the cards: `make cards-report` plays, and writes docs/cards.md.

The calm bots of `bots.py` keep the people alive, so that most games are won by somebody and it says something who used
a card. Random bots are counted beside them: they do whatever can be done.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from archidsl.commands.bot_games import Played, watched
from archidsl.commands.counting import Counts
from archidsl.engine.chance import key_from_seed
from archidsl.engine.machine import Position
from archidsl.engine.views import history
from archidsl.pipeline import Game, load
from archidsl.players.showing import results
from tests.rules.bots import step

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "cards.md"
SEED, PLAYERS = "cards", 4
KEYS = "bought,way+helper+card"
BOUGHT, USED = KEYS.split(",")
GAMES, CALM_GAMES = 1000, 1000
FEW = 20  # whoever is used in fewer games is named below


def page(game: Game, games: int, calm_games: int) -> str:
    random = tally(game, (watched(game, {"players": PLAYERS}, f"{SEED}/{number + 1}") for number in range(games)))
    calm = tally(game, (calmly(game, f"{SEED} calm {number + 1}") for number in range(calm_games)))
    names = [name for name in calm.counts.members.all if calm.counts.members.all[name].kind == "card"]
    bought, used, by_lot = calm.found(BOUGHT), calm.found(USED), random.found(USED)
    rows = [row(bought[name], used[name], by_lot[name], usable(calm.counts, name)) for name in names]
    head = HEAD.format(games=f"{calm_games:,}", random=f"{games:,}", plain=games, seed=SEED, players=PLAYERS, keys=KEYS)
    ends = ENDS.format(
        decisions=f"{median(calm.decisions):g}", won=calm_games - calm.nobody, nobody=calm.nobody,
        share=f"{(calm_games - calm.nobody) / max(1, calm_games) / PLAYERS:.0%}",
        random_nobody=random.nobody, random_decisions=f"{median(random.decisions):g}",
    )  # fmt: skip
    seldom = [name for name in names if usable(calm.counts, name) and used[name]["games"] < FEW]
    return "\n".join([head, *rows, ends, *told_seldom(calm.counts, seldom, used, by_lot)]) + "\n"


@dataclass(slots=True)
class Tally:
    """What was counted in games of one sort of bots."""

    counts: Counts
    decisions: list[int] = field(default_factory=list)
    nobody: int = 0

    def found(self, key: str) -> dict[str, dict[str, Any]]:
        return {row["answer"]: row for row in self.counts.as_objects()[key]}


def tally(game: Game, games: Iterable[Played]) -> Tally:
    made = Tally(Counts(KEYS, game))
    for one in games:
        made.counts.add(one)
        made.decisions.append(one.decisions)
        made.nobody += not one.winners
    return made


def usable(counts: Counts, name: str) -> bool:
    """Can somebody do something with it, or does it just work?"""
    member = counts.members.all[name]
    return "way" in counts.members.parts(member) or "build" in counts.members.behaviours(member)


def row(bought: dict[str, Any], used: dict[str, Any], by_lot: dict[str, Any], usable: bool) -> str:
    cells = [bought["number"], bought["name"], *told(bought)]
    cells += [*told(used), str(by_lot["times"])] if usable else ["by itself", "-", "-", "-"]
    return f"| {' | '.join(cells)} |"


def told(found: dict[str, Any]) -> list[str]:
    share = f"{found['won']} ({found['share_won']:.0%})" if found["games"] else "-"
    return [str(found["times"]), str(found["games"]), share]


def told_seldom(
    counts: Counts, names: list[str], used: dict[str, dict[str, Any]], by_lot: dict[str, dict[str, Any]]
) -> list[str]:
    """The cards that hardly anybody used."""
    if not names:
        return ["", f"Every card that can be used or built was used or built in at least {FEW} games."]
    titles = {name: counts.members.title(counts.members.all[name]) for name in names}
    return ["", SELDOM.format(few=FEW, told=", ".join(f"{titles[name]} {used[name]['games']}" for name in names))]


def calmly(game: Game, seed: str) -> Played:
    lots, decisions = Random(seed), 0
    program = game.program(game.settle({"players": PLAYERS}), ask_all=True)
    position = Position(program, key_from_seed(seed)).begin()
    while position.asked is not None:
        step(position, lots, "calm")
        decisions += 1
    return Played(decisions, results(position), tuple((who, key, said) for who, key, said in history(position, -1)))


HEAD = """\
# What bots do with the cards

Written by `make cards-report`; not edited by hand. {games} games of {players} players, all of them bots that like to
explore and to feed the people and do the rest by lot (`tests/rules/bots.py`, calm). They do not play to win, so nothing
about balance can be read from this: it shows that the cards are bought and used, and whether anything is odd about who
uses them. In the last column stands how often {random} games of random bots used a card; their counts are those of

    archidsl run --bots random --games {plain} --seed {seed} --option players={players} --count {keys}

Bought: how often, in how many games, and in how many of these by a winner. Used (a wonder: built): the same.

| no. | card | bought | games | by a winner | used | games | by a winner | by random bots |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""
ENDS = """
A game had {decisions} decisions in the median. {won} of the games were won by somebody and {nobody} by nobody, so a
certain player wins {share} of them by lot, and that is about the share of those who bought a card. What is used is on
the winner's side more often, because several players may use a card in one game.

Of the games of random bots, with {random_decisions} decisions in the median, {random_nobody} were won by nobody and the
others by the Separatist: random players let the rebels win."""
SELDOM = """\
Used or built in fewer than {few} games: {told}.

We looked at what these ask for and found nothing wrong: a Pirate wants a foreign ship in a region of an own one, and
these bots seldom sail; wonders cost several resources of one or two sorts, and bots that collect nothing on purpose
seldom have them together with a port or a temple. Each of these cards is used or built in scenarios of its own."""


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    text = page(load([ROOT / "rules", ROOT / "cards"]), *(given or (GAMES, CALM_GAMES)))
    PAGE.write_text(text, "utf-8")
    print(text)
