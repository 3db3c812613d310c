"""Packs with one fault each, and what is said about it: the first lines of each file, exactly.

A file `mod_*.yaml` holds a pack and, below a line `---`, a mod of it.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest

from archidsl.checker import codes as checker_codes
from archidsl.diagnostics import PackErrors, Report
from archidsl.pipeline import load
from archidsl.rendering import concise

HERE = Path(__file__).parent
PACKAGE = HERE.parent.parent / "archidsl"
PACKED = sorted((HERE.parent.parent / "examples").glob("*/pack.yaml"))
GAMES = [pack.parent for pack in PACKED if "needs:" not in pack.read_text("utf-8")]  # the others are mods
PACKS = sorted(HERE.glob("*.yaml"))
EXPECTED = re.compile(rb"# \S+\.yaml:\d+:\d+: ")
CODE = re.compile(r"""\b(?:error|warning)\(\s*"([a-z0-9-]+)"|\bDiagnostic\(\s*"([a-z0-9-]+)\"""")


def split(data: bytes) -> tuple[list[bytes], bytes]:
    """The expected lines, and the pack below them."""
    lines = data.split(b"\n")
    count = next((i for i, line in enumerate(lines) if not EXPECTED.match(line)), len(lines))
    return [line.removeprefix(b"# ") for line in lines[:count]], b"\n".join(lines[count:])


def said(name: str, data: bytes, folder: Path) -> list[str]:
    """What the pipeline says about a file with this content, a line each."""
    layers = [data]
    if name.startswith("mod_"):
        below, _, above = data.partition(b"\n---\n")
        layers = [below + b"\n", b"\n" * (below.count(b"\n") + 2) + above]  # lines keep their numbers
    paths = [folder / f"{name}{'-on-top' * i}.yaml" for i in range(len(layers))]
    for path, layer in zip(paths, layers, strict=True):
        path.write_bytes(layer)
    report = Report()
    with contextlib.suppress(PackErrors):
        load(paths, report)
    return [concise(d).replace(f"{folder}/", "").replace("-on-top.yaml", ".yaml") for d in report.sorted()]


@pytest.mark.parametrize("path", PACKS, ids=lambda path: path.stem)
def test_the_message_is_exactly_this(path: Path, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    data = path.read_bytes()
    expected, pack = split(data)
    if pytestconfig.getoption("--accept", False):
        accept(path, pack, tmp_path)
        return
    assert expected, "write the expected lines with: pytest tests/broken --accept"
    assert said(path.stem, data, tmp_path) == [line.decode("utf-8") for line in expected]


def accept(path: Path, pack: bytes, folder: Path) -> None:
    """The lines stand in the file itself and move it down, so they are found in a few rounds."""
    data = pack
    for _ in range(4):
        lines = "".join(f"# {line}\n" for line in said(path.stem, data, folder)).encode("utf-8")
        data, before = lines + pack, data
        if data == before:
            break
    path.write_bytes(data)


@pytest.mark.parametrize("example", GAMES, ids=lambda path: path.name)
def test_nothing_is_said_about_the_examples(example: Path) -> None:
    assert load([example]).report.diagnostics == []


def test_where_somebody_is_needed_is_shown(tmp_path: Path) -> None:
    report = Report()
    path = tmp_path / "pack.yaml"
    path.write_bytes((HERE / "nobody_runs.yaml").read_bytes())
    with contextlib.suppress(PackErrors):
        load([path], report)
    [fault] = report.errors
    [(place, words)] = fault.notes
    assert words == "somebody is needed here"
    assert (
        path.read_text("utf-8").splitlines()[place.line - 1][place.column - 1 :].startswith(("choose", "you", "gain"))
    )


def test_there_are_many() -> None:
    assert len(PACKS) >= 70


def test_one_fault_is_said_once() -> None:
    """A pack with one fault gets one message."""
    more = [path.name for path in PACKS if len(split(path.read_bytes())[0]) != 1]
    assert not more


def codes_in(*parts: str) -> set[str]:
    files = [file for part in parts for file in sorted((PACKAGE / part).glob("*.py"))]
    return {code for file in files for pair in CODE.findall(file.read_text("utf-8")) for code in pair if code}


def shown_codes() -> set[str]:
    lines = [line for path in PACKS for line in split(path.read_bytes())[0]]
    return {found[1].decode() for line in lines if (found := re.search(rb"(?:error|warning)\[([a-z0-9-]+)\]", line))}


def test_every_code_has_a_pack() -> None:
    assert codes_in("lang", "checker") - shown_codes() == set()


def test_every_code_is_explained() -> None:
    assert codes_in("lang", "checker") - set(checker_codes.CODES) - {"unknown-key"} == set()
