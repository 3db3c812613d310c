"""The name of a data folder in, the place where it stands out: in a checkout or wherever it is installed.

Installed, the folders are inside the package, as `archidsl/_data`. In a checkout they stand beside the package.
An editable install is a checkout too: Python imports the package from there, and the frozen copy of `_data` that
the installer leaves in site-packages is not beside the imported package, so the files being edited are found.
"""

from __future__ import annotations

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
    here = Path.cwd()
    packs = [folder("rules"), folder("cards")]
    return [pack.relative_to(here) if pack.is_relative_to(here) else pack for pack in packs]
