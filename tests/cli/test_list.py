"""`archidsl list`: the members of a kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(__file__).parent / "tools" / "pack.yaml"
MAGICIANS = ROOT / "examples" / "rival_magicians"


@pytest.fixture(autouse=True)
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("ARCHIDSL_LANG", raising=False)


def listed(*arguments: object) -> Result:
    result = CliRunner().invoke(cli, ["list", *map(str, arguments)])
    assert result.exit_code in (0, 2), result.output
    return result


def names(*arguments: object) -> list[str]:
    """Of the members, in the order of the table."""
    result = listed(*arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return [member["id"] for member in json.loads(result.stdout)["members"]]


def test_a_table() -> None:
    assert listed(TOOLS, "tools").stdout == (
        "     tool      sort   size  hollow  cost    prices\n"
        "T1   Hammer    heavy  3     yes     2 coin  4, 10, 2, 7\n"
        "T10  Fine saw  light  0     no              1, 2\n"
        "     Old saw   light  1     no              1, 2, 3, 4, 5\n"
        "3 members\n"
    )


def test_as_many_columns_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "36")
    said = listed(TOOLS, "tools").stdout.splitlines()
    assert said[0] == "     tool      sort   size  hollow"
    assert said[-1] == "no room for: cost, prices (see --columns)"
    asked = listed(TOOLS, "tools", "--columns", "prices,Sort,cost").stdout.splitlines()
    assert asked[0] == "     tool      prices         sort   cost"
    assert asked[3] == "     Old saw   1, 2, 3, 4, 5  light"


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (["sort=light"], ["saw", "old_saw"]),
        (["sort!=light"], ["hammer"]),
        (["size>=1"], ["hammer", "old_saw"]),
        (["size>1"], ["hammer"]),
        (["size<=1"], ["saw", "old_saw"]),
        (["size<1"], ["saw"]),
        (["size=0"], ["saw"]),
        (["hollow=no"], ["saw", "old_saw"]),
        (["sort=light", "size > 0"], ["old_saw"]),
        (["prices=4"], ["hammer", "old_saw"]),
        (["prices!=4"], ["saw"]),
        (["prices>9"], ["hammer"]),
        (["SORT=Heavy"], ["hammer"]),
        (["size>9"], []),
    ],
)
def test_filters(where: list[str], found: list[str]) -> None:
    assert names(TOOLS, "tool", *(word for one in where for word in ("--where", one))) == found


def test_how_many_are_left() -> None:
    assert listed(TOOLS, "tools", "--where", "size=3").stdout.endswith("\n1 member of 3\n")
    assert listed(TOOLS, "tools", "--where", "size=9").stdout.endswith("\n0 members of 3\n")


@pytest.mark.parametrize(
    ("by", "found"),
    [
        ("size", ["saw", "old_saw", "hammer"]),
        ("name", ["saw", "hammer", "old_saw"]),
        ("id", ["hammer", "old_saw", "saw"]),
        ("number", ["old_saw", "hammer", "saw"]),
        ("sort", ["hammer", "saw", "old_saw"]),
        ("prices", ["saw", "old_saw", "hammer"]),
    ],
)
def test_order(by: str, found: list[str]) -> None:
    assert names(TOOLS, "tools", "--sort", by) == found


def test_everything_for_programs() -> None:
    value = json.loads(listed(TOOLS, "tools", "--format", "json").stdout)
    hammer: dict[str, Any] = value["members"][0]
    assert (value["version"], value["game"], value["kind"], len(value["members"])) == (1, "demo", "tool", 3)
    assert (hammer["id"], hammer["number"], hammer["name"]) == ("hammer", "T1", "Hammer")
    assert hammer["facts"] == {
        "sort": "heavy", "size": 3, "hollow": "yes", "cost": "2 coin", "prices": [4, 10, 2, 7]
    }  # fmt: skip
    assert hammer["parts"]["use_of"][0]["behaviours"] == {"work": "choose n: 0 to 3\nraise score of you by n"}
    assert [part["facts"]["count"] for part in hammer["parts"]["mark"]] == [2, 1]
    assert (hammer["back"], hammer["around"]) == ({"facts": ["size"], "parts": ["mark"]}, "prices")
    assert {"key": ["prices", "1"], "source": "reconstructed", "rules": []} in hammer["sources"]
    assert {"key": ["uses", "1", "fee"], "source": "deduced", "rules": []} in hammer["sources"]
    assert hammer["text"].startswith("Drives in nails") and hammer["line"] == 39
    assert value["members"][1]["passives"] == [
        {"moment": "counting", "when": "gain_of > 0", "effect": "raise gain_of by 1"}
    ]


def test_the_kinds() -> None:
    assert listed(TOOLS).stdout == (
        "kind    name    members  facts\n"
        "tool    tool    3        sort, size, hollow, cost, prices\n"
        "use_of  use of  3        fee\n"
        "mark    mark    2        red, count\n"
        "day     day     2\n"
    )
    kinds = json.loads(listed(TOOLS, "--format", "json").stdout)["kinds"]
    assert kinds[0] == {"id": "tool", "name": "tool", "members": 3, "facts": "sort size hollow cost prices".split()}


def test_a_kind_with_sorts() -> None:
    said = listed(MAGICIANS, "cards").stdout.splitlines()
    assert said[0].split() == ["card", "kind", "cost", "wow", "moment"] and said[-1] == "20 members"
    assert "Dove" in said[8] and " trick " in said[8]
    assert set(names(MAGICIANS, "card", "--where", "wow>=5")) == {"vanishing_piano", "burning_rope"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["toolz"], "has no kind `toolz` with members; did you mean `tool` or `tools`?"),
        (["chest"], "has no kind `chest` with members; there is: tool, use_of, mark, day"),
        (["tools", "--where", "sizes=3"], "there is no fact `sizes`; did you mean `size`"),
        (["tools", "--where", "zzz=3"], "there is no fact `zzz`; there is: cost, hollow, prices, size, sort"),
        (["tools", "--where", "sort=heavi"], "`sort` is never `heavi`; did you mean `heavy`?"),
        (["tools", "--where", "hollow=perhaps"], "`hollow` is never `perhaps`; there is: no, yes"),
        (["tools", "--where", "size=big"], "`size` is a number, and `big` is none"),
        (["tools", "--where", "sort>light"], "`sort` is no number: write `sort=...`"),
        (["tools", "--where", "cost=2"], "`cost` is an amount, and amounts are not compared"),
        (["tools", "--where", "size"], "`size` is not like FACT=VALUE"),
        (["tools", "--where", "size=>3"], "`size=>3` is not like FACT=VALUE"),
        (["tools", "--sort", "sise"], "there is no fact `sise`; did you mean `size`"),
        (["tools", "--columns", "size,"], "there is no fact ``"),
        (["--sort", "size"], "need a KIND"),
        (["tools", "--sort", ""], "there is no fact ``"),
        (["a", "b"], "no more"),
        ([""], "an empty word names nothing"),
        (["x" * 5000], "has no kind `xxx"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str) -> None:
    result = listed(TOOLS, *arguments)
    assert result.exit_code == 2 and said in result.stderr and not result.stdout


@pytest.mark.parametrize("word", ["", "x" * 5000, "with\0nul", "tile", ":"])
def test_odd_words(word: str) -> None:
    assert listed(word).exit_code == 2


# -- the shipped game


@pytest.mark.parametrize("word", ["cards", "card", "Cards"])
def test_the_shipped_cards(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)  # where a folder is called `cards` as well
    said = listed(word).stdout.splitlines()
    assert said[0].split("  ")[0] == "" and said[1].startswith("A01  Researcher ") and "48 members" in said
    assert not any(len(line) > 80 for line in said)


def test_a_folder_is_meant_if_it_is_no_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert "card " in listed("./cards").stdout and listed("rules").stdout.startswith("kind ")


def test_in_other_languages() -> None:
    said = listed("Karten", "--lang", "de", "--where", "Art=Fortschritt", "--sort", "name").stdout
    assert "Sägewerk" in said and "24 members of 48" in said
    assert listed("cartes", "--lang", "fr").stdout.count("\n") >= 49
