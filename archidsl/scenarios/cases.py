"""A scenario with `cases` in, one scenario for each case out: `<word>` becomes what the case says about `word`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from archidsl.diagnostics import Report, did_you_mean
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value

PLACE = re.compile(r"<([a-z][a-z0-9_]*)>")


def spelled_out(item: Mapping, report: Report) -> Iterator[Mapping]:
    cases = item.get("cases")
    if not isinstance(cases, Sequence):
        yield item
        return
    rest = Mapping(item.span, tuple(entry for entry in item if entry.name != "cases"))
    for case in cases:
        if isinstance(case, Mapping):
            yield _named(_Case(case, report).mapping(rest), item, case)


def _named(made: Mapping, item: Mapping, case: Mapping) -> Mapping:
    """If the name does not tell the cases apart, what is first in the case is added; it stands where the case does."""
    name = made.get("scenario")
    assert isinstance(name, Scalar)
    text = str(name.value)
    first = case.entries[0].value
    if name == item.get("scenario") and isinstance(first, Scalar):
        text = f"{text}: {first.value}"
    entries = [Entry(e.key, Scalar(case.span, text)) if e.name == "scenario" else e for e in made]
    entries.sort(key=lambda entry: entry.name != "scenario")
    return Mapping(made.span, tuple(entries))


class _Case:
    """The values of one case."""

    def __init__(self, case: Mapping, report: Report) -> None:
        self.values = {entry.name: entry.value for entry in case}
        self.report = report

    def mapping(self, value: Mapping) -> Mapping:
        return Mapping(value.span, tuple(Entry(self.key(entry.key), self.value(entry.value)) for entry in value))

    def key(self, key: Scalar) -> Scalar:
        found = self.scalar(key)
        return found if isinstance(found, Scalar) else key

    def value(self, value: Value) -> Value:
        if isinstance(value, Mapping):
            return self.mapping(value)
        if isinstance(value, Sequence):
            return Sequence(value.span, tuple(self.value(item) for item in value))
        return self.scalar(value)

    def scalar(self, scalar: Scalar) -> Value:
        if not isinstance(scalar.value, str) or "<" not in scalar.value:
            return scalar
        whole = PLACE.fullmatch(scalar.value)
        if whole is not None and whole.group(1) in self.values:
            return self.values[whole.group(1)]
        lines = [self.line(line, scalar) for line in scalar.value.split("\n")]
        return replace(scalar, value="\n".join(lines))

    def line(self, line: str, scalar: Scalar) -> str:
        """Lines that stand for one word are indented like it."""
        indent = line[: len(line) - len(line.lstrip(" "))]

        def put(found: re.Match[str]) -> str:
            value = self.values.get(found.group(1))
            if isinstance(value, Scalar):
                return str(value.value).rstrip("\n").replace("\n", "\n" + indent)
            help = did_you_mean(found.group(1), self.values) or f"a case has {', '.join(self.values)}"
            self.report.error("scenario-form", scalar.span, f"no case says what `{found.group()}` is here", help)
            return "nothing"

        return PLACE.sub(put, line)
