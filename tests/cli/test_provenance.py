"""`provenance`: where the numbers of a pack come from, and what a mod makes of it."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from archidsl.cli import cli
from archidsl.diagnostics import Report
from archidsl.packs.from_files import read_text
from archidsl.packs.layering import merge
from archidsl.packs.pack import Pack
from archidsl.packs.provenance import data_of, has_numbers, source_words

ROOT = Path(__file__).resolve().parents[2]
CORRECTION = ROOT / "examples" / "correction"

PACK = """\
pack: demo
options: [{option: players, range: 2-4, default: 2, source: {range: stated, default: technical}}]
flags: [{flag: mild, values: [yes, no], default: yes, rule: R-9, source: ruling}]
zones:
  - {zone: pile, of: card, room: 3, seen_by: all, rule: [R-1, R-2], source: stated}
  - {zone: row, of: card, room: 5}
  - {zone: box, of: card}
kinds:
  - {kind: way, facts: {fee: number, user: [owner, anyone]}}
  - {kind: card, parts: {ways: way}, facts: {prices: {type: number, listed: yes}, worth: number}, starts: pile}
tables:
  - table: fares
    by: {size: number}
    columns: [fare, toll]
    rows: {1: [1, 2], 2-3: [3, 4], 4+: [5, 6]}
    rule: R-3
    source: {rows: {1: {fare: stated}, 2-3: public}, toll: deduced, rest: reconstructed}
procedures:
  - procedure: game
    source: deduced
    effect: |
      let pile_1 = fare(2)    # 3 of them
      repeat 2:
        set pile_1 to 0
cards:
  - card: mill
    prices: [4, 5, 6]
    worth: 1
    ways:
      - {user: owner, fee: 1, rule: R-4, source: {fee: stated}}
      - {user: anyone, fee: 2}
    source: {card: public, prices: {2: deduced}, rest: reconstructed}
"""


def layered(*texts: str) -> Pack:
    report = Report()
    documents = [read_text(f"layer_{number}.yaml", text, report) for number, text in enumerate(texts)]
    pack = merge([[document] for document in documents if document is not None], report)
    assert not report.diagnostics
    return pack


def sources(*texts: str) -> dict[str, str]:
    return {f"{d.item.name} {' '.join(d.path)}": d.source for d in data_of(layered(*texts))}


# -- which source a value has


def test_the_words() -> None:
    assert source_words() == ["stated", "public", "deduced", "reconstructed", "ruling", "technical"]


def test_numbers_decisions_and_all_that_members_say() -> None:
    assert sources(PACK) == {
        "players range": "stated",
        "players default": "technical",
        "mild default": "ruling",
        "pile room": "stated",
        "row room": "",
        "fares rows 1 fare": "stated",
        "fares rows 1 toll": "deduced",
        "fares rows 2-3 fare": "public",
        "fares rows 2-3 toll": "public",
        "fares rows 4+ fare": "reconstructed",
        "fares rows 4+ toll": "deduced",
        "game effect": "deduced",
        "mill card": "public",
        "mill prices 1": "reconstructed",
        "mill prices 2": "deduced",
        "mill prices 3": "reconstructed",
        "mill worth": "reconstructed",
        "mill ways 1 user": "reconstructed",
        "mill ways 1 fee": "stated",
        "mill ways 2 user": "reconstructed",
        "mill ways 2 fee": "reconstructed",
    }


def test_rules_are_those_of_the_part_or_of_the_item() -> None:
    rules = {f"{d.item.name} {d.path[-1]}": d.rules for d in data_of(layered(PACK))}
    assert rules["pile room"] == ("R-1", "R-2") and rules["row room"] == () and rules["fares toll"] == ("R-3",)
    assert rules["mill fee"] == () and rules["mild default"] == ("R-9",)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("gain 1 coin", True), ("repeat 0 to 20:", True), ("2-4", True), ("0-3", True), ("worth of it > 0", False),
        ("move top of pile_1 to row", False), ("gain all coin  # 3 of them", False), ("set b2 to 0", False),
    ],
)  # fmt: skip
def test_a_text_with_numbers(text: str, counts: bool) -> None:
    assert has_numbers(text) is counts


# -- mods


def mod(*changes: str) -> str:
    return "pack: more\nneeds: [demo]\nchanges:\n" + "".join(f"  - {change}\n" for change in changes)


def test_what_a_mod_wrote_is_not_covered_by_the_pack_below() -> None:
    found = sources(PACK, mod("{in: zones, change: pile, room: +1}", "{in: cards, change: mill, prices: [1, 2]}"))
    assert found["pile room"] == "" and found["mill prices 1"] == "" and found["mill prices 2"] == ""
    assert found["mill worth"] == "reconstructed"


def test_one_source_is_about_what_the_mod_wrote() -> None:
    change = "{in: cards, change: mill, prices: [1, 2, 3], source: stated}"
    found = sources(PACK, mod(change))
    assert [found[f"mill prices {n}"] for n in (1, 2, 3)] == ["stated"] * 3
    assert found["mill worth"] == "reconstructed" and found["mill ways 1 fee"] == "stated"


def test_a_cell_of_a_table() -> None:
    change = "{in: tables, change: fares, rows: {4+: [7, 8]}, source: {rest: stated}}"
    found = sources(PACK, mod(change))
    assert found["fares rows 4+ fare"] == found["fares rows 4+ toll"] == "stated"
    assert found["fares rows 1 toll"] == "deduced"


def test_what_a_mod_adds_to_a_list() -> None:
    found = sources(PACK, mod("{in: cards, extend: mill, ways: {user: owner, fee: 7}, source: ruling}"))
    assert found["mill ways 3 fee"] == "ruling" and found["mill ways 2 fee"] == "reconstructed"


def test_the_uppermost_mod_counts() -> None:
    second = mod("{in: zones, change: pile, source: {room: ruling}}").replace("more", "most", 1)
    assert sources(PACK, mod("{in: zones, change: pile, room: 9, source: public}"), second)["pile room"] == "ruling"


def test_a_key_also_confirms_what_was_there() -> None:
    card = "{in: cards, change: mill, source: {ways: {1: {user: stated}}}}"
    table = "{in: tables, change: fares, source: {fare: stated}}"
    found = sources(PACK, mod(card, table))
    assert found["mill ways 1 user"] == "stated" and found["mill ways 2 user"] == "reconstructed"
    assert found["fares rows 4+ fare"] == found["fares rows 2-3 fare"] == "stated"
    assert found["fares rows 4+ toll"] == "deduced"


def test_what_the_pack_below_said_of_replaced_rows_is_no_mistake() -> None:
    found = sources(PACK, mod("{in: tables, replace: fares, rows: {0-9: [1, 1]}, source: ruling}"))
    assert found["fares rows 0-9 fare"] == "ruling" and "fares rows 1 fare" not in found


def test_the_digest_is_of_the_game_and_not_of_its_sources() -> None:
    other = PACK.replace("source: stated", "source: public").replace("R-4", "R-5").replace("{fee: stated}", "public")
    assert layered(PACK).digest == layered(other).digest
    assert layered(PACK).digest != layered(PACK.replace("worth: 1", "worth: 2")).digest
    assert layered(PACK).digest != layered(PACK.replace("fee: 2", "fee: 3")).digest


# -- the command


def run(*args: str | Path) -> Result:
    result = CliRunner().invoke(cli, ["provenance", *map(str, args)])
    assert result.exit_code in (0, 1, 2), result.output
    return result


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("demo.yaml").write_text(PACK, "utf-8")
    Path("more.yaml").write_text(mod("{in: zones, change: row, room: 6, source: public}"), "utf-8")
    return Path("demo.yaml")


def test_full(demo: Path) -> None:
    counts, _, listed = run(demo).stdout.partition("\n\n")
    assert counts.split("\n") == [
        "source          values  items",
        "stated               4      4",
        "public               3      2",
        "deduced              4      3",
        "reconstructed        7      2",
        "ruling               1      1",
        "technical            1      1",
        "not said             1      1",
        "all                 21      7",
    ]
    lines = [line.split() for line in listed.splitlines()]
    assert "flag mild default yes ruling R-9 demo.yaml:3".split() in lines
    assert "zone row room 5 not said demo.yaml:6".split() in lines
    assert "procedure game effect let pile_1 = fare(2) / repeat 2: deduced demo.yaml:21".split() in lines
    assert "card mill prices 2 5 deduced demo.yaml:27".split() in lines
    assert "card mill ways 2 user anyone, fee 2 reconstructed demo.yaml:31".split() in lines


def test_only(demo: Path) -> None:
    result = run(demo, "--only", "public", "--only", "stated")
    lines = [line.split() for line in result.stdout.partition("\n\n")[2].splitlines()]
    assert "table fares rows 2-3 3 4 public R-3 demo.yaml:15".split() in lines
    assert "listed: 7 values of 21".split() in lines
    assert {"public", "stated"} >= {line[-2] for line in lines[:-2] if not line[-2].startswith("R-")}
    assert run(demo, "--only", "printed").exit_code == 2


def test_columns_that_differ_are_listed_by_column(demo: Path) -> None:
    said = "{rows: {1: {fare: stated}, 2-3: public}, toll: deduced, rest: reconstructed}"
    text = PACK.replace(said, "{fare: public}")
    demo.write_text(text, "utf-8")
    found = run(demo, "--format", "concise").stdout
    assert "demo.yaml:15:16: public: table fares rows fare = 1 3 5 (R-3)\n" in found
    assert "demo.yaml:15:19: not said: table fares rows toll = 2 4 6 (R-3)\n" in found


def test_concise(demo: Path) -> None:
    assert run(demo, "--only", "stated", "--format", "concise").stdout == (
        "demo.yaml:2:36: stated: option players range = 2-4\n"
        "demo.yaml:5:34: stated: zone pile room = 3 (R-1, R-2)\n"
        "demo.yaml:15:16: stated: table fares rows 1 fare = 1 (R-3)\n"
        "demo.yaml:30:28: stated: card mill ways 1 fee = 1 (R-4)\n"
    )


def test_json(demo: Path) -> None:
    found: dict[str, Any] = json.loads(run(demo, "--only", "ruling", "--format", "json").stdout)
    assert found["version"] == 1 and found["counts"]["not said"] == 1 and found["counts"]["reconstructed"] == 7
    assert found["data"] == [
        {
            "section": "flag", "item": "mild", "key": ["default"], "value": "yes", "source": "ruling",
            "rules": ["R-9"], "file": "demo.yaml", "line": 3, "column": 50,
        }
    ]  # fmt: skip


def test_missing(demo: Path) -> None:
    result = run(demo, "--missing", "--format", "concise")
    assert (result.exit_code, result.stdout) == (1, "demo.yaml:6:33: not said: zone row room = 5\n")
    assert run(demo, "--missing", "--mod", "more.yaml").exit_code == 0
    assert run("more.yaml", "--missing", "--on", demo).exit_code == 0
    assert run(demo, "--missing", "--only", "stated").exit_code == 2


def test_a_mod_shows_its_own_file(demo: Path) -> None:
    found = run(demo, "--mod", "more.yaml", "--only", "public", "--format", "concise").stdout
    assert "more.yaml:4:36: public: zone row room = 6\n" in found


def test_a_broken_pack_is_told_as_always(demo: Path) -> None:
    demo.write_text(PACK.replace("source: ruling", "source: rulling"), "utf-8")
    result = run(demo)
    assert result.exit_code == 1 and "did you mean `ruling`?" in result.output


# -- the shipped game


@functools.cache
def shipped(*args: str | Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("--format", "json", *args).stdout)
    return found


def test_everything_shipped_says_where_it_comes_from() -> None:
    result = run("--missing", "--format", "concise")
    assert (result.exit_code, result.stdout) == (0, "")


def test_everything_shipped_names_its_rule() -> None:
    assert [d for d in shipped()["data"] if not d["rules"]] == []


@pytest.mark.parametrize(
    ("item", "key", "value", "source"),
    [
        ("supply_of_coins", ["rows", "pay_available"], 135, "stated"),
        ("plan_temple", ["cost"], "2 stone, 1 florin", "public"),
        ("town_tax", ["is"], 2, "reconstructed"),
        ("market_rows", ["rows", "domestic", "fish", "4-6", "price"], 4, "deduced"),
        ("market_rows", ["rows", "domestic", "fish", "4-6", "idle"], 1, "stated"),
        ("market_rows", ["rows", "export", "iron", "5-6", "idle"], 1, "reconstructed"),
        ("surplus_workers", ["rows", "13-17", "idle_unrest"], 2, "stated"),
        ("tile_00", ["faces", "2", "huts"], 5, "stated"),
        ("tile_01", ["faces", "1", "inside", "a", "fish_icons"], 2, "stated"),
        ("tile_01", ["faces", "1", "sides"], "sssfff", "reconstructed"),
        ("trend_fish", ["merit"], "fish of you", "reconstructed"),
        ("short_9", ["margin"], 15, "stated"),
        ("spy", ["ways", "1", "fee"], 5, "public"),
        ("pirate", ["prices", "1"], 5, "reconstructed"),
        ("cathedral", ["vp"], 2, "stated"),
        ("king", ["halves", "1", "count"], 6, "reconstructed"),
        ("colossus_surplus_delta", ["default"], 1, "ruling"),
    ],
)
def test_some_facts(item: str, key: list[str], value: object, source: str) -> None:
    [found] = [d for d in shipped()["data"] if d["item"] == item and d["key"] == key]
    assert (found["value"], found["source"]) == (value, source)


def test_all_prices_of_cards_and_their_backs_are_reconstructed() -> None:
    found = [d for d in shipped()["data"] if d["section"] == "card" and d["key"][0] in ("prices", "halves")]
    assert len({d["item"] for d in found}) == 48
    assert {d["source"] for d in found} == {"reconstructed"}


def test_the_example_of_a_correction() -> None:
    before, after = shipped(), shipped("--mod", CORRECTION)
    corrected = [d for d in after["data"] if d["file"].endswith("correction/pack.yaml")]
    assert {d["item"] for d in corrected} == {"town_tax", "market_rows", "tile_02", "diplomat"}
    assert {d["source"] for d in corrected} == {"stated", "public"}
    assert after["counts"]["reconstructed"] < before["counts"]["reconstructed"]
    assert after["counts"]["not said"] == 0
    [thief] = [d for d in after["data"] if d["item"] == "thief" and d["key"] == ["ways", "1", "cost"]]
    assert thief["source"] == "stated" and thief["file"].endswith("characters_01_12.yaml")
    left = [d for d in after["data"] if d["item"] == "diplomat" and d["key"][0] != "prices"]
    assert {d["source"] for d in left} == {"reconstructed"}


def test_the_corrected_game_still_checks() -> None:
    packs = [ROOT / "rules", ROOT / "cards", CORRECTION]
    result = CliRunner().invoke(cli, ["check", "--strict", *map(str, packs)])
    assert (result.exit_code, result.output) == (0, "3 packs, no problems\n")
