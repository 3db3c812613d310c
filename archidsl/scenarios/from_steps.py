"""YAML under `given`, `answers` and `expect` in, pieces and steps out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.packs import values as y
from archidsl.scenarios.scenario import (
    Allow,
    Answer,
    Asked,
    Condition,
    Holds,
    Lay,
    Look,
    Offered,
    Piece,
    Refuse,
    Sees,
    Step,
)

LOOKS = ("expect", "refuse", "allow", "offered", "asked", "in", "sees")
A_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
DEEPEST = 8


class Reader:
    """Reads the parts of one scenario; what cannot be read is said and left out."""

    def __init__(self, common: Mapping[str, y.Value], report: Report) -> None:
        self.common, self.report = common, report

    def error(self, span: Span, message: str, help: str = "") -> None:
        self.report.error("scenario-form", span, message, help)

    # -- given

    def given(self, value: y.Value | None, depth: int = 0) -> Iterator[Piece]:
        """Lines, names of common pieces, tiles to lay, or a list of them."""
        if value is None:
            return
        if depth > DEEPEST:
            self.error(value.span, "common pieces name each other without an end")
        elif isinstance(value, y.Sequence):
            for item in value:
                yield from self.given(item, depth + 1)
        elif isinstance(value, y.Mapping):
            yield from self._laid(value)
        elif (found := A_NAME.fullmatch(str(value.value))) is None:
            yield value
        elif found.group(1) in self.common:
            yield from self.given(self.common[found.group(1)], depth + 1)
        else:
            help = did_you_mean(found.group(1), self.common) or "write lines like `set turn to 2`"
            self.error(value.span, f"there is no common piece `{found.group(1)}`", help)

    def _laid(self, value: y.Mapping) -> Iterator[Piece]:
        for entry in value:
            if entry.name != "lay" or not isinstance(entry.value, y.Sequence):
                self.error(entry.key.span, "beside lines, `given` takes only `lay: [tile@cell, ...]`")
            else:
                yield Lay(tuple(spot for spot in entry.value if isinstance(spot, y.Scalar)))

    # -- answers, and what is looked at between them

    def steps(self, value: y.Value | None) -> Iterator[Step]:
        if not isinstance(value, y.Sequence):
            return
        for item in value:
            assert isinstance(item, y.Mapping)
            for entry in item:
                if entry.name in LOOKS:
                    yield from self.look(entry)
                else:
                    yield from self._answers(entry)

    def expectations(self, value: y.Value | None) -> Iterator[Look]:
        """Conditions, and mappings like `offered: {square: [a1, b2]}`."""
        if value is None:
            return
        if isinstance(value, y.Scalar):
            yield Condition(value)
        elif isinstance(value, y.Sequence):
            for item in value:
                yield from self.expectations(item)
        else:
            for entry in value:
                if entry.name in LOOKS:
                    yield from self.look(entry)
                else:
                    help = did_you_mean(entry.name, LOOKS) or f"there are {', '.join(LOOKS)}, and conditions"
                    self.error(entry.key.span, f"`{entry.name}` is nothing that can be expected", help)

    def look(self, entry: y.Entry) -> Iterator[Look]:
        name, value = entry.name, entry.value
        if name == "expect":
            yield from self.expectations(value)
        elif not isinstance(value, y.Mapping):
            self.error(value.span, f"`{name}` needs a mapping", f"write it like `{_EXAMPLES[name]}`")
        elif name == "refuse":
            because = value.get("because")
            for answer in self._all_answers(value, "because"):
                yield Refuse(answer, because if isinstance(because, y.Scalar) else None)
        elif name == "allow":
            yield from (Allow(answer) for answer in self._all_answers(value, ""))
        else:
            for inner in value:
                yield from self._seen(name, inner)

    def _seen(self, name: str, inner: y.Entry) -> Iterator[Look]:
        value = inner.value
        if name == "offered":
            yield Offered(value.span, inner.name, value)
        elif name == "in":
            yield Holds(value.span, inner.key, value)
        elif name == "asked" and isinstance(value, y.Scalar):
            yield Asked(value.span, inner.name, str(value.value))
        elif name == "sees" and isinstance(value, y.Mapping):
            for entry in value:
                yield Sees(entry.value.span, inner.key, entry.key, entry.value)
        else:
            self.error(value.span, f"this is not how `{name}` is written", f"write it like `{_EXAMPLES[name]}`")

    def _all_answers(self, value: y.Mapping, without: str) -> Iterator[Answer]:
        for entry in value:
            if entry.name != without:
                yield from self._answers(entry)

    def _answers(self, entry: y.Entry) -> Iterator[Answer]:
        """`p1: {question: answer}`, perhaps with several questions, one after the other."""
        if not isinstance(entry.value, y.Mapping):
            words = (*LOOKS, "because")
            help = did_you_mean(entry.name, words) or f"write `{entry.name}: {{question: answer}}`"
            self.error(entry.key.span, f"this does not say what {entry.name} answers", help)
            return
        for inner in entry.value:
            yield Answer(inner.key.span.to(inner.value.span), entry.name, inner.name, inner.value)


_EXAMPLES = {
    "refuse": "refuse: {p1: {square: b2}}",
    "allow": "allow: {p1: {square: b2}}",
    "offered": "offered: {square: [a1, b2]}",
    "asked": "asked: {p1: square}",
    "in": "in: {pile: [red, blue]}",
    "sees": "sees: {p1: {hand_p2: [hidden]}}",
}
