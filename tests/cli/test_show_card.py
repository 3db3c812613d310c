"""`archidsl show NAME`: members of kinds, drawn as cards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli
from archidsl.commands.boxes import Edges, Row, box, wrapped
from archidsl.emit import width
from archidsl.pipeline import load

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(__file__).parent / "tools" / "pack.yaml"


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("ARCHIDSL_LANG", raising=False)


def show(*arguments: object) -> Result:
    result = CliRunner().invoke(cli, ["show", *map(str, arguments)])
    assert result.exit_code in (0, 2), result.output
    return result


def drawn(*arguments: object) -> str:
    """Without the line that says where it stands."""
    result = show(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout.split("\n", 1)[1]


def test_everything_of_a_card() -> None:
    assert drawn(TOOLS, "hammer") == (
        "┌─────────────────────── prices: 4 ────────────────────────┐\n"
        "│ Hammer                                               T1  │\n"
        "│ tool  sort: heavy, hollow                                │\n"
        "│                                                          │\n"
        "│ Drives in nails, and wherever it has been used before    │\n"
        "│ the wall has a hole that somebody has to fill again.     │\n"
        "7                                                         10\n"
        "│ cost: 2 coin                                             │\n"
        "│                                                          │\n"
        "│ use of  fee: 2                                           │\n"
        "│   work:                                                  │\n"
        "│     choose n: 0 to 3                                     │\n"
        "│     raise score of you by n                              │\n"
        "├─────────────────────────── 2 ────────────────────────────┤\n"
        "│ Hammer, back                                             │\n"
        "│ size: 3                                                  │\n"
        "│ mark 1  red, count: 2                                    │\n"
        "│ mark 2  count: 1                                         │\n"
        "├──────────────────────────────────────────────────────────┤\n"
        "│ sort, size, hollow, cost, work of use of, marks: stated  │\n"
        "│ fee of use of: deduced                                   │\n"
        "│ prices: reconstructed                                    │\n"
        "└──────────────────────────────────────────────────────────┘\n"
    )


def test_two_values_around_several_parts_and_what_happens_by_itself() -> None:
    said = drawn(TOOLS, "saw")
    assert said.startswith("┌─────────────────────── prices: 1 ────────────────────────┐\n│ Fine saw ")
    assert "│   effect: raise gain_of by 1                             2\n" in said
    assert "│ passive: counting " in said and "│   when: gain_of > 0 " in said
    assert "│ use of 1 " in said and "│ use of 2 " in said
    assert "back" not in said and "stated" not in said  # it says neither a size nor a source


def test_too_many_values_stand_with_the_other_facts() -> None:
    said = drawn(TOOLS, "old_saw")
    assert "│ tool  sort: light, prices: 1, 2, 3, 4, 5 " in said and said.startswith("┌────────")
    assert "│ worth: 2 * 3 " in said


@pytest.mark.parametrize("name", ["saw", "tool:saw", "Fine saw", "fINE SAW", "T10", "t10"])
def test_what_a_card_is_called(name: str) -> None:
    assert show(TOOLS, name).stdout.split("\n")[0].endswith("pack.yaml:56:11  tool saw")


def test_notes_without_a_number_are_no_names() -> None:
    result = show(TOOLS, "found")
    assert result.exit_code == 2 and "has no `found`" in result.stderr
    assert show(TOOLS, "no").exit_code == 2


def test_parts_and_members_that_are_only_listed() -> None:
    assert "│ Fine saw 2 " in drawn(TOOLS, "saw_use_of_2")
    assert "│ Monday " in drawn(TOOLS, "monday")


def test_forms() -> None:
    assert show(TOOLS, "saw", "--as", "card").stdout == show(TOOLS, "saw").stdout
    assert "- tool: saw\n  name: Fine saw\n" in show(TOOLS, "saw", "--as", "source").stdout
    assert "work:\n  raise score of you by 2\n" in show(TOOLS, "saw", "--as", "text").stdout
    assert "- procedure: game\n" in show(TOOLS, "game").stdout
    refused = show(TOOLS, "game", "--as", "card")
    assert refused.exit_code == 2 and "`game` is no member of a kind" in refused.stderr


def test_a_section_is_drawn_card_by_card() -> None:
    assert show(TOOLS, "tools").stdout.count("└") == 3


def test_nothing_of_that_name() -> None:
    result = show(TOOLS, "hamer")
    assert result.exit_code == 2 and "has no `hamer`; did you mean `hammer` or" in result.stderr
    result = show("zzzz")
    assert result.exit_code == 2 and "has no `zzzz`; it is no path either" in result.stderr
    assert show("a", "b", "c").exit_code == 2 and show().exit_code == 2
    assert show(TOOLS, ":").exit_code == 2 and show(TOOLS, "").exit_code == 2 and show("").exit_code == 2


def test_what_stands_around_is_for_people_alone(tmp_path: Path) -> None:
    plain = tmp_path / "pack.yaml"
    plain.write_text(TOOLS.read_text("utf-8").replace("    sheet: {around: prices}\n", ""), "utf-8")
    assert load([plain]).digest == load([TOOLS]).digest
    assert "tool  sort: heavy, hollow, prices: 4, 10, 2, 7" in drawn(plain, "hammer")
    done = CliRunner().invoke(cli, ["provenance", str(TOOLS), "--format", "concise"])
    assert "sheet" not in done.output and "prices" in done.output


# -- the shipped game


@pytest.mark.parametrize("name", ["A27", "a27", "sawmill", "Sawmill", "card:sawmill"])
def test_a_shipped_card_without_a_path(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = drawn(name)
    assert said.startswith("┌─────────────────────── prices: 3 ────────────────────────┐\n│ Sawmill ")
    assert "do double_harvest(wood)" in said and "│ Sawmill, back " in said
    assert "│ card, type, way: stated " in said and "│ prices, halves: reconstructed " in said


def test_a_folder_goes_before_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pirate").mkdir()
    assert CliRunner().invoke(cli, ["show", "pirate"]).exit_code == 1  # it is no pack


@pytest.mark.parametrize(
    ("language", "title", "name", "moment"),
    [("fr", "Scierie", "prix", "récolte"), ("de", "Sägewerk", "Preise", "Ernte")],
)
def test_in_other_languages(language: str, title: str, name: str, moment: str) -> None:
    said = drawn("A27", "--lang", language)
    assert moment in said and "harvested" not in said
    assert f"│ {title} " in said and f" {name}" in said.split("\n")[0] and "Sawmill" not in said
    assert drawn(title.upper(), "--lang", language) == said
    assert show(title).exit_code == 2  # in English it has another name


@pytest.mark.parametrize("wide", [80, 30, 200, 1])
def test_every_shipped_card_fits(wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(wide))
    result = show(ROOT / "cards", "cards", "--lang", "fr")
    lines = [line for line in result.stdout.splitlines() if line and ".yaml:" not in line]
    assert {width(line) for line in lines} == {max(30, min(80, wide))}
    assert result.stdout.count("└") == 48


def test_without_unicode() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "40", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "archidsl", "show", "A27", "--lang", "fr"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, cwd=ROOT)
    lines = done.stdout.decode("ascii").splitlines()[1:-1]
    assert lines[0].startswith("+-") and lines[-1] == "+" + "-" * 38 + "+"
    assert {len(line) for line in lines} == {40}


# -- boxes


def test_words_are_wrapped_by_columns_and_cut_if_they_must_be() -> None:
    assert list(wrapped("ab cd efghijk", 5, 4)) == ["ab cd", "efgh", "ijk"]
    assert list(wrapped("日本 語", 4, 4)) == ["日本", "語"]
    assert list(wrapped("", 4, 4)) == [""]


def test_odd_texts_do_not_leave_the_box() -> None:
    rows = [Row("a\nb\x1b[31m\u202e", right="\u200b"), Row("日本語" * 9, indent=3, hanging=2), Row("x" * 99)]
    lines = ["".join(part if isinstance(part, str) else part[1] for part in line) for line in box([rows], Edges(), 40)]
    assert {width(line) for line in lines} == {40}
    assert "\\u001b" in lines[1] and "\x1b" not in "".join(lines)
