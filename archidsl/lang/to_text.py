"""Syntax nodes in, text in its usual form out: what `from_text` would read as the same nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from archidsl.lang import nodes as n

INDENT = "  "

# How tightly an expression holds together; where a tighter one is wanted it gets brackets.
OR, AND, NOT, COMPARISON, SUM, PRODUCT, ATOM, REF = range(8)


def text_of(text: Any, form: str = "") -> str:
    """The text of an effect (lines), of a cost (amounts), or of any other node; without an end of line.

    In a formula a test stands in brackets, as it does in any other value.
    """
    if form == "formula":
        return value(text)
    if isinstance(text, n.Things):
        return things(text)
    if not isinstance(text, tuple):
        return expression(text)
    if all(isinstance(part, n.Statement) for part in text):
        return "\n".join(line for statement in text for line in lines(statement))
    return amounts(text)


# -- expressions


def expression(node: n.Expression, least: int = OR) -> str:
    """With brackets around it if it holds together less tightly than `least`."""
    written, binds = _written(node)
    return written if binds >= least else f"({written})"


def value(node: n.Expression) -> str:
    return expression(node, SUM)


def ref(node: n.Expression) -> str:
    return expression(node, REF)


def _written(node: n.Expression) -> tuple[str, int]:
    match node:
        case n.Name():
            return node.name, REF
        case n.Property():
            return f"{node.name} of {ref(node.of)}", REF
        case n.Call():
            return call(node), REF
        case n.Number():
            return str(node.value), ATOM
        case n.Negative():
            inner = expression(node.value, ATOM)
            return f"-({inner})" if isinstance(node.value, n.Negative) else f"-{inner}", ATOM
        case n.AsMany():
            return "all", REF
        case n.Arithmetic():
            return _arithmetic(node)
        case n.Compare() | n.Is() | n.IsIn() | n.Some() | n.Can():
            return _comparison(node), COMPARISON
        case n.Not():
            return f"not {expression(node.value, NOT)}", NOT
        case n.Logic(operator="and"):
            return f"{expression(node.left, AND)} and {expression(node.right, NOT)}", AND
        case n.Logic():
            return f"{expression(node.left, OR)} or {expression(node.right, AND)}", OR
    return _about_things(node), ATOM


def _arithmetic(node: n.Arithmetic) -> tuple[str, int]:
    if node.operator == "*":
        return f"{expression(node.left, PRODUCT)} * {expression(node.right, ATOM)}", PRODUCT
    return f"{expression(node.left, SUM)} {node.operator} {expression(node.right, PRODUCT)}", SUM


def _comparison(node: n.Compare | n.Is | n.IsIn | n.Some | n.Can) -> str:
    if isinstance(node, n.Some):
        return f"some {group(node.things)}"
    if isinstance(node, n.Can):
        return f"can {call(node)}"
    if isinstance(node, n.Compare):
        sign = node.operator
    elif isinstance(node, n.IsIn):
        sign = "is in"
    else:
        sign = "is not" if node.negated else "is"
    return f"{value(node.left)} {sign} {value(node.right)}"


def _about_things(node: n.Count | n.AllOf | n.Aggregate | n.Rank) -> str:
    match node:
        case n.Count():
            return f"number of {group(node.things)}"
        case n.AllOf():
            return f"all {group(node.things)}"
        case n.Aggregate():
            return f"{node.operator} {measure(node.measure)} of {group(node.things)}"
        case n.Rank():
            return f"rank of {ref(node.of)} by {measure(node.measure)}"


def measure(node: n.Expression) -> str:
    return node.name if isinstance(node, n.Name) else f"({expression(node)})"


def call(node: n.Call | n.Can | n.Announce | n.Run) -> str:
    return f"{node.name}({', '.join(value(arg) for arg in node.args)})"


# -- things, amounts, domains


def words(names: Iterable[n.Name]) -> str:
    return " ".join(name.name for name in names)


def things(node: n.Things) -> str:
    where = "" if node.where is None else f" where {expression(node.where)}"
    return words(node.words) + _with("of", node.of) + _with("in", node.inside) + where


def group(node: n.Things) -> str:
    """Things inside a value: a `where` needs brackets."""
    return things(node) if node.where is None else f"({things(node)})"


def _with(word: str, node: n.Expression | None) -> str:
    return "" if node is None else f" {word} {ref(node)}"


def amounts(parts: n.Amounts) -> str:
    return ", ".join(_amount(part) for part in parts)


def _amount(part: n.Amount | n.Whole | n.Expression) -> str:
    if isinstance(part, n.Amount):
        number = part.number
        return f"{number.value if isinstance(number, n.Number) else f'({expression(number)})'} {words(part.words)}"
    if isinstance(part, n.Whole):
        return f"all {words(part.words)}"
    return ref(part)


def domain(node: n.Domain) -> str:
    match node:
        case n.OneOf():
            return things(node.things)
        case n.OrderOf():
            return f"order of {things(node.things)}"
        case n.NumberBetween():
            return f"{bound(node.low)} to {bound(node.high)}"
        case n.SeveralOf(low=n.Number() as low, high=n.Number() as high) if low.value == high.value:
            return f"{low.value} of {things(node.things)}"
        case n.SeveralOf():
            return f"{bound(node.low)} to {bound(node.high)} of {things(node.things)}"


def bound(node: n.Expression) -> str:
    if isinstance(node, n.Number | n.Name | n.AsMany):
        return expression(node)
    return f"({expression(node)})"


# -- lines


def lines(node: n.Statement) -> Iterator[str]:
    """One line for each statement; what it owns is indented below it."""
    match node:
        case n.Choose(body=None):
            yield f"{asking(node.asking)} {domain(node.domain)}"
        case n.Choose():
            yield f"{asking(node.asking)} {domain(node.domain)}:"
            yield from _indented(node.body or ())
        case n.Menu():
            yield asking(node.asking)
            for option in node.options:
                yield from (INDENT + line for line in _option(option))
        case n.Each():
            together = " together" if node.together else ""
            yield f"each {things(node.things)}{_with('from', node.start)}{together}{_while(node.while_)}:"
            yield from _indented(node.body)
        case n.Repeat():
            to = "" if node.high is None else f" to {value(node.high)}"
            yield f"repeat {value(node.low)}{to}{_while(node.while_)}:"
            yield from _indented(node.body)
        case n.Match():
            yield f"match {value(node.value)}:"
            for case in node.cases:
                yield from (INDENT + line for line in _headed(pattern(case.pattern), case.body))
        case n.If() | n.Attempt():
            yield f"if {expression(node.test)}:" if isinstance(node, n.If) else "attempt:"
            yield from _indented(node.then if isinstance(node, n.If) else node.body)
            if node.otherwise:
                yield "else:"
                yield from _indented(node.otherwise)
        case _:
            yield _simple(node)


def _simple(node: n.Statement) -> str:
    """A statement that owns no lines."""
    match node:
        case n.Let():
            return f"let {node.name.name} = {value(node.value)}"
        case n.SetTo():
            return f"set {ref(node.target)} to {value(node.value)}"
        case n.ChangeBy():
            return f"{'raise' if node.sign > 0 else 'lower'} {ref(node.target)} by {value(node.value)}"
        case n.Move():
            return f"move {amounts(node.amounts)}{_with('from', node.source)} to {ref(node.to)}"
        case n.Gain():
            return f"{verb(node.who, 'gain', 'gains')} {amounts(node.amounts)}{_with('from', node.source)}"
        case n.Pay():
            return f"{verb(node.who, 'pay', 'pays')} {amounts(node.amounts)}{_with('to', node.to)}"
        case n.Reveal():
            return f"reveal {ref(node.what)}{_with('to', node.to)}"
        case n.Shuffle():
            return f"shuffle {ref(node.zone)}"
        case n.Require():
            return f"require {expression(node.test)}{_with('else', node.refusal)}"
        case n.Announce():
            return f"announce {call(node)}"
        case n.Run():
            return f"{verb(node.who, 'do', 'does')} {call(node)}"
    return "finish"


def verb(who: n.Expression | None, yours: str, others: str) -> str:
    """`gain`, `you gain`, `p gains`"""
    if who is None:
        return yours
    return f"{ref(who)} {yours if isinstance(who, n.Name) and who.name == 'you' else others}"


def asking(node: n.Asking) -> str:
    """`victim may secretly choose loot:`, `you do choose loot:`"""
    yours = node.who is None or (isinstance(node.who, n.Name) and node.who.name == "you")
    before = {"may": node.may, "do" if yours else "does": node.really, "secretly": node.secretly}
    between = [word for word, said in before.items() if said]
    plain = yours or node.may or node.really
    start = [] if node.who is None else [ref(node.who)]
    return " ".join([*start, *between, "choose" if plain else "chooses", f"{node.name.name}:"])


def _while(test: n.Expression | None) -> str:
    return "" if test is None else f" while {expression(test)}"


def _indented(body: Iterable[n.Statement]) -> Iterator[str]:
    return (INDENT + line for statement in body for line in lines(statement))


def _option(node: n.Option) -> Iterator[str]:
    head = f"{'once ' if node.once else ''}{node.name.name}"
    head += "" if node.test is None else f" if {expression(node.test)}"
    return _headed(head, node.body) if node.body else iter([head])


def _headed(head: str, body: tuple[n.Statement, ...]) -> Iterator[str]:
    """Options and cases have a single plain line beside them: they read like a table."""
    written = [line for statement in body for line in lines(statement)]
    if len(written) == 1:
        yield f"{head}: {written[0]}"
        return
    yield f"{head}:"
    yield from (INDENT + line for line in written)


def pattern(node: n.Pattern) -> str:
    if node.names:
        return ", ".join(name.name for name in node.names)
    if node.low is None:
        return "else"
    if node.high is None:
        return f"{node.low}+"
    return str(node.low) if node.low == node.high else f"{node.low}-{node.high}"
