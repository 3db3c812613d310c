"""The game that comes with archidsl: played where no pack is named, and put below packs that need it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from archidsl.resources import folder

HEADER = "pack.yaml"


def shipped_game() -> list[Path]:
    """Its rules, and on top of them its cards; called as they would be typed from here."""
    here = Path.cwd()
    packs = [folder("rules"), folder("cards")]
    return [pack.relative_to(here) if pack.is_relative_to(here) else pack for pack in packs]


def resting(paths: Sequence[Path]) -> list[Path]:
    """Packs from below to above; what they need and nobody named comes first, if it is shipped."""
    if not any(_may_need_others(path) for path in paths):
        return list(paths)
    from archidsl.commands.stacks import below, header  # only now: reading YAML takes its time

    headers = {path: header(path) for path in [*paths, *shipped_game()]}
    by_name = {said.name: path for path, said in reversed(headers.items()) if said.name}
    needed = [pack for path in paths for pack in below(path, headers, by_name) if pack not in paths]
    return [*dict.fromkeys(needed), *paths]


def _may_need_others(path: Path) -> bool:
    """Is there a `needs:`, as far as a glance can tell? What cannot be read is told of later."""
    file = path / HEADER if os.path.isdir(path) else path
    try:
        text = file.read_bytes()
    except (OSError, ValueError):
        return False
    return b"needs" in text or file.suffix == ".zip"
