"""Which parameters are never given nothing: found out from all calls together, so that code need not test them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.analysis import walk

Key = tuple[str, str]  # procedure or formula, and its local


def settle_parameters(game: ir.Game) -> None:
    """Adds to every procedure and formula the parameters that are always something."""
    unsure: set[Key] = set()
    grown = True
    while grown:
        found = {key for name, sure, body in _texts(game) for key in _doubtful(name, sure, body, game, unsure)}
        grown = not found <= unsure
        unsure |= found
    for name, procedure in game.procedures.items():
        params = frozenset(local for local, _ in procedure.params if (name, local) not in unsure)
        game.procedures[name] = replace(procedure, sure=procedure.sure | params)
    for name, formula in game.formulas.items():
        params = frozenset(local for local, _ in formula.params if (name, local) not in unsure)
        game.formulas[name] = replace(formula, sure=params)


def _texts(game: ir.Game) -> Iterator[tuple[str, frozenset[str], object]]:
    """Every text of the game: its name, the locals it is sure of, and what stands in it."""
    for name, procedure in game.procedures.items():
        yield name, procedure.sure, procedure.body
    for (behaviour, member), deed in game.deeds.items():
        if deed.procedure is not None:
            yield f"deed:{behaviour}:{member}", deed.procedure.sure, deed.procedure.body
        if deed.formula is not None:
            yield "", frozenset(), deed.formula.body
    for name, formula in game.formulas.items():
        yield name, frozenset(), formula.body
    for watch in game.watches:
        yield "", frozenset(), (watch.selection or (), watch.when, watch.body)
    for substitute in game.substitutes:
        yield "", frozenset(), (substitute.when or (),)


def _doubtful(name: str, sure: frozenset[str], body: object, game: ir.Game, unsure: set[Key]) -> Iterator[Key]:
    """The parameters of others that this text may give nothing."""
    mine = game.procedures.get(name) or game.formulas.get(name)
    params = {local for local, _ in mine.params} if mine is not None else set()

    def certain(arg: ir.Expr) -> bool:
        if not arg.type.optional:
            return True
        if not isinstance(arg, ir.Local):
            return False
        return arg.name in sure or (arg.name in params and (name, arg.name) not in unsure)

    for part in walk(body):
        called: ir.Procedure | ir.Formula | None = None
        if isinstance(part, ir.Run | ir.CanRun):
            called = game.procedures[part.procedure]
        elif isinstance(part, ir.Measure):
            called = game.formulas[part.name]
        if called is not None and isinstance(part, ir.Run | ir.CanRun | ir.Measure):
            for (local, _), arg in zip(called.params, part.args, strict=True):
                if not certain(arg):
                    yield called.name, local
