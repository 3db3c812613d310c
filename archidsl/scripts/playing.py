"""A script at its table in, a played script out; the report gets what is not as it should be."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from archidsl.diagnostics import Report, Span
from archidsl.engine.choices import Choice
from archidsl.engine.record import Entry
from archidsl.engine.words import VOLUNTEERED, Written
from archidsl.scripts import script as sc
from archidsl.scripts.answers import NotUnderstood, written
from archidsl.scripts.looking import Seeing, check_conditions
from archidsl.scripts.referee import Referee
from archidsl.scripts.table import Table, Unplayable, check_players
from archidsl.session import SessionError

CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Until:
    """Where to stop: before a line of the file, or after so many answers; 0 is never."""

    line: int = 0
    answers: int = 0


NEVER = Until()


class Playing:
    """One script at one moment."""

    def __init__(self, table: Table, report: Report) -> None:
        self.table, self.report, self.session = table, report, table.session
        self.seeing, self.referee = Seeing(table, report), Referee(table)
        self.drawn = 0  # up to which entry the lines of chance were compared

    def run(self, until: Until = NEVER) -> None:
        """Plays to the end, to `stop`, to what `until` says or to the first answer that does not fit."""
        before = len(self.report.errors)
        check_players(self.table, self.report)
        check_conditions(self.table, self.report)
        if len(self.report.errors) > before:
            return
        try:
            for step in self.table.script.steps:
                if isinstance(step, sc.Stop) or self._reached(step, until):
                    return
                self._step(step)
        except Unplayable:
            pass

    def _reached(self, step: sc.Step, until: Until) -> bool:
        answers = until.answers and isinstance(step, sc.Answer | sc.Begin) and self.session.end >= until.answers
        return bool(answers) or 0 < until.line <= step.span.line

    def _step(self, step: sc.Step) -> None:
        match step:
            case sc.Answer(player=player) if player.text == CHANCE:
                self._chance(step)
            case sc.Answer():
                choice = self._asked(step)
                said = self._written(step, choice)
                if self.session.refuse_plainly(said):
                    self._refused(step, said)
                self._decide(said, step.span)
            case sc.Begin():
                self._begin(step)
            case sc.Refuse():
                with suppress(Unplayable):  # what is expected in vain, or not understood, ends nothing
                    self._refuse(step)
            case _:
                self.seeing.step(step)

    def _stop(self, span: Span, message: str, help: str = "", code: str = "script-answer") -> None:
        self.report.error(code, span, message, help)
        raise Unplayable

    # -- answers

    def _own(self, player: sc.Word) -> str:
        return self.table.names.get(player.text, player.text)

    def _asked(self, answer: sc.Answer) -> Choice:
        """The open question, if it is the one that is meant."""
        choice, seeing = self.session.choice, self.seeing
        wanted = f"and not {answer.player.text} for `{answer.key.text}`"
        if choice is None:
            self._stop(answer.span, f"the game is over, and {answer.player.text} answers `{answer.key.text}`")
            raise Unplayable
        if self.session.player != self._own(answer.player):
            self._stop(answer.player.span.to(answer.key.span), f"{seeing.asked()}, {wanted}", seeing.offers())
        if choice.key != answer.key.text:
            self._stop(answer.key.span, f"{seeing.asked()}, and not for `{answer.key.text}`", seeing.offers())
        return choice

    def _written(self, answer: sc.Answer, choice: Choice) -> Written:
        try:
            return written(self.table, choice, answer.said)
        except NotUnderstood as problem:
            self._stop(problem.span, problem.message, problem.help or self.seeing.offers())
            raise

    def _refused(self, answer: sc.Answer, said: Written) -> None:
        reason = self.referee.told(said, self._own(answer.player))
        self._stop(answer.said.span, f"{self.seeing.asked()}: {reason}", self.seeing.offers())

    def _decide(self, said: Any, span: Span, by: str = "") -> None:
        self.drawn = self.session.end + 1
        try:
            self.session.answer_written(said, by)
        except SessionError as problem:
            self._stop(span, str(problem))

    def _begin(self, step: sc.Begin) -> None:
        said, by = VOLUNTEERED + step.what.text, self._own(step.player)
        if self.session.choice is None:
            self._stop(step.span, f"the game is over, and {step.player.text} begins `{step.what.text}`")
        if self.session.refuse_plainly(said, by):
            self._stop(step.span, f"{self.seeing.asked()}: {self.referee.told(said, by)}", self.seeing.offers())
        self._decide(said, step.span, by)

    # -- chance

    def _chance(self, step: sc.Answer) -> None:
        """What chance answered since the last answer of a player, compared with what is written."""
        live = self.session.live[self.drawn :]
        found = next((i for i, entry in enumerate(live) if entry.key == step.key.text), None)
        if found is None:
            keys = ", ".join(f"`{key}`" for key in dict.fromkeys(entry.key for entry in live))
            after = f"it was asked for {keys}" if keys else "it was not asked anything"
            self.report.error("script-expect", step.span, f"chance was not asked for `{step.key.text}` here: {after}")
            return
        self.drawn += found + 1
        shown, said = in_script(live[found], self.table.short), _as_written(step.said)
        if said not in (shown, in_script(live[found], {})):
            self.report.error("script-expect", step.said.span, f"chance answered `{shown}`, and not `{said}`")

    # -- refusals

    def _refuse(self, step: sc.Refuse) -> None:
        what = step.what
        if isinstance(what, sc.Begin):
            said: Any = VOLUNTEERED + what.what.text
        else:
            said = self._written(what, self._asked(what))
        by = self._own(what.player)
        if not self.session.refuse_plainly(said, by):
            named = "begin" if isinstance(what, sc.Begin) else "answer"
            message = f"{what.player.text} may {named} this, and it should be refused"
            self.report.error("script-refuse", step.span, message, self.seeing.offers())
        elif step.because is not None:
            told = self.referee.told(said, by)
            wanted = step.because.text
            if wanted != self.referee.refusal and wanted not in told:
                message = f"it is refused for another reason: {told}"
                name = f"the name of the refusal is `{self.referee.refusal}`" if self.referee.refusal else ""
                self.report.error("script-refuse", step.because.span, message, name)


def _as_written(said: sc.Said) -> str:
    return said.text if said.items is None else f"[{', '.join(item.text for item in said.items)}]"


def in_script(entry: Entry, short: dict[str, str], declinable: bool = False) -> str:
    """An answer of a record as a script writes it. `declinable`: taking nothing is not the same as declining."""
    answer: Any = entry.answer
    if answer is None or (not answer and isinstance(answer, list | dict) and not declinable):
        return "nothing"
    if isinstance(answer, dict):
        return " and ".join(f"{number} {stuff}" for stuff, number in answer.items()) or "[]"
    if isinstance(answer, list):
        return f"[{', '.join(short.get(str(part), str(part)) for part in answer)}]"
    return short.get(str(answer), str(answer))
