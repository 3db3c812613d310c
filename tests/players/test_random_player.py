"""The random player: only answers that are allowed, all of them, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from archidsl.pipeline import load
from archidsl.players.random_player import RandomPlayer
from archidsl.session import Session

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def question(kind: str, answers: Any, **more: Any) -> dict[str, Any]:
    return {"player": "p1", "key": "k", "kind": kind, "answers": answers, "may_decline": False, **more}


def draws(asked: dict[str, Any], count: int = 3000) -> Counter[str]:
    player = RandomPlayer("seed")
    return Counter(repr(player({"history": [0] * n}, asked)) for n in range(count))


@pytest.mark.parametrize(
    ("asked", "different"),
    [
        (question("one", ["a1", "b2", "c3"]), 3),
        (question("one", ["a1", "b2"], may_decline=True), 3),
        (question("number", [2, 3, 4, 5]), 4),
        (question("order", ["a", "b", "c"]), 6),
        (question("several", [["a"], ["b"], ["c"]], least=0, most=2), 7),
        (question("several", [["a1", "a2"], ["b"]], least=1, most=2, may_decline=True), 5),
        (question("bundle", {"x": 2, "y": 1}, least=1, most=2), 4),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else str(value),
)
def test_every_answer_comes_and_none_more_often(asked: dict[str, Any], different: int) -> None:
    found = draws(asked)
    assert len(found) == different
    assert max(found.values()) < 1.3 * min(found.values())


def test_orders_of_many_things_can_be_drawn() -> None:
    things = [f"t{i}" for i in range(60)]
    assert sorted(RandomPlayer("seed")({"history": []}, question("order", things))) == sorted(things)  # type: ignore[arg-type,type-var]


def test_seeds_and_names_give_different_answers() -> None:
    asked = question("one", [f"a{i}" for i in range(1000)])
    players = [RandomPlayer("s", "p1"), RandomPlayer("s", "p2"), RandomPlayer("t", "p1")]
    assert len({player({"history": []}, asked) for player in players}) == 3  # type: ignore[arg-type]
    assert RandomPlayer("s", "p1")({"history": []}, asked) == players[0]({"history": []}, asked)


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"])
def test_it_plays_whole_games(name: str) -> None:
    session = Session.new(load([EXAMPLES / name]), {}, "seed")
    while session.choice is not None:
        view = session.view(session.choice.player)
        session.answer_written(RandomPlayer("bots", session.player)(view, view["question"]))
    assert session.position.over
