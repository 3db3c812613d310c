"""`choose` in, ir questions out: who is asked, out of what."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.expressions import number, value
from archidsl.checker.scope import Scope
from archidsl.checker.things import selection
from archidsl.checker.types import BUNDLE, NUMBER, UNKNOWN, Type
from archidsl.lang import nodes as n

MOST_ANSWERS = 10_000


def choose(node: n.Choose, scope: Scope) -> list[ir.Line]:
    from archidsl.checker.statements import lines

    found = _domain(node.domain, scope)
    if found is None:
        inner = scope.inner() if node.body is not None else scope
        inner.add(node.asking.name.name, UNKNOWN)  # so that the name itself is not complained about
        lines(node.body or (), inner)
        return []
    domain, type, kind = found
    ask = _ask(node.asking, kind, type, scope)
    inner = scope.inner() if node.body is not None else scope
    local = inner.name(node.asking.name, type if node.body is not None else type.maybe)
    body = lines(node.body, inner) if node.body is not None else None
    return [ir.Choose(node.span, ask, local, type, domain, body)]


def _ask(node: n.Asking, kind: str, type: Type, scope: Scope) -> ir.Ask:
    from archidsl.checker.statements import acting

    chance = isinstance(node.who, n.Name) and node.who.name == "chance"
    who = None if chance else acting(node.who, scope, node)
    sites = scope.text.game.sites
    site = ir.Site(len(sites), node.span, node.name.name, kind, node.secretly, node.may, scope.text.name, type)
    sites.append(site)
    return ir.Ask(site.number, who, node.name.name, node.may, node.secretly, node.really)


def _domain(node: n.Domain, scope: Scope) -> tuple[ir.Domain, Type, str] | None:
    if isinstance(node, n.NumberBetween):
        low, high = number(node.low, scope), number(node.high, scope)
        if isinstance(low, ir.Const) and isinstance(high, ir.Const) and high.value - low.value >= MOST_ANSWERS:
            scope.text.error("too-many", node.span, f"a question can have at most {MOST_ANSWERS:,} answers")
        return ir.Numbers(_from_zero(low), high), NUMBER, "number"
    if isinstance(node, n.SeveralOf):
        return _several(node, scope)
    found = selection(node.things, scope)
    if found is None:
        return None
    chosen = found[0]
    if isinstance(node, n.OrderOf):
        return ir.Orders(chosen), Type(chosen.item.base, chosen.item.names, "order"), "order"
    return ir.One(chosen, _alike(chosen, scope)), chosen.item, "one"


def _from_zero(low: ir.Expr) -> ir.Expr:
    """Nobody answers with a number below zero: in records and on the screen it would look like declining."""
    if isinstance(low, ir.Const):
        return low if low.value >= 0 else ir.Const(low.span, NUMBER, 0)
    return ir.Extreme(low.span, NUMBER, "max", (ir.Const(low.span, NUMBER, 0), low))


def _alike(chosen: ir.Selection, scope: Scope) -> bool:
    return chosen.item.base == "thing" and all(bool(scope.v.inherited(k, "alike")) for k in chosen.item.names)


def _several(node: n.SeveralOf, scope: Scope) -> tuple[ir.Domain, Type, str] | None:
    thing = scope.find(node.things.words[0].name) if len(node.things.words) == 1 else None
    if isinstance(node.high, n.Name) and thing is not None and not thing.type.shape:  # `0 to pearl of p`
        written = f"{node.high.name} of {node.things.words[0].name}"
        help = f"a number that is worked out stands in brackets: `({written})`"
        scope.text.error("wrong-type", node.high.span, f"`{written}` is no number of things to choose", help)
        return None
    low = number(node.low, scope) if not isinstance(node.low, n.AsMany) else None
    if low is None:
        scope.text.error("syntax", node.low.span, "`all` can only be the upper bound")
        return None
    high = number(node.high, scope) if not isinstance(node.high, n.AsMany) else None
    word = node.things.words[-1].name
    if (
        word in scope.v.groups
        and len(node.things.words) == 1
        and scope.find(word) is None
        and node.things.where is None
    ):
        holder = value(node.things.of, scope) if node.things.of is not None else None
        return ir.Bundles(low, high, scope.v.groups[word], holder), BUNDLE, "bundle"
    found = selection(node.things, scope)
    if found is None:
        return None
    chosen = found[0]
    return ir.Several(low, high, chosen, _alike(chosen, scope)), chosen.item.many, "several"


def menu(node: n.Menu, scope: Scope) -> list[ir.Line]:
    from archidsl.checker.expressions import test
    from archidsl.checker.statements import lines

    labels = [option.name.name for option in node.options]
    for before, option in enumerate(node.options):
        if option.name.name in labels[:before]:
            scope.text.error("second-meaning", option.name.span, f"the option `{option.name.name}` stands here twice")
    type = Type("label", frozenset(labels))
    ask = _ask(node.asking, "menu", type, scope)
    options = []
    for option in node.options:
        guard = test(option.test, scope) if option.test is not None else None
        body = lines(option.body, scope.inner())
        label = scope.v.label(option.name.name)
        options.append(ir.OptionLine(option.span, option.name.name, label, _bit(option, scope), guard, body))
    local = scope.name(node.asking.name, type.maybe)
    used = ""
    if any(option.once for option in node.options):
        if not scope.text.menu_uses:
            scope.text.error("once", node.span, "`once` has a meaning only inside `repeat`")
        used = scope.text.menu_uses[-1] if scope.text.menu_uses else ""
    return [ir.Menu(node.span, ask, local, tuple(options), used)]


def _bit(option: n.Option, scope: Scope) -> int:
    """A bit of its own for each option that can be used up."""
    if not option.once:
        return 0
    scope.text.once_bits += 1
    return 1 << scope.text.once_bits
