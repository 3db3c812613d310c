"""`archidsl run`: scripts, records and random bots in; whether everything went as it should out."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

from archidsl.commands.bot_games import Counting, Played, played, watched
from archidsl.commands.kept import shipped
from archidsl.commands.options import A_PATH, mod_option
from archidsl.commands.play import assigned
from archidsl.commands.scripts import ScriptRun
from archidsl.commands.shipped import resting, standing
from archidsl.diagnostics import PackErrors, Report, Span
from archidsl.emit import emit, emit_json
from archidsl.engine.chance import fresh_seed
from archidsl.engine.record import RecordError, read_record
from archidsl.rendering import JSON_VERSION, as_json, plural, show
from archidsl.session import Session, SessionError, fingerprint
from archidsl.warm import open_game


@click.command()
@click.argument("files", nargs=-1, type=A_PATH, metavar="[FILE]...")
@mod_option
@click.option("--game", "pack", type=A_PATH, help="The pack that records and bots play; else the shipped ones.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option for bots; repeatable.")
@click.option("--format", "format", type=click.Choice(["full", "json"]), default="full", help="How it is written.")
@click.option("--bots", type=click.Choice(["random"]), help="Let bots play instead of files.")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1, help="How many games the bots play.")
@click.option("--seed", help="Any text; the same seed gives the same games.")
@click.option("--count", metavar="KEY,KEY", help="Count the answers to these questions; KEY+KEY together.")
def run(
    files: tuple[Path, ...], mods: tuple[Path, ...], pack: Path | None, options: tuple[str, ...], format: str,
    bots: str | None, games: int, seed: str | None, count: str | None,
) -> int:  # fmt: skip
    """Let scripts and bots play games.

    A FILE that ends in `.jsonl` is a record: it is replayed and verified. Any other is a script in YAML. With
    `--bots random` there is no FILE: bots play, and a summary is printed. `--count` adds how often each answer to a
    question was given (also where it was the only one), in how many games, and in how many of them by a winner.

    \b
    archidsl run examples/tic_tac_toe/tests/*.yaml
    archidsl run --game examples/tic_tac_toe kept.jsonl
    archidsl run --bots random --games 100 --seed tuesday
    archidsl run --game examples/saltfen --bots random --games 100 --count way,step
    """
    if (bots is not None) == bool(files):
        raise click.UsageError("give FILEs, or `--bots random`")
    if bots is None and (options or seed is not None):
        raise click.UsageError("scripts and records have their options and seed already")
    if bots is None and count is not None:
        raise click.UsageError("--count is for games of bots: add `--bots random`")
    try:
        if bots is not None:
            paths = standing(pack, mods)
            summary = bots_play(paths, assigned(options, "--option"), games, seed, count)
            emit_json(summary) if format == "json" else _tell(summary)
            return 0
        return files_play(files, pack, mods, format)
    except SessionError as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1


# -- files


def files_play(files: tuple[Path, ...], pack: Path | None, mods: tuple[Path, ...], format: str) -> int:
    whole = Report()
    said = []
    for path in files:
        report = Report()
        text = verify(path, pack, mods, report) if path.suffix == ".jsonl" else scripted(path, report)
        said.append(f"{path}: {'failed' if report.errors else text}")
        whole.sources.update(report.sources)
        whole.diagnostics += report.diagnostics
    if format == "json":
        emit(as_json(whole))
    else:
        if whole.diagnostics:
            show(whole, format)
        for line in said:
            emit(line)
    return 1 if whole.errors else 0


def scripted(path: Path, report: Report) -> str:
    script = ScriptRun(path, report)
    script.run()
    return f"{plural(script.steps, 'line')}, as it should be"


def verify(path: Path, pack: Path | None, mods: tuple[Path, ...], report: Report) -> str:
    """Replays a record; the report gets what is wrong with it."""
    try:
        reading = read_record(path)
        below = [pack] if pack is not None else shipped(reading.header.game)
        game = open_game(resting([*below, *mods]))
        session = Session.replay(game, reading.header, reading.entries, str(path))
        end = (
            "over"
            if session.position.over
            else f"{session.player} is asked for `{session.view(-1)['question']['key']}`"
        )
        answers = plural(len(reading.live), "answer")
        return f"{answers}, {end}, state {fingerprint(session.position)[:16]}"
    except PackErrors as problem:
        first = problem.report.errors[0]
        report.error("bad-record", Span(str(path), 1, 1, 1, 1), f"its game has errors: {first.span}: {first.message}")
    except (RecordError, SessionError) as problem:
        place, message = _placed(str(path), str(problem))
        report.error("bad-record", place, message)
    return ""


def _placed(path: str, message: str) -> tuple[Span, str]:
    """`game.jsonl:7: ...` as a place and the rest."""
    line = 1
    if message.startswith(f"{path}:"):
        number, sign, rest = message[len(path) + 1 :].partition(": ")
        if sign and number.isdigit():
            line, message = int(number), rest
        else:
            message = message[len(path) + 1 :].strip()
    return Span(path, line, 1, line, 1), message


# -- bots


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

    return Counts(wanted, load(paths))


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
