"""`archidsl test` plays the scripts in the folder `tests` of a pack, beside its scenarios."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli
from archidsl.commands.scripts import Games, play_script
from archidsl.commands.test import Wanted, watched

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def run_tests(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["test", *map(str, arguments)])


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLES / "tic_tac_toe", tmp_path / "tic")
    return tmp_path / "tic"


def test_scripts_are_played_and_selected(pack: Path) -> None:
    (pack / "tests" / "wrong.game").write_text("game: ..\np1: square b9\n")
    result = run_tests(pack)
    assert result.exit_code == 1 and "1 failed, 1 passed" in result.output and "nothing is called `b9`" in result.output
    assert run_tests(pack, "-k", "win").exit_code == 0
    assert run_tests(pack, "-k", "nothing").exit_code == 1
    assert run_tests(pack, "--rule", "R-1").exit_code == 1
    assert run_tests(pack / "tests" / "win_in_five.game").exit_code == 0
    assert "wrong.game:1 wrong\n" in run_tests(pack, "--list").output


def test_what_scripts_play_is_covered(pack: Path) -> None:
    whole = json.loads(run_tests(pack, "--coverage", "--format", "json").output)["coverage"]
    (pack / "tests" / "win_in_five.game").write_text("game: ..\np1: square b2\n")
    less = json.loads(run_tests(pack, "--coverage", "--format", "json").output)["coverage"]
    assert whole["percent"] > less["percent"] > 0
    (pack / "tests" / "win_in_five.game").write_text("game: ..\ngiven: set mark of b2 to p1\np1: square b1\n")
    assert run_tests(pack, "--coverage").exit_code == 0


def test_the_game_of_a_script_is_watched(pack: Path) -> None:
    wanted = Wanted((pack / "tests" / "win_in_five.game",), "", (), False, False)
    assert {path.name for path in watched(wanted)} >= {"win_in_five.game", "rules.yaml"}
    (pack / "tests" / "win_in_five.game").write_text("game ..\n")
    assert {path.name for path in watched(wanted)} == {"win_in_five.game"}


def test_a_script_in_yaml_is_refused(pack: Path) -> None:
    (pack / "tests" / "old.yaml").write_text("game: ..\nplay:\n  - p1: {square: b2}\n")
    result = run_tests(pack)
    assert result.exit_code == 1 and "`play`" in result.output and "there are no scenarios here" in result.output


WORDS = [
    *" \t\n,:[]\"#+-@/_0123456789abc", "expect ", "refuse p1: ", "because ", " and ", " of ", "nothing", "p1", "stop\n",
    "given:\n  ", "play: ", "hidden", "p1 begins x", "expect p1 is asked ", "expect p1 sees ", "wins", "options: ",
    "[]", "99999999999999999999", " to ", "with", "lay a@b\n", "chance: ",
]  # fmt: skip


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "rival_magicians", "saltfen"])
def test_no_script_is_too_much_to_play(name: str, tmp_path: Path) -> None:
    """Whatever is changed in a script, it passes or says what is wrong; nothing else comes out."""
    [path] = (EXAMPLES / name / "tests").glob("*.game")
    text, lots, games = path.read_text("utf-8")[:1200], Random(name), Games()
    text = text.replace("game: ..", f"game: {EXAMPLES / name}")
    failed = 0
    for _ in range(40):
        changed = list(text)
        for _ in range(lots.choice((1, 1, 2, 5))):
            at = lots.randrange(changed.index("\n"), len(changed))
            changed[at : at + lots.choice((0, 1, 1, 4, 8))] = lots.choices(WORDS, k=lots.choice((0, 1, 1, 2)))
        (tmp_path / "x.game").write_text("".join(changed), "utf-8")
        ran, _ = play_script(tmp_path / "x.game", games)
        failed += bool(ran.report.errors)
    assert failed > 10
