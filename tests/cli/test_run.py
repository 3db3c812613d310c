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


def script(tmp_path: Path, play: str, head: str = "") -> Path:
    path = tmp_path / "script.yaml"
    path.write_text((head or f"game: {TIC}\n") + "play:\n" + play)
    return path


def test_the_example_script() -> None:
    path = TIC / "tests" / "win_in_five.yaml"
    result = run(path)
    assert (result.exit_code, result.output) == (0, f"{path}: 10 lines, as it should be\n")
    assert json.loads(run(path, "--format", "json").output)["errors"] == 0


@pytest.mark.parametrize(
    ("play", "line", "code", "message"),
    [
        ("- p2: {square: b2}\n", 3, "script-answer", "p1 is asked for `square`, and not p2"),
        ("- p1: {circle: b2}\n", 3, "script-answer", "p1 is asked for `square`, and not for `circle`"),
        ("- p1: {square: b2}\n- p2: {square: b2}\n", 4, "script-answer", "`b2` is not offered"),
        ("- p1: {square: [b2]}\n", 3, "script-answer", "not the kind of answer"),
        ("- p1: {square: }\n", 3, "script-answer", "nothing is not offered"),
        ("- p1: {square: b2}\n- refuse: {p2: {square: a1}}\n", 4, "script-refuse", "p2 may answer `square`"),
        ("- expect: {over: yes}\n", 3, "script-expect", "`over` is no, and not yes"),
        (
            "- p1: {square: b2}\n- expect:\n    mark of square:\n      b2: p2\n",
            6,
            "script-expect",
            "b2` is p1, and not p2",
        ),
        ("- expect: {mark of square: {b9: p2}}\n", 3, "script-expect", "`b9` is no square"),
        ("- expect: {won: [p1]}\n", 3, "script-expect", "`won` is [], and not [p1]"),
        ("- expect: {asked: {p2: square}}\n", 3, "script-expect", "{p1: square}, and not {p2: square}"),
        ("- expect: {marks of square: {}}\n", 3, "script-form", "did you mean `mark of square`"),
        ("- expect: {over: no}\n  view: p9\n", 4, "script-form", "`p9` is no player"),
        ("- p1: b2\n", 3, "script-form", "say what p1 answers"),
        ("- p1: {square: b2}\n  p2: {square: a1}\n", 3, "script-form", "one answer"),
        ("- {}\n", 3, "script-form", "one answer"),
        ("- 5\n", 3, "script-form", "a line is like"),
        ("  p1: 5\n", 3, "script-form", "`play` is a list"),
        ("- p1: {square: b2\n", 3, "yaml-syntax", ""),
    ],
)
def test_what_does_not_fit_is_said_with_its_line(tmp_path: Path, play: str, line: int, code: str, message: str) -> None:
    path = script(tmp_path, play)
    result = run(path)
    assert result.exit_code == 1
    assert f"error[{code}]" in result.output and f"{path}:{line}:" in result.output and message in result.output
    assert f"{path}: failed" in result.output
    [found, *_] = json.loads(run(path, "--format", "json").output)["diagnostics"]
    assert (found["code"], found["line"], found["file"]) == (code, line, str(path))


@pytest.mark.parametrize(
    ("head", "code", "message"),
    [
        ("seed: x\n", "script-form", "which `game`"),
        (f"game: {TIC}\nseeed: x\n", "script-form", "did you mean `seed`"),
        ("game: nowhere\n", "script-game", "nowhere"),
        (f"game: {TIC}\noptions: {{players: 5}}\n", "script-game", "from 2 to 2"),
        (f"game: {TIC}\noptions: 5\n", "script-form", "NAME: VALUE"),
        (f"game: {TIC}\nmods: 5\n", "script-form", "a list of packs"),
    ],
)
def test_what_is_wrong_with_the_head_is_said(tmp_path: Path, head: str, code: str, message: str) -> None:
    result = run(script(tmp_path, "", head))
    assert result.exit_code == 1 and f"error[{code}]" in result.output and message in result.output


def test_an_answer_after_the_end(tmp_path: Path) -> None:
    moves = [("p1", "b2"), ("p2", "a1"), ("p1", "b1"), ("p2", "a2"), ("p1", "b3"), ("p2", "a3")]
    path = script(tmp_path, "".join(f"- {player}: {{square: {square}}}\n" for player, square in moves))
    result = run(path)
    assert result.exit_code == 1 and f"{path}:8:" in result.output and "the game is over" in result.output


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bytes.yaml").write_bytes(b"game: \xff\n")
    for path in (tmp_path / "none.yaml", tmp_path, tmp_path / "bytes.yaml", tmp_path / "none.jsonl"):
        result = run(path)
        assert result.exit_code == 1 and f"{path}: failed" in result.output


def test_what_only_one_player_sees(tmp_path: Path) -> None:
    game = EXAMPLES / "kuhn_poker"
    session = Session.new(load([game]), {}, "deal")
    [mine] = session.view(0)["zones"]["hand_p1"]
    lines = f"- expect: {{hand_p1: [{mine}], chip of x: 1}}\n  view: p1\n- expect: {{hand_p1: [hidden]}}\n"
    path = script(tmp_path, lines.replace(", chip of x: 1", ", p1: {chip: 1}"), f"game: {game}\nseed: deal\n")
    assert run(path).exit_code == 0, run(path).output


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
        assert f"{path}: 2 answers, p1 is asked for `square`, state " in result.output


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
    "arguments", [[], ["--bots", "random", "x.yaml"], ["x.yaml", "--seed", "x"], ["--bots", "random", "--games", "0"]]
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
        (["x.yaml", "--count", "square"], "--count is for games of bots"),
    ],
)
def test_wrong_counts(arguments: list[str], said: str) -> None:
    result = run(*arguments, "--game", TIC)
    assert result.exit_code == 2 and said in result.output


def test_counting_with_wrong_options() -> None:
    result = run("--bots", "random", "--option", "players=9", "--game", TIC, "--count", "square")
    assert result.exit_code == 1 and "from 2 to 2" in result.output
