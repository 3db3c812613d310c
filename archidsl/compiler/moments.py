"""Functions in, the same functions out: which moment it is need not be asked where it has just been said.

What belongs to other moments falls away. A moment that only passes by, because the next comes at once, is never said.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from archidsl.compiler import tree as t
from archidsl.compiler.quiet import only_looks
from archidsl.compiler.rewriting import Rewriter


def settle_moments(functions: Iterable[ast.FunctionDef], moment: int) -> None:
    """`moment`: the slot in which it stands."""
    for made in functions:
        if any(_says(part, moment) for part in t.walk(made)):
            made.body = Moments(moment).lines(made.body) or [ast.Pass()]
            t.mark([made], made.lineno)


class Moments:
    """Goes through lines; `known` is what stands in the slot now, if that is known."""

    def __init__(self, moment: int) -> None:
        self.moment = moment
        self.known: ast.expr | None = None

    def lines(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for line in body:
            if isinstance(line, ast.If):
                out += self.asked(line)
            elif isinstance(line, ast.For | ast.Try):
                self.known = None if self.disturbed(line) else self.known
                out.append(self.loop(line) if isinstance(line, ast.For) else line)
            else:
                out.append(self.seen(line))
                self.after(line)
            if isinstance(out[-1] if out else line, ast.Return):
                break
        return _without_passing(out, self.moment)

    def asked(self, line: ast.If) -> list[ast.stmt]:
        test = self.seen(line.test)
        self.known = None if self.disturbed(test) else self.known
        fixed, before = t.fixed(test), self.known
        if fixed is not None:
            return self.lines(line.body if fixed else line.orelse)
        then = self.lines(line.body)
        known = before if _leaves(then) else self.known
        left, self.known = _leaves(then), before
        otherwise = self.lines(line.orelse)
        if not left:
            same = known is not None and self.known is not None and ast.dump(known) == ast.dump(self.known)
            self.known = known if same or _leaves(otherwise) else None
        return [ast.copy_location(t.if_(test, then, otherwise), line)]

    def loop(self, line: ast.For) -> ast.stmt:
        made = ast.For(line.target, self.seen(line.iter), self.lines(line.body) or [ast.Pass()], [])
        return ast.copy_location(made, line)

    def seen(self, node: t.Node) -> t.Node:
        if self.known is None or not any(_reads(part, self.moment) for part in t.walk(node)):
            return node
        made = Seen(self.moment, self.known).visit(t.clone(node))
        assert isinstance(made, type(node)) or isinstance(node, ast.expr)
        return made  # type: ignore[no-any-return]

    def after(self, line: ast.stmt) -> None:
        value = line.value if isinstance(line, ast.Assign) and _says(line.targets[0], self.moment) else None
        if value is not None:
            lasting = isinstance(value, ast.Constant) or _slot_of(value, "f") is not None
            self.known = value if lasting else None
        elif self.disturbed(line):
            self.known = None

    def disturbed(self, node: ast.AST) -> bool:
        """Could this change the moment, or what is known to stand there?"""
        known = _slot_of(self.known, "f") if self.known is not None else None
        for part in t.walk(node):
            if isinstance(part, ast.Call) and not only_looks(part):
                return True
            if _says(part, self.moment) or (known is not None and _slot_of(part, "f", ast.Store) == known):
                return True
        return False


class Seen(Rewriter):
    """Puts what is known in the place of the moment, and leaves out what is settled by that."""

    def __init__(self, moment: int, known: ast.expr) -> None:
        self.moment, self.known = moment, known

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if _reads(node, self.moment):
            return ast.copy_location(t.clone(self.known), node)
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        sign = next((sign for sign, kind in t.COMPARISONS.items() if isinstance(node.ops[0], kind)), "")
        made = t.compare(node.left, sign, node.comparators[0]) if sign and len(node.ops) == 1 else node
        return made if isinstance(made, ast.Constant) else node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        settling = isinstance(node.op, ast.Or)  # what settles all: something true for `or`
        fixed = [value for value in map(t.fixed, node.values) if value is not None]
        if any(bool(value) == settling for value in fixed):
            return t.number(int(settling))
        left = [value for value in node.values if t.fixed(value) is None]
        return ast.BoolOp(node.op, left) if len(left) > 1 else left[0] if left else t.number(int(not settling))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return t.negated(node.operand) if isinstance(node.op, ast.Not) else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return t.if_else(node.test, node.body, node.orelse)


def _without_passing(lines: list[ast.stmt], moment: int) -> list[ast.stmt]:
    """Without moments that are said just before another, with nothing between that could look."""
    out: list[ast.stmt] = []
    for i, line in enumerate(lines):
        if isinstance(line, ast.Assign) and _says(line.targets[0], moment):
            later = next((x for x in lines[i + 1 :] if not _keeps(x)), None)
            if isinstance(later, ast.Assign) and _says(later.targets[0], moment):
                continue
        out.append(line)
    return out


def _keeps(line: ast.stmt) -> bool:
    """Does this only put something from one slot of the frame into another?"""
    return isinstance(line, ast.Assign) and None not in (
        _slot_of(line.targets[0], "f", ast.Store),
        _slot_of(line.value, "f"),
    )


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], ast.Return)


def _slot_of(node: ast.AST, of: str, context: type[ast.expr_context] = ast.Load) -> int | None:
    """The number of a slot of the frame (`f`) or the state (`S`)."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == of):
        return None
    return t.fixed(node.slice) if isinstance(node.ctx, context) else None


def _says(node: ast.AST, moment: int) -> bool:
    return _slot_of(node, "S", ast.Store) == moment


def _reads(node: ast.AST, moment: int) -> bool:
    return _slot_of(node, "S") == moment
