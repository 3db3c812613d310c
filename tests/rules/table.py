"""The table of tests/pieces, set with the whole game: its rules, its cards, its tiles.

The harness is loaded a second time under another name, so that both can be used in one run.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from archidsl.checker import from_pack
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report
from archidsl.packs import from_files, layering, schema
from archidsl.packs.pack import Pack
from archidsl.packs.values import Document

ROOT = Path(__file__).resolve().parents[2]
PACKS = (ROOT / "rules", ROOT / "cards")

# The open sea, and beside it: north (2 wood, 2 fish), an inlet with a west and an east bank (1 wood each, 1 fish) and
# east (cattle, wood, iron, 2 fish). The west bank meets north by land; the east bank and east meet inland (wood,
# stone), which has no coast.
MAP = """
lay tile_00@h8
lay tile_01@h7+3
lay tile_24@i7
lay tile_13@i8+3
lay tile_19/1@j7+2
"""
ALIASES = {
    "open_sea": "tile_00_1_a", "north_sea": "tile_01_1_a", "north": "tile_01_1_b",
    "inlet": "tile_24_1_a", "east_bank": "tile_24_1_b", "west_bank": "tile_24_1_c",
    "east_sea": "tile_13_1_a", "east": "tile_13_1_b", "inland": "tile_19_2_a",
}  # fmt: skip


def _harness() -> Any:
    spec = importlib.util.spec_from_file_location("whole_table", ROOT / "tests" / "pieces" / "harness.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


base = _harness()


@cache
def layers() -> tuple[tuple[Document, ...], ...]:
    report = Report()
    found = [from_files.read_pack(pack, report) for pack in PACKS]
    report.stop_if_errors()
    schema.check([document for layer in found for document in layer], report)
    report.stop_if_errors()
    return tuple(map(tuple, found))


@cache
def declared(mods: tuple[str, ...]) -> tuple[Pack, Vocabulary]:
    assert not mods, "mods are tried in tests/pieces"
    report = Report()
    pack = layering.merge([list(layer) for layer in layers()], report)
    report.stop_if_errors()
    vocabulary = from_pack.declare(pack, report)
    report.stop_if_errors()
    return pack, vocabulary


base.declared = declared
base.ALIASES = ALIASES
base.SHORT = {long: short for short, long in ALIASES.items()}
base.ALIAS = re.compile(r"\b(" + "|".join(sorted(ALIASES, key=len, reverse=True)) + r")\b")

Table = base.Table
run, refused, goods, house, icons, units = base.run, base.refused, base.goods, base.house, base.icons, base.units


def region(name: str) -> str:
    """The region in which an area lies."""
    return "region_" + ALIASES[name][:7]


def printed(*names: str) -> str:
    """These regions show their icons."""
    return "".join(f"do print_icons({region(name)})\n" for name in names)
