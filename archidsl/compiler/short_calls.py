"""Functions in, the same functions out: what a short function answers is written where it is called.

Short is a number, a call of another function with the same arguments, or one of two such answers after one look into
the state.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from archidsl.compiler import tree as t
from archidsl.compiler.rewriting import Rewriter

LARGEST = 12  # nodes of a look


@dataclass(frozen=True, slots=True)
class Answer:
    params: tuple[str, ...]
    value: ast.expr


def without_short_calls(functions: Iterable[ast.FunctionDef]) -> None:
    callers: dict[str, list[ast.FunctionDef]] = {}
    pending = [*functions]
    for made in pending:
        for name in {part.id for part in t.walk(made) if isinstance(part, ast.Name)}:
            callers.setdefault(name, []).append(made)
    calls = ShortCalls()
    while pending:  # what is written instead of a call may make the caller short
        found = [made.name for made in pending if calls.found(made)]
        pending = list({made.name: made for name in found for made in callers.get(name, ())}.values())
        for made in pending:
            calls.visit(made)


def _answer(made: ast.FunctionDef) -> Answer | None:
    params = tuple(arg.arg for arg in made.args.args)
    first = made.body[0]
    if isinstance(first, ast.Return):
        value = _short(first, params)
        return Answer(params, value) if isinstance(value, ast.Constant) else None
    second = made.body[1] if len(made.body) > 1 else None
    if not isinstance(first, ast.If) or first.orelse or not _looks(first.test):
        return None
    yes, no = _short(first.body[0], params), _short(second, params)
    return Answer(params, t.if_else(first.test, yes, no)) if yes is not None and no is not None else None


def _short(line: ast.stmt | None, params: tuple[str, ...]) -> ast.expr | None:
    value = line.value if isinstance(line, ast.Return) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        args = [arg.id if isinstance(arg, ast.Name) else "" for arg in value.args]
        return value if args == [*params] else None
    return value if isinstance(value, ast.Constant) and t.fixed(value) is not None else None


def _looks(test: ast.expr) -> bool:
    """Does this only look into the state?"""
    parts = [*t.walk(test)]
    if len(parts) > LARGEST or any(isinstance(part, ast.Call | ast.NamedExpr) for part in parts):
        return False
    return {part.id for part in parts if isinstance(part, ast.Name)} == {"S"}


class ShortCalls(Rewriter):
    """Puts answers in the place of calls."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}

    def found(self, made: ast.FunctionDef) -> bool:
        """Does this function answer shortly? It was not known yet."""
        answer = _answer(made) if made.name not in self.answers else None
        if answer is not None:
            self.answers[made.name] = answer
        return answer is not None

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        answer = self.answers.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if answer is None or not all(isinstance(arg, ast.Name | ast.Constant) for arg in node.args):
            return node
        made = Given(dict(zip(answer.params, node.args, strict=True))).visit(t.clone(answer.value))
        for part in t.walk(made):
            part.__dict__.pop("lineno", None)
        t.mark([made], node.lineno)
        found = self.visit(made)  # no function calls itself, not even by way of others
        assert isinstance(found, ast.AST)
        return found


class Given(Rewriter):
    """Puts what a function is given in the place of its parameters."""

    def __init__(self, args: dict[str, ast.expr]) -> None:
        self.args = args

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return t.clone(self.args[node.id]) if node.id in self.args else node
