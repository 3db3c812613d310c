"""No peeking: what a question offers, and what an opening requires, may depend only on what the asked player sees."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, Span

Bound = dict[str, ir.Expr]  # parameters of a formula -> what they stand for where it is used


class Secrets:
    """Looks for questions whose answers would tell the asked player what he cannot see."""

    def __init__(self, v: Vocabulary, game: ir.Game, report: Report) -> None:
        self.v, self.game, self.report = v, game, report
        self.asker: ir.Expr | None = None
        self.told: set[object] = set()
        self.everybody = False  # nobody is asked: it is for all
        self.panel_at: Span | None = None  # nobody is asked: somebody looks at a panel

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

    def panel(self, panel: ir.PanelText) -> None:
        """What is shown to somebody must be made of what he sees; when the game is over, nothing is hidden."""
        if panel.at == "end":
            return
        for key in filter(None, (panel.when, panel.each, panel.across)):
            self.shown(self.game.formulas[key], "all")
        for _, key, seen_by, _ in panel.values:
            self.shown(self.game.formulas[key], seen_by)

    def shown(self, formula: ir.Formula, seen_by: str) -> None:
        """To whoever looks, as `you`; what only the owner of a row sees, to the player of that row."""
        player = self.v.kind_type("player")
        asker: ir.Expr = ir.You(formula.span, player)
        if seen_by == "owner":
            asker = ir.Local(formula.span, player, formula.params[0][0])
        self.panel_at = formula.span
        self.look(formula.body, asker)
        for part in walk(formula.body):
            if isinstance(part, ir.Top) and not self._top_seen(part, formula.body):
                self.tell(part.span, "what lies on top")
        self.panel_at = None

    def _top_seen(self, top: ir.Top, body: ir.Expr) -> bool:
        """Is the uppermost thing open? Of one that shows its back, the parts that stand on the back may be read."""
        sights = {self.v.kinds[kind].sight.top for kind in top.zone.type.names}
        if sights <= {"all"}:
            return True
        backs = {kind for of in top.type.names for above in self.v.above(of) for kind in self.v.kinds[above].back}
        readers = [
            part.item.names
            for part in walk(body)
            if isinstance(part, ir.Selection) and isinstance(part.source, ir.FromPlace) and part.source.place == top
        ]
        return sights <= {"all", "back"} and bool(readers) and all(names <= backs for names in readers)

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
            elif isinstance(part, ir.DeedValue):
                self.deed(part, bound)

    def deed(self, part: ir.DeedValue, bound: Bound) -> None:
        """What any member may say there; `you` in it is the player who was named, and he may be another."""
        asker = self.asker
        mine = part.player is None or self.own(_through(part.player, bound))
        self.asker = ir.You(part.span, self.v.kind_type("player")) if mine else None
        for (behaviour, _), text in self.game.deeds.items():
            if behaviour == part.behaviour and text.formula is not None:
                self.walk(text.formula.body, {})
        self.asker = asker

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

    def tell(self, span: Span, what: str) -> None:
        if span in self.told:
            return
        self.told.add(span)
        who = "the player who is asked here does not see"
        help = "what is offered or required must not depend on what is hidden from the asked player"
        notes = []
        if self.everybody:
            who, help = "not everybody sees", "what is `seen_by: all` must not depend on what is hidden from anybody"
        elif self.panel_at is not None:
            who, help = "whoever looks at a panel need not see", "speak of `you`, or let only the owner of a row see it"
            notes = [(self.panel_at, "this panel shows it")] if self.panel_at != span else []
        self.report.error("peeking", span, f"{who} {what}", help, notes)


def _through(expr: ir.Expr, bound: Bound) -> ir.Expr:
    """What a parameter stands for."""
    if isinstance(expr, ir.Local) and expr.name in bound:
        return bound[expr.name]
    if isinstance(expr, ir.PerPlayer):
        return ir.PerPlayer(expr.span, expr.type, expr.kind, _through(expr.player, bound))
    return expr
