"""Could a requirement fail late in these lines? Only then has an attempt around them anything to save.

Late is: behind the opening. What fails in the opening of a procedure just ends it. What fails in an attempt is caught
there, and so is what fails in anything that runs in it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from archidsl.checker import ir
from archidsl.checker.analysis import NODES, changed_locals, parts_of, walk
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import value

UNDO = "undo"


def when_undone(line: ir.Attempt, written: Iterable[ast.AST], env: Env) -> ast.expr:
    """A test that is true if the body of an attempt could come to nothing; `written` is what it was compiled to."""
    shared = env.shared
    if any(isinstance(part, ast.Name) and part.id == UNDO for node in written for part in t.walk(node)):
        return t.number(1)
    if _watches_undo(shared) or (shared.analysis.lines_ask(line.body) and _offers_undo(shared)):
        return t.number(1)
    found: ast.expr = t.number(0)
    for part in _outside(line.body):
        if isinstance(part, ir.RunDeed):
            found = t.either(found, _deed_undone(part, line.body, env))
        elif isinstance(part, ir.Line) and any(may_undo(name, shared) for name in _calls(part, shared)):
            return t.number(1)
    return found


def _watches_undo(shared: Shared) -> bool:
    """Could something fail late in the effect of a watch, whatever line wakes it?"""
    return any(_lines_undo(watch.body, shared) for watch in shared.game.watches)


def _offers_undo(shared: Shared) -> bool:
    """Could something fail late that a player begins while a question stands open?"""
    return any(may_undo(name, shared) for window in shared.v.windows.values() for name in window.offers)


def _deed_undone(line: ir.RunDeed, body: ir.Body, env: Env) -> ast.expr:
    """The effects of some things can fail late, those of others cannot: a look into a table."""
    shared, kind = env.shared, env.shared.v.behaviours[line.behaviour].kind
    low, high = shared.layout.ranges[kind]
    flags = [0] * low
    for thing in range(low, high):
        deed = shared.game.deeds.get((line.behaviour, shared.layout.names[thing]))
        runs = deed is not None and deed.procedure is not None
        flags.append(int(runs and may_undo(f"deed:{line.behaviour}:{shared.layout.names[thing]}", shared)))
    if len(set(flags[low:])) < 2:
        return t.number(max(flags, default=0))
    inside = {part.local for part in walk(body) if isinstance(part, ir.Let | ir.Choose | ir.Menu | ir.Each)}
    known = isinstance(line.of, ir.Local) and line.of.name not in inside | changed_locals(body)
    if not known or not isinstance(line.of, ir.Local) or line.of.name not in env.places:
        return t.number(1)
    return t.item(shared.constant((*flags, 0)), value(line.of, env))  # the last entry is that of nothing


def frame_key(procedure: str, shared: Shared) -> str:
    """The function that makes a frame for a procedure: one that begins it at once, if nothing can fail late in it."""
    return f"{'frame' if may_undo(procedure, shared) or _watches_undo(shared) else 'begin'}:{procedure}"


def may_undo(name: str, shared: Shared) -> bool:
    """Could something fail late in a procedure, or in what it runs, that is not caught there?"""
    if name not in shared.undone:
        shared.undone[name] = True  # a cycle is an error of its own
        shared.undone[name] = _lines_undo(shared.analysis.procedure(name).body, shared)
    return shared.undone[name]


def _lines_undo(body: ir.Body, shared: Shared) -> bool:
    return fails_late(body) or any(may_undo(name, shared) for part in _outside(body) for name in _calls(part, shared))


def _calls(part: object, shared: Shared) -> list[str]:
    return list(shared.analysis.called(part)) if isinstance(part, ir.Run | ir.RunDeed | ir.Announce) else []


def _outside(node: object) -> Iterator[object]:
    """All nodes but those in the bodies of attempts."""
    if isinstance(node, tuple):
        for part in node:
            yield from _outside(part)
    elif isinstance(node, ir.Attempt):
        yield from _outside(node.otherwise)
    elif isinstance(node, NODES):
        yield node
        for name in parts_of(type(node)) or ():
            yield from _outside(getattr(node, name))


def fails_late(node: object) -> bool:
    """Is there a requirement or a payment behind an opening, in no attempt?"""
    if isinstance(node, ir.Body):
        late = node.lines[node.opening :]
        return any(isinstance(x, ir.Require | ir.Pay) or fails_late(x) for x in late) or any(
            fails_late(x) for x in node.lines[: node.opening]
        )
    if isinstance(node, ir.If):
        return fails_late(node.then) or fails_late(node.otherwise)
    if isinstance(node, ir.Each | ir.Repeat):
        return fails_late(node.body)
    if isinstance(node, ir.Choose):
        return node.body is not None and fails_late(node.body)
    if isinstance(node, ir.Menu):
        return any(fails_late(option.body) for option in node.options)
    if isinstance(node, ir.Attempt):
        return fails_late(node.otherwise)
    return False
