"""Panels: what a pack says people are shown, who sees it, and how it is written."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from archidsl.commands.languages import lexicon
from archidsl.engine.views import view
from archidsl.pipeline import Game, load
from archidsl.players.panels import Block, bars, blocks, charts
from archidsl.players.random_player import RandomPlayer
from archidsl.session import Session
from archidsl.texts.naming import Naming

ROOT = Path(__file__).resolve().parents[2]
SALTFEN = ROOT / "examples" / "saltfen"


@cache
def saltfen() -> Game:
    return load([SALTFEN])


def at_first_question() -> Session:
    return Session.new(saltfen(), {"players": 2}, "panels")


def naming(session: Session) -> Naming:
    return Naming(session.layout, lexicon([SALTFEN], saltfen().texts, "en"))


def shown_to(session: Session, player: int) -> dict[str, Block]:
    return {block.name: block for block in blocks(session.view(player, paneled=True), naming(session))}


def played_out(session: Session) -> Session:
    players = {name: RandomPlayer("panels", name) for name in session.layout.names[: session.layout.players]}
    while session.choice is not None:
        seen = session.view(session.choice.player)
        session.answer_written(players[session.player](seen, seen["question"]))
    return session


def test_a_text_is_filled_and_a_table_has_columns() -> None:
    seen = shown_to(at_first_question(), 0)
    assert seen["tide"].lines == ("Day 0. The flood stands at 0, the dykes hold 0.",)
    assert seen["tide"].at == "top"
    assert seen["stalls"].title == "Stalls"
    assert seen["stalls"].lines[0].split() == ["village", "price", "harbour", "price", "yours"]
    assert seen["stalls"].lines[1].split() == ["reed", "2", "2", "1", "4", "0"]


def test_only_the_owner_of_a_row_sees_what_is_his() -> None:
    session = at_first_question()
    own, other, nobody = (shown_to(session, player)["clans"].lines for player in (0, 1, -1))
    cells = {row.split()[0]: row.split()[-1] for row in own[1:]}
    assert cells == {"p1": "6", "p2": "?"}
    assert {row.split()[0]: row.split()[-1] for row in other[1:]} == {"p1": "?", "p2": "6"}
    assert "coins" not in nobody[0]  # a column that nobody may see is left out


def test_what_speaks_of_whoever_looks_is_not_shown_to_those_who_look_on() -> None:
    assert "yours" not in shown_to(at_first_question(), -1)["stalls"].lines[0]


def test_views_have_panels_only_for_those_who_want_them() -> None:
    position = at_first_question().position
    assert view(position, 0)["panels"] == []
    assert [panel["panel"] for panel in view(position, 0, paneled=True)["panels"]] == ["tide", "stalls", "clans"]


def test_at_the_end_other_panels_are_shown_and_charts_are_drawn() -> None:
    session = played_out(at_first_question())
    seen = shown_to(session, -1)
    assert set(seen) == {"praise"}
    assert seen["praise"].lines[0].split() == ["p1", "p2"] or seen["praise"].lines[0].split() == ["p2", "p1"]
    (chart,) = charts(session.positions, naming(session))
    days = session.position.s[session.layout.columns["day", ""].offset]
    first, drawn, last = chart.lines[0].removeprefix("flood").split()
    assert len(drawn) == days + 1  # and the setting up
    assert (int(first), int(last)) == (0, session.position.s[session.layout.columns["flood", ""].offset])


@pytest.mark.parametrize(("numbers", "drawn"), [([0, 7], "▁█"), ([3, 3], "▁▁"), ([0, 1, 2, 4], "▁▂▄█")])
def test_bars(numbers: list[int], drawn: str) -> None:
    assert bars(numbers) == drawn
