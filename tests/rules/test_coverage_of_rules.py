"""All lines and ways of the rules and the cards are played by scenarios."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from archidsl.cli import cli

ROOT = Path(__file__).resolve().parents[2]


def test_the_scenarios_play_every_line_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(cli, ["test", "rules", "cards", "--coverage", "--format", "json"])
    found = json.loads(done.stdout)
    assert done.exit_code == 0 and found["failed"] == 0
    missing = {file["file"]: file["missing"] for file in found["coverage"]["files"] if file["missing"]}
    assert not missing and found["coverage"]["percent"] == 100
    assert {"rules/game.yaml", "cards/words.yaml"} <= {file["file"] for file in found["coverage"]["files"]}
