"""Payments of an opening in, tests out: is there enough for all of them at once?"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.types import NUMBER, Type
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.sameness import same
from archidsl.compiler.slots import holding_slot, may_be_nothing
from archidsl.engine.verbs import Bundle, added


@dataclass(frozen=True, slots=True)
class Due:
    """What has to be paid besides: known beforehand, or only when the game runs (then in a Python name)."""

    fixed: Bundle = ()
    name: str = ""

    @property
    def key(self) -> str:
        """Part of the name of a function that counts with it; such functions take what is not known beforehand."""
        return "D" if self.name else ",".join(f"{stuff}x{number}" for stuff, number in self.fixed)

    @property
    def args(self) -> list[ast.expr]:
        return [t.name(self.name)] if self.name else []

    @property
    def made(self) -> ast.expr:
        if self.name:
            return t.name(self.name)
        return t.tuple_of([t.tuple_of([t.number(stuff), t.number(number)]) for stuff, number in self.fixed])


NOTHING = Due()


def due_from(key: str) -> Due:
    if key == "D":
        return Due(name="D")
    pairs = [part.split("x") for part in key.split(",") if part]
    return Due(tuple((int(stuff), int(number)) for stuff, number in pairs))


def with_payment(line: ir.Pay, due: Due, env: Env) -> tuple[Due, list[ast.stmt]]:
    """What is due with this payment too, and the statements that work it out."""
    paid = _known(line.bundle)
    if paid is not None and not due.name:
        return Due(added(due.fixed, paid)), []
    made = value(line.bundle, env)
    if due.name or due.fixed:
        made = t.call("added", due.made, made)
    name = env.shared.fresh("v")
    return Due(name=name), [t.assign(t.name(name), made)]


def settled(line: ir.Pay, env: Env) -> ir.Pay:
    """The same payment; if the thing that says what is paid is known, so is what it says."""
    bundle = line.bundle
    if not isinstance(bundle, ir.FactOf) or bundle.index is not None:
        return line
    thing = t.fixed(value(bundle.of, env))
    if thing is None:
        return line
    row, span, names = env.shared.facts[bundle.key][thing], line.span, env.shared.layout.stuffs
    parts = [(ir.Const(span, NUMBER, number), ir.Const(span, _one_of(names[stuff]), stuff)) for stuff, number in row]
    return replace(line, bundle=ir.Amount(span, bundle.type, tuple(parts)))


def _one_of(stuff: str) -> Type:
    return Type("stuff", names=frozenset([stuff]))


def _known(bundle: ir.Expr) -> Bundle | None:
    if not isinstance(bundle, ir.Amount):
        return None
    paid: Bundle = ()
    for number, stuff in bundle.parts:
        if not (isinstance(number, ir.Const) and isinstance(stuff, ir.Const)):
            return None
        paid = added(paid, ((stuff.value, number.value),))
    return paid


def covered(line: ir.Pay, due: Due, env: Env) -> ast.expr:
    """Could this be paid, together with what is due?"""
    to = value(line.to, env) if line.to is not None else t.number(-1)
    quick = None if due.name or not _apart(line, due, env) else enough(line, env)
    if quick is not None:
        return quick
    bundle = value(line.bundle, env)
    if due.name or due.fixed:
        return t.call("covers", t.name("S"), value(line.who, env), t.call("added", due.made, bundle), to)
    worked_out = t.call("covers", t.name("S"), value(line.who, env), bundle, to)
    if isinstance(line.bundle, ir.Amount) or may_be_nothing(line.who, env):
        return worked_out
    return t.either(t.negated(bundle), worked_out)  # nothing at all can always be paid


def _apart(line: ir.Pay, due: Due, env: Env) -> bool:
    """Does what is due leave untouched whatever this payment could take?"""
    shared = env.shared
    named = {shared.layout.stuffs[stuff] for stuff, _ in due.fixed}
    taken = shared.analysis.stuffs_of(line.bundle)
    if taken is None or not named:
        return not named
    others = {s.stuff for s in shared.game.substitutes if s.paid in taken}
    return not named & (taken | others) and not any(s.paid in named for s in shared.game.substitutes)


def enough(line: ir.Pay, env: Env) -> ast.expr | None:
    """Is there enough of each stuff, or of what may stand for it? None if that is not said in a few words."""
    bundle = line.bundle
    if not isinstance(bundle, ir.Amount) or may_be_nothing(line.who, env):
        return None
    parts = [(number, stuff) for number, stuff in bundle.parts if stuff is not None and not may_be_nothing(stuff, env)]
    fixed = [stuff.value for _, stuff in parts if isinstance(stuff, ir.Const)]
    if len(parts) < len(bundle.parts) or (len(parts) > 1 and len(set(fixed)) < len(parts)):
        return None
    kinds = [stands_for(stuff, env.shared) for _, stuff in parts]
    if None not in kinds and not any(kinds):
        return t.both([_has(line.who, number, stuff, env) for number, stuff in parts])
    if line.who.type.names != frozenset(["player"]):
        return None
    if len(parts) == 1 and isinstance(kinds[0], ir.SubstituteText):
        return _or_substitute(line, *parts[0], kinds[0], env)
    if len(fixed) < len(parts):
        return None
    return _several(line, parts, env)


def _several(line: ir.Pay, parts: list[tuple[ir.Expr, ir.Expr]], env: Env) -> ast.expr:
    """Enough of everything; or something that stands for others, and then it has to be worked out."""
    all_there = t.both([_has(line.who, number, stuff, env) for number, stuff in parts])
    words = {env.shared.layout.stuffs[stuff.value] for _, stuff in parts if isinstance(stuff, ir.Const)}
    others = sorted({s.stuff for s in env.shared.game.substitutes if s.paid in words})
    to = value(line.to, env) if line.to is not None else t.number(-1)
    who = value(line.who, env)
    any_there: ast.expr = t.number(0)
    for word in others:
        slot = holding_slot(line.who, who, t.number(env.shared.layout.stuffs.index(word)), env)
        here = t.compare(t.slot(slot), ">", 0)
        any_there = here if len(others) == 1 else t.either(any_there, here)
    worked_out = t.call("covers", t.name("S"), who, value(line.bundle, env), to)
    return t.either(all_there, t.both([any_there, worked_out]))


def _has(who: ir.Expr, number: ir.Expr, stuff: ir.Expr, env: Env) -> ast.expr:
    slot = holding_slot(who, value(who, env), value(stuff, env), env)
    return t.compare(t.slot(slot), ">=", value(number, env))


def stands_for(stuff: ir.Expr, shared: Shared) -> ir.SubstituteText | bool | None:
    """What may stand for this stuff, whichever it is: False if nothing, None if it depends."""
    found = [s for s in shared.game.substitutes if s.paid in stuff.type.names]
    if isinstance(stuff, ir.Const):
        found = [s for s in shared.game.substitutes if s.paid == shared.layout.stuffs[stuff.value]]
    elif found and len(found) < len(stuff.type.names):
        return None
    if not found:
        return False
    first = found[0]
    alike = all(
        _ways(s) == _ways(first) and same(first.when, s.when, {first.it: s.it, first.payee: s.payee}) for s in found
    )
    return first if alike else None


def _ways(other: ir.SubstituteText) -> tuple[str, str, str]:
    return other.stuff, other.goes_to, other.delivers_from


def _or_substitute(
    line: ir.Pay, number: ir.Expr, stuff: ir.Expr, other: ir.SubstituteText, env: Env
) -> ast.expr | None:
    """Enough of the stuff, or enough of what may stand for what is missing."""
    if any(isinstance(part, ir.Local) and part.name == other.payee for part in walk(other.when)):
        return None
    who, made = value(line.who, env), value(number, env)
    here = t.slot(holding_slot(line.who, who, value(stuff, env), env))
    spare = t.slot(holding_slot(line.who, who, t.number(env.shared.layout.stuffs.index(other.stuff)), env))
    tests = [t.compare(spare, ">=", t.plus(made, here, "-"))]
    if other.when is not None:
        inner = Env(env.shared, {}, frozenset([other.it, "payer"]), env.you, env.depth)
        inner.places[other.it] = lambda: value(stuff, env)
        inner.places["payer"] = lambda: who
        tests.append(truth(other.when, inner))
    return t.either(t.compare(here, ">=", made), t.both(tests))
