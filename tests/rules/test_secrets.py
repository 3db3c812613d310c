"""What players may not know: each secret of the rules as a test, and the swap test at random positions of random games.

The swap test: imagine a position otherwise as far as the viewer cannot see it (which hidden card lies where, who of the
others has what, the seed), ask his question anew, and his view and his answers must be the same. No question is
excepted: nowhere do the rules let the answers of one player depend on what only others see.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archidsl.engine.choices import CHANCE
from archidsl.engine.imagining import imagine, put_again
from archidsl.engine.machine import Position
from archidsl.engine.views import View, view
from archidsl.pipeline import Game, load
from tests.interpreter.lockstep import normal
from tests.rules.bots import TEMPERS, step

ROOT = Path(__file__).resolve().parents[2]
GAMES = max(5, int(os.environ.get("ARCHIDSL_GAMES", "2000")) // 40)  # of each setting
HIDDEN_STUFF = ("florin", "fruit", "cattle", "fish", "wood", "stone", "iron", "explorer_token")
SECRET_QUESTIONS = ("stake", "keep_goals.kept", "first", "hand", "second")
SETTINGS: tuple[dict[str, Any], ...] = (
    {"players": 2, "game_length": "short", "more_spice": "yes"},
    {"players": 3, "game_length": "medium"},
    {"players": 4, "game_length": "short", "more_spice": "yes", "phase1_stand_rebels": "optional"},
    {"players": 5, "game_length": "long", "exploration_must_place": "no", "turn0_hand_private": "no"},
)


@cache
def full() -> Game:
    return load([ROOT / "rules", ROOT / "cards"])


@dataclass(slots=True)
class Moment:
    """A position of some game, and what lies in it."""

    position: Position
    number: int
    views: dict[int, View] = field(default_factory=dict)

    def seen(self, viewer: int) -> View:
        if viewer not in self.views:
            self.views[viewer] = view(self.position, viewer)
        return self.views[viewer]

    @property
    def layout(self) -> Any:
        return self.position.program.layout

    def zone(self, name: str) -> tuple[int, ...]:
        things: tuple[int, ...] = self.position.s[self.layout.contents[self.layout.ids[name]]]
        return things

    def names(self, name: str) -> list[str]:
        return [self.layout.names[t] for t in self.zone(name)]

    def known(self, thing: int, player: int) -> bool:
        """Was it revealed to him?"""
        bits: int = self.position.s[self.layout.known + thing]
        return bool(bits >> player & 1)

    @property
    def players(self) -> range:
        return range(self.layout.players)

    def player(self, number: int) -> str:
        return str(self.layout.names[number])


def moments(setting: int, share: float, games: int = GAMES, keys: tuple[str, ...] = ()) -> Iterator[Moment]:
    """Positions out of random games: a share of all, more of turn zero, and every one where such a thing is asked."""
    for number in range(games):
        seed = f"secret {setting} {number}"
        lots, position = Random(seed), full().start(SETTINGS[setting], seed)
        temper = TEMPERS[number % len(TEMPERS)]
        turn = position.program.layout.columns["turn", ""].offset
        while position.asked is not None:
            often = 8 * share if position.s[turn] == 0 else share
            site = position.program.sites[position.asked[0]]
            if lots.random() < often or site.key in keys or f"{site.procedure}.{site.key}" in keys:
                yield Moment(position, number)
            step(position, lots, temper)


# -- the swap test


def swapped(position: Position, viewer: int, lots: Random) -> Position:
    """The same for the viewer, but what he cannot see is otherwise."""
    return imagine(position, viewer, lots.randrange)


def asked_anew(position: Position) -> Position:
    """The open question, worked out again from the state."""
    again = position.copy()
    put_again(again)
    return again


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_the_swap(setting: int) -> None:
    lots, met = Random(setting), Counter[str]()
    for moment in moments(setting, 0.02):
        position = moment.position
        choice = position.choice
        assert choice is not None
        for viewer in {choice.player, lots.randrange(moment.layout.players)} - {CHANCE}:
            other = swapped(position, viewer, lots)
            seen, shown = view(position, viewer, paneled=True), view(other, viewer, paneled=True)
            assert seen == shown, differs(seen, shown)
            if viewer == choice.player:
                plain, anew = asked_anew(position), asked_anew(other)
                assert normal(plain.asked) == normal(position.asked), f"{choice.key} cannot be asked anew"
                assert normal(anew.asked) == normal(position.asked), f"the answers to {choice.key} tell too much"
                assert anew.volunteers() == position.volunteers()
                one, two = (imagine(x, viewer, Random(0).randrange) for x in (position, other))
                assert one.s == two.s and one.stack == two.stack, f"at {choice.key} the truth leaves a trace"
                met[choice.key] += 1
    assert len(met) > 20 and sum(met.values()) > 3 * GAMES, met


def bank(position: Position) -> int:
    layout = position.program.layout
    return int(layout.holdings[layout.ids["bank"]] + layout.stuffs.index("florin"))


def differs(one: View, two: View) -> str:
    return "; ".join(f"{key}: {one[key]} / {two[key]}" for key in one if one[key] != two[key])[:2000]


def test_the_swap_changes_something_and_finds_leaks() -> None:
    """A test of the test: somebody else notices."""
    noticed = Counter[str]()
    for moment in moments(1, 0.02, 3):
        other = swapped(moment.position, 0, Random(1))
        for key, value in view(moment.position, 1).items():
            noticed[key] += value != view(other, 1)[key]
    assert noticed["holders"] and noticed["zones"]


@pytest.mark.parametrize("setting", range(len(SETTINGS)))
def test_a_secret_answer_tells_the_others_nothing(setting: int) -> None:
    """Two different answers to a secret question: as long as the same is asked next, all others see the same."""
    met = Counter[str]()
    for moment in moments(setting, 0.0, max(4, GAMES // 4), SECRET_QUESTIONS):
        choice = moment.position.choice
        if choice is None or not choice.site.secret or choice.size() < 2:
            continue
        answers = [a for a, _ in zip(choice.all_answers(), range(2), strict=False)]
        after = []
        for answer in answers:
            after.append(moment.position.copy())
            after[-1].answer(answer)
        one, two = after
        if [x.s[bank(x)] for x in after] != [moment.position.s[bank(one)]] * 2:
            continue  # it was the last bet, and now all of them are open
        if one.over or two.over or one.asked[:2] != two.asked[:2]:
            continue
        for viewer in {-1, *moment.players} - {choice.player}:
            seen, shown = view(one, viewer), view(two, viewer)
            assert seen == shown, (choice.key, differs(seen, shown))
        met[choice.key] += 1
    assert met["stake"] > 5
    assert met["kept"] or "more_spice" not in SETTINGS[setting]


# -- each secret


SPECIAL = ("stake", "make_landfall.spot", "turn_up_five.bought", "keep_goals.kept", "hand", "second", "pick")


@cache
def sample(setting: int) -> list[Moment]:
    """Positions of some games, kept with all views of them: some of any kind, and a few of each special kind."""
    found, often = [], Counter[str]()
    for moment in moments(setting, 0.006, GAMES, SPECIAL):
        key = moment.position.program.sites[moment.position.asked[0]].key
        often[key] += 1
        if often[key] <= 12:
            found.append(Moment(moment.position.copy(), moment.number))
    return found


def check_everywhere(check: Any) -> Counter[str]:
    """Runs a check on positions of all settings and counts what it says it has met."""
    met = Counter[str]()
    for setting in range(len(SETTINGS)):
        for moment in sample(setting):
            met.update(check(moment) or ())
    return met


def others(moment: Moment, owner: int) -> list[int]:
    return [-1, *(p for p in moment.players if p != owner)]


def test_sec_01_objectives() -> None:
    def check(moment: Moment) -> list[str]:
        met = []
        for owner in moment.players:
            mine = moment.zone(f"goals_{moment.player(owner)}")
            own = moment.seen(owner)["zones"][f"goals_{moment.player(owner)}"]
            assert sorted(own) == sorted(moment.layout.names[t] for t in mine)
            for viewer in others(moment, owner):
                text = json.dumps(moment.seen(viewer))
                for goal in mine:
                    if not moment.known(goal, max(viewer, 0)):
                        assert f'"{moment.layout.names[goal]}"' not in text, (viewer, moment.layout.names[goal])
                        met.append("hidden")
        return met

    assert check_everywhere(check)["hidden"]


def test_sec_01_what_a_spy_saw_others_did_not() -> None:
    met = 0
    for moment in moments(0, 0.0, 240, ("shown",)):
        after = moment.position.copy()
        after.answer(after.chance())
        shown = moment.layout.names[after.history[3]]
        assert f'"{shown}"' not in json.dumps(view(after, -1))
        assert sum(f'"{shown}"' in json.dumps(view(after, p)) for p in moment.players) == 2  # its owner, and the spy
        met += 1
    assert met


def test_sec_02_what_is_behind_the_screen() -> None:
    def check(moment: Moment) -> None:
        for owner in moment.players:
            for viewer in others(moment, owner):
                held = moment.seen(viewer)["holders"][moment.player(owner)]
                assert all(held[stuff] is None for stuff in HIDDEN_STUFF) and held["action_disc"] is not None
            own = moment.seen(owner)["holders"][moment.player(owner)]
            assert None not in own.values()

    check_everywhere(check)


def test_sec_03_bets() -> None:
    """Nobody sees a bet of this round of bets; when all have bet, everybody sees what each was worth."""

    def check(moment: Moment) -> list[str]:
        choice = moment.position.choice
        if choice is None or choice.key != "stake":
            return []
        met = []
        for viewer in (-1, *moment.players):
            for who, key, answer in moment.seen(viewer)["history"]:
                assert key != "stake" or answer is None or who == moment.player(viewer)
            met.append("bet")
        return met

    assert check_everywhere(check)["bet"]
    worth = 0
    for moment in moments(1, 0.05, 10):
        values = [moment.seen(p)["properties"]["worth of player"] for p in moment.players]
        assert all(v == values[0] for v in values)
        worth += bool(values[0])
    assert worth


def test_sec_04_tiles_in_hand() -> None:
    def check(moment: Moment) -> list[str]:
        met = []
        for owner in moment.players:
            name = f"tile_hand_{moment.player(owner)}"
            tiles = moment.zone(name)
            if not tiles:
                continue
            assert None not in moment.seen(owner)["zones"][name]
            for viewer in others(moment, owner):
                shown = moment.seen(viewer)["zones"][name]
                assert len(shown) == len(tiles)
                secret = [t for t in tiles if not moment.known(t, max(viewer, 0))]
                assert shown.count(None) == len(secret)
                met += ["hidden" if secret else "shown"]
        return met

    met = check_everywhere(check)
    assert met["hidden"] and met["shown"]  # the last setting plays with open hands


@pytest.mark.parametrize("deck", ["tile_deck", "evolution_deck"])
def test_sec_05_07_08_decks(deck: str) -> None:
    """Of the uppermost tile all see one face (SEC-05), of the uppermost card its back (SEC-08); and nothing below."""

    def check(moment: Moment) -> None:
        things = moment.zone(deck)
        for viewer in (-1, *moment.players):
            shown = moment.seen(viewer)["zones"][deck]
            assert len(shown) == len(things)
            if things and deck == "tile_deck" and not moment.known(things[-1], max(viewer, 0)):
                [face] = moment.seen(viewer)["faces"][deck]
                assert shown[-1] is None and face in moment.layout.faces[things[-1]] and len(face["sides"]) == 6
                assert face == moment.seen(-1)["faces"][deck][0]  # the same for everybody
            elif things and deck == "evolution_deck":
                [back] = moment.seen(viewer)["backs"][deck]
                assert shown[-1] is None and back == moment.layout.backs[things[-1]] and len(back["half"]) == 2
            below = [t for t in things[:-1] if not moment.known(t, max(viewer, 0))]
            assert shown[:-1].count(None) == len(below)

    check_everywhere(check)


def test_sec_06_only_the_taker_sees_both_faces() -> None:
    def check(moment: Moment) -> list[str]:
        met = []
        for owner in moment.players:
            name = f"taken_{moment.player(owner)}"
            for tile in moment.zone(name):
                assert moment.layout.names[tile] in moment.seen(owner)["zones"][name]
                for viewer in others(moment, owner):
                    if not moment.known(tile, max(viewer, 0)):
                        assert moment.seen(viewer)["zones"][name] == [None]
                        [face] = moment.seen(viewer)["faces"][name]
                        assert face in moment.layout.faces[tile]
                        met.append("taken")
        return met

    assert check_everywhere(check)["taken"]


def test_sec_07_tile_discards_are_only_counted() -> None:
    def check(moment: Moment) -> list[str]:
        things = [t for t in moment.zone("tile_discard") if not any(moment.known(t, p) for p in moment.players)]
        for viewer in (-1, *moment.players):
            shown = moment.seen(viewer)["zones"]["tile_discard"]
            assert shown.count(None) == len(things)
        return ["discard"] if things else []

    assert check_everywhere(check)["discard"]


def test_sec_09_10_turned_up_and_discarded_cards() -> None:
    def check(moment: Moment) -> list[str]:
        met = []
        for zone in ("lectern", "evolution_discard", "track"):
            for viewer in (-1, *moment.players):
                assert sorted(moment.seen(viewer)["zones"][zone]) == sorted(moment.names(zone))
            met += [zone] * bool(moment.zone(zone))
        return met

    met = check_everywhere(check)
    assert met["lectern"] and met["evolution_discard"] and met["track"]


def test_sec_11_what_is_not_in_the_game() -> None:
    def check(moment: Moment) -> list[str]:
        met = []
        for zone in ("box_of_cards", "objective_deck", "trend_deck"):
            for viewer in (-1, *moment.players):
                assert set(moment.seen(viewer)["zones"][zone]) <= {None}
            met += [zone] * bool(moment.zone(zone))
        for owner in moment.players:
            for sort in ("objective_offer", "unkept"):
                zone = f"{sort}_{moment.player(owner)}"
                assert None not in moment.seen(owner)["zones"][zone]
                for viewer in others(moment, owner):
                    assert set(moment.seen(viewer)["zones"][zone]) <= {None}
                met += [sort] * bool(moment.zone(zone))
        return met

    met = check_everywhere(check)
    assert met["box_of_cards"] and met["objective_offer"] and met["unkept"]


def test_sec_12_the_hands_of_the_robbed() -> None:
    """Who is robbed sees what is in his hands, others do not, and the answers are not in the history of others."""

    def check(moment: Moment) -> list[str]:
        met = []
        for owner in moment.players:
            for hand in (1, 2):
                name = f"fist_{moment.player(owner)}_{hand}"
                own = moment.seen(owner)["holders"][name]
                assert None not in own.values()
                for viewer in others(moment, owner):
                    shown = moment.seen(viewer)
                    assert set(shown["holders"][name].values()) == {None}
                    for who, key, answer in shown["history"]:
                        assert key not in ("first", "second", "hand") or answer is None or who == moment.player(viewer)
                met += ["full"] * any(own.values())
        return met

    assert check_everywhere(check)["full"]


def test_sec_13_having_nothing_proves_nothing_else() -> None:
    """Somebody without resources shows neither money nor tokens."""

    def check(moment: Moment) -> list[str]:
        met = []
        for owner in moment.players:
            own = moment.seen(owner)["holders"][moment.player(owner)]
            if any(own[cube] for cube in HIDDEN_STUFF[1:7]):
                continue
            for viewer in others(moment, owner):
                held = moment.seen(viewer)["holders"][moment.player(owner)]
                assert held["florin"] is None and held["explorer_token"] is None
            met.append("poor")
        return met

    assert check_everywhere(check)["poor"]


PUBLIC = ("bank", "box", "domestic", "export", "pile_1", "pile_2", "pile_3", "coins_on_map")
OPEN_ZONES = ("icon_box", "stockpile", "open_goals", "fashion", "evolution_discard", "track", "lectern")
OF_PLAYERS = ("disc_store", "used_discs", "frozen_discs", "tolls", "merit_box")


def test_sec_14_what_is_open_to_all() -> None:
    def check(moment: Moment) -> None:
        views = [moment.seen(viewer) for viewer in (-1, *moment.players)]
        names = [moment.player(p) for p in moment.players]
        holders = [*PUBLIC, *(f"{holder}_{name}" for holder in OF_PLAYERS for name in names)]
        zones = [*OPEN_ZONES, *(f"{zone}_{name}" for zone in ("reserve", "cards") for name in names)]
        for seen in views:
            assert all(None not in seen["holders"][holder].values() for holder in holders)
            assert all(None not in seen["zones"][zone] for zone in zones)
            for part, keys in (("holders", holders), ("zones", zones)):
                assert all(seen[part][key] == views[0][part][key] for key in keys)
            for part in ("grid", "order", "places"):
                assert seen[part] == views[0][part]
            for marker in ("rebellion", "surplus", "turn", "engaged of unit", "engaged of card", "lying of unit"):
                assert seen["properties"][marker] == views[0]["properties"][marker] is not None

    check_everywhere(check)


def test_sec_15_the_seed() -> None:
    def check(moment: Moment) -> None:
        key = moment.position.s[moment.layout.key]
        for viewer in (-1, *moment.players):
            text = json.dumps(moment.seen(viewer))
            assert key.hex() not in text and str(key) not in text and f"secret {moment.number}" not in text

    check_everywhere(check)


def test_sec_16_offers_are_spoken_at_the_table() -> None:
    """The ruling that is played: everybody hears an offer."""

    def check(moment: Moment) -> list[str]:
        met = []
        for viewer in (-1, *moment.players):
            for _, key, answer in moment.seen(viewer)["history"]:
                if key in ("gift", "wish", "partner"):
                    assert answer is not None
                    met.append("offer")
        return met

    assert check_everywhere(check)["offer"]


def test_sec_17_an_end_condition_is_known_when_it_is_met() -> None:
    """An objective whose condition is met lies open. That of others nobody learns anything is the swap test."""

    def check(moment: Moment) -> list[str]:
        layout, s = moment.layout, moment.position.s
        met = layout.columns["met", "objective"].offset
        found = []
        for goal in layout.of_kind("objective"):
            if s[met + goal]:
                assert all(moment.known(goal, p) for p in moment.players)
                found.append("met")
        return found

    check_everywhere(check)
    found = Counter[str]()
    for setting in range(len(SETTINGS)):
        for number in range(10):
            seed = f"secret {setting} {number}"
            lots, position = Random(seed), full().start(SETTINGS[setting], seed)
            while position.asked is not None:
                step(position, lots, "calm")
                found.update(check(Moment(position, number)))
    assert found["met"]
