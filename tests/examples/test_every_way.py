"""Every example plays from the terminal, by script and by bots."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from archidsl.cli import cli

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PACKS = sorted(EXAMPLES.glob("*/pack.yaml"))
GAMES = [pack.parent.name for pack in PACKS if "needs:" not in pack.read_text("utf-8")]  # the others are mods


def run(*args: str, text: str = "") -> str:
    done = CliRunner().invoke(cli, list(args), input=text)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("name", GAMES)
def test_it_checks_without_a_warning(name: str) -> None:
    assert "1 pack, no problems" in run("check", "--strict", str(EXAMPLES / name))


@pytest.mark.parametrize("name", GAMES)
def test_its_scripts_hold(name: str) -> None:
    scripts = sorted((EXAMPLES / name / "tests").glob("*.game"))
    assert scripts, "a game without a script"
    assert f"{len(scripts)} passed" in run("run", *map(str, scripts))


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_it(name: str) -> None:
    assert "games" in run("run", "--game", str(EXAMPLES / name), "--bots", "random", "--games", "3", "--seed", "bots")


@pytest.mark.parametrize("name", GAMES)
def test_a_person_plays_it(name: str, tmp_path: Path) -> None:
    """Whoever always types the first answer comes to the end, or is asked again and may leave."""
    record = tmp_path / "game.jsonl"
    told = run("play", str(EXAMPLES / name), "--seed", "person", "--record", str(record), text="1\n" * 400)
    assert "seed: person" in told
    assert run("run", "--game", str(EXAMPLES / name), str(record))
