"""Several answers typed at once: one for now, the others for when the same question comes again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archidsl.pipeline import load
from archidsl.players.ahead import Ahead
from archidsl.players.typed import NotUnderstood, Typed
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

GAME = load([Path(__file__).resolve().parents[2] / "examples" / "tic_tac_toe"])
NAMING = Naming(GAME.layout(GAME.settle({})), Lexicon(GAME.texts))


def asked(*answers: str, key: str = "mover", player: str = "p1", kind: str = "one", **more: Any) -> Typed:
    question = {"player": player, "key": key, "kind": kind, "answers": list(answers), "may_decline": True, **more}
    return Typed(question, NAMING)


def view(*history: tuple[str, str]) -> Any:
    return {"history": [[player, key, "x"] for player, key in history], "you": "p1"}


def typed(line: str, question: Typed, seen: Any = None) -> tuple[object, Ahead]:
    ahead = Ahead()
    written, rest = ahead.understood(line, question)
    ahead.begin(seen or view(), question, rest)
    return written, ahead


def test_numbers_do_not_shift() -> None:
    written, ahead = typed("1 3 4", asked("a", "b", "c", "d"))
    assert written == "a"
    assert ahead.next(view(), asked("b", "c", "d")) == "c"
    assert ahead.next(view(), asked("b", "d")) == "d"
    assert ahead.next(view(), asked("b")) is None


def test_questions_in_between_are_asked() -> None:
    _, ahead = typed("a, c", asked("a", "b", "c"), view(("p1", "step"), ("p1", "zone")))
    assert ahead.next(view(), asked("x", "y", key="goal")) is None
    assert ahead.next(view(), asked("b", "c")) == "c"


@pytest.mark.parametrize(
    "other",
    [asked("a", "b", player="p2"), asked("wheel", key="step"), asked("b", "x")],
    ids=["another player", "a question that led here", "no longer offered"],
)
def test_it_is_forgotten(other: Typed) -> None:
    _, ahead = typed("a c", asked("a", "b", "c"), view(("p2", "step"), ("p1", "step"), ("p1", "zone")))
    assert ahead.next(view(), other) is None
    assert ahead.next(view(), asked("b", "c")) is None


def test_all_goes_on_until_nothing_is_offered() -> None:
    written, ahead = typed("all", asked("a", "b", "c"))
    assert written == "a"
    assert ahead.next(view(), asked("b", "c")) == "b"
    assert ahead.next(view(), asked("c")) == "c"
    assert ahead.next(view(), asked(player="p2")) is None
    assert typed("all", asked("all", "b"))[0] == "all"  # an answer goes first
    groups = asked(kind="several", least=0, most=3)
    groups.question["answers"] = [["a", "b"], ["c"], ["d"]]
    assert typed("all", groups)[0] == ["a", "b", "c"]


def test_what_is_not_understood_says_so() -> None:
    for line in ("1 9", "a z", "zzz"):
        with pytest.raises(NotUnderstood):
            typed(line, asked("a", "b"))
