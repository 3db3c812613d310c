"""No peeking: what a question offers, and what an opening requires, may depend only on what the asked player sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis, walk
from archidsl.diagnostics import Report, Span

Bound = dict[str, ir.Expr]  # parameters of a formula -> what they stand for where it is used


class Secrets:
    """Looks for questions whose answers would tell the asked player what he cannot see."""

    def __init__(self, analysis: Analysis, report: Report) -> None:
        self.analysis, self.report = analysis, report
        self.v, self.game = analysis.v, analysis.game
        self.asker: ir.Expr | None = None
        self.told: set[object] = set()
        hiding = [kind for kind in self.v.kinds.values() if kind.sort == "zone" and kind.sight.rest != "all"]
        self.lying_hidden = {zone.sets for zone in hiding if zone.sets}  # properties that say where something lies
        self.given: dict[str, list[ir.Expr]] = {}  # locals of the procedure -> what they are made of
        self.within: ir.Procedure | None = None  # the procedure, while its own words are looked at
        self.asked_of: dict[tuple[str, str], bool] = {}  # parameters that questions depend on -> is `you` asked?
        self.asks: dict[str, set[bool]] = {}  # of each question of a procedure: is `you` asked?
        self.everybody = False  # nobody is asked: it is for all
        self.panel_at: Span | None = None  # nobody is asked: somebody looks at a panel

    def procedure(self, procedure: ir.Procedure) -> None:
        you = self.you(procedure.span)
        self.enter(procedure)
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
            elif isinstance(part, ir.Repeat):
                self.passes(part.body, (part.low, part.high, part.while_))
            elif isinstance(part, ir.Each):
                self.passes(part.body, (*part.selection.tests, part.while_))

    def passes(self, body: ir.Body, bounds: tuple[ir.Expr | None, ...]) -> None:
        """How often a loop asks tells as much as what it asks, also where it does so in another procedure."""
        for who in self.askers(body):
            self.look(tuple(filter(None, bounds)), who)

    def askers(self, body: ir.Body) -> Iterator[ir.Expr | None]:
        """Whoever is asked; None for somebody whom only the other procedure knows."""
        for part in walk(body):
            if isinstance(part, ir.Choose | ir.Menu) and part.ask.who is not None:
                yield part.ask.who
            elif isinstance(part, ir.Run | ir.RunDeed | ir.Announce):
                you = None if isinstance(part, ir.Announce) else part.who or self.you(part.span)
                for mine in sorted({mine for name in self.analysis.called(part) for mine in self.asking(name)}):
                    yield you if mine else None

    def asking(self, procedure: str) -> set[bool]:
        """Of each question there: is it for `you`?"""
        if procedure not in self.asks:
            self.asks[procedure] = set()  # it may come round again at another moment
            found = self.askers(self.analysis.procedure(procedure).body)
            self.asks[procedure] = {isinstance(who, ir.You) for who in found}
        return self.asks[procedure]

    def you(self, span: Span) -> ir.Expr:
        return ir.You(span, self.v.kind_type("player"))

    def enter(self, procedure: ir.Procedure | None) -> None:
        self.within, self.given = procedure, {}
        for part in walk(procedure.body) if procedure is not None else ():
            if isinstance(part, ir.Let):
                self.given.setdefault(part.local, []).append(part.value)

    def arguments(self, procedures: Sequence[ir.Procedure]) -> None:
        """What is handed on to a procedure whose questions depend on it, and from there to the next one."""
        known: dict[tuple[str, str], bool] | None = None
        while known != self.asked_of:
            known = dict(self.asked_of)
            for procedure in procedures:
                self.enter(procedure)
                for part in walk(procedure.body):
                    if isinstance(part, ir.Run):
                        self.handed(part)
                    elif isinstance(part, ir.Announce | ir.SetWindow):
                        self.announced(part)
        self.enter(None)

    def handed(self, line: ir.Run) -> None:
        you = self.you(line.span)
        for (name, _), arg in zip(self.game.procedures[line.procedure].params, line.args, strict=True):
            mine = self.asked_of.get((line.procedure, name))
            if mine is not None:
                self.look(arg, (line.who or you) if mine else None)

    def announced(self, line: ir.Announce | ir.SetWindow) -> None:
        """Whoever is asked in a window: the value was given by somebody else."""
        values = [(line.name, line.value)] if isinstance(line, ir.SetWindow) else []
        if isinstance(line, ir.Announce):
            values = [(n, arg) for (n, _), arg in zip(self.v.windows[line.window].values, line.args, strict=True)]
        for name, value in values:
            if (f"window {line.window}", name) in self.asked_of:
                self.look(value, None)

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
        asker: ir.Expr = self.you(formula.span)
        if seen_by == "owner":
            asker = ir.Local(formula.span, asker.type, formula.params[0][0])
        self.panel_at = formula.span
        self.look(formula.body, asker)
        for part in walk(formula.body):
            if isinstance(part, ir.Top) and not self._top_seen(part, formula.body):
                self.tell(part.span, "what lies on top")
        self.panel_at = None

    def _top_seen(self, top: ir.Top, body: object) -> bool:
        """Is the uppermost thing open? Of one that shows its back, the parts that stand on the back may be read."""
        sights = self._top_sights(top.zone)
        if sights <= {"all"}:
            return True
        backs = {kind for of in top.type.names for above in self.v.above(of) for kind in self.v.kinds[above].back}
        readers = [
            part.item.names
            for part in walk(body)
            if isinstance(part, ir.Selection) and isinstance(part.source, ir.FromPlace) and part.source.place == top
        ]
        return sights <= {"all", "back"} and bool(readers) and all(names <= backs for names in readers)

    def _top_sights(self, zone: ir.Expr) -> set[str]:
        """Who sees what lies on top; if nothing is said of it, whoever sees the rest."""
        return {self.v.kinds[kind].sight.top or self.v.kinds[kind].sight.rest for kind in zone.type.names}

    def domain(self, line: ir.Choose) -> None:
        assert line.ask.who is not None
        selection = getattr(line.domain, "selection", None)
        if selection is not None and self.hidden_place(selection.source, line.ask.who, {}):
            self.tell(selection.span, "what lies there", self.own_instead(selection.source))
        self.look((line.domain,), line.ask.who)

    def look(self, node: object, asker: ir.Expr | None) -> None:
        self.asker = asker
        self.walk(node, {})

    def walk(self, node: object, bound: Bound) -> None:
        told: set[int] = set()  # parts of which only that is asked which is no secret
        anywhere: list[str] = []  # what is called so may lie in any zone
        for part in walk(node):
            if isinstance(part, ir.Count | ir.Some | ir.Compare):
                told |= {id(below) for below in self.open_in(part, bound)}
            elif isinstance(part, ir.Local) and part.name not in bound:
                self.local(part.name)
            elif isinstance(part, ir.WindowValue) and self.within is not None:
                self.asked_of[f"window {part.window}", part.name] = False
            elif isinstance(part, ir.Top) and id(part) not in told:
                self.top(part, node, bound)
            elif isinstance(part, ir.Held):
                self.held(part, bound)
            elif isinstance(part, ir.Stored):
                self.stored(part, bound)
                if id(part) not in told and part.key[0] in self.lying_hidden and self.is_any(part.args, anywhere):
                    self.tell(part.span, f"`{part.key[0]}` of what lies hidden")
            elif isinstance(part, ir.Selection) and id(part) not in told:
                if isinstance(part.source, ir.FromKind):
                    anywhere.append(part.local)
                if self.hidden_place(part.source, self.asker, bound):
                    self.tell(part.span, "what lies there", self.own_instead(part.source))
            elif isinstance(part, ir.Measure):
                formula = self.game.formulas[part.name]
                given = {param: _through(arg, bound) for (param, _), arg in zip(formula.params, part.args, strict=True)}
                self.elsewhere(formula.body, given)
            elif isinstance(part, ir.DeedValue):
                self.deed(part, bound)

    def open_in(self, part: ir.Count | ir.Some | ir.Compare, bound: Bound) -> Iterator[object]:
        """How many things lie somewhere, whether any do, and whether something is one's own: that everybody knows."""
        if not isinstance(part, ir.Compare):
            if not part.selection.tests:
                yield part.selection
            return
        for one, other in ((part.left, part.right), (part.right, part.left)):
            empty = isinstance(one, ir.Top) and isinstance(other, ir.Const)
            if empty or (isinstance(one, ir.Stored) and self.own(_through(other, bound))):
                yield one

    def is_any(self, args: tuple[ir.Expr, ...], anywhere: list[str]) -> bool:
        return bool(args) and isinstance(args[0], ir.Local) and args[0].name in anywhere

    def local(self, name: str) -> None:
        """A word that the procedure has made of something, or was given."""
        if name in self.given:
            values = self.given.pop(name)  # it may be made of itself
            self.walk(tuple(values), {})
            self.given[name] = values
        elif self.within is not None and any(name == param for param, _ in self.within.params):
            key = self.within.name, name
            self.asked_of[key] = self.asked_of.get(key, True) and isinstance(self.asker, ir.You)

    def elsewhere(self, formula: ir.Expr, bound: Bound) -> None:
        """In a formula, the words of the procedure mean nothing."""
        within, given = self.within, self.given
        self.within, self.given = None, {}
        self.walk(formula, bound)
        self.within, self.given = within, given

    def deed(self, part: ir.DeedValue, bound: Bound) -> None:
        """What any member may say there; `you` in it is the player who was named, and he may be another."""
        asker = self.asker
        mine = part.player is None or self.own(_through(part.player, bound))
        self.asker = self.you(part.span) if mine else None
        for (behaviour, _), text in self.game.deeds.items():
            if behaviour == part.behaviour and text.formula is not None:
                self.elsewhere(text.formula.body, {})
        self.asker = asker

    # -- what is secret

    def top(self, part: ir.Top, body: object, bound: Bound) -> None:
        if self.panel_at is None and not self._top_seen(part, body):
            place = _through(part.zone, bound)
            if self._top_sights(place) & {"nobody", "back"} or not self.own(place):
                self.tell(part.span, "what lies on top")

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

    def own_instead(self, source: ir.Source) -> str:
        """How the asked player's own zone is called, if somebody's is looked into that its owner sees."""
        place = source.place if isinstance(source, ir.FromPlace) else None
        if not isinstance(place, ir.PerPlayer) or self.v.kinds[place.kind].sight.rest not in ("owner", "face"):
            return ""
        asked = self.asker.name.partition(".")[0] if isinstance(self.asker, ir.Local) else "you"
        return f"; his own is `{place.kind} of {asked}`"

    def own(self, expr: ir.Expr) -> bool:
        """Is this the asked player himself, or something of his?"""
        if isinstance(expr, ir.PerPlayer):
            return self.own(expr.player)
        if isinstance(self.asker, ir.You):
            return isinstance(expr, ir.You)
        return isinstance(expr, ir.Local) and isinstance(self.asker, ir.Local) and expr.name == self.asker.name

    def tell(self, span: Span, what: str, more: str = "") -> None:
        if span in self.told:
            return
        self.told.add(span)
        who = "the player who is asked here does not see"
        help = f"what is offered or required must not depend on what is hidden from the asked player{more}"
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
