"""Packs in, a game out that starts at once if this very game was compiled before; else by the whole pipeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from archidsl import cache
from archidsl.diagnostics import Report
from archidsl.engine.assembly import Parts, link
from archidsl.engine.layout import Layout
from archidsl.engine.machine import Program
from archidsl.engine.options import OptionFacts, Settled, settle
from archidsl.packs.sources import sources
from archidsl.texts.text import Text


class Full(Protocol):
    """The heavy half, `pipeline.Game`: read only when something is not kept."""

    def parts(self, settled: Mapping[str, str | int], ask_all: bool = False) -> tuple[Parts, Layout]: ...


@dataclass(slots=True)
class WarmGame:
    """What `pipeline.Game` offers to whoever plays; everything else asks `full`."""

    paths: tuple[Path, ...]
    bytes_of: dict[str, bytes]
    id: str
    digest: str
    options: dict[str, OptionFacts]
    texts: dict[str, Text]
    programs: dict[object, Program] = field(default_factory=dict)
    loaded: Full | None = None

    @property
    def full(self) -> Full:
        if self.loaded is None:
            from archidsl.pipeline import load

            self.loaded = load(self.paths)
        return self.loaded

    def settle(self, options: Mapping[str, str | int]) -> Settled:
        return settle(self.options, options)

    def players(self, settled: Mapping[str, str | int]) -> int:
        return int(settled.get("players", 1))

    def program(self, settled: Mapping[str, str | int], ask_all: bool = False) -> Program:
        key = cache.digest(self.bytes_of, dict(settled), ask_all)
        if key not in self.programs:
            found = cache.fetch_program(key)
            if found is None:
                found = self.full.parts(settled, ask_all)
                cache.keep(key, found)
            self.programs[key] = link(*found)
        return self.programs[key]


def open_game(paths: Sequence[Path]) -> WarmGame:
    """Stops with `PackErrors`, as the pipeline does, if anything is wrong."""
    bytes_of: dict[str, bytes] = {}
    unread = Report()
    for number, path in enumerate(paths):
        found = {f"{number}:{file}": data for file, data in sources(path, unread)}
        bytes_of |= found or {f"{number}:": b""}  # a pack without files is no game without that pack
    key = cache.digest(bytes_of, {"": "head"}, False)
    head = cache.fetch(key) if not unread.errors else None
    if head is not None:
        return WarmGame(tuple(paths), bytes_of, *head)
    from archidsl.pipeline import load

    game = load(paths)
    cache.keep(key, (game.id, game.digest, game.options, game.texts))
    return WarmGame(tuple(paths), bytes_of, game.id, game.digest, game.options, game.texts, loaded=game)
