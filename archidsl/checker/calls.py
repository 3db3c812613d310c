"""What a word with values in parentheses means: measures, tables, properties, facts, behaviours, relations."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.grids import RELATIONS, relation
from archidsl.checker.names import formula_type, holds, property_of
from archidsl.checker.scope import Scope, need, nothing
from archidsl.checker.types import BUNDLE, NUMBER, YES_NO, Type
from archidsl.checker.vocabulary import Behaviour
from archidsl.diagnostics import Span, did_you_mean
from archidsl.lang import nodes as n

Behaving = tuple[Behaviour, ir.Expr]


def arguments(
    name: str, span: Span, args: tuple[n.Expression, ...], params: tuple[tuple[str, Type], ...], scope: Scope
) -> tuple[ir.Expr, ...] | None:
    """The values, each of the type its parameter wants."""
    from archidsl.checker.expressions import value

    if len(args) != len(params):
        wanted = ", ".join(f"`{p}`" for p, _ in params)
        takes = f"{len(params)} value{'s' * (len(params) > 1)} ({wanted})" if params else "no values"
        scope.text.error(
            "wrong-count", span, f"`{name}` takes {takes}, not {len(args)}", f"write `{_pattern(name, params)}`"
        )
        return None
    found = []
    for arg, (param, type) in zip(args, params, strict=True):
        found.append(need(value(arg, scope, type), type, scope, f"`{param}` of `{name}`"))
    return tuple(found)


def check_window(name: str, span: Span, scope: Scope) -> None:
    """A procedure that uses the values of a window belongs to what happens there."""
    during, here = scope.v.procedures[name].during, scope.text.window
    if during and during != here:
        message = f"`{name}` uses the values of the window `{during}`, and they are not known here"
        scope.text.error("wrong-window", span, message, "run it from what happens in that window")


def _pattern(name: str, params: tuple[tuple[str, Type], ...]) -> str:
    return f"{name}({', '.join(p for p, _ in params)})"


def call(node: n.Call, scope: Scope) -> ir.Expr:
    v = scope.v
    if node.name in ("held", "min", "max", "covers", "has"):
        return _built_in(node, scope)
    found: ir.Expr | None = None
    if node.name in v.formulas:
        args = arguments(node.name, node.span, node.args, v.formulas[node.name].params, scope)
        key = f"measure:{node.name}"
        found = ir.Measure(node.span, formula_type(key, scope), key, args) if args is not None else nothing(node.span)
    elif node.name in v.tables:
        args = arguments(node.name, node.span, node.args, v.tables[node.name].params, scope)
        found = ir.Lookup(node.span, NUMBER, node.name, args) if args is not None else nothing(node.span)
    elif v.behaviours_named(node.name):
        found = _behaviour(node, scope)
    found = found or _stored(node, scope) or relation(node, scope)
    if found is not None:
        return found
    known = {
        *v.formulas,
        *v.tables,
        *(b.name for b in v.behaviours.values()),
        *RELATIONS,
        "held",
        "min",
        "max",
        "covers",
        "has",
    }
    known |= {name for name, _ in v.properties}
    help = did_you_mean(node.name, known)
    if node.name in v.procedures:
        help = "a procedure is run with `do`; in a question, write `can` before it"
    scope.text.error("unknown-word", node.name_span, f"`{node.name}` is not a measure, table or property", help)
    return nothing(node.span)


def _built_in(node: n.Call, scope: Scope) -> ir.Expr:
    from archidsl.checker.expressions import number, value

    if node.name in ("min", "max"):
        if len(node.args) < 2:
            scope.text.error("wrong-count", node.span, f"`{node.name}` takes two or more values")
            return nothing(node.span)
        return ir.Extreme(node.span, NUMBER, node.name, tuple(number(a, scope) for a in node.args))
    if len(node.args) != 2:
        scope.text.error("wrong-count", node.span, f"`{node.name}` takes 2 values, not {len(node.args)}")
        return nothing(node.span)
    holder = holder_value(node.args[0], scope)
    if node.name in ("covers", "has"):
        bundle = need(value(node.args[1], scope), BUNDLE, scope)
        return ir.Covers(node.span, YES_NO, holder, bundle, instead=node.name == "covers")
    stuff = value(node.args[1], scope)
    if stuff.type.base not in ("stuff", "unknown"):
        scope.text.error("wrong-type", stuff.span, f"`held` wants some stuff, but this is {stuff.type}")
    return ir.Held(node.span, NUMBER, holder, stuff)


def holder_value(node: n.Expression, scope: Scope) -> ir.Expr:
    from archidsl.checker.expressions import value

    holder = value(node, scope)
    if holder.type.base == "unknown" or holder.type.base == "nothing":
        return holder
    if holder.type.base != "thing" or holder.type.shape or not any(holds(k, scope) for k in holder.type.names):
        scope.text.error(
            "wrong-type", holder.span, f"{holder.type} cannot hold anything", "holders are declared under `holders`"
        )
        return nothing(node.span)
    return holder


def _stored(node: n.Call, scope: Scope) -> ir.Expr | None:
    """A property of a pair, or a property or listed fact written with parentheses."""
    from archidsl.checker.expressions import number, value

    v = scope.v
    owners = [kind for name, kind in v.properties if name == node.name]
    for kind in owners:
        prop = v.properties[node.name, kind]
        if len(prop.of) == 2:
            params = tuple((k, v.kind_type(k)) for k in prop.of)
            args = arguments(node.name, node.span, node.args, params, scope)
            return ir.Stored(node.span, prop.type, (node.name, kind), args) if args is not None else nothing(node.span)
    for name, kind in v.facts:
        fact = v.facts[name, kind]
        if name == node.name and fact.listed and len(node.args) == 2:
            of = need(value(node.args[0], scope), v.kind_type(kind), scope)
            return ir.FactOf(node.span, fact.type, (name, kind), of, number(node.args[1], scope))
    known = {name for name, _ in (*v.properties, *v.facts, *v.computed)}
    if node.name in known and len(node.args) == 1:
        return property_of(n.Property(node.span, node.name, node.name_span, node.args[0]), scope)
    return None


def find_behaviour(name: str, span: Span, args: tuple[n.Expression, ...], most: int, scope: Scope) -> Behaving | None:
    """Whose behaviour a word means is said by its first value."""
    from archidsl.checker.expressions import value

    if not 1 <= len(args) <= most:
        kinds = " or ".join(b.kind for b in scope.v.behaviours_named(name))
        scope.text.error(
            "wrong-count", span, f"`{name}` takes a {kinds}" + (" and perhaps a player" if most > 1 else "")
        )
        return None
    of = value(args[0], scope)
    for behaviour in scope.v.behaviours_named(name):
        if of.type.names <= scope.v.below(behaviour.kind) and of.type.base in ("thing", "unknown"):
            return behaviour, of
    need(of, scope.v.kind_type(scope.v.behaviours_named(name)[0].kind), scope, f"the value of `{name}`")
    return None


def _behaviour(node: n.Call, scope: Scope) -> ir.Expr:
    from archidsl.checker.expressions import value

    found = find_behaviour(node.name, node.span, node.args, 2, scope)
    if found is None:
        return nothing(node.span)
    behaviour, of = found
    if behaviour.form == "effect":
        scope.text.error(
            "wrong-type", node.span, f"`{node.name}` is an effect", "run it with `do`, or ask `can` before it"
        )
        return nothing(node.span)
    player = need(value(node.args[1], scope), scope.v.kind_type("player"), scope) if len(node.args) == 2 else None
    type = YES_NO if behaviour.form == "condition" else NUMBER
    return ir.DeedValue(node.span, type, behaviour.key, of, player)


def can(node: n.Can, scope: Scope) -> ir.Expr:
    v = scope.v
    if node.name in v.procedures:
        check_window(node.name, node.name_span, scope)
        args = arguments(node.name, node.span, node.args, v.procedures[node.name].params, scope)
        return ir.CanRun(node.span, YES_NO, node.name, args) if args is not None else nothing(node.span)
    if v.behaviours_named(node.name):
        found = find_behaviour(node.name, node.span, node.args, 1, scope)
        if found is not None and found[0].form == "effect":
            return ir.CanDeed(node.span, YES_NO, found[0].key, found[1])
        if found is not None:
            message = f"`{node.name}` is a {found[0].form}, and `can` asks about effects"
            scope.text.error("wrong-type", node.span, message, f"write `{node.name}(...)` alone")
        return nothing(node.span)
    help = did_you_mean(node.name, {*v.procedures, *(b.name for b in v.behaviours.values())})
    scope.text.error("unknown-word", node.name_span, f"`{node.name}` is not a procedure", help)
    return nothing(node.span)
