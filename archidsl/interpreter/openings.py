"""Could this begin now? Walks the first lines of an effect without doing them, and finds the one that refuses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from archidsl.checker import ir
from archidsl.engine.verbs import Bundle, added
from archidsl.interpreter.expressions import Values
from archidsl.interpreter.world import NOTHING, Frame, Value

Lines = tuple[ir.Line, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The line of an opening that cannot be met, with the names as they would stand there."""

    line: ir.Line
    at: Frame


def opening(body: ir.Body) -> Lines:
    return body.lines[: body.opening]


class Openings(Values):
    """Adds what may begin. `due` is what has to be paid besides: all payments of an opening are one sum."""

    def can_begin(self, procedure: str, you: int, args: Sequence[Value], due: Bundle) -> bool:
        lines = opening(self.procedure(procedure).body)
        return self.refusal(lines, self.entered(procedure, you, args), due) is None

    def can(self, body: ir.Body, at: Frame) -> bool:
        """Can these lines begin, with the names as they are?"""
        return self.refusal(opening(body), at) is None

    def refusal(self, lines: Lines, at: Frame, due: Bundle = ()) -> Refusal | None:
        """The first line that refuses, or None; nothing is changed."""
        at = at.inner()
        for i, line in enumerate(lines):
            later = lines[i + 1 :]
            match line:
                case ir.Let():
                    at.locals[line.local] = self.value(line.value, at)
                case ir.Store() | ir.SetWindow():
                    pass
                case ir.Require():
                    if not self.value(line.test, at):
                        return Refusal(line, at)
                case ir.Pay():
                    due = added(due, self.value(line.bundle, at))
                    who = self.value(line.who, at)
                    if not self.verbs.covers(self.s, who, due, self.number(line.to, at, NOTHING)):
                        return Refusal(line, at)
                case ir.Run():
                    found = self._run_refusal(line, at, due)
                    if found is not None:
                        return found
                case ir.RunDeed():
                    name = self.deed_now(line.behaviour, self.value(line.of, at))
                    if not name or not self.can_begin(name, self.number(line.who, at, at.you), (), due):
                        return Refusal(line, at)
                case _:
                    return self._branches(line, later, at, due)
        return None

    def _run_refusal(self, line: ir.Run, at: Frame, due: Bundle) -> Refusal | None:
        you = self.number(line.who, at, at.you)
        inner = self.entered(line.procedure, you, [self.value(arg, at) for arg in line.args])
        return self.refusal(opening(self.procedure(line.procedure).body), inner, due)

    def _branches(self, line: ir.Line, later: Lines, at: Frame, due: Bundle) -> Refusal | None:
        """Lines after which the opening goes on in another way, or in several."""
        match line:
            case ir.If():
                taken = line.then if self.value(line.test, at) else line.otherwise
                return self.refusal((*opening(taken), *later), at, due)
            case ir.Attempt():
                return self.refusal(opening(line.body), at, due)
            case ir.Repeat():
                return self._repeat_refusal(line, at, due)
            case ir.Menu():
                offered = any(self.option_is_open(option, line, at, due) for option in line.options)
                return None if offered else Refusal(line, at)
            case ir.Choose():
                return self._choose_refusal(line, later, at, due)
        raise TypeError(type(line).__name__)

    def _repeat_refusal(self, line: ir.Repeat, at: Frame, due: Bundle) -> Refusal | None:
        """Its first pass must be possible, if there has to be one."""
        if self.value(line.low, at) <= 0:
            return None
        if line.high is not None and self.value(line.high, at) < 1:
            return Refusal(line, at)
        if line.while_ is not None and not self.value(line.while_, at):
            return Refusal(line, at)
        return self.refusal(opening(line.body), at.having(line.used, 0), due)

    def _choose_refusal(self, line: ir.Choose, later: Lines, at: Frame, due: Bundle) -> Refusal | None:
        """One answer with which everything else can be met is enough."""
        domain = line.domain
        if isinstance(domain, ir.Several):
            possible = self.value(domain.low, at) <= 0 or bool(self.chosen(domain.selection, at))
            return None if possible else Refusal(line, at)
        if not isinstance(domain, ir.One | ir.Numbers):
            return None
        rest = opening(line.body) if line.body is not None else later
        reasons = []
        for answer in self.answers(domain, at):
            reason = self.refusal(rest, at.having(line.local, answer), due)
            if reason is None:
                return None
            reasons.append(reason)
        if len({id(reason.line) for reason in reasons}) == 1:
            return reasons[0]
        return Refusal(line, at)

    def answers(self, domain: ir.One | ir.Numbers, at: Frame) -> Iterable[int]:
        """What could be answered, if nothing came after the question."""
        if isinstance(domain, ir.One):
            return self.chosen(domain.selection, at)
        return range(self.value(domain.low, at), self.value(domain.high, at) + 1)

    def option_is_open(self, option: ir.OptionLine, menu: ir.Menu, at: Frame, due: Bundle = ()) -> bool:
        if at.locals.get(menu.used, 0) & option.once:
            return False
        if option.test is not None and not self.value(option.test, at):
            return False
        return self.refusal(opening(option.body), at, due) is None
