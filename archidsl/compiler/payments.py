"""Payments in, statements out that change the slots of payer and payee; where that is all there is to it."""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.expressions import value
from archidsl.compiler.slots import holding_slot, may_be_nothing, simple

ALL = 10**9


def flow(amount: ast.expr, a: ast.expr, b: ast.expr, env: Env, checked: bool = False) -> list[ast.stmt]:
    """From one slot to another: as much as there is, unless that was checked before."""
    many = t.fixed(amount) or 0
    if checked and many > 0:
        return [t.add_to_slot(a, amount, "-"), t.add_to_slot(b, amount)]
    number, out = t.name(env.shared.fresh("v")), list[ast.stmt]()
    a = named(a, out, env)
    if many >= ALL:
        return [*out, t.assign(number, t.slot(a)), t.assign(t.slot(a), t.number(0)), t.add_to_slot(b, number)]
    change = [t.add_to_slot(a, number, "-"), t.add_to_slot(b, number)]
    if many > 0:
        less = t.if_(t.compare(number, ">", amount), [t.assign(number, amount)])
        return [*out, t.assign(number, t.slot(a)), less, *change]
    if checked:
        number = named(amount, out, env)
        change = [t.add_to_slot(a, number, "-"), t.add_to_slot(b, number)]
    else:
        out.append(t.assign(number, amount))
        out.append(t.if_(t.compare(number, ">", t.slot(a)), [t.assign(number, t.slot(a))]))
    return [*out, t.if_(t.compare(number, ">", 0), change)]


def named(made: ast.expr, out: list[ast.stmt], env: Env) -> ast.expr:
    """Something that may be written more than once, without being worked out more than once."""
    if simple(made):
        return made
    name = t.name(env.shared.fresh("v"))
    out.append(t.assign(name, made))
    return name


def pay_one(line: ir.Pay, env: Env, failed: list[ast.stmt] | None) -> list[ast.stmt] | None:
    """One stuff without substitutes, to a holder without limits: two slots change. Without `failed` there is enough."""
    if not isinstance(line.bundle, ir.Amount) or len(line.bundle.parts) != 1:
        return None
    number, stuff = line.bundle.parts[0]
    if not isinstance(stuff, ir.Const) or _substitutes(stuff, env):
        return None
    slots = slots_of(line, stuff, env)
    if slots is None:
        return None
    out: list[ast.stmt] = []
    here, there = slots
    amount = named(value(number, env), out, env)
    if failed is None:
        return [*out, *flow(amount, here, there, env, checked=True)]
    here = named(here, out, env)
    return [*out, t.if_(t.compare(t.slot(here), "<", amount), failed), *flow(amount, here, there, env, checked=True)]


def pay_own(line: ir.Pay, who: ast.expr, env: Env) -> tuple[ast.expr, list[ast.stmt]] | None:
    """For a payer who can pay: he has nothing that could stand for something else, and pays it all as it is."""
    if not isinstance(line.bundle, ir.Amount) or line.who.type.names != frozenset(["player"]):
        return None
    made: list[ast.stmt] = []
    others: set[str] = set()
    for number, stuff in line.bundle.parts:
        to = payee(line, stuff, env) if stuff is not None else None
        if stuff is None or to is None or may_be_nothing(line.who, env) or may_be_nothing(stuff, env):
            return None
        others |= _substitutes(stuff, env)
        slots = slots_of(line, stuff, env)
        if slots is not None:
            made += flow(value(number, env), *slots, env, checked=True)
        else:
            given = [value(stuff, env), value(number, env), who, value(to, paying(line, env))]
            made.append(t.do(t.call("transfer", t.name("S"), *given)))
    stuffs = [env.shared.layout.stuffs.index(word) for word in sorted(others)]
    held = [t.slot(holding_slot(line.who, who, t.number(stuff), env)) for stuff in stuffs]
    return t.both([t.compare(slot, "==", 0) for slot in held]), made


def _substitutes(stuff: ir.Expr, env: Env) -> set[str]:
    """Everything that may stand for a stuff, whichever it is."""
    words = {env.shared.layout.stuffs[stuff.value]} if isinstance(stuff, ir.Const) else stuff.type.names
    return {other.stuff for other in env.shared.game.substitutes if other.paid in words}


def payee(line: ir.Pay, stuff: ir.Expr, env: Env) -> ir.Expr | None:
    if line.to is None and isinstance(stuff, ir.Const):
        return env.shared.game.paid_to.get(env.shared.layout.stuffs[stuff.value])
    return line.to


def paying(line: ir.Pay, env: Env) -> Env:
    """The env in which it is said to whom something is paid."""
    inner = env.child()
    inner.places["payer"] = lambda: value(line.who, env)
    inner.sure = env.sure | {"payer"}
    return inner


def slots_of(line: ir.Pay, stuff: ir.Expr, env: Env) -> tuple[ast.expr, ast.expr] | None:
    """The slots from which and to which a stuff is paid; None if somebody may be missing, or have no room for it."""
    layout, to = env.shared.layout, payee(line, stuff, env)
    inner = paying(line, env)
    if to is None or may_be_nothing(line.who, env) or may_be_nothing(stuff, env) or may_be_nothing(to, inner):
        return None
    if any(i in layout.rooms for kind in to.type.names for i in layout.of_kind(kind)):
        return None
    made = value(stuff, env)
    here = holding_slot(line.who, value(line.who, env), made, env)
    return here, holding_slot(to, value(to, inner), made, inner)
