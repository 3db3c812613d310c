"""Questions that would ask themselves: measures, members' conditions and `can` form no cycle."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from archidsl.checker import ir
from archidsl.checker.analysis import Analysis, walk
from archidsl.diagnostics import Report, Span

Node = tuple[str, str]  # "formula", its key; "can", a procedure; "value", behaviour and member


def check_reading(game: ir.Game, analysis: Analysis, report: Report) -> None:
    """What is worked out in the middle of a text: each step leads to others, and none back."""
    graph = Reading(game, analysis)
    done: set[Node] = set()
    roots: list[Node] = [("formula", key) for key in game.formulas]
    roots += [("can", name) for name in game.procedures]
    roots += [("value" if d.formula else "can", f"deed:{b}:{m}") for (b, m), d in game.deeds.items()]
    for root in roots:
        path = graph.cycle(root, done)
        if path:
            names = " -> ".join(spoken(key) for _, key in path)
            report.error("cycle", graph.span(path[0]), f"to answer this, its own answer would be needed: {names}")


class Reading:
    """Which answers each answer needs."""

    def __init__(self, game: ir.Game, analysis: Analysis) -> None:
        self.game, self.analysis = game, analysis

    def cycle(self, root: Node, done: set[Node]) -> list[Node]:
        """The first way from a node back to itself; nothing if there is none that has not been seen."""
        path: list[Node] = []
        waiting: list[tuple[Node, Iterator[Node]]] = []
        if root not in done:
            path, waiting = [root], [(root, self.needs(root))]
        while waiting:
            node, more = waiting[-1]
            following = next(more, None)
            if following is None:
                done.add(node)
                path.pop()
                waiting.pop()
            elif following in path:
                done.update(path)
                return [*path[path.index(following) :], following]
            elif following not in done:
                path.append(following)
                waiting.append((following, self.needs(following)))
        return []

    def needs(self, node: Node) -> Iterator[Node]:
        sort, key = node
        if sort == "formula":
            yield from self.within(self.game.formulas[key].body)
        elif sort == "value":
            _, behaviour, member = key.split(":")
            formula = self.game.deeds[behaviour, member].formula
            yield from self.within(formula.body) if formula is not None else ()
        else:
            yield from self.begun(self.analysis.procedure(key).body)

    def within(self, node: object) -> Iterator[Node]:
        for part in walk(node):
            if isinstance(part, ir.Measure):
                yield "formula", part.name
            elif isinstance(part, ir.CanRun):
                yield "can", part.procedure
            elif isinstance(part, ir.DeedValue | ir.CanDeed):
                yield from self.deeds(part.behaviour)

    def deeds(self, behaviour: str) -> Iterator[Node]:
        for (name, member), deed in self.game.deeds.items():
            if name == behaviour:
                yield "value" if deed.formula is not None else "can", f"deed:{name}:{member}"

    def begun(self, body: ir.Body) -> Iterator[Node]:
        """What decides whether lines may be begun: their opening, and the openings inside it."""
        for line in body.lines[: body.opening]:
            found: Any = line
            for field in dataclasses.fields(found):
                below = getattr(line, field.name)
                if isinstance(below, ir.Body):
                    yield from self.begun(below)
                elif field.name == "options":
                    for option in below:
                        yield from self.within(option.test or ())
                        yield from self.begun(option.body)
                elif field.name != "span":
                    yield from self.within(below)
            if isinstance(line, ir.Run):
                yield "can", line.procedure
            elif isinstance(line, ir.RunDeed):
                yield from self.deeds(line.behaviour)

    def span(self, node: Node) -> Span:
        sort, key = node
        if sort == "formula":
            return self.game.formulas[key].span
        if sort == "value":
            _, behaviour, member = key.split(":")
            formula = self.game.deeds[behaviour, member].formula
            assert formula is not None
            return formula.span
        return self.analysis.procedure(key).span


def spoken(key: str) -> str:
    """The name of something that runs or is worked out, as an author knows it."""
    sort, _, rest = key.partition(":")
    if sort == "deed":
        behaviour, _, member = rest.partition(":")
        return f"`{behaviour.split(' of ')[0]}` of `{member}`"
    if sort == "window":
        return f"the window `{rest}`"
    if sort == "passive":
        return "a passive"
    return f"`{rest.split(':')[0] if rest else key}`"
