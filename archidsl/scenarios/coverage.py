"""Which lines of the rules were played, and which ways: both of an `if`, each case, each option, each `else`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from archidsl.checker import ir
from archidsl.checker.analysis import walk
from archidsl.diagnostics import Span
from archidsl.pipeline import Game

Mark = tuple[Span, str]  # a place in the rules, and the way that was taken there ("": it was come to)


@dataclass(frozen=True, slots=True)
class FileCoverage:
    """One file: how many lines and ways there are, how many were met, and what is missing."""

    file: str
    lines: int
    lines_met: int
    ways: int
    ways_met: int
    missing: tuple[str, ...]

    @property
    def percent(self) -> float:
        return percent(self.lines_met + self.ways_met, self.lines + self.ways)


def percent(part: int, whole: int) -> float:
    """Rounded down, so that 100 means all."""
    return 100.0 if part == whole else int(1000 * part / whole) / 10


@dataclass(slots=True)
class Coverage:
    """Everything there is to meet in the games that were played, and what was met."""

    there: set[Mark] = field(default_factory=set)
    met: set[Mark] = field(default_factory=set)

    def add(self, game: Game) -> None:
        files = game.report.sources
        self.there |= {mark for mark in marks(game) if mark[0].file in files}

    def meet(self, span: Span, way: str) -> None:
        self.met.add((span, way))

    def files(self) -> list[FileCoverage]:
        found = sorted(self.there, key=lambda mark: (mark[0].file, mark[0].line, mark[0].column, mark[1]))
        return [self._file(file, list(inside)) for file, inside in groupby(found, key=lambda mark: mark[0].file)]

    def _file(self, file: str, inside: list[Mark]) -> FileCoverage:
        lines = {span.line for span, way in inside if not way}
        unmet = {span.line for span, way in inside if not way and (span, way) not in self.met}
        ways = [mark for mark in inside if mark[1]]
        left = [mark for mark in ways if mark not in self.met]
        said = [f"{span.line}:{way}" for span, way in left if span.line not in unmet]
        return FileCoverage(
            file, len(lines), len(lines) - len(unmet), len(ways), len(ways) - len(left),
            (*ranges(unmet), *said),
        )  # fmt: skip


def ranges(numbers: Iterable[int]) -> list[str]:
    """`3-5, 9`"""
    out: list[list[int]] = []
    for number in sorted(numbers):
        if out and number == out[-1][1] + 1:
            out[-1][1] = number
        else:
            out.append([number, number])
    return [f"{low}" if low == high else f"{low}-{high}" for low, high in out]


def marks(game: Game) -> Iterator[Mark]:
    """All that can be met in a game; what the checker wrote itself is left out."""
    made = {passive.span for passive in game.v.passives} | {deed.span for deed in game.v.deeds}
    for procedure in game.rules.procedures.values():
        yield from _ways(procedure.body, made)
    for deed in game.rules.deeds.values():
        if deed.procedure is not None:
            yield from _ways(deed.procedure.body, made)
        if deed.formula is not None:
            yield from _read(deed.formula.body)
    for watch in game.rules.watches:
        yield from _ways(watch.body, made)
    for key, formula in game.rules.formulas.items():
        if key.startswith("panel:"):
            continue  # it is shown, and never played
        yield from _read(formula.body)


def _read(body: ir.Expr) -> Iterator[Mark]:
    yield body.span, ""
    for part in walk(body):
        if isinstance(part, ir.Cases):
            yield from ((then.span, "") for _, then in part.cases)


def _ways(body: ir.Body, made: set[Span]) -> Iterator[Mark]:
    for part in walk(body):
        if isinstance(part, ir.OptionLine):
            yield part.span, ""
        if not isinstance(part, ir.Line) or part.span in made:
            continue
        yield part.span, ""
        if isinstance(part, ir.If):
            yield part.span, "yes"
            if not _is_case(part):
                yield part.span, "no"
        elif isinstance(part, ir.Attempt) and part.otherwise.lines:
            yield part.span, "else"


def _is_case(line: ir.If) -> bool:
    """Is it a case of a `match`? If it is not this one, it is one of those below."""
    return any(isinstance(part, ir.Local) and part.name.startswith("match.") for part in walk(line.test))
