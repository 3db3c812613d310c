"""What a player sees of things that lie with their backs up."""

from __future__ import annotations

from pathlib import Path

import pytest

from archidsl.engine.machine import Position
from archidsl.engine.views import view
from archidsl.pipeline import load

PACK = """
pack: backs
options: [{option: players, range: 2-2, default: 2}]
properties: [{property: seating, type: order of player}]
kinds:
  - kind: letter
    starts: post
    facts: {stamp: number, words: {type: number, listed: yes}, front: number}
    parts: {seals: seal}
    back: [stamp, words, seal]
  - {kind: seal, in: letter, facts: {wax: [red, green]}}
zones:
  - {zone: post, of: letter, order: stack, seen_by: {top: back, rest: nobody}}
  - {zone: desk, of: letter, order: row, seen_by: back}
  - {zone: drawer, per: player, of: letter, order: set, seen_by: owner}
letters:
  - {letter: love, stamp: 3, words: [1, 2], front: 7, seals: [{wax: red}, {wax: green}]}
  - {letter: bill, stamp: 5, front: 8}
  - {letter: card, stamp: 1, front: 9}
procedures:
  - procedure: game
    effect: |
      each player p: p does look()
  - procedure: look
    effect: |
      choose what:
        nothing_yet
        lay_out: move 2 letter from post to desk
        take: move top of post to drawer of you
        show: reveal top of post to you
"""


@pytest.fixture
def begun(tmp_path: Path) -> Position:
    (tmp_path / "pack.yaml").write_text(PACK.replace("pack: backs\n", "pack: backs\norder: seating\nmain: game\n"))
    return load([tmp_path]).start({}, "seed")


def backs_after(position: Position, answer: str, player: int) -> tuple[dict[str, object], dict[str, object]]:
    position.answer(position.program.layout.labels.index(answer))
    seen = view(position, player)
    return seen["backs"], seen["zones"]


def test_of_the_uppermost_only_the_back_is_seen(begun: Position) -> None:
    for player in (0, 1, -1):
        seen = view(begun, player)
        assert seen["zones"]["post"] == [None, None, None] and seen["backs"] == {"post": [{"stamp": 1, "seal": []}]}


def test_in_a_row_every_back_is_seen(begun: Position) -> None:
    backs, zones = backs_after(begun, "lay_out", 1)
    love = {"stamp": 3, "words": [1, 2], "seal": [{"wax": "red"}, {"wax": "green"}]}
    assert backs == {"post": [love], "desk": [{"stamp": 1, "seal": []}, {"stamp": 5, "seal": []}]}
    assert zones["desk"] == [None, None]
    assert "front" not in str(backs)


def test_who_has_seen_the_front_needs_no_back(begun: Position) -> None:
    backs, zones = backs_after(begun, "show", 0)
    assert backs == {} and zones["post"] == [None, None, "card"]
    assert view(begun, 1)["backs"] == {"post": [{"stamp": 1, "seal": []}]}


def test_in_a_hand_no_back_is_seen(begun: Position) -> None:
    backs, zones = backs_after(begun, "take", 1)
    assert backs == {"post": [{"stamp": 5, "seal": []}]} and zones["drawer_p1"] == [None]
