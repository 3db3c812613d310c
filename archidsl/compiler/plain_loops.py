"""Comprehensions in, plain loops out: no list where only its truth, its length or its first item is wanted.

Up to Python 3.11 a comprehension is a function of its own that is made and called each time, and what it reads from
around it is slower there too. A loop is neither, and it can end as soon as the answer is known. All that stands in
comprehensions only reads, so it does not matter that a loop runs a little before the rest of its expression.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable
from typing import Any

from archidsl.compiler import tree as t
from archidsl.compiler.late_lists import make_late
from archidsl.compiler.slots import simple

LETTER = "x"
Out = list[ast.stmt]
FOUND = {(">", 0), (">=", 1), ("!=", 0)}  # comparisons of a length that hold as soon as there is something
MISSING = {("==", 0), ("<", 1), ("<=", 0)}  # and those that hold if there is nothing
SIGNS = {ast.Gt: ">", ast.GtE: ">=", ast.NotEq: "!=", ast.Eq: "==", ast.Lt: "<", ast.LtE: "<="}


class PlainLoops:
    """The statements of one function, rewritten. Nodes may stand in several places, so none is changed."""

    def __init__(self, body: list[ast.stmt]) -> None:
        self.counter = 0
        self.holding: dict[int, ast.AST] = {}  # every node that holds a comprehension
        for statement in body:
            self._hold(statement)

    def _hold(self, node: ast.AST) -> bool:
        inner = [self._hold(part) for part in ast.iter_child_nodes(node)]
        if isinstance(node, ast.ListComp) or any(inner):
            self.holding[id(node)] = node
            return True
        return False

    def has(self, node: ast.AST) -> bool:
        return id(node) in self.holding

    def name(self) -> str:
        self.counter += 1
        return f"{LETTER}{self.counter}"

    # -- statements

    def block(self, body: list[ast.stmt]) -> Out:
        return make_late([made for statement in body for made in self.statement(statement)])

    def statement(self, node: ast.stmt) -> Out:
        if not self.has(node):
            return [node]
        out: Out = []
        if isinstance(node, ast.If):
            out = self.asked(node)
        elif isinstance(node, ast.For):
            out = self.each(node)
        elif isinstance(node, ast.Try):
            handlers = [changed(handler, body=self.block(handler.body)) for handler in node.handlers]
            out = [changed(node, body=self.block(node.body), handlers=handlers)]
        elif isinstance(node, ast.Assign) and _named(node) not in names(node.value):
            self.into(_named(node), node.value, out, self.value)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.Return | ast.Expr) and node.value is not None:
            made = self.value(node.value, out)
            out.append(changed(node, value=made))
        else:
            out = [node]
        t.mark(out, node.lineno)
        return out

    def asked(self, node: ast.If) -> Out:
        body, otherwise = self.block(node.body), self.block(node.orelse)
        if not otherwise and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.And):
            return self.guarded(self.grouped(node.test), body)
        out: Out = []
        test = self.truth(node.test, out)
        return [*out, changed(node, test=test, body=body, orelse=otherwise)]

    def each(self, node: ast.For) -> Out:
        body = self.block(node.body)
        if isinstance(node.iter, ast.ListComp) and all(_only_looks(part) for part in t.walk(node)):
            return self.around([ast.comprehension(node.target, node.iter, [], 0)], body, None)
        out: Out = []
        source = self.value(node.iter, out)
        return [*out, changed(node, iter=source, body=body)]

    # -- loops

    def around(self, generators: list[ast.comprehension], inner: Out, stop: ast.expr | None) -> Out:
        """The inner statements in the loops of a comprehension; `stop`: the inner ones end a loop when this is true."""
        loops = _flat(generators)
        body = inner
        for i, loop in reversed(list(enumerate(loops))):
            body = self.guarded(loop.ifs, body)
            out: Out = []
            only = _one(loop)
            source = self.value(only or loop.iter, out)
            if only is not None:
                body = [*out, ast.Assign([loop.target], source), *body]
                continue
            body = [*out, ast.For(loop.target, source, body, [])]
            if stop is not None and any(_one(outer) is None for outer in loops[:i]):
                body.append(t.if_(stop, [ast.Break()]))
        return body

    def guarded(self, tests: Iterable[ast.expr], body: Out) -> Out:
        for test in reversed(list(tests)):
            out: Out = []
            made = self.truth(test, out)
            body = [*out, t.if_(made, body)]
        return body

    def fill(self, node: ast.ListComp, name: str, out: Out) -> None:
        inner: Out = []
        item = self.value(node.elt, inner)
        out.append(t.assign(t.name(name), t.list_of([])))
        out += self.around(node.generators, [*inner, t.append(name, item)], None)

    def find(self, node: ast.ListComp, name: str, out: Out, wanted: ast.expr | None = None) -> None:
        """1 if there is something in the list, or the wanted item; else 0."""
        inner = [t.assign(t.name(name), t.number(1)), *_break(node)]
        if wanted is not None:
            before: Out = []
            item = self.value(node.elt, before)
            inner = [*before, t.if_(t.compare(item, "==", wanted), inner)]
        out.append(t.assign(t.name(name), t.number(0)))
        out += self.around(node.generators, inner, t.name(name))

    def count(self, node: ast.ListComp, name: str, out: Out, most: int | None = None) -> None:
        """How long the list is; `most`: nobody wants to know more."""
        inner = [t.add_to(name, t.number(1))]
        enough = None if most is None else t.compare(t.name(name), ">=", most)
        if enough is not None:
            inner.append(t.if_(enough, _break(node)))
        out.append(t.assign(t.name(name), t.number(0)))
        out += self.around(node.generators, inner, enough)

    def total(self, node: ast.ListComp, name: str, out: Out) -> None:
        inner: Out = []
        item = self.value(node.elt, inner)
        out.append(t.assign(t.name(name), t.number(0)))
        out += self.around(node.generators, [*inner, t.add_to(name, item)], None)

    def first(self, node: ast.ListComp, otherwise: ast.expr, name: str, out: Out) -> None:
        inner: Out = []
        item = self.value(node.elt, inner)
        out.append(t.assign(t.name(name), t.item(otherwise, t.number(0))))
        out += self.around(node.generators, [*inner, t.assign(t.name(name), item), ast.Break()], None)

    # -- expressions: what has to run before them goes into `out`

    def truth(self, node: ast.expr, out: Out) -> ast.expr:
        """Something that is true when the node is."""
        if not self.has(node):
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return t.negated(self.truth(node.operand, out))
        if isinstance(node, ast.BoolOp | ast.ListComp):
            name = self.name()
            self.into(name, node, out, self.truth)
            return t.name(name)
        return self.value(node, out)

    def value(self, node: ast.expr, out: Out) -> ast.expr:
        if not self.has(node):
            return node
        short = self.short(node, out)
        if short is not None:
            return short
        if isinstance(node, ast.IfExp) and not (self.has(node.body) or self.has(node.orelse)):
            return changed(node, test=self.truth(node.test, out))
        if isinstance(node, ast.NamedExpr):
            self.into(node.target.id, node.value, out, self.value)
            return t.name(node.target.id)
        if isinstance(node, ast.BoolOp | ast.IfExp | ast.ListComp):
            name = self.name()
            self.into(name, node, out, self.value)
            return t.name(name)
        if isinstance(node, ast.Compare) and any(map(self.has, node.comparators[1:])):
            return node  # what comes later may not be worked out at all
        return self.parts(node, out)

    def into(self, name: str, node: ast.expr, out: Out, wanted: Callable[[ast.expr, Out], ast.expr]) -> None:
        """The value of a node, or its truth if that is wanted, under a name."""
        if isinstance(node, ast.ListComp):
            self.fill(node, name, out) if wanted == self.value else self.find(node, name, out)
        elif isinstance(node, ast.BoolOp) and self.has(node):
            goes_on = t.name(name) if isinstance(node.op, ast.And) else t.negated(t.name(name))
            first, *later = self.grouped(node)
            self.into(name, first, out, wanted)
            for part in later:
                inner: Out = []
                self.into(name, part, inner, wanted)
                out.append(t.if_(goes_on, inner))
                out = inner
        elif isinstance(node, ast.IfExp) and (self.has(node.body) or self.has(node.orelse)):
            test = self.truth(node.test, out)
            yes: Out = []
            no: Out = []
            self.into(name, node.body, yes, wanted)
            self.into(name, node.orelse, no, wanted)
            out.append(t.if_(test, yes, no))
        else:
            made = wanted(node, out)
            out.append(t.assign(t.name(name), made))

    def grouped(self, node: ast.BoolOp) -> list[ast.expr]:
        """The values, those without lists that stand side by side as one."""
        found: list[ast.expr] = []
        plain: list[ast.expr] = []
        for value in [*node.values, None]:
            if value is not None and not self.has(value):
                plain.append(value)
                continue
            if plain:
                found.append(plain[0] if len(plain) == 1 else ast.BoolOp(node.op, plain))
                plain = []
            found += [value] if value is not None else []
        return found

    def short(self, node: ast.expr, out: Out) -> ast.expr | None:
        """Forms that need no list."""
        name = self.name()
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self.compared(node, node.comparators[0], name, out)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("len", "sum"):
            of = node.args[0]
            if not isinstance(of, ast.ListComp):
                return None
            self.count(of, name, out) if node.func.id == "len" else self.total(of, name, out)
            return t.name(name)
        if not isinstance(node, ast.Subscript) or t.fixed(node.slice) != 0:
            return None
        of = node.value
        if isinstance(of, ast.ListComp) and not any(_one(x) is None or x.ifs for x in of.generators):
            out += self.around(of.generators, [], None)
            return self.value(of.elt, out)
        if isinstance(of, ast.BoolOp) and isinstance(of.op, ast.Or) and len(of.values) == 2:
            many, otherwise = of.values
            if isinstance(many, ast.ListComp) and simple(otherwise) and _loops(many) == 1:
                self.first(many, otherwise, name, out)
                return t.name(name)
        return None

    def compared(self, node: ast.Compare, right: ast.expr, name: str, out: Out) -> ast.expr | None:
        """`x in [...]`, `len([...]) > 1`"""
        if isinstance(node.ops[0], ast.In) and isinstance(right, ast.ListComp):
            left = self.value(node.left, out)
            if not simple(left):
                held = self.name()
                out.append(t.assign(t.name(held), left))
                left = t.name(held)
            self.find(right, name, out, left)
            return t.name(name)
        many, number = length_of(node.left), t.fixed(right)
        sign = SIGNS.get(type(node.ops[0]), "")
        if many is None or number is None:
            return None
        if (sign, number) in FOUND:
            self.find(many, name, out)
            return t.name(name)
        if (sign, number) in MISSING:
            self.find(many, name, out)
            return t.negated(t.name(name))
        if sign in (">", ">="):
            self.count(many, name, out, number + (sign == ">"))
            return changed(node, left=t.name(name))
        return None

    def parts(self, node: ast.expr, out: Out) -> ast.expr:
        """Part after part, as Python goes through them. What gives a name must come before what reads it."""
        made: dict[str, Any] = {}
        for field, old in ast.iter_fields(node):
            made[field] = [self.part(x, node, out) for x in old] if isinstance(old, list) else self.part(old, node, out)
        return changed(node, **made)

    def part(self, part: Any, whole: ast.expr, out: Out) -> Any:
        if not isinstance(part, ast.expr):
            return part
        if not self.has(part) and any(isinstance(x, ast.NamedExpr) for x in t.walk(part)):
            name = self.name()
            out.append(t.assign(t.name(name), part))
            return t.name(name)
        return self.value(part, out)


def names(node: ast.AST) -> set[str]:
    return {part.id for part in t.walk(node) if isinstance(part, ast.Name)}


def length_of(node: ast.expr) -> ast.ListComp | None:
    """The list, if this is the length of one."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"
    of = node.args[0] if called and isinstance(node, ast.Call) else None
    return of if isinstance(of, ast.ListComp) else None


def changed(node: t.Node, **parts: Any) -> t.Node:
    """The same node with other parts."""
    made = copy.copy(node)
    for field, part in parts.items():
        setattr(made, field, part)
    return made


def _named(node: ast.Assign) -> str:
    target = node.targets[0]
    return target.id if isinstance(target, ast.Name) else "S"  # everything reads S: no name of its own


def _one(loop: ast.comprehension) -> ast.expr | None:
    """`for x in (value,)`: the value."""
    return loop.iter.elts[0] if isinstance(loop.iter, ast.Tuple) and len(loop.iter.elts) == 1 else None


def _loops(node: ast.ListComp) -> int:
    return sum(_one(loop) is None for loop in _flat(node.generators))


def _break(node: ast.ListComp) -> Out:
    return [ast.Break()] if _loops(node) else []


def _flat(generators: list[ast.comprehension]) -> list[ast.comprehension]:
    """`for a in [b for b in c if d]` as `for b in c if d for a in (b,)`."""
    found = []
    for loop in generators:
        if not isinstance(loop.iter, ast.ListComp):
            found.append(loop)
            continue
        inner, item = _flat(loop.iter.generators), loop.iter.elt
        if isinstance(item, ast.Name) and isinstance(loop.target, ast.Name) and item.id == loop.target.id:
            last = inner[-1]
            inner[-1] = ast.comprehension(last.target, last.iter, [*last.ifs, *loop.ifs], 0)
        else:
            inner.append(ast.comprehension(loop.target, t.tuple_of([item]), loop.ifs, 0))
        found += inner
    return found


def _only_looks(part: ast.AST) -> bool:
    """Can this be done while the list is still being gone through?"""
    if isinstance(part, ast.Return):
        return isinstance(part.value, ast.Constant)
    return not isinstance(part, ast.stmt) or isinstance(part, ast.If | ast.For)
