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
from archidsl.pipeline import Game, load  # noqa: E402

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


def play(game: Game, players: int, seed: str) -> str:
    """The digest of every question, answer, view and state of one game."""
    program = game.program(game.settle({"players": players}))
    position = Position(program, key_from_seed(seed)).begin()
    answers = Answers(f"answers {seed}")
    digest = hashlib.sha256()
    step = 0
    while not position.over:
        choice = position.choice
        assert choice is not None
        answer = position.chance() if choice.player == CHANCE else answers.to(choice)
        digest.update(repr((choice.player, choice.key, answer, position.s)).encode())
        if step % 16 == 0:
            digest.update(repr(view(position, choice.player)).encode())
        position.answer(answer)  # type: ignore[arg-type]
        step += 1
    digest.update(repr(position.s).encode())
    return digest.hexdigest()[:32]


def all_games(share: int = 1) -> Iterator[tuple[str, int, int, str]]:
    for name, counts, number in PLAN:
        game = load([ROOT / "examples" / name])
        for players in counts:
            for seed in range(number // share):
                yield name, players, seed, play(game, players, f"{name} {players} {seed}")


if __name__ == "__main__":
    for line in all_games(int(sys.argv[1]) if len(sys.argv) > 1 else 1):
        print(*line)
