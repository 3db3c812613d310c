"""Expression nodes in, typed ir expressions out."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.calls import call, can
from archidsl.checker.names import name, property_of
from archidsl.checker.scope import Scope, need, nothing
from archidsl.checker.things import selection
from archidsl.checker.types import NUMBER, UNKNOWN, YES_NO, Type, comparable
from archidsl.lang import nodes as n


def value(node: n.Expression, scope: Scope, expect: Type | None = None) -> ir.Expr:
    """What an expression means; `expect` helps to understand a word that stands alone."""
    if isinstance(node, n.Name):
        return name(node, scope, expect)
    if isinstance(node, n.Number):
        return ir.Const(node.span, NUMBER, node.value)
    if isinstance(node, n.Property):
        return property_of(node, scope)
    if isinstance(node, n.Call):
        return call(node, scope)
    if isinstance(node, n.Arithmetic | n.Negative):
        return _arithmetic(node, scope)
    if isinstance(node, n.Count | n.AllOf | n.Aggregate | n.Rank):
        return _over_things(node, scope)
    if isinstance(node, n.AsMany):
        scope.text.error("syntax", node.span, "`all` can only be an upper bound here")
        return nothing(node.span)
    return _question(node, scope)


def test(node: n.Expression, scope: Scope) -> ir.Expr:
    """A yes/no question."""
    return need(value(node, scope, YES_NO), YES_NO, scope, "this question")


def number(node: n.Expression, scope: Scope) -> ir.Expr:
    return need(value(node, scope, NUMBER), NUMBER, scope)


def _arithmetic(node: n.Arithmetic | n.Negative, scope: Scope) -> ir.Expr:
    if isinstance(node, n.Negative):
        zero = ir.Const(node.span, NUMBER, 0)
        return ir.Arith(node.span, NUMBER, "-", zero, number(node.value, scope))
    return ir.Arith(node.span, NUMBER, node.operator, number(node.left, scope), number(node.right, scope))


def _over_things(node: n.Count | n.AllOf | n.Aggregate | n.Rank, scope: Scope) -> ir.Expr:
    if isinstance(node, n.Rank):
        of = need(value(node.of, scope), scope.v.kind_type("player"), scope, "what has a rank")
        inner = scope.inner()
        local = inner.add("it", scope.v.kind_type("player"))
        return ir.Rank(node.span, NUMBER, of, local, measured(node.measure, inner))
    found = selection(node.things, scope)
    if found is None:
        return nothing(node.span)
    chosen, inner = found
    if isinstance(node, n.Count):
        return ir.Count(node.span, NUMBER, chosen)
    if isinstance(node, n.AllOf):
        return ir.All(node.span, chosen.item.many, chosen)
    return ir.Aggregate(node.span, NUMBER, node.operator, chosen, measured(node.measure, inner))


def measured(node: n.Expression, inner: Scope) -> ir.Expr:
    """`worth` or `(a formula)`: a word alone is a property of the thing that is measured."""
    if isinstance(node, n.Name) and inner.find(node.name) is None:
        it = next(iter(inner.names))
        thing = n.Name(node.span, it)
        return need(property_of(n.Property(node.span, node.name, node.span, thing), inner), NUMBER, inner)
    return number(node, inner)


def _question(node: n.Expression, scope: Scope) -> ir.Expr:
    if isinstance(node, n.Logic):
        left, right = test(node.left, scope), test(node.right, scope)
        return (ir.And if node.operator == "and" else ir.Or)(node.span, YES_NO, left, right)
    if isinstance(node, n.Not):
        return ir.Not(node.span, YES_NO, test(node.value, scope))
    if isinstance(node, n.Compare):
        return ir.Compare(node.span, YES_NO, node.operator, number(node.left, scope), number(node.right, scope))
    if isinstance(node, n.Is):
        found = _is(node, scope)
        return ir.Not(node.span, YES_NO, found) if node.negated else found
    if isinstance(node, n.IsIn):
        return _is_in(node, scope)
    if isinstance(node, n.Some):
        chosen = selection(node.things, scope)
        return ir.Some(node.span, YES_NO, chosen[0]) if chosen else nothing(node.span)
    if isinstance(node, n.Can):
        return can(node, scope)
    return nothing(node.span)


def _is(node: n.Is, scope: Scope) -> ir.Expr:
    left = value(node.left, scope)
    right_node = node.right
    if isinstance(right_node, n.Name) and scope.find(right_node.name) is None and left.type.base == "thing":
        kind = right_node.name
        if kind in scope.v.kinds and kind not in scope.v.members:
            return ir.IsKind(node.span, YES_NO, left, scope.v.below(kind))
        if kind in scope.v.nouns:
            return ir.Measure(node.span, YES_NO, f"noun:{kind}", (left,))
    right = value(right_node, scope, left.type)
    if left.type.base == "label" and isinstance(node.left, n.Name) and right.type.base != "label":
        left = value(node.left, scope, right.type)
    if not comparable(left.type, right.type):
        message = f"{left.type} can never be {right.type}"
        scope.text.error("wrong-type", node.span, message)
    if left.type == YES_NO and isinstance(right, ir.Const):
        return left if right.value else ir.Not(node.span, YES_NO, left)
    return ir.Compare(node.span, YES_NO, "==", left, right)


def _is_in(node: n.IsIn, scope: Scope) -> ir.Expr:
    item = value(node.left, scope)
    if isinstance(node.right, n.AllOf):
        found = selection(node.right.things, scope)
        if found is None:
            return nothing(node.span)
        chosen = found[0]
        if not comparable(item.type, chosen.item):
            scope.text.error("wrong-type", node.span, f"{item.type} can never be among {chosen.item.many}")
            return nothing(node.span)
        if isinstance(chosen.source, ir.FromKind):
            # membership needs no list: the tests of the description are put to the one thing
            kind = ir.IsKind(node.span, YES_NO, ir.Local(node.span, item.type.sure, chosen.local), chosen.source.kinds)
            source = ir.FromMany(ir.Single(node.span, item.type.many, item))
            narrowed = ir.Selection(chosen.span, chosen.local, chosen.item, source, (kind, *chosen.tests))
            return ir.Some(node.span, YES_NO, narrowed)
        many: ir.Expr = ir.All(node.right.span, chosen.item.many, chosen)
    else:
        many = value(node.right, scope)
    if many.type.shape == "" and many.type != UNKNOWN and many.type.base == "thing":
        return ir.Within(node.span, YES_NO, item, many)
    if many.type.shape == "":
        scope.text.error("wrong-type", many.span, f"`is in` needs many things or a place, but this is {many.type}")
    elif not comparable(item.type, many.type.one):
        scope.text.error("wrong-type", node.span, f"{item.type} can never be among {many.type}")
    return ir.Among(node.span, YES_NO, item, many)
