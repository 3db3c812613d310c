"""Where things stand in the state, as Python expressions: slots of properties and holdings, ranges of kinds."""

from __future__ import annotations

import ast
from collections.abc import Callable

from archidsl.checker import ir
from archidsl.checker.types import Type
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env


def may_be_nothing(expr: ir.Expr, env: Env) -> bool:
    from archidsl.compiler.owners import kept_in

    if isinstance(expr, ir.Local):
        return expr.type.optional and expr.name not in env.sure
    if isinstance(expr, ir.Container) and isinstance(expr.of, ir.Local) and expr.of.name in env.located:
        return (
            env.shared.v.kinds[expr.kind].sort not in ("area", "region") or env.shared.v.kinds[expr.kind].parent != ""
        )
    if isinstance(expr, ir.Container) and expr.type.optional and not may_be_nothing(expr.of, env):
        kinds = env.shared.v.kinds
        of_area = all(kinds[k].sort == "area" for k in expr.of.type.names) and kinds[expr.kind].sort == "region"
        return not of_area and kept_in(expr, env.shared) is None
    return expr.type.optional


def simple(node: ast.expr) -> bool:
    """Can this be written twice without being worked out twice?"""
    if isinstance(node, ast.Name | ast.Constant):
        return True
    return isinstance(node, ast.Subscript) and simple(node.value) and isinstance(node.slice, ast.Constant)


def guarded(
    of: ir.Expr, env: Env, made: ast.expr, build: Callable[[ast.expr], ast.expr], default: ast.expr
) -> ast.expr:
    """`build(x)`, or the default if x is nothing."""
    if not may_be_nothing(of, env):
        return build(made)
    if simple(made):
        return t.if_else(t.compare(made, ">=", 0), build(made), default)
    held = env.shared.fresh("v")  # worked out once
    return t.if_else(t.compare(t.named(held, made), ">=", 0), build(t.name(held)), default)


def default_of(type: Type) -> ast.expr:
    if type.shape or type.base == "bundle":
        return t.tuple_of([])
    return t.number(0 if type.base in ("number", "yes_no") else -1)


def pair_slot(one: ast.expr, two: ast.expr, offset: int, width: int) -> ast.expr:
    return t.plus(t.plus(t.plus(one, width, "*"), two), offset)


def holding_slot(holder: ir.Expr, made: ast.expr, stuff: ast.expr, env: Env) -> ast.expr:
    """The slot of a stuff of a holder: a sum where the holders of that type stand evenly, else by table."""
    layout = env.shared.layout
    holding = t.fixed(made)
    if holding is not None:
        return t.plus(stuff, layout.holdings[holding])
    ids = [i for kind in sorted(holder.type.names) for i in layout.of_kind(kind) if layout.holdings[i] >= 0]
    size = len(layout.stuffs)
    if ids and all(layout.holdings[i] - i * size == layout.holdings[ids[0]] - ids[0] * size for i in ids):
        base = layout.holdings[ids[0]] - ids[0] * size
        return t.plus(t.plus(made, size, "*"), t.plus(stuff, base))
    return t.plus(t.item(env.shared.constant(tuple(layout.holdings)), made), stuff)


def kind_test(made: ast.expr, kinds: frozenset[str], env: Env) -> ast.expr:
    """Is this number in the ranges of these kinds?"""
    spans = kind_spans(kinds, env)
    if len(spans) == 1:
        return t.between(spans[0][0], made, spans[0][1])
    return t.among(made, env.shared.constant(tuple(i for low, high in spans for i in range(low, high))))


def kind_spans(kinds: frozenset[str], env: Env) -> list[tuple[int, int]]:
    """The ranges of some kinds, neighbours joined, empty ones left out."""
    spans: list[tuple[int, int]] = []
    for low, high in sorted({env.shared.layout.ranges.get(k, (0, 0)) for k in kinds}):
        if low == high:
            continue
        if spans and low <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(high, spans[-1][1]))
        else:
            spans.append((low, high))
    return spans
