"""Records: what is written is read back; what was damaged is refused with its place, or cut if it is a torn end."""

import ast
import json
import os
import random
import stat
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archidsl.engine import record as module
from archidsl.engine.record import (
    FILE_BYTES,
    LINE_BYTES,
    LINES,
    Entry,
    Header,
    Line,
    RecordError,
    RecordFile,
    Redo,
    Undo,
    Written,
    live,
    read_bytes,
    read_record,
    write_atomically,
)

HEADER = Header(1, "0.1", "isles", "ab12", (("length", "short"), ("players", 2)), "harbour", ("red", "Zoë"))
PINNED = (
    b'{"digest":"ab12","engine":"0.1","format":1,"game":"isles","h":"887e4a36b4fae392","options":{"length":"short",'
    b'"players":2},"players":["red","Zo\\u00eb"],"seed":"harbour"}\n'
    b'{"answer":{"fish":2},"h":"a3b7c8b3040e667e","key":"loot","number":1,"player":"red"}\n'
    b'{"h":"ea8302fe623f484d","undo":1}\n'
)
GAME: list[Line] = [
    Entry(1, "red", "loot", {"fish": 2, "wood": 1}),
    Entry(2, "Zoë", "ship", "brig"),
    Entry(3, "red", "pass", None),
    Undo(2),
    Redo(1),
    Entry(3, "red", "order", [3, "north", -1]),
    Entry(4, "Zoë", "bid", 10**12),
]


def ascii_short(value: object) -> str:
    return ascii(value if not isinstance(value, int) or abs(value) < 10**15 else "huge")[:20]


def seal(fields: Any, chain: str) -> tuple[bytes, str]:
    """A line as the format says, written without the module's help, so that a test can seal nonsense."""
    body = json.dumps(fields, sort_keys=True, separators=(",", ":"))
    link = sha256((chain + body).encode()).hexdigest()[:16]
    return json.dumps({**fields, "h": link}, sort_keys=True, separators=(",", ":")).encode() + b"\n", link


def header_fields() -> dict[str, Any]:
    return json.loads(PINNED.split(b"\n")[0].replace(b'"h":"887e4a36b4fae392",', b""))  # type: ignore[no-any-return]


def sealed_record(*lines: Any, header: Any = None) -> bytes:
    data, chain = seal(header_fields() if header is None else header, "")
    for fields in lines:
        raw, chain = seal(fields, chain)
        data += raw
    return data


def write_game(path: Path, lines: list[Line]) -> bytes:
    with RecordFile.create(path, HEADER) as record:
        for line in lines:
            record.append(line)
    return path.read_bytes()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_game(tmp_path_factory.mktemp("game") / "game.jsonl", GAME)


def test_pinned_bytes(tmp_path: Path) -> None:
    data = write_game(tmp_path / "game.jsonl", [Entry(1, "red", "loot", {"fish": 2}), Undo(1)])
    assert data == PINNED
    # The same bytes by the words of the format, without the module.
    loot = {"answer": {"fish": 2}, "key": "loot", "number": 1, "player": "red"}
    assert data == sealed_record(loot, {"undo": 1})


def test_a_game_is_read_back(tmp_path: Path, game: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(game)
    reading = read_record(path)
    assert reading.header == HEADER
    assert list(reading.entries) == GAME
    assert not reading.torn
    assert reading.size == len(game)
    assert [entry.key for entry in reading.live] == ["loot", "ship", "order", "bid"]
    assert reading.live == live(GAME)


def test_a_record_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_game(path, GAME[:4])
    with RecordFile.open(path) as record:
        assert record.header == HEADER
        assert record.next_number == 2
        record.append(Redo(2))
        assert record.next_number == 4
        record.append(Entry(4, "red", "loot", "fish"), durable=True)
        assert record.live == read_record(path).live
    assert [entry.number for entry in read_record(path).live] == [1, 2, 3, 4]


written: st.SearchStrategy[Written] = st.one_of(
    st.none(),
    st.integers(-(10**12), 10**12),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.integers(-(10**12), 10**12) | st.text(st.characters(exclude_categories=["Cs"]))),
    st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), st.integers(-(10**12), 10**12)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(written, max_size=8))
def test_any_answer_comes_back(tmp_path_factory: pytest.TempPathFactory, answers: list[Written]) -> None:
    path = tmp_path_factory.mktemp("any") / "game.jsonl"
    lines: list[Line] = [Entry(number, "red", "any", answer) for number, answer in enumerate(answers, 1)]
    write_game(path, lines)
    assert list(read_record(path).live) == lines


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["answer", "undo", "redo"]), max_size=40), st.randoms(use_true_random=False))
def test_undo_and_redo_equal_two_stacks(words: list[str], chance: random.Random) -> None:
    lines: list[Line] = []
    kept: list[Entry] = []
    undone: list[Entry] = []
    for at, word in enumerate(words):
        if word == "answer":
            kept.append(Entry(len(kept) + 1, "red", f"question {at}", at))
            undone.clear()
            lines.append(kept[-1])
        elif word == "undo" and kept:
            lines.append(Undo(count := chance.randint(1, len(kept))))
            undone.extend(kept.pop() for _ in range(count))
        elif word == "redo" and undone:
            lines.append(Redo(count := chance.randint(1, len(undone))))
            kept.extend(undone.pop() for _ in range(count))
    assert live(lines) == tuple(kept)


@pytest.mark.parametrize("line", [Undo(0), Undo(1), Undo(-1), Redo(1), Entry(2, "red", "loot", 1), Entry(0, "", "", 1)])
def test_lines_that_do_not_fit_are_refused(tmp_path: Path, line: Line) -> None:
    with pytest.raises(RecordError):
        live([line])
    with RecordFile.create(tmp_path / "game.jsonl", HEADER) as record, pytest.raises(RecordError):
        record.append(line)
    assert read_record(tmp_path / "game.jsonl").entries == ()


BAD_ANSWERS: list[Any] = [
    True, False, 1.0, 1.5, 10**12 + 1, -(10**12) - 1, float("nan"), float("inf"), "\ud800", [True], [None], [[1]], [{}],
    {"fish": True}, {"fish": "2"}, {"fish": None}, {"fish": [1]}, {"\udfff": 1}, [1.0], {"fish": 10**13},
]  # fmt: skip


UNWRITABLE = [*BAD_ANSWERS, (1, 2), {1: 2}, b"x", {1}, 10**5000, "x" * LINE_BYTES]


@pytest.mark.parametrize("answer", UNWRITABLE, ids=ascii_short)
def test_bad_answers_are_not_written(tmp_path: Path, answer: Any) -> None:
    with RecordFile.create(tmp_path / "game.jsonl", HEADER) as record:
        with pytest.raises(RecordError):
            record.append(Entry(1, "red", "loot", answer))
        record.append(Entry(1, "red", "loot", 1))
    assert len(read_record(tmp_path / "game.jsonl").live) == 1


@pytest.mark.parametrize("answer", BAD_ANSWERS, ids=ascii_short)
def test_bad_answers_are_not_read(answer: Any) -> None:
    data = sealed_record({"number": 1, "player": "red", "key": "loot", "answer": answer})
    with pytest.raises(RecordError, match=r"^game:2: "):
        read_bytes(data, "game")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"undo": 1, "redo": 1},
        {"undo": True},
        {"undo": "1"},
        {"undo": None},
        {"undo": 1, "number": 1, "player": "red", "key": "loot", "answer": 1},
        {"number": 1, "player": "red", "key": "loot"},
        {"number": 1, "player": "red", "key": "loot", "answer": 1, "more": 1},
        {"number": True, "player": "red", "key": "loot", "answer": 1},
        {"number": 1, "player": 1, "key": "loot", "answer": 1},
        {"number": 1, "player": "red", "key": None, "answer": 1},
        header_fields(),
    ],
)
def test_sealed_nonsense_is_refused(fields: Any) -> None:
    with pytest.raises(RecordError, match=r"^game:2: "):
        read_bytes(sealed_record(fields), "game")


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"format": True},
        {"format": "1"},
        {"engine": 1},
        {"options": []},
        {"options": {"a": True}},
        {"options": {"a": [1]}},
        {"options": {"a": None}},
        {"players": {}},
        {"players": [1]},
        {"players": "red"},
        {"seed": None},
        {"seed": "\udc00"},
        {"more": 1},
    ],
)
def test_sealed_bad_headers_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RecordError, match=r"^game:1: "):
        read_bytes(sealed_record(header={**header_fields(), **change}), "game")


def test_another_format_is_named() -> None:
    with pytest.raises(RecordError, match="has format 2; this program knows format 1"):
        read_bytes(sealed_record(header={"format": 2, "new": 1}), "game")


@pytest.mark.parametrize(
    "line",
    [
        b"[" * 60_000,
        b"{" * 60_000,
        b'{"a":' * 10_000,
        b'["' * 20_000,
        b'{"undo":' + b"9" * 60_000 + b"}",
        b'{"undo":1e400}',
        b'{"undo":NaN}',
        b'{"undo":-Infinity}',
        b'{"undo":1,"undo":1}',
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
        b"null",
        b"[]",
        b'"h"',
        b"",
        b"\r",
        b'{"h":[]}',
        b'"' + b"\\" * 60_001,
        b"x" * LINE_BYTES,
    ],
    ids=ascii_short,
)
def test_hostile_lines_are_refused(line: bytes) -> None:
    for data, place in ((line + b"\n" + sealed_record(), 1), (sealed_record() + line + b"\n" + b"tail", 2)):
        with pytest.raises(RecordError, match=f"^game:{place}: "):
            read_bytes(data, "game")


def test_nesting_is_refused_near_the_end_of_the_stack() -> None:
    def at_depth(left: int) -> None:
        if left:
            return at_depth(left - 1)
        with pytest.raises(RecordError):
            read_bytes(b"[" * 60_000 + b"\n", "game")

    at_depth(sys.getrecursionlimit() - 250)


def test_a_key_written_twice_is_refused_even_when_its_seal_is_right() -> None:
    [head, line] = sealed_record({"undo": 1}).splitlines()
    twice = line.replace(b'"undo":1', b'"undo":7,"undo":1')
    with pytest.raises(RecordError, match=r"^game:2: "):
        read_bytes(head + b"\n" + twice + b"\n", "game")


def test_too_many_lines_and_bytes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RecordError, match=f"more than {LINES} lines"):
        read_bytes(b"\n" * (LINES + 1), "game")
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(FILE_BYTES + 1)
    with pytest.raises(RecordError, match="at most"):
        read_record(tmp_path / "sparse")
    monkeypatch.setattr(module, "LINES", 3)
    with RecordFile.create(tmp_path / "game.jsonl", HEADER) as record:
        record.append(Entry(1, "red", "loot", 1))
        record.append(Entry(2, "red", "loot", 1))
        with pytest.raises(RecordError, match="full"):
            record.append(Entry(3, "red", "loot", 1))
    assert len(read_record(tmp_path / "game.jsonl").live) == 2


def test_the_longest_line_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    room = LINE_BYTES - len(seal({"answer": "", "key": "k", "number": 1, "player": "p"}, "")[0])
    write_game(path, [Entry(1, "p", "k", "x" * room)])
    assert len(read_record(path).live) == 1
    with RecordFile.open(path) as record, pytest.raises(RecordError, match="longer"):
        record.append(Entry(2, "p", "k", "x" * (room + 1)))


def test_a_torn_end_is_cut_at_every_byte(tmp_path: Path, game: bytes) -> None:
    path = tmp_path / "game.jsonl"
    start = game.rindex(b"\n", 0, len(game) - 1) + 1
    for end in range(start, len(game)):
        path.write_bytes(game[:end])
        reading = read_record(path)
        assert list(reading.entries) == GAME[:-1]
        assert reading.torn == (end > start)
        assert path.read_bytes() == game[:end], "reading changes nothing"
        with RecordFile.open(path) as record:
            assert record.torn == (end > start)
            record.append(GAME[-1])
        assert path.read_bytes() == game


def test_a_last_line_with_a_hole_of_zero_bytes_is_torn(game: bytes) -> None:
    start = game.rindex(b"\n", 0, len(game) - 1) + 1
    for end in range(start + 1, len(game)):
        reading = read_bytes(game[:start] + bytes(end - start) + game[end:], "game")
        assert reading.torn
        assert list(reading.entries) == GAME[:-1]
        assert reading.size == start


def test_only_one_line_can_be_torn(game: bytes) -> None:
    for tail in (bytes(9) + b"\nmore", bytes(9) + b"\n" + bytes(9) + b"\n", b"x" * LINE_BYTES):
        with pytest.raises(RecordError, match=rf"^game:{len(GAME) + 2}: "):
            read_bytes(game + tail, "game")


def test_a_torn_header_is_no_game(game: bytes) -> None:
    for end in range(game.index(b"\n") + 1):
        with pytest.raises(RecordError, match=r"^game:1: the header is not whole"):
            read_bytes(game[:end], "game")


def test_damage_in_the_middle_is_refused_with_its_line(game: bytes) -> None:
    lines = game.splitlines(keepends=True)
    for at in range(1, len(lines) - 1):
        for damaged in (
            lines[:at] + lines[at + 1 :],
            [*lines[:at], lines[at], *lines[at:]],
            [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]],
            [*lines[:at], lines[at].replace(b":", b": ", 1), *lines[at + 1 :]],
            [*lines[:at], lines[at].replace(b'"h":', b'"g":', 1), *lines[at + 1 :]],
            [*lines[:at], bytes(len(lines[at]) - 1) + b"\n", *lines[at + 1 :]],
        ):
            with pytest.raises(RecordError, match=rf"^game:({at + 1}|{at + 2}): "):
                read_bytes(b"".join(damaged), "game")


def test_every_flipped_bit_is_seen(game: bytes) -> None:
    start = game.rindex(b"\n", 0, len(game) - 1) + 1
    cut = 0
    for at in range(len(game)):
        for bit in range(8):
            flipped = bytearray(game)
            flipped[at] ^= 1 << bit
            try:
                reading = read_bytes(bytes(flipped), "game")
            except RecordError:
                continue
            assert at >= start, "only the last line may be taken for torn"
            assert reading.torn
            assert list(reading.entries) == GAME[:-1]
            cut += 1
    assert cut >= 8, "a last newline that is none"


WORDS = [b"true", b"-0", b"1e9", b"[[", b"\\ud800", b'"h":"0",', b"\n", b"\0", b"9" * 30, b"NaN"]


def mutated(chance: random.Random, game: bytes, other: bytes) -> bytes:
    lines = game.splitlines(keepends=True)
    one, two = sorted((chance.randrange(len(game)), chance.randrange(len(game))))
    match chance.randrange(8):
        case 0:
            return game[:one] + bytes([game[one] ^ 1 << chance.randrange(8)]) + game[one + 1 :]
        case 1:
            return game[:one]
        case 2:
            return game[:one] + game[two:]
        case 3:
            return game[:one] + game[one:two] + game[one:]
        case 4:
            chance.shuffle(lines)
            return b"".join(lines)
        case 5:
            at = chance.randrange(len(lines))
            return b"".join(lines[:at] + other.splitlines(keepends=True)[at:])
        case 6:
            return game[:one] + chance.randbytes(chance.randrange(20)) + game[one:]
        case _:
            return game[:one] + chance.choice(WORDS) + game[one + chance.randrange(3) :]


def test_twenty_thousand_mutants_give_a_prefix_or_an_error(tmp_path: Path, game: bytes) -> None:
    others: list[Line] = [Entry(at, "red", "loot", at) for at in range(1, 8)]
    other = write_game(tmp_path / "other.jsonl", others)
    chance = random.Random(20)
    accepted = 0
    for _ in range(20_000):
        data = mutated(chance, game, other)
        for _ in range(chance.randrange(2)):
            data = mutated(chance, data or game, other)
        try:
            reading = read_bytes(data, "game")
        except RecordError as error:
            assert error.place.startswith("game:")
            continue
        entries = list(reading.entries)
        whole, lines = (game, GAME) if game.startswith(data[: reading.size]) else (other, others)
        assert data[: reading.size] == whole[: reading.size]
        assert entries == lines[: len(entries)]
        accepted += 1
    assert 1_000 < accepted < 19_000


def test_a_resealed_record_still_meets_the_schema(game: bytes) -> None:
    """Whoever can edit can also seal: then types and order are all that stands, and must hold."""
    chance = random.Random(21)
    odd: list[Any] = [True, None, -1, 0, 1, 2, 1.5, "", "\ud800", [], {}, [[1]], {"a": {}}, 10**13, ["x", 1], {"a": 1}]
    plain = [{name: value for name, value in json.loads(line).items() if name != "h"} for line in game.splitlines()]
    for _ in range(5_000):
        lines = [dict(line) for line in plain]
        for _ in range(chance.randint(1, 3)):
            line = chance.choice(lines)
            line[chance.choice([*line, "undo", "answer"])] = chance.choice(odd)
        try:
            reading = read_bytes(sealed_record(*lines[1:], header=lines[0]), "game")
        except RecordError:
            continue
        assert [entry.number for entry in reading.live] == list(range(1, len(reading.live) + 1))
        assert reading.live == live(reading.entries)


def test_a_record_in_use_is_refused_but_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with RecordFile.create(path, HEADER) as record:
        record.append(GAME[0])
        with pytest.raises(RecordError, match="in use by another program"):
            RecordFile.open(path)
        assert len(read_record(path).live) == 1
    RecordFile.open(path).close()


def test_files_that_are_no_records(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "there").write_bytes(b"precious")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "missing", "nul\0", Path("/dev/zero")):
        for reader in (read_record, RecordFile.open):
            with pytest.raises(RecordError):
                reader(path)
    for path in (tmp_path / "there", tmp_path / "no folder" / "game", "nul\0"):
        with pytest.raises(RecordError):
            RecordFile.create(path, HEADER)
    assert (tmp_path / "there").read_bytes() == b"precious"


def test_bad_headers_are_not_written(tmp_path: Path) -> None:
    bad: list[Any] = [(("b", 1), ("a", 2)), (("a", 1), ("a", 2)), (("a", True),), ((1, 1),), (("a", 1.5),)]
    for options in bad:
        with pytest.raises(RecordError):
            RecordFile.create(tmp_path / "game.jsonl", Header(1, "e", "g", "d", options, "s", ("red",)))
    with pytest.raises(RecordError, match="format 2"):
        RecordFile.create(tmp_path / "game.jsonl", Header(2, "e", "g", "d", (), "s", ("red",)))
    assert list(tmp_path.iterdir()) == []


def test_the_seed_is_for_its_owner_only(tmp_path: Path) -> None:
    write_game(tmp_path / "game.jsonl", [])
    assert stat.S_IMODE((tmp_path / "game.jsonl").stat().st_mode) == 0o600


@pytest.fixture
def umask() -> Iterator[int]:
    before = os.umask(0o027)
    yield 0o027
    os.umask(before)


def test_write_atomically(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "settings.txt"
    write_atomically(path, "one\n")
    write_atomically(path, "zwölf\r\n")
    assert path.read_bytes() == "zwölf\r\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask
    for bad_path, text in ((path, "\ud800"), (tmp_path, "text"), (tmp_path / "no" / "such", "text"), ("nul\0", "text")):
        with pytest.raises(RecordError):
            write_atomically(bad_path, text)
    assert [found.name for found in tmp_path.iterdir()] == ["settings.txt"]
    assert path.read_bytes() == "zwölf\r\n".encode()


def test_the_engine_files_import_nothing_of_the_rest() -> None:
    for name in ("chance.py", "record.py"):
        tree = ast.parse((Path(module.__file__).parent / name).read_text())
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            assert not [name for name in names if name.split(".")[0] in ("archidsl", "", "pickle", "random", "time")]
