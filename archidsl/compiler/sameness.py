"""Pieces of ir compared and rewritten: are two the same, what does a test say piece by piece."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import NODES
from archidsl.checker.inlining import renamed
from archidsl.checker.things import conjuncts
from archidsl.compiler.context import Env
from archidsl.compiler.slots import may_be_nothing

DEEPEST = 6


def same(one: Any, two: Any, names: Mapping[str, str]) -> bool:
    """Do both mean the same, if the locals of the first are called as `names` says? Places in files do not count."""
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(same(a, b, names) for a, b in zip(one, two, strict=True))
    found, other = one, two
    if not isinstance(one, NODES):
        return bool(one == two)
    if type(one) is not type(two):
        return False
    if isinstance(one, ir.Local):
        return bool(names.get(one.name, one.name) == other.name)
    if hasattr(one, "local"):
        names = {**names, found.local: other.local}
    return all(
        same(getattr(one, f.name), getattr(two, f.name), names)
        for f in dataclasses.fields(found)
        if f.name not in ("span", "type", "local")
    )


def put(node: Any, given: Mapping[str, ir.Expr]) -> Any:
    """The same with values in the place of locals."""
    if isinstance(node, tuple):
        return tuple(put(part, given) for part in node)
    if isinstance(node, ir.Local):
        return given.get(node.name, node)
    if not isinstance(node, NODES):
        return node
    made: Any = node
    changed = {f.name: put(getattr(node, f.name), given) for f in dataclasses.fields(made)}
    return dataclasses.replace(made, **changed)


def said(test: ir.Expr, env: Env, depth: int = 0) -> list[ir.Expr]:
    """What a test says, piece by piece: words that are declared are replaced by what they mean."""
    found: list[ir.Expr] = []
    for part in conjuncts(test):
        formula = env.shared.game.formulas.get(part.name) if isinstance(part, ir.Measure) else None
        if formula is None or depth >= DEEPEST or not isinstance(part, ir.Measure) or not _plain(part, env):
            found.append(part)
        else:
            found += [p for piece in _meaning(part, formula, env) for p in said(piece, env, depth + 1)]
    return found


def _meaning(part: ir.Measure, formula: ir.Formula, env: Env) -> list[ir.Expr]:
    """The pieces of a formula with the values it was given; its own locals get names that nobody else has."""
    own = env.shared.fresh(".")
    given = {local + own: arg for (local, _), arg in zip(formula.params, part.args, strict=True)}
    return conjuncts(put(renamed(formula.body, own), given))


def _plain(part: ir.Measure, env: Env) -> bool:
    return all(isinstance(a, ir.Local | ir.Const | ir.You) and not may_be_nothing(a, env) for a in part.args)
