"""Texts with one mistake in; code, place and help of what is said about it out."""

from __future__ import annotations

import pytest

from archidsl.diagnostics import Report, Span
from archidsl.lang.from_text import parse
from archidsl.packs.values import Scalar

BEGINS = "a line begins with a verb: choose, let, set, "


@pytest.mark.parametrize(
    ("text", "place", "code", "message", "help"),
    [
        ("destory prey", (1, 1, 8), "unknown-verb", "`destory` is not a verb", BEGINS),
        ("finish\nshufle deck", (2, 1, 7), "unknown-verb", "`shufle` is not a verb", "did you mean `shuffle`?"),
        ("draw 2 card", (1, 1, 5), "unknown-verb", "`draw` is not a verb", BEGINS),
        ("destroy all coin", (1, 1, 8), "unknown-verb", "`destroy` is not a verb", BEGINS),
        ("if x: destory prey", (1, 7, 14), "unknown-verb", "`destory` is not a verb", BEGINS),
        ("finsh", (1, 1, 6), "unknown-verb", "`finsh` is not a verb", "did you mean `finish`?"),
        ("p gians 2 coin", (1, 3, 8), "unknown-verb", "`gians` is not a verb", "did you mean `gains`?"),
        ("owner of p flies", (1, 12, 17), "unknown-verb", "`flies` is not a verb", "behind `owner of p` belongs"),
        ("p set x to 3", (1, 1, 2), "unknown-verb", "`set` takes no subject", "write `set` without `p`"),
        ("travel(mover)", (1, 1, 14), "unknown-verb", "this line has no verb", "to run `travel`, write `do travel("),
        ("x = 3", (1, 1, 2), "unknown-verb", "this line has no verb", "write `let x = ...`"),
        ("score + 1", (1, 1, 6), "unknown-verb", "this line has no verb", "write `raise score by ...`"),
        ("to x", (1, 1, 3), "syntax", "`to` is a word of the language and cannot stand here", BEGINS),
        ("12 is", (1, 1, 3), "syntax", "`12` does not fit here", BEGINS),
        ("let x =", (1, 8, 9), "unfinished-line", "the line ends too early", ""),
        ("let x", (1, 6, 7), "unfinished-line", "the line ends too early", "expected `=`"),
        ("repeat 3:\nfinish", (2, 1, 7), "bad-indent", "the line above ends in `:`", "write two more spaces"),
        ("finish\n  finish", (2, 3, 9), "bad-indent", "this line is indented, but", ""),
        ("if x:\n    finish\n  finish", (3, 3, 9), "bad-indent", "this line begins in a column", "lines of one"),
        ("# nothing", (1, 1, 2), "empty-text", "there is nothing written here", ""),
        ("set X to 3", (1, 5, 6), "bad-sign", "`X` has no meaning here", "words are written in small letters"),
    ],
)  # fmt: skip
def test_what_is_said(text: str, place: tuple[int, int, int], code: str, message: str, help: str) -> None:
    report = Report()
    assert parse("effect", Scalar(Span("f", 1, 1, 1, 2), text, True, 1, 1), report) is None
    [found] = report.diagnostics
    assert (found.span.line, found.span.column, found.span.end_column, found.code) == (*place, code)
    assert found.message.startswith(message) and found.help.startswith(help)
