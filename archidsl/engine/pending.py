"""Frames in, what they hold that a player cannot see: hidden things, and answers of others that are still secret.

A procedure that has asked in secret keeps the answer in its frame until it uses it; questions that are asked together
keep all of them. For an imagined position the things are renamed as in the state, and the answers are drawn anew: the
block that asked is run once more, on copies, and says what could have been answered. What was worked out from such an
answer, and is kept under another name, stays as it is.
"""

from __future__ import annotations

from typing import Any

from archidsl.engine.choices import DECLINED, Choice, Draw
from archidsl.engine.machine import Block, FrameFacts, Joint, Position
from archidsl.engine.verbs import BudgetError, Finished, Undo

Names = dict[int, int]
NOTHING = FrameFacts((), (), ())
WITHOUT: dict[str, Any] = {"number": 0, "payment": 0, "several": (), "bundle": (), "order": ()}  # what declining means


class Pending:
    """What the frames of one position hide from one player."""

    def __init__(self, position: Position, player: int, answered: set[int]) -> None:
        """`answered`: sites of all questions that others have answered in secret."""
        self.player, self.stack = player, position.stack
        self.facts = [position.program.frames.get(frame[0], NOTHING) for frame in position.stack]
        self.joint: list[tuple[int, Joint, Block, range]] = []
        self.secrets: list[tuple[int, int, int, Block]] = []
        for depth, facts in enumerate(self.facts):
            together = {joint.site for joint in facts.joint}
            for site, slot, asks in facts.secrets:
                if site in answered - together and not _lies_somewhere(position, site, position.stack[depth][slot]):
                    self.secrets.append((depth, site, slot, asks))
            for joint in facts.joint:
                asks = next(asks for site, _, asks in facts.secrets if site == joint.site)
                if closed := _closed(position.stack[depth], joint):
                    self.joint.append((depth, joint, asks, closed))

    def things(self) -> tuple[Any, ...]:
        """Whatever stands in frames as a thing."""
        stack = zip(self.stack, self.facts, strict=True)
        return tuple(frame[slot] for frame, facts in stack for slot in facts.things)

    def rename(self, stack: list[list[Any]], becomes: Names) -> None:
        for frame, facts in zip(stack, self.facts, strict=True):
            for slot in facts.things:
                frame[slot] = renamed(frame[slot], becomes)

    def renamed_frame(self, depth: int, frame: tuple[Any, ...], becomes: Names) -> tuple[Any, ...]:
        """The frame that an attempt would put back."""
        things = self.facts[depth].things
        return tuple(renamed(value, becomes) if slot in things else value for slot, value in enumerate(frame))

    def draw(self, position: Position, lots: Draw) -> None:
        for depth, site, slot, asks in self.secrets:
            frame = position.stack[depth]
            found = self._answer(position, frame[:], asks, site, lots)
            if found is not None:
                frame[slot] = found
        for depth, joint, asks, closed in self.joint:
            frame = position.stack[depth]
            answers = list(frame[joint.answers])
            for number in closed:
                again, who = frame[:], frame[joint.items][number]
                again[joint.asked], again[joint.answers] = who, frame[joint.answers][:number]
                found = self._answer(position, again, asks, joint.site, lots, who)
                if found is not None:
                    answers[number] = found
                elif who != self.player and len(again[joint.answers]) > number:
                    answers[number] = again[joint.answers][number]  # only this was possible: nobody was asked
            frame[joint.answers] = tuple(answers)

    def _answer(
        self, position: Position, frame: list[Any], asks: Block, site: int, lots: Draw, who: int | None = None
    ) -> Any:
        """What somebody else could have answered; nothing if it was he himself, or if it would not be asked now."""
        try:
            asked = asks(position.s[:], frame)
        except (Undo, Finished, BudgetError):
            return None
        if not isinstance(asked, tuple) or asked[0] != site or asked[1] == self.player or who not in (None, asked[1]):
            return None
        info = position.program.sites[site]
        answer = Choice(info, asked[1], asked[2], asked[3]).draw(lots)
        return answer if answer != DECLINED else WITHOUT.get(info.kind, DECLINED)


def _lies_somewhere(position: Position, site: int, value: Any) -> bool:
    """A thing that has a place: what can be seen of it is seen there, and it is renamed with all that is hidden."""
    layout = position.program.layout
    is_thing = position.program.sites[site].base == "thing" and isinstance(value, int)
    return is_thing and layout.players <= value < layout.movable


def _closed(frame: list[Any], joint: Joint) -> range:
    """Which of the answers that were given together have had no effect yet."""
    items, answers = frame[joint.items], frame[joint.answers]
    if not isinstance(items, tuple) or not isinstance(answers, tuple):
        return range(0)  # it has not come so far
    if len(answers) < len(items):
        return range(len(answers))
    return range(frame[joint.index], len(items)) if joint.one_by_one else range(0)


def renamed(value: Any, becomes: Names) -> Any:
    """A thing, several, or groups of them."""
    if isinstance(value, int):
        return becomes.get(value, value)
    return tuple([renamed(x, becomes) for x in value]) if isinstance(value, tuple) else value
