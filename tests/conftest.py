"""What all tests share: the same examples every time, so that a run that passes passes again."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.load_profile("same")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """How much of the shipped rules the scenarios play, if this run has looked."""
    ran = [
        report.nodeid for reports in terminalreporter.stats.values() for report in reports if hasattr(report, "nodeid")
    ]
    if getattr(config, "cache", None) is not None and any("test_coverage_of_rules" in node for node in ran):
        for line in config.cache.get("archidsl/coverage", []):
            terminalreporter.write_line(line)
