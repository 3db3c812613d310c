"""Openings that never refuse: what begins with one can always begin, and nothing has to be tested."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.compiler.context import Shared


def trivial(body: ir.Body, shared: Shared) -> bool:
    """Does this opening never refuse?"""
    return not any(refuses(line, shared) for line in body.lines[: body.opening])


def refuses(line: ir.Line, shared: Shared) -> bool:
    """Might this line of an opening refuse?"""
    if isinstance(line, ir.Let | ir.Store | ir.SetWindow):
        return False
    if isinstance(line, ir.If):
        return not (trivial(line.then, shared) and trivial(line.otherwise, shared))
    if isinstance(line, ir.Attempt):
        return not trivial(line.body, shared)
    if isinstance(line, ir.Run):
        return not trivial(shared.analysis.procedure(line.procedure).body, shared)
    if isinstance(line, ir.Repeat):
        return not _at_most(line.low, 0)
    if isinstance(line, ir.Menu):
        return not any(o.test is None and not o.once and trivial(o.body, shared) for o in line.options)
    if isinstance(line, ir.Choose):
        return _unanswerable(line, shared)
    return True


def _unanswerable(line: ir.Choose, shared: Shared) -> bool:
    """Might there be no answer, or none that what hangs on it allows?"""
    domain = line.domain
    if isinstance(domain, ir.Orders | ir.Bundles):
        return False
    if isinstance(domain, ir.Several):
        return not _at_most(domain.low, 0)
    if isinstance(domain, ir.Numbers):
        possible = _at_most(domain.low, 0) and never_negative(domain.high, shared)
        return not possible or (line.body is not None and not trivial(line.body, shared))
    return True


def _at_most(expr: ir.Expr, number: int) -> bool:
    return isinstance(expr, ir.Const) and expr.value <= number


def never_negative(expr: ir.Expr, shared: Shared) -> bool:
    if isinstance(expr, ir.Const):
        return expr.value >= 0
    if isinstance(expr, ir.Held | ir.Count | ir.Rank):
        return True
    if isinstance(expr, ir.Stored):
        low = shared.v.properties[expr.key].low
        return low is not None and low >= 0
    if isinstance(expr, ir.Extreme):
        each = [never_negative(a, shared) for a in expr.args]
        return all(each) if expr.operator == "min" else any(each)
    if isinstance(expr, ir.Arith) and expr.operator in "+*":
        return never_negative(expr.left, shared) and never_negative(expr.right, shared)
    return False


def most(expr: ir.Expr, shared: Shared) -> int | None:
    """A number that this one never exceeds, if one is known."""
    if isinstance(expr, ir.Const):
        return expr.value
    if isinstance(expr, ir.Held):
        return shared.cost_bounds.most(expr) if expr.stuff.type.names else None  # all that there is of it
    if isinstance(expr, ir.Stored):
        return shared.v.properties[expr.key].high
    if isinstance(expr, ir.Extreme):
        each = [most(a, shared) for a in expr.args]
        known = [number for number in each if number is not None]
        if expr.operator == "min":
            return min(known, default=None)
        return max(known) if len(known) == len(each) else None
    if isinstance(expr, ir.Arith) and expr.operator in "+-":
        left, right = most(expr.left, shared), most(expr.right, shared)
        if expr.operator == "-":
            return left if never_negative(expr.right, shared) else None
        return left + right if left is not None and right is not None else None
    return None
