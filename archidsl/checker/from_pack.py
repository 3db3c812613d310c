"""A pack in, its vocabulary out: every declared word, and every text parsed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from archidsl.checker import reading as r
from archidsl.checker.declare_kinds import declare_kinds, declare_properties, declare_stuffs, fill_facts
from archidsl.checker.declare_panels import declare_panels
from archidsl.checker.declare_tables import declare_grid_facts, declare_grids, declare_tables
from archidsl.checker.declare_texts import (
    declare_behaviours,
    declare_clashes,
    declare_deeds,
    declare_formulas,
    declare_options,
    declare_procedures,
    declare_watches,
    declare_windows,
    unknown_moments,
)
from archidsl.checker.drawing import declare_drawing
from archidsl.checker.limits import check_limits
from archidsl.checker.own_words import check_meanings, check_words
from archidsl.checker.references import check_references
from archidsl.checker.vocabulary import Vocabulary
from archidsl.checker.wording import check_wording
from archidsl.diagnostics import Report
from archidsl.lang.from_text import parse as parse_text
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Scalar, Value


def declare(pack: Pack, report: Report) -> Vocabulary:
    def parse(entry: str, value: Value | None) -> Any:
        if not isinstance(value, Scalar):
            if value is not None:
                report.error("wrong-type", value.span, "here belongs a text")
            return None
        return parse_text(entry, value, report)

    v = Vocabulary(game=pack.id)
    check_words(pack, report)
    check_limits(pack, report)
    check_meanings(pack, report)
    pack = with_parts(pack, v)
    declare_stuffs(pack, v, parse)
    declare_kinds(pack, v, report, parse)
    declare_grids(pack, v, report)
    declare_options(pack, v, report)
    declare_clashes(pack, v, report)
    declare_windows(pack, v, report, parse)
    declare_properties(pack, v, report)
    declare_grid_facts(pack, v, report)
    declare_tables(pack, v, report)
    declare_formulas(pack, v, report, parse)
    declare_procedures(pack, v, report, parse)
    declare_behaviours(pack, v, report)
    fill_facts(pack, v, report, parse)
    declare_deeds(pack, v, report, parse)
    declare_watches(pack, v, report, parse)
    declare_panels(pack, v, report, parse)
    unknown_moments(v, report)
    _header(pack, v)
    check_references(pack, v, report)
    check_wording(pack, v, report)
    declare_drawing(pack, v, report)
    return v


def _header(pack: Pack, v: Vocabulary) -> None:
    v.main = r.text(pack.header, "main", "game")
    v.main_span = r.span_of(pack.header, "main")
    v.turn_order = r.text(pack.header, "order")
    v.outlook, v.outlook_span = r.text(pack.header, "outlook"), r.span_of(pack.header, "outlook")
    v.results = {e.name: str(e.value.value) for e in r.mapping(pack.header, "results") if isinstance(e.value, Scalar)}


def with_parts(pack: Pack, v: Vocabulary) -> Pack:
    """`ways:` of a member becomes members of the kind `way`, each part of that member."""
    items: list[Item] = list(pack.items)
    for kind in pack.section("kind"):
        parts = r.mapping(kind.body, "parts")
        v.texts[f"parts:{kind.name}"] = " ".join(e.name for e in parts)
        for entry in parts:
            part = str(entry.value.value) if isinstance(entry.value, Scalar) else ""
            for whole in pack.section(kind.name):
                bodies = r.bodies(whole.body.get(entry.name))
                for number, body in enumerate(bodies, 1):
                    name = f"{whole.name}_{part}" + (f"_{number}" if len(bodies) > 1 else "")
                    items.append(Item(part, name, body.span, body, whole.history))
                    v.texts[f"whole:{name}"] = whole.name
    return replace(pack, items=tuple(items))
