"""`archidsl play`: a pack and seats in, a game at the terminal out; its record is written as it goes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from archidsl.commands.game_options import WithGameOptions, game_options
from archidsl.commands.languages import lang_option, lexicon
from archidsl.commands.options import A_PATH, mod_option
from archidsl.commands.shipped import standing
from archidsl.emit import emit
from archidsl.engine.chance import commitment, key_from_seed
from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players.console import Begin, Console, Leave, TakeBack
from archidsl.players.process import BotError, ProcessPlayer
from archidsl.players.random_player import RandomPlayer
from archidsl.players.showing import known, results, shown, table
from archidsl.scripts.script import ENDING
from archidsl.session import Session, SessionError
from archidsl.texts.naming import Naming
from archidsl.warm import open_game

Player = Callable[[View, dict[str, Any]], Written]
Heard = Callable[[Session], None]


@click.command(cls=WithGameOptions)
@click.argument("pack", required=False, type=A_PATH, metavar="[PACK]")
@mod_option
@click.option("--players", "number", type=int, help="How many play; the same as `--option players=N`.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--seed", help="Any text; the same seed gives the same game. Without it a new one is made.")
@click.option("--human", default="1", metavar="1,2", show_default=True, help="The seats of people.")
@click.option("--bots", type=click.Choice(["all"]), help="Nobody sits at the terminal: bots play all seats.")
@click.option("--bot", "commands", multiple=True, metavar="SEAT=COMMAND", help="A program that plays; repeatable.")
@click.option("--record", type=A_PATH, help="A new file that keeps the game.")
@click.option("--resume", type=A_PATH, help="Go on with a kept game, or where a script ends.")
@lang_option
def play(
    pack: Path | None, mods: tuple[Path, ...], number: int | None, options: tuple[str, ...], seed: str | None,
    human: str, bots: str | None, commands: tuple[str, ...], record: Path | None, resume: Path | None,
    language: str,
) -> int:  # fmt: skip
    """Play a game in the terminal.

    Seat 1 is you, the others are bots that choose by chance. Type `?` at a question for help. A game that is left
    before its end is kept in a file, and `--resume FILE` goes on with it. Options of the game can be given by their
    names, or by the ends of them: `--length short`.

    \b
    archidsl play --players 4 --length short
    archidsl play examples/tic_tac_toe --human 1,2
    archidsl play PACK --mod MOD --players 3 --seed tuesday --bot "2=python bot.py"
    """
    if resume is not None and (record is not None or seed is not None or options or number is not None):
        raise click.UsageError("a kept game has its options, seed and file already: give --resume alone")
    if record is not None and record.suffix == ENDING:
        raise click.UsageError(f"a game is kept in a .jsonl file; `archidsl record` makes a {ENDING} script of that")
    if resume is not None and resume.suffix == ENDING:
        return from_script(resume, pack, language)
    game = open_game(standing(pack, mods))
    chosen = {**assigned(options, "--option"), **({"players": number} if number is not None else {})}
    chosen |= game_options(game.options)
    if resume is not None and chosen:
        raise click.UsageError("a kept game has its options already: give --resume alone")
    try:
        session = Session.resume(game, resume) if resume is not None else Session.new(game, chosen, seed, path=record)
        naming = Naming(session.layout, lexicon(game.paths, game.texts, language))
        return at_table(session, naming, set() if bots else seats(human, session), programs(commands, session))
    except (SessionError, BotError) as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1


def from_script(script: Path, pack: Path | None, language: str) -> int:
    """Goes on where a script ends; all seats are people then, and the script says what is played."""
    from archidsl.commands.play_on import take_over  # only now: scripts need the whole pipeline
    from archidsl.commands.scripts import session_of

    if pack is not None:
        raise click.UsageError("a script says itself which game it plays: give --resume alone")
    try:
        return take_over(session_of(script), language)
    except SessionError as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1


def assigned(texts: tuple[str, ...], option: str) -> dict[str, str | int]:
    """`NAME=VALUE`, as often as given."""
    out: dict[str, str | int] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name or not value:
            raise click.UsageError(f"`{text}` is not like NAME=VALUE", click.get_current_context(silent=True))
        if name in out:
            raise click.UsageError(f"{option} {name} is given twice")
        out[name] = value
    return out


def seats(text: str, session: Session) -> set[str]:
    """`1,2` as the names of these players."""
    out = set()
    for piece in text.split(","):
        out.add(seat(piece.strip(), session, "--human"))
    return out


def seat(text: str, session: Session, option: str) -> str:
    count = session.layout.players
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:9]) <= count:
        raise click.UsageError(f"{option}: `{text}` is no seat; there are 1 to {count}")
    return session.layout.names[int(text) - 1]


def programs(texts: tuple[str, ...], session: Session) -> dict[str, ProcessPlayer]:
    commands = assigned(texts, "--bot")
    names = {seat(number, session, "--bot"): str(command) for number, command in commands.items()}
    return {name: ProcessPlayer(name, command) for name, command in names.items()}


# -- the table


def at_table(session: Session, naming: Naming, people: set[str], bots: Mapping[str, ProcessPlayer]) -> int:
    """Plays on until the game is over or somebody leaves."""
    told(session, naming)
    public = known(session.layout)
    console = Console(
        public, naming, read_line, emit, lambda written: session.refuse(written, naming), lambda: kept(session, naming)
    )
    players: dict[str, Player] = {}
    for name in session.layout.names[: session.layout.players]:
        players[name] = console if name in people else RandomPlayer(session.header.seed, name)
    players |= bots
    try:
        play_on(session, players, naming, (lambda played: announce(played, naming)) if people else None)
    except Leave:
        emit(kept(session, naming))
        return 0
    except KeyboardInterrupt:
        emit(f"\n{kept(session, naming)}")
        raise
    finally:
        for bot in bots.values():
            bot.close()
        session.close()
    emit("\n" + shown(session.view(-1), public, naming))
    emit("\n" + outcome(session, naming))
    emit(f"seed: {session.header.seed}")
    return 0


def play_on(
    session: Session,
    players: Mapping[str, Player],
    naming: Naming | None,
    heard: Callable[[Session], None] | None = None,
) -> None:
    """Asks and answers to the end; a person is asked again after a refused answer, a bot's ends the game."""
    while (choice := session.choice) is not None:
        name = session.player
        player = players[name]
        view = session.view(choice.player)
        try:
            written = player(view, view["question"])
            if isinstance(player, Console) and (reason := session.refuse(written, naming)):
                emit(reason)
                continue
            session.answer_written(written)
        except Begin as other:
            begun_by_another(session, players, naming, other)
        except TakeBack:
            try:
                session.undo(by=name)
            except SessionError as problem:
                emit(str(problem))
        except SessionError as problem:
            if isinstance(player, ProcessPlayer):
                raise player.refused(str(problem)) from None
            if not isinstance(player, Console):
                raise
            emit(str(problem))
        else:
            if heard is not None and not isinstance(player, Console):
                heard(session)


def begun_by_another(session: Session, players: Mapping[str, Player], naming: Naming | None, other: Begin) -> None:
    """Only people begin something out of turn: bots are asked when they are asked."""
    assert naming is not None  # where people play, there are names
    if not isinstance(players[other.player], Console):
        emit(naming.say("not_here", player=other.player))
    elif reason := session.refuse(other.written, naming, other.player):
        emit(reason)
    else:
        session.answer_written(other.written, other.player)


def announce(session: Session, naming: Naming) -> None:
    """What a bot answered, as far as everybody may know it."""
    view = session.view(-1)
    said = view["history"]
    while said and said[-1][0] == "chance":
        said.pop()
    emit(("dim", naming.seen(view).told(*said[-1])))


def told(session: Session, naming: Naming) -> None:
    """The game, and the options that are not as usual."""
    header, lexicon = session.header, naming.lexicon
    usual = session.game.options
    other = [(name, value) for name, value in header.options if name == "players" or usual[name].default != value]
    title = lexicon.name("pack.title") if lexicon.has("pack.title") else header.game
    emit(("bold", title))
    for name, value in other:
        emit(naming.line(f"  {lexicon.name(f'option.{name}')}", [_option(naming, value)]))
    emit(naming.say("seed", seed=header.seed))
    emit(("dim", naming.say("commitment", commitment=commitment(key_from_seed(header.seed), header.digest))))


def _option(naming: Naming, value: str | int) -> str:
    return (
        str(value) if isinstance(value, int) else naming.value("yes_no" if value in ("yes", "no") else "label", value)
    )


def outcome(session: Session, naming: Naming) -> str:
    """Who won, or how many points everybody has."""
    found = results(session.position)
    if not found:
        return naming.say("over")
    layout = session.layout
    columns = {result: layout.columns[layout.results[result]] for result in found}
    rows = [["", *[naming.property(column.name) for column in columns.values()]]]
    for name in layout.names[: layout.players]:
        rows.append([name, *[naming.value(columns[result].base, found[result][name]) for result in found]])
    return naming.say("over") + "\n" + table(rows)


def kept(session: Session, naming: Naming) -> str:
    """Where the game is kept; one without a file gets one now."""
    if session.file is None:
        if all(entry.player == "chance" for entry in session.live):
            return naming.say("nothing_kept")
        count = 1
        while (path := Path(f"{session.header.game}-{count}.jsonl")).exists():
            count += 1
        try:
            session.keep(path)
        except SessionError as problem:
            return naming.say("cannot_keep", reason=str(problem))
    assert session.file is not None
    return naming.say("kept", file=session.file.name)


def read_line(prompt: str) -> str:
    """One typed line; from a pipe it is shown too, so that the output reads like a game."""
    emit(("bold", prompt), end="")
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 (makes `input` editable)
        return input()
    try:
        line = sys.stdin.readline(4096)
    except UnicodeDecodeError:
        line = "(unreadable)\n"
    if not line:
        raise EOFError
    emit(line.rstrip("\n"))
    return line
