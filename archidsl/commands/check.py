"""`archidsl check`: packs in, everything that is wrong with them out."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from archidsl.commands.options import A_PATH, mod_option
from archidsl.commands.stacks import Stack, stacks
from archidsl.diagnostics import PackErrors, Report
from archidsl.emit import emit
from archidsl.packs.sources import is_skipped
from archidsl.pipeline import load
from archidsl.rendering import FORMATS, counts, plural, show

EVERY = 0.3  # seconds between two looks at the files
WATCHED = (".yaml", ".yml", ".zip")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=A_PATH, metavar="PATH...")
@mod_option
@click.option("--on", "base", type=A_PATH, help="The pack that each PATH lies on.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How problems are written.")
@click.option("--strict", is_flag=True, help="Warnings count as problems too.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; Ctrl-C ends.")
def check(
    paths: tuple[Path, ...], mods: tuple[Path, ...], base: Path | None, format: str, strict: bool, watch: bool
) -> int:
    """Say what is wrong with packs.

    Each PATH is a pack of its own; of a folder that holds packs, each is checked. A pack that `needs` others is put
    on top of them if they are among the PATHs. Mods: `check BASE --mod MOD`, or `check MOD --on BASE`.

    Exit code 0: no problems. 1: problems. 2: wrong usage.
    """
    if not watch:
        return check_once(gathered(paths, mods, base), format, strict)
    if format == "json":
        raise click.UsageError("--watch writes for people: choose another --format")
    return keep_checking(paths, mods, base, format, strict)


def gathered(paths: tuple[Path, ...], mods: tuple[Path, ...], base: Path | None) -> list[Stack]:
    """What is checked: stacks of packs."""
    if mods and len(paths) > 1:
        raise click.UsageError("with --mod there is one PATH, the pack that the mods lie on")
    if mods or base is not None:
        return [[*([base] if base is not None else []), path, *mods] for path in paths]
    return stacks(paths)


def check_once(found: list[Stack], format: str, strict: bool) -> int:
    whole = Report()
    for stack in found:
        report = checked(stack)
        whole.sources.update(report.sources)
        whole.diagnostics += report.diagnostics
    errors, warnings = counts(whole)
    if format == "json" or errors or warnings:
        show(whole, format)
    elif format != "github":
        emit(("good", f"{plural(len(found), 'pack')}, no problems"))
    return 1 if errors or (strict and warnings) else 0


def checked(stack: Stack) -> Report:
    report = Report()
    with contextlib.suppress(PackErrors):  # the report has them
        load(stack, report)
    return report


# -- watching


def keep_checking(paths: tuple[Path, ...], mods: tuple[Path, ...], base: Path | None, format: str, strict: bool) -> int:
    watched = [*paths, *mods, *([base] if base is not None else [])]
    before: dict[Path, tuple[int, int]] | None = None
    while True:
        now = fingerprints(watched)
        if now != before:
            if before is not None:
                emit(("dim", f"\n{time.strftime('%H:%M:%S')} {changed(before, now)}"))
            before = now
            check_once(gathered(paths, mods, base), format, strict)
        time.sleep(EVERY)


def changed(before: dict[Path, tuple[int, int]], now: dict[Path, tuple[int, int]]) -> str:
    """The first file that is new, gone or different."""
    names = sorted(path for path in {*before, *now} if before.get(path) != now.get(path))
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0].as_posix()}{more} changed"


def fingerprints(paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
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
