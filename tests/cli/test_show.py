"""`show` and `schema`: what a pack declares, in several forms."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from archidsl.cli import cli
from archidsl.compiler import program
from archidsl.compiler.program import python_of

ROOT = Path(__file__).resolve().parents[2]
PACKS = sorted((ROOT / "examples").glob("*/pack.yaml"))
EXAMPLES = [pack.parent for pack in PACKS if "needs:" not in pack.read_text("utf-8")]  # the others are mods

PACK = """\
pack: demo
title: A demonstration
text: Two players gain points.
main: game
results: {score: score}
options:
  - {option: players, range: 2-4, default: 2}
  - {option: length, values: [short, long], default: short}
properties:
  - {property: score, of: player, type: number}
measures:
  - {measure: twice, with: {n: number}, is: 2  *  n}
procedures:
  - procedure: game   # the whole game
    effect: |
      each player p: p does turn_of()
  - procedure: turn_of
    effect: |
      choose n: 0 to 3     # a question
      raise score of you by   twice(n)
"""
MOD = "pack: more\nneeds: [demo]\nchanges:\n  - {in: procedures, change: turn_of, effect: raise score of you by 7}\n"


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(cli, [str(arg) for arg in args])
    assert result.exit_code != 70, result.output
    return result


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    (tmp_path / "demo.yaml").write_text(PACK, "utf-8")
    (tmp_path / "more.yaml").write_text(MOD, "utf-8")
    return Path("demo.yaml")


def test_overview(demo: Path) -> None:
    result = run("show", demo)
    assert result.exit_code == 0
    head, digest = result.stdout.rsplit("digest", 1)
    assert head == (
        "A demonstration  (demo)\n"
        "  Two players gain points.\n"
        "\n"
        "main              game\n"
        "results           score: score\n"
        "options           players (2-4, usually 2), length (short/long, usually short)\n"
        "properties (1)    score\n"
        "measures (1)      twice\n"
        "procedures (2)    game, turn_of\n"
        "\n"
        "questions         1\n"
    )
    assert len(digest.strip()) == 64


def test_source(demo: Path) -> None:
    assert run("show", demo, "turn_of").stdout == (
        "demo.yaml:17:16  procedure turn_of\n"
        "- procedure: turn_of\n"
        "  effect: |\n"
        "    choose n: 0 to 3     # a question\n"
        "    raise score of you by   twice(n)\n"
    )


def test_text(demo: Path) -> None:
    assert run("show", demo, "turn_of", "--as", "text").stdout == (
        "demo.yaml:17:16  procedure turn_of\neffect:\n  choose n: 0 to 3\n  raise score of you by twice(n)\n"
    )
    assert run("show", demo, "twice", "--as", "text").stdout.endswith("is:\n  2 * n\n")


def test_ir(demo: Path) -> None:
    said = run("show", demo, "turn_of", "--as", "ir").stdout.splitlines()
    assert said[1] == "turn_of:"
    assert any(line.startswith("  19: Choose") for line in said)
    assert any(line.startswith("  20: Store key=[score, player], args=[you]") for line in said)


def test_python(demo: Path) -> None:
    said = run("show", demo, "turn_of", "--as", "python").stdout
    assert "# demo.yaml:17\ndef " in said
    compile(said.split("\n", 1)[1], "shown", "exec")


def test_a_section_and_a_member_of_it(demo: Path) -> None:
    assert run("show", demo, "procedures").stdout.count("  procedure ") == 2
    assert run("show", demo, "procedure:game").stdout.startswith("demo.yaml:14:16  procedure game\n")
    assert run("show", demo, "long").stdout.startswith("demo.yaml:8:14  option length\n")


def test_nothing_of_that_name(demo: Path) -> None:
    result = run("show", demo, "turn_off")
    assert result.exit_code == 2 and "has no `turn_off`; did you mean `turn_of`?" in result.stderr


def test_without_texts(demo: Path) -> None:
    for form in ("text", "ir", "python"):
        assert "no text of effects stands here" in run("show", demo, "length", "--as", form).stdout


def test_what_mods_did(demo: Path) -> None:
    said = run("show", demo, "turn_of", "--mod", "more.yaml").stdout
    assert "more: change `effect` at more.yaml:4:" in said
    assert "# more.yaml:4:" in said
    assert "raise score of you by 7" in run("show", demo, "turn_of", "--mod", "more.yaml", "--as", "text").stdout
    assert "4: Store" in run("show", demo, "turn_of", "--mod", "more.yaml", "--as", "ir").stdout


@pytest.fixture
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test that asks for one game many times: what was compiled first is shown each time."""
    made: list[tuple[str, ast.FunctionDef]] = []

    def once(*game: Any) -> list[tuple[str, ast.FunctionDef]]:
        made[:] = made or python_of(*game)
        return made

    monkeypatch.setattr(program, "python_of", once)


@pytest.mark.usefixtures("compiled_once")
@pytest.mark.parametrize("form", ["source", "text", "ir", "python"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_every_item_of_every_example(example: Path, form: str) -> None:
    said = run("show", example).stdout
    sections = re.findall(r"^([a-z_]+) \(\d+\) ", said, re.MULTILINE)
    assert "procedures" in sections
    for section in sections:
        result = run("show", example, section, "--as", form)
        assert result.exit_code == 0 and result.stdout, (section, result.stderr)


# -- schema


def test_schema_list() -> None:
    result = run("schema")
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["pack", "declarations", "items", "scenarios"]


@pytest.mark.parametrize("name", ["pack", "declarations", "items", "scenarios"])
def test_schema_of_every_file(name: str) -> None:
    result = run("schema", name)
    assert result.exit_code == 0 and result.stdout.isascii()
    Draft202012Validator.check_schema(json.loads(result.stdout))


def test_schema_of_a_pack(demo: Path) -> None:
    value = json.loads(run("schema", "--pack", demo).stdout)
    assert value["title"] == "Items of demo"
    assert run("schema", "items", "--pack", "more.yaml").exit_code == 0
    assert run("schema", "--pack", "missing").exit_code == 1


def test_schema_all(demo: Path, tmp_path: Path) -> None:
    result = run("schema", "--all", "made/schemas", "--pack", demo)
    assert (result.exit_code, result.stderr) == (0, "5 files written to made/schemas\n")
    names = sorted(path.name for path in (tmp_path / "made" / "schemas").iterdir())
    own = ["declarations.schema.json", "demo.items.schema.json", "items.schema.json", "pack.schema.json"]
    assert names == [*own, "scenarios.schema.json"]
    assert run("schema", "--all", demo).exit_code == 1
