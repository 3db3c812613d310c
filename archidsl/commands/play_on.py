"""A session that a script or a record has led somewhere in; its question shown, or a table to play on at, out."""

from __future__ import annotations

from typing import Any

from archidsl.commands.languages import lexicon
from archidsl.commands.table import at_table
from archidsl.emit import emit
from archidsl.players.asking import asked
from archidsl.players.screen import Size, shown
from archidsl.players.showing import known
from archidsl.players.terminal import Terminal
from archidsl.session import Session
from archidsl.texts.naming import Naming


def naming_of(session: Session, language: str) -> Naming:
    """The names of this game, and those of its players."""
    game: Any = session.game
    people = dict(zip(session.layout.names, session.header.players, strict=False))
    return Naming(session.layout, lexicon(game.paths, game.texts, language), people=people)


def show_question(session: Session, language: str) -> None:
    """What the asked player sees, and what he is asked."""
    assert session.choice is not None
    view = session.view(session.choice.player, paneled=True)
    naming = naming_of(session, language).seen(view)
    emit(shown(view, known(session.layout), naming) + "\n")
    Terminal().say(asked(view["question"], naming, Size().columns))


def take_over(session: Session, language: str) -> int:
    """All seats are people at this terminal from here on."""
    layout = session.layout
    return at_table(session, naming_of(session, language), set(layout.names[: layout.players]), {}, Terminal())
