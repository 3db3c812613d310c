"""What all tests share: the same examples every time, so that a run that passes passes again."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")

LONG = ("determinism/test_same_everywhere", "rules/test_scenarios", "rules/test_invariants", "cli/test_record_command")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take minutes come first: whichever worker took one last would work on alone."""
    items.sort(key=lambda item: not any(f"{name}.py" in item.nodeid for name in LONG))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """How much of the shipped rules the scenarios play, if this run has looked."""
    ran = [
        report.nodeid for reports in terminalreporter.stats.values() for report in reports if hasattr(report, "nodeid")
    ]
    if getattr(config, "cache", None) is not None and any(
        "test_they_play_every_line_of_the_rules" in node for node in ran
    ):
        for line in config.cache.get("archidsl/coverage", []):
            terminalreporter.write_line(line)
