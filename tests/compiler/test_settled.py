"""What generated code need not ask, read or call again; and what it still must."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from archidsl.compiler.entries import call_where_it_ends
from archidsl.compiler.forwarding import forward
from archidsl.compiler.moments import settle_moments
from archidsl.compiler.repeats import Repeats
from archidsl.compiler.short_calls import without_short_calls
from archidsl.compiler.steady_slots import SteadySlots

MOMENT = 9


def functions(text: str) -> list[ast.FunctionDef]:
    return [part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef)]


def block(lines: str) -> ast.FunctionDef:
    return functions("def b0(S, f):\n" + "\n".join("    " + line for line in lines.splitlines()))[0]


def lines_of(made: ast.FunctionDef) -> str:
    return "\n".join(ast.unparse(line) for line in made.body)


def moments(made: ast.FunctionDef) -> None:
    settle_moments([made], MOMENT)


def slots(made: ast.FunctionDef) -> None:
    made.body = SteadySlots().lines(made.body)


CASES: dict[str, tuple[Callable[[ast.FunctionDef], None], str, str]] = {
    "what was said is known": (
        moments,
        "S[9] = 4\nif S[9] == 4 and S[1]:\n    return 1\nif S[9] == 3:\n    return 2\nreturn S[9]",
        "S[9] = 4\nif S[1]:\n    return 1\nreturn 4",
    ),
    "until somebody is called who could say something else": (
        moments,
        "S[9] = 4\nv1 = k1(S, f)\nv2 = S[9]\np1(S)\nreturn S[9]",
        "S[9] = 4\nv1 = k1(S, f)\nv2 = 4\np1(S)\nreturn S[9]",
    ),
    "both ways have to say the same": (
        moments,
        "S[9] = 4\nif S[1]:\n    S[9] = 5\nif S[2]:\n    S[9] = 5\nelse:\n    S[9] = 5\nreturn S[9]",
        "S[9] = 4\nif S[1]:\n    S[9] = 5\nif S[2]:\n    S[9] = 5\nelse:\n    S[9] = 5\nreturn 5",
    ),
    "one way only is not both": (
        moments,
        "S[9] = 4\nif S[1]:\n    S[9] = 5\nreturn S[9]",
        "S[9] = 4\nif S[1]:\n    S[9] = 5\nreturn S[9]",
    ),
    "a way that leaves does not count": (
        moments,
        "S[9] = 4\nif S[1]:\n    S[9] = 5\n    return 0\nreturn S[9]",
        "S[9] = 4\nif S[1]:\n    S[9] = 5\n    return 0\nreturn 4",
    ),
    "a loop may have said something else before": (
        moments,
        "S[9] = 4\nfor v1 in S[3]:\n    v2 = S[9]\n    S[9] = v1\nreturn S[9]",
        "S[9] = 4\nfor v1 in S[3]:\n    v2 = S[9]\n    S[9] = v1\nreturn S[9]",
    ),
    "a moment that passes by is not said": (
        moments,
        "S[9] = f[4]\nf[5] = S[9]\nS[9] = 6\nreturn b1(S, f)",
        "f[5] = f[4]\nS[9] = 6\nreturn b1(S, f)",
    ),
    "unless somebody could look": (
        moments,
        "S[9] = 5\nv1 = k1(S, f)\nS[9] = 6\nreturn b1(S, f)",
        "S[9] = 5\nv1 = k1(S, f)\nS[9] = 6\nreturn b1(S, f)",
    ),
    "a steady slot is read once": (
        slots,
        "for v1 in S[3]:\n    if S[v1 + 4] <= S[v2 * 6 + 7]:\n        v3.append(v1)",
        "s1 = S[v2 * 6 + 7]\nfor v1 in S[3]:\n    if S[v1 + 4] <= s1:\n        v3.append(v1)",
    ),
    "not if the loop writes": (
        slots,
        "for v1 in S[3]:\n    if S[v2 * 6 + 7]:\n        S[v1 + 4] = 1",
        "for v1 in S[3]:\n    if S[v2 * 6 + 7]:\n        S[v1 + 4] = 1",
    ),
    "not if it is found with what the loop brings": (
        slots,
        "for v1 in S[3]:\n    v2 = S[v1]\n    if S[v2 * 6 + 7]:\n        v3.append(v1)",
        "for v1 in S[3]:\n    v2 = S[v1]\n    if S[v2 * 6 + 7]:\n        v3.append(v1)",
    ),
    "nothing is looked for in an empty list": (
        slots,
        "for v1 in S[3]:\n    if v1 in v2:\n        v3.append(v1)",
        "if v2:\n    for v1 in S[3]:\n        if v1 in v2:\n            v3.append(v1)",
    ),
    "but what is not there is": (
        slots,
        "for v1 in S[3]:\n    if v1 not in v2:\n        v3.append(v1)",
        "for v1 in S[3]:\n    if v1 not in v2:\n        v3.append(v1)",
    ),
    "a length that was tested is known": (
        forward,
        "f[4] = tuple(v1)\nif len(f[4]) == 1:\n    f[5] = 0\n    if f[5] >= len(f[4]):\n        return b1(S, f)\n"
        "    f[6] = f[4][f[5]]\n    f[5] = f[5] + 1\nreturn b2(S, f)",
        "l4 = tuple(v1)\nf[4] = l4\nif len(l4) == 1:\n    f[6] = l4[0]\n    f[5] = 0 + 1\nreturn b2(S, f)",
    ),
    "a slot that somebody sees keeps what is written first": (
        forward,
        "f[5] = 0\nv1 = k1(S, f)\nf[5] = 1\nreturn b2(S, f)",
        "f[5] = 0\nv1 = k1(S, f)\nf[5] = 1\nreturn b2(S, f)",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_lines(name: str) -> None:
    change, before, after = CASES[name]
    made = block(before)
    change(made)
    assert lines_of(made) == after


def test_short_functions_stand_where_they_are_called() -> None:
    made = functions(
        "def p1(S, y):\n    return 1\n    return 0\n"
        "def p2(S, y):\n    if S[9] != 1:\n        return 0\n    return p1(S, y)\n"
        "def p3(S, y):\n    if S[9] != 2:\n        return 0\n    return p4(S, y)\n"
        "def p4(S, y):\n    for v1 in S[3]:\n        return 1\n    return 0\n"
        "def p5(S, y):\n    if S[9] != 2:\n        return 0\n    return p4(S, 3)\n"
        "def b0(S, f):\n    return (p2(S, f[3]), p2(S, v1), p3(S, v1), p5(S, v1))\n"
    )
    without_short_calls(made)
    asked = "0 if S[9] != 1 else 1"
    assert lines_of(made[-1]) == f"return (p2(S, f[3]), {asked}, 0 if S[9] != 2 else p4(S, v1), p5(S, v1))"


def test_what_a_test_works_out_has_a_name_in_what_follows() -> None:
    node = ast.parse("if S[v1 + 1] >= 87 and c1[S[v1 + 1]] == 2:\n    v2 = (S[v1 + 1], S[v1 + 3])").body[0]
    assert isinstance(node, ast.If) and isinstance(node.test, ast.BoolOp)
    found = Repeats().first(node.test.values, node.body)
    assert found is not None
    assert (found[0], ast.unparse(found[1])) == (0, "S[v1 + 1]")


def test_blocks_call_on_unless_they_would_come_back() -> None:
    made = functions(
        "def b1(S, f):\n    return b2\n"
        "def b2(S, f):\n    if S[1]:\n        return b1\n    return b3\n"
        "def b3(S, f):\n    try:\n        return b1\n    except Undo:\n        return b1\n"
    )
    call_where_it_ends({block.name: ("", block) for block in made})
    assert [lines_of(block) for block in made] == [
        "return b2(S, f)",
        "if S[1]:\n    return b1\nreturn b3(S, f)",
        "try:\n    return b1\nexcept Undo:\n    return b1",
    ]
