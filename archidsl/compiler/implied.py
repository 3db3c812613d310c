"""What an opening need not test because something else in it says the same."""

from __future__ import annotations

from dataclasses import replace

from archidsl.checker import ir
from archidsl.compiler.context import Env
from archidsl.compiler.refusals import refuses
from archidsl.compiler.sameness import said, same

Lines = tuple[ir.Line, ...]
LARGEST = 10**12


def at_least_one(line: ir.Repeat, env: Env) -> bool:
    """`repeat 1 to number of X: choose one: X where ...`: if one can be chosen, there is one."""
    if not isinstance(line.high, ir.Count) or not line.body.lines or not line.body.opening:
        return False
    first = line.body.lines[0]
    if not isinstance(first, ir.Choose) or not isinstance(first.domain, ir.One):
        return False
    counted, asked = line.high.selection, first.domain.selection
    names = {counted.local: asked.local}
    return same(counted.source, asked.source, names) and all(
        any(same(test, other, names) for other in asked.tests) for test in counted.tests
    )


def enough_for(test: ir.Expr, line: ir.Line) -> bool:
    """`number of X > 1`, and then a question for some of X: if there are so many, it can be answered."""
    if not isinstance(test, ir.Compare) or not isinstance(test.left, ir.Count) or not isinstance(test.right, ir.Const):
        return False
    if not isinstance(line, ir.Choose) or not isinstance(line.domain, ir.Several):
        return False
    some = test.right.value >= {">": 0, ">=": 1}.get(test.operator, LARGEST)
    counted, asked = test.left.selection, line.domain.selection
    return some and same(counted, asked, {counted.local: asked.local})


def without_repeats(line: ir.Choose, later: Lines, env: Env, nothing_due: bool) -> tuple[ir.Choose, Lines]:
    """A question and what comes after it, without what both of them test."""
    if not isinstance(line.domain, ir.One) or line.body is not None or not later:
        return line, later
    selection = line.domain.selection
    inner = env.child()
    inner.sure = inner.sure | {selection.local}
    tests = [piece for test in selection.tests for piece in said(test, inner)]
    for i, test in enumerate(tests):
        if not _says(test, later[0], {selection.local: line.local}):
            continue
        if _told_by(test, later, env, nothing_due):
            return line, later[1:] if isinstance(test, ir.CanRun) else ()
        left = replace(selection, tests=tuple(tests[:i] + tests[i + 1 :]))
        return replace(line, domain=replace(line.domain, selection=left)), later
    return line, later


def _says(test: ir.Expr, line: ir.Line, names: dict[str, str]) -> bool:
    """Is this test true if, and only if, the line can be met, as far as the line goes?"""
    if isinstance(test, ir.Some) and isinstance(line, ir.Choose) and isinstance(line.domain, ir.One):
        return line.body is None and same(test.selection, line.domain.selection, names)
    if isinstance(test, ir.CanRun) and isinstance(line, ir.Run):
        yours = line.who is None or isinstance(line.who, ir.You)
        return yours and test.procedure == line.procedure and same(test.args, line.args, names)
    return False


def _told_by(test: ir.Expr, later: Lines, env: Env, nothing_due: bool) -> bool:
    """Does the test alone tell that these lines can be met?"""
    if isinstance(test, ir.CanRun):
        return nothing_due
    return not any(refuses(line, env.shared) for line in later[1:])
