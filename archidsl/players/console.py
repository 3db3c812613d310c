"""A person at a terminal, or a pipe that speaks like one: a screen out, a typed line back in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import groupby
from typing import Any, Protocol

from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players import telling
from archidsl.players.ahead import Ahead
from archidsl.players.asking import asked, with_part
from archidsl.players.beyond import Beyond
from archidsl.players.consequences import Outcome
from archidsl.players.lines import Line, folded
from archidsl.players.map import legend, map_of
from archidsl.players.panels import Block
from archidsl.players.screen import Size, block_lines, composed
from archidsl.players.showing import Known, Teller, everything
from archidsl.players.spots import MoreIsAsked, Steps, faces_drawn
from archidsl.players.typed import NotUnderstood, Typed, Unclear
from archidsl.players.usual_panels import blocks_of
from archidsl.texts.naming import Naming, plain

ANSWERS_SHARE = 2  # fifths of a screen that texts of answers may take


class Leave(Exception):
    """The person ends the session, or the input has ended."""


class TakeBack(Exception):
    """The person wants the last answer back."""


class PlayAgain(Exception):
    """The person wants what was taken back after all."""


class Begin(Exception):
    """Another person at the same table begins something while this one is asked: `p2 +word`."""

    def __init__(self, player: str, written: str) -> None:
        self.player, self.written = player, written


class Screen(Protocol):
    """Where a person looks and types; see `terminal.py`. Behind a pipe there is nobody who could be asked twice."""

    person: bool

    def size(self) -> Size: ...
    def show(self, lines: Iterable[Line]) -> None: ...
    def hide(self, lines: Iterable[Line]) -> None: ...
    def say(self, lines: Iterable[Line]) -> None: ...
    def read(self, prompt: str) -> str: ...


class Table:
    """What a person can ask of the table; everything is told in lines."""

    def behind(self) -> Beyond | None:
        """What is asked behind an option of the open question that goes without saying."""
        return None

    def why(self, written: object) -> str:
        """Why this is not offered; empty if it is."""
        return ""

    def why_all(self, question: Mapping[str, Any]) -> list[str]:
        """What else there is of the kind that is asked for, with reasons."""
        return []

    def card(self, name: str) -> list[Line]:
        """Something of the game, drawn."""
        return []

    def saved(self) -> str:
        return ""

    def answering(self) -> str:
        """An answer is about to count; empty, or what the person should know."""
        return ""

    def outcomes(self) -> Mapping[object, Outcome]:
        """For each answer in a few words what comes of it."""
        return {}

    def brings(self) -> dict[object, str]:
        return {answer: outcome.text for answer, outcome in self.outcomes().items() if outcome.text}


class Console:
    """Asks all people at one terminal."""

    def __init__(self, known: Known, naming: Naming, screen: Screen, table: Table | None = None) -> None:
        self.known, self.naming, self.screen, self.table = known, naming, screen, table or Table()
        self.notes: list[str] = []  # what must be said before the next question
        self.heard: dict[str, int] = {}  # player -> how much of the history was told
        self.ahead = Ahead()
        self.sits = ""  # who was asked last

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        naming = self.naming.seen(view)
        written = self.ahead.next(view, Typed(question, naming))
        if written is not None:
            return written
        self._hand_over(question["player"])
        steps = Steps(question)
        self.show(view, naming, steps)
        while True:
            typed = Typed(steps.shown, naming)
            line = self._line(question["player"])
            try:
                if line and not self._done(line, view, typed):
                    return self._answered(line, view, typed, steps)
            except MoreIsAsked:
                line = ""
            except NotUnderstood as problem:
                some = with_part(steps.shown, naming, line)
                self.say([f"{problem}  {naming.say('help_hint')}"] if not some else [])
                self.screen.say(some)
            except TakeBack:
                if not steps.back():
                    raise
                line = ""
            if not line:
                self.show(view, naming, steps)

    def _hand_over(self, player: str) -> None:
        """Between two people nothing is seen that only one of them may know."""
        before, self.sits = self.sits, player
        if self.screen.person and before and before != player:
            self.screen.hide([(), (("bold", self.naming.say("hand_over", player=self.naming.person(player))),)])
            self._read("")

    def _line(self, player: str) -> str:
        return self._read(f"{self.naming.person(player)}> ")

    def _read(self, prompt: str) -> str:
        try:
            return self.screen.read(prompt).strip()
        except EOFError:
            self.say([""])
            raise Leave from None

    def say(self, texts: Iterable[str]) -> None:
        self.screen.say(folded((line for text in texts for line in text.split("\n")), self.screen.size().columns))

    def note(self, text: str) -> None:
        """To be read with the next question; whatever was typed ahead is forgotten."""
        self.notes.append(text)
        self.ahead.forget()

    def show(self, view: View, naming: Naming, steps: Steps) -> None:
        """The screen for one question."""
        size = self.screen.size()
        said = Teller(view, self.known, naming).cells()
        brings = self._brings(steps, view, naming) if steps.last else steps.counted(naming)
        room = None if size.lines is None else size.lines * ANSWERS_SHARE // 5
        question = asked(steps.shown, naming, size.columns, brings, room)
        if len(steps.questions) > 1:
            question.append((("dim", f"  {naming.say('or_back')}"),))
        drawn = steps.drawn(view, self.known, naming, size.columns)
        drawn = drawn or faces_drawn(view, self.known, naming, size.columns)
        found = blocks_of(view, self.known, naming)
        lines = composed(
            size, naming, map_of(view, self.known, naming, said), found, self._news(view, naming), question, drawn
        )
        self.screen.show(lines)

    def _brings(self, steps: Steps, view: View, naming: Naming) -> dict[object, str]:
        """Behind a place what is there, behind other answers what comes of them."""
        areas = self.known.board.areas if self.known.board is not None else {}
        words = steps.shown["answers"] if steps.shown["kind"] == "one" else ()
        places = [word for word in words if word in areas]
        told = telling.whats_in(view, naming, places)
        for answer, text in self.table.brings().items():
            told[answer] = f"{told[answer]}; {text}" if answer in told else text
        return told

    def _news(self, view: View, naming: Naming) -> list[str]:
        """What others answered since this player was asked, and what must be said."""
        history, you = view["history"], view["you"]
        since = history[min(self.heard.get(you, 0), len(history)) :]
        self.heard[you] = len(history)
        notes, self.notes = self.notes, []
        implied = naming.layout.implied
        told = [entry for entry in since if entry[0] not in (you, "chance") and entry[2] != implied.get(entry[1], "")]
        if self.screen.size().lines is None:
            return [*(naming.told(*entry) for entry in told), *notes]
        # On a screen there is less room: what one player did stands together.
        by_player = [list(entries) for _, entries in groupby(told, key=lambda entry: entry[0])]
        return [*(" ".join(naming.told(*entry) for entry in entries) for entries in by_player), *notes]

    # -- what is typed

    def _answered(self, line: str, view: View, typed: Typed, steps: Steps) -> Written:
        other = re.fullmatch(r"(\S+)\s+(\+\S+)", line)
        players = {plain(self.naming.person(name)): name for name in self.known.players}
        if other and (player := players.get(plain(other[1]), other[1])) in self.known.players:
            raise Begin(player, other[2])
        if not steps.last and line not in steps.questions[0]["answers"]:
            return self._stepped(line, typed.naming, steps)
        written, rest = self.ahead.understood(line, Typed(steps.questions[-1], typed.naming))
        if written is None and not typed.question["may_decline"]:
            raise NotUnderstood(self.naming.say("not_nothing"))
        if not self._sure(typed, written):
            raise NotUnderstood(self.naming.say("taken_back"))
        self.ahead.begin(view, typed, rest)
        return written

    def _stepped(self, line: str, naming: Naming, steps: Steps) -> Written:
        """Numbers in a row are for one step after the other."""
        self.ahead.forget()
        pieces = line.split()
        for piece in pieces if all(piece.isdigit() for piece in pieces) else [line]:
            with suppress(MoreIsAsked):
                return steps.take(Typed(steps.shown, naming).understood(piece))
        raise MoreIsAsked

    def _sure(self, typed: Typed, written: Written) -> bool:
        """Some answers cannot be mended: the pack says which, if they cost anything; and what ends the game."""
        key = typed.question.get("besides", typed.question["key"])
        word = "nothing" if written in (None, [], {}) else written
        listed = not isinstance(written, list | dict)
        outcome = self.table.outcomes().get(written) if listed and self.screen.person else None
        grave = word in self.known.confirm.get(key, ()) and (outcome is None or outcome.loses)
        if not self.screen.person or not (grave or (outcome is not None and outcome.ends)):
            return True
        answer = typed.naming.answer_to(typed.question, written)
        what = f"{answer} ({outcome.text})" if outcome is not None and outcome.text else answer
        said = self._read(self.naming.say("sure", answer=what) + " ")
        return plain(said)[:1] in (plain(self.naming.say("yes"))[:1], "y")

    def _done(self, line: str, view: View, typed: Typed) -> bool:
        """Carries out a command; a line that is an answer word for word is none."""
        if line in typed.words:
            return False
        command, _, rest = line.partition(" ")
        match command.lower(), rest.strip():
            case "quit" | "exit", "":
                raise Leave
            case "undo", "":
                raise TakeBack
            case "redo", "":
                raise PlayAgain
            case _:
                told = self._told(command.lower(), rest.strip(), view, typed)
        if told is None:
            told = self._named(line, view, typed)
        if told is not None:
            self.screen.say(told)
        return told is not None

    def _told(self, command: str, rest: str, view: View, typed: Typed) -> list[Line] | None:
        """What a command tells; None if it is none."""
        naming, width = typed.naming, self.screen.size().columns
        texts: list[str]
        match command, rest:
            case (("?" | "help"), ""):
                texts = naming.say("help").split("\n")
            case (("?map" | "legend"), ""):
                return legend(view, self.known, naming, width)
            case "?", ("map" | "legend"):
                return legend(view, self.known, naming, width)
            case "map", "":
                chart = map_of(view, self.known, naming, Teller(view, self.known, naming).cells())
                return chart.drawn(width, None, 2)[0] if chart is not None else None
            case "log", "":
                texts = Teller(view, self.known, naming).history()
            case "view", "all":
                texts = everything(view, self.known, naming)
            case (("view" | "answers"), ""):
                return asked(typed.question, naming, width, self.table.brings())
            case "save", "":
                texts = [self.table.saved()]
            case "about", _:
                texts = telling.about(naming, rest) if rest else telling.about_game(naming)
                texts = texts or [naming.say("about_unknown", typed=rest)]
            case "card", word if word:
                return self.table.card(rest) or None
            case "why", "":
                texts = self.table.why_all(typed.question) or [naming.say("why_nothing")]
            case "why", _:
                texts = [self._because(typed, rest)]
            case _:
                return None
        return folded(texts, width)

    def _named(self, line: str, view: View, typed: Typed) -> list[Line] | None:
        """A block of the screen, or a place on the map, by its name; an answer goes first."""
        width, wanted = self.screen.size().columns, plain(line)
        found = [block for block in blocks_of(view, self.known, typed.naming) if wanted in names_of(block)]
        try:
            typed.understood(line)
        except NotUnderstood:
            some = blocks_of(view, self.known, typed.naming)
            found = found or [block for block in some if any(name.startswith(wanted) for name in names_of(block))]
        else:
            if not found:
                return None
        if found:
            return [line for block in found for line in block_lines(block, width)]
        told = telling.place(view, self.known, typed.naming, line)
        return folded(told, width) if told else None

    def _because(self, typed: Typed, word: str) -> str:
        try:
            written: object = typed.understood(word)
            if isinstance(written, str) and written in typed.question["answers"]:
                return self.naming.say("can_be", typed=word)
        except Unclear as several:  # each of them can be answered
            return str(several)
        except NotUnderstood:
            meant = typed.naming.meant(word)
            written = [meant] if typed.question["kind"] in ("several", "order") else meant
        return self.table.why(written) or self.naming.say("can_be", typed=word)


def names_of(block: Block) -> tuple[str, str]:
    return plain(block.title), plain(block.name)
