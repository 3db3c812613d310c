"""Breaks one thing in the rules at a time, and asks whether a scenario notices; what nobody notices is listed.

PYTHONPATH=. python tests/rules/rule_mutants.py 300 --seed monday -j 2 rules/crises.yaml

A survivor is a line that could be wrong and nobody would see it, or a change that changes nothing (then it is
equivalent). Only scenarios that came to the place are played.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from archidsl.checker import ir
from archidsl.diagnostics import Report, Span
from archidsl.engine.layout import Layout
from archidsl.interpreter.lines import Effects
from archidsl.interpreter.world import Frame, Value
from archidsl.scenarios.coverage import Coverage
from archidsl.scenarios.from_file import SCENARIOS, read_suite, sort_of
from archidsl.scenarios.running import Runner, files_at
from archidsl.scenarios.scenario import Scenario, Suite
from archidsl.scenarios.stage import Played, Quiet, SetDown, Stage
from tests.rules.key_changes import EVERYWHERE
from tests.rules.rule_changes import Change, changes

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30  # seconds of work for one scenario, however busy the machine

Case = tuple[Suite, Scenario]
KILLED, SURVIVED, VOID = "killed", "survived", "void"  # void: such rules could not even be read


class Noting(Effects):
    """Notes what a scenario reads: every expression, line, fact, cell of a table and property."""

    marks: ClassVar[set[Hashable]] = set()

    def value(self, expr: ir.Expr, at: Frame) -> Value:
        self.marks.add(expr.span)
        found = super().value(expr, at)
        if isinstance(expr, ir.FactOf):
            of = super().value(expr.of, at)
            self.marks.add(("fact", *expr.key, self.layout.names[of] if of >= 0 else ""))
        elif isinstance(expr, ir.Lookup):
            self.marks.add(("table", expr.table, *self.row(expr, at)))
        elif isinstance(expr, ir.Stored):
            self.marks.add(("property", *expr.key))
        return found

    def row(self, expr: ir.Lookup, at: Frame) -> Iterator[str]:
        """The words by which it was looked up."""
        labels = {number: word for word, number in self.v.labels.items()}
        for arg in expr.args:
            number = super().value(arg, at)
            if arg.type.base == "thing":
                yield self.layout.names[number]
            elif arg.type.base in ("stuff", "label"):
                yield self.layout.stuffs[number] if arg.type.base == "stuff" else labels[number]

    def refusal(self, lines: Any, at: Frame, due: Any = ()) -> Any:
        self.marks.update(line.span for line in lines)
        return super().refusal(lines, at, due)

    def chosen(self, selection: ir.Selection, at: Frame) -> list[int]:
        self.marks.add(selection.span)
        return super().chosen(selection, at)


class NotingQuiet(Noting, Quiet):
    """The same while the table is set."""


class Noted(Coverage):
    """Lines that were played are noted as well."""

    def meet(self, span: Span, way: str) -> None:
        Noting.marks.add(span)


@dataclass(slots=True)
class Suites:
    """All scenarios, what each of them met, and the stages on which they play."""

    runner: Runner
    cases: list[Case]
    most: int = 10_000  # scenarios for one change
    met: dict[int, set[Hashable]] = field(default_factory=dict)
    who: dict[Hashable, list[int]] = field(default_factory=lambda: defaultdict(list))
    lately: list[int] = field(default_factory=list)  # who noticed something, the last one first

    def watch_all(self) -> None:
        """Plays all once, and notes who came where."""
        Played.made_of, SetDown.made_of = Noting, NotingQuiet
        for number, (suite, scenario) in enumerate(self.cases):
            Noting.marks = set()
            assert not self.runner.play(suite, scenario, {}).errors, scenario.name
            self.met[number] = Noting.marks
        Played.made_of, SetDown.made_of = Effects, Quiet
        self.runner.coverage = None
        for number in sorted(self.met, key=lambda number: len(self.met[number])):
            for mark in (*self.met[number], EVERYWHERE):
                self.who[mark].append(number)

    def likely(self, change: Change) -> list[int]:
        """Who could notice: first who noticed something lately, then the file that bears the name of the place."""
        name = Path(change.place.split(":")[0]).stem

        def unlikely(number: int) -> tuple[bool, bool]:
            file = self.cases[number][0].path.stem
            return number not in self.lately, not name.startswith(file) and not file.startswith(name)

        return sorted(self.who[change.mark], key=unlikely)

    def verdict(self, change: Change) -> tuple[str, str]:
        """What becomes of the rules with this change, and which scenario says so."""
        change.put()
        laid = {stage: stage.layout for stage in self.runner.stages.values()} if change.laid else {}
        try:
            for number in self.likely(change)[: self.most]:
                stage = self.runner.stage(*self.cases[number], Report())
                if stage is not None and stage in laid and stage.layout is laid[stage]:
                    stage.layout = laid_out(stage)
                if not self.passes(*self.cases[number]):
                    self.lately = [number, *self.lately[:20]]
                    return KILLED, self.cases[number][1].name
            return SURVIVED, f"{min(len(self.who[change.mark]), self.most)} of {len(self.who[change.mark])} scenarios"
        except TimeoutError:
            return KILLED, "without end"
        except Exception as problem:  # a name that was lost, or a line that no checker would let through
            return VOID, f"{type(problem).__name__}: {problem}"
        finally:
            change.put()
            for stage, layout in laid.items():
                stage.layout = layout

    def verdicts(self, chosen: Sequence[Change], processes: int = 1) -> Iterator[tuple[str, str]]:
        """One after the other, in their order; several processes begin where this one is."""
        if processes == 1:
            yield from map(self.verdict, chosen)
            return
        with get_context("fork").Pool(processes, _begin, (self, chosen)) as pool:
            yield from pool.imap(_verdict, range(len(chosen)))

    def passes(self, suite: Suite, scenario: Scenario) -> bool:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
        try:
            return not self.runner.play(suite, scenario, {}).errors
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def laid_out(stage: Stage) -> Layout:
    """Once more, from what the keys say now."""
    layout = copy(stage.game.layout(stage.settled))
    layout.ids = {**layout.ids, **{short: layout.ids[long] for short, long in stage.long.items()}}
    return layout


_shared: list[Any] = []  # what a process was begun with: changes are parts of rules, and cannot be sent


def _begin(suites: Suites, chosen: Sequence[Change]) -> None:
    _shared[:] = suites, chosen


def _verdict(number: int) -> tuple[str, str]:
    suites, chosen = _shared
    found: tuple[str, str] = suites.verdict(chosen[number])
    return found


def too_long(*_: object) -> None:
    raise TimeoutError


def all_scenarios(wanted: str = "") -> Iterator[Case]:
    for name in ("rules", "cards"):
        for file in files_at(ROOT / name):
            if wanted in file.as_posix() and sort_of(file) == SCENARIOS:
                suite = read_suite(file, Report())
                yield from ((suite, scenario) for scenario in suite.scenarios)


def sample(found: Sequence[Change], number: int, seed: str) -> list[Change]:
    chosen = Random(seed).sample(range(len(found)), min(number, len(found)))
    return [found[i] for i in sorted(chosen)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=200)
    parser.add_argument("--seed", default="mutants")
    parser.add_argument("places", nargs="*", help="only changes in places that begin like this")
    parser.add_argument("--most", type=int, default=10_000, help="scenarios for one change")
    parser.add_argument("-j", type=int, default=1, metavar="PROCESSES", help="processes that share the work")
    parser.add_argument("--but", nargs="*", default=["outlook", "panels"], help="no changes in such places")
    parser.add_argument("--keys", action="store_true", help="facts, tables and properties, and not what is text")
    wanted = parser.parse_args()
    signal.signal(signal.SIGVTALRM, too_long)
    suites = Suites(Runner(Noted()), list(all_scenarios()), wanted.most)
    suites.watch_all()
    found = [c for c in changes(suites.runner.stages.values()) if c.laid is wanted.keys]
    found = [c for c in found if not wanted.places or any(place in c.place for place in wanted.places)]
    found = [c for c in found if not any(place in c.place for place in wanted.but)]
    chosen = sample(found, wanted.number, wanted.seed)
    counts: Counter[str] = Counter()
    for change, (verdict, why) in zip(chosen, suites.verdicts(chosen, wanted.j), strict=True):
        counts[verdict] += 1
        if verdict != KILLED:
            print(f"{verdict:9}{change.place}: {change.what} ({why})", flush=True)
    print(f"{len(chosen)} of {len(found)} changes: {', '.join(f'{n} {word}' for word, n in sorted(counts.items()))}")
    sys.exit(0)


if __name__ == "__main__":
    main()
