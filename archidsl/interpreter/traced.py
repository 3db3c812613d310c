"""The reference that tells of everything it does: each line, test, question, window, watch and change, in order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from archidsl.checker import ir
from archidsl.checker.types import Type
from archidsl.diagnostics import Span
from archidsl.interpreter.game import Reference
from archidsl.interpreter.lines import Effects
from archidsl.interpreter.openings import Lines
from archidsl.interpreter.questions import Question, Steps, Stop
from archidsl.interpreter.why import readings
from archidsl.interpreter.world import Frame, Value

QUESTIONS = ir.Choose | ir.Menu


@dataclass(frozen=True, slots=True)
class Happening:
    """What was done at a place of the rules; which of the other fields have something to say depends on `kind`.

    line       it is carried out
    test       a condition was `value` (0 or 1), and `read` these names in it
    ends       it cannot begin, and what it stands in ends or goes another way
    passed     nobody was asked: `value` was the only answer
    nothing    nobody was asked: there was no answer
    answered   the question that stood open was answered with `value`
    enters     `procedure` begins, for `player`
    watch      a watch wakes
    local      a name changed from `before` to `value`; before its first value it is None
    changed    the state was `before`, and is `value` now
    """

    kind: str
    span: Span
    procedure: str
    depth: int
    player: int = -1
    value: Any = None
    before: Any = None
    read: tuple[tuple[str, int, Type], ...] = ()
    name: str = ""
    type: Type | None = None
    line: object = None


class Traced(Effects):
    """`tell` is None as long as nobody listens; that is quick, and whoever follows one decision waits for it."""

    tell: Callable[[Happening], None] | None = None
    sources: Mapping[str, str] = {}
    depth = 0
    put_so_far = 0

    def follow(self, tell: Callable[[Happening], None] | None) -> None:
        """From here on `tell` is told of everything; None ends it."""
        self.tell, self.heard = tell, self.s.copy()
        self.listen = None if tell is None else self._listened

    def _say(self, kind: str, part: Any, at: Frame, **more: Any) -> None:
        if self.tell is not None:
            self.tell(Happening(kind, part.span, at.procedure, self.depth, at.you, line=part, **more))

    def _listened(self, line: ir.Line, procedure: str, before: list[Any], after: list[Any]) -> None:
        if self.tell is not None:
            self.tell(
                Happening("changed", line.span, procedure, self.depth, value=after, before=before, line=line),
            )

    # -- lines

    def line(self, body: ir.Body, i: int, at: Frame) -> Steps:
        if not isinstance(body.lines[i], QUESTIONS):
            self._say("line", body.lines[i], at)
        yield from super().line(body, i, at)

    def holds(self, test: ir.Expr, at: Frame) -> bool:
        found = super().holds(test, at)
        if self.tell is not None:
            self._say("test", test, at, value=int(found), read=readings(self, test, at, self.sources))
        return found

    def can(self, body: ir.Body, at: Frame) -> bool:
        found = super().can(body, at)
        if not found and body.lines:
            self._say("ends", body.lines[0], at)
        return found

    def step(self, line: ir.Line, at: Frame) -> None:
        before = at.locals.get(line.local) if isinstance(line, ir.Let) and line.again else None
        super().step(line, at)
        if isinstance(line, ir.Let) and before != (after := at.locals[line.local]):
            self._say("local", line, at, value=after, before=before, name=line.local, type=line.type)

    # -- questions

    def put(self, question: Question) -> Generator[Question, Any, Value]:
        self.put_so_far += 1
        answer: Value = yield from super().put(question)
        return answer

    def ask(
        self, line: ir.Choose | ir.Menu, later: Lines, at: Frame, stop: Stop | None
    ) -> Generator[Question, Any, Value]:
        before = self.put_so_far
        self._say("line", line, at)
        answer: Value = yield from super().ask(line, later, at, stop)
        asked = self.put_so_far > before
        self._say("answered" if asked else "nothing" if answer is None else "passed", line, at, value=answer)
        return answer

    # -- procedures and watches

    def call(self, procedure: str, you: int, args: tuple[Value, ...], line: ir.Line | None = None) -> Steps:
        inner = Frame(procedure, you)
        self._say("enters", self.procedure(procedure), inner)
        self.depth += 1
        try:
            yield from super().call(procedure, you, args, line)
        finally:
            self.depth -= 1

    def _watch(self, watch: ir.WatchText) -> None:
        if self.tell is not None and self._true(watch, None):
            self._say("watch", watch, Frame(f"watch:{watch.name}", -1))
        self.depth += 1
        try:
            super()._watch(watch)
        finally:
            self.depth -= 1


class TracedReference(Reference):
    """A reference whose world can be followed."""

    made_of = Traced
    world: Traced
