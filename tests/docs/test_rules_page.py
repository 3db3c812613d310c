"""docs/rules.md: every group of rules has its line, and every file in it has to do with these rules."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINES = [
    line.split(" | ") for line in (ROOT / "docs" / "rules.md").read_text("utf-8").splitlines() if line[:4] == "| R-"
]
PAGE = {cells[0].removeprefix("| "): "".join(cells[2:]) for cells in LINES}
NUMBERS = (ROOT / "tests" / "rules" / "rule_numbers.txt").read_text("utf-8").split("\n", 1)[1].split()


def test_every_group_has_a_line() -> None:
    groups = {".".join(number.split(".")[:2]) for number in NUMBERS if number.startswith("R-")}
    missing = {group for group in groups if group not in PAGE and group.split(".")[0] not in PAGE}
    assert len(PAGE) > 50 and not missing


def test_every_file_has_to_do_with_the_rules_of_its_line() -> None:
    for group, files in PAGE.items():
        found = re.findall(r"`([^`]+)`", files)
        assert found, group
        for file in found:
            text = (ROOT / file).read_text("utf-8")
            assert re.search(rf"{re.escape(group)}(?![0-9])", text), f"{file} does not speak of {group}"
