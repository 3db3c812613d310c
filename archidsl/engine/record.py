"""Answers in, one line each, on disk before they count; a record file in, the answers in force out, or a RecordError.

A record is JSON Lines: a header, then one line per answer, undo or redo. Every line carries `h`, the start of
sha256(the `h` of the line before + the line without its `h`), so a line cannot be changed, moved or lost unseen.
"""

import contextlib
import fcntl
import json
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn, Self

FORMAT = 1
LINE_BYTES = 64 * 1024  # with the newline
LINES = 100_000  # with the header
FILE_BYTES = 64 * 1024 * 1024  # a game of 10,000 answers takes about 1 MiB
NUMBER = 10**12
BRACKETS = 3  # a header opens itself, its options and its players; nothing we write opens more

Written = int | str | None | list[int | str] | dict[str, int]


class RecordError(Exception):
    """`game.jsonl:7: the line does not follow from the line before`"""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place, self.message = place, message


@dataclass(frozen=True, slots=True)
class Header:
    """What a game is besides its answers; `options` are (name, value) pairs in the order of their names."""

    format: int
    engine: str
    game: str
    digest: str
    options: tuple[tuple[str, int | str], ...]
    seed: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """`{"answer":3,"h":"...","key":"target","number":12,"player":"red"}`: the twelfth answer in force."""

    number: int
    player: str
    key: str
    answer: Written


@dataclass(frozen=True, slots=True)
class Undo:
    """`{"h":"...","undo":2}`: the last two answers in force are taken back."""

    undo: int


@dataclass(frozen=True, slots=True)
class Redo:
    """`{"h":"...","redo":1}`: the answer taken back last is in force again."""

    redo: int


Line = Entry | Undo | Redo


@dataclass(frozen=True, slots=True)
class Reading:
    """A record as far as it is whole; `size` and `chain` say where and with which `h` its last whole line ends."""

    header: Header
    entries: tuple[Line, ...]
    live: tuple[Entry, ...]
    torn: bool  # a last line that was not written to its end followed, and does not count
    size: int
    chain: str


class _Timeline:
    """All answers that an undo or redo can still reach; the first `end` of them are in force."""

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.answers: list[Entry] = []
        self.end = 0
        for line in lines:
            self.take(line)

    def after(self, line: Line) -> int:
        """How many answers are in force after a line, if it can stand here."""
        undone = len(self.answers) - self.end
        match line:
            case Entry(number=number):
                end, fits = number, number == self.end + 1
            case Undo(undo=count):
                end, fits = self.end - count, 1 <= count <= self.end
            case Redo(redo=count):
                end, fits = self.end + count, 1 <= count <= undone
        if not fits:
            raise ValueError(f"the line does not fit: {self.end} answers are in force, {undone} undone")
        return end

    def take(self, line: Line) -> None:
        self.end = self.after(line)
        if isinstance(line, Entry):
            self.answers[self.end - 1 :] = [line]

    def live(self) -> tuple[Entry, ...]:
        return tuple(self.answers[: self.end])


def live(entries: Iterable[Line]) -> tuple[Entry, ...]:
    """The answers in force after all undo and redo lines."""
    with _placed("entries"):
        return _Timeline(entries).live()


@contextlib.contextmanager
def _placed(place: str) -> Iterator[None]:
    """Whatever a check (ValueError) or the system (OSError) refuses leaves as a RecordError that names the place."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise RecordError(place, getattr(error, "strerror", None) or str(error)) from error


def _check(value: object, what: str, *kinds: type) -> None:
    # Not isinstance: to it True is an int, and would choose option 1.
    if type(value) not in kinds:
        raise ValueError(f"{what} has the wrong type")
    if isinstance(value, int) and not -NUMBER <= value <= NUMBER:
        raise ValueError(f"{what} is not within {NUMBER}")
    # Half a surrogate pair can be read from JSON but not printed: it would fail far from here.
    if isinstance(value, str) and not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError(f"{what} holds half a character")


def _line(fields: dict[str, Any]) -> Line:
    """The one check of an answer, undo or redo: of what is read, and of what is about to be written."""
    for name, control in (("undo", Undo), ("redo", Redo)):
        if fields.keys() == {name}:
            _check(fields[name], f"`{name}`", int)
            return control(fields[name])
    if fields.keys() != {"number", "player", "key", "answer"}:
        raise ValueError("the line is no answer, undo or redo")
    _check(fields["number"], "`number`", int)
    _check(fields["player"], "`player`", str)
    _check(fields["key"], "`key`", str)
    answer = fields["answer"]
    if type(answer) is list:
        for item in answer:
            _check(item, "an item of the answer", int, str)
    elif type(answer) is dict:
        for name, count in answer.items():
            _check(name, "a name in the answer", str)
            _check(count, "a count in the answer", int)
    else:
        _check(answer, "the answer", int, str, type(None))
    return Entry(**fields)


def _header(fields: dict[str, Any]) -> Header:
    """The one check of a header, as `_line` is of the other lines."""
    # Before the keys: a later format may have others, and its number is the better message.
    _check(fields.get("format"), "`format`", int)
    if fields["format"] != FORMAT:
        raise ValueError(f"the record has format {fields['format']}; this program knows format {FORMAT}")
    if fields.keys() != Header.__dataclass_fields__.keys():
        raise ValueError("the line is not the header of a record")
    for name in ("engine", "game", "digest", "seed"):
        _check(fields[name], f"`{name}`", str)
    _check(fields["options"], "`options`", dict)
    _check(fields["players"], "`players`", list)
    for name in (*fields["options"], *fields["players"]):
        _check(name, "the name of an option or player", str)
    for value in fields["options"].values():
        _check(value, "the value of an option", int, str)
    options = tuple(sorted(fields["options"].items()))
    return Header(**{**fields, "options": options, "players": tuple(fields["players"])})


def _sealed(fields: dict[str, Any], chain: str) -> tuple[bytes, str]:
    """The bytes of a line that follows `chain`, and the chain after it."""
    link = sha256((chain + _encode(fields)).encode("ascii")).hexdigest()[:16]
    raw = _encode({**fields, "h": link}).encode("ascii") + b"\n"
    if len(raw) > LINE_BYTES:
        raise ValueError(f"the line is longer than {LINE_BYTES} bytes")
    return raw, link


def _unsealed(raw: bytes, chain: str) -> tuple[dict[str, Any], str]:
    """The fields of a line that must follow `chain`, without their `h`, and the chain after it."""
    if len(raw) >= LINE_BYTES:
        raise ValueError(f"the line is longer than {LINE_BYTES} bytes")
    text = raw.decode("ascii")
    # Counted before parsing: the parser would answer deep nesting with a RecursionError.
    bare = _STRING.sub("", text)
    if bare.count("[") + bare.count("{") > BRACKETS:
        raise ValueError("the line is nested too deeply")
    fields = _decode(text)
    _check(fields, "the line", dict)
    fields.pop("h", None)
    # One spelling for one meaning: a line is what we would have written, to the byte. A key written twice ends here.
    sealed, link = _sealed(fields, chain)
    if sealed != raw + b"\n":
        raise ValueError("the line does not follow from the line before: it was changed, moved or cut")
    return fields, link


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"`{text[:20]}` is not a whole number within {NUMBER}")


_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False).encode
_decode = json.JSONDecoder(
    parse_int=lambda text: int(text) if len(text) <= len(str(-NUMBER)) else _no_number(text),
    parse_float=_no_number,
    parse_constant=_no_number,
).decode


def read_bytes(data: bytes, name: str) -> Reading:
    """The record that the bytes of a file hold; `name` is the file's, for messages."""
    if data.count(b"\n") > LINES:
        raise RecordError(f"{name}:{LINES + 1}", f"the record has more than {LINES} lines")
    *whole, tail = data.split(b"\n")
    # A power cut can keep the end of the last write and leave zero bytes where it began.
    if not tail and whole and b"\0" in whole[-1]:
        tail = whole.pop()
    at, entries, timeline = 1, list[Line](), _Timeline()
    try:
        if not whole:
            raise ValueError("the header is not whole: no game was begun")
        fields, chain = _unsealed(whole[0], "")
        header = _header(fields)
        for at, raw in enumerate(whole[1:], 2):  # noqa: B007 (the message below names the line)
            fields, chain = _unsealed(raw, chain)
            entries.append(line := _line(fields))
            timeline.take(line)
    except ValueError as error:
        strange = isinstance(error, UnicodeDecodeError | json.JSONDecodeError)
        raise RecordError(f"{name}:{at}", "this is no line of a record" if strange else str(error)) from None
    if len(tail) >= LINE_BYTES:
        raise RecordError(f"{name}:{at + 1}", f"the line is longer than {LINE_BYTES} bytes")
    return Reading(header, tuple(entries), timeline.live(), bool(tail), sum(map(len, whole)) + len(whole), chain)


def _load(fd: int, name: str) -> Reading:
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode) or status.st_size > FILE_BYTES:
        raise ValueError(f"not a file of at most {FILE_BYTES} bytes")
    with open(fd, "rb", closefd=False) as file:
        file.seek(0)
        return read_bytes(file.read(), name)


def read_record(path: Path | str) -> Reading:
    """The record in a file, which is left as it is and may be in use."""
    # O_NONBLOCK: a pipe with that name must be refused, not waited for.
    with _placed(str(path)), open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        return _load(file.fileno(), str(path))


class RecordFile(contextlib.AbstractContextManager["RecordFile"]):
    """A record that this process alone writes; an answer counts when `append` has returned."""

    def __init__(self, fd: int, name: str, reading: Reading) -> None:
        self.name, self.header, self.torn = name, reading.header, reading.torn
        self._fd, self._size, self._chain, self._lines = fd, reading.size, reading.chain, 1 + len(reading.entries)
        self._timeline = _Timeline(reading.entries)

    @classmethod
    def create(cls, path: Path | str, header: Header) -> Self:
        """A new record on disk with its header; a file that is there already is never touched."""
        with _placed(str(path)):
            fields = {**asdict(header), "options": dict(header.options), "players": list(header.players)}
            if _header(fields) != header:
                raise ValueError("the options are not in the order of their names, each once")
            return cls._claim(path, os.O_CREAT | os.O_EXCL, _sealed(fields, "")[0])

    @classmethod
    def open(cls, path: Path | str) -> Self:
        """An old record, to go on with; a torn last line is cut off."""
        with _placed(str(path)):
            return cls._claim(path, os.O_NONBLOCK, b"")

    @classmethod
    def _claim(cls, path: Path | str, flags: int, header: bytes) -> Self:
        # 0o600: the seed foretells the game, so nobody else may read it.
        fd = os.open(path, flags | os.O_RDWR | os.O_APPEND, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if header:
                _write(fd, header)
                os.fsync(fd)
                _sync_folder(Path(path).parent)
            reading = _load(fd, str(path))
            if reading.torn:
                os.ftruncate(fd, reading.size)
            return cls(fd, str(path), reading)
        except BaseException as error:
            os.close(fd)
            if header:
                os.unlink(path)
            if isinstance(error, BlockingIOError):
                raise ValueError("the record is in use by another program") from None
            raise

    @property
    def live(self) -> tuple[Entry, ...]:
        """The answers in force."""
        return self._timeline.live()

    @property
    def next_number(self) -> int:
        """The number that the next answer must have."""
        return self._timeline.end + 1

    def append(self, line: Line, *, durable: bool = False) -> None:
        """One write of one whole line. When this fails the file is as before; `durable` also survives a power cut."""
        with _placed(self.name):
            if self._fd < 0:
                raise ValueError("the record is closed")
            # Shallow, unlike asdict: a deep copy of the answer would cost more than the write.
            fields = {name: getattr(line, name) for name in line.__dataclass_fields__}
            self._timeline.after(_line(fields))
            raw, link = _sealed(fields, self._chain)
            if self._lines >= LINES or self._size + len(raw) > FILE_BYTES:
                raise ValueError("the record is full")
            # Out of use unless the end is reached: Ctrl-C can come between any two steps, and then only the file knows.
            fd, self._fd, written = self._fd, -1, False
            try:
                if os.fstat(fd).st_size != self._size:
                    raise ValueError("another program has changed the file")
                _write(fd, raw)
                written = True
                if durable:
                    getattr(os, "fdatasync", os.fsync)(fd)
                self._size, self._chain, self._lines = self._size + len(raw), link, self._lines + 1
                self._timeline.take(line)
                self._fd = fd
            except OSError:
                # If even this fails the line stays torn, and the next `open` cuts it.
                os.ftruncate(fd, self._size)
                # A failed sync is final: the system may drop what it could not write and call the next sync good.
                self._fd = -1 if written else fd
                raise
            finally:
                if self._fd < 0:
                    os.close(fd)

    def close(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def __exit__(self, *exception: object) -> None:
        self.close()


def _write(fd: int, raw: bytes) -> None:
    if os.write(fd, raw) != len(raw):
        # How a full disk shows itself: the rest would fail, and a line in two writes could be torn.
        raise OSError("the disk took only a part of the line")


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_atomically(path: Path | str, text: str) -> None:
    """After a crash at any moment the file holds the old text or the new one."""
    temporary = Path(path).parent / f".{secrets.token_hex(8)}.tmp"
    with _placed(str(path)):
        data = text.encode("utf-8")
        try:
            with open(temporary, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync_folder(Path(path).parent)
