"""A seed in, a player out that gives every answer with the same chance: the same game, the same answers."""

from __future__ import annotations

from typing import Any

from archidsl.engine.chance import WORDS, draw, key_from_seed
from archidsl.engine.choices import DECLINED, Answer, Choice, Draw, SiteInfo
from archidsl.engine.views import View
from archidsl.engine.words import Written


class RandomPlayer:
    """Its draws have their own key; the number of answers so far is the stream, so undo changes no draw."""

    def __init__(self, seed: str, name: str = "") -> None:
        self.key = key_from_seed(f"player {name}: {seed}")

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        return self.nth(question, len(view["history"]))

    def nth(self, question: dict[str, Any], before: int) -> Written:
        """The answer to a question before which so many were answered."""
        return drawn(question, self._below(before))

    def _below(self, stream: int) -> Draw:
        counter = 0

        def below(number: int) -> int:
            """Numbers beyond one word are put together from several, and drawn again when too large."""
            nonlocal counter
            if number <= WORDS:
                value, counter = draw(self.key, stream, counter, number)
                return value
            while True:
                value, size = 0, 1
                while size < number:
                    digit, counter = draw(self.key, stream, counter, WORDS)
                    value, size = value * WORDS + digit, size * WORDS
                if value < size - size % number:
                    return value % number

        return below


def drawn(question: dict[str, Any], below: Draw) -> Written:
    """One answer to a question as a view shows it."""
    kind, shown = question["kind"], question["answers"]
    words: list[Any]
    payload: object
    if kind == "several":
        words = [word for group in shown for word in group]
        payload = question["least"], question["most"], _numbered(shown)
    elif kind == "bundle":
        words = list(shown)
        payload = question["least"], question["most"], tuple(enumerate(shown.values()))
    else:
        words = list(shown)
        payload = tuple(range(len(words)))
    site = SiteInfo(0, question["key"], kind, False, False, "", 0, 0, "", "")
    return _written(Choice(site, 0, payload, question["may_decline"]).draw(below), kind, words)


def _numbered(groups: list[list[Any]]) -> tuple[tuple[int, ...], ...]:
    out, first = [], 0
    for group in groups:
        out.append(tuple(range(first, first + len(group))))
        first += len(group)
    return tuple(out)


def _written(answer: Answer, kind: str, words: list[Any]) -> Written:
    if isinstance(answer, int):
        return None if answer == DECLINED else words[answer]
    if kind == "bundle":
        return {words[stuff]: number for stuff, number in answer}  # type: ignore[misc]
    return [words[number] for number in answer]  # type: ignore[index]
