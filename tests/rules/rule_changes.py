"""Small mistakes in rules: each changes one thing in the checked game, and can be taken back.

The reference interpreter reads the checked game anew at every step, so nothing has to be read or checked again. A line
may stand in it several times (a loop takes the first question of a procedure into itself); all copies change together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.types import Type
from archidsl.diagnostics import Span
from archidsl.scenarios.stage import Stage
from tests.rules.key_changes import Setting, in_keys

YES_NO = Type("yes_no")
WEAKER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
RECKONS = {"+": "-", "-": "+", "*": "+"}
OTHER = {"min": "max", "max": "min", "highest": "lowest", "lowest": "highest"}
KEPT = (ir.Choose, ir.Let, ir.Menu)  # lines that give a name: without them, others would not even be understood


@dataclass(slots=True)
class Change:
    """One mistake. `mark` is what a scenario must have met to be able to notice."""

    place: str
    what: str
    mark: Hashable
    laid: bool = False  # games have to be laid out anew
    settings: list[Setting] = field(default_factory=list)

    def put(self) -> None:
        """Done, and once more: undone, the last setting first."""
        self.settings = [(of, name, _exchange(of, name, value)) for of, name, value in self.settings][::-1]


def _exchange(of: Any, name: Any, value: Any) -> Any:
    if isinstance(of, dict):
        old, of[name] = of[name], value
    else:
        old = getattr(of, name)
        object.__setattr__(of, name, value)
    return old


def changes(stages: Iterable[Stage]) -> list[Change]:
    """All of them, in the order of their places; none in what only a scenario has."""
    found: dict[Hashable, Change] = {}
    seen: set[int] = set()
    games = {id(stage.game): stage.game for stage in stages}.values()
    plain = (game for game in games if not any("/tests/" in file for file in game.report.sources))
    ours = {(name, what) for game in plain for name, what, _, _ in in_keys(game.v)}
    for stage in stages:
        for place, what, mark, setting in _in_rules(stage, seen):
            _add(found.setdefault((place, what), Change(f"{place}-{place.end_column}", what, mark)), setting)
    for game in games:
        for name, what, mark, setting in in_keys(game.v):
            if (name, what) in ours:
                _add(found.setdefault((name, what), Change(name, what, mark, laid=True)), setting)
    written = [change for change in found.values() if "/tests/" not in change.place]
    return sorted(written, key=lambda change: (change.place, change.what))


def _add(change: Change, setting: Setting) -> None:
    """Stages of one game share its rules: what one of them has said need not be said again."""
    if not any(of is setting[0] and name == setting[1] for of, name, _ in change.settings):
        change.settings.append(setting)


# -- in what is written as text

Found = tuple[Span, str, Hashable, Setting]


def _in_rules(stage: Stage, seen: set[int]) -> Iterator[Found]:
    game = stage.additions.game
    for procedure in game.procedures.values():
        if procedure.moment and procedure.body.lines:
            yield procedure.span, "opens no moment", procedure.body.lines[0].span, (procedure, "moment", "")
        yield from _below(procedure.body, seen)
    for deed in game.deeds.values():
        if deed.procedure is not None:
            yield from _below(deed.procedure.body, seen)
        if deed.formula is not None:
            yield from _formula(deed.formula, seen)
    for formula in game.formulas.values():
        if not formula.name.startswith("panel:"):
            yield from _formula(formula, seen)
    for watch in game.watches:
        yield from _below((watch.selection, watch.when, watch.body), seen)
        yield watch.span, "never acts", watch.when.span, (watch, "when", ir.Const(watch.when.span, YES_NO, 0))
    for root in (*(s.when for s in game.substitutes if s.when), *game.paid_to.values()):
        yield from _below(root, seen)
    for (name, kind, member), cost in game.costs.items():
        for span, what, _, setting in _below(cost, seen):
            yield span, what, ("fact", name, kind, member), setting


def _formula(formula: ir.Formula, seen: set[int]) -> Iterator[Found]:
    yield from _below(formula.body, seen)
    if formula.result == YES_NO:
        for value in (0, 1):
            new = ir.Const(formula.body.span, YES_NO, value)
            yield formula.body.span, f"is always {'yes' if value else 'no'}", formula.body.span, (formula, "body", new)


def _below(root: object, seen: set[int]) -> Iterator[Found]:
    for node in walk(root):
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, ir.Body):
            yield from _lost_lines(node)
        elif isinstance(node, ir.Menu):
            yield from _lost_options(node)
        else:
            for what, setting in _at(node):
                span: Span = getattr(node, "span")  # noqa: B009  nodes without a place are not changed
                yield span, what, span, setting


def _lost_lines(body: ir.Body) -> Iterator[Found]:
    for line in body.lines:
        if not isinstance(line, KEPT) or (isinstance(line, ir.Let) and line.again):
            lines = tuple(other for other in body.lines if other.span != line.span)
            opening = sum(other.span != line.span for other in body.lines[: body.opening])
            # two settings in one: the second only matters while the first holds
            yield line.span, "line lost", line.span, (body, "lines", lines)
            yield line.span, "line lost", line.span, (body, "opening", opening)


def _lost_options(menu: ir.Menu) -> Iterator[Found]:
    for i, option in enumerate(menu.options):
        yield option.span, "option lost", menu.span, (menu, "options", (*menu.options[:i], *menu.options[i + 1 :]))
        if option.test is not None:
            yield option.span, "option always there", menu.span, (option, "test", None)
        if option.once:
            yield option.span, "option again and again", menu.span, (option, "once", 0)


def _at(node: object) -> Iterator[tuple[str, Setting]]:
    match node:
        case ir.Const(type=sort, value=value) if sort.base == "number":
            yield f"{value} is {value + 1}", (node, "value", value + 1)
            if value > 0:
                yield f"{value} is {value - 1}", (node, "value", value - 1)
        case ir.Const(type=sort, value=value) if sort == YES_NO:
            yield "yes is no, no is yes", (node, "value", 1 - value)
        case ir.Compare(operator=operator):
            yield f"{operator} is {WEAKER[operator]}", (node, "operator", WEAKER[operator])
        case ir.Arith(operator=operator):
            yield f"{operator} is {RECKONS[operator]}", (node, "operator", RECKONS[operator])
        case ir.And() | ir.Or():
            yield "only the left side", (node, "right", node.left)
            yield "only the right side", (node, "left", node.right)
        case ir.Not(value=value):
            yield "`not` lost", (node, "value", ir.Not(value.span, YES_NO, value))
        case ir.Extreme(operator=operator) | ir.Aggregate(operator=operator) if operator in OTHER:
            yield f"{operator} is {OTHER[operator]}", (node, "operator", OTHER[operator])
        case ir.Selection(tests=tests):
            for i, test in enumerate(tests):
                what = f"test {i + 1} lost, a {type(test).__name__} at {test.span.column}"
                yield what, (node, "tests", (*tests[:i], *tests[i + 1 :]))
        case ir.Cases(cases=cases) if len(cases) > 1:
            for i in range(len(cases)):
                yield f"case {i + 1} lost", (node, "cases", (*cases[:i], *cases[i + 1 :]))
        case ir.If(test=test):
            for value in (0, 1):
                yield f"always {'yes' if value else 'no'}", (node, "test", ir.Const(test.span, YES_NO, value))
        case ir.Choose(ask=ask) if ask.may:
            yield "`may` lost", (node, "ask", replace(ask, may=False))
        case ir.Repeat(while_=test) | ir.Each(while_=test) if test is not None:
            yield "`while` lost", (node, "while_", None)
