"""A kept game and a reader in; every position of it out, as that reader sees it: what was answered and what changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from archidsl.engine.machine import Position
from archidsl.engine.views import EVERYTHING, Sight, View, computed, view
from archidsl.players.asking import asked
from archidsl.players.differing import Difference, differences, told
from archidsl.players.lines import Line, folded
from archidsl.players.map import map_of
from archidsl.players.panels import Block
from archidsl.players.screen import Size, composed, shown
from archidsl.players.showing import Known, Teller, results
from archidsl.players.usual_panels import blocks_of, usual_blocks
from archidsl.session import Session
from archidsl.texts.naming import Naming, plain

ONLOOKER = -1
Counts = dict[str, list[Any]]  # property -> its value at each position


@dataclass(slots=True)
class Replay:
    """Position n is the one after n answers. `player` is a number, ONLOOKER, or EVERYTHING for the author."""

    session: Session
    naming: Naming
    known: Known
    player: int = ONLOOKER
    _views: dict[int, View] = field(default_factory=dict)
    _log: list[str] = field(default_factory=list)
    _counts: Counts = field(default_factory=dict)

    @property
    def end(self) -> int:
        return self.session.end

    def seen_by(self, player: int) -> Replay:
        """The same game for another reader."""
        return Replay(self.session, self.naming, self.known, player)

    # -- one position

    def view(self, number: int) -> View:
        """Kept for the positions looked at last."""
        if number not in self._views:
            if len(self._views) > 4:
                self._views.clear()
            self._views[number] = view(self.session.at(number), self.player)
        return self._views[number]

    def answer(self, number: int) -> str:
        """Who answered what, in a sentence, as far as the reader may know it."""
        if number == 0:
            return self.naming.say("replay_begins")
        return self._told(self.view(number - 1), self.view(number))

    def _told(self, before: View, after: View) -> str:
        return self.naming.seen(before).told(*after["history"][-1])

    def _changes(self, before: View, after: View) -> list[Difference]:
        return differences(before, after, self.known, self.player == EVERYTHING)

    def changed(self, number: int) -> list[str]:
        """What the answer changed, a line each."""
        return self._lines(self._changes(self.view(number - 1), self.view(number)), self.view(number)) if number else []

    def _lines(self, found: list[Difference], after: View) -> list[str]:
        return told(found, self.known, self.naming.seen(after))

    def everything(self, number: int) -> str:
        """The whole view, also what is told to nobody unasked."""
        return shown(self.view(number), self.known, self.naming, True)

    def screen(self, number: int, size: Size) -> list[Line]:
        """The position, and below it what led to it and what is asked next."""
        seen, blocks = self._blocks(number)
        naming = self.naming.seen(seen)
        chart = map_of(seen, self.known, naming, Teller(seen, self.known, naming).cells())
        place = naming.say("replay_of", number=number, most=self.end)
        below: list[Line] = [(("dim", f"[{place}] "), ("bold", self.answer(number))), *self._few(number, size)]
        return composed(size, naming, chart, blocks, [], [*below, *self._asked(seen, size)])

    def block(self, number: int, typed: str) -> str:
        """What stands under a title that begins so; what has no room on a screen is named there by its title."""
        for block in self._blocks(number)[1]:
            if typed and plain(block.title).startswith(plain(typed)):
                return "\n".join([block.title, *block.lines])
        return ""

    def _blocks(self, number: int) -> tuple[View, list[Block]]:
        """Panels show what a player should look at; the author sees all there is."""
        author = self.player == EVERYTHING
        seen = view(self.session.at(number), self.player, paneled=not author)
        return seen, (usual_blocks if author else blocks_of)(seen, self.known, self.naming.seen(seen))

    def _few(self, number: int, size: Size) -> list[Line]:
        """What changed; of very much only as much as leaves room for the position."""
        lines = folded([f"  {line}" for line in self.changed(number)], size.columns)
        most = len(lines) if size.lines is None else size.lines // 3
        if len(lines) <= most:
            return lines
        return [*lines[: most - 1], (("dim", f"  {self.naming.say('more_changes', number=len(lines) - most + 1)}"),)]

    def question(self, number: int) -> list[Line]:
        """What is asked next."""
        return self._asked(self.view(number), Size())

    def _asked(self, seen: View, size: Size) -> list[Line]:
        """The open question; its answers only for whom they are meant."""
        question, naming = seen["question"], self.naming.seen(seen)
        if question is None:
            return [(naming.say("over"),)]
        if "answers" in question:
            return asked(question, naming, size.columns)
        who = naming.person(question["player"])
        return folded([naming.say("asked", player=who, question=naming.question(question["key"], who))], size.columns)

    # -- all of them

    def log(self) -> list[str]:
        """For each position, what was answered and changed, with line breaks."""
        if not self._log:
            self._log = [self.naming.say("replay_begins")]
            for before, after in self._pairs():
                lines = self._lines(self._changes(before, after), after)
                self._log.append("\n".join([self._told(before, after), *(f"  {line}" for line in lines)]))
        return self._log

    def _pairs(self) -> Iterator[tuple[View, View]]:
        """The views before and after each answer, made in one go."""
        return pairwise(view(position, self.player) for position in self.session.positions())

    def find(self, text: str, start: int) -> int | None:
        """The next position whose log has a text, from the start again after the end.

        Of a secret answer the log need not say what was asked, so that is looked at too.
        """
        log, wanted = self.log(), plain(text)
        secret = self.session.layout.secret
        asked = {entry.number: self.naming.question(entry.key) for entry in self.session.live if entry.key in secret}
        order = [*range(start + 1, len(log)), *range(start + 1)]
        return next((at for at in order if at and wanted in plain(f"{asked.get(at, '')} {log[at]}")), None)

    def answered(self, name: str) -> list[int]:
        """The positions after answers of a player."""
        return [entry.number for entry in self.session.live if entry.player == name]

    # -- what the game counts

    def counts(self) -> Counts:
        """The numbers of the game itself that the reader sees, at each position."""
        if not self._counts:
            for position in self.session.positions():
                for name, value in self._numbers(position).items():
                    self._counts.setdefault(name, []).append(value)
        return self._counts

    def _numbers(self, position: Position) -> dict[str, Any]:
        layout = position.program.layout
        sight = Sight(layout, position.s, self.player)
        stored = {name: c for (name, kind), c in layout.columns.items() if not kind and c.base == "number"}
        found = {name: sight.property(column, "") for name, column in stored.items()}
        plain = [key for key, (base, kind) in layout.shown.items() if not kind and base == "number"]
        return found | {key: value for key, value in computed(position).items() if key in plain} if plain else found

    def counted(self, typed: str) -> str:
        """The property that somebody means by a word or its beginning; empty if it is none, or several."""
        names = {name: (plain(name), plain(self.naming.property(name))) for name in self.counts()}
        wanted = plain(typed)
        exact = [name for name, said in names.items() if wanted in said]
        begins = [name for name, said in names.items() if any(one.startswith(wanted) for one in said)]
        found = exact or begins
        return found[0] if len(found) == 1 or exact else ""

    # -- for programs

    def as_object(self, number: int) -> dict[str, Any]:
        """One answer: who gave it, what it was, and what it changed; a secret is None."""
        return self._object(self.view(number - 1 if number else 0), self.view(number))

    def as_objects(self) -> list[dict[str, Any]]:
        return [self._object(before, after) for before, after in self._pairs()]

    def _object(self, before: View, after: View) -> dict[str, Any]:
        number = len(after["history"])
        player, key, answer = after["history"][-1] if number else ("", "", None)
        changes = [one.as_object() for one in self._changes(before, after)]
        said = self._told(before, after) if number else ""
        return {"number": number, "player": player, "key": key, "answer": answer, "text": said, "changes": changes}

    def results(self) -> dict[str, dict[str, Any]]:
        """At the end of the game; before it they may be nobody's business."""
        return results(self.session.position) if self.session.position.over else {}
