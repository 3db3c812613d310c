"""The names of procedures and formulas of a game in; the Python that the compiler makes of them out."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from archidsl.checker.analysis import Analysis
from archidsl.checker.facts import fact_rows
from archidsl.checker.watching import Watching
from archidsl.compiler import program
from archidsl.compiler.context import Shared
from archidsl.compiler.polish import Polish
from archidsl.engine.verbs import Verbs
from archidsl.pipeline import Game


def python_of(game: Game, keys: Iterable[str]) -> list[str]:
    """One text for each function. `keys` are those of the compiler: `frame:NAME` asks, `run:NAME` does not."""
    layout = game.layout(game.settle({}))
    verbs = Verbs(layout)
    analysis = Analysis(game.rules, game.v)
    shared = Shared(game.v, game.rules, layout, analysis, Watching(analysis), verbs)
    shared.facts = fact_rows(game.v, game.rules, layout)
    for key in keys:
        shared.function_name(key, key[0])
        program._make(key, shared)
    return [
        f"# {file}:{_line(made)}\n{ast.unparse(ast.fix_missing_locations(Polish().visit(made)))}"
        for file, made in shared.functions
    ]


def _line(made: ast.FunctionDef) -> int:
    return getattr(made, "lineno", 0)
