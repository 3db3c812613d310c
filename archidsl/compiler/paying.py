"""Payments in which something may stand for something else: blocks that ask how to pay, stuff by stuff."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.block_questions import Questions
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.dues import NOTHING, covered, stands_for
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.frames import frame
from archidsl.compiler.payments import flow, pay_own, payee, paying, slots_of
from archidsl.compiler.slots import holding_slot, may_be_nothing
from archidsl.compiler.watches import watched
from archidsl.engine.choices import MOST_LISTED


@dataclass(frozen=True, slots=True)
class Part:
    """So many of one stuff, to whom, and what may stand for it."""

    number: int
    stuff: ir.Expr
    to: ir.Expr
    other: ir.SubstituteText | None


class Paying(Questions):
    """Adds payments."""

    def pay(self, line: ir.Pay, opening: bool) -> None:
        """Something has a substitute. Where it is known what is paid to whom, it is asked for here; else by a frame."""
        failed = self.where.failed() if opening else [t.do(t.call("undo"))]
        if not (opening and self.where.tested):
            self.emit(t.if_(t.negated(covered(line, NOTHING, self.env)), failed))
        label = self.label()
        own = pay_own(line, value(line.who, self.env), self.env)
        if own is not None:
            self.emit(t.if_(own[0], [*own[1], *self.go(label)]))
        parts = _parts(line, self.env)
        if parts is None:
            to = value(line.to, self.env) if line.to is not None else t.number(-1)
            given = [value(line.who, self.env), value(line.bundle, self.env), to]
            self.frame_or_none(t.call("payment", t.name("S"), t.number(line.site), *given), label)
        else:
            for i, part in enumerate(parts):
                self.pay_part(line, part, parts[i + 1 :])
            self.emit(*self.go(label))
            self.start(label)
        self.emit(*watched(line, self.env))

    def frame_or_none(self, made: ast.expr, label: str) -> None:
        """Goes on at the label: at once, or after a frame if there is one."""
        name = self.shared.fresh("v")
        self.emit(t.assign(t.name(name), made), t.if_(t.compare_none(t.name(name)), self.go(label)))
        self.then(label, t.name(name))

    def pay_part(self, line: ir.Pay, part: Part, later: list[Part]) -> None:
        """One stuff: a block that asks how many substitutes, if that is open, and one that pays."""
        if part.other is None:
            self.emit(*_own(line, part, t.number(part.number), self.env))
            return
        others, ask, after = self.slot(""), self.asks_here(), self.label()
        self.shared.again[after] = ask
        self.emit(*_limits(line, part, later, others, after, self.env), *self.go(after))
        self.start(after)
        instead = _instead(line, part, frame(others), self.env)
        if part.number == 1:
            self.emit(t.if_(frame(others), instead, _own(line, part, t.number(1), self.env)))
        else:
            own = t.plus(t.number(part.number), frame(others), "-")
            self.emit(*_own(line, part, own, self.env), t.if_(frame(others), instead))


def _parts(line: ir.Pay, env: Env) -> list[Part] | None:
    """What is paid, if all of it is known well enough, and the same before and after a question."""
    if not isinstance(line.bundle, ir.Amount) or not isinstance(line.who, ir.You | ir.Local):
        return None
    if line.who.type.names != frozenset(["player"]) or may_be_nothing(line.who, env) or not _steady(line.to):
        return None
    found = []
    for number, stuff in line.bundle.parts:
        if not isinstance(number, ir.Const) or not 0 < number.value < MOST_LISTED or not _steady(stuff):
            return None
        assert stuff is not None
        other, to = stands_for(stuff, env.shared), payee(line, stuff, env)
        if other is None or to is None or may_be_nothing(stuff, env) or may_be_nothing(to, paying(line, env)):
            return None
        if isinstance(other, ir.SubstituteText) and not _places(other, env.shared):
            return None
        found.append(Part(number.value, stuff, to, other if isinstance(other, ir.SubstituteText) else None))
    fixed = {part.stuff.value for part in found if isinstance(part.stuff, ir.Const)}
    return found if len(found) == 1 or len(fixed) == len(found) else None


def _steady(expr: ir.Expr | None) -> bool:
    return expr is None or isinstance(expr, ir.You | ir.Local | ir.Const | ir.Member)


def _places(other: ir.SubstituteText, shared: Shared) -> bool:
    """Are there slots where a substitute goes, and where it delivers from, and does none of them have limits?"""
    layout = shared.layout
    places = [layout.ids.get(word, -1) for word in (other.goes_to, other.delivers_from) if word]
    return bool(other.goes_to) and all(i >= 0 and i not in layout.rooms and layout.holdings[i] >= 0 for i in places)


def _here(line: ir.Pay, part: Part, env: Env) -> ast.expr:
    """How much of the stuff the payer has."""
    return t.slot(holding_slot(line.who, value(line.who, env), value(part.stuff, env), env))


def _own(line: ir.Pay, part: Part, number: ast.expr, env: Env) -> list[ast.stmt]:
    """So many of the stuff itself, which are there."""
    slots = slots_of(line, part.stuff, env)
    if slots is not None:
        return flow(number, *slots, env, checked=True)
    return [_transfer(line, part, number, value(line.who, env), env)]


def _transfer(line: ir.Pay, part: Part, number: ast.expr, source: ast.expr, env: Env) -> ast.stmt:
    """The same where there may be no room for it."""
    to = value(part.to, paying(line, env))
    return t.do(t.call("transfer", t.name("S"), value(part.stuff, env), number, source, to))


def _spare(line: ir.Pay, other: ir.SubstituteText, env: Env) -> ast.expr:
    """The slot of the payer with what may stand for a stuff."""
    return holding_slot(line.who, value(line.who, env), t.number(env.shared.layout.stuffs.index(other.stuff)), env)


def _limits(line: ir.Pay, part: Part, later: list[Part], others: int, after: str, env: Env) -> list[ast.stmt]:
    """How many substitutes there must be; the question, if there can be more of them."""
    assert part.other is not None
    held, number = _here(line, part, env), part.number
    fewest = t.if_else(t.compare(held, "<", number), t.plus(t.number(number), held, "-"), t.number(0))
    spare: ast.expr = t.slot(_spare(line, part.other, env))
    for other in later:
        spare = t.plus(spare, _taken(line, other, part.other, env), "-")
    possible = [*_may(line, part, env)]
    put = [t.assign(frame(0), t.name(after)), t.assign(frame(1), t.number(others))]
    who = value(line.who, env)
    if number == 1:
        fewest = t.if_else(t.compare(held, "<", 1), t.number(1), t.number(0))
        possible = [t.negated(frame(others)), t.compare(spare, ">", 0), *possible]
        most: ast.expr = t.number(1)
    else:
        name = env.shared.fresh("v")
        possible = [t.compare(t.named(name, spare), ">", frame(others)), *possible]
        most = t.if_else(t.compare(t.name(name), ">", number), t.number(number), t.name(name))
    numbers = t.call("range", frame(others) if number > 1 else t.number(0), t.plus(most, 1))
    put.append(t.return_(t.tuple_of([t.number(line.site), who, numbers, t.number(0)])))
    return [t.assign(frame(others), fewest), t.if_(t.both(possible), put)]


def _taken(line: ir.Pay, part: Part, other: ir.SubstituteText, env: Env) -> ast.expr:
    """How much of what may stand for something else a later part needs at least."""
    if isinstance(part.stuff, ir.Const) and env.shared.layout.stuffs[part.stuff.value] == other.stuff:
        return t.number(part.number)
    if part.other is None or part.other.stuff != other.stuff:
        return t.number(0)
    held = _here(line, part, env)
    return t.if_else(t.compare(held, "<", part.number), t.plus(t.number(part.number), held, "-"), t.number(0))


def _may(line: ir.Pay, part: Part, env: Env) -> list[ast.expr]:
    """When something may stand for the stuff."""
    other = part.other
    if other is None or other.when is None:
        return []
    inner = Env(env.shared, {}, frozenset([other.it, other.payee, "payer"]), env.you, env.depth)
    inner.places[other.it] = lambda: value(part.stuff, env)
    inner.places["payer"] = lambda: value(line.who, env)
    inner.places[other.payee] = lambda: value(part.to, paying(line, env))
    return [truth(other.when, inner)]


def _instead(line: ir.Pay, part: Part, others: ast.expr, env: Env) -> list[ast.stmt]:
    """Substitutes go where they go, and the payee gets the stuff from elsewhere."""
    other, layout = part.other, env.shared.layout
    assert other is not None
    many = t.number(1) if part.number == 1 else others
    goes = t.number(layout.holdings[layout.ids[other.goes_to]] + layout.stuffs.index(other.stuff))
    out = flow(many, _spare(line, other, env), goes, env)
    if not other.delivers_from:
        return out
    source, slots = layout.ids[other.delivers_from], slots_of(line, part.stuff, env)
    if slots is not None:
        here = t.plus(value(part.stuff, env), layout.holdings[source])
        delivered = flow(many, here, slots[1], env)
    else:
        delivered = [_transfer(line, part, many, t.number(source), env)]
    elsewhere = t.compare(value(part.to, paying(line, env)), "!=", source)
    if t.fixed(elsewhere) is not None:
        return [*out, *delivered] if t.fixed(elsewhere) else out
    return [*out, t.if_(elsewhere, delivered)]
