"""What passes over Python trees have in common: each class says what becomes of some kinds of nodes."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, ClassVar

from archidsl.compiler.tree import LEAVES, NO_NODES


class Rewriter(ast.NodeTransformer):
    """A faster `ast.NodeTransformer`: methods are looked up once for each class, leaves without one are passed by."""

    methods: ClassVar[dict[type, Callable[..., Any]]] = {}

    def __init_subclass__(cls) -> None:
        names = [name for name in dir(cls) if name.startswith("visit_") and not hasattr(ast.NodeTransformer, name)]
        cls.methods = {getattr(ast, name.removeprefix("visit_")): getattr(cls, name) for name in names}

    def visit(self, node: ast.AST) -> Any:
        method = self.methods.get(node.__class__)
        if method is not None:
            return method(self, node)
        return node if node.__class__ in LEAVES else self.generic_visit(node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for name, part in [*node.__dict__.items()]:
            kind = part.__class__
            if kind is list:
                part[:] = self.visited(part)
            elif kind not in NO_NODES:
                setattr(node, name, self.visit(part))
        return node

    def visited(self, parts: list[Any]) -> list[Any]:
        """What becomes of a list: a node may make several, or none."""
        made = []
        for part in parts:
            new = self.visit(part)
            if isinstance(new, list):
                made += new
            elif new is not None:
                made.append(new)
        return made
