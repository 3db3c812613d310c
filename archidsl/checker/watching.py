"""Which watches a change could wake, and for which of the things they watch over."""

from __future__ import annotations

from collections.abc import Iterator

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis, walk

Hit = tuple[int, tuple[str, ...] | None]  # a watch, and the members it could have become true for; None: any


class Watching:
    """The watches of one game."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis, self.watches = analysis, analysis.game.watches
        self._hits: dict[frozenset[str], tuple[Hit, ...]] = {}

    def hits(self, marks: frozenset[str]) -> tuple[Hit, ...]:
        """The watches to be tested after something was written."""
        if marks not in self._hits:
            self._hits[marks] = tuple(self._found(marks))
        return self._hits[marks]

    def _found(self, marks: frozenset[str]) -> Iterator[Hit]:
        for i, watch in enumerate(self.watches):
            if not watch.reads & marks:
                continue
            given = self._given(watch)
            if given is None or self._common(watch) & marks:
                yield i, None
                continue
            members = [deed.member for deed in self._deeds(given) if self._reads(deed) & marks]
            if members:
                yield i, tuple(members)

    def _given(self, watch: ir.WatchText) -> ir.DeedValue | None:
        """The condition that each thing gives for itself, if the watch has one."""
        if watch.selection is None or not isinstance(watch.selection.source, ir.FromKind):
            return None
        found = [part for part in walk((watch.selection, watch.when)) if isinstance(part, ir.DeedValue)]
        if len(found) != 1 or not isinstance(found[0].of, ir.Local) or found[0].of.name != watch.selection.local:
            return None
        return found[0]

    def _common(self, watch: ir.WatchText) -> frozenset[str]:
        """What the watch reads besides what its things give."""
        marks: set[str] = set()
        for part in walk((watch.selection, watch.when)):
            if not isinstance(part, ir.DeedValue):
                marks |= self.analysis.own_reads(part)
        return frozenset(marks)

    def _deeds(self, given: ir.DeedValue) -> Iterator[ir.DeedText]:
        for (behaviour, _), deed in self.analysis.game.deeds.items():
            if behaviour == given.behaviour:
                yield deed

    def _reads(self, deed: ir.DeedText) -> frozenset[str]:
        return self.analysis.reads(deed.formula.body) if deed.formula is not None else frozenset()

    def woken(self, hits: tuple[Hit, ...]) -> list[int]:
        """These watches and every one that what they do could wake, in order of declaration."""
        found = {i for i, _ in hits}
        while True:
            marks = {mark for i in found for mark in self.written(self.watches[i].body)}
            more = {i for i, watch in enumerate(self.watches) if watch.reads & marks}
            if more <= found:
                return sorted(found)
            found |= more

    def written(self, body: ir.Body) -> set[str]:
        """Everything that these lines, and what they run, could write."""
        marks = {mark for part in walk(body) if isinstance(part, ir.Line) for mark in self.analysis.writes(part)}
        for name in self.analysis.called(body):
            marks |= self.written(self.analysis.procedure(name).body)
        return marks
