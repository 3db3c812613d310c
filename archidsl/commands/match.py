"""Names of bots and a number of games in, a table of how they did against each other out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from archidsl.commands.table import play_on
from archidsl.emit import emit
from archidsl.players.bots import bot
from archidsl.players.showing import results, table, winners
from archidsl.rendering import JSON_VERSION, plural
from archidsl.session import Session, SessionError
from archidsl.warm import WarmGame, open_game

Options = Mapping[str, str | int]
SURE = 1.96  # standard deviations around the mean, in which 95 of 100 lie


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: seats go round, so that every seed is played from every seat."""

    paths: tuple[Path, ...]
    options: Options
    bots: tuple[str, ...]
    seed: str

    def played(self, game: WarmGame, number: int) -> Outcome:
        """The game of this number, from its beginning to its end."""
        seed = f"{self.seed}/{number // len(self.bots) + 1}"
        session = Session.new(game, self.options, seed)
        seats = session.layout.names[: session.layout.players]
        names = {seat: self.bots[(i + number) % len(self.bots)] for i, seat in enumerate(seats)}
        players = {seat: bot(name, seed, seat, lambda: session.position) for seat, name in names.items()}
        try:
            play_on(session, players, None)
        except SessionError as problem:
            raise SessionError(f"{problem} (seed: {seed}, after {session.end} answers)") from None
        found = results(session.position)
        return Outcome(names, winners(found), found.get("score", {}), session.end, session.view(-1)["properties"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: who sat where, and what came of it."""

    names: dict[str, str]
    won: list[str]
    score: dict[str, int]
    answers: int
    properties: dict[str, Any]  # what everybody sees at the end


def match(what: Match, games: int, jobs: int) -> dict[str, Any]:
    """So many games, several at a time; the same seed gives the same table, however many at a time."""
    return summary(what, outcomes(what, games, jobs))


def outcomes(what: Match, games: int, jobs: int) -> list[Outcome]:
    if jobs == 1:
        game = open_game(what.paths)
        return [what.played(game, number) for number in range(games)]
    with Pool(min(jobs, games), _open, (what,)) as pool:
        return pool.map(_played, range(games), chunksize=1)


class _Here:
    """What a process that plays has opened."""

    what: Match
    game: WarmGame


def _open(what: Match) -> None:
    _Here.what, _Here.game = what, open_game(what.paths)


def _played(number: int) -> Outcome:
    return _Here.what.played(_Here.game, number)


def summary(what: Match, games: list[Outcome]) -> dict[str, Any]:
    decided = sum(bool(game.won) for game in games)
    rows = {}
    for name in dict.fromkeys(what.bots):
        seats = sum(list(game.names.values()).count(name) for game in games)
        won = sum(sum(game.names[seat] == name for seat in game.won) / len(game.won) for game in games if game.won)
        points = [game.score[seat] for game in games for seat in game.score if game.names[seat] == name]
        rows[name] = {
            "seats": seats, "won": round(won, 2), "share": share(won, decided), "score": mean(points),
            "by_lot": round(seats / max(1, sum(len(game.names) for game in games)), 3),
        }  # fmt: skip
    return {
        "version": JSON_VERSION, "seed": what.seed, "options": dict(what.options), "games": len(games),
        "decided": decided, "answers": round(sum(game.answers for game in games) / len(games), 1), "bots": rows,
    }  # fmt: skip


def share(won: float, games: int) -> list[float]:
    """What share it is, and between what it lies with 95 % (Wilson's interval)."""
    if not games:
        return [0.0, 0.0, 1.0]
    part, square = won / games, SURE * SURE / games
    middle = (part + square / 2) / (1 + square)
    wide = SURE * sqrt(part * (1 - part) / games + square / games / 4) / (1 + square)
    return [round(x, 3) for x in (part, max(0.0, middle - wide), min(1.0, middle + wide))]


def mean(points: list[int]) -> list[float]:
    """The average, and how far it may be off."""
    if len(points) < 2:
        return [float(sum(points)), 0.0] if points else []
    average = sum(points) / len(points)
    spread = sqrt(sum((x - average) ** 2 for x in points) / (len(points) - 1))
    return [round(average, 2), round(SURE * spread / sqrt(len(points)), 2)]


def tell(found: dict[str, Any]) -> None:
    games, nobody = found["games"], found["games"] - found["decided"]
    emit(f"{plural(games, 'game')}, {found['answers']} answers each, won by nobody: {nobody}; seed: {found['seed']}")
    emit(table(list(rows(found)), None))


def rows(found: dict[str, Any]) -> Iterator[list[str]]:
    """Of the games that somebody won each bot's share, beside that of its seats."""
    yield ["bot", "seats", "won", "share", "95 %", "by lot", "points"]
    for name, row in found["bots"].items():
        part, low, high = row["share"]
        points = f"{row['score'][0]:.1f} ± {row['score'][1]:.1f}" if row["score"] else "-"
        yield [name, str(row["seats"]), f"{row['won']:g}", f"{part:.0%}", f"{low:.0%} to {high:.0%}",
               f"{row['by_lot']:.0%}", points]  # fmt: skip
