"""`archidsl run`: scripts, records and random bots in; whether everything went as it should out."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Any

import click

from archidsl.commands.options import A_PATH, mod_option
from archidsl.commands.play import assigned, play_on
from archidsl.commands.scripts import ScriptRun
from archidsl.commands.shipped import resting, shipped_game
from archidsl.diagnostics import PackErrors, Report, Span
from archidsl.emit import emit, emit_json
from archidsl.engine.chance import fresh_seed
from archidsl.engine.record import RecordError, read_record
from archidsl.packs.sources import PACK
from archidsl.players.random_player import RandomPlayer
from archidsl.players.showing import results
from archidsl.rendering import JSON_VERSION, as_json, plural, show
from archidsl.resources import folder
from archidsl.session import Playable, Session, SessionError, fingerprint
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
def run(
    files: tuple[Path, ...], mods: tuple[Path, ...], pack: Path | None, options: tuple[str, ...], format: str,
    bots: str | None, games: int, seed: str | None,
) -> int:  # fmt: skip
    """Let scripts and bots play games.

    A FILE that ends in `.jsonl` is a record: it is replayed and verified. Any other is a script in YAML. With
    `--bots random` there is no FILE: bots play, and a summary is printed.

    \b
    archidsl run examples/tic_tac_toe/tests/*.yaml
    archidsl run --game examples/tic_tac_toe kept.jsonl
    archidsl run --bots random --games 100 --seed tuesday
    """
    if (bots is not None) == bool(files):
        raise click.UsageError("give FILEs, or `--bots random`")
    if bots is None and (options or seed is not None):
        raise click.UsageError("scripts and records have their options and seed already")
    try:
        if bots is not None:
            return bots_play(
                open_game(resting([*([pack] if pack is not None else shipped_game()), *mods])),
                assigned(options, "--option"),
                games,
                seed,
                format,
            )
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


def shipped(name: str) -> list[Path]:
    """The packs of the shipped game that a record names: an example, or the game itself; a wrong one is found out."""
    example = folder("examples") / name
    return [example] if (example / PACK).is_file() else shipped_game()


# -- bots


def bots_play(game: Playable, options: dict[str, str | int], games: int, seed: str | None, format: str) -> int:
    """Random games, and what came out of them; of time only the share of the first half is told."""
    seed = fresh_seed() if seed is None else seed
    decisions, winners, clock = [], Counter[str](), [time.perf_counter()]
    points: dict[str, list[int]] = {}
    for number in range(games):
        session = Session.new(game, options, f"{seed}/{number + 1}")
        names = session.layout.names[: session.layout.players]
        try:
            play_on(session, {name: RandomPlayer(session.header.seed, name) for name in names}, None)
        except SessionError as problem:
            raise SessionError(f"{problem} (seed: {session.header.seed}, after {session.end} answers)") from None
        decisions.append(session.end)
        _count(results(session.position), winners, points)
        clock.append(time.perf_counter())
    half = (clock[games // 2] - clock[0]) / max(clock[-1] - clock[0], 1e-9)
    summary: dict[str, Any] = {
        "version": JSON_VERSION, "game": game.id, "seed": seed, "games": games,
        "decisions": {"least": min(decisions), "most": max(decisions), "all": sum(decisions)},
        "won": dict(sorted(winners.items())),
        "score": {name: round(sum(all_of) / len(all_of), 2) for name, all_of in sorted(points.items())},
        "time_of_first_half": round(half, 2),
    }  # fmt: skip
    if format == "json":
        emit_json(summary)
    else:
        _tell(summary)
    return 0


def _count(found: dict[str, dict[str, Any]], winners: Counter[str], points: dict[str, list[int]]) -> None:
    won = [player for player, value in found.get("won", {}).items() if value == "yes"]
    winners.update(won or ["nobody"] if "won" in found else [])
    for player, value in found.get("score", {}).items():
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
