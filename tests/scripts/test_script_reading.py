"""The text of scripts: every construct is read, every mistake is said in plain words with its place, all at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from archidsl.diagnostics import Report
from archidsl.packs.values import Scalar
from archidsl.rendering import concise
from archidsl.scripts import script as sc
from archidsl.scripts.from_text import build, from_text, read_script

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted(ROOT.glob("examples/**/*.game"))
PLACE = Path("x.game")


def read(text: str) -> sc.Script:
    report = Report()
    script = from_text(text, PLACE, report)
    assert not report.diagnostics, [concise(d) for d in report.diagnostics]
    return script


def said(text: str) -> list[str]:
    report = Report()
    from_text(text, PLACE, report)
    return [concise(d) for d in report.sorted()]


def steps(text: str) -> list[sc.Step]:
    return read(f"game: ..\n{text}").steps


def test_the_grammar_is_strict() -> None:
    build(strict=True)


def test_the_head() -> None:
    script = read(
        "# A comment.\n\n"
        'game: .. + "../my mod # 1" + ../other mod   # a comment\n'
        "options: players 2,\n  length short\n"
        'seed: "a \\"b\\" # \\u00e9"\n'
        "players: red, blue\n"
    )
    assert [word.text for word in script.game] == ["..", "../my mod # 1", "../other mod"]
    assert [(name.text, value.text) for name, value in script.options] == [("players", "2"), ("length", "short")]
    assert script.seed is not None and script.seed.text == 'a "b" # é'
    assert [name.text for name in script.names] == ["red", "blue"]


def test_the_table() -> None:
    script = read("game: ..\ngiven:\n  # why\n  move a to b  # here\n\n  each x:\n    move x to y\nplay: do it()\n")
    assert script.given == Scalar(script.given.span, "move a to b  # here\n\neach x:\n  move x to y", True, 4, 3)
    assert script.play is not None and (script.play.value, script.play.text_column) == ("do it()", 7)


def test_answers() -> None:
    [one, two, three, four, five] = steps(
        "red: step wheel, zone harvest wood,  # two words\n  worker nothing\n"
        "red: hands [a b, c], gift 2 wood and 1 iron\n"
    )
    assert isinstance(two, sc.Answer) and isinstance(four, sc.Answer) and isinstance(five, sc.Answer)
    assert (two.player.text, two.key.text, two.said.text) == ("red", "zone", "harvest wood")
    assert (two.span.line, two.span.column, two.span.end_column) == (2, 18, 35)
    assert three.span.line == 3 and isinstance(one, sc.Answer)
    assert [item.text for item in four.said.items or ()] == ["a b", "c"]
    assert five.said.text == "2 wood and 1 iron" and five.said.items is None


def test_beginning_and_stopping() -> None:
    [begun, answer, alone, stop] = steps("red begins swap: partner blue\nblue begins swap\nstop\n")
    assert isinstance(begun, sc.Begin) and (begun.player.text, begun.what.text) == ("red", "swap")
    assert isinstance(answer, sc.Answer) and answer.player.text == "red" and answer.key.text == "partner"
    assert isinstance(alone, sc.Begin) and isinstance(stop, sc.Stop)


def test_refusing() -> None:
    [plain, named, words, begun] = steps(
        'refuse red: stake 9\nrefuse red: stake 9 because too_much\nrefuse red: x [] because "a # b"\n'
        "refuse red begins swap because busy\n"
    )
    found = [step.because and step.because.text for step in (plain, named, words, begun) if isinstance(step, sc.Refuse)]
    assert found == [None, "too_much", "a # b", "busy"]
    assert isinstance(begun, sc.Refuse) and isinstance(begun.what, sc.Begin)


def test_expecting() -> None:
    over, not_over, wins, win, nobody, asked, all_of, some, sees, test = steps(
        "expect over  # now\nexpect not over\nexpect red wins\nexpect red and blue win\nexpect nobody is asked\n"
        "expect red is asked step\nexpect red is asked step: a b, c\nexpect red is asked step with a\n"
        "expect blue sees hand of red: [hidden, x]\nexpect red is p1 and not over_there  # so\n"
    )
    assert (over, not_over) == (sc.Over(over.span, True), sc.Over(not_over.span, False))
    assert isinstance(wins, sc.Wins) and [w.text for w in wins.players] == ["red"]
    assert isinstance(win, sc.Wins) and [(w.text, w.span.column) for w in win.players] == [("red", 8), ("blue", 16)]
    assert isinstance(nobody, sc.Asked) and nobody.player.text == "nobody" and nobody.key is None
    assert isinstance(asked, sc.Asked) and asked.key is not None and asked.key.text == "step" and not asked.offers
    assert isinstance(all_of, sc.Asked) and all_of.all and [o.text for o in all_of.offers] == ["a b", "c"]
    assert isinstance(some, sc.Asked) and not some.all
    assert isinstance(sees, sc.Sees) and sees.what.text == "hand of red" and len(sees.said.items or ()) == 2
    assert isinstance(test, sc.Condition) and test.text.value == "red is p1 and not over_there"


FORM = "write it like `red: QUESTION ANSWER, QUESTION ANSWER`"
EXPECT = "write it like `expect score of red > 1`, `expect red is asked QUESTION: ANSWER, ANSWER` or `expect red wins`"
BEGINS = "write it like `red begins NAME: QUESTION ANSWER`"
TABLE = "lines that set the table stand below `given:`, indented"
WRONG = [
    ("game ../x", "1:6", "`../x` does not fit here", "write it like `game: PATH`, or `game: shipped + PATH`"),
    (
        "seed: x", "1:1", "the script does not say which `game` it plays",
        "begin with `game: PATH`, or with `game: shipped`",
    ),
    ("  game: ..", "1:1", "this line is indented, and there is no line above it that it could go on with", ""),
    ("game: ..\ngame: ..", "2:1", "`game` is said twice", ""),
    ("game: ..\nstop\nseed: x", "3:1", "`seed` belongs to the head", "write it above everything that is set or played"),
    ("game: ..\nseed:", "2:6", "the line ends too early", "write it like `seed: ANY WORDS`"),
    ("game: ..\noptions: players", "2:17", "the line ends too early", "write it like `options: players 2, NAME VALUE`"),
    ("game: ..\noptions: a b c", "2:14", "`c` does not fit here", "write it like `options: players 2, NAME VALUE`"),
    ("game: ..\nplayers: red, red", "2:15", "two players are called `red`", ""),
    ("game: ..\nplayers: stop", "2:10", "`stop` cannot be the name of a player", "it is a word of the language"),
    (
        "game: ..\nplayers: Red", "2:10", "`Red` cannot be the name of a player",
        "a name has small letters, digits and `_`, and begins with a letter",
    ),
    (
        "game: ..\ngiven:", "2:7", "the line ends too early",
        "write it like `given:`, and below it, indented, lines of the effect language, or tiles: `lay TILE@CELL`",
    ),
    (
        "game: ..\ngiven:\n    a\n  b", "4:1", "this line begins left of the first one",
        "lines of one block begin in one column",
    ),
    (
        "game: ..\nplay: a\ngiven:\n  b", "3:1", "`given` stands below what comes after it",
        "the order is: head, `given`, `play`, answers",
    ),
    ("game: ..\nred", "2:4", "the line ends too early", FORM),
    ("game: ..\nred: step", "2:10", "the line ends too early", FORM),
    ("game: ..\nred step x", "2:5", "`step` does not fit here", FORM),
    (
        "game: ..\nred: step {a: 2}", "2:13", "`:` does not fit here",
        "an amount is written `2 NAME and 1 NAME`, several things `[NAME, NAME]`",
    ),
    ("game: ..\nred: step [a, b", "2:16", "the line ends too early", "close the list with `]`"),
    (
        "game: ..\nred: step a zone: b", "2:17", "`:` does not fit here",
        "one player answers in one line; between a question and its answer stands a space",
    ),
    ("game: ..\nred begins", "2:11", "the line ends too early", BEGINS),
    ("game: ..\nred begins: swap", "2:11", "`:` does not fit here", BEGINS),
    ("game: ..\nred beginns swap", "2:5", "`beginns` does not fit here", BEGINS),
    ("game: ..\nmove 1 a to b", "2:1", "`move` begins no line of a script", TABLE),
    ("game: ..\ngiven: lay a@b\nlay a@c", "3:1", "`lay` begins no line of a script", TABLE),
    (
        "game: ..\nexpect red sees blue", "2:21", "the line ends too early",
        "write it like `expect blue sees hand of red: [hidden, NAME]`",
    ),
    ("game: ..\nexpct red wins", "2:1", "`expct` begins no line of a script", "did you mean `expect`?"),
    ("game: ..\nexpect  # x", "2:7", "the line ends too early", EXPECT),
    ("game: ..\nexpect red is asked step:", "2:26", "the line ends too early", EXPECT),
    ("game: ..\nexpect a is b\n  and c", "3:3", "`and` does not fit here", "a condition stands on one line"),
    (
        "game: ..\nrefuse red: stake 3 because", "2:28", "the line ends too early",
        "write it like `refuse red: QUESTION ANSWER because REASON`",
    ),
    (
        'game: ..\nrefuse red: stake 3 because "abc', "2:29", "a text in quotes must end in quotes, on the same line",
        "write it like `refuse red: QUESTION ANSWER because REASON`",
    ),
    (
        'game: ..\nseed: "\\q"', "2:7", "a sign behind `\\` is not understood",
        'write \\" and \\\\ for these two signs',
    ),
    ("game: ..\nstop now", "2:6", "`now` does not fit here", "write it like `stop`"),
    ("game: ..\nred: a " + "x" * 10_000, "2:1", "a line has at most 10000 characters", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "message", "help"), WRONG, ids=[row[0][-20:] for row in WRONG])
def test_each_mistake_is_said(text: str, place: str, message: str, help: str) -> None:
    assert said(text) == [f"x.game:{place}: error[script-form] {message}" + (f" ({help})" if help else "")]


def test_all_mistakes_are_said_at_once() -> None:
    found = said("game: ..\nred: step\nblue: zone x\nexpct blue wins\nstop it\n")
    assert [line.split(" ")[0] for line in found] == ["x.game:2:10:", "x.game:4:1:", "x.game:5:6:"]


def test_a_file_of_another_editor() -> None:
    """A mark at its beginning, and lines that end in two signs."""
    report = Report()
    script = from_text("\ufeffgame: ..\r\ngiven:\r\n  a\r\n  b\r\nred: step x\r\n", PLACE, report)
    assert not report.diagnostics and script.game[0].text == ".." and len(script.steps) == 1
    assert script.given is not None and script.given.value == "a\nb"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.game").write_bytes(b"game: \xff\n")
    (tmp_path / "large.game").write_bytes(b"# x\n" * 1_100_000)
    for name in ("none.game", ".", "bytes.game", "large.game"):
        report = Report()
        assert read_script(tmp_path / name, report) is None and len(report.errors) == 1
    assert report.errors[0].message == "a script has at most 1 MiB"


SIGNS = list(" \t\n\r,:[]{}()\"'#+-@/\\_0123456789abcé\x00\u200b")


@pytest.mark.parametrize("path", SCRIPTS[:6], ids=lambda path: path.parent.parent.name)
def test_no_change_of_a_script_is_too_much(path: Path) -> None:
    """Whatever is typed into a script, it is read, or what is wrong is said with a place inside of it."""
    text, lots = path.read_text("utf-8")[:3000], Random(path.name)
    for _ in range(150):
        changed = list(text)
        for _ in range(lots.choice((1, 1, 2, 5, 20))):
            at = lots.randrange(len(changed))
            changed[at : at + lots.choice((0, 1, 1, 8))] = lots.choices(SIGNS, k=lots.choice((0, 1, 1, 3)))
        report = Report()
        from_text("".join(changed), path, report)
        lines = "".join(changed).split("\n")
        assert all(1 <= d.span.line <= len(lines) for d in report.diagnostics)
        assert all(1 <= d.span.column <= len(lines[d.span.line - 1]) + 1 for d in report.diagnostics)
