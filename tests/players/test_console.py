"""What a person types: numbers, words, beginnings of words, lists, amounts and commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from archidsl.pipeline import load
from archidsl.players.console import Console, Leave, TakeBack, asked
from archidsl.players.showing import known
from archidsl.players.typed import NotUnderstood, Typed
from archidsl.session import Session
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAME = load([EXAMPLES / "tic_tac_toe"])
NAMING = Naming(GAME.layout(GAME.settle({})), Lexicon(GAME.texts))


def question(kind: str, answers: Any, **more: Any) -> dict[str, Any]:
    return {"player": "p1", "key": "the_key", "kind": kind, "answers": answers, "may_decline": False, **more}


ONE = question("one", ["apple", "apricot", "pear"], may_begin=["+trade"])
SOME = question("several", [["red_1", "red_2"], ["blue"], ["green"]], least=0, most=3)
HEAPS = question("bundle", {"wood": 3, "wool": 2, "stone": 1}, least=0, most=3)


@pytest.mark.parametrize(
    ("asked", "typed", "written"),
    [
        (ONE, "1", "apple"), (ONE, "3", "pear"), (ONE, "apple", "apple"), (ONE, "p", "pear"), (ONE, "APR", "apricot"),
        (ONE, "+t", "+trade"), (ONE, "0", None), (ONE, "none", None),
        (question("number", [2, 3, 4]), "3", 3), (question("number", [0, 1]), "0", 0),
        (question("number", [-1, 0]), "-1", -1), (question("number", [1, 2]), "none", None),
        (question("payment", range(3)), "2", 2),
        (SOME, "1 3", ["red_1", "green"]), (SOME, "1,1", ["red_1", "red_2"]), (SOME, "red_2, bl", ["red_2", "blue"]),
        (SOME, "none", []), ({**SOME, "least": 1, "may_decline": True}, "none", None),
        (question("order", ["a", "b", "c"]), "3 1 2", ["c", "a", "b"]),
        (question("order", ["a", "b", "c"]), "b,c,a", ["b", "c", "a"]),
        (HEAPS, "wood 2, stone 1", {"wood": 2, "stone": 1}), (HEAPS, "1 stone 2 wool", {"stone": 1, "wool": 2}),
        (HEAPS, "none", {}), (HEAPS, "st=1", {"stone": 1}), (HEAPS, "wood 0", {}),
    ],
)  # fmt: skip
def test_understood(asked: dict[str, Any], typed: str, written: object) -> None:
    assert Typed(asked, NAMING).understood(typed) == written


@pytest.mark.parametrize(
    ("asked", "typed", "said"),
    [
        (ONE, "ap", "could be apple, apricot"), (ONE, "4", "no answer 4; there are 3"), (ONE, "plum", "none of the"),
        (ONE, "+x", "none of the"), (question("number", [1]), "two", "not a whole number"),
        (SOME, "2 2", "more often than it is there"), (SOME, "9", "no answer 9"), (HEAPS, "wood", "with its name"),
        (HEAPS, "wo 1", "could be wood, wool"), (HEAPS, "wood 1, wood 1", "twice"), (HEAPS, "wood x", "with its name"),
        (ONE, "1" * 5000, "none of the answers"),
    ],
)  # fmt: skip
def test_not_understood(asked: dict[str, Any], typed: str, said: str) -> None:
    with pytest.raises(NotUnderstood, match=said):
        Typed(asked, NAMING).understood(typed)


def test_questions_in_words() -> None:
    assert asked(ONE, NAMING).splitlines() == [
        "p1: the key", "  1 apple", "  2 apricot", "  3 pear", "  or begin: +trade (trade)",
    ]  # fmt: skip
    assert asked(SOME, NAMING).splitlines() == [
        "p1, choose 0 to 3: the key", "  1 red 1 (and 1 alike)", "  2 blue", "  3 green",
    ]  # fmt: skip
    assert asked(question("number", [2, 3, 4]), NAMING).splitlines() == ["p1: the key", "      2 to 4"]
    assert asked(question("number", [2, 4], may_decline=True), NAMING).startswith("p1: the key\n      2, 4\n")
    assert "wool (at most 2)" in asked(HEAPS, NAMING)
    many = asked(question("one", [f"thing_{i}" for i in range(40)]), NAMING)
    assert len(many.splitlines()) < 15 and max(map(len, many.splitlines())) <= 80


def console(lines: list[str], said: list[str], **more: Any) -> Console:
    rest: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    return Console(known(Session.new(GAME, {}, "s").layout), NAMING, read, said.append, **more)


def ask(lines: list[str], **more: Any) -> tuple[object, str]:
    said: list[str] = []
    session = Session.new(GAME, {}, "s")
    session.answer_written("b2")
    seen = session.view(1)
    written = console(lines, said, **more)(seen, seen["question"])
    return written, "\n".join(said)


def test_commands_do_not_answer() -> None:
    lines = ["", "?", "log", "view", "save", "why b2", "why a1", "why", "nonsense", "a3"]
    written, said = ask(
        lines, why=lambda written: "it is taken" if written == "b2" else "", saved=lambda: "kept in x.jsonl"
    )
    assert written == "a3"
    for text in ("Type the number", "p1: Choose square b2", "kept in x.jsonl", "it is taken", "`a1` can be answered"):
        assert text in said
    assert "Why what?" in said and "none of the answers" in said
    assert said.count("p2: Choose square") == 2


def test_leaving_and_taking_back() -> None:
    for lines in ([], ["quit"], ["exit"]):
        with pytest.raises(Leave):
            ask(lines)
    with pytest.raises(TakeBack):
        ask(["undo"])


def test_an_answer_goes_before_a_command() -> None:
    said: list[str] = []
    words = question("one", ["undo", "quit"])
    view = {**Session.new(GAME, {}, "s").view(0), "question": words}
    assert console(["undo"], said)(view, words) == "undo"
