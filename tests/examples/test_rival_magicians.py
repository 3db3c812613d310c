"""The Rival Magicians: games end, nothing is lost or made, and the cards do what they say."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from archidsl import pipeline
from archidsl.engine.chance import key_from_seed
from archidsl.engine.choices import CHANCE
from archidsl.engine.machine import Position
from archidsl.engine.views import view

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "rival_magicians"
GAME = pipeline.load([EXAMPLE])
PROGRAM = GAME.program(GAME.settle({}), ask_all=True)  # so that every card somebody plays is seen as an answer
LAYOUT = PROGRAM.layout
CARDS = sorted(LAYOUT.names[card] for card in LAYOUT.of_kind("card"))


def random_game(seed: int, looks: Callable[[Position], None]) -> Position:
    """Random answers; `looks` sees every position at which somebody is asked, and the last one."""
    dice = random.Random(seed)
    position = Position(PROGRAM, key_from_seed(f"season {seed}")).begin()
    while not position.over:
        looks(position)
        choice = position.choice
        assert choice is not None
        options = choice.options
        position.answer(position.chance() if choice.player == CHANCE else dice.choice(options))
    looks(position)
    return position


def holds(position: Position, holder: str, stuff: str) -> int:
    return position.s[LAYOUT.holdings[LAYOUT.ids[holder]] + LAYOUT.stuffs.index(stuff)]  # type: ignore[return-value]


def lying(position: Position, zone: str) -> list[str]:
    return [LAYOUT.names[card] for card in position.s[LAYOUT.contents[LAYOUT.ids[zone]]]]  # type: ignore[union-attr]


def winners(position: Position) -> tuple[int, ...]:
    won = LAYOUT.columns["won", "player"]
    return tuple(player for player in range(2) if position.s[won.first + player])


def last_answer(position: Position) -> tuple[int, str, str]:
    _, player, site, answer = position.history
    info = PROGRAM.sites[site]
    words = LAYOUT.labels if info.kind == "menu" else LAYOUT.names
    return player, info.key, words[answer] if answer >= 0 and info.base != "number" else str(answer)


def test_games_end_and_nothing_is_lost_or_made() -> None:
    def conserved(position: Position) -> None:
        assert sum(holds(position, holder, "guinea") for holder in ("p1", "p2", "cash_box")) == 60
        assert sum(holds(position, holder, "applause") for holder in ("p1", "p2", "crowd")) == 90
        zones = [LAYOUT.names[zone] for zone in LAYOUT.zones]
        assert sorted(card for zone in zones for card in lying(position, zone)) == CARDS

    ends = Counter(winners(random_game(seed, conserved)) for seed in range(200))
    assert ends[(0,)] >= 50 and ends[(1,)] >= 50
    assert ends[()] == 0


def test_the_crowd_claps_as_the_cards_say() -> None:
    """Every trick of many games, worked out again from the cards on the table."""
    wow = {name: GAME.v.fact_values["wow", "trick", name] for name in GAME.v.kinds["trick"].members}
    lowers = {"boo": 2, "loud_yawn": 3, "stolen_bow": 2, "trapdoor": 99}
    on: list[tuple[str, str, int, int]] = []  # artist, trick, what the crowd would clap, what the artist had
    seen: Counter[str] = Counter()

    def looks(position: Position) -> None:
        if position.history is None:
            return
        player, key, word = last_answer(position)
        if key in ("act", "partner", "answer"):
            seen[word] += 1
        artist, other = f"p{player + 1}", f"p{2 - player}"
        if key == "act":
            mine, theirs = lying(position, f"booth_{artist}"), lying(position, f"booth_{other}")
            claps = int(wow[word]) + ("drummer" in mine) - ("claque" in theirs)  # type: ignore[call-overload]
            claps += 2 if "wardrobe_mistress" in mine and int(wow[word]) < 3 else 0  # type: ignore[call-overload]
            on[:] = [(artist, word, claps, had[artist])]
        elif key == "answer" and on:
            artist, act, claps, before = on.pop()
            on.append((artist, act, claps - lowers.get(word, 0), before))
        now = position.choice
        if on and (now is None or now.key != "answer"):
            artist, act, claps, before = on.pop()
            if act not in ("sawn_lady", "sunken_chest"):  # these have a finale that ends in applause
                assert holds(position, artist, "applause") - before == max(0, claps)
        had.update({p: holds(position, p, "applause") for p in ("p1", "p2")})

    had: dict[str, int] = {}
    for seed in range(100):
        had = {"p1": 0, "p2": 0}
        random_game(seed, looks)
    assert set(CARDS) <= set(seen)  # every trick was shown, every helper hired, every retort thrown in


def test_a_retort_is_offered_when_it_can_be_used() -> None:
    asked = 0

    def looks(position: Position) -> None:
        nonlocal asked
        choice = position.choice
        if choice is None or choice.key != "answer":
            return
        asked += 1
        me, artist = f"p{choice.player + 1}", f"p{2 - choice.player}"
        offered = {LAYOUT.names[card] for card in choice.payload}  # type: ignore[attr-defined]
        able = {card for card in lying(position, f"hand_{me}") if card in ("boo", "loud_yawn")}
        if holds(position, me, "guinea") >= 2:
            able |= {"trapdoor"} & set(lying(position, f"hand_{me}"))
        if holds(position, artist, "guinea") >= 2:
            able |= {"pickpocket"} & set(lying(position, f"hand_{me}"))
        assert offered - {"stolen_bow"} == able
        assert choice.declinable

    for seed in range(50):
        random_game(seed, looks)
    assert asked > 100


def test_what_is_hidden() -> None:
    read = 0

    def looks(position: Position) -> None:
        nonlocal read
        known = [entry[2] for entry in view(position, -1)["history"]]
        for me, other in ((0, 1), (1, 0)):
            zones = view(position, me)["zones"]
            assert None not in zones[f"hand_p{me + 1}"] + zones["bazaar"] + zones["trunk"]
            assert set(zones["deck"]) <= {None}
            if "clairvoyant" not in known:  # who shows it looks into the other's hand
                assert set(zones[f"hand_p{other + 1}"]) <= {None}
        read += "clairvoyant" in known

    for seed in range(20):
        random_game(seed, looks)
    assert read


def test_a_standing_ovation_ends_the_season() -> None:
    def looks(position: Position) -> None:
        assert position.over or max(holds(position, p, "applause") for p in ("p1", "p2")) < 25

    early = 0
    for seed in range(200):
        end = random_game(seed, looks)
        early += any(holds(end, p, "applause") >= 25 for p in ("p1", "p2"))
    assert early
