"""Questions in, blocks out: one that asks, one that goes on with the answer, one for the case that there is none."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.asking import asked_for, question
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import value
from archidsl.compiler.frames import Frames, frame
from archidsl.compiler.openings import can_rest, option_tests
from archidsl.compiler.refusals import trivial
from archidsl.compiler.selections import locate
from archidsl.compiler.slots import default_of, may_be_nothing
from archidsl.compiler.statements import Where

Decline = Callable[[Env], ast.expr]  # may this question be declined?


class Questions(Frames):
    """Adds questions; what hangs on an answer is a body, and those are written by `Blocks`."""

    def __init__(self, shared: Shared, procedure: ir.Procedure) -> None:
        super().__init__(shared, procedure)
        self.where = Where()
        self.kinds: dict[str, frozenset[str]] = {}  # of the locals that were found on a grid

    def body(self, body: ir.Body, tested: bool = False) -> None:
        raise NotImplementedError

    def can(self, body: ir.Body, env: Env) -> ast.expr:
        """Can this body be begun, with the locals as they are?"""
        test = can_rest(body.lines[: body.opening], self.procedure.span, "", env)
        return test if test is not None else t.number(1)

    def choose(
        self, line: ir.Choose, rest: tuple[ir.Line, ...], opening: bool, stop: str = "", decline: Decline | None = None
    ) -> None:
        """`stop`: where to go if the question is declined in a repeat; `decline`: whether it may be."""
        answer = self.slot(line.local, line.type)
        later = line.body.lines[: line.body.opening] if line.body is not None else rest
        ask, after, none = self.asks_here(), self.label(), self.label()
        self.shared.again[after] = ask
        if self.shared.game.sites[line.ask.site].secret:
            self.secrets.append((line.ask.site, answer, ask))
        before = self.env.hoisting()
        made = question(line, later, before)
        may = decline(before) if decline is not None else t.number(1 if line.ask.may else 0)
        self.emit(*(before.hoisted or []), *asked_for(line, made, may, answer, after, none, self.env))
        self.start(none)
        self.emit(t.assign(frame(answer), default_of(line.type)))
        join = self.label() if line.body is not None else after
        self.emit(*(self.where.failed() if opening and not stop else self.go(stop or join)))
        self.start(after)
        if line.ask.may or decline is not None:
            nothing = [t.assign(frame(answer), default_of(line.type))]
            skip = self.go(stop) if stop else self.go(join) if line.body is not None else nothing
            self.emit(t.if_(t.compare(frame(answer), "==", -1), skip))
        if line.body is not None:
            outer, saved = self.env, self.env.sure
            self.env = self.env.child()
            self.env.sure = saved | {line.local}
            self.found(line)
            self.body(line.body, tested=True)
            self.env = outer
            self.emit(*self.go(join))
            self.start(join)
        elif not line.ask.may:
            self.found(line)

    def found(self, line: ir.Choose) -> None:
        """What was chosen among things on the grid lies in an area, until something moves."""
        if isinstance(line.domain, ir.One) and not may_be_nothing(ir.Local(line.span, line.type, line.local), self.env):
            selection = line.domain.selection
            inner = self.env.child()
            locate(selection.tests, inner)
            if selection.local in inner.located:
                self.env.located = self.env.located | {line.local}
                self.kinds[line.local] = line.type.names
            if isinstance(selection.source, ir.FromPlace) and not selection.source.areas:
                place = t.fixed(value(selection.source.place, inner))
                if place is not None:
                    self.env.lying = {**self.env.lying, line.local: place}
                    self.kinds[line.local] = line.type.names

    def asks_here(self) -> str:
        """A block of its own for the question, so that it can be put again."""
        label = self.label()
        if self.code:
            self.emit(*self.go(label))
            self.start(label)
        else:
            label = self.name
        return label

    def menu(self, line: ir.Menu, opening: bool, stop: str = "", decline: Decline | None = None) -> None:
        answer = self.slot(line.local)
        options = self.shared.fresh("v")
        ask, after, none = self.asks_here(), self.label(), self.label()
        self.shared.again[after] = ask
        always = [o for o in line.options if o.test is None and not o.once and trivial(o.body, self.shared)]
        if len(always) == len(line.options):
            self.emit(t.assign(t.name(options), t.list_of([t.number(o.label) for o in always])))
        else:
            self.emit(t.assign(t.name(options), t.list_of([])))
            for option in line.options:
                self.emit(*self.offered(option, line, options))
        before = self.env.hoisting()
        may = decline(before) if decline is not None else t.number(1 if line.ask.may else 0)
        self.emit(*(before.hoisted or []))
        self.emit(*asked_for(line, t.name(options), may, answer, after, none, self.env))
        self.start(after)
        join = self.label()
        labels = [self.label() for _ in line.options]
        for option, label in zip(line.options, labels, strict=True):
            self.emit(t.if_(t.compare(frame(answer), "==", option.label), self.go(label)))
        self.emit(*self.go(stop or join))
        outer = self.env
        for option, label in zip(line.options, labels, strict=True):
            self.start(label)
            self.env = outer.child()
            if option.once:
                used = self.env.read(line.used)
                self.emit(t.assign(used, ast.BinOp(used, ast.BitOr(), t.number(option.once))))
            self.body(option.body, tested=True)
            self.emit(*self.go(join))
        self.env = outer
        self.start(none)
        self.emit(t.assign(frame(answer), t.number(-1)))
        self.emit(*(self.where.failed() if opening and not stop else self.go(stop or join)))
        self.start(join)

    def offered(self, option: ir.OptionLine, line: ir.Menu, options: str) -> list[ast.stmt]:
        tests = option_tests(option, line, self.env)
        if not trivial(option.body, self.shared):
            tests.append(self.can(option.body, self.env))
        add = t.append(options, t.number(option.label))
        return [t.if_(t.both(tests), [add])] if tests else [add]
