"""`archidsl record`: a kept game becomes a script, and the script is the same game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import archidsl
from archidsl.cli import cli
from archidsl.commands.kept import shipped
from archidsl.commands.record import script_of
from archidsl.commands.scripts import Games, play_script
from archidsl.commands.table import play_on
from archidsl.players.random_player import RandomPlayer
from archidsl.rendering import concise
from archidsl.session import Session, fingerprint

ROOT = Path(__file__).resolve().parents[2]
GAMES = Games()
COLOURS = ("red", "blue", "green", "yellow", "white")
ROUNDS = {
    "tic_tac_toe": 20,
    "kuhn_poker": 20,
    "leduc_poker": 20,
    "rival_magicians": 12,
    "saltfen": 12,
    "archipelago": 6,
}


def record(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["record", *map(str, arguments)])


def random_game(name: str, number: int, path: Path | None = None) -> Session:
    """Bots that now and then begin something of their own."""
    game = GAMES.open(shipped(name))
    option = game.options["players"]
    players = option.low + number % (option.high - option.low + 1)
    session = Session.new(game, {"players": players}, f"round trip {number}", path=path)
    names = session.layout.names[:players]
    bots = {who: RandomPlayer(f"trip {number}", who) for who in names}
    while session.choice is not None:
        by = names[number % players]
        offers = session.position.volunteers(names.index(by))
        if offers and session.end % 7 == 3:
            session.answer_written(f"+{offers[0]}", by)
            continue
        view = session.view(session.choice.player)
        session.answer_written(bots[session.player](view, view["question"]))
    return session


def test_a_seat_without_a_name_costs_the_others_none(tmp_path: Path) -> None:
    """A bot is called as its seat is; whoever plays against it has a name."""
    kept = tmp_path / "kept.jsonl"
    with archidsl.load("tic_tac_toe").new(names=["ann", "p2"], seed=1, record=kept) as table:
        table.answer("b2")
    result = record(kept)
    assert result.exit_code == 0 and "players: ann, p2\n" in result.output and "ann: square b2" in result.output


def test_a_script_can_be_sent(tmp_path: Path) -> None:
    """It names a shipped example by its word; not where something else of that name stands beside it."""
    kept = tmp_path / "kept.jsonl"
    random_game("saltfen", 0, kept)
    result = record(kept, "-o", tmp_path / "kept.game")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "kept.game").read_text("utf-8")
    assert "\ngame: saltfen\n" in text and not play_script(tmp_path / "kept.game", GAMES)[0].report.errors
    (tmp_path / "saltfen").mkdir()
    record(kept, "-o", tmp_path / "kept.game")
    assert "examples/saltfen\n" in (tmp_path / "kept.game").read_text("utf-8")
    assert "is a script already" in record(tmp_path / "kept.game").output


@pytest.mark.parametrize("name", ROUNDS)
def test_record_to_script_to_the_same_game(name: str, tmp_path: Path) -> None:
    """Everything of the state and of all answers; with and without names, chance and what holds in each round."""
    for number in range(ROUNDS[name]):
        session = random_game(name, number)
        path = tmp_path / f"{number}.game"
        more = ((), ("expect",), ("chance",))[number % 3]
        called = COLOURS[: session.layout.players] if number % 2 else ()
        text = script_of(session, path, called, more)
        assert max(map(len, text.split("\n"))) <= 110
        path.write_text(text, "utf-8")
        ran, table = play_script(path, GAMES)
        assert not ran.report.errors, [concise(d) for d in ran.report.sorted()]
        assert table is not None and table.session.live == session.live
        assert ran.state == fingerprint(session.position)
        assert script_of(table.session, path, called, more) == text


def test_a_game_that_is_not_over(tmp_path: Path) -> None:
    kept, out = tmp_path / "kept.jsonl", tmp_path / "kept.game"
    game = GAMES.open(shipped("saltfen"))
    session = Session.new(game, {"players": 2}, 'a "seed" # with\nsigns', ["ann", "ben"], kept)
    bots = {who: RandomPlayer("x", who) for who in ("p1", "p2")}
    for _ in range(20):
        assert session.choice is not None
        view = session.view(session.choice.player)
        session.answer_written(bots[session.player](view, view["question"]))
    session.close()
    assert record(kept, "-o", out).exit_code == 0
    text = out.read_text("utf-8")
    assert "players: ann, ben\n" in text and '\nseed: "a \\"seed\\" # with\\nsigns"\n' in text
    assert re.search(r"\nexpect (ann|ben) is asked \w+\n$", text)
    done = CliRunner().invoke(cli, ["run", str(out)])
    assert done.exit_code == 0, done.output
    assert record(kept).output.split("\n")[2:] == text.split("\n")[2:]


def test_what_is_written(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    session = Session.new(GAMES.open(shipped("tic_tac_toe")), {}, "s", path=kept)
    for square in ("b2", "a1", "c3", "a2"):
        session.answer_written(square)
    session.undo()
    session.answer_written("a3")
    session.close()
    result = record(kept, "-o", ROOT / "examples" / "tic_tac_toe" / "tests" / "x.game", "--names", "ann")
    assert result.exit_code == 2 and "the game has 2 players, and not 1" in result.output
    result = record(kept, "--names", "ann,ben", "--with", "expect", "--game", ROOT / "examples" / "tic_tac_toe")
    lines = result.output.split("\n")
    assert lines[0].startswith("# tic_tac_toe, played with rules ") and lines[1].startswith("game: ")
    assert "\n".join(lines[2:]) == (
        "seed: s\nplayers: ann, ben\n\n# -- round 1 --\nann: square b2\nben: square a1\n\n"
        "# -- round 2 --\nann: square c3\nben: square a3\n\nexpect ann is asked square\n"
    )


def test_the_options_that_are_not_as_usual(tmp_path: Path) -> None:
    session = Session.new(GAMES.open(shipped("saltfen")), {"players": 2, "days": 3}, "x")
    text = script_of(session, None)
    assert "\noptions: days 3, players 2\n" in text
    assert "\noptions: days 3\n" in script_of(session, None, ("ann", "ben"))


def test_names_that_no_script_can_have(tmp_path: Path) -> None:
    session = Session.new(GAMES.open(shipped("tic_tac_toe")), {}, "s", ["Ann Lee", "stop"])
    text = script_of(session, None)
    assert "players:" not in text and text.endswith("expect p1 is asked square\n")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["none.jsonl"], 1, "No such file"),
        (["none.jsonl", "-o", "x.txt"], 2, "a script ends in `.game`"),
        (["none.jsonl", "--names", "Ann"], 2, "a name has small letters"),
        (["none.jsonl", "--with", "all"], 2, "is not one of"),
    ],
)
def test_wrong_usage(arguments: list[str], code: int, said: str) -> None:
    result = record(*arguments)
    assert result.exit_code == code and said in result.output


def test_a_whole_game_at_the_table(tmp_path: Path) -> None:
    """What people play is kept, and the keeping becomes a script."""
    kept = tmp_path / "kept.jsonl"
    session = Session.new(GAMES.open(shipped("rival_magicians")), {}, "x", path=kept)
    play_on(session, {who: RandomPlayer("y", who) for who in session.layout.names[: session.layout.players]}, None)
    session.close()
    assert record(kept, "-o", tmp_path / "kept.game").exit_code == 0
    done = CliRunner().invoke(cli, ["run", str(tmp_path / "kept.game"), str(kept)])
    assert done.exit_code == 0 and "2 passed" in done.output
