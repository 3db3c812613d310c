"""Short ways to build the few kinds of Python syntax that compiled games are made of."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

Node = TypeVar("Node", bound=ast.AST)
COMPARISONS: dict[str, type[ast.cmpop]] = {
    "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE, "==": ast.Eq, "!=": ast.NotEq,
}  # fmt: skip
PLACED = (ast.expr, ast.stmt, ast.arg, ast.excepthandler)  # nodes that have a place in a file
LEAVES = frozenset((ast.Name, ast.Constant, ast.Load, ast.Store, ast.Pass, ast.Break))  # nothing stands in them
NO_NODES = frozenset((int, str, type(None), ast.Load, ast.Store))  # what else stands in them, but for lists
FOLDS = {"<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__, "==": int.__eq__, "!=": int.__ne__}
OPERATORS: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}


def name(word: str) -> ast.expr:
    return ast.Name(word, ast.Load())


def number(value: int | None) -> ast.expr:
    return ast.Constant(value)


def fixed(node: ast.expr) -> int | None:
    """The number that a node is, if it is one."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def call(function: str | ast.expr, *args: ast.expr) -> ast.expr:
    return ast.Call(name(function) if isinstance(function, str) else function, list(args), [])


def item(of: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(of, index, ast.Load())


def slot(index: ast.expr | int) -> ast.expr:
    """`S[index]`"""
    return item(name("S"), number(index) if isinstance(index, int) else index)


def slots(low: int, high: int) -> ast.expr:
    """`S[low:high]`"""
    return item(name("S"), ast.Slice(number(low), number(high)))


def plus(left: ast.expr, right: ast.expr | int, operator: str = "+") -> ast.expr:
    if isinstance(right, int):
        right = number(right)
    if isinstance(left, ast.Constant) and isinstance(right, ast.Constant):
        a, b = left.value, right.value
        assert isinstance(a, int) and isinstance(b, int)
        return number({"+": a + b, "-": a - b, "*": a * b}[operator])
    if operator == "+" and isinstance(left, ast.Constant) and left.value == 0:
        return right
    if operator in "+-" and isinstance(right, ast.Constant) and right.value == 0:
        return left
    return ast.BinOp(left, OPERATORS[operator](), right)


def compare(left: ast.expr, operator: str, right: ast.expr | int) -> ast.expr:
    if isinstance(right, int):
        right = number(right)
    a, b = fixed(left), fixed(right)
    if a is not None and b is not None:
        return number(int(FOLDS[operator](a, b)))
    return ast.Compare(left, [COMPARISONS[operator]()], [right])


def between(low: int, value: ast.expr, high: int) -> ast.expr:
    """`low <= value < high`"""
    if high == low + 1:
        return compare(value, "==", low)
    known = fixed(value)
    if known is not None:
        return number(int(low <= known < high))
    return ast.Compare(number(low), [ast.LtE(), ast.Lt()], [value, number(high)])


def among(value: ast.expr, many: ast.expr) -> ast.expr:
    return ast.Compare(value, [ast.In()], [many])


def both(tests: Iterable[ast.expr]) -> ast.expr:
    found = [test for test in tests if not fixed(test)]
    if any(fixed(test) == 0 for test in found):
        return number(0)
    if not found:
        return number(1)
    return found[0] if len(found) == 1 else ast.BoolOp(ast.And(), found)


def either(left: ast.expr, right: ast.expr) -> ast.expr:
    for one, other in ((left, right), (right, left)):
        known = fixed(one)
        if known is not None:
            return number(1) if known else other
    return ast.BoolOp(ast.Or(), [left, right])


def negated(value: ast.expr) -> ast.expr:
    known = fixed(value)
    if known is not None:
        return number(int(not known))
    return ast.UnaryOp(ast.Not(), value)


def if_else(test: ast.expr, yes: ast.expr, no: ast.expr) -> ast.expr:
    known = fixed(test)
    if known is not None:
        return yes if known else no
    return ast.IfExp(test, yes, no)


def named(word: str, value: ast.expr) -> ast.expr:
    """`(word := value)`"""
    return ast.NamedExpr(ast.Name(word, ast.Store()), value)


def tuple_of(items: Iterable[ast.expr]) -> ast.expr:
    return ast.Tuple(list(items), ast.Load())


def as_tuple(many: ast.expr) -> ast.expr:
    """Many things as a tuple; in slots of the state they lie as one."""
    return many if in_slot(many) else call("tuple", many)


def in_slot(node: ast.expr) -> bool:
    """`S[...]`"""
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "S"


def list_of(items: Iterable[ast.expr]) -> ast.expr:
    return ast.List(list(items), ast.Load())


def no_table() -> ast.expr:
    """`{}`"""
    return ast.Dict([], [])


def listing(value: ast.expr, loops: Iterable[tuple[str, ast.expr]], tests: Iterable[ast.expr]) -> ast.expr:
    """`[value for a in b for c in d if test]`"""
    pairs, tests = list(loops), list(tests)
    if len(pairs) == 1 and not tests and isinstance(value, ast.Name) and value.id == pairs[0][0]:
        return call("list", pairs[0][1])
    comprehensions = [ast.comprehension(ast.Name(target, ast.Store()), source, [], 0) for target, source in pairs]
    comprehensions[-1].ifs = tests
    return ast.ListComp(value, comprehensions)


def assign(target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.Assign([store(target)], value)


def add_to(target: str, value: ast.expr) -> ast.stmt:
    """`target += value`"""
    return ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), value)


def append(target: str, value: ast.expr) -> ast.stmt:
    """`target.append(value)`"""
    return do(ast.Call(ast.Attribute(name(target), "append", ast.Load()), [value], []))


def add_to_slot(index: ast.expr, value: ast.expr, operator: str = "+") -> ast.stmt:
    """`S[index] += value`"""
    target = ast.Subscript(name("S"), index, ast.Store())
    return ast.AugAssign(target, OPERATORS[operator](), value)


def store(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Store())
    assert isinstance(target, ast.Subscript)
    return ast.Subscript(target.value, target.slice, ast.Store())


def if_(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.If(test, then or [ast.Pass()], otherwise or [])


def when(test: ast.expr, then: list[ast.stmt]) -> list[ast.stmt]:
    """These statements if the test is true, without a test if that is known."""
    known = fixed(test)
    return [if_(test, then)] if known is None else then if known else []


def for_(target: str, source: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    return ast.For(ast.Name(target, ast.Store()), source, body or [ast.Pass()], [])


def for_each(targets: Iterable[str], source: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    """`for a, b in source`"""
    names: list[ast.expr] = [ast.Name(target, ast.Store()) for target in targets]
    return ast.For(ast.Tuple(names, ast.Store()), source, body or [ast.Pass()], [])


def return_(value: ast.expr | None = None) -> ast.stmt:
    return ast.Return(value)


def do(value: ast.expr) -> ast.stmt:
    return ast.Expr(value)


def function(name: str, params: Iterable[str], body: list[ast.stmt]) -> ast.FunctionDef:
    args = ast.arguments([], [ast.arg(p) for p in params], None, [], [], None, [])
    made = ast.FunctionDef(name, args, body or [ast.Pass()], [])
    setattr(made, "type_params", [])  # noqa: B010 - Python 3.12 and later want it, 3.11 does not know it
    return made


def clone(node: Node) -> Node:
    """A tree of its own, with the same places."""
    made = type(node)(*[_cloned(getattr(node, name)) for name in node._fields])
    for name in node._attributes:
        if hasattr(node, name):
            setattr(made, name, getattr(node, name))
    return made


def _cloned(value: Any) -> Any:
    if isinstance(value, list):
        return [clone(item) for item in value]
    return clone(value) if isinstance(value, ast.AST) else value


def walk(*nodes: ast.AST) -> Iterator[ast.AST]:
    """Nodes and all that stands in them but `Load` and `Store`, each before its own parts; faster than `ast.walk`."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        yield node
        if node.__class__ not in LEAVES:
            for part in node.__dict__.values():
                kind = part.__class__
                if kind is list:
                    pending += part
                elif kind not in NO_NODES:
                    pending.append(part)


def mark(nodes: Iterable[ast.AST], line: int) -> None:
    """Gives every part that has none yet the line of the rules from which it was made."""
    place = {"lineno": max(line, 1), "end_lineno": max(line, 1), "col_offset": 0, "end_col_offset": 0}
    for part in walk(*nodes):
        if isinstance(part, PLACED) and "lineno" not in part.__dict__:
            part.__dict__.update(place)


def compare_none(value: ast.expr) -> ast.expr:
    """`value is None`"""
    return ast.Compare(value, [ast.Is()], [ast.Constant(None)])
