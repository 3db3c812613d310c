"""The words that a grid brings with it: spots, their parts, and who touches whom."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.scope import Scope, nothing
from archidsl.checker.types import NUMBER, YES_NO, Type
from archidsl.checker.vocabulary import GridDecl
from archidsl.lang import nodes as n

# name -> what it takes, in words of the grid's own kinds ("cell" or "region" share one name: adjacent)
RELATIONS = {
    "adjacent": ("place", "place"),
    "joined": ("area", "area"),
    "shore": ("area", "area"),
    "touches": ("spot", "region"),
    "meets": ("spot", "area"),
    "has_area": ("spot", "noun"),
}
SPOT_PARTS = ("tile", "cell", "face", "rotation", "contacts")


def spot_type(grid: str) -> Type:
    return Type("spot", frozenset([grid]))


def grid_property(node: n.Property, of: ir.Expr, scope: Scope) -> ir.Expr | None:
    if of.type.base == "spot":
        grid = scope.v.grids[next(iter(of.type.names))]
        return _of_spot(node, of, grid, scope)
    if of.type.base != "thing" or of.type.shape:
        return None
    for grid in scope.v.grids.values():
        if not grid.lays:
            continue
        if of.type.names == frozenset([grid.lays]) and node.name == grid.makes:
            return ir.GridValue(node.span, scope.v.kind_type(grid.makes).maybe, grid.name, "region_of_tile", (of,))
        if of.type.names == frozenset([grid.cells]) and node.name == grid.makes:
            return ir.GridValue(node.span, scope.v.kind_type(grid.makes).maybe, grid.name, "region_of_cell", (of,))
        if of.type.names == frozenset([grid.makes]) and node.name in (grid.lays, grid.cells, "face", "rotation"):
            return _of_region(node, of, grid, scope)
    return None


def _of_spot(node: n.Property, of: ir.Expr, grid: GridDecl, scope: Scope) -> ir.Expr | None:
    types = {grid.lays: "tile", grid.cells: "cell"}
    part = types.get(node.name, node.name)
    if part not in SPOT_PARTS:
        return None
    type = NUMBER
    if part in ("tile", "cell"):
        type = scope.v.kind_type(node.name)
    return ir.GridValue(node.span, type, grid.name, f"{part}_of_spot", (of,))


def _of_region(node: n.Property, of: ir.Expr, grid: GridDecl, scope: Scope) -> ir.Expr:
    if node.name == grid.lays:
        return ir.GridValue(node.span, scope.v.kind_type(grid.lays).maybe, grid.name, "tile_of_region", (of,))
    if node.name == grid.cells:
        return ir.GridValue(node.span, scope.v.kind_type(grid.cells).maybe, grid.name, "cell_of_region", (of,))
    return ir.GridValue(node.span, NUMBER, grid.name, f"{node.name}_of_region", (of,))


def relation(node: n.Call, scope: Scope) -> ir.Expr | None:
    """`joined(a, b)`: None if no grid knows the word."""
    from archidsl.checker.expressions import value

    if node.name not in RELATIONS or not scope.v.grids:
        return None
    wanted = RELATIONS[node.name]
    if len(node.args) != len(wanted):
        scope.text.error("wrong-count", node.span, f"`{node.name}` takes {len(wanted)} values, not {len(node.args)}")
        return nothing(node.span)
    args: list[ir.Expr] = []
    for arg, what in zip(node.args, wanted, strict=True):
        if what == "noun":
            args.append(_area_noun(arg, scope))
            continue
        args.append(value(arg, scope))
    grid = _grid_of(args[0], scope)
    sorts = {"place": ("region", "cell"), "area": ("area",), "region": ("region",)}
    for arg_expr, what in zip(args, wanted, strict=True):
        ok = what == "noun" or (what == "spot" and arg_expr.type.base == "spot")
        ok = ok or (
            arg_expr.type.base == "thing"
            and {scope.v.kinds[k].sort for k in arg_expr.type.names} <= set(sorts.get(what, ()))
        )
        if not ok and arg_expr.type.base != "unknown":
            scope.text.error("wrong-type", arg_expr.span, f"`{node.name}` wants a {what}, but this is {arg_expr.type}")
            return nothing(node.span)
    if grid is None:
        return nothing(node.span)
    name = node.name
    if name == "adjacent":
        cells = scope.v.grids[grid].cells
        name = "adjacent_cells" if args[0].type.names == frozenset([cells]) else "adjacent_regions"
    return ir.GridValue(node.span, YES_NO, grid, name, tuple(args))


def _grid_of(expr: ir.Expr, scope: Scope) -> str | None:
    if expr.type.base == "spot":
        return next(iter(expr.type.names))
    for kind in expr.type.names:
        if scope.v.kinds[kind].whole:
            return scope.v.kinds[kind].whole
    return None


def _area_noun(node: n.Expression, scope: Scope) -> ir.Expr:
    """`has_area(spot, shore)`: the kind as its number among the grid's kinds of area."""
    if isinstance(node, n.Name):
        for grid in scope.v.grids.values():
            names = [name for name, _ in grid.areas]
            if node.name in names:
                return ir.Const(node.span, NUMBER, names.index(node.name))
    scope.text.error("wrong-type", node.span, "here belongs a kind of area")
    return nothing(node.span)
