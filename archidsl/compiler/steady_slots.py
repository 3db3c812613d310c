"""Loops in, the same loops out: a slot that stays the same while a loop goes on is found and read once, before it.

Of slots, only what the first test of each round reads in any case is worth it, and only what is found in the state by a
sum: reading one too often is harmless, even if the loop turns out to have no round at all. And what looks for things in
an empty list does not begin.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from archidsl.compiler import tree as t
from archidsl.compiler.quiet import quiet
from archidsl.compiler.repeats import Named, in_any_case

LETTER, LIST = "s", "v"  # names of its own, and those of lists that were made
SUMS = (ast.BinOp, ast.operator, ast.Constant, ast.Name)


class SteadySlots:
    """The lines of one function."""

    def __init__(self) -> None:
        self.counter = 0

    def lines(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for line in body:
            if isinstance(line, ast.If):
                line.body, line.orelse = self.lines(line.body), self.lines(line.orelse)
            elif isinstance(line, ast.For):
                line.body = self.lines(line.body)
                out += self.before(line)
                wanted = _looked_for_in(line)
                line = line if wanted is None else ast.copy_location(t.if_(wanted, [line]), line)
            out.append(line)
        return out

    def before(self, loop: ast.For) -> Iterator[ast.stmt]:
        """Reads the slots; the loop has names in their places then."""
        first = loop.body[0]
        looked_at = first.test if isinstance(first, ast.If) else None
        if looked_at is None or not quiet(loop):
            return
        bound = {part.id for part in t.walk(loop) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        while (found := _steady(looked_at, bound)) is not None:
            self.counter += 1
            name = f"{LETTER}{self.counter}"
            put = Named(found, name, gives=False)
            looked_at = put.visit(looked_at)
            assert isinstance(first, ast.If) and isinstance(looked_at, ast.expr)
            first.test = looked_at
            loop.body = [put.visit(line) for line in loop.body]
            made = t.assign(t.name(name), found)
            t.mark([made], loop.lineno)
            yield made


def _looked_for_in(loop: ast.For) -> ast.expr | None:
    """A list of which all that this loop does something with is a part: without it, there is nothing to go through."""
    only = loop.body[0]
    if len(loop.body) > 1 or not isinstance(only, ast.If) or only.orelse:
        return None
    test = only.test.values[0] if isinstance(only.test, ast.BoolOp) and isinstance(only.test.op, ast.And) else only.test
    many = test.comparators[0] if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.In) else None
    return many if isinstance(many, ast.Name) and many.id[0] == LIST else None


def _steady(test: ast.expr, bound: set[str]) -> ast.expr | None:
    for part in in_any_case(test):
        if isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id == "S":
            index = [*t.walk(part.slice)]
            names = {x.id for x in index if isinstance(x, ast.Name)}
            if isinstance(part.slice, ast.BinOp) and not names & bound and all(isinstance(x, SUMS) for x in index):
                return part
    return None
