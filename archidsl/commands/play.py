"""`archidsl play`: a pack and seats in, a game at the terminal out; its record is written as it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import click
from click.core import ParameterSource

from archidsl.commands.game_options import WithGameOptions, game_options
from archidsl.commands.kept_games import Seats
from archidsl.commands.languages import lexicon
from archidsl.commands.options import A_PACK, A_PATH, ENGLISH, language, language_said, mod_option
from archidsl.commands.play_on import naming_of
from archidsl.commands.setting_up import LONGEST_NAME, PLAYERS, SettingUp, Wishes, named, names_fit
from archidsl.commands.shipped import on_base, shipped_game
from archidsl.commands.table import at_table
from archidsl.emit import emit
from archidsl.engine.options import OptionError
from archidsl.players.bots import BOTS, Player, bot, usual
from archidsl.players.console import Leave
from archidsl.players.process import BotError, ProcessPlayer
from archidsl.players.terminal import Terminal
from archidsl.scripts.script import ENDING
from archidsl.session import Session, SessionError
from archidsl.warm import WarmGame, open_game

LEVELS = ("random", "search", "greedy")  # of bots; the last one if nobody says


@click.command(cls=WithGameOptions)
@click.argument("pack", required=False, type=A_PACK, metavar="[PACK]")
@mod_option
@click.option("--players", "number", type=int, help="How many play; the same as `--option players=N`.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; repeatable.")
@click.option("--seed", help="Any text; the same seed gives the same game. Without it a new one is made.")
@click.option("--human", default="1", metavar="1,2", show_default=True, help="The seats of people.")
@click.option("--bots", type=click.Choice(["all"]), metavar="all", help="Nobody sits here: bots play all seats.")
@click.option(
    "--bot", "commands", multiple=True, metavar="SEAT=BOT", help="A bot, or a program that plays; repeatable."
)
@click.option("--think", type=click.FloatRange(0.01, 600), metavar="SECONDS", help="How long a searching bot thinks.")
@click.option("--record", type=A_PATH, help="A new file that keeps the game.")
@click.option("--resume", type=A_PATH, help="Go on with a kept game, or where a script ends.")
@click.option("--names", metavar="ANNA,BEN", help="What the players are called, in the order of their seats.")
@click.option("--yes", is_flag=True, help="Ask nothing before the game: everything is as usual.")
@click.option("--plain", is_flag=True, help="Never clear the screen: everything stands one below the other.")
def play(
    pack: Path | None, mods: tuple[Path, ...], number: int | None, options: tuple[str, ...], seed: str | None,
    human: str, bots: str | None, commands: tuple[str, ...], think: float | None, record: Path | None,
    resume: Path | None, names: str | None, yes: bool, plain: bool,
) -> int:  # fmt: skip
    """Play a game in the terminal.

    At a terminal a few questions come first; each flag answers one of them, and `--yes` all. Seat 1 is you, the others
    are bots: `random`, `greedy` (the usual one, if the pack says what is good for a player) or `search`. `--bot search`
    is for all of them, `--bot 2=search` for one seat. Type `?` at a question for help. Every game is kept from its
    first answer on, and `archidsl resume` goes on with it. Options of the game can be given by their names, or by the
    ends of them: `--length short`.

    \b
    archidsl play --players 4 --length short
    archidsl play examples/tic_tac_toe --human 1,2 --names Anna,Ben
    archidsl play PACK --mod MOD --players 3 --seed tuesday --bot "2=python bot.py"
    archidsl play --bot search --think 1.5
    """
    if resume is not None and (record is not None or seed is not None or options or number is not None):
        raise click.UsageError("a kept game has its options, seed and file already: give --resume alone")
    if record is not None and record.suffix == ENDING:
        raise click.UsageError(f"a game is kept in a .jsonl file; `archidsl record` makes a {ENDING} script of that")
    if resume is not None and resume.suffix == ENDING:
        return from_script(resume, pack)
    game = open_game(on_base(pack, mods))
    chosen = {**assigned(options, "--option"), **({"players": number} if number is not None else {})}
    chosen |= game_options(game.options)
    if resume is not None and chosen:
        raise click.UsageError("a kept game has its options already: give --resume alone")
    terminal = Terminal(plain)
    wishes = Wishes(language_said() or None, chosen, bool(chosen.keys() - {PLAYERS}), told_names(names))
    if commands:
        wishes = replace(wishes, level="")
    if said("human") or bots:
        wishes = replace(wishes, people=wishes.people or ())
    try:
        if terminal.person and resume is None and not yes:
            wishes = SettingUp(terminal, game.options, lambda word: lexicon(game.paths, game.texts, word), LEVELS)(
                wishes
            )
        if terminal.person:  # rules that were never played so before take some seconds to get ready
            words = lexicon(game.paths, game.texts, wishes.language or ENGLISH)
            terminal.say([(("dim", words.say("setup_wait")),)])
        who = None if wishes.people and not said("human") and names is None else human
        return begun(game, wishes, Start(seed, who, bool(bots), commands, think, record, resume), terminal)
    except Leave:
        return 0
    except (SessionError, BotError) as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1


@dataclass(frozen=True, slots=True)
class Start:
    """The rest of a command line; `human` is None if the names say who plays here."""

    seed: str | None
    human: str | None
    bots: bool
    commands: tuple[str, ...]
    think: float | None
    record: Path | None
    resume: Path | None


def begun(game: WarmGame, wishes: Wishes, start: Start, terminal: Terminal) -> int:
    """A new game, or one gone on with, played at this terminal."""
    if start.resume is not None:
        session = Session.resume(game, start.resume)
    else:
        called = named(wishes.people or (), game.players(settled(game, wishes.options)))
        session = Session.new(game, wishes.options, start.seed, called, start.record)
    first = session.layout.names[: len(wishes.people or ())]
    people = set() if start.bots else set(first) if start.human is None else seats(start.human, session)
    commands = (*([wishes.level] if wishes.level else []), *start.commands)
    given = given_seats(commands, session)
    people -= given.keys()
    language = wishes.language or ENGLISH
    packs = () if list(game.paths) == shipped_game() else tuple(str(path.resolve()) for path in game.paths)
    sat = Seats(packs, tuple(sorted(people)), commands, language)
    bots = all_bots(commands, given, session, start.think)
    return at_table(session, naming_of(session, language), people, bots, terminal, sat)


def settled(game: WarmGame, options: Mapping[str, str | int]) -> Mapping[str, str | int]:
    try:
        return game.settle(options)
    except OptionError as problem:
        raise SessionError(str(problem)) from None


def said(option: str) -> bool:
    """Does the command line say it?"""
    return click.get_current_context().get_parameter_source(option) == ParameterSource.COMMANDLINE


def told_names(text: str | None) -> tuple[str, ...] | None:
    names = tuple(name.strip() for name in (text or "").split(","))
    if text is not None and not names_fit(names, len(names)):
        raise click.UsageError(f"--names: `{text}` are not different names of at most {LONGEST_NAME} letters")
    return names if text is not None else None


def from_script(script: Path, pack: Path | None) -> int:
    """Goes on where a script ends; all seats are people then, and the script says what is played."""
    from archidsl.commands.play_on import take_over  # only now: scripts need the whole pipeline
    from archidsl.commands.scripts import session_of

    if pack is not None:
        raise click.UsageError("a script says itself which game it plays: give --resume alone")
    try:
        return take_over(session_of(script), language())
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


def given_seats(texts: tuple[str, ...], session: Session) -> dict[str, str]:
    """`2=search` or `2=python bot.py`: the player of that seat, and who plays him."""
    given = assigned(tuple(text for text in texts if text not in BOTS), "--bot")
    return {seat(number, session, "--bot"): str(who) for number, who in given.items()}


def all_bots(texts: tuple[str, ...], given: dict[str, str], session: Session, think: float | None) -> dict[str, Player]:
    """A bot by its name or a program for every seat; people take theirs away from them."""
    everybody = [text for text in texts if text in BOTS] or [usual(session.position.program)]
    names = session.layout.names[: session.layout.players]
    return {
        name: bot(who, session.header.seed, name, lambda: session.position, think)
        if who in BOTS
        else ProcessPlayer(name, who)
        for name, who in {**dict.fromkeys(names, everybody[-1]), **given}.items()
    }
