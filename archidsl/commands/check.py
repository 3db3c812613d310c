"""`archidsl check`: packs in, everything that is wrong with them out."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from archidsl.commands.options import A_PACK, mod_option
from archidsl.commands.watching import at_each_change, fingerprints
from archidsl.diagnostics import PackErrors, Report
from archidsl.emit import emit
from archidsl.packs.stacks import Stack, on_base, resting, stacks
from archidsl.pipeline import load
from archidsl.rendering import FORMATS, counts, plural, show


@click.command()
@click.argument("paths", nargs=-1, type=A_PACK, metavar="[PATH]...")
@mod_option
@click.option("--on", "base", type=A_PACK, help="The pack that each PATH lies on.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How problems are written.")
@click.option("--strict", is_flag=True, help="Warnings count as problems too.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; Ctrl-C ends.")
def check(
    paths: tuple[Path, ...], mods: tuple[Path, ...], base: Path | None, format: str, strict: bool, watch: bool
) -> int:
    """Say what is wrong with packs.

    Each PATH is a pack of its own; of a folder that holds packs, each is checked. A pack that `needs` others is put
    on top of them: they are among the PATHs, lie beside it, or are shipped. Mods: `check MOD`, `check BASE --mod MOD`,
    or `check MOD --on BASE`; without a PATH, mods lie on the shipped game.

    Exit code 0: no problems. 1: problems. 2: wrong usage.
    """
    if not watch:
        return check_once(gathered(paths, mods, base), format, strict)
    if format == "json":
        raise click.UsageError("--watch writes for people: choose another --format")
    return keep_checking(paths, mods, base, format, strict)


def gathered(paths: tuple[Path, ...], mods: tuple[Path, ...], base: Path | None) -> list[Stack]:
    """What is checked: stacks of packs."""
    if not paths and not mods:
        raise click.UsageError("give the PATH of a pack, or `--mod PATH` for a mod of the shipped game")
    if mods and len(paths) > 1:
        raise click.UsageError("with --mod there is one PATH, the pack that the mods lie on")
    if base is not None:
        return [resting([base, path, *mods]) for path in paths] or [resting([base, *mods])]
    return stacks(paths, mods) if paths else [on_base(None, mods)]


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
    return at_each_change(
        lambda: fingerprints(watched), lambda: check_once(gathered(paths, mods, base), format, strict)
    )
