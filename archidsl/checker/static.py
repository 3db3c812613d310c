"""Values that are known before a game begins: counts and costs, worked out from numbers, tables and options."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.vocabulary import Vocabulary
from archidsl.engine.layout import Layout


def evaluate(expr: ir.Expr, v: Vocabulary, game: ir.Game, layout: Layout) -> int:
    """The number an expression has whatever happens in the game; 0 for what depends on the game."""
    if isinstance(expr, ir.Const):
        return expr.value
    if isinstance(expr, ir.OptionValue):
        return layout.options[expr.name]
    if isinstance(expr, ir.Arith):
        left, right = evaluate(expr.left, v, game, layout), evaluate(expr.right, v, game, layout)
        return {"+": left + right, "-": left - right, "*": left * right}[expr.operator]
    if isinstance(expr, ir.Extreme):
        values = [evaluate(arg, v, game, layout) for arg in expr.args]
        return min(values) if expr.operator == "min" else max(values)
    if isinstance(expr, ir.Count) and isinstance(expr.selection.source, ir.FromPlayers):
        return layout.players
    if isinstance(expr, ir.Lookup):
        row: object = v.tables[expr.table].rows
        for arg in expr.args:
            row = pick(row, evaluate(arg, v, game, layout), v.tables[expr.table].beyond)
        return row if isinstance(row, int) else 0
    return 0


def pick(row: object, key: int, beyond: int) -> object:
    """One step into a table: a numbered row gives its last entry for all that is higher."""
    if isinstance(row, tuple):
        if key < 0:
            return beyond
        return row[key] if key < len(row) else row[-1]
    return beyond
