"""ir expressions in, Python expressions out."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from archidsl.checker import ir
from archidsl.compiler import tree as t
from archidsl.compiler.beforehand import already_known, named_before, worked_out_before
from archidsl.compiler.context import Env, Known, can_call
from archidsl.compiler.formulas import given_by, measure
from archidsl.compiler.grid_values import grid_value
from archidsl.compiler.lookups import lookup
from archidsl.compiler.owners import kept_in
from archidsl.compiler.refusals import never_negative
from archidsl.compiler.sets import aggregate, all_of, compared, count, first_of, some
from archidsl.compiler.slots import default_of, guarded, holding_slot, kind_test, may_be_nothing, pair_slot

ON_GRID = ("area", "cell", "region")  # what grids are made of


def value(expr: ir.Expr, env: Env) -> ast.expr:
    """A value: yes and no become 1 and 0."""
    made = truth(expr, env)
    if isinstance(made, ast.Compare | ast.BoolOp | ast.UnaryOp) and expr.type.base in ("yes_no", "unknown"):
        return t.if_else(made, t.number(1), t.number(0))
    return made


def truth(expr: ir.Expr, env: Env) -> ast.expr:
    """The same, where only its truth matters."""
    made: ast.expr | None = already_known(expr, env) if env.known else None
    return made if made is not None else _MAKERS[type(expr)](expr, env)


# -- plain values


def _const(expr: ir.Const, env: Env) -> ast.expr:
    return t.number(expr.value)


def _member(expr: ir.Member, env: Env) -> ast.expr:
    return t.number(env.shared.layout.ids[expr.name])


def _option(expr: ir.OptionValue, env: Env) -> ast.expr:
    return t.number(env.shared.layout.options[expr.name])


def _local(expr: ir.Local, env: Env) -> ast.expr:
    return env.read(expr.name)


def _you(expr: ir.You, env: Env) -> ast.expr:
    return env.you()


def _window_value(expr: ir.WindowValue, env: Env) -> ast.expr:
    return t.slot(env.shared.layout.window_slots[expr.window, expr.name])


def _moment(expr: ir.MomentNow, env: Env) -> ast.expr:
    return t.slot(env.shared.layout.moment)


def _stored(expr: ir.Stored, env: Env) -> ast.expr:
    column = env.shared.layout.columns[expr.key]
    if not expr.args:
        return t.slot(column.offset)
    first_arg = value(expr.args[0], env)
    default = default_of(expr.type)
    if len(expr.args) == 1:
        return guarded(expr.args[0], env, first_arg, lambda x: t.slot(t.plus(x, column.offset)), default)
    second = value(expr.args[1], env)
    made = t.slot(pair_slot(first_arg, second, column.offset, column.width))
    tests = [
        t.compare(x, ">=", 0) for x, e in ((first_arg, expr.args[0]), (second, expr.args[1])) if may_be_nothing(e, env)
    ]
    return t.if_else(t.both(tests), made, default) if tests else made


def _fact(expr: ir.FactOf, env: Env) -> ast.expr:
    of = value(expr.of, env)
    row = env.shared.facts[expr.key]
    member = t.fixed(of)
    if member is not None and expr.index is None and isinstance(row[member], int):
        return t.number(row[member])
    made = t.item(env.shared.constant(row), of)  # the entry for -1 is the last: nothing has nothing
    if expr.index is None:
        return made
    index = value(expr.index, env)
    if never_negative(expr.index, env.shared) and not may_be_nothing(expr.of, env):
        most = env.shared.cost_bounds.most(expr.index)
        rows = [row[i] for k in expr.of.type.names for i in env.shared.layout.of_kind(k)]
        if rows and all(isinstance(r, tuple) and most < len(r) for r in rows):
            return t.item(made, index)
    return t.call("entry", made, index, default_of(expr.type))


def _held(expr: ir.Held, env: Env) -> ast.expr:
    holder, stuff = value(expr.holder, env), value(expr.stuff, env)
    if may_be_nothing(expr.holder, env) or may_be_nothing(expr.stuff, env):
        return t.call("held", t.name("S"), holder, stuff)
    return t.slot(holding_slot(expr.holder, holder, stuff, env))


def _in_bundle(expr: ir.InBundle, env: Env) -> ast.expr:
    return t.call("in_bundle", value(expr.bundle, env), value(expr.stuff, env))


def _per_player(expr: ir.PerPlayer, env: Env) -> ast.expr:
    low = env.shared.layout.ranges[expr.kind][0]
    player = value(expr.player, env)
    return guarded(expr.player, env, player, lambda x: t.plus(x, low), t.number(-1))


def _container(expr: ir.Container, env: Env) -> ast.expr:
    layout = env.shared.layout
    low, high = layout.ranges[expr.kind]
    of = value(expr.of, env)
    if isinstance(expr.of, ir.Local) and expr.of.name in env.located and every_area(expr.kind, env):
        return t.slot(t.plus(of, layout.at))  # where it was found to lie is an area
    kept = kept_in(expr, env.shared)
    if kept is not None:
        known = t.fixed(of)
        return t.number(kept[known]) if known is not None else t.item(env.shared.constant((*kept, -1)), of)
    if not _still(expr.of, expr.kind, env):
        return t.call("container", t.name("S"), of, t.number(low), t.number(high))
    around = tuple(i if low <= i < high else p if low <= p < high else -1 for i, p in enumerate(layout.parents[:-1]))
    table = env.shared.constant((*around, -1))
    return guarded(expr.of, env, of, lambda x: t.item(table, _place_of(expr.of, x, env)), t.number(-1))


def _still(of: ir.Expr, kind: str, env: Env) -> bool:
    """Is what lies around such a thing, up to that kind, always the same for each place it can be in?"""
    v, layout = env.shared.v, env.shared.layout
    for name in of.type.names:
        if v.kinds[name].sort == "area":
            continue
        if layout.ranges[name][1] > layout.movable:
            return False
        for place in v.places_of(name):
            if place in v.kinds and place != kind and layout.ranges[place][0] < layout.movable:
                return False
    return True


def _place_of(of: ir.Expr, made: ast.expr, env: Env) -> ast.expr:
    """The place of a thing; an area stands for itself, since its region is found from there."""
    if all(env.shared.v.kinds[k].sort == "area" for k in of.type.names):
        return made
    return t.slot(t.plus(made, env.shared.layout.at))


def _at(expr: ir.At, env: Env) -> ast.expr:
    layout = env.shared.layout
    of = value(expr.of, env)
    if all(high <= layout.movable for _, high in [layout.ranges[k] for k in expr.of.type.names]):
        return guarded(expr.of, env, of, lambda x: t.slot(t.plus(x, layout.at)), t.number(-1))
    return t.call("around", t.name("S"), of)


def every_area(kind: str, env: Env) -> bool:
    """Is this the word for areas of every sort?"""
    return env.shared.v.kinds[kind].sort == "area" and env.shared.v.kinds[kind].parent == ""


def _within(expr: ir.Within, env: Env) -> ast.expr:
    shared, layout = env.shared, env.shared.layout
    of, place = value(expr.of, env), value(expr.place, env)
    sorts = {shared.v.kinds[k].sort for k in expr.place.type.names}
    moving = all(layout.ranges[k][1] <= layout.movable for k in expr.of.type.names)
    if moving and sorts == {"grid"} and not any(_carried(k, env) for k in expr.of.type.names):
        return guarded(expr.of, env, of, lambda x: _on_grid(expr.of, _place_of(expr.of, x, env), env), t.number(0))
    if moving and sorts == {"zone"} and _still(expr.of, "", env) and not may_be_nothing(expr.place, env):
        return guarded(expr.of, env, of, lambda x: t.compare(_place_of(expr.of, x, env), "==", place), t.number(0))
    return t.call("inside", t.name("S"), of, place)


def _carried(kind: str, env: Env) -> bool:
    """Can such a thing lie in another that lies on a grid?"""
    v, layout = env.shared.v, env.shared.layout
    seen, left = set[str](), list(v.below(kind))
    while left:
        for place in v.places_of(left.pop()):
            if place not in v.kinds or layout.ranges[place][0] >= layout.movable:
                continue
            for carrier in v.below(place):
                if v.kinds[carrier].sort != "kind" or any(_is_fixed(p, env) for p in v.places_of(carrier)):
                    return True
                left += [] if carrier in seen else [carrier]
                seen.add(carrier)
    return False


def _is_fixed(place: str, env: Env) -> bool:
    v = env.shared.v
    return place in v.kinds and v.kinds[place].sort in ON_GRID


def _on_grid(of: ir.Expr, place: ast.expr, env: Env) -> ast.expr:
    """Is this place, where such a thing may lie, a part of the grid? Parts of grids mostly have the highest numbers."""
    v, layout = env.shared.v, env.shared.layout
    fixed = [v.kinds[k].sort in ON_GRID for k in layout.kind_of]
    kinds = {below for name in of.type.names for p in v.places_of(name) if p in v.kinds for below in v.below(p)}
    places = {i for kind in kinds for i in layout.of_kind(kind)}
    on, off = [i for i in places if fixed[i]], [i for i in places if not fixed[i]]
    if on and min(on) > max(off, default=-1):
        return t.compare(place, ">=", min(on))
    return t.item(env.shared.constant((*map(int, fixed), 0)), place)


def lies_in(of: ir.Expr, made: ast.expr, env: Env) -> ast.expr | None:
    """The place of a thing that moves; None if what it lies in may move too."""
    moving = all(env.shared.layout.ranges[k][1] <= env.shared.layout.movable for k in of.type.names)
    return _place_of(of, made, env) if moving and _still(of, "", env) else None


def _top(expr: ir.Top, env: Env) -> ast.expr:
    zone = value(expr.zone, env)
    known = t.fixed(zone)
    if known is None or known < 0 or env.shared.layout.contents[known] < 0:
        return t.call("top", t.name("S"), zone)
    there = t.either(t.slot(env.shared.layout.contents[known]), env.shared.constant((-1,)))
    return t.item(there, t.number(-1))


def _single(expr: ir.Single, env: Env) -> ast.expr:
    of = value(expr.of, env)
    return guarded(expr.of, env, of, lambda x: t.tuple_of([x]), t.tuple_of([]))


# -- arithmetic and tests


def _arith(expr: ir.Arith, env: Env) -> ast.expr:
    return t.plus(value(expr.left, env), value(expr.right, env), expr.operator)


def _extreme(expr: ir.Extreme, env: Env) -> ast.expr:
    made = sorted([value(a, env) for a in expr.args], key=lambda arg: t.fixed(arg) is not None)
    limit = t.fixed(made[-1])
    if len(made) != 2 or limit is None or t.fixed(made[0]) is not None:
        return t.call(expr.operator, *made)
    held = env.shared.fresh("v")
    beyond = t.compare(t.named(held, made[0]), ">" if expr.operator == "min" else "<", limit)
    return t.if_else(beyond, t.number(limit), t.name(held))


def _compare(expr: ir.Compare, env: Env) -> ast.expr:
    return compared(expr, env) or t.compare(value(expr.left, env), expr.operator, value(expr.right, env))


def _and(expr: ir.And, env: Env) -> ast.expr:
    return t.both([truth(expr.left, env), truth(expr.right, env)])


def _or(expr: ir.Or, env: Env) -> ast.expr:
    return t.either(truth(expr.left, env), truth(expr.right, env))


def _not(expr: ir.Not, env: Env) -> ast.expr:
    inner = expr.value
    if isinstance(inner, ir.Compare) and inner.operator == "==":
        return t.compare(value(inner.left, env), "!=", value(inner.right, env))
    return t.negated(truth(inner, env))


def _among(expr: ir.Among, env: Env) -> ast.expr:
    return t.among(value(expr.item, env), value(expr.many, env))


def _is_kind(expr: ir.IsKind, env: Env) -> ast.expr:
    return kind_test(value(expr.of, env), expr.kinds, env)


def _amount(expr: ir.Amount, env: Env) -> ast.expr:
    pairs = [(value(n, env), value(s, env) if s is not None else None) for n, s in expr.parts]
    if all(s is not None for _, s in pairs):
        return t.tuple_of([t.tuple_of([s, n]) for n, s in pairs if s is not None])
    made: ast.expr = t.tuple_of([])
    for n, s in pairs:
        made = t.call("added", made, n if s is None else t.tuple_of([t.tuple_of([s, n])]))
    return made


def _covers(expr: ir.Covers, env: Env) -> ast.expr:
    verb = "covers" if expr.instead else "has"
    return t.call(verb, t.name("S"), value(expr.holder, env), value(expr.bundle, env))


# -- things that many words stand for


def _deed_value(expr: ir.DeedValue, env: Env) -> ast.expr:
    you = value(expr.player, env) if expr.player is not None else env.you()
    of = value(expr.of, env)
    known = t.fixed(of)
    if known is not None and t.fixed(you) is not None:
        return given_by(known, expr.behaviour, you, env)
    table, low = env.shared.deed_table(expr.behaviour, "value")
    return guarded(
        expr.of, env, of, lambda x: t.call(t.item(t.name(table), t.plus(x, -low)), t.name("S"), you), t.number(0)
    )


def _can_run(expr: ir.CanRun, env: Env) -> ast.expr:
    return can_call(expr.procedure, env.you(), [value(a, env) for a in expr.args], env)


def _can_deed(expr: ir.CanDeed, env: Env) -> ast.expr:
    table, low = env.shared.deed_table(expr.behaviour, "can|")
    of = value(expr.of, env)
    return guarded(
        expr.of, env, of,
        lambda x: t.call(t.item(t.name(table), t.plus(x, -low)), t.name("S"), env.you()), t.number(0),
    )  # fmt: skip


def _rank(expr: ir.Rank, env: Env) -> ast.expr:
    inner = env.child()
    name = inner.bind(expr.local)
    players = env.shared.constant(range(env.shared.layout.players))
    values = t.listing(value(expr.value, inner), [(name, players)], [])
    before = worked_out_before(replace(expr, of=ir.Const(expr.span, expr.of.type, 0)), values, env)
    if isinstance(before, ast.Name) and env.beforehand is not None:
        env.beforehand.known.append(Known(expr.value, expr.local, before.id))
        ranks = named_before(t.call("ranks", before), env.beforehand, env)
        return guarded(expr.of, env, value(expr.of, env), lambda player: t.item(ranks, player), t.number(0))
    own = env.child()
    held = own.bind(expr.local)

    def ranked(player: ast.expr) -> ast.expr:
        mine = t.item(t.listing(value(expr.value, own), [(held, t.tuple_of([player]))], []), t.number(0))
        return t.call("rank", values, mine)

    return guarded(expr.of, env, value(expr.of, env), ranked, t.number(0))


def _cases(expr: ir.Cases, env: Env) -> ast.expr:
    made = default_of(expr.type)
    for when, then in reversed(expr.cases):
        made = value(then, env) if when is None else t.if_else(truth(when, env), value(then, env), made)
    return made


_MAKERS: dict[type, Any] = {
    ir.Const: _const, ir.Member: _member, ir.OptionValue: _option, ir.Local: _local, ir.You: _you,
    ir.WindowValue: _window_value, ir.MomentNow: _moment, ir.Stored: _stored, ir.FactOf: _fact, ir.Held: _held,
    ir.InBundle: _in_bundle, ir.PerPlayer: _per_player, ir.Container: _container, ir.At: _at, ir.Within: _within,
    ir.Top: _top, ir.Single: _single, ir.GridValue: grid_value, ir.Arith: _arith, ir.Extreme: _extreme,
    ir.Compare: _compare, ir.And: _and, ir.Or: _or, ir.Not: _not, ir.Among: _among, ir.IsKind: _is_kind,
    ir.Amount: _amount, ir.Covers: _covers, ir.Measure: measure, ir.Lookup: lookup, ir.DeedValue: _deed_value,
    ir.CanRun: _can_run, ir.CanDeed: _can_deed, ir.Count: count, ir.Some: some, ir.All: all_of, ir.First: first_of,
    ir.Aggregate: aggregate, ir.Rank: _rank, ir.Cases: _cases,
}  # fmt: skip
