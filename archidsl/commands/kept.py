"""A file that keeps a game in, the game played to its end out: the one place that knows how games are kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from archidsl.commands.shipped import resting, shipped_game
from archidsl.engine.record import RecordError, read_record
from archidsl.packs.sources import PACK
from archidsl.resources import folder
from archidsl.session import Session, SessionError
from archidsl.warm import WarmGame, open_game


def kept_game(path: Path, packs: Sequence[Path] = (), mods: Sequence[Path] = ()) -> Session:
    """The game as it stands in the file, which stays as it is; without packs, the shipped one that the file names."""
    try:
        reading = read_record(path)
    except RecordError as problem:
        raise SessionError(str(problem)) from None
    game = open_game(resting([*(packs or shipped(reading.header.game)), *mods]))
    return Session.replay(game, reading.header, reading.entries, str(path))


def shipped(name: str) -> list[Path]:
    """The packs of the shipped game that a record names: an example, or the game itself; a wrong one is found out."""
    example = folder("examples") / name
    return [example] if (example / PACK).is_file() else shipped_game()


def game_of(session: Session) -> WarmGame:
    """The game of a session that was opened here."""
    assert isinstance(session.game, WarmGame)
    return session.game
