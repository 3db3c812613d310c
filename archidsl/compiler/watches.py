"""Watches in, tests out: after a line, is anything true that it could have made true?"""

from __future__ import annotations

import ast
from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.things import conjuncts
from archidsl.checker.watching import Hit
from archidsl.compiler import tree as t
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import truth
from archidsl.compiler.selections import listed
from archidsl.compiler.slots import kind_spans
from archidsl.compiler.waking import could_wake, crossing

IN_PLACE = 3  # more tests than this get a function of their own
ONE_BY_ONE = 4  # over more things than this a watch is tested in a loop


def watched(line: ir.Line, env: Env) -> list[ast.stmt]:
    """Tests every watch that this line could have made true; only if one is, they all get their turn."""
    shared = env.shared
    hits = could_wake(line, shared.watching.hits(shared.analysis.writes(line)), shared)
    if not hits:
        return []
    if hits not in shared.wakes:
        shared.wakes[hits] = _tests(hits, shared)
    tests, passed = shared.wakes[hits], crossing(line, hits, shared)
    if isinstance(tests, str):
        test = t.do(t.call(tests, t.name("S")))
    else:
        test = t.if_(_any(_tests_now(hits, shared)), [_act(hits, shared)])
    return [test] if passed is None else [t.if_(passed, [test])]


def _tests(hits: tuple[Hit, ...], shared: Shared) -> str | None:
    """The name of a function, if the tests are too long to stand behind every line."""
    if sum(1 if members is None else len(members) for _, members in hits) <= IN_PLACE and not _all_of_some(
        hits, shared
    ):
        return None
    tests = _tests_now(hits, shared)
    name = shared.fresh("w")
    span = shared.game.watches[hits[0][0]].span
    shared.add(span.file, span.line, t.function(name, ["S"], [t.if_(_any(tests), [_act(hits, shared)])]))
    return name


def anything_due(shared: Shared) -> str:
    """The name of a function that says whether anything is true that is watched for; where all rests, nothing is."""
    watches = shared.game.watches
    if not watches:
        return ""
    name, span = shared.fresh("w"), watches[0].span
    tests = _any(_tests_now(tuple((i, None) for i in range(len(watches))), shared))
    answer = t.if_else(tests, t.number(1), t.number(0))
    shared.add(span.file, span.line, t.function(name, ["S"], [t.return_(answer)]))
    return name


def _all_of_some(hits: tuple[Hit, ...], shared: Shared) -> bool:
    """Is there a watch over things that has to be tested for all of them?"""
    return any(members is None and shared.game.watches[i].selection is not None for i, members in hits)


def _act(hits: tuple[Hit, ...], shared: Shared) -> ast.stmt:
    woken = ",".join(map(str, shared.watching.woken(hits)))
    return t.do(t.call(shared.function_name(f"watches:{woken}", "w"), t.name("S")))


def _any(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)


def _tests_now(hits: tuple[Hit, ...], shared: Shared) -> list[ast.expr]:
    tests = []
    for i, members in hits:
        watch = shared.game.watches[i]
        if watch.selection is None:
            tests.append(truth(watch.when, _nobody(shared)))
        else:
            tests += _each(watch, watch.selection, members, shared)
    return tests


def _each(
    watch: ir.WatchText, selection: ir.Selection, members: tuple[str, ...] | None, shared: Shared
) -> list[ast.expr]:
    every = replace(selection, tests=(*selection.tests, *conjuncts(watch.when)))
    things = [shared.layout.ids[name] for name in members or () if name in shared.layout.ids]
    if members is None:
        if not isinstance(selection.source, ir.FromKind):
            return [listed(every, _nobody(shared))]
        things = [i for low, high in kind_spans(selection.source.kinds, _nobody(shared)) for i in range(low, high)]
        if len(things) > ONE_BY_ONE:
            return [listed(every, _nobody(shared))]
    return [_of_one(thing, every, shared, members is not None) for thing in things]


def _of_one(thing: int, selection: ir.Selection, shared: Shared, by_its_own: bool) -> ast.expr:
    """`by_its_own`: what the thing gives for itself was written; if that is soon seen, it comes before the rest."""
    env = _nobody(shared)
    env.places[selection.local] = lambda: t.number(thing)
    env.sure = frozenset([selection.local])
    tests = [(test, truth(test, env)) for test in shared.cheapest_first(selection.tests)]
    if by_its_own:
        tests.sort(key=lambda pair: not (isinstance(pair[0], ir.DeedValue) and _soon_seen(pair[1])))
    return t.both([made for _, made in tests])


def _soon_seen(made: ast.expr) -> bool:
    return not any(isinstance(part, ast.ListComp | ast.Call) for part in t.walk(made))


def _nobody(shared: Shared) -> Env:
    """Nobody acts while watches are tested."""
    return Env(shared, you=lambda: t.number(-1))
