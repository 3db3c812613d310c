"""A checked game and its layout in, compiled parts out: every procedure and formula as Python code."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import CodeType

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.facts import fact_rows
from archidsl.checker.to_layout import seen_as
from archidsl.checker.vocabulary import Vocabulary
from archidsl.checker.watching import Watching
from archidsl.compiler import tree as t
from archidsl.compiler.blocks import Blocks
from archidsl.compiler.context import Env, Shared, can_key, deed_key
from archidsl.compiler.expressions import value
from archidsl.compiler.joining import joined
from archidsl.compiler.moments import settle_moments
from archidsl.compiler.openings import can_function
from archidsl.compiler.plain import plain_function
from archidsl.compiler.polish import Polish
from archidsl.compiler.short_calls import without_short_calls
from archidsl.compiler.undoing import frame_key
from archidsl.compiler.verifier import verify, verify_code
from archidsl.compiler.watch_effects import all_watches
from archidsl.compiler.watches import anything_due
from archidsl.engine.assembly import Parts, engine_names
from archidsl.engine.choices import SiteInfo
from archidsl.engine.layout import Layout
from archidsl.engine.verbs import Verbs


def compile_parts(v: Vocabulary, game: ir.Game, layout: Layout, ask_all: bool = False) -> Parts:
    return compile_starts(v, game, layout, (game.main,), ask_all, whole_games=True)[game.main]


def compile_starts(
    v: Vocabulary,
    game: ir.Game,
    layout: Layout,
    starts: Sequence[str],
    ask_all: bool = False,
    whole_games: bool = False,
) -> dict[str, Parts]:
    """One compilation with several beginnings: for each procedure that may be the main one, the same parts."""
    analysis = Analysis(game, v)
    shared = Shared(v, game, layout, analysis, Watching(analysis), Verbs(layout), ask_all, whole_games)
    doors = _doors(shared, starts)
    codes = _codes(functions_of(shared), frozenset(engine_names(layout, shared.verbs, (), ())))
    parts = Parts(
        codes, shared.names, _tables(shared), "", shared.again, doors.offers, doors.paid_to, doors.substitutes,
        layout.totals, _sites(game), doors.shown, doors.panels, tuple(shared.frames), doors.outlook,
        doors.due,
    )  # fmt: skip
    return {name: replace(parts, main=main) for name, main in doors.mains.items()}


def python_of(v: Vocabulary, game: ir.Game, layout: Layout) -> list[tuple[str, ast.FunctionDef]]:
    """All functions of a whole game, with their files, for people to read."""
    analysis = Analysis(game, v)
    shared = Shared(v, game, layout, analysis, Watching(analysis), Verbs(layout), whole_games=True)
    _doors(shared, (game.main,))
    return functions_of(shared)


@dataclass(frozen=True, slots=True)
class Doors:
    """The functions that are called from outside, by what they are for."""

    mains: dict[str, str]
    offers: dict[int, tuple[tuple[str, str, str], ...]]
    shown: dict[str, str]
    panels: dict[str, str]
    outlook: str
    due: str
    paid_to: dict[int, str]
    substitutes: tuple[tuple[int, int, int, int, str], ...]


def _doors(shared: Shared, starts: Sequence[str]) -> Doors:
    v, game = shared.v, shared.game
    shared.facts = fact_rows(v, game, shared.layout)
    return Doors(
        {name: shared.function_name(f"frame:{name}", "m") for name in starts},
        _offers(shared),
        {seen_as(key): shared.function_name(key, "q") for key in game.shown},
        {key: shared.function_name(key, "q") for key in game.formulas if key.startswith("panel:")},
        shared.function_name(f"computed:{v.outlook}:player", "q") if v.outlook else "",
        anything_due(shared) if shared.whole_games else "",
        _paid_to(shared),
        _substitutes(shared),
    )


def _sites(game: ir.Game) -> tuple[SiteInfo, ...]:
    return tuple(
        SiteInfo(
            s.number, s.key, s.kind, s.secret, s.together, s.span.file, s.span.line, s.span.column, s.procedure,
            s.type.base,
        )
        for s in game.sites
    )  # fmt: skip


# -- making every function that some other one calls


def _everything(shared: Shared) -> None:
    done: set[object] = set()
    while True:
        functions = [key for key in shared.called if key not in done]
        tables = [key for key in shared.tables if key not in done]
        if not functions and not tables:
            return
        for key in functions:
            _make(key, shared)
        for table in tables:
            _make_table(table, shared)
        done.update(functions, tables)


def _make(key: str, shared: Shared) -> None:
    name = shared.called[key]
    sort, _, rest = key.partition(":")
    sort, _, due = sort.partition("|")
    if sort == "can":
        can_function(name, shared.analysis.procedure(rest), due, shared)
    elif sort == "run":
        plain_function(name, shared.analysis.procedure(rest), shared)
    elif sort in ("frame", "begin"):
        Blocks(shared, shared.analysis.procedure(rest)).build(name, begins=sort == "begin")
    elif sort == "watches":
        all_watches(name, [int(i) for i in rest.split(",")], shared)
    elif sort == "value":
        _, member = rest.split(":")
        formula = shared.game.deeds[rest.split(":")[0], member].formula
        assert formula is not None
        _formula(name, formula, shared)
    elif sort in ("deedrun", "deedframe", "deedcan"):
        _guarded_deed(name, sort[4:], due, rest, shared)
    else:
        _formula(name, shared.game.formulas[key], shared)


def _formula(name: str, formula: ir.Formula, shared: Shared) -> None:
    env = Env(shared, sure=formula.sure)
    params = [env.bind(local) for local, _ in formula.params]
    before = env.hoisting()
    body = value(formula.body, before)
    made = t.function(name, ["S", "y", *params], [*(before.hoisted or []), t.return_(body)])
    shared.add(formula.span.file, formula.span.line, made)


# -- what members give, as tables of functions by thing


def _make_table(key: tuple[str, str], shared: Shared) -> None:
    behaviour, what = key
    for (name, member), deed in shared.game.deeds.items():
        if name != behaviour:
            continue
        rest = f"{behaviour}:{member}"
        if what == "value" and deed.formula is not None:
            shared.function_name(f"value:{rest}", "q")
        elif what != "value" and deed.procedure is not None:
            shared.function_name(deed_key(deed, what), "p")


def _guarded_deed(name: str, what: str, due: str, rest: str, shared: Shared) -> None:
    """A member's effect happens only at its own moment."""
    behaviour, member = rest.split(":")
    deed = shared.game.deeds[behaviour, member]
    params = ["S", "y", *(["D"] if due == "D" else [])]
    key = f"can|{due}:deed:{rest}" if what == "can" else f"{what}:deed:{rest}"
    key = frame_key(f"deed:{rest}", shared) if what == "frame" else key
    called = shared.function_name(key, "p")
    args = [t.name("y")] if key.startswith("frame:") else [t.name(p) for p in params]
    body: list[ast.stmt] = [t.return_(t.call(called, *args))]
    if deed.moment and deed.moment in shared.v.moments:
        now = t.compare(t.slot(shared.layout.moment), "!=", shared.v.moments[deed.moment])
        body.insert(0, t.if_(now, [t.return_(t.number(0 if what == "can" else None))]))
    assert deed.procedure is not None
    shared.add(deed.procedure.span.file, deed.procedure.span.line, t.function(name, params, body))


def _tables(shared: Shared) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each behaviour the functions that its members give, by thing; nothing where a member gives none."""
    tables = {}
    for (behaviour, what), name in shared.tables.items():
        row = []
        for thing in shared.layout.of_kind(shared.v.behaviours[behaviour].kind):
            rest = f"{behaviour}:{shared.layout.names[thing]}"
            deed = shared.game.deeds.get((behaviour, shared.layout.names[thing]))
            key = "" if deed is None else f"value:{rest}" if what == "value" else deed_key(deed, what)
            row.append(shared.called.get(key, ""))
        tables[name] = (what, tuple(row))
    return tables


# -- offers, substitutes


def _offers(shared: Shared) -> dict[int, tuple[tuple[str, str, str], ...]]:
    found: dict[int, tuple[tuple[str, str, str], ...]] = {}
    for window in shared.v.windows.values():
        moment = shared.v.moments[window.name]
        for name in window.offers:
            frame, can = shared.function_name(f"frame:{name}", "m"), shared.function_name(can_key(name), "k")
            found[moment] = (*found.get(moment, ()), (name, frame, can))
    return found


def _paid_to(shared: Shared) -> dict[int, str]:
    """For each stuff the function that says to whom it is paid."""
    found = {}
    for word, expr in shared.game.paid_to.items():
        env = Env(shared)
        params = ["S", env.bind("payer")]
        name = shared.fresh("q")
        shared.add(expr.span.file, expr.span.line, t.function(name, params, [t.return_(value(expr, env))]))
        found[shared.v.stuff_index[word]] = name
    return found


def _substitutes(shared: Shared) -> tuple[tuple[int, int, int, int, str], ...]:
    index, ids = shared.v.stuff_index, shared.layout.ids
    found = []
    for s in shared.game.substitutes:
        name = ""
        if s.when is not None:
            env = Env(shared)
            params = ["S", env.bind(s.it), env.bind(s.payee), env.bind("payer")]
            name = shared.fresh("q")
            made = t.function(name, params, [t.return_(value(s.when, env))])
            shared.add(s.when.span.file, s.when.span.line, made)
        found.append((index[s.paid], index[s.stuff], ids.get(s.goes_to, -1), ids.get(s.delivers_from, -1), name))
    return tuple(found)


# -- from trees to code


def functions_of(shared: Shared) -> list[tuple[str, ast.FunctionDef]]:
    """Everything that the doors lead to, as it will run."""
    _everything(shared)
    without_short_calls([made for _, made in shared.functions])
    functions = joined(shared.functions, {*shared.again, *shared.again.values()}, shared.begins)
    settle_moments([made for _, made in functions], shared.layout.moment)
    for _, made in functions:
        Polish().visit(made)
        t.mark(
            [made], made.lineno
        )  # what was put in belongs to the line of what stood there, or to that of the function
    return functions


def _codes(functions: list[tuple[str, ast.FunctionDef]], known: frozenset[str]) -> dict[str, CodeType]:
    """Verified, then compiled under the name of the file the rules stand in."""
    by_file: dict[str, list[ast.stmt]] = {}
    for file, made in functions:
        by_file.setdefault(file, []).append(made)
    codes = {}
    for file, body in by_file.items():
        tree = ast.Module(body, [])
        verify(tree, known)
        codes[file] = compile(tree, file or "<pack>", "exec", dont_inherit=True)
        verify_code(codes[file], known)
    return codes
