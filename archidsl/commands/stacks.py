"""Paths as they were typed in; stacks of packs out, each a pack and what it lies on, from below to above."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from archidsl.commands.shipped import shipped_game
from archidsl.diagnostics import Report
from archidsl.packs.from_files import read_pack
from archidsl.packs.schema import is_header
from archidsl.packs.sources import PACK, is_skipped
from archidsl.packs.values import Mapping, Scalar, Sequence

Stack = list[Path]


def stacks(paths: Iterable[Path]) -> list[Stack]:
    """Each pack alone, or on top of those that it needs: among the others, or of the shipped game."""
    found = list(dict.fromkeys(pack for path in paths for pack in packs_at(path)))
    headers = {path: header(path) for path in found}
    if any(said.needs for said in headers.values()):
        headers |= {pack: header(pack) for pack in shipped_game() if pack not in headers}
    by_name = {said.name: path for path, said in reversed(headers.items()) if said.name}
    return [[*below(path, headers, by_name), path] for path in found]


def packs_at(path: Path) -> Iterator[Path]:
    """The pack itself; of a folder that is none, every pack below it."""
    if not os.path.isdir(path) or os.path.isfile(path / PACK):
        yield path
        return
    inside = sorted(_below(path))
    yield from inside or [path]


def _below(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        if PACK in files:
            folders.clear()  # what is inside a pack is its own affair
            yield Path(place)
        folders[:] = [name for name in folders if not is_skipped(name)]


@dataclass(frozen=True, slots=True)
class Header:
    """`pack:` and `needs:`"""

    name: str = ""
    needs: tuple[str, ...] = ()


def header(path: Path) -> Header:
    """What can be read of it; errors are said later, by whoever checks the pack."""
    for document in read_pack(path / PACK if os.path.isdir(path) else path, Report()):
        if is_header(document) and isinstance(document.root, Mapping):
            name, needs = document.root.get("pack"), document.root.get("needs")
            listed = needs.items if isinstance(needs, Sequence) else ()
            words = tuple(str(word.value) for word in listed if isinstance(word, Scalar))
            return Header(str(name.value) if isinstance(name, Scalar) else "", words)
    return Header()


def below(path: Path, headers: dict[Path, Header], by_name: dict[str, Path]) -> Stack:
    """What a pack needs, with what that needs in turn; each once, the lowest first."""
    out: Stack = []
    waiting = [(path, False)]
    seen = {path}
    while waiting:
        at, done = waiting.pop()
        if done:
            out.append(at)
            continue
        waiting += [(at, True)] if at != path else []
        for name in reversed(headers[at].needs):
            if (needed := by_name.get(name)) is not None and needed not in seen:
                seen.add(needed)
                waiting.append((needed, False))
    return out
