"""`archidsl run`: scripts, records and random games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli
from archidsl.commands.table import play_on
from archidsl.engine.record import RecordFile
from archidsl.pipeline import load
from archidsl.players.random_player import RandomPlayer
from archidsl.players.showing import results
from archidsl.session import Session

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
TIC = EXAMPLES / "tic_tac_toe"


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, ["run", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def script(tmp_path: Path, play: str, name: str = "script.game") -> Path:
    path = tmp_path / name
    path.write_text(f"game: {TIC}\n{play}", "utf-8")
    return path


def test_the_example_script() -> None:
    path = TIC / "tests" / "win_in_five.game"
    result = run(path)
    assert (result.exit_code, result.output) == (0, f"{path} passed: 5 answers, over\n1 passed\n")


def test_what_fails_is_told_with_its_place(tmp_path: Path) -> None:
    good, bad = script(tmp_path, "p1: square b2\n", "good.game"), script(tmp_path, "p1: square b9\n", "bad.game")
    result = run(good, bad)
    assert result.exit_code == 1
    offered = "offered: a1, a2, a3, b1, b2, b3, c1, c2, c3"
    assert result.output == (
        f"{good} passed: 1 answer, p2 is asked for `square`\n{bad} failed\n\n"
        f"error[script-answer]: nothing is called `b9`\n --> {bad}:2:12\n  |\n2 | p1: square b9\n  |            ^^\n"
        f"  = help: {offered}\nafter 0 answers, p1 is asked for `square`\n1 failed, 1 passed\n"
    )
    assert run(good, bad, "--format", "concise").output == (
        f"{bad}:2:12: error[script-answer] nothing is called `b9` ({offered})\n1 failed, 1 passed\n"
    )
    assert run(good, bad, "--format", "github").output == (
        f"::error title=archidsl (script-answer),file={bad},line=2,col=12,endLine=2,endColumn=14"
        f"::nothing is called `b9` ({offered})\n"
    )


def test_the_whole_as_json(tmp_path: Path) -> None:
    good, bad = script(tmp_path, "p1: square b2\n", "good.game"), script(tmp_path, "p1: square b9\n", "bad.game")
    result = run(good, bad, "--format", "json")
    found = json.loads(result.output)
    assert result.exit_code == 1
    assert {key: found[key] for key in ("version", "ok", "passed", "failed")} == {
        "version": 1, "ok": False, "passed": 1, "failed": 1,
    }  # fmt: skip
    [one, two] = found["files"]
    assert len(one.pop("state")) == 64
    assert one == {
        "file": str(good), "passed": True, "answers": 1, "over": False, "asked": {"player": "p2", "key": "square"},
        "problems": [],
    }  # fmt: skip
    [problem] = two["problems"]
    assert (problem["code"], problem["line"], problem["column"]) == ("script-answer", 2, 12)


def test_a_folder_with_several_processes(tmp_path: Path) -> None:
    for number in range(5):
        script(tmp_path, f"p1: square {'b2' if number != 3 else 'b9'}\n", f"{number}.game")
    one, two = run(tmp_path), run(tmp_path, "-j", "3")
    assert one.output == two.output and (one.exit_code, two.exit_code) == (1, 1)
    assert [line.split()[0].rsplit("/")[-1] for line in one.output.splitlines()[:5]] == [f"{i}.game" for i in range(5)]
    assert one.output.endswith("1 failed, 4 passed\n")


def test_running_nothing_is_a_failure(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert (result.exit_code, result.output) == (1, "nothing was played, and that is a failure\n")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.game").write_bytes(b"game: \xff\n")
    for path in (tmp_path / "none.game", tmp_path / "bytes.game", tmp_path / "none.jsonl", tmp_path / "other.yaml"):
        result = run(path)
        assert result.exit_code == 1 and f"{path} failed" in result.output


def test_until_shows_what_the_asked_player_sees(tmp_path: Path) -> None:
    path = script(tmp_path, "players: ann, ben\nann: square b2\nben: square a1\nann: square c3\n")
    result = run(path, "--until", "4")
    assert result.exit_code == 0 and "ann is p1, ben is p2\n" in result.output
    assert result.output.endswith(f"{path}: 1 answer, ben is asked for `square`\n")
    assert "ben: " in result.output
    assert run(path, "--until", "answer:2").output.endswith("2 answers, ann is asked for `square`\n")
    assert run(path, "--until", "line:4").output == result.output
    for wrong in ("four", "answer:", "answer:x", ":4", "word:4"):
        result = run(path, "--until", wrong)
        assert result.exit_code == 2 and "is neither a line, like `31`, nor like `answer:40`" in result.output
    assert run(path, path, "--until", "4").exit_code == 2


def test_until_in_a_record(tmp_path: Path) -> None:
    path = record(tmp_path)
    assert run(path, "--until", "answer:1").output.endswith("1 answer, p2 is asked for `square`\n")
    assert run(path, "--until", "3").output.endswith("1 answer, p2 is asked for `square`\n")


def test_until_behind_a_mistake_says_the_mistake(tmp_path: Path) -> None:
    result = run(script(tmp_path, "p1: square b9\np2: square b2\n"), "--until", "3")
    assert result.exit_code == 1 and "nothing is called `b9`" in result.output


def test_taking_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = script(tmp_path, "p1: square b2\np2: square a1\n")
    done = CliRunner().invoke(cli, ["run", str(path), "--interactive"], input="b1\na2\nb3\n")
    assert done.exit_code == 0, done.output
    done = CliRunner().invoke(cli, ["play", "--resume", str(path)], input="b1\nquit\n")
    assert done.exit_code == 0, done.output
    [kept] = tmp_path.glob("*.jsonl")
    assert "3 answers, p2 is asked" in run(kept).output


def test_scripts_and_records_do_not_mix(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["play", "--record", str(tmp_path / "x.game")])
    assert done.exit_code == 2 and "archidsl record" in done.output
    done = CliRunner().invoke(cli, ["play", str(TIC), "--resume", str(script(tmp_path, ""))])
    assert done.exit_code == 2 and "a script says itself which game it plays" in done.output


def test_going_on_behind_the_end(tmp_path: Path) -> None:
    path = TIC / "tests" / "win_in_five.game"
    done = CliRunner().invoke(cli, ["play", "--resume", str(path)])
    assert done.exit_code == 1 and "the game is over" in done.output


# -- records


def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    session = Session.new(load([TIC]), {}, "s", path=path)
    for square in ("b2", "a1", "c3"):
        session.answer_written(square)
    session.undo()
    session.close()
    return path


def test_a_record_is_verified(tmp_path: Path) -> None:
    path = record(tmp_path)
    for more in ([], ["--game", str(TIC)]):
        result = run(path, *more)
        assert result.exit_code == 0
        assert f"{path} passed: 2 answers, p1 is asked for `square`" in result.output


def test_a_changed_record_is_refused_with_its_line(tmp_path: Path) -> None:
    path = record(tmp_path)
    path.write_text(path.read_text().replace('"a1"', '"a2"'))
    result = run(path)
    assert result.exit_code == 1 and f"{path}:3:" in result.output and "changed, moved or cut" in result.output


def test_an_answer_that_is_not_allowed_is_refused_with_its_line(tmp_path: Path) -> None:
    session = Session.new(load([TIC]), {}, "s")
    session.answer_written("b2")
    path = tmp_path / "game.jsonl"
    with RecordFile.create(path, session.header) as file:
        file.append(session.live[0])
        file.append(type(session.live[0])(2, "p2", "square", "b2"))
    result = run(path)
    assert result.exit_code == 1 and f"{path}:3:" in result.output and "`b2` is not offered" in result.output


def test_a_record_of_other_rules_is_refused(tmp_path: Path) -> None:
    result = run(record(tmp_path), "--game", EXAMPLES / "kuhn_poker")
    assert result.exit_code == 1 and "the record was played with rules" in result.output


# -- bots


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"])
def test_random_games(name: str) -> None:
    arguments = ["--bots", "random", "--games", "5", "--seed", "x", "--game", str(EXAMPLES / name)]
    one, two = (json.loads(run(*arguments, "--format", "json").output) for _ in range(2))
    assert {**one, "time_of_first_half": 0} == {**two, "time_of_first_half": 0}
    assert (one["games"], one["seed"], one["game"]) == (5, "x", name)
    assert f"{name}: 5 games by random bots, seed: x\ndecisions: " in run(*arguments).output


@pytest.mark.parametrize(
    "arguments", [[], ["--bots", "random", "x.game"], ["x.game", "--seed", "x"], ["--bots", "random", "--games", "0"]]
)
def test_wrong_usage(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_bots_with_wrong_options() -> None:
    result = run("--bots", "random", "--option", "players=9", "--game", TIC)
    assert result.exit_code == 1 and "from 2 to 2" in result.output


# -- what bots answered


def counted(*arguments: str | Path) -> dict[str, Any]:
    return json.loads(run("--bots", "random", "--seed", "x", *arguments, "--format", "json").output)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "rival_magicians", "saltfen"])
def test_counting_changes_no_game(name: str) -> None:
    game, [key, *_] = EXAMPLES / name, sorted({site.key for site in load([EXAMPLES / name]).rules.sites})
    plain = counted("--games", "4", "--game", game)
    watched = counted("--games", "4", "--game", game, "--count", key)
    del plain["time_of_first_half"], watched["time_of_first_half"]
    assert watched.pop("counts").keys() == {key} and watched == plain


def test_answers_are_counted() -> None:
    [squares] = counted("--games", "20", "--game", TIC, "--count", "square")["counts"].values()
    assert len(squares) == 9 and sum(row["times"] for row in squares) <= 20 * 9
    assert all(row["times"] == row["games"] >= row["won"] for row in squares)
    times = [row["times"] for row in squares]
    assert times == sorted(times, reverse=True) and 0 < times[0] <= 20
    assert all(row["share_won"] == round(row["won"] / row["games"], 3) for row in squares)


def test_a_winner_is_told() -> None:
    """In a game of one move everybody knows who won, and with what."""
    session = Session.new(load([TIC]), {}, "x/1")
    players = {name: RandomPlayer("x/1", name) for name in ("p1", "p2")}
    play_on(session, players, None)
    won = results(session.position)["won"]
    [rows] = counted("--games", "1", "--game", TIC, "--count", "square")["counts"].values()
    mine = {entry.answer for entry in session.live if won[entry.player] == "yes"}
    assert mine and mine <= {row["answer"] for row in rows if row["won"]}


def test_parts_are_told_by_their_whole_and_what_never_occurred_too() -> None:
    found = counted("--games", "3", "--game", EXAMPLES / "saltfen", "--count", "way,task+step")["counts"]
    ways = {row["answer"]: row for row in found["way"]}
    assert set(ways) == {"thief", "ferry", "reeve", "scythe"}
    assert ways["scythe"]["times"] == 0 and ways["scythe"]["share_won"] is None and ways["scythe"]["name"] == "Scythe"
    assert {"labour", "explore"} <= {row["answer"] for row in found["task+step"]}


def test_counts_as_a_table() -> None:
    said = run(
        "--bots", "random", "--seed", "x", "--games", "3", "--game", EXAMPLES / "saltfen", "--count", "way"
    ).output
    assert "\nway: " in said and "answer  times  games  by a winner in\n" in said
    assert said.splitlines()[-1].split() == ["Scythe", "0", "0", "-"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "random", "--count", "sqare"], "nobody is asked for `sqare`; did you mean `square`?"),
        (["--bots", "random", "--count", "square+"], "nobody is asked for ``"),
        (["x.game", "--count", "square"], "--count is for games of bots"),
    ],
)
def test_wrong_counts(arguments: list[str], said: str) -> None:
    result = run(*arguments, "--game", TIC)
    assert result.exit_code == 2 and said in result.output


def test_counting_with_wrong_options() -> None:
    result = run("--bots", "random", "--option", "players=9", "--game", TIC, "--count", "square")
    assert result.exit_code == 1 and "from 2 to 2" in result.output


def test_which_rules_ran_where_a_script_stops(tmp_path: Path) -> None:
    path = script(tmp_path, "p1: square b2\np2: square a1\np1: square c3\n")
    place = f"{TIC}/rules.yaml"
    done = run(path, "--until", "4", "--explain")
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert lines[0] == "2: p2 answers `square`: `a1`" and lines[1].endswith("mark_one: mark of a1 nothing -> p2")
    assert place.removeprefix(f"{ROOT}/") in lines[1] and lines[-1].endswith("2 answers, p1 is asked for `square`")
    failing = run(script(tmp_path, "p1: square b2\np2: square b2\n"), "--explain")
    assert failing.exit_code == 1
    assert failing.output.index("`b2` is not offered") < failing.output.index("1: p1 answers `square`: `b2`")


def test_where_it_stops_for_programs(tmp_path: Path) -> None:
    path = script(tmp_path, "p1: square b2\np2: square a1\n")
    found = json.loads(run(path, "--until", "3", "--format", "json").output)
    assert [file["answers"] for file in found["files"]] == [1]


@pytest.mark.parametrize("more", [["--explain"], ["--interactive"]])
def test_only_one_file_can_be_looked_at(more: list[str], tmp_path: Path) -> None:
    path = script(tmp_path, "p1: square b2\n")
    assert run(path, path, *more).exit_code == 2
    assert run(tmp_path, *more).exit_code == 2
    assert run(path, *more, "--format", "json").exit_code == 2


def test_what_is_neither_a_script_nor_a_record(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("p1: square b2\n" * 20, "utf-8")
    done = run(tmp_path / "notes.txt")
    assert done.exit_code == 1 and done.output.count("error[") == 1
    assert "a script is a file that ends in `.game`, a record one that ends in `.jsonl`" in done.output


@pytest.mark.parametrize("data", [b"\xff\xfe\n", b"hello\n"])
def test_what_is_no_record(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(data)
    done = run(tmp_path / "x.jsonl")
    assert done.exit_code == 1 and "error[bad-record]: this is no line of a record" in done.output
