"""Bots against each other: `make bots` plays seeded games and writes docs/bots.md, `make bench` does so too."""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from pathlib import Path

from archidsl.commands.match import Match, Outcome, outcomes, summary

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (ROOT / "rules", ROOT / "cards")
FEN = (ROOT / "examples" / "saltfen",)


@dataclass(frozen=True, slots=True)
class Meeting:
    """Who meets whom, in which game, how often."""

    game: str
    paths: tuple[Path, ...]
    players: int
    bots: tuple[str, ...]
    games: int

    @property
    def match(self) -> Match:
        length = {"game_length": "short"} if self.paths == SHIPPED else {}
        return Match(self.paths, {"players": self.players, **length}, self.bots, f"measured {self.players}")


MEETINGS = (
    Meeting("Saltfen", FEN, 2, ("greedy", "random"), 40),
    Meeting("Saltfen", FEN, 2, ("search", "greedy"), 80),
    Meeting("Archipelago", SHIPPED, 2, ("search", "greedy"), 80),
    Meeting("Archipelago", SHIPPED, 2, ("greedy", "random"), 80),
    Meeting("Archipelago", SHIPPED, 3, ("greedy", "greedy", "random"), 60),
    Meeting("Archipelago", SHIPPED, 2, ("greedy",), 8),
    Meeting("Archipelago", SHIPPED, 4, ("greedy",), 4),
)
HEAD = """# Bots against each other

Written by `make bots`; not edited by hand. Seeded games in which the seats go round: every seed is played from every
seat. Archipelago is played in its short length. None of these seeds was played while the bots were made: whoever
changes a bot tries it on others. The share of the first bot is that of the games that somebody won (a win that is
shared counts in parts); beside it stands between what it lies with 95 % (Wilson's interval), and what its seats alone
would give. That the first bot is better is shown if the whole interval lies above that. In an independence nobody
wins, unless somebody holds the Separatist.

| game | players | bots | games | won by nobody | independence | share | 95 % | by seats | better? | points of each |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
FOOT = """
Whoever plays by lot hardly helps in a crisis, so against him many games of Archipelago end in independence. Points are
counted only if an end condition was met, and are 0 otherwise. Search thinks for so many rounds here, and not for so
many seconds, so that these games can be played again.
"""


def better(low: float, high: float, by_lot: float) -> str:
    """What these games show about the first bot."""
    if low > by_lot:
        return "shown"
    return "shown to be worse" if high < by_lot else "not shown"


def row(meeting: Meeting, games: list[Outcome]) -> str:
    found = summary(meeting.match, games)
    nobody = len(games) - found["decided"]
    first = found["bots"][meeting.bots[0]]
    part, low, high = first["share"]
    shares = (
        ("", "", "", "")
        if len(set(meeting.bots)) == 1
        else (f"{part:.0%}", f"{low:.0%} to {high:.0%}", f"{first['by_lot']:.0%}", better(low, high, first["by_lot"]))
    )
    lost = (
        f"{sum(game.properties['ending'] == 'no' for game in games) / len(games):.0%}"
        if meeting.paths == SHIPPED
        else ""
    )
    points = ", ".join(f"{one['score'][0]:.1f} ± {one['score'][1]:.1f}" for one in found["bots"].values())
    cells = [
        meeting.game,
        str(meeting.players),
        " / ".join(meeting.bots),
        str(len(games)),
        str(nobody),
        lost,
        *shares,
        points,
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bots", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of games (1.0)")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time (1)")
    parser.add_argument("--only", type=int, help="the number of one meeting")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "bots.md", help="where the table goes")
    given = parser.parse_args()
    lines = []
    for number, meeting in enumerate(MEETINGS):
        if given.only not in (None, number):
            continue
        begun = time.monotonic()
        lines.append(row(meeting, outcomes(meeting.match, max(2, round(given.share * meeting.games)), given.jobs)))
        print(f"{lines[-1]} {time.monotonic() - begun:.0f} s", flush=True)
    given.out.write_text(HEAD + "\n".join(lines) + "\n" + FOOT, encoding="utf-8")


if __name__ == "__main__":
    main()
