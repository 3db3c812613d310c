"""Values that are known before a game begins: counts and costs, worked out from numbers, tables and options."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.limits import MOST_OF_A_STUFF
from archidsl.checker.types import NUMBER, Type
from archidsl.checker.vocabulary import Table, Vocabulary
from archidsl.engine.assembly import pick
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
        row: object = table_rows(v.tables[expr.table], v, layout)
        for arg in expr.args:
            row = pick(row, evaluate(arg, v, game, layout))
        return row if isinstance(row, int) else 0
    return 0


def unsettled(expr: ir.Expr) -> ir.Expr | None:
    """The first part of an expression that only the game could tell, if there is one."""
    if isinstance(expr, ir.Const | ir.OptionValue):
        return None
    if isinstance(expr, ir.Count) and isinstance(expr.selection.source, ir.FromPlayers) and not expr.selection.tests:
        return None
    parts: tuple[ir.Expr, ...] = ()
    if isinstance(expr, ir.Arith):
        parts = (expr.left, expr.right)
    elif isinstance(expr, ir.Extreme | ir.Lookup):
        parts = expr.args
    return next((found for part in parts if (found := unsettled(part)) is not None), None) if parts else expr


def totals(v: Vocabulary, game: ir.Game, layout: Layout) -> tuple[int, ...]:
    """How many of each stuff there are."""
    counted = {
        name: max(0, min(evaluate(game.counts[name], v, game, layout), MOST_OF_A_STUFF))
        if name in game.counts
        else total
        for stuff in v.stuffs.values()
        for name, total in zip(stuff.members, stuff.totals, strict=True)
    }
    return tuple(counted[name] for name in layout.stuffs)


def table_rows(table: Table, v: Vocabulary, layout: Layout) -> object:
    """A table as nested tuples by number. The last two entries of each serve what is beyond and what is below."""
    return _rows(table.rows, table.params, table.beyond, v, layout)


def _rows(rows: object, params: tuple[tuple[str, Type], ...], beyond: int, v: Vocabulary, layout: Layout) -> object:
    if not params:
        return rows if isinstance(rows, int) else beyond
    inner, wanted = params[1:], params[0][1]
    nothing = _rows({} if inner else beyond, inner, beyond, v, layout)
    if wanted == NUMBER:
        if not isinstance(rows, tuple):
            return (nothing, nothing)
        return (*[_rows(row, inner, beyond, v, layout) for row in rows], nothing)
    words: dict[str, int] = {"label": v.labels, "stuff": v.stuff_index}.get(wanted.base, layout.ids)
    found = (
        {words[word]: _rows(row, inner, beyond, v, layout) for word, row in rows.items()}
        if isinstance(rows, dict)
        else {}
    )
    return (*[found.get(i, nothing) for i in range(max(found, default=-1) + 1)], nothing, nothing)
