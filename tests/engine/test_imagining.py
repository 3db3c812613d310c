"""Imagined positions: for their player the same, and otherwise different wherever he cannot look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from archidsl.engine.choices import CHANCE
from archidsl.engine.imagining import Imagining, imagine
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.engine.views import view
from archidsl.pipeline import Game, load

ROOT = Path(__file__).resolve().parents[2]
GAMES = [
    load([ROOT / "examples" / name])
    for name in ("tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen")
]
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def positions(game: Game, games: int = 6) -> Iterator[Position]:
    """Every question of some random games."""
    lots = Lots(game.id)
    for number in range(games):
        position = game.start({}, f"imagined {number}")
        while (choice := position.choice) is not None:
            yield position
            position.answer(position.chance() if choice.player == CHANCE else choice.draw(lots))


@each_game
def test_the_player_sees_the_same(game: Game) -> None:
    lots = Lots("imagining")
    for position in positions(game):
        for player in range(-1, position.program.layout.players):
            other = imagine(position, player, lots)
            assert view(other, player) == view(position, player)
            assert position.asked[1] != player or other.asked is position.asked
            assert view(position.copy(), player) == view(position, player)  # the true one stays as it was


@each_game
def test_it_can_be_played_on_to_the_end(game: Game) -> None:
    lots = Lots("on")
    for number, position in enumerate(positions(game, 3)):
        if number % 7 == 0:
            other = imagine(position, position.asked[1], lots)
            while (choice := other.choice) is not None:
                other.answer(other.chance() if choice.player == CHANCE else choice.draw(lots))


def test_others_would_notice() -> None:
    """What is hidden does change: hands, duties and amounts of others, what lies in stacks, and the key."""
    lots, noticed = Lots("noticed"), Counter[str]()
    for game in GAMES[1:]:
        for position in positions(game, 3):
            other = imagine(position, 0, lots)
            assert other.s[other.program.layout.key] != position.s[position.program.layout.key]
            for part, value in view(position, 1).items():
                noticed[part] += value != view(other, 1)[part]
            layout = position.program.layout
            noticed["stacks"] += any(
                other.s[layout.contents[z]] != position.s[layout.contents[z]] for z in layout.zones
            )
    assert noticed["zones"] and noticed["holders"] and noticed["stacks"]


@each_game
def test_the_truth_leaves_no_trace(game: Game) -> None:
    """Whoever imagines cannot even tell by the lots what was true: from two positions that look the same, the same."""
    for number, position in enumerate(positions(game, 3)):
        player = max(0, position.asked[1])
        other = imagine(position, player, Lots("another truth"))
        if position.asked[1] == player:
            one, two = (imagine(x, player, Lots(f"{number}")) for x in (position, other))
            assert one.s == two.s and one.stack == two.stack and one.history == two.history


def test_the_same_lots_give_the_same_position() -> None:
    for position in positions(GAMES[-1], 1):
        one, two = (imagine(position, 0, Lots("twice")) for _ in range(2))
        assert one.s == two.s
        often = Imagining(position, 0)
        lots = Lots("twice")
        assert often(lots).s == one.s


PACK = """
pack: letters
order: seating
main: game
options: [{option: players, range: 2-3, default: 3}]
properties:
  - {property: seating, type: order of player}
  - {property: mood, of: player, type: [glad, sad, cross], seen_by: owner}
  - {property: weight, of: player, type: number, range: 0-9, seen_by: owner}
  - {property: tune, type: number, seen_by: all}
kinds:
  - {kind: letter, starts: post, facts: {stamp: number}, back: stamp}
zones:
  - {zone: post, of: letter, order: stack, seen_by: {top: back, rest: nobody}}
  - {zone: drawer, per: player, of: letter, order: set, seen_by: owner}
letters:
  - {letter: love, stamp: 1}
  - {letter: hate, stamp: 1}
  - {letter: bill, stamp: 1}
  - {letter: card, stamp: 2}
  - {letter: note, stamp: 2}
  - {letter: news, stamp: 2}
procedures:
  - procedure: game
    effect: |
      shuffle post
      each player p:
        move top of post to drawer of p
        set mood of p to sad
        set weight of p to 7
      each player p: p does look()
  - procedure: look
    effect: |
      attempt:
        raise tune by 1
        choose what:
          play: raise tune by 1
          rest
        require tune > 5
      else: raise tune by 1
"""


@pytest.fixture
def letters(tmp_path: Path) -> Position:
    (tmp_path / "pack.yaml").write_text(PACK)
    return load([tmp_path]).start({}, "seed")


def test_backs_stay_where_they_are_seen(letters: Position) -> None:
    layout, lots = letters.program.layout, Lots("backs")
    zones = [layout.contents[layout.ids[name]] for name in ("drawer_p1", "drawer_p2", "drawer_p3", "post")]
    stamps = [[layout.backs[t]["stamp"] for t in letters.s[slot]] for slot in zones]
    found = set()
    for _ in range(200):
        other = imagine(letters, 0, lots)
        now = [[layout.backs[t]["stamp"] for t in other.s[slot]] for slot in zones]
        assert now[:3] == stamps[:3] and now[3][-1] == stamps[3][-1]
        assert other.s[zones[0]] == letters.s[zones[0]]
        found.add((other.s[zones[1]], other.s[zones[3]]))
    assert len(found) > 6


def test_hidden_properties_are_drawn(letters: Position) -> None:
    layout, lots = letters.program.layout, Lots("moods")
    moods, weights = set(), set()
    for _ in range(100):
        other = imagine(letters, 0, lots)
        row = [other.s[layout.columns["mood", "player"].offset + p] for p in range(3)]
        moods.add(row[1])
        weights.add(other.s[layout.columns["weight", "player"].offset + 2])
        assert row[0] == layout.labels.index("sad") and other.s[layout.columns["weight", "player"].offset] == 7
    assert {layout.labels[mood] for mood in moods} == {"glad", "sad", "cross"} and weights == set(range(10))


def test_an_attempt_goes_back_to_what_was_imagined(letters: Position) -> None:
    layout = letters.program.layout
    other = imagine(letters, 0, Lots("back and forth"))
    hands = [other.s[layout.contents[layout.ids[f"drawer_p{p}"]]] for p in (1, 2, 3)]
    post = other.s[layout.contents[layout.ids["post"]]]
    assert post != letters.s[layout.contents[layout.ids["post"]]]
    other.answer(layout.labels.index("rest"))  # too little: taken back
    assert other.s[layout.columns["tune", ""].offset] == 2
    assert [other.s[layout.contents[layout.ids[f"drawer_p{p}"]]] for p in (1, 2, 3)] == hands
    assert other.s[layout.contents[layout.ids["post"]]] == post


GUESSES = """
pack: guesses
order: seating
main: game
options: [{option: players, range: 3-3, default: 3}]
properties:
  - {property: seating, type: order of player}
  - {property: told, of: player, type: number}
  - {property: caught, type: number}
kinds:
  - {kind: letter, starts: post}
zones:
  - {zone: post, of: letter, order: stack, seen_by: nobody}
  - {zone: bin, of: letter, order: stack, seen_by: all}
letters: [{letter: love}, {letter: hate}, {letter: bill}, {letter: card}]
procedures:
  - procedure: game
    effect: |
      shuffle post
      each player p together:
        p secretly chooses bid: 0 to 9
        set told of p to bid
      each player p together:
        p secretly chooses offer: 0 to 9
        p does agree()
        set told of p to offer
      each player p: p does hide()
  - procedure: agree
    effect: |
      choose answer:
        yes_please
        no_thanks
  - procedure: hide
    effect: |
      chance secretly chooses hidden: letter in post
      you secretly choose number_hidden: 1 to 5
      choose rival: opposing player
      rival chooses guessed: 1 to 5
      if guessed is number_hidden: raise caught by 1
      move hidden to bin
"""


def told(position: Position) -> tuple[int, ...]:
    offset = position.program.layout.columns["told", "player"].offset
    return tuple(position.s[offset : offset + 3])


def test_answers_that_are_still_secret_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(GUESSES)
    position, lots = load([tmp_path]).start({}, "seed"), Lots("bids")
    position.answer(7)
    position.answer(8)
    bids = set()
    for _ in range(200):  # the third is asked
        other = imagine(position, 2, lots)
        other.answer(3)
        bids.add(told(other))
    assert {bid[0] for bid in bids} == {bid[1] for bid in bids} == set(range(10)) and {bid[2] for bid in bids} == {3}
    own = imagine(position, 0, lots)  # the first looks on: his bid is as he made it
    own.answer(3)
    assert told(own)[0] == 7


def test_later_answers_are_closed_while_an_earlier_one_is_carried_out(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(GUESSES)
    position, lots = load([tmp_path]).start({}, "seed"), Lots("offers")
    for answer in (1, 1, 1, 4, 5, 6):
        position.answer(answer)
    label = position.program.layout.labels.index("yes_please")
    found = set()
    for _ in range(200):
        other = imagine(position, 0, lots)
        for _ in range(3):
            other.answer(label)
        found.add(told(other))
    assert {offer[0] for offer in found} == {4}
    assert {offer[1] for offer in found} == {offer[2] for offer in found} == set(range(10))


def test_what_a_procedure_keeps_secret_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(GUESSES)
    position, lots = load([tmp_path]).start({}, "seed"), Lots("guesses")
    label = position.program.layout.labels.index("yes_please")
    for answer in (1, 1, 1, 4, 5, 6, label, label, label):
        position.answer(answer)
    position.answer(position.chance())
    position.answer(2)
    position.answer(1)
    layout = position.program.layout
    caught, thrown = set(), set()
    for _ in range(100):
        other = imagine(position, 1, lots)
        other.answer(2)
        caught.add(other.s[layout.columns["caught", ""].offset])
        thrown.add(other.s[layout.contents[layout.ids["bin"]]])
    assert caught == {0, 1} and len(thrown) == 4


ALARMS = """
pack: alarms
order: seating
main: game
options: [{option: players, range: 2-2, default: 2}]
properties:
  - {property: seating, type: order of player}
  - {property: noise, type: number, seen_by: all}
kinds:
  - {kind: alarm, starts: shop, facts: {limit: number}}
zones:
  - {zone: shop, of: alarm, order: stack, seen_by: nobody}
  - {zone: drawer, per: player, of: alarm, order: set, seen_by: owner}
alarms: [{alarm: a, limit: 1}, {alarm: b, limit: 2}, {alarm: c, limit: 3}, {alarm: d, limit: 4}, {alarm: e, limit: 9}]
watches:
  - watch: rings
    over: alarm a
    when: noise >= limit of a and some (player p where a is in drawer of p)
    effect: finish
procedures:
  - procedure: game
    effect: |
      shuffle shop
      each player p: move top of shop to drawer of p
      repeat 5:
        each player p: p chooses wait: 1 to 3
        raise noise by 1
"""


def test_what_would_have_happened_already_is_not_imagined(tmp_path: Path) -> None:
    """An alarm that is still silent is none of those which would have rung."""
    (tmp_path / "pack.yaml").write_text(ALARMS)
    game, lots, drawn = load([tmp_path]), Lots("due"), 0
    for position in positions(game, 30):
        due = position.program.due
        assert due is not None and not due(position.s)
        imagining = Imagining(position, 0)
        drawn += any(due(imagining._drawn(lots).s) for _ in range(4))
        if position.s[position.program.layout.columns["noise", ""].offset] < 3:
            assert not due(imagining(lots).s)
    assert drawn > 20
