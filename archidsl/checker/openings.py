"""Which first lines decide whether something may be begun: counted in every body, once all procedures are known."""

from __future__ import annotations

from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis
from archidsl.checker.inlining import Inliner
from archidsl.diagnostics import Report

DEEPEST = 4


class Openings:
    """Marks the opening of every body of one procedure, and collects the locals it guarantees."""

    def __init__(self, analysis: Analysis, inliner: Inliner, report: Report) -> None:
        self.analysis, self.inliner, self.report = analysis, inliner, report
        self.sure: set[str] = set()
        self.actor: ir.Expr | None = None  # who is to begin: None is `you`; under a question, the one who is asked

    def mark(self, procedure: ir.Procedure) -> ir.Procedure:
        self.sure, self.actor = set(), None
        body = self._opened(procedure.body, 0)
        return replace(procedure, body=body, sure=frozenset(self.sure))

    # A body that is a beginning of its own: of a procedure, an option, a pass, an attempt, lines under a choice.
    def _opened(self, body: ir.Body, depth: int) -> ir.Body:
        lines: list[ir.Line] = []
        written: set[str] = set()
        opening = 0
        open_ = True
        coming = list(body.lines)
        while coming:
            line = coming.pop(0)
            if open_ and isinstance(line, ir.Run) and self._written_out(line):
                coming[:0] = self.inliner.inlined(line)  # what it requires and pays is required and paid here
                continue
            if open_ and not self._belongs(line, written):
                open_ = False
            if open_:
                marked, goes_on, asked = self._line(line, depth)
                depth += asked
                written |= self.analysis.writes(line)
                lines.append(marked)
                opening += 1
                open_ = goes_on
            else:
                lines.append(self._late(line))
        return ir.Body(_pending(tuple(lines)), opening)

    def _belongs(self, line: ir.Line, written: set[str]) -> bool:
        if self._depends(line) & written:
            return False
        if isinstance(line, ir.Choose | ir.Menu):
            return line.ask.who is not None and self._acts(line.ask.who) and not line.ask.may
        if isinstance(line, ir.Pay):
            return self._acts(line.who)
        if isinstance(line, ir.Run | ir.RunDeed):
            return self._by_actor(line)
        if isinstance(line, ir.Repeat):
            return not (isinstance(line.low, ir.Const) and line.low.value == 0)
        return isinstance(line, ir.Require | ir.Let | ir.Store | ir.If | ir.Attempt | ir.SetWindow)

    def _by_actor(self, line: ir.Run | ir.RunDeed) -> bool:
        return self.actor is None if line.who is None else self._acts(line.who)

    def _acts(self, who: ir.Expr) -> bool:
        if self.actor is None:
            return isinstance(who, ir.You)
        return isinstance(who, ir.Local) and isinstance(self.actor, ir.Local) and who.name == self.actor.name

    def _asked(self, body: ir.Body, depth: int, who: ir.Expr | None) -> ir.Body:
        """Lines under a question: the one who is asked begins them."""
        before = self.actor
        self.actor = None if isinstance(who, ir.You) else who
        marked = self._opened(body, depth)
        self.actor = before
        return marked

    def _depends(self, line: ir.Line) -> frozenset[str]:
        """What deciding this line would read; a procedure reads what its own opening reads."""
        if isinstance(line, ir.Store | ir.SetWindow):
            return frozenset()
        if isinstance(line, ir.Run):
            return self.analysis.reads(line) | self.analysis.reads(self.analysis.procedure(line.procedure).body)
        return self.analysis.reads(line)

    def _line(self, line: ir.Line, depth: int) -> tuple[ir.Line, bool, int]:
        """The line with its bodies marked, whether the opening goes on behind it, and how many questions it is deep."""
        if isinstance(line, ir.Choose):
            if depth >= DEEPEST:
                self.report.error("deep-opening", line.span, f"an opening may ask at most {DEEPEST} questions in a row")
            self.sure.add(line.local)
            body = self._asked(line.body, depth + 1, line.ask.who) if line.body is not None else None
            single = isinstance(line.domain, ir.One | ir.Numbers)
            return replace(line, body=body), line.body is None and single, 1
        if isinstance(line, ir.Menu):
            return self._menu(line, depth), False, 1
        if isinstance(line, ir.Repeat):
            return replace(line, body=self._opened(line.body, depth)), False, 0
        if isinstance(line, ir.Attempt):
            return replace(line, body=self._opened(line.body, depth), otherwise=self._closed(line.otherwise)), False, 0
        if isinstance(line, ir.If):
            return self._if(line, depth)
        return line, not isinstance(line, ir.Run | ir.RunDeed), 0

    def _menu(self, line: ir.Menu, depth: int) -> ir.Menu:
        options = tuple(replace(o, body=self._asked(o.body, depth + 1, line.ask.who)) for o in line.options)
        return replace(line, options=options)

    def _if(self, line: ir.If, depth: int) -> tuple[ir.Line, bool, int]:
        then, otherwise = self._opened(line.then, depth), self._opened(line.otherwise, depth)
        whole = all(b.opening == len(b.lines) and _plain(b) for b in (then, otherwise))
        return replace(line, then=then, otherwise=otherwise), whole, 0

    def _written_out(self, line: ir.Run) -> bool:
        """A procedure that only sets, names, requires and pays does not end the opening of its caller."""
        if self.actor is not None or not self.inliner.can_inline(line):
            return False
        plain = (ir.Require, ir.Let, ir.Store, ir.SetWindow, ir.Pay)
        return all(isinstance(part, plain) for part in self.analysis.procedure(line.procedure).body.lines)

    # A body that is no beginning; what stands in it may be.
    def _closed(self, body: ir.Body) -> ir.Body:
        return ir.Body(_pending(tuple(self._late(line) for line in body.lines)), 0)

    def _late(self, line: ir.Line) -> ir.Line:
        if isinstance(line, ir.Choose):
            return replace(line, body=self._asked(line.body, 1, line.ask.who)) if line.body is not None else line
        if isinstance(line, ir.Menu):
            return self._menu(line, 0)
        if isinstance(line, ir.Repeat):
            return replace(line, body=self._opened(line.body, 0))
        if isinstance(line, ir.Attempt):
            return replace(line, body=self._opened(line.body, 0), otherwise=self._closed(line.otherwise))
        if isinstance(line, ir.If):
            return replace(line, then=self._closed(line.then), otherwise=self._closed(line.otherwise))
        if isinstance(line, ir.Each):
            return replace(line, body=self._closed(line.body))
        return line


def _plain(body: ir.Body) -> bool:
    return all(isinstance(x, ir.Require | ir.Let | ir.Pay | ir.Store | ir.SetWindow | ir.Choose) for x in body.lines)


def _pending(lines: tuple[ir.Line, ...]) -> tuple[ir.Line, ...]:
    """A `require` right behind a `repeat` keeps the player from stopping while it is false."""
    out = list(lines)
    for i, line in enumerate(lines):
        if isinstance(line, ir.Repeat):
            following = []
            for later in lines[i + 1 :]:
                if not isinstance(later, ir.Require):
                    break
                following.append(later.test)
            out[i] = replace(line, pending=tuple(following))
    return tuple(out)
