"""A game and answers in, a played game and its record out: replay, undo and redo are all the record read again.

An answer is checked, written to the record, and only then played; what `chance` answers is recorded beside it. The
written form is that of `engine/words.py`; `+name` stands for beginning something that is offered beside the question.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, Self

from archidsl.diagnostics import Error
from archidsl.engine.chance import fresh_seed, key_from_seed
from archidsl.engine.choices import CHANCE, Answer, Choice
from archidsl.engine.machine import Position, Program
from archidsl.engine.options import OptionError, OptionFacts
from archidsl.engine.record import FORMAT, Entry, Header, Line, RecordError, RecordFile, Redo, Undo, read_record
from archidsl.engine.verbs import BudgetError
from archidsl.engine.views import Sight, View, seen
from archidsl.engine.words import VOLUNTEERED, NoSuchAnswer, amiss, player_word, read, write
from archidsl.players.showing import in_words
from archidsl.texts.naming import Naming

ENGINE = "archidsl"
Options = Mapping[str, str | int]
TOO_LATE = "this cannot be taken back: something random or hidden has come to light since"
COPY_EVERY = 20  # answers between two kept copies: going back replays at most so many


class Playable(Protocol):
    """A game as `warm.open_game` or `pipeline.load` gives it."""

    @property
    def id(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def options(self) -> dict[str, OptionFacts]: ...
    def settle(self, options: Options) -> dict[str, str | int]: ...
    def players(self, settled: Options) -> int: ...
    def program(self, settled: Options) -> Program: ...


class SessionError(Error):
    """A sentence for the person who plays, writes a script or keeps a record."""


class Refused(SessionError):
    """An answer that the open question does not take; the sentence says why, and nothing has happened."""


class Session:
    """A game being played. `entries` are all answers that undo and redo reach; the first `end` are in force."""

    def __init__(self, game: Playable, header: Header, durable: bool = False) -> None:
        if header.digest != game.digest:
            message = f"the record was played with rules {header.digest}, and these are {game.digest}"
            raise SessionError(f"{message}; if it is a record of another pack, name that pack")
        settled = _readable(game.settle, dict(header.options))
        if tuple(sorted(settled.items())) != header.options or header.game != game.id:
            raise SessionError("the options or the game in the record are not those of these rules")
        self.game, self.header, self.program = game, header, game.program(settled)
        self.layout = self.program.layout
        self.file: RecordFile | None = None
        self.entries: list[Entry] = []
        self.places: list[str] = []  # for each entry, the line of the record it was read from
        self.durable, self.end = durable, 0
        self.position = Position(self.program, key_from_seed(header.seed))
        try:
            self.position.begin()
        except BudgetError as error:
            raise SessionError(f"the game cannot begin: {error}") from None
        self.copies = {0: self.position.copy()}

    @classmethod
    def new(
        cls, game: Playable, options: Options | None = None, seed: str | None = None, players: Sequence[str] = (),
        path: Path | str | None = None, durable: bool = False,
    ) -> Self:  # fmt: skip
        """A new game at its first question; with a path, a new record on disk."""
        settled = _readable(game.settle, options or {})
        count, pairs = game.players(settled), tuple(sorted(settled.items()))
        names = tuple(players) or tuple(f"p{i + 1}" for i in range(count))
        if len(names) != count:
            raise SessionError(f"the game is for {count} players, and {len(names)} have a name")
        header = Header(FORMAT, ENGINE, game.id, game.digest, pairs, fresh_seed() if seed is None else seed, names)
        session = cls(game, header, durable)
        if path is not None:
            session.file = _readable(RecordFile.create, path, header)
        session._settle(0)
        return session

    @classmethod
    def resume(cls, game: Playable, path: Path | str, durable: bool = False) -> Self:
        """A record on disk, replayed and open to be gone on with."""
        file = _readable(RecordFile.open, path)
        try:
            session = cls(game, file.header, durable)
            session.file = file
            session._remember(_readable(read_record, path).entries, str(path))
            session._restore()
        except BaseException:
            file.close()
            raise
        return session

    @classmethod
    def replay(cls, game: Playable, header: Header, entries: Iterable[Line], name: str = "entries") -> Self:
        """The same without a file: checks every answer in force and stands where the record ends."""
        session = cls(game, header)
        session._remember(entries, name)
        session._restore()
        return session

    def _remember(self, lines: Iterable[Line], name: str) -> None:
        for number, line in enumerate(lines, 2):  # line 1 is the header
            if isinstance(line, Entry):
                self.entries[self.end :], self.places[self.end :] = [line], [f"{name}:{number}: "]
            self.end += 1 if isinstance(line, Entry) else line.redo if isinstance(line, Redo) else -line.undo
            if not 0 <= self.end <= len(self.entries) or (isinstance(line, Entry) and line.number != self.end):
                raise SessionError(f"{name}:{number}: the line does not fit to the lines before")

    def _restore(self) -> None:
        """Plays all answers in force. A last decision that cost too much was never acknowledged: it goes."""
        try:
            self._rebuild(self.end)
        except BudgetError as error:
            if self.file is None:
                raise SessionError(f"the record cannot be played: {error}") from None
            self._take_back(self._last_decision())
        self._settle(self._last_decision())

    @property
    def choice(self) -> Choice | None:
        return self.position.choice

    @property
    def player(self) -> str:
        """Who is asked, in words; empty when the game is over."""
        return "" if self.choice is None else player_word(self.layout, self.choice.player)

    @property
    def live(self) -> tuple[Entry, ...]:
        return tuple(self.entries[: self.end])

    def view(self, player: int, paneled: bool = False) -> View:
        """What the player may know; what he could begin instead of answering stands with his question."""
        return seen(self.position, player, paneled)

    def at(self, count: int) -> Position:
        """A copy of the position after so many answers, from the nearest copy; the game stays where it is."""
        if not 0 <= count <= self.end:
            raise SessionError(f"there are {self.end} answers, and no position {count}")
        nearest = max(at for at in self.copies if at <= count)
        position = self.copies[nearest].copy()
        for at in range(nearest, count):
            self._apply(position, self.entries[at], self.places[at])
        return position

    def positions(self) -> Iterator[Position]:
        """The position before the first answer, after it, and so on; each holds until the next is asked for."""
        position = self.copies[0].copy()
        yield position
        for entry, place in zip(self.live, self.places, strict=False):
            self._apply(position, entry, place)
            yield position

    def copy(self) -> Self:
        """The same game at the same question, to be played on elsewhere; nothing of it is written to a file."""
        new = type(self).__new__(type(self))
        new.__dict__ |= self.__dict__
        new.file, new.position = None, self.position.copy()
        new.entries, new.places, new.copies = self.entries[:], self.places[:], dict(self.copies)
        return new

    def answer(self, raw: Answer) -> None:
        """An answer in numbers. On disk before it is played; refused with a reason if it is none."""
        choice = self._asked()
        if not choice.allows(raw):
            raise Refused(f"{self.player} cannot answer `{choice.key}` with {raw}: it is not offered")
        self._decide(write(self.layout, choice, choice.settled(raw)))

    def answer_written(self, written: object, by: str = "") -> None:
        """An answer in words. `+name` begins something instead; anybody may do that, and `by` says who."""
        if reason := self.refuse(written, by=by):
            raise Refused(reason)
        if begins(written):
            return self._decide(written, by)
        return self.answer(read(self.layout, self._asked(), written))

    def refuse(self, written: object, naming: Naming | None = None, by: str = "") -> str:
        """Why an answer is refused, in words; empty if it is not. With names it is for a player, in his language."""
        player = self._player(by)
        reason = self._refused(self.position, written, player)
        if not reason or self.choice is None:
            return reason
        from archidsl.reasons import reason as found  # only now: it needs the whole pipeline

        whole: Any = getattr(self.game, "full", self.game)
        because = found(whole, self.position, written, naming.lexicon if naming is not None else None, player)
        if naming is not None:
            phrase = "not_offered_because" if because else "not_offered"
            return naming.say(phrase, answer=naming.answer(self.choice.key, written), reason=because)
        return f"{self.player} is asked for `{self.choice.key}`: {reason}" + (f"; {because}" if because else "")

    def refuse_plainly(self, written: object, by: str = "") -> str:
        """The same without looking for the rule that refuses it, which takes its time."""
        return self._refused(self.position, written, self._player(by))

    def _player(self, by: str) -> int:
        return self.choice.player if self.choice is not None and not by else self._number_of(by)

    def _number_of(self, player: str) -> int:
        names = self.layout.names[: self.layout.players]
        return names.index(player) if player in names else -1

    def _refused(self, position: Position, written: object, player: int) -> str:
        choice = position.choice
        if choice is None:
            return "the game is over: nobody is asked anything"
        if begins(written):
            may = player >= 0 and str(written)[1:] in position.volunteers(player)
            return "" if may else f"{in_words(written)} cannot be begun here"
        if player != choice.player:
            return f"{player_word(self.layout, choice.player)} is asked, and nobody else"
        try:
            if choice.allows(read(self.layout, choice, written)):
                return ""
            return f"{in_words(written)} is not offered" + (f": {wrong}" if (wrong := amiss(choice, written)) else "")
        except NoSuchAnswer as error:
            return str(error)
        except TypeError:
            return f"{in_words(written)} is not the kind of answer that is asked for"

    def _asked(self) -> Choice:
        choice = self.choice
        if choice is None:
            raise SessionError("the game is over: nobody is asked anything")
        return choice

    def _decide(self, written: Any, by: str = "") -> None:
        self._take(written, self.end, by)
        self._settle(self._last_decision())

    def _settle(self, first: int) -> None:
        """Answers for chance until a person is asked; whatever fails takes back all since the `first` answer."""
        while (choice := self.choice) is not None and choice.player == CHANCE:
            drawn = _readable(self.position.copy().chance)
            self._take(write(self.layout, choice, drawn), first)

    def _take(self, written: Any, first: int, by: str = "") -> None:
        choice = self._asked()
        entry = Entry(self.end + 1, by or self.player, choice.key, written)
        self._append(entry)
        self.entries[self.end :], self.places[self.end :] = [entry], [""]
        self.end += 1
        try:
            self._apply(self.position, entry, "")
        except BaseException as error:
            self._take_back(first)
            if isinstance(error, BudgetError):
                raise SessionError(f"this was too much, and is taken back: {error}") from None
            raise
        self._keep(self.end)

    def _append(self, line: Line) -> None:
        if self.file is not None:
            _readable(self.file.append, line, durable=self.durable)

    def _apply(self, position: Position, entry: Entry, place: str) -> None:
        """Plays one answer of the record, if it is the answer to what is asked."""
        choice = position.choice
        if choice is None:
            raise SessionError(f"{place}the game was over before the record ends")
        who = player_word(self.layout, choice.player)
        asked = f"{place}{who} is asked for `{choice.key}`"
        written, player = entry.answer, self._number_of(entry.player)
        if (who if not begins(written) else entry.player, choice.key) != (entry.player, entry.key):
            raise SessionError(f"{asked}, and not {entry.player} for `{entry.key}`")
        if choice.player == CHANCE:
            drawn = position.chance()
            if write(self.layout, choice, drawn) != written:
                raise SessionError(f"{place}this record was not played with this key: chance answers otherwise")
            return position.answer(drawn)
        if reason := self._refused(position, written, player):
            raise SessionError(f"{asked}: {reason}")
        if begins(written):
            return position.volunteer(str(written)[1:], player)
        settled = choice.settled(read(self.layout, choice, written))
        if write(self.layout, choice, settled) != written:
            raise SessionError(f"{place}{in_words(written)} is not how this answer is written in a record")
        return position.answer(settled)

    def undo(self, n: int = 1, by: str = "", force: bool = False) -> None:
        """Back to the n-th last question that a person (`by`: this player) answered."""
        theirs = [i for i, e in enumerate(self.live) if e.player == by or (not by and e.player != "chance")]
        if not 1 <= n <= len(theirs):
            raise SessionError(f"{len(theirs)} answers can be taken back, and not {n}")
        target = theirs[-n]
        if not force and target < self.undo_barrier():
            raise SessionError(TOO_LATE)
        self._take_back(target)

    def redo(self) -> None:
        """Plays again what was taken back last: one answer of a person, and what chance answered after it."""
        if self.end == len(self.entries):
            raise SessionError("there is nothing to play again")
        before, after = self.end, range(self.end + 1, len(self.entries))
        target = next((at for at in after if self.entries[at].player != "chance"), len(self.entries))
        self._append(Redo(target - before))
        self.end = target
        try:
            self._rebuild(target)
        except (BudgetError, SessionError) as error:
            self._take_back(before)
            raise SessionError(f"this cannot be played again: {error}") from None

    def undo_barrier(self) -> int:
        """How many answers stay: after the last of them something random, hidden or secret was shown."""
        stop = self.end
        for start in sorted((at for at in self.copies if at < stop), reverse=True):
            position, last = self.copies[start].copy(), 0
            marks = self._marks(position)
            for at in range(start, stop):
                site, who = position.program.sites[position.asked[0]], position.asked[1]
                self._apply(position, self.entries[at], self.places[at])
                before, marks = marks, self._marks(position)
                # Whoever shows what he knows already may take it back: he has learned nothing.
                learned = any((who, thing) not in before[1] for _, thing in marks[1] - before[1])
                if site.secret or learned or marks[0] != before[0]:
                    last = at + 1
            if last:
                return last
            stop = start
        return 0

    def _marks(self, position: Position) -> tuple[list[Any], set[tuple[int, int]]]:
        """How far the chance streams are, and who sees which thing."""
        layout, s = self.layout, position.s
        sights = [Sight(layout, s, player) for player in range(layout.players)]
        seen = {(sight.player, t) for sight in sights for t in range(layout.movable) if sight.sees(t)}
        return s[layout.chance : layout.chance + layout.streams], seen

    def _take_back(self, target: int) -> None:
        self._append(Undo(self.end - target))
        self.end = target
        self._rebuild(target)

    def _last_decision(self) -> int:
        """Where the last decision begins: a person's answer with what chance answered after it."""
        return next((at for at in range(self.end - 1, 0, -1) if self.entries[at].player != "chance"), 0)

    def _rebuild(self, target: int) -> None:
        """The position after so many answers, from the nearest copy."""
        self.copies = {at: copy for at, copy in self.copies.items() if at <= target}
        nearest = max(self.copies)
        self.position = self.copies[nearest].copy()
        for at in range(nearest, target):
            self._apply(self.position, self.entries[at], self.places[at])
            self._keep(at + 1)

    def _keep(self, at: int) -> None:
        if at % COPY_EVERY == 0:
            self.copies[at] = self.position.copy()

    def keep(self, path: Path | str) -> None:
        """From now on in a new file, with all answers so far."""
        if self.file is None:
            self.file = _readable(RecordFile.create, path, self.header)
            for entry in self.live:
                self._append(entry)

    def close(self) -> None:
        if self.file is not None:
            self.file.close()


def _readable(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """What a record or a game refuses, as a sentence of the session."""
    try:
        return work(*given, **named)
    except (RecordError, OptionError, ValueError) as error:
        raise SessionError(str(error)) from None


def begins(written: object) -> bool:
    return isinstance(written, str) and written.startswith(VOLUNTEERED)


def fingerprint(position: Position) -> str:
    """The state and the open question as one number; the secret key is no part of it."""
    state = [None if i == position.program.layout.key else slot for i, slot in enumerate(position.s)]
    question = None if (asked := position.asked) is None else [asked[0], asked[1], list(asked[2]), asked[3]]
    text = json.dumps([state, question, position.over], separators=(",", ":"), allow_nan=False)
    return sha256(text.encode("ascii")).hexdigest()
