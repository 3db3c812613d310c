"""Texts from outside a pack in, their ir out: checked as if they stood in it, without checking the pack again.

In such a text every thing can be called by its own name, also the second of three that are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.expressions import test
from archidsl.checker.guards import check_addition
from archidsl.checker.inlining import Inliner
from archidsl.checker.openings import Openings
from archidsl.checker.scope import Scope, Text, changed_names
from archidsl.checker.statements import lines
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, Span
from archidsl.lang import nodes as n


class Additions:
    """A checked game that takes more procedures. `names`: what each thing is called, and its kind."""

    def __init__(self, v: Vocabulary, game: ir.Game, names: Mapping[str, str]) -> None:
        self.v = copy(v)
        self.v.members = {**names, **v.members}
        self.game = replace(game, procedures=dict(game.procedures), sites=list(game.sites))
        self.analysis = Analysis(self.game, self.v)

    def procedure(self, name: str, body: tuple[n.Statement, ...], span: Span, report: Report) -> bool:
        """Adds lines in which nobody acts, under a name; says whether they are right."""
        before = len(report.errors)
        text = Text(self.v, report, self.game, name, False, changed=changed_names(body))
        made = ir.Procedure(name, span, (), "", lines(body, Scope(text)))
        if len(report.errors) > before:
            return False
        inliner = Inliner(self.analysis, report)
        made = Openings(self.analysis, inliner, report).mark(inliner.procedure(made))
        check_addition(made.body, self.game, self.analysis, report)
        self.game.procedures[name] = made
        return len(report.errors) == before

    def condition(self, node: n.Expression, report: Report) -> ir.Expr | None:
        """A question about the table; nobody acts in it."""
        before = len(report.errors)
        found = test(node, Scope(Text(self.v, report, self.game, "condition", False)))
        if len(report.errors) == before:
            check_addition(found, self.game, self.analysis, report)
        return found if len(report.errors) == before else None
