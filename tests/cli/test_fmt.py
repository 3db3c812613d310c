"""Files in; the same files with their effect texts in the usual form out, and nothing lost."""

from __future__ import annotations

import os
import random
import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from effect_samples import ALL
from hypothesis import given, settings
from hypothesis import strategies as st

from archidsl.cli import cli
from archidsl.commands.effect_texts import ALWAYS
from archidsl.commands.fmt import formatted
from archidsl.diagnostics import Report
from archidsl.lang.spacing import tidied

ROOT = Path(__file__).resolve().parents[2]

UGLY = """\
pack:   demo   # the header stays as it is
title: a  title ,  with spaces
kinds:
  - kind: marker
    behaviours: {use: optional effect, worth: formula}
markers:
  - {marker: red_one, use: gain  1   token, worth: 2*3}
procedures:
  - procedure: game      # a comment
    text: |
      gain   1 token   # this is no effect
    effect: |
      # a comment of its own
      repeat  5 to(x+1)  while a<b :   # trailing


            if has_row( you ,- 3):
                  finish
            # a comment inside
            else:  finish
      match x-1:
         0 - 2 : finish
         3 +: let y=-2*-z
  - {procedure: inline, effect: do  refill( pile )}
  - procedure: quoted
    effect: "if x :finish"   # kept
  - procedure: would_break_the_file
    effect: if x :finish
  - procedure: unreadable
    effect: |
      this  is   no effect
"""
TIDY = """\
pack:   demo   # the header stays as it is
title: a  title ,  with spaces
kinds:
  - kind: marker
    behaviours: {use: optional effect, worth: formula}
markers:
  - {marker: red_one, use: gain 1 token, worth: 2 * 3}
procedures:
  - procedure: game      # a comment
    text: |
      gain   1 token   # this is no effect
    effect: |
      # a comment of its own
      repeat 5 to (x + 1) while a < b: # trailing

        if has_row(you, -3):
          finish
        # a comment inside
        else: finish
      match x - 1:
        0-2: finish
        3+: let y = -2 * -z
  - {procedure: inline, effect: do refill(pile)}
  - procedure: quoted
    effect: "if x: finish"   # kept
  - procedure: would_break_the_file
    effect: if x :finish
  - procedure: unreadable
    effect: |
      this  is   no effect
"""


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, ["fmt", *map(str, args)])


@pytest.fixture
def ugly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "demo" / "pack.yaml"
    path.parent.mkdir()
    path.write_text(UGLY, "utf-8")
    return path


def test_fmt(ugly: Path) -> None:
    result = run("demo")
    assert (result.exit_code, result.stderr) == (0, "1 file changed, 0 already fine\n")
    assert ugly.read_text("utf-8") == TIDY
    assert os.listdir(ugly.parent) == ["pack.yaml"]
    again = run("demo")
    assert (again.exit_code, again.stderr) == (0, "0 files changed, 1 already fine\n")
    assert ugly.read_text("utf-8") == TIDY


def test_check_and_diff_write_nothing(ugly: Path) -> None:
    checked = run("demo", "--check")
    assert checked.exit_code == 1 and checked.stdout == "would change demo/pack.yaml\n"
    diff = run("demo", "--diff")
    assert diff.exit_code == 1
    assert "-  - {procedure: inline, effect: do  refill( pile )}\n" in diff.stdout
    assert "+  - {procedure: inline, effect: do refill(pile)}\n" in diff.stdout
    assert ugly.read_text("utf-8") == UGLY
    ugly.write_text(TIDY, "utf-8")
    assert run("demo", "--check").exit_code == 0 and run("demo", "--diff").exit_code == 0


@pytest.mark.parametrize(("start", "end"), [("\ufeff", "\n"), ("", "\r\n"), ("\ufeff", "\r\n")])
def test_marks_and_ends_of_line_stay(ugly: Path, start: str, end: str) -> None:
    ugly.write_bytes((start + UGLY.replace("\n", end)).encode("utf-8"))
    run("demo")
    assert ugly.read_bytes() == (start + TIDY.replace("\n", end)).encode("utf-8")


def test_mixed_ends_of_line_are_left_alone(ugly: Path) -> None:
    mixed = UGLY.replace("\n", "\r\n", 3).encode("utf-8")
    ugly.write_bytes(mixed)
    assert run("demo").exit_code == 0 and ugly.read_bytes() == mixed


@pytest.mark.skipif(os.name == "nt", reason="rights differ there")
def test_rights_and_links_stay(ugly: Path) -> None:
    ugly.chmod(0o640)
    link = ugly.parent.parent / "link.yaml"
    link.symlink_to(ugly)
    assert run(link).exit_code == 0
    assert link.is_symlink() and ugly.read_text("utf-8") == TIDY
    assert stat.S_IMODE(ugly.stat().st_mode) == 0o640


def test_a_broken_file_is_said_and_left_alone(ugly: Path) -> None:
    broken = ugly.parent / "broken.yaml"
    broken.write_text("a: [\n", "utf-8")
    result = run("demo")
    assert result.exit_code == 1 and "yaml-syntax" in result.stderr
    assert broken.read_text("utf-8") == "a: [\n" and ugly.read_text("utf-8") == TIDY


def test_the_shipped_packs_have_the_usual_form() -> None:
    for folder in ("examples", "rules", "cards"):
        if list((ROOT / folder).rglob("*.yaml")):
            result = run(ROOT / folder, "--diff")
            assert result.exit_code == 0, result.stdout


# -- real texts with other spaces


@st.composite
def respaced(draw: st.DrawFn) -> tuple[str, str]:
    """A text with more or fewer spaces where they mean nothing, wider indents, and comments."""
    form, text = draw(st.sampled_from(ALL))
    chance = random.Random(draw(st.integers(0, 2**32)))
    out = []
    step = chance.choice([1, 2, 3]) if form == "effect" else 2
    for line in text.rstrip().split("\n"):
        indent = (len(line) - len(line.lstrip())) // 2 * step
        said, _, comment = line.strip().partition("#")
        said = re.sub(r" ?([(),:=+*<>-]) ?", lambda found: _around(found[1], found[0], chance), said)
        said = re.sub(" +", lambda _: " " * chance.choice([1, 1, 2, 3]), said).strip()
        said = said.replace("< =", "<=").replace("> =", ">=")
        comment = f" #{comment}" if comment else chance.choice(["", "", "", "  # a  comment"])
        out.append(" " * indent + said + (comment if form == "effect" else ""))
    return form, "\n".join(out)


def _around(sign: str, found: str, chance: random.Random) -> str:
    if sign == "-" and " " not in found:
        return found  # `0-2`, `-3`
    return chance.choice(["", " "]) + sign + chance.choice(["", " ", "  "]) if sign not in "<>=" else found


@settings(max_examples=300, deadline=None)
@given(respaced())
def test_any_spacing_becomes_the_usual_one(given_text: tuple[str, str]) -> None:
    form, text = given_text
    tidy = tidied(form, text)
    assert tidy is not None, text
    assert tidied(form, tidy) == tidy
    assert [c.strip() for c in re.findall("#.*", text)] == re.findall("#.*", tidy)
    assert re.findall(r"[a-z0-9_]+|[^ \n]", text) == re.findall(r"[a-z0-9_]+|[^ \n]", tidy)


KEY_OF = {form: key for key, form in ALWAYS.items()} | {"cost": "price"}


@settings(max_examples=150, deadline=None)
@given(st.lists(respaced(), min_size=1, max_size=3), st.sampled_from(["|", "|-", "|+", '"', "'"]))
def test_whole_files(texts: list[tuple[str, str]], style: str) -> None:
    """The file afterwards is readable, says the same, and is not changed a second time."""
    lines = ["items:  # comment"]
    for form, text in texts:
        lines.append(f"  - item:   x  # {form}")
        if style.startswith("|"):
            lines += [f"    {KEY_OF[form]}: {style}", *(f"      {line}".rstrip() for line in text.split("\n")), ""]
        elif "\n" not in text and "#" not in text:
            lines.append(f"    {KEY_OF[form]}: {style}{text}{style}")
    source = "\n".join(lines) + "\n"
    report = Report()
    forms = {**ALWAYS, "price": "cost"}
    new = formatted("f.yaml", source, forms, report)
    assert not report.diagnostics
    assert "".join(new.split()) == "".join(source.split())
    assert formatted("f.yaml", new, forms, report) == new
