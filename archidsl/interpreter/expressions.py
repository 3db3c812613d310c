"""What an expression is worth in a state: one method for each class of the ir. Reading nothing is harmless."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from archidsl.checker import ir
from archidsl.checker.grid_layout import region_fact
from archidsl.engine.assembly import pick
from archidsl.engine.verbs import added, in_bundle
from archidsl.interpreter.selections import Selections
from archidsl.interpreter.world import NOTHING, Frame, Value, empty

COMPARED = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
RECKONED = {"+": operator.add, "-": operator.sub, "*": operator.mul}


class Values(Selections):
    """Adds the value of every expression."""

    def value(self, expr: ir.Expr, at: Frame) -> Value:
        return _WORTH[type(expr)](self, expr, at)

    def number(self, expr: ir.Expr | None, at: Frame, otherwise: int) -> int:
        return otherwise if expr is None else int(self.value(expr, at))

    # -- names

    def _const(self, expr: ir.Const, at: Frame) -> Value:
        return expr.value

    def _member(self, expr: ir.Member, at: Frame) -> Value:
        return self.layout.ids[expr.name]

    def _option(self, expr: ir.OptionValue, at: Frame) -> Value:
        return self.layout.options[expr.name]

    def _local(self, expr: ir.Local, at: Frame) -> Value:
        return at.locals[expr.name]

    def _you(self, expr: ir.You, at: Frame) -> Value:
        return at.you

    def _window_value(self, expr: ir.WindowValue, at: Frame) -> Value:
        return self.s[self.layout.window_slots[expr.window, expr.name]]

    def _moment(self, expr: ir.MomentNow, at: Frame) -> Value:
        return self.s[self.layout.moment]

    # -- what things have

    def slot(self, key: tuple[str, str], args: list[int]) -> int:
        """Where a stored property stands; -1 if one of the things is nothing."""
        column = self.layout.columns[key]
        if args and min(args) < 0:
            return -1
        if len(args) == 2:
            return column.offset + args[0] * column.width + args[1]
        return column.offset + sum(args)

    def _stored(self, expr: ir.Stored, at: Frame) -> Value:
        slot = self.slot(expr.key, [self.value(arg, at) for arg in expr.args])
        return self.s[slot] if slot >= 0 else empty(expr.type)

    def _fact(self, expr: ir.FactOf, at: Frame) -> Value:
        found = self.facts[expr.key][self.value(expr.of, at)]
        if expr.index is None:
            return found
        index = self.value(expr.index, at)
        return found[index] if 0 <= index < len(found) else empty(expr.type)

    def _held(self, expr: ir.Held, at: Frame) -> Value:
        return self.verbs.held(self.s, self.value(expr.holder, at), self.value(expr.stuff, at))

    def _in_bundle(self, expr: ir.InBundle, at: Frame) -> Value:
        return in_bundle(self.value(expr.bundle, at), self.value(expr.stuff, at))

    def _per_player(self, expr: ir.PerPlayer, at: Frame) -> Value:
        player = self.value(expr.player, at)
        mine = [i for i in self.layout.of_kind(expr.kind) if self.layout.owner_of.get(i) == player]
        return mine[0] if player >= 0 and mine else NOTHING

    def around(self, thing: int) -> int:
        """What a thing lies in directly, or is a fixed part of."""
        layout = self.layout
        place: int = self.s[layout.at + thing] if 0 <= thing < layout.movable else self.parents[thing]
        return place

    def _container(self, expr: ir.Container, at: Frame) -> Value:
        thing = self.around(self.value(expr.of, at))
        while thing >= 0 and thing not in self.layout.of_kind(expr.kind):
            thing = self.around(thing)
        return thing

    def _at(self, expr: ir.At, at: Frame) -> Value:
        return self.around(self.value(expr.of, at))

    def _within(self, expr: ir.Within, at: Frame) -> Value:
        thing, place = self.value(expr.of, at), self.value(expr.place, at)
        while thing >= 0:
            thing = self.around(thing)
            if thing == place:
                return int(place >= 0)
        return 0

    def _top(self, expr: ir.Top, at: Frame) -> Value:
        things = self.inside(self.value(expr.zone, at))
        return things[-1] if things else NOTHING

    def _single(self, expr: ir.Single, at: Frame) -> Value:
        thing = self.value(expr.of, at)
        return (thing,) if thing >= 0 else ()

    def _grid_value(self, expr: ir.GridValue, at: Frame) -> Value:
        args = [self.value(arg, at) for arg in expr.args]
        if args[0] < 0:
            return empty(expr.type)
        if expr.name.startswith("fact:"):
            rows = region_fact(self.v.grids[expr.grid], expr.name.removeprefix("fact:"), self.v)
            return rows[args[0] - self.grid.region0][self.grid.face_of_region(self.s, args[0])]
        return getattr(self.grid, expr.name)(self.s, *args)

    # -- reckoning and testing

    def _arith(self, expr: ir.Arith, at: Frame) -> Value:
        return RECKONED[expr.operator](self.value(expr.left, at), self.value(expr.right, at))

    def _extreme(self, expr: ir.Extreme, at: Frame) -> Value:
        return (min if expr.operator == "min" else max)([self.value(arg, at) for arg in expr.args])

    def _compare(self, expr: ir.Compare, at: Frame) -> Value:
        return int(COMPARED[expr.operator](self.value(expr.left, at), self.value(expr.right, at)))

    def _and(self, expr: ir.And, at: Frame) -> Value:
        return int(bool(self.value(expr.left, at)) and bool(self.value(expr.right, at)))

    def _or(self, expr: ir.Or, at: Frame) -> Value:
        return int(bool(self.value(expr.left, at)) or bool(self.value(expr.right, at)))

    def _not(self, expr: ir.Not, at: Frame) -> Value:
        return int(not self.value(expr.value, at))

    def _among(self, expr: ir.Among, at: Frame) -> Value:
        return int(self.value(expr.item, at) in self.value(expr.many, at))

    def _is_kind(self, expr: ir.IsKind, at: Frame) -> Value:
        return int(self.is_kind(self.value(expr.of, at), expr.kinds))

    # -- amounts

    def _amount(self, expr: ir.Amount, at: Frame) -> Value:
        parts = [(self.value(n, at), NOTHING if s is None else self.value(s, at)) for n, s in expr.parts]
        if all(stuff is not None for _, stuff in expr.parts):
            return tuple((stuff, number) for number, stuff in parts)
        total: Value = ()
        for (number, stuff), (_, named) in zip(parts, expr.parts, strict=True):
            total = added(total, number if named is None else ((stuff, number),))
        return total

    def _covers(self, expr: ir.Covers, at: Frame) -> Value:
        holder, bundle = self.value(expr.holder, at), self.value(expr.bundle, at)
        if expr.instead and holder < self.layout.players:
            return self.verbs.covers(self.s, holder, bundle)
        return self.verbs.has(self.s, holder, bundle)

    # -- texts with a name

    def _measure(self, expr: ir.Measure, at: Frame) -> Value:
        inner = self.measuring(expr, at)
        if not expr.name.startswith("measure:") and NOTHING in inner.locals.values():
            return empty(expr.type)  # nothing has no properties, computed or not, and is in no set
        body = self.rules.formulas[expr.name].body
        if self.met is not None:
            self.met(body.span, "")
        return self.value(body, inner)

    def measuring(self, expr: ir.Measure, at: Frame) -> Frame:
        """The frame in which the text of a measure is read."""
        params = self.rules.formulas[expr.name].params
        given = {local: self.value(arg, at) for (local, _), arg in zip(params, expr.args, strict=True)}
        return Frame(expr.name, at.you, given)

    def _lookup(self, expr: ir.Lookup, at: Frame) -> Value:
        row = self.tables[expr.table]
        for arg in expr.args:
            row = pick(row, self.value(arg, at))
        return row

    def _deed_value(self, expr: ir.DeedValue, at: Frame) -> Value:
        deed = self.deed(expr.behaviour, self.value(expr.of, at))
        if deed is None or deed.formula is None:
            return 0
        you = at.you if expr.player is None else self.value(expr.player, at)
        if self.met is not None:
            self.met(deed.formula.body.span, "")
        return self.value(deed.formula.body, Frame(deed.formula.name, you))

    def _can_run(self, expr: ir.CanRun, at: Frame) -> Value:
        return int(self.can_begin(expr.procedure, at.you, [self.value(arg, at) for arg in expr.args], ()))

    def _can_deed(self, expr: ir.CanDeed, at: Frame) -> Value:
        name = self.deed_now(expr.behaviour, self.value(expr.of, at))
        return int(bool(name) and self.can_begin(name, at.you, (), ()))

    # -- over many things

    def _count(self, expr: ir.Count, at: Frame) -> Value:
        return len(self.chosen(expr.selection, at))

    def _some(self, expr: ir.Some, at: Frame) -> Value:
        return int(bool(self.chosen(expr.selection, at)))

    def _all(self, expr: ir.All, at: Frame) -> Value:
        return tuple(self.chosen(expr.selection, at))

    def _first(self, expr: ir.First, at: Frame) -> Value:
        found = self.chosen(expr.selection, at)
        return found[0] if found else NOTHING

    def _aggregate(self, expr: ir.Aggregate, at: Frame) -> Value:
        local = expr.selection.local
        values = [self.value(expr.value, at.having(local, item)) for item in self.chosen(expr.selection, at)]
        if expr.operator == "total":
            return sum(values)
        return (max if expr.operator == "highest" else min)(values or [0])

    def _rank(self, expr: ir.Rank, at: Frame) -> Value:
        of = self.value(expr.of, at)
        if of < 0:
            return 0
        own = self.value(expr.value, at.having(expr.local, of))
        others = [self.value(expr.value, at.having(expr.local, player)) for player in self.s[self.layout.order]]
        return 1 + len({other for other in others if other > own})

    def _cases(self, expr: ir.Cases, at: Frame) -> Value:
        for when, then in expr.cases:
            if when is None or self.value(when, at):
                if self.met is not None:
                    self.met(then.span, "")
                return self.value(then, at)
        return empty(expr.type)


_WORTH: dict[type[ir.Expr], Callable[[Values, Any, Frame], Value]] = {
    ir.Const: Values._const, ir.Member: Values._member, ir.OptionValue: Values._option, ir.Local: Values._local,
    ir.You: Values._you, ir.WindowValue: Values._window_value, ir.MomentNow: Values._moment,
    ir.Stored: Values._stored, ir.FactOf: Values._fact, ir.Held: Values._held, ir.InBundle: Values._in_bundle,
    ir.PerPlayer: Values._per_player, ir.Container: Values._container, ir.At: Values._at, ir.Within: Values._within,
    ir.Top: Values._top, ir.Single: Values._single, ir.GridValue: Values._grid_value, ir.Arith: Values._arith,
    ir.Extreme: Values._extreme, ir.Compare: Values._compare, ir.And: Values._and, ir.Or: Values._or,
    ir.Not: Values._not, ir.Among: Values._among, ir.IsKind: Values._is_kind, ir.Amount: Values._amount,
    ir.Covers: Values._covers, ir.Measure: Values._measure, ir.Lookup: Values._lookup,
    ir.DeedValue: Values._deed_value, ir.CanRun: Values._can_run, ir.CanDeed: Values._can_deed,
    ir.Count: Values._count, ir.Some: Values._some, ir.All: Values._all, ir.First: Values._first,
    ir.Aggregate: Values._aggregate, ir.Rank: Values._rank, ir.Cases: Values._cases,
}  # fmt: skip
