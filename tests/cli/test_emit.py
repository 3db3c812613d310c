"""Texts that a terminal would obey in; lines that it only shows out."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from archidsl.emit import emit, emit_json, escaped, on_one_line, set_color, wants_color, width

ROOT = Path(__file__).resolve().parents[2]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    set_color("auto")


def printed(*parts: object, monkeypatch: pytest.MonkeyPatch) -> str:
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    emit(*parts)  # type: ignore[arg-type]
    return stream.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines", "two\nlines"),
        ("\x1b[31mred", "\\u001b[31mred"),
        ("\x1b]0;title\x07", "\\u001b]0;title\\u0007"),
        ("\x9b31m", "\\u009b31m"),
        ("a\rb\x08c\x7f", "a\\u000db\\u0008c\\u007f"),
        ("tab\t", "tab\\u0009"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("a\u2028b\u2029", "a\\u2028b\\u2029"),
        ("half \ud800", "half \\ud800"),
        ("tag \U000e0041", "tag \\U000e0041"),
        ("é ü 你好 \U0001f600", "é ü 你好 \U0001f600"),
        ("z\u0301\u0302\u0303\u0304", "z\u0301\u0302\u0303\\u0304"),
    ],
)
def test_what_a_terminal_would_obey_or_hide_is_written_out(text: str, shown: str) -> None:
    assert escaped(text) == shown


def test_no_character_leaves_that_is_not_seen() -> None:
    """Every code point there is: what is left is a newline, or something with a shape or a width."""
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    left = {c for c in set(escaped(everything)) if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp")}
    assert left == {"\n"}
    bidi = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not [c for c in set(escaped(everything)) if unicodedata.bidirectional(c) in bidi]
    escaped(everything).encode("utf-8")


def test_a_line_stays_a_line() -> None:
    assert on_one_line("a\n::error::b") == "a\\n::error::b"


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("你好", 4), ("e\u0301", 1), ("\U0001f600!", 3), ("", 0)])
def test_width(text: str, columns: int) -> None:
    assert width(text) == columns


def test_colours_are_the_only_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert printed(("error", "\x1b[5m"), monkeypatch=monkeypatch) == "\x1b[1;31m\\u001b[5m\x1b[0m\n"


@pytest.mark.parametrize(
    ("choice", "environment", "colour"),
    [
        ("auto", {}, True),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": ""}, True),
        ("auto", {"TERM": "dumb"}, False),
        ("auto", {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_when_there_are_colours(
    choice: str, environment: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    set_color(choice)
    try:
        assert wants_color(Terminal()) is colour
    finally:
        set_color("auto")


def test_no_colours_in_a_pipe_unless_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not wants_color(io.StringIO())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_color(io.StringIO())


def test_json_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json({"name": "ü\x1b\x7f\u202e\U0001f600"}, indent=None)
    out = capsys.readouterr().out
    assert out.isascii() and "\x1b" not in out and "\x7f" not in out


def test_a_terminal_that_cannot_show_a_letter() -> None:
    code = "from archidsl.emit import emit; emit('caf\\u00e9 \\u4f60')"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment, check=True)
    assert done.stdout == b"caf\\xe9 \\u4f60\n"


@pytest.mark.skipif(os.name == "nt", reason="pipes break otherwise there")
def test_a_closed_pipe_is_no_accident() -> None:
    command = f"{sys.executable} -m archidsl explain --all --color never | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] in ("0", "141")


@pytest.mark.skipif(os.name == "nt", reason="streams are closed otherwise there")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("explain syntax >&-", 0),
        ("explain nothing_of_the_kind 2>&-", 2),
        ("check tests/broken/text_no_verb.yaml >&- 2>&-", 1),
        ("play examples/tic_tac_toe --seed 1 --yes <&-", 0),
        ("play examples/tic_tac_toe --seed 1 --yes <&- >&- 2>&-", 0),
    ],
)
def test_streams_that_were_closed_are_no_accident(line: str, code: int, tmp_path: Path) -> None:
    command = ["bash", "-c", f"{sys.executable} -m archidsl {line}"]
    environment = {**os.environ, "ARCHIDSL_HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr and "internal error" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said() -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "archidsl", "explain", "--all"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == 74
    assert done.stderr.startswith("archidsl: the output cannot be written")
    assert "Traceback" not in done.stderr


def test_nothing_else_prints() -> None:
    """Everything that is printed goes through `emit`."""
    for module in sorted((ROOT / "archidsl").rglob("*.py")):
        text = module.read_text("utf-8")
        if module.name != "emit.py":
            wrong = [
                word for word in ("print(", "click.echo(", "click.secho(", "sys.stdout.write(") if f" {word}" in text
            ]
            assert not wrong, f"{module}: {wrong}"


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "prix\u202f: progrès"), ("cp1252", "prix : progrès"), ("ascii", "prix : progr\\xe8s")],
)
def test_what_an_encoding_does_not_have(encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding)
    monkeypatch.setattr(sys, "stdout", stream)
    emit("prix\u202f: progrès", end="")
    stream.seek(0)
    assert stream.read() == shown
