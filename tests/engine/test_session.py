"""Sessions: on disk before they count, the same after replay, undo, redo and a crash, and refused when changed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from archidsl.engine import machine
from archidsl.engine.record import Entry, Header, Line, RecordFile, read_record
from archidsl.engine.verbs import BudgetError
from archidsl.engine.views import Sight
from archidsl.pipeline import Game, load
from archidsl.players.random_player import RandomPlayer
from archidsl.session import COPY_EVERY, Session, SessionError, fingerprint

ROOT = Path(__file__).resolve().parents[2]
TIC, KUHN, MAGICIANS, FEN = (
    load([ROOT / "examples" / name]) for name in ("tic_tac_toe", "kuhn_poker", "rival_magicians", "saltfen")
)
ALL = [TIC, KUHN, MAGICIANS, FEN]
each_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.id)


def play(session: Session, answers: int = 10_000, seed: str = "bots") -> Session:
    """So many random decisions, or to the end."""
    while session.choice is not None and answers:
        view = session.view(session.choice.player)
        session.answer_written(RandomPlayer(seed, session.player)(view, view["question"]))
        answers -= 1
    return session


def played(game: Game, answers: int = 10_000, seed: str = "s") -> Session:
    return play(Session.new(game, {}, seed), answers)


# -- records


@each_game
def test_a_replayed_game_is_the_same(game: Game) -> None:
    session = played(game)
    again = Session.replay(game, session.header, session.live)
    assert session.position.over
    assert fingerprint(again.position) == fingerprint(session.position)
    assert again.view(0) == session.view(0)


@each_game
def test_a_resumed_game_is_the_same_and_goes_on(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = play(Session.new(game, {}, "s", path=path), 3)
    session.close()
    again = Session.resume(game, path)
    assert fingerprint(again.position) == fingerprint(session.position)
    play(again).close()
    assert fingerprint(again.position) == fingerprint(played(game).position)
    assert read_record(path).live == again.live


def test_the_fingerprint_holds_no_key() -> None:
    one, two = Session.new(TIC, {}, "one"), Session.new(TIC, {}, "two")
    assert fingerprint(one.position) == fingerprint(two.position)
    one.answer_written("b2")
    assert fingerprint(one.position) != fingerprint(two.position)


def test_chance_is_recorded_and_checked() -> None:
    session = played(KUHN)
    dealt = [entry for entry in session.live if entry.player == "chance"]
    assert [entry.key for entry in dealt] == ["dealt", "dealt"]
    other = {"jack": "queen", "queen": "king", "king": "jack"}[str(dealt[0].answer)]
    with pytest.raises(SessionError, match="entries:2: this record was not played with this key"):
        Session.replay(KUHN, session.header, [replace(dealt[0], answer=other), *session.live[1:]])


def test_an_answer_is_on_disk_before_it_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.new(TIC, {}, "s", path=path)
    seen = []
    original = machine.Position.answer
    spy = lambda self, answer: (seen.append(len(read_record(path).live)), original(self, answer))  # noqa: E731
    monkeypatch.setattr(machine.Position, "answer", spy)
    session.answer_written("b2")
    session.answer_written("a1")
    assert seen == [1, 2]


def test_an_answer_that_cannot_be_written_is_not_played(tmp_path: Path) -> None:
    session = Session.new(TIC, {}, "s", path=tmp_path / "game.jsonl")
    before = fingerprint(session.position)
    session.close()
    with pytest.raises(SessionError, match="the record is closed"):
        session.answer_written("b2")
    assert fingerprint(session.position) == before
    assert session.end == 0


CHILD = """
import sys
from pathlib import Path
from archidsl.pipeline import load
from archidsl.session import Session
session = Session.new(load([Path(sys.argv[1])]), {}, "s", path=sys.argv[2])
for square in ("b2", "a1", "c3"):
    session.answer_written(square)
    print("played", square, flush=True)
sys.stdin.read()
"""


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    command = [sys.executable, "-c", CHILD, str(ROOT / "examples" / "tic_tac_toe"), str(path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    assert child.stdout is not None and child.stdin is not None
    lines = [child.stdout.readline().strip() for _ in range(3)]
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()
    assert lines == ["played b2", "played a1", "played c3"]
    session = Session.resume(TIC, path)
    assert [entry.answer for entry in session.live] == ["b2", "a1", "c3"]
    assert session.player == "p2"
    session.close()


def test_a_crash_between_an_answer_and_chance_is_made_good(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    whole = Session.new(KUHN, {}, "s")
    RecordFile.create(path, whole.header).close()
    session = Session.resume(KUHN, path)
    assert session.live == whole.live
    session.close()
    assert read_record(path).live == whole.live


# -- refused


def test_other_rules_are_named(tmp_path: Path) -> None:
    header = Session.new(TIC, {}, "s").header
    with pytest.raises(SessionError) as caught:
        Session.replay(KUHN, header, [])
    assert TIC.digest in str(caught.value) and KUHN.digest in str(caught.value)


def test_what_is_no_answer_is_refused_in_words() -> None:
    session = Session.new(TIC, {}, "s")
    session.answer_written("b2")
    assert session.refuse("a1") == ""
    for bad in ("b2", "zz", "", 5, True, None, [], ["a1"], {}, {"a1": 1}, "+a1", 1.5, object()):
        assert session.refuse(bad).startswith("p2 is asked for `square`: "), bad
        with pytest.raises(SessionError):
            session.answer_written(bad)
    assert session.end == 1
    with pytest.raises(SessionError, match="not offered"):
        session.answer(10**6)


def test_a_refusal_names_the_rule_its_values_and_its_place() -> None:
    session = Session.new(TIC, {}, "s")
    session.answer_written("b2")
    said = session.refuse("b2")
    assert '"mark of it is nobody" (' in said and said.endswith("rules.yaml:15; mark of b2 is p1)")


def test_a_refusal_tells_nothing_that_is_hidden() -> None:
    """Of things that the asked player does not see, all refusals are alike but for the name."""
    session = Session.new(KUHN, {}, "s")
    game = Session.new(MAGICIANS, {}, "s")
    for playing in (session, game):
        assert playing.choice is not None
        sight = Sight(playing.layout, playing.position.s, playing.choice.player)
        names = [playing.layout.names[t] for t in range(playing.layout.movable) if not sight.sees(t)]
        assert names
        assert len({playing.refuse(name).replace(name, "") for name in names}) == 1


@each_game
def test_any_refusal_is_a_sentence(game: Game) -> None:
    session = Session.new(game, {}, "s")
    dice = random.Random(game.id)
    layout = session.layout
    words = [*layout.names, *layout.labels, *layout.stuffs, "+haggle", "+x", "?"]
    while session.choice is not None and session.end < 30:
        word = dice.choice(words)
        for written in (word, [word], {word: 99}, None, dice.randint(-3, 20)):
            said = session.refuse(written)
            assert said == "" or said.startswith(f"{session.player} is asked for `{session.choice.key}`: ")
        play(session, 1)


def test_a_game_that_is_over_asks_nothing() -> None:
    session = played(TIC)
    for tried in (lambda: session.answer_written("a1"), lambda: session.answer(0)):
        with pytest.raises(SessionError, match="the game is over"):
            tried()


def test_options_and_names_are_checked() -> None:
    for options in ({"players": 3}, {"players": "--2"}, {"players": "²"}, {"colour": "red"}):
        with pytest.raises(SessionError):
            Session.new(TIC, options, "s")
    with pytest.raises(SessionError, match="2 players, and 1"):
        Session.new(TIC, {}, "s", players=["Ann"])
    assert Session.new(TIC, {}, "s", players=["Ann", "Ben"]).header.players == ("Ann", "Ben")


def test_files_are_never_overwritten_and_never_shared(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.new(TIC, {}, "s", path=path)
    with pytest.raises(SessionError, match="File exists"):
        Session.new(TIC, {}, "s", path=path)
    with pytest.raises(SessionError, match="in use"):
        Session.resume(TIC, path)
    session.close()
    with pytest.raises(SessionError, match="No such file"):
        Session.resume(TIC, tmp_path / "none.jsonl")


def test_mutated_files_are_refused(tmp_path: Path) -> None:
    """Every change of the bytes is seen, but for a cut at the end: what is taken is the beginning of this game."""
    path, bad = tmp_path / "game.jsonl", tmp_path / "bad.jsonl"
    session = play(Session.new(KUHN, {}, "s", path=path))
    session.close()
    data = path.read_bytes()
    dice = random.Random(1)
    refused = 0
    for _ in range(1000):
        mutant = bytearray(data)
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(mutant))
            match dice.randrange(4):
                case 0:
                    mutant[at] ^= 1 << dice.randrange(8)
                case 1:
                    del mutant[at : at + dice.randint(1, 40)]
                case 2:
                    mutant[at:at] = mutant[: dice.randint(1, 40)]
                case _:
                    mutant[at] = dice.randrange(256)
            mutant = mutant or bytearray(b"x")
        if bytes(mutant) == data:
            continue
        bad.write_bytes(mutant)
        try:
            opened = Session.resume(KUHN, bad)
        except SessionError:
            refused += 1
            continue
        opened.close()
        whole = bytes(mutant[: mutant.rfind(b"\n", 0, mutant.find(b"\0")) + 1])
        assert data.startswith(whole) and opened.live == session.live[: opened.end]
    assert refused > 800


def mutated(lines: list[Entry], dice: random.Random) -> list[Line]:
    """One change that leaves a record in the right form."""
    out: list[Line] = list(lines)
    at = dice.randrange(len(out))
    entry = lines[at]
    other = lines[dice.randrange(len(lines))]
    match dice.randrange(6):
        case 0:
            out[at] = replace(entry, player=dice.choice(["p1", "p2", "p3", "chance", "nobody"]))
        case 1:
            out[at] = replace(entry, key=dice.choice([other.key, "", "dealt"]))
        case 2:
            odd = [other.answer, None, 0, -1, 7, "", "+x", [], ["jack"], {}, {"chip": 1}, "nobody"]
            out[at] = replace(entry, answer=dice.choice(odd))
        case 3:
            del out[at]
        case 4:
            out.insert(at, other)
        case _:
            out[at] = replace(entry, number=entry.number + dice.choice([-1, 1, 5]))
    return out


@each_game
def test_mutated_answers_are_refused_or_are_another_game(game: Game) -> None:
    """In a record that was sealed again: never anything but a SessionError, and what is taken is exactly itself."""
    session = played(game, 12)
    dice = random.Random(game.id)
    refused = 0
    for _ in range(250):
        lines = mutated(list(session.live), dice)
        try:
            taken = Session.replay(game, session.header, lines)
        except SessionError:
            refused += 1
            continue
        assert list(taken.live[: len(lines)]) == lines
        assert [entry.player for entry in taken.live[len(lines) :]] == ["chance"] * (len(taken.live) - len(lines))
    assert refused > 100


def test_a_mutated_header_is_refused() -> None:
    header = played(KUHN).header
    live = played(KUHN).live
    changes: list[dict[str, object]] = [
        {"game": "other"}, {"digest": "0"}, {"options": ()}, {"options": (("players", 3),)}, {"seed": "other"},
        {"options": (("players", "2"),)}, {"options": (("players", 2), ("x", 1))},
    ]  # fmt: skip
    for change in changes:
        mutant = Header(**{**{name: getattr(header, name) for name in header.__dataclass_fields__}, **change})  # type: ignore[arg-type]
        with pytest.raises(SessionError):
            Session.replay(KUHN, mutant, live)


# -- back and forth


@each_game
def test_undo_and_redo_are_a_replay(game: Game) -> None:
    session = played(game, COPY_EVERY * 2 + 5)
    decisions = sum(entry.player != "chance" for entry in session.live)
    dice = random.Random(game.id)
    whole = fingerprint(session.position)
    for _ in range(12):
        back = dice.randint(1, decisions)
        session.undo(back, force=True)
        assert session.player != "chance"
        assert fingerprint(session.position) == fingerprint(Session.replay(game, session.header, session.live).position)
        for _ in range(back):
            session.redo()
        assert fingerprint(session.position) == whole
    with pytest.raises(SessionError, match="nothing to play again"):
        session.redo()


def test_another_answer_after_undo_forgets_what_was_undone(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.new(TIC, {}, "s", path=path)
    for square in ("b2", "a1", "c3"):
        session.answer_written(square)
    session.undo(2)
    session.answer_written("a2")
    with pytest.raises(SessionError):
        session.redo()
    session.undo()
    session.close()
    again = Session.resume(TIC, path)
    assert [entry.answer for entry in again.live] == ["b2"]
    again.redo()  # also what was undone before the file was closed
    assert [entry.answer for entry in again.live] == ["b2", "a2"]
    again.close()
    assert [json.loads(line).get("undo") for line in path.read_text().splitlines()].count(None) == 6


def test_undo_can_go_back_to_one_player() -> None:
    session = Session.new(TIC, {}, "s")
    for square in ("b2", "a1"):
        session.answer_written(square)
    session.undo(by="p1")
    assert (session.player, session.end) == ("p1", 0)
    with pytest.raises(SessionError, match="0 answers can be taken back"):
        session.undo()


def test_what_was_dealt_stays_dealt() -> None:
    session = Session.new(KUHN, {}, "s")
    assert session.undo_barrier() == 2
    with pytest.raises(SessionError, match="0 answers"):
        session.undo()
    session.answer_written("bet")
    session.undo()
    assert session.end == 2


def test_what_has_come_to_light_is_not_taken_back() -> None:
    session = played(MAGICIANS, 20)
    barrier = session.undo_barrier()
    assert 0 < barrier <= session.end
    steps = sum(entry.player != "chance" for entry in session.live[barrier - 1 :])
    with pytest.raises(SessionError, match="come to light"):
        session.undo(steps)
    session.undo(steps, force=True)
    assert session.end < barrier


# -- too much


def make_costly(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """From now on this answer is too much for the machine, half way through."""
    original = machine.Position.answer

    def answer(self: machine.Position, answer: int) -> None:
        costly = self.program.layout.names[answer] == word
        original(self, answer)
        if costly:
            raise BudgetError("one decision went on and on")

    monkeypatch.setattr(machine.Position, "answer", answer)


def test_a_decision_that_costs_too_much_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.new(TIC, {}, "s", path=path)
    session.answer_written("b2")
    before = fingerprint(session.position)
    make_costly(monkeypatch, "a1")
    with pytest.raises(SessionError, match="too much, and is taken back"):
        session.answer_written("a1")
    assert fingerprint(session.position) == before
    assert [entry.answer for entry in read_record(path).live] == ["b2"]
    monkeypatch.undo()
    session.answer_written("a2")
    session.close()
    again = Session.resume(TIC, path)
    assert [entry.answer for entry in again.live] == ["b2", "a2"]
    again.close()


def test_a_costly_answer_that_a_crash_left_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    session = Session.new(TIC, {}, "s", path=path)
    session.answer_written("b2")
    session.answer_written("a1")
    session.close()
    make_costly(monkeypatch, "a1")
    with pytest.raises(SessionError, match="cannot be played"):
        Session.replay(TIC, session.header, read_record(path).entries)
    again = Session.resume(TIC, path)
    assert [entry.answer for entry in again.live] == ["b2"]
    again.close()
    assert [entry.answer for entry in read_record(path).live] == ["b2"]


# -- beginning something unasked


def test_what_a_window_offers_can_be_begun_and_is_recorded() -> None:
    session = played(FEN, 6)
    while not session.view(session.position.asked[1])["question"]["may_begin"]:
        play(session, 1)
    who, before = session.player, session.end
    [offer] = session.view(session.position.asked[1])["question"]["may_begin"]
    session.answer_written(offer)
    assert session.live[before].answer == offer
    assert session.player == who or session.live[-1].answer == offer
    play(session, 30)
    again = Session.replay(FEN, session.header, session.live)
    assert fingerprint(again.position) == fingerprint(session.position)
    with pytest.raises(SessionError, match="cannot be begun"):
        Session.new(TIC, {}, "s").answer_written(offer)


def test_another_player_begins_something_and_the_record_says_who(tmp_path: Path) -> None:
    session = Session.new(FEN, {"players": 3}, "offers", path=tmp_path / "g.jsonl")
    names = session.layout.names
    begun = ""
    while session.choice is not None and not begun:
        choice = session.choice
        others = [p for p in range(3) if p != choice.player and session.position.volunteers(p)]
        if others:
            begun, asked = names[others[0]], (session.player, choice.key)
            assert "+haggle" in session.view(others[0])["question"]["may_begin"]
            session.answer_written("+haggle", begun)
            continue
        view = session.view(choice.player)
        session.answer_written(RandomPlayer("b", session.player)(view, view["question"]))
    assert begun and session.player == begun != asked[0]
    assert session.live[-1].player == begun and session.view(-1)["history"][-1] == [begun, asked[1], "+haggle"]
    with pytest.raises(SessionError, match="is asked, and nobody else"):
        session.answer_written("x", asked[0])
    session.close()
    again = Session.resume(FEN, tmp_path / "g.jsonl")
    assert fingerprint(again.position) == fingerprint(session.position)
