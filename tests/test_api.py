"""`import archidsl`, as a person with a notebook uses it."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import archidsl
from archidsl import api
from archidsl.players.offered import Offered
from archidsl.session import fingerprint

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"
GAMES = ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"]


@pytest.fixture(scope="module")
def saltfen() -> archidsl.Game:
    return archidsl.load(EXAMPLES / "saltfen")


def by_chance(seed: int) -> archidsl.Bot:
    rng = random.Random(seed)
    return lambda choice: choice.options.draw(rng.randrange)


def state(table: archidsl.Table) -> str:
    return fingerprint(table.session.position)


# -- the package


def test_importing_costs_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import archidsl; print(sorted(m for m in sys.modules if "
        "m.startswith(('archidsl', 'click', 'lark', 'yaml', 'jsonschema', 'dataclasses')) and m not in before));"
        "archidsl.load; print([m for m in ('lark', 'jsonschema', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines() == ["['archidsl']", "[]"]


def test_names_for_people_and_for_editors_are_the_same() -> None:
    stub = (ROOT / "archidsl" / "__init__.pyi").read_text()
    said = [line.split(" as ")[1] for line in stub.splitlines() if " as " in line]
    assert said == archidsl.__all__ == api.__all__
    documented = [name for name in said if name not in ("Bot", "Written")]
    assert all(getattr(archidsl, name).__doc__ for name in documented) and set(said) <= set(dir(archidsl))
    with pytest.raises(AttributeError, match="it has Bot, Choice"):
        archidsl.lode  # type: ignore[attr-defined]  # noqa: B018


# -- games and tables


@pytest.mark.parametrize("name", GAMES)
def test_the_first_loop_of_everybody(name: str) -> None:
    table = archidsl.load(name).new(seed="monday")
    while choice := table.choice:
        table.answer(choice.options[0])
    assert table.over and table.choice is None and table.log and set(table.results) <= {"won", "score"}


def test_a_game_and_what_can_be_settled(saltfen: archidsl.Game) -> None:
    assert saltfen.id == "saltfen" and repr(saltfen) == "<Game: saltfen>" and saltfen.options["players"].low == 2
    table = saltfen.new(players=2, seed="monday")
    assert table.players == ("p1", "p2") and table.seed == "monday" and table.options["players"] == 2
    assert saltfen.new(options={"players": 4}).options["players"] == 4
    named = saltfen.new(names=["Ann", "Bo"], seed="monday")
    assert named.names == {"p1": "Ann", "p2": "Bo"} and named.view("Bo") == named.view("p2") == table.view("p2")
    assert repr(table).startswith("<Table: saltfen, 2 players, ") and " is asked for home>" in repr(table)


def test_mods_lie_on_top(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: more\nneeds: [saltfen]\nchanges: [{in: crafts, change: ferry, fame: +1}]\n"
    )
    assert archidsl.load("saltfen", tmp_path).digest != archidsl.load("saltfen").digest


def test_the_shipped_game_needs_no_path() -> None:
    game = archidsl.load()
    table = game.new(players=2, seed="api", game_length="short", no_secrets=True)
    assert (table.options["game_length"], table.options["no_secrets"]) == ("short", "yes")
    assert table.choice is not None and table.choice.text("fr") != table.choice.text("en")
    assert table.text("p1", "de") and game.title("fr")


# -- choices


def test_a_choice_tells_who_what_and_how(saltfen: archidsl.Game) -> None:
    table = saltfen.new(players=2, seed="monday")
    choice = table.choice
    assert choice is not None and choice is table.choice
    assert (choice.key, choice.kind, choice.may_decline, choice.least) == ("home", "one", False, 1)
    assert list(choice.options) == choice.question["answers"] and choice.options[0] in choice.options
    assert choice.view == table.view(choice.player) and choice.view["question"] == choice.question
    table.answer(choice.options[-1])
    assert table.log[-1].answer == choice.options[-1] and table.choice is not choice
    assert choice.view["history"] == table.view(choice.player)["history"][:-1]  # a choice stays what it was


def test_what_is_refused_says_why_and_changes_nothing(saltfen: archidsl.Game) -> None:
    table = saltfen.new(players=2, seed="monday")
    before = state(table)
    with pytest.raises(archidsl.Refused, match="is asked for `home`"):
        table.answer("nowhere")
    assert table.why_not("nowhere") and table.why_not("nowhere", "fr") != table.why_not("nowhere")
    assert not table.why_not(table.choice.options[0]) if table.choice else False
    for wrong in ([], {}, None, 7, 1.5, True, ["a"], {"a": "b"}):
        with pytest.raises(archidsl.Refused):
            table.answer(wrong)  # type: ignore[arg-type]
    assert state(table) == before


@pytest.mark.parametrize("name", GAMES)
def test_every_option_that_is_shown_is_taken(name: str) -> None:
    """And nothing else: the options of a choice are the answers that the engine allows."""
    table, bot = archidsl.load(name).new(seed="options"), by_chance(1)
    for _ in range(40):
        if (choice := table.choice) is None:
            break
        raw = table.session.choice
        assert raw is not None and choice.options.size == raw.size()
        for option in choice.options[:20]:
            assert option in choice.options and not table.why_not(option)
        assert ("no such word" in choice.options) is (["no such word"] in choice.options) is False
        assert (None in choice.options) is choice.may_decline
        table.answer(bot(choice))


def test_options_are_counted_and_not_made() -> None:
    question = {"key": "k", "kind": "order", "may_decline": False, "answers": [f"t{i}" for i in range(30)]}
    offered = Offered(question)
    assert offered.size > 10**30 and offered[0] == question["answers"]
    assert offered[offered.size - 1] == question["answers"][::-1] and f"{offered.size:,} answers" in repr(offered)
    with pytest.raises(IndexError):
        offered[offered.size]


def test_options_of_sets_and_amounts() -> None:
    several = Offered({"key": "k", "kind": "several", "may_decline": True, "least": 0, "most": 2,
                       "answers": [["a1", "a2"], ["b"]]})  # fmt: skip
    assert list(several) == [[], ["a1"], ["b"], ["a1", "a2"], ["a1", "b"], None]
    assert several[-1] is None and several[1:3] == [["a1"], ["b"]] and ["b", "a2"] in several
    assert ["a1", "a2", "b"] not in several and ["a1", "a1"] not in several and "a1" not in several
    amount = Offered({"key": "k", "kind": "bundle", "may_decline": False, "least": 2, "most": 2,
                      "answers": {"x": 2, "y": 1}})  # fmt: skip
    assert list(amount) == [{"x": 2}, {"x": 1, "y": 1}]
    assert {"y": 1, "x": 1} in amount and {"x": 2, "y": 0} in amount and {"y": 2} not in amount and None not in amount


# -- copies, undo, records


def test_a_copy_goes_its_own_way(saltfen: archidsl.Game) -> None:
    table = saltfen.new(players=2, seed="monday")
    for _ in range(30):
        assert table.choice is not None
        table.answer(table.choice.options[0])
    before, other = state(table), table.copy()
    other.play(by_chance(2))
    assert other.over and state(table) == before and len(table.log) < len(other.log)
    table.play(by_chance(2))
    assert state(table) == state(other) and table.log == other.log
    other.undo(3, force=True)
    assert len(other.log) < len(table.log)


def test_a_copy_writes_nothing_to_the_file(saltfen: archidsl.Game, tmp_path: Path) -> None:
    with saltfen.new(players=2, seed="monday", record=tmp_path / "game.jsonl") as table:
        text = (tmp_path / "game.jsonl").read_text()
        table.copy().play(by_chance(2))
        assert (tmp_path / "game.jsonl").read_text() == text


def test_undo_and_redo(saltfen: archidsl.Game) -> None:
    table = saltfen.new(players=2, seed="monday")
    before, choice = state(table), table.choice
    assert choice is not None
    table.answer(choice.options[1])
    after = state(table)
    table.undo()
    assert state(table) == before and table.choice is not None and table.choice.key == choice.key
    table.redo()
    assert state(table) == after
    with pytest.raises(archidsl.SessionError, match="nothing to play again"):
        table.redo()
    with pytest.raises(archidsl.SessionError, match="1 answers can be taken back"):
        table.undo(2)


def test_a_kept_game_is_gone_on_with(saltfen: archidsl.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = saltfen.new(players=2, seed="monday")
    for _ in range(3):
        assert table.choice is not None
        table.answer(table.choice.options[0])
    table.save(path)
    assert table.choice is not None
    table.answer(table.choice.options[0])
    with pytest.raises(archidsl.SessionError, match="already"):
        table.save(tmp_path / "other.jsonl")
    table.close()
    looked = archidsl.replay(path)
    assert looked.game.id == "saltfen" and state(looked) == state(table) and looked.log == table.log
    with saltfen.resume(str(path)) as again:
        assert state(again) == state(table)
        again.play(by_chance(3))
    assert archidsl.replay(path, EXAMPLES / "saltfen").over


def test_what_an_answer_did() -> None:
    table = archidsl.load("tic_tac_toe").new(seed="s")
    table.answer("b2")
    assert table.explain().startswith("1: p1 answers `square`: `b2`\n") and "mark of b2 nothing -> p1" in table.explain(
        1
    )
    [decision] = table.trace()
    assert decision["steps"][0]["changes"] == [{"what": "mark of b2", "before": "nothing", "after": "p1"}]
    assert len(table.trace(1, full=True)[0]["steps"]) > 1 and "choose square" in table.explain(full=True)
    with pytest.raises(archidsl.Error, match="0 to 1, and no 2"):
        table.trace(2)


def test_a_script_is_a_game_too() -> None:
    table = archidsl.replay(EXAMPLES / "tic_tac_toe" / "tests" / "win_in_five.game")
    assert table.over and table.winners == ["p1"] and not table.game.new(seed="s").over


# -- what goes wrong is one family


def test_every_mistake_is_an_error_with_a_sentence(saltfen: archidsl.Game, tmp_path: Path) -> None:
    with pytest.raises(archidsl.PackErrors) as broken:
        archidsl.load(tmp_path / "nothing")
    assert isinstance(broken.value, archidsl.Error) and broken.value.errors[0].code == "cannot-read"
    table = saltfen.new(players=2)
    (tmp_path / "no_record.jsonl").write_text("{}\n")
    for wrong in (
        lambda: saltfen.new(players=9),
        lambda: saltfen.new(colour="red"),
        lambda: saltfen.new(names=["only one"]),
        lambda: saltfen.new(record=tmp_path),
        lambda: saltfen.resume(tmp_path / "nothing"),
        lambda: archidsl.replay(tmp_path / "no_record.jsonl"),
        lambda: table.view("p9"),
        lambda: table.play({"p1": by_chance(1)}),
        lambda: table.play({"p1": by_chance(1), "p2": by_chance(1), "p3": by_chance(1)}),
        lambda: table.text("p1", "xx"),
        lambda: table.answer("+nothing", by="p2"),
        lambda: table.answer("x", by="nobody"),
        lambda: table.undo(0),
        lambda: table.save(tmp_path / "not" / "there.jsonl"),
    ):
        with pytest.raises(archidsl.Error) as problem:
            wrong()
        assert str(problem.value)


# -- bots


def test_a_seed_may_be_a_number(saltfen: archidsl.Game) -> None:
    assert saltfen.new(players=2, seed=7).log == saltfen.new(players=2, seed="7").log


def test_bots_by_the_names_of_players(saltfen: archidsl.Game) -> None:
    assert saltfen.new(names=["Ann", "Ben"], seed=7).play({"Ann": by_chance(1), "p2": by_chance(2)}).over


def test_bots_play_to_the_end(saltfen: archidsl.Game) -> None:
    one = saltfen.new(players=2, seed="bots").play({"p1": by_chance(1), "p2": by_chance(2)})
    assert one.over and set(one.winners) <= set(one.players)


def test_a_bot_in_another_process(saltfen: archidsl.Game) -> None:
    table = saltfen.new(players=2, seed="serve")
    choice = table.choice
    assert choice is not None
    sent = json.dumps({"view": choice.view, "question": choice.question}) + "\n"
    got: list[archidsl.Choice] = []
    out = io.StringIO()

    def bot(asked: archidsl.Choice) -> archidsl.Written:
        got.append(asked)
        return asked.options[1]

    archidsl.serve(bot, io.StringIO(sent + sent), out)
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [{"answer": choice.options[1]}] * 2
    assert got[0].view == choice.view and list(got[0].options) == list(choice.options)
    with pytest.raises(archidsl.Error, match="words for people"):
        got[0].text("fr")
    with pytest.raises(archidsl.Error, match="no question"):
        archidsl.serve(bot, io.StringIO("hello\n"), out)
