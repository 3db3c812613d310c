"""Screens: what fits stands there, what does not is named, and the question is always whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from archidsl.pipeline import load
from archidsl.players.asking import asked
from archidsl.players.lines import Line, beside, cut, folded, in_columns, plain, wide
from archidsl.players.map import map_of
from archidsl.players.panels import Block
from archidsl.players.random_player import RandomPlayer
from archidsl.players.screen import Size, composed
from archidsl.players.showing import known
from archidsl.players.usual_panels import blocks_of
from archidsl.session import Session
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

ROOT = Path(__file__).resolve().parents[2]
GAME = load([ROOT / "examples" / "tic_tac_toe"])
NAMING = Naming(GAME.layout(GAME.settle({})), Lexicon(GAME.texts))


def test_lines_are_cut_and_folded() -> None:
    assert cut(("abc", ("bold", "def")), 4, ">") == ("abc", ("bold", ""), ">")
    assert cut(("abc", ("bold", "def")), 6, ">") == ("abc", ("bold", "def"))
    assert [plain(line) for line in folded(["one two three", "a  b  c  d  e"], 8)] == ["one two", "  three", "a  b  .."]
    assert [plain(line).rstrip() for line in beside([(2, [("a",), ("b",)]), (3, [("c",)])], 1)] == ["a  c", "b"]
    assert [plain(line).rstrip() for line in in_columns([(f"{i}",) for i in range(6)], 9)] == ["0   2   4", "1   3   5"]


def test_blocks_that_have_no_room_are_named() -> None:
    some = [Block(f"b{i}", f"block {i}", tuple(f"line {j} of {i}" for j in range(6))) for i in range(4)]
    question = [("What now?",), ("  1 yes",)]
    lines = [plain(line) for line in composed(Size(40, 20), NAMING, None, some, ["somebody did it"], question)]
    assert len(lines) == 19  # one line is for typing
    assert lines[-2:] == ["What now?", "  1 yes"] and "somebody did it" in lines
    assert "more: block 2, block 3 (type the name)" in lines
    assert not any("of 2" in line for line in lines)
    endless = [plain(line) for line in composed(Size(40, None), NAMING, None, some, [], question)]
    assert sum("line 5" in line for line in endless) == 4 and not any("more:" in line for line in endless)


def test_news_begin_with_a_whole_sentence_and_are_more_on_a_tall_screen() -> None:
    news = [f"{name} did something that needs more than one line of forty letters" for name in "abc"]

    def told(height: int) -> list[str]:
        lines = composed(Size(40, height), NAMING, None, [], news, [("What now?",)])
        return [plain(line) for line in lines if "What now" not in plain(line)]

    assert told(20)[0].startswith("b did") and len(told(20)) == 4
    assert told(40)[0].startswith("a did") and len(told(40)) == 6


def test_the_status_is_one_line_or_two() -> None:
    """What has no room there is cut with a sign; on a small screen all of it has one line."""
    status = Block("status", "status", ("turn: 1", "the wind " + "blows and " * 10), "top")
    [first, second, *_] = composed(Size(40, 20), NAMING, None, [status], [], [("What?",)])
    assert plain(first) == "turn: 1 · the wind blows and blows and"
    assert plain(second).endswith(" ..") and wide(second) <= 40
    question: list[Line] = [("What now?",), *[(f"  {i} answer",) for i in range(1, 5)]]
    small = composed(Size(40, 12), NAMING, None, [status] * 3, ["somebody did it"], question)
    assert len(small) < 12 and [plain(line)[-2:] for line in small[:3]] == [".."] * 3


def test_very_many_answers_leave_room_for_the_game() -> None:
    question = [("What?",), *[(f"  {i} answer",) for i in range(60)]]
    lines = [plain(line) for line in composed(Size(80, 24), NAMING, None, [Block("b", "b", ("x",))], [], question)]
    assert len(lines) <= 23 and "type `answers`" in lines[-1] and "b · x" in lines


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"])
@pytest.mark.parametrize("size", [Size(80, 24), Size(160, 50), Size(40, 12)], ids=lambda size: f"{size.columns}")
def test_every_question_of_every_game_fits(name: str, size: Size) -> None:
    game = load([ROOT / "examples" / name])
    session = Session.new(game, {}, "s")
    public, naming = known(session.layout), Naming(session.layout, Lexicon(game.texts))
    while session.choice is not None:
        view = session.view(session.choice.player, paneled=True)
        seen = naming.seen(view)
        question = asked(view["question"], seen, size.columns)
        chart = map_of(view, public, seen, {})
        lines = composed(size, seen, chart, blocks_of(view, public, seen), ["a line"], question)
        assert size.lines is not None and len(lines) < size.lines
        assert max(map(wide, lines)) <= size.columns
        session.answer_written(RandomPlayer("b", session.player)(view, view["question"]))
