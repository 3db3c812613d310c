"""Paths in; suites of scenarios, each played, out."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from archidsl.diagnostics import PackErrors, Report
from archidsl.engine.options import OptionError
from archidsl.packs.sources import PACK, is_skipped
from archidsl.packs.stacks import resting
from archidsl.pipeline import Game, load
from archidsl.scenarios.compiled import Twin
from archidsl.scenarios.coverage import Coverage
from archidsl.scenarios.from_file import TESTS
from archidsl.scenarios.playing import Playing
from archidsl.scenarios.scenario import Scenario, Suite
from archidsl.scenarios.stage import Stage


def files_at(path: Path) -> Iterator[Path]:
    """The file itself; of a folder `tests` its files; of any other folder those of the packs in it."""
    if not os.path.isdir(path):
        yield path
    elif path.resolve().name == TESTS:
        yield from sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml", ".game"))
    else:
        for place, folders, files in os.walk(path):
            folders.sort()
            if PACK in files and TESTS in folders:
                yield from files_at(Path(place) / TESTS)
            folders[:] = [name for name in folders if not is_skipped(name)]


@dataclass(slots=True)
class Runner:
    """Plays scenarios; games and stages are made once."""

    coverage: Coverage | None = None
    compiled: bool = False
    games: dict[tuple[Path, ...], Game | str] = field(default_factory=dict)
    stages: dict[object, Stage] = field(default_factory=dict)

    def play(self, suite: Suite, scenario: Scenario, sources: dict[str, str]) -> Report:
        """What is wrong with one scenario."""
        report = Report()
        report.sources.update(sources)
        stage = self.stage(suite, scenario, report)
        if stage is None:
            return report
        twin = Twin(stage) if self.compiled else None
        Playing(stage, scenario, report, self.coverage.meet if self.coverage is not None else None, twin).run()
        report.sources |= stage.game.report.sources
        return report

    def prepare(self, found: Iterable[tuple[Suite, Scenario]]) -> None:
        """Compiled games take all beginnings at once, so these must be known before the first is played."""
        for suite, scenario in found if self.compiled else ():
            stage = self.stage(suite, scenario, Report())
            if stage is not None and scenario.play is not None:
                stage.procedure(scenario.play, Report())

    def stage(self, suite: Suite, scenario: Scenario, report: Report) -> Stage | None:
        game = self.game(suite)
        if isinstance(game, str):
            report.error("scenario-game", suite.game_span or scenario.span, game)
            return None
        try:
            settled = game.settle(dict(scenario.options))
        except OptionError as problem:
            report.error("scenario-game", scenario.span, str(problem))
            return None
        aliases = {short: str(long.value) for short, long in suite.aliases.items()}
        key = (suite.packs, tuple(sorted(settled.items())), tuple(sorted(aliases.items())))
        if key not in self.stages:
            self.stages[key] = Stage(game, settled, aliases)
        return self.stages[key]

    def game(self, suite: Suite) -> Game | str:
        """The checked game, or what is wrong with it."""
        key = tuple(Path(os.path.normpath(pack)) for pack in suite.packs)
        if key not in self.games:
            try:
                found: Game | str = load(resting(key))
            except PackErrors as problem:
                first = problem.report.errors[0]
                found = f"{first.span}: {first.message}"
            self.games[key] = found
            if self.coverage is not None and isinstance(found, Game):
                self.coverage.add(found)
        return self.games[key]


def selected(suites: Iterable[Suite], text: str, rules: tuple[str, ...]) -> Iterator[tuple[Suite, Scenario]]:
    """Those with the text in their name or file, and of these rules or of what is below them."""
    for suite in suites:
        for scenario in suite.scenarios:
            if text.lower() not in f"{suite.path.as_posix()} {scenario.name} {' '.join(scenario.rules)}".lower():
                continue
            if not rules or any(_below(own, wanted) for own in scenario.rules for wanted in rules):
                yield suite, scenario


def _below(rule: str, wanted: str) -> bool:
    """`R-7.3.2` is below `R-7.3` and below `R-7`."""
    return rule == wanted or rule.startswith((wanted + ".", wanted + "-"))
