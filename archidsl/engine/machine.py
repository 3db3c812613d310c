"""Runs compiled blocks from question to question; a position can be copied at any question and played on.

A frame is a list: the block to run, the slot for an answer, the attempts that are open, then the locals.
A block answers with what to do next: a tuple is a question, a list is a frame to run first, a function is the
block to go on with, None is the end of the frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from archidsl.engine.chance import draw
from archidsl.engine.choices import CHANCE, MOST_LISTED, Answer, Choice, SiteInfo
from archidsl.engine.layout import Layout, State
from archidsl.engine.verbs import FUEL, BudgetError, Finished, Undo, Verbs

MOST_STEPS = 100_000  # blocks between two questions; the whole small euro needs fewer than 600
Frame = list[Any]
Block = Callable[[State, Frame], Any]


@dataclass(frozen=True, slots=True)
class Joint:
    """A question that is asked together, and the slots of it: who are asked, how many were, what they answered."""

    site: int
    items: int
    index: int
    answers: int
    asked: int
    one_by_one: int  # what follows the answers asks too: while it does, later answers are still closed


@dataclass(frozen=True, slots=True)
class FrameFacts:
    """What stands in frames of one procedure, as far as it could be secret."""

    things: tuple[int, ...]
    secrets: tuple[tuple[int, int, Block], ...]  # site, slot of the answer, the block that asks
    joint: tuple[Joint, ...]


@dataclass(slots=True)
class Program:
    """A compiled game: where to begin, and what the questions are."""

    layout: Layout
    verbs: Verbs
    main: Callable[[], Frame]
    sites: tuple[SiteInfo, ...]
    again: dict[Block, Block] = field(default_factory=dict)  # the block after an answer -> the one that asks
    offers: dict[int, tuple[tuple[str, Callable[[int], Frame], Callable[[State, int], bool]], ...]] = field(
        default_factory=dict
    )
    kept: tuple[tuple[int, int], ...] = ()  # slots that survive an undo
    shown: dict[str, Callable[..., int]] = field(default_factory=dict)  # computed properties, as views call them
    panels: dict[str, Callable[..., Any]] = field(default_factory=dict)  # formulas of panels
    frames: dict[Block, FrameFacts] = field(default_factory=dict)
    outlook: Callable[[State, int], int] | None = None  # how likely a player wins: 0 to 1000
    unseen: Any = None  # what `imagining` has found out about this layout


class Position:
    """A game at one moment: its state, what it is doing, and the question that stands open."""

    __slots__ = ("asked", "guest", "history", "over", "program", "s", "stack")

    def __init__(self, program: Program, key: bytes) -> None:
        self.program = program
        self.s: State = program.layout.start.copy()
        self.s[program.layout.key] = key
        self.stack: list[Frame] = [program.main()]
        self.asked: Any = None
        self.history: Any = None  # (earlier history, (player, site, answer))
        self.over = False
        self.guest = 0  # how deep the stack was when somebody volunteered; 0: nobody did

    def copy(self) -> Position:
        new = Position.__new__(Position)
        new.program, new.asked, new.history, new.over = self.program, self.asked, self.history, self.over
        new.guest = self.guest
        new.s = self.s[:]
        new.stack = [frame[:] for frame in self.stack]
        return new

    def begin(self) -> Position:
        self._run()
        return self

    @property
    def choice(self) -> Choice | None:
        if self.asked is None:
            return None
        site, player, payload, declinable = self.asked
        return Choice(self.program.sites[site], player, payload, declinable)

    def answer(self, answer: Answer) -> None:
        """Takes an answer that the open question allows and runs to the next question."""
        frame = self.stack[-1]
        asked = self.asked
        self.history = (self.history, (asked[1], asked[0], answer))
        frame[frame[1]] = answer
        self._run()

    def volunteer(self, name: str, by: int | None = None) -> None:
        """A player begins something that the open window offers; the question is put again afterwards."""
        site, asked, _, _ = self.asked
        player = asked if by is None else by
        moment = self.s[self.program.layout.moment]
        for offered, frame, _ in self.program.offers.get(moment, ()):
            if offered == name and name in self.volunteers(player):
                self.history = (self.history, (player, site, name))
                after = self.stack[-1][0]
                self.stack[-1][0] = self.program.again.get(after, after)  # a payment asks by itself
                self.stack.append(frame(player))
                self.guest = len(self.stack)
                self._run()
                return
        raise ValueError(name)

    def volunteers(self, by: int | None = None) -> list[str]:
        """What the asked player could begin instead of answering, or another while that one thinks."""
        if self.asked is None or self.asked[1] < 0 or 0 < self.guest <= len(self.stack):
            return []
        moment = self.s[self.program.layout.moment]
        offers = self.program.offers.get(moment, ())
        return [name for name, _, can in offers if can(self.s, self.asked[1] if by is None else by)]

    def chance(self) -> Answer:
        """What the keyed generator answers to the open question of `chance`."""
        program = self.program
        counter = program.layout.chance

        def below(number: int) -> int:
            value, used = draw(self.s[program.layout.key], 0, self.s[counter], number)
            self.s[counter] = used
            return value

        choice = self.choice
        assert choice is not None and choice.player == CHANCE
        return choice.draw(below)

    def _run(self) -> None:
        stack, s = self.stack, self.s
        steps = MOST_STEPS
        self.program.verbs.fuel = FUEL
        while stack:
            frame = stack[-1]
            try:
                while True:
                    result = frame[0](s, frame)
                    kind = result.__class__
                    if kind is tuple:
                        if result[2].__class__ is range and len(result[2]) > MOST_LISTED:
                            raise BudgetError(f"a question with more than {MOST_LISTED:,} answers")
                        self.asked = result
                        return
                    if result is None:
                        break
                    if kind is list:
                        stack.append(result)
                        frame = result
                    else:
                        frame[0] = result
                    steps -= 1
                    if steps < 0:
                        raise BudgetError("one decision went on and on")
                stack.pop()
            except Undo:
                self._undo()
            except Finished:
                stack.clear()
                s[self.program.layout.watching] = 0
            if len(stack) < self.guest:
                self.guest = 0
        self.asked = None
        self.over = True

    def _undo(self) -> None:
        """Back to the nearest attempt: state as it was, its `else` next. Without one, the procedure just ends."""
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            attempt = stack[depth][2]
            if attempt is not None:
                saved, otherwise, outer, frame = attempt
                kept = [self.s[a:b] for a, b in self.program.kept]
                self.s[:] = saved
                for (a, b), values in zip(self.program.kept, kept, strict=True):
                    self.s[a:b] = values
                del stack[depth + 1 :]
                stack[depth][3:] = frame[3:]
                stack[depth][0], stack[depth][2] = otherwise, outer
                return
        stack.pop()
