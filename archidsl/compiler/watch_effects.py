"""Watches in, the function out that lets them act."""

from __future__ import annotations

import ast
from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.things import conjuncts
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import truth
from archidsl.compiler.selections import loops
from archidsl.compiler.statements import Where, lines


def all_watches(name: str, numbers: list[int], shared: Shared) -> None:
    """Watches in order of declaration, each once; what a watch does wakes no watch but those of this list."""
    body: list[ast.stmt] = [t.if_(t.slot(shared.layout.watching), [t.return_()])]
    for i in numbers:
        body += _watch(shared.game.watches[i], shared)
    first = shared.game.watches[numbers[0]].span
    shared.add(first.file, first.line, t.function(name, ["S"], body))


def _watch(watch: ir.WatchText, shared: Shared) -> list[ast.stmt]:
    env = Env(shared, you=lambda: t.number(-1))
    where = Where(in_watch=True)
    busy = t.slot(shared.layout.watching)
    if watch.selection is None:
        body = lines(watch.body, env.child(), where)
        effect = [t.assign(busy, t.number(1)), *body, t.assign(busy, t.number(0))]
        return [t.if_(truth(watch.when, env), effect)]
    tests_too = replace(watch.selection, tests=(*watch.selection.tests, *conjuncts(watch.when)))
    pairs, tests = loops(tests_too, env)
    body = lines(watch.body, env.child(), where)
    effect = [t.assign(busy, t.number(1)), *body, t.assign(busy, t.number(0))]
    # What the effect for one thing changes counts for the next, so the tests stand inside the loop.
    made = [t.if_(t.both(tests), effect)] if tests else effect
    for target, source in reversed(pairs):
        made = [t.for_(target, source, made)]
    return made
