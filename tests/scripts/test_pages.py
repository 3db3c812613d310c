"""The page about scripts in; each of its examples is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archidsl.commands.scripts import Games, play_script
from archidsl.rendering import concise
from archidsl.scripts.from_text import from_text
from archidsl.scripts.syntax_errors import FORMS

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fenced(page: str, language: str) -> list[str]:
    return [found[2] for found in FENCE.finditer((DOCS / page).read_text("utf-8")) if found[1] == language]


@pytest.mark.parametrize("text", fenced("scripts.md", "game"))
def test_the_examples_of_the_page_are_played(text: str, tmp_path: Path) -> None:
    plums = next(text for text in fenced("language.md", "yaml") if "pack: plums\n" in text)
    (tmp_path / "plums.yaml").write_text(plums, "utf-8")
    path = tmp_path / "page.game"
    path.write_text(text.replace("../examples", str(ROOT / "examples")), "utf-8")
    ran, _ = play_script(path, Games())
    assert not ran.report.errors, [concise(d) for d in ran.report.sorted()]
    assert ran.over


def test_the_page_names_every_line_there_is() -> None:
    page = (DOCS / "scripts.md").read_text("utf-8")
    assert all(f"{word}:" in page or f"`{word}" in page for word in FORMS)


def test_the_rows_of_the_page_can_be_read() -> None:
    """Every line that a table shows is a line of a script."""
    from archidsl.diagnostics import Report

    rows = re.findall(r"^\| (`.*?`) \|", (DOCS / "scripts.md").read_text("utf-8"), re.MULTILINE)
    lines = [code for row in rows for code in re.findall(r"`([^`]+)`", row)]
    lines = [line for line in lines if re.match(r"(\w+|refuse \w+|\w+ begins \w+): |expect |refuse |stop", line)]
    assert len(lines) > 20
    for line in lines:
        report = Report()
        from_text(line if line.startswith("game:") else f"game: ..\n{line}\n", Path("row.game"), report)
        assert not report.errors, (line, [concise(d) for d in report.sorted()])
