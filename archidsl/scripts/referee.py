"""A refused answer in, the reason in plain words out; the reference plays along only when somebody wants to know."""

from __future__ import annotations

import re
from typing import Any

from archidsl.engine.choices import CHANCE
from archidsl.interpreter.game import Reference
from archidsl.interpreter.why import Reason, why, why_not
from archidsl.journal import answers_of
from archidsl.reasons import meant
from archidsl.scripts.table import Table
from archidsl.session import begins


class Referee:
    """Knows why. A script never goes back, so the reference is led on from where it stood."""

    def __init__(self, table: Table) -> None:
        self.table, self.session = table, table.session
        self.refusal = ""  # what the pack calls the refusal that was told last
        self._reference: Reference | None = None
        self._answers = 0

    def told(self, written: object, by: str) -> str:
        """`b2` is not offered; the rule is "mark of it is nobody" (rules.yaml:17): the square is taken"""
        short = self.table.short
        plainly = re.sub(r"\w+", lambda name: short.get(name[0], name[0]), self.session.refuse_plainly(written, by))
        found = self._found(written, by)
        self.refusal = "" if found is None else found.refusal
        if found is None:
            return plainly
        sentence = f": {self.table.naming.lexicon.sentence(f'refusal.{found.refusal}')}" if found.refusal else ""
        return f'{plainly}; the rule is "{found.text}" ({found.span.file}:{found.span.line}){sentence}'

    def _found(self, written: object, by: str) -> Reason | None:
        position, layout = self.session.position, self.session.layout
        whole: Any = getattr(self.session.game, "full", self.session.game)
        choice, sources = position.choice, whole.report.sources
        if choice is None or by not in layout.ids:
            return None
        if begins(written):
            name = str(written)[1:]
            offers = {offer for window in whole.v.windows.values() for offer in window.offers}
            return why_not(self._now(whole), name, layout.ids[by], (), sources) if name in offers else None
        number = meant(layout, choice, written)
        return None if number is None else why(self._now(whole), number, sources)

    def _now(self, whole: Any) -> Reference:
        """The reference at the same question."""
        position, layout = self.session.position, self.session.layout
        if self._reference is None:
            self._reference = Reference(whole.v, whole.rules, layout, position.s[layout.key]).begin()
        reference, answers = self._reference, answers_of(position)
        for who, answer in answers[self._answers :]:
            if reference.asked is not None and reference.asked[1] == CHANCE:
                reference.chance()  # moves the counter on, as it did in the game
            if isinstance(answer, str):
                reference.volunteer(answer, who)
            else:
                reference.answer(answer)
        self._answers = len(answers)
        return reference
