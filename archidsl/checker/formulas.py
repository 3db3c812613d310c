"""Measures, adjectives, nouns and computed properties: checked when first used, so that their types are known."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.scope import Scope, Text, need
from archidsl.checker.types import UNKNOWN, YES_NO, Type, join
from archidsl.checker.vocabulary import Formula, Vocabulary


def all_formulas(v: Vocabulary) -> dict[str, Formula]:
    """Every formula by its key in the ir."""
    found = {f"measure:{name}": f for name, f in v.formulas.items()}
    found |= {f"computed:{name}:{kind}": f for (name, kind), f in v.computed.items()}
    found |= {f"adjective:{name}:{kind}": f for (name, kind), f in v.adjectives.items()}
    found |= {f"noun:{name}": f for name, f in v.nouns.items()}
    return found


def result_of(key: str, text: Text) -> Type:
    """The type of a formula, checking it now if that has not happened yet."""
    done = text.game.formulas.get(key)
    if done is not None:
        return done.result
    formula = all_formulas(text.v)[key]
    if key in text.v.spans:  # being checked: it reaches itself
        text.error("cycle", formula.span, f"`{formula.name}` is defined by itself")
        return formula.result or UNKNOWN
    text.v.spans[key] = formula.span
    check_formula(key, formula, text)
    del text.v.spans[key]
    return text.game.formulas[key].result


def check_formula(key: str, formula: Formula, outer: Text) -> None:
    text = Text(outer.v, outer.report, outer.game, key, True)
    scope = Scope(text)
    params = tuple((scope.add(name, type if type.shape else type.maybe), type) for name, type in formula.params)
    body = _body(formula, scope)
    result = formula.result or body.type
    if formula.form == "condition":
        result = YES_NO
    outer.game.formulas[key] = ir.Formula(key, formula.span, params, body, result)


def _body(formula: Formula, scope: Scope) -> ir.Expr:
    from archidsl.checker.expressions import test, value
    from archidsl.checker.things import selection

    if formula.text is None:
        return ir.Const(formula.span, UNKNOWN, 0)
    if formula.form == "condition":
        return test(formula.text, scope)  # type: ignore[arg-type]
    if formula.form == "formula":
        found = value(formula.text, scope, formula.result)  # type: ignore[arg-type]
        return need(found, formula.result, scope) if formula.result else found
    if formula.form == "selection":
        chosen = selection(formula.text, scope)  # type: ignore[arg-type]
        if chosen is None:
            return ir.Const(formula.span, UNKNOWN, -1)
        return ir.First(formula.span, chosen[0].item.maybe, chosen[0])
    cases = []
    type: Type | None = None
    for when, is_ in formula.text:  # type: ignore[attr-defined]
        found = value(is_, scope, formula.result)
        type = found.type if type is None else join(type, found.type)
        if type is None:
            scope.text.error("wrong-type", found.span, "the cases are not of one type")
            type = UNKNOWN
        cases.append((test(when, scope) if when is not None else None, found))
    return ir.Cases(formula.span, (type or UNKNOWN).maybe, tuple(cases))
