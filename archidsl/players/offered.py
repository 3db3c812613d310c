"""A question as a view shows it in, its answers out, in the words of records; counted and looked up, never all made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from archidsl.engine.choices import DECLINED, Answer, Choice, Draw, SiteInfo
from archidsl.engine.words import Written

MOST_SHOWN = 6


class Offered(Sequence[Written]):
    """All answers to one question, in a fixed order; declining, where that is allowed, comes last.

    There may be very many of them (orders, sets, amounts): an answer is made when it is asked for.
    """

    def __init__(self, question: dict[str, Any]) -> None:
        kind, shown = question["kind"], question["answers"]
        payload: object
        self.kind = kind
        self.words: list[Any] = list(shown)  # what answers are made of, by their numbers here
        if kind == "several":
            self.words = [word for group in shown for word in group]
            payload = question["least"], question["most"], _numbered(shown)
        elif kind == "bundle":
            payload = question["least"], question["most"], tuple(enumerate(shown.values()))
        else:
            payload = tuple(range(len(self.words)))
        site = SiteInfo(0, question["key"], kind, False, False, "", 0, 0, "", "")
        self.choice = Choice(site, 0, payload, question["may_decline"])

    @property
    def size(self) -> int:
        """How many there are; unlike `len`, however many."""
        return self.choice.size()

    def __len__(self) -> int:
        return self.choice.size()

    @overload
    def __getitem__(self, at: int) -> Written: ...
    @overload
    def __getitem__(self, at: slice) -> list[Written]: ...

    def __getitem__(self, at: int | slice) -> Written | list[Written]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(self.size))]
        return self._written(self.choice.nth(at + self.size if at < 0 else at))

    def __contains__(self, written: object) -> bool:
        try:
            return self.choice.allows(self._number(written))
        except (ValueError, TypeError):
            return False

    def draw(self, below: Draw) -> Written:
        """One of them by chance, each as likely as the other; `below(n)` gives a number from 0 to n - 1."""
        return self._written(self.choice.draw(below))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:MOST_SHOWN]))
        return f"[{shown}]" if self.size <= MOST_SHOWN else f"[{shown}, ... {self.size:,} answers]"

    def _written(self, answer: Answer) -> Written:
        if isinstance(answer, int):
            return None if answer == DECLINED else self.words[answer]
        parts: Any = answer
        if self.kind == "bundle":
            return {self.words[stuff]: number for stuff, number in parts}
        return [self.words[number] for number in parts]

    def _number(self, written: object) -> object:
        """The answer in the numbers of this question; ValueError if it has a word that is not offered."""
        if written is None:
            return DECLINED
        if isinstance(written, dict):
            return tuple((self.words.index(stuff), number) for stuff, number in written.items() if number != 0)
        if isinstance(written, list):
            return tuple(self.words.index(word) for word in written)
        return self.words.index(written) if type(written) in (int, str) else written


def _numbered(groups: list[list[Any]]) -> tuple[tuple[int, ...], ...]:
    out, first = [], 0
    for group in groups:
        out.append(tuple(range(first, first + len(group))))
        first += len(group)
    return tuple(out)
