"""`archidsl replay`: forwards and backwards through a kept game, as anybody saw it, in any language."""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import archidsl
from archidsl.cli import cli
from archidsl.commands.keys import BACK, LEFT, RIGHT, SPACE, _typed
from archidsl.commands.replay import KEYS

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def kept(folder: Path, name: str, seed: str = "x", answers: int = 10_000) -> Path:
    path, rng = folder / f"{name}.jsonl", random.Random(seed)
    with archidsl.load(EXAMPLES / name).new(seed=seed, record=path) as table:
        while (choice := table.choice) and len(table.log) < answers:
            table.answer(choice.options.draw(rng.randrange))
    return path


@pytest.fixture(scope="module")
def saltfen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(tmp_path_factory.mktemp("kept"), "saltfen")


@pytest.fixture(scope="module")
def noughts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "tic.jsonl"
    with archidsl.load(EXAMPLES / "tic_tac_toe").new(seed="s", record=path) as table:
        for square in ("a1", "b2", "a2", "b3", "a3"):
            table.answer(square)
    return path


def run(path: Path, *arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(cli, ["replay", str(path), *arguments], input=typed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def headings(result: Result) -> list[str]:
    """The number of each position that was shown."""
    return [line.split(" of ")[0][1:] for line in result.output.splitlines() if line.startswith("[")]


# -- printed


def test_one_position(noughts: Path) -> None:
    result = run(noughts, "--at", "2")
    lines = result.output.splitlines()
    assert result.exit_code == 0 and "| a1 " in result.output
    at = lines.index("[2 of 5] p2: Choose square b2")
    assert lines[at + 1 :] == ["  mark of b2: - -> p2", "p1: Choose square"]
    assert run(noughts, "--at", "0").output.splitlines()[-2:] == [
        "[0 of 5] the beginning",
        "p1: Choose square",
    ]


def test_the_whole_game_is_a_transcript(noughts: Path) -> None:
    lines = run(noughts, "--all").output.splitlines()
    assert lines[:4] == [
        "0 the beginning", "1 p1: Choose square a1", "    mark of a1: - -> p1",
        "2 p2: Choose square b2",
    ]  # fmt: skip
    assert lines[-2:] == ["The game is over.", "won: p1 yes, p2 no"]


def test_secrets_are_seen_by_whom_they_belong_to(saltfen: Path) -> None:
    """A bid is secret for ever; what it was is known to whoever made it, and to the author."""
    seen = {
        reader: json.loads(run(saltfen, "--as", reader, "--format", "json").output)
        for reader in ("p1", "p2", "nobody", "everybody")
    }
    bids = {reader: [step for step in said["steps"] if step["key"] == "stake"] for reader, said in seen.items()}
    assert bids["nobody"] and all(step["answer"] is None for step in bids["nobody"])
    assert all((step["answer"] is not None) is (step["player"] == "p1") for step in bids["p1"])
    assert all(step["answer"] is not None for step in bids["everybody"])
    assert [said["as"] for said in seen.values()] == ["p1", "p2", "nobody", "everybody"]
    assert [("seed" in said) for said in seen.values()] == [False, False, False, True]
    secrets = [run(saltfen, "--as", reader, "--at", "0").output for reader in ("p1", "nobody", "everybody")]
    assert len(set(secrets)) == 3
    deck = [line for line in secrets[2].splitlines() if line.startswith("craft deck")]
    assert deck and "face down" not in deck[0]
    assert all(name not in secrets[1] for name in ("Herald", "Miser")) and "Herald" in secrets[2]


def test_json(noughts: Path) -> None:
    whole = json.loads(run(noughts, "--format", "json").output)
    assert (whole["version"], whole["game"], whole["answers"], whole["over"]) == (1, "tic_tac_toe", 5, True)
    assert whole["results"] == {"won": {"p1": "yes", "p2": "no"}}
    assert whole["steps"][1] == {
        "number": 2, "player": "p2", "key": "square", "answer": "b2", "text": "p2: Choose square b2",
        "changes": [{"sort": "property", "what": "mark", "of": "b2", "before": None, "after": "p2"}],
    }  # fmt: skip
    one = json.loads(run(noughts, "--at", "2", "--format", "json").output)
    assert one["steps"] == whole["steps"][1:2] and one["view"]["properties"]["mark of square"] == {
        "a1": "p1",
        "b2": "p2",
    }
    assert json.loads(run(noughts, "--at", "0", "--format", "json").output)["steps"][0]["number"] == 0


def test_any_language(saltfen: Path, tmp_path: Path) -> None:
    english, french, german = (run(saltfen, "--at", "30", "--lang", lang).output for lang in ("en", "fr", "de"))
    assert "[30 of " in english and "[30 sur " in french and "[30 von " in german


# -- step by step


def test_forwards_and_backwards(noughts: Path) -> None:
    result = run(noughts, typed="\nn\nn\nb\n5\nn\nb\nfirst\nb\nlast\n")
    assert headings(result) == ["0", "1", "2", "3", "2", "5", "4", "0", "5"]
    assert "This is the end" in result.output and "This is the beginning." in result.output
    assert run(noughts, typed="q\nn\n").output.count("[") == 1


def test_the_position_is_the_same_from_both_sides(saltfen: Path) -> None:
    there = run(saltfen, typed="39\nn\n").output.rpartition("39/")[2].partition("\n")[2]
    back = run(saltfen, typed="41\nb\n").output.rpartition("41/")[2].partition("\n")[2]
    assert there == back


def test_what_the_game_counts(saltfen: Path) -> None:
    table = archidsl.replay(saltfen)
    days = [
        table.session.at(number).s[table.session.layout.columns["day", ""].offset]
        for number in range(len(table.log) + 1)
    ]
    first = [str(days.index(day)) for day in (1, 2, 3)]
    assert headings(run(saltfen, typed="day 2\nday 1\n")) == ["0", first[1], first[0]]
    assert headings(run(saltfen, typed="next day\nnext day\nnext day\nback day\n")) == ["0", *first, first[1]]
    assert headings(run(saltfen, typed="da 2\n")) == ["0", first[1]]
    result = run(saltfen, typed="day 99\nnext moon\nback day\n")
    assert "`day 99` does not happen." in result.output and "What is counted: day, flood" in result.output
    assert "`back day` does not happen." in result.output


def test_answers_of_a_player(saltfen: Path) -> None:
    table = archidsl.replay(saltfen)
    theirs = [str(entry.number) for entry in table.log if entry.player == "p1"]
    assert headings(run(saltfen, typed="next p1\nnext p1\nback p1\n")) == ["0", theirs[0], theirs[1], theirs[0]]


def test_search(saltfen: Path) -> None:
    table = archidsl.replay(saltfen)
    bids = [str(entry.number) for entry in table.log if entry.key == "stake"]
    result = run(saltfen, typed="/COINS do you bid\n/\n/nowhere at all\n")
    assert headings(result) == ["0", bids[0], bids[1]] and "`nowhere at all` does not occur." in result.output


def test_another_pair_of_eyes(saltfen: Path) -> None:
    result = run(saltfen, typed="as p1\nas everybody\nas nobody\nas p9\n")
    secrets = [shown.count("secret of p2: ") for shown in result.output.split("> as ")]
    assert headings(result) == ["0"] * 4 and secrets == [0, 0, 1, 0, 0]
    assert "`p9` is nobody here; there are p1, p2, p3" in result.output


def test_what_has_no_room_is_asked_for_by_its_title(saltfen: Path) -> None:
    result = run(saltfen, typed="30\nstal\n")
    assert result.output.rpartition("> stal\n")[2].startswith("Stalls\n")


def test_what_is_not_understood(saltfen: Path) -> None:
    result = run(saltfen, typed="blah\n9999\n?\nview\n\xe9\n")
    assert "`blah` is no command." in result.output and "There is no position 9999; there are 0 to " in result.output
    assert "one answer forwards" in result.output and result.exit_code == 0


def typed(text: str) -> str:
    read, write = os.pipe()
    try:
        os.write(write, text.encode())
        os.close(write)
        return _typed(read, KEYS)
    finally:
        os.close(read)


def test_keys_at_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert [typed(key) for key in (RIGHT, LEFT, SPACE, BACK, "\r", "\n")] == ["n", "b", "n", "b", "", ""]
    assert typed("next day\r") == "next day" and typed("12\x7f3\n") == "13" and typed("abc\x15d\n") == "d"
    for text in ("", "\x04", "unfinished"):
        with pytest.raises(EOFError):
            typed(text)
    assert "\x1b" not in capsys.readouterr().out


# -- what goes wrong


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--at", "99"], 2, "the positions 0 to 5, and no 99"),
        (["--at", "-1"], 2, "--at"),
        (["--at", "1", "--all"], 2, "not both"),
        (["--as", "p9"], 2, "`p9` does not play; there are p1, p2, everybody and nobody"),
        (["--game", str(EXAMPLES / "saltfen")], 1, "was played with rules"),
    ],
)
def test_what_cannot_be_shown(noughts: Path, arguments: list[str], code: int, message: str) -> None:
    result = run(noughts, *arguments)
    assert result.exit_code == code and message in result.stderr


def test_a_game_that_was_left_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    path = kept(tmp_path, "saltfen", answers=12)
    whole = run(path, "--all").output
    assert "The game is over." not in whole and not json.loads(run(path, "--format", "json").output)["results"]
    path.write_bytes(path.read_bytes() + b'{"torn')
    assert run(path, "--all").output == whole
    path.write_bytes(path.read_bytes().replace(b'"stake"', b'"steak"'))
    broken = run(path, "--all")
    assert broken.exit_code == 1 and broken.stderr.startswith(f"error: {path}:")


def test_a_script_is_shown_like_a_record(saltfen: Path, tmp_path: Path) -> None:
    script = tmp_path / "same.game"
    made = CliRunner().invoke(cli, ["record", str(saltfen), "-o", str(script), "--names", "ann,ben,cem"])
    assert made.exit_code == 0, made.output
    called = run(script, "--all").stdout
    for number, name in enumerate(("ann", "ben", "cem"), 1):
        called = re.sub(rf"\b{name}\b", f"p{number}", called)
    assert called == run(saltfen, "--all").stdout
    assert run(script, "--at", "9", "--as", "ben").stdout == run(script, "--at", "9", "--as", "p2").stdout
    text, whole = script.read_text(), run(script, "--all").stdout
    script.write_text(text.replace("expect over", "expect not over"))
    assert script.read_text() != text
    failed = run(script, "--all")
    assert failed.exit_code == 1 and failed.stdout == whole and "script-expect" in failed.stderr
