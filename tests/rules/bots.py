"""Players by lot for long games: they seldom do nothing, some keep the people calm, and some are simply wild."""

from __future__ import annotations

from random import Random
from typing import Any

from archidsl.engine.choices import CHANCE, Answer, Choice
from archidsl.engine.machine import Position

TEMPERS = ("calm", "builder", "calm", "eager", "wild")
OFFERS = 40  # one question out of so many is answered with an offer to somebody else

# How willingly they go to a zone of the wheel; found by trying, so that many games end by a condition and not early by
# independence. What is not named counts 4; the wild and the eager have no such taste.
LIKED: dict[str, dict[str, float]] = {
    "calm": {"taxes": 1, "reproduction": 3, "recruitment": 8, "construction": 3, "exploration": 20, "transaction": 1},
    "builder": {
        "taxes": 1, "reproduction": 3, "recruitment": 8, "construction": 25, "exploration": 20, "transaction": 1,
        "harvest_stone": 10, "harvest_wood": 6,
    },
}  # fmt: skip
PLANS = {"plan_market": 2, "plan_ship": 1}  # the others 10
SHUNNED = {"migration": 0.3}


def decide(position: Position, choice: Choice, lots: Random, temper: str) -> Answer:
    """What such a player answers."""
    if temper == "wild":
        return choice.draw(lots.randrange)
    if choice.kind == "bundle":
        return handful(choice, lots)
    if not choice.listed:
        return choice.draw(lots.randrange)
    options = choice.payload
    if not options:
        return choice.draw(lots.randrange)
    if choice.key == "stake" and lots.random() < 0.7:
        return int(options[0])
    if choice.key == "zone" and len(options) > 1:
        return zone(position, options, lots, temper)
    if choice.key == "plan" and temper == "builder":
        names = position.program.layout.names
        return int(lots.choices(options, [PLANS.get(names[option], 10) for option in options])[0])
    if choice.key == "mover":  # whoever may move on and on is stopped now and then
        return choice.draw(lots.randrange) if lots.random() < 0.6 else choice.options[-1]
    if choice.declinable and lots.random() < 0.95:
        return int(options[lots.randrange(len(options))])
    return choice.draw(lots.randrange)


def zone(position: Position, options: Any, lots: Random, temper: str) -> int:
    names = position.program.layout.names
    if temper in LIKED:
        taste = {**SHUNNED, **LIKED[temper]}
        weights = [taste.get(names[option], 4) for option in options]
        return int(lots.choices(options, weights)[0])
    milder = [option for option in options if names[option] != "taxes" or lots.random() < 0.17]
    return int(lots.choice(milder or list(options)))


def handful(choice: Choice, lots: Random) -> Answer:
    """Of amounts a little: an offer of everything for everything would never be accepted."""
    low, high, heaps = choice.payload
    number = max(low, min(high, lots.choice((0, 1, 1, 2))))
    taken: dict[int, int] = {}
    for _ in range(number):
        stuff, _ = lots.choice([heap for heap in heaps if taken.get(heap[0], 0) < heap[1]])
        taken[stuff] = taken.get(stuff, 0) + 1
    return tuple(sorted(taken.items()))


def step(position: Position, lots: Random, temper: str) -> tuple[str, str, int, Answer | str]:
    """One answer, by chance or by a player: the key of the question, its procedure, who, and what."""
    choice = position.choice
    assert choice is not None
    about = choice.key, choice.site.procedure, choice.player
    if choice.player == CHANCE:
        answer = position.chance()
    elif temper != "wild" and lots.randrange(OFFERS) == 0 and (offers := position.volunteers()):
        position.volunteer(offers[0])
        return (*about, offers[0])
    else:
        answer = decide(position, choice, lots, temper)
    position.answer(answer)
    return (*about, answer)
