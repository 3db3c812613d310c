"""The compiled game beside the reference: asked the same, answered the same, and always in the same state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from archidsl.compiler.program import compile_starts
from archidsl.engine.assembly import link
from archidsl.engine.machine import Position, Program
from archidsl.interpreter.game import Reference
from archidsl.scenarios.stage import Stage


class Twin:
    """Plays along with one scenario, compiled."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.position: Position | None = None

    def begin(self, state: list[Any], start: str) -> None:
        program = self.program(start)
        self.position = Position(program, state[self.stage.layout.key])
        self.position.s[:] = state
        self.position.begin()

    def program(self, start: str) -> Program:
        """Compiled with all beginnings that the stage knows, so that it happens once."""
        stage = self.stage
        if start not in stage.programs:
            game = replace(stage.additions.game, main=start)
            made = compile_starts(stage.additions.v, game, stage.layout, (game.main, *stage.procedures.values()))
            for name, parts in made.items():
                stage.programs[name] = parts
        return link(stage.programs[start], stage.layout)

    def answer(self, answer: Any, by: int | None = None) -> None:
        assert self.position is not None
        if isinstance(answer, str):
            self.position.volunteer(answer, by)
        else:
            self.position.answer(answer)

    def chance(self) -> None:
        assert self.position is not None
        self.position.chance()

    def differs(self, now: Reference) -> str:
        """What is not the same; empty if everything is."""
        assert self.position is not None
        position = self.position
        if position.over != now.over or (position.asked is None) != (now.asked is None):
            return "one of them is over, and the other is not"
        if position.asked is not None and now.asked is not None and _plain(position.asked) != _plain(now.asked):
            return f"asked: {_plain(position.asked)} and {_plain(now.asked)}"
        shut = position.program.layout.shut(position.s)
        different = [i for i, (a, b) in enumerate(zip(position.s, now.s, strict=True)) if a != b and i not in shut]
        return f"slots of the state: {different[:9]}" if different else ""


def _plain(asked: Any) -> Any:
    site, player, payload, may = asked
    return site, player, _listed(payload), bool(may)


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, list | tuple | range) else value
