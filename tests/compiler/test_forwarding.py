"""What a block puts into its frame it reads from there no more; whatever comes between the two."""

from __future__ import annotations

import ast

import pytest

from archidsl.compiler.forwarding import forward

BLOCKS = {
    "f[4] = 1\nf[5] = f[4] + f[6]\nreturn f[5]": "f[4] = 1\nl5 = 1 + f[6]\nf[5] = l5\nreturn l5",
    "f[4] = v1\nv1 = 2\nreturn f[4]": "f[4] = v1\nv1 = 2\nreturn f[4]",
    "f[4] = 1\nif S[2]:\n    f[4] = 2\nreturn f[4]": "f[4] = 1\nif S[2]:\n    f[4] = 2\nreturn f[4]",
    "f[4] = 1\nif S[2]:\n    f[4] = 2\n    return b1\nreturn f[4]": (
        "f[4] = 1\nif S[2]:\n    f[4] = 2\n    return b1\nreturn 1"
    ),
    "f[4] = 1\nfor v1 in S[3]:\n    S[f[4]] = v1\n    f[4] = v1\nreturn f[4]": (
        "f[4] = 1\nfor v1 in S[3]:\n    S[f[4]] = v1\n    f[4] = v1\nreturn f[4]"
    ),
    "f[0] = b1\nf[1] = 4\nreturn (f[1], f[0])": "f[0] = b1\nf[1] = 4\nreturn (f[1], f[0])",
}


@pytest.mark.parametrize("before", BLOCKS)
def test_slots(before: str) -> None:
    made = ast.parse("def b0(S, f):\n" + "\n".join("    " + line for line in before.splitlines())).body[0]
    assert isinstance(made, ast.FunctionDef)
    forward(made)
    assert "\n".join(ast.unparse(line) for line in made.body) == BLOCKS[before]
