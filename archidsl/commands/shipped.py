"""The game that comes with archidsl: played where no pack is named, and put below packs that need it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from archidsl.resources import folder

HEADER = "pack.yaml"


def shipped_game() -> list[Path]:
    """Its rules, and on top of them its cards; called as they would be typed from here."""
    here = Path.cwd()
    packs = [folder("rules"), folder("cards")]
    return [pack.relative_to(here) if pack.is_relative_to(here) else pack for pack in packs]


def named_or_shipped(given: Sequence[str], mods: Sequence[Path]) -> tuple[list[Path], str]:
    """`[PATH] [NAME]`, as it was typed: the packs, and the name. What is no path is a name in the shipped game."""
    if len(given) > 2 or not all(given):
        raise click.UsageError("give a PATH and a name, and no more" if all(given) else "an empty word names nothing")
    [first, *rest] = given or [""]
    if first and (rest or os.path.exists(first) or looks_like_path(first)):
        return resting([Path(first), *mods]), rest[0] if rest else ""
    return resting([*shipped_game(), *mods]), first


def looks_like_path(word: str) -> bool:
    return any(sign in word for sign in ("/", os.sep)) or word.endswith((".yaml", ".yml", ".zip"))


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
