"""Command lines in; exit codes and lines out, and never a traceback."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from archidsl import cli as cli_module
from archidsl.cli import COMMANDS, cli
from archidsl.diagnostics import PackErrors
from archidsl.pipeline import load

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "examples" / "tic_tac_toe"

GOOD = """\
pack: demo
main: game
options:
  - {option: players, range: 2-2, default: 2}
properties:
  - {property: score, of: player, type: number}
procedures:
  - procedure: game
    effect: |
      each player p: raise score of p by 1
"""
BAD = GOOD.replace("raise score", "raise scroe")
MOD = """\
pack: more
needs: [demo]
changes:
  - {in: procedures, change: game, effect: finish}
"""


def run(*args: str | Path, **options: object) -> Result:
    result = CliRunner().invoke(cli, [str(arg) for arg in args], **options)  # type: ignore[arg-type]
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """`pack("name", text)` writes a pack below the current folder, which is empty otherwise."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, text: str = GOOD) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(text, "utf-8")
        return Path(name)

    return written


# -- the frame


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, (_, help) in COMMANDS.items():
        assert f"  {name} " in result.output and help in result.output
    assert run("-h").output == result.output


@pytest.mark.parametrize("line", ["--help", "--version", "explain --all", "wrong"])
def test_help_imports_nothing_slow(line: str) -> None:
    """Neither the parser, nor the schemas, nor YAML, nor rich."""
    code = (
        "import sys\nfrom archidsl.cli import cli\n"
        "try: cli.main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print([m for m in ('lark', 'jsonschema', 'yaml', 'rich', 'asyncio') if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split()], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_has_help(name: str) -> None:
    module, _, function = COMMANDS[name][0].partition(":")
    command = getattr(importlib.import_module(module), function)
    assert isinstance(command, click.Command) and command.name == name
    result = run(name, "--help")
    assert result.exit_code == 0
    assert command.help and "--color" in result.output


def test_without_a_command_there_is_help() -> None:
    result = run()
    assert result.exit_code == 2 and "Commands:" in result.stderr


def test_a_wrong_command_is_guessed() -> None:
    result = run("chek", ".")
    assert result.exit_code == 2
    assert result.stderr.endswith("Error: there is no command `chek`; did you mean `check` or `schema`?\n")
    assert "there are: check, play" in run("zzz").stderr


def test_version() -> None:
    result = run("--version")
    assert result.exit_code == 0 and result.output.startswith("archidsl ")


def test_usage_errors_are_harmless() -> None:
    result = run("\x1b]0;title\x07")
    assert result.exit_code == 2 and "\x1b" not in result.output and "\\u001b]0;title\\u0007" in result.output


def test_an_internal_error_is_one_line(monkeypatch: pytest.MonkeyPatch, pack: Callable[..., Path]) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a\x1b[5m\nb")

    check = importlib.import_module("archidsl.commands.check")
    monkeypatch.setattr(check, "load", broken)
    result = run("check", pack("demo"))
    assert result.exit_code == 70
    assert result.stderr.startswith("internal error: KeyError at test_cli.py:")
    assert result.stderr.endswith("; please report it (--debug shows more)\n")
    assert len(result.stderr.splitlines()) == 1 and "\x1b" not in result.stderr
    shown = CliRunner().invoke(cli, ["check", "demo", "--debug"])
    assert isinstance(shown.exception, KeyError)


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib.import_module("archidsl.commands.check"), "stacks", stop)
    assert run("check", ".").exit_code == 130


def test_python_m() -> None:
    done = subprocess.run([sys.executable, "-m", "archidsl", "--help"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0 and done.stdout.startswith("Usage: archidsl ")
    assert cli_module.main is not None


# -- check


def test_check_without_problems(pack: Callable[..., Path]) -> None:
    result = run("check", pack("demo"))
    assert (result.exit_code, result.output) == (0, "1 pack, no problems\n")


def test_check_the_examples() -> None:
    """A mod among them lies on the shipped game."""
    folders = len(list((ROOT / "examples").glob("*/pack.yaml"))) + 2
    result = run("check", ROOT / "examples", ROOT / "rules", ROOT / "cards")
    assert (result.exit_code, result.output) == (0, f"{folders} packs, no problems\n")


def test_a_pack_that_needs_the_shipped_game_lies_on_it() -> None:
    """However it is named, by each command that reads a pack."""
    for command in (
        ["check", "examples/correction"],
        ["show", "examples/correction", "pirate"],
        ["show", "cards", "pirate"],
    ):
        result = run(command[0], ROOT / command[1], *command[2:])
        assert result.exit_code == 0, result.output
    result = run("play", ROOT / "examples" / "correction", "--bots", "all", "--seed", "a", "--players", "2")
    assert result.exit_code == 0 and "The game is over" in result.output


def test_an_example_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever one stands, by each command that takes a pack or a mod; what is there with this name comes first."""
    monkeypatch.chdir(tmp_path)
    for command in (
        ["check", "saltfen", "auctioneer"],
        ["show", "saltfen", "ferry"],
        ["list", "saltfen", "crafts"],
        ["test", "auctioneer", "-k", "bids most"],
        ["diff", "--mod", "correction"],
        ["texts", "auctioneer"],
        ["resolve", "saltfen", "ferry.fame", "--origins"],
        ["run", "--game", "tic_tac_toe", "--bots", "random", "--games", "1"],
        ["play", "tic_tac_toe", "--bots", "all", "--seed", "a"],
    ):
        result = run(*command)
        assert result.exit_code == 0 and "examples" not in command, result.output
    result = run("check", "saltfenn")
    assert result.exit_code == 1 and "did you mean `saltfen`?" in result.output
    (tmp_path / "saltfen").mkdir()
    assert "has no `.yaml` file of a pack" in run("check", "saltfen").output


def test_check_full(pack: Callable[..., Path]) -> None:
    result = run("check", pack("demo", BAD))
    assert result.exit_code == 1
    assert result.output == (
        f"error[unknown-word]: {said_by_the_checker()}\n"
        "  --> demo/pack.yaml:10:28\n"
        "   |\n"
        "10 |       each player p: raise scroe of p by 1\n"
        "   |                            ^^^^^\n"
        "   = help: did you mean `score`?\n"
        "\n"
        "more about it: archidsl explain unknown-word\n"
        "1 error\n"
    )


def said_by_the_checker() -> str:
    """The message about `BAD`, whose words are the checker's affair."""
    with pytest.raises(PackErrors) as found:
        load([Path("demo")])
    return found.value.report.errors[0].message


@pytest.mark.parametrize(
    ("format", "said"),
    [
        ("concise", "demo/pack.yaml:10:28: error[unknown-word] {} (did you mean `score`?)\n"),
        (
            "github",
            "::error title=archidsl (unknown-word),file=demo/pack.yaml,line=10,col=28,endLine=10,endColumn=33"
            "::{} (did you mean `score`?)\n",
        ),
    ],
)
def test_check_formats(format: str, said: str, pack: Callable[..., Path]) -> None:
    result = run("check", pack("demo", BAD), "--format", format)
    assert (result.exit_code, result.output) == (1, said.format(said_by_the_checker()))


def test_check_json(pack: Callable[..., Path]) -> None:
    result = run("check", pack("demo", BAD), "--format", "json")
    assert result.exit_code == 1 and result.output.isascii()
    assert json.loads(result.output)["diagnostics"][0]["code"] == "unknown-word"
    fine = json.loads(run("check", pack("other", GOOD), "--format", "json").output)
    assert (fine["version"], fine["errors"], fine["diagnostics"]) == (1, 0, [])


def test_colours(pack: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    path = pack("demo", BAD)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    plain = run("check", path).output
    assert "\x1b" not in plain
    painted = run("check", path, "--color", "always", color=True).output
    assert painted.startswith("\x1b[1;31merror[unknown-word]\x1b[0m")
    assert run("--color", "always", "check", path, color=True).output == painted
    assert run("check", path, env={"FORCE_COLOR": "1"}, color=True).output == painted
    assert run("check", path, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}, color=True).output == plain
    assert run("check", path, "--color", "never", env={"FORCE_COLOR": "1"}, color=True).output == plain


def test_mods_in_three_ways(pack: Callable[..., Path]) -> None:
    base, mod = pack("demo"), pack("more", MOD)
    assert run("check", base, "--mod", mod).exit_code == 0
    assert run("check", mod, "--on", base).exit_code == 0
    assert run("check", mod, base).output == "2 packs, no problems\n"
    assert run("check", ".").output == "2 packs, no problems\n"
    assert run("check", mod).exit_code == 0  # what it needs lies beside it
    base.rename("elsewhere")
    alone = run("check", mod)
    assert alone.exit_code == 1 and "missing-pack" in alone.output
    assert run("check", base, mod, "--mod", mod).exit_code == 2


def test_a_fault_of_the_base_is_said_once(pack: Callable[..., Path]) -> None:
    pack("demo", BAD), pack("more", MOD), pack("third", MOD.replace("more", "third"))
    assert run("check", ".").output.endswith("\n1 error\n")


def test_strict(pack: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    check = importlib.import_module("archidsl.commands.check")
    diagnostics = importlib.import_module("archidsl.diagnostics")

    def doubtful(stack: object, report: object) -> None:
        report.warning("unknown-word", diagnostics.Span("a.yaml", 1, 1, 1, 2), "doubtful")  # type: ignore[attr-defined]

    monkeypatch.setattr(check, "load", doubtful)
    path = pack("demo")
    relaxed, strict = run("check", path), run("check", path, "--strict")
    assert (relaxed.exit_code, strict.exit_code) == (0, 1)
    assert relaxed.output.endswith("\n1 warning\n")


@pytest.mark.skipif(os.name == "nt", reason="signals differ there")
def test_watch(pack: Callable[..., Path], tmp_path: Path) -> None:
    path = pack("demo")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "archidsl", "check", str(path), "--watch", "--format", "concise"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "1 pack, no problems\n"
            time.sleep(0.05)
            (path / "pack.yaml").write_text(BAD, "utf-8")
            assert process.stdout.readline() == "\n"
            assert process.stdout.readline().endswith("demo/pack.yaml changed\n")
            assert "error[unknown-word]" in process.stdout.readline()
        finally:
            process.kill()


# -- hostile packs


def test_hostile_names_reach_no_terminal(pack: Callable[..., Path]) -> None:
    """What a pack calls things is shown, never obeyed."""
    nasty = "\\e]0;owned\\a\\e[2J\\u202e\\u200b\\x9b5m"
    path = pack("demo", f'pack: demo\ntitle: "{nasty}"\n"{nasty}": 1\nkinds:\n  - kind: "{nasty}"\n')
    (path / "b.yaml").write_bytes(b"kinds:\n  - {kind: \x1b]0;x\x07, b: \xe2\x80\xae}\n")
    for format in ("full", "concise", "json", "github"):
        result = run("check", path, "--format", format)
        assert result.exit_code == 1
        assert not set(result.output) & set("\x1b\x07\x9b\u202e\u200b\x9b")


def test_hostile_file_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "a\x1b[31m\nb"
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system has no such names")
    (folder / "x.yaml").write_text("kinds: []\n", "utf-8")
    for format in ("full", "concise", "json", "github"):
        result = run("check", folder, "--format", format)
        assert result.exit_code == 1 and "\x1b" not in result.output
        assert format == "json" or not [line for line in result.output.splitlines() if line.startswith("b")]


# -- thirty kinds of bad input


def write_zip(path: Path, name: str = "pack.yaml", text: str = GOOD) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, text)


def bad_places(folder: Path) -> None:
    """Every sort of thing that is no good pack."""
    (folder / "empty_folder").mkdir()
    (folder / "no_header").mkdir()
    (folder / "no_header" / "rules.yaml").write_text("kinds: []\n", "utf-8")
    (folder / "capital").mkdir()
    (folder / "capital" / "Pack.yaml").write_text(GOOD, "utf-8")
    (folder / "binary.yaml").write_bytes(bytes(range(256)))
    (folder / "nul.yaml").write_bytes(b"pack: a\x00b\n")
    (folder / "latin.yaml").write_bytes("pack: café\n".encode("latin-1"))
    (folder / "utf16.yaml").write_bytes("pack: demo\n".encode("utf-16"))
    (folder / "empty.yaml").write_bytes(b"")
    (folder / "list.yaml").write_text("[1, 2, 3]\n", "utf-8")
    (folder / "number.yaml").write_text("7\n", "utf-8")
    (folder / "syntax.yaml").write_text("a: [b: {c\n", "utf-8")
    (folder / "tab.yaml").write_text("a:\n\tb: 1\n", "utf-8")
    (folder / "deep.yaml").write_text("[" * 5000, "utf-8")
    (folder / "twice.yaml").write_text("pack: a\npack: b\n", "utf-8")
    (folder / "alias.yaml").write_text("a: &x 1\nb: *x\n", "utf-8")
    (folder / "tag.yaml").write_text("a: !!python/object:os.system 1\n", "utf-8")
    (folder / "two.yaml").write_text("a: 1\n---\nb: 2\n", "utf-8")
    (folder / "huge.yaml").write_text("# " + "x" * (1 << 21), "utf-8")
    (folder / "text.txt").write_text(GOOD, "utf-8")
    (folder / "broken.zip").write_bytes(b"PK\x03\x04 broken")
    (folder / "none.zip").write_bytes(b"")
    write_zip(folder / "outside.zip", "../pack.yaml")
    write_zip(folder / "nothing.zip", "readme.txt")
    (folder / "keyword.yaml").write_text(GOOD.replace("property: score", "property: choose"), "utf-8")
    (folder / "folded.yaml").write_text(GOOD.replace("effect: |", "effect: >"), "utf-8")
    (folder / "verb.yaml").write_text(GOOD.replace("raise score of p by 1", "frobnicate p"), "utf-8")
    (folder / "long.yaml").write_text(GOOD.replace("by 1", "by 1" + " + 1" * 400), "utf-8")
    (folder / "brackets.yaml").write_text(GOOD.replace("by 1", "by " + "(" * 400 + "1" + ")" * 400), "utf-8")
    (folder / "no_main.yaml").write_text(GOOD.replace("main: game", "main: nothing_there"), "utf-8")


PLACES = (
    "no_such_thing empty_folder no_header capital binary.yaml nul.yaml latin.yaml utf16.yaml empty.yaml list.yaml "
    "number.yaml syntax.yaml tab.yaml deep.yaml twice.yaml alias.yaml tag.yaml two.yaml huge.yaml text.txt broken.zip "
    "none.zip outside.zip nothing.zip keyword.yaml folded.yaml verb.yaml long.yaml brackets.yaml no_main.yaml"
).split()


@pytest.mark.parametrize("command", ["check", "show", "schema --pack", "fmt --check"])
@pytest.mark.parametrize("place", PLACES)
def test_bad_places(place: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bad_places(tmp_path)
    result = run(*command.split(), place)
    named = command == "show" and place == "no_such_thing"  # no path: a name that the shipped game does not have
    assert result.exit_code in ((2,) if named else (1,) if command in ("check", "show") else (0, 1, 2))
    assert result.exit_code == 0 or len(result.output) < 20_000


@pytest.mark.parametrize(
    "name", ["with\0nul", "x" * 5000, "/dev/null", "/proc/self/mem", "", "~nobody/x", "a" + "/.." * 900]
)
@pytest.mark.parametrize("command", ["check", "show", "schema --pack", "fmt"])
def test_odd_paths(name: str, command: str) -> None:
    if name:
        assert run(*command.split(), name).exit_code in (1, 2)


@pytest.mark.parametrize(
    "line",
    [
        "check", "check --format", "check --format xml .", "check --nonsense .", "check . --mod",
        "check . --watch --format json", "show", "show a b c", "show . --as english", "explain",
        "explain no-such-code", "explain --nonsense", "fmt", "fmt --nonsense", "schema nonsense",
        "schema pack --pack .", "schema a b", "--color blue check .", "--nonsense", "check --color", "nonsense", "-x",
        "--version=3",
    ],
)  # fmt: skip
def test_wrong_usage(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*line.split())
    assert result.exit_code == 2
    assert "Error: " in result.stderr and not result.stdout
