"""A seed in, a player out that tries every answer on a few imagined positions and takes what looks best soon after."""

from __future__ import annotations

from archidsl.engine.choices import Answer
from archidsl.engine.lots import Lots
from archidsl.players.thinking import Mind, candidates, judged, play_on

WORLDS = 3
PLAYOUTS = 180  # for all answers together, and at least a few for each
FEWEST = 3
ANSWERS = 12
OTHERS = 3  # answers of others that are looked ahead


class GreedyPlayer:
    """Looks no further than to the next turn."""

    def __init__(self, seed: str, name: str = "") -> None:
        self.seed = f"greedy {name}: {seed}"

    def think(self, mind: Mind) -> Answer:
        lots = Lots(f"{self.seed} {len(mind.view['history'])}")
        worlds = [mind.imagine(lots) for _ in range(WORLDS)]
        choice = worlds[0].choice
        assert choice is not None
        answers = candidates(choice, lots, ANSWERS)
        if len(answers) == 1:
            return answers[0]
        times = max(FEWEST, PLAYOUTS // (WORLDS * len(answers)))
        luck = [lots.word() for _ in range(WORLDS * times)]  # the same for every answer
        values = []
        for answer in answers:
            total = 0.0
            for i, world in enumerate(worlds):
                best = 0.0
                for j in range(times):
                    position = world.copy()
                    position.answer(answer)
                    lots.state = luck[i * times + j]
                    play_on(position, mind.player, lots, OTHERS)
                    best = max(best, judged(position, mind.player))
                total += best
            values.append(total)
        return answers[values.index(max(values))]
