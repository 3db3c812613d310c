"""Parts of Python tests that are worked out more than once: the first time gives them a name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from archidsl.compiler import tree as t
from archidsl.compiler.rewriting import Rewriter

LETTER = "r"
PLAIN = (ast.Subscript, ast.Name, ast.Constant, ast.BinOp, ast.operator, ast.expr_context)


class Repeats:
    """Finds and names what tests, made one after the other, have in common."""

    def __init__(self) -> None:
        self.counter = 0

    def first(self, tests: list[ast.expr], body: Sequence[ast.stmt] = ()) -> tuple[int, ast.expr] | None:
        """Something that a test works out in any case and a later part works out again; and the number of that test.

        `body`: what happens if all tests hold; it changes nothing that they look at.
        """
        parts = [[part for part in t.walk(test) if _costly(part)] for test in tests]
        later = [part for part in t.walk(*body) if _costly(part)]
        if sum(map(len, parts)) + len(later) < 2:
            return None
        costly = [Counter(map(ast.dump, found)) for found in parts]
        keys = sum(costly, Counter(map(ast.dump, later)))
        found: tuple[int, ast.expr] | None = None
        for number, test in enumerate(tests):
            if max(keys.values(), default=0) < 2:
                return None
            for part in in_any_case(test):
                if not (_costly(part) and isinstance(part, ast.expr) and _saves(part, keys[ast.dump(part)])):
                    continue
                if _comes_first(part, test) and (found is None or _size(part) > _size(found[1])):
                    found = (number, part)
            if found is not None:
                return found
            keys -= costly[number]  # what only a test before this one works out again is no use
        return None

    def name(self) -> str:
        self.counter += 1
        return f"{LETTER}{self.counter}"


def _costly(node: ast.AST) -> bool:
    """A look-up at a place that is worked out, made of nothing but look-ups, names and sums."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
        return False
    return not isinstance(node.slice, ast.Constant) and all(isinstance(part, PLAIN) for part in t.walk(node))


def _saves(part: ast.AST, times: int) -> bool:
    """Is this worked out so often that a name costs less? A look-up or a sum costs about as much as two names."""
    return (times - 1) * sum(isinstance(x, ast.Subscript | ast.BinOp) for x in t.walk(part)) > 1


def _comes_first(part: ast.expr, test: ast.expr) -> bool:
    """Is it the first of its kind in the test, as Python goes through it?"""
    key = ast.dump(part)
    return next(node for node in _in_order(test) if isinstance(node, ast.Subscript) and ast.dump(node) == key) is part


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for part in ast.iter_child_nodes(node):
        yield from _in_order(part)


def _size(node: ast.AST) -> int:
    return sum(1 for _ in t.walk(node))


def in_any_case(node: ast.AST) -> Iterator[ast.AST]:
    """The parts that are worked out whatever the others are."""
    yield node
    if isinstance(node, ast.IfExp):
        yield from in_any_case(node.test)
    elif isinstance(node, ast.BoolOp):
        yield from in_any_case(node.values[0])
    elif isinstance(node, ast.Compare) and len(node.comparators) > 1:
        yield from in_any_case(node.left)
        yield from in_any_case(node.comparators[0])
    elif not isinstance(node, ast.ListComp):
        for part in ast.iter_child_nodes(node):
            yield from in_any_case(part)


class Named(Rewriter):
    """Puts a name in the place of something; the first time, if asked to, it also gives it the name."""

    def __init__(self, part: ast.expr, name: str, gives: bool) -> None:
        self.key, self.part, self.name, self.gives = ast.dump(part), part, name, gives

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if ast.dump(node) == self.key:
            made = t.named(self.name, self.part) if self.gives else t.name(self.name)
            self.gives = False
            t.mark([made], node.lineno)
            return made
        self.generic_visit(node)
        return node
