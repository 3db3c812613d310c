"""`archidsl play`, as a person or a pipe uses it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from archidsl.engine.record import Entry, read_record

ROOT = Path(__file__).resolve().parents[2]
TIC = str(ROOT / "examples" / "tic_tac_toe")
BOT = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"answer": json.loads(line)["question"]["answers"][0]}), flush=True)
"""


def play(*arguments: str, typed: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "ARCHIDSL_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "archidsl", *([] if arguments[0] == "resume" else ["play"]), *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, cwd=folder, env=environment, timeout=60)
    assert "Traceback" not in done.stdout + done.stderr
    return done


def test_a_whole_game_over_a_pipe(tmp_path: Path) -> None:
    typed = "5\na1\nb1\na2\nb3\n"
    done = play(TIC, "--human", "1,2", "--seed", "x", typed=typed, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "seed: x\ncommitment: " in done.stdout
    assert done.stdout.endswith("The game is over. p1 wins.\n    won\np1  yes\np2  no\nseed: x\n")
    assert "| a2  | b2  | c2  |\n| p2  | p1  |     |" in done.stdout
    assert "\x1b" not in done.stdout
    assert [entry.answer for entry in kept(tmp_path)] == ["b2", "a1", "b1", "a2", "b3"]


def test_against_a_random_bot(tmp_path: Path) -> None:
    typed = "".join(f"{square}\n" for square in ("b2", "a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"))
    one, two = (play(TIC, "--seed", "x", typed=typed, folder=tmp_path) for _ in range(2))
    assert one.returncode == 0
    assert one.stdout == two.stdout
    assert re.search(r"^p2: Choose square [abc][123]$", one.stdout, re.MULTILINE)


def kept(folder: Path, name: str = "tic_tac_toe-1") -> tuple[Entry, ...]:
    return read_record(folder / "home" / "games" / f"{name}.jsonl").live


def test_the_end_of_the_input_keeps_the_game(tmp_path: Path) -> None:
    done = play(TIC, "--human", "1,2", "--seed", "x", "--names", "Anna,Ben", typed="b2\na1\n", folder=tmp_path)
    assert done.returncode == 0 and "Ben: Choose square" in done.stdout
    assert "The game is kept as tic_tac_toe-1; go on with: archidsl resume tic_tac_toe-1" in done.stdout
    assert [entry.answer for entry in kept(tmp_path)] == ["b2", "a1"]
    typed = "a3\nundo\nc3\nquit\n"  # Anna takes a3 back
    again = play("resume", typed=typed, folder=tmp_path)
    assert again.returncode == 0 and "Anna: Choose square" in again.stdout and "Taken back." in again.stdout
    assert [entry.answer for entry in kept(tmp_path)] == ["b2", "c3"]
    play("resume", "tic_tac_toe-1", typed="a1\nundo\nredo\nredo\nquit\n", folder=tmp_path)
    assert [entry.answer for entry in kept(tmp_path)] == ["b2", "c3", "a1"]


def test_games_are_listed_and_the_latest_that_is_not_over_is_gone_on_with(tmp_path: Path) -> None:
    assert "No game is kept" in play("resume", "--list", folder=tmp_path).stdout
    assert play("resume", folder=tmp_path).returncode == 1
    play(TIC, "--human", "1,2", typed="b2\n", folder=tmp_path)
    play(TIC, "--human", "1,2", typed="5\na1\nb1\na2\nb3\n", folder=tmp_path)
    listed = play("resume", "--list", folder=tmp_path).stdout.splitlines()
    assert sorted((line.split()[0], line.split()[-1] == "over") for line in listed[1:]) == [
        ("tic_tac_toe-1", False),
        ("tic_tac_toe-2", True),
    ]
    assert "p2: Choose square" in play("resume", typed="quit\n", folder=tmp_path).stdout
    wrong = play("resume", "chess-1", folder=tmp_path)
    assert wrong.returncode == 1 and "No game is kept as `chess-1`" in wrong.stderr


@pytest.mark.parametrize("signal_sent", [signal.SIGINT, signal.SIGKILL], ids=["interrupted", "killed"])
def test_nothing_that_was_accepted_is_lost(tmp_path: Path, signal_sent: signal.Signals) -> None:
    command = [sys.executable, "-m", "archidsl", "play", TIC, "--human", "1,2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "ARCHIDSL_HOME": str(tmp_path / "home")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    pipes["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # a job in the background ignores it
    with subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, **pipes) as child:  # type: ignore[call-overload]
        child.stdin.write("b2\n")
        child.stdin.flush()
        assert any("p2: Choose square" in line for line in iter(child.stdout.readline, ""))
        child.send_signal(signal_sent)
        said, wrong = child.communicate(timeout=30)
    assert "Traceback" not in wrong
    if signal_sent == signal.SIGINT:
        assert child.returncode == 130 and "The game is kept as tic_tac_toe-1" in said
    assert [entry.answer for entry in kept(tmp_path)] == ["b2"]
    assert "p2: Choose square" in play("resume", typed="quit\n", folder=tmp_path).stdout


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file where a folder should be")
    done = play(TIC, "--human", "1,2", "--seed", "x", typed="5\na1\nb1\na2\nb3\n", folder=tmp_path)
    assert done.returncode == 0 and done.stdout.count("The game could not be kept") == 1
    assert "The game is over." in done.stdout


@pytest.mark.parametrize(("names", "code"), [("Anna,anna", 2), ("p2,Ben", 2), ("A" * 21, 2), ("Anna,Ben,Carl", 1)])
def test_names_that_cannot_be(tmp_path: Path, names: str, code: int) -> None:
    assert play(TIC, "--names", names, folder=tmp_path).returncode == code


def test_nothing_is_kept_if_nobody_answered(tmp_path: Path) -> None:
    done = play(str(ROOT / "examples" / "kuhn_poker"), "--human", "1,2", folder=tmp_path)
    assert done.returncode == 0 and "nothing is kept" in done.stdout
    done = play(TIC, "--human", "2", folder=tmp_path)  # what the bot answered can be had again
    assert done.returncode == 0 and "p1: Choose square" in done.stdout and "nothing is kept" in done.stdout
    assert not list(tmp_path.iterdir())


def test_undo_takes_the_persons_own_answer_back(tmp_path: Path) -> None:
    done = play(TIC, "--seed", "x", "--record", "g.jsonl", typed="b2\nundo\na1\nsave\nquit\n", folder=tmp_path)
    assert "kept in g.jsonl" in done.stdout
    live = read_record(tmp_path / "g.jsonl").live
    assert [entry.player for entry in live] == ["p1", "p2"]
    assert live[0].answer == "a1"


def test_refused_and_strange_lines_are_asked_again(tmp_path: Path) -> None:
    typed = "b2\nb2\n\x1b[2J\nwhy b2\n" + "9" * 10_000 + "\nquit\n"
    done = play(TIC, "--human", "1,2", typed=typed, folder=tmp_path)
    assert done.returncode == 0
    assert "none of the answers" in done.stdout and "b2: not possible now. The rule: " in done.stdout
    assert "\x1b" not in done.stdout


def test_all_bots_and_the_default_game(tmp_path: Path) -> None:
    done = play("--bots", "all", "--bot", "random", "--seed", "x", folder=tmp_path)
    assert done.returncode == 0 and done.stdout.count("seed: x") == 2


def test_a_bot_in_another_process(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    command = f"2={shlex.join([sys.executable, 'bot.py'])}"
    done = play(TIC, "--bot", command, "--bots", "all", "--record", "g.jsonl", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    theirs = [entry.answer for entry in read_record(tmp_path / "g.jsonl").live if entry.player == "p2"]
    assert theirs == sorted(theirs)  # always the first free square


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('oops')", "no JSON line: 'oops'"),
        ("raise SystemExit(9)", "ended with code 9"),
        ('print(\'{"answer": "z9"}\')', "gave an answer that is not allowed: p2 is asked for `square`"),
    ],
)
def test_a_bad_bot_is_named_and_the_game_can_go_on(tmp_path: Path, code: str, message: str) -> None:
    (tmp_path / "bot.py").write_text(code)
    command = f"2={shlex.join([sys.executable, 'bot.py'])}"
    done = play(TIC, "--bot", command, "--record", "g.jsonl", typed="b2\n", folder=tmp_path)
    assert done.returncode == 1
    assert "the bot of p2" in done.stderr and message in done.stderr
    assert len(read_record(tmp_path / "g.jsonl").live) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--human", "3"], 2, "`3` is no seat"),
        (["--human", "x"], 2, "`x` is no seat"),
        (["--bot", "5=x"], 2, "`5` is no seat"),
        (["--bot", "nothing"], 2, "NAME=VALUE"),
        (["--option", "players"], 2, "NAME=VALUE"),
        (["--option", "players=7"], 1, "from 2 to 2"),
        (["--option", "colour=red"], 1, "no option `colour`"),
        (["--players", "3"], 1, "from 2 to 2"),
        (["--resume", "none.jsonl"], 1, "No such file"),
        (["--resume", "x", "--seed", "y"], 2, "already"),
        (["--record", "/nowhere/x.jsonl"], 1, "No such file"),
        (["--bot", "2=no-such-program", "--bots", "all"], 1, "cannot be started"),
    ],
)
def test_wrong_usage_is_said(tmp_path: Path, arguments: list[str], code: int, message: str) -> None:
    done = play(TIC, *arguments, folder=tmp_path)
    assert done.returncode == code
    assert message in done.stderr


@pytest.mark.parametrize(
    ("panel", "points"),
    [("each: card c, values: {strength: strength of c}", 1), ("each: player p, values: {score: score of p}", 1)],
)
def test_points_are_told_once_at_the_end(tmp_path: Path, panel: str, points: int) -> None:
    """By a panel of the game, or below it: a panel about something else does not take their place."""
    pack = f"pack: ends\nneeds: [kuhn_poker]\npanels: [{{panel: last, name: Last, at: end, {panel}}}]\n"
    (tmp_path / "pack.yaml").write_text(pack, "utf-8")
    done = play(str(tmp_path), "--bots", "all", "--seed", "x", folder=tmp_path)
    assert done.returncode == 0 and "Last" in done.stdout, done.stderr
    assert len(re.findall(r"^ +score", done.stdout, re.MULTILINE)) == points


def test_a_mod_that_cannot_be_read_is_no_game_without_it(tmp_path: Path) -> None:
    """Not even where the game without it was compiled before, and starts at once."""
    assert play(TIC, "--bots", "all", "--seed", "x", folder=tmp_path).returncode == 0
    (tmp_path / "nothing").mkdir()
    (tmp_path / "damaged.zip").write_bytes(b"PK and no more")
    for mod in ("nothing", "damaged.zip"):
        done = play(TIC, "--bots", "all", "--seed", "x", "--mod", mod, folder=tmp_path)
        assert done.returncode == 1 and f"--> {mod}:1:1" in done.stderr


def test_another_game_does_not_take_the_record(tmp_path: Path) -> None:
    play(TIC, "--record", "g.jsonl", typed="b2\n", folder=tmp_path)
    done = play(str(ROOT / "examples" / "kuhn_poker"), "--resume", "g.jsonl", folder=tmp_path)
    assert done.returncode == 1 and "the record was played with rules" in done.stderr


@pytest.mark.parametrize("written", [["--length", "short"], ["--game-length=short"], ["--game_length", "short"]])
def test_options_of_the_game_by_name(tmp_path: Path, written: list[str]) -> None:
    done = play("--players", "4", *written, "--seed", "x", typed="quit\n", folder=tmp_path)
    assert done.returncode == 0 and "game length: short\n  players: 4" in done.stdout


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (["--lenght", "short"], "no such option: --lenght; did you mean `--length`"),
        (["--recrod", "x.jsonl"], "did you mean `--record`"),
        (["--length"], "--length needs a value"),
        (["--control", "yes"], "`--control` could be "),
    ],
)
def test_options_of_the_game_that_are_none(tmp_path: Path, written: list[str], message: str) -> None:
    done = play(*written, folder=tmp_path)
    assert done.returncode == 2 and message in done.stderr
