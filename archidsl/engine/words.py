"""Numbers in, words out, and back: how answers are written in records, scripts and on the screen."""

from __future__ import annotations

from typing import Any

from archidsl.engine.choices import CHANCE, DECLINED, Answer, Choice
from archidsl.engine.grid import Grid
from archidsl.engine.layout import Layout

VOLUNTEERED = "+"  # no name begins with it, so `+name` is never an answer of another kind
Written = int | str | None | list[str] | dict[str, int]


class NoSuchAnswer(ValueError):
    """What was written is not an answer to this question."""


def player_word(layout: Layout, player: int) -> str:
    return "chance" if player == CHANCE else layout.names[player] if player >= 0 else "nobody"


def word(layout: Layout, base: str, value: int) -> int | str | None:
    """One value in words: a thing's name, a stuff, a label, a spot; numbers stay numbers."""
    if base == "number":
        return value
    if base == "yes_no":
        return "yes" if value else "no"
    if value < 0:
        return None
    if base == "spot":
        return spot_word(layout, value)
    tables = {"thing": layout.names, "stuff": layout.stuffs, "label": layout.labels, "moment": layout.moments}
    return tables[base][value]


def spot_word(layout: Layout, spot: int) -> str:
    """`tile@cell`, with the face and the turn where they differ from the first: `tile/1@c4+2`."""
    grid = layout.grid
    assert isinstance(grid, Grid)
    tile, face, cell, turn = grid.parts(spot)
    words = layout.names[grid.tile0 + tile] + (f"/{face}" if face else "")
    return f"{words}@{layout.names[grid.cell0 + cell]}" + (f"+{turn}" if turn else "")


def write(layout: Layout, choice: Choice, answer: Answer) -> Written:
    """An answer as it stands in a record."""
    base = choice.site.base
    if answer == DECLINED and isinstance(answer, int):
        return None
    if isinstance(answer, int):
        return word(layout, "number" if choice.kind in ("number", "payment") else base, answer)
    parts: Any = answer
    if choice.kind == "bundle":
        return {layout.stuffs[stuff]: number for stuff, number in parts}
    return [str(word(layout, base, value)) for value in parts]


def read(layout: Layout, choice: Choice, written: object) -> Answer:
    """What a written answer means to this question; whether it is allowed is for the question to say."""
    if written is None:
        return DECLINED
    if choice.listed:
        return _one_of(layout, choice, written)
    if choice.kind == "bundle":
        if not isinstance(written, dict):
            raise NoSuchAnswer("here belongs an amount, like {pearl: 2}")
        return tuple(sorted((_index(layout.stuffs, k), _count(n)) for k, n in written.items() if n))
    if not isinstance(written, list):
        raise NoSuchAnswer("here belongs a list, like [red, blue]")
    if choice.kind == "order":
        known = {str(word(layout, choice.site.base, x)): x for x in choice.payload}
    else:
        known = {str(word(layout, choice.site.base, x)): x for g in choice.payload[2] for x in g}
    return tuple(_known(known, w) for w in written)


def amiss(choice: Choice, written: object) -> str:
    """What is wrong with an answer of several parts, each of which is offered: how often one stands there, how many."""
    if isinstance(written, list):
        twice = next((f"`{part}`" for i, part in enumerate(written) if part in written[:i]), "")
        if twice:
            return f"{twice} stands there twice"
        least, most = (len(choice.payload),) * 2 if choice.kind == "order" else choice.payload[:2]
        return "" if least <= len(written) <= most else f"{_range(least, most)} belong there, and not {len(written)}"
    if isinstance(written, dict):
        (least, most), whole = choice.payload[:2], sum(written.values())
        return "" if least <= whole <= most else f"{_range(least, most)} belong there in all, and not {whole}"
    return ""


def _range(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def _one_of(layout: Layout, choice: Choice, written: object) -> int:
    if choice.kind in ("number", "payment"):
        return _count(written)
    known = {word(layout, choice.site.base, value): value for value in choice.options if value != DECLINED}
    if not isinstance(written, int | str):
        raise NoSuchAnswer("that is not the kind of answer that this question takes")
    if written not in known:
        raise NoSuchAnswer(f"`{written}` is not offered")
    return known[written]


def _known(known: dict[str, int], written: object) -> int:
    if str(written) not in known:
        raise NoSuchAnswer(f"`{written}` is not offered")
    return known[str(written)]


def _index(words: tuple[str, ...], written: object) -> int:
    if str(written) not in words:
        raise NoSuchAnswer(f"there is no `{written}`")
    return words.index(str(written))


def _count(written: object) -> int:
    if type(written) is not int or written < 0:
        raise NoSuchAnswer(f"`{written}` is not one of the numbers")
    return written
