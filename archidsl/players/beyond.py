"""An open question in, the position behind the option that goes without saying out, if that shows nothing new.

People are asked both questions as one: whoever has to say every time that he wants to act before he may say what he
does types twice as much as needed. A pack says which option is `implied`; scripts, records and bots know nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from archidsl.engine.choices import Choice
from archidsl.engine.imagining import Imagining
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.engine.verbs import BudgetError
from archidsl.engine.views import question, question_to
from archidsl.engine.words import Written

KINDS = ("one", "menu")
WORLDS = 4  # imagined positions: in all of them the same must be asked, or the question itself would tell a secret


@dataclass(frozen=True, slots=True)
class Beyond:
    """The option, and what is asked behind it."""

    option: str
    position: Position
    before: Mapping[str, Any]
    behind: Mapping[str, Any]

    @property
    def both(self) -> dict[str, Any]:
        """Both questions as one: the answers to the second, and the other answers to the first."""
        others = [word for word in self.before["answers"] if word != self.option]
        answers = [*self.behind["answers"], *others]
        keys = {"key": self.behind["key"], "besides": self.before["key"]}
        return {**self.before, **keys, "kind": self.behind["kind"], "answers": answers}

    def is_behind(self, written: Written) -> bool:
        return isinstance(written, str) and written in self.behind["answers"]


def beyond(position: Position) -> Beyond | None:
    """None if nothing is implied, or if what is asked behind it could tell what the player does not know."""
    choice, layout = position.choice, position.program.layout
    option = layout.implied.get(choice.key, "") if choice is not None else ""
    if choice is None or choice.player < 0 or choice.kind != "menu" or option not in layout.labels:
        return None
    raw = layout.labels.index(option)
    if raw not in choice.options:
        return None
    found = _after(position, raw)
    if found is None or _asked(found)[0] != choice.player:
        return None
    key: bytes = position.s[layout.key]
    lots, imagining = Lots(f"what is asked behind an option {key.hex()}"), Imagining(position, choice.player)
    for _ in range(WORLDS):
        other = _after(imagining(lots), raw)
        if other is None or _asked(other) != _asked(found):
            return None
    before, behind = question_to(position, choice.player), question(found, choice.player)
    if behind is None or set(before["answers"]) & set(behind["answers"]):
        return None
    return Beyond(option, found, before, behind)


def _after(world: Position, raw: int) -> Position | None:
    """None where chance was asked on the way, or where nobody has to choose one of a few."""
    layout = world.program.layout
    chance = slice(layout.chance, layout.chance + layout.streams)
    copy = world.copy()
    try:
        copy.answer(raw)
    except BudgetError:
        return None
    after: Choice | None = copy.choice
    plain = after is not None and after.kind in KINDS and not after.declinable
    return copy if plain and copy.s[chance] == world.s[chance] else None


def _asked(position: Position) -> tuple[Any, ...]:
    choice = position.choice
    assert choice is not None
    return choice.player, choice.key, choice.kind, list(choice.options)
