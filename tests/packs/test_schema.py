"""Files in; where they break the schemas, the code, place and words of what is said, out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from archidsl.diagnostics import MOST_PER_FILE, Report
from archidsl.packs.from_files import read_pack, read_text
from archidsl.packs.layering import merge
from archidsl.packs.pack_codes import CODES
from archidsl.packs.pack_schema import item_schema
from archidsl.packs.schema import HEADER, SECTIONS, SINGULAR, check, schema, validator
from archidsl.packs.values import plain

FILES = ("pack", "declarations", "items")


def said(text: str, file: str = "f.yaml") -> list[str]:
    """`line:column code: message [help]`"""
    report = Report()
    document = read_text(file, text, report)
    assert document is not None and not report.diagnostics
    check([document], report)
    assert all(d.code in CODES and d.severity == "error" for d in report.diagnostics)
    return [f"{d.span.line}:{d.span.column} {d.code}: {d.message} [{d.help}]" for d in report.sorted()]


NAME = "use small letters, digits and `_`, and begin with a letter"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # keys
        (
            "zones:\n  - zone: pile\n    ordr: stack",
            "3:5 unknown-key: a `zone` has no `ordr` [did you mean `order`?]",
        ),
        (
            "- option: size\n  range: 1-3\n  default: 1\n  zzz: 2",
            "4:3 unknown-key: an `option` has no `zzz` [an `option` may have `option`, `values`, `range`, `default`,"
            " `name`, `text`, `rule`, `source` and `note`]",
        ),
        (
            "- {kind: m, properties: {size: {type: number, track: {form: 0}}}}",
            "1:55 unknown-key: `track` has no `form` [did you mean `from`?]",
        ),
        (
            "- {kind: m, facts: {size: {tpye: number}}}",
            "1:28 unknown-key: `size` has no `tpye` [did you mean `type`?]",
        ),
        ("- {watch: w, effect: finish}", "1:11 missing-key: a `watch` needs `when` [write `when:` and its value]"),
        (
            "- {stuff: s, substitutes: [{when: x}]}",
            "1:29 missing-key: an entry of `substitutes` needs `with` [write `with:` and its value]",
        ),
        ("- property: p", "1:13 missing-key: a `property` needs `type`, `is`, `the` or `cases` []"),
        (
            "- {measure: m, is: 3, means: x}",
            "1:16 wrong-value: `is` cannot stand beside `means` [keep `means` or `is`]",
        ),
        ("kinds: [{knid: a}]", "1:10 missing-key: an item of `kinds` needs `kind` [did you mean `kind`?]"),
        # values
        (
            "- {kind: m, alike: true}",
            "1:20 wrong-type: `alike` must be `yes` or `no`, not `true` [write `yes` or `no`]",
        ),
        (
            "- {marker: m, ways: [{red: false}]}",
            "1:28 wrong-type: `red` must be a text, a number, a list or a mapping, not `false` [write `yes` or `no`]",
        ),
        (
            "- procedure: p\n  effect:",
            "2:10 wrong-type: `effect` must be a text of effects, not nothing"
            " [write a value after the `:`, or delete the key]",
        ),
        ("- {marker: m, name: 3}", "1:21 wrong-type: `name` must be a text, not `3` [put it in quotes]"),
        (
            "- {zone: z, room: '3'}",
            "1:19 wrong-type: `room` must be a whole number from 1, not `3` [write it without quotes]",
        ),
        (
            "- {zone: z, room: 012}",
            "1:19 wrong-type: `room` must be a whole number from 1, not `012` [write it without a zero before it]",
        ),
        (
            "- {zone: z, room: 1234567890}",
            "1:19 wrong-type: `room` must be a whole number from 1, not `1234567890`"
            " [a number has at most nine digits]",
        ),
        (
            "- {zone: z, room: ٣}",
            "1:19 wrong-type: `room` must be a whole number from 1, not `٣` [write digits only]",
        ),
        ("- {zone: z, room: 0}", "1:19 wrong-value: `room` must be a whole number from 1, not `0` []"),
        (
            "- {zone: z, order: stak}",
            "1:20 wrong-value: `order` must be `stack`, `row` or `set`, not `stak` [did you mean `stack`?]",
        ),
        (
            "- {zone: z, seen_by: {top: al}}",
            "1:28 wrong-value: `top` must be `all`, `owner`, `nobody`, `back` or `face`, not `al`"
            " [did you mean `all`?]",
        ),
        (
            "- {kind: m, count: {per: table, is: 3}}",
            "1:26 wrong-value: `per` must be `player`, not `table` [one for each player]",
        ),
        ("- {kind: m, in: Big Pile}", "1:17 wrong-value: `in` must be a word or a list of words, not `Big Pile`"),
        (
            "- {property: p, type: few marker}",
            "1:23 wrong-value: `type` must be a type, not `few marker` [a type is `number`, `yes_no`,",
        ),
        (
            "- {option: o, range: 2, default: 2}",
            "1:22 wrong-type: `range` must be a range like `0-3`, not `2` [write `2-2` if there is only this number",
        ),
        (
            "- {table: t, by: {n: number}, columns: c, rows: {1: 3, 18+: [x]}}",
            "1:62 wrong-type: an entry of `18+` must be a whole number, not `x` [write digits only]",
        ),
        ("zones: {zone: pile}", "1:1 wrong-type: `zones` must be a list of items, not a mapping [begin each item with"),
        ("- 3", "1:3 wrong-type: an item must be a mapping, not `3` [begin each item with its section and name,"),
        ("hello", "1:1 wrong-type: a file of a pack cannot be `hello` alone [write a list of items"),
        # names
        ("- kind: Big Marker", f"1:9 bad-name: `Big Marker` is not a name [{NAME}, like `big_marker`]"),
        ("- marker: 7", f"1:11 bad-name: `7` is not a name [{NAME}]"),
        ("- marker: |\n    m\n", f"1:11 bad-name: `m\\n` is not a name [{NAME}, like `m`]"),
        ("- {marker: m, Size: 3}", f"1:15 bad-name: `Size` is not a name [{NAME}, like `size`]"),
        (
            "- {table: t, by: {n: number}, columns: c, rows: {1..3: 3}}",
            "1:50 bad-name: `1..3` cannot be a key here"
            " [a key here is a word, a number, or a range like `1-3` or `18+`]",
        ),
        ("- {grid: g, sides: {types: {ab: c}}}", "1:29 bad-name: `ab` cannot be a key here [a key here is one letter]"),
        # sections
        ("zonse: []", "1:1 unknown-section: `zonse` is not a section [did you mean `zones` or `nouns`?]"),
        ("title: x", "1:1 unknown-section: `title` belongs to the header of the pack [write it in `pack.yaml`"),
        ("zone: z", "1:1 unknown-section: `zone` begins an item, and items stand in a list [write `- zone:`, or"),
        ("- zones: []", "1:3 unknown-section: `zones` does not begin an item [write `- zone: NAME`, or the section"),
        (
            "- text: Nothing.\n  zone: z",
            "1:3 unknown-section: the first key says what an item is, and `text` does not [write `zone` first]",
        ),
        # headers
        ("pack: demo\ntitel: x", "2:1 unknown-key: the header of a pack has no `titel` [did you mean `title`?]"),
        ("pack: My Demo", f"1:7 bad-name: `My Demo` is not a name [{NAME}, like `my_demo`]"),
        ("pack: demo\nneeds: other", "2:8 wrong-type: `needs` must be a list of packs, not `other` [like `[demo]`"),
        ("pack: demo\nresults: {wno: x}", "2:11 unknown-key: `results` has no `wno` [did you mean `won`?]"),
        (
            "pack: m\nchanges: [{in: zones, change: z, extend: z, room: 3}]",
            "2:34 wrong-value: `extend` cannot stand beside `change` [keep `change` or `extend`]",
        ),
        (
            "pack: m\nchanges: [{in: zones}]",
            "2:11 missing-key: an entry of `changes` needs `add`, `replace`, `change`, `extend` or `delete` []",
        ),
        (
            "pack: m\nchanges: [{in: zones, delete: z, room: 3}]",
            "2:12 wrong-value: an entry of `changes` must be `in` and `delete` alone []",
        ),
        (
            "pack: m\nchanges: [{in: zones, change: z}]",
            "2:12 wrong-value: an entry of `changes` must be `in`, `change` and at least one key of the item []",
        ),
    ],
)
def test_what_is_said(text: str, expected: str) -> None:
    assert [line[: len(expected)] for line in said(text)] == [expected]


def test_a_pack_file_needs_its_name() -> None:
    expected = ["1:1 missing-key: the header of a pack needs `pack` [write `pack:` and its value]"]
    assert said("title: x", "a/pack.yaml") == expected


def test_errors_of_several_items_come_at_once_and_not_too_many() -> None:
    text = "".join(f"- {{zone: z{i}, x: 1, y: 2}}\n" for i in range(30))
    lines = said(text)
    assert len(lines) == MOST_PER_FILE
    assert [line.split(" ")[0] for line in lines[:3]] == ["1:14", "1:20", "2:14"]


GOOD = """
pack: demo
title: A demonstration
version: 1.0
results: {score: points}
stuffs:
  - {stuff: token, members: {red: 5, blue: 5}, starts: {store: 5}, paid_to: store}
kinds:
  - kind: marker
    count: {colour: {red: 3, blue: 3}}
    in: [pile, row]
    alike: yes
    facts: {worth: {type: number, default: 0}, side: [left, right], prices: {type: number, listed: yes}}
    properties: {owner: player, used: {type: yes_no, cleared: {at: refill}}}
    behaviours: {use: effect, merit: optional formula}
    parts: {ways: way}
  - {kind: way, is_a: marker, facts: {pays: token}}
watches:
  - {watch: w, over: marker, when: used of it, effect: finish}
markers:
  - {text: A fine one., marker: m1, worth: 3, use: finish, ways: [{pays: red, use: finish}]}
grids:
  - {grid: board, size: [3, 3], lays: piece, sides: {types: {r: red}}, joins: {red: yes}, facts: {worth: number}}
"""


def test_what_is_good_passes() -> None:
    assert said(GOOD) == []
    assert said("# nothing yet\n") == []
    assert said("- marker: m1\n") == []
    assert said("- {marker: m1, phase: 3, passive: [{moment: w, effect: finish}]}") == []


# The schemas themselves


@pytest.mark.parametrize("name", FILES)
def test_the_schemas_are_schemas(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    refs = {value for key, value in pairs(schema(name)) if key == "$ref"}
    assert all(ref.startswith(("#/", "declarations.schema.json#/")) for ref in refs)


def pairs(value: Any) -> Iterator[tuple[str, Any]]:
    for key, below in value.items() if isinstance(value, dict) else [("", item) for item in value]:
        yield key, below
        if isinstance(below, dict | list):
            yield from pairs(below)


@pytest.mark.parametrize("name", [*FILES, "scenarios"])
def test_editors_can_say_what_every_key_is_for(name: str) -> None:
    """A reference without a description of its own takes that of what it refers to."""
    keys = [pair for key, value in pairs(schema(name)) if key == "properties" for pair in value.items()]
    told = {"description", "$ref", "not"}
    assert [key for key, value in keys if isinstance(value, dict) and not told & set(value)] == []


@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_is_closed_and_its_examples_pass(section: str) -> None:
    definition = schema("declarations")["$defs"][section]
    assert definition["additionalProperties"] is False
    assert definition["examples"]
    for example in definition["examples"]:
        for place, value in [(f"declarations.schema.json#/$defs/{section}", example), ("items.schema.json", [example])]:
            assert list(validator(place).iter_errors(value)) == []


@pytest.mark.parametrize("name", ["word", "words", "type", "range", "fact", "held", "track", "cleared", "how_many"])
def test_examples_of_values_pass(name: str) -> None:
    for example in schema("declarations")["$defs"][name]["examples"]:
        assert validator(f"declarations.schema.json#/$defs/{name}").is_valid(example)


def test_the_lists_of_keys_are_those_of_the_schemas() -> None:
    assert list(schema("declarations")["properties"]) == list(SINGULAR)
    assert list(schema("pack")["properties"]) == [*HEADER, *SINGULAR]


@pytest.mark.parametrize("bad", ["unit\n", "Unit", "1st", "", "a" * 65, "a b"])
def test_words(bad: str) -> None:
    assert not validator("declarations.schema.json#/$defs/word").is_valid(bad)


def test_jsonschema_is_imported_late() -> None:
    code = "import sys, archidsl.packs.layering; sys.exit('jsonschema' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(__file__).parents[2]).returncode == 0


ROOT = Path(__file__).parents[2]
EXAMPLES = [[pack.parent] for pack in sorted((ROOT / "examples").glob("*/pack.yaml"))]
SHIPPED = [[ROOT / "rules", ROOT / "cards"], *EXAMPLES]


@pytest.mark.parametrize("folders", SHIPPED, ids=lambda folders: folders[0].name)
def test_an_editor_finds_nothing_wrong_with_what_is_shipped(folders: list[Path]) -> None:
    """Editors know the schemas alone, and not how archidsl asks them item by item."""
    report = Report()
    layers = [read_pack(folder, report) for folder in folders]
    values = {document.file: plain(document.root) for layer in layers for document in layer}
    of_items = [validator("items.schema.json")]
    if not any(isinstance(value, dict) and "needs" in value for value in values.values()) or len(layers) > 1:
        of_items.append(Draft202012Validator(item_schema(merge(layers, report))))  # a mod alone does not know all kinds
    of_sections = [validator("pack.schema.json")], [validator("declarations.schema.json")]
    wrong = [
        (file, error.message)
        for file, value in values.items()
        for schemas in [of_items if isinstance(value, list) else of_sections["pack" not in value]]
        for one in schemas
        for error in one.iter_errors(value)
    ]
    assert values and not wrong


# The schema of one pack


@pytest.fixture(scope="module")
def of_demo() -> Draft202012Validator:
    report = Report()
    document = read_text("f.yaml", GOOD, report)
    assert document is not None
    made = item_schema(merge([[document]], report))
    assert not report.diagnostics
    Draft202012Validator.check_schema(made)
    return Draft202012Validator(json.loads(json.dumps(made)))


@pytest.mark.parametrize(
    ("item", "wrong"),
    [
        ({"marker": "m", "use": "finish", "worth": 3, "side": "left", "prices": [1, 2]}, ""),
        ({"marker": "m", "use": "finish", "ways": {"pays": "red", "use": "finish"}}, ""),
        ({"procedure": "p", "effect": "finish"}, ""),
        ({"piece": "p", "sides": "rrrr", "worth": 3}, ""),
        ({"marker": "m"}, "'use' is a required property"),
        ({"marker": "m", "use": "finish", "wroth": 3}, "'wroth' was unexpected"),
        ({"marker": "m", "use": "finish", "side": "top"}, "'top' is not one of ['left', 'right']"),
        ({"marker": "m", "use": "finish", "ways": [{"pays": "gold", "use": "finish"}]}, "'gold' is not one of"),
        ({"way": "w", "use": "finish", "wroth": 3}, "'wroth' was unexpected"),
        ({"piece": "p", "faces": [{"side": "r"}]}, "'side' was unexpected"),
        ({"stranger": "s"}, "is not valid under any of the given schemas"),
    ],
)
def test_the_schema_of_one_pack(of_demo: Draft202012Validator, item: dict[str, object], wrong: str) -> None:
    messages = [error.message for error in of_demo.iter_errors([item])]
    assert any(wrong in message for message in messages) if wrong else messages == []
