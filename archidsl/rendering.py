"""Diagnostics in; what a person, an editor, a program or a workflow reads about them out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from archidsl.diagnostics import Diagnostic, Report, Span
from archidsl.emit import Part, emit, escaped, on_one_line, width

FORMATS = ("full", "concise", "json", "github")
JSON_VERSION = 1
WIDEST = 160  # columns of a source line; of a longer one the part around the place is shown
BEFORE = 60  # of these, at most so many before the place

Line = list[Part]


def show(report: Report, format: str = "full", err: bool = False) -> None:
    """The whole report in one of the formats."""
    if format == "json":
        emit(as_json(report), err=err)
        return
    if format == "full":
        _show_full(report, err)
        return
    one: Callable[[Diagnostic], str] = github if format == "github" else concise
    for diagnostic in report.sorted():
        emit(one(diagnostic), err=err)


def _show_full(report: Report, err: bool) -> None:
    said = report.sorted()
    for diagnostic in said:
        for line in full(diagnostic, report.sources):
            emit(*line, err=err)
        emit(err=err)
    if said:
        codes = dict.fromkeys(d.code for d in said)
        emit(("dim", f"more about it: archidsl explain {' '.join(codes)}"), err=err)
    if more := hidden(report):
        emit(("dim", f"{more} more of the same files are not shown"), err=err)
    emit(("bold", summary(report)), err=err)


# -- how many


def counts(report: Report) -> tuple[int, int]:
    """Errors and warnings, each thing once, the hidden ones too."""
    different = set(report.diagnostics)
    errors = sum(d.severity == "error" for d in different)
    return errors, len(different) - errors


def hidden(report: Report) -> int:
    return len(set(report.diagnostics)) - len(report.sorted())


def summary(report: Report) -> str:
    """`2 errors, 1 warning`"""
    errors, warnings = counts(report)
    said = [plural(errors, "error")] if errors else []
    said += [plural(warnings, "warning")] if warnings else []
    return ", ".join(said) or "no problems"


def plural(number: int, word: str) -> str:
    return f"{number} {word}" + ("" if number == 1 else "s")


# -- full: for people


def full(diagnostic: Diagnostic, sources: Mapping[str, str]) -> list[Line]:
    """Message, place, source line with a caret, help and notes."""
    d = diagnostic
    spans = [d.span, *(span for span, _ in d.notes)]
    gutter = max(len(str(span.line)) for span in spans)
    lines: list[Line] = [
        [(d.severity, f"{d.severity}[{on_one_line(d.code)}]"), ("bold", f": {on_one_line(d.message)}")]
    ]
    lines += _excerpt(d.span, sources, gutter, d.severity)
    if d.help:
        lines.append([" " * gutter, ("place", " = "), ("help", "help"), f": {on_one_line(d.help)}"])
    for span, text in d.notes:
        lines.append([("help", "note"), f": {on_one_line(text)}"])
        lines += _excerpt(span, sources, gutter, "help")
    return lines


def _excerpt(span: Span, sources: Mapping[str, str], gutter: int, style: str) -> list[Line]:
    if not span.file:
        return []
    pad = " " * gutter
    lines: list[Line] = [[pad, ("place", "--> "), on_one_line(str(span))]]
    source = _source_line(span, sources)
    if source is None:
        return lines
    before, marked, after = _window(source, span)
    caret = "^" * max(width(marked), 1)
    bar = ("place", " |")
    lines.append([pad, bar])
    shown = before + marked + after
    lines.append([("place", f"{span.line:>{gutter}} |"), f" {shown}" if shown.strip() else ""])
    lines.append([pad, bar, " " * (1 + width(before)), (style, caret)])
    return lines


def _source_line(span: Span, sources: Mapping[str, str]) -> str | None:
    lines = sources.get(span.file, "").split("\n") if span.file in sources else []
    return lines[span.line - 1] if 1 <= span.line <= len(lines) else None


def _window(source: str, span: Span) -> tuple[str, str, str]:
    """The escaped line in three: before the place, the place, behind it; the ends of a very long line are cut."""
    start = min(max(span.column - 1, 0), len(source))
    end = span.end_column - 1 if span.end_line == span.line else len(source.rstrip())
    end = min(max(end, start), len(source))
    first = max(0, start - BEFORE) if len(source) > WIDEST else 0
    last = min(len(source), first + WIDEST)
    before = ("…" if first else "") + escaped(source[first:start])
    marked = escaped(source[start : min(end, last)])
    after = escaped(source[min(end, last) : last].rstrip()) + ("…" if last < len(source) else "")
    return before, marked, after


# -- concise: a line each, for editors and grep


def concise(d: Diagnostic) -> str:
    """`file:line:col: error[code] message (help)`"""
    help = f" ({d.help})" if d.help else ""
    place = f"{d.span}: " if d.span.file else ""
    return on_one_line(f"{place}{d.severity}[{d.code}] {d.message}{help}")


# -- json: for programs


def as_json(report: Report) -> str:
    """One versioned object, ASCII only."""
    errors, warnings = counts(report)
    value = {
        "version": JSON_VERSION,
        "errors": errors,
        "warnings": warnings,
        "hidden": hidden(report),
        "diagnostics": [as_object(d) for d in report.sorted()],
    }
    return json.dumps(value, ensure_ascii=True, indent=2)


def as_object(d: Diagnostic) -> dict[str, object]:
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        "help": d.help,
        **_place(d.span),
        "notes": [{"message": text, **_place(span)} for span, text in d.notes],
    }


def _place(span: Span) -> dict[str, object]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# -- github: workflow commands


def github(d: Diagnostic) -> str:
    """`::error title=archidsl (code),file=F,line=1,col=2,endLine=1,endColumn=5::message`"""
    said: list[tuple[str, object]] = [("title", f"archidsl ({d.code})")]
    if d.span.file:
        said += [("file", d.span.file), ("line", d.span.line)]
        if d.span.line == d.span.end_line:
            said += [("col", d.span.column), ("endLine", d.span.end_line), ("endColumn", d.span.end_column)]
        else:
            said += [("endLine", d.span.end_line)]
    properties = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in said)
    message = d.message + (f" ({d.help})" if d.help else "")
    return f"::{d.severity} {properties}::{_escaped(message)}"


def _escaped(text: str, more: Iterable[str] = "") -> str:
    for sign in ("%", "\r", "\n", *more):
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
