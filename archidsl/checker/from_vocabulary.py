"""A vocabulary with its parsed texts in, the game's ir out: every text understood and checked."""

from __future__ import annotations

from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.calls import check_window
from archidsl.checker.costs import check_costs
from archidsl.checker.formulas import all_formulas, result_of
from archidsl.checker.guards import check_guards
from archidsl.checker.inlining import Inliner
from archidsl.checker.openings import Openings
from archidsl.checker.panels import check_panel
from archidsl.checker.scope import Scope, Text, changed_names, need
from archidsl.checker.statements import lines
from archidsl.checker.static import unsettled
from archidsl.checker.sureness import settle_parameters
from archidsl.checker.things import belongs, selection
from archidsl.checker.types import BUNDLE, NUMBER, UNKNOWN, YES_NO, Type
from archidsl.checker.unused import check_unused
from archidsl.checker.vocabulary import Deed, Passive, Vocabulary, Window
from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.lang import nodes as n


def check(v: Vocabulary, report: Report) -> ir.Game:
    game = ir.Game(main=v.main)
    root = Text(v, report, game, "", False)
    for key, formula in all_formulas(v).items():
        result_of(key, root)
        if formula.shown:
            game.shown.append(key)
        if formula.refusal:
            game.refusals[key] = formula.refusal
    for name, p in v.procedures.items():
        game.procedures[name] = _procedure(
            name, p.span, p.params, p.body, p.sort == "procedure" and name != v.main, p.opens, root, p.during
        )
    for deed in v.deeds:
        _deed(deed, root)
    for number, passive in enumerate(v.passives):
        game.procedures[f"passive:{number}"] = _passive(number, passive, root)
    for window in v.windows.values():
        game.procedures[f"window:{window.name}"] = _window(window, root)
    for watch in v.watches:
        _watch(watch, root)
    for panel in v.panels:
        check_panel(panel, root)
    _stuffs(root)
    _facts(root)
    _main(v, report)
    _outlook(game, v, report)
    if not report.errors:
        _finish(game, v, report)
    if not report.errors:
        check_unused(v, report)
    return game


def _procedure(
    name: str,
    span: Span,
    params: tuple[tuple[str, Type], ...],
    body: tuple[n.Statement, ...],
    you: bool,
    moment: str,
    root: Text,
    window: str = "",
    bound: tuple[tuple[str, str], ...] = (),
) -> ir.Procedure:
    text = Text(root.v, root.report, root.game, name, you, window, changed=changed_names(body))
    scope = _bound(Scope(text), bound)
    given = tuple((scope.add(param, _perhaps(type)), type) for param, type in params)
    return ir.Procedure(name, span, given, moment, _with_bound(scope, bound, lines(body, scope), span))


def _perhaps(type: Type) -> Type:
    """A parameter may be given nothing; where no caller does, that is found out later."""
    return type if type.shape else type.maybe


def _bound(scope: Scope, bound: tuple[tuple[str, str], ...]) -> Scope:
    for name, member in bound:
        scope.add(name, scope.v.stuff_type(member))
    return scope


def _with_bound(scope: Scope, bound: tuple[tuple[str, str], ...], body: ir.Body, span: Span) -> ir.Body:
    """Constants of `for_each` are locals with a fixed value."""
    first = []
    for name, member in bound:
        variable = scope.names[name]
        constant = ir.Const(span, variable.type, scope.v.stuff_index[member])
        first.append(ir.Let(span, variable.local, variable.type, constant, False))
    return ir.Body((*first, *body.lines))


def _deed(deed: Deed, root: Text) -> None:
    behaviour = root.v.behaviours[deed.behaviour]
    name = f"deed:{deed.behaviour}:{deed.member}"
    window = deed.moment if deed.moment in root.v.windows else ""
    procedure = formula = None
    if deed.text is None:
        return
    if behaviour.form == "effect":
        assert isinstance(deed.text, tuple)
        procedure = _procedure(name, deed.span, (), deed.text, True, "", root, window, deed.bound)
    else:
        from archidsl.checker.expressions import number, test

        text = Text(root.v, root.report, root.game, name, True, window)
        scope = _bound(Scope(text), deed.bound)
        body = (test if behaviour.form == "condition" else number)(deed.text, scope)  # type: ignore[arg-type]
        formula = ir.Formula(name, deed.span, (), body, YES_NO if behaviour.form == "condition" else NUMBER)
    if deed.moment and deed.moment not in root.v.moments:
        help = did_you_mean(deed.moment, root.v.moments)
        root.error("unknown-word", deed.span, f"`{deed.moment}` is not a moment", help)
    root.game.deeds[deed.behaviour, deed.member] = ir.DeedText(
        deed.behaviour, deed.member, deed.moment, procedure, formula
    )


def _passive(number: int, passive: Passive, root: Text) -> ir.Procedure:
    """Runs as the player to whom the member belongs, while the member is in play."""
    from archidsl.checker.expressions import test

    name = f"passive:{number}"
    you = True
    made = _procedure(name, passive.span, (), passive.effect, you, "", root, passive.moment, passive.bound)
    if passive.when is None:
        return made
    text = Text(root.v, root.report, root.game, name, you, passive.moment)
    when = test(passive.when, _bound(Scope(text), passive.bound))
    return replace(made, body=ir.Body((ir.If(passive.span, when, made.body, ir.Body(())),)))


def _window(window: Window, root: Text) -> ir.Procedure:
    """What happens at a moment: the passives in order of declaration, then the window's own effect."""
    v = root.v
    body: list[ir.Line] = []
    text = Text(v, root.report, root.game, f"window:{window.name}", True, window.name)
    for number, passive in enumerate(v.passives):
        if passive.moment != window.name:
            continue
        run: ir.Line = ir.Run(passive.span, f"passive:{number}", None, ())
        if passive.member:
            run = _in_play(passive, f"passive:{number}", Scope(text))
        body.append(run)
    for offered in window.offers:
        if offered in v.procedures:
            check_window(offered, window.span, Scope(text))
    if window.effect:
        text.changed = changed_names(window.effect)
        body.extend(lines(window.effect, Scope(text)).lines)
    return ir.Procedure(f"window:{window.name}", window.span, (), window.name, ir.Body(tuple(body)))


def _in_play(passive: Passive, procedure: str, scope: Scope) -> ir.Line:
    v, span = scope.v, passive.span
    thing = ir.Member(span, v.kind_type(passive.kind), passive.member)
    tests: list[ir.Expr] = []
    zones = v.inherited(passive.kind, "active")
    if isinstance(zones, tuple) and zones:
        at = ir.At(span, Type("thing", frozenset(zones), optional=True), thing)
        tests.append(ir.IsKind(span, YES_NO, at, frozenset(zones)))
    local = scope.text.fresh("owner")
    one = scope.text.fresh("one")
    owner = belongs(ir.Local(span, thing.type, one), thing.type, scope)
    lines_: list[ir.Line] = []
    who: ir.Expr | None = None
    if owner is not None:
        who = ir.Local(span, v.kind_type("player"), local)
        tests.append(ir.Compare(span, YES_NO, ">=", who, ir.Const(span, NUMBER, 0)))
        lines_ = [ir.Let(span, one, thing.type, thing, False), ir.Let(span, local, owner.type, owner, False)]
    run: ir.Line = ir.Run(span, procedure, who, ())
    for t in reversed(tests):
        run = ir.If(span, t, ir.Body((run,)), ir.Body(()))
    if not lines_:
        return run
    always = ir.Const(span, YES_NO, 1)
    return ir.If(span, always, ir.Body((*lines_, run)), ir.Body(()))


def _watch(watch: object, root: Text) -> None:
    from archidsl.checker.expressions import test
    from archidsl.checker.vocabulary import Watch

    assert isinstance(watch, Watch)
    text = Text(root.v, root.report, root.game, f"watch:{watch.name}", False, changed=changed_names(watch.effect))
    scope = Scope(text)
    chosen = None
    if watch.over is not None:
        found = selection(watch.over, scope)
        if found is None:
            return
        chosen, scope = found
    when = test(watch.when, scope)
    body = lines(watch.effect, scope)
    root.game.watches.append(ir.WatchText(watch.name, watch.span, chosen, when, body, frozenset()))


def _stuffs(root: Text) -> None:
    from archidsl.checker.calls import holder_value
    from archidsl.checker.expressions import test

    v, game = root.v, root.game
    for stuff in v.stuffs.values():
        text = Text(v, root.report, game, f"stuff:{stuff.name}", False)
        if stuff.paid_to is not None:
            scope = Scope(text)
            scope.names["payer"] = _given("payer", v)
            found = holder_value(stuff.paid_to, scope)
            for member in stuff.members:
                game.paid_to[member] = found
        for substitute in stuff.substitutes:
            for member in stuff.members:
                scope = Scope(text)
                it, payee = scope.add("it", v.stuff_type(member)), scope.add("payee", _holders(v))
                scope.names["payer"] = _given("payer", v)
                when = test(substitute.when, scope) if substitute.when is not None else None
                game.substitutes.append(
                    ir.SubstituteText(
                        member, substitute.stuff, substitute.goes_to, substitute.delivers_from, when, it, payee
                    )
                )


def _given(name: str, v: Vocabulary):  # type: ignore[no-untyped-def]
    from archidsl.checker.scope import Variable

    return Variable(name, v.kind_type("player"))


def _holders(v: Vocabulary) -> Type:
    return Type("thing", frozenset(k.name for k in v.kinds.values() if k.holds), optional=True)


def _facts(root: Text) -> None:
    """Costs of members, and how many there are of a kind or a stuff."""
    from archidsl.checker.amounts import bundle

    v, game = root.v, root.game
    for (name, kind, member), given in v.fact_values.items():
        if v.facts[name, kind].type == BUNDLE and isinstance(given, tuple):
            scope = Scope(Text(v, root.report, game, f"cost:{member}", False))
            span = given[0].span if given else v.facts[name, kind].span
            found = bundle(given, span, scope)
            if found is not None:
                game.costs[name, kind, member] = need(found, BUNDLE, scope)
    for kind_ in v.kinds.values():
        if isinstance(kind_.count, tuple) and kind_.count[0] == "per" and kind_.count[1] is not None:
            _counted(kind_.name, kind_.count[1], root)
    for stuff in v.stuffs.values():
        if stuff.total is not None:
            _counted(stuff.name, stuff.total, root)


def _counted(name: str, text: n.Expression, root: Text) -> None:
    """How many there are must be known before anything happens."""
    from archidsl.checker.expressions import number

    found = number(text, Scope(Text(root.v, root.report, root.game, "count", False)))
    open_part = unsettled(found)
    if open_part is not None and found.type == NUMBER:
        message = "this is not known before the game begins"
        help = "count with numbers, options, `number of player` and tables"
        root.report.error("not-settled", open_part.span, message, help)
    root.game.counts[name] = found


def _main(v: Vocabulary, report: Report) -> None:
    if v.main not in v.procedures and v.main_span is not None:
        help = did_you_mean(v.main, v.procedures) or f"write a procedure `{v.main}`, or name another with `main:`"
        report.error("no-main", v.main_span, f"there is no procedure `{v.main}` to play the game", help)
    elif v.main_span is not None and v.procedures[v.main].params:
        message = f"`{v.main}` takes values, and nobody gives them when the game begins"
        report.error("wrong-count", v.main_span, message, "let a procedure without `with` run it")


def _outlook(game: ir.Game, v: Vocabulary, report: Report) -> None:
    formula = game.formulas.get(f"computed:{v.outlook}:player")
    if formula is not None and v.outlook_span is not None and formula.result not in (NUMBER, UNKNOWN):
        message = f"`{v.outlook}` should be a number, but is {formula.result}"
        report.error("wrong-type", v.outlook_span, message, "0 is lost, and 1000 is won")


def _finish(game: ir.Game, v: Vocabulary, report: Report) -> None:
    """What needs every procedure: openings, who asks, what watches read, and the promises of the language."""
    analysis = Analysis(game, v)
    check_guards(game, v, analysis, report, "cycles")
    if report.errors:
        return
    inliner = Inliner(analysis, report)
    for name, procedure in list(game.procedures.items()):
        game.procedures[name] = inliner.procedure(procedure)
    for key, deed in list(game.deeds.items()):
        if deed.procedure is not None:
            game.deeds[key] = replace(deed, procedure=inliner.procedure(deed.procedure))
    openings = Openings(analysis, inliner, report)
    for name, procedure in list(game.procedures.items()):
        game.procedures[name] = replace(openings.mark(procedure), asks=analysis.asks(name))
    for key, deed in list(game.deeds.items()):
        if deed.procedure is not None:
            name = f"deed:{key[0]}:{key[1]}"
            marked = replace(openings.mark(deed.procedure), asks=analysis.asks(name))
            game.deeds[key] = replace(deed, procedure=marked)
    settle_parameters(game)
    for i, watch in enumerate(game.watches):
        reads = analysis.reads((watch.selection or (), watch.when))
        game.watches[i] = replace(watch, reads=reads)
    check_guards(game, v, Analysis(game, v), report, "all")
    if not report.errors:
        check_costs(v, game, report)
