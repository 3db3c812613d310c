"""A view of a game without panels in, blocks of lines out: everything that is not quiet, by what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from archidsl.engine.views import View
from archidsl.players.panels import Block, blocks
from archidsl.players.showing import Known, Teller, visible
from archidsl.texts.naming import Naming

TOP = "top"  # blocks that are the first lines of a screen


def blocks_of(view: View, known: Known, naming: Naming) -> list[Block]:
    """The panels of the pack, if it has any; the most important first, before all what the open question asks for."""
    if not naming.layout.panels:
        return usual_blocks(view, known, naming)
    first = naming.layout.shows.get((view["question"] or {}).get("key", ""), ())
    found = [replace(block, asked=block.name in first) for block in blocks(view, naming)]
    return sorted(found, key=lambda block: not block.asked)


def usual_blocks(view: View, known: Known, naming: Naming) -> list[Block]:
    teller = Teller(visible(view, known), known, naming)
    found: dict[str, Iterable[str]] = {
        "status": teller.numbers(),
        "players": [*teller.players(), *teller.holders(known.players)],
        "cards": teller.zones(),
        "holders": teller.holders(),
        "things": [*teller.others(), *teller.places()],
    }
    made = [
        Block(name, naming.say(f"block_{name}"), tuple(lines), TOP if name == "status" else "table")
        for name, lines in found.items()
    ]
    return [block for block in made if block.lines]
