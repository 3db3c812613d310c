"""The pages for designers in; every example in them is read, checked and parsed, and the reference is today's."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from archidsl.checker import ir
from archidsl.checker.grids import RELATIONS, SPOT_PARTS
from archidsl.cli import cli
from archidsl.commands import reference
from archidsl.diagnostics import PackErrors, Report, Span
from archidsl.engine.grid import PROVIDES
from archidsl.lang import nodes
from archidsl.lang.from_text import parse
from archidsl.lang.grammar import BUILT_IN, ENTRIES, KEYWORDS, keyword_terminals
from archidsl.packs.from_files import read_text
from archidsl.packs.schema import check
from archidsl.packs.values import Scalar
from archidsl.pipeline import load

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SALTFEN = ROOT / "examples" / "saltfen"
TUTORIAL = SALTFEN / "README.md"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"# (pack|on) ?(\w*)\n")

Block = tuple[str, int, str]  # language, line, text


def blocks(page: Path) -> list[Block]:
    text = page.read_text("utf-8")
    return [(m[1], text.count("\n", 0, m.start()) + 2, m[2]) for m in FENCE.finditer(text)]


def examples(language: str) -> list[object]:
    """Of the pages in docs/, and what is marked in the tutorial; the rest there are quoted pieces."""
    found = [(page, block) for page in sorted(DOCS.glob("*.md")) for block in blocks(page)]
    found += [(TUTORIAL, block) for block in blocks(TUTORIAL) if MARK.match(block[2])]
    return [pytest.param(b[2], id=f"{page.name}:{b[1]}") for page, b in found if b[0] == language]


def said(report: Report) -> str:
    return "\n".join(f"{d.span} {d.code}: {d.message}" for d in report.diagnostics)


def whole_packs() -> dict[str, str]:
    """The packs that the pages show in full, by name."""
    texts = [text for page in DOCS.glob("*.md") for language, _, text in blocks(page) if language == "yaml"]
    packs = [text for text in texts if text.startswith("# pack\n")]
    return {re.findall(r"^pack: (\w+)$", text, re.MULTILINE)[0]: text for text in packs}


def loads(*paths: Path) -> None:
    try:
        load(paths)
    except PackErrors as problem:
        pytest.fail(said(problem.report))


@pytest.mark.parametrize("text", examples("yaml"))
def test_yaml_is_read_and_has_the_right_keys(text: str) -> None:
    report = Report()
    document = read_text("example.yaml", text, report)
    assert document is not None, said(report)
    check([document], report)
    assert not report.diagnostics, said(report)


@pytest.mark.parametrize("text", examples("yaml"))
def test_marked_yaml_checks(text: str, tmp_path: Path) -> None:
    """`# pack` is a whole pack; `# on saltfen` goes on top of that game, `# on plums` on top of a pack of the page."""
    mark = MARK.match(text)
    if mark is None:
        return
    below = [] if mark[1] == "pack" else [SALTFEN if mark[2] == "saltfen" else tmp_path / "below.yaml"]
    if below and mark[2] != "saltfen":
        below[0].write_text(whole_packs()[mark[2]], "utf-8")
    own = tmp_path / "own"
    own.mkdir()
    (own / "example.yaml").write_text(text, "utf-8")
    if not re.search(r"^pack:", text, re.MULTILINE):
        (own / "pack.yaml").write_text(f"pack: example\nneeds: [{mark[2]}]\n", "utf-8")
    loads(*below, own)


@pytest.mark.parametrize("text", examples("effect"))
def test_effects_parse_and_have_a_meaning(text: str, tmp_path: Path) -> None:
    """Each is a step of a player, in a game that has the words of Saltfen and does nothing else."""
    report = Report()
    span = Span("example", 1, 1, 1, 1)
    assert parse("effect", Scalar(span, text), report) is not None, said(report)
    lines = "".join(f"      {line}\n" for line in text.splitlines())
    mod = tmp_path / "mod.yaml"
    mod.write_text(
        "pack: example\nneeds: [saltfen]\nmain: example_game\nprocedures:\n"
        "  - procedure: example_game\n    effect: |\n      each player p: p does example()\n"
        f"  - procedure: example\n    effect: |\n{lines}",
        "utf-8",
    )
    loads(SALTFEN, mod)


def test_every_block_of_the_page_is_looked_at() -> None:
    assert {language for language, _, _ in blocks(DOCS / "language.md")} == {"yaml", "effect"}


def test_links_lead_somewhere() -> None:
    for page in [*DOCS.glob("*.md"), TUTORIAL]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


# -- the tutorial


def quoted_lines(text: str) -> list[str]:
    """Without comments and indentation: the page may leave both out."""
    return [line for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines()) if line]


QUOTED = [b for b in blocks(TUTORIAL) if b[0] in ("yaml", "effect") and not MARK.match(b[2])]


@pytest.mark.parametrize(("language", "line", "text"), QUOTED, ids=[f"README.md:{line}" for _, line, _ in QUOTED])
def test_the_tutorial_quotes_the_files(language: str, line: int, text: str) -> None:
    if language == "effect":
        report = Report()
        assert parse("effect", Scalar(Span("README.md", line, 1, line, 1), text), report) is not None, said(report)
    wanted = quoted_lines(text)
    for file in SALTFEN.glob("*.yaml"):
        lines = quoted_lines(file.read_text("utf-8"))
        if any(lines[i : i + len(wanted)] == wanted for i in range(len(lines))):
            return
    pytest.fail(f"examples/saltfen/README.md:{line}: these lines stand together in no file of Saltfen:\n{text}")


# -- the reference


def test_the_reference_is_todays() -> None:
    written = (DOCS / "reference.md").read_text("utf-8")
    assert written == reference.text(), "docs/reference.md is old; renew it with `make docs`"


def test_the_command_prints_and_writes_it(tmp_path: Path) -> None:
    out = tmp_path / "reference.md"
    assert CliRunner().invoke(cli, ["reference"]).output == reference.text()
    assert CliRunner().invoke(cli, ["reference", "--out", str(out)]).exit_code == 0
    assert out.read_text("utf-8") == reference.text()


def test_the_reference_leaves_nothing_out() -> None:
    text = reference.text()
    for name, (_, example) in reference.docstrings(nodes).items():
        assert example in text, name
    for name, (_, meaning) in reference.docstrings(ir).items():
        assert not meaning or f"| `{name}` |" in text, name
    assert all(f"`{entry}`" in text for entry in ENTRIES)


def test_its_own_tables_know_the_same_words_as_the_code() -> None:
    assert set(reference.BUILT_IN_WORDS) == BUILT_IN
    assert set(reference.GRID_WORDS) == set(PROVIDES)
    assert {reference.written(name).partition("(")[0] for name in PROVIDES if "_of_" not in name} == set(RELATIONS)
    assert {f"{part}_of_spot" for part in SPOT_PARTS} <= set(PROVIDES)
    assert {word for word in keyword_terminals().values() if word.isalpha()} == KEYWORDS


def test_what_nodes_become_exists() -> None:
    classes = {name for name, value in vars(nodes).items() if inspect.isclass(value)}
    assert set(reference.BECOMES) <= classes
    missing = [name for made in reference.BECOMES.values() for name in made if not hasattr(ir, name)]
    assert not missing
