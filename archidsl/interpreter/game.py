"""The reference: plays a game straight from its ir, slowly and plainly, from question to question."""

from __future__ import annotations

from typing import Any

from archidsl.checker import ir
from archidsl.checker.vocabulary import Vocabulary
from archidsl.engine.chance import draw
from archidsl.engine.choices import CHANCE, Answer, Choice, SiteInfo
from archidsl.engine.layout import Layout
from archidsl.engine.verbs import Finished
from archidsl.interpreter.lines import Effects, Listener
from archidsl.interpreter.questions import Question, Steps, Volunteered
from archidsl.interpreter.world import NOTHING


class Reference:
    """A game at one moment, like `engine.machine.Position`; it cannot be copied."""

    made_of: type[Effects] = Effects

    def __init__(
        self,
        v: Vocabulary,
        rules: ir.Game,
        layout: Layout,
        key: bytes,
        ask_all: bool = False,
        listen: Listener | None = None,
    ) -> None:
        self.world = self.made_of(v, rules, layout)
        self.world.ask_all, self.world.listen = ask_all, listen
        self.world.s[layout.key] = key
        self.asked: Question | None = None
        self.history: Any = None  # (earlier history, player, site, answer)
        self.over = False
        self.finished = False  # over because a line said so
        self._steps: Steps = self.world.call(rules.main, NOTHING, ())

    @property
    def s(self) -> list[Any]:
        return self.world.s

    def begin(self) -> Reference:
        self._go_on(None)
        return self

    @property
    def choice(self) -> Choice | None:
        if self.asked is None:
            return None
        site, player, payload, declinable = self.asked
        text = self.world.rules.sites[site]
        info = SiteInfo(
            text.number, text.key, text.kind, text.secret, text.together, text.span.file, text.span.line,
            text.span.column, text.procedure, text.type.base,
        )  # fmt: skip
        return Choice(info, player, payload, bool(declinable))

    def answer(self, answer: Answer) -> None:
        """Takes an answer that the open question allows and goes on to the next."""
        assert self.asked is not None
        self.history = (self.history, self.asked[1], self.asked[0], answer)
        self._go_on(answer)

    def volunteers(self, by: int | None = None) -> list[str]:
        """What the asked player could begin instead of answering, or another while that one thinks."""
        if self.asked is None or self.asked[1] < 0 or self.world.guest:
            return []
        world, player = self.world, self.asked[1] if by is None else by
        windows = [w for w in world.v.windows.values() if world.v.moments[w.name] == self.s[world.layout.moment]]
        return [name for window in windows for name in window.offers if world.can_begin(name, player, (), ())]

    def volunteer(self, name: str, by: int | None = None) -> None:
        """A player begins something that the open window offers; the question is put again afterwards."""
        if self.asked is None or name not in self.volunteers(by):
            raise ValueError(name)
        player = self.asked[1] if by is None else by
        self.history = (self.history, player, self.asked[0], name)
        self._go_on(Volunteered(name, player))

    def chance(self) -> Answer:
        """What the keyed generator answers to the open question of `chance`."""
        layout, choice = self.world.layout, self.choice
        assert choice is not None and choice.player == CHANCE

        def below(number: int) -> int:
            drawn, self.s[layout.chance] = draw(self.s[layout.key], 0, self.s[layout.chance], number)
            return drawn

        return choice.draw(below)

    def _go_on(self, sent: Answer | Volunteered | None) -> None:
        self.world.open = None
        try:
            self.asked = self._steps.send(sent)
        except (StopIteration, Finished) as end:
            self.asked, self.over, self.finished = None, True, isinstance(end, Finished)
