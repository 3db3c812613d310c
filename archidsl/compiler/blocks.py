"""Procedures that ask in, blocks out: Python functions cut at every question, with their locals in a frame."""

from __future__ import annotations

import ast
from dataclasses import replace
from functools import partial

from archidsl.checker import ir
from archidsl.checker.analysis import changed_locals
from archidsl.compiler import tree as t
from archidsl.compiler.block_questions import Decline
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.frames import ATTEMPTS, FIRST_LOCAL, frame
from archidsl.compiler.paying import Paying
from archidsl.compiler.refusals import trivial
from archidsl.compiler.sameness import same
from archidsl.compiler.selections import listed
from archidsl.compiler.slots import may_be_nothing
from archidsl.compiler.statements import Where, clearing, fill_window, give_back, lines, loops_inside, one
from archidsl.compiler.taking_in import may_be_taken_in
from archidsl.compiler.undoing import frame_key, when_undone


def _filters(line: ir.Line) -> bool:
    return isinstance(line, ir.Choose) and line.body is None and not line.ask.may


class Blocks(Paying):
    """Builds the blocks of one procedure."""

    def __init__(self, shared: Shared, procedure: ir.Procedure) -> None:
        super().__init__(shared, procedure)
        self.found_before: dict[int, int] = {}  # loops that go through what a test has found: in which slot that is

    # -- the whole procedure, and others that it takes in

    def build(self, maker: str, begins: bool = False) -> None:
        """Adds all blocks, and the function that makes a frame; it may have to begin the procedure, too."""
        params = [self.slot(local, type) for local, type in self.procedure.params]
        first = self.name
        self.enter(self.procedure)
        self.emit(t.return_())
        self.start("")
        names = [self.shared.fresh("v") for _ in params]
        filled = [t.name(p) for p in names] + [t.number(0)] * (self.slots - FIRST_LOCAL - len(names))
        made = t.list_of([t.name(first), t.number(0), t.number(None), t.name("y"), *filled])
        function = t.function(maker, [*(["S"] if begins else []), "y", *names], [t.return_(made)])
        if begins:
            self.shared.begins[maker] = first
        if self.things or self.secrets:
            facts = tuple(self.things), tuple(self.secrets), tuple(self.joint)
            self.shared.frames.append((tuple(self.blocks), *facts))
        self.shared.add(self.procedure.span.file, self.procedure.span.line, function)

    def enter(self, procedure: ir.Procedure) -> None:
        """The lines of a procedure, whose parameters have their slots; all ways out of it meet behind it."""
        outer, kinds = self.where, self.kinds
        end = self.label()
        self.where, self.kinds = Where(lambda: self.go(end), can=self.can), {}
        self.changed = self.changed | changed_locals(procedure.body)
        moment, saved = t.slot(self.shared.layout.moment), self.slot("") if procedure.moment else 0
        if procedure.moment:
            number = self.shared.v.moments[procedure.moment]
            self.emit(t.assign(frame(saved), moment), t.assign(moment, t.number(number)))
            self.emit(*clearing(procedure, self.shared))
        self.body(procedure.body)
        self.emit(*self.go(end))
        self.start(end)
        if procedure.moment:
            self.emit(t.assign(moment, frame(saved)))
        self.where, self.kinds = outer, kinds

    def take_in(self, line: ir.Run, procedure: ir.Procedure) -> None:
        """The lines of a procedure instead of a frame for it."""
        outer = self.env
        args = [value(a, outer) for a in line.args]
        self.env = Env(self.shared, sure=procedure.sure, you=outer.you)
        if isinstance(line.who, ir.Local) and line.who.name not in self.changed:
            self.env.you = outer.places[line.who.name]
        elif line.who is not None:
            you = self.slot("")
            self.emit(t.assign(frame(you), value(line.who, outer)))
            self.env.you = lambda: frame(you)
        for (local, type), arg in zip(procedure.params, args, strict=True):
            self.emit(t.assign(frame(self.slot(local, type)), arg))
        line_outside, self.line = self.line, procedure.span.line
        self.enter(procedure)
        self.env, self.line = outer, line_outside

    def body(self, body: ir.Body, tested: bool = False) -> None:
        """`tested`: what the opening requires was found to be so before this body was reached."""
        outer = self.where
        for i, line in enumerate(body.lines):
            self.where = replace(outer, tested=tested and i < body.opening)
            opening = i < body.opening
            asks = self.shared.analysis.lines_ask(line)
            moved = self.shared.analysis.moves(line) | (self.offers_move() if asks else frozenset())
            if not isinstance(line, ir.MoveThings | ir.MoveSome | ir.Lay):
                self.lose(moved)
            if asks:
                mark = len(self.code)
                self.asking(line, body, i, opening)
                t.mark(self.code[mark:] if mark < len(self.code) else [], line.span.line)
            elif isinstance(line, ir.Let) and isinstance(line.value, ir.Const) and line.local not in self.changed:
                self.env.places[line.local] = partial(t.number, line.value.value)
            else:
                if isinstance(line, ir.Let) and line.local not in self.env.places:
                    self.slot(line.local, line.type)
                self.emit(*one(line, self.env, self.where, opening))
            self.lose(moved)
            # Only answers with which the rest of the opening can be met were offered. How something was paid is not
            # an answer of that kind: it may have used up what a later payment needs.
            tested = (tested or _filters(line)) and not (asks and isinstance(line, ir.Pay))
        self.where = outer

    def lose(self, moved: frozenset[str]) -> None:
        """Things of these kinds may lie somewhere else now."""
        kept = {local for local, kinds in self.kinds.items() if not kinds & moved}
        self.env.located &= kept
        self.env.lying = {local: place for local, place in self.env.lying.items() if local in kept}

    def offers_move(self) -> frozenset[str]:
        """What could move while a question stands open, because a player begins something else first."""
        analysis = self.shared.analysis
        offered = {name for window in self.shared.v.windows.values() for name in window.offers}
        return frozenset(kind for name in offered for kind in analysis.moves(analysis.procedure(name).body))

    def asking(self, line: ir.Line, body: ir.Body, i: int, opening: bool) -> None:
        if isinstance(line, ir.Choose):
            self.choose(line, body.lines[i + 1 : body.opening] if opening else (), opening)
        elif isinstance(line, ir.Menu):
            self.menu(line, opening)
        elif isinstance(line, ir.If):
            self.if_(line)
        elif isinstance(line, ir.Each):
            self.together(line) if line.together else self.each(line)
        elif isinstance(line, ir.Repeat):
            self.repeat(line)
        elif isinstance(line, ir.Attempt):
            self.attempt(line, self.where.tested)
        elif isinstance(line, ir.Pay):
            self.pay(line, opening)
        else:
            self.call(line)

    # -- lines that own lines

    def if_(self, line: ir.If) -> None:
        then, otherwise, join = self.label(), self.label(), self.label()
        before = self.env.hoisting()
        test = self.counted(line) or truth(line.test, before)
        self.emit(*(before.hoisted or []), t.if_(test, self.go(then)), *self.go(otherwise))
        outer = self.env
        for label, body in ((then, line.then), (otherwise, line.otherwise)):
            self.start(label)
            self.env = outer.child()
            self.body(body)
            self.emit(*self.go(join))
        self.env = outer
        self.start(join)

    def counted(self, line: ir.If) -> ast.expr | None:
        """`if number of ... is 1: each ...`: the same things are found only once."""
        test, first = line.test, line.then.lines[0] if line.then.lines else None
        if not (isinstance(test, ir.Compare) and isinstance(test.left, ir.Count) and isinstance(test.right, ir.Const)):
            return None
        if not isinstance(first, ir.Each) or first.together or first.start is not None:
            return None
        names = {test.left.selection.local: first.selection.local}
        if not self.shared.analysis.lines_ask(first) or not same(test.left.selection, first.selection, names):
            return None
        items = self.slot("", first.selection.item)
        self.emit(t.assign(frame(items), self.source(first)))
        self.found_before[id(first)] = items
        return t.compare(t.call("len", frame(items)), test.operator, test.right.value)

    def each(self, line: ir.Each) -> None:
        items = self.found_before.get(id(line))
        if items is None:
            items = self.slot("", line.selection.item)
            self.emit(t.assign(frame(items), self.source(line)))
        index = self.slot("")
        self.emit(t.assign(frame(index), t.number(0)))
        head, after = self.label(), self.label()
        self.emit(*self.go(head))
        self.start(head)
        outer = self.env
        self.env = outer.child()
        local = self.slot(line.local, line.selection.item)
        self.emit(t.if_(t.compare(frame(index), ">=", t.call("len", frame(items))), self.go(after)))
        self.emit(t.assign(frame(local), t.item(frame(items), frame(index))))
        self.emit(t.assign(frame(index), t.plus(frame(index), 1)))
        if line.while_ is not None:
            self.emit(t.if_(t.negated(truth(line.while_, self.env)), self.go(after)))
        self.body(line.body)
        self.emit(*self.back(head))
        self.env = outer
        self.start(after)

    def source(self, line: ir.Each) -> ast.expr:
        before = self.env.hoisting()
        made = listed(line.selection, before)
        made = t.as_tuple(made)
        if line.start is not None:
            made = t.call("rotated", made, value(line.start, before))
        self.emit(*(before.hoisted or []))
        return made

    def together(self, line: ir.Each) -> None:
        """All are asked before any body runs; then the bodies, each with its answer."""
        first = line.body.lines[0]
        assert isinstance(first, ir.Choose)
        items, answers = self.slot(""), self.slot("", first.type)
        outer = self.env
        self.emit(t.assign(frame(items), self.source(line)), t.assign(frame(answers), t.tuple_of([])))
        head, bodies, after = self.label(), self.label(), self.label()
        self.emit(*self.go(head))
        self.start(head)
        self.env = outer.child()
        local = self.slot(line.local)
        asked, many = t.name(self.shared.fresh("v")), t.call("len", frame(items))
        self.emit(t.assign(asked, t.call("len", frame(answers))))
        self.emit(t.if_(t.compare(asked, ">=", many), self.go(bodies)))
        self.emit(t.assign(frame(local), t.item(frame(items), asked)))
        self.choose(first, (), False)
        answer = self.env.read(first.local)
        self.emit(t.assign(frame(answers), t.plus(frame(answers), t.tuple_of([answer]))), *self.back(head))
        self.start(bodies)
        rest = ir.Body(line.body.lines[1:])
        one_by_one = self.shared.analysis.lines_ask(rest)
        index = self.slot("") if one_by_one else 0
        self.joint.append((first.ask.site, items, index, answers, local, int(one_by_one)))
        if one_by_one:
            self.one_body_after_another(rest, (items, index, answers, local), answer, after)
        else:
            self.emit(*self.plain_bodies(rest, items, answers, (line.local, first.local)), *self.go(after))
        self.env = outer
        self.start(after)

    def one_body_after_another(
        self, body: ir.Body, slots: tuple[int, int, int, int], answer: ast.expr, after: str
    ) -> None:
        items, index, answers, local = slots
        self.emit(t.assign(frame(index), t.number(0)))
        again = self.label()
        self.emit(*self.go(again))
        self.start(again)
        self.emit(t.if_(t.compare(frame(index), ">=", t.call("len", frame(items))), self.go(after)))
        self.emit(t.assign(frame(local), t.item(frame(items), frame(index))))
        self.emit(t.assign(answer, t.item(frame(answers), frame(index))))
        self.emit(t.assign(frame(index), t.plus(frame(index), 1)))
        self.body(body)
        self.emit(*self.back(again))

    def plain_bodies(self, body: ir.Body, items: int, answers: int, locals: tuple[str, str]) -> list[ast.stmt]:
        """A loop, because none of the bodies asks."""
        inner = self.env.child()
        names = [inner.bind(local) for local in locals]
        entry = [t.do(t.call("spend", t.call("len", frame(items))))] if loops_inside(body) else []
        both = t.call("zip", frame(items), frame(answers))
        return [*entry, t.for_each(names, both, lines(body, inner, self.where))]

    def repeat(self, line: ir.Repeat) -> None:
        count = self.slot("")
        self.emit(t.assign(frame(count), t.number(0)))
        low = self.bound(line.low)
        high = self.bound(line.high) if line.high is not None else low
        outer = self.env
        self.env = outer.child()
        if line.used:
            self.emit(t.assign(frame(self.slot(line.used)), t.number(0)))
        head, after = self.label(), self.label()
        self.emit(*self.go(head))
        self.start(head)
        self.emit(t.if_(t.compare(frame(count), ">=", high), self.go(after)))
        if line.while_ is not None:
            self.emit(t.if_(t.negated(truth(line.while_, self.env)), self.go(after)))
        asks_first = line.high is not None and isinstance(line.body.lines[0], ir.Choose | ir.Menu)
        first = line.beginning
        if not asks_first and not trivial(first, self.shared):  # a question without answers ends the loop by itself
            self.emit(t.if_(t.negated(self.can(first, self.env)), self.go(after)))
        self.emit(t.assign(frame(count), t.plus(frame(count), 1)))
        if line.high is None:
            self.body(line.body)
        else:
            enough = t.number(1) if t.fixed(low) == 0 else t.compare(frame(count), ">", low)
            self.passes(line.body, after, lambda env: t.both([enough, *(truth(p, env) for p in line.pending)]))
        self.emit(*self.back(head))
        self.env = outer
        self.start(after)

    def bound(self, expr: ir.Expr) -> ast.expr:
        """A number that does not change while a loop goes on: it stands in the frame unless it is known."""
        made = value(expr, self.env)
        if t.fixed(made) is not None:
            return made
        slot = self.slot("")
        self.emit(t.assign(frame(slot), made))
        return frame(slot)

    def passes(self, body: ir.Body, after: str, decline: Decline) -> None:
        """One pass of a repeat: its first question is the one by which the player may stop."""
        for i, line in enumerate(body.lines):
            if isinstance(line, ir.Choose | ir.Menu):
                before = ir.Body(body.lines[:i], min(i, body.opening))
                self.body(before)
                if isinstance(line, ir.Choose):
                    self.choose(line, body.lines[i + 1 : body.opening], i < body.opening, after, decline)
                else:
                    self.menu(line, i < body.opening, after, decline)
                tested = isinstance(line, ir.Choose) and line.body is None  # whoever declines leaves the loop
                self.body(ir.Body(body.lines[i + 1 :], max(0, body.opening - i - 1)), tested)
                return
        self.body(body)

    def attempt(self, line: ir.Attempt, tested: bool) -> None:
        otherwise, after = self.label(), self.label()
        if not tested and not trivial(line.body, self.shared):
            self.emit(t.if_(t.negated(self.can(line.body, self.env)), self.go(otherwise)))
        saved = t.tuple_of(
            [t.call("tuple", t.name("S")), t.name(otherwise), frame(ATTEMPTS), t.call("tuple", t.name("f"))]
        )
        saving, here, mark = t.assign(frame(ATTEMPTS), saved), self.code, len(self.shared.functions)
        self.emit(saving)
        outer, where = self.env, self.where
        self.env, self.where = outer.child(), where.inside_attempt()
        self.body(line.body, tested=True)
        self.env, self.where = outer, where
        undone = when_undone(line, [*(made for _, made in self.shared.functions[mark:]), *self.code], self.env)
        if t.fixed(undone) == 0:
            here.remove(saving)
        else:
            nothing = t.tuple_of([t.number(0), t.number(0), frame(ATTEMPTS)])
            here[here.index(saving)] = t.assign(frame(ATTEMPTS), t.if_else(undone, saved, nothing))
            t.mark(here, line.span.line)
            self.emit(t.assign(frame(ATTEMPTS), t.item(frame(ATTEMPTS), t.number(2))))
        self.emit(*self.go(after))
        self.start(otherwise)
        self.env = outer.child()
        self.body(line.otherwise)
        self.emit(*self.go(after))
        self.env = outer
        self.start(after)

    # -- calling

    def call(self, line: ir.Line) -> None:
        if isinstance(line, ir.Run):
            procedure = self.shared.analysis.procedure(line.procedure)
            if may_be_taken_in(line, self.procedure, self.where.in_attempt, self.env):
                self.take_in(line, procedure)
                return
        label = self.label()
        if isinstance(line, ir.Run):
            who = value(line.who, self.env) if line.who is not None else self.env.you()
            if line.who is not None and may_be_nothing(line.who, self.env):
                self.emit(t.if_(t.compare(who, "<", 0), self.go(label)))
            self.call_frame(line.procedure, label, who, *[value(a, self.env) for a in line.args])
        elif isinstance(line, ir.Announce):
            self.emit(*fill_window(line, self.env))
            self.call_frame(f"window:{line.window}", label, self.env.you())
            self.emit(*give_back(line, self.env))
        else:
            assert isinstance(line, ir.RunDeed)
            self.run_deed(line, label)

    def call_frame(self, procedure: str, label: str, *args: ast.expr) -> None:
        key = frame_key(procedure, self.shared)
        maker = self.shared.function_name(key, "m")
        if key.startswith("frame:"):
            self.then(label, t.call(maker, *args))
        else:
            self.frame_or_none(t.call(maker, t.name("S"), *args), label)

    def run_deed(self, line: ir.RunDeed, label: str) -> None:
        table, low = self.shared.deed_table(line.behaviour, "frame")
        of = value(line.of, self.env)
        if may_be_nothing(line.of, self.env):
            self.emit(t.if_(t.compare(of, "<", 0), self.go(label)))
        who = value(line.who, self.env) if line.who is not None else self.env.you()
        if line.who is not None and may_be_nothing(line.who, self.env):
            self.emit(t.if_(t.compare(who, "<", 0), self.go(label)))
        self.frame_or_none(t.call(t.item(t.name(table), t.plus(of, -low)), t.name("S"), who), label)
