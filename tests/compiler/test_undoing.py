"""An attempt saves the state only where something in it could fail late."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from archidsl.engine.machine import Position
from tests.bench.effects import Games


def questions(games: Games) -> Iterator[Position]:
    for game in games.games:
        position = Position(games.programs[game.players], game.key).begin()
        for answer in game.answers:
            yield position
            position.answer(answer)


def test_only_what_can_fail_late_is_saved() -> None:
    saved: Counter[tuple[str, bool]] = Counter()
    for position in questions(Games(6)):
        choice = position.choice
        assert choice is not None
        outside = [frame[2] for frame in position.stack[:-1] if frame[2] is not None]
        if choice.site.procedure.startswith("deed:perform") and outside:
            task = choice.site.procedure.rpartition(":")[2]
            saved[task, len(outside[-1]) == 4 and len(outside[-1][0]) == len(position.s)] += 1
    assert {task for task, kept in saved if kept} == {"gather_reed", "gather_salt", "gather_peat"}
    assert {"explore", "hire", "launch"} <= {task for task, kept in saved if not kept}
    assert not {task for task, kept in saved if kept} & {task for task, kept in saved if not kept}
