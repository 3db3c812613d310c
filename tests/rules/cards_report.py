"""What bots do with the cards: `make cards-report` plays, and writes docs/cards.md.

Random bots give every answer the same chance. What they never do is looked for in games of the calm ones of `bots.py`.
"""

from __future__ import annotations

import sys
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


def page(game: Game, games: int, calm_games: int) -> str:
    counts, decisions, nobody, scored = Counts(KEYS, game), [], 0, 0
    for number in range(games):
        one = watched(game, {"players": PLAYERS}, f"{SEED}/{number + 1}")
        counts.add(one)
        decisions.append(one.decisions)
        nobody += not one.winners
        scored += any(one.results["score"].values())
    found = {key: {row["answer"]: row for row in rows} for key, rows in counts.as_objects().items()}
    names = [name for name in counts.members.all if counts.members.all[name].kind == "card"]
    never = [name for name in names if not found[USED][name]["times"] and usable(counts, name)]
    by_itself = [name for name in names if not usable(counts, name)]
    rows = [row(found[BOUGHT][name], None if name in by_itself else found[USED][name]) for name in names]
    head = HEAD.format(games=f"{games:,}", plain=games, seed=SEED, players=PLAYERS, keys=KEYS)
    ends = ENDS.format(decisions=f"{median(decisions):g}", nobody=nobody, won=games - nobody, scored=scored)
    return "\n".join([head, *rows, ends, *told_never(counts, game, never, calm_games)]) + "\n"


def usable(counts: Counts, name: str) -> bool:
    """Can somebody do something with it, or does it just work?"""
    member = counts.members.all[name]
    return "way" in counts.members.parts(member) or "build" in counts.members.behaviours(member)


def row(bought: dict[str, Any], used: dict[str, Any] | None) -> str:
    cells = [bought["number"], bought["name"], str(bought["times"]), str(bought["won"])]
    cells += ["by itself", "-", "-"] if used is None else [str(used[key]) for key in ("times", "games", "won")]
    return f"| {' | '.join(cells)} |"


def told_never(counts: Counts, game: Game, never: list[str], games: int) -> list[str]:
    """The cards that random bots never used, and how often the calm ones did."""
    if not never:
        return ["", "Every card that can be used or built was used or built."]
    calm = Counts(KEYS, game)
    for number in range(games):
        calm.add(calmly(game, f"{SEED} calm {number + 1}"))
    found = {row["answer"]: row for row in calm.as_objects()[USED]}
    told = [f"{counts.members.title(counts.members.all[name])} {found[name]['times']}" for name in never]
    return ["", NEVER.format(games=games, told=", ".join(told))]


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

Written by `make cards-report`; not edited by hand. {games} games of {players} players, every answer given by random
bots, which give each answer the same chance: so this shows that the cards can be bought and used, and nothing about
balance. The seed is `{seed}`, and the counts are those of

    archidsl run --bots random --games {plain} --seed {seed} --option players={players} --count {keys}

Bought: how often, and in how many games by a winner. Used: how often it was used (a wonder: built), in how many games,
and in how many of them by a winner.

| no. | card | bought | by a winner | used | games | by a winner |
| --- | --- | ---: | ---: | ---: | ---: | ---: |"""
ENDS = """
A game had {decisions} decisions in the median. {nobody} of the games were won by nobody and {won} by somebody; in
{scored} games somebody had points at the end. Random players let the rebels win, and then there are no points, and
nobody or the Separatist wins (`make games` has more about it). So "by a winner" tells little here."""
NEVER = """\
What these bots never used: wonders cost several resources, mostly of one sort, and a card that doubles a harvest wants
that harvest and its fee; their games are over before anybody has them. In {games} games of bots that like to explore
and to feed the people (`tests/rules/bots.py`, calm) it was used or built so often: {told}."""


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    text = page(load([ROOT / "rules", ROOT / "cards"]), *(given or (GAMES, CALM_GAMES)))
    PAGE.write_text(text, "utf-8")
    print(text)
