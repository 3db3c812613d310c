"""Facts and relations of a grid in, Python expressions out."""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.checker.grid_layout import region_fact
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.slots import default_of, guarded, may_be_nothing


def grid_value(expr: ir.GridValue, env: Env) -> ast.expr:
    from archidsl.compiler.expressions import value

    shared = env.shared
    args = [_somewhere(a, env) if _only_cell_known(a, env) else value(a, env) for a in expr.args]
    if expr.name.startswith("fact:"):
        grid = shared.v.grids[expr.grid]
        rows = shared.constant((*[()] * shared.grid.region0, *region_fact(grid, expr.name[5:], shared.v)))
        return guarded(expr.args[0], env, args[0], lambda x: _region_fact(rows, x, env), default_of(expr.type))
    if expr.name.endswith("_of_spot") and may_be_nothing(expr.args[0], env):
        call = f"grid_{expr.name}"
        return guarded(expr.args[0], env, args[0], lambda x: t.call(call, t.name("S"), x), default_of(expr.type))
    direct = _direct_relation(expr, args, env)
    return direct or t.call(f"grid_{expr.name}", t.name("S"), *args)


def _region_fact(rows: ast.expr, region: ast.expr, env: Env) -> ast.expr:
    grid = env.shared.grid
    return t.item(t.item(rows, region), t.slot(t.plus(region, grid.region_face - grid.region0)))


def _direct_relation(expr: ir.GridValue, args: list[ast.expr], env: Env) -> ast.expr | None:
    """Relations that are one look-up: no call."""
    grid = env.shared.grid
    if may_be_nothing(expr.args[0], env):
        return None
    if expr.name == "adjacent_regions":
        return t.among(args[1], t.slot(t.plus(args[0], grid.region_near - grid.region0)))
    if expr.name == "meets" and grid.area_cells and not may_be_nothing(expr.args[1], env):
        low = min(grid.area_cells)
        if all(slot - area == grid.area_cells[low] - low for area, slot in grid.area_cells.items()):
            return t.among(_cell(expr.args[0], args[0], env), t.slot(t.plus(args[1], grid.area_cells[low] - low)))
    if expr.name == "joined" and grid.area_joins:
        low = min(grid.area_joins)
        if all(slot - area == grid.area_joins[low] - low for area, slot in grid.area_joins.items()):
            return t.among(args[1], t.slot(t.plus(args[0], grid.area_joins[low] - low)))
    return None


def _only_cell_known(expr: ir.Expr, env: Env) -> bool:
    return isinstance(expr, ir.Local) and expr.name in env.cells


def _somewhere(spot: ir.Expr, env: Env) -> ast.expr:
    """Some spot in the cell that is known."""
    return t.plus(_cell(spot, t.number(-1), env), env.shared.grid.rotations, "*")


def _cell(spot: ir.Expr, made: ast.expr, env: Env) -> ast.expr:
    """The number of a spot's cell on its grid."""
    if isinstance(spot, ir.Local) and spot.name in env.cells:
        return env.cells[spot.name]()
    turned = ast.BinOp(made, ast.FloorDiv(), t.number(env.shared.grid.rotations))
    return ast.BinOp(turned, ast.Mod(), t.number(len(env.shared.grid.neighbours)))
