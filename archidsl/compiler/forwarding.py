"""Blocks in, the same blocks out: what a block has just put into its frame, it need not fetch from there again."""

from __future__ import annotations

import ast

from archidsl.compiler import tree as t
from archidsl.compiler.frames import YOU
from archidsl.compiler.rewriting import Rewriter

Known = dict[int, ast.expr]  # slots of the frame, and the number or name that stands there, too


def forward(made: ast.FunctionDef) -> None:
    """Puts names and numbers in the place of slots that the block has filled itself."""
    if any(slot_of(part) is not None and isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)
           for part in t.walk(made)):  # fmt: skip
        _lines(made.body, {})
        made.body = _settled(made.body, {})


def slot_of(node: ast.AST) -> int | None:
    """The number of the slot, if this is `f[number]`."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "f"):
        return None
    return t.fixed(node.slice)


def _lines(body: list[ast.stmt], known: Known) -> Known:
    """What is known behind these lines."""
    i = 0
    while i < len(body):
        line = body[i]
        i += 1
        if isinstance(line, ast.If):
            line.test = Forward(known).of(line.test)
            _forget(line.test, known)
            known = _either(line, _lines(line.body, dict(known)), _lines(line.orelse, dict(known)))
        elif isinstance(line, ast.For | ast.Try):
            _forget(line, known)  # what is written in a loop is not known at its beginning, nor behind it
            if isinstance(line, ast.For):
                line.iter = Forward(known).of(line.iter)
                _lines(line.body, dict(known))
        else:
            if known:
                Forward(known).visit(line)
                _forget(line, known)
            slot = slot_of(line.targets[0]) if isinstance(line, ast.Assign) else None
            if isinstance(line, ast.Assign) and slot is not None and slot > YOU:
                named = _remember(line, slot, body[i:], known)
                body[i - 1 : i - 1] = named
                i += len(named)
    return known


def _either(line: ast.If, then: Known, otherwise: Known) -> Known:
    """What is known behind an `if`: what is so on both ways that lead there."""
    if line.body and isinstance(line.body[-1], ast.Return):
        return otherwise
    if line.orelse and isinstance(line.orelse[-1], ast.Return):
        return then
    return {slot: made for slot, made in then.items() if slot in otherwise and _same(made, otherwise[slot])}


def _same(one: ast.expr, two: ast.expr) -> bool:
    return ast.dump(one) == ast.dump(two)


def _remember(line: ast.Assign, slot: int, later: list[ast.stmt], known: Known) -> list[ast.stmt]:
    """What stands in a slot now; if it is read later, it gets a name first."""
    if isinstance(line.value, ast.Constant | ast.Name):
        known[slot] = line.value
        return []
    if not _read(slot, later):
        return []
    known[slot] = t.name(f"l{slot}")
    named = t.assign(t.name(f"l{slot}"), line.value)
    line.value = t.name(f"l{slot}")
    t.mark([named, line], line.lineno)
    return [named]


def _read(slot: int, lines: list[ast.stmt]) -> bool:
    return any(
        slot_of(part) == slot and isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Load)
        for part in t.walk(*lines)
    )


def _forget(node: ast.AST, known: Known) -> None:
    """Slots that are written here, and names that get another meaning."""
    if not known:
        return
    for part in t.walk(node):
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
            known.pop(slot_of(part) or 0, None)
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            for slot in [slot for slot, made in known.items() if isinstance(made, ast.Name) and made.id == part.id]:
                del known[slot]


class Forward(Rewriter):
    """Puts what is known in the place of slots."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def of(self, made: ast.expr) -> ast.expr:
        found = self.visit(made) if self.known else made
        assert isinstance(found, ast.expr)
        return found

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        slot = slot_of(node)
        if slot is None or isinstance(node.ctx, ast.Store):
            self.generic_visit(node)
            return node
        made = self.known.get(slot)
        return node if made is None else ast.copy_location(t.clone(made), node)


# -- what is settled by that


def _settled(body: list[ast.stmt], lengths: dict[str, int]) -> list[ast.stmt]:
    """Without tests whose answer is known; `lengths`: how many things there are under some names."""
    out: list[ast.stmt] = []
    for line in body:
        if not isinstance(line, ast.If):
            out.append(line)
            continue
        if lengths:
            line.test = Lengths(lengths).visit(line.test)
        known = t.fixed(line.test)
        if known is None:
            line.body = _settled(line.body, {**lengths, **_length(line.test)}) or line.body[:1]
            line.orelse = _settled(line.orelse, lengths)
            out.append(line)
        else:
            out += _settled(line.body if known else line.orelse, lengths)
        if out and isinstance(out[-1], ast.Return):
            break
    return [line for i, line in enumerate(out) if not _written_again(line, out[i + 1 :])]


def _length(test: ast.expr) -> dict[str, int]:
    """`len(name) == number`"""
    if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq) and isinstance(test.left, ast.Call)):
        return {}
    of, number = test.left.args[0] if test.left.args else None, t.fixed(test.comparators[0])
    if not isinstance(of, ast.Name) or number is None or ast.dump(test.left) != _len(of.id):
        return {}
    return {of.id: number}


def _len(name: str) -> str:
    return ast.dump(t.call("len", t.name(name)))


class Lengths(Rewriter):
    """Compares what is known to be so long."""

    def __init__(self, lengths: dict[str, int]) -> None:
        self.lengths = lengths

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        length = next((n for name, n in self.lengths.items() if ast.dump(node.comparators[0]) == _len(name)), None)
        if length is None or len(node.ops) > 1 or not isinstance(node.ops[0], ast.GtE):
            return node
        made = t.compare(node.left, ">=", length)
        t.mark([made], node.lineno)
        return made


def _written_again(line: ast.stmt, later: list[ast.stmt]) -> bool:
    """Does this fill a slot that is filled again before anybody could look into it?"""
    slot = slot_of(line.targets[0]) if isinstance(line, ast.Assign) else None
    if slot is None or not isinstance(line, ast.Assign) or not isinstance(line.value, ast.Constant | ast.Name):
        return False
    for other in later:
        if not isinstance(other, ast.Assign) or _read(slot, [other]) or _shows_frame(other):
            return False
        if slot_of(other.targets[0]) == slot:
            return True
    return False


def _shows_frame(line: ast.stmt) -> bool:
    """Is the frame handed to somebody?"""
    inside = {id(part.value) for part in t.walk(line) if isinstance(part, ast.Subscript)}
    return any(isinstance(part, ast.Name) and part.id == "f" and id(part) not in inside for part in t.walk(line))
