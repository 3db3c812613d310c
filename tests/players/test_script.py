"""The script player: exactly its lines, and a place for everything that does not fit."""

from __future__ import annotations

import pytest

from archidsl.players.script import Script, ScriptError, ScriptLine

LINES = [ScriptLine("p1", "square", "b2", "win.yaml:3"), ScriptLine("p2", "square", "a1", "win.yaml:4")]


def question(player: str, key: str = "square") -> dict[str, str]:
    return {"player": player, "key": key}


def test_lines_are_answered_in_their_order() -> None:
    script = Script(LINES)
    assert [script({}, question("p1")), script({}, question("p2"))] == ["b2", "a1"]
    script.finish()


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (question("p2"), "win.yaml:3: p2 is asked for `square`, and not p1"),
        (question("p1", "card"), "win.yaml:3: p1 is asked for `card`, and not for `square`"),
    ],
)
def test_a_line_that_does_not_fit_fails_with_its_place(asked: dict[str, str], said: str) -> None:
    with pytest.raises(ScriptError) as caught:
        Script(LINES)({}, asked)
    assert str(caught.value) == said


def test_too_few_lines() -> None:
    script = Script(LINES[:1])
    script({}, question("p1"))
    with pytest.raises(ScriptError, match=r"win\.yaml:3: p2 is asked for `square`, and no line is left"):
        script({}, question("p2"))
    with pytest.raises(ScriptError, match="no line is left"):
        Script([])({}, question("p1"))


def test_unused_lines_fail() -> None:
    script = Script(LINES)
    script({}, question("p1"))
    with pytest.raises(ScriptError, match=r"win\.yaml:4: the game is over; 1 lines"):
        script.finish()
