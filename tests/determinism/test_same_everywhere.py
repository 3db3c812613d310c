"""The same thousand games, bit for bit, under every Python there is and three hash seeds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
NEEDED = ("lark>=1.2,<2", "pyyaml>=6.0.1", "jsonschema>=4.21", "click>=8.1", "rich>=13")


def run(python: Path | str, hash_seed: str, *args: str) -> list[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [str(python), str(HERE / "games.py"), *args], capture_output=True, text=True, env=environment, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def expected() -> list[str]:
    lines = run(sys.executable, "0")
    assert len(lines) == 1000
    return lines


@pytest.mark.parametrize("hash_seed", ["1", "4294967295"])
def test_hash_seeds_change_nothing(expected: list[str], hash_seed: str) -> None:
    assert run(sys.executable, hash_seed) == expected


def interpreter(version: str) -> str | None:
    """Another Python of this machine, on the path or among those that pyenv keeps."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")


def prepared(version: str) -> Path | str:
    """A Python of that version with what archidsl needs; made once beside the project's own environment."""
    if sys.version_info[:2] == tuple(map(int, version.split("."))):
        return sys.executable
    found = interpreter(version)
    if found is None:
        pytest.skip(f"this machine has no Python {version}")
    folder = ROOT / ".venv" / "versions" / version
    python = folder / "bin" / "python"
    if not (folder / "ready").exists():
        made = subprocess.run([found, "-m", "venv", str(folder)], capture_output=True)
        installed = subprocess.run([str(python), "-m", "pip", "install", "-q", *NEEDED], capture_output=True, text=True)
        if made.returncode or installed.returncode:
            pytest.skip(f"Python {version} could not be prepared: {installed.stderr[-300:]}")
        (folder / "ready").touch()
    return python


@pytest.mark.parametrize("version", VERSIONS)
def test_versions_change_nothing(expected: list[str], version: str) -> None:
    assert run(prepared(version), "0") == expected


def test_the_reference_plays_the_same_games(expected: list[str]) -> None:
    assert run(sys.executable, "0", "reference") == expected
