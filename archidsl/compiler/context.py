"""What all parts of one compilation share: names, constants, and where locals live."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.costs import Costs
from archidsl.checker.vocabulary import Vocabulary
from archidsl.checker.watching import Hit, Watching
from archidsl.compiler import tree as t
from archidsl.engine.assembly import FrameText
from archidsl.engine.grid import Grid
from archidsl.engine.layout import Layout
from archidsl.engine.verbs import Verbs

Place = Callable[[], ast.expr]


@dataclass(slots=True)
class Shared:
    """One compilation: counters, constants, functions made so far."""

    v: Vocabulary
    game: ir.Game
    layout: Layout
    analysis: Analysis
    watching: Watching
    verbs: Verbs
    ask_all: bool = False
    whole_games: bool = False  # is every game played from its beginning? See `waking`
    latched: dict[int, bool] = field(default_factory=dict)  # watches that are false between two lines; see `waking`
    costs: Costs | None = None
    lasting: frozenset[tuple[str, str]] | None = None  # properties that nothing writes; see `owners`
    moved: frozenset[str] | None = None  # marks of everything that any line writes; see `owners`
    calls: Counter[str] | None = None  # how often each procedure is called; see `taking_in`
    begins: dict[str, str] = field(default_factory=dict)  # begins a procedure -> its first block; see `beginnings`
    frames: list[FrameText] = field(default_factory=list)
    undone: dict[str, bool] = field(default_factory=dict)  # could this procedure fail late; see `undoing`
    everybody: bool | None = None  # does the order of play always name all players; see `owners`
    names: dict[str, Any] = field(default_factory=dict)  # the namespace of the generated code
    functions: list[tuple[str, ast.FunctionDef]] = field(default_factory=list)  # file, function
    constants: dict[object, str] = field(default_factory=dict)
    counter: int = 0
    called: dict[str, str] = field(default_factory=dict)  # procedure, formula, ... -> its function's name
    wakes: dict[tuple[Hit, ...], str | None] = field(default_factory=dict)  # tests of watches -> their function
    again: dict[str, str] = field(default_factory=dict)  # the block after an answer -> the block that asks
    facts: dict[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)  # for each thing, and for nothing
    tables: dict[tuple[str, str], str] = field(default_factory=dict)  # behaviour, what -> name of its table

    @property
    def grid(self) -> Grid:
        assert isinstance(self.layout.grid, Grid)
        return self.layout.grid

    @property
    def cost_bounds(self) -> Costs:
        if self.costs is None:
            self.costs = Costs(self.v, self.game, self.layout)
        return self.costs

    def cheapest_first(self, tests: Iterable[ir.Expr]) -> list[ir.Expr]:
        """Tests are pure and total, so their order is ours: the cheap ones first, where a thing lies before all."""
        costs = self.cost_bounds
        return sorted(tests, key=lambda test: 0 if isinstance(test, ir.Within) else costs.expr(test))

    def fresh(self, letter: str) -> str:
        self.counter += 1
        return f"{letter}{self.counter}"

    def constant(self, value: object) -> ast.expr:
        """A value that the code may read, under a name of its own; the same value has one name."""
        key = (type(value).__name__, value if not isinstance(value, list) else id(value))
        if key not in self.constants:
            self.constants[key] = self.fresh("c")
            self.names[self.constants[key]] = value
        return t.name(self.constants[key])

    def function_name(self, key: str, letter: str) -> str:
        if key not in self.called:
            self.called[key] = self.fresh(letter)
        return self.called[key]

    def deed_table(self, behaviour: str, what: str) -> tuple[str, int]:
        """The table of functions that members give for a behaviour, and the number of its first thing."""
        low, _ = self.layout.ranges[self.v.behaviours[behaviour].kind]
        if (behaviour, what) not in self.tables:
            self.tables[behaviour, what] = self.fresh("d")
        return self.tables[behaviour, what], low

    def deed_function(self, behaviour: str, what: str, thing: int) -> str:
        """The function that a known thing gives for a behaviour, or nothing."""
        deed = self.game.deeds.get((behaviour, self.layout.names[thing])) if thing >= 0 else None
        if deed is None or deed.procedure is None:
            return ""
        return self.function_name(deed_key(deed, what), "p")

    def add(self, file: str, line: int, made: ast.FunctionDef) -> None:
        t.mark([made], line)
        self.functions.append((file, made))


def deed_key(deed: ir.DeedText, what: str) -> str:
    """The function of an effect; only what waits for its moment, or makes a frame, needs one of its own."""
    rest = f"{deed.behaviour}:{deed.member}"
    return f"deed{what}:{rest}" if deed.moment or what == "frame" else f"{what}:deed:{rest}"


@dataclass(frozen=True, slots=True)
class Known:
    """What a value is for each player, whom it calls by a local: a list of that name, in the order of their numbers."""

    value: ir.Expr
    local: str
    name: str


@dataclass(frozen=True, slots=True)
class Beforehand:
    """A loop of lines: where to put what is worked out before it, the locals and the marks that its lines write."""

    out: list[ast.stmt]
    inside: frozenset[str]
    written: frozenset[str]
    known: list[Known] = field(default_factory=list)


@dataclass(slots=True)
class Env:
    """Where the locals of one text live: in Python names, or in the frame of a procedure that asks."""

    shared: Shared
    places: dict[str, Place] = field(default_factory=dict)
    sure: frozenset[str] = frozenset()
    you: Place = field(default=lambda: t.name("y"))
    depth: int = 0
    hoisted: list[ast.stmt] | None = None  # what is worked out once, before the loops of an expression
    looped: frozenset[str] = frozenset()  # locals that change while those loops run
    located: frozenset[str] = frozenset()  # locals that were found to lie on the grid
    lying: Mapping[str, int] = field(default_factory=dict)  # locals that were chosen out of this place
    beforehand: Beforehand | None = None  # the loop in which a line stands, if it is known what its lines write
    known: Sequence[Known] = ()  # values that need not be worked out again
    cells: Mapping[str, Place] = field(default_factory=dict)  # spots of which only the cell is known

    def child(self) -> Env:
        return replace(self, places=dict(self.places))

    def hoisting(self) -> Env:
        """The same env, at the beginning of a statement: loops in it may put things before themselves."""
        return replace(self, hoisted=[], looped=frozenset())

    def bind(self, local: str) -> str:
        """A Python name for a local."""
        name = self.shared.fresh("v")
        self.places[local] = lambda: t.name(name)
        return name

    def read(self, local: str) -> ast.expr:
        return self.places[local]()


def can_call(
    procedure: str, who: ast.expr, args: list[ast.expr], env: Env, due: str = "", more: Iterable[ast.expr] = ()
) -> ast.expr:
    """Could this procedure be begun? Where all its arguments are known, a function of its own says so."""
    known = [t.fixed(arg) for arg in args]
    if args and None not in known:
        key, args = f"can|{due}|{','.join(map(str, known))}:{procedure}", []
    else:
        key = can_key(procedure, due)
    return t.call(env.shared.function_name(key, "k"), t.name("S"), who, *args, *more)


def can_key(procedure: str, due: str = "") -> str:
    return f"can|{due}:{procedure}"
