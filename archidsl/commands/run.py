"""`archidsl run`: scripts, records and random bots in; whether everything went as it should out."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

from archidsl.commands.bot_games import Counting, Played, bot_names, played, watched
from archidsl.commands.languages import lexicon
from archidsl.commands.options import A_PACK, A_PATH, language, mod_option
from archidsl.commands.play import assigned
from archidsl.commands.run_files import Show, Wanted, run_files, show_there, until
from archidsl.commands.shipped import on_base
from archidsl.emit import emit, emit_json
from archidsl.engine.chance import fresh_seed
from archidsl.rendering import FORMATS, JSON_VERSION, plural
from archidsl.scripts.playing import NEVER
from archidsl.session import SessionError
from archidsl.warm import open_game


@click.command()
@click.argument("files", nargs=-1, type=A_PATH, metavar="[FILE]...")
@mod_option
@click.option("--game", "pack", type=A_PACK, help="The pack that records and bots play; else the shipped ones.")
@click.option("--until", "place", metavar="LINE|answer:N", help="Stop there, and show what the asked player sees.")
@click.option("--explain", is_flag=True, help="Also tell which rules ran for the last decision, like `trace`.")
@click.option("--interactive", is_flag=True, help="Take over there, at the terminal.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=1, help="How many files, or games, are played at a time."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option for bots; repeatable.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
@click.option("--bots", metavar="NAME,NAME", help="Let bots play instead of files: `random`, or several by name.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1, help="How many games the bots play.")
@click.option("--seed", help="Any text; the same seed gives the same games.")
@click.option("--count", metavar="KEY,KEY", help="Count the answers to these questions; KEY+KEY together.")
def run(
    files: tuple[Path, ...], mods: tuple[Path, ...], pack: Path | None, place: str | None, explain: bool,
    interactive: bool, jobs: int, options: tuple[str, ...], format: str, bots: str | None, games: int,
    seed: str | None, count: str | None,
) -> int:  # fmt: skip
    """Play scripts and records, and say which fail; or let bots play.

    A FILE that ends in `.game` is a script (docs/scripts.md), one that ends in `.jsonl` is a record, which is replayed
    and verified; of a folder, all of them are played. With `--bots` there is no FILE: bots play, and a summary is
    printed. They are called `random`, `greedy` and `search`; `--bots greedy,random` lets them play against each other,
    from every seat in turn, and prints how many games each won. With `--bots random` alone, `--count` adds how often
    each answer to a question was given (also where it was the only one), in how many games, and in how many of them by
    a winner.

    \b
    archidsl run examples -j 2
    archidsl run kept.jsonl --until answer:40
    archidsl run bug.game --until 31 --interactive
    archidsl run bug.game --until 31 --explain
    archidsl run --bots random --games 100 --seed tuesday
    archidsl run --game examples/saltfen --bots random --games 100 --count way,step
    archidsl run --game examples/saltfen --bots greedy,random --games 40 -j 2

    Exit code 0: all went as they should. 1: something failed, or there was nothing to play. 2: wrong usage.
    """
    if (bots is not None) == bool(files):
        raise click.UsageError("give FILEs, or `--bots NAME`")
    if bots is None and (options or seed is not None):
        raise click.UsageError("scripts and records have their options and seed already")
    if bots is None and count is not None:
        raise click.UsageError("--count is for games of bots: add `--bots random`")
    try:
        if bots is not None:
            paths, names = on_base(pack, mods), bot_names(bots)
            if names != ("random",):
                return play_match(paths, assigned(options, "--option"), names, games, seed, jobs, format, count)
            summary = bots_play(paths, assigned(options, "--option"), games, seed, count)
            emit_json(summary) if format == "json" else _tell(summary)
            return 0
        wanted = Wanted(pack, mods, until(place) if place is not None else NEVER)
        if place is None and not interactive and not explain:
            return run_files(files, wanted, format, jobs)
        if len(files) > 1 or os.path.isdir(files[0]):
            raise click.UsageError("--until, --explain and --interactive are for one FILE")
        if format != "full" and (interactive or explain):
            raise click.UsageError(f"--interactive and --explain tell nothing in the form `{format}`")
        return show_there(files[0], wanted, language(), Show(format, interactive, explain))
    except SessionError as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1


# -- bots


def play_match(
    paths: list[Path], options: dict[str, str | int], names: tuple[str, ...], games: int, seed: str | None, jobs: int,
    format: str, count: str | None,
) -> int:  # fmt: skip
    """Bots against each other."""
    from archidsl.commands.match import Match, match, tell  # only now: nothing else needs several processes

    if count is not None:
        raise click.UsageError("--count is for games of random bots: give `--bots random`")
    found = match(Match(tuple(paths), options, names, fresh_seed() if seed is None else seed), games, jobs)
    emit_json(found) if format == "json" else tell(found)
    return 0


def bots_play(
    paths: list[Path], options: dict[str, str | int], games: int, seed: str | None, wanted: str | None
) -> Any:
    """Random games, and what came out of them; of time only the share of the first half is told."""
    game = open_game(paths)
    seed = fresh_seed() if seed is None else seed
    counts = counting(wanted, paths) if wanted is not None else None
    decisions, winners, clock = [], Counter[str](), [time.perf_counter()]
    points: dict[str, list[int]] = {}
    for number in range(games):
        one = (played if counts is None else watched)(game, options, f"{seed}/{number + 1}")
        decisions.append(one.decisions)
        _count(one, winners, points)
        if counts is not None:
            counts.add(one)
        clock.append(time.perf_counter())
    half = (clock[games // 2] - clock[0]) / max(clock[-1] - clock[0], 1e-9)
    return {
        "version": JSON_VERSION, "game": game.id, "seed": seed, "games": games,
        "decisions": {"least": min(decisions), "most": max(decisions), "all": sum(decisions)},
        "won": dict(sorted(winners.items())),
        "score": {name: round(sum(all_of) / len(all_of), 2) for name, all_of in sorted(points.items())},
        "time_of_first_half": round(half, 2),
        **({"counts": counts.as_objects()} if counts is not None else {}),
    }  # fmt: skip


def counting(wanted: str, paths: list[Path]) -> Counting:
    """The rules themselves are read for this, and not only the compiled game."""
    from archidsl.commands.counting import Counts
    from archidsl.pipeline import load

    game = load(paths)
    return Counts(wanted, game, lexicon(paths, game.texts, language()))


def _count(one: Played, winners: Counter[str], points: dict[str, list[int]]) -> None:
    winners.update(one.winners or ["nobody"] if "won" in one.results else [])
    for player, value in one.results.get("score", {}).items():
        points.setdefault(player, []).append(value)


def _tell(summary: dict[str, Any]) -> None:
    count, games = summary["decisions"], summary["games"]
    emit(f"{summary['game']}: {plural(games, 'game')} by random bots, seed: {summary['seed']}")
    emit(f"decisions: {count['least']} to {count['most']}, {count['all'] / games:.1f} on average")
    if summary["won"]:
        emit("won: " + ", ".join(f"{name} {number}" for name, number in summary["won"].items()))
    if summary["score"]:
        emit("score on average: " + ", ".join(f"{name} {number}" for name, number in summary["score"].items()))
    emit(f"time: the first half of the games took {summary['time_of_first_half']:.0%} of all")
    if "counts" in summary:
        from archidsl.commands.counting import tell

        tell(summary["counts"])
