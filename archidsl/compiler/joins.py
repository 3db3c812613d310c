"""Areas that are joined with a known one: gone through where they are kept, instead of asking every area."""

from __future__ import annotations

from dataclasses import dataclass, replace

from archidsl.checker import ir
from archidsl.compiler.context import Env
from archidsl.compiler.sameness import said
from archidsl.compiler.slots import may_be_nothing


@dataclass(frozen=True, slots=True)
class FromJoins(ir.FromMany):
    """The areas that `many` is joined with, in the order in which they were laid."""


def by_join(selection: ir.Selection, env: Env) -> ir.Selection:
    """`area a where joined(x, a)`: the areas that x is joined with."""
    source = selection.source
    if not isinstance(source, ir.FromLaid) or source.region is not None or not evenly(env):
        return selection
    grid = env.shared.v.grids[source.grid]
    if source.kinds == frozenset([grid.makes]):
        return selection
    inner = env.child()
    inner.sure = inner.sure | {selection.local}
    tests = [piece for test in selection.tests for piece in said(test, inner)]
    for i, test in enumerate(tests):
        start = _start(test, selection.local, env)
        if start is not None:
            left = tests[:i] + tests[i + 1 :]
            if not source.kinds >= {name for name, _ in grid.areas}:
                local = ir.Local(selection.span, selection.item, selection.local)
                left.insert(0, ir.IsKind(selection.span, test.type, local, source.kinds))
            return replace(selection, source=FromJoins(start), tests=tuple(left))
    return selection


def _start(test: ir.Expr, local: str, env: Env) -> ir.Expr | None:
    """What the area has to be joined with, if this test says that it must be."""
    from archidsl.compiler.selections import steady

    if not isinstance(test, ir.GridValue) or test.name != "joined":
        return None
    one, two = test.args
    if isinstance(one, ir.Local) and one.name == local:
        one, two = two, one
    alone = isinstance(two, ir.Local) and two.name == local and steady(one, frozenset([local]))
    return one if alone and not may_be_nothing(one, env) else None


def evenly(env: Env) -> bool:
    """Do the slots of joins stand side by side, as the areas do?"""
    joins = env.shared.grid.area_joins
    return bool(joins) and len({slot - area for area, slot in joins.items()}) == 1
