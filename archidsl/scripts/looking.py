"""What a script expects in, whether it is so out; the position of a session is looked at like that of a scenario."""

from __future__ import annotations

import re
from typing import Any

from archidsl.diagnostics import Report, Span
from archidsl.engine.choices import Choice
from archidsl.engine.machine import Position
from archidsl.engine.views import Sight
from archidsl.engine.words import player_word
from archidsl.interpreter.lines import Effects
from archidsl.players.showing import results
from archidsl.scenarios.looking import HIDDEN, Looking, spoken
from archidsl.scripts import script as sc
from archidsl.scripts.answers import NOTHING, NotUnderstood, meant, offered
from archidsl.scripts.table import Renamed, Table

EVERYBODY, NOBODY = "everybody", "nobody"
MOST_NAMED = 30
RANGE = re.compile(r"([0-9]{1,6}) to ([0-9]{1,6})")


class Now:
    """A position as `Looking` wants it: the state with a world in which conditions can be asked."""

    over = finished = False

    def __init__(self, table: Table) -> None:
        self.table = table
        self._world: Effects | None = None

    @property
    def position(self) -> Position:
        return self.table.session.position

    @property
    def choice(self) -> Choice | None:
        return self.position.choice

    @property
    def s(self) -> list[Any]:
        return self.position.s

    @property
    def world(self) -> Effects:
        if self._world is None:
            stage = self.table.stage
            self._world = Effects(stage.additions.v, stage.additions.game, stage.layout)
        self._world.s[:] = self.position.s
        return self._world

    def volunteers(self, by: int | None = None) -> list[str]:
        return self.position.volunteers(by)


class Seeing:
    """Looks at the game of one script."""

    def __init__(self, table: Table, report: Report) -> None:
        self.table, self.report, self.now = table, report, Now(table)
        self.layout = table.session.layout
        self._looking: Looking | None = None

    @property
    def looking(self) -> Looking:
        """Looks as scenarios do; the whole game is read for it."""
        if self._looking is None:
            now: Any = self.now
            self._looking = Looking(self.table.stage, now, Renamed(self.report))
        return self._looking

    def wrong(self, span: Span, message: str, help: str = "") -> None:
        self.report.error("script-expect", span, message, help)

    def short(self, name: str) -> str:
        return self.table.short.get(name, name)

    def asked(self) -> str:
        choice = self.now.choice
        if choice is None:
            return "nobody is asked anything: the game is over"
        return f"{self.short(player_word(self.layout, choice.player))} is asked for `{choice.key}`"

    def offers(self) -> str:
        """All that the open question takes, as it would be written."""
        choice = self.now.choice
        if choice is None:
            return ""
        words = [self.short(word) for word in self._offered(choice)]
        if choice.kind in ("number", "payment") and len(words) > 2 and list(choice.payload) == [*_run(choice.payload)]:
            words = [f"{choice.payload[0]} to {choice.payload[-1]}", *words[len(choice.payload) :]]
        many = [f"and {len(words) - MOST_NAMED} more"] if len(words) > MOST_NAMED else []
        begun = [f"`{self.asked_player()} begins {name}`" for name in self.now.volunteers()]
        return "offered: " + ", ".join([*words[:MOST_NAMED], *many]) + (f"; or {', '.join(begun)}" if begun else "")

    def asked_player(self) -> str:
        return self.short(self.table.session.player)

    def step(self, step: sc.Step) -> None:
        match step:
            case sc.Condition(text=text):
                self.looking.condition(text)
            case sc.Over(over=over):
                if over and not self.now.position.over:
                    self.wrong(step.span, f"the game is not over: {self.asked()}", self.offers())
                elif not over and self.now.position.over:
                    self.wrong(step.span, "the game is over")
            case sc.Wins():
                self.wins(step)
            case sc.Asked():
                self.who_is_asked(step)
            case sc.Sees():
                self.seen(step)

    # -- who wins

    def wins(self, step: sc.Wins) -> None:
        found = results(self.now.position)
        if not self.now.position.over:
            return self.wrong(step.span, f"nobody wins yet: {self.asked()}", self.offers())
        if "won" in found:
            winners = [player for player, value in found["won"].items() if value == "yes"]
        elif "score" in found:
            winners = [p for p, value in found["score"].items() if value == max(found["score"].values())]
        else:
            return self.wrong(step.span, "this game does not say who wins")
        wanted = {self.table.names.get(player.text, player.text) for player in step.players}
        if wanted != set(winners):
            verb = "wins" if len(winners) < 2 else "win"
            self.wrong(step.span, f"{' and '.join(map(self.short, winners)) or NOBODY} {verb}, and nobody else")
        return None

    # -- who is asked

    def who_is_asked(self, step: sc.Asked) -> None:
        choice, wanted = self.now.choice, self.table.names.get(step.player.text, step.player.text)
        if choice is None or wanted == NOBODY:
            if choice is not None or wanted != NOBODY:
                self.wrong(step.span, self._other(step), self.offers())
            return
        key = choice.key if step.key is None else step.key.text
        if (player_word(self.layout, choice.player), choice.key) != (wanted, key):
            self.wrong(step.span, self._other(step), self.offers())
        elif step.offers:
            self.what_is_offered(choice, step)

    def _other(self, step: sc.Asked) -> str:
        """`p2 is asked for `a`, and not p1 for `a``; who is meant is said only if it is somebody else."""
        wanted = self.table.names.get(step.player.text, step.player.text)
        words = [] if wanted == self.table.session.player and step.key is not None else [step.player.text]
        words += [f"for `{step.key.text}`"] if step.key is not None else []
        return f"{self.asked()}, and not {' '.join(words)}"

    def what_is_offered(self, choice: Choice, step: sc.Asked) -> None:
        found = self._offered(choice)
        try:
            wanted = [word for said in step.offers for word in self._wanted(choice, said)]
        except NotUnderstood as problem:
            return self.wrong(problem.span, problem.message, problem.help or self.offers())
        missing = [word for word in wanted if word not in found]
        more = [word for word in found if word not in wanted] if step.all else []
        said = [f"not offered: {', '.join(map(self.short, missing))}"] if missing else []
        said += [f"also offered: {', '.join(map(self.short, more))}"] if more else []
        if said:
            self.wrong(step.span, f"for `{choice.key}` something else is offered; {'; '.join(said)}", self.offers())
        return None

    def _offered(self, choice: Choice) -> list[str]:
        if choice.kind in ("number", "payment"):
            found = [str(number) for number in choice.payload]
        elif choice.kind == "bundle":
            found = [f"{number} {self.layout.stuffs[stuff]}" for stuff, number in choice.payload[2]]
        else:
            found = offered(self.table, choice)
        return [*found, NOTHING] if choice.declinable else found

    def _wanted(self, choice: Choice, said: sc.Said) -> list[str]:
        if said.text == NOTHING:
            return [NOTHING]
        if choice.kind in ("number", "payment"):
            numbers = RANGE.fullmatch(said.text)
            return [str(i) for i in range(int(numbers[1]), int(numbers[2]) + 1)] if numbers else [said.text]
        if choice.kind == "bundle":
            number, _, stuff = said.text.partition(" ")
            return [f"{number} {meant(self.table, choice, sc.Word(said.span, stuff))}"]
        return [meant(self.table, choice, sc.Word(said.span, said.text))]

    # -- what somebody sees

    def seen(self, step: sc.Sees) -> None:
        name = self.table.names.get(step.player.text, step.player.text)
        player = -1 if name == EVERYBODY else self.layout.names.index(name)
        sight = Sight(self.layout, self.now.s, player)
        found = self._sight(sight, step.what.text)
        if found is None:
            help = "a place, a stuff of a holder, or a property of a thing can be seen"
            return self.wrong(step.what.span, f"`{step.what.text}` is nothing that can be seen", help)
        said: list[str] | str = step.said.text
        if step.said.items is not None:
            said = [item.text for item in step.said.items]
        shown = self._told(found[0])
        if said != shown:
            self.wrong(step.said.span, f"{step.player.text} sees there {spoken(shown)}, and not {spoken(said)}")
        return None

    def _told(self, value: Any) -> list[str] | str:
        if isinstance(value, list):
            return [self.short(str(part)) for part in value]
        return NOTHING if value is None else self.short(str(value))

    def _sight(self, sight: Sight, what: str) -> tuple[Any] | None:
        prop, sign, whose = what.partition(" of ")
        if not sign:
            return self._of_game(sight, self.table.names.get(what, what))
        whose = self.table.names.get(whose, whose)
        thing = self.layout.ids.get(whose, -1)
        for number, zone in self.layout.zones.items():
            if zone.owner >= 0 and zone.owner == thing and self.layout.kind_of[number] == prop:
                return self.looking.lying(sight, number)
        if prop in self.layout.stuffs:
            held = sight.holders().get(whose)
            if held is None:
                return None
            number_of = held.get(prop, 0)
            return (HIDDEN if number_of is None else number_of,)
        return self.looking.said_of(sight, prop, whose)

    def _of_game(self, sight: Sight, what: str) -> tuple[Any] | None:
        if (what, "") in self.layout.columns:
            column = self.layout.columns[what, ""]
            return (sight.word(column, self.now.s[column.offset]) if sight.may(column.seen_by, -1) else HIDDEN,)
        thing = self.layout.ids.get(what, -1)
        return None if thing < 0 or self.layout.contents[thing] < 0 else self.looking.lying(sight, thing)


def _run(numbers: Any) -> range:
    return range(numbers[0], numbers[-1] + 1)


def check_conditions(table: Table, report: Report) -> None:
    """All mistakes in writing are said before anything is played."""
    for step in table.script.steps:
        if isinstance(step, sc.Condition):
            table.stage.condition(step.text, report)
