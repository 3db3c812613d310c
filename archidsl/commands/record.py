"""`archidsl record`: a kept game in, its script out."""

from __future__ import annotations

import os
from pathlib import Path

import click

from archidsl.commands.files import write_whole
from archidsl.commands.languages import lexicon
from archidsl.commands.options import A_PACK, A_PATH, language, mod_option
from archidsl.commands.run_files import Wanted as Played
from archidsl.commands.run_files import replayed
from archidsl.commands.scripts import SHIPPED
from archidsl.commands.shipped import shipped_game
from archidsl.emit import emit
from archidsl.engine.record import RecordError
from archidsl.packs.sources import human
from archidsl.pipeline import Game
from archidsl.resources import example
from archidsl.scripts.from_text import wrong_name
from archidsl.scripts.script import ENDING
from archidsl.scripts.to_text import Wanted, text, to_text
from archidsl.session import Session, SessionError
from archidsl.warm import WarmGame

WITH = ("expect", "chance")


@click.command()
@click.argument("file", type=A_PATH, metavar="FILE.jsonl")
@mod_option
@click.option("-o", "--out", type=A_PATH, metavar="FILE.game", help="Where the script goes; else it is printed.")
@click.option("--game", "pack", type=A_PACK, help="The pack that was played; else the shipped ones.")
@click.option("--names", metavar="red,blue", help="What the players are called in the script.")
@click.option(
    "--with", "more", multiple=True, type=click.Choice(WITH),
    help="Also what holds in each round (expect), or what chance answered (chance); repeatable.",
)  # fmt: skip
def record(
    file: Path, mods: tuple[Path, ...], out: Path | None, pack: Path | None, names: str | None, more: tuple[str, ...]
) -> int:
    """Make a script of a kept game.

    The script has every answer under the round and the phase it was given in, and expects the end that the game had;
    `archidsl run` plays the same game from it. It tells all secrets of the game, and its seed.
    `--lang` is for its comments: what is played is written in the words of the rules.

    \b
    archidsl record kept.jsonl -o kept.game
    archidsl record kept.jsonl --names red,blue --with expect
    """
    if file.suffix == ENDING:
        raise click.UsageError(f"`{human(file)}` is a script already")
    called = tuple(name.strip() for name in names.split(",")) if names else ()
    if wrong := [name for name in called if wrong_name(name)]:
        raise click.UsageError(f"--names: `{wrong[0]}`: {wrong_name(wrong[0])}")
    if out is not None and out.suffix != ENDING:
        raise click.UsageError(f"-o: a script ends in `{ENDING}`")
    try:
        session = replayed(file, Played(pack, mods))
    except (RecordError, SessionError) as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1
    if called and len(called) != session.layout.players:
        raise click.UsageError(f"--names: the game has {session.layout.players} players, and not {len(called)}")
    made = script_of(session, out, called, more)
    if out is None:
        emit(made, end="")
    else:
        write_whole(out, made.encode("utf-8"))
    return 0


def script_of(session: Session, out: Path | None, names: tuple[str, ...] = (), more: tuple[str, ...] = ()) -> str:
    game = session.game
    assert isinstance(game, WarmGame)
    full = game.full
    assert isinstance(full, Game)
    words = lexicon(game.paths, game.texts, language())
    wanted = Wanted(said(game.paths, out), names, "expect" in more, "chance" in more, words)
    return to_text(full, session, wanted)


def said(paths: tuple[Path, ...], out: Path | None) -> str:
    """The packs as a script at this place names them; those that come with archidsl by a word, wherever it is sent."""
    own, shipped = [path.resolve() for path in paths], [path.resolve() for path in shipped_game()]
    words = [SHIPPED] if own[: len(shipped)] == shipped else []
    at = (out.parent if out is not None else Path()).resolve()
    for path in own[len(shipped) if words else 0 :]:
        named = (found := example(path.name)) is not None and found.resolve() == path and not (at / path.name).exists()
        words.append(path.name if named else text(Path(os.path.relpath(path, at)).as_posix()))
    return " + ".join(words)
