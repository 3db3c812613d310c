"""Which parts of generated code only look: they change neither the state nor a frame."""

from __future__ import annotations

import ast
import re

from archidsl.compiler import tree as t

ONLY_READ = frozenset("len min max sum tuple list range zip grid_fit grid_areas_of covers has".split())
TESTS = re.compile("[kq][0-9]+")  # functions of the game that only read, too


def only_looks(call: ast.Call) -> bool:
    """Attributes are those of lists that the code has made for itself."""
    if isinstance(call.func, ast.Attribute):
        return True
    return isinstance(call.func, ast.Name) and (call.func.id in ONLY_READ or TESTS.fullmatch(call.func.id) is not None)


def quiet(*nodes: ast.AST) -> bool:
    """Do these change nothing but names and lists of their own?"""
    for part in t.walk(*nodes):
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            return False
        if isinstance(part, ast.Call) and not only_looks(part):
            return False
    return True
