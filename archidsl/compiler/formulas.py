"""Measures, adjectives, nouns and computed properties in, Python expressions out: in place where they are small."""

from __future__ import annotations

import ast
from functools import partial

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.selections import steady
from archidsl.compiler.slots import default_of, guarded, may_be_nothing, simple

INLINE_NODES = 60
INLINE_DEPTH = 6


def measure(expr: ir.Measure, env: Env) -> ast.expr:
    """Small formulas are written out in place; others are called."""
    from archidsl.compiler.expressions import truth, value

    formula = env.shared.game.formulas[expr.name]
    args = [value(a, env) for a in expr.args]
    if not expr.name.startswith("measure:") and expr.args and may_be_nothing(expr.args[0], env):
        given_thing = ir.Local(expr.span, expr.args[0].type.sure, "it.sure")

        def of_something(made: ast.expr) -> ast.expr:
            inner = env.child()
            inner.places["it.sure"] = partial(_same, made)
            if not steady(expr.args[0], env.looped):
                inner.looped = inner.looped | {"it.sure"}
            return value(ir.Measure(expr.span, expr.type, expr.name, (given_thing,)), inner)

        return guarded(expr.args[0], env, args[0], of_something, default_of(expr.type))
    if _small(formula) and env.depth < INLINE_DEPTH and all(simple(a) for a in args):
        inner = Env(env.shared, {}, frozenset(), env.you, env.depth + 1, env.hoisted)
        sure = set()
        for (param, _), made, given in zip(formula.params, args, expr.args, strict=True):
            inner.places[param] = partial(_same, made)
            if not may_be_nothing(given, env):
                sure.add(param)
            if not steady(given, env.looped):
                inner.looped = inner.looped | {param}
            if isinstance(given, ir.Local) and given.name in env.located:
                inner.located = inner.located | {param}
        inner.sure = frozenset(sure)
        return truth(formula.body, inner)
    return t.call(env.shared.function_name(expr.name, "q"), t.name("S"), env.you(), *args)


def given_by(thing: int, behaviour: str, you: ast.expr, env: Env) -> ast.expr:
    """What a known thing gives for a behaviour: nothing, or its own formula written out or called."""
    from archidsl.compiler.expressions import truth

    shared = env.shared
    deed = shared.game.deeds.get((behaviour, shared.layout.names[thing])) if thing >= 0 else None
    if deed is None or deed.formula is None:
        return t.number(0)
    if not _small(deed.formula) or env.depth >= INLINE_DEPTH:
        return t.call(shared.function_name(f"value:{behaviour}:{deed.member}", "q"), t.name("S"), you)
    return truth(deed.formula.body, Env(shared, sure=deed.formula.sure, you=lambda: you, depth=env.depth + 1))


def _same(made: ast.expr) -> ast.expr:
    return made


def _small(formula: ir.Formula) -> bool:
    return sum(1 for _ in walk(formula.body)) <= INLINE_NODES
