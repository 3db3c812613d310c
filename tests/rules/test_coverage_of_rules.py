"""All lines and ways of the rules and the cards are played by scenarios."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from archidsl.cli import cli

ROOT = Path(__file__).resolve().parents[2]


def test_the_scenarios_play_every_line_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(cli, ["test", "rules", "cards", "--coverage", "--format", "json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 0 and found["failed"] == 0
    assert pytestconfig.cache is not None
    pytestconfig.cache.set("archidsl/coverage", _told(found))
    missing = {file["file"]: file["missing"] for file in found["coverage"]["files"] if file["missing"]}
    assert not missing and found["coverage"]["percent"] == 100
    assert {"rules/game.yaml", "cards/words.yaml"} <= {file["file"] for file in found["coverage"]["files"]}


def _told(found: dict[str, Any]) -> list[str]:
    """What a run of all tests prints at its end (tests/conftest.py)."""
    told = []
    for folder in ("rules", "cards"):
        files = [file for file in found["coverage"]["files"] if file["file"].startswith(f"{folder}/")]
        numbers = [
            f"{sum(file[what]['met'] for file in files)} of {sum(file[what]['all'] for file in files)} {what}"
            for what in ("lines", "ways")
        ]
        told.append(f"{folder}/: scenarios play {' and '.join(numbers)}")
    return told
