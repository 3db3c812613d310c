"""What the lines in a loop work out again and again, although none of them can change it: once, before the loop."""

from __future__ import annotations

import ast

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.compiler import tree as t
from archidsl.compiler.context import Beforehand, Env
from archidsl.compiler.sameness import same
from archidsl.compiler.selections import steady


def before_each(line: ir.Each, out: list[ast.stmt], env: Env) -> Beforehand | None:
    """What is known about the lines of a loop; None if they might do more than they say themselves."""
    shared = env.shared
    marks: set[str] = set()
    inside = {line.local}
    for part in walk(line.body):
        if isinstance(part, ir.Run | ir.RunDeed | ir.Announce | ir.Attempt):
            return None
        if isinstance(part, ir.Line):
            marks |= shared.analysis.writes(part)
        if isinstance(part, ir.Let | ir.Each):
            inside.add(part.local)
    if shared.watching.hits(frozenset(marks)):
        return None
    return Beforehand(out, frozenset(inside), frozenset(marks))


def worked_out_before(expr: ir.Expr, made: ast.expr, env: Env) -> ast.expr:
    """A name for something that was put before the loop, if it may be; otherwise the same."""
    before = env.beforehand
    if before is None or env.looped & {p.name for p in walk(expr) if isinstance(p, ir.Local)}:
        return made
    if not steady(expr, before.inside) or env.shared.analysis.reads(expr) & before.written:
        return made
    return named_before(made, before, env)


def named_before(made: ast.expr, before: Beforehand, env: Env) -> ast.expr:
    name = env.shared.fresh("v")
    before.out.append(t.assign(t.name(name), made))
    return t.name(name)


def already_known(expr: ir.Expr, env: Env) -> ast.expr | None:
    """A look into a list, if this is known for each player."""
    for known in env.known:
        for word in {part.name for part in walk(expr) if isinstance(part, ir.Local)}:
            if word in env.places and same(known.value, expr, {known.local: word}):
                return t.item(t.name(known.name), env.read(word))
    return None
