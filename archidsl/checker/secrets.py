"""No peeking: what a question offers, and what an opening requires, may depend only on what the asked player sees."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report

Bound = dict[str, ir.Expr]  # parameters of a formula -> what they stand for where it is used


class Secrets:
    """Looks for questions whose answers would tell the asked player what he cannot see."""

    def __init__(self, v: Vocabulary, game: ir.Game, report: Report) -> None:
        self.v, self.game, self.report = v, game, report
        self.asker: ir.Expr | None = None
        self.told: set[object] = set()
        self.everybody = False  # nobody is asked: it is for all

    def procedure(self, procedure: ir.Procedure) -> None:
        you = ir.You(procedure.span, self.v.kind_type("player"))
        for line in procedure.body.lines[: procedure.body.opening]:
            if isinstance(line, ir.Require):
                self.look(line.test, you)
        for part in walk(procedure.body):
            if isinstance(part, ir.Choose) and part.ask.who is not None:
                self.domain(part)
            elif isinstance(part, ir.Menu) and part.ask.who is not None:
                for option in part.options:
                    if option.test is not None:
                        self.look(option.test, part.ask.who)

    def for_all(self, formula: ir.Formula) -> None:
        """What all see must be made of what all see."""
        self.asker, self.everybody = None, True
        self.walk(formula.body, {})
        self.everybody = False

    def domain(self, line: ir.Choose) -> None:
        assert line.ask.who is not None
        selection = getattr(line.domain, "selection", None)
        if selection is not None and self.hidden_place(selection.source, line.ask.who, {}):
            self.tell(selection.span, "what lies there")
        self.look((line.domain,), line.ask.who)

    def look(self, node: object, asker: ir.Expr) -> None:
        self.asker = asker
        self.walk(node, {})

    def walk(self, node: object, bound: Bound) -> None:
        for part in walk(node):
            if isinstance(part, ir.Held):
                self.held(part, bound)
            elif isinstance(part, ir.Stored):
                self.stored(part, bound)
            elif isinstance(part, ir.Selection) and part.tests and self.hidden_place(part.source, self.asker, bound):
                self.tell(part.span, "what lies there")
            elif isinstance(part, ir.Measure):
                formula = self.game.formulas[part.name]
                given = {param: _through(arg, bound) for (param, _), arg in zip(formula.params, part.args, strict=True)}
                self.walk(formula.body, given)

    # -- what is secret

    def held(self, part: ir.Held, bound: Bound) -> None:
        holder = _through(part.holder, bound)
        stuffs = part.stuff.type.names
        sights: set[str] = set()
        for kind in holder.type.names:
            for declared in [self.v.kinds[k] for k in self.v.above(kind) if self.v.kinds[k].holds][:1]:
                named = dict(declared.stuff_sight)
                for stuff in stuffs:
                    sights.add(
                        next((named[g] for g in named if stuff in self.v.groups.get(g, ())), declared.sight.rest)
                    )
        if "nobody" in sights or ("owner" in sights and not self.own(holder)):
            self.tell(part.span, "how much is there")

    def stored(self, part: ir.Stored, bound: Bound) -> None:
        seen_by = self.v.properties[part.key].seen_by
        if seen_by == "all":
            return
        owner = _through(part.args[0], bound) if part.args else None
        if seen_by == "nobody" or owner is None or not self.own(owner):
            self.tell(part.span, f"`{part.key[0]}`")

    def hidden_place(self, source: ir.Source, asker: ir.Expr | None, bound: Bound) -> bool:
        if not isinstance(source, ir.FromPlace):
            return False
        self.asker = asker
        place = _through(source.place, bound)
        sights = {self.v.kinds[k].sight.rest for k in place.type.names if self.v.kinds[k].sort == "zone"}
        return bool(sights & {"nobody", "back"}) or (bool(sights & {"owner", "face"}) and not self.own(place))

    def own(self, expr: ir.Expr) -> bool:
        """Is this the asked player himself, or something of his?"""
        if isinstance(expr, ir.PerPlayer):
            return self.own(expr.player)
        if isinstance(self.asker, ir.You):
            return isinstance(expr, ir.You)
        return isinstance(expr, ir.Local) and isinstance(self.asker, ir.Local) and expr.name == self.asker.name

    def tell(self, span: object, what: str) -> None:
        from archidsl.diagnostics import Span

        assert isinstance(span, Span)
        if span not in self.told:
            self.told.add(span)
            who = "not everybody sees" if self.everybody else "the player who is asked here does not see"
            help = "what is offered or required must not depend on what is hidden from the asked player"
            if self.everybody:
                help = "what is `seen_by: all` must not depend on what is hidden from anybody"
            self.report.error("peeking", span, f"{who} {what}", help)


def _through(expr: ir.Expr, bound: Bound) -> ir.Expr:
    """What a parameter stands for."""
    if isinstance(expr, ir.Local) and expr.name in bound:
        return bound[expr.name]
    if isinstance(expr, ir.PerPlayer):
        return ir.PerPlayer(expr.span, expr.type, expr.kind, _through(expr.player, bound))
    return expr
