"""Every rule and edge case has a scenario that names it, or a reason why it has none."""

from __future__ import annotations

from pathlib import Path

import yaml

from archidsl.diagnostics import Report
from archidsl.scenarios.from_file import SCENARIOS, read_suite, sort_of
from archidsl.scenarios.running import files_at

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
NUMBERS = {n for line in (HERE / "rule_numbers.txt").read_text("utf-8").splitlines()[1:] for n in line.split()}
REASONS = yaml.safe_load((HERE / "without_scenario.yaml").read_text("utf-8")) or {}


def named() -> set[str]:
    files = [file for name in ("rules", "cards") for file in files_at(ROOT / name) if sort_of(file) == SCENARIOS]
    return {rule for file in files for scenario in read_suite(file, Report()).scenarios for rule in scenario.rules}


def test_every_rule_has_a_scenario_or_a_reason() -> None:
    assert len(NUMBERS) == 634
    assert sorted(NUMBERS - named() - set(REASONS)) == []


def test_no_reason_is_given_for_what_has_a_scenario() -> None:
    assert not set(REASONS) - NUMBERS
    assert not set(REASONS) & named()
    assert all(isinstance(reason, str) and len(reason) > 20 for reason in REASONS.values())


def test_no_scenario_names_a_rule_that_does_not_exist() -> None:
    known = NUMBERS | {".".join(number.split(".")[:n]) for number in NUMBERS for n in (1, 2, 3)}
    assert sorted(rule for rule in named() - known if rule.startswith(("R-", "EC-"))) == []
