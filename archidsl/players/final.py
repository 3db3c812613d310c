"""A game that is over in, its last screen out: what happened last, the map, the count, and the whole game as charts."""

from __future__ import annotations

from collections.abc import Sequence

from archidsl.engine.views import View
from archidsl.players.console import Console
from archidsl.players.lines import Line, folded, plain
from archidsl.players.map import map_of
from archidsl.players.panels import Block
from archidsl.players.screen import block_lines
from archidsl.players.showing import Teller
from archidsl.players.usual_panels import blocks_of

LAST = 4  # answers that are told once more


def last_screen(view: View, console: Console, charts: Sequence[Block]) -> list[Line]:
    """As long as it is: people scroll back at the end, and nothing is left out."""
    known, width = console.known, console.screen.size().columns
    naming = console.naming.seen(view)
    chart = map_of(view, known, naming, Teller(view, known, naming).cells())
    parts = [chart.drawn(width, None, 2)[0]] if chart is not None else []
    parts += [block_lines(block, width) for block in (*blocks_of(view, known, naming), *charts)]
    lines: list[Line] = [line for part in parts for line in (*part, ())]
    told = [naming.told(*entry) for entry in view["history"] if entry[0] != "chance"][-LAST:]
    return [*[(("dim", plain(line)),) for line in folded(told, width)], (), *lines]
