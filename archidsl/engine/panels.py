"""A position and a player in, the panels that the player is shown out: plain data, in words.

Only `views.view` calls this. What a value may be made of was checked with the pack; here rows that the player does not
see are left out, and so are cells that only the owner of the row sees. When the game is over, all is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from archidsl.engine.layout import Panel, PanelCell
from archidsl.engine.machine import Position
from archidsl.engine.words import word

Shown = dict[str, Any]
Sees = Callable[[int], bool]


def panels(position: Position, player: int, sees: Sees) -> list[Shown]:
    """In the order of the pack; a panel without rows is left out."""
    layout, found = position.program.layout, []
    for panel in layout.panels:
        if (panel.at == "end") == position.over and not panel.over and _now(panel, position, player):
            rows = values(panel, position, player, sees)
            if rows:
                found.append({"panel": panel.name, "at": panel.at, "told": panel.told, "rows": rows})
    return found


def _now(panel: Panel, position: Position, player: int) -> bool:
    return not panel.when or bool(position.program.panels[panel.when](position.s, player))


def values(panel: Panel, position: Position, player: int, sees: Sees) -> list[Shown]:
    """`{"row": "p1", "cells": {"treasure": 3}}` for each row; without rows, one without a name."""
    layout = position.program.layout
    if not panel.each:
        return [{"row": None, "cells": _cells(panel, (), position, player)}]
    across = _things(panel.across, panel.columns, position, player, sees) if panel.across else []
    rows = []
    for row in _things(panel.each, panel.rows, position, player, sees):
        cells = _cells(panel, (row,), position, player)
        if panel.across:
            cell = panel.cells[0]
            cells = {str(word(layout, panel.columns, c)): _cell(cell, (row, c), position, player) for c in across}
        rows.append({"row": word(layout, panel.rows, row), "cells": cells})
    return rows


def _things(formula: str, base: str, position: Position, player: int, sees: Sees) -> list[int]:
    found = position.program.panels[formula](position.s, player)
    return [one for one in found if base != "thing" or position.over or sees(one)]


def _cells(panel: Panel, row: tuple[int, ...], position: Position, player: int) -> dict[str, Any]:
    found = {}
    for cell in panel.cells if not panel.across else ():
        hidden = cell.seen_by == "owner" and row != (player,) and not position.over
        if not hidden and not (cell.personal and player < 0):
            found[cell.name] = _cell(cell, row, position, player)
    return found


def _cell(cell: PanelCell, row: tuple[int, ...], position: Position, player: int) -> Any:
    layout = position.program.layout
    value = position.program.panels[cell.formula](position.s, player, *row)
    if cell.hides_zero and value == 0:
        return None
    if cell.base == "bundle":
        return {layout.stuffs[stuff]: number for stuff, number in value}
    if isinstance(value, tuple | list):
        return [word(layout, cell.base, one) for one in value]
    return word(layout, cell.base, value)


# -- charts over the whole game

Series = dict[tuple[Any, str], list[int]]  # row and value -> what it was, step by step


def charted(panel: Panel, positions: Iterable[Position]) -> Series:
    """The numbers of a panel as they last were in each step of a game that is over. Only for then: it hides nothing."""
    steps: dict[int, list[Shown]] = {}
    for position in positions:
        step = position.program.panels[panel.over](position.s, -1)
        steps[step] = values(panel, position, -1, lambda thing: True)
    found: Series = {}
    for rows in steps.values():
        for row in rows:
            for name, value in row["cells"].items():
                if isinstance(value, int):
                    found.setdefault((row["row"], name), []).append(value)
    return found
