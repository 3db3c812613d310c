"""Python trees in, the same trees as a person would write them out."""

from __future__ import annotations

import ast

from archidsl.compiler import tree as t
from archidsl.compiler.plain_loops import PlainLoops
from archidsl.compiler.quiet import quiet
from archidsl.compiler.repeats import Named, Repeats
from archidsl.compiler.rewriting import Rewriter
from archidsl.compiler.steady_slots import SteadySlots


class Polish(Rewriter):
    """The last pass over generated code. What it changes means the same and runs faster, or can be compiled at all."""

    def __init__(self) -> None:
        self.in_source = False
        self.repeats = Repeats()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        if any(isinstance(part, ast.ListComp) for part in t.walk(node)):
            node.body = PlainLoops(node.body).block(node.body)
        node.body = SteadySlots().lines(node.body)
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """Python allows no `:=` in what a comprehension goes through."""
        outer = self.in_source
        for loop in node.generators:
            self.in_source = True
            loop.iter = self.visit(loop.iter)
            self.in_source = outer
            loop.ifs = _once([x for test in loop.ifs for x in _split(only_truth(self.visit(test)))])
        node.elt = self.visit(node.elt)
        self._name_repeats(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`len([x for x in many if x == y])`: how often is y there?"""
        counted = node.args[0] if node.args else None
        if isinstance(node.func, ast.Name) and node.func.id == "len" and isinstance(counted, ast.ListComp):
            wanted = _looked_for(counted)
            if wanted is not None:
                made = t.call(ast.Attribute(counted.generators[0].iter, "count", ast.Load()), wanted)
                t.mark([made], node.lineno)
                return made
        self.generic_visit(node)
        return node

    def _name_repeats(self, node: ast.ListComp) -> None:
        """`for x in (value,)` is how a comprehension names something; Python makes a plain assignment of it."""
        last = node.generators[-1]
        while (found := self.repeats.first([*last.ifs, node.elt])) is not None:
            number, part = found
            name = self.repeats.name()
            put = Named(part, name, gives=False)
            later = ast.comprehension(ast.Name(name, ast.Store()), t.tuple_of([part]), [], 0)
            later.ifs = [put.visit(t.clone(test)) for test in last.ifs[number:]]
            node.elt = put.visit(t.clone(node.elt))
            last.ifs = last.ifs[:number]
            t.mark([later.target, later.iter], node.lineno)
            node.generators.append(later)
            last = later

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        if self.in_source and isinstance(node.test, ast.Compare) and isinstance(node.test.left, ast.NamedExpr):
            given, rest = node.test.left, node.test
            test = ast.Compare(t.name(given.target.id), rest.ops, rest.comparators)
            inner = t.if_else(test, node.body, node.orelse)  # a new node: the old one may stand elsewhere too
            made = t.item(t.listing(inner, [(given.target.id, t.tuple_of([given.value]))], []), t.number(0))
            t.mark([made], node.lineno)
            self.generic_visit(made)
            return made
        self.generic_visit(node)
        node.test = only_truth(node.test)
        return _asked_once(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        node.test = only_truth(node.test)
        parts = _split(node.test)
        body = node.body if quiet(node.test, *node.body) else []
        while (found := self.repeats.first(parts, body)) is not None:
            number, part = found
            put = Named(part, self.repeats.name(), gives=True)
            parts[number:] = [put.visit(t.clone(test)) for test in parts[number:]]
            node.test = _together(parts, node.test)
            if body:
                node.body = body = [put.visit(t.clone(line)) for line in body]
        return _searching(node, parts)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = only_truth(node.operand)
        return node


def _once(tests: list[ast.expr]) -> list[ast.expr]:
    """Without tests that were made before, perhaps from the other side: `b >= a` after `a <= b`."""
    first: dict[str, ast.expr] = {}
    for test in tests if len(tests) > 1 else ():
        first.setdefault(_said(test), test)
    return list(first.values()) or tests


def _said(test: ast.expr) -> str:
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Gt | ast.GtE):
        turned = ast.Lt() if isinstance(test.ops[0], ast.Gt) else ast.LtE()
        return ast.dump(ast.Compare(test.comparators[0], [turned], [test.left]))
    return ast.dump(test)


def _looked_for(node: ast.ListComp) -> ast.expr | None:
    """What everything in a list is compared with, if that is all that is asked of it."""
    loop = node.generators[0]
    test = loop.ifs[0] if len(node.generators) == len(loop.ifs) == 1 else None
    if not (isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name) and isinstance(test, ast.Compare)):
        return None
    if not isinstance(test.ops[0], ast.Eq) or len(test.ops) > 1 or ast.dump(node.elt) != ast.dump(test.left):
        return None
    named = isinstance(test.left, ast.Name) and test.left.id == loop.target.id
    return test.comparators[0] if named and isinstance(test.comparators[0], ast.Name) else None


def only_truth(test: ast.expr) -> ast.expr:
    """Where only the truth of a value matters, `not not` says nothing."""
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = test.operand
        if not (isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not)):
            break
        test = inner.operand
    if isinstance(test, ast.BoolOp):
        test.values = [only_truth(value) for value in test.values]
    return test


def _asked_once(node: ast.IfExp) -> ast.IfExp:
    """`(a if (v := x) >= 0 else b) if x != -1 else b`: the inner question is enough."""
    inner = node.body
    if not (
        isinstance(inner, ast.IfExp) and isinstance(inner.test, ast.Compare) and isinstance(node.test, ast.Compare)
    ):
        return node
    given = inner.test.left.value if isinstance(inner.test.left, ast.NamedExpr) else inner.test.left
    no = ast.dump(t.compare(given, "!=", -1)), ast.dump(node.test)
    same = no[0] == no[1] and ast.dump(inner.orelse) == ast.dump(node.orelse)
    return inner if same and isinstance(inner.test.ops[0], ast.GtE) else node


def _together(parts: list[ast.expr], place: ast.expr) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.copy_location(ast.BoolOp(ast.And(), parts), place)


def _searching(node: ast.If, parts: list[ast.expr]) -> ast.AST:
    """`if a and [x for x in y if b]: return 1` as loops that end with the first x: no list is made."""
    last = parts[-1]
    returns = len(node.body) == 1 and isinstance(node.body[0], ast.Return) and not node.orelse
    if not returns or not isinstance(last, ast.ListComp):
        return node
    body: list[ast.stmt] = node.body
    for loop in reversed(last.generators):
        if loop.ifs:
            body = [ast.copy_location(ast.If(_together(loop.ifs, node.test), body, []), node)]
        body = [ast.copy_location(ast.For(loop.target, loop.iter, body, []), node)]
    if len(parts) == 1:
        return body[0]
    return ast.copy_location(ast.If(_together(parts[:-1], node.test), body, []), node)


def _split(test: ast.expr) -> list[ast.expr]:
    """`if a and b` of a comprehension as `if a if b`."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return [part for value in test.values for part in _split(value)]
    return [test]
