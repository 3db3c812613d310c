"""The scenarios of the shipped game: each one is a test, played by the reference and by the compiled game at once."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from archidsl.diagnostics import Report
from archidsl.pipeline import Game
from archidsl.rendering import concise
from archidsl.scenarios.from_file import SCENARIOS, read_suite, sort_of
from archidsl.scenarios.running import Runner, files_at
from archidsl.scenarios.scenario import Scenario, Suite

ROOT = Path(__file__).resolve().parents[2]
FILES = [file for name in ("rules", "cards") for file in files_at(ROOT / name) if sort_of(file) == SCENARIOS]
UNREAD = Report()
GAMES: dict[tuple[Path, ...], Game | str] = {}
SUITES = [read_suite(file, UNREAD) for file in FILES]
ALL = [(suite, scenario) for suite in SUITES for scenario in suite.scenarios]


@cache
def runner(options: object) -> Runner:
    """One for each set of options, so that what it compiled can be forgotten; it compiles all of them at once."""
    made = Runner(compiled=True, games=GAMES)
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
    report = runner(scenario.options).play(suite, scenario, UNREAD.sources)
    assert not report.errors, "\n".join(concise(d) for d in report.sorted())
