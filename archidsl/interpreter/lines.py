"""What lines do: the state changes, questions go out as a generator's values and answers come back into it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.engine.asking import rotated
from archidsl.engine.verbs import Finished, Undo
from archidsl.interpreter.openings import Lines
from archidsl.interpreter.questions import Ended, Question, Questions, Steps, Stop
from archidsl.interpreter.world import NOTHING, Frame, Value, empty

LARGEST = 10**12
ALL = 10**9
EVERYBODY = -2
Listener = Callable[[ir.Line, str, list[Any], list[Any]], None]


class Effects(Questions):
    """Adds doing. `listen` is told of every line that changed the state, with the state before and after."""

    listen: Listener | None = None
    heard: list[Any] = []  # noqa: RUF012 - the state when somebody began to listen, maybe in the middle of a line
    watching = False  # is a watch at work? What it does wakes no other
    attempts = 0  # how many attempts are open in all procedures together

    def body(self, body: ir.Body, at: Frame) -> Steps:
        for i in range(len(body.lines)):
            yield from self.line(body, i, at)

    def line(self, body: ir.Body, i: int, at: Frame) -> Steps:
        line, opens = body.lines[i], i < body.opening
        if self.met is not None:
            self.met(line.span, "")
        match line:
            case ir.Choose():
                yield from self.choose(line, body.lines[i + 1 : body.opening] if opens else (), at, opens)
            case ir.Menu():
                yield from self.menu(line, at, opens)
            case ir.If():
                yield from self.body(self.branch(line, at), at)
            case ir.Each():
                yield from self.together(line, at) if line.together else self.each(line, at)
            case ir.Repeat():
                yield from self.repeat(line, at)
            case ir.Attempt():
                yield from self.attempt(line, at)
            case ir.Run() | ir.RunDeed() | ir.Announce():
                yield from self.run(line, at)
            case ir.Pay():
                yield from self.pay(line, at, opens)
            case ir.Require():
                self.require(line, at, opens)
            case ir.Finish():
                raise Finished
            case _:
                self.step(line, at)

    def branch(self, line: ir.If, at: Frame) -> ir.Body:
        holds = self.holds(line.test, at)
        if self.met is not None:
            self.met(line.span, "yes" if holds else "no")
        return line.then if holds else line.otherwise

    def holds(self, test: ir.Expr, at: Frame) -> bool:
        """Every test that decides which way lines go."""
        return bool(self.value(test, at))

    # -- questions

    def choose(
        self, line: ir.Choose, later: Lines, at: Frame, opens: bool, stop: Stop | None = None
    ) -> Generator[Question, Any, bool]:
        """Asks, and does the lines under the question. Answers whether a loop ends with it."""
        answer = yield from self.ask(line, later, at, stop)
        declined = answer == NOTHING and (line.ask.may or stop is not None)
        if answer is None or declined:
            at.locals[line.local] = empty(line.type)
            if opens and stop is None:
                self.failed(at)
            return stop is not None
        at.locals[line.local] = answer
        if line.body is not None:
            yield from self.body(line.body, at)
        return False

    def menu(self, line: ir.Menu, at: Frame, opens: bool, stop: Stop | None = None) -> Generator[Question, Any, bool]:
        answer = yield from self.ask(line, (), at, stop)
        at.locals[line.local] = NOTHING if answer is None else answer
        if answer is None and opens and stop is None:
            self.failed(at)
        for option in line.options:
            if option.label == answer:
                if self.met is not None:
                    self.met(option.span, "")
                if option.once:
                    at.locals[line.used] |= option.once
                yield from self.body(option.body, at)
                return False
        return stop is not None

    # -- lines that own lines

    def each(self, line: ir.Each, at: Frame) -> Steps:
        for item in self._items(line, at):
            at.locals[line.local] = item
            if line.while_ is not None and not self.holds(line.while_, at):
                return
            yield from self.body(line.body, at)

    def _items(self, line: ir.Each, at: Frame) -> list[int]:
        items = self.chosen(line.selection, at)
        return items if line.start is None else rotated(items, self.value(line.start, at))

    def together(self, line: ir.Each, at: Frame) -> Steps:
        """Everybody answers before anything else happens."""
        first = line.body.lines[0]
        assert isinstance(first, ir.Choose)
        if self.met is not None:
            self.met(first.span, "")
        items, answers = self._items(line, at), []
        for item in items:
            at.locals[line.local] = item
            yield from self.choose(first, (), at, False)
            answers.append(at.locals[first.local])
        for item, answer in zip(items, answers, strict=True):
            at.locals[line.local], at.locals[first.local] = item, answer
            yield from self.body(ir.Body(line.body.lines[1:]), at)

    def repeat(self, line: ir.Repeat, at: Frame) -> Steps:
        low = self.value(line.low, at)
        high = low if line.high is None else self.value(line.high, at)
        at.locals[line.used] = 0
        for done in range(high):
            if line.while_ is not None and not self.holds(line.while_, at):
                return
            if not self.can(line.beginning, at):
                return
            stop = Stop(done >= low, line.pending) if line.high is not None else None
            if (yield from self._one_pass(line.body, stop, at)):
                return

    def _one_pass(self, body: ir.Body, stop: Stop | None, at: Frame) -> Generator[Question, Any, bool]:
        """Its first question is the one by which the player may stop."""
        for i, line in enumerate(body.lines):
            if stop is None or not isinstance(line, ir.Choose | ir.Menu):
                yield from self.line(body, i, at)
                continue
            if self.met is not None:
                self.met(line.span, "")
            if isinstance(line, ir.Choose):
                ends = yield from self.choose(line, body.lines[i + 1 : body.opening], at, i < body.opening, stop)
            else:
                ends = yield from self.menu(line, at, i < body.opening, stop)
            if ends:
                return True
            stop = None
        return False

    def attempt(self, line: ir.Attempt, at: Frame) -> Steps:
        """All or nothing."""
        if not self.can(line.body, at):
            yield from self._otherwise(line, at)
            return
        state, locals = self.s.copy(), dict(at.locals)
        depth = at.attempts, self.attempts
        at.attempts, self.attempts = depth[0] + 1, depth[1] + 1
        try:
            yield from self.body(line.body, at)
            undone = False
        except Undo:
            undone = True
        at.attempts, self.attempts = depth
        if undone:
            at.locals = locals
            self._put_back(state, line, at)
            yield from self._otherwise(line, at)

    def _otherwise(self, line: ir.Attempt, at: Frame) -> Steps:
        if self.met is not None:
            self.met(line.span, "else")
        yield from self.body(line.otherwise, at)

    def _put_back(self, state: list[Any], line: ir.Line, at: Frame) -> None:
        """Everything as it was, but for what is kept."""
        before = self.s.copy()
        for column in self.layout.columns.values():
            if column.keeps:
                slots = slice(column.first, column.first + column.count)
                state[slots] = self.s[slots]
        self.s[:] = state
        self._tell(line, at.procedure, before)

    # -- running procedures

    def run(self, line: ir.Run | ir.RunDeed | ir.Announce, at: Frame) -> Steps:
        match line:
            case ir.Run():
                you = self.number(line.who, at, at.you)
                args = tuple(self.value(arg, at) for arg in line.args)
                yield from self.call(line.procedure, you, args, line)
            case ir.RunDeed():
                you = self.number(line.who, at, at.you)
                name = self.deed_now(line.behaviour, self.value(line.of, at))
                if name:
                    yield from self.call(name, you, (), line)
            case ir.Announce():
                slots = {name: self.layout.window_slots[line.window, name] for name, _ in self.window_values(line)}
                before = self._now()
                for (name, _), arg in zip(self.window_values(line), line.args, strict=True):
                    self.s[slots[name]] = self.value(arg, at)
                self._tell(line, at.procedure, before)
                yield from self.call(f"window:{line.window}", at.you, (), line)
                for name, local in line.back:
                    at.locals[local] = self.s[slots[name]]

    def window_values(self, line: ir.Announce) -> tuple[tuple[str, Any], ...]:
        return self.v.windows[line.window].values

    def call(self, procedure: str, you: int, args: tuple[Value, ...], line: ir.Line | None = None) -> Steps:
        """Runs a procedure; its moment holds until it ends."""
        text, at = self.procedure(procedure), self.entered(procedure, you, args)
        slot, outer = self.layout.moment, self.s[self.layout.moment]
        if text.moment:
            before = self._now()
            self.s[slot] = self.v.moments[text.moment]
            cleared = [key for key, prop in self.v.properties.items() if prop.cleared_at == text.moment]
            self.verbs.clear(self.s, tuple(self.layout.columns[key] for key in cleared))
            self._tell(line, procedure, before)
        try:
            yield from self.body(text.body, at)
        except Ended:
            pass
        except Undo:
            if self.attempts:
                raise
        if text.moment:
            before = self._now()
            self.s[slot] = outer
            self._tell(line, procedure, before)

    # -- lines that change something

    def step(self, line: ir.Line, at: Frame) -> None:
        before = self._now()
        _DOES[type(line)](self, line, at)
        self._tell(line, at.procedure, before)
        self.wake(line)

    def pay(self, line: ir.Pay, at: Frame, opens: bool) -> Steps:
        before = [self._now()]

        def done() -> None:
            self._tell(line, at.procedure, before[0])
            before[0] = self._now()

        yield from self.payment(line, at, opens, done)
        self.wake(line)

    def require(self, line: ir.Require, at: Frame, opens: bool) -> None:
        if not self.holds(line.test, at):
            if opens:
                self.failed(at)
            raise Undo

    def _let(self, line: ir.Let, at: Frame) -> None:
        at.locals[line.local] = self.bounded(line.value, at)

    def _set_window(self, line: ir.SetWindow, at: Frame) -> None:
        self.s[self.layout.window_slots[line.window, line.name]] = self.bounded(line.value, at)

    def bounded(self, expr: ir.Expr, at: Frame) -> Value:
        """Products stay below a million millions."""
        value = self.value(expr, at)
        if id(expr) not in self.products:
            parts = walk(expr)
            self.products[id(expr)] = any(isinstance(part, ir.Arith) and part.operator == "*" for part in parts)
        return max(-LARGEST, min(LARGEST, value)) if self.products[id(expr)] else value

    def _store(self, line: ir.Store, at: Frame) -> None:
        column = self.layout.columns[line.key]
        args = [self.value(arg, at) for arg in line.args]
        value = self.bounded(line.value, at)
        if column.high is not None:
            value = min(value, column.high)
        if column.low is not None:
            value = max(value, column.low)
        slot = self.slot(line.key, args)
        if slot >= 0:
            self.verbs.store(self.s, column, slot, value, args[0] if args else NOTHING)

    def _move_things(self, line: ir.MoveThings, at: Frame) -> None:
        things, to = self.value(line.things, at), self.value(line.to, at)
        for thing in things if line.things.type.shape else (things,):
            self.verbs.move(self.s, thing, to)

    def _move_some(self, line: ir.MoveSome, at: Frame) -> None:
        things, number = self.chosen(line.selection, at), self.number(line.number, at, ALL)
        self.verbs.move_some(self.s, things, number, self.value(line.to, at))

    def _lay(self, line: ir.Lay, at: Frame) -> None:
        spot = self.value(line.spot, at)
        if spot >= 0:
            self.grid.lay(self.s, self.value(line.tile, at), spot)

    def _transfer(self, line: ir.Transfer, at: Frame) -> None:
        for number, stuff, members in line.parts:
            source, to = self.value(line.source, at), self.value(line.to, at)
            if members:
                for member in members:
                    self.verbs.transfer(self.s, self.v.stuff_index[member], ALL, source, to)
            elif stuff is not None:
                amount = self.number(number, at, ALL)
                self.verbs.transfer(self.s, self.value(stuff, at), amount, source, to)
            elif number is not None:
                self.verbs.transfer_bundle(self.s, self.value(number, at), source, to)

    def _reveal(self, line: ir.Reveal, at: Frame) -> None:
        self.verbs.reveal(self.s, self.value(line.what, at), self.number(line.to, at, EVERYBODY))

    def _shuffle(self, line: ir.Shuffle, at: Frame) -> None:
        self.verbs.shuffle(self.s, self.value(line.zone, at))

    # -- watches

    def wake(self, line: ir.Line) -> None:
        """Tests what this line could have made true; if anything is, all that could be woken acts, each once."""
        hits = self.watches.hits(self.analysis.writes(line))
        if self.watching or not any(self._true(self.rules.watches[i], members) for i, members in hits):
            return
        self.watching = True
        try:
            for i in self.watches.woken(hits):
                self._watch(self.rules.watches[i])
        finally:
            self.watching = False

    def _true(self, watch: ir.WatchText, members: tuple[str, ...] | None) -> bool:
        at = Frame(f"watch:{watch.name}", NOTHING)
        if watch.selection is None:
            return bool(self.value(watch.when, at))
        for item in self.chosen(watch.selection, at):
            at.locals[watch.selection.local] = item
            if (members is None or self.layout.names[item] in members) and self.value(watch.when, at):
                return True
        return False

    def _watch(self, watch: ir.WatchText) -> None:
        at = Frame(f"watch:{watch.name}", NOTHING)
        local = "" if watch.selection is None else watch.selection.local
        for item in [NOTHING] if watch.selection is None else self.chosen(watch.selection, at):
            at.locals[local] = item
            if self.value(watch.when, at):
                for _ in self.body(watch.body, at):
                    raise AssertionError(f"the watch {watch.name} asks")

    # -- telling

    def _now(self) -> list[Any]:
        return self.s.copy() if self.listen is not None else []

    def _tell(self, line: ir.Line | None, procedure: str, before: list[Any]) -> None:
        before = before or self.heard
        if self.listen is None or self.s == before:
            return
        if line is None:
            line = next(iter(self.procedure(procedure).body.lines), None)
        if line is not None:
            self.listen(line, procedure, before, self.s.copy())


_DOES: dict[type[ir.Line], Callable[[Effects, Any, Frame], None]] = {
    ir.Let: Effects._let, ir.SetWindow: Effects._set_window, ir.Store: Effects._store,
    ir.MoveThings: Effects._move_things, ir.MoveSome: Effects._move_some, ir.Lay: Effects._lay,
    ir.Transfer: Effects._transfer, ir.Reveal: Effects._reveal, ir.Shuffle: Effects._shuffle,
}  # fmt: skip
