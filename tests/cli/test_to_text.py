"""Nodes in, text out, nodes again: the same."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from effect_samples import ALL, OWN
from hypothesis import assume, currently_in_test_context, given, settings
from hypothesis import strategies as st

from archidsl.diagnostics import NOWHERE, Report
from archidsl.lang import nodes as n
from archidsl.lang.from_text import parse
from archidsl.lang.grammar import KEYWORDS
from archidsl.lang.spacing import tidied
from archidsl.lang.to_text import text_of
from archidsl.packs.values import Scalar


def read(form: str, text: str) -> Any:
    report = Report()
    found = parse(form, Scalar(NOWHERE, text, True, 1, 1), report)
    if currently_in_test_context():  # what nobody may write need not be read again
        assume([d.code for d in report.diagnostics] != ["too-long"])
    assert not report.diagnostics, (text, report.diagnostics)
    return found


def bare(node: Any) -> Any:
    """The node without its places."""
    if isinstance(node, tuple):
        return tuple(bare(part) for part in node)
    if is_dataclass(node):
        inner = [bare(getattr(node, f.name)) for f in fields(node) if not f.name.endswith("span")]
        return (type(node).__name__, *inner)
    return node


@pytest.mark.parametrize(("form", "text"), ALL)
def test_round_trip(form: str, text: str) -> None:
    nodes = read(form, text)
    written = text_of(nodes, form)
    assert bare(read(form, written)) == bare(nodes)
    assert text_of(read(form, written), form) == written


def test_there_are_texts() -> None:
    assert len(ALL) > len(OWN) + 20


@pytest.mark.parametrize(
    ("form", "text", "written"),
    [
        ("condition", "((a)) is (b)", "a is b"),
        ("condition", "a and (b or c)", "a and (b or c)"),
        ("condition", "(a and b) or c", "a and b or c"),
        ("formula", "a-(b-c)", "a - (b - c)"),
        ("formula", "(a-b)-c", "a - b - c"),
        ("formula", "( (a is 0) )", "(a is 0)"),
        ("effect", "you gains 1 coin", "you gain 1 coin"),
        ("effect", "p gain 1 coin", "p gains 1 coin"),
        ("effect", "choose x: 2 to 2 of unit", "choose x: 2 of unit"),
        ("effect", "if a: finish", "if a:\n  finish"),
        ("effect", "match a:\n  1: finish", "match a:\n  1: finish"),
    ],
)
def test_usual_form(form: str, text: str, written: str) -> None:
    assert text_of(read(form, text), form) == written


# -- any nodes at all

AT = NOWHERE
word = st.sampled_from("a b cost_of x1 unit pile you it".split()).filter(lambda w: w not in KEYWORDS)
name = st.builds(n.Name, st.just(AT), word)
words = st.lists(name, min_size=1, max_size=3).map(tuple)
number = st.builds(n.Number, st.just(AT), st.integers(0, 99))


def expressions(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    args = st.lists(inner, max_size=2).map(tuple)
    things = st.builds(n.Things, st.just(AT), words, st.none() | inner, st.none() | inner, st.none() | inner)
    at = st.just(AT)
    return st.one_of(
        st.builds(n.Property, at, word, at, inner),
        st.builds(n.Call, at, word, at, args),
        st.builds(n.Can, at, word, at, args),
        st.builds(n.Arithmetic, at, st.sampled_from("+-*"), inner, inner),
        st.builds(n.Negative, at, inner),
        st.builds(n.Compare, at, st.sampled_from(["<", "<=", ">", ">="]), inner, inner),
        st.builds(n.Is, at, inner, inner, st.booleans()),
        st.builds(n.IsIn, at, inner, inner),
        st.builds(n.Logic, at, st.sampled_from(["and", "or"]), inner, inner),
        st.builds(n.Not, at, inner),
        st.builds(n.Some, at, things),
        st.builds(n.Count, at, things),
        st.builds(n.AllOf, at, things),
        st.builds(n.Aggregate, at, st.sampled_from(["total", "highest", "lowest"]), inner, things),
        st.builds(n.Rank, at, inner, inner),
    )


expression = st.recursive(name | number, expressions, max_leaves=8)
things = st.builds(n.Things, st.just(AT), words, st.none() | expression, st.none() | expression, st.none() | expression)
maybe = st.none() | expression
amount = st.one_of(
    st.builds(n.Amount, st.just(AT), expression, words), st.builds(n.Whole, st.just(AT), words), expression
)
amounts = st.lists(amount, min_size=1, max_size=3).map(tuple)
bound = expression | st.just(n.AsMany(AT))
domain = st.one_of(
    st.builds(n.OneOf, st.just(AT), things),
    st.builds(n.OrderOf, st.just(AT), things),
    st.builds(n.NumberBetween, st.just(AT), bound, bound),
    st.builds(n.SeveralOf, st.just(AT), bound, bound, things),
)
how = st.sampled_from([(False, False), (True, False), (False, True)])  # nobody who may choose does choose in any case
asking = st.builds(
    lambda who, how, secretly, name: n.Asking(AT, who, *how, secretly, name), maybe, how, st.booleans(), name
)
args = st.lists(expression, max_size=2).map(tuple)
simple = st.one_of(
    st.builds(n.Choose, st.just(AT), asking, domain, st.none()),
    st.builds(n.Let, st.just(AT), name, expression),
    st.builds(n.SetTo, st.just(AT), expression, expression),
    st.builds(n.ChangeBy, st.just(AT), st.sampled_from([1, -1]), expression, expression),
    st.builds(n.Move, st.just(AT), amounts, maybe, expression),
    st.builds(n.Gain, st.just(AT), maybe, amounts, maybe),
    st.builds(n.Pay, st.just(AT), maybe, amounts, maybe),
    st.builds(n.Reveal, st.just(AT), expression, maybe),
    st.builds(n.Shuffle, st.just(AT), expression),
    st.builds(n.Require, st.just(AT), expression),
    st.builds(n.Announce, st.just(AT), word, st.just(AT), args),
    st.builds(n.Run, st.just(AT), maybe, word, st.just(AT), args),
    st.just(n.Finish(AT)),
)
pattern = st.one_of(
    st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda p: n.Pattern(AT, p[0], p[1], ())),
    st.integers(0, 9).map(lambda low: n.Pattern(AT, low, None, ())),
    st.lists(name, min_size=1, max_size=2).map(lambda names: n.Pattern(AT, None, None, tuple(names))),
    st.just(n.Pattern(AT, None, None, ())),
)


def compounds(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    body = st.lists(inner, min_size=1, max_size=2).map(tuple)
    otherwise = st.just(()) | body
    at = st.just(AT)
    options = st.lists(st.builds(n.Option, at, st.booleans(), name, maybe, otherwise), min_size=1, max_size=2).map(
        tuple
    )
    cases = st.lists(st.builds(n.Case, at, pattern, body), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(n.Choose, at, asking, domain, body),
        st.builds(n.Menu, at, asking, options),
        st.builds(n.Each, at, things, maybe, st.booleans(), maybe, body),
        st.builds(n.Repeat, at, expression, maybe, maybe, body),
        st.builds(n.If, at, expression, body, otherwise),
        st.builds(n.Match, at, expression, cases),
        st.builds(n.Attempt, at, body, otherwise),
    )


statement = st.recursive(simple, compounds, max_leaves=4)


@settings(max_examples=400, deadline=None)
@given(expression)
def test_any_expression(node: Any) -> None:
    assert bare(read("condition", text_of(node))) == bare(node)


@settings(max_examples=300, deadline=None)
@given(st.lists(statement, min_size=1, max_size=2).map(tuple))
def test_any_effect(node: Any) -> None:
    text = text_of(node)
    report = Report()
    found = parse("effect", Scalar(NOWHERE, text, True, 1, 1), report)
    if any(d.code == "too-long" for d in report.diagnostics):
        return  # the limits of a line are not those of this test
    assert not report.diagnostics, (text, report.diagnostics)
    assert bare(found) == bare(node)
    assert tidied("effect", text) == text


@settings(max_examples=100, deadline=None)
@given(amounts)
def test_any_cost(node: Any) -> None:
    assert bare(read("cost", text_of(node))) == bare(node)


@settings(max_examples=100, deadline=None)
@given(things)
def test_any_selection(node: Any) -> None:
    assert bare(read("selection", text_of(node))) == bare(node)
