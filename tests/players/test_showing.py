"""Views as text: what a person sees at a terminal of 80 columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archidsl.pipeline import load
from archidsl.players.random_player import RandomPlayer
from archidsl.players.screen import shown
from archidsl.players.showing import Teller, in_words, known, results
from archidsl.session import Session
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def naming(session: Session) -> Naming:
    game: Any = session.game
    return Naming(session.layout, Lexicon(game.texts))


def test_a_board_of_squares() -> None:
    session = Session.new(load([EXAMPLES / "tic_tac_toe"]), {}, "s")
    for square in ("b2", "a1", "c3"):
        session.answer_written(square)
    assert shown(session.view(0), known(session.layout), naming(session)).splitlines() == [
        "+-----+-----+-----+",
        "| a1  | b1  | c1  |",
        "| p2  |     |     |",
        "+-----+-----+-----+",
        "| a2  | b2  | c2  |",
        "|     | p1  |     |",
        "+-----+-----+-----+",
        "| a3  | b3  | c3  |",
        "|     |     | p1  |",
        "+-----+-----+-----+",
    ]
    told = Teller(session.view(0), known(session.layout), naming(session)).history()
    assert told == ["p1: Choose square b2", "p2: Choose square a1", "p1: Choose square c3"]
    assert results(session.position) == {"won": {"p1": "no", "p2": "no"}}


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"])
def test_every_view_of_every_game_can_be_shown(name: str) -> None:
    session = Session.new(load([EXAMPLES / name]), {}, "s")
    public = known(session.layout)
    while session.choice is not None:
        for player in range(-1, session.layout.players):
            text = shown(session.view(player), public, naming(session))
            assert max(map(len, text.splitlines()), default=0) <= 80
        view = session.view(session.choice.player)
        session.answer_written(RandomPlayer("b", session.player)(view, view["question"]))


def test_hidden_things_stay_hidden() -> None:
    session = Session.new(load([EXAMPLES / "kuhn_poker"]), {}, "s")
    mine, theirs, public = (shown(session.view(p), known(session.layout), naming(session)) for p in (0, 1, -1))
    [held] = session.view(0)["zones"]["hand_p1"]
    name = naming(session).thing(held)
    assert name in mine and name not in theirs and name not in public
    assert "hand of p1: 1 face down" in public


def test_answers_in_words() -> None:
    said = [in_words(written) for written in ("b2", 3, None, ["a", "b"], {"x": 2})]
    assert said == ["`b2`", "`3`", "nothing", "`[a, b]`", "`{x: 2}`"]
