"""A seed in, a player out that tries every answer on a few imagined positions and takes what looks best soon after."""

from __future__ import annotations

from functools import partial

from archidsl.engine.choices import Answer
from archidsl.engine.lots import Lots
from archidsl.players.thinking import Mind, candidates, easily, judged, play_on

WORLDS = 6
PLAYOUTS = 90  # for all answers together, and at least a few for each
FEWEST = 2
ANSWERS = 12
OTHERS = 2  # answers of others that are looked ahead


class GreedyPlayer:
    """Looks no further than to the next turn."""

    def __init__(self, seed: str, name: str = "") -> None:
        self.seed = f"greedy {name}: {seed}"

    def think(self, mind: Mind) -> Answer:
        lots, luck = Lots(f"{self.seed} {len(mind.view['history'])}"), Lots("")
        worlds = [mind.imagine(lots) for _ in range(WORLDS)]
        choice = worlds[0].choice
        assert choice is not None
        answers = candidates(choice, lots, ANSWERS)
        own = partial(easily, lots=lots, own=True)
        if len(answers) == 1:
            return answers[0]
        times = max(FEWEST, PLAYOUTS // (WORLDS * len(answers)))
        ways = [lots.word() for _ in range(times)]  # the same for every answer
        fates = [lots.word() for _ in worlds]
        values = []
        for answer in answers:
            total = 0.0
            for world, fate in zip(worlds, fates, strict=True):
                best = 0.0
                for way in ways:
                    position = world.copy()
                    position.answer(answer)
                    lots.state, luck.state = way ^ fate, fate
                    play_on(position, mind.player, own, luck, OTHERS)
                    best = max(best, judged(position, mind.player))
                total += best
            values.append(total)
        return answers[values.index(max(values))]
