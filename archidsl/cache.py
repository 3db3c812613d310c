"""Compiled games kept between runs: the bytes of a pack in, parts and layout out, if they were compiled before.

A kept file holds code, so only what this very user made is ever read: the folder must belong to the user and be
closed to all others, and every file carries a seal made with a key that lies in that folder. Nothing is unpickled.
Whatever is odd is simply not used; the pack is compiled again.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import marshal
import os
import secrets
import sys
from pathlib import Path
from types import CodeType
from typing import Any

from archidsl.compiler.verifier import Refused, verify_code
from archidsl.engine.assembly import Parts, engine_names
from archidsl.engine.choices import SiteInfo
from archidsl.engine.grid import Face, Grid
from archidsl.engine.layout import Column, Layout, Panel, PanelCell, Zone
from archidsl.engine.options import OptionFacts
from archidsl.engine.verbs import Verbs
from archidsl.texts.text import Text

FORMAT = 1
SEAL = 32
LARGEST = 8 * 2**20
KEPT = (Column, Zone, Face, Grid, Layout, Panel, PanelCell, Parts, SiteInfo, OptionFacts, Text)
CLASSES = {kept.__name__: kept for kept in KEPT}


def folder() -> Path | None:
    """The user's own folder for this, or None if there is no safe one."""
    root = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    path = Path(root) / "archidsl"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = path.lstat()
    except OSError:
        return None
    mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    closed = status.st_mode & 0o077 == 0
    return path if mine and closed and not path.is_symlink() else None


def digest(sources: dict[str, bytes], settled: dict[str, str | int], ask_all: bool) -> str:
    """What a compiled game depends on: every byte of its packs, its options, this program and this Python."""
    h = hashlib.sha256()
    about = (FORMAT, engine_digest(), sys.version, sorted(settled.items()), ask_all)
    h.update(repr(about).encode())
    for name, data in sorted(sources.items()):
        h.update(f"{name}\0{len(data)}\0".encode() + data)
    return h.hexdigest()


def engine_digest() -> str:
    """Changes whenever archidsl itself changes: names, sizes and times of its files."""
    h = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        status = file.stat()
        h.update(f"{file.name}\0{status.st_size}\0{status.st_mtime_ns}\0".encode())
    return h.hexdigest()


def fetch(key: str) -> Any:
    """What was kept under this key, or None."""
    home = folder()
    if home is None:
        return None
    try:
        data = (home / f"{key}.game").read_bytes()
        if len(data) > LARGEST or not hmac.compare_digest(_seal(home, data[SEAL:]), data[:SEAL]):
            return None
        return _made(marshal.loads(data[SEAL:]))
    except (OSError, ValueError, TypeError, KeyError, EOFError):
        return None


def fetch_program(key: str) -> tuple[Parts, Layout] | None:
    """Compiled parts, their code verified once more."""
    found = fetch(key)
    if found is None:
        return None
    parts, layout = found
    try:
        known = frozenset(engine_names(layout, Verbs(layout), (), ()))
        for code in parts.codes.values():
            verify_code(code, known)
    except Refused:
        return None
    return parts, layout


def keep(key: str, value: Any) -> None:
    """As well as it goes: a full or closed disk only means that the next start is slower."""
    home = folder()
    if home is None:
        return
    try:
        data = marshal.dumps(_plain(value))
        _write(home / f"{key}.game", _seal(home, data) + data)
    except (OSError, ValueError):
        return


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all; readable by the user alone."""
    temporary = path.with_name(f".{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _seal(home: Path, data: bytes) -> bytes:
    file = home / "key"
    try:
        key = file.read_bytes()
    except FileNotFoundError:
        key = secrets.token_bytes(32)
        _write(file, key)
        key = file.read_bytes()  # two programs may have made one at once: the file decides
    return hmac.new(key, data, hashlib.sha256).digest()


# -- data classes as plain values, and back


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = [_plain(getattr(value, f.name)) for f in dataclasses.fields(value)]
        return ("class", type(value).__name__, fields)
    if isinstance(value, range):
        return ("range", value.start, value.stop)
    if isinstance(value, tuple):
        return ("tuple", [_plain(v) for v in value])
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {_key(k): _plain(v) for k, v in value.items()}
    if value is None or isinstance(value, int | str | bytes | frozenset | CodeType):
        return value
    raise ValueError(type(value).__name__)


def _key(key: Any) -> Any:
    if isinstance(key, int | str) or (isinstance(key, tuple) and all(isinstance(k, int | str) for k in key)):
        return key
    raise ValueError("a key that is no word")


def _made(value: Any) -> Any:
    if isinstance(value, list):
        return [_made(v) for v in value]
    if isinstance(value, dict):
        return {k: _made(v) for k, v in value.items()}
    if not isinstance(value, tuple):
        return value
    if value[0] == "tuple":
        return tuple(_made(v) for v in value[1])
    if value[0] == "range":
        return range(value[1], value[2])
    return CLASSES[value[1]](*[_made(v) for v in value[2]])
