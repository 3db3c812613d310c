"""Bots by name: at the table, and against each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli
from archidsl.engine.record import read_record

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TIC, FEN = EXAMPLES / "tic_tac_toe", EXAMPLES / "saltfen"


def archidsl(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def answers(path: Path) -> list[tuple[str, object]]:
    return [(entry.player, entry.answer) for entry in read_record(path).live]


def test_a_match_prints_a_table() -> None:
    result = archidsl("run", "--game", TIC, "--bots", "search,random", "--games", 4, "--seed", "x")
    assert result.exit_code == 0
    first, heading, search, lot = result.output.splitlines()
    assert first.startswith("4 games, ") and "won by nobody: " in first and first.endswith("seed: x")
    assert heading.split() == ["bot", "seats", "won", "share", "95", "%", "by", "lot", "points"]
    assert search.split()[:2] == ["search", "4"] and lot.split()[:2] == ["random", "4"]


def test_a_match_as_json() -> None:
    result = archidsl("run", "--game", FEN, "--bots", "greedy,random", "--games", 2, "--seed", "x", "--format", "json")
    found = json.loads(result.output)
    assert found["games"] == 2 and found["bots"].keys() == {"greedy", "random"}
    assert sum(row["seats"] for row in found["bots"].values()) == 6  # three players each


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "--bots", "clever"), "there is no bot `clever`; there are random, greedy, search"),
        (("run", "--bots", "greedy,"), "there is no bot ``"),
        (("run", "--bots", "greedy", "--count", "square"), "--count is for games of random bots"),
        (("play", TIC, "--bot", "clever"), "`clever` is not like NAME=VALUE"),
        (("play", TIC, "--bot", "9=greedy"), "`9` is no seat"),
    ],
)
def test_wrong_names(arguments: tuple[str | Path, ...], said: str) -> None:
    result = archidsl(*arguments)
    assert result.exit_code == 2 and said in result.output


def test_bots_by_name_at_the_table(tmp_path: Path) -> None:
    found = {}
    for name in ("search", "random", "1=search"):
        path = tmp_path / f"{name}.jsonl"
        done = archidsl("play", TIC, "--bots", "all", "--bot", name, "--seed", "x", "--record", path)
        assert done.exit_code == 0, done.output
        found[name] = answers(path)
    assert found["search"] != found["random"]
    assert found["1=search"][0] == found["search"][0] and found["1=search"][1:] != found["search"][1:]


def test_who_plays_if_nobody_says(tmp_path: Path) -> None:
    """Saltfen says what to hope for, tic-tac-toe does not."""
    for pack, usual in ((FEN, "greedy"), (TIC, "random")):
        one, two = tmp_path / f"{usual}-1.jsonl", tmp_path / f"{usual}-2.jsonl"
        for path, more in ((one, ()), (two, ("--bot", usual))):
            assert archidsl("play", pack, "--bots", "all", "--seed", "x", "--record", path, *more).exit_code == 0
        assert answers(one) == answers(two)


def test_thinking_has_its_time(tmp_path: Path) -> None:
    done = archidsl("play", TIC, "--bots", "all", "--bot", "search", "--think", "0.01", "--seed", "x")
    assert done.exit_code == 0 and "seed: x" in done.output
