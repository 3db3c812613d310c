"""`archidsl resume`: a game that is kept in the user's folder in, the same table as before out."""

from __future__ import annotations

import time
from pathlib import Path

import click

from archidsl.commands.kept_games import KeptGame, kept_games, told
from archidsl.commands.languages import lexicon
from archidsl.commands.options import ENGLISH, language, language_code, language_said
from archidsl.commands.play import all_bots, given_seats
from archidsl.commands.play_on import naming_of
from archidsl.commands.shipped import shipped_game
from archidsl.commands.table import at_table
from archidsl.emit import emit
from archidsl.players.process import BotError
from archidsl.players.showing import table
from archidsl.players.terminal import Terminal
from archidsl.session import Session, SessionError
from archidsl.texts.lexicon import Lexicon
from archidsl.warm import open_game


@click.command()
@click.argument("name", required=False)
@click.option("--list", "listing", is_flag=True, help="Show which games are kept, the latest first.")
@click.option("--plain", is_flag=True, help="Never clear the screen: everything stands one below the other.")
def resume(name: str | None, listing: bool, plain: bool) -> int:
    """Go on with a game that was played here.

    Without NAME it is the one that was played last and is not over. Who is human, which bots play, and the language are
    as they were.

    \b
    archidsl resume
    archidsl resume --list
    """
    words = lexicon([], {}, language())
    games = kept_games()
    if listing:
        return listed(games, words)
    found = [game for game in games if (game.name == name if name else not game.seats.over)]
    if not found:
        text = words.say("kept_unknown", name=name) if name else words.say("kept_none")
        emit(("error", "error"), f": {text}", err=True)
        return 1
    try:
        return gone_on(found[0], language_said(), Terminal(plain))
    except (SessionError, BotError) as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1


def gone_on(kept: KeptGame, language: str, terminal: Terminal) -> int:
    """The same table: packs, people and bots as they were."""
    game = open_game([Path(pack) for pack in kept.seats.packs] or shipped_game())
    session = Session.resume(game, kept.path)
    language = language or language_code(kept.seats.language) or ENGLISH
    people = {seat for seat in kept.seats.people if seat in session.layout.names[: session.layout.players]}
    bots = all_bots(kept.seats.bots, given_seats(kept.seats.bots, session), session, None)
    return at_table(session, naming_of(session, language), people, bots, terminal, kept.seats)


def listed(games: list[KeptGame], words: Lexicon) -> int:
    if not games:
        emit(words.say("kept_none"))
        return 0
    rows = [[words.say(f"kept_{head}") for head in ("name", "game", "players", "answers", "when")] + [""]]
    for kept in games:
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
        rows.append([kept.name, *told(kept), when, words.say("kept_over") if kept.seats.over else ""])
    emit(table(rows, None))
    return 0
