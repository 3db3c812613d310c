"""A game and places in its files in; the Python that runs for them out."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from archidsl.compiler import program
from archidsl.diagnostics import Span
from archidsl.pipeline import Game


def python_of(game: Game, regions: Sequence[Span]) -> list[str]:
    """One text for each function that was made of lines there; what is small stands in those that call it."""
    functions = program.python_of(game.v, game.rules, game.layout(game.settle({})))
    return [
        f"# {file}:{made.lineno}\n{ast.unparse(ast.fix_missing_locations(made))}"
        for file, made in functions
        if any(file == region.file and region.line <= made.lineno <= region.end_line for region in regions)
    ]
