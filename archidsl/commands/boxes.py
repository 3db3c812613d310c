"""Rows of text in; a box around them out, in columns of a terminal, with words at its edges if wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from archidsl.emit import Part, can_write, readable, width

LINES, PLAIN = "┌─┐│├┤└┘", "+-+|++++"
LONGEST = 8  # columns of a word at an edge


@dataclass(frozen=True, slots=True)
class Row:
    """One line; what follows when it is too long stands `hanging` columns further in. `right` is flush right."""

    text: str = ""
    style: str = ""
    indent: int = 0
    hanging: int = 0
    right: str = ""


@dataclass(frozen=True, slots=True)
class Edges:
    """What stands at the edges of the uppermost compartment."""

    top: str = ""
    right: str = ""
    bottom: str = ""
    left: str = ""


def box(compartments: Sequence[Sequence[Row]], edges: Edges, columns: int) -> Iterator[list[Part]]:
    """The lines of a box so many columns wide, one compartment below the other."""
    signs = LINES if can_write(LINES) else PLAIN
    sides = [max(2, width(readable(word)) + 1) for word in (edges.left, edges.right)]
    room = columns - sum(sides)
    yield [_edge(signs[0], signs[1], signs[2], edges.top, columns)]
    for number, rows in enumerate(compartments):
        lines = [line for row in rows for line in laid(row, room)]
        middle = (len(lines) - 1) // 2 if number == 0 else -1
        for at, (text, style) in enumerate(lines):
            left, right = (edges.left, edges.right) if at == middle else ("", "")
            begin, end = (left or signs[3]).ljust(sides[0]), (right or signs[3]).rjust(sides[1])
            yield [begin, (style, text) if style else text, " " * (room - width(text)) + end]
        last = number == len(compartments) - 1
        ends = signs[6:8] if last else signs[4:6]
        yield [_edge(ends[0], signs[1], ends[1], edges.bottom if number == 0 else "", columns)]


def _edge(left: str, line: str, right: str, word: str, columns: int) -> str:
    said = f" {readable(word)} " if word else ""
    free = columns - 2 - width(said)
    return left + line * (free // 2) + said + line * (free - free // 2) + right


def laid(row: Row, room: int) -> Iterator[tuple[str, str]]:
    """The row in lines that fit, each with its style."""
    text, right = readable(row.text), readable(row.right)
    if right and row.indent + width(text) + 1 + width(right) <= room:
        free = room - row.indent - width(text) - width(right)
        yield " " * row.indent + text + " " * free + right, row.style
        return
    indent = row.indent
    for line in wrapped(f"{text} {right}".rstrip(), room - indent, room - indent - row.hanging):
        yield " " * indent + line, row.style
        indent = row.indent + row.hanging


def wrapped(text: str, first: int, rest: int) -> Iterator[str]:
    """By columns and not by characters, as `textwrap` would; a word that is too long is cut."""
    line, room = "", max(first, 1)
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if width(joined) <= room:
            line = joined
            continue
        if line:
            yield line
            room = max(rest, 1)
        while width(word) > room:
            cut = next(n for n in range(len(word), 0, -1) if n == 1 or width(word[:n]) <= room)
            yield word[:cut]
            word, room = word[cut:], max(rest, 1)
        line = word
    yield line
