"""The promises of the language, checked over the whole ir: no cycles, no unguarded failure, somebody acts."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis, walk
from archidsl.checker.reading_cycles import check_reading, spoken
from archidsl.checker.secrets import Secrets
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, Span


def check_guards(game: ir.Game, v: Vocabulary, analysis: Analysis, report: Report, which: str) -> None:
    if which == "cycles":
        _cycles(game, analysis, report)
        if not report.errors:
            _somebody_acts(game, v, analysis, report)
        return
    check_reading(game, analysis, report)
    if report.errors:
        return
    _watches_are_quiet(game, analysis, report)
    secrets = Secrets(analysis, report)
    for key in game.shown:
        secrets.for_all(game.formulas[key])
    for panel in game.panels:
        secrets.panel(panel)
    for name in _names(game):
        secrets.procedure(analysis.procedure(name))
        _no_fishing(analysis.procedure(name).body, analysis, report)
    secrets.arguments([analysis.procedure(name) for name in _names(game)])
    _late_requirements(game, v, analysis, report)


def _names(game: ir.Game) -> list[str]:
    deeds = [f"deed:{b}:{m}" for (b, m), d in game.deeds.items() if d.procedure is not None]
    return [*game.procedures, *deeds]


def _cycles(game: ir.Game, analysis: Analysis, report: Report) -> None:
    """Calls form no cycle. A deed is reached only at its own moment, so the moment is part of where we are."""
    done: set[tuple[str, str]] = set()
    for start in game.procedures:
        path: list[tuple[str, str]] = []
        _visit((start, game.procedures[start].moment), path, done, game, analysis, report)


def _visit(
    at: tuple[str, str],
    path: list[tuple[str, str]],
    done: set[tuple[str, str]],
    game: ir.Game,
    analysis: Analysis,
    report: Report,
) -> None:
    if at in done or len(report.errors) > 20:
        return
    if at in path:
        names = [name for name, _ in path[path.index(at) :]] + [at[0]]
        report.error(
            "cycle", analysis.procedure(at[0]).span, "this would run itself: " + " -> ".join(map(spoken, names))
        )
        return
    path.append(at)
    procedure = analysis.procedure(at[0])
    moment = procedure.moment or at[1]
    for called in analysis.called(procedure.body, moment):
        _visit((called, analysis.procedure(called).moment or moment), path, done, game, analysis, report)
    path.pop()
    done.add(at)


def _watches_are_quiet(game: ir.Game, analysis: Analysis, report: Report) -> None:
    for watch in game.watches:
        if analysis.lines_ask(watch.body):
            help = "let it store something, and ask when the turn or phase has ended"
            report.error("watch-asks", watch.span, f"the watch `{watch.name}` asks somebody; a watch only acts", help)


def _no_fishing(body: ir.Body, analysis: Analysis, report: Report) -> None:
    """Between an `attempt` and a later `require` nothing may be learnt: an undo never gives knowledge back."""
    for part in walk(body):
        if not isinstance(part, ir.Attempt):
            continue
        learnt: ir.Line | None = None
        for inner in _reached(part.body, analysis, set()):
            if isinstance(inner, ir.Shuffle | ir.Reveal) or (isinstance(inner, ir.Choose) and inner.ask.who is None):
                learnt = learnt or inner
            if isinstance(inner, ir.Require) and learnt is not None and inner in _late_ones(part.body, analysis):
                report.error(
                    "fishing", inner.span, "if this fails, what was revealed or drawn before it would be undone",
                    "test it before anything is revealed, shuffled or left to chance",
                    [(learnt.span, "here something becomes known")],
                )  # fmt: skip
                break


def _reached(body: ir.Body, analysis: Analysis, seen: set[str]) -> list[ir.Line]:
    """The lines of a body in order, with those of the procedures it runs."""
    found: list[ir.Line] = []
    for part in walk(body):
        if isinstance(part, ir.Line):
            found.append(part)
        if isinstance(part, ir.Run) and part.procedure not in seen:
            seen.add(part.procedure)
            found.extend(_reached(analysis.procedure(part.procedure).body, analysis, seen))
    return found


def _late_ones(body: ir.Body, analysis: Analysis) -> list[ir.Line]:
    late = list(body.lines[body.opening :])
    for line in body.lines:
        if isinstance(line, ir.Run):
            late += _late_ones(analysis.procedure(line.procedure).body, analysis)
        for inner in _bodies(line):
            late += _late_ones(inner, analysis)
    return late


def _late_requirements(game: ir.Game, v: Vocabulary, analysis: Analysis, report: Report) -> None:
    """A `require` that stands late must have an `attempt` around it, here or in whoever runs this."""
    exposed = [game.main, *(name for window in v.windows.values() for name in window.offers)]
    seen: set[str] = set()
    while exposed:
        name = exposed.pop()
        if name in seen:
            continue
        seen.add(name)
        _exposed(analysis.procedure(name).body, analysis, report, exposed)
    for watch in game.watches:
        _exposed(watch.body, analysis, report, [])


def _exposed(body: ir.Body, analysis: Analysis, report: Report, found: list[str]) -> None:
    for i, line in enumerate(body.lines):
        late = i >= body.opening
        if late and isinstance(line, ir.Require):
            report.error(
                "late-require",
                line.span,
                "if this fails here, nothing can be undone",
                "put the lines that belong together into an `attempt`",
            )
        if late and isinstance(line, ir.Pay) and not _covered(line, body.lines[:i]):
            report.error(
                "late-pay",
                line.span,
                "nobody knows here whether this can be paid",
                "pay in the opening, choose the amount `0 to (what is held)`, or use an `attempt`",
            )
        if isinstance(line, ir.Run | ir.RunDeed | ir.Announce):
            found.extend(analysis.called(line))
        for inner in _bodies(line):
            _exposed(inner, analysis, report, found)


def _bodies(line: ir.Line) -> list[ir.Body]:
    """The bodies under a line, but not those that an `attempt` protects."""
    if isinstance(line, ir.Attempt):
        return [line.otherwise]
    if isinstance(line, ir.If):
        return [line.then, line.otherwise]
    if isinstance(line, ir.Each | ir.Repeat):
        return [line.body]
    if isinstance(line, ir.Choose) and line.body is not None:
        return [line.body]
    if isinstance(line, ir.Menu):
        return [option.body for option in line.options]
    return []


def _covered(pay: ir.Pay, before: tuple[ir.Line, ...]) -> bool:
    """Paying a number that was chosen from `0 to (what the payer holds)`, or a parameter, can be seen to be covered."""
    if not isinstance(pay.bundle, ir.Amount) or len(pay.bundle.parts) != 1:
        return False
    number, stuff = pay.bundle.parts[0]
    for line in before:
        chosen = isinstance(line, ir.Choose) and isinstance(number, ir.Local) and line.local == number.name
        if chosen and isinstance(line, ir.Choose) and isinstance(line.domain, ir.Numbers):
            return _most_is_held(line.domain.high, pay.who, stuff)
    return False


def _most_is_held(high: ir.Expr, who: ir.Expr, stuff: ir.Expr | None) -> bool:
    if isinstance(high, ir.Extreme) and high.operator == "min":
        return any(_most_is_held(arg, who, stuff) for arg in high.args)
    if not isinstance(high, ir.Held) or stuff is None:
        return False
    same_stuff = isinstance(high.stuff, ir.Const) and isinstance(stuff, ir.Const) and high.stuff.value == stuff.value
    same_who = type(high.holder) is type(who) and getattr(high.holder, "name", None) == getattr(who, "name", None)
    return same_stuff and same_who


def _somebody_acts(game: ir.Game, v: Vocabulary, analysis: Analysis, report: Report) -> None:
    """Where nobody acts (main, phases, watches), a procedure that speaks of `you` needs a subject."""
    you = SpeaksOfYou(game, analysis)
    silent = [name for name, p in v.procedures.items() if p.sort == "phase"]
    texts: list[object] = [game.procedures[name].body for name in dict.fromkeys([game.main, *silent])]
    texts += [(w.selection or (), w.when, w.body) for w in game.watches]
    for text in texts:
        _needs_nobody(text, you, report)


def _needs_nobody(text: object, you: SpeaksOfYou, report: Report) -> None:
    for part in walk(text):
        if isinstance(part, ir.Line | ir.Expr) and you.needs(part) and not isinstance(part, ir.You):
            needed = you.first(part)
            notes = [(needed, "somebody is needed here")] if needed is not None else []
            message = "nobody acts here, but this needs somebody"
            report.error("nobody-acts", part.span, message, "name a player: `p does ...`", notes)


def check_addition(text: object, game: ir.Game, analysis: Analysis, report: Report) -> None:
    """Lines or a question from outside the pack: nobody acts in them, and nothing in them fails too late."""
    _needs_nobody(text, SpeaksOfYou(game, analysis), report)
    if isinstance(text, ir.Body):
        _exposed(text, analysis, report, [])


class SpeaksOfYou:
    """Which lines and questions have no meaning unless somebody acts."""

    def __init__(self, game: ir.Game, analysis: Analysis) -> None:
        self.game, self.analysis = game, analysis
        self.known: dict[str, bool] = {}

    def needs(self, part: object) -> bool:
        """The part itself; what stands inside it is asked on its own."""
        if isinstance(part, ir.Run | ir.RunDeed):
            return part.who is None and any(self.procedure(name) for name in self.analysis.called(part))
        if isinstance(part, ir.Announce):
            return self.procedure(f"window:{part.window}")
        if isinstance(part, ir.Measure):
            return part.name in self.game.formulas and self.text(part.name, self.game.formulas[part.name].body)
        if isinstance(part, ir.CanRun):
            return self.procedure(part.procedure)
        if isinstance(part, ir.CanDeed) or (isinstance(part, ir.DeedValue) and part.player is None):
            return any(self.deed(key) for key in self.game.deeds if key[0] == part.behaviour)
        return isinstance(part, ir.You)

    def first(self, part: object) -> Span | None:
        """Where somebody is spoken of, in the procedures that a part runs."""
        for name in self.analysis.called(part) if isinstance(part, ir.Run) else ():
            for inner in walk(self.analysis.procedure(name).body):
                if isinstance(inner, ir.You):
                    return inner.span
                if isinstance(inner, ir.Run) and self.needs(inner):
                    return self.first(inner)
        return None

    def deed(self, key: tuple[str, str]) -> bool:
        deed = self.game.deeds[key]
        body = deed.procedure.body if deed.procedure else deed.formula.body if deed.formula else ()
        return self.text(f"deed:{key[0]}:{key[1]}", body)

    def procedure(self, name: str) -> bool:
        return self.text(name, self.analysis.procedure(name).body)

    def text(self, name: str, body: object) -> bool:
        if name not in self.known:
            self.known[name] = False  # until it is known: what leads back here adds nothing
            self.known[name] = any(self.needs(part) for part in walk(body))
        return self.known[name]
