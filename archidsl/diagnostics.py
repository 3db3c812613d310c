"""Places in files, and everything that can be said to an author about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

MOST_PER_FILE = 20


@dataclass(frozen=True, slots=True)
class Span:
    """From (line, column) up to, not including, (end_line, end_column); counted from 1, in characters."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong (`error`) or doubtful (`warning`), where it is and what may help."""

    code: str
    span: Span
    message: str
    help: str = ""
    severity: str = "error"
    notes: tuple[tuple[Span, str], ...] = ()


@dataclass(slots=True)
class Report:
    """Collects diagnostics through one stage; the pipeline stops between stages."""

    sources: dict[str, str] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def error(
        self, code: str, span: Span, message: str, help: str = "", notes: Iterable[tuple[Span, str]] = ()
    ) -> None:
        self.diagnostics.append(Diagnostic(code, span, message, help, "error", tuple(notes)))

    def warning(self, code: str, span: Span, message: str, help: str = "") -> None:
        self.diagnostics.append(Diagnostic(code, span, message, help, "warning"))

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.diagnostics if d.severity == "error"]

    def sorted(self) -> list[Diagnostic]:
        """By place, each thing said once, at most `MOST_PER_FILE` of one file."""
        seen: set[Diagnostic] = set()
        per_file: dict[str, int] = {}
        out = []
        for d in sorted(self.diagnostics, key=lambda d: (d.span.file, d.span.line, d.span.column, d.code)):
            if d in seen:
                continue
            seen.add(d)
            per_file[d.span.file] = per_file.get(d.span.file, 0) + 1
            if per_file[d.span.file] <= MOST_PER_FILE:
                out.append(d)
        return out

    def stop_if_errors(self) -> None:
        if self.errors:
            raise PackErrors(self)


class Error(Exception):
    """Whatever archidsl refuses, in a sentence; whoever catches it catches all of these."""


class PackErrors(Error):
    """A stage found errors; the report has them all."""

    def __init__(self, report: Report) -> None:
        first = report.errors[0]
        super().__init__(f"{first.span}: {first.code}: {first.message}")
        self.report = report

    @property
    def errors(self) -> list[Diagnostic]:
        """Every error with its code, place, message and help, in the order of the places."""
        return [d for d in self.report.sorted() if d.severity == "error"]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help line with up to three of the nearest known words, or nothing."""
    import difflib  # only mistakes need it: `--help` does not wait for it

    near = difflib.get_close_matches(word, sorted({*known} - {word}), n=3, cutoff=0.6)
    if not near:
        return ""
    return "did you mean " + " or ".join(f"`{n}`" for n in near) + "?"
