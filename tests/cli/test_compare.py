"""`compare`: the same seeds without and with a mod; what differs, and by how much."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli
from archidsl.commands.compare import compared, row


@pytest.fixture(autouse=True)
def marbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game, a mod of it with more to take, and one that changes words alone."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "game", "marbles").exit_code == 0
    for name, change in (
        ("more", "in: stuffs, change: plum, total: 40"),
        ("words", "in: questions, change: bite, text: So?"),
    ):
        Path(name).mkdir()
        Path(name, "pack.yaml").write_text(f"pack: {name}\nneeds: [marbles]\nchanges: [{{{change}}}]\n", "utf-8")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def rows(mod: str, *more: str) -> dict[str, Any]:
    done = run("compare", "--mod", mod, "--games", "12", "--seed", "s", "--format", "json", *more)
    assert done.exit_code == 0, done.output
    return {row["name"]: row for row in json.loads(done.output)["rows"]}


def test_the_interval_is_that_of_the_pairs() -> None:
    """Differences 1, 2, 3: the mean is 2, the standard error 1 / sqrt(3)."""
    found = row("x", [0, 10, 20], [1, 12, 23])
    assert (found.without, found.with_mods) == (10, 12)
    assert round(found.low, 3) == 0.868 and round(found.high, 3) == 3.132


def test_what_one_game_does_not_have_counts_as_none() -> None:
    [found] = compared([{}, {"lot: a": 1.0}], [{"lot: a": 2.0}, {"lot: a": 1.0}])
    assert (found.without, found.with_mods) == (0.5, 1.5)


def test_a_longer_game_is_longer() -> None:
    found = rows("more", "--count", "bite")
    assert found["decisions"]["low"] > 0
    assert found["bite: 3"]["with"] > found["bite: 3"]["without"] > 0
    assert {"won by p1", "won by p2", "won by nobody"} <= found.keys()
    assert (
        "decisions " in (told := run("compare", "--mod", "more", "--games", "12", "--seed", "s").output) and "*" in told
    )


def test_other_words_make_no_difference() -> None:
    assert all(one["low"] == one["high"] == 0 for one in rows("words").values())
    assert "the same in every game" in run("compare", "marbles", "--mod", "words", "--games", "2").output


def test_wrong_usage() -> None:
    assert run("compare", "marbles").exit_code == 2
    assert run("compare", "--mod", "more", "--games", "1").exit_code == 2
    assert "nobody is asked for `bit`" in run("compare", "--mod", "more", "--count", "bit").output
    assert run("compare", "--mod", "more", "--option", "players=9").exit_code == 1


def test_other_bots_play_other_games() -> None:
    def told(*more: str) -> str:
        done = run("compare", "--mod", "more", "--games", "4", "--seed", "s", *more)
        assert done.exit_code == 0, done.output
        return done.output

    greedy = told("--bots", "greedy,random")
    assert greedy.startswith("4 games without and 4 with the mods, by greedy, random bots")
    assert greedy == told("--bots", "greedy,random")
    assert greedy.partition("\n")[2] != told().partition("\n")[2]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--bots", "clever"), "there is no bot `clever`; there are random, greedy, search"),
        (("--bots", "greedy", "--count", "bite"), "--count is for games of random bots"),
    ],
)
def test_what_bots_cannot_do(more: tuple[str, ...], said: str) -> None:
    done = run("compare", "--mod", "more", *more)
    assert done.exit_code == 2 and said in done.output
