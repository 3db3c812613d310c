"""What an answer brings is told as far as the asked player can know it, and no further."""

from __future__ import annotations

from pathlib import Path

import pytest

from archidsl.pipeline import Game, load
from archidsl.players.consequences import Outcome, consequences
from archidsl.players.random_player import RandomPlayer
from archidsl.session import Session, fingerprint
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

ROOT = Path(__file__).resolve().parents[2]


def naming(game: Game, session: Session) -> Naming:
    assert session.choice is not None
    view = session.view(session.choice.player)
    return Naming(session.layout, Lexicon(game.texts)).seen(view)


@pytest.mark.parametrize("name", ["saltfen", "kuhn_poker", "leduc_poker", "rival_magicians"])
def test_what_is_told_comes_true(name: str) -> None:
    """Whatever is said of own stuff is what the player has then, in the true game."""
    game = load([ROOT / "examples" / name])
    session = Session.new(game, {}, "brings")
    compared = told = 0
    while session.choice is not None:
        player, before = session.choice.player, fingerprint(session.position)
        found = consequences(session.position, naming(game, session))
        assert fingerprint(session.position) == before
        view = session.view(player)
        written = RandomPlayer("b", session.player)(view, view["question"])
        had = dict(view["holders"].get(session.player, {}))
        outcome = found.get(written) if not isinstance(written, list | dict) else None
        who, said = session.player, outcome.text if outcome is not None else ""
        session.answer_written(written)
        has = session.view(player)["holders"].get(who, {})
        told += bool(said)
        for part in said.split(", ") if said else ():
            number, _, what = part.partition(" ")
            stuff = next(
                (s for s in had if what in (naming_of(game, session, s, 1), naming_of(game, session, s, 2))), ""
            )
            if stuff and number[0] in "+-":
                assert has[stuff] - had[stuff] == int(number)
                compared += 1
    assert told or name == "kuhn_poker"
    assert compared or name != "saltfen"


def naming_of(game: Game, session: Session, stuff: str, number: int) -> str:
    return Naming(session.layout, Lexicon(game.texts)).stuff(stuff, number)


def test_nothing_hidden_is_told() -> None:
    """The same view, another hidden card: the same is told."""
    game = load([ROOT / "examples" / "kuhn_poker"])
    by_view: dict[str, set[str]] = {}
    for seed in range(40):
        session = Session.new(game, {}, str(seed))
        while session.choice is not None:
            view = session.view(session.choice.player)
            said = consequences(session.position, naming(game, session))
            by_view.setdefault(repr(view), set()).add(repr(sorted(map(repr, said.items()))))
            session.answer_written(view["question"]["answers"][-1])
    assert len(by_view) > 4 and all(len(said) == 1 for said in by_view.values())


def test_what_every_answer_brings_is_left_out() -> None:
    game = load([ROOT / "examples" / "tic_tac_toe"])
    session = Session.new(game, {}, "s")
    found = consequences(session.position, naming(game, session))
    assert found and not any(outcome.text for outcome in found.values())  # after every square p2 is asked
    for square in ("a1", "b1", "a2", "b2"):
        session.answer_written(square)
    found = consequences(session.position, naming(game, session))
    assert found["a3"] == Outcome("the game ends", ends=True) and not found["c1"].ends


def test_what_costs_something_is_known_as_a_loss() -> None:
    """At a stall whoever buys loses coins; nobody loses anything by selling nothing."""
    game = load([ROOT / "examples" / "saltfen"])
    session = Session.new(game, {}, "loss")
    losses = gains = 0
    while session.choice is not None:
        for outcome in consequences(session.position, naming(game, session)).values():
            less = any(part[:1] == "-" and part[1:2].isdigit() for part in outcome.text.split(", "))
            assert outcome.loses or not less
            losses += outcome.loses
            gains += not outcome.loses and outcome.text.startswith("+")
        view = session.view(session.choice.player)
        session.answer_written(RandomPlayer("b", session.player)(view, view["question"]))
    assert losses and gains


def test_points_are_a_loss_too() -> None:
    """Whoever folds loses his ante for good, and no chip more."""
    game = load([ROOT / "examples" / "kuhn_poker"])
    session = Session.new(game, {}, "1")
    for said in ("pass", "bet"):
        session.answer_written(said)
    found = consequences(session.position, naming(game, session))
    assert found["pass"] == Outcome("score -1", loses=True, ends=True)
