"""Mutated and hostile files in: never an exception out, and every place inside the file."""

from __future__ import annotations

import io
import os
import random
import zipfile
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from archidsl.diagnostics import Report, Span
from archidsl.packs.from_files import decoded, read_pack, read_text
from archidsl.packs.values import Mapping, Scalar, Value
from archidsl.packs.yaml_codes import CODES

COUNT = int(os.environ.get("ARCHIDSL_FUZZ", "200000"))
EXAMPLES = Path(__file__).parents[2] / "examples"
LONGEST_SEED = 600

SEEDS = [
    """\
# The words of a game.
name: harbour
players: 2-4
resources: [wood, fish, gold]
tracks:
  unrest: {from: 0, to: 12, start: 3}
  order: {from: -5, to: 5}
table:
  0-10: calm
  11: "the storm"
  18+: 'it''s over'
""",
    """\
- card: pirate
  cost: {gold: 2, wood: 1}
  text: Take 1 fish or 1 gold from a neighbour.
  use:
    by: owner
    effect: |
      choose prey: neighbour with any of fish, gold
      when prey has gold:
        prey gives you 1 gold

      else: prey gives you 1 fish
- card: storm
  mods: {unrest: +1, order: -1}
  effect: |-
    for each player:
      lose 1 wood
""",
    """\
---
phases:
  - phase: harvest
    each: player in order
    steps:
      - gain: 2
        of: "wood"
      - >
        folded words
        over lines
  - phase: night
    skip_if: ~
    last: true
...
""",
    """\
setup:
    "2": &no {gold: 3, lucky: no}
    3: {gold: *no}
    4: !!int "5"
    text: "\\u00e9\\tx \\"quoted\\" \\
      on and on"
    ? long
    : |+
        kept

""",
]

TOKENS = [
    b": ", b"- ", b"\n", b"\n  ", b"\t", b"[", b"]", b"{", b"}", b",", b"|", b"|2\n", b">-\n", b"'", b'"', b"''", b"\\",
    b"\\u202e", b"\\x00", b"\\U0010ffff", b"&a ", b"*a", b"!", b"!!str ", b"!<x>", b"%YAML 1.1\n", b"%TAG ! x\n",
    b"---\n", b"...\n", b"? ", b"# ", b"<<: ", b"~", b"null", b"true", b"0", b"-1", b"+1", b"999999999", b"@", b"`",
    b"\r", b"\r\n", b"\x00", b"\x1b", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", "\ufeff".encode(), "\u2028".encode(),
    "é😀".encode(), b"[" * 40, b"- " * 40, b"a: 1\n", b"name: x\n", b"x" * 70 + b": 1\n",
]  # fmt: skip


HOSTILE = {
    "brackets": "[" * 26_250,
    "many brackets": "[" * 500_000,
    "block depth": "".join(" " * n + "a:\n" for n in range(1_000)),
    "dashes": "- " * 26_250,
    "braces": "{a: " * 26_250,
    "alias bomb": "a: &a [x]\n" + "".join(f"{b}: &{b} [{f'*{a},' * 9}]\n" for a, b in pairwise("abcdefg")),
    "merge bomb": "a: &a {x: 1}\n" + "".join(f"{b}: &{b} {{<<: [*{a}, *{a}]}}\n" for a, b in pairwise("abcdefg")),
    "self": "a: &a [*a]\n",
    "same keys": "a: 1\n" * 50_000,
    "values": "- 1\n" * 200_000,
    "long text": "a: |\n" + "  x\n" * 200_000,
    "long quote": 'a: "' + "x" * 1_000_000,
    "long key": "k" * 1_000_000,
    "unseen": "\u200b" * 300_000,
    "question marks": "? " * 26_250,
    "tags": "!a " * 26_250,
    "anchors": "".join(f"- &a{n} 1\n" for n in range(50_000)),
    "digits": f"a: !!int {'9' * 5_000}\n",
}  # fmt: skip


def mutants(seed_texts: list[str], count: int, seed: int) -> Iterator[bytes]:
    """`count` files made of the seeds by byte flips, deletions, doublings, tokens of YAML and pieces of other seeds."""
    chance = random.Random(seed)
    seeds = [text.encode() for text in seed_texts]
    for _ in range(count):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.choice((1, 1, 2, 3, 6))):
            at = chance.randrange(len(data) + 1)
            match chance.randrange(6):
                case 0 if at < len(data):
                    data[at] ^= 1 << chance.randrange(8)
                case 1:
                    data[at:at] = bytes([chance.randrange(256)])
                case 2:
                    del data[at : at + chance.choice((1, 1, 2, 8, 40))]
                case 3:
                    other = chance.choice(seeds)
                    start = chance.randrange(len(other))
                    data[at : at + chance.choice((0, 10))] = other[start : start + chance.randrange(1, 60)]
                case 4:
                    data[at:at] = data[at : at + chance.randrange(1, 60)]
                case _:
                    data[at:at] = chance.choice(TOKENS)
        yield bytes(data)


def seed_texts() -> list[str]:
    """The four above and a piece of each example; pieces, because the time goes with the length."""
    found = sorted(EXAMPLES.rglob("*.yaml"))[:20]
    return SEEDS + [path.read_text(encoding="utf-8")[:LONGEST_SEED] or "a: 1\n" for path in found]


def scalars(value: Value) -> Iterator[Scalar]:
    if isinstance(value, Scalar):
        yield value
    elif isinstance(value, Mapping):
        for entry in value:
            yield entry.key
            yield from scalars(entry.value)
    else:
        for item in value:
            yield from scalars(item)


def is_inside(span: Span, lines: list[str]) -> bool:
    return (
        1 <= span.line <= span.end_line <= len(lines)
        and (span.line, span.column) <= (span.end_line, span.end_column)
        and 1 <= span.column <= len(lines[span.line - 1]) + 1
        and 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
    )


def stands_there(scalar: Scalar, lines: list[str]) -> bool:
    """An exact text is found in the file line by line at the place it claims."""
    words = scalar.value.split("\n") if isinstance(scalar.value, str) else []
    at, column = scalar.text_line - 1, scalar.text_column - 1
    return all(lines[at + n][column : column + len(line)] == line for n, line in enumerate(words) if line)


def run(files: Iterable[bytes]) -> dict[str, int]:
    """How often each code, and "read" for files without errors."""
    counts: dict[str, int] = {}
    for data in files:
        report = Report()
        text = decoded("f.yaml", data, report)
        document = None if text is None else read_text("f.yaml", text, report)
        lines = report.sources["f.yaml"].split("\n")
        assert (document is None) == bool(report.errors), data
        for error in report.errors:
            counts[error.code] = counts.get(error.code, 0) + 1
            assert error.code in CODES and error.message and error.help, data
            assert all(is_inside(span, lines) for span in (error.span, *(span for span, _ in error.notes))), data
        if document is not None:
            counts["read"] = counts.get("read", 0) + 1
            for scalar in scalars(document.root):
                assert is_inside(scalar.span, lines) and (not scalar.exact or stands_there(scalar, lines)), data
    return counts


def test_mutants_are_the_same_each_time() -> None:
    assert list(mutants(SEEDS, 200, 1)) == list(mutants(SEEDS, 200, 1)) != list(mutants(SEEDS, 200, 2))


def test_no_mutant_is_uncaught_and_every_place_is_inside() -> None:
    counts = run(mutants(seed_texts(), COUNT, seed=20))
    assert sum(counts.values()) >= COUNT
    if COUNT >= 10_000:
        expected = {"yaml-syntax", "yaml-alias", "yaml-tag", "yaml-directive", "second-document", "bad-key", "not-utf8"}
        expected |= {"bad-character", "too-deep", "too-big", "duplicate-key"}
        assert counts["read"] > COUNT // 50 and expected <= set(counts)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused(name: str) -> None:
    report = Report()
    assert read_text("f.yaml", HOSTILE[name], report) is None
    assert 1 <= len(report.errors) <= 20


def test_no_damaged_archive_raises(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.yaml", "a: 1\n" * 5)
        archive.writestr("b/c.yaml", "a: |\n  x\n")
    whole = buffer.getvalue()
    path = tmp_path / "p.zip"
    for at in range(len(whole)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :], whole[at:]):
            path.write_bytes(damaged)
            report = Report()
            read_pack(path, report)
            assert all(d.span.line >= 1 and d.code in CODES for d in report.errors)
