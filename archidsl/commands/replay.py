"""`archidsl replay`: a kept game in; its positions out, forwards and backwards, in any language, as anybody sees it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from archidsl.commands.kept import game_of, kept_game, told_of
from archidsl.commands.keys import BACK, DOWN, LEFT, RIGHT, SPACE, UP, read_command
from archidsl.commands.languages import lexicon
from archidsl.commands.options import A_PACK, A_PATH, language, mod_option
from archidsl.commands.replaying import ONLOOKER, Replay
from archidsl.diagnostics import Report
from archidsl.emit import emit, emit_json
from archidsl.engine.views import EVERYBODY, EVERYTHING
from archidsl.players.showing import known
from archidsl.players.terminal import Terminal
from archidsl.rendering import JSON_VERSION
from archidsl.session import Session, SessionError
from archidsl.texts.naming import Naming

NOBODY = "nobody"
KEYS = {RIGHT: "n", DOWN: "n", SPACE: "n", LEFT: "b", UP: "b", BACK: "b"}  # at a terminal they need no Enter
ONE_STEP = {"": 1, "n": 1, "next": 1, "+": 1, "b": -1, "back": -1, "-": -1}


@click.command()
@click.argument("file", type=A_PATH)
@mod_option
@click.option("--game", "pack", type=A_PACK, help="The pack that was played; else the shipped one that FILE names.")
@click.option("--as", "reader", default=NOBODY, metavar="PLAYER", help="As p2 sees it, or `everybody`: all there is.")
@click.option("--at", type=click.IntRange(0), metavar="N", help="Only the position after answer N.")
@click.option("--all", "whole", is_flag=True, help="Every answer and what it changed, one after the other.")
@click.option("--format", "format", type=click.Choice(["full", "json"]), default="full", help="How it is written.")
def replay(
    file: Path, mods: tuple[Path, ...], pack: Path | None, reader: str, at: int | None, whole: bool, format: str
) -> int:
    """Step through a kept game, forwards and backwards.

    FILE is a record (`.jsonl`) or a script (`.game`). Enter goes on, b goes back, `12` goes to the position after
    answer 12, `?` tells the rest. You see what everybody saw; `--as p2` shows what p2 saw. `--at` and `--all` print and
    ask nothing; so does `--format json`, and so does everything when the output is no terminal.

    \b
    archidsl replay game.jsonl
    archidsl replay game.jsonl --as p2 --lang fr --at 40
    archidsl replay game.jsonl --as everybody --all | less
    """
    if at is not None and whole:
        raise click.UsageError("give --at or --all, and not both")
    faults = Report()
    try:
        session = kept_game(file, [pack] if pack is not None else (), mods, faults)
    except SessionError as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1
    if at is not None and at > session.end:
        raise click.UsageError(f"--at: there are the positions 0 to {session.end}, and no {at}")
    game = game_of(session)
    people = dict(zip(session.layout.names, session.header.players, strict=False))
    naming = Naming(session.layout, lexicon(game.paths, game.texts, language()), people=people)
    found = Replay(session, naming, known(session.layout), number_of(reader, session))
    if format == "json":
        emit_json(as_object(found, at))
    elif at is not None:
        terminal = Terminal(bare=True)
        terminal.show(found.screen(at, terminal.size()))
    elif whole or (sys.stdin.isatty() and not sys.stdout.isatty()):
        show_all(found)
    else:
        step_through(found)
    return told_of(faults)


def number_of(reader: str, session: Session) -> int:
    names = session.layout.names[: session.layout.players]
    for known_as in (names, session.header.players):
        if reader in known_as:
            return known_as.index(reader)
    if reader in (NOBODY, EVERYBODY):
        return ONLOOKER if reader == NOBODY else EVERYTHING
    raise click.UsageError(f"--as: `{reader}` does not play; there are {', '.join(names)}, {EVERYBODY} and {NOBODY}")


# -- printed


def show_all(found: Replay) -> None:
    """A transcript: every answer with its number, and what it changed."""
    width = len(str(found.end))
    for number, said in enumerate(found.log()):
        first, *rest = said.split("\n")
        emit(("dim", f"{number:>{width}} "), ("bold", first))
        for line in rest:
            emit(f"{' ' * width} {line}")
    Terminal(bare=True).say(found.question(found.end))
    for result, values in found.results().items():
        column = found.session.layout.columns[found.session.layout.results[result]]
        each = [
            f"{found.naming.person(name)} {found.naming.value(column.base, value)}" for name, value in values.items()
        ]
        emit(found.naming.line(found.naming.property(column.name), each))


def as_object(found: Replay, at: int | None) -> dict[str, object]:
    """All answers, or one with the view after it; the seed foretells the game, so only the author gets it."""
    header, view = found.session.header, found.view(0)
    steps = found.as_objects() if at is None else [found.as_object(at)]
    seed = {"seed": header.seed} if found.player == EVERYTHING else {}
    return {
        "version": JSON_VERSION, "game": header.game, "options": dict(header.options), **seed,
        "as": view["you"] or NOBODY, "answers": found.end, "steps": steps,
        **({"view": found.view(at)} if at is not None else {}),
        "over": found.session.position.over, "results": found.results(),
    }  # fmt: skip


# -- at the terminal


def step_through(found: Replay) -> None:
    """Reads commands until there are no more."""
    steps, terminal = Stepping(found), Terminal()
    terminal.show(found.screen(0, terminal.size()))
    while True:
        try:
            line = read_command(f"{steps.number}/{found.end}> ", KEYS)
        except EOFError:
            return
        if line in ("q", "quit", "exit"):
            return
        before = steps.number, steps.found
        if problem := steps.take(line):
            emit(problem)
        elif (steps.number, steps.found) != before:
            terminal.show(steps.found.screen(steps.number, terminal.size()))


class Stepping:
    """Where somebody stands in a kept game. `take` carries out a command and answers what there is to say about it."""

    def __init__(self, found: Replay) -> None:
        self.found, self.number, self.searched = found, 0, ""

    def take(self, line: str) -> str:
        say, word, rest = self.found.naming.say, *line.partition(" ")[::2]
        if line in ONE_STEP:
            return self._go(self.number + ONE_STEP[line])
        if line.isascii() and line.isdigit():
            number = int(line[:9])
            return (
                self._go(number) if number <= self.found.end else say("replay_none", number=number, most=self.found.end)
            )
        if line.startswith("/"):
            return self._search(line[1:].strip())
        match word:
            case "first" | "last" if not rest:
                return self._go(0 if word == "first" else self.found.end)
            case "next" | "back":
                return self._change(rest.strip(), word)
            case "as":
                return self._as(rest.strip())
            case "view":
                return self.found.everything(self.number)
            case "?" | "help":
                return say("replay_help")
        counted = re.fullmatch(r"(.+?)\s+(-?[0-9]{1,9})", line)
        if counted is None:
            if block := self.found.block(self.number, line):
                return block
            return f"{say('replay_what', typed=line)}  {say('help_hint')}"
        return self._value(counted[1], int(counted[2]))

    def _go(self, number: int) -> str:
        say = self.found.naming.say
        if number < 0 or number > self.found.end:
            return say("replay_first" if number < 0 else "replay_ends")
        self.number = number
        return ""

    def _search(self, text: str) -> str:
        self.searched = text or self.searched
        number = self.found.find(self.searched, self.number) if self.searched else None
        if number is None:
            return self.found.naming.say("replay_found", typed=self.searched)
        self.number = number
        return ""

    def _as(self, reader: str) -> str:
        session = self.found.session
        try:
            self.found = self.found.seen_by(number_of(reader, session))
        except click.UsageError:
            players = ", ".join(session.layout.names[: session.layout.players])
            return self.found.naming.say("replay_who", typed=reader, players=players)
        return ""

    def _change(self, name: str, word: str) -> str:
        """Where something that is counted, or a player, comes up next or came up before."""
        positions = self.found.answered(name)
        if not positions:
            counted = self.found.counted(name)
            if not counted:
                return self._counts()
            values = self.found.counts()[counted]
            positions = [i for i in range(1, len(values)) if values[i] != values[i - 1]]
        later, earlier = [i for i in positions if i > self.number], [i for i in positions if i < self.number]
        wanted = later[:1] if word == "next" else earlier[-1:]
        return self._go(wanted[0]) if wanted else self.found.naming.say("replay_never", typed=f"{word} {name}")

    def _value(self, name: str, value: int) -> str:
        counted = self.found.counted(name)
        if not counted:
            return self._counts()
        values = self.found.counts()[counted]
        typed = f"{name} {value}"
        return self._go(values.index(value)) if value in values else self.found.naming.say("replay_never", typed=typed)

    def _counts(self) -> str:
        naming = self.found.naming
        names = [naming.property(name) for name in self.found.counts()]
        return naming.say("replay_counts", names=", ".join(names) or naming.say("none"))
