"""Panels of a vocabulary in, formulas and what is shown of them out."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.declared_panels import Panel
from archidsl.checker.expressions import number, test, value
from archidsl.checker.guards import SpeaksOfYou
from archidsl.checker.scope import Scope, Text
from archidsl.checker.things import selection
from archidsl.checker.types import NUMBER, YES_NO, Type
from archidsl.checker.vocabulary import Vocabulary
from archidsl.engine.layout import Panel as Laid
from archidsl.engine.layout import PanelCell
from archidsl.lang import nodes as n

Params = tuple[tuple[str, Type], ...]


def check_panel(panel: Panel, root: Text) -> None:
    """`you` in a panel is whoever looks at it."""
    made = Formulas(panel, root)
    when = made.add("when", (), test(panel.when, made.scope), YES_NO) if panel.when is not None else ""
    over = made.add("over", (), number(panel.over, made.scope), NUMBER) if panel.over is not None else ""
    each = made.named("each", panel.each) if panel.each is not None else ""
    across = made.named("across", panel.across) if panel.across is not None else ""
    scope, params = made.scope, made.params
    values = []
    for one in panel.values:
        if one.text is None:
            continue
        if one.seen_by == "owner" and not (params and params[0][1].names == frozenset({"player"})):
            message = "there are no rows of players here, so nobody is the owner of a row"
            root.error("wrong-type", one.span, message, "say `each: player p`, or leave `seen_by` out")
        body = value(one.text, scope)
        values.append((one.name, made.add(f"value.{one.name}", params, body, body.type), one.seen_by, one.hides_zero))
    told = ir.PanelText(panel.name, panel.span, panel.at, when, each, across, over, tuple(values), panel.told)
    root.game.panels.append(told)


class Formulas:
    """The formulas of one panel, as they come into the game."""

    def __init__(self, panel: Panel, root: Text) -> None:
        self.panel, self.game = panel, root.game
        self.params: Params = ()
        self.scope = Scope(Text(root.v, root.report, root.game, f"panel:{panel.name}", True))

    def named(self, what: str, things: n.Things) -> str:
        """What rows or columns stand for; from now on each of them has its name."""
        found = selection(things, self.scope)
        if found is None:
            return ""
        chosen, self.scope = found
        key = self.add(what, (), ir.All(chosen.span, chosen.item.many, chosen), chosen.item.many)
        self.params = (*self.params, (chosen.local, chosen.item))
        return key

    def add(self, what: str, params: Params, body: ir.Expr, result: Type) -> str:
        key = f"panel:{self.panel.name}:{what}"
        self.game.formulas[key] = ir.Formula(key, body.span, params, body, result)
        return key


def panels_of(game: ir.Game, v: Vocabulary) -> tuple[Laid, ...]:
    """What views need to know of panels."""
    you = SpeaksOfYou(game, Analysis(game, v))
    found = []
    for panel in game.panels:
        cells = []
        for name, key, seen_by, hides_zero in panel.values:
            formula = game.formulas[key]
            personal = you.text(key, formula.body)
            cells.append(PanelCell(name, key, formula.result.base, seen_by, personal, hides_zero))
        rows, columns = (game.formulas[key].result.base if key else "" for key in (panel.each, panel.across))
        keys = (panel.when, panel.each, panel.across, panel.over)
        found.append(Laid(panel.name, panel.at, *keys, rows, columns, tuple(cells), panel.told))
    return tuple(found)
