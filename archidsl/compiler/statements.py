"""ir lines that ask nobody in, Python statements out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import changed_locals, walk
from archidsl.compiler import tree as t
from archidsl.compiler.beforehand import before_each
from archidsl.compiler.context import Env, Shared
from archidsl.compiler.expressions import truth, value
from archidsl.compiler.moving import moved
from archidsl.compiler.payments import ALL, flow, pay_one
from archidsl.compiler.refusals import most, never_negative
from archidsl.compiler.sameness import same
from archidsl.compiler.selections import as_list, listed
from archidsl.compiler.slots import holding_slot, may_be_nothing, pair_slot
from archidsl.compiler.watches import watched

LARGEST = 10**12
EVERYBODY = -2
FREE_PASSES = 20  # a loop with no loop inside costs nothing up to here


@dataclass(slots=True)
class Where:
    """In which function a line stands: how its procedure ends, and whether an attempt is around it."""

    exit: Callable[[], list[ast.stmt]] = field(default=lambda: [t.return_()])
    in_attempt: bool = False
    in_watch: bool = False
    can: Callable[[ir.Body, Env], ast.expr] | None = None
    tested: bool = False  # was the opening that is being written tested before it began?

    def inside_attempt(self) -> Where:
        return Where(self.exit, True, self.in_watch, self.can)

    def failed(self) -> list[ast.stmt]:
        return [t.do(t.call("undo"))] if self.in_attempt else self.exit()


def lines(body: ir.Body, env: Env, where: Where) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for i, line in enumerate(body.lines):
        out.extend(one(line, env, where, i < body.opening))
    return out


def one(line: ir.Line, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    """The statements of one line, each marked with the line of the rules."""
    made: list[ast.stmt] = _MAKERS[type(line)](line, env, where, opening)
    if not where.in_watch:
        made = [*made, *watched(line, env)]
    t.mark(made, line.span.line)
    return made


# -- names and properties


def bounded(expr: ir.Expr, made: ast.expr) -> ast.expr:
    """Products stay below a million millions, whatever a game multiplies."""
    grows = any(isinstance(p, ir.Arith) and p.operator == "*" for p in walk(expr))
    return t.call("bounded", made) if grows and not isinstance(made, ast.Constant) else made


def _let(line: ir.Let, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    before = env.hoisting()
    made = bounded(line.value, value(line.value, before))
    if line.local not in env.places:
        env.bind(line.local)
    return [*(before.hoisted or []), t.assign(env.read(line.local), made)]


def _set_window(line: ir.SetWindow, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    slot = env.shared.layout.window_slots[line.window, line.name]
    return [t.assign(t.slot(slot), bounded(line.value, value(line.value, env)))]


def _store(line: ir.Store, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    column = env.shared.layout.columns[line.key]
    new = _within_limits(line, bounded(line.value, value(line.value, env)), env)
    if not line.args:
        return [t.assign(t.slot(column.offset), new)]
    args = [value(a, env) for a in line.args]
    index = (
        t.plus(args[0], column.offset) if len(args) == 1 else pair_slot(args[0], args[1], column.offset, column.width)
    )
    if column.mirrors:
        made: ast.stmt = t.do(t.call("store", t.name("S"), env.shared.constant(column), index, new, args[0]))
    else:
        made = t.assign(t.slot(index), new)
    tests = [t.compare(a, ">=", 0) for a, e in zip(args, line.args, strict=True) if may_be_nothing(e, env)]
    return [t.if_(t.both(tests), [made])] if tests else [made]


def _within_limits(line: ir.Store, new: ast.expr, env: Env) -> ast.expr:
    """A new value, or the limit beyond which it lies; what is raised does not fall below a limit."""
    column = env.shared.layout.columns[line.key]
    low, high = column.low, column.high
    change, number = line.value, t.fixed(new)
    inside = (low is None or low <= column.start) and (high is None or column.start <= high)
    by_more = isinstance(change, ir.Arith) and never_negative(change.right, env.shared)
    if inside and by_more and isinstance(change, ir.Arith) and _same_place(change.left, line):
        low = None if change.operator == "+" else low
        high = None if change.operator == "-" else high
    if low is None and high is None:
        return new
    if number is not None:
        number = number if high is None else min(number, high)
        return t.number(number if low is None else max(number, low))
    held = env.shared.fresh("v")
    made, given = t.name(held), t.named(held, new)
    for limit, beyond in ((low, "<"), (high, ">")):
        if limit is not None:
            made = t.if_else(t.compare(t.name(held), beyond, limit), t.number(limit), made)
    assert isinstance(made, ast.IfExp) and isinstance(made.test, ast.Compare)
    made.test.left = given
    return made


def _same_place(expr: ir.Expr, line: ir.Store) -> bool:
    return isinstance(expr, ir.Stored) and expr.key == line.key and same(expr.args, line.args, {})


# -- moving


def _move_things(line: ir.MoveThings, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    things = value(line.things, env)
    if line.things.type.shape:
        return [t.do(t.call("move_many", t.name("S"), things, value(line.to, env)))]
    top = isinstance(line.things, ir.Top)
    lies_in = t.fixed(value(line.things.zone, env)) if isinstance(line.things, ir.Top) else None
    if isinstance(line.things, ir.Local):
        lies_in = env.lying.get(line.things.name)
    return moved(things, line.things.type.names, may_be_nothing(line.things, env), line.to, env, lies_in, top)


def _move_some(line: ir.MoveSome, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    ends = _ends_of(line.selection, env)
    if ends is not None and isinstance(line.number, ir.Const) and line.number.value == 1:
        found = t.either(listed(line.selection, env), env.shared.constant((-1,)))
        return moved(t.item(found, t.number(ends)), line.selection.item.names, True, line.to, env)
    number = value(line.number, env) if line.number is not None else t.number(ALL)
    return [t.do(t.call("move_some", t.name("S"), listed(line.selection, env), number, value(line.to, env)))]


def _ends_of(selection: ir.Selection, env: Env) -> int | None:
    """Which comes first out of this place, 0 or -1: out of a stack or row the top. None if that is not known."""
    if not isinstance(selection.source, ir.FromPlace) or selection.source.areas:
        return None
    layout = env.shared.layout
    places = [i for kind in selection.source.place.type.names for i in layout.of_kind(kind)]
    orders = {layout.zones[i].order if i in layout.zones else "set" for i in places}
    return None if len(orders) != 1 else 0 if orders == {"set"} else -1


def _lay(line: ir.Lay, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    spot = value(line.spot, env)
    made = t.do(t.call("grid_lay", t.name("S"), value(line.tile, env), spot))
    return [t.if_(t.compare(spot, ">=", 0), [made])] if may_be_nothing(line.spot, env) else [made]


def _transfer(line: ir.Transfer, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    out: list[ast.stmt] = []
    for number, stuff, members in line.parts:
        source, to = value(line.source, env), value(line.to, env)
        if members:
            stuffs = [t.number(env.shared.layout.stuffs.index(m)) for m in members]
            out += [t.do(t.call("transfer", t.name("S"), s, t.number(ALL), source, to)) for s in stuffs]
        elif stuff is None:
            assert number is not None
            out.append(t.do(t.call("transfer_bundle", t.name("S"), value(number, env), source, to)))
        else:
            amount = value(number, env) if number is not None else t.number(ALL)
            out += _transfer_one(line, amount, value(stuff, env), stuff, source, to, env)
    return out


def _transfer_one(
    line: ir.Transfer, amount: ast.expr, made: ast.expr, stuff: ir.Expr, source: ast.expr, to: ast.expr, env: Env
) -> list[ast.stmt]:
    sure = not any(may_be_nothing(e, env) for e in (stuff, line.source, line.to))
    rooms = env.shared.layout.rooms
    roomy = not any(i in rooms for k in line.to.type.names for i in env.shared.layout.of_kind(k))
    if not (sure and roomy):
        return [t.do(t.call("transfer", t.name("S"), made, amount, source, to))]
    return flow(amount, holding_slot(line.source, source, made, env), holding_slot(line.to, to, made, env), env)


def _pay(line: ir.Pay, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    failed = where.failed() if opening else [t.do(t.call("undo"))]
    quick = pay_one(line, env, None if opening and where.tested else failed)
    if quick is not None:
        return quick
    to = value(line.to, env) if line.to is not None else t.number(-1)
    paid = t.call("pay", t.name("S"), value(line.who, env), value(line.bundle, env), to)
    return [t.if_(t.negated(paid), failed)]


def _reveal(line: ir.Reveal, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    to = value(line.to, env) if line.to is not None else t.number(EVERYBODY)
    return [t.do(t.call("reveal", t.name("S"), value(line.what, env), to))]


def _shuffle(line: ir.Shuffle, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    return [t.do(t.call("shuffle", t.name("S"), value(line.zone, env)))]


def _require(line: ir.Require, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    if opening and where.tested:
        return []
    stop = where.failed() if opening else [t.do(t.call("undo"))]
    before = env.hoisting()
    test = truth(line.test, before)
    return [*(before.hoisted or []), t.if_(t.negated(test), stop)]


def _finish(line: ir.Finish, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    return [t.do(t.call("finish"))]


# -- calling


def clearing(procedure: ir.Procedure, shared: Shared) -> list[ast.stmt]:
    """At a moment, what is cleared then goes back to its start."""
    if not procedure.moment:
        return []
    columns = [shared.layout.columns[key] for key, p in shared.v.properties.items() if p.cleared_at == procedure.moment]
    made = [
        t.assign(t.slots(c.first, c.first + c.count), shared.constant((c.start,) * c.count))
        for c in columns
        if not c.mirrors
    ]
    mirrored = tuple(c for c in columns if c.mirrors)
    return [*made, t.do(t.call("clear", t.name("S"), shared.constant(mirrored)))] if mirrored else made


def fill_window(line: ir.Announce, env: Env) -> list[ast.stmt]:
    slots = env.shared.layout.window_slots
    names = [name for name, _ in env.shared.v.windows[line.window].values]
    return [t.assign(t.slot(slots[line.window, n]), value(a, env)) for n, a in zip(names, line.args, strict=True)]


def give_back(line: ir.Announce, env: Env) -> list[ast.stmt]:
    slots = env.shared.layout.window_slots
    return [t.assign(env.read(local), t.slot(slots[line.window, name])) for name, local in line.back]


def _announce(line: ir.Announce, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    from archidsl.compiler.plain import in_place, only_if

    made = in_place(env.shared.analysis.procedure(f"window:{line.window}"), env)
    if made is None:
        name = env.shared.function_name(f"run:window:{line.window}", "p")
        made = [t.do(t.call(name, t.name("S"), env.you()))]
    told, back = fill_window(line, env), give_back(line, env)
    slots = {slot for (window, _), slot in env.shared.layout.window_slots.items() if window == line.window}
    wanted = only_if(made, slots)
    if wanted is None:
        return [*told, *made, *back]
    wanted.body = [*told, *wanted.body, *back]  # nobody who is there now wants to know otherwise
    return made


def _run(line: ir.Run, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    who = value(line.who, env) if line.who is not None else env.you()
    name = env.shared.function_name(f"run:{line.procedure}", "p")
    return by_somebody(line, who, [t.do(t.call(name, t.name("S"), who, *[value(a, env) for a in line.args]))], env)


def by_somebody(line: ir.Run | ir.RunDeed, who: ast.expr, made: list[ast.stmt], env: Env) -> list[ast.stmt]:
    """What nobody is told to do does not happen."""
    if line.who is None or not may_be_nothing(line.who, env):
        return made
    return [t.if_(t.compare(who, ">=", 0), made)]


def _run_deed(line: ir.RunDeed, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    table, low = env.shared.deed_table(line.behaviour, "run")
    who = value(line.who, env) if line.who is not None else env.you()
    of = value(line.of, env)
    made = by_somebody(line, who, [t.do(t.call(t.item(t.name(table), t.plus(of, -low)), t.name("S"), who))], env)
    return [t.if_(t.compare(of, ">=", 0), made)] if may_be_nothing(line.of, env) else made


# -- lines that own lines


def _if(line: ir.If, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    before = env.hoisting()
    test = truth(line.test, before)
    if isinstance(test, ast.Constant):
        return lines(line.then if test.value else line.otherwise, env.child(), where)
    then, otherwise = lines(line.then, env.child(), where), lines(line.otherwise, env.child(), where)
    return [*(before.hoisted or []), t.if_(test, then, otherwise)]


def _each(line: ir.Each, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    inner = env.child()
    before_loop = env.hoisting()
    name = inner.bind(line.local)
    before: list[ast.stmt] = []
    inner.beforehand = before_each(line, before, env)
    body = lines(line.body, inner, where)
    if inner.beforehand is not None:
        before_loop.known = inner.beforehand.known
    if line.start is not None:
        source = t.call("rotated", as_list(line.selection, env), value(line.start, env))
    else:
        source = listed(line.selection, before_loop)
    if line.while_ is not None:
        body.insert(0, t.if_(t.negated(truth(line.while_, inner)), [ast.Break()]))
    if not loops_inside(line.body) and not _large(line.selection, env):
        return [*before, *(before_loop.hoisted or []), t.for_(name, source, body)]
    things = env.shared.fresh("v")
    entry = [t.assign(t.name(things), source), t.do(t.call("spend", t.call("len", t.name(things))))]
    return [*before, *(before_loop.hoisted or []), *entry, t.for_(name, t.name(things), body)]


def _large(selection: ir.Selection, env: Env) -> bool:
    """Can there be so many that going through them counts, even if nothing is looped inside?"""
    if selection.item.base != "thing":
        return False
    return len({i for kind in selection.item.names for i in env.shared.layout.of_kind(kind)}) > FREE_PASSES


def loops_inside(body: ir.Body) -> bool:
    return any(isinstance(part, ir.Each | ir.Repeat | ir.Run | ir.RunDeed) for part in walk(body))


def _repeat(line: ir.Repeat, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    inner = env.child()
    before: list[ast.stmt] = []
    if line.while_ is not None:
        before.append(t.if_(t.negated(truth(line.while_, inner)), [ast.Break()]))
    if line.body.opening and where.can is not None:
        before.append(t.if_(t.negated(where.can(line.body, inner)), [ast.Break()]))
    times = value(line.high if line.high is not None else line.low, env)
    counter = env.shared.fresh("v")
    passes = most(line.high if line.high is not None else line.low, env.shared)
    free = passes is not None and passes <= FREE_PASSES
    entry = [] if free and not loops_inside(line.body) else [t.do(t.call("spend", times))]
    return [*entry, t.for_(counter, t.call("range", times), [*before, *lines(line.body, inner, where)])]


def _attempt(line: ir.Attempt, env: Env, where: Where, opening: bool) -> list[ast.stmt]:
    saved = env.shared.fresh("v")
    changed = sorted(local for local in changed_locals(line.body) if local in env.places)
    keep = {local: env.shared.fresh("v") for local in changed}
    before = [t.assign(t.name(saved), t.call("tuple", t.name("S")))]
    before += [t.assign(t.name(name), env.read(local)) for local, name in keep.items()]
    back: list[ast.stmt] = [t.do(t.call("restore", t.name("S"), t.name(saved)))]
    back += [t.assign(env.read(local), t.name(name)) for local, name in keep.items()]
    back += lines(line.otherwise, env.child(), where)
    body = lines(line.body, env.child(), where.inside_attempt())
    if line.body.opening and where.can is not None:
        body.insert(0, t.if_(t.negated(where.can(line.body, env)), [t.do(t.call("undo"))]))
    handler = ast.ExceptHandler(t.name("Undo"), None, back)
    return [*before, ast.Try(body or [ast.Pass()], [handler], [], [])]


_MAKERS: dict[type, Any] = {
    ir.Let: _let, ir.SetWindow: _set_window, ir.Store: _store, ir.MoveThings: _move_things, ir.MoveSome: _move_some,
    ir.Lay: _lay, ir.Transfer: _transfer, ir.Pay: _pay, ir.Reveal: _reveal, ir.Shuffle: _shuffle,
    ir.Require: _require, ir.Finish: _finish, ir.Announce: _announce, ir.Run: _run, ir.RunDeed: _run_deed,
    ir.If: _if, ir.Each: _each, ir.Repeat: _repeat, ir.Attempt: _attempt,
}  # fmt: skip
