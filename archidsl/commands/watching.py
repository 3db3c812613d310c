"""Files in; something is done again whenever one of them changes, until somebody ends it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from archidsl.emit import emit
from archidsl.packs.sources import is_skipped

EVERY = 0.3  # seconds between two looks at the files
WATCHED = (".yaml", ".yml", ".zip", ".game")
Prints = dict[Path, tuple[int, int]]


def at_each_change(look: Callable[[], Prints], act: Callable[[], object]) -> NoReturn:
    """Once at the beginning, and then after each change of what `look` finds."""
    before: Prints | None = None
    while True:
        now = look()
        if now != before:
            if before is not None:
                emit(("dim", f"\n{time.strftime('%H:%M:%S')} {changed(before, now)}"))
            before = now
            act()
        time.sleep(EVERY)


def changed(before: Prints, now: Prints) -> str:
    """The first file that is new, gone or different."""
    names = sorted(path for path in {*before, *now} if before.get(path) != now.get(path))
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0].as_posix()}{more} changed"


def fingerprints(paths: Iterable[Path]) -> Prints:
    """When each file was written and how long it is."""
    out = {}
    for path in paths:
        for file in files_at(path):
            try:
                state = file.stat()
            except (OSError, ValueError):
                continue  # it may be gone since, or not there yet
            out[file] = (state.st_mtime_ns, state.st_size)
    return out


def files_at(path: Path) -> Iterator[Path]:
    if not os.path.isdir(path):
        yield path
        return
    for place, folders, files in os.walk(path):
        folders[:] = [name for name in folders if not is_skipped(name)]
        yield from (Path(place) / name for name in files if name.lower().endswith(WATCHED))
