"""The facts of every member as numbers: one row per fact, one entry per thing, the last for nothing."""

from __future__ import annotations

from typing import Any

from archidsl.checker import ir
from archidsl.checker.static import evaluate
from archidsl.checker.types import Type
from archidsl.checker.vocabulary import Vocabulary
from archidsl.engine.layout import Layout


def fact_rows(v: Vocabulary, game: ir.Game, layout: Layout) -> dict[tuple[str, str], tuple[Any, ...]]:
    rows: dict[tuple[str, str], list[Any]] = {}
    for key, fact in v.facts.items():
        several = fact.type.base == "bundle" or fact.listed
        rows[key] = [() if several else fact_number(None, fact.type, v, layout)] * (len(layout.names) + 1)
    for (name, kind, member), given in v.fact_values.items():
        if (name, kind) in rows and member in layout.ids:
            rows[name, kind][layout.ids[member]] = _value(name, kind, member, given, v, game, layout)
    return {key: tuple(row) for key, row in rows.items()}


def _value(name: str, kind: str, member: str, given: object, v: Vocabulary, game: ir.Game, layout: Layout) -> Any:
    fact = v.facts[name, kind]
    if fact.type.base == "bundle":
        cost = game.costs.get((name, kind, member))
        return cost_value(cost, v, game, layout) if cost is not None else ()
    if fact.listed:
        return tuple(fact_number(x, fact.type, v, layout) for x in given) if isinstance(given, tuple) else ()
    return fact_number(given, fact.type, v, layout)


def cost_value(cost: ir.Expr, v: Vocabulary, game: ir.Game, layout: Layout) -> tuple[tuple[int, int], ...]:
    assert isinstance(cost, ir.Amount)
    pairs = []
    for number, stuff in cost.parts:
        if stuff is not None:
            pairs.append((evaluate(stuff, v, game, layout), evaluate(number, v, game, layout)))
    return tuple(pairs)


def fact_number(given: object, type: Type, v: Vocabulary, layout: Layout) -> int:
    """The number that stands for a fact's value."""
    if type.base == "yes_no":
        return int(given == "yes")
    if type.base == "number":
        return given if isinstance(given, int) else 0
    tables: dict[str, dict[str, int]] = {
        "label": v.labels, "stuff": v.stuff_index, "thing": layout.ids, "moment": v.moments,
    }  # fmt: skip
    return tables.get(type.base, {}).get(str(given), -1)
