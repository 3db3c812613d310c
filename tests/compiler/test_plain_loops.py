"""Comprehensions that became loops give the same values, and only harmless code passes the verifier."""

from __future__ import annotations

import ast

import pytest

from archidsl.compiler.polish import Polish
from archidsl.compiler.verifier import Refused, verify

KNOWN = frozenset(("len", "sum", "min", "max", "list", "tuple"))
S = [3, 0, 7, 7, 0, 2, (1, 2, 5), (), (4,), 9]
EXPRESSIONS = [
    "[v1 for v1 in S[6] if S[v1]]",
    "len([v1 for v1 in S[6] if S[v1]])",
    "1 if [v1 for v1 in S[6] if v1 == y] else 0",
    "1 if not [v1 for v1 in S[6] if v1 > y] else 0",
    "1 if y in [S[v1] for v1 in S[6]] else 0",
    "1 if len([v1 for v1 in S[6] if S[v1]]) > 1 else 0",
    "1 if len([v1 for v1 in S[6] if S[v1] > y]) == 0 else 0",
    "sum([S[v1] * y for v1 in S[6]])",
    "([v1 for v1 in S[6] if S[v1] > y] or S[8])[0]",
    "([v2 for v1 in (6, 8) for v2 in S[v1] if v2 > y] or S[8])[0]",
    "1 if [v2 for v1 in (6, 7, 8) for v2 in S[v1] if v2 == y] and S[9] else 0",
    "1 if S[y] and [v1 for v1 in S[6] if S[v1]] or y > 3 else 0",
    "max([S[v1] for v1 in S[7]] or (0,))",
    "[v1 for v1 in S[6] if [v2 for v2 in S[8] if v2 > v1]]",
    "[v3 for v1 in [v2 for v2 in S[6] if v2 > 1] for v3 in (S[v1] + y,) if v3]",
    "(v4 := S[y]) + len([v1 for v1 in S[6] if v1 < v4])",
    "[v1 for v1 in S[S[9]]] if y > 5 else len([v1 for v1 in S[6]])",
    "[v1 + 1 for v1 in (y,)][0]",
    "(len((v5 := [v1 for v1 in S[6]])), [v2 + y for v2 in v5])",
]


def worked_out(tree: ast.Module, y: int) -> object:
    names: dict[str, object] = {}
    exec(compile(tree, "<test>", "exec"), names)
    return names["b1"](list(S), y)  # type: ignore[operator]


@pytest.mark.parametrize("written", EXPRESSIONS)
def test_a_loop_gives_what_the_comprehension_gave(written: str) -> None:
    text = f"def b1(S, y):\n    return {written}\n"
    polished = Polish().visit(ast.parse(text))
    assert not any(isinstance(part, ast.ListComp) for part in ast.walk(polished))
    verify(polished, KNOWN)
    for y in range(5):
        assert worked_out(ast.parse(text), y) == worked_out(polished, y)


def test_a_loop_that_changes_something_goes_through_a_finished_list() -> None:
    loop = "for v1 in [v2 for v2 in (1, 2, 5) if S[v2] != y]:\n        S[5] = y\n        S[9] += v1"
    text = f"def b1(S, y):\n    {loop}\n    return S\n"
    for y in range(5):
        assert worked_out(ast.parse(text), y) == worked_out(Polish().visit(ast.parse(text)), y)


@pytest.mark.parametrize("line", ["v1.append(2)", "v1.append(S)"])
def test_a_line_may_append(line: str) -> None:
    verify(ast.parse(f"def b1(S):\n    v1 = []\n    {line}\n"), KNOWN)


@pytest.mark.parametrize(
    "line",
    [
        "v1.pop(0)",
        "v2 = v1.append",
        "v2 = v1.append(1)",
        "v1.append(1, 2)",
        "v2 = v1.count",
        "v2 = v1.count(1, 2)",
        "v2 = S.count(1)",
        "v2 = S[0].count(1)",
        "S.append(1)",
        "S[0].append(1)",
        "v2 = {1: 2}",
    ],
)
def test_nothing_else_has_attributes(line: str) -> None:
    with pytest.raises(Refused):
        verify(ast.parse(f"def b1(S):\n    v1 = []\n    {line}\n"), KNOWN)


LATE = [
    ("v1 = [v2 for v2 in S[6] if S[v2]]", "return [v3 for v3 in S[6] if v3 > y if v3 in v1] if S[y] else y"),
    ("v1 = [v2 for v2 in S[6] if S[v2]]", "S[1] = 8\n    return [v3 for v3 in S[6] if v3 == y if v3 in v1]"),
    ("v1 = [v2 for v2 in S[6] if S[v2]]", "return len([v3 for v3 in S[6] if v3 > y if [v4 for v4 in v1 if v4 < v3]])"),
]


@pytest.mark.parametrize("lines", LATE)
def test_a_list_that_is_made_late_is_the_same_list(lines: tuple[str, str]) -> None:
    text = f"def b1(S, y):\n    {lines[0]}\n    {lines[1]}\n"
    polished = Polish().visit(ast.parse(text))
    verify(polished, KNOWN)
    for y in range(5):
        assert worked_out(ast.parse(text), y) == worked_out(polished, y)


def test_a_list_is_made_only_where_it_is_needed() -> None:
    text = (
        "def b1(S, y):\n    v1 = [v2 for v2 in S[9]]\n    if y:\n        return [v3 for v3 in v1 if v3]\n    return 0\n"
    )
    assert worked_out(Polish().visit(ast.parse(text)), 0) == 0  # S[9] is no list


def test_a_list_is_not_made_behind_a_change() -> None:
    needed = "if y:\n        return [v3 for v3 in v1]"
    lines = f"v1 = [v2 for v2 in S[6] if S[v2]]\n    grid_lay(S, 1)\n    {needed}\n    return 0"
    tree = Polish().visit(ast.parse(f"def b1(S, y):\n    {lines}\n"))
    text = ast.unparse(tree)
    assert text.index("v1.append") < text.index("grid_lay")
