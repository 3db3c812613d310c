"""`resolve` and `diff`: what packs and mods together say, and who said it; what a mod changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli

ROOT = Path(__file__).resolve().parents[2]

BASE = """\
pack: demo
main: game
results: {won: won}
options: [{option: players, range: 2-4, default: 2}]
stuffs: [{stuff: pearl, total: 9, starts: box}]
holders: [{holder: box}, {holder: player}]
kinds:
  - {kind: token, facts: {worth: number, sizes: {type: number, listed: yes}}, starts: heap, properties: {bent: yes_no}}
zones: [{zone: heap, of: token}]
properties: [{property: won, of: player, type: yes_no}, {property: spare, is: 3}]
tokens:
  - {token: round_one, note: T1, worth: 2, sizes: [1, 2], text: A round one.}
  - {token: flat_one, worth: 1, sizes: [3]}
procedures:
  - procedure: game
    effect: |
      each player p:
        p gains 1 pearl from box
        p gains (total worth of token) pearl from box
      each token t: set bent of t to no
      finish
"""
MOD = """\
pack: more
needs: [demo]
options: [{option: mood, values: [calm, wild], default: calm}]
tokens: [{token: new_one, worth: 5, sizes: [1], text: Quite new.}]
changes:
  - {in: tokens, change: round_one, worth: +3, note: mine}
  - {in: tokens, extend: round_one, sizes: [7]}
  - {in: tokens, delete: flat_one}
  - {in: properties, delete: spare}
  - in: procedures
    change: game
    effect: |
      each player p:
        p gains 1 pearl from box
        if mood is wild: p gains 1 pearl from box
        p gains (total worth of token) pearl from box
      each token t: set bent of t to no
      finish
"""
TOP = "pack: top\nneeds: [more]\nchanges:\n  - {in: tokens, change: round_one, worth: 9, text: A big one.}\n"


@pytest.fixture(autouse=True)
def packs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("demo", BASE), ("more", MOD), ("top", TOP)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(arg) for arg in args])


def said(*args: str | Path) -> str:
    done = run(*args)
    assert done.exit_code == 0, done.output
    return done.output


def data(*args: str | Path) -> Any:
    return json.loads(said(*args, "--format", "json"))


# -- resolve


def test_the_value_as_merged() -> None:
    assert said("resolve", "demo", "round_one.worth") == "token round_one.worth  in demo/pack.yaml:12\n  2\n"
    assert said("resolve", "more", "round_one.worth").endswith("\n  5\n")
    assert said("resolve", "top", "T1.worth").endswith("\n  9\n")  # the number of the first note still leads there
    assert said("resolve", "demo", "game.effect", "--mod", "more").count("\n") == 7


@pytest.mark.parametrize("id", ["round_one.sizes.2", "token:round_one.sizes.2", "tokens.round_one.sizes.2"])
def test_several_ways_to_say_where(id: str) -> None:
    assert data("resolve", "demo", id)["found"][0]["value"] == 2


def test_what_is_declared_inside_an_item() -> None:
    assert [found["key"] for found in data("resolve", "demo", "bent")["found"]] == [["properties", "bent"]]


def test_origins_of_one_value_in_order() -> None:
    lines = said("resolve", "top", "round_one.worth", "--origins").splitlines()[1:]
    assert [line.strip() for line in lines] == [
        "2  demo demo/pack.yaml:12",
        "-> 5  more (change) more/pack.yaml:6",
        "-> 9  top (change) top/pack.yaml:4",
    ]


def test_origins_of_a_whole_item_and_of_a_text() -> None:
    text = said("resolve", "top", "round_one", "--origins")
    assert "sizes: [1, 2]  demo demo/pack.yaml:12\n    -> [1, 2, 7]  more (extend) more/pack.yaml:7" in text
    assert "text: A round one.  demo demo/pack.yaml:12\n    -> A big one.  top (change) top/pack.yaml:4" in text
    effect = said("resolve", "top", "game", "--origins")
    assert "+   if mood is wild: p gains 1 pearl from box" in effect and "- " not in effect.replace("-> ", "")


def test_origins_for_programs() -> None:
    [found] = data("resolve", "top", "round_one.worth", "--origins")["found"]
    steps = found["origins"][0]["steps"]
    assert [(s["pack"], s["file"], s["line"], s["verb"], s["value"]) for s in steps] == [
        ("demo", "demo/pack.yaml", 12, None, 2),
        ("more", "more/pack.yaml", 6, "change", 5),
        ("top", "top/pack.yaml", 4, "change", 9),
    ]


def test_what_a_mod_added_and_what_one_deleted() -> None:
    assert "worth: 5  more more/pack.yaml:4" in said("resolve", "more", "new_one", "--origins")
    gone = said("resolve", "top", "flat_one")
    assert "deleted by more  more/pack.yaml:8" in gone and "worth: 1" in gone
    assert data("resolve", "top", "spare.is")["found"][0]["deleted"] is True


@pytest.mark.parametrize(
    ("id", "help"),
    [
        ("round_won", "did you mean `round_one`"), ("round_one.wort", "did you mean `worth`?"),
        ("round_one.sizes.\u00b2", "has no `\u00b2`"), ("round_one.sizes.0000000012", "there are 1, 2"),
        ("round_one.sizes.3", "token round_one.sizes has no `3`; there are 1, 2"), ("t2", "nothing is called `t2`"),
        ("round_one.worth.deep", "nothing is below it"), ("bant", "did you mean `bent`"),
        ("kind:round_one", "nothing is called"), ("", "an empty word names nothing"),
    ],
)  # fmt: skip
def test_what_may_have_been_meant(id: str, help: str) -> None:
    done = run("resolve", "demo", id)
    assert done.exit_code == 2 and help in done.output, done.output


def test_the_shipped_game_with_a_mod() -> None:
    text = said("resolve", "A11.prices", "--origins", "--mod", ROOT / "examples" / "correction")
    assert "[4, 3, 2]  archipelago_cards " in text and "-> [5, 4, 3]  correction (change) " in text


def test_one_more_of_what_is_worked_out() -> None:
    """A number under a key that could also be a formula."""
    Path("top/pack.yaml").write_text(
        "pack: top\nneeds: [demo]\nchanges: [{in: properties, change: spare, is: +1}]\n", "utf-8"
    )
    assert said("resolve", "top", "spare.is").endswith("\n  4\n")
    assert run("check", "top").exit_code == 0


# -- diff


def differences(*args: str) -> list[tuple[str, str, str]]:
    return [(d["sort"], d["about"], ".".join([d["item"], *d["key"]])) for d in data("diff", *args)["differences"]]


ONE = [
    ("changed", "rules", "round_one.worth"),
    ("changed", "rules", "round_one.sizes"),
    ("changed", "sources", "round_one.note"),
    ("changed", "rules", "game.effect"),
    ("removed", "rules", "flat_one"),
    ("removed", "rules", "spare"),
    ("added", "rules", "mood"),
    ("added", "rules", "new_one"),
]


@pytest.mark.parametrize("args", [["more"], ["demo", "--mod", "more"], ["--mod", "more"]], ids=" ".join)
def test_what_a_mod_changes(args: list[str]) -> None:
    assert sorted(differences(*args)) == sorted(ONE)


def test_two_mods_together_and_the_upper_one_alone() -> None:
    assert sorted(differences("top")) == [
        ("changed", "rules", "round_one.worth"),
        ("changed", "words", "round_one.text"),
    ]
    both = sorted([*ONE, ("changed", "words", "round_one.text")])
    assert sorted(differences("demo", "--mod", "more", "--mod", "top")) == both


def test_it_reads_well() -> None:
    text = said("diff", "more")
    for line in (
        "more on demo",
        "the game: 7 differences",
        "  ~ token round_one.worth: 2 -> 5  more/pack.yaml:6",
        "  ~ token round_one.sizes: [1, 2] -> [1, 2, 7]  more/pack.yaml:7",
        "  - token flat_one  more/pack.yaml:8",
        "  + option mood: values [calm, wild], default calm  more/pack.yaml:3",
        "  + token new_one: Quite new.  more/pack.yaml:4",
        "  ~ procedure game.effect  more/pack.yaml:12",
        "      +   if mood is wild: p gains 1 pearl from box",
        "sources, rules and notes are other for: token round_one",
        "kept games: those without the mod stay without it",
    ):
        assert line in text.splitlines(), text
    assert "texts in fr: " in text and "token.new_one" in text


def test_words_alone_leave_kept_games_alone() -> None:
    Path("top/pack.yaml").write_text(TOP.replace("worth: 9, ", ""), "utf-8")
    assert "kept games: those without the mod go on with it" in said("diff", "top")


def test_wrong_usage() -> None:
    assert "it is a whole game, and no mod" in run("diff", "demo").output
    assert run("diff").exit_code == 2
    Path("top/pack.yaml").write_text(TOP.replace("worth", "wroth"), "utf-8")
    assert run("diff", "top").exit_code == 1


def test_a_thing_without_a_name_is_called_as_it_is_spoken() -> None:
    assert said("resolve", "demo", "Round one.worth") == said("resolve", "demo", "round_one.worth")
