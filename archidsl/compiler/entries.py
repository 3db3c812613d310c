"""Blocks that only the machine runs call the next; only blocks that others call go back to the machine.

A loop of blocks must pass through the machine, or it would need ever more stack. Mostly a loop goes on after an
answer, with a block that the machine runs: nobody who called it is waiting, so it may call the block with which the
loop begins. For that, the few who called such a block go to it by way of the machine instead.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from archidsl.compiler import tree as t

Functions = list[tuple[str, ast.FunctionDef]]
Blocks = dict[str, tuple[str, ast.FunctionDef]]


def call_from_entries(functions: Functions, blocks: Blocks) -> None:
    """Lets blocks call where they named the next, and nobody call them."""
    back = {made.name: list(_back(made, blocks)) for _, made in functions if made.name in blocks}
    heads = {_next(part) for parts in back.values() for part in parts}
    going_on = {name for name in _named(functions) if name not in heads and back.get(name)}
    for _, made in functions:
        for node in t.walk(made):
            called = node.value.func if isinstance(node, ast.Return) and isinstance(node.value, ast.Call) else None
            if isinstance(node, ast.Return) and isinstance(called, ast.Name) and called.id in going_on:
                node.value = called
    for name in going_on:
        for part in back[name]:
            part.value = t.call(_next(part), t.name("S"), t.name("f"))
            t.mark([part], part.lineno)


def _named(functions: Functions) -> Iterator[str]:
    """What is put into a frame as the block to go on with."""
    for _, made in functions:
        for node in t.walk(made):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                yield node.value.id


def _back(made: ast.FunctionDef, blocks: Blocks) -> Iterator[ast.Return]:
    """Where it goes back to a block by way of the machine. What is tried must not grow, so not out of there."""
    pending: list[ast.AST] = [made]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return) and _next(node) in blocks:
            yield node
        elif not isinstance(node, ast.Try | ast.expr):
            pending += ast.iter_child_nodes(node)


def _next(part: ast.Return) -> str:
    return part.value.id if isinstance(part.value, ast.Name) else ""
