"""What moves: stuff by number, things by description, or a value that is either."""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.checker import ir
from archidsl.checker.hints import counted
from archidsl.checker.scope import Scope
from archidsl.checker.things import is_noun, selection
from archidsl.checker.types import BUNDLE, NUMBER, UNKNOWN
from archidsl.diagnostics import Span, did_you_mean
from archidsl.lang import nodes as n

Part = tuple[ir.Expr | None, ir.Expr | None, tuple[str, ...]]  # as in ir.Transfer


@dataclass(frozen=True, slots=True)
class Described:
    """`2 free unit`, `all card`: so many (None: all) of a description."""

    number: ir.Expr | None
    things: n.Things


def part(node: n.Amount | n.Whole | n.Expression, scope: Scope) -> Part | Described | ir.Expr | None:
    """One item of a list of amounts: stuff, described things, or an expression of things."""
    if isinstance(node, n.Amount):
        from archidsl.checker.expressions import number

        return _words(node.words, number(node.number, scope), node.span, scope)
    if isinstance(node, n.Whole):
        return _words(node.words, None, node.span, scope)
    return _expression(node, scope)


def _words(words: tuple[n.Name, ...], number: ir.Expr | None, span: Span, scope: Scope) -> Part | Described | None:
    word = words[-1]
    variable = scope.find(word.name)
    if len(words) == 1 and variable is not None and variable.type.base == "stuff" and not variable.type.shape:
        return number, ir.Local(word.span, variable.type, variable.local), ()
    if len(words) == 1 and word.name in scope.v.groups:
        members = scope.v.groups[word.name]
        if len(members) == 1:
            return number, ir.Const(word.span, scope.v.stuff_type(word.name), scope.v.stuff_index[members[0]]), ()
        if number is None:
            return None, None, members
        scope.text.error("which-stuff", word.span, f"say which `{word.name}`: one of {', '.join(members[:6])}")
        return None
    if is_noun(word.name, scope):
        return Described(number, n.Things(span, words, None, None, None))
    known = {*scope.v.groups, *scope.v.kinds, *scope.v.nouns}
    help = counted(word.name, scope) or did_you_mean(word.name, known)
    scope.text.error("unknown-word", word.span, f"`{word.name}` is neither stuff nor a thing", help)
    return None


def _expression(node: n.Expression, scope: Scope) -> Part | ir.Expr | None:
    from archidsl.checker.expressions import number, value

    if isinstance(node, n.Property) and isinstance(node.of, n.Name):
        stuff = scope.find(node.of.name)
        count = scope.find(node.name)
        known = stuff is not None and stuff.type.base == "stuff"
        bound = node.of.name in scope.v.stuff_index
        if (known or bound) and count is not None and count.type == NUMBER:
            return number(n.Name(node.name_span, node.name), scope), value(node.of, scope), ()
    found = value(node, scope)
    if found.type == UNKNOWN:
        return None
    if found.type.base == "bundle":
        return found, None, ()
    if found.type.base == "thing":
        return found
    scope.text.error("wrong-type", found.span, f"only stuff and things can move, but this is {found.type}")
    return None


def bundle(amounts: n.Amounts, span: Span, scope: Scope) -> ir.Expr | None:
    """Amounts of stuff alone: what is paid."""
    parts: list[tuple[ir.Expr, ir.Expr | None]] = []
    for node in amounts:
        found = part(node, scope)
        if found is None:
            return None
        if not isinstance(found, tuple) or found[0] is None or found[2]:
            help = "write how many of which stuff, like `2 token` or `(number of marker) token`"
            scope.text.error("wrong-type", node.span, "here belongs an amount of stuff", help)
            return None
        parts.append((found[0], found[1]))
    if len(parts) == 1 and parts[0][1] is None:
        return parts[0][0]
    return ir.Amount(span, BUNDLE, tuple(parts))


def described(found: Described, source: n.Expression | None, scope: Scope) -> ir.Selection | None:
    """The things of a description, in the place they come from."""
    things = n.Things(found.things.span, found.things.words, None, source, None)
    chosen = selection(things, scope)
    return chosen[0] if chosen else None
