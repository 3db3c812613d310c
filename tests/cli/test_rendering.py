"""Diagnostics in; exactly these lines out."""

from __future__ import annotations

import json

import pytest

from archidsl.diagnostics import NOWHERE, Diagnostic, Report, Span
from archidsl.rendering import as_json, concise, full, github, show, summary

SOURCE = "\n".join([*(f"line {i}" for i in range(1, 9)), "      move markr to pile", "tail"])


def span(line: int, column: int, end: int, file: str = "demo/rules.yaml") -> Span:
    return Span(file, line, column, line, end)


def report(*diagnostics: Diagnostic, source: str = SOURCE) -> Report:
    return Report({"demo/rules.yaml": source}, list(diagnostics))


def lines(diagnostic: Diagnostic, source: str = SOURCE) -> list[str]:
    parts = full(diagnostic, {"demo/rules.yaml": source})
    return ["".join(part if isinstance(part, str) else part[1] for part in line) for line in parts]


UNKNOWN = Diagnostic("unknown-word", span(9, 12, 17), "`markr` is not a word for things", "did you mean `marker`?")
TWICE = Diagnostic(
    "second-meaning", span(10, 1, 5), "there is already a `kind` called `tail`", "rename one of them", "warning",
    ((span(2, 1, 5), "it is declared here first"),),
)  # fmt: skip


def test_full() -> None:
    assert lines(UNKNOWN) == [
        "error[unknown-word]: `markr` is not a word for things",
        " --> demo/rules.yaml:9:12",
        "  |",
        "9 |       move markr to pile",
        "  |            ^^^^^",
        "  = help: did you mean `marker`?",
    ]


def test_full_with_a_note() -> None:
    assert lines(TWICE) == [
        "warning[second-meaning]: there is already a `kind` called `tail`",
        "  --> demo/rules.yaml:10:1",
        "   |",
        "10 | tail",
        "   | ^^^^",
        "   = help: rename one of them",
        "note: it is declared here first",
        "  --> demo/rules.yaml:2:1",
        "   |",
        " 2 | line 2",
        "   | ^^^^",
    ]


@pytest.mark.parametrize(
    ("source", "at", "shown", "caret"),
    [
        ("a 你好 b", (6, 7), "a 你好 b", "       ^"),
        ("a 你好 b", (3, 5), "a 你好 b", "  ^^^^"),
        ("a\tb", (3, 4), "a\\u0009b", "       ^"),
        ("a\x1b[5mb", (6, 7), "a\\u001b[5mb", "          ^"),
        ("abc", (4, 5), "abc", "   ^"),
        ("abc", (90, 95), "abc", "   ^"),
        ("abc", (1, 1), "abc", "^"),
        ("e\u0301x", (3, 4), "e\u0301x", " ^"),
    ],
)
def test_the_caret_stands_under_the_place(source: str, at: tuple[int, int], shown: str, caret: str) -> None:
    said = lines(Diagnostic("x", span(1, *at), "m"), source)
    assert said[3:5] == [f"1 | {shown}", f"  | {caret}"]


def test_a_place_over_several_lines_is_marked_to_the_end_of_the_first() -> None:
    place = Span("demo/rules.yaml", 9, 7, 10, 3)
    assert lines(Diagnostic("x", place, "m"))[4] == "  |       ^^^^^^^^^^^^^^^^^^"


def test_a_very_long_line_is_cut() -> None:
    said = lines(Diagnostic("x", span(1, 5001, 5004), "m"), "a" * 5000 + "bcd" + "e" * 5000)
    assert all(len(line) < 200 for line in said)
    assert said[3].startswith("1 | …aaa") and said[3].endswith("eee…")
    assert said[4].index("^") == said[3].index("bcd")


def test_without_a_source_or_a_place() -> None:
    assert lines(Diagnostic("x", span(3, 1, 1, "gone.yaml"), "m")) == ["error[x]: m", " --> gone.yaml:3:1"]
    assert lines(Diagnostic("x", NOWHERE, "m", "h")) == ["error[x]: m", "  = help: h"]


def test_show_ends_with_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    show(report(UNKNOWN, TWICE, UNKNOWN), "full")
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "more about it: archidsl explain unknown-word second-meaning",
        "1 error, 1 warning",
    ]


def test_what_is_not_shown_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    many = report(*(Diagnostic("x", span(1, i, i + 1), "m") for i in range(1, 31)))
    assert summary(many) == "30 errors"
    show(many, "full")
    assert "10 more of the same files are not shown" in capsys.readouterr().out


def test_concise() -> None:
    assert concise(UNKNOWN) == (
        "demo/rules.yaml:9:12: error[unknown-word] `markr` is not a word for things (did you mean `marker`?)"
    )
    assert concise(Diagnostic("x", NOWHERE, "a\nb")) == "error[x] a\\nb"


def test_json() -> None:
    said = as_json(report(UNKNOWN, TWICE, Diagnostic("x", span(9, 1, 2), "ü\x7f\x1b")))
    assert said.isascii()
    value = json.loads(said)
    assert (value["version"], value["errors"], value["warnings"], value["hidden"]) == (1, 2, 1, 0)
    assert value["diagnostics"][1] == {
        "code": "unknown-word",
        "severity": "error",
        "message": "`markr` is not a word for things",
        "help": "did you mean `marker`?",
        "file": "demo/rules.yaml",
        "line": 9,
        "column": 12,
        "end_line": 9,
        "end_column": 17,
        "notes": [],
    }
    assert value["diagnostics"][0]["message"] == "ü\x7f\x1b"
    note = value["diagnostics"][2]["notes"][0]
    assert (note["message"], note["line"]) == ("it is declared here first", 2)


def test_github() -> None:
    assert github(UNKNOWN) == (
        "::error title=archidsl (unknown-word),file=demo/rules.yaml,line=9,col=12,endLine=9,endColumn=17"
        "::`markr` is not a word for things (did you mean `marker`?)"
    )
    hostile = Diagnostic("x", Span("a,b:c\n.yaml", 1, 2, 3, 4), "50% done\n::error::no", severity="warning")
    assert github(hostile) == (
        "::warning title=archidsl (x),file=a%2Cb%3Ac%0A.yaml,line=1,endLine=3::50%25 done%0A::error::no"
    )
