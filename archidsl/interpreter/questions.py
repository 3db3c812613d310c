"""What a question offers, whether it has to be put at all, and what stands for no answer."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from archidsl.checker import ir
from archidsl.engine import asking
from archidsl.engine.choices import CHANCE
from archidsl.engine.verbs import Undo
from archidsl.interpreter.openings import Lines, Openings, opening
from archidsl.interpreter.world import NOTHING, Frame, Value

Question = tuple[int, int, Any, int]  # site, player, payload, may it be declined
Steps = Generator[Question, Any, None]
ALL = 10**6
EVERYTHING = -2  # all that the game has, whoever holds it


@dataclass(frozen=True, slots=True)
class Volunteered:
    """Sent in place of an answer: a player begins something that the window offers."""

    procedure: str
    player: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The question that stands open: its line, the names there, and what of the opening is still to come."""

    line: ir.Choose | ir.Menu | ir.Pay
    at: Frame
    later: Lines
    may: bool
    pending: tuple[ir.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """The first question of a pass: may the loop end here, and which requirements keep it from ending?"""

    enough: bool
    pending: tuple[ir.Expr, ...]


class Ended(Exception):
    """The opening of a procedure could not be met: it ends there."""


class Questions(Openings):
    """Adds questions. `ask_all`: questions with one possible answer are put too."""

    ask_all = False
    open: Asked | None = None
    guest: bool = False

    def failed(self, at: Frame) -> None:
        """An opening that is not met: the attempt around it is undone, or the procedure ends."""
        raise Undo if at.attempts else Ended

    # -- payloads

    def payload(self, line: ir.Choose, later: Lines, at: Frame) -> Any:
        domain = line.domain
        match domain:
            case ir.One() | ir.Numbers():
                rest = opening(line.body) if line.body is not None else later
                fit = [x for x in self.answers(domain, at) if self.refusal(rest, at.having(line.local, x)) is None]
                if isinstance(domain, ir.One) and domain.alike:
                    return [group[0] for group in asking.alike(self.s, self.layout, fit)]
                return fit
            case ir.Several():
                things = self.chosen(domain.selection, at)
                groups = asking.alike(self.s, self.layout, things) if domain.alike else asking.singly(self.s, things)
                return asking.some_of(self.value(domain.low, at), self.number(domain.high, at, ALL), groups)
            case ir.Orders():
                return tuple(self.chosen(domain.selection, at))
            case ir.Bundles():
                return self._amounts(domain, at)

    def _amounts(self, domain: ir.Bundles, at: Frame) -> Any:
        members = tuple(self.v.stuff_index[member] for member in domain.members)
        holder = self.number(domain.holder, at, EVERYTHING)
        low, high = self.value(domain.low, at), self.number(domain.high, at, ALL)
        return asking.amounts_of(self.s, self.verbs, low, high, members, holder, self.layout.totals)

    def offered(self, line: ir.Menu, at: Frame) -> list[int]:
        return [option.label for option in line.options if self.option_is_open(option, line, at)]

    def _possible(self, line: ir.Choose | ir.Menu, payload: Any) -> tuple[bool, Value]:
        """Is there an answer at all, and which, if there is just one (otherwise None)?"""
        domain = line.domain if isinstance(line, ir.Choose) else None
        match domain:
            case ir.Several():
                return payload[1] >= 0, asking.only_set(payload)
            case ir.Bundles():
                return payload[1] >= 0, asking.only_amount(payload)
            case ir.Orders():
                return bool(payload), payload if len(payload) == 1 else None
            case _:
                return bool(payload), payload[0] if len(payload) == 1 else None

    # -- putting them

    def ask(
        self, line: ir.Choose | ir.Menu, later: Lines, at: Frame, stop: Stop | None
    ) -> Generator[Question, Any, Value]:
        """The answer; None if there is none. What is asked in any case is asked also if it can only be declined."""
        while True:
            payload = self.payload(line, later, at) if isinstance(line, ir.Choose) else self.offered(line, at)
            possible, only = self._possible(line, payload)
            may = line.ask.may
            if stop is not None:
                may = stop.enough and all(self.value(test, at) for test in stop.pending)
            if not possible and not (may and line.ask.really):
                return None
            if only is not None and not may and not (self.ask_all or line.ask.really):
                return only
            who = CHANCE if line.ask.who is None else self.value(line.ask.who, at)
            self.open = Asked(line, at, later, may, stop.pending if stop is not None and stop.enough else ())
            answer = yield from self.put((line.ask.site, who, payload, int(may)))
            if answer is not None:
                return answer

    def put(self, question: Question) -> Generator[Question, Any, Value]:
        """The answer to a question; None if something else was done first, so that it has to be put again."""
        answer = yield question
        if isinstance(answer, Volunteered):
            self.guest = True  # one at a time: what is volunteered cannot be interrupted likewise
            try:
                yield from self.call(answer.procedure, answer.player, ())
            finally:
                self.guest = False
            return None
        return answer

    def payment(self, line: ir.Pay, at: Frame, opens: bool, done: Callable[[], None]) -> Steps:
        """Stuff by stuff; asks how many substitutes where there is a choice. `done` is told of every step."""
        who, bundle, to = self.value(line.who, at), self.value(line.bundle, at), self.number(line.to, at, NOTHING)
        if not self.verbs.covers(self.s, who, bundle, to):
            if opens:
                self.failed(at)
            raise Undo
        for i, (stuff, number) in enumerate(bundle):
            others = None
            while others is None:
                low, high = asking.limits(self.s, self.verbs, who, bundle[i:], to)
                if low >= high:
                    others = low
                else:
                    self.open = Asked(line, at, (), False)
                    others = yield from self.put((line.site, who, range(low, high + 1), 0))
            self.verbs.pay_one(self.s, who, stuff, number - others, others, to)
            done()

    def call(self, procedure: str, you: int, args: tuple[Value, ...], line: ir.Line | None = None) -> Steps:
        raise NotImplementedError
