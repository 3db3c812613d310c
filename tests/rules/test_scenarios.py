"""The scenarios of the shipped game: each one is a test, played by the reference and by the compiled game at once.

Together they play all lines and ways of the rules and the cards.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from archidsl.commands.test import coverage_data
from archidsl.diagnostics import Report
from archidsl.pipeline import Game
from archidsl.rendering import concise
from archidsl.scenarios.coverage import Coverage, FileCoverage
from archidsl.scenarios.from_file import SCENARIOS, read_suite, sort_of
from archidsl.scenarios.running import Runner, files_at
from archidsl.scenarios.scenario import Scenario, Suite

ROOT = Path(__file__).resolve().parents[2]
FILES = [file for name in ("rules", "cards") for file in files_at(ROOT / name) if sort_of(file) == SCENARIOS]
UNREAD = Report()
COVERAGE = Coverage()
GAMES: dict[tuple[Path, ...], Game | str] = {}
SUITES = [read_suite(file, UNREAD) for file in FILES]
ALL = [(suite, scenario) for suite in SUITES for scenario in suite.scenarios]
LEFT = {id(scenario): (suite, scenario) for suite, scenario in ALL}  # not played yet


def play(suite: Suite, scenario: Scenario) -> Report:
    del LEFT[id(scenario)]
    return runner(scenario.options).play(suite, scenario, UNREAD.sources)


@cache
def runner(options: object) -> Runner:
    """One for each set of options, so that what it compiled can be forgotten; it compiles all of them at once."""
    made = Runner(COVERAGE, compiled=True, games=GAMES)
    made.prepare(by_options()[options])
    return made


@cache
def by_options() -> dict[object, list[tuple[Suite, Scenario]]]:
    found = defaultdict(list)
    for suite, scenario in ALL:
        found[scenario.options].append((suite, scenario))
    return found


def test_all_files_can_be_read() -> None:
    assert len(ALL) > 300 and not [concise(d) for d in UNREAD.sorted()]


@pytest.mark.parametrize(
    ("suite", "scenario"), ALL, ids=[f"{suite.path.stem}-{scenario.name}" for suite, scenario in ALL]
)
def test_scenario(suite: Suite, scenario: Scenario) -> None:
    report = play(suite, scenario)
    assert not report.errors, "\n".join(concise(d) for d in report.sorted())


def test_they_play_every_line_of_the_rules(pytestconfig: pytest.Config) -> None:
    for suite, scenario in [*LEFT.values()]:  # those that this run has not selected
        play(suite, scenario)
    files = COVERAGE.files()
    assert pytestconfig.cache is not None
    pytestconfig.cache.set("archidsl/coverage", [told(folder, files) for folder in ("rules", "cards")])
    assert not {file.file: file.missing for file in files if file.missing} and coverage_data(files)["percent"] == 100
    assert {"game.yaml", "words.yaml"} <= {Path(file.file).name for file in files}


def told(folder: str, files: list[FileCoverage]) -> str:
    """What a run of all tests prints at its end (tests/conftest.py)."""
    of = coverage_data([file for file in files if Path(file.file).parent.name == folder])
    lines, ways = (f"{of[what]['met']} of {of[what]['all']} {what}" for what in ("lines", "ways"))
    return f"{folder}/: scenarios play {lines} and {ways}"
