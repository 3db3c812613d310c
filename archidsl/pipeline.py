"""YAML packs in, a playable game out. Every stage of archidsl, in order; the file to read first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from archidsl.checker import from_pack, from_vocabulary, ir
from archidsl.checker.to_layout import lay_out
from archidsl.checker.to_texts import texts_of
from archidsl.checker.vocabulary import Vocabulary
from archidsl.compiler.program import compile_parts
from archidsl.diagnostics import Report
from archidsl.engine.assembly import Parts, link
from archidsl.engine.chance import fresh_seed, key_from_seed
from archidsl.engine.layout import Layout
from archidsl.engine.machine import Position, Program
from archidsl.engine.options import OptionError, OptionFacts, Settled, settle
from archidsl.packs import from_files, layering, schema
from archidsl.packs.pack import Pack
from archidsl.texts.text import Text

__all__ = ["Game", "OptionError", "load"]


def load(paths: Sequence[Path], report: Report | None = None) -> Game:
    """The game that a pack, and the packs on top of it, make. Stops with `PackErrors` if anything is wrong."""
    report = report if report is not None else Report()

    pack = read(paths, report)

    vocabulary = from_pack.declare(pack, report)
    report.stop_if_errors()

    rules = from_vocabulary.check(vocabulary, report)
    report.stop_if_errors()

    return Game(pack, vocabulary, rules, report)


def read(paths: Sequence[Path], report: Report) -> Pack:
    """What the packs say, one on top of the other; nobody has asked yet whether it makes a game."""
    layers = [from_files.read_pack(path, report) for path in paths]
    report.stop_if_errors()

    schema.check([document for layer in layers for document in layer], report)
    report.stop_if_errors()

    pack = layering.merge(layers, report)
    report.stop_if_errors()
    return pack


@dataclass(slots=True)
class Game:
    """A checked pack: it can be laid out, compiled and played with any options it allows."""

    pack: Pack
    v: Vocabulary
    rules: ir.Game
    report: Report
    programs: dict[object, Program] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.pack.id

    @property
    def digest(self) -> str:
        return self.pack.digest

    @property
    def options(self) -> dict[str, OptionFacts]:
        flags = {item.name for item in self.pack.section("flag")}
        return {
            o.name: OptionFacts(o.name, o.values, o.low, o.high, o.default, o.clashes, o.name in flags)
            for o in self.v.options.values()
        }

    @property
    def texts(self) -> dict[str, Text]:
        return texts_of(from_pack.with_parts(self.pack, self.v), self.v)

    def settle(self, options: Mapping[str, str | int]) -> Settled:
        return settle(self.options, options)

    def players(self, settled: Mapping[str, str | int]) -> int:
        return int(settled.get("players", 1))

    def layout(self, settled: Mapping[str, str | int]) -> Layout:
        return lay_out(self.v, self.rules, self.players(settled), settled)

    def parts(self, settled: Mapping[str, str | int], ask_all: bool = False) -> tuple[Parts, Layout]:
        layout = self.layout(settled)
        return compile_parts(self.v, self.rules, layout, ask_all), layout

    def program(self, settled: Mapping[str, str | int], ask_all: bool = False) -> Program:
        """Compiled once for each set of options. `ask_all`: questions with one answer are asked too."""
        key = (tuple(sorted(settled.items(), key=lambda item: item[0])), ask_all)
        if key not in self.programs:
            self.programs[key] = link(*self.parts(settled, ask_all))
        return self.programs[key]

    def start(self, options: Mapping[str, str | int] | None = None, seed: str | None = None) -> Position:
        """A new game at its first question."""
        program = self.program(self.settle(options or {}))
        return Position(program, key_from_seed(seed if seed is not None else fresh_seed())).begin()
