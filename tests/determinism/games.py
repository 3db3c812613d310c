"""Plays seeded games of every example and prints one line for all that happened in each: run under any Python."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from archidsl.engine.chance import draw, key_from_seed  # noqa: E402
from archidsl.engine.choices import CHANCE, Choice  # noqa: E402
from archidsl.engine.machine import Position  # noqa: E402
from archidsl.engine.views import view  # noqa: E402
from archidsl.interpreter.game import Reference  # noqa: E402
from archidsl.pipeline import Game, load  # noqa: E402
from tests.interpreter.lockstep import differences  # noqa: E402

# pack, player counts, games of each count: a thousand in all
PLAN = (
    ("saltfen", (2, 3, 4), 150),
    ("rival_magicians", (2,), 250),
    ("leduc_poker", (2,), 150),
    ("kuhn_poker", (2,), 50),
    ("tic_tac_toe", (2,), 100),
)


class Answers:
    """Answers by chance, from a key of their own."""

    def __init__(self, seed: str) -> None:
        self.key, self.counter = key_from_seed(seed), 0

    def below(self, number: int) -> int:
        value, self.counter = draw(self.key, 0, self.counter, number)
        return value

    def to(self, choice: Choice) -> object:
        return choice.draw(self.below)


def play(game: Game, players: int, seed: str, reference: bool = False) -> str:
    """The digest of every question, answer, view and state of one game; `reference`: it must play the same game."""
    settled = game.settle({"players": players})
    position = Position(game.program(settled), key_from_seed(seed)).begin()
    beside = Reference(game.v, game.rules, position.program.layout, key_from_seed(seed)).begin() if reference else None
    answers = Answers(f"answers {seed}")
    digest = hashlib.sha256()
    step = 0
    while not position.over:
        choice = position.choice
        assert choice is not None
        answer = position.chance() if choice.player == CHANCE else answers.to(choice)
        if beside is not None:
            drawn = beside.chance() if choice.player == CHANCE else answer
            assert drawn == answer and not differences(game, position, beside), (seed, step)
            beside.answer(answer)  # type: ignore[arg-type]
        digest.update(repr((choice.player, choice.key, answer, position.s)).encode())
        if step % 16 == 0:
            digest.update(repr(view(position, choice.player)).encode())
        position.answer(answer)  # type: ignore[arg-type]
        step += 1
    assert beside is None or (beside.over and not differences(game, position, beside)), seed
    digest.update(repr(position.s).encode())
    return digest.hexdigest()[:32]


def all_games(reference: bool) -> Iterator[tuple[str, int, int, str]]:
    for name, counts, number in PLAN:
        game = load([ROOT / "examples" / name])
        for players in counts:
            for seed in range(number):
                yield name, players, seed, play(game, players, f"{name} {players} {seed}", reference)


if __name__ == "__main__":
    for line in all_games("reference" in sys.argv):
        print(*line)
