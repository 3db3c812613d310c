"""What every part of the interpreter shares: the state, the tables behind it, and the locals of one procedure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.facts import fact_rows
from archidsl.checker.static import table_rows
from archidsl.checker.types import Type
from archidsl.checker.vocabulary import Vocabulary
from archidsl.checker.watching import Watching
from archidsl.diagnostics import Span
from archidsl.engine.grid import Grid
from archidsl.engine.layout import Layout, State
from archidsl.engine.verbs import Bundle, Substitute, Verbs

NOTHING = -1
Met = Callable[[Span, str], None]  # told of each line, and of each way that was taken at it
Value = Any  # a number, a tuple of numbers or an amount; the checker has seen to it that each is where it belongs


@dataclass(slots=True)
class Frame:
    """One procedure, formula or test at work: who acts, and what its names stand for."""

    procedure: str
    you: int
    locals: dict[str, Value] = field(default_factory=dict)
    attempts: int = 0  # how many attempts of this procedure are open

    def inner(self) -> Frame:
        """The same, for names and changes that are only supposed."""
        return Frame(self.procedure, self.you, dict(self.locals), self.attempts)

    def having(self, local: str, value: Value) -> Frame:
        new = self.inner()
        new.locals[local] = value
        return new


def empty(type: Type) -> Value:
    """What a reading of nothing gives: nothing, 0, no or none."""
    if type.shape or type.base == "bundle":
        return ()
    return 0 if type.base in ("number", "yes_no") else NOTHING


class World:
    """One game at one moment. The classes of the other modules add what can be read from it and done to it."""

    met: Met | None = None

    def __init__(self, v: Vocabulary, rules: ir.Game, layout: Layout) -> None:
        self.v, self.rules, self.layout = v, rules, layout
        self.s: list[Any] = layout.start.copy()
        self.verbs = Verbs(layout)
        self.analysis = Analysis(rules, v)
        self.facts = fact_rows(v, rules, layout)
        self.tables = {name: table_rows(table, v, layout) for name, table in v.tables.items()}
        self.watches = Watching(self.analysis)
        self.products: dict[int, bool] = {}  # by id: has this expression a product in it?
        self.parents = self._parents()
        self.kinds: dict[frozenset[str], frozenset[int]] = {}  # the things of these kinds, once somebody has asked
        for word, expr in rules.paid_to.items():
            self._pay_to(v.stuff_index[word], expr)
        for text in rules.substitutes:
            self._substitute(text)

    def _pay_to(self, stuff: int, expr: ir.Expr) -> None:
        def payee(s: State, payer: int) -> int:
            return int(self.value(expr, Frame("", NOTHING, {"payer": payer})))

        self.verbs.paid_to[stuff] = payee

    def _substitute(self, text: ir.SubstituteText) -> None:
        def may(s: State, stuff: int, payee: int, payer: int) -> int:
            assert text.when is not None
            return int(self.value(text.when, Frame("", NOTHING, {text.it: stuff, text.payee: payee, "payer": payer})))

        ids, index = self.layout.ids, self.v.stuff_index
        goes_to, delivers_from = ids.get(text.goes_to, NOTHING), ids.get(text.delivers_from, NOTHING)
        test = may if text.when is not None else None
        self.verbs.substitutes[index[text.paid]] = Substitute(index[text.stuff], goes_to, delivers_from, test)

    @property
    def grid(self) -> Grid:
        assert isinstance(self.layout.grid, Grid)
        return self.layout.grid

    def _parents(self) -> list[int]:
        """What each thing is a fixed part of; a cell is part of its grid."""
        found, grid = [*self.verbs.parents], self.layout.grid
        if isinstance(grid, Grid):
            found[grid.cell0 : grid.cell0 + len(grid.neighbours)] = [grid.thing] * len(grid.neighbours)
        return found

    def of_kinds(self, kinds: frozenset[str]) -> frozenset[int]:
        if kinds not in self.kinds:
            self.kinds[kinds] = frozenset(thing for kind in kinds for thing in self.layout.of_kind(kind))
        return self.kinds[kinds]

    def procedure(self, name: str) -> ir.Procedure:
        return self.analysis.procedure(name)

    def entered(self, name: str, you: int, args: Sequence[Value]) -> Frame:
        """The frame with which a procedure begins."""
        params = self.procedure(name).params
        return Frame(name, you, {local: value for (local, _), value in zip(params, args, strict=True)})

    def deed(self, behaviour: str, thing: int) -> ir.DeedText | None:
        """What a member gives for a behaviour, whatever the moment."""
        return self.rules.deeds.get((behaviour, self.layout.names[thing])) if thing >= 0 else None

    def deed_now(self, behaviour: str, thing: int) -> str:
        """The procedure of a member's effect, if it has one and its moment is now; otherwise no name."""
        deed = self.deed(behaviour, thing)
        if deed is None or deed.procedure is None:
            return ""
        if deed.moment in self.v.moments and self.s[self.layout.moment] != self.v.moments[deed.moment]:
            return ""
        return f"deed:{behaviour}:{deed.member}"

    # -- given by the classes that build on this one

    def value(self, expr: ir.Expr, at: Frame) -> Value:
        raise NotImplementedError

    def can_begin(self, procedure: str, you: int, args: Sequence[Value], due: Bundle) -> bool:
        raise NotImplementedError
