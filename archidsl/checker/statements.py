"""Lines in, ir lines out: everything but questions."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.amounts import Described, bundle, described, part
from archidsl.checker.calls import arguments, check_window, find_behaviour, holder_value
from archidsl.checker.expressions import number, test, value
from archidsl.checker.questions import choose, menu
from archidsl.checker.scope import Scope, Variable, need, nothing
from archidsl.checker.things import selection
from archidsl.checker.types import NUMBER, UNKNOWN, YES_NO, Type, fits, join
from archidsl.diagnostics import did_you_mean
from archidsl.lang import nodes as n

LONGEST_LOOP = 10_000
LOST_HELP = "write `let {0} = ...` first, and announce `{0}`"


def lines(statements: tuple[n.Statement, ...], scope: Scope) -> ir.Body:
    """A block; its locals end with it. Openings are found later, when every procedure is known."""
    found: list[ir.Line] = []
    for statement in statements:
        found.extend(_line(statement, scope))
    return ir.Body(tuple(found))


def _line(node: n.Statement, scope: Scope) -> list[ir.Line]:
    if isinstance(node, n.Choose):
        return choose(node, scope)
    if isinstance(node, n.Menu):
        return menu(node, scope)
    if isinstance(node, n.Move):
        return _move(node, scope)
    if isinstance(node, n.Gain):
        return _gain(node, scope)
    if isinstance(node, n.Each):
        return _each(node, scope)
    if isinstance(node, n.Match):
        return _match(node, scope)
    simple = _simple(node, scope)
    return [simple] if simple is not None else []


def _simple(node: n.Statement, scope: Scope) -> ir.Line | None:
    if isinstance(node, n.Let):
        return _let(node, scope)
    if isinstance(node, n.SetTo):
        return _assign(node.target, value(node.value, scope, _target_type(node.target, scope)), node, scope)
    if isinstance(node, n.ChangeBy):
        old = value(node.target, scope)
        sign = "+" if node.sign > 0 else "-"
        changed = ir.Arith(node.span, NUMBER, sign, need(old, NUMBER, scope), number(node.value, scope))
        return _assign(node.target, changed, node, scope)
    if isinstance(node, n.Pay):
        return _pay(node, scope)
    if isinstance(node, n.Reveal):
        to = need(value(node.to, scope), scope.v.kind_type("player"), scope) if node.to is not None else None
        return ir.Reveal(node.span, value(node.what, scope), to)
    if isinstance(node, n.Shuffle):
        return ir.Shuffle(node.span, _zone(node.zone, scope))
    if isinstance(node, n.Require):
        return ir.Require(node.span, test(node.test, scope), node.refusal.name if node.refusal is not None else "")
    if isinstance(node, n.Announce):
        return _announce(node, scope)
    if isinstance(node, n.Run):
        return _run(node, scope)
    if isinstance(node, n.Finish):
        return ir.Finish(node.span)
    if isinstance(node, n.Repeat):
        return _repeat(node, scope)
    if isinstance(node, n.If):
        then, otherwise = lines(node.then, scope.inner()), lines(node.otherwise, scope.inner())
        return ir.If(node.span, test(node.test, scope), then, otherwise)
    assert isinstance(node, n.Attempt)
    return ir.Attempt(node.span, lines(node.body, scope.inner()), lines(node.otherwise, scope.inner()))


# -- names and properties


def _let(node: n.Let, scope: Scope) -> ir.Line:
    found = value(node.value, scope)
    if node.name.name in scope.names:
        scope.text.error(
            "second-meaning", node.name.span, f"`{node.name.name}` has a value already; change it with `set`"
        )
    changes = node.name.name in scope.text.changed
    type = found.type.maybe if changes and not found.type.shape else found.type
    local = scope.name(node.name, type, True)
    return ir.Let(node.span, local, type, found, False)


def _target_type(node: n.Expression, scope: Scope) -> Type | None:
    if isinstance(node, n.Name):
        variable = scope.find(node.name)
        if variable is not None:
            return variable.type
    return value(node, scope).type if not isinstance(node, n.Name) or scope.find(node.name) is None else None


def _assign(target: n.Expression, new: ir.Expr, node: n.SetTo | n.ChangeBy, scope: Scope) -> ir.Line | None:
    if isinstance(target, n.Name):
        variable = scope.find(target.name)
        if variable is not None:
            return _assign_local(target, variable, new, node, scope)
    place = value(target, scope)
    if isinstance(place, ir.WindowValue):
        if place.name not in scope.v.windows[place.window].changes:
            scope.text.error(
                "fixed",
                target.span,
                f"the window `{place.window}` does not let `{place.name}` change",
                "list it under `changes`",
            )
        return ir.SetWindow(node.span, place.window, place.name, need(new, place.type, scope))
    if isinstance(place, ir.Stored):
        if scope.v.properties[place.key].mirror_of:
            scope.text.error(
                "fixed",
                target.span,
                f"`{place.key[0]}` follows `{scope.v.properties[place.key].mirror_of}` and cannot be set",
            )
        return ir.Store(node.span, place.key, place.args, need(new, place.type.maybe, scope, "the new value"))
    if place.type != UNKNOWN:
        scope.text.error(
            "fixed",
            target.span,
            "this cannot be changed",
            "only stored properties, window values and `let` names change",
        )
    return None


def _assign_local(
    target: n.Name, variable: Variable, new: ir.Expr, node: n.SetTo | n.ChangeBy, scope: Scope
) -> ir.Line:
    if not variable.changes:
        scope.text.error("fixed", target.span, f"`{target.name}` is not a `let` name and cannot be changed")
    if not fits(new.type, variable.type):
        joined = join(variable.type, new.type) if variable.type.base in ("nothing", "thing") else None
        if joined is None:
            need(new, variable.type, scope, "the new value")
        else:
            variable.type = joined
    return ir.Let(node.span, variable.local, variable.type, new, True)


# -- moving


def _zone(node: n.Expression, scope: Scope) -> ir.Expr:
    zone = value(node, scope)
    if zone.type != UNKNOWN and not (
        zone.type.base == "thing" and all(scope.v.kinds[k].sort == "zone" for k in zone.type.names)
    ):
        scope.text.error("wrong-type", zone.span, f"this should be a zone, but is {zone.type}")
        return nothing(zone.span)
    return zone


def _move(node: n.Move, scope: Scope) -> list[ir.Line]:
    stuff: list[tuple[ir.Expr | None, ir.Expr | None, tuple[str, ...]]] = []
    out: list[ir.Line] = []
    for amount in node.amounts:
        found = part(amount, scope)
        if found is None:
            continue
        if isinstance(found, tuple):
            stuff.append(found)
        elif isinstance(found, Described):
            chosen = described(found, node.source, scope)
            if chosen is not None:
                out.append(ir.MoveSome(node.span, found.number, chosen, _place(node.to, chosen.item, scope)))
        else:
            out.extend(_move_thing(node, found, scope))
    if stuff:
        if node.source is None:
            scope.text.error("from-where", node.span, "say where it comes from: `move ... from ... to ...`")
            return out
        out.append(ir.Transfer(node.span, tuple(stuff), holder_value(node.source, scope), holder_value(node.to, scope)))
    return out


def _move_thing(node: n.Move, found: ir.Expr, scope: Scope) -> list[ir.Line]:
    to = value(node.to, scope)
    if to.type.base == "spot":
        return [ir.Lay(node.span, next(iter(to.type.names)), found, to)]
    return [ir.MoveThings(node.span, found, _place(node.to, found.type, scope))]


def _place(node: n.Expression, item: Type, scope: Scope) -> ir.Expr:
    to = value(node, scope)
    if to.type == UNKNOWN or to.type.base == "nothing":
        return to
    v = scope.v
    allowed = frozenset().union(*(v.below(p) for k in item.names for p in v.places_of(k) if p in v.kinds))
    if to.type.base != "thing" or to.type.shape or not to.type.names & allowed:
        scope.text.error(
            "wrong-place", to.span, f"{item} cannot go to {to.type}", "the kind's `in` says where it can be"
        )
        return nothing(to.span)
    return to


def acting(node: n.Expression | None, scope: Scope, span: n.Node) -> ir.Expr:
    """The player a line is about: its subject, or `you`."""
    if node is not None:
        return need(value(node, scope), scope.v.kind_type("player"), scope, "the subject")
    if not scope.text.you:
        scope.text.error("nobody-acts", span.span, "nobody acts here", "name a player: `p gains ...`, `p chooses ...`")
    return ir.You(span.span, scope.v.kind_type("player"))


def _gain(node: n.Gain, scope: Scope) -> list[ir.Line]:
    who = acting(node.who, scope, node)
    parts = [p for p in (part(a, scope) for a in node.amounts) if p is not None]
    source = holder_value(node.source, scope) if node.source is not None else None
    out: list[ir.Line] = []
    for found in parts:
        if not isinstance(found, tuple):
            span = found.span if isinstance(found, ir.Expr) else found.things.span
            help = "write `move ... to ...`"
            scope.text.error("wrong-type", span, "only stuff can be gained; things are moved", help)
            continue
        origin = source or _usual_source(found, node, scope)
        if origin is not None:
            out.append(ir.Transfer(node.span, (found,), origin, who))
    return out


def _usual_source(
    found: tuple[ir.Expr | None, ir.Expr | None, tuple[str, ...]], node: n.Gain, scope: Scope
) -> ir.Expr | None:
    """Where stuff comes from if nothing is said: the one holder in which it starts."""
    stuff = found[1]
    names = set(found[2]) or (set(stuff.type.names) if stuff is not None else set(scope.v.stuff_index))
    starts = {
        holder
        for group in scope.v.stuffs.values()
        if names & set(group.members)
        for holder, _ in group.starts
        if holder in scope.v.members
    }
    if len(starts) == 1:
        holder = starts.pop()
        return ir.Member(node.span, scope.v.kind_type(scope.v.members[holder]), holder)
    scope.text.error("from-where", node.span, "say where it comes from: `gain ... from ...`")
    return None


def _pay(node: n.Pay, scope: Scope) -> ir.Line | None:
    who = acting(node.who, scope, node)
    paid = bundle(node.amounts, node.span, scope)
    to = holder_value(node.to, scope) if node.to is not None else None
    if paid is None:
        return None
    if to is None:
        _goes_somewhere(paid, node, scope)
    site = ir.Site(len(scope.text.game.sites), node.span, "payment", "payment", False, False, scope.text.name, NUMBER)
    scope.text.game.sites.append(site)
    return ir.Pay(node.span, site.number, who, paid, to)


def _goes_somewhere(paid: ir.Expr, node: n.Pay, scope: Scope) -> None:
    parts = paid.parts if isinstance(paid, ir.Amount) else ()
    stuffs = {name for _, stuff in parts if stuff is not None for name in stuff.type.names}
    for group in scope.v.stuffs.values():
        lost = sorted(stuffs.intersection(group.members))
        if lost and group.paid_to is None:
            help = f"write `pay ... to ...`, or give the stuff `{group.name}` a `paid_to`"
            scope.text.error("from-where", node.span, f"say to whom `{lost[0]}` is paid", help)


# -- calling


def _announce(node: n.Announce, scope: Scope) -> ir.Line | None:
    window = scope.v.windows.get(node.name)
    if window is None:
        help = did_you_mean(node.name, scope.v.windows)
        scope.text.error("unknown-word", node.name_span, f"`{node.name}` is not a window", help)
        return None
    args = arguments(node.name, node.span, node.args, window.values, scope)
    if args is None:
        return None
    back = []
    for (value_name, _), written, arg in zip(window.values, node.args, args, strict=True):
        variable = scope.find(written.name) if isinstance(written, n.Name) else None
        if value_name in window.changes and variable is not None and variable.changes and isinstance(arg, ir.Local):
            back.append((value_name, arg.name))
        elif value_name in window.changes and arg.type != UNKNOWN:
            message = f"`{window.name}` may change `{value_name}`, but here the change is lost"
            scope.text.report.warning("lost-change", arg.span, message, LOST_HELP.format(value_name))
    return ir.Announce(node.span, window.name, args, tuple(back))


def _run(node: n.Run, scope: Scope) -> ir.Line | None:
    v = scope.v
    who = acting(node.who, scope, node) if node.who is not None else None
    if node.name in v.procedures:
        check_window(node.name, node.name_span, scope)
        args = arguments(node.name, node.span, node.args, v.procedures[node.name].params, scope)
        return ir.Run(node.span, node.name, who, args) if args is not None else None
    if v.behaviours_named(node.name):
        found = find_behaviour(node.name, node.span, node.args, 1, scope)
        if found is not None and found[0].form != "effect":
            scope.text.error("wrong-type", node.span, f"`{node.name}` is no effect and cannot be run")
        return ir.RunDeed(node.span, found[0].key, found[1], who) if found is not None else None
    help = did_you_mean(node.name, {*v.procedures, *(b.name for b in v.behaviours.values())})
    scope.text.error("unknown-word", node.name_span, f"`{node.name}` is not a procedure", help)
    return None


# -- lines that own lines


def _each(node: n.Each, scope: Scope) -> list[ir.Line]:
    found = selection(node.things, scope)
    if found is None:
        return []
    chosen, inner = found
    start = need(value(node.start, scope), chosen.item, scope, "where to begin") if node.start is not None else None
    while_ = test(node.while_, inner) if node.while_ is not None else None
    before = len(scope.text.game.sites)
    faults = len(scope.text.report.diagnostics)
    body = lines(node.body, inner)
    if node.together and len(scope.text.report.diagnostics) == faults:
        _together(node, chosen, body, before, scope)
    return [ir.Each(node.span, chosen.local, chosen, start, node.together, while_, body)]


def _together(node: n.Each, chosen: ir.Selection, body: ir.Body, before: int, scope: Scope) -> None:
    if node.while_ is not None:
        scope.text.error("together", node.while_.span, "all are asked at once, so `while` has no meaning here")
    first = body.lines[0] if body.lines else None
    if not isinstance(first, ir.Choose) or first.body is not None:
        scope.text.error("together", node.span, "`together` needs a question as its first line")
        return
    asked = first.ask.who
    if not isinstance(asked, ir.Local) or asked.name != chosen.local:
        help = f"write `{chosen.local.partition('.')[0]} chooses ...`"
        message = "the first question must be put to the players of the `each`"
        scope.text.error("together", first.span, message, help)
    sites = scope.text.game.sites
    from dataclasses import replace

    sites[first.ask.site] = replace(sites[first.ask.site], together=True, secret=True)


def _repeat(node: n.Repeat, scope: Scope) -> ir.Line:
    low = number(node.low, scope)
    high = number(node.high, scope) if node.high is not None else None
    top = high or low
    if isinstance(top, ir.Const) and top.value > LONGEST_LOOP:
        scope.text.error("too-long", top.span, f"at most {LONGEST_LOOP} times")
    while_ = test(node.while_, scope) if node.while_ is not None else None
    used = scope.text.fresh("used")
    scope.text.menu_uses.append(used)
    bits = scope.text.once_bits
    body = lines(node.body, scope.inner())
    scope.text.menu_uses.pop()
    return ir.Repeat(node.span, low, high, while_, body, (), used if scope.text.once_bits > bits else "")


def _match(node: n.Match, scope: Scope) -> list[ir.Line]:
    """A chain of `if`; the value is named first, so that it is worked out once."""
    found = value(node.value, scope)
    local = scope.text.fresh("match")
    named = ir.Local(node.value.span, found.type, local)
    otherwise = ir.Body(())
    for case in reversed(node.cases):
        body = lines(case.body, scope.inner())
        when = _pattern(case.pattern, named, scope)
        otherwise = body if when is None else ir.Body((ir.If(case.span, when, body, otherwise),))
    return [ir.Let(node.span, local, found.type, found, False), *otherwise.lines]


def _pattern(pattern: n.Pattern, named: ir.Expr, scope: Scope) -> ir.Expr | None:
    """None: always."""
    span = pattern.span
    if pattern.names:
        tests = [
            ir.Compare(span, YES_NO, "==", named, need(value(w, scope, named.type), named.type.maybe, scope))
            for w in pattern.names
        ]
        out: ir.Expr = tests[0]
        for t in tests[1:]:
            out = ir.Or(span, YES_NO, out, t)
        return out
    if pattern.low is None:
        return None
    need(named, NUMBER, scope, "the matched value")
    low = ir.Compare(span, YES_NO, ">=", named, ir.Const(span, NUMBER, pattern.low))
    if pattern.high is None:
        return low
    if pattern.high == pattern.low:
        return ir.Compare(span, YES_NO, "==", named, ir.Const(span, NUMBER, pattern.low))
    return ir.And(span, YES_NO, low, ir.Compare(span, YES_NO, "<=", named, ir.Const(span, NUMBER, pattern.high)))
