"""`new`: folders that check, test and are translated, under any name that can be; and nothing else is left behind."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


def fine(*args: str | Path) -> str:
    done = run(*args)
    assert done.exit_code == 0, done.output
    return done.output


def all_fine(path: str) -> None:
    assert fine("check", "--strict", path) == "1 pack, no problems\n"
    assert " passed" in fine("test", path)
    fine("texts", path)


def test_a_mod_of_the_shipped_game() -> None:
    told = fine("new", "mod", "night_market")
    assert "made: night_market/" in told and "archidsl play --mod night_market" in told
    all_fine("night_market")
    assert "Night market" in fine("show", "night_market", "night_market")
    files = {file.relative_to("night_market").as_posix() for file in Path("night_market").rglob("*") if file.is_file()}
    assert files == {
        "README.md", "pack.yaml", "cards.yaml", "wording.yaml", "tests/night_market.yaml",
        "locale/fr.po", "locale/de.po",
    }  # fmt: skip
    for file in files:
        assert "toryteller" not in (Path("night_market") / file).read_text("utf-8")
    assert len(Path("night_market/README.md").read_text("utf-8").splitlines()) <= 12


def test_every_command_that_is_told_works() -> None:
    for args in (["mod", "lamp"], ["mod", "wick", "--on", "saltfen"], ["game", "coals"]):
        told = fine("new", *args)
        for line in told.splitlines():
            if line.startswith("  archidsl "):
                more = ["--bots", "all", "--seed", "1"] if " play " in line else []
                fine(*line.split()[1:], *more)


def test_two_new_mods_go_together() -> None:
    fine("new", "mod", "one_card")
    fine("new", "mod", "other_card")
    assert fine("check", "--strict", "--mod", "one_card", "--mod", "other_card") == "1 pack, no problems\n"


@pytest.mark.parametrize(
    "base", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen", "auctioneer"]
)
def test_a_mod_of_any_shipped_pack(base: str) -> None:
    """With a template or without; on a mod it is one more mod, of the same game."""
    fine("new", "mod", "extra_one", "--on", base)
    all_fine("extra_one")
    assert base in Path("extra_one/pack.yaml").read_text("utf-8")


def test_a_pack_without_a_template_gets_a_number_to_change() -> None:
    fine("new", "game", "marbles")
    fine("new", "mod", "many_marbles", "--on", "marbles")
    text = Path("many_marbles/pack.yaml").read_text("utf-8")
    assert "needs: [marbles]" in text and "change: players\n    default: 2 " in text
    assert "the game: " not in fine("diff", "many_marbles")
    Path("many_marbles/pack.yaml").write_text(text.replace("default: 2 ", "default: 3 "), "utf-8")
    assert "option players.default: 2 -> 3" in fine("diff", "many_marbles")


def test_a_game() -> None:
    fine("new", "game", "marbles", "--dir", "far/away")
    all_fine("far/away/marbles")
    assert "The game is over" in fine("play", "far/away/marbles", "--bots", "all", "--seed", "1")
    assert run("new", "game", "x", "--on", "saltfen").exit_code == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Night Market", "how about `night_market`?"), ("9lives", "how about `lives`?"), ("", "cannot be a name"),
        ("../up", "how about `up`?"), ("a" * 65, "cannot be a name"), ("choose", "a word of the language"),
        ("pirate", "there is already a `card` called `pirate`"), ("florin", "is a stuff already"), ("wood", "`wood`"),
        ("rebellion", "is a property already"), ("p1", "`p1`"), ("player", "`player`"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be(name: str, words: str, here: Path) -> None:
    done = run("new", "mod", "--", name)
    assert done.exit_code == 2 and words in done.output, done.output
    assert list(here.iterdir()) == []


def test_nothing_is_written_over(here: Path) -> None:
    (here / "lamp").mkdir()
    (here / "lamp" / "kept.txt").write_text("mine", "utf-8")
    (here / "nowhere").symlink_to(here / "not_there")
    for name in ("lamp", "nowhere"):
        done = run("new", "mod", name)
        assert done.exit_code == 2 and "exists already" in done.output
    assert [path.name for path in (here / "lamp").iterdir()] == ["kept.txt"]
    done = run("new", "mod", "wick", "--dir", "lamp/kept.txt")
    assert done.exit_code == 1 and "cannot be made" in done.output


def test_it_must_find_what_it_lies_on(here: Path) -> None:
    fine("new", "game", "marbles", "--dir", "games")
    done = run("new", "mod", "many", "--on", "games/marbles")
    assert done.exit_code == 2 and "make it beside that pack: `--dir games`" in done.output
    assert [path.name for path in here.iterdir()] == ["games"]
    fine("new", "mod", "many", "--on", "games/marbles", "--dir", "games")
    all_fine("games/many")
    assert run("new", "mod", "more", "--on", "nothing_here").exit_code == 1


def test_a_mod_beside_a_zip_file() -> None:
    fine("new", "mod", "lamp")
    with zipfile.ZipFile("lamp.zip", "w") as archive:
        for file in Path("lamp").rglob("*"):
            archive.write(file)
            if file.is_file():
                file.unlink()
    Path("lamp").rename("empty")
    assert fine("check", "--strict", "lamp.zip") == "1 pack, no problems\n"
    assert "The game is over" in fine("play", "--mod", "lamp.zip", "--bots", "all", "--players", "2", "--seed", "1")
    fine("new", "mod", "wick", "--on", "lamp.zip")
    all_fine("wick")
    done = run("test", "lamp.zip")
    assert done.exit_code == 1 and "unpack it" in done.output


def test_a_template_of_a_stranger_brings_only_texts(here: Path) -> None:
    fine("new", "game", "marbles")
    template = Path("marbles/template")
    template.mkdir()
    (template / "pack.yaml").write_text("pack: extra\nneeds: [marbles]\n", "utf-8")
    (template / "run.sh").write_text("echo hello", "utf-8")
    (here / "secret.yaml").write_text("secret", "utf-8")
    (template / "linked.yaml").symlink_to(here / "secret.yaml")
    fine("new", "mod", "mine", "--on", "marbles")
    assert [file.name for file in Path("mine").rglob("*")] == ["pack.yaml"]
