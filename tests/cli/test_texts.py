"""`archidsl texts`: what is translated, and what is not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli

TIC = Path(__file__).resolve().parents[2] / "examples" / "tic_tac_toe"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(TIC, tmp_path / "tic"))


def texts(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["texts", *map(str, arguments)])


def test_a_pack_without_catalogues(pack: Path) -> None:
    done = texts(pack, "--lang", "fr")
    assert done.exit_code == 1
    assert "question.square: missing: no translation of `Choose square`" in done.output
    assert not (pack / "locale").exists()


def test_from_nothing_to_complete(pack: Path) -> None:
    assert "written: " in texts(pack, "--lang", "fr", "--update").output
    file = pack / "locale" / "fr.po"
    lines = file.read_text("utf-8").splitlines()
    filled = [
        f'{line[:-2]}"x (f)"' if line.startswith(("msgstr", "msgstr[")) and line.endswith('""') else line
        for line in lines
    ]
    file.write_text("\n".join([*lines[:2], 'msgstr ""', *filled[3:]]) + "\n", "utf-8")
    done = texts(pack, "--lang", "fr")
    assert done.exit_code == 0, done.output
    before = file.read_bytes()
    assert texts(pack, "--lang", "fr", "--update").exit_code == 0
    assert file.read_bytes() == before


def test_as_json(pack: Path) -> None:
    found = json.loads(texts(pack, "--lang", "de", "--format", "json").output)
    assert found["version"] == 1 and found["catalogues"][0]["language"] == "de"
    assert {problem["sort"] for problem in found["problems"]} == {"missing"}


def test_a_broken_catalogue_is_told_of_and_the_game_goes_on(pack: Path) -> None:
    (pack / "locale").mkdir()
    (pack / "locale" / "fr.po").write_bytes(b"\xff\xfe nothing")
    assert texts(pack, "--lang", "fr").exit_code == 1
    done = CliRunner().invoke(cli, ["play", str(pack), "--bots", "all", "--seed", "s", "--lang", "fr"])
    assert done.exit_code == 0 and "warning" in done.output


@pytest.mark.parametrize("language", ["f", "english", "f/", "12"])
def test_no_language(pack: Path, language: str) -> None:
    done = texts(pack, "--lang", language)
    assert done.exit_code == 2 and "is no language" in done.output


def test_a_zip_file_has_its_catalogues_in_it(pack: Path, tmp_path: Path) -> None:
    assert texts(pack, "--lang", "de", "--update").exit_code == 1
    file = pack / "locale" / "de.po"
    text = file.read_text("utf-8").replace('msgid "Choose square"\nmsgstr ""', 'msgid "Choose square"\nmsgstr "Wohin?"')
    file.write_text(text, "utf-8")
    archive = Path(shutil.make_archive(str(tmp_path / "zipped"), "zip", pack))
    done = CliRunner().invoke(cli, ["play", str(archive), "--seed", "s", "--lang", "de"], input="quit\n")
    assert done.exit_code == 0 and "p1: Wohin?" in done.output
    assert texts(archive, "--lang", "de", "--update").exit_code == 2  # nothing is written into a zip file
