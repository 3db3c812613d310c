"""Bots that think: they see only their view, give the same game again, and are worth more than chance."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from archidsl.commands.match import Match, match, share
from archidsl.engine.choices import CHANCE, Answer, Choice, SiteInfo
from archidsl.engine.imagining import Imagining, imagine
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.engine.views import view
from archidsl.pipeline import Game, load
from archidsl.players.bots import Thinker
from archidsl.players.greedy import GreedyPlayer
from archidsl.players.search import SearchPlayer
from archidsl.players.thinking import Mind, candidates, easily, judged, play_on, winners

ROOT = Path(__file__).resolve().parents[2]
TIC, FEN, KUHN = (load([ROOT / "examples" / name]) for name in ("tic_tac_toe", "saltfen", "kuhn_poker"))


def mind(position: Position) -> Mind:
    player = position.asked[1]
    seen = view(position, player)
    return Mind(seen, seen["question"], player, Imagining(position, player))


def play(position: Position, thinkers: dict[int, Thinker], most: int = 10_000, seed: str = "chance") -> list[Answer]:
    """Whoever does not think answers by lot."""
    given, lots = [], Lots(seed)
    while (choice := position.choice) is not None and len(given) < most:
        if choice.player == CHANCE:
            position.answer(position.chance())
            continue
        thinker = thinkers.get(choice.player)
        given.append(thinker.think(mind(position)) if thinker is not None else choice.draw(lots))
        position.answer(given[-1])
    return given


# -- what they know


@pytest.mark.parametrize("make", [GreedyPlayer, lambda seed: SearchPlayer(seed, rounds=30)], ids=["greedy", "search"])
@pytest.mark.parametrize("game", [FEN, KUHN], ids=lambda game: game.id)
def test_what_they_cannot_see_changes_no_answer(game: Game, make: type[GreedyPlayer]) -> None:
    lots, met = Lots("met"), 0
    for number in range(3 if game is FEN else 12):
        position = game.start({}, f"hidden {number}")
        while (choice := position.choice) is not None:
            if choice.player != CHANCE and (game is KUHN or lots(8) == 0):
                other = imagine(position, choice.player, lots)
                met += other.s != position.s
                assert make("x").think(mind(position)) == make("x").think(mind(other)), choice.key
            position.answer(position.chance() if choice.player == CHANCE else choice.draw(lots))
    assert met > 5


def test_the_same_seed_gives_the_same_answers() -> None:
    for make in (GreedyPlayer, lambda seed: SearchPlayer(seed, rounds=20)):
        one, two = (play(FEN.start({}, "again"), dict.fromkeys(range(3), make("a")), 25) for _ in range(2))
        assert one == two


# -- what they are worth


def test_search_never_loses_at_tic_tac_toe_against_chance() -> None:
    lost = 0
    for number in range(20):
        position = TIC.start({}, "tic")
        play(position, {number % 2: SearchPlayer(f"{number}", rounds=200)}, seed=f"{number}")
        lost += winners(position) == [1 - number % 2]
    assert lost == 0


def test_search_takes_a_win_and_stops_one() -> None:
    squares = TIC.start({}, "x").program.layout.ids
    for moves, best in ((("a1", "b2", "a2", "c3"), "a3"), (("b2", "a1", "c3", "a2"), "a3"), (("a1", "b2", "c1"), "b1")):
        position = TIC.start({}, "x")
        for move in moves:
            position.answer(squares[move])
        assert SearchPlayer("s", rounds=400).think(mind(position)) == squares[best]


def test_greedy_beats_chance() -> None:
    shares = 0.0
    for number in range(6):
        position = FEN.start({"players": 2}, f"worth {number}")
        play(position, {number % 2: GreedyPlayer(f"{number}")}, seed=f"{number}")
        shares += judged(position, number % 2) - judged(position, 1 - number % 2)
    assert shares >= 3


def test_judging() -> None:
    position = FEN.start({"players": 2}, "judge")
    assert 0 < judged(position, 0) < 1
    play(position, {})
    assert position.over and judged(position, 0) + judged(position, 1) in (0, 1)
    empty = TIC.start({}, "x")
    assert judged(empty, 0) == 0.5  # no outlook: nobody knows


# -- which answers they look at


def choice(kind: str, payload: object, declinable: bool = False) -> Choice:
    return Choice(SiteInfo(0, "k", kind, False, False, "", 0, 0, "", "thing"), 0, payload, declinable)


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        (choice("one", [3, 4, 5], True), {3, 4, 5, -1}),
        (choice("number", range(100)), {0, 99}),
        (choice("several", (1, 20, tuple((i,) for i in range(20)))), {(0,), (5,)}),
        (choice("bundle", (0, 9, ((0, 9), (1, 9), (2, 9)))), {((0, 1),), ((2, 1),)}),
        (choice("order", tuple(range(7))), set()),
    ],
    ids=["few", "numbers", "sets", "amounts", "orders"],
)
def test_of_many_answers_some_are_looked_at(asked: Choice, wanted: set[Answer]) -> None:
    found = candidates(asked, Lots("some"), 12)
    assert wanted <= set(found) and len(found) == len(set(found)) == min(12, asked.size())
    assert all(asked.allows(answer) for answer in found)


# -- how they look ahead


def test_what_others_do_does_not_depend_on_the_own_way_to_go_on() -> None:
    """Else whoever tries many ways would choose the one in which the others happen to be kind."""
    met = 0
    for number in range(40):
        position = FEN.start({"players": 2}, f"luck {number}")
        play(position, {}, 6 + number)
        if position.choice is None or position.choice.player == CHANCE:
            continue
        one, two = position.copy(), position.copy()
        for other in (one, two):  # whoever looks ahead is not asked here
            own = partial(easily, lots=Lots(f"way {other is one}"), own=True)
            play_on(other, 1 - position.choice.player, own, Lots("luck"), 1)
        assert one.history == two.history
        met += one.history is not position.history
    assert met > 10


def test_a_search_of_few_rounds_still_answers() -> None:
    position = FEN.start({"players": 2}, "few")
    play(position, {}, 15)
    assert position.choice is not None
    assert position.choice.allows(SearchPlayer("few", rounds=1).think(mind(position)))
    assert position.choice.allows(SearchPlayer("few", seconds=0.0).think(mind(position)))


# -- matches


def test_a_match_is_played_from_every_seat_and_can_be_played_again() -> None:
    what = Match((ROOT / "examples" / "tic_tac_toe",), {}, ("search", "random"), "s")
    one = match(what, 4, 1)
    assert one["games"] == 4 and one["bots"]["search"]["seats"] == one["bots"]["random"]["seats"] == 4
    assert one["bots"]["search"]["won"] + one["bots"]["random"]["won"] == one["decided"]
    assert one == match(what, 4, 1) == match(what, 4, 2)


def test_shares_have_intervals() -> None:
    assert share(0, 0) == [0.0, 0.0, 1.0]
    part, low, high = share(60, 100)
    assert part == 0.6 and low == pytest.approx(0.502, abs=0.001) and high == pytest.approx(0.691, abs=0.001)
