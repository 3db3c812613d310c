"""A file that keeps a game in, the game played to its end out: the one place that knows how games are kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from archidsl.commands.shipped import resting, shipped_game
from archidsl.diagnostics import PackErrors, Report
from archidsl.engine.record import RecordError, read_record
from archidsl.packs.sources import PACK
from archidsl.rendering import show
from archidsl.resources import folder
from archidsl.session import Session, SessionError
from archidsl.warm import WarmGame, open_game

SCRIPT = ".game"


def kept_game(
    path: Path, packs: Sequence[Path] = (), mods: Sequence[Path] = (), faults: Report | None = None
) -> Session:
    """The game as it stands in a record or a script, which stays as it is; without packs, the one that the file names.

    What a script expects in vain goes into `faults`, and the game as far as it went comes out; without them it stops.
    """
    if path.suffix == SCRIPT:
        if packs or mods:
            raise SessionError(f"{path}: a script says itself which packs it plays")
        return _scripted(path, faults)
    try:
        reading = read_record(path)
    except RecordError as problem:
        raise SessionError(str(problem)) from None
    game = open_game(resting([*(packs or shipped(reading.header.game)), *mods]))
    return Session.replay(game, reading.header, reading.entries, str(path))


def _scripted(path: Path, faults: Report | None) -> Session:
    from archidsl.commands.scripts import Games, play_script  # only now: scripts need the whole pipeline

    ran, table = play_script(path, Games())
    if table is None or (ran.report.errors and faults is None):
        raise PackErrors(ran.report)
    if faults is not None:
        faults.sources |= ran.report.sources
        faults.diagnostics += ran.report.diagnostics
    return table.session


def shipped(name: str) -> list[Path]:
    """The packs of the shipped game that a record names: an example, or the game itself; a wrong one is found out."""
    example = folder("examples") / name
    return [example] if (example / PACK).is_file() else shipped_game()


def game_of(session: Session) -> WarmGame:
    """The game of a session that was opened here; of a table that a script has set, the game that it was set for."""
    found = getattr(session.game, "game", session.game)
    assert isinstance(found, WarmGame)
    return found


def told_of(faults: Report) -> int:
    """Says what is wrong with a script, if anything is; the exit code."""
    if faults.diagnostics:
        show(faults, err=True)
    return 1 if faults.errors else 0
