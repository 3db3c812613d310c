"""The mods under `examples/`, and the templates that new ones are made of: each checks, tells, plays and ends."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from archidsl.cli import cli
from archidsl.packs.stacks import resting
from archidsl.pipeline import Game, load
from tests.rules import invariants
from tests.rules.bots import TEMPERS, step
from tests.rules.invariants import Board, Watch

ROOT = Path(__file__).resolve().parents[2]
MODS = [pack.parent for pack in sorted(ROOT.glob("examples/*/pack.yaml")) if "needs:" in pack.read_text("utf-8")]
TEMPLATES = sorted(pack.parent for pack in ROOT.glob("*/template/pack.yaml"))
TEMPLATES += sorted(pack.parent for pack in ROOT.glob("examples/*/template/pack.yaml"))
FIRST_GAME = ROOT / "examples" / "first_game"
LONGEST = 6000  # answers
OTHERWISE = {"auctioneer": {"INV-45"}}  # what a mod is made to change: here money goes from player to player

each_mod = pytest.mark.parametrize("mod", [*MODS, *TEMPLATES, FIRST_GAME], ids=lambda m: m.relative_to(ROOT).as_posix())
of_the_shipped_game = [mod for mod in [*MODS, *TEMPLATES] if "archipelago" in (mod / "pack.yaml").read_text("utf-8")]


def run(*args: str | Path) -> str:
    done = CliRunner().invoke(cli, [str(arg) for arg in args])
    assert done.exit_code == 0, done.output
    return done.output


def test_all_are_found() -> None:
    assert {mod.name for mod in MODS} == {"auctioneer", "correction", "underdog"}
    assert len(TEMPLATES) == 2


@each_mod
def test_it_checks_without_a_warning(mod: Path) -> None:
    assert run("check", "--strict", mod) == "1 pack, no problems\n"


@each_mod
def test_its_scenarios_pass_in_both_games(mod: Path) -> None:
    assert " passed" in run("test", "--compiled", mod)


@each_mod
def test_nothing_is_missing_in_french_and_german(mod: Path) -> None:
    run("texts", mod)


@each_mod
def test_it_is_all_data_and_has_its_page(mod: Path) -> None:
    files = [file for file in mod.rglob("*") if file.is_file() and "template" not in file.relative_to(mod).parts]
    assert {file.suffix for file in files} == {".yaml", ".po", ".md"}
    assert (
        (mod / "README.md").is_file() and (mod / "locale" / "fr.po").is_file() and (mod / "locale" / "de.po").is_file()
    )


@cache
def game(mod: Path) -> Game:
    return load(resting([mod]))


@pytest.mark.parametrize("mod", of_the_shipped_game, ids=lambda mod: mod.name)
def test_games_end_and_keep_the_invariants_of_the_rules(mod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"players": 3, "game_length": "long"}
    board = Board(game(mod), game(mod).start(options, "any"))
    monkeypatch.setattr(invariants, "CARDS", len(board.cards))  # a mod may bring new ones
    for number, temper in enumerate(TEMPERS * 2):
        position, lots = game(mod).start(options, f"mod {number}"), Random(number)
        watch = Watch(board, position)
        watch.plan = [(check, mask) for check, mask in watch.plan if check.id not in OTHERWISE.get(mod.name, set())]
        for _ in range(LONGEST):
            if position.asked is None:
                break
            watch.look(step(position, lots, temper))
        assert position.over, "a game without end"
    assert len(watch.done) > 20


def test_the_new_card_is_bought_and_used() -> None:
    """By chance, in one game at least: it lies in the deck like any other."""
    mod, sold = ROOT / "examples" / "auctioneer", 0
    for number in range(40):
        position, lots = game(mod).start({"players": 3, "game_length": "long"}, f"sale {number}"), Random(number)
        while position.asked is not None:
            sold += step(position, lots, "calm")[0] == "lot"
    assert sold > 0
