"""A panel as a pack declares it: parsed, not yet understood."""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.diagnostics import Span
from archidsl.lang import nodes as n


@dataclass(frozen=True, slots=True)
class PanelValue:
    """One column of a panel, or what stands in one place of its text."""

    name: str
    span: Span
    text: n.Expression | None
    seen_by: str
    hides_zero: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """What a person is shown: a table, or lines of text."""

    name: str
    span: Span
    at: str  # top, table, end
    when: n.Expression | None
    each: n.Things | None
    across: n.Things | None
    values: tuple[PanelValue, ...]
    over: n.Expression | None
    told: bool  # lines of text, not a table
