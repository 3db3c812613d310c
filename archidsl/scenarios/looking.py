"""What is expected in, whether it is so out: conditions, what is offered, what lies where, what a player sees."""

from __future__ import annotations

from typing import Any

from archidsl.checker import ir
from archidsl.checker.types import Type
from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.engine.choices import Choice
from archidsl.engine.views import Sight
from archidsl.engine.words import player_word, word
from archidsl.interpreter.game import Reference
from archidsl.interpreter.why import why_false
from archidsl.interpreter.world import NOTHING, Frame, Value
from archidsl.packs.values import Scalar, plain
from archidsl.scenarios import scenario as sc
from archidsl.scenarios.stage import Stage

HIDDEN = "hidden"


def spoken(value: object) -> str:
    """A value as it is written in a scenario."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {spoken(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(spoken(item) for item in value) + "]"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else f"`{value}`" if isinstance(value, str) else str(value)


class Looking:
    """Looks at one game."""

    def __init__(self, stage: Stage, now: Reference, report: Report) -> None:
        self.stage, self.now, self.report = stage, now, report
        self.layout = stage.layout

    def look(self, look: sc.Look) -> None:
        match look:
            case sc.Condition():
                self.condition(look.text)
            case sc.Offered():
                self.offered(look)
            case sc.Asked():
                choice = self.now.choice
                if choice is None or (player_word(self.layout, choice.player), choice.key) != (look.player, look.key):
                    self.wrong(look.span, f"{self.asked()}, and not {look.player} for `{look.key}`")
            case sc.Holds():
                self.holds(look)
            case sc.Sees():
                self.sees(look)

    def wrong(self, span: Span, message: str, help: str = "") -> None:
        self.report.error("scenario-expect", span, message, help)

    def same(self, span: Span, wanted: object, found: object, what: str) -> None:
        if wanted != found:
            self.wrong(span, f"{what} {spoken(found)}, and not {spoken(wanted)}")

    # -- the open question

    def asked(self) -> str:
        choice = self.now.choice
        if choice is None:
            return "nobody is asked anything"
        return f"{player_word(self.layout, choice.player)} is asked for `{choice.key}`"

    def question(self) -> str:
        choice = self.now.choice
        place = "" if choice is None else f" ({choice.site.file}:{choice.site.line}), {self.offers()}"
        return f"{self.asked()}{place}"

    def offers(self) -> str:
        choice = self.now.choice
        if choice is None:
            return ""
        begun = "".join(f", `+{name}`" for name in self.now.volunteers())
        return f"offered: {spoken(self.answers(choice))}{begun}"

    def answers(self, choice: Choice) -> Any:
        """All answers as they are written; of several things or of an amount, what they can be made of."""
        base = "number" if choice.kind in ("number", "payment") else choice.site.base
        if choice.kind == "bundle":
            return {self.layout.stuffs[stuff]: number for stuff, number in choice.payload[2]}
        listed = [x for group in choice.payload[2] for x in group] if choice.kind == "several" else choice.payload
        found: list[Any] = [self.short(word(self.layout, base, x)) for x in listed]
        return [*found, None] if choice.declinable else found

    def offered(self, look: sc.Offered) -> None:
        choice = self.now.choice
        if choice is None or choice.key != look.key:
            self.wrong(look.span, f"{self.asked()}, and not for `{look.key}`", self.offers())
            return
        wanted, found = plain(look.wanted), self.answers(choice)
        if isinstance(wanted, list) and isinstance(found, list):
            wanted, found = sorted(wanted, key=str), sorted(found, key=str)
        self.same(look.span, wanted, found, f"for `{look.key}` are offered")

    # -- the table

    def condition(self, text: Scalar) -> None:
        test = self.stage.condition(text, self.report)
        at = Frame("condition", NOTHING)
        if test is None or self.now.world.value(test, at):
            return
        told = "; ".join(dict.fromkeys(self.read(test, at, text)))
        self.wrong(text.span, f"`{str(text.value).strip()}` is not so" + (f": {told}" if told else ""))

    def read(self, test: ir.Expr, at: Frame, text: Scalar) -> list[str]:
        """What the part of a test that fails has read."""
        world = self.now.world
        if isinstance(test, ir.And):
            return self.read(test.right if world.value(test.left, at) else test.left, at, text)
        sides = [test.left, test.right] if isinstance(test, ir.Compare) else []
        told = [
            f"{inside(text, side.span)} is {spoken(self.word(side.type, world.value(side, at)))}"
            for side in sides
            if not isinstance(side, ir.Const | ir.Member)
        ]
        return told or [self.value(name, value) for name, value in why_false(world, test, at).values]

    def word(self, type: Type, value: Value) -> Any:
        if isinstance(value, tuple):
            if type.base == "bundle":
                return {self.layout.stuffs[stuff]: number for stuff, number in value}
            return [self.short(word(self.layout, type.base, item)) for item in value]
        return self.short(word(self.layout, type.base, value)) if type.base != "bundle" else value

    def value(self, name: str, value: int) -> str:
        """`owner of hut_1 is p1`"""
        what, _, whose = name.partition(" of ")
        thing = self.layout.ids.get(whose, -1)
        for (prop, kind), column in self.layout.columns.items():
            if prop == what and (thing in self.layout.of_kind(kind) if kind else not whose):
                return f"{name} is {spoken(word(self.layout, column.base, value))}"
        for (fact, kind), declared in self.stage.game.v.facts.items():
            if fact == what and thing in self.layout.of_kind(kind):
                return f"{name} is {spoken(word(self.layout, declared.type.base, value))}"
        return f"{name} is {value}"

    def holds(self, look: sc.Holds) -> None:
        place = self.thing(look.place)
        if place is None:
            return
        found = [self.short(self.layout.names[thing]) for thing in self.now.world.inside(place)]
        wanted: Any = plain(look.wanted)
        if isinstance(wanted, int):
            self.same(look.span, wanted, len(found), f"things in `{look.place.value}`:")
        else:
            self.same(look.span, wanted if isinstance(wanted, list) else [wanted], found, f"in `{look.place.value}` is")

    def sees(self, look: sc.Sees) -> None:
        player = self.thing(look.player)
        if player is None:
            return
        sight = Sight(self.layout, self.now.s, player)
        what = str(look.what.value)
        prop, sign, whose = what.partition(" of ")
        if sign:
            found = self.said_of(sight, prop, whose)
        elif (what, "") in self.layout.columns:
            column = self.layout.columns[what, ""]
            seen = sight.may(column.seen_by, -1)
            found = (self.short(sight.word(column, self.now.s[column.offset])) if seen else HIDDEN,)
        else:
            thing = self.thing(look.what)
            if thing is None:
                return
            found = self.lying(sight, thing)
        if found is None:
            near = f"did you mean `{prop}_{whose}`?" if f"{prop}_{whose}" in self.layout.ids else ""
            self.wrong(look.what.span, f"`{what}` is nothing that can be seen", near)
        else:
            self.same(look.span, plain(look.wanted), found[0], f"{look.player.value} sees in `{what}`")

    def lying(self, sight: Sight, thing: int) -> tuple[Any] | None:
        layout = self.layout
        if layout.contents[thing] >= 0:
            inside = self.now.world.inside(thing)
            return ([self.short(layout.names[t]) if sight.sees(t) else HIDDEN for t in inside],)
        held = sight.holders().get(layout.names[thing])
        return None if held is None else ({s: HIDDEN if n is None else n for s, n in held.items() if n != 0},)

    def said_of(self, sight: Sight, prop: str, whose: str) -> tuple[Any] | None:
        layout, thing = self.layout, self.layout.ids.get(whose, -1)
        for (name, kind), column in layout.columns.items():
            if name == prop and kind and not column.width and thing in layout.of_kind(kind):
                seen = sight.sees(thing) and sight.may(column.seen_by, sight.owner(thing))
                return (self.short(sight.word(column, self.now.s[column.offset + thing])) if seen else HIDDEN,)
        return None

    def thing(self, name: Scalar) -> int | None:
        if str(name.value) in self.layout.ids:
            return self.layout.ids[str(name.value)]
        self.wrong(name.span, f"there is no `{name.value}`", did_you_mean(str(name.value), self.layout.ids))
        return None

    def short(self, written: Any) -> Any:
        if isinstance(written, list):
            return [self.short(part) for part in written]
        return self.stage.short.get(written, written) if isinstance(written, str) else written


def inside(text: Scalar, span: Span) -> str:
    """The words at a place inside a text."""
    lines = str(text.value).split("\n")
    row = span.line - text.text_line
    if span.line != span.end_line or not 0 <= row < len(lines):
        return f"`{str(text.value).strip()}`"
    first = text.text_column
    return f"`{lines[row][span.column - first : span.end_column - first]}`"
