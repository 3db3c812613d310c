"""Bytes in, a file that is either the old one or the whole new one out."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import click


def write_whole(path: Path, data: bytes) -> None:
    """Writes beside the file and puts the new one in its place, with the old one's rights."""
    place = path.resolve()
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, place.stat().st_mode & 0o7777 if place.exists() else 0o644)
        os.replace(temporary, place)
    except OSError as problem:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise click.ClickException(f"`{path}` cannot be written: {problem.strerror or problem}") from problem
