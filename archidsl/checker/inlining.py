"""Repeats whose first question stands in a procedure: its lines take the place of the call.

The first question of a pass is the one by which a player stops, so it must stand in the repeat itself.
"""

from __future__ import annotations

import dataclasses
from typing import Any, cast

from archidsl.checker import ir
from archidsl.checker.analysis import NODES, Analysis
from archidsl.diagnostics import Report

BEFORE = (ir.Require, ir.Let, ir.Store, ir.SetWindow, ir.Pay)


class Inliner:
    """Rewrites the repeats of one game."""

    def __init__(self, analysis: Analysis, report: Report) -> None:
        self.analysis, self.report = analysis, report
        self.counter = 0

    def procedure(self, procedure: ir.Procedure) -> ir.Procedure:
        return dataclasses.replace(procedure, body=self.body(procedure.body))

    def body(self, body: ir.Body) -> ir.Body:
        return ir.Body(tuple(self.line(line) for line in body.lines), body.opening)

    def line(self, line: ir.Line) -> ir.Line:
        if isinstance(line, ir.Repeat):
            inner = self.body(line.body)
            return dataclasses.replace(line, body=self.opened(inner, line) if line.high is not None else inner)
        if isinstance(line, ir.If):
            return dataclasses.replace(line, then=self.body(line.then), otherwise=self.body(line.otherwise))
        if isinstance(line, ir.Attempt):
            return dataclasses.replace(line, body=self.body(line.body), otherwise=self.body(line.otherwise))
        if isinstance(line, ir.Each):
            return dataclasses.replace(line, body=self.body(line.body))
        if isinstance(line, ir.Choose) and line.body is not None:
            return dataclasses.replace(line, body=self.body(line.body))
        if isinstance(line, ir.Menu):
            options = tuple(dataclasses.replace(o, body=self.body(o.body)) for o in line.options)
            return dataclasses.replace(line, options=options)
        return line

    def opened(self, body: ir.Body, repeat: ir.Repeat) -> ir.Body:
        """The body with its first question in sight."""
        for i, line in enumerate(body.lines):
            if isinstance(line, ir.Choose | ir.Menu):
                return body
            if isinstance(line, ir.Run) and self.analysis.asks(line.procedure) and self.can_inline(line):
                inlined = self.inlined(line)
                return self.opened(ir.Body((*body.lines[:i], *inlined, *body.lines[i + 1 :])), repeat)
            if self.analysis.lines_ask(line) or not isinstance(line, BEFORE):
                break
        self.report.error(
            "no-stop",
            repeat.span,
            "a repeat with two numbers needs a question by which the player can stop",
            "begin its lines with `choose`, or with a procedure that does; `repeat 3:` needs no question",
        )
        return body

    def can_inline(self, line: ir.Run) -> bool:
        return (line.who is None or isinstance(line.who, ir.You)) and not self.analysis.procedure(line.procedure).moment

    def inlined(self, line: ir.Run) -> tuple[ir.Line, ...]:
        called = self.analysis.procedure(line.procedure)
        self.counter += 1
        suffix = f".{called.name}.{self.counter}"
        given = tuple(
            ir.Let(line.span, local + suffix, type, arg, False)
            for (local, type), arg in zip(called.params, line.args, strict=True)
        )
        return (*given, *renamed(called.body, suffix).lines)


def renamed(node: Any, suffix: str) -> Any:
    """The same tree with other names for its locals."""
    if isinstance(node, tuple):
        return tuple(renamed(part, suffix) for part in node)
    if not isinstance(node, NODES):
        return node
    changes: dict[str, Any] = {}
    node = cast(Any, node)
    for field in dataclasses.fields(node):
        old = getattr(node, field.name)
        if field.name in ("span", "type", "item"):
            continue
        if (
            field.name == "local"
            or (field.name == "used" and old)
            or (field.name == "name" and isinstance(node, ir.Local))
        ):
            changes[field.name] = old + suffix
        elif field.name == "back":
            changes[field.name] = tuple((value, local + suffix) for value, local in old)
        else:
            new = renamed(old, suffix)
            if new is not old:
                changes[field.name] = new
    return dataclasses.replace(node, **changes) if changes else node
