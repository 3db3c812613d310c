"""Games that people play, kept in the user's own folder from the first answer on, and found again there.

Beside a record lies a small file that says who sat where: the record itself says nothing about it, for to the game it
does not matter. It is written first and whole, so a record never lies there without it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from archidsl.engine.record import RecordError, read_record, write_atomically
from archidsl.session import Session, SessionError

RECORD, SEATS = ".jsonl", ".seats.json"
LARGEST = 64 * 1024  # bytes of a file that says who sat where
MOST_GAMES = 100_000


@dataclass(frozen=True, slots=True)
class Seats:
    """Which packs are played (none: the shipped game), who is human, how bots were given, in which language."""

    packs: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    language: str = "en"
    over: bool = False


@dataclass(frozen=True, slots=True)
class KeptGame:
    name: str
    path: Path
    seats: Seats
    changed: float


def folder() -> Path:
    """`ARCHIDSL_HOME`, or where the system wants data of users."""
    home = Path(os.path.expanduser("~"))
    if own := os.environ.get("ARCHIDSL_HOME"):
        return Path(own) / "games"
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        root = home / "Library" / "Application Support"
    else:
        root = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return root / "archidsl" / "games"


def keep(session: Session, seats: Seats) -> str:
    """Gives a session its file in the folder; empty, or why it could not be."""
    place = folder()
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(1, MOST_GAMES):
            path = place / f"{session.header.game}-{number}{RECORD}"
            if not path.exists() and not _beside(path).exists():
                write_atomically(_beside(path), _text(seats))
                session.keep(path)
                return ""
    except (OSError, SessionError) as problem:
        return str(problem)
    return f"{place} is full"


def finished(session: Session) -> None:
    """The game is over: it need not be gone on with."""
    path = Path(session.file.name) if session.file is not None else None
    if path is not None and path.parent == folder() and (seats := _seats(path)) is not None:
        write_atomically(_beside(path), _text(replace(seats, over=True)))


def kept_games() -> list[KeptGame]:
    """All of them, the one that was played last first."""
    return sorted(_found(), key=lambda game: (-game.changed, game.name))


def _found() -> Iterator[KeptGame]:
    place = folder()
    for path in sorted(place.glob(f"*{RECORD}")) if place.is_dir() else ():
        seats = _seats(path)
        if seats is not None:
            yield KeptGame(path.name.removesuffix(RECORD), path, seats, path.stat().st_mtime)


def told(game: KeptGame) -> tuple[str, str, str]:
    """The game, its players and how far it is; a record that cannot be read says so."""
    try:
        reading = read_record(game.path)
    except RecordError as problem:
        return "?", "?", problem.message
    header = reading.header
    return header.game, ", ".join(header.players), str(len(reading.live))


def _beside(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(RECORD) + SEATS)


def _text(seats: Seats) -> str:
    return json.dumps(asdict(seats), ensure_ascii=True, sort_keys=True) + "\n"


def _seats(path: Path) -> Seats | None:
    """What the file beside a record says; None if there is none that makes sense."""
    try:
        with open(_beside(path), "rb") as file:
            said: Any = json.loads(file.read(LARGEST))
        lists = {key: tuple(said[key]) for key in ("packs", "people", "bots")}
        if not all(isinstance(word, str) for words in lists.values() for word in words):
            return None
        return Seats(**lists, language=str(said["language"]), over=said["over"] is True)
    except (OSError, ValueError, KeyError, TypeError):
        return None
