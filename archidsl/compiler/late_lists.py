"""Lists that may turn out not to be needed: they are made where they are first read, not before the tests around it."""

from __future__ import annotations

import ast

from archidsl.compiler import tree as t
from archidsl.compiler.quiet import quiet

Statements = list[ast.stmt]


def make_late(body: Statements) -> Statements:
    """The statements, with lists filled as late as they can be."""
    i = len(body) - 3
    while i >= 0:
        name = _filled(body[i], body[i + 1])
        if name:
            body = _moved(body, i, name)
        i -= 1
    return body


def _filled(first: ast.stmt, second: ast.stmt) -> str:
    """The name of the list that two statements make: `v = []`, and a loop that appends to it."""
    if not isinstance(first, ast.Assign) or not isinstance(first.value, ast.List) or first.value.elts:
        return ""
    target = first.targets[0]
    if not isinstance(second, ast.For) or not isinstance(target, ast.Name):
        return ""
    appended = {
        part.func.value.id
        for part in t.walk(second)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and isinstance(part.func.value, ast.Name)
    }
    return target.id if appended == {target.id} and quiet(second) else ""


def _moved(body: Statements, i: int, name: str) -> Statements:
    made, rest = body[i : i + 2], body[i + 2 :]
    way = _way(rest, name)
    if way is None:
        return body
    home, place, looped = way
    if not looped:
        home[place:place] = made
        return [*body[:i], *rest]
    late = t.if_(t.compare_none(t.name(name)), made)
    nothing = t.assign(t.name(name), t.number(None))
    t.mark([late, nothing], made[0].lineno)
    home.insert(place, late)
    return [*body[:i], nothing, *rest]


def _way(body: Statements, name: str) -> tuple[Statements, int, bool] | None:
    """Behind which test the list is first read: statements, which of them, whether in a loop. None if at once."""
    found: tuple[Statements, int, bool] | None = None
    tested, looped = False, False
    while True:
        readers = [number for number, statement in enumerate(body) if _reads(statement, name)]
        if not readers or not all(map(quiet, body[: readers[0]])):
            return found
        if tested:  # a loop alone is no reason to wait
            found = body, readers[0], looped
        reader = body[readers[0]]
        inner = _only_part(reader, name) if len(readers) == 1 else None
        tested = isinstance(reader, ast.If)
        if inner is None or not (tested or quiet(reader)):
            return found
        looped = looped or not tested
        body = inner


def _only_part(reader: ast.stmt, name: str) -> Statements | None:
    """The statements inside another, if the list is read there and nowhere else in it."""
    if isinstance(reader, ast.If) and not _reads(reader.test, name):
        parts = [part for part in (reader.body, reader.orelse) if any(_reads(x, name) for x in part)]
        return parts[0] if len(parts) == 1 else None
    if isinstance(reader, ast.For) and not _reads(reader.iter, name) and not reader.orelse:
        return reader.body
    return None


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in t.walk(node))
