"""Small games out of the pack: set the table, run one piece, give the answers, look what came of it.

In a scenario every thing has its name (`p1`, `citizen_p1_1`, `tile_01_1_a`, `icon_1`), which rules do not have.
`lay tile_01/1@g5+2` puts a tile on a spot, written as in records.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from archidsl.checker import from_pack, from_vocabulary
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report
from archidsl.engine.chance import key_from_seed
from archidsl.engine.choices import CHANCE, Choice
from archidsl.engine.grid import Grid
from archidsl.engine.machine import Position
from archidsl.engine.views import View, view
from archidsl.engine.words import NoSuchAnswer, player_word, read, word, write
from archidsl.lang.from_text import parse
from archidsl.packs import from_files, layering, schema
from archidsl.packs.pack import Pack
from archidsl.packs.values import Document, Mapping, Scalar
from archidsl.pipeline import Game

PACK = Path(__file__).parent / "pack"
LAY = re.compile(r"^( *)lay (\w+)(?:/(\d))?@(\w+)(?:\+(\d))?$", re.MULTILINE)

# Five regions. The middle (tile_02) has one coast; by water it meets the north-east (tile_01) and the south-west
# (tile_04), by land the south-east (tile_00, no water) - which also meets the north-east by land. North of tile_01
# lies a region of three banks (b, d, f) between three waters (a, c, e); its bank d meets tile_01 by land.
MAP = """
lay tile_02@f6
lay tile_01@g5
lay tile_04@e6+1
lay tile_00/1@g6
lay tile_03@g4
"""
ALIASES = {
    "middle": "tile_02_1_b", "middle_sea": "tile_02_1_a", "east": "tile_01_1_a", "east_sea": "tile_01_1_b",
    "west": "tile_04_1_b", "west_sea": "tile_04_1_a", "south": "tile_00_2_a",
    "bank_b": "tile_03_1_b", "bank_d": "tile_03_1_d", "bank_f": "tile_03_1_f",
    "water_a": "tile_03_1_a", "water_c": "tile_03_1_c", "water_e": "tile_03_1_e",
}  # fmt: skip
SHORT = {long: short for short, long in ALIASES.items()}
ALIAS = re.compile(r"\b(" + "|".join(ALIASES) + r")\b")

Asked = tuple[str, str, Any]  # who, the question's key, what was answered or offered


@dataclass(frozen=True)
class Refused:
    """At this question, this answer is not offered."""

    player: str
    key: str
    written: object


def refused(player: str, key: str, written: object) -> Refused:
    return Refused(player, key, written)


# -- making the game


@cache
def documents() -> tuple[Document, ...]:
    report = Report()
    found = from_files.read_pack(PACK, report)
    report.stop_if_errors()
    schema.check(found, report)
    report.stop_if_errors()
    return tuple(found)


@cache
def declared(mods: tuple[str, ...]) -> tuple[Pack, Vocabulary]:
    """The pack with mods on top, up to the point where its texts are parsed but not yet understood."""
    report = Report()
    layers = [list(documents())]
    for number, text in enumerate(mods):
        document = from_files.read_text(f"mod_{number}.yaml", dedent(text) + "\n", report)
        report.stop_if_errors()
        assert document is not None
        schema.check([document], report)
        layers.append([document])
    report.stop_if_errors()
    pack = layering.merge(layers, report)
    report.stop_if_errors()
    vocabulary = from_pack.declare(pack, report)
    report.stop_if_errors()
    return pack, vocabulary


def checked(pack: Pack, vocabulary: Vocabulary) -> Game:
    report = Report()
    rules = from_vocabulary.check(vocabulary, report)
    report.stop_if_errors()
    return Game(pack, vocabulary, rules, report)


@cache
def whole() -> Game:
    return checked(*declared(()))


@cache
def names(players: int) -> dict[str, str]:
    layout = whole().layout(whole().settle({"players": players}))
    return dict(zip(layout.names, layout.kind_of, strict=True))


def laid(effect: str) -> str:
    def line(found: re.Match[str]) -> str:
        indent, tile, face, cell, turn = found.groups(default="0")
        where = f"tile of s is {tile} and face of s is {face} and cell of s is {cell} and rotation of s is {turn}"
        return f"{indent if found.group(1) else ''}each spot s where {where}: move {tile} to s"

    return LAY.sub(line, effect)


def house(building: str, form: str, place: str, occupant: str = "") -> str:
    """A building on the map, perhaps with somebody on it; 1 to 13 are for trade, 14 to 26 for civic use."""
    lines = f"set form of {building} to {form}\nmove {building} to {place}\n"
    return lines + (f"move {occupant} to {place}\nset seat of {occupant} to {building}\n" if occupant else "")


def goods(holder: str, **amounts: int) -> str:
    """So much stuff from where it starts: discs out of the player's store, tokens out of the box."""
    sources = {"action_disc": f"disc_store of {holder}", "explorer_token": "box"}
    return "".join(f"move {n} {stuff} from {sources.get(stuff, 'bank')} to {holder}\n" for stuff, n in amounts.items())


def icons(**places: str) -> str:
    """`icons(icon_1="wood east")`"""
    lines = ""
    for icon, where in places.items():
        crop, place = where.split()
        lines += f"move {icon} to {place}\nset yields of {icon} to {crop}\n"
    return lines


def units(place: str, *them: str) -> str:
    return "".join(f"move {unit} to {place}\n" for unit in them)


def dedent(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def worded(lines: str) -> str:
    """The lines of a scenario as an effect: tiles laid, areas by their own names."""
    return ALIAS.sub(lambda found: ALIASES[found.group(1)], laid(dedent(lines))) + "\n"


def with_main(lines: str, players: int, mods: tuple[str, ...]) -> tuple[Pack, Vocabulary]:
    """The game consists of these lines, in which every thing may be called by its name."""
    report = Report()
    document = from_files.read_text("scenario.yaml", "effect: |\n" + textwrap.indent(worded(lines), "  "), report)
    assert document is not None and isinstance(document.root, Mapping)
    effect = document.root.get("effect")
    assert isinstance(effect, Scalar)
    body = parse("effect", effect, report)
    report.stop_if_errors()
    pack, v = declared(mods)
    v = copy(v)
    v.members = {**names(players), **v.members}
    v.procedures = {**v.procedures, "game": replace(v.procedures["game"], body=body)}
    return pack, v


@cache
def played(lines: str, players: int, mods: tuple[str, ...]) -> Game:
    return checked(*with_main(lines, players, mods))


@cache
def table_setting(lines: str, players: int, mods: tuple[str, ...]) -> Game:
    """The things of the pack and these lines, without any of its rules: checked in a moment, and nothing comes in."""
    pack, bare = with_main(lines, players, mods)
    bare.procedures = {"game": bare.procedures["game"]}
    bare.windows = {name: replace(window, effect=None, offers=()) for name, window in bare.windows.items()}
    bare.deeds, bare.passives, bare.watches = [], [], []
    bare.computed, bare.adjectives, bare.formulas = {}, {}, {}
    return checked(pack, bare)


def start(game: Game, before: Position | None, options: dict[str, str | int], seed: str) -> Position:
    """A game at its first question, on the table that is left from before."""
    position = Position(game.program(game.settle(options)), key_from_seed(seed))
    if before is not None:
        assert before.over, "setting the table asked somebody something"
        layout, other = position.program.layout, before.program.layout
        assert (layout.names, layout.columns) == (other.names, other.columns)
        position.s[:] = before.s
    return position.begin()


# -- playing it


def run(
    play: str,
    given: str | Sequence[str] = (),
    answers: Iterable[tuple[str, str, object] | Refused] = (),
    players: int = 3,
    options: dict[str, str | int] | None = None,
    mods: tuple[str, ...] = (),
    seed: str = "scenario",
    stops: bool = False,
) -> Table:
    """Plays the lines to their end. Answers are exact: a question too many or an answer too many is a failure.

    `stops`: the table may be left at the question after the last answer. Questions to chance are drawn, unless
    the next answer is one of `chance`.
    """
    settled = {"players": players, **(options or {})}
    parts = [given] if isinstance(given, str) else given
    position = None
    for lines in parts:
        position = start(table_setting(lines, players, mods), position, settled, seed)
    table = Table(start(played(play, players, mods), position, settled, seed))
    table.give(answers, stops)
    for _, tile, *_ in LAY.findall("\n".join(parts)):
        assert table.region(tile), f"{tile} could not be laid there"
    return table


@dataclass
class Table:
    """A game at one moment, in words."""

    position: Position
    asked: list[Asked] = field(default_factory=list)
    answered: list[Asked] = field(default_factory=list)

    def give(self, answers: Iterable[tuple[str, str, object] | Refused], stops: bool = False) -> None:
        left = list(answers)
        while (choice := self.position.choice) is not None:
            if choice.player == CHANCE and not (left and as_tuple(left[0])[0] == "chance"):
                self.position.answer(self.position.chance())
                continue
            self.ask(choice)
            while left and isinstance(left[0], Refused):
                self.not_offered(choice, left.pop(0), left)
            if not left:
                if stops:
                    return
                self.fail("a question too many", left)
            self.answer(choice, as_tuple(left.pop(0)), left)
        if left:
            self.fail("answers left over", left)

    def ask(self, choice: Choice) -> None:
        self.asked.append((player_word(self.layout, choice.player), choice.key, self.offered))

    def answer(self, choice: Choice, given: Asked, left: list[Any]) -> None:
        player, key, written = given
        if (player, key) != self.asked[-1][:2]:
            self.fail(f"another question was expected: {given}", [given, *left])
        try:
            answer = read(self.layout, choice, long(written))
        except NoSuchAnswer as problem:
            self.fail(str(problem), [given, *left])
        if not choice.allows(answer):
            self.fail(f"{written!r} is not offered", [given, *left])
        answer = choice.settled(answer)
        self.answered.append((player, key, write(self.layout, choice, answer)))
        self.position.answer(answer)

    def not_offered(self, choice: Choice, wanted: Refused, left: list[Any]) -> None:
        if (wanted.player, wanted.key) != self.asked[-1][:2]:
            self.fail(f"another question was expected: {wanted}", [wanted, *left])
        try:
            offered = choice.allows(read(self.layout, choice, long(wanted.written)))
        except NoSuchAnswer:
            offered = False
        if offered:
            self.fail(f"{wanted.written!r} should not be offered", [wanted, *left])

    def fail(self, why: str, left: list[Any]) -> None:
        lines = [why, "asked:"]
        lines += [f"  {who}, {key}: {offered}" for who, key, offered in self.asked]
        lines += ["answered:", *(f"  {entry}" for entry in self.answered)]
        lines += ["not yet given:", *(f"  {entry}" for entry in left)]
        raise AssertionError("\n".join(lines))

    # -- what stands on the table

    @property
    def layout(self) -> Any:
        return self.position.program.layout

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def offered(self) -> Any:
        """The answers of the open question: a list of words, or how many of what."""
        choice = self.position.choice
        if choice is None:
            return None
        shown = view(self.position, choice.player)["question"]
        answers = short(shown["answers"]) if shown and "answers" in shown else None
        if shown and "least" in shown:
            answers = (shown["least"], shown["most"], answers)
        return [*answers, None] if choice.declinable and isinstance(answers, list) else answers

    def held(self, holder: str, stuff: str) -> int:
        layout = self.layout
        return self.position.s[layout.holdings[layout.ids[holder]] + layout.stuffs.index(stuff)]  # type: ignore[return-value]

    def prop(self, name: str, *of: str) -> Any:
        """A stored property of the game, of a thing or of a pair, in words."""
        layout, s = self.layout, self.position.s
        kinds = [k for n, k in layout.columns if n == name]
        things = [layout.ids[long(t)] for t in of]
        kind = next(k for k in kinds if (not k and not of) or (k and things and things[0] in layout.of_kind(k)))
        column = layout.columns[name, kind]
        if not things:
            slot = column.offset
        elif len(things) == 1:
            slot = column.offset + things[0]
        else:
            slot = column.offset + things[0] * column.width + things[1]
        value = s[slot]
        if isinstance(value, tuple):
            return [layout.names[t] for t in value]
        return short(word(layout, column.base, value))  # type: ignore[arg-type]

    def place(self, thing: str) -> str | None:
        at = self.position.s[self.layout.at + self.layout.ids[thing]]
        return short(self.layout.names[at]) if at >= 0 else None  # type: ignore[operator,index]

    def zone(self, name: str) -> list[str]:
        """What lies in a zone, an area or a card, in the order in which it came."""
        place = self.layout.ids[long(name)]
        return [self.layout.names[t] for t in self.position.s[self.layout.contents[place]]]  # type: ignore[union-attr]

    def count(self, place: str, kind: str) -> int:
        return sum(name.startswith(kind + "_") for name in self.zone(place))

    def region(self, tile: str) -> bool:
        grid = self.layout.grid
        assert isinstance(grid, Grid)
        return grid.region_of_tile(self.position.s, self.layout.ids[tile]) >= 0

    def view(self, player: str) -> View:
        return view(self.position, -1 if player == "nobody" else self.layout.ids[player])

    @property
    def keys(self) -> list[tuple[str, str]]:
        return [entry[:2] for entry in self.asked]

    @property
    def standing(self) -> dict[str, tuple[int, Any]]:
        """Score and victory of each player."""
        players = self.layout.names[: self.layout.players]
        return {p: (self.prop("score", p), self.prop("won", p)) for p in players}


def long(written: Any) -> Any:
    """Areas have short names in scenarios."""
    if isinstance(written, list):
        return [long(part) for part in written]
    return ALIASES.get(written, written) if isinstance(written, str) else written


def short(written: Any) -> Any:
    if isinstance(written, list):
        return [short(part) for part in written]
    return SHORT.get(written, written) if isinstance(written, str) else written


def as_tuple(entry: tuple[str, str, object] | Refused) -> Asked:
    return (entry.player, entry.key, entry.written) if isinstance(entry, Refused) else entry
