"""A scenario and its stage in, a played scenario out; the report gets what is not as it should be."""

from __future__ import annotations

from typing import Any

from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.engine.choices import CHANCE, DECLINED, Answer, Choice
from archidsl.engine.verbs import BudgetError
from archidsl.engine.words import NoSuchAnswer, player_word, read
from archidsl.interpreter.why import Reason, why, why_not
from archidsl.interpreter.world import Met
from archidsl.packs.values import plain
from archidsl.reasons import meant
from archidsl.scenarios import scenario as sc
from archidsl.scenarios.compiled import Twin
from archidsl.scenarios.looking import Looking, spoken
from archidsl.scenarios.stage import Played, Stage
from archidsl.session import begins

MOST_FIRST = 10_000  # answers that `rest: first` gives


class Stop(Exception):
    """After this the rest of the scenario means nothing; the report says why."""


class Playing:
    """One scenario at one moment."""

    def __init__(
        self, stage: Stage, scenario: sc.Scenario, report: Report, met: Met | None = None, twin: Twin | None = None
    ) -> None:
        self.stage, self.scenario, self.report, self.met, self.twin = stage, scenario, report, met, twin

    def run(self) -> None:
        """Plays it to its end; the report gets what is wrong."""
        scenario = self.scenario
        try:
            self.begin()
            for i, step in enumerate(scenario.steps):
                self._settle(scenario.steps[i:])
                self._step(step)
            self._settle(())
            self._end()
            for look in scenario.expect:
                self._step(look)
        except Stop:
            pass
        except BudgetError as problem:
            self.report.error("scenario-answer", scenario.span, f"this is too much: {problem}")

    def begin(self) -> None:
        before = len(self.report.errors)
        scenario, stage = self.scenario, self.stage
        state = stage.set_down(scenario, self.report)
        start = stage.game.rules.main
        if scenario.play is not None:
            start = stage.procedure(scenario.play, self.report)
        for look in (*scenario.steps, *scenario.expect):
            if isinstance(look, sc.Condition):
                stage.condition(look.text, self.report)  # all mistakes in writing are said before anything is played
        if state is None or len(self.report.errors) > before:
            raise Stop
        self.now = Played(stage, state, start, self.met)
        self.looking = Looking(stage, self.now, self.report)
        self.now.begin()
        if self.twin is not None:
            self.twin.begin(state, start)
            self._compare()

    def _give(self, answer: Answer | str, by: int | None = None) -> None:
        """An answer, or the name of what somebody begins instead."""
        if isinstance(answer, str):
            self.now.volunteer(answer, by)
        else:
            self.now.answer(answer)
        if self.twin is not None:
            self.twin.answer(answer, by)
            self._compare()

    def _compare(self) -> None:
        if self.twin is not None and (different := self.twin.differs(self.now)):
            self.report.error("scenario-compiled", self.scenario.span, f"the compiled game differs: {different}")
            raise Stop

    def _by_chance(self) -> None:
        """Both draw, since drawing moves the counter on."""
        if self.twin is not None:
            self.twin.chance()
        self._give(self.now.chance())

    # -- questions

    def _settle(self, coming: tuple[sc.Step, ...]) -> None:
        """Chance answers by itself, unless the next answer is written for it."""
        following = next((step for step in coming if isinstance(step, sc.Answer)), None)
        while (choice := self.now.choice) is not None and choice.player == CHANCE:
            if following is not None and following.player == "chance":
                return
            self._by_chance()

    def _end(self) -> None:
        """Everything is answered; may a question stand open?"""
        scenario, now = self.scenario, self.now
        for _ in range(MOST_FIRST if scenario.rest else 0):
            if (choice := now.choice) is None:
                break
            if choice.player == CHANCE:
                self._by_chance()
            else:
                self._give(first_answer(choice))
        if now.choice is not None and not scenario.stops:
            help = "answer it, or say `stops: yes` if the table may be left like this"
            last = scenario.steps[-1] if scenario.steps else None
            span = last.span if isinstance(last, sc.Answer) else scenario.span
            self.report.error("scenario-question", span, f"a question is left: {self.looking.question()}", help)
        ended = now.over and (now.finished or scenario.play is None)
        if scenario.over is not None and scenario.over != ended:
            message = "the game is not over" if scenario.over else "the game is over"
            self.report.error("scenario-expect", scenario.span, message)

    def _step(self, step: sc.Step) -> None:
        match step:
            case sc.Answer():
                self._answer(step)
            case sc.Refuse():
                self._refuse(step)
            case sc.Allow(answer=answer):
                self._asked(answer)
                if self._not_offered(plain(answer.written), answer.player):
                    self._wrong(answer, "should be offered", "scenario-expect")
            case _:
                self.looking.look(step)

    def _asked(self, answer: sc.Answer) -> Choice:
        """The open question, if it is the one that is meant."""
        choice, layout = self.now.choice, self.stage.layout
        players = [*layout.names[: layout.players], "chance"]
        if answer.player not in players:
            help = did_you_mean(answer.player, players) or f"there are {', '.join(players)}"
            self._stop(answer.span, f"`{answer.player}` is no player", help)
        if choice is None:
            message = f"nobody is asked anything any more, and {answer.player} answers `{answer.key}`"
            self._stop(answer.span, message, "a question with one possible answer is not asked")
            raise Stop
        who = answer.player if begins(plain(answer.written)) else player_word(layout, choice.player)
        if (who, choice.key) != (answer.player, answer.key):
            wanted = f"and not {answer.player} for `{answer.key}`"
            self._stop(answer.span, f"{self.looking.asked()}, {wanted}", self.looking.offers())
        return choice

    def _stop(self, span: Span, message: str, help: str = "") -> None:
        self.report.error("scenario-answer", span, message, help)
        raise Stop

    def _answer(self, answer: sc.Answer) -> None:
        choice, written = self._asked(answer), self._long(plain(answer.written))
        if self._not_offered(written, answer.player):
            self._wrong(answer, "is not offered", "scenario-answer")
            raise Stop
        if begins(written):
            self._give(str(written)[1:], self.stage.layout.ids[answer.player])
        else:
            self._give(choice.settled(read(self.stage.layout, choice, written)))

    def _refuse(self, step: sc.Refuse) -> None:
        self._asked(step.answer)
        written = self._long(plain(step.answer.written))
        if not self._not_offered(written, step.answer.player):
            message = f"{spoken(plain(step.answer.written))} is offered to {step.answer.player}"
            self.report.error("scenario-refuse", step.answer.span, message, self.looking.offers())
            return
        if step.because is None:
            return
        found, wanted = self._reason(written, step.answer.player), str(plain(step.because))
        if found is None:
            message = "it is refused, but there is no rule that could be named as the reason"
            self.report.error("scenario-refuse", step.because.span, message)
        elif wanted not in found.text and wanted not in (f"{found.span.file}:{found.span.line}", found.refusal):
            message = f"it is refused for another reason: {self._told(found)}"
            self.report.error("scenario-refuse", step.because.span, message)

    def _wrong(self, answer: sc.Answer, what: str, code: str) -> None:
        found = self._reason(self._long(plain(answer.written)), answer.player)
        why = f"; {self._told(found)}" if found is not None else ""
        message = f"{answer.player} is asked for `{answer.key}`: {spoken(plain(answer.written))} {what}{why}"
        self.report.error(code, answer.span, message, self.looking.offers())

    def _not_offered(self, written: object, player: str) -> bool:
        written = self._long(written)
        if begins(written):
            return str(written)[1:] not in self.now.volunteers(self.stage.layout.ids.get(player))
        choice = self.now.choice
        assert choice is not None
        try:
            return not choice.allows(read(self.stage.layout, choice, written))
        except (NoSuchAnswer, TypeError):
            return True

    def _reason(self, written: object, player: str) -> Reason | None:
        """The rule that refuses an answer."""
        now, sources = self.now, self.stage.game.report.sources
        choice = now.choice
        assert choice is not None
        if begins(written):
            name = str(written)[1:]
            offers = {offer for window in self.stage.game.v.windows.values() for offer in window.offers}
            return why_not(now, name, self.stage.layout.ids[player], (), sources) if name in offers else None
        number = meant(self.stage.layout, choice, written)
        return None if number is None else why(now, number, sources)

    def _told(self, found: Reason) -> str:
        named = [pair for pair in found.values if " of " in pair[0] or (pair[0], "") in self.stage.layout.columns]
        values = "; ".join(self.looking.value(name, value) for name, value in named)
        place = f"{found.span.file}:{found.span.line}"
        refusal = f", which says `{found.refusal}`" if found.refusal else ""
        return f'the rule is "{found.text}" ({place}{"; " + values if values else ""}){refusal}'

    def _long(self, written: Any) -> Any:
        """Things by their own names."""
        if isinstance(written, list):
            return [self._long(part) for part in written]
        return self.stage.long.get(written, written) if isinstance(written, str) else written


def first_answer(choice: Choice) -> Answer:
    """What stands first; nobody declines if there is anything else."""
    if choice.listed:
        return choice.options[0]
    found = choice.draw(lambda below: min(1, below - 1) if choice.declinable else 0)
    return DECLINED if found == () and choice.declinable else found
