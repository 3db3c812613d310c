"""`archidsl compare`: a pack and mods in; how the same seeds, played without and with the mods, differ, out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from archidsl.commands.bot_games import Options, Played, bot_names, played, watched
from archidsl.commands.counting import counts_for, told
from archidsl.commands.languages import lexicon
from archidsl.commands.members import Members
from archidsl.commands.options import A_PACK, language, mod_option
from archidsl.commands.play import assigned
from archidsl.commands.shipped import on_base
from archidsl.emit import emit, emit_json
from archidsl.engine.chance import fresh_seed
from archidsl.packs.sources import human
from archidsl.pipeline import load
from archidsl.players.showing import table
from archidsl.rendering import plural
from archidsl.session import SessionError
from archidsl.warm import open_game

FORMATS = ("full", "json")
JSON_VERSION = 1
SURE = 1.96  # standard errors: 19 of 20 such intervals hold the true difference, if there are games enough
Measures = dict[str, float]  # of one game


@click.command()
@click.argument("pack", required=False, type=A_PACK, metavar="[PATH]")
@mod_option
@click.option("--games", type=click.IntRange(2, 100_000), default=40, show_default=True, help="How many, each twice.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--seed", help="Any text; the same seed gives the same games.")
@click.option("--bots", metavar="NAME,NAME", default="random", show_default=True, help="Who plays, seat by seat.")
@click.option("--count", metavar="KEY,KEY", help="Also how often each answer to these questions was given.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
def compare(
    pack: Path | None, mods: tuple[Path, ...], games: int, options: tuple[str, ...], seed: str | None,
    bots: str, count: str | None, format: str,
) -> int:  # fmt: skip
    """Let bots play the same seeds without and with mods.

    Each seed is played twice by the same bots, who choose by chance unless `--bots` says more. The table says how long
    games are, who wins, and what the score is, on average per game; and by how much that differs, with an interval that
    holds the true difference in 19 of 20 such tables. Bots by chance do not tell whether a mod is good: only what it
    makes possible. Greedy ones do what the pack says is good for a player. `--bots greedy,random` sits them down by
    turns.

    \b
    archidsl compare --mod examples/correction --games 100 --seed tuesday
    archidsl compare --mod MOD --count way
    archidsl compare --mod MOD --bots greedy --games 20

    Exit code 0: played. 1: problems. 2: wrong usage.
    """
    if not mods:
        raise click.UsageError("give `--mod PATH`, with which the game is played the second time")
    stack = on_base(pack, mods)
    below = [path for path in stack if path not in mods]
    if not below:
        raise click.UsageError(f"`{human(stack[0])}` lies on nothing: it is a whole game, and no mod")
    names = bot_names(bots)
    if count is not None and names != ("random",):
        raise click.UsageError("--count is for games of random bots")
    seed = fresh_seed() if seed is None else seed
    chosen = assigned(options, "--option")
    seeds = [f"{seed}/{number + 1}" for number in range(games)]
    try:
        asked = asked_for(count, stack) if count is not None else None
        both = [measured(packs, chosen, seeds, names, asked) for packs in (below, stack)]
    except SessionError as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1
    rows = compared(*both)
    label = asked.called if asked is not None else str
    if format == "json":
        emit_json({"version": JSON_VERSION, "seed": seed, "games": games, "rows": [row.as_object() for row in rows]})
    else:
        tell(rows, games, seed, names, label)
    return 0


# -- playing


@dataclass(frozen=True, slots=True)
class Asked:
    """Questions whose answers are counted, and the members that such answers name."""

    keys: tuple[str, ...]
    members: Members

    def called(self, name: str) -> str:
        """The name of a measure for people: `lot: green bean` of `lot: green_bean`."""
        key, _, word = name.rpartition(": ")
        member = self.members.all.get(word) if key in self.keys else None
        return f"{key}: {self.members.title(member)}" if member is not None else name


def asked_for(count: str, stack: Sequence[Path]) -> Asked:
    """The mods may ask what nobody asks without them."""
    game = load(stack)
    members = Members(game, lexicon(stack, game.texts, language()))
    return Asked(tuple(key for group in counts_for(count, members) for key in group.keys), members)


def measured(
    packs: Sequence[Path], options: Options, seeds: Iterable[str], names: Sequence[str], asked: Asked | None
) -> list[Measures]:
    """What can be counted in each game."""
    game = open_game(packs)
    if asked is None:
        return [measures(played(game, options, seed, names)) for seed in seeds]
    games = (watched(game, options, seed) for seed in seeds)
    return [measures(one) | answers(one, asked) for one in games]


def measures(game: Played) -> Measures:
    out: Measures = {"decisions": game.decisions}
    for name, value in game.results.get("won", {}).items():
        out[f"won by {name}"] = value == "yes"
    if "won" in game.results:
        out["won by nobody"] = not game.winners
    for name, value in game.results.get("score", {}).items():
        out[f"score of {name}"] = value
    return out


def answers(game: Played, asked: Asked) -> Measures:
    kept = [(key, said) for _, key, said in game.answers if key in asked.keys]
    given = Counter(f"{key}: {word}" for key, said in kept for word in told(said, asked.members))
    return {name: float(number) for name, number in given.items()}


# -- comparing


@dataclass(frozen=True, slots=True)
class Row:
    """One measure: on average without and with the mods, and between what the difference lies."""

    name: str
    without: float
    with_mods: float
    low: float
    high: float

    def as_object(self) -> dict[str, Any]:
        numbers = {"without": self.without, "with": self.with_mods, "low": self.low, "high": self.high}
        return {"name": self.name, **{key: round(number, 4) for key, number in numbers.items()}}


def compared(without: list[Measures], with_mods: list[Measures]) -> list[Row]:
    """In the order in which measures turn up; what a game does not have is 0 there."""
    names = dict.fromkeys(name for game in (*without, *with_mods) for name in game)
    return [row(name, [g.get(name, 0) for g in without], [g.get(name, 0) for g in with_mods]) for name in names]


def row(name: str, one: Sequence[float], other: Sequence[float]) -> Row:
    """By pairs of games with the same seed, which differ less than any two games do."""
    number = len(one)
    by_pair = [after - before for before, after in zip(one, other, strict=True)]
    mean = sum(by_pair) / number
    spread = math.sqrt(sum((value - mean) ** 2 for value in by_pair) / (number - 1) / number)
    return Row(name, sum(one) / number, sum(other) / number, mean - SURE * spread, mean + SURE * spread)


def tell(rows: Sequence[Row], games: int, seed: str, names: Sequence[str], label: Callable[[str], str]) -> None:
    bots = f"by {', '.join(names)} bots"
    emit(f"{plural(games, 'game')} without and {games} with the mods, {bots}, seed: {seed}")
    lines = [["on average per game", "without", "with", "difference", ""]]
    for one in rows:
        sure = one.low > 0 or one.high < 0
        between = f"{one.with_mods - one.without:+.2f} ({one.low:+.2f} to {one.high:+.2f})"
        between = between if one.low != one.high or sure else "the same in every game"
        lines.append([label(one.name), f"{one.without:.2f}", f"{one.with_mods:.2f}", between, "*" if sure else ""])
    emit(table(lines, None))
    if any(line[-1] for line in lines[1:]):
        emit("* more than chance, most likely: one row in twenty has such a star by chance alone")
