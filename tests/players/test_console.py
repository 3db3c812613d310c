"""What a person types: numbers, words, beginnings of words, lists, amounts and commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from archidsl.pipeline import load
from archidsl.players.asking import asked
from archidsl.players.consequences import Outcome
from archidsl.players.console import Console, Leave, PlayAgain, Table, TakeBack
from archidsl.players.lines import Line, plain
from archidsl.players.screen import Size
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
        (question("order", ["a", "b", "c"]), "3", ["c", "a", "b"]),
        (HEAPS, "wood 2, stone 1", {"wood": 2, "stone": 1}), (HEAPS, "1 stone 2 wool", {"stone": 1, "wool": 2}),
        (HEAPS, "none", {}), (HEAPS, "st=1", {"stone": 1}), (HEAPS, "wood 0", {}),
    ],
)  # fmt: skip
def test_understood(asked: dict[str, Any], typed: str, written: object) -> None:
    assert Typed(asked, NAMING).understood(typed) == written


@pytest.mark.parametrize(
    ("asked", "typed", "said"),
    [
        (ONE, "ap", "could be apple, apricot"), (ONE, "4", "no answer 4; there are 3"),
        (question("menu", [], may_decline=True), "1", "only 0 is possible"), (ONE, "plum", "none of the"),
        (ONE, "+x", "none of the"), (question("number", [1]), "two", "not a whole number"),
        (SOME, "2 2", "more often than it is there"), ({**SOME, "most": 1}, "2 3", "Choose 0 to 1, not 2."),
        ({**SOME, "least": 2, "most": 2}, "2", "Choose 2, not 1."), ({**HEAPS, "most": 2}, "wood 3", "to 2, not 3"),
        (SOME, "9", "no answer 9"), (HEAPS, "wood", "with its name"),
        (HEAPS, "wo 1", "could be wood, wool"), (HEAPS, "wood 1, wood 1", "twice"), (HEAPS, "wood x", "with its name"),
        (ONE, "1" * 5000, "none of the answers"),
    ],
)  # fmt: skip
def test_not_understood(asked: dict[str, Any], typed: str, said: str) -> None:
    with pytest.raises(NotUnderstood, match=said):
        Typed(asked, NAMING).understood(typed)


def words(question: dict[str, Any], width: int = 80) -> list[str]:
    return [plain(line).rstrip() for line in asked(question, NAMING, width)]


def test_questions_in_words() -> None:
    assert words(ONE) == ["p1: the key", "  1 apple", "  2 apricot", "  3 pear", "  or begin: +trade"]
    assert words(SOME)[:-1] == ["p1, choose 0 to 3: the key", "  1 red 1 (and 1 alike)", "  2 blue", "  3 green"]
    assert words(SOME)[-1] == "  numbers, like `1 2 2`, or `all`"
    assert "the rest follows as it is" in words(question("order", ["a", "b"]))[-1]
    assert words(question("number", [2, 3, 4])) == ["p1: the key", "      2 to 4"]
    assert words(question("number", [2, 4], may_decline=True))[1] == "      2, 4"
    assert "      wool (at most 2)" in words(HEAPS)
    many = words(question("one", [f"thing_{i}" for i in range(40)]))
    assert len(many) < 15 and max(map(len, many)) <= 80
    few = [plain(line) for line in asked(question("payment", [0, 1]), NAMING, 80, {0: "-1 wood"})]
    assert few == ["p1: the key", "  0 (-1 wood)", "  1"]
    brings = asked(ONE, NAMING, 80, {"pear": "+2 juice"})
    assert plain(brings[3]) == "  3 pear (+2 juice)"


class Paper:
    """A screen that keeps what was said, and types what it was given."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.said, self.room, self.person = iter(lines), [""], Size(), True

    def size(self) -> Size:
        return self.room

    def show(self, lines: Iterable[Line]) -> None:
        self.say(lines)

    def hide(self, lines: Iterable[Line]) -> None:
        self.said = [plain(line) for line in lines]

    def say(self, lines: Iterable[Line]) -> None:
        self.said += [plain(line) for line in lines]

    def read(self, prompt: str) -> str:
        self.said.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


class Clerk(Table):
    def why(self, written: object) -> str:
        return "it is taken" if written == "b2" else ""

    def saved(self) -> str:
        return "kept in x.jsonl"


def console(lines: list[str]) -> tuple[Console, Paper]:
    paper = Paper(lines)
    return Console(known(Session.new(GAME, {}, "s").layout), NAMING, paper, Clerk()), paper


def ask(lines: list[str]) -> tuple[object, str]:
    session = Session.new(GAME, {}, "s")
    session.answer_written("b2")
    seen = session.view(1)
    person, paper = console(lines)
    written = person(seen, seen["question"])
    return written, "\n".join(paper.said)


def test_commands_do_not_answer() -> None:
    lines = [
        "",
        "?",
        "log",
        "view",
        "save",
        "why b2",
        "why a1",
        "why",
        "nonsense",
        "map",
        "b2 ",
        "about",
        "about x",
        "a3",
    ]
    written, said = ask(lines)
    assert written == "a3"
    for text in ("Type the number", "p1: Choose square b2", "kept in x.jsonl", "it is taken", "`a1` can be answered"):
        assert text in said
    assert "No other answer of this kind" in said and "none of the answers" in said and "Type `about` and" in said
    assert said.count("p2: Choose square") == 3  # at first, after an empty line, and for `view`
    assert said.count("+-----+-----+-----+") == 3 * 4  # two screens and a map, each with four rules


def test_why_of_the_beginning_of_several_answers_names_them() -> None:
    """It was said of all of them that they are not possible."""
    said = ask(["why a", "a3"])[1]
    assert "`a` could be a1, a2, a3." in said and "not possible" not in said


class Foreseen(Clerk):
    """It knows what comes of each answer."""

    def __init__(self, **foreseen: Outcome) -> None:
        self.foreseen = foreseen

    def outcomes(self) -> Mapping[object, Outcome]:
        return {None if answer == "nothing" else answer: outcome for answer, outcome in self.foreseen.items()}


@pytest.mark.parametrize(
    ("foreseen", "typed", "is_asked"),
    [
        ({}, "0", True), ({"nothing": Outcome("-1 disc", loses=True)}, "0", True),
        ({"nothing": Outcome("then p2")}, "0", False), ({}, "apple", False),
        ({"apple": Outcome("the game ends", ends=True)}, "apple", True),
        ({"apple": Outcome("-1 disc", loses=True)}, "apple", False),
    ],
)  # fmt: skip
def test_only_what_costs_something_or_ends_the_game_is_asked_once_more(
    foreseen: dict[str, Outcome], typed: str, is_asked: bool
) -> None:
    asked_now = {**ONE, "may_decline": True}
    person, paper = console([typed, "yes"])
    person.table = Foreseen(**foreseen)
    person.known = replace(person.known, confirm={"the_key": ("nothing",)})
    view = {**Session.new(GAME, {}, "s").view(0), "question": asked_now}
    assert person(view, asked_now) == (None if typed == "0" else typed)
    assert any("sure?" in line for line in paper.said) == is_asked
    if is_asked and foreseen:
        assert any(f"({next(iter(foreseen.values())).text}): sure?" in line for line in paper.said)


def test_where_something_must_be_chosen_nothing_is_no_answer() -> None:
    person, paper = console(["0", "pear"])
    view = {**Session.new(GAME, {}, "s").view(0), "question": ONE}
    assert person(view, ONE) == "pear"
    assert any("Something must be chosen here." in line for line in paper.said)


class Talkative(Naming):
    """Every answer has a text of two lines."""

    def text_of(self, word: str) -> str:
        return f"{word} " * 20


def test_texts_of_answers_stand_only_where_there_is_room() -> None:
    naming = Talkative(NAMING.layout, NAMING.lexicon)
    heights = [len(asked({**ONE, "may_begin": []}, naming, 80, {}, room)) - 1 for room in (None, 10, 9)]
    assert heights == [10, 10, 3]


def test_what_an_answer_brings_is_cut_only_where_it_has_no_room() -> None:
    seven = question("one", [f"thing_{i}" for i in range(7)])
    short, long = "+1 cake, then p2", "+1 cake, " + "x" * 30
    lines = "".join(plain(line) for line in asked(seven, NAMING, 80, {"thing_0": short, "thing_1": long}))
    assert f"({short})" in lines and "(+1 cake, ..)" in lines


def test_leaving_and_taking_back() -> None:
    for lines in ([], ["quit"], ["exit"]):
        with pytest.raises(Leave):
            ask(lines)
    with pytest.raises(TakeBack):
        ask(["undo"])
    with pytest.raises(PlayAgain):
        ask(["redo"])


def test_an_answer_goes_before_a_command() -> None:
    words = question("one", ["undo", "quit", "map"])
    view = {**Session.new(GAME, {}, "s").view(0), "question": words}
    for word in words["answers"]:
        assert console([word])[0](view, words) == word


def test_news_are_what_others_did_since() -> None:
    session = Session.new(GAME, {}, "s")
    person, paper = console(["1", "1", "1"])
    paper.person = False  # nobody hands anything over
    for _ in range(3):
        seen = session.view(session.choice.player if session.choice else 0)
        session.answer_written(person(seen, seen["question"]))
    assert paper.said.count("p1: Choose square a1") == 1  # told to p2 once, and never to p1
    assert paper.said.count("p2: Choose square a2") == 1


def test_what_must_be_said_comes_with_the_next_question() -> None:
    session = Session.new(GAME, {}, "s")
    person, paper = console(["", "1"])
    person.note("That was refused.")
    seen = session.view(0)
    person(seen, seen["question"])
    assert paper.said.count("That was refused.") == 1


def test_some_answers_are_asked_about_once_more() -> None:
    words = question("one", ["stay", "go"], may_decline=True)
    view = {**Session.new(GAME, {}, "s").view(0), "question": words}
    for lines, written in ((["0", "no", "0", "yes"], None), (["go", "n", "stay"], "stay"), (["go", "y"], "go")):
        person, paper = console(lines)
        person.known = replace(person.known, confirm={"the_key": ("nothing", "go")})
        assert person(view, words) == written
        assert any("sure? (yes/no)" in said for said in paper.said)
    person, paper = console(["go"])
    person.known, paper.person = replace(person.known, confirm={"the_key": ("go",)}), False  # a pipe
    assert person(view, words) == "go"


def test_between_two_people_the_screen_is_handed_over() -> None:
    session = Session.new(GAME, {}, "s")
    person, paper = console(["b2", "", "a1"])
    for _ in range(2):
        seen = session.view(session.choice.player if session.choice else 0)
        session.answer_written(person(seen, seen["question"]))
    assert paper.said[1] == "Hand over to p2, and press Enter." and "p1> " not in paper.said
    assert [entry.answer for entry in session.live] == ["b2", "a1"]


def test_a_part_of_an_answer_finds_those_that_have_it() -> None:
    view = {**Session.new(GAME, {}, "s").view(0), "question": ONE}
    person, paper = console(["ear", "3"])
    assert person(view, ONE) == "pear"
    assert paper.said[paper.said.index("These have `ear` in them:") + 1] == "  3 pear"


def test_what_answers_bring_does_not_make_a_question_long() -> None:
    many = question("one", [f"thing_{i}" for i in range(10)])
    lines = asked(many, NAMING, 80, {"thing_3": "+1 apple, " * 9})
    assert len(lines) == 1 + 5 and any(".." in plain(line) for line in lines)
