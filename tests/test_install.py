"""The data folders are found, whole and alike, from a checkout, an editable install and a wheel."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="building needs the dev extra")

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("cards", "examples", "grammars", "rules")
PROBE = """
import json
from archidsl.resources import FOLDERS, folder
print(json.dumps({name: str(folder(name)) for name in FOLDERS}))
"""
Content = dict[str, bytes]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of what git would give, so that building and editing leave the real tree alone."""
    copy = tmp_path / "checkout"
    copy.mkdir()
    for name in ("archidsl", *FOLDERS):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "_data"))
        (copy / name / "mark.txt").write_text(name)  # a folder that is still empty would prove nothing
    for file in ROOT.glob("[!.]*"):
        if file.is_file():
            shutil.copy(file, copy)
    return copy


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The site-packages of a new, bare environment."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    return next((tmp_path / "env" / "lib").glob("python*/site-packages"))


def build(kind: str, checkout: Path, into: Path) -> Path:
    """Asks the build backend as pip would: kind is `wheel`, `editable` or `sdist`."""
    code = f"import sys, hatchling.build as b; print(b.build_{kind}(sys.argv[1]))"
    built = run([sys.executable, "-c", code, str(into)], cwd=checkout)
    return into / built.splitlines()[-1]


def install(wheel: Path, site: Path) -> None:
    """A pure wheel is installed by unpacking it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)


def found(site: Path, cwd: Path) -> dict[str, Path]:
    """Where a Python of the environment finds the folders, when started in `cwd`."""
    python = site.parents[2] / "bin" / "python"
    return {name: Path(place) for name, place in json.loads(run([str(python), "-c", PROBE], cwd=cwd)).items()}


def run(command: list[str], cwd: Path) -> str:
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def content(folder: Path) -> Content:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def contents(places: dict[str, Path]) -> dict[str, Content]:
    return {name: content(place) for name, place in places.items()}


def originals(checkout: Path) -> dict[str, Path]:
    return {name: checkout / name for name in FOLDERS}


def test_checkout(checkout: Path, site: Path) -> None:
    assert found(site, cwd=checkout) == originals(checkout)


def test_editable_install_sees_files_added_later(checkout: Path, site: Path, tmp_path: Path) -> None:
    install(build("editable", checkout, tmp_path), site)
    (checkout / "cards" / "added_later.yaml").write_text("[]\n")
    assert found(site, cwd=tmp_path) == originals(checkout)


def test_wheel(checkout: Path, site: Path, tmp_path: Path) -> None:
    install(build("wheel", checkout, tmp_path), site)
    places = found(site, cwd=tmp_path)
    assert all(place.is_relative_to(site) for place in places.values()), places
    assert contents(places) == contents(originals(checkout))
    assert content(site / "archidsl" / "locale") == content(checkout / "archidsl" / "locale")  # words of the program


def test_wheel_built_from_the_source_archive(checkout: Path, site: Path, tmp_path: Path) -> None:
    with tarfile.open(build("sdist", checkout, tmp_path)) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    install(build("wheel", unpacked, tmp_path), site)
    assert contents(found(site, cwd=tmp_path)) == contents(originals(checkout))


def test_a_missing_folder_is_named(checkout: Path, site: Path) -> None:
    shutil.rmtree(checkout / "rules")
    with pytest.raises(AssertionError, match=r"not completely installed: its folder `rules` should be at "):
        found(site, cwd=checkout)
