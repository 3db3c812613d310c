"""Blocks in, fewer blocks out: what only leads on, or is reached from one place, is written where it is called."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping

from archidsl.compiler import tree as t
from archidsl.compiler.beginnings import begin_early
from archidsl.compiler.entries import call_from_entries

Functions = list[tuple[str, ast.FunctionDef]]
SMALL = 80  # nodes: a block of this size is copied to every place that calls it
LARGE = 600  # nodes: a block that has grown so far takes up no more
DEEPEST = 8
OFTEN = 3
YOU = 3  # where a frame holds the acting player


def joined(functions: Functions, kept: Iterable[str], begins: Mapping[str, str]) -> Functions:
    """The functions, without blocks that nobody needs any more; `kept` are called from outside.

    `begins`: functions that begin a procedure, and the first block of each.
    """
    blocks = {made.name: (file, made) for file, made in functions if _is_block(made)}
    kept = set(kept)
    _skip(functions, blocks, kept)
    uses = _uses(made for _, made in functions)
    uses.update(kept)
    sizes: dict[str, int] = {}
    for file, made in functions:
        if _is_block(made):
            Joiner(file, made.name, blocks, uses, sizes).visit(made)
            sizes.pop(made.name, None)
    for _, made in functions:
        if made.name in begins:
            begin_early(made, blocks[begins[made.name]][1], blocks)
    needed = _needed(functions, kept)
    found = [(file, made) for file, made in functions if made.name not in blocks or made.name in needed]
    call_from_entries(found, blocks)
    for _, made in found:
        if _is_block(made):
            _name_slots(made)
    return found


def _skip(functions: Functions, blocks: dict[str, tuple[str, ast.FunctionDef]], kept: set[str]) -> None:
    """Where a block only names another, that other is named instead."""
    onward = {}
    for name, (_, made) in blocks.items():
        first = made.body[0]
        named = first.value.id if isinstance(first, ast.Return) and isinstance(first.value, ast.Name) else ""
        if named in blocks and name not in kept:
            onward[name] = named
    for _, made in functions if onward else ():
        called = set()  # what is called comes after its call, when a tree is walked
        for part in t.walk(made):
            if isinstance(part, ast.Call):
                called.add(id(part.func))
            while isinstance(part, ast.Name) and part.id in onward and id(part) not in called:
                part.id = onward[part.id]


def _is_block(made: ast.FunctionDef) -> bool:
    return [arg.arg for arg in made.args.args] == ["S", "f"]


def _uses(nodes: Iterable[ast.AST]) -> Counter[str]:
    return Counter(part.id for node in nodes for part in t.walk(node) if isinstance(part, ast.Name))


def _needed(functions: Functions, kept: Iterable[str]) -> set[str]:
    """Blocks that can still be reached, from the functions that are no blocks and from outside."""
    read = {made.name: set(_uses([made])) for _, made in functions}
    found = {*kept, *(name for _, made in functions if not _is_block(made) for name in read[made.name])}
    more = found
    while more:
        more = {name for block in more for name in read.get(block, ())} - found
        found = found | more
    return found


class Joiner(ast.NodeTransformer):
    """Puts blocks in the place of the calls that end another."""

    def __init__(
        self,
        file: str,
        name: str,
        blocks: dict[str, tuple[str, ast.FunctionDef]],
        uses: Counter[str],
        sizes: dict[str, int],
    ) -> None:
        self.file, self.blocks, self.uses, self.sizes = file, blocks, uses, sizes
        self.chain = [name]
        self.left = LARGE

    def visit_Try(self, node: ast.Try) -> ast.AST:
        return node  # what is caught here must not grow

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        called = node.value.func if isinstance(node.value, ast.Call) else None
        if not isinstance(called, ast.Name) or called.id in self.chain or len(self.chain) > DEEPEST:
            return node
        file, block = self.blocks.get(called.id, ("", None))
        if block is None or file != self.file:
            return node
        size = self.size(block)
        if size > self.left or not (self.uses[called.id] == 1 or size <= SMALL):
            return node
        self.left -= size
        body = [t.clone(statement) for statement in block.body]
        if not isinstance(body[-1], ast.Return):
            body.append(ast.copy_location(t.return_(), body[-1]))
        self.chain.append(called.id)
        made = [part for statement in body for part in self._each(statement)]
        self.chain.pop()
        return made

    def size(self, block: ast.FunctionDef) -> int:
        if block.name not in self.sizes:
            self.sizes[block.name] = sum(1 for _ in t.walk(block))
        return self.sizes[block.name]

    def _each(self, statement: ast.stmt) -> list[ast.stmt]:
        found = self.visit(statement)
        return found if isinstance(found, list) else [found]


def _name_slots(made: ast.FunctionDef) -> None:
    """What a block reads often in its frame and never changes there is read once."""
    reads: Counter[int] = Counter()
    written = set()
    for part in t.walk(made):
        index = _slot(part)
        if index is not None and isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Load):
            reads[index] += 1
        elif index is not None:
            written.add(index)
    often = [i for i, n in reads.items() if i not in written and n >= (2 if i == YOU else OFTEN)]
    names = {i: "y" if i == YOU else f"l{i}" for i in sorted(often)}
    if not names:
        return
    Named(names).visit(made)
    first = [t.assign(t.name(name), t.item(t.name("f"), t.number(index))) for index, name in names.items()]
    t.mark(first, made.lineno)
    made.body[:0] = first


def _slot(node: ast.AST) -> int | None:
    """The number of the slot, if this is `f[number]`."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "f"):
        return None
    return t.fixed(node.slice)


class Named(ast.NodeTransformer):
    """Puts names in the place of slots."""

    def __init__(self, names: dict[int, str]) -> None:
        self.names = names

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        index = _slot(node)
        if index in self.names and index is not None:
            return ast.copy_location(t.name(self.names[index]), node)
        self.generic_visit(node)
        return node
