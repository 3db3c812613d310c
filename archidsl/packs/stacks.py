"""Paths as they were typed in; stacks of packs out, each a pack and what it lies on, from below to above.

What a pack needs is looked for by its name: among the packs that were named, beside the pack that needs it, in the
shipped game, and among the shipped examples.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from archidsl.packs.sources import PACK, is_skipped
from archidsl.resources import folder, shipped_game

Stack = list[Path]
FORMS = ("", ".zip", ".yaml")  # what a pack beside another may be


def stacks(paths: Iterable[Path], mods: Sequence[Path] = ()) -> list[Stack]:
    """Each pack alone with the mods, on top of those that it needs; the packs may need each other."""
    found = list(dict.fromkeys(pack for path in paths for pack in packs_at(path)))
    known = known_of([*found, *mods])
    return [known.stack([path, *mods]) for path in found]


def resting(paths: Sequence[Path]) -> Stack:
    """These packs as one stack; what they need and nobody named is there too, if it is found."""
    if not any(_may_need_others(path) for path in paths):
        return list(paths)
    return known_of(paths).stack(paths)


def on_base(pack: Path | None, mods: Sequence[Path]) -> Stack:
    """A pack and mods as one stack. Without a pack, mods stand on the game that they need, or on the shipped one."""
    if pack is not None:
        return resting([pack, *mods])
    own = resting(mods) if mods else []
    whole = bool(own) and own[0] not in mods and not header(own[0]).needs
    return own if whole else resting([*shipped_game(), *mods])


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


def _may_need_others(path: Path) -> bool:
    """Is there a `needs:`, as far as a glance can tell? What cannot be read is told of later."""
    file = path / PACK if os.path.isdir(path) else path
    try:
        text = file.read_bytes()
    except (OSError, ValueError):
        return False
    return b"needs" in text or file.suffix == ".zip"


@dataclass(frozen=True, slots=True)
class Header:
    """`pack:` and `needs:`"""

    name: str = ""
    needs: tuple[str, ...] = ()


def header(path: Path) -> Header:
    """What can be read of it; errors are said later, by whoever checks the pack."""
    from archidsl.diagnostics import Report  # only now: reading YAML takes its time
    from archidsl.packs.from_files import read_pack
    from archidsl.packs.schema import is_header
    from archidsl.packs.values import Mapping, Scalar, Sequence

    for document in read_pack(path / PACK if os.path.isdir(path) else path, Report()):
        if is_header(document) and isinstance(document.root, Mapping):
            name, needs = document.root.get("pack"), document.root.get("needs")
            listed = needs.items if isinstance(needs, Sequence) else ()
            words = tuple(str(word.value) for word in listed if isinstance(word, Scalar))
            return Header(str(name.value) if isinstance(name, Scalar) else "", words)
    return Header()


@dataclass(slots=True)
class Known:
    """Packs by name: those that were named first, then whatever was looked for and found."""

    headers: dict[Path, Header] = field(default_factory=dict)
    by_name: dict[str, Path] = field(default_factory=dict)

    def header(self, path: Path) -> Header:
        if path not in self.headers:
            self.headers[path] = header(path)
        return self.headers[path]

    def stack(self, paths: Iterable[Path]) -> Stack:
        """The packs in this order, each above what it needs; each once."""
        return list(dict.fromkeys(pack for path in paths for pack in [*self.below(path), path]))

    def below(self, path: Path) -> Stack:
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
            for name in reversed(self.header(at).needs):
                if (needed := self.find(name, at)) is not None and needed not in seen:
                    seen.add(needed)
                    waiting.append((needed, False))
        return out

    def find(self, name: str, needing: Path) -> Path | None:
        """The pack of that name, if there is one; a name is a word, so nothing but a neighbour can be meant."""
        if name not in self.by_name and name.isidentifier() and name.isascii():
            near = neighbourhood(needing)
            for path in [*(near / f"{name}{form}" for form in FORMS), folder("examples") / name]:
                if os.path.exists(path) and self.header(path).name == name:
                    self.by_name[name] = path
                    break
        return self.by_name.get(name)


def known_of(given: Sequence[Path]) -> Known:
    known = Known()
    for path in [*given, *shipped_game()]:
        if name := known.header(path).name:
            known.by_name.setdefault(name, path)
    return known


def neighbourhood(path: Path) -> Path:
    """The folder in which a pack lies, said as the pack was."""
    return path.parent if path.name not in ("", "..") else Path(os.path.abspath(path)).parent


def names(stack: Iterable[Path]) -> dict[str, Path]:
    """The packs of a stack by what they call themselves."""
    return {said.name: path for path in stack if (said := header(path)).name}
