"""Packs on top of each other in; their items, or what is said about what contradicts, out."""

from __future__ import annotations

import pytest

from archidsl.diagnostics import Report
from archidsl.packs.from_files import read_text
from archidsl.packs.layering import merge
from archidsl.packs.pack import Pack
from archidsl.packs.pack_codes import CODES
from archidsl.packs.schema import check
from archidsl.packs.values import Document, plain
from archidsl.texts.text import plural

BASE = """\
pack: demo
order: seats
zones:
  - {zone: row, of: marker, room: 3}
kinds:
  - kind: marker
    in: row
    facts: {worth: number}
    parts: {ways: way}
  - {kind: way, facts: {fee: number}}
markers:
  - {marker: m1, worth: 2, ways: {fee: 1}}
windows:
  - {window: scored, values: {points: number}, passive: {effect: finish}}
"""


def documents(prefix: str, *texts: str) -> list[Document]:
    report = Report()
    found = [read_text(f"{prefix}{number}.yaml", text, report) for number, text in enumerate(texts, 1)]
    assert not report.diagnostics
    return [document for document in found if document is not None]


def built(*layers: list[Document]) -> tuple[Pack, list[str]]:
    """The pack, and `file:line:column code: message [help]` with its notes."""
    report = Report()
    for layer in layers:
        check(layer, report)
    pack = merge(list(layers), report)
    assert all(d.code in CODES for d in report.diagnostics)
    lines = []
    for d in report.sorted():
        lines.append(f"{d.span} {d.code}: {d.message} [{d.help}]")
        lines += [f"  {span} {text}" for span, text in d.notes]
    return pack, lines


def modded(changes: str, *more: str) -> tuple[Pack, list[str]]:
    """`BASE` below a mod whose changes are given line by line; the first stands in line 3."""
    lines = "".join(f"  - {line}\n" for line in changes.splitlines())
    return built(documents("base", BASE), documents("mod", f"pack: more\nchanges:\n{lines}", *more))


def body(pack: Pack, section: str, name: str) -> object:
    [item] = [item for item in pack.section(section) if item.name == name]
    return plain(item.body)


# Items


def test_items_come_in_the_order_of_files_and_lines() -> None:
    pack, lines = built(documents("f", "- {zone: b}\n- {kind: m, in: b}\n", "pack: demo\nzones: [{zone: a}]\n"))
    assert lines == []
    assert [(item.section, item.name, str(item.span)) for item in pack.items] == [
        ("zone", "b", "f1.yaml:1:10"),
        ("kind", "m", "f1.yaml:2:10"),
        ("zone", "a", "f2.yaml:2:16"),
    ]
    assert pack.id == "demo" and body(pack, "kind", "m") == {"in": "b"}


def test_one_name_is_declared_once_in_its_section() -> None:
    _, lines = built(documents("f", "pack: demo\nzones: [{zone: a}]\nholders: [{holder: a}]\n", "- zone: a\n"))
    assert lines == [
        "f2.yaml:1:9 second-meaning: there is already a `zone` called `a` [rename one of them]",
        "  f1.yaml:2:16 it is declared here first",
    ]


def test_a_pack_has_one_header() -> None:
    assert built(documents("f", "pack: demo\n", "pack: other\n"))[1] == [
        "f2.yaml:1:7 second-meaning: the pack has a second header [keep one]",
        "  f1.yaml:1:7 the first is here",
    ]
    assert built(documents("f", "- zone: a\n"))[1] == [
        "f1.yaml:1:1 missing-key: no file of this pack is its header [write a file `pack.yaml` with `pack: NAME`]"
    ]


def test_needs() -> None:
    base = documents("base", BASE)
    assert built(base, documents("mod", "pack: more\nneeds: [demo]\n"))[1] == []
    assert built(base, documents("mod", "pack: more\nneeds: [dmo, far]\n"))[1] == [
        "mod1.yaml:2:9 missing-pack: the pack `dmo` is not below this one [did you mean `demo`?]",
        "mod1.yaml:2:14 missing-pack: the pack `far` is not below this one "
        "[put it beside this pack, or name it before this one: `--on PATH`]",
    ]
    [misspelt] = built(documents("mod", "pack: more\nneeds: [saltfne]\n"))[1]
    assert misspelt.endswith("[did you mean `saltfen`?]"), "a shipped pack would have been found by its name"
    assert built(base, documents("mod", "pack: demo\n"))[1][0] == (
        "mod1.yaml:1:7 second-meaning: the pack `demo` lies below already [give it once]"
    )


def test_a_mod_says_what_is_the_game_and_keeps_its_title_to_itself() -> None:
    pack, _ = built(documents("base", BASE), documents("mod", "pack: more\ntitle: More\nmain: longer\n"))
    assert pack.id == "demo"
    assert plain(pack.header) == {"pack": "demo", "order": "seats", "main": "longer"}


# Changes


@pytest.mark.parametrize(
    ("change", "section", "name", "expected"),
    [
        ("{in: zones, add: pile, of: marker}", "zone", "pile", {"of": "marker"}),
        ("{in: markers, add: m2, worth: 7}", "marker", "m2", {"worth": 7}),
        ("{in: markers, replace: m1, ways: {}}", "marker", "m1", {"worth": 2, "ways": {}}),
        (
            "{in: markers, change: m1, ways: {user: all}}",
            "marker",
            "m1",
            {"worth": 2, "ways": {"fee": 1, "user": "all"}},
        ),
        ("{in: markers, change: m1, worth: +3, ways: {fee: '-1'}}", "marker", "m1", {"worth": 5, "ways": {"fee": 0}}),
        ("{in: markers, change: m1, worth: -1}", "marker", "m1", {"worth": -1, "ways": {"fee": 1}}),
        ("{in: markers, change: m1, name: '+1'}", "marker", "m1", {"worth": 2, "ways": {"fee": 1}, "name": "+1"}),
        ("{in: markers, extend: m1, ways: {fee: 4}}", "marker", "m1", {"worth": 2, "ways": [{"fee": 1}, {"fee": 4}]}),
        (
            "{in: windows, extend: scored, values: {who: player}, passive: [{effect: x}]}",
            "window",
            "scored",
            {"values": {"points": "number", "who": "player"}, "passive": [{"effect": "finish"}, {"effect": "x"}]},
        ),
        (
            "{in: kinds, extend: marker, keys: {in: [pile]}, facts: {size: number}}",
            "kind",
            "marker",
            {"in": ["row", "pile"], "facts": {"worth": "number", "size": "number"}, "parts": {"ways": "way"}},
        ),
        (
            "{in: kinds, change: way, facts: {fee: {default: 1}}}",
            "kind",
            "way",
            {"facts": {"fee": {"type": "number", "default": 1}}},
        ),
    ],
)
def test_a_change(change: str, section: str, name: str, expected: object) -> None:
    pack, lines = modded(change)
    assert lines == []
    assert body(pack, section, name) == expected


def test_delete() -> None:
    pack, lines = modded("{in: markers, delete: m1}")
    assert lines == [] and pack.section("marker") == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            "{in: zones, change: rwo, room: 4}",
            ["mod1.yaml:3:25 not-there: there is no `zone` called `rwo` to change [did you mean `row`?]"],
        ),
        (
            "{in: zones, delete: m1}",
            [
                "mod1.yaml:3:25 not-there: there is no `zone` called `m1` to delete"
                " [it is a `marker`: write `in: markers`]"
            ],
        ),
        (
            "{in: zone, delete: row}",
            ["mod1.yaml:3:10 unknown-section: `zone` is not a section [did you mean `zones`?]"],
        ),
        (
            "{in: zones, add: row}",
            [
                "mod1.yaml:3:22 second-meaning: there is already a `zone` called `row`"
                " [to work on it, write `replace`, `change` or `extend`]",
                "  base1.yaml:4:12 it is declared here first",
            ],
        ),
        (
            "{in: markers, change: m1, ways: {cost: +1}}",
            [
                "mod1.yaml:3:44 not-there: `+1` is relative, and `cost` has no number before it"
                " [write the number itself]"
            ],
        ),
        (
            "{in: markers, change: m1, prices: [+1]}",
            [
                "mod1.yaml:3:40 wrong-value: `+1` has no number before it, since the list is replaced as a whole"
                " [write the numbers of the new list]"
            ],
        ),
        (
            "{in: markers, extend: m1, worth: 3}",
            [
                "mod1.yaml:3:31 second-meaning: `worth` has a value already"
                " [write `change` to give it another, or a list to add to it]",
                "  base1.yaml:12:18 its value is here",
            ],
        ),
        (
            "{in: zones, change: row, rom: 4}",
            ["mod1.yaml:3:30 unknown-key: a `zone` has no `rom` [did you mean `room`?]"],
        ),
        (
            "{in: zones, replace: row, room: '+1'}",
            ["mod1.yaml:3:37 wrong-type: `room` must be a whole number from 1, not `+1` [write digits only]"],
        ),
        ("{in: options, add: o, range: 1-3}", ["mod1.yaml:3:24 missing-key: an `option` needs `default` [write"]),
        ("{in: zones, change: row, room: -4}", ["mod1.yaml:3:36 wrong-value: `room` must be a whole number from 1"]),
    ],
)
def test_a_change_that_cannot_be_made(change: str, expected: list[str]) -> None:
    lines = modded(change)[1]
    assert len(lines) == len(expected)
    assert [line[: len(start)] for line, start in zip(lines, expected, strict=True)] == expected


def test_a_list_is_not_changed_key_by_key() -> None:
    lines = modded("{in: markers, extend: m1, ways: {fee: 4}}\n{in: markers, change: m1, ways: {fee: 5}}")[1]
    assert lines[0].startswith("mod1.yaml:4:37 wrong-type: `ways` is a list, so it has no keys to change")


def test_files_of_a_mod_add() -> None:
    pack, lines = modded("{in: zones, change: pile, room: 4}", "- {zone: pile, room: 2}\n")
    assert lines == [] and body(pack, "zone", "pile") == {"room": 4}
    assert modded("{in: zones, delete: row}", "- marker: m1\n")[1][0] == (
        "mod2.yaml:1:11 second-meaning: there is already a `marker` called `m1`"
        " [rename one of them; a mod changes what is there with `changes:`]"
    )


def test_history_and_places() -> None:
    third = documents("third", "pack: third\nchanges: [{in: zones, change: row, room: +1, order: set}]\n")
    second = documents("second", "pack: second\nzones: [{zone: pile}]\nchanges: [{in: zones, change: row, room: 5}]\n")
    pack, lines = built(documents("base", BASE), second, third)
    row, pile = pack.section("zone")
    assert lines == []
    assert plain(row.body) == {"of": "marker", "room": 6, "order": "set"}
    assert [(c.verb, c.pack, c.key, str(c.span)) for c in row.history] == [
        ("change", "second", "room", "second1.yaml:3:36"),
        ("change", "third", "room", "third1.yaml:2:36"),
        ("change", "third", "order", "third1.yaml:2:46"),
    ]
    assert [(c.verb, c.pack) for c in pile.history] == [("add", "second")]
    places = {entry.name: str(entry.value.span) for entry in row.body}
    assert places == {"of": "base1.yaml:4:21", "room": "third1.yaml:2:42", "order": "third1.yaml:2:53"}
    assert row.span.file == "base1.yaml" and pack.section("kind")[0].history == ()


# Digests


def digest(*texts: str) -> str:
    return merge([documents("f", *texts)], Report()).digest


def test_the_digest_is_of_what_is_meant() -> None:
    one = digest("pack: demo\nmeasures: [{measure: a, is: 1, with: {m: n}}, {measure: b, means: yes}]\n")
    assert one == digest(
        "- {measure: b, means: yes}\n",
        "pack: demo # here\ntitle: Demo\nmain: game\n",
        "- measure: a\n  with: {m: n}\n  is: 1\n",
    )
    assert len(one) == 64


@pytest.mark.parametrize(
    "other",
    [
        "pack: other\nprocedures: [{procedure: p, with: {a: x, b: x}, effect: y}]\n",
        "pack: demo\nmain: p\nprocedures: [{procedure: p, with: {a: x, b: x}, effect: y}]\n",
        "pack: demo\norder: p\nprocedures: [{procedure: p, with: {a: x, b: x}, effect: y}]\n",
        "pack: demo\nresults: {won: p}\nprocedures: [{procedure: p, with: {a: x, b: x}, effect: y}]\n",
        "pack: demo\nprocedures: [{procedure: q, with: {a: x, b: x}, effect: y}]\n",
        "pack: demo\nphases: [{phase: p, with: {a: x, b: x}, effect: y}]\n",
        "pack: demo\nprocedures: [{procedure: p, with: {b: x, a: x}, effect: y}]\n",
        "pack: demo\nprocedures: [{procedure: p, with: {a: x, b: x}, effect: z}]\n",
    ],
)
def test_another_meaning_has_another_digest(other: str) -> None:
    assert digest("pack: demo\nprocedures: [{procedure: p, with: {a: x, b: x}, effect: y}]\n") != digest(other)


@pytest.mark.parametrize(
    ("section", "one", "two"),
    [
        ("watches", "{watch: a, when: x, effect: y}", "{watch: b, when: x, effect: y}"),
        ("kinds", "{kind: a}", "{kind: b}"),
        ("stuffs", "{stuff: a}", "{stuff: b}"),
        ("cards", "{card: a}", "{card: b}"),  # they lie on their pile like this, and their passives come in like this
    ],
)
def test_the_order_counts_where_the_game_goes_by_it(section: str, one: str, two: str) -> None:
    assert digest(f"pack: d\n{section}: [{one}, {two}]\n") != digest(f"pack: d\n{section}: [{two}, {one}]\n")


def test_plurals() -> None:
    assert [plural(word) for word in ("kind", "property", "watch", "way", "box")] == (
        "kinds properties watches ways boxes".split()
    )
