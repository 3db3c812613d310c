"""Spots for one tile: what depends only on the cell of a spot is tested once for each open cell."""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.slots import guarded

BY_CELL = ("meets",)


def spot_loops(
    selection: ir.Selection, tests: tuple[ir.Expr, ...], env: Env
) -> tuple[list[tuple[str, ast.expr]], tuple[ir.Expr, ...]] | None:
    """Loops over open cells and over how the tile fits there; and the tests that are still to be made."""
    from archidsl.compiler.expressions import truth, value

    source = selection.source
    if not isinstance(source, ir.FromSpots) or not isinstance(source.tiles, ir.Single):
        return None
    opening = env.shared.fresh("v")
    cell = t.item(t.name(opening), t.number(0))
    inner = env.child()
    inner.looped = inner.looped | {selection.local}
    inner.cells = {**inner.cells, selection.local: lambda: cell}
    of_cell = [test for test in tests if _only_cell(test, selection.local)]
    made = [truth(test, inner) for test in of_cell]
    rim = t.slot(env.shared.grid.rim)
    cells = t.listing(t.name(opening), [(opening, rim)], made) if made else rim
    tile = source.tiles.of
    fit = guarded(
        tile, env, value(tile, env), lambda x: t.call("grid_fit", x, t.name(opening)), t.tuple_of([])
    )  # nothing fits nowhere
    return [(opening, cells), ("", fit)], tuple(test for test in tests if test not in of_cell)


def _only_cell(test: ir.Expr, local: str) -> bool:
    """Is the spot only asked for what its cell tells?"""
    all_reads = sum(isinstance(part, ir.Local) and part.name == local for part in walk(test))
    by_cell = sum(
        isinstance(part, ir.GridValue)
        and part.name in BY_CELL
        and isinstance(part.args[0], ir.Local)
        and part.args[0].name == local
        for part in walk(test)
    )
    return 0 < all_reads == by_cell
