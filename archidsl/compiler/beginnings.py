"""Procedures that often end before they ask: they begin without a frame, and get one when they need it.

What a procedure does up to its first question becomes a plain function with its locals in Python names. It answers with
nothing if the procedure has ended, or with a frame that goes on where it stopped. Whoever calls it is still at the top
of the stack while it runs, so this is not for procedures in which something could fail late.
"""

from __future__ import annotations

import ast

from archidsl.compiler import tree as t
from archidsl.compiler.frames import ATTEMPTS, FIRST_LOCAL, YOU
from archidsl.compiler.rewriting import Rewriter

Blocks = dict[str, tuple[str, ast.FunctionDef]]


class Unfit(Exception):
    """This block needs its frame from the beginning."""


def begin_early(made: ast.FunctionDef, first: ast.FunctionDef, blocks: Blocks) -> None:
    """`made` only makes a frame for the block `first`: from now on it does what that block does."""
    frame = made.body[0].value if isinstance(made.body[0], ast.Return) else None
    if not isinstance(frame, ast.List):
        return
    beginning = Beginning(len(frame.elts), len(made.args.args) - 2, blocks)
    beginning.straight_on = not any(isinstance(part, ast.Return) and _nothing(part.value) for part in t.walk(first))
    try:
        body = beginning.block(first)
    except Unfit:
        return
    if not isinstance(body[-1], ast.Return):
        body.append(t.return_(t.number(None)))
    params = [_local(FIRST_LOCAL + i) for i in range(beginning.params)]
    empty = [t.assign(t.name(_local(slot)), t.number(0)) for slot in beginning.unsettled(body)]
    new = t.function(made.name, ["S", "y", *params], [*empty, *body])
    t.mark([new], first.lineno)
    made.args, made.body = new.args, new.body


class Beginning(Rewriter):
    """Takes the frame out of a block."""

    def __init__(self, size: int, params: int, blocks: Blocks) -> None:
        self.size, self.params, self.blocks = size, params, blocks
        self.written: set[int] = set()
        self.straight_on = False  # does the first block only lead to the next? Then that belongs to the beginning

    def block(self, made: ast.FunctionDef) -> list[ast.stmt]:
        for part in t.walk(made):  # first of all, what is written anywhere
            slot = _slot(part)
            if slot is not None and isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
                self.written.add(slot)
        return self.lines([t.clone(statement) for statement in made.body])

    def lines(self, body: list[ast.stmt]) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        after, answer = "", 0
        for statement in body:
            target = _slot(statement.targets[0]) if isinstance(statement, ast.Assign) else None
            if isinstance(statement, ast.Assign) and target == 0 and isinstance(statement.value, ast.Name):
                after = statement.value.id
            elif isinstance(statement, ast.Assign) and target == 1:
                answer = t.fixed(statement.value) or 0
            elif isinstance(statement, ast.Return):
                out += self.left(statement, after, answer)
            elif isinstance(statement, ast.If | ast.For):
                parts = self.lines(statement.body), self.lines(statement.orelse)
                statement.body, statement.orelse = [], []
                self.generic_visit(statement)
                statement.body, statement.orelse = parts
                out.append(statement)
            elif isinstance(statement, ast.Try):
                raise Unfit
            else:
                out.append(self.visit(statement))
        return out

    def left(self, statement: ast.Return, after: str, answer: int) -> list[ast.stmt]:
        called = statement.value.func if isinstance(statement.value, ast.Call) else None
        if self.straight_on and not after and isinstance(called, ast.Name) and called.id in self.blocks:
            self.straight_on = False
            body = self.block(self.blocks[called.id][1])
            return body if isinstance(body[-1], ast.Return) else [*body, t.return_(t.number(None))]
        return [ast.copy_location(t.return_(self.leaving(statement.value, after, answer)), statement)]

    def leaving(self, value: ast.expr | None, after: str, answer: int) -> ast.expr:
        """What is given instead of what the block gave: a frame that goes on, or nothing."""
        called = value.func if isinstance(value, ast.Call) else value
        if value is None or _nothing(value):
            return t.number(None)
        if not after and isinstance(called, ast.Name) and called.id in self.blocks:
            return self.frame(t.name(called.id), 0, [])
        made: ast.expr = self.visit(value)
        if not after:
            raise Unfit
        if not answer and _ends(self.blocks[after][1]):
            return made  # nothing comes after what is called: its frame alone will do
        return self.frame(t.name("BEGUN"), answer, [t.tuple_of([t.name(after), made])])

    def frame(self, block: ast.expr, answer: int, more: list[ast.expr]) -> ast.expr:
        filled = FIRST_LOCAL + self.params
        slots = [
            t.name(_local(i)) if i < filled or i in self.written else t.number(0) for i in range(FIRST_LOCAL, self.size)
        ]
        return t.list_of([block, t.number(answer), t.number(None), t.name("y"), *slots, *more])

    def unsettled(self, body: list[ast.stmt]) -> list[int]:
        """Slots that may be read, or put into a frame, before anything is written there."""
        left = {slot for slot in self.written if slot >= FIRST_LOCAL + self.params}
        for statement in body:
            if not isinstance(statement, ast.Assign):
                break
            read = {part.id for part in t.walk(statement.value) if isinstance(part, ast.Name)}
            left -= {slot for slot in left if _local(slot) in _targets(statement) and _local(slot) not in read}
        return sorted(left)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        slot = _slot(node)
        if slot is None:
            self.generic_visit(node)
            return node
        if slot <= ATTEMPTS:
            raise Unfit
        return ast.copy_location(ast.Name("y" if slot == YOU else _local(slot), node.ctx), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "f":
            raise Unfit
        return node


def _local(slot: int) -> str:
    return f"l{slot}"


def _targets(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


def _nothing(value: ast.expr | None) -> bool:
    return value is None or (isinstance(value, ast.Constant) and value.value is None)


def _ends(block: ast.FunctionDef) -> bool:
    """Does this block do nothing but end?"""
    first = block.body[0]
    return isinstance(first, ast.Pass) or (isinstance(first, ast.Return) and first.value is None)


def _slot(node: ast.AST) -> int | None:
    """The number of the slot, if this is `f[number]`."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "f"):
        return None
    return t.fixed(node.slice)
