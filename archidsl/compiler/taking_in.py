"""Procedures that are called from one place: their lines are written there, and no frame is made for them."""

from __future__ import annotations

from collections import Counter

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.owners import all_bodies
from archidsl.compiler.slots import may_be_nothing
from archidsl.compiler.undoing import fails_late


def may_be_taken_in(line: ir.Run, caller: ir.Procedure, in_attempt: bool, env: Env) -> bool:
    """Is this the only call, by somebody, in the same file, of what never has to be undone by itself?"""
    shared = env.shared
    procedure = shared.analysis.procedure(line.procedure)
    if procedure.span.file != caller.span.file or _calls(shared)[line.procedure] != 1:
        return False
    if line.who is not None and may_be_nothing(line.who, env):
        return False
    # Without an attempt around it, a requirement that fails late ends just the frame in which it stands.
    return in_attempt or not fails_late(procedure.body)


def _calls(shared: Shared) -> Counter[str]:
    """How often each procedure is called in all texts; offers and the beginning of the game count as many."""
    if shared.calls is None:
        lines = (part for body in all_bodies(shared) for part in walk(body))
        shared.calls = Counter(line.procedure for line in lines if isinstance(line, ir.Run))
        for window in shared.v.windows.values():
            shared.calls.update([*window.offers] * 2)
        shared.calls.update([shared.game.main] * 2)
    return shared.calls
