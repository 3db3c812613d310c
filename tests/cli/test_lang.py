"""`--lang`: every command takes it, before its name and behind it, and it never changes what is played."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import COMMANDS, cli

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FIRST = EXAMPLES / "first_game"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A game with French words for its question, its counter and one of its options."""
    folder = tmp_path / "shells"
    folder.mkdir()
    (folder / "pack.yaml").write_text(
        """\
pack: shells
main: game
options: [{option: players, range: 2-3, default: 2}]
terms: [{term: day, name: day}]
kinds:
  - {kind: cup, facts: {size: number}, properties: {full: yes_no}}
properties: [{property: day, type: number}]
cups:
  - {cup: red_cup, name: red cup, size: 2}
  - {cup: blue_cup, name: blue cup, size: 3}
procedures:
  - procedure: game
    effect: |
      repeat 2:
        set day to day + 1
        each player p: p does turn()
  - procedure: turn
    effect: |
      choose pick: cup
      set full of pick to yes
""",
        "utf-8",
    )
    return folder


def run(*arguments: object, **more: str) -> Result:
    done = CliRunner(env=more or None).invoke(cli, [*map(str, arguments)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def catalogue(pack: Path, language: str, **words: str) -> None:
    (pack / "locale").mkdir(exist_ok=True)
    entry = 'msgctxt "{}"\nmsgid "{}"\nmsgstr "{}"\n'
    lines = [entry.format(key.replace("__", "."), *text.split("=")) for key, text in words.items()]
    (pack / "locale" / f"{language}.po").write_text("\n".join(lines), "utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_takes_it(name: str) -> None:
    assert "--lang" in run(name, "--help").output
    assert run("--lang", "fr", name, "--help").exit_code == 0
    where = (FIRST,) if name == "test" else ()  # without a place, it plays everything that is shipped
    assert "no such option" not in run(name, "--lang", "fr", *where).output.lower()


@pytest.mark.parametrize("said", ["fr", "FR", "fr_CA.UTF-8", "fr-CH"])
def test_as_people_and_systems_write_it(said: str) -> None:
    assert "fruit" not in run("--lang", said, "resume", "--list").output
    assert run("--lang", said, "list", FIRST).output == run("list", FIRST, ARCHIDSL_LANG=said).output


def test_what_is_no_language() -> None:
    done = run("list", "--lang", "klingon", FIRST)
    assert done.exit_code == 2 and "`klingon` is no language; write two or three letters" in done.output


def test_a_language_that_only_a_translator_has_begun(tmp_path: Path) -> None:
    """It can be looked at as soon as there is a catalogue; before, to ask for it is a mistake."""
    pack = Path(shutil.copytree(EXAMPLES / "tic_tac_toe", tmp_path / "tic"))
    done = run("play", pack, "--bots", "all", "--seed", "s", "--lang", "it")
    assert done.exit_code == 2 and "nothing here is translated into `it`; there are en, fr, de" in done.output
    assert run("play", pack, "--bots", "all", "--seed", "s", ARCHIDSL_LANG="it").exit_code == 0
    catalogue(pack, "it", question__square="Choose square=Quale casella?")
    assert "Quale casella?" in run("play", pack, "--bots", "all", "--seed", "s", "--lang", "it").output


def test_the_end_of_the_line_counts_more_than_its_beginning(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(EXAMPLES / "tic_tac_toe", tmp_path / "tic"))
    catalogue(pack, "it", question__square="Choose square=Quale casella?")
    assert "Quale" in run("--lang", "fr", "play", pack, "--bots", "all", "--seed", "s", "--lang", "it").output


def test_a_trace_tells_answers_as_players_read_them(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(EXAMPLES / "tic_tac_toe", tmp_path / "tic"))
    catalogue(pack, "fr", question__square="Choose square=Quelle case\u202f?")
    script = tmp_path / "a.game"
    script.write_text("game: tic\np1: square b2\n", "utf-8")
    plain, french = run("trace", script), run("trace", script, "--lang", "fr")
    assert french.output == plain.output.replace("`b2`\n", "`b2`  (p1\u202f: Quelle case\u202f? b2)\n")
    [decision] = json.loads(run("trace", script, "--lang", "fr", "--format", "json").output)["decisions"]
    assert decision["told"] == "p1\u202f: Quelle case\u202f? b2"


def test_of_a_recorded_script_only_the_comments_speak_it(pack: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert run("play", pack, "--bots", "all", "--seed", "s", "--record", kept).exit_code == 0
    catalogue(pack, "de", term__day="day=Tag")
    english = run("record", kept, "--game", pack).output
    german = run("record", kept, "--game", pack, "--lang", "de").output
    assert "# -- day 1" in english and "# -- Tag 1" in german
    own = [[line for line in text.splitlines() if not line.startswith("#")] for text in (english, german)]
    assert own[0] == own[1]


def test_items_are_found_and_named_in_it(pack: Path) -> None:
    catalogue(pack, "de", cup__red_cup="red cup=rote Tasse")
    found = run("resolve", pack, "Rote Tasse.name", "--lang", "de")
    assert found.exit_code == 0 and found.output.startswith("cup red_cup.name (rote Tasse)  in ")
    assert run("resolve", pack, "rote Tasse").exit_code == 2
    assert "cup red_cup (rote Tasse)" in run("provenance", pack, "--lang", "de").output
    mod = pack.parent / "mod"
    mod.mkdir()
    (mod / "pack.yaml").write_text(
        "pack: mod\nneeds: [shells]\nchanges: [{in: cups, change: red_cup, note: old}]\nproperties: []\n", "utf-8"
    )
    counted = run("run", "--game", pack, "--bots", "random", "--games", "1", "--seed", "s", "--count", "pick")
    german = run(
        "run", "--game", pack, "--bots", "random", "--games", "1", "--seed", "s", "--count", "pick", "--lang", "de"
    )
    assert "red cup" in counted.output and "rote Tasse" in german.output
    assert (
        "pick: rote Tasse"
        in run("compare", pack, "--mod", mod, "--games", "2", "--seed", "s", "--count", "pick", "--lang", "de").output
    )
