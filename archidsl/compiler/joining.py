"""Blocks in, fewer blocks out: what only leads on, or is reached from one place, is written where it is called."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping

from archidsl.compiler import tree as t
from archidsl.compiler.beginnings import begin_early
from archidsl.compiler.entries import call_from_entries, call_where_it_ends, go_by_machine, lines_in
from archidsl.compiler.forwarding import forward, slot_of
from archidsl.compiler.rewriting import Rewriter

Functions = list[tuple[str, ast.FunctionDef]]
Blocks = dict[str, tuple[str, ast.FunctionDef]]
SMALL = 90  # nodes: a block of this size is copied to every place that calls it
LARGE = 380  # nodes: a block that has grown so far takes up no more
DEEPEST = 8
OFTEN = 3
YOU = 3  # where a frame holds the acting player


def joined(functions: Functions, kept: Iterable[str], begins: Mapping[str, str]) -> Functions:
    """The functions, without blocks that nobody needs any more; `kept` are called from outside.

    `begins`: functions that begin a procedure, and the first block of each.
    """
    blocks = {made.name: (file, made) for file, made in functions if _is_block(made)}
    others = [(file, made) for file, made in functions if not _is_block(made)]
    kept = sorted(kept)
    _skip(functions, blocks, set(kept))
    read = {made.name: _blocks_in(made, blocks) for _, made in functions}
    uses = Counter(name for names in read.values() for name in names)
    uses.update(kept)
    joining = Joining(blocks, uses)
    joining.reach([*kept, *(name for _, made in others for name in read[made.name])])
    for _, made in others:
        if made.name in begins:
            begin_early(made, joining.made[begins[made.name]][1], joining.made)
    going_on = call_from_entries([*others, *joining.made.values()], joining.made)
    joining.again(going_on)
    go_by_machine([*others, *joining.made.values()], going_on)
    call_where_it_ends(joining.made)
    needed = _needed([*others, *joining.made.values()], kept, blocks)
    found = [joining.made.get(made.name, (file, made)) for file, made in functions if made.name in needed]
    for _, made in found:
        if _is_block(made):
            forward(made)
            _name_slots(made)
    return found


def _skip(functions: Functions, blocks: Blocks, kept: set[str]) -> None:
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


def _blocks_in(made: ast.FunctionDef, blocks: Blocks) -> list[str]:
    """The blocks that a function names; they stand in lines that go to them, or put them into a frame."""
    values = [line.value for line in lines_in(made.body) if line.value is not None]
    return [part.id for part in t.walk(*values) if isinstance(part, ast.Name) and part.id in blocks]


def _needed(functions: Functions, kept: Iterable[str], blocks: Blocks) -> set[str]:
    """The functions that are no blocks, and the blocks that can still be reached from them and from outside."""
    read = {made.name: _blocks_in(made, blocks) for _, made in functions}
    others = [made.name for _, made in functions if not _is_block(made)]
    found = {*kept, *others, *(name for other in others for name in read[other])}
    more = found
    while more:
        more = {name for block in more for name in read.get(block, ())} - found
        found = found | more
    return found


class Joining:
    """The blocks as they were written, and as they are when others are written into them."""

    def __init__(self, blocks: Blocks, uses: Counter[str]) -> None:
        self.blocks, self.uses = blocks, uses
        self.sizes: dict[str, int] = {}
        self.made: Blocks = {}

    def reach(self, names: Iterable[str]) -> None:
        """Makes these blocks, and all that can be reached from them."""
        pending = list(names)
        while pending:
            name = pending.pop()
            if name in self.blocks and name not in self.made:
                self.make(name, self.blocks[name][1].body)
                pending += _blocks_in(self.made[name][1], self.blocks)

    def make(self, name: str, body: list[ast.stmt]) -> None:
        file, block = self.blocks[name]
        new = t.function(name, ["S", "f"], [])
        t.mark([new], block.lineno)
        new.body = Joiner(name, self).lines(body)
        self.made[name] = (file, new)

    def again(self, names: Iterable[str]) -> None:
        """Blocks that call more than when they were made."""
        for name in names:
            self.make(name, self.made[name][1].body)
        self.reach([called for name in names for called in _blocks_in(self.made[name][1], self.blocks)])

    def size(self, block: ast.FunctionDef) -> int:
        if block.name not in self.sizes:
            self.sizes[block.name] = sum(1 for _ in t.walk(block))
        return self.sizes[block.name]


class Joiner(Rewriter):
    """Puts blocks in the place of the calls that end another."""

    def __init__(self, name: str, joining: Joining) -> None:
        self.joining, self.file = joining, joining.blocks[name][0]
        self.chain = [name]
        self.copied = 0  # how many blocks around this are written in other places, too
        self.left = LARGE

    def visit_Try(self, node: ast.Try) -> ast.AST:
        return node  # what is caught here must not grow

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        called = node.value.func if isinstance(node.value, ast.Call) else None
        if not isinstance(called, ast.Name) or called.id in self.chain or len(self.chain) > DEEPEST:
            return node
        file, block = self.joining.blocks.get(called.id, ("", None))
        if block is None or file != self.file:
            return node
        size, copies = self.joining.size(block), self.joining.uses[called.id] > 1
        if size > self.left or (size > SMALL and (copies or self.copied)):
            return node
        self.left -= size
        self.copied += copies
        self.chain.append(called.id)
        made = self.lines(block.body)
        self.chain.pop()
        self.copied -= copies
        return made

    def lines(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The same lines, and those of blocks that are written in their place; the blocks stay as they are."""
        body = [t.clone(statement) for statement in body]
        if not isinstance(body[-1], ast.Return):
            body.append(ast.copy_location(t.return_(), body[-1]))
        return self.visited(body)


def _name_slots(made: ast.FunctionDef) -> None:
    """What a block reads often in its frame is read once; whatever it writes there then has that name, too."""
    reads: Counter[int] = Counter()
    for part in t.walk(made):
        index = slot_of(part)
        if index is not None and isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Load):
            reads[index] += 1
    often = [i for i, n in reads.items() if n >= (2 if i == YOU else OFTEN)]
    names = {i: "y" if i == YOU else f"l{i}" for i in sorted(often)}
    if not names:
        return
    Named(names).visit(made)
    first = [t.assign(t.name(name), t.item(t.name("f"), t.number(index))) for index, name in names.items()]
    t.mark(first, made.lineno)
    made.body[:0] = first


class Named(Rewriter):
    """Puts names in the place of slots."""

    def __init__(self, names: dict[int, str]) -> None:
        self.names = names

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        index = slot_of(node.targets[0])
        self.generic_visit(node)
        if index in self.names and index is not None and not _is_named(node.value, self.names[index]):
            node.targets.append(ast.copy_location(ast.Name(self.names[index], ast.Store()), node.targets[0]))
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        index = slot_of(node)
        if index in self.names and index is not None and isinstance(node.ctx, ast.Load):
            return ast.copy_location(t.name(self.names[index]), node)
        self.generic_visit(node)
        return node


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
