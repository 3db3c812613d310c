"""Runs compiled blocks from question to question; a position can be copied at any question and played on.

A frame is a list: the block to run, the slot for an answer, the attempts that are open, then the locals.
A block answers with what to do next: a tuple is a question, a list is a frame to run first, a function is the
block to go on with, None is the end of the frame. A frame whose block is BEGUN holds behind its locals the block that
it goes on with, and what that frame answered when it was begun before it came onto the stack.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from archidsl.engine.asking import BEGUN
from archidsl.engine.chance import draw
from archidsl.engine.choices import CHANCE, Answer, Choice, SiteInfo
from archidsl.engine.layout import Layout, State
from archidsl.engine.verbs import FUEL, BudgetError, Finished, Undo, Verbs

MOST_STEPS = 100_000  # blocks between two questions; the whole small euro needs fewer than 600
STEPS = range(MOST_STEPS)
Frame = list[Any]
Block = Callable[[State, Frame], Any]


@dataclass(frozen=True, slots=True)
class Joint:
    """A question that is asked together, and the slots of it: who are asked, what they answered, who is asked now."""

    site: int
    items: int
    index: int  # whose lines come next, if they do one by one
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
    due: Callable[[State], int] | None = None  # is anything true that is watched for? Then it has happened already
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
        self.history: Any = None  # (earlier history, player, site, answer)
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
        self.history = (self.history, asked[1], asked[0], answer)
        frame[frame[1]] = answer
        self.program.verbs.fuel = FUEL
        try:
            result = frame[0](self.s, frame)
            if result.__class__ is list:  # mostly the next question is no more than one step away: no loop for that
                self.stack.append(result)
                if result[0] is BEGUN:
                    result[0], result = result.pop()
                else:
                    result = result[0](self.s, result)
            elif result.__class__ is not tuple and result is not None:
                frame[0] = result
                result = result(self.s, frame)
        except (Undo, Finished) as stop:
            self._stopped(stop)
            result = self.stack[-1][0] if self.stack else None
        if result.__class__ is tuple:
            self.asked = result
        else:
            self._go_on(result)

    def volunteer(self, name: str, by: int | None = None) -> None:
        """A player begins something that the open window offers; the question is put again afterwards."""
        site, asked, _, _ = self.asked
        player = asked if by is None else by
        moment = self.s[self.program.layout.moment]
        for offered, frame, _ in self.program.offers.get(moment, ()):
            if offered == name and name in self.volunteers(player):
                self.history = (self.history, player, site, name)
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
        """Runs the block of the last frame, and what comes after it."""
        self.program.verbs.fuel = FUEL
        self._go_on(self.stack[-1][0])

    def _go_on(self, result: Any) -> None:
        """Goes on with what a block of the last frame answered, up to a question or the end."""
        stack, s = self.stack, self.s
        frame, steps = stack[-1] if stack else [], iter(STEPS)
        while stack:
            try:
                for _ in steps:
                    kind = result.__class__
                    if kind is tuple:
                        self.asked = result
                        return
                    if kind is list:
                        stack.append(result)
                        frame = result
                        if frame[0] is BEGUN:
                            frame[0], result = frame.pop()
                            continue
                    elif result is not None:
                        frame[0] = result
                    else:
                        stack.pop()
                        if len(stack) < self.guest:
                            self.guest = 0
                        if not stack:
                            break
                        frame = stack[-1]
                    result = frame[0](s, frame)
                else:
                    raise BudgetError("one decision went on and on")
            except (Undo, Finished) as stop:
                self._stopped(stop)
                s = self.s
                if stack:
                    frame = stack[-1]
                    result = frame[0]
        self.asked = None
        self.over = True

    def _stopped(self, stop: Exception) -> None:
        """A requirement failed late, or the game is over."""
        if isinstance(stop, Undo):
            self._undo()
        else:
            self.stack.clear()
            self.s[self.program.layout.watching] = 0
        if len(self.stack) < self.guest:
            self.guest = 0

    def _undo(self) -> None:
        """Back to the nearest attempt: state as it was, its `else` next. Without one, the procedure just ends."""
        stack = self.stack
        for depth in range(len(stack) - 1, -1, -1):
            attempt = stack[depth][2]
            if attempt is not None:
                saved, otherwise, outer, frame = attempt
                s = [*saved]
                for a, b in self.program.kept:
                    s[a:b] = self.s[a:b]
                self.s = s
                del stack[depth + 1 :]
                stack[depth][3:] = frame[3:]
                stack[depth][0], stack[depth][2] = otherwise, outer
                return
        stack.pop()
