"""Every code that can be reported has an explanation, and every explanation a code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from archidsl.checker import codes as checker_codes
from archidsl.cli import cli
from archidsl.commands import script_codes
from archidsl.commands.explain import explanations
from archidsl.packs import pack_codes, yaml_codes
from archidsl.scenarios import codes as scenario_codes

PACKAGE = Path(__file__).resolve().parents[2] / "archidsl"
TABLES = {"packs/yaml_codes.py", "packs/pack_codes.py", "checker/codes.py", "commands/script_codes.py"}
TABLES |= {"scenarios/codes.py"}
REPORTING = {"error", "warning", "Diagnostic"}
PLACES = {
    "checker": checker_codes.CODES,
    "lang": checker_codes.CODES,
    "packs": {**yaml_codes.CODES, **pack_codes.CODES},
    "commands": script_codes.CODES,
    "scenarios": scenario_codes.CODES,
}


def used() -> Iterator[tuple[str, str, str]]:
    """Code, part of archidsl, and place of every report in the source."""
    for module in sorted(PACKAGE.rglob("*.py")):
        name = module.relative_to(PACKAGE).as_posix()
        if name in TABLES or name.split("/")[0] not in PLACES:
            continue
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if function in REPORTING and isinstance(node.args[0].value, str):
                    yield node.args[0].value, name.split("/")[0], f"{name}:{node.lineno}"


def test_every_code_is_explained() -> None:
    known = explanations()
    assert not [(code, place) for code, _, place in used() if code not in known]


def test_every_explanation_is_of_use() -> None:
    """The code stands in the source outside of the tables, as an argument or in a tuple."""
    text = "".join(
        module.read_text("utf-8")
        for module in PACKAGE.rglob("*.py")
        if module.relative_to(PACKAGE).as_posix() not in TABLES
    )
    assert not [code for code in explanations() if f'"{code}"' not in text]


def test_the_checkers_codes_are_used_by_the_checker() -> None:
    of_texts = {code for code, part, _ in used() if part in ("checker", "lang")}
    assert not [code for code in checker_codes.CODES if code not in of_texts]


@pytest.mark.parametrize("code", explanations())
def test_form(code: str) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", code)
    for title, explanation in explanations()[code]:
        assert title[0] in "`abcdefghijklmnopqrstuvwxyz" and not title.endswith(".") and len(title) <= 70
        assert explanation.endswith(".") and explanation.count("`") % 2 == 0
        if code not in {**script_codes.CODES, **scenario_codes.CODES}:
            assert explanation.count("Wrong: ") == 1 and explanation.count("Right: ") == 1
            assert explanation.index("Wrong: ") < explanation.index("Right: ")


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["explain", *args])
    return result.exit_code, result.output


def test_explain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run("once") == (
        0,
        "once: `once` without a `repeat`\n"
        "\n"
        "  `once` before an option means that it can be taken one time while the lines\n"
        "  around it are repeated. Outside a `repeat` a menu is asked one time anyway.\n"
        "  Wrong: `choose step:` with `once rest: finish` alone.\n"
        "  Right: the same below `repeat 1 to 3:`.\n"
        "\n",
    )


def test_a_code_of_files_and_of_texts_has_two_meanings() -> None:
    code, said = run("wrong-type")
    assert code == 0 and said.count("wrong-type: ") == 2


def test_several_and_brackets() -> None:
    code, said = run("[cycle]", "fixed")
    assert code == 0 and "cycle: " in said and "fixed: " in said


def test_unknown() -> None:
    code, said = run("unknown-wrod")
    assert code == 2 and "there is no code `unknown-wrod`; did you mean `unknown-word`" in said
    assert "archidsl explain --all" in run("zzz")[1]


def test_all() -> None:
    code, said = run("--all")
    assert code == 0 and [line.split()[0] for line in said.splitlines()] == list(explanations())
