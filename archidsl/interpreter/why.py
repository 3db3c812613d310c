"""Why an answer is not offered, or a procedure cannot begin: the first test that fails, and what it read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.types import Type
from archidsl.diagnostics import Span
from archidsl.interpreter.game import Reference
from archidsl.interpreter.lines import Effects
from archidsl.interpreter.openings import Lines, Refusal, opening
from archidsl.interpreter.questions import Asked
from archidsl.interpreter.world import NOTHING, Frame, Value

Readings = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Where the rules refuse, in their own words if their text is at hand, and the numbers that were read there."""

    span: Span
    text: str
    values: Readings = ()
    refusal: str = ""  # what the pack wants people to read
    asks: str = ""  # the question to which there would be no answer
    lacks: tuple[tuple[int, int, int, int], ...] = ()  # who would have to pay which stuff, how much, and holds how much


def why(reference: Reference, answer: int, sources: Mapping[str, str] | None = None) -> Reason | None:
    """Why the open question does not take this answer; None if it does, or if no question is open."""
    asked, choice = reference.world.open, reference.choice
    if asked is None or choice is None or _offered(reference, answer):
        return None
    return _Search(reference.world, sources or {}).answer(asked, answer)


def why_not(
    reference: Reference, procedure: str, player: int, args: Sequence[Value], sources: Mapping[str, str] | None = None
) -> Reason | None:
    """Why a player cannot begin a procedure now; None if he can."""
    world = reference.world
    lines = opening(world.procedure(procedure).body)
    refusal = world.refusal(lines, world.entered(procedure, player, args))
    return None if refusal is None else _Search(world, sources or {}).refused(refusal)


def why_false(world: Effects, test: ir.Expr, at: Frame, sources: Mapping[str, str] | None = None) -> Reason:
    """The smallest part of a test that makes it false, and what it read; only for a test that is false."""
    return _Search(world, sources or {}).failed(test, at)


def readings(world: Effects, test: ir.Expr, at: Frame, sources: Mapping[str, str]) -> tuple[tuple[str, int, Type], ...]:
    """The names in a test, the numbers that they stand for, and what these are."""
    return tuple(dict.fromkeys(_Search(world, sources).read(test, at)))


def _offered(reference: Reference, answer: int) -> bool:
    """Is it an answer, or part of one?"""
    choice = reference.choice
    assert choice is not None
    if choice.allows(answer):
        return True
    match choice.kind, choice.payload:
        case "several", (_, _, groups):
            return any(answer in group for group in groups)
        case "bundle", (_, _, heaps):
            return any(answer == stuff for stuff, _ in heaps)
        case "order", things:
            return answer in things
    return False


@dataclass(slots=True)
class _Search:
    """Looks for the reason in one state."""

    world: Effects
    sources: Mapping[str, str]

    def answer(self, asked: Asked, answer: int) -> Reason:
        line, at = asked.line, asked.at
        if answer == NOTHING:
            return self._must(asked)
        match line:
            case ir.Menu():
                return self._option(line, answer, at)
            case ir.Choose(domain=ir.Numbers() as domain):
                low, high = self.world.value(domain.low, at), self.world.value(domain.high, at)
                if not low <= answer <= high:
                    return self.reason(domain.low.span.to(domain.high.span), domain, (("from", low), ("to", high)))
            case ir.Choose(domain=ir.One() | ir.Several() | ir.Orders() as domain):
                found = self._selection(domain.selection, answer, at)
                if found is not None:
                    return found
        if isinstance(line, ir.Choose):
            found = self._rest(line, asked.later, answer, at)
            if found is not None:
                return found
        return self.reason(line.span, line, ())

    def _must(self, asked: Asked) -> Reason:
        """It may not be declined: a requirement behind the loop is not met, or it has to be answered."""
        for test in asked.pending:
            if not self.world.value(test, asked.at):
                return self.failed(test, asked.at)
        return self.reason(asked.line.span, asked.line, ())

    def _selection(self, selection: ir.Selection, answer: int, at: Frame) -> Reason | None:
        """The first test that the thing does not pass; the description itself, if it was never meant."""
        if answer not in self.world.candidates(selection.source, at):
            return self.reason(selection.span, selection, ())
        inner = at.having(selection.local, answer)
        for test in selection.tests:
            if not self.world.value(test, inner):
                return self.failed(test, inner)
        return None

    def _rest(self, line: ir.Choose, later: Lines, answer: int, at: Frame) -> Reason | None:
        """The first line that could not be met with this answer."""
        if not isinstance(line.domain, ir.One | ir.Numbers):
            return None
        rest = opening(line.body) if line.body is not None else later
        refusal = self.world.refusal(rest, at.having(line.local, answer))
        return None if refusal is None else self.refused(refusal)

    def _option(self, line: ir.Menu, label: int, at: Frame) -> Reason:
        for option in line.options:
            if option.label != label:
                continue
            if at.locals.get(line.used, 0) & option.once:
                return self.reason(option.span, option, ())
            if option.test is not None and not self.world.value(option.test, at):
                return self.failed(option.test, at)
            refusal = self.world.refusal(opening(option.body), at)
            if refusal is not None:
                return self.refused(refusal)
        return self.reason(line.span, line, ())

    # -- what a failed line or test has to say

    def refused(self, refusal: Refusal) -> Reason:
        line, at = refusal.line, refusal.at
        match line:
            case ir.Require():
                found = self.failed(line.test, at)
                return replace(found, refusal=line.refusal) if line.refusal else found
            case ir.Repeat(while_=ir.Expr() as test) if not self.world.value(test, at):
                return self.failed(test, at)
            case ir.Pay():
                return replace(self.reason(line.span, line, self._payment(line, at)), lacks=self._lacks(line, at))
            case ir.RunDeed():
                name = self.world.deed_now(line.behaviour, self.world.value(line.of, at))
                return self._begun(name, at.you, ()) or self.reason(line.span, line, ())
            case ir.Choose(domain=ir.One() as domain):
                found_nobody = self._nobody(domain.selection, at)
                return found_nobody or replace(self.reason(line.span, line, ()), asks=line.ask.key)
            case ir.Menu() | ir.Choose():
                return replace(self.reason(line.span, line, ()), asks=line.ask.key)
        return self.reason(line.span, line, ())

    def _begun(self, procedure: str, you: int, args: Sequence[Value]) -> Reason | None:
        """Why a player cannot begin this now."""
        if not procedure:
            return None
        lines = opening(self.world.procedure(procedure).body)
        refusal = self.world.refusal(lines, self.world.entered(procedure, you, args))
        return None if refusal is None else self.refused(refusal)

    def _nobody(self, selection: ir.Selection, at: Frame) -> Reason | None:
        """What stands against those that come nearest, where nothing fits a description."""
        nearest: tuple[int, Reason] | None = None
        for thing in self.world.candidates(selection.source, at):
            inner = at.having(selection.local, thing)
            failing = (i for i, test in enumerate(selection.tests) if not self.world.value(test, inner))
            found = next(failing, None)
            if found is not None and (nearest is None or found > nearest[0]):
                nearest = found, self.failed(selection.tests[found], inner)
        return nearest[1] if nearest is not None and nearest[1].refusal else None

    def failed(self, test: ir.Expr, at: Frame) -> Reason:
        """The smallest part of a test that makes it false, down into the words it uses."""
        match test:
            case ir.And():
                return self.failed(test.right if self.world.value(test.left, at) else test.left, at)
            case ir.Or():
                # Either would do: the one that can be said in words for people, if there is one.
                for part in (test.left, test.right):
                    if (found := self.failed(part, at)).refusal or found.lacks:
                        return found
            case ir.CanRun() if found_first := self._begun(
                test.procedure, at.you, [self.world.value(a, at) for a in test.args]
            ):
                return found_first
            case ir.CanDeed() if found_first := self._begun(
                self.world.deed_now(test.behaviour, self.world.value(test.of, at)), at.you, ()
            ):
                return found_first
            case ir.Measure() if NOTHING not in (inner := self.world.measuring(test, at)).locals.values():
                found = self.failed(self.world.rules.formulas[test.name].body, inner)
                refusal = self.world.rules.refusals.get(test.name, "")
                return replace(found, refusal=refusal) if refusal else found
        return self.reason(test.span, test, tuple({name: found for name, found, _ in self.read(test, at)}.items()))

    def _payment(self, line: ir.Pay, at: Frame) -> Readings:
        """For each stuff what is wanted, and what there is."""
        names, wanted = self.world.layout.stuffs, self.world.value(line.bundle, at)
        who = self.world.value(line.who, at)
        held = [(f"{names[s]} held", self.world.verbs.held(self.world.s, who, s)) for s, _ in wanted]
        return (*((names[stuff], number) for stuff, number in wanted), *held)

    def _lacks(self, line: ir.Pay, at: Frame) -> tuple[tuple[int, int, int, int], ...]:
        """Of what there is too little: who pays, the stuff, how much is wanted, how much there is."""
        who = self.world.value(line.who, at)
        wanted = [
            (s, number, self.world.verbs.held(self.world.s, who, s)) for s, number in self.world.value(line.bundle, at)
        ]
        return tuple((who, stuff, number, held) for stuff, number, held in wanted if held < number)

    def read(self, test: ir.Expr, at: Frame) -> Iterator[tuple[str, int, Type]]:
        """The names in a test with their numbers; what depends on a thing of an inner description is left out."""
        inner = {part.local for part in walk(test) if isinstance(part, ir.Selection | ir.Rank)}
        for part in walk(test):
            if not isinstance(part, ir.Expr) or any(isinstance(p, ir.Local) and p.name in inner for p in walk(part)):
                continue
            name = self._name(part, at)
            found = self.world.value(part, at) if name else None
            if isinstance(found, int):
                yield name, found, part.type

    def _name(self, part: ir.Expr, at: Frame) -> str:
        match part:
            case ir.Stored() | ir.FactOf():
                args = part.args if isinstance(part, ir.Stored) else (part.of,)
                return " of ".join([part.key[0], *(self._thing(self.world.value(arg, at)) for arg in args)])
            case ir.Held():
                stuff = self.world.value(part.stuff, at)
                word = self.world.layout.stuffs[stuff] if stuff >= 0 else "nothing"
                return f"{word} of {self._thing(self.world.value(part.holder, at))}"
            case ir.Local() | ir.WindowValue() | ir.OptionValue():
                return part.name.split(".")[0]
            case ir.Measure():
                return part.name.split(":")[1]
            case ir.Lookup():
                return part.table
            case ir.Count():
                return self.source(part.span) or "number"
        return ""

    def _thing(self, thing: int) -> str:
        return self.world.layout.names[thing] if thing >= 0 else "nothing"

    def reason(self, span: Span, part: object, values: Readings) -> Reason:
        return Reason(span, self.source(span) or type(part).__name__, values)

    def source(self, span: Span) -> str:
        """The text of the rules at a place, on one line."""
        lines = self.sources.get(span.file, "").split("\n")[span.line - 1 : span.end_line]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end_column - 1]
        lines[0] = lines[0][span.column - 1 :]
        return " ".join(line.strip() for line in lines).strip()
