"""Which rules ran for a decision: nothing is missing, nothing is made up, and it stays short unless all is wanted."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import archidsl
from archidsl.cli import cli
from archidsl.commands.trace import traces
from archidsl.journal import Teller
from archidsl.tracing import Trace, as_object, told

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
GAMES = ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"]


def played(name: str, seed: str = "x", record: Path | None = None) -> archidsl.Table:
    rng = random.Random(seed)
    game = archidsl.load(EXAMPLES / name)
    return game.new(seed=seed, record=record).play(lambda choice: choice.options.draw(rng.randrange))


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, ["trace", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def line_of(file: str, text: str) -> str:
    """`examples/saltfen/rules.yaml:49`"""
    lines = (EXAMPLES / file).read_text().split("\n")
    [number] = [number for number, line in enumerate(lines, 1) if text in line]
    return f"{file}:{number}"


@pytest.mark.parametrize("seed", ["x", "y"])
@pytest.mark.parametrize("name", GAMES)
def test_a_trace_tells_all_changes_and_no_others(name: str, seed: str) -> None:
    """For every answer, what is told last of a thing is what the compiled game has, and what changed there is told."""
    table = played(name, seed)
    whole: Any = table.game.warm.full
    teller = Teller(table.session.layout, whole.v)
    found = traces(table.session, 0, table.session.end)
    assert [one.number for one in found] == list(range(table.session.end + 1))
    before = table.session.layout.start
    for one in found:
        after = table.session.at(one.number).s
        net = {change.what: (change.before, change.after) for change in teller.changes(before, after)}
        first: dict[str, str] = {}
        last: dict[str, str] = {}
        for step in one.steps:
            for change in step.changes if step.kind == "changed" else ():
                assert last.get(change.what, change.before) == change.before or "order of" in change.what
                first.setdefault(change.what, change.before)
                last[change.what] = change.after
        handed = {f"{name} of {window.name}" for window in whole.v.windows.values() for name, _ in window.values}
        ordered = {what for what in {*net, *last} if what.startswith("order of ")}
        assert {
            what: (first[what], last[what]) for what in last.keys() - handed - ordered if first[what] != last[what]
        } == {what: values for what, values in net.items() if what not in handed | ordered}
        before = after


@pytest.mark.parametrize("name", GAMES)
def test_every_trace_can_be_written(name: str) -> None:
    for one in traces((table := played(name)).session, 0, table.session.end):
        short, full = told(one), told(one, full=True)
        assert len(short) <= len(full) or short[1].startswith("  nothing changed")
        assert json.loads(json.dumps(as_object(one, full=True)))["number"] == one.number


def test_one_decision_is_the_same_as_among_all() -> None:
    table = played("saltfen")
    whole = traces(table.session, 0, table.session.end)
    assert traces(table.session, 40, 40) == whole[40:41] and traces(table.session, 40, 43) == whole[40:44]


def test_who_begins_to_listen_in_the_middle_of_a_payment() -> None:
    """The line that asked for it had begun before."""
    table = played("saltfen", "2")
    numbers = [entry.number for entry in table.log if entry.key == "payment"]
    whole = traces(table.session, 0, table.session.end)
    assert numbers and [traces(table.session, number, number) for number in numbers] == [
        [whole[number]] for number in numbers
    ]


def test_what_a_line_does_again_and_again_is_one_line() -> None:
    """Where nothing else happens in between; of a decision that changed nothing it is said what ran."""
    table = played("saltfen", "2")
    short = [told(one) for one in traces(table.session, 0, table.session.end)]
    for lines in short:
        places = [line.split(": ")[0] for line in lines[1:]]
        assert all(one != other for one, other in pairwise(places))
    assert any(", and " in line and line.endswith(" more") for lines in short for line in lines)
    unchanged = [lines[1] for lines in short if "nothing changed" in lines[1]]
    assert unchanged and all(re.search(r" in examples/saltfen/\w+\.yaml:\d+", line) for line in unchanged)


def test_players_are_called_as_in_the_script(tmp_path: Path) -> None:
    """In what is told to people; programs get the words of the rules."""
    script = tmp_path / "x.game"
    script.write_text(f"game: {EXAMPLES / 'saltfen'}\nplayers: ann, ben\nseed: x\nben: home first_1_b\n")
    result = run(script, "--last")
    assert result.output.startswith("3: ben answers `home`: `first_1_b`\n")
    assert "place of walker_ben_1 camp_ben -> first_1_b" in result.output and "p2" not in result.output
    [decision] = json.loads(run(script, "--format", "json").output)["decisions"]
    assert decision["player"] == "p2" and decision["steps"][0]["changes"][0]["what"] == "place of walker_p2_1"


@pytest.mark.parametrize(("names", "called"), [(["of", "coin"], "p1"), (["p1", "ann"], "p1"), (["ann", "p2"], "ann")])
def test_players_of_a_record_are_called_so_if_a_script_could(tmp_path: Path, names: list[str], called: str) -> None:
    record = tmp_path / "game.jsonl"
    with archidsl.load(EXAMPLES / "tic_tac_toe").new(seed="s", names=names, record=record) as table:
        table.answer("b2")
    said = run(record, "--game", EXAMPLES / "tic_tac_toe").output
    assert said.startswith(f"1: {called} answers") and f"mark of b2 nothing -> {called}" in said


def test_short_is_a_line_for_each_line_that_changed_something(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with archidsl.load(EXAMPLES / "tic_tac_toe").new(seed="s", record=record) as table:
        table.answer("b2")
        table.answer("a1")
    result = run(record)
    place = line_of("tic_tac_toe/rules.yaml", "set mark of square to you")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "2: p2 answers `square`: `a1`", f"  examples/{place} mark_one: mark of a1 nothing -> p2",
    ]  # fmt: skip
    assert run(record, "--at", "1", "--game", EXAMPLES / "tic_tac_toe").output.startswith(
        "1: p1 answers `square`: `b2`\n"
    )
    assert run(record, "--at", "0").output.startswith("0: before the first question\n  nothing changed in examples/")


def steps(found: list[Trace], kind: str) -> list[str]:
    return [f"{step.text}: {step.note}" for one in found for step in one.steps if step.kind == kind]


def test_a_full_trace_tells_tests_windows_watches_and_what_was_not_asked() -> None:
    table = played("saltfen")
    found = traces(table.session, 0, table.session.end)
    assert any(note.endswith("is the only answer") for note in steps(found, "passed"))
    assert any(note.endswith("yes (flood is 0)") for note in steps(found, "test"))
    assert "window bid" in {note.rpartition(": ")[2] for note in steps(found, "enters")}
    assert [note.rpartition(": ")[2] for note in steps(found, "watch")] == ["watch duty_done wakes"]
    assert any(note.endswith("there is no answer") for note in steps(found, "nothing"))
    assert any(note.endswith("cannot begin") for note in steps(found, "ends"))


def test_whoever_comes_in_at_a_window_is_told() -> None:
    """The herald makes a bid worth more, as soon as somebody has it."""
    for seed in range(40):
        table = played("saltfen", str(seed))
        found = traces(table.session, 0, table.session.end)
        comes = [step for one in found for step in one.steps if step.kind == "enters" and "herald at bid" in step.note]
        if comes:
            assert comes[0].note.startswith("herald at bid for p")
            raised = [step for one in found for step in one.steps if step.procedure == "herald at bid" and step.changes]
            assert any(change.what == "value of bid" for step in raised for change in step.changes)
            return
    pytest.fail("nobody ever bought the herald")


def test_json_has_a_version_and_places(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    played("saltfen", "x", record).close()
    result = json.loads(run(record, "--at", "0", "--format", "json").output)
    assert (result["version"], result["game"], result["full"]) == (1, "saltfen", False)
    [decision] = result["decisions"]
    step = decision["steps"][0]
    assert step["file"] == "examples/saltfen/rules.yaml" and step["procedure"] == "set_up"
    assert step["changes"][0] == {"what": "coin of p1", "before": "0", "after": "6"}
    full = json.loads(run(record, "--at", "0-3", "--full", "--format", "json").output)
    assert len(full["decisions"]) == 4 and len(full["decisions"][0]["steps"]) > len(decision["steps"])


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--at", "x"], 2, "is not like 12"),
        (["--at", "3-1"], 2, "no 3-1"),
        (["--at", "99"], 2, "0 to 8, and no 99"),
        (["--at", "1", "--last"], 2, "not both"),
        (["--game", str(EXAMPLES / "saltfen")], 1, "was played with rules"),
        (["--game", "nowhere"], 1, "cannot be read"),
    ],
)
def test_what_cannot_be_traced(arguments: list[str], code: int, message: str, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    played("tic_tac_toe", "x", record).close()
    result = run(record, *arguments)
    assert result.exit_code == code and message in result.stderr and "Traceback" not in result.stderr


def test_a_file_that_is_no_game(tmp_path: Path) -> None:
    for text in ("", "hello\n", '{"format":99}\n'):
        (tmp_path / "game.jsonl").write_text(text)
        result = run(tmp_path / "game.jsonl")
        assert result.exit_code == 1 and result.stderr.startswith("error: ")
    assert run(tmp_path / "nothing").exit_code == 1


TRADE = f"""\
game: {EXAMPLES / "saltfen"}
players: ann, ben
given:
  move 2 salt, 1 reed from chest to village
  move 9 coin from chest to ann
play: ann does trade(village)
ann: what salt
expect salt of ann is """


def test_a_script_is_traced_too_and_one_that_fails_as_far_as_it_went(tmp_path: Path) -> None:
    """The table was set without playing, and only the lines to be played are played."""
    script = tmp_path / "trade.game"
    script.write_text(TRADE + "1\n")
    good = run(script, "--at", "0-1", "--full")
    assert good.exit_code == 0 and "not asked: `buy` is the only answer" in good.output
    assert "= coin of ann 9 -> 6" in good.output and not good.stderr
    script.write_text(TRADE + "2\n")
    failed = run(script, "--at", "0-1", "--full")
    assert failed.exit_code == 1 and failed.stdout == good.stdout and "error[script-expect]" in failed.stderr
    script.write_text("game: nowhere\n")
    assert run(script).exit_code == 1
    assert "says itself which packs" in run(script, "--game", EXAMPLES / "saltfen").stderr
