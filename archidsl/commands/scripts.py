"""The path of a script in; its table, its played game, or what is wrong with it, out."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from archidsl.commands.shipped import resting, shipped_game
from archidsl.diagnostics import PackErrors, Report, did_you_mean
from archidsl.engine.words import player_word
from archidsl.resources import example, examples
from archidsl.scripts.from_text import read_script
from archidsl.scripts.playing import NEVER, Playing, Until
from archidsl.scripts.script import Script, Word
from archidsl.scripts.table import Table, Unplayable, set_up
from archidsl.session import Session, SessionError, fingerprint
from archidsl.warm import WarmGame, open_game

SHIPPED = "shipped"
PACK_HELP = "write a path from where the script stands, the name of a shipped example, or `shipped`"


@dataclass(slots=True)
class Ran:
    """One file, played: without errors in its report it passed."""

    file: str
    report: Report
    answers: int = 0
    over: bool = False
    asked: tuple[str, str] | None = None  # who, and for what
    state: str = ""

    def stands(self, session: Session, short: dict[str, str] | None = None) -> None:
        """Where the game has come to."""
        choice = session.choice
        self.answers, self.over = session.end, session.position.over
        self.state = fingerprint(session.position)
        if choice is not None:
            name = player_word(session.layout, choice.player)
            self.asked = (short or {}).get(name, name), choice.key


@dataclass(slots=True)
class Games:
    """Games that were opened already, by their packs."""

    opened: dict[tuple[Path, ...], WarmGame] = field(default_factory=dict)

    def open(self, paths: list[Path]) -> WarmGame:
        key = tuple(path.absolute() for path in paths)
        if key not in self.opened:
            self.opened[key] = open_game(paths)
        return self.opened[key]


def packs_of(script: Script) -> list[Path]:
    """From below to above, with what they need."""
    paths: list[Path] = []
    for word in script.game:
        paths += shipped_game() if word.text == SHIPPED else [_pack(script, word)]
    return resting(paths)


def _pack(script: Script, word: Word) -> Path:
    """From where the script stands; a mere word may name a shipped example."""
    path = script.path.parent / word.text
    found = None if os.path.exists(path) else example(word.text)
    return path if found is None else found


def _check_packs(script: Script, report: Report) -> None:
    """A pack that is not there is said at the word that names it."""
    for word in script.game:
        if word.text != SHIPPED and not os.path.exists(_pack(script, word)):
            help = _meant(word.text, script.path.parent) or PACK_HELP
            report.error("script-game", word.span, f"there is no pack `{word.text}`", help)


def _meant(said: str, place: Path) -> str:
    """What could be meant by a path that leads to nothing."""
    if os.path.exists(said):
        return f"a path begins where the script stands: `{os.path.relpath(said, place)}`"
    folder, slash, name = said.rpartition("/")
    with suppress(OSError, ValueError):  # there may be no such folder either
        there = os.listdir(place / f"{folder}{slash}")
        return did_you_mean(name, [*there, *([] if slash else [SHIPPED, *examples()])]).replace(
            " `", f" `{folder}{slash}"
        )
    return ""


def table_of(path: Path, games: Games, report: Report) -> Table:
    """The script of a file at its first question."""
    script = read_script(path, report)
    if script is not None:
        _check_packs(script, report)
    if script is None or report.errors:
        raise Unplayable
    try:
        return set_up(script, games.open(packs_of(script)), report)
    except PackErrors as problem:
        first = problem.report.errors[0]
        at = script.game[0].span.to(script.game[-1].span)
        report.error("script-game", at, f"the game has errors: {first.span}: {first.message}")
        raise Unplayable from None


def play_script(path: Path, games: Games, until: Until = NEVER) -> tuple[Ran, Table | None]:
    """The played script, and the table at which it ended; no table if it could not even begin."""
    report = Report()
    ran = Ran(str(path), report)
    try:
        table = table_of(path, games, report)
    except Unplayable:
        return ran, None
    Playing(table, report).run(until)
    ran.stands(table.session, table.short)
    return ran, table


def session_of(path: Path, until: Until = NEVER) -> Session:
    """The session at the end of a script, to go on with; whatever is wrong stops it."""
    ran, table = play_script(path, Games(), until)
    if ran.report.errors or table is None:
        raise PackErrors(ran.report)
    if table.session.choice is None:
        raise SessionError(f"{path}: the game is over")
    return table.session
