"""Tables in, Python expressions out."""

from __future__ import annotations

import ast
from typing import Any

from archidsl.checker import ir
from archidsl.checker.static import table_rows
from archidsl.checker.types import NUMBER, Type
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.refusals import never_negative
from archidsl.compiler.slots import may_be_nothing
from archidsl.engine.assembly import pick

LONGEST_ROW = 100  # rows are made so long that no number is beyond them, up to here


def lookup(expr: ir.Lookup, env: Env) -> ast.expr:
    from archidsl.compiler.expressions import value

    table = env.shared.v.tables[expr.table]
    row: object = table_rows(table, env.shared.v, env.shared.layout)
    args = [value(a, env) for a in expr.args]
    while args and (known := t.fixed(args[0])) is not None:
        row = pick(row, known)
        args.pop(0)
    if not args:
        assert isinstance(row, int)
        return t.number(row)
    types = [type for _, type in table.params][-len(args) :]
    given = expr.args[-len(args) :]
    for depth, (type, index) in enumerate(zip(types, given, strict=True)):
        most = env.shared.cost_bounds.most(index)
        if type == NUMBER and never_negative(index, env.shared) and most < LONGEST_ROW:
            row = _padded(row, depth, most + 1)
    made = env.shared.constant(row)
    rows = [row]
    for arg, type, expr_of in zip(args, types, given, strict=True):
        indexes = _indexes(type, env)
        if type == NUMBER and never_negative(expr_of, env.shared):
            sure = all(isinstance(r, tuple) and env.shared.cost_bounds.most(expr_of) < len(r) - 2 for r in rows)
        else:
            sure = type != NUMBER and not may_be_nothing(expr_of, env)
            sure = sure and all(isinstance(r, tuple) and max(indexes, default=0) < len(r) for r in rows)
        made = t.item(made, arg) if sure else t.call("pick", made, arg)
        rows = [r[i] for r in rows if isinstance(r, tuple) for i in indexes or range(len(r)) if i < len(r)]
    return made


def _padded(row: Any, depth: int, size: int) -> Any:
    """Rows made so long that no number up to a size is beyond their end."""
    if not isinstance(row, tuple):
        return row
    if depth:
        return tuple(_padded(part, depth - 1, size) for part in row)
    *first, beyond, below = row
    return (*first, *[beyond] * (size - len(first)), beyond, below)


def _indexes(type: Type, env: Env) -> list[int]:
    """Every number that may come as an index of this type; none for plain numbers."""
    layout = env.shared.layout
    if type.base == "stuff":
        return [layout.stuffs.index(m) for m in type.names]
    return sorted({i for k in type.names for i in layout.of_kind(k)}) if type.base == "thing" else []
