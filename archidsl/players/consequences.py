"""An open question in, for each of its answers what it brings out, in a few words, as far as the asked player can know.

Each answer is given on copies of imagined positions, which are the same for the player and differ in all that he
cannot see. What is not the same in all of them is not told, nor anything after chance has been asked. What is imagined
is drawn from the secret key of the game: whoever knew the lots could tell from what is said how things really lie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from archidsl.engine.choices import DECLINED, Answer
from archidsl.engine.imagining import Imagining
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.engine.verbs import BudgetError
from archidsl.engine.views import Sight, computed
from archidsl.engine.words import write
from archidsl.texts.naming import Naming

MOST_ANSWERS = 40
KINDS = ("one", "menu", "number", "payment")
WORLDS = 8  # imagined positions; what chance makes alike in all of them would be told as if it were sure
Seen = Mapping[tuple[str, str], int]  # (sort, name) -> how much


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is told of an answer; whether it takes something from the player, and whether the game is over then."""

    text: str
    loses: bool = False
    ends: bool = False


@dataclass(frozen=True, slots=True)
class After:
    """What the player has after an answer, and who is asked then; `over` if nobody."""

    seen: Seen
    asked: int
    over: bool


def consequences(position: Position, naming: Naming) -> dict[object, Outcome]:
    """For written answers; those of which nothing can be said are left out."""
    choice = position.choice
    if choice is None or choice.player < 0 or choice.kind not in KINDS or not 1 < len(choice.options) <= MOST_ANSWERS:
        return {}
    player = choice.player
    imagining = Imagining(position, player)
    key: bytes = position.s[position.program.layout.key]
    lots = Lots(f"what an answer brings {key.hex()}")
    worlds = [imagining(lots) for _ in range(WORLDS)]
    before = _seen(position, player)
    out: dict[object, list[After]] = {}
    for raw in choice.options:
        found = _afters(worlds, player, raw)
        written: Any = None if raw == DECLINED else write(position.program.layout, choice, raw)
        out[written] = [] if None in found else [one for one in found if one]
    parts = {written: _told(before, found, player, naming) if found else [] for written, found in out.items()}
    # What every answer brings helps nobody to choose.
    common = set.intersection(*map(set, parts.values()))
    return {
        written: Outcome(
            ", ".join(part for part in parts[written] if part not in common), _loses(before, found), _ends(found)
        )
        for written, found in out.items()
        if parts[written]
    }


def _loses(before: Seen, found: list[After]) -> bool:
    """Stuff, points or the like; whether less of something is bad, nobody can tell from here."""
    return any(number < before.get(key, number) for one in found for key, number in one.seen.items())


def _ends(found: list[After]) -> bool:
    return bool(found) and all(one.over for one in found)


def _afters(worlds: list[Position], player: int, raw: Answer) -> list[After | None]:
    """In each world; not to the end if the first already says that there is nothing to say."""
    first = _after(worlds[0], player, raw)
    return [None] if first is None else [first, *(_after(world, player, raw) for world in worlds[1:])]


def _after(world: Position, player: int, raw: Answer) -> After | None:
    """None where chance would be asked, or was asked on the way."""
    layout = world.program.layout
    chance = slice(layout.chance, layout.chance + layout.streams)
    copy = world.copy()
    try:
        copy.answer(raw)
    except BudgetError:
        return None
    choice = copy.choice
    if copy.s[chance] != world.s[chance] or (choice is not None and choice.player < 0):
        return None
    return After(_seen(copy, player), choice.player if choice is not None else -1, copy.over)


def _seen(position: Position, player: int) -> Seen:
    """What the player holds, numbers of his own, and numbers of the game that all see; nothing that is quiet."""
    layout = position.program.layout
    sight = Sight(layout, position.s, player)
    name = layout.names[player]
    found: dict[tuple[str, str], int] = {}
    for stuff, number in sight.holders().get(name, {}).items():
        if number is not None:
            found["stuff", stuff] = number
    said: dict[str, Any] = {**sight.properties(), **computed(position)}
    for (prop, kind), column in layout.columns.items():
        key = f"{prop} of {kind}" if kind else prop
        if column.base == "number" and not column.width and kind in ("", "player") and key not in layout.quiet:
            value = said[key].get(name, column.start) if kind else said[key]
            if isinstance(value, int):
                found["property", prop] = value
    for key in layout.shown:
        value = said[key].get(name) if isinstance(said[key], dict) else said[key]
        if isinstance(value, int) and key not in layout.quiet:
            found["property", key.partition(" of ")[0]] = value
    return found


def _told(before: Seen, found: list[After], player: int, naming: Naming) -> list[str]:
    """`the game ends`, `-3 points`, `+1 token`, `then p2`: what is the same in all worlds."""
    first, parts = found[0], [naming.say("brings_end")] if _ends(found) else []
    for key, number in first.seen.items():
        change = number - before.get(key, number)
        if change and all(other.seen.get(key) == number for other in found):
            parts.append(_change(key, change, naming))
    if first.asked not in (player, -1) and all(other.asked == first.asked for other in found):
        parts.append(naming.say("brings_other", player=naming.person(naming.layout.names[first.asked])))
    return parts


def _change(key: tuple[str, str], change: int, naming: Naming) -> str:
    sort, name = key
    if sort == "stuff":
        what = naming.stuff(name, abs(change))
        return naming.say("brings_more" if change > 0 else "brings_less", number=abs(change), what=what)
    return naming.say("brings_change", what=naming.property(name), change=f"{change:+d}")
