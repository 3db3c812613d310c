"""The whole games in examples/playthroughs are played, and are what their README says they are."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from archidsl.commands.scripts import Games, play_script
from archidsl.diagnostics import Report
from archidsl.players.showing import results
from archidsl.rendering import concise
from archidsl.scripts import script as sc
from archidsl.scripts.from_text import from_text
from archidsl.scripts.table import Table

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "playthroughs"
SCRIPTS = sorted(FOLDER.glob("*.game"))
VARIANTS = ("desert_start", "no_secrets", "more_control", "more_spice", "choose_the_trend", "with_benefactor")


@pytest.fixture(scope="module")
def played() -> dict[str, Table]:
    games, out = Games(), {}
    for path in SCRIPTS:
        ran, table = play_script(path, games)
        assert not ran.report.errors, [concise(d) for d in ran.report.sorted()]
        assert ran.over and table is not None, path.name
        out[path.stem] = table
    return out


def test_they_hold(played: dict[str, Table]) -> None:
    assert len(played) >= 6


def test_all_numbers_of_players_and_all_variants_are_there(played: dict[str, Table]) -> None:
    assert {table.session.layout.players for table in played.values()} == {2, 3, 4, 5}
    chosen = {name for table in played.values() for name, value in table.session.header.options if value == "yes"}
    assert set(VARIANTS) <= chosen


def test_how_they_end(played: dict[str, Table]) -> None:
    """By a final count, by independence, and with the two special objectives."""
    won = {name: results(table.session.position)["won"] for name, table in played.items()}
    scores = {name: results(table.session.position)["score"] for name, table in played.items()}
    assert set(won["independence"].values()) == {"no"} and set(scores["independence"].values()) == {0}
    assert [p for p, value in won["separatist"].items() if value == "yes"] == ["p3"]
    assert set(scores["separatist"].values()) == {0}
    assert sum(max(score.values()) > 0 for score in scores.values()) >= 4


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_they_are_written_to_be_read(path: Path, played: dict[str, Table]) -> None:
    text = path.read_text("utf-8")
    table = played[path.stem]
    turns = re.findall(r"^# -- turn \d+", text, re.MULTILINE)
    told = [line for line in text.split("\n") if line.startswith("# ") and not re.match(r"# (-- )?turn ", line)]
    assert len(told) >= 2 * len(turns) > 4
    kinds = [type(step) for step in table.script.steps]
    assert kinds.count(sc.Condition) >= 2 * len(turns) and sc.Wins in kinds and sc.Refuse in kinds
    assert f"`{path.name}`" in (FOLDER / "README.md").read_text("utf-8")
    assert max(map(len, text.split("\n"))) <= 112


def test_the_words_that_come_most_often_are_explained() -> None:
    """A question that is answered ten times or more stands in the README, and none twice in its table."""
    asked = Counter(
        step.key.text
        for path in SCRIPTS
        for step in from_text(path.read_text("utf-8"), path, Report()).steps
        if isinstance(step, sc.Answer)
    )
    readme = (FOLDER / "README.md").read_text("utf-8")
    told = {word for piece in re.findall(r"`([^`\n]+)`", readme) for word in re.findall(r"\w+", piece)}
    assert {word for word, times in asked.items() if times >= 10} <= told
    words = [word for row in re.findall(r"^\| (`.*?) \|", readme, re.MULTILINE) for word in re.findall(r"`(\w+)`", row)]
    assert len(words) == len({*words})
