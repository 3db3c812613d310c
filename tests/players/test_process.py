"""Bots in other processes: one plays a game, the others misbehave and are named."""

from __future__ import annotations

import json
import shlex
import sys
import time
from pathlib import Path

import pytest

from archidsl.engine.views import view
from archidsl.pipeline import load
from archidsl.players.process import LINE_BYTES, BotError, ProcessPlayer
from archidsl.session import Session, SessionError

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAME = load([EXAMPLES / "tic_tac_toe"])

GOOD = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert set(asked) == {"view", "question"}
    with open(sys.argv[1], "a") as seen:
        seen.write(line)
    print(json.dumps({"answer": asked["question"]["answers"][0]}), flush=True)
"""


def bot(tmp_path: Path, code: str, *arguments: str, seconds: float = 10) -> ProcessPlayer:
    file = tmp_path / "bot.py"
    file.write_text(code)
    return ProcessPlayer("p2", shlex.join([sys.executable, str(file), *arguments]), seconds)


def test_a_bot_plays_a_game_and_gets_only_views(tmp_path: Path) -> None:
    player = bot(tmp_path, GOOD, str(tmp_path / "seen"))
    session = Session.new(GAME, {}, "a secret seed")
    views = []
    while session.choice is not None:
        seen = session.view(session.choice.player)
        views.append({"view": seen, "question": seen["question"]})
        assert {k: v for k, v in seen.items() if k != "question"} == {
            k: v for k, v in view(session.position, session.choice.player).items() if k != "question"
        }
        session.answer_written(player(seen, seen["question"]))
    process = player.process
    player.close()
    assert session.position.over and process is not None and process.returncode == 0
    sent = (tmp_path / "seen").read_text()
    assert [json.loads(line) for line in sent.splitlines()] == views
    assert "a secret seed" not in sent


BAD = {
    "crash": ("import sys; sys.stdin.readline(); sys.exit(3)", "ended with code 3 without an answer"),
    "at once": ("raise SystemExit(4)", "ended with code 4 without an answer"),
    "garbage": ("print('hello', flush=True); input(); input()", "no JSON line: 'hello'"),
    "control": ("print('\\x1b[2J', flush=True); input(); input()", r"no JSON line: '\\x1b\[2J'"),
    "bytes": ("import os; os.write(1, b'\\xff\\xfe\\n'); input(); input()", "no JSON line"),
    "deep": ("print('[' * 60000, flush=True); input(); input()", "no JSON line"),
    "long": (f"print('1' * {LINE_BYTES * 2}, flush=True); input(); input()", "more than"),
    "list": ("print('[1]', flush=True); input(); input()", "and not like"),
    "keys": ('print(\'{"answer": 1, "more": 2}\', flush=True); input(); input()', "and not like"),
    "kind": ("print('{\"answer\": 1.5}', flush=True); input(); input()", "no question has"),
    "truth": ("print('{\"answer\": true}', flush=True); input(); input()", "no question has"),
}


@pytest.mark.parametrize("name", BAD)
def test_misbehaving_bots_are_named(tmp_path: Path, name: str) -> None:
    code, message = BAD[name]
    player = bot(tmp_path, code)
    session = Session.new(GAME, {}, "s")
    seen = session.view(0)
    with pytest.raises(BotError, match=r"the bot of p2 \(.*bot\.py\) .*" + message) as caught:
        player(seen, seen["question"])
    player.close()
    assert str(caught.value).isprintable()


def test_a_silent_bot_runs_out_of_time_and_is_ended(tmp_path: Path) -> None:
    player = bot(tmp_path, "import time; time.sleep(1000)", seconds=0.3)
    seen = Session.new(GAME, {}, "s").view(0)
    with pytest.raises(BotError, match=r"did not answer within 0\.3 seconds"):
        player(seen, seen["question"])
    process = player.process
    player.close()
    assert process is not None and process.poll() is not None


def test_a_bot_that_does_not_read_holds_nobody_up(tmp_path: Path) -> None:
    player = bot(tmp_path, "import time; time.sleep(1000)", seconds=0.3)
    seen = {**Session.new(GAME, {}, "s").view(0), "zones": {"z": ["x" * 10] * 100_000}}  # more than a pipe holds
    before = time.monotonic()
    with pytest.raises(BotError, match="did not answer"):
        player(seen, seen["question"])
    player.close()
    assert time.monotonic() - before < 30


@pytest.mark.parametrize("command", ["no-such-program-anywhere", "", "'unclosed", "/"])
def test_what_is_no_program_is_said(command: str) -> None:
    seen = Session.new(GAME, {}, "s").view(0)
    with pytest.raises(BotError, match="the bot of p2"):
        ProcessPlayer("p2", command)(seen, seen["question"])


def test_an_illegal_answer_is_refused_by_the_session(tmp_path: Path) -> None:
    player = bot(tmp_path, 'import sys\nfor line in sys.stdin: print(\'{"answer": "z9"}\', flush=True)')
    session = Session.new(GAME, {}, "s")
    seen = session.view(0)
    written = player(seen, seen["question"])
    player.close()
    with pytest.raises(SessionError, match="`z9` is not offered") as caught:
        session.answer_written(written)
    assert "the bot of p2" in str(player.refused(str(caught.value)))
