"""The panels of a pack, into its vocabulary: parsed, not yet understood."""

from __future__ import annotations

from archidsl.checker import reading as r
from archidsl.checker.declare_kinds import Parse
from archidsl.checker.declared_panels import Panel, PanelValue
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report
from archidsl.packs.pack import Pack
from archidsl.packs.values import Entry, Mapping


def declare_panels(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    for item in pack.section("panel"):
        body = item.body
        when = parse("condition", body.get("when")) if body.get("when") is not None else None
        each = parse("selection", body.get("each")) if body.get("each") is not None else None
        across = parse("selection", body.get("across")) if body.get("across") is not None else None
        over = parse("formula", body.get("over")) if body.get("over") is not None else None
        at = r.text(body, "at") or "table"
        if over is not None and at != "end":
            message = "a chart over the whole game is shown when the game is over"
            report.error("wrong-type", r.span_of(body, "over"), message, "add `at: end`")
        values = tuple(_value(entry, parse) for entry in r.mapping(body, "values"))
        told = body.get("text") is not None
        if across is not None and (each is None or told or len(values) != 1):
            message = "with `across` there are rows (`each`), one value, and no text"
            report.error("wrong-type", r.span_of(body, "across"), message, "or make a column of `values` instead")
        v.panels.append(Panel(item.name, item.span, at, when, each, across, values, over, told))


def _value(entry: Entry, parse: Parse) -> PanelValue:
    body = entry.value
    if isinstance(body, Mapping):
        seen_by, text = r.text(body, "seen_by") or "all", parse("formula", body.get("is"))
        return PanelValue(entry.name, entry.key.span, text, seen_by, r.flag(body, "hides_zero"))
    return PanelValue(entry.name, entry.key.span, parse("formula", body), "all")
