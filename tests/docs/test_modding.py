"""The page about mods in; its files are written and its commands run, from the first to the last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "modding.md"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\S+\.yaml)\n")


def run(line: str) -> Result:
    """As it is typed; who plays leaves at the first question."""
    command, *args = line.split()
    assert command == "archidsl"
    return CliRunner().invoke(cli, args, input="quit\n")


def corrected(text: str) -> str:
    """What the page tells the reader to put right."""
    return text.replace("flroin", "florin")


def test_the_page_works_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks, ran = FENCE.findall(PAGE.read_text("utf-8")), 0
    for number, (language, text) in enumerate(blocks):
        if language in ("yaml", "yml"):
            file = FILE.match(text)
            assert file is not None, text
            Path(file[1]).write_text(text, "utf-8")
        for line in text.splitlines() if language == "sh" else ():
            done = run(line)
            ran += 1
            if [*blocks, ("", "")][number + 1][0] == "text":
                assert done.exit_code == 1 and done.output == blocks[number + 1][1]
                cards = Path("night_market/cards.yaml")
                cards.write_text(corrected(cards.read_text("utf-8")), "utf-8")
            else:
                missing = "--update" in line  # new texts are not translated yet, and that is said
                assert done.exit_code == (1 if missing else 0), f"{line}\n{done.output}"
    assert ran > 20
    assert run("archidsl test night_market").exit_code == 0


def test_what_it_says_comes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("archidsl new mod night_market")
    table = PAGE.read_text("utf-8").partition("| file | what is in it |")[2].partition("##")[0]
    named = set(re.findall(r"`([\w/]+\.\w+)`", table))
    files = {file.relative_to("night_market").as_posix() for file in Path("night_market").rglob("*") if file.is_file()}
    assert named == files
