"""Records under kill -9 and failing system calls: what was acknowledged is there, and the file can be read."""

import errno
import fcntl
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import archidsl
from archidsl.engine.record import Entry, Header, Line, RecordError, RecordFile, Redo, Undo, live, read_record
from archidsl.engine.record import write_atomically as write_text

HEADER = Header(1, "0.1", "isles", "ab12", (), "harbour", ("red", "blue"))
KILLS = 60

# The child acknowledges an answer on its standard output only after `append` has returned.
CHILD = """
import os, sys
from archidsl.engine.record import Entry, RecordFile
path, durable, width = sys.argv[1], sys.argv[2] == "durable", int(sys.argv[3])
with RecordFile.open(path) as record:
    while True:
        number = record.next_number
        record.append(Entry(number, "red", "loot", "x" * width), durable=durable)
        os.write(1, number.to_bytes(4, "big"))
"""


def killed_child(path: Path, mode: str, width: int, delay: float) -> int:
    """The last answer that a child acknowledged before it was killed."""
    environment = {**os.environ, "PYTHONPATH": str(Path(archidsl.__file__).parents[1])}
    command = [sys.executable, "-c", CHILD, str(path), mode, str(width)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdout is not None
        first = child.stdout.read(4)
        time.sleep(delay)
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read()
    assert child.returncode == -signal.SIGKILL
    whole = first + rest
    return int.from_bytes(whole[-4:], "big")


def test_sixty_kills_lose_no_acknowledged_answer(tmp_path: Path) -> None:
    chance = random.Random(60)
    kills = answers = torn = 0
    while kills < KILLS:
        path = tmp_path / f"game{kills}.jsonl"
        mode, width = chance.choice(["durable", "plain"]), chance.choice([5, 200, 20_000])
        RecordFile.create(path, HEADER).close()
        for _ in range(4):  # a game goes on after a crash, and can crash again
            acknowledged = killed_child(path, mode, width, chance.random() * 0.03)
            reading = read_record(path)
            assert acknowledged <= len(reading.live) <= acknowledged + 1
            assert all(entry.answer == "x" * width for entry in reading.live)
            kills, torn = kills + 1, torn + reading.torn
        answers += acknowledged
        path.unlink()
    print(f"{kills} kills, {answers} acknowledged answers, {torn} torn ends, 0 lost")
    assert answers > KILLS


class Crash(BaseException):
    """The process dies at this call: nothing after it is run."""


CALLS = ("open", "write", "fdatasync", "fsync", "ftruncate", "fstat", "replace", "unlink")
GAME: list[Line] = [
    Entry(1, "red", "loot", "fish"),
    Entry(2, "blue", "ship", {"brig": 2}),
    Undo(1),
    Redo(1),
    Entry(3, "red", "order", [1, 2, 3]),
    Entry(4, "blue", "pass", None),
]


class Faults:
    """Counts the system calls of a scenario and lets the k-th fail in one way; after a crash no call does anything."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, kth: int, fault: str) -> None:
        self.kth, self.fault, self.seen, self.hit = kth, fault, 0, ""
        for name in CALLS:
            monkeypatch.setattr(os, name, self.failing(name, getattr(os, name)))
        monkeypatch.setattr(fcntl, "flock", self.failing("flock", fcntl.flock))

    def failing(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*values: Any, **named: Any) -> Any:
            self.seen += 1
            if self.hit and self.fault.startswith("crash"):
                raise Crash
            if self.seen != self.kth:
                return call(*values, **named)
            self.hit = name
            if name == "write" and self.fault in ("short", "crash"):
                done = call(values[0], values[1][: len(values[1]) // 2])
                if self.fault == "short":
                    return done
            if name == "write" and self.fault == "crash after":
                call(*values)
            if self.fault.startswith("crash"):
                raise Crash
            code = errno.ENOSPC if self.fault == "ENOSPC" else errno.EIO
            raise OSError(code, os.strerror(code))

        return wrapped


def raising(error: OSError) -> Callable[..., None]:
    def call(*_: object) -> None:
        raise error

    return call


def play(path: Path, durable: bool) -> tuple[list[Line], bool]:
    """The lines acknowledged, each tried again once after an error, and whether the player got to the end."""
    acknowledged: list[Line] = []
    record = None
    try:
        record = RecordFile.create(path, HEADER)
        for line in GAME:
            for _ in range(2):
                try:
                    record.append(line, durable=durable)
                    acknowledged.append(line)
                    break
                except RecordError:
                    continue
            else:
                return acknowledged, False
        return acknowledged, True
    except (RecordError, Crash):
        return acknowledged, False
    finally:
        if record is not None:
            record.close()


@pytest.mark.parametrize("durable", [False, True])
@pytest.mark.parametrize("fault", ["EIO", "ENOSPC", "short", "crash", "crash after"])
def test_every_system_call_may_fail(tmp_path: Path, fault: str, durable: bool) -> None:
    hits = set()
    for kth in range(1, 200):
        path = tmp_path / f"{kth}.jsonl"
        with pytest.MonkeyPatch.context() as monkeypatch:
            faults = Faults(monkeypatch, kth, fault)
            acknowledged, ended = play(path, durable)
        if not faults.hit:
            assert ended
            break
        hits.add(faults.hit)
        if not path.exists():
            assert not acknowledged
            continue
        try:
            reading = read_record(path)
        except RecordError as error:
            assert fault.startswith("crash"), "an error leaves no half header behind"
            assert error.message.startswith("the header is not whole")
            assert not acknowledged
            continue
        expected = acknowledged if not fault.startswith("crash") else GAME[: len(reading.entries)]
        assert list(reading.entries) == expected
        assert len(acknowledged) <= len(reading.entries) <= len(acknowledged) + 1
        if faults.hit == "fdatasync":
            assert not ended, "a failed sync is final"
        with RecordFile.open(path) as record:
            for line in GAME[len(reading.entries) :]:
                record.append(line)
        assert read_record(path).live == live(GAME)
    else:
        pytest.fail("the scenario never ran through")
    assert hits >= {"open", "write", "fsync", "fstat", "flock"} | ({"fdatasync"} if durable else set())


def test_a_failed_write_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    with RecordFile.create(path, HEADER) as record:
        record.append(GAME[0])
        before = path.read_bytes()
        for code in (errno.ENOSPC, errno.EIO):
            with monkeypatch.context() as patch:
                patch.setattr(os, "write", raising(OSError(code, os.strerror(code))))
                with pytest.raises(RecordError, match=os.strerror(code)):
                    record.append(GAME[1])
            assert path.read_bytes() == before
        record.append(GAME[1])
    assert list(read_record(path).entries) == GAME[:2]


def test_a_failed_sync_closes_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = RecordFile.create(path, HEADER)
    record.append(GAME[0], durable=True)
    with pytest.MonkeyPatch.context() as patch:
        faults = Faults(patch, 3, "EIO")  # fstat, write, fdatasync
        with pytest.raises(RecordError):
            record.append(GAME[1], durable=True)
    assert faults.hit == "fdatasync"
    with pytest.raises(RecordError, match="closed"):
        record.append(GAME[1], durable=True)
    assert list(read_record(path).entries) == GAME[:1]
    RecordFile.open(path).close()


def test_a_short_write_that_cannot_be_cut_closes_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = RecordFile.create(path, HEADER)
    record.append(GAME[0])
    with pytest.MonkeyPatch.context() as patch:
        write = os.write
        patch.setattr(os, "write", lambda fd, raw: write(fd, raw[:9]))
        patch.setattr(os, "ftruncate", raising(OSError(errno.EIO, "no")))
        with pytest.raises(RecordError):
            record.append(GAME[1])
    with pytest.raises(RecordError, match="closed"):
        record.append(GAME[1])
    assert read_record(path).torn
    with RecordFile.open(path) as again:
        again.append(GAME[1])
    assert list(read_record(path).entries) == GAME[:2]


@pytest.mark.parametrize("call", ["fstat", "write", "fdatasync"])
def test_an_interrupt_closes_the_record(tmp_path: Path, call: str) -> None:
    path = tmp_path / "game.jsonl"
    record = RecordFile.create(path, HEADER)
    record.append(GAME[0])
    with pytest.MonkeyPatch.context() as patch:
        real = getattr(os, call)

        def interrupted(*values: Any) -> None:
            real(*values)
            raise KeyboardInterrupt

        patch.setattr(os, call, interrupted)
        with pytest.raises(KeyboardInterrupt):
            record.append(GAME[1], durable=True)
    with pytest.raises(RecordError, match="closed"):
        record.append(GAME[1])
    with RecordFile.open(path) as again:
        assert list(again.live) in (GAME[:1], GAME[:2])


def test_a_file_changed_behind_our_back_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = RecordFile.create(path, HEADER)
    with path.open("ab") as file:
        file.write(b"x")
    with pytest.raises(RecordError, match="another program has changed the file"):
        record.append(GAME[0])
    assert path.read_bytes().endswith(b"}\nx")


def test_a_power_cut_may_drop_the_last_write_from_any_byte(tmp_path: Path) -> None:
    """Everything synced is kept; the write after the last sync reaches the disk as any beginning, or any end of it."""
    path = tmp_path / "game.jsonl"
    record = RecordFile.create(path, HEADER)
    for at, line in enumerate(GAME):
        safe = path.stat().st_size
        record.append(line, durable=True)
        data = path.read_bytes()
        for end in range(safe, len(data)):
            for left in (data[:end], data[:safe] + bytes(end - safe) + data[end:], data[:end] + bytes(len(data) - end)):
                copy = tmp_path / "copy.jsonl"
                copy.write_bytes(left)
                with RecordFile.open(copy):
                    pass
                assert list(read_record(copy).entries) in (GAME[:at], GAME[: at + 1])
    record.close()


@pytest.mark.parametrize("fault", ["EIO", "crash"])
def test_write_atomically_leaves_the_old_text_or_the_new(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "settings.txt"
    for kth in range(1, 50):
        write_text(path, "old")
        with pytest.MonkeyPatch.context() as patch:
            faults = Faults(patch, kth, fault)
            try:
                write_text(path, "new")
            except (RecordError, Crash):
                assert faults.hit
        assert path.read_text() in ("old", "new")
        if fault == "EIO":
            assert [found.name for found in tmp_path.iterdir()] == ["settings.txt"]
        if not faults.hit:
            assert path.read_text() == "new"
            return
    pytest.fail("the scenario never ran through")
