"""The name of a data folder in, the place where it stands out: in a checkout or wherever it is installed.

Installed, the folders are inside the package, as `archidsl/_data`. In a checkout they stand beside the package.
An editable install is a checkout too: Python imports the package from there, and the frozen copy of `_data` that
the installer leaves in site-packages is not beside the imported package, so the files being edited are found.
"""

from __future__ import annotations

import os
from pathlib import Path

FOLDERS = ("cards", "examples", "grammars", "rules")
PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """`folder("grammars")` is the folder with the grammars, wherever archidsl was installed."""
    if name not in FOLDERS:
        raise ValueError(f"archidsl has no folder `{name}`; it has {', '.join(FOLDERS)}")
    data = PACKAGE / "_data"
    place = (data if data.is_dir() else PACKAGE.parent) / name
    if not place.is_dir():
        raise FileNotFoundError(f"archidsl is not completely installed: its folder `{name}` should be at {place}")
    return place


def shipped_game() -> list[Path]:
    """The game that comes with archidsl: its rules, and on top of them its cards; called as they are from here."""
    return [_from_here(folder("rules")), _from_here(folder("cards"))]


def examples() -> list[str]:
    """The names of the packs that come with archidsl beside its game."""
    return sorted(pack.parent.name for pack in folder("examples").glob("*/pack.yaml"))


def or_example(path: Path) -> Path:
    """The path itself; of a mere word that is none, the shipped example with this name."""
    found = None if os.path.exists(path) else example(str(path))
    return path if found is None else found


def example(name: str) -> Path | None:
    return _from_here(folder("examples") / name) if name in examples() else None


def _from_here(pack: Path) -> Path:
    here = Path.cwd()
    return pack.relative_to(here) if pack.is_relative_to(here) else pack
