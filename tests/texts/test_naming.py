"""What things are called: by name, by kind and number, by pattern; and only from what the reader sees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from archidsl.pipeline import Game, load
from archidsl.session import Session
from archidsl.texts.catalogue import read
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

LOCALE = Path(__file__).resolve().parents[2] / "archidsl" / "locale"
PACK = """\
pack: demo
order: seating
options: [{option: players, range: 2-3, default: 2}]
holders: [{holder: player}, {holder: chest}]
stuffs: [{stuff: pearl, total: 4, starts: chest, plural: pearls}]
kinds:
  - kind: marker
    count: {per: player, is: 3}
    starts: camp
    in: [camp, pile]
    belongs_to: owner
    properties: {owner: player, size: number}
  - kind: card
    count: 2
    starts: pile
    in: pile
    called: "{name} of size {weight}"
    properties: {weight: {type: number, seen_by: nobody}}
  - {kind: task, facts: {hard: yes_no}}
zones: [{zone: pile, of: [marker, card]}, {zone: camp, name: the camp, per: player, of: marker}]
properties: [{property: seating, type: order of player}]
tasks: [{task: dig_deep, hard: yes}, {task: rest, name: Have a rest, hard: no}]
questions:
  - {question: work, text: "What do you do, {player}?", log: "{player} does this: {answer}."}
  - {question: more, text: More?, options: {yes_please: one more}}
procedures:
  - procedure: game
    effect: |
      each player p:
        p chooses work: task
        p chooses more:
          yes_please: gain 1 pearl from chest
          stop
        if hard of work:
          each marker m of p: raise size of m by 1
      each card c: raise weight of c by 1
"""


def game(tmp_path: Path) -> Game:
    (tmp_path / "pack.yaml").write_text(PACK.replace("gain 1", "p gains 1"))
    return load([tmp_path])


def naming(made: Game, session: Session, player: int = 0) -> Naming:
    return Naming(session.layout, Lexicon(made.texts), session.view(player))


def test_names(tmp_path: Path) -> None:
    made = game(tmp_path)
    session = Session.new(made, {}, "s")
    named = naming(made, session)
    assert named.thing("marker_p1_2") == "marker 2 of p1"
    assert named.thing("camp_p2") == "the camp of p2" and named.thing("pile") == "pile"
    assert named.thing("dig_deep") == "Dig deep" and named.thing("rest") == "Have a rest"
    assert named.grouped(["marker_p1_1", "marker_p1_2", "marker_p2_1"]) == ["2 markers of p1", "marker 1 of p2"]
    assert named.bundle({"pearl": 2}) == "2 pearls" and named.bundle({}) == "nothing"
    assert named.question("work", "p1") == "What do you do, p1?"
    assert named.answer("more", "yes_please") == "one more" and named.answer("more", "stop") == "stop"
    assert named.told("p1", "work", "rest") == "p1 does this: Have a rest."
    assert named.told("p1", "more", "stop") == "p1: More? stop"


def test_a_name_tells_nothing_that_is_hidden(tmp_path: Path) -> None:
    """The weight of cards is seen by nobody, so whoever reads their name learns no more than its first value."""
    made = game(tmp_path)
    session: Any = Session.new(made, {}, "s")
    before = naming(made, session).thing("card_1")
    column = session.layout.columns["weight", "card"]
    session.position.s[column.offset + session.layout.ids["card_1"]] = 7
    assert naming(made, session).thing("card_1") == before


def test_players_in_an_order_are_called_as_they_are(tmp_path: Path) -> None:
    made = game(tmp_path)
    session = Session.new(made, {}, "1")
    names = Naming(session.layout, Lexicon(made.texts), session.view(0), {"p1": "Anna", "p2": "Ben"})
    assert session.view(0)["properties"]["seating"] == ["p1", "p2"]
    for base in ("order", "number"):
        assert names.value(base, ["p1", "p2"]) == "Anna, Ben"
    assert names.value("order", ["pearl", "dig_deep"]) == "pearl, Dig deep" and names.value("number", [3, 1]) == "3, 1"


def test_french_elides_before_a_name(tmp_path: Path) -> None:
    made = game(tmp_path)
    session = Session.new(made, {}, "1")
    words = Lexicon(made.texts, "fr", [read("fr", (LOCALE / "fr.po").read_bytes())])
    for name, said in (("Anna", "the camp d’Anna"), ("Ben", "the camp de Ben"), ("Élise", "the camp d’Élise")):
        french = Naming(session.layout, words, session.view(0), {"p1": name})
        assert french.thing("camp_p1") == said
