"""What is asked of many things at once, as Python expressions: how many, whether some, the highest, the first."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.types import YES_NO, Type
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env
from archidsl.compiler.owners import everybody
from archidsl.compiler.selections import first, lies_in_areas, listed, loops, steady
from archidsl.compiler.slots import may_be_nothing, simple

WRITTEN_OUT = 25  # the largest test that is written once for each player
FOR_ONE = {"highest": (">", ">="), "lowest": ("<", "<=")}  # comparisons that hold if they hold for one of them


def count(expr: ir.Count, env: Env) -> ast.expr:
    by_region = _regions(expr.selection, env)
    if by_region is not None:
        here, each = by_region[0], env.shared.fresh("v")
        same = t.listing(t.name(each), [(each, by_region[1])], [t.compare(t.name(each), "==", here)])
        return t.call("len", same)
    return t.call("len", listed(expr.selection, env))


def some(expr: ir.Some, env: Env) -> ast.expr:
    from archidsl.compiler.expressions import truth

    found = _in_any_zone(expr.selection, env)
    if found is not None:
        return found
    by_region = _regions(expr.selection, env)
    if by_region is not None:
        return t.among(*by_region)
    if _few(expr.selection.tests, expr.selection, env):
        tests = [
            t.both([truth(test, one) for test in env.shared.cheapest_first(expr.selection.tests)])
            for one in _players(expr.selection.local, env)
        ]
        return _any(tests)
    return _one_of(expr.selection, env) or t.negated(t.negated(listed(expr.selection, env)))


def _one_of(selection: ir.Selection, env: Env) -> ast.expr | None:
    """`some (x where a is in b(x))`, for each of many a: all that is in any b(x) is put together before the loop."""
    if env.hoisted is None or not env.looped:
        return None
    inner, mark = env.child(), len(env.hoisted)
    pairs, tests = loops(selection, inner)
    things = {name for name, _ in pairs}
    before = [test for test in tests if _known(test, things, env)]
    other = [test for test in tests if test not in before]
    test = other[0] if len(other) == 1 and all(_known(source, things, env) for _, source in pairs) else None
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.In | ast.Eq):
        left, right = test.left, test.comparators[0]
        if isinstance(test.ops[0], ast.Eq) and things & _names(left):
            left, right = right, left
        if not things & _names(left) and _known(right, things, env):
            name, each = env.shared.fresh("v"), env.shared.fresh("v")
            found = t.listing(right, pairs, before)
            if isinstance(test.ops[0], ast.In):
                found = t.listing(t.name(each), [*pairs, (each, right)], [])
                assert isinstance(found, ast.ListComp)
                found.generators[-2].ifs = before
            env.hoisted.append(t.assign(t.name(name), found))
            return t.among(left, t.name(name))
    del env.hoisted[mark:]
    return None


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in t.walk(node) if isinstance(part, ast.Name)}


def _known(node: ast.AST, things: set[str], env: Env) -> bool:
    """Can this be worked out before the loops begin, thing by thing?"""
    made = {part.target.id for part in t.walk(node) if isinstance(part, ast.NamedExpr)}
    for line in env.hoisted or ():
        made |= {target.id for target in getattr(line, "targets", ()) if isinstance(target, ast.Name)}
    return all(name in {"S", "y", "f"} | things | made or name[0] == "c" for name in _names(node))


def all_of(expr: ir.All, env: Env) -> ast.expr:
    return t.as_tuple(listed(expr.selection, env))


def first_of(expr: ir.First, env: Env) -> ast.expr:
    return first(expr.selection, env)


def aggregate(expr: ir.Aggregate, env: Env) -> ast.expr:
    from archidsl.compiler.expressions import value

    if env.hoisted is not None and env.looped and steady(expr, env.looped):  # worked out once, before the loops
        before = env.child()
        before.looped = frozenset()
        name = env.shared.fresh("v")
        env.hoisted.append(t.assign(t.name(name), aggregate(expr, before)))
        return t.name(name)
    function = {"highest": "max", "lowest": "min", "total": "sum"}[expr.operator]
    if not expr.selection.tests and _few(expr.value, expr.selection, env):
        each = [value(expr.value, one) for one in _players(expr.selection.local, env)]
        return t.call(function, t.tuple_of(each))
    inner = env.child()
    pairs, tests = loops(expr.selection, inner)
    values = t.listing(value(expr.value, inner), pairs, tests)
    if expr.operator == "total":
        return t.call(function, values)
    return t.call(function, t.either(values, env.shared.constant((0,))))


def compared(expr: ir.Compare, env: Env) -> ast.expr | None:
    """`highest X of player >= 15`: has one of them that many?"""
    from archidsl.compiler.expressions import value

    left = expr.left
    if not isinstance(left, ir.Aggregate) or expr.operator not in FOR_ONE.get(left.operator, ()):
        return None
    right = value(expr.right, env)
    if left.selection.tests or not simple(right) or not _few(left.value, left.selection, env):
        return None
    return _any(
        [t.compare(value(left.value, one), expr.operator, right) for one in _players(left.selection.local, env)]
    )


def _few(test: object, selection: ir.Selection, env: Env) -> bool:
    """Is it short enough to be written out for each player? Only where all players are meant, in any order."""
    if not isinstance(selection.source, ir.FromPlayers) or not everybody(env.shared):
        return False
    return sum(1 for _ in walk(test)) <= WRITTEN_OUT


def _players(local: str, env: Env) -> Iterator[Env]:
    """The same env with each player in turn."""
    for player in range(env.shared.layout.players):
        one = env.child()
        one.places[local] = lambda player=player: t.number(player)  # type: ignore[misc]
        one.sure = one.sure | {local}
        yield one


def _any(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)


def _in_any_zone(selection: ir.Selection, env: Env) -> ast.expr | None:
    """`some (player p where it is in hand of p)`: the hands stand side by side among all things."""
    from archidsl.compiler.expressions import lies_in, value

    tests = selection.tests
    if len(tests) != 1 or not isinstance(tests[0], ir.Within) or not _few((), selection, env):
        return None
    of, place = tests[0].of, tests[0].place
    if not isinstance(place, ir.PerPlayer) or not isinstance(place.player, ir.Local):
        return None
    zones = all(env.shared.v.kinds[k].sort == "zone" for k in place.type.names)
    if place.player.name != selection.local or not steady(of, frozenset([selection.local])) or not zones:
        return None
    here = lies_in(of, value(of, env), env)
    if here is None or may_be_nothing(of, env):
        return None
    return t.between(*env.shared.layout.ranges[place.kind][:1], here, env.shared.layout.ranges[place.kind][1])


def _regions(selection: ir.Selection, env: Env) -> tuple[ast.expr, ast.expr] | None:
    """`your unit in region of a`, for each of many a: where all of them are is found out once, before the loop.

    Answers with the region and the list of the regions they are in.
    """
    from archidsl.compiler.expressions import value

    source = selection.source
    if env.hoisted is None or not env.looped or not isinstance(source, ir.FromPlace) or not source.areas:
        return None
    here = source.place
    if not steady(selection.tests, env.looped) or steady(here, env.looped) or may_be_nothing(here, env):
        return None
    unit = ir.Local(selection.span, Type("thing", source.kinds), selection.local)
    if not lies_in_areas(ir.Within(selection.span, YES_NO, unit, here), env, any_place=True):
        return None
    outer = env.child()
    outer.looped = frozenset()
    of_kind = replace(selection, source=ir.FromKind(source.kinds))
    pairs, tests = loops(of_kind, outer)
    region = next(k for k in here.type.names)
    regions = t.listing(value(ir.Container(selection.span, here.type, region, unit), outer), pairs, tests)
    name = env.shared.fresh("v")
    env.hoisted.append(t.assign(t.name(name), regions))
    return value(here, env), t.name(name)
