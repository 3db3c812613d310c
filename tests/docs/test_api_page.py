"""docs/api.md: every block of Python on it runs, one after the other, as it stands there."""

from __future__ import annotations

import io
import re
import shutil
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import archidsl

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "examples" / "saltfen", tmp_path / "examples" / "saltfen")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with redirect_stdout(printed):
        for number, block in enumerate(BLOCKS, 1):
            exec(compile(block, f"docs/api.md, block {number}", "exec"), names)
    assert names["table"].over and (tmp_path / "kept.jsonl").exists()
    assert "answers `home`" in printed.getvalue() and "is asked for `home`" in printed.getvalue()


def test_a_bot_has_ten_lines() -> None:
    [bot] = [block for block in BLOCKS if "def thrifty" in block]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 10


def test_everything_that_is_offered_is_told() -> None:
    for name in archidsl.__all__:
        assert re.search(rf"\b{name}\b", PAGE) or name in ("Bot", "Game", "Table", "Written"), name
    for kind in (archidsl.Table, archidsl.Choice):
        public = [name for name in vars(kind) if not name.startswith("_")]
        missing = [name for name in public if not re.search(rf"\b{name}\b", PAGE)]
        assert set(missing) <= {"game", "session", "naming", "over"}, missing
