"""Tic-tac-toe, played in every way there is: the two numbers everybody agrees on."""

from __future__ import annotations

from pathlib import Path

from archidsl import pipeline
from archidsl.engine.chance import key_from_seed
from archidsl.engine.machine import Position

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tic_tac_toe"


def test_every_game() -> None:
    game = pipeline.load([EXAMPLE])
    # The last square is asked for too: the games and positions of the literature know no forced answers.
    program = game.program(game.settle({}), ask_all=True)
    marks, won = program.layout.columns["mark", "square"], program.layout.columns["won", "player"]
    found: set[tuple[int, ...]] = set()
    ends = {(0, 0): 0, (1, 0): 0, (0, 1): 0}
    open_ = [Position(program, key_from_seed("chance is never asked")).begin()]
    while open_:
        position = open_.pop()
        found.add(tuple(position.s[marks.first : marks.first + marks.count]))  # type: ignore[arg-type]
        if position.over:
            ends[tuple(position.s[won.first : won.first + won.count])] += 1  # type: ignore[index]
            continue
        choice = position.choice
        assert choice is not None
        for answer in choice.options:
            copy = position.copy()
            copy.answer(answer)
            open_.append(copy)
    assert sum(ends.values()) == 255_168
    assert ends == {(1, 0): 131_184, (0, 1): 77_904, (0, 0): 46_080}
    assert len(found) == 5_478
