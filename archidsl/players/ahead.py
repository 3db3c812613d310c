"""Several answers typed at once: the first is for now, the others for when the same question comes again.

Words are settled when they are typed, so that numbers do not shift. What was typed ahead is forgotten when somebody
else is asked, when a question comes back that led here, or when a word is no longer offered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players.typed import NotUnderstood, Typed
from archidsl.texts.naming import Naming

ALL = "all"
MOST = 60  # answers in a row for one `all`
ONE_BY_ONE = ("one", "menu")  # kinds of questions with one answer at a time


@dataclass(slots=True)
class Ahead:
    """What is still to be answered without asking."""

    player: str = ""
    key: str = ""
    likes: list[Any] = field(default_factory=list)
    every: int = 0  # so many more of whatever is offered first
    led_here: frozenset[str] = frozenset()

    def forget(self) -> None:
        self.likes, self.every = [], 0

    def understood(self, line: str, typed: Typed) -> tuple[Written, list[Any]]:
        """The answer for now, and what the others are like."""
        question, naming = typed.question, typed.naming
        kind = question["kind"]
        everything = line.lower() in (ALL, naming.say("all"))
        if everything and kind == "several":
            groups = [word for group in question["answers"] for word in group]
            return groups[: question["most"]], []
        if everything and kind == "order":
            return list(typed.words), []
        if everything and kind in ONE_BY_ONE and typed.words and line not in typed.words:
            return typed.words[0], [ALL]
        try:
            return typed.understood(line), []
        except NotUnderstood:
            pieces = re.split(r"\s*,\s*|\s+", line.strip(" ,"))
            if kind not in ONE_BY_ONE or len(pieces) < 2:
                raise
            words = [typed.understood(piece) for piece in pieces]
            if not all(isinstance(word, str) for word in words):
                raise
            return words[0], [likeness(str(word), naming) for word in words[1:]]

    def begin(self, view: View, typed: Typed, rest: list[Any]) -> None:
        """Remembers the rest; every typed answer to that question ends what was typed before."""
        if not rest:
            if typed.question["key"] == self.key:
                self.forget()
            return
        self.player, self.key = typed.question["player"], typed.question["key"]
        self.every = MOST if rest == [ALL] else 0
        self.likes = [] if self.every else rest
        own: list[str] = []
        for who, key, _ in reversed(view["history"]):
            if who not in (self.player, "chance"):
                break
            own.insert(0, key)
        first = own.index(self.key) if self.key in own else len(own)
        self.led_here = frozenset(own[:first])

    def next(self, view: View, typed: Typed) -> Written:
        """The answer that was typed ahead for this question, if there is one."""
        question = typed.question
        if not self.likes and not self.every:
            return None
        if question["player"] != self.player or question["key"] in self.led_here:
            self.forget()
            return None
        if question["key"] != self.key or question["kind"] not in ONE_BY_ONE:
            return None
        if self.every:
            self.every -= 1
            return typed.words[0] if typed.words else None
        like = self.likes.pop(0)
        found = [word for word in typed.words if word == like[0]]
        found = found or [word for word in typed.words if likeness(word, typed.naming)[1:] == like[1:]]
        if not found:
            self.forget()
        return found[0] if found else None


def likeness(word: str, naming: Naming) -> tuple[str, str, str]:
    """The word, and what is alike in others that could stand for it: all but its number, and where it lies."""
    return (word, naming.alike(word), naming.place(word))
