"""Blocks that only the machine runs call the next; only blocks that others call go back to the machine.

A loop of blocks must pass through the machine, or it would need ever more stack. Mostly a loop goes on after an
answer, with a block that the machine runs: nobody who called it is waiting, so it may call the block with which the
loop begins. For that, the few who called such a block go to it by way of the machine instead.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from archidsl.compiler import tree as t

LONGEST = 30  # calls, one in the other
Functions = list[tuple[str, ast.FunctionDef]]
Blocks = dict[str, tuple[str, ast.FunctionDef]]


def call_from_entries(functions: Functions, blocks: Blocks) -> list[str]:
    """Lets blocks call where they named the next; nobody must call these blocks, so they are the answer."""
    lines = [line for _, made in functions for line in lines_in(made.body)]
    back = {made.name: [line for line in lines_in(made.body, False) if _next(line) in blocks] for _, made in functions}
    heads = {_next(line) for line in lines}
    going_on = {name for name in map(_put, lines) if name in blocks and name not in heads and back.get(name)}
    for name in going_on:
        for line in back[name]:
            line.value = t.call(_next(line), t.name("S"), t.name("f"))
            t.mark([line], line.lineno)
    return sorted(going_on)


def go_by_machine(functions: Functions, names: Collection[str]) -> None:
    """Whoever calls one of these blocks names it instead."""
    for line in (line for _, made in functions for line in lines_in(made.body)):
        called = line.value.func if isinstance(line, ast.Return) and isinstance(line.value, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in names:
            line.value = called


def call_where_it_ends(blocks: Blocks) -> None:
    """Lets the others call the next block too, as long as none of them can come back to itself that way."""
    calls = {name: {_called(line) for line in lines_in(made.body)} for name, (_, made) in blocks.items()}
    for name, (_, made) in blocks.items():
        for line in lines_in(made.body, False):
            after = _next(line)
            if after in blocks and not _reaches(after, name, calls):
                line.value = t.call(after, t.name("S"), t.name("f"))
                t.mark([line], line.lineno)
                calls[name].add(after)


def _reaches(start: str, end: str, calls: Mapping[str, Collection[str]]) -> bool:
    """Do calls lead from one block to another, or through more blocks than should wait for each other?"""
    layer, seen = {start}, {start}
    for _ in range(LONGEST):
        if end in seen:
            return True
        layer = {name for block in layer for name in calls.get(block, ())}
        if not layer:
            return False
        seen |= layer
    return True


def lines_in(body: list[ast.stmt], tried: bool = True) -> Iterator[ast.Return | ast.Assign]:
    """The lines that may name blocks; those that are tried, too, or not: there, what is caught must not grow."""
    pending = [*body]
    while pending:
        line = pending.pop()
        if isinstance(line, ast.Return | ast.Assign):
            yield line
        elif isinstance(line, ast.If | ast.For):
            pending += [*line.body, *line.orelse]
        elif isinstance(line, ast.Try) and tried:
            pending += [*line.body, *(part for handler in line.handlers for part in handler.body)]


def _called(line: ast.Return | ast.Assign) -> str:
    """The block with which a line goes on at once."""
    value = line.value if isinstance(line, ast.Return) else None
    return value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""


def _put(line: ast.Return | ast.Assign) -> str:
    """The block that a line puts into a frame, to go on with."""
    return line.value.id if isinstance(line, ast.Assign) and isinstance(line.value, ast.Name) else ""


def _next(line: ast.Return | ast.Assign) -> str:
    """The block to which a line goes back by way of the machine."""
    return line.value.id if isinstance(line, ast.Return) and isinstance(line.value, ast.Name) else ""
