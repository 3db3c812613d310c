"""`[PATH] [NAME]` as it was typed in; packs and a name out. Where no pack is named, it is the shipped game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from archidsl.packs.stacks import on_base, resting
from archidsl.resources import or_example, shipped_game

__all__ = ["looks_like_path", "named_or_shipped", "on_base", "resting", "shipped_game"]


def named_or_shipped(given: Sequence[str], mods: Sequence[Path]) -> tuple[list[Path], str]:
    """`[PATH] [NAME]`, as it was typed: the packs, and the name. What is no path is a name; so is the name of a mod."""
    if len(given) > 2 or not all(given):
        raise click.UsageError("give a PATH and a name, and no more" if all(given) else "an empty word names nothing")
    [first, *rest] = given or [""]
    if first and (rest or (os.path.exists(first) and Path(first) not in mods) or looks_like_path(first)):
        return resting([or_example(Path(first)), *mods]), rest[0] if rest else ""
    return on_base(None, mods), first


def looks_like_path(word: str) -> bool:
    return any(sign in word for sign in ("/", os.sep)) or word.endswith((".yaml", ".yml", ".zip"))
