"""The names that one text can use, and what every check shares."""

from __future__ import annotations

from dataclasses import dataclass, field

from archidsl.checker import ir
from archidsl.checker.types import UNKNOWN, Type, fits
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, Span
from archidsl.lang import nodes as n

TAKEN = frozenset("you nobody nothing yes no chance moment".split())  # each of them is a value already


@dataclass(slots=True)
class Variable:
    """A local: its unique name, its type, whether `set` may change it, whether it was used."""

    local: str
    type: Type
    changes: bool = False


@dataclass(slots=True)
class Text:
    """One text being checked: what is shared by all its blocks."""

    v: Vocabulary
    report: Report
    game: ir.Game
    name: str
    you: bool
    window: str = ""
    counter: int = 0
    changed: frozenset[str] = frozenset()
    menu_uses: list[str] = field(default_factory=list)  # for each repeat around: the local of used-up options
    once_bits: int = 0

    def fresh(self, name: str) -> str:
        self.counter += 1
        return f"{name}.{self.counter}"

    def error(self, code: str, span: Span, message: str, help: str = "") -> None:
        self.report.error(code, span, message, help)


@dataclass(slots=True)
class Scope:
    """The locals of a block; blocks inside see those outside."""

    text: Text
    names: dict[str, Variable] = field(default_factory=dict)
    outer: Scope | None = None

    @property
    def v(self) -> Vocabulary:
        return self.text.v

    def inner(self) -> Scope:
        return Scope(self.text, {}, self)

    def find(self, name: str) -> Variable | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def add(self, name: str, type: Type, changes: bool = False) -> str:
        local = self.text.fresh(name)
        self.names[name] = Variable(local, type, changes)
        return local

    def name(self, word: n.Name, type: Type, changes: bool = False) -> str:
        """A name that an author chose."""
        if word.name in TAKEN:
            message = f"`{word.name}` is a word of the language; choose another name"
            self.text.error("reserved-word", word.span, message)
        return self.add(word.name, type, changes)

    def visible(self) -> set[str]:
        names = set(self.names)
        return names | self.outer.visible() if self.outer else names


def changed_names(statements: tuple[n.Statement, ...]) -> frozenset[str]:
    """Every local name that some `set`, `raise` or `lower` in these lines gives a new value."""
    found: set[str] = set()
    for s in statements:
        if isinstance(s, n.SetTo | n.ChangeBy) and isinstance(s.target, n.Name):
            found.add(s.target.name)
        if isinstance(s, n.Announce):  # the window may change them
            found |= {arg.name for arg in s.args if isinstance(arg, n.Name)}
        for block in _blocks(s):
            found |= changed_names(block)
    return frozenset(found)


def _blocks(s: n.Statement) -> list[tuple[n.Statement, ...]]:
    if isinstance(s, n.Menu):
        return [o.body for o in s.options]
    if isinstance(s, n.Match):
        return [c.body for c in s.cases]
    if isinstance(s, n.If):
        return [s.then, s.otherwise]
    if isinstance(s, n.Attempt):
        return [s.body, s.otherwise]
    if isinstance(s, n.Each | n.Repeat):
        return [s.body]
    if isinstance(s, n.Choose) and s.body:
        return [s.body]
    return []


def nothing(span: Span) -> ir.Const:
    """What stands for an expression that could not be understood."""
    return ir.Const(span, UNKNOWN, -1)


def need(expr: ir.Expr, wanted: Type, scope: Scope, what: str = "this") -> ir.Expr:
    """The expression, after complaining if it is of another type."""
    if not fits(expr.type, wanted):
        help = "compare it, like `... > 0`" if (expr.type.base, wanted.base) == ("number", "yes_no") else ""
        scope.text.error("wrong-type", expr.span, f"{what} should be {wanted}, but is {expr.type}", help)
        return nothing(expr.span)
    return expr
