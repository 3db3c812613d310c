"""Passes over Python trees change what they name, and leave everything else as it is."""

from __future__ import annotations

import ast

from archidsl.compiler.rewriting import Rewriter


class Louder(Rewriter):
    """Says everything twice, and nothing that passes."""

    def visit_Expr(self, node: ast.Expr) -> list[ast.stmt]:
        return [node, node]

    def visit_Pass(self, node: ast.Pass) -> None:
        return None


def test_leaves_are_passed_by_whatever_they_are() -> None:
    """`ast.NodeVisitor` has a method of its own for constants, which would look into them."""
    tree = Louder().visit(ast.parse("x = True\nsay(1.5)\npass\ny = None"))
    assert ast.unparse(tree) == "x = True\nsay(1.5)\nsay(1.5)\ny = None"
    assert {*Louder.methods} == {ast.Expr, ast.Pass}
