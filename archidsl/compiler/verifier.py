"""Generated Python in, nothing or a refusal out: walks the tree before it is compiled, trusting nobody.

It shares no code with the compiler. Whatever a pack says, only these kinds of syntax, numbers and known names
can be in the tree: no texts, no imports, no lambdas, no keyword arguments, and no attributes but one: a line of its
own may append something to a list that the code has made.
"""

from __future__ import annotations

import ast
import re
from types import CodeType
from typing import TypeGuard

ALLOWED = (
    ast.Module, ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Assign, ast.AugAssign, ast.If, ast.For,
    ast.Break, ast.Pass, ast.Expr, ast.Try, ast.ExceptHandler, ast.Name, ast.Constant, ast.Call, ast.Subscript,
    ast.Tuple, ast.List, ast.Dict, ast.ListComp, ast.comprehension, ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare,
    ast.IfExp, ast.NamedExpr, ast.Slice, ast.Load, ast.Store, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod,
    ast.BitAnd, ast.BitOr, ast.And, ast.Or, ast.Not, ast.Lt, ast.LtE,
    ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.In, ast.Is,
)  # fmt: skip
APPEND, COUNT = "append", "count"
MADE_NAME = re.compile(r"[a-z][0-9]+")
FIXED = frozenset(("S", "f", "y", "D"))


class Refused(Exception):
    """The tree holds something that no compiled game needs."""


def verify(tree: ast.Module, known: frozenset[str]) -> None:
    """Refuses the tree unless every part of it is harmless; `known` are the names of the engine's functions."""
    methods = set()
    for node in ast.walk(tree):  # a call comes before what is called
        if isinstance(node, ast.Expr) and _of_list(node.value, APPEND):
            methods.add(id(node.value.func))
        elif _of_list(node, COUNT):
            methods.add(id(node.func))
        if not isinstance(node, ALLOWED) and id(node) not in methods:
            raise Refused(type(node).__name__)
        if isinstance(node, ast.Name | ast.FunctionDef | ast.arg):
            word = node.arg if isinstance(node, ast.arg) else node.id if isinstance(node, ast.Name) else node.name
            if not (MADE_NAME.fullmatch(word) or word in FIXED or word in known):
                raise Refused(f"the name {word!r}")
            if word in known and not (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
                raise Refused(f"a new meaning for {word!r}")
        if isinstance(node, ast.Constant) and not (node.value is None or type(node.value) is int):
            raise Refused(f"the constant {node.value!r}")
        if isinstance(node, ast.Call) and id(node.func) not in methods:
            _call(node)
        if isinstance(node, ast.Subscript) and not isinstance(
            node.value, ast.Name | ast.Subscript | ast.ListComp | ast.BoolOp
        ):
            raise Refused("an index into something odd")
        if isinstance(node, ast.Dict) and node.keys:
            raise Refused("a table that is not empty")
        if isinstance(node, ast.FunctionDef) and (node.decorator_list or node.args.defaults or node.args.kwonlyargs):
            raise Refused("a function with trimmings")


def _of_list(node: ast.AST, method: str) -> TypeGuard[ast.Call]:
    """`v1.append(value)` as a line, and `v1.count(value)`: the only attributes, of names that the code has made."""
    if not isinstance(node, ast.Call) or node.keywords or len(node.args) != 1:
        return False
    called = node.func
    if not isinstance(called, ast.Attribute) or called.attr != method or not isinstance(called.value, ast.Name):
        return False
    return MADE_NAME.fullmatch(called.value.id) is not None


def _call(node: ast.Call) -> None:
    if node.keywords:
        raise Refused("a keyword argument")
    called = node.func
    if isinstance(called, ast.Name):
        return
    if not (isinstance(called, ast.Subscript) and isinstance(called.value, ast.Name)):
        raise Refused("a call of something odd")
    if not called.value.id.startswith("d"):
        raise Refused("a call out of a list")


def verify_code(code: CodeType, known: frozenset[str]) -> None:
    """The compiled code, once more: names it may look up, and no cells between functions."""
    for word in code.co_names:
        if not (MADE_NAME.fullmatch(word) or word in known or word in (APPEND, COUNT)):
            raise Refused(f"the name {word!r}")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            verify_code(constant, known)
