"""Which watches a line leaves alone, although it writes what they read: it changes that in the wrong direction.

A watch is *latched* if it is false at the beginning, false again once it has acted, and if no line that it reads after
is passed over without a test. Between two lines such a watch is false; so a line wakes it only by making it true.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.things import conjuncts
from archidsl.checker.watching import Hit
from archidsl.compiler import tree as t
from archidsl.compiler.context import Shared
from archidsl.compiler.sameness import same

UP, DOWN = 1, -1
HOLDS = {">": int.__gt__, ">=": int.__ge__, "<": int.__lt__, "<=": int.__le__}
GROWS = {">": UP, ">=": UP, "<": DOWN, "<=": DOWN}  # where the left side has to go to make a comparison true


@dataclass(frozen=True, slots=True)
class Turn:
    """Something gets more or less (0: just different): a mark, and for stuff the kinds of those who hold it."""

    mark: str
    way: int
    kinds: frozenset[str] = frozenset()

    def meets(self, other: Turn) -> bool:
        apart = self.kinds and other.kinds and not self.kinds & other.kinds
        return self.mark == other.mark and not apart and (not self.way or not other.way or self.way == other.way)


def could_wake(line: ir.Line, hits: tuple[Hit, ...], shared: Shared) -> tuple[Hit, ...]:
    """Of the watches that read what a line writes, those that it could make true."""
    turns = _turns(line, shared)
    if turns is None:
        return hits
    found: list[Hit] = []
    for i, members in hits:
        if not latched(i, shared):
            found.append((i, members))
        elif members is None:
            found += [(i, None)] if _any_meets(turns, _needs(_tests(shared.game.watches[i]), shared)) else []
        else:
            left = tuple(m for m in members if _any_meets(turns, _needs([_given(i, m, shared)], shared)))
            found += [(i, left)] if left else []
    return tuple(found)


def crossing(line: ir.Line, hits: tuple[Hit, ...], shared: Shared) -> ast.expr | None:
    """A test that is true if a number that was raised by so many has just passed what watches compare it with."""
    if not isinstance(line, ir.Store) or line.args or not isinstance(line.value, ir.Arith):
        return None
    change, slot = line.value.right, t.slot(shared.layout.columns[line.key].offset)
    if not _same_place(line.value.left, line) or line.value.operator != "+" or not isinstance(change, ir.Const):
        return None
    limits = set()
    for i, members in hits:
        if members is not None or not latched(i, shared):
            return None
        parts = _tests(shared.game.watches[i])
        reading = [test for test in parts if any(_same_place(part, line) for part in _all_read(test, shared))]
        for test in reading:
            if not (isinstance(test, ir.Compare) and test.operator == ">" and isinstance(test.right, ir.Const)):
                return None
            if not _same_place(test.left, line):
                return None
            limits.add(test.right.value + change.value)
    return t.compare(slot, "<=", limits.pop()) if len(limits) == 1 and change.value > 0 else None


def _all_read(test: ir.Expr, shared: Shared) -> Iterator[object]:
    """The parts of a test, and of what things give for themselves in it."""
    for part in walk(test):
        yield part
        if isinstance(part, ir.DeedValue):
            for (behaviour, _), deed in shared.game.deeds.items():
                if behaviour == part.behaviour and deed.formula is not None:
                    yield from _all_read(deed.formula.body, shared)
        elif isinstance(part, ir.Measure) and part.name in shared.game.formulas:
            yield from _all_read(shared.game.formulas[part.name].body, shared)


def _same_place(part: object, line: ir.Store) -> bool:
    return isinstance(part, ir.Stored) and part.key == line.key


# -- latched watches


def latched(number: int, shared: Shared) -> bool:
    if number not in shared.latched:
        watch = shared.game.watches[number]
        shared.latched[number] = shared.whole_games and _begins_false(watch, shared) and _never_missed(watch, shared)
    return shared.latched[number]


def _tests(watch: ir.WatchText) -> list[ir.Expr]:
    return [*(watch.selection.tests if watch.selection is not None else ()), *conjuncts(watch.when)]


def _begins_false(watch: ir.WatchText, shared: Shared) -> bool:
    """Is there a number of the game that has not reached yet what the watch asks of it?"""
    for test in conjuncts(watch.when):
        if isinstance(test, ir.Compare) and isinstance(test.left, ir.Stored) and isinstance(test.right, ir.Const):
            start = shared.layout.columns[test.left.key].start
            known = not test.left.args and isinstance(start, int) and test.operator in HOLDS
            if known and not HOLDS[test.operator](start, test.right.value):
                return True
    return False


def _never_missed(watch: ir.WatchText, shared: Shared) -> bool:
    """Does it end by itself, and is it tested after everything else that it reads was written?"""
    finishes = any(isinstance(line, ir.Finish) for line in watch.body.lines)
    shut = {line.key for line in watch.body.lines if isinstance(line, ir.Store) and _shuts(line, watch)}
    own = {f"property {name} {kind}" for name, kind in shut}
    silent = {"window"}
    for (name, kind), p in shared.v.properties.items():
        silent |= {f"property {name} {kind}"} if p.cleared_at or p.keeps else set()
    for other in shared.game.watches:
        written = shared.watching.written(other.body)
        silent |= written - own if other is watch else written
    stores = [part.key for part in walk(watch.body) if isinstance(part, ir.Store) and part.key in shut]
    return (finishes or len(stores) == len(shut) == 1) and not silent & watch.reads


def _shuts(line: ir.Store, watch: ir.WatchText) -> bool:
    """`set this to yes`, where the watch waits for `not this`."""
    negated = [test.value for test in conjuncts(watch.when) if isinstance(test, ir.Not)]
    yes = isinstance(line.value, ir.Const) and line.value.value == 1
    return yes and any(
        _same_place(x, line) and same(x.args, line.args, {}) for x in negated if isinstance(x, ir.Stored)
    )


# -- directions


def _any_meets(turns: list[Turn], needs: Iterable[Turn]) -> bool:
    return any(turn.meets(need) for need in needs for turn in turns)


def _turns(line: ir.Line, shared: Shared) -> list[Turn] | None:
    """What gets more and what gets less; None if that is not seen."""
    if isinstance(line, ir.Transfer):
        words = [mark.removeprefix("held ") for mark in sorted(shared.analysis.writes(line))]
        return _flows(words, _kinds(line.source, shared), _kinds(line.to, shared))
    paid = shared.analysis.stuffs_of(line.bundle) if isinstance(line, ir.Pay) else None
    if not isinstance(line, ir.Pay) or paid is None:
        return None
    found, payer = [], _kinds(line.who, shared)
    for word in sorted(paid):
        to = line.to if line.to is not None else shared.game.paid_to.get(word)
        payee = _kinds(to, shared)
        found += _flows([word], payer, payee)
        for other in [s for s in shared.game.substitutes if s.paid == word]:
            found += [*_flows([other.stuff], payer, frozenset()), *_flows([word], frozenset(), payee)]
    return found


def _flows(words: Iterable[str], source: frozenset[str], to: frozenset[str]) -> list[Turn]:
    return [turn for w in words for turn in (Turn(f"held {w}", DOWN, source), Turn(f"held {w}", UP, to))]


def _kinds(holder: ir.Expr | None, shared: Shared) -> frozenset[str]:
    """The kinds of which a holder may be, down to the last; none: it may be anybody."""
    kinds = shared.v.kinds
    names = holder.type.names if holder is not None else frozenset[str]()
    return frozenset(below for name in names for below in (shared.v.below(name) if name in kinds else [name]))


def _given(number: int, member: str, shared: Shared) -> ir.Expr:
    """What a thing gives for itself to the watch over it."""
    watch = shared.game.watches[number]
    found = [part for part in walk((watch.selection, watch.when)) if isinstance(part, ir.DeedValue)]
    formula = shared.game.deeds[found[0].behaviour, member].formula
    assert formula is not None
    return formula.body


def _needs(tests: Iterable[ir.Expr], shared: Shared, way: int = UP) -> Iterator[Turn]:
    """What would have to get more or less to make one of these tests true."""
    for test in tests:
        yield from _of(test, way, shared)


def _of(expr: ir.Expr, way: int, shared: Shared) -> Iterator[Turn]:
    if isinstance(expr, ir.And | ir.Or):
        yield from _needs((expr.left, expr.right), shared, way)
    elif isinstance(expr, ir.Not):
        yield from _of(expr.value, -way, shared)
    elif isinstance(expr, ir.Compare) and expr.operator in GROWS:
        grows = way * GROWS[expr.operator]
        yield from _of(expr.left, grows, shared)
        yield from _of(expr.right, -grows, shared)
    elif isinstance(expr, ir.Held):
        kinds = _kinds(expr.holder, shared)
        yield from (Turn(mark, way, kinds) for mark in sorted(shared.analysis.own_reads(expr)))
        yield from (Turn(mark, 0) for mark in sorted(shared.analysis.reads((expr.holder, expr.stuff))))
    elif isinstance(expr, ir.Aggregate) and expr.operator in ("highest", "lowest"):
        yield from _of(expr.value, way, shared)
        yield from (Turn(mark, 0) for mark in sorted(shared.analysis.reads(expr.selection)))
    else:
        yield from (Turn(mark, 0) for mark in sorted(shared.analysis.reads(expr)))
