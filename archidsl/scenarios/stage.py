"""A game with its options in; a stage out on which tables are set and lines are played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from typing import Any

from archidsl.checker import ir
from archidsl.checker.additions import Additions
from archidsl.diagnostics import Report, did_you_mean
from archidsl.engine.assembly import Parts
from archidsl.engine.chance import key_from_seed
from archidsl.engine.choices import CHANCE
from archidsl.engine.grid import Grid
from archidsl.engine.words import player_word
from archidsl.interpreter.game import Reference
from archidsl.interpreter.lines import Effects
from archidsl.interpreter.questions import Steps
from archidsl.interpreter.world import NOTHING, Met, Value
from archidsl.lang.from_text import parse
from archidsl.packs.values import Scalar
from archidsl.pipeline import Game
from archidsl.scenarios.scenario import Lay, Piece, Scenario

SPOT = re.compile(r"(\w+?)(?:/(\d{1,9}))?@(\w+?)(?:\+(\d{1,9}))?")


class Quiet(Effects):
    """A world in which lines happen and nothing reacts: no watch wakes, and at no moment anything comes in."""

    watching = True

    def call(self, procedure: str, you: int, args: tuple[Value, ...], line: ir.Line | None = None) -> Steps:
        if not procedure.startswith("window:"):
            yield from super().call(procedure, you, args, line)


class Played(Reference):
    """One procedure, played from a state."""

    def __init__(self, stage: Stage, state: list[Any], start: str, met: Met | None = None) -> None:
        super().__init__(stage.additions.v, stage.additions.game, stage.layout, state[stage.layout.key])
        self.world.met = met
        self.s[:] = state
        self._steps = self.world.call(start, NOTHING, ())


class SetDown(Played):
    """The same where nothing reacts."""

    made_of = Quiet


class Stage:
    """A game with one set of options. A text is checked once, however many scenarios have it."""

    def __init__(self, game: Game, settled: Mapping[str, str | int], aliases: Mapping[str, str]) -> None:
        self.game, self.settled = game, settled
        self.layout = copy(game.layout(settled))
        self.layout.ids = dict(self.layout.ids)
        names = dict(zip(self.layout.names, self.layout.kind_of, strict=True))
        for short, long in aliases.items():
            if long in names:  # another number of players may have fewer things
                self.layout.ids[short] = self.layout.ids[long]
                names[short] = names[long]
        self.long = {short: long for short, long in aliases.items() if long in names}
        self.short = {long: short for short, long in self.long.items()}
        self.additions = Additions(game.v, game.rules, names)
        self.procedures: dict[tuple[Any, ...], str] = {}
        self.conditions: dict[tuple[Any, ...], ir.Expr] = {}
        self.programs: dict[str, Parts] = {}  # compiled, by what they begin with

    # -- texts

    def procedure(self, text: Scalar, report: Report) -> str:
        """The name under which these lines can be played; empty after saying what is wrong with them."""
        key = (text.value, text.span.file, text.text_line)
        if key not in self.procedures:
            body = parse("effect", text, report)
            name = f"scenario:{len(self.procedures)}"
            if body is None or not self.additions.procedure(name, body, text.span, report):
                return ""
            self.procedures[key] = name
        return self.procedures[key]

    def condition(self, text: Scalar, report: Report) -> ir.Expr | None:
        key = (text.value, text.span.file, text.text_line, text.text_column)
        if key not in self.conditions:
            node = parse("condition", text, report)
            found = None if node is None else self.additions.condition(node, report)
            if found is None:
                return None
            self.conditions[key] = found
        return self.conditions[key]

    # -- setting the table

    def set_down(self, scenario: Scenario, report: Report) -> list[Any] | None:
        """The state before anything is played; None after saying what is wrong, of all pieces at once if it can be."""
        texts = [self.procedure(piece, report) for piece in scenario.given if isinstance(piece, Scalar)]
        spots = [self._spot(spot, report) for piece in scenario.given if isinstance(piece, Lay) for spot in piece.spots]
        if not all(texts) or None in spots:
            return None
        state = self.layout.start.copy()
        state[self.layout.key] = key_from_seed(scenario.seed)
        for piece in scenario.given:
            if not self._piece(piece, state, report):
                return None
        return state

    def _piece(self, piece: Piece, state: list[Any], report: Report) -> bool:
        if isinstance(piece, Lay):
            return all(self._lay(spot, state, report) for spot in piece.spots)
        name = self.procedure(piece, report)
        if not name:
            return False
        done = SetDown(self, state, name).begin()
        while done.asked is not None and done.asked[1] == CHANCE:
            done.answer(done.chance())
        if (choice := done.choice) is not None:
            who = player_word(self.layout, choice.player)
            message = f"setting the table asks {who} for `{choice.key}` ({choice.site.file}:{choice.site.line})"
            report.error("scenario-given", piece.span, message, "put these lines under `play`")
            return False
        state[:] = done.s
        return True

    def _lay(self, spot: Scalar, state: list[Any], report: Report) -> bool:
        grid, found = self.layout.grid, self._spot(spot, report)
        assert isinstance(grid, Grid) and found is not None  # that was asked for all of them before
        tile, place = found
        if place in grid.spots(state, (tile,)):
            grid.lay(state, tile, place)
            return True
        report.error("scenario-given", spot.span, f"`{spot.value}` cannot be laid: it does not fit there")
        return False

    def _spot(self, spot: Scalar, report: Report) -> tuple[int, int] | None:
        """The tile, and the number of the spot; whether it fits there is for the table to say."""
        grid, found = self.layout.grid, SPOT.fullmatch(str(spot.value))
        problem, help = "", "write it like `tile@cell`, or `tile/1@cell+2` for the second face, turned twice"
        if not isinstance(grid, Grid) or not grid.faces or found is None:
            problem = f"`{spot.value}` is no spot"
        else:
            tile, face, cell, turn = found.groups(default="0")
            ids = self.layout.ids
            number, at = ids.get(tile, -1) - grid.tile0, ids.get(cell, -1) - grid.cell0
            unknown = [word for word in (tile, cell) if word not in ids]
            if int(face) >= len(grid.faces[0]) or int(turn) >= grid.rotations:
                problem = f"`{spot.value}` is no spot"
                help = f"tiles have {len(grid.faces[0])} faces, from 0, and are turned less than {grid.rotations} times"
            elif unknown:
                problem, help = f"there is no `{unknown[0]}`", did_you_mean(unknown[0], ids)
            elif not 0 <= number < len(grid.faces):
                problem = f"`{tile}` is no tile"
            elif not 0 <= at < len(grid.neighbours):
                problem = f"`{cell}` is no cell"
            else:
                place = number * len(grid.faces[0]) + int(face)
                return grid.tile0 + number, (place * len(grid.neighbours) + at) * grid.rotations + int(turn)
        report.error("scenario-given", spot.span, problem, help)
        return None
