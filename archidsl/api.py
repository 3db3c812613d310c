"""archidsl for scripts and notebooks: load a game, sit down at a table, look at choices, answer them.

    game = archidsl.load("examples/saltfen")
    table = game.new(players=3, seed="monday")
    while choice := table.choice:
        table.answer(choice.options[0])

Answers are written as in records: a word, a number, a list of words, an amount like `{"pearl": 2}`, or None for
nothing. docs/api.md tells it at length.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import IO, Any

from archidsl.commands.kept import game_of, kept_game
from archidsl.commands.languages import lexicon, untranslated
from archidsl.commands.options import language_code
from archidsl.commands.shipped import resting, shipped_game
from archidsl.diagnostics import Error, PackErrors
from archidsl.engine.machine import Position
from archidsl.engine.options import OptionFacts
from archidsl.engine.record import Entry
from archidsl.engine.views import View, question_to, seen
from archidsl.engine.words import Written
from archidsl.players.offered import Offered
from archidsl.players.screen import shown
from archidsl.players.showing import known, results, winners
from archidsl.resources import or_example
from archidsl.session import Refused, Session, SessionError
from archidsl.texts.catalogue import LANGUAGES
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming
from archidsl.warm import WarmGame, open_game

__all__ = [
    "Bot", "Choice", "Error", "Game", "PackErrors", "Refused", "SessionError", "Table", "Written", "load", "replay",
    "serve",
]  # fmt: skip

AnyPath = str | PathLike[str]
Value = str | int | bool


def load(*paths: AnyPath) -> Game:
    """A game: the pack at a path and the mods on top of it, or without a path the shipped game.

    A word that is no path may name an example: `load("saltfen")`. Stops with `PackErrors` if anything is wrong.
    """
    return Game(open_game(resting([or_example(Path(path)) for path in paths] or shipped_game())))


def replay(path: AnyPath, *packs: AnyPath) -> Table:
    """A record or a script, played to where it ends; the file stays as it is.

    A script says which packs it plays; of a record they have to be given, unless they are shipped. A script that is not
    as it should be stops with `PackErrors`, like a pack.
    """
    session = kept_game(Path(path), [or_example(Path(pack)) for pack in packs])
    return Table(Game(game_of(session)), session)


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """Rules that are ready to be played."""

    warm: WarmGame
    _lexicons: dict[str, Lexicon] = field(default_factory=dict, compare=False)

    @property
    def id(self) -> str:
        """The name of the pack."""
        return self.warm.id

    @property
    def digest(self) -> str:
        """What the rules are, as one word: records of the same game have the same."""
        return self.warm.digest

    @property
    def options(self) -> dict[str, OptionFacts]:
        """What can be settled before a game, by name: the values (or `low` to `high`) and the default."""
        return self.warm.options

    def __repr__(self) -> str:
        return f"<Game: {self.id}>"

    def title(self, lang: str = "en") -> str:
        words = self.lexicon(lang)
        return words.name("pack.title") if words.has("pack.title") else self.id

    def new(
        self, *, seed: str | int | None = None, names: Sequence[str] = (), record: AnyPath | None = None,
        options: Mapping[str, Value] | None = None, **more: Value,
    ) -> Table:  # fmt: skip
        """A new game at its first question: `game.new(players=3, seed="monday", game_length="short")`.

        The same seed gives the same game; without one a new one is made. With `record` every answer is written to a
        new file before it counts. An option of the game that has the name of an argument stands in `options`.
        """
        given = {name: _option(value) for name, value in {**(options or {}), **more}.items()}
        if names and "players" in self.options:
            given.setdefault("players", len(names))
        return Table(self, Session.new(self.warm, given, None if seed is None else str(seed), names, _path(record)))

    def resume(self, record: AnyPath) -> Table:
        """A kept game, to go on with: further answers are written to the same file."""
        return Table(self, Session.resume(self.warm, Path(record)))

    def lexicon(self, lang: str) -> Lexicon:
        """All words of the game in one language."""
        if language_code(lang) != lang:
            raise Error(f"`{lang}` is no language; write two or three letters, like `fr`")
        if lang not in self._lexicons:
            found = lexicon(self.warm.paths, self.warm.texts, lang)
            if lang not in LANGUAGES and not found.known:
                raise Error(untranslated(lang))
            self._lexicons[lang] = found
        return self._lexicons[lang]


class Table:
    """One game being played. Whoever has a table sees everything; `view` is what a player may know."""

    def __init__(self, game: Game, session: Session) -> None:
        self.game = game
        self.session = session  # the same game in the numbers of the engine
        self._choice: Choice | None = None

    # -- what is asked

    @property
    def choice(self) -> Choice | None:
        """The question that stands open; None when the game is over."""
        asked = self.session.choice
        if asked is not None and self._choice is None:
            position = self.session.position.copy()
            self._choice = _choice(question_to(position, asked.player), _Around(self.game, position, asked.player))
        return self._choice

    @property
    def over(self) -> bool:
        return self.session.choice is None

    def answer(self, written: Written, by: str = "") -> None:
        """Answers the open question, and runs to the next. `Refused` says why not, and then nothing has happened.

        `+name` begins something that is offered beside the question; another player may do that too (`by`).
        """
        self.session.answer_written(written, self._player(by) if by else "")
        self._choice = None

    def why_not(self, written: Written, lang: str = "", by: str = "") -> str:
        """Why an answer would be refused; empty if it would not. With a language it is as players read it."""
        naming = self.naming(lang) if lang else None
        return self.session.refuse(written, naming, self._player(by) if by else "")

    def play(self, bots: Bot | Mapping[str, Bot]) -> Table:
        """Lets a bot, or one for each player, answer to the end of the game."""
        given = bots if isinstance(bots, Mapping) else dict.fromkeys(self.players, bots)
        seats = {self._player(name): bot for name, bot in given.items()}
        if missing := [player for player in self.players if player not in seats]:
            raise Error(f"nobody answers for {', '.join(missing)}: give a bot for each player")
        while (choice := self.choice) is not None:
            self.answer(seats[choice.player](choice))
        return self

    # -- what can be seen

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.session.layout.names[: self.session.layout.players])

    @property
    def names(self) -> dict[str, str]:
        """What the players are called: `{"p1": "Ann"}`."""
        return dict(zip(self.players, self.session.header.players, strict=True))

    @property
    def seed(self) -> str:
        return self.session.header.seed

    @property
    def options(self) -> dict[str, str | int]:
        return dict(self.session.header.options)

    @property
    def log(self) -> tuple[Entry, ...]:
        """Every answer so far: its number, player, key and answer. Those of chance stand among them."""
        return self.session.live

    @property
    def results(self) -> dict[str, dict[str, Any]]:
        """What the pack calls its results, as they stand now: `{"score": {"p1": 12, "p2": 9}}`."""
        return results(self.session.position)

    @property
    def winners(self) -> list[str]:
        """Who has won, or has most points; nobody before the end."""
        return winners(self.results) if self.over else []

    def view(self, player: str = "") -> View:
        """What a player may know, as plain data; without a player, what everybody sees."""
        return self.session.view(self._number(player))

    def text(self, player: str = "", lang: str = "en") -> str:
        """The same for people to read."""
        view = self.session.view(self._number(player), paneled=True)
        return shown(view, known(self.session.layout), self.naming(lang))

    def naming(self, lang: str = "en") -> Naming:
        """The names of things in one language."""
        return Naming(self.session.layout, self.game.lexicon(lang), people=self.names)

    def _player(self, name: str) -> str:
        found = {shown: player for player, shown in self.names.items()}
        if name not in self.players and name not in found:
            raise Error(f"`{name}` does not play; there are {', '.join(self.players)}")
        return name if name in self.players else found[name]

    def _number(self, name: str) -> int:
        return self.players.index(self._player(name)) if name else -1

    def trace(self, number: int | None = None, full: bool = False) -> list[dict[str, Any]]:
        """Which rules ran for an answer (without a number: for the last decision), as plain data; secrets too."""
        from archidsl.tracing import as_object  # only now: it needs the whole pipeline

        return [as_object(one, full) for one in self._traces(number)]

    def explain(self, number: int | None = None, full: bool = False) -> str:
        """The same for people to read: which lines of the rules changed what."""
        from archidsl.tracing import told

        return "\n".join(line for one in self._traces(number) for line in told(one, full))

    def _traces(self, number: int | None) -> list[Any]:
        from archidsl.commands.trace import last_decision, traces

        if number is not None and not 0 <= number <= self.session.end:
            raise Error(f"there are the answers 0 to {self.session.end}, and no {number}")
        return traces(self.session, *(last_decision(self.session) if number is None else (number, number)))

    # -- back, forth and away

    def copy(self) -> Table:
        """The same game at the same question, to try things out: playing on in one leaves the other as it is."""
        return Table(self.game, self.session.copy())

    def undo(self, n: int = 1, *, by: str = "", force: bool = False) -> None:
        """Takes back the last n answers of people (`by`: of this player); over secrets and chance only by `force`."""
        self.session.undo(n, self._player(by) if by else "", force)
        self._choice = None

    def redo(self) -> None:
        """Plays again what was taken back last."""
        self.session.redo()
        self._choice = None

    def save(self, record: AnyPath) -> None:
        """Writes all answers to a new file, and every further one before it counts."""
        if self.session.file is not None:
            raise SessionError(f"the game is kept in {self.session.file.name} already")
        self.session.keep(Path(record))

    def close(self) -> None:
        """Closes the file of the record, if there is one."""
        self.session.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        asked = self.session.choice
        state = "over" if asked is None else f"{self.session.player} is asked for {asked.key}"
        return f"<Table: {self.game.id}, {len(self.players)} players, {self.session.end} answers, {state}>"


class _Around:
    """What a choice needs beside its question, made only when somebody asks for it."""

    def __init__(self, game: Game, position: Position, player: int) -> None:
        self.game, self.position, self.player = game, position, player
        self._view: View | None = None

    def view(self) -> View:
        if self._view is None:
            self._view = seen(self.position, self.player)
        return self._view

    def naming(self, lang: str) -> Naming:
        return Naming(self.position.program.layout, self.game.lexicon(lang), self.view())


class _Sent(_Around):
    """The same in a process that was sent a view and knows nothing else of the game."""

    def __init__(self, view: View) -> None:
        self._view = view

    def naming(self, lang: str) -> Naming:
        raise Error("the words for people stay with the game; a bot in another process gets the words of records")


@dataclass(frozen=True, slots=True)
class Choice:
    """Who is asked what, and every answer that is allowed. It knows no more than its player may know."""

    player: str
    key: str  # how the rules call the question
    kind: str  # one, several, number, order, bundle, menu, payment
    options: Offered  # all answers, as a sequence; `random.choice(choice.options)` is one of them
    may_decline: bool
    may_begin: tuple[str, ...]  # what may be begun instead: `+name`
    least: int  # of several things or of an amount: how many; else 1
    most: int
    question: dict[str, Any] = field(repr=False)  # all of this as plain data
    _around: _Around = field(repr=False, compare=False)

    @property
    def view(self) -> View:
        """What the asked player may know, as plain data."""
        return self._around.view()

    def text(self, lang: str = "en") -> str:
        """The question in words: `What do you do in this round?`"""
        return self._around.naming(lang).question(self.key, self.player)

    def words(self, option: Written, lang: str = "en") -> str:
        """An answer in words."""
        return self._around.naming(lang).answer(self.key, option)


Bot = Callable[[Choice], Written]


def _choice(question: dict[str, Any], around: _Around) -> Choice:
    least, most = question.get("least", 1), question.get("most", 1)
    begin = tuple(question.get("may_begin", ()))
    player, key, kind = question["player"], question["key"], question["kind"]
    return Choice(player, key, kind, Offered(question), question["may_decline"], begin, least, most, question, around)


def serve(bot: Bot, source: IO[str] | None = None, to: IO[str] | None = None) -> None:
    """Plays in a process of its own, for `archidsl play --bot "2=python bot.py"`: JSON lines in, JSON lines out."""
    out = to or sys.stdout
    for line in source or sys.stdin:
        try:
            asked = json.loads(line)
            choice = _choice(asked["question"], _Sent(asked["view"]))
        except (ValueError, KeyError, TypeError):
            raise Error("a line came that is no question of a game: is this run by `archidsl play --bot`?") from None
        out.write(json.dumps({"answer": bot(choice)}) + "\n")
        out.flush()


def _option(value: Value) -> str | int:
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _path(given: AnyPath | None) -> Path | None:
    return None if given is None else Path(given)
