"""How much work a text can be at worst, and whether that is too much: every loop is multiplied out."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis, walk
from archidsl.checker.to_layout import lay_out
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report
from archidsl.engine.layout import Layout

# Of one line and all it runs, asking nobody, with every set at its largest. No game comes near its bound in play
# (the dearest line of the largest pack we have is bounded by 1.3e9 and takes microseconds), so this only refuses
# what explodes; fuel at run time does the rest.
MOST_WORK = 4_000_000_000
# Of one value, with every set at its largest; nothing counts inside a value, so this must be short by itself. The
# dearest value of the largest pack we have is bounded by 8.4e6.
MOST_FOR_A_VALUE = 50_000_000
UNKNOWN_NUMBER = 1_000  # the most that a number without declared ends is taken for


class Costs:
    """Bounds for one game with as many players as it allows."""

    def __init__(self, v: Vocabulary, game: ir.Game, layout: Layout) -> None:
        self.v, self.game, self.layout = v, game, layout
        self.analysis = Analysis(game, v)
        self.known: dict[str, int] = {}

    # -- how large a number or a set can be

    def most(self, expr: ir.Expr) -> int:
        if isinstance(expr, ir.Const):
            return expr.value
        if isinstance(expr, ir.OptionValue):
            option = self.v.options[expr.name]
            return option.high if option.type.base == "number" else 1
        if isinstance(expr, ir.Count):
            return self.size(expr.selection.source)
        if isinstance(expr, ir.Rank):
            return self.layout.players
        if isinstance(expr, ir.Held):
            totals = dict(zip(self.layout.stuffs, self.layout.totals, strict=True))
            return max([totals.get(m, 0) for m in expr.stuff.type.names] or [UNKNOWN_NUMBER])
        if isinstance(expr, ir.Stored):
            high = self.v.properties[expr.key].high
            return high if high is not None else UNKNOWN_NUMBER
        if isinstance(expr, ir.Extreme) and expr.operator == "min":
            return min(self.most(a) for a in expr.args)
        if isinstance(expr, ir.Extreme):
            return max(self.most(a) for a in expr.args)
        if isinstance(expr, ir.Arith):
            left, right = self.most(expr.left), self.most(expr.right)
            return {"+": left + right, "-": left, "*": left * right}[expr.operator]
        return UNKNOWN_NUMBER

    def size(self, source: ir.Source) -> int:
        if isinstance(source, ir.FromPlayers):
            return self.layout.players
        if isinstance(source, ir.FromStuff):
            return len(source.members)
        if isinstance(source, ir.FromSpots):
            return 1_000
        if isinstance(source, ir.FromMany):
            return len(self.layout.stuffs) if source.many.type.base == "stuff" else self.count(source.many.type.names)
        if isinstance(source, ir.FromOwner):
            return self.count(frozenset([source.kind])) // max(1, self.layout.players)
        return self.count(source.kinds)

    def count(self, kinds: frozenset[str]) -> int:
        return len({i for k in kinds for i in self.layout.of_kind(k)})

    # -- work

    def expr(self, node: object) -> int:
        """A node costs one, a selection its size times its tests."""
        if isinstance(node, tuple):
            return sum(self.expr(part) for part in node)
        if isinstance(node, ir.Selection):
            tests = 1 + sum(self.expr(t) for t in node.tests)
            return self.size(node.source) * tests + self.inner(node.source)
        if isinstance(node, ir.Measure):
            return 1 + self.formula(node.name) + sum(self.expr(a) for a in node.args)
        if isinstance(node, ir.CanRun):
            return 1 + self.beginning(node.procedure) + sum(self.expr(a) for a in node.args)
        if isinstance(node, ir.CanDeed):
            return 1 + self.expr(node.of) + self.beginning_of_any(node.behaviour)
        if isinstance(node, ir.DeedValue):
            return 1 + max([self.deed(k) for k in self.game.deeds if k[0] == node.behaviour] or [0])
        return 1 + self.inner(node)

    def inner(self, node: object) -> int:
        import dataclasses

        if not dataclasses.is_dataclass(node):
            return 0
        parts = (getattr(node, f.name) for f in dataclasses.fields(node) if f.name not in ("span", "type", "item"))
        return sum(self.expr(p) for p in parts if isinstance(p, tuple | ir.Expr | ir.Selection))

    def formula(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = 0
            self.known[name] = self.expr(self.game.formulas[name].body)
        return self.known[name]

    def deed(self, key: tuple[str, str]) -> int:
        deed = self.game.deeds[key]
        if deed.procedure is not None:
            return self.procedure(f"deed:{key[0]}:{key[1]}")
        return self.expr(deed.formula.body) if deed.formula is not None else 0

    def procedure(self, name: str) -> int:
        key = "run:" + name
        if key not in self.known:
            self.known[key] = 0
            self.known[key] = self.body(self.analysis.procedure(name).body)
        return self.known[key]

    # -- `can`: only the opening is looked at, and of a question every answer may have to be tried

    def beginning(self, procedure: str) -> int:
        key = "can:" + procedure
        if key not in self.known:
            self.known[key] = 0
            self.known[key] = self.opening(self._opening(self.analysis.procedure(procedure).body))
        return self.known[key]

    def beginning_of_any(self, behaviour: str) -> int:
        found = [f"deed:{b}:{m}" for (b, m), deed in self.game.deeds.items() if b == behaviour and deed.procedure]
        return max([self.beginning(name) for name in found] or [0])

    def _opening(self, body: ir.Body | None) -> tuple[ir.Line, ...]:
        return body.lines[: body.opening] if body is not None else ()

    def opening(self, lines: tuple[ir.Line, ...]) -> int:
        if not lines:
            return 1
        line, rest = lines[0], self.opening(lines[1:])
        if isinstance(line, ir.Choose):
            return self.expr(_parts(line.domain)) + self.answers(line.domain) * (
                self.opening(self._opening(line.body)) + rest
            )
        if isinstance(line, ir.Menu):
            return rest + sum(self.expr(o.test or ()) + self.opening(self._opening(o.body)) for o in line.options)
        if isinstance(line, ir.If):
            branches = (self.opening(self._opening(body)) for body in (line.then, line.otherwise))
            return self.expr(line.test) + max(branches) + rest
        if isinstance(line, ir.Attempt | ir.Repeat):
            return self.inner(line) + self.opening(self._opening(line.body)) + rest
        if isinstance(line, ir.Run):
            return self.inner(line) + self.beginning(line.procedure) + rest
        if isinstance(line, ir.RunDeed):
            return self.inner(line) + self.beginning_of_any(line.behaviour) + rest
        return self.inner(line) + 1 + rest

    def answers(self, domain: ir.Domain) -> int:
        """How many answers may have to be tried; sets, orders and amounts are not tried one by one."""
        if isinstance(domain, ir.One):
            return max(1, self.size(domain.selection.source))
        return max(1, self.most(domain.high)) if isinstance(domain, ir.Numbers) else 1

    def body(self, body: ir.Body) -> int:
        return sum(self.line(line) for line in body.lines)

    def line(self, line: ir.Line) -> int:
        """Between two questions: a loop whose passes ask counts one pass."""
        if isinstance(line, ir.Each | ir.Repeat):
            asks = self.analysis.lines_ask(line.body)
            bound = line.high if isinstance(line, ir.Repeat) and line.high is not None else None
            if isinstance(line, ir.Each):
                times, entry = self.size(line.selection.source), self.expr(line.selection)
            else:
                times, entry = self.most(bound if bound is not None else line.low), 1
            return entry + (1 if asks else max(1, times)) * (self.body(line.body) + self.expr(line.while_ or ()))
        if isinstance(line, ir.If):
            return self.expr(line.test) + max(self.body(line.then), self.body(line.otherwise))
        if isinstance(line, ir.Attempt):
            return 1 + self.body(line.body) + self.body(line.otherwise)
        if isinstance(line, ir.Menu):
            return sum(self.expr(o.test or ()) + self.body(o.body) for o in line.options)
        if isinstance(line, ir.Choose):
            return self.expr(_parts(line.domain)) + (self.body(line.body) if line.body is not None else 0)
        called = sum(self.procedure(name) for name in self.analysis.called(line))
        return self.inner(line) + called + 1


class ValueCosts(Costs):
    """The same for values alone: what `can` tries is bounded by the lines it tries."""

    def expr(self, node: object) -> int:
        return 1 if isinstance(node, ir.CanRun | ir.CanDeed) else super().expr(node)

    def own(self, line: ir.Line) -> int:
        """The values that stand in a line itself."""
        domain = _parts(line.domain) if isinstance(line, ir.Choose) else ()
        tests = tuple(o.test for o in line.options if o.test is not None) if isinstance(line, ir.Menu) else ()
        return self.inner(line) + self.expr((*domain, *tests))


def check_values(v: Vocabulary, game: ir.Game, layout: Layout, report: Report) -> None:
    costs = ValueCosts(v, game, layout)
    found = [(costs.formula(name), formula.span) for name, formula in game.formulas.items()]
    bodies: list[object] = [p.body for p in game.procedures.values()]
    bodies += [d.procedure.body for d in game.deeds.values() if d.procedure is not None]
    found += [(costs.expr(d.formula.body), d.formula.span) for d in game.deeds.values() if d.formula is not None]
    found += [(costs.expr((w.selection or (), w.when)), w.span) for w in game.watches]
    if all(work <= MOST_FOR_A_VALUE for work, _ in found):
        bodies += [w.body for w in game.watches]
        found += [(costs.own(part), part.span) for body in bodies for part in walk(body) if isinstance(part, ir.Line)]
    for work, span in found:
        if work > MOST_FOR_A_VALUE:
            message = f"at worst this is {work:,} steps of work to find out; {MOST_FOR_A_VALUE:,} are allowed"
            report.error("too-costly", span, message, "look at fewer things, or store what is found with `set`")


def _parts(domain: ir.Domain) -> tuple[object, ...]:
    return tuple(p for p in walk(domain) if isinstance(p, ir.Selection))


def check_costs(v: Vocabulary, game: ir.Game, report: Report) -> None:
    players = v.options["players"].high if "players" in v.options else 1
    layout = lay_out(v, game, players, {})
    check_values(v, game, layout, report)
    if report.errors:
        return
    costs = Costs(v, game, layout)
    for name, procedure in game.procedures.items():
        for line in procedure.body.lines:
            work = costs.line(line) if not costs.analysis.lines_ask(line) else 0
            if work > MOST_WORK:
                help = "loop over fewer things, give numbers a `track` or `range`, or name part of it as a measure"
                report.error(
                    "too-costly",
                    line.span,
                    f"at worst this line of `{name}` is {work:,} steps of work; {MOST_WORK:,} are allowed",
                    help,
                )
