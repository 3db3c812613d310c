"""Frames and blocks: slots for locals, functions that end where another begins, and jumps between them.

A frame is [block, slot for the answer, open attempts, you, locals ...]; see `engine/machine.py`.
"""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.checker.types import Type
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared

ATTEMPTS, YOU, FIRST_LOCAL = 2, 3, 4


def frame(index: int) -> ast.expr:
    """`f[index]`"""
    return t.item(t.name("f"), t.number(index))


class Frames:
    """The code of one procedure while it is written, block by block."""

    def __init__(self, shared: Shared, procedure: ir.Procedure) -> None:
        self.shared, self.procedure = shared, procedure
        self.line = procedure.span.line  # where the procedure stands whose lines are being written
        self.slots = FIRST_LOCAL
        self.env = Env(shared, sure=procedure.sure, you=lambda: frame(YOU))
        self.code: list[ast.stmt] = []
        self.name = shared.fresh("b")
        self.changed: frozenset[str] = frozenset()  # locals that get another value after their first
        self.blocks: list[str] = []
        self.things: list[int] = []  # slots in which things stand
        self.secrets: list[tuple[int, int, str]] = []  # site of a secret question, slot of its answer, who asks it
        self.joint: list[tuple[int, ...]] = []  # see `engine.pending`: slots of questions that are asked together

    def slot(self, local: str, type: Type | None = None) -> int:
        """A place in the frame; a local is found there from now on."""
        index = self.slots
        self.slots += 1
        if type is not None and type.base == "thing":
            self.things.append(index)
        if local:
            self.env.places[local] = lambda: frame(index)
        return index

    def emit(self, *statements: ast.stmt) -> None:
        self.code.extend(statements)

    def label(self) -> str:
        return self.shared.fresh("b")

    def go(self, label: str) -> list[ast.stmt]:
        """On to a block that stands later."""
        return [t.return_(t.call(label, t.name("S"), t.name("f")))]

    def back(self, label: str) -> list[ast.stmt]:
        """Back to a block that stands earlier: the machine takes the step, so loops need no stack."""
        return [t.return_(t.name(label))]

    def start(self, label: str) -> None:
        """Ends the block that is being written and begins another."""
        made = t.function(self.name, ["S", "f"], self.code)
        self.shared.add(self.procedure.span.file, self.line, made)
        self.blocks.append(self.name)
        self.name, self.code = label, []

    def then(self, label: str, made: ast.expr) -> None:
        """Leaves this block with `made` for the machine; goes on at the label, which begins here."""
        self.emit(t.assign(frame(0), t.name(label)), t.return_(made))
        self.start(label)
