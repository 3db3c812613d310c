"""Procedures that are called from one place: their lines are written there, and no frame is made for them."""

from __future__ import annotations

from collections import Counter

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.owners import all_bodies
from archidsl.compiler.slots import may_be_nothing


def may_be_taken_in(line: ir.Run, caller: ir.Procedure, in_attempt: bool, env: Env) -> bool:
    """Is this the only call, by somebody, in the same file, of what never has to be undone by itself?"""
    shared = env.shared
    procedure = shared.analysis.procedure(line.procedure)
    if procedure.span.file != caller.span.file or _calls(shared)[line.procedure] != 1:
        return False
    if line.who is not None and may_be_nothing(line.who, env):
        return False
    # Without an attempt around it, a requirement that fails late ends just the frame in which it stands.
    return in_attempt or not _fails_late(procedure.body)


def _calls(shared: Shared) -> Counter[str]:
    """How often each procedure is called in all texts; offers and the beginning of the game count as many."""
    if shared.calls is None:
        lines = (part for body in all_bodies(shared) for part in walk(body))
        shared.calls = Counter(line.procedure for line in lines if isinstance(line, ir.Run))
        for window in shared.v.windows.values():
            shared.calls.update([*window.offers] * 2)
        shared.calls.update([shared.game.main] * 2)
    return shared.calls


def _fails_late(node: object) -> bool:
    """Is there a requirement or a payment behind an opening, in no attempt?"""
    if isinstance(node, ir.Body):
        late = node.lines[node.opening :]
        return any(isinstance(x, ir.Require | ir.Pay) or _fails_late(x) for x in late) or any(
            _fails_late(x) for x in node.lines[: node.opening]
        )
    if isinstance(node, ir.If):
        return _fails_late(node.then) or _fails_late(node.otherwise)
    if isinstance(node, ir.Each | ir.Repeat):
        return _fails_late(node.body)
    if isinstance(node, ir.Choose):
        return node.body is not None and _fails_late(node.body)
    if isinstance(node, ir.Menu):
        return any(_fails_late(option.body) for option in node.options)
    if isinstance(node, ir.Attempt):
        return _fails_late(node.otherwise)
    return False
