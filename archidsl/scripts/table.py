"""A script and its game in; a session at its first question, and the names that the script uses, out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from archidsl.checker import ir
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.engine.machine import Program
from archidsl.engine.options import OptionError, OptionFacts, settle
from archidsl.packs.values import Scalar
from archidsl.pipeline import Game
from archidsl.scenarios.compiled import Twin
from archidsl.scenarios.scenario import Lay, Piece, Scenario
from archidsl.scenarios.stage import Stage
from archidsl.scripts import script as sc
from archidsl.scripts.from_text import wrong_name
from archidsl.scripts.syntax_errors import FIRST_WORDS
from archidsl.session import Options, Session, SessionError
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming
from archidsl.texts.text import Text
from archidsl.warm import WarmGame

PLAYERS = "players"  # the option that says how many there are
SEAT = re.compile(r"(?<![a-z0-9])p([1-9][0-9]*)(?![a-z0-9])")
CODES = {"scenario-given": "script-given", "scenario-expect": "script-expect"}
LAY = re.compile(r"lay\s+(.*)")


class Unplayable(Exception):
    """The report says why."""


class Renamed(Report):
    """What is said of scenarios, said of a script."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.sources, report.diagnostics)

    def error(self, code: str, *said: Any, **more: Any) -> None:
        super().error(CODES.get(code, code), *said, **more)


@dataclass(frozen=True, slots=True)
class Whole:
    """What the rules are while a script plays something else than the whole game."""

    v: Vocabulary
    rules: ir.Game
    report: Report


@dataclass(slots=True)
class SetGame:
    """A game whose table is set already; to a session it is a game like any other."""

    game: WarmGame
    made: Program
    full: Whole

    @property
    def id(self) -> str:
        return self.game.id

    @property
    def digest(self) -> str:
        return self.game.digest

    @property
    def paths(self) -> tuple[Path, ...]:
        return self.game.paths

    @property
    def texts(self) -> dict[str, Text]:
        return self.game.texts

    @property
    def options(self) -> dict[str, OptionFacts]:
        return self.game.options

    def settle(self, options: Options) -> dict[str, str | int]:
        return self.game.settle(options)

    def players(self, settled: Options) -> int:
        return self.game.players(settled)

    def program(self, settled: Options) -> Program:
        return self.made


class SetSession(Session):
    """It begins in the middle, so no record could begin it again."""

    def keep(self, path: Path | str) -> NoReturn:
        raise SessionError("the table was set by a script, so the game cannot be kept as a record")


@dataclass(slots=True)
class Table:
    """A script that can be played."""

    script: sc.Script
    game: WarmGame
    session: Session
    names: dict[str, str]  # what the script calls players and their things -> their own names
    settled: Mapping[str, str | int]
    short: dict[str, str] = field(default_factory=dict)
    made_stage: Stage | None = None

    @property
    def stage(self) -> Stage:
        """Where texts of the script are checked; the whole game is read for it."""
        if self.made_stage is None:
            self.made_stage = Stage(_full(self.game), self.settled, self.names)
        return self.made_stage

    @property
    def naming(self) -> Naming:
        """English names, as the asked player sees things."""
        choice = self.session.choice
        view = None if choice is None else self.session.view(choice.player)
        return Naming(self.session.layout, Lexicon(self.texts), view)

    @property
    def texts(self) -> dict[str, Text]:
        return self.game.texts

    @property
    def players(self) -> list[str]:
        """As they are called in the script."""
        layout = self.session.layout
        return [self.short.get(name, name) for name in layout.names[: layout.players]]


def _full(game: WarmGame) -> Game:
    found = game.full
    assert isinstance(found, Game)
    return found


def set_up(script: sc.Script, game: WarmGame, report: Report) -> Table:
    """The table with everything that stands before the first answer; mistakes are in the report."""
    settled = _settled(script, game, report)
    seed = script.path.stem if script.seed is None else script.seed.text
    header_names = [name.text for name in script.names]
    if script.given is None and script.play is None:
        try:
            session = Session.new(game, settled, seed, header_names)
        except SessionError as problem:
            _stop(report, "script-game", script.top, str(problem))
        names = _names(script, session.layout.names, report)
        return Table(script, game, session, names, settled, _turned(names))
    names = _names(script, _full(game).layout(settled).names, report)
    stage = Stage(_full(game), settled, names)
    staged = _staged(script, stage, game, seed, Renamed(report))
    try:
        session = SetSession.new(staged, settled, seed, header_names)
    except SessionError as problem:
        _stop(report, "script-game", script.top, str(problem))
    return Table(script, game, session, names, settled, _turned(names), stage)


def _stop(report: Report, code: str, span: Span, message: str, help: str = "") -> NoReturn:
    report.error(code, span, message, help)
    raise Unplayable


def _turned(names: dict[str, str]) -> dict[str, str]:
    return {long: short for short, long in names.items()}


# -- options


def _settled(script: sc.Script, game: WarmGame, report: Report) -> dict[str, str | int]:
    given: dict[str, str | int] = {}
    before = len(report.errors)
    for name, value in script.options:
        if name.text not in game.options:
            help = did_you_mean(name.text, game.options) or f"this game has: {', '.join(game.options) or 'none'}"
            report.error("script-game", name.span, f"there is no option `{name.text}`", help)
        elif name.text in given:
            report.error("script-game", name.span, f"`{name.text}` is said twice")
        else:
            _check_value(game.options[name.text], value, report)
        given[name.text] = value.text
    if script.names and PLAYERS in game.options:
        given.setdefault(PLAYERS, len(script.names))
    if len(report.errors) > before:
        raise Unplayable
    try:
        settled = game.settle(given)
    except OptionError as problem:
        _stop(report, "script-game", script.options_span or _named(script), str(problem))
    count = game.players(settled)
    if script.names and len(script.names) != count:
        message = f"the game is for {count} players, and {len(script.names)} have a name"
        _stop(report, "script-game", _named(script), message)
    return settled


def _named(script: sc.Script) -> Span:
    """Where the players are named; where nobody is, the beginning."""
    return script.names[0].span.to(script.names[-1].span) if script.names else script.top


def _check_value(option: OptionFacts, value: sc.Word, report: Report) -> None:
    try:
        settle({option.name: replace(option, clashes=())}, {option.name: value.text})
    except OptionError as problem:
        report.error("script-game", value.span, str(problem), did_you_mean(value.text, option.values))


# -- names


def _names(script: sc.Script, things: Sequence[str], report: Report) -> dict[str, str]:
    for number, word in enumerate(script.names, 1):
        if _taken(word.text, number, things):
            _stop(
                report, "script-game", word.span, f"`{word.text}` is something else in this game: choose another name"
            )
    return dict(called([word.text for word in script.names], things))


def _taken(name: str, seat: int, things: Sequence[str]) -> bool:
    return name in things and name != f"p{seat}"


def can_be_called(names: Sequence[str], things: Sequence[str]) -> bool:
    """Could a script call its players so? A record may have other names."""
    wrong = (wrong_name(name) or _taken(name, seat, things) for seat, name in enumerate(names, 1))
    return not any(wrong) and len(set(names)) == len(names)


def called(names: Sequence[str], things: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What a script calls players, and their things: `unit_red_3` is `unit_p1_3`."""
    seats = {f"p{number}": name for number, name in enumerate(names, 1)}
    known = set(things)
    for thing in things:
        short = SEAT.sub(lambda found: seats.get(found[0], found[0]), thing)
        if short not in known:
            yield short, thing


def check_players(table: Table, report: Report) -> None:
    """Whoever answers, begins, sees or wins must sit at the table."""
    for word, extra in _spoken_of(table.script.steps):
        if word.text not in (*table.players, *table.session.layout.names[: table.session.layout.players], *extra):
            known = [*table.players, *extra, *FIRST_WORDS]
            help = did_you_mean(word.text, known) or f"there are {', '.join(table.players)}"
            report.error("script-form", word.span, f"`{word.text}` is no player", help)


def _spoken_of(steps: Sequence[sc.Step]) -> Iterator[tuple[sc.Word, tuple[str, ...]]]:
    """Every player that a step names, and who else may stand there."""
    for step in steps:
        match step:
            case sc.Refuse(what=what):
                yield what.player, ()
            case sc.Answer(player=player):
                yield player, ("chance",)
            case sc.Begin(player=player):
                yield player, ()
            case sc.Asked(player=player):
                yield player, ("nobody",)
            case sc.Sees(player=player):
                yield player, ("everybody",)
            case sc.Wins(players=players):
                yield from ((player, ()) for player in players)


# -- the table, set without playing


def _staged(script: sc.Script, stage: Stage, game: WarmGame, seed: str, report: Report) -> SetGame:
    before = len(report.errors)
    pieces = tuple(_pieces(script.given)) if script.given is not None else ()
    state = stage.set_down(Scenario("", script.top, seed=seed, given=pieces), report)
    start = stage.game.rules.main if script.play is None else stage.procedure(script.play, report)
    if state is None or not start or len(report.errors) > before:
        raise Unplayable
    made = game.program(stage.settled) if script.play is None else Twin(stage).program(start)
    layout = copy(made.layout)
    layout.start = state
    whole = Whole(stage.additions.v, replace(stage.additions.game, main=start), stage.game.report)
    return SetGame(game, replace(made, layout=layout), whole)


def _pieces(given: Scalar) -> Iterator[Piece]:
    """Lines of the effect language, and tiles: `lay tile@cell, tile/1@cell+2`."""
    lines, first = str(given.value).split("\n"), 0
    for number, line in enumerate([*lines, "lay"]):
        if line.split("#")[0].strip() != "lay" and not LAY.match(line):
            continue
        text = "\n".join(lines[first:number])
        if any(part.split("#")[0].strip() for part in lines[first:number]):
            at = given.text_line + first
            end = given.text_column + len(lines[number - 1])
            span = Span(given.span.file, at, given.text_column, at + number - first - 1, end)
            yield Scalar(span, text, True, at, given.text_column)
        if number < len(lines):
            yield Lay(tuple(_spots(line, given, number)))
        first = number + 1


def _spots(line: str, given: Scalar, number: int) -> Iterator[Scalar]:
    row = given.text_line + number
    for found in re.finditer(r"[^\s,]+", line.split("#")[0]):
        if found.start():
            column = given.text_column + found.start()
            yield Scalar(Span(given.span.file, row, column, row, column + len(found[0])), found[0])
