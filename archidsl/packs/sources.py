"""A path in; the names and bytes of the pack's files out. Nothing outside the pack is ever read."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import stat
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.packs.yaml_events import quoted, visible
from archidsl.resources import examples

MOST_FILE = 1 << 20
MOST_PACK = 16 << 20
MOST_FILES = 512
MOST_RATIO = 100

ZIP_ENTRY = b"PK\x01\x02"  # begins each entry of a zip file's table of contents
ZIP_HEADER = 30  # bytes before the name at the start of each file in it

PACK = "pack.yaml"
NAME = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)*\.yaml")
NAME_HELP = "use a-z, 0-9, `_` and `-` for folders and files, and end in `.yaml`"
KIND_HELP = "a pack is a folder with `.yaml` files, one `.yaml` file, or a `.zip`"
CANNOT_OPEN = (OSError, ValueError)
BROKEN_ZIP = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError,
    ValueError, OverflowError, OSError,
)  # fmt: skip

Found = Iterator[tuple[str, bytes]]


def sources(path: Path, report: Report) -> Found:
    """Each file of the pack as (path for humans, bytes), in the order of the names."""
    label = human(path)
    try:
        mode = os.stat(path).st_mode
    except CANNOT_OPEN as problem:
        help = did_you_mean(label, examples()) or KIND_HELP
        report.error("cannot-read", whole(label), f"{quoted(label)} cannot be read: {reason(problem)}", help)
        return
    if stat.S_ISDIR(mode):
        yield from from_folder(path, label, report)
    elif stat.S_ISREG(mode) and path.suffix == ".yaml":
        yield from taken([path.name], lambda _: label, lambda _: read_file(path, MOST_FILE), report)
    elif stat.S_ISREG(mode) and path.suffix == ".zip":
        yield from from_zip(path, label, report)
    else:
        report.error("cannot-read", whole(label), f"{quoted(label)} is not a pack", KIND_HELP)


def beside(path: Path, name: str) -> bytes | None:
    """Another file of the pack, such as `locale/fr.po`; None if there is none, or if it cannot be read safely."""
    try:
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                found = [n for n in archive.namelist() if n == name or n.endswith(f"/{name}")]
                if not found or not archive_is_sound(archive, human(path), Report()):
                    return None
                with archive.open(min(found, key=len)) as member:
                    return member.read(MOST_FILE + 1)
        return read_below(path, name) if path.is_dir() else None
    except (*BROKEN_ZIP, *CANNOT_OPEN):
        return None


def human(path: Path) -> str:
    """Relative to the current folder when below it, else as given; always with `/`."""
    with contextlib.suppress(*CANNOT_OPEN):
        path = Path(os.path.abspath(path)).relative_to(Path.cwd())
    return visible(path.as_posix())


def whole(label: str) -> Span:
    """The place of an error about a file as a whole."""
    return Span(label, 1, 1, 1, 1)


def reason(problem: Exception) -> str:
    words = getattr(problem, "strerror", None) or "the path is not valid"
    return str(words).lower()


def taken(names: Iterable[str], label: Callable[[str], str], read: Callable[[str], bytes], report: Report) -> Found:
    """Reads name by name; counts what was really read, not what a directory promises."""
    total = 0
    for name in names:
        shown = label(name)
        try:
            data = read(name)
        except OSError as problem:
            code = "unsafe-path" if problem.errno == errno.ELOOP else "cannot-read"
            help = "check that it is an ordinary file that you may read"
            report.error(code, whole(shown), f"{quoted(shown)} cannot be read: {reason(problem)}", help)
            continue
        total += len(data)
        if total > MOST_PACK:
            message = f"the files of the pack have more than {MOST_PACK >> 20} MiB together"
            report.error("too-big", whole(shown), message, "split the pack")
            return
        yield shown, data


def joined(label: str, name: str) -> str:
    return visible(name if label == "." else f"{label}/{name}")


def is_yaml(name: str) -> bool:
    return name.lower().endswith((".yaml", ".yml"))


def is_skipped(folder: str) -> bool:
    return folder in ("tests", "template") or folder.startswith(".")


def allowed(names: Iterable[str], label: str, report: Report) -> list[str]:
    """The names that obey the rule, sorted; an error for each of the others, and for too many."""
    good = []
    for name in sorted(names):
        if NAME.fullmatch(name):
            good.append(name)
        else:
            message = f"{quoted(name)} is not a name that a file of a pack may have"
            report.error("bad-file-name", whole(joined(label, name)), message, NAME_HELP)
    if len(good) > MOST_FILES:
        report.error("too-big", whole(label), f"the pack has more than {MOST_FILES} files", "split the pack")
        return []
    if not good and not any(error.span.file.startswith(label) for error in report.errors):  # else that is why
        report.error("cannot-read", whole(label), f"{quoted(label)} has no `.yaml` file of a pack", KIND_HELP)
    return good


def from_folder(root: Path, label: str, report: Report) -> Found:
    names = allowed(folder_names(root, label, report), label, report)
    yield from taken(names, lambda name: joined(label, name), lambda name: read_below(root, name), report)


def folder_names(root: Path, label: str, report: Report) -> list[str]:
    """The YAML files of this pack: not those of packs inside it, of tests or of hidden folders."""
    names: list[str] = []
    folders = [""]
    while folders and len(names) <= MOST_FILES:
        folder = folders.pop()
        try:
            with os.scandir(root / folder) as entries:
                here = sorted(entries, key=lambda entry: entry.name)
        except OSError as problem:
            shown = joined(label, folder.rstrip("/")) if folder else label
            report.error("cannot-read", whole(shown), f"{quoted(shown)} cannot be read: {reason(problem)}", KIND_HELP)
            continue
        if folder and any(entry.name == PACK for entry in here):
            continue
        for entry in here:
            name = folder + entry.name
            if entry.is_symlink():
                refuse_link(entry, joined(label, name), report)
            elif entry.is_dir(follow_symlinks=False):
                folders += [] if is_skipped(entry.name) else [name + "/"]
            elif is_yaml(entry.name):
                names.append(name)
    return names


def refuse_link(entry: os.DirEntry[str], shown: str, report: Report) -> None:
    """A link to a folder or a YAML file is an error; to anything else it would not be read anyway."""
    folder = os.path.isdir(entry.path)
    if (folder and not is_skipped(entry.name)) or (not folder and is_yaml(entry.name)):
        message = f"{quoted(shown)} is a link, and packs hold only what is in them"
        report.error("unsafe-path", whole(shown), message, "put a copy in its place")


def read_file(path: Path | int, most: int) -> bytes:
    """Up to one byte more than `most`, so that the caller sees what is too long."""
    handle = path if isinstance(path, int) else os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not an ordinary file")
        return file.read(most + 1)


def read_below(root: Path, name: str) -> bytes:
    """One file of a folder, without following a link on the way, even one made a moment ago."""
    if os.open not in os.supports_dir_fd:
        resolved = (root / name).resolve()
        if resolved != root.resolve() / name:
            raise OSError(errno.ELOOP, "it is a link")
        return read_file(resolved, MOST_FILE)
    *folders, last = name.split("/")
    here = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for folder in folders:
            below = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=here)
            os.close(here)
            here = below
        file = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
    finally:
        os.close(here)
    return read_file(file, MOST_FILE)


def from_zip(path: Path, label: str, report: Report) -> Found:
    try:
        data = read_file(path, MOST_PACK)
    except OSError as problem:
        report.error("cannot-read", whole(label), f"{quoted(label)} cannot be read: {reason(problem)}", KIND_HELP)
        return
    # Counted before zipfile makes an object of each; twice, because folders have entries too.
    if len(data) > MOST_PACK or data.count(ZIP_ENTRY) > 2 * MOST_FILES:
        message = f"the zip file has more than {MOST_PACK >> 20} MiB or more than {MOST_FILES} files"
        report.error("too-big", whole(label), message, "split the pack")
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if archive_is_sound(archive, label, report):
                yield from from_archive(archive, label, report)
    except BROKEN_ZIP:
        help = "zip the folder again with an ordinary tool"
        report.error("bad-archive", whole(label), f"{quoted(label)} is damaged or no zip file", help)


def from_archive(archive: zipfile.ZipFile, label: str, report: Report) -> Found:
    every = [name for name in archive.namelist() if is_yaml(name)]
    packs = [name.removesuffix(PACK) for name in every if name.endswith("/" + PACK)]
    # Zipping a folder puts its name before all others; then that folder is the pack.
    top = min(packs, key=len, default="")
    root = top if PACK not in every and all(name.startswith(top) for name in every) else ""
    inner = tuple(folder for folder in packs if folder != root)
    names = []
    for name in every:
        folders = name.removeprefix(root).split("/")[:-1]
        if not name.startswith(inner) and not any(is_skipped(folder) for folder in folders):
            names.append(name)

    def read(name: str) -> bytes:
        with archive.open(name) as member:
            return member.read(MOST_FILE + 1)

    yield from taken(allowed(names, label, report), lambda name: joined(label, name), read, report)


def archive_is_sound(archive: zipfile.ZipFile, label: str, report: Report) -> bool:
    """Checks every entry, read or not, before the first is opened."""
    before = len(report.errors)
    entries = archive.infolist()
    seen: set[str] = set()
    for entry in entries:
        name = entry.orig_filename
        fault = entry_fault(entry)
        folded = unicodedata.normalize("NFC", name).casefold()
        if fault is None and folded in seen:
            fault = "bad-archive", "is in the archive twice", "keep one of them; capitals make no difference"
        seen.add(folded)
        if fault:
            code, message, help = fault
            report.error(code, whole(joined(label, name)), f"{quoted(name)} {message}", help)
    ends = sorted((entry.header_offset, least_end(entry)) for entry in entries)
    starts = [start for start, _ in ends[1:]] + [archive.start_dir]
    if any(end > start for (_, end), start in zip(ends, starts, strict=True)):
        help = "zip the folder again with an ordinary tool"
        report.error("bad-archive", whole(label), f"parts of {quoted(label)} overlap", help)
    return len(report.errors) == before


def least_end(entry: zipfile.ZipInfo) -> int:
    """Where the entry's bytes end at the earliest: its header, its name, its data."""
    return entry.header_offset + ZIP_HEADER + len(entry.orig_filename) + entry.compress_size


def entry_fault(entry: zipfile.ZipInfo) -> tuple[str, str, str] | None:
    name = entry.orig_filename
    parts = name.removesuffix("/").split("/")
    if any(part in ("", ".", "..") for part in parts) or any(sign in name for sign in "\\:\0"):
        return "unsafe-path", "could lead out of the pack", "use plain relative names with `/`"
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "unsafe-path", "is a link or a special file", "put a copy in its place"
    if entry.flag_bits & 0x41:
        return "bad-archive", "is encrypted", "zip the folder again without a password"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "bad-archive", "is packed in an unusual way", "zip the folder again with an ordinary tool"
    if entry.file_size > MOST_RATIO * max(entry.compress_size, 1):
        return "bad-archive", f"is packed more than {MOST_RATIO}:1", "shorten what is repeated in it"
    return None
