"""Whole games by random players: they end, nothing is lost, and the markers stay on their tracks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from archidsl.cli import cli
from archidsl.engine.chance import draw, key_from_seed
from archidsl.engine.choices import CHANCE, Choice, Draw
from archidsl.engine.machine import Position
from archidsl.pipeline import Game, load
from tests.interpreter.lockstep import play as in_lockstep

ROOT = Path(__file__).resolve().parents[2]
RULES, CARDS = ROOT / "rules", ROOT / "cards"
CUBES = {"fruit": 15, "cattle": 15, "fish": 15, "wood": 15, "stone": 12, "iron": 10}
ENDLESS = 100_000  # florins of a bank without end
TOTALS = {"florin": 135, "explorer_token": 24, **CUBES}
ROOM = {"domestic": 12, "export": 9}
DISCS = ("used_discs", "frozen_discs", "discs_on_cards")


@pytest.fixture(scope="module")
def bare() -> Game:
    return load([RULES])


@pytest.fixture(scope="module")
def full() -> Game:
    return load([RULES, CARDS])


@pytest.mark.parametrize("args", [(str(RULES),), (str(CARDS), "--on", str(RULES))])
def test_the_packs_are_without_errors_and_warnings(args: tuple[str, ...]) -> None:
    done = CliRunner().invoke(cli, ["check", "--strict", *args])
    assert done.exit_code == 0 and "1 pack, no problems" in done.output, done.output


def test_there_are_as_many_of_everything_as_in_the_box(full: Game) -> None:
    layout = full.layout(full.settle({"players": 5}))
    counts = Counter(layout.kind_of)
    assert counts["card"] == 48 and counts["half"] == 96
    assert counts["objective"] == 30 and counts["trend"] == 12
    assert counts["tile"] == 25 and counts["building"] == 26 and counts["action"] == 13
    assert counts["citizen"] == 50 and counts["ship"] == 20
    two = Counter(full.layout(full.settle({"players": 2})).kind_of)
    assert two["citizen"] == 40 and two["ship"] == 16


class Books:
    """Looks at a position through the names of the rules."""

    def __init__(self, position: Position, players: int) -> None:
        self.position, self.layout, self.players = position, position.program.layout, players

    def held(self, holder: int, stuff: str) -> int:
        slot = self.layout.holdings[holder] + self.layout.stuffs.index(stuff)
        return self.position.s[slot]  # type: ignore[return-value]

    def total(self, stuff: str) -> int:
        return sum(self.held(i, stuff) for i, base in enumerate(self.layout.holdings) if base >= 0)

    def of(self, name: str, thing: int = -1) -> Any:
        kinds = [k for n, k in self.layout.columns if n == name]
        kind = next(k for k in kinds if (k == "") == (thing < 0) and (thing < 0 or thing in self.layout.of_kind(k)))
        return self.position.s[self.layout.columns[name, kind].offset + max(thing, 0)]

    def at(self, thing: int) -> int:
        return self.position.s[self.layout.at + thing]  # type: ignore[return-value]

    def named(self, name: str) -> int:
        return self.layout.ids[name]

    def region(self, thing: int) -> int:
        return self.layout.parents[self.at(thing)]

    def on_map(self, kind: str) -> list[int]:
        areas = {i for k in ("land_area", "sea_area") for i in self.layout.of_kind(k)}
        return [i for i in self.layout.of_kind(kind) if self.at(i) in areas]

    # -- what must hold at any time

    def check(self) -> None:
        endless = self.layout.labels[self.layout.options["bank_short_payment"]] == "unlimited"
        for stuff, number in TOTALS.items():  # INV-01, INV-02, INV-11
            assert self.total(stuff) == (ENDLESS if endless and stuff == "florin" else number), stuff
        assert self.total("action_disc") == 5 * self.players
        capped = self.layout.labels[self.layout.options["surplus_cap"]] == "board_max"
        assert 0 <= self.of("surplus") <= (22 if capped else 200) and self.of("rebellion") >= 0  # INV-03
        for board, most in ROOM.items():  # INV-23
            assert all(self.held(self.named(board), cube) <= most for cube in CUBES)
        population = len(self.on_map("citizen"))
        later = self.position.over or self.of("turn") == 0 or self.of("under_way") > 0
        assert self.of("rebellion") <= population or later  # INV-08

    def check_between_steps(self) -> None:
        """What may be otherwise in the middle of an action."""
        citizens, ships = self.on_map("citizen"), self.on_map("ship")
        groups = Counter((self.of("owner", c), self.region(c)) for c in citizens)
        assert not groups or max(groups.values()) <= 3  # INV-06
        houses = Counter((self.of("form", b), self.region(b)) for b in self.on_map("building"))
        assert not houses or max(houses.values()) == 1  # INV-09
        seats = [s for u in citizens + ships if (s := self.of("seat", u)) >= 0]
        assert len(set(seats)) == len(seats)  # INV-17
        fish = self.layout.stuffs.index("fish")
        icons = set(self.layout.of_kind("icon"))
        for unit in citizens + ships:
            seat = self.of("seat", unit)
            if seat in icons:
                assert self.of("engaged", unit)  # INV-19
                assert (self.of("yields", seat) == fish) == (unit in ships)  # INV-18
        regions = len(self.position.s[self.layout.grid.laid])  # type: ignore[union-attr,arg-type]
        taken = 24 - sum(self.held(self.named(f"pile_{i}"), "explorer_token") for i in (1, 2, 3))
        assert taken == regions - 1  # INV-12
        empty = sum(self.held(self.named(f"pile_{i}"), "explorer_token") == 0 for i in (1, 2))
        for p in range(self.players):  # INV-14
            own = (p, *(self.named(f"{h}_{self.layout.names[p]}") for h in DISCS))
            assert sum(self.held(h, "action_disc") for h in own) == 3 + empty


def by_lot(seed: str) -> Draw:
    key, counter = key_from_seed(seed), 0

    def below(most: int) -> int:
        nonlocal counter
        value, counter = draw(key, 0, counter, most)
        return value

    return below


def eagerly(position: Position, choice: Choice, below: Draw) -> Any:
    """By lot, but seldom for nothing, and seldom for taxes, which stir people up: so that games get somewhere."""
    options = list(choice.payload) if choice.listed else []
    if choice.key == "stake" and below(3):
        return options[0]
    if choice.key == "zone" and len(options) > 1 and below(6):
        taxes = position.program.layout.ids["taxes"]
        options = [zone for zone in options if zone != taxes]
        return options[below(len(options))]
    if choice.declinable and options and choice.key != "mover" and below(20):
        return options[below(len(options))]
    return choice.draw(below)


def play(game: Game, players: int, seed: str, eager: bool, **options: str) -> Books:
    position = game.start({"players": players, **options}, seed)
    books, below = Books(position, players), by_lot(seed)
    while (choice := position.choice) is not None:
        if choice.player == CHANCE:
            position.answer(position.chance())
            continue
        if choice.key in ("step", "stake", "deal", "shopping"):
            books.check_between_steps()
        if eager and (offers := position.volunteers()) and not below(50):
            position.volunteer(offers[0])
            continue
        position.answer(eagerly(position, choice, below) if eager else choice.draw(below))
        books.check()
    assert position.over
    books.check()
    return books


LENGTHS = ("short", "medium", "long")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(3))
def test_random_games_end(full: Game, players: int, number: int) -> None:
    play(full, players, f"random {number}", False, game_length=LENGTHS[number])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(3))
def test_games_of_eager_players_end(full: Game, players: int, number: int) -> None:
    play(full, players, f"eager {number}", True, game_length=LENGTHS[number])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("number", range(3))
def test_without_cards_and_so_without_crises_they_end_too(bare: Game, players: int, number: int) -> None:
    books = play(bare, players, f"bare {number}", True, game_length=LENGTHS[number])
    assert books.of("turn") < 200


def test_both_ways_to_end_are_met(bare: Game) -> None:
    ends = {books.of("ending") for n in range(24) if (books := play(bare, 4, f"ends {n}", True, game_length="short"))}
    assert ends == {0, 1}


def test_an_end_by_condition_is_scored_and_somebody_wins(bare: Game) -> None:
    scored = [b for n in range(8) if (b := play(bare, 4, f"ends {n}", True, game_length="short")).of("ending")]
    for books in scored:
        best = max(books.of("score", p) for p in range(4))
        won = [p for p in range(4) if books.of("won", p)]
        assert won and all(books.of("score", p) == best for p in won)
    assert any(books.of("score", p) > 0 for books in scored for p in range(4))


VARIANTS = ("desert_start", "no_secrets", "more_control", "more_spice", "choose_the_trend", "with_benefactor")


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_variant_plays(full: Game, variant: str) -> None:
    play(full, 3, f"variant {variant}", True, **{variant: "yes"})


def test_every_ruling_can_be_turned(full: Game) -> None:
    """All flags at once at their last value, which is hardly ever the default."""
    last: dict[str, Any] = {}
    for name, option in full.options.items():
        if name not in ("players", "game_length", "negotiation", *VARIANTS):
            last[name] = option.values[-1] if option.values else option.high
    for number in range(3):
        play(full, 4, f"rulings {number}", True, **last)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_reference_plays_the_same_game(full: Game, players: int) -> None:
    """The compiled game and the interpreter agree on every question and every state."""
    assert in_lockstep(full, {"players": players}, f"both {players}", ask_all=False) > 20
