"""`archidsl schema`: the name of a schema in, JSON Schema for editors out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from archidsl.commands.files import write_whole
from archidsl.commands.options import A_PACK, A_PATH
from archidsl.diagnostics import Report, did_you_mean
from archidsl.emit import emit, emit_json
from archidsl.packs import from_files, layering
from archidsl.packs import schema as schemas
from archidsl.packs.pack_schema import item_schema
from archidsl.rendering import plural

NAMES = ("pack", "declarations", "items", "scenarios")


@click.command()
@click.argument("name", required=False)
@click.option("--pack", "path", type=A_PACK, help="The schema of items with the kinds of this pack.")
@click.option("--all", "folder", type=A_PATH, metavar="DIR", help="Write all of them into a folder.")
def schema(name: str | None, path: Path | None, folder: Path | None) -> None:
    """Print the JSON Schemas of pack files, for editors.

    NAME is `pack` (the header), `declarations` (every section), `items` (files that are lists) or `scenarios` (files
    under `tests/`). With `--pack`, the items of that pack. Without anything, a list of what there is.
    """
    if name is not None and name not in NAMES:
        raise click.UsageError(f"there is no schema `{name}`; {did_you_mean(name, NAMES) or f'there are: {NAMES}'}")
    if name not in (None, "items") and path is not None:
        raise click.UsageError("--pack goes with the schema `items`")
    if folder is not None:
        write_all(folder, None if path is None else of_pack(path))
    elif path is not None:
        emit_json(of_pack(path)[1])
    elif name is not None:
        emit_json(schemas.schema(name))
    else:
        for each in NAMES:
            emit(("bold", f"{each:<13}"), str(schemas.schema(each).get("description", "")))


def of_pack(path: Path) -> tuple[str, dict[str, Any]]:
    """The pack's name and the schema of its items; only its declarations must be right for that."""
    report = Report()
    layers = [from_files.read_pack(path, report)]
    report.stop_if_errors()
    schemas.check(layers[0], report)
    report.stop_if_errors()
    pack = layering.merge(layers, report)
    if pack.id:  # what a mod needs may not be here
        report.diagnostics = [d for d in report.diagnostics if d.code not in ("missing-pack", "not-there")]
    report.stop_if_errors()
    return pack.id, item_schema(pack)


def write_all(folder: Path, own: tuple[str, dict[str, Any]] | None) -> None:
    files = {f"{name}.schema.json": schemas.schema(name) for name in NAMES}
    if own is not None:
        files[f"{own[0]}.items.schema.json"] = own[1]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise click.ClickException(f"`{folder}` cannot be made: {problem.strerror}") from problem
    for name, value in files.items():
        write_whole(folder / name, (json.dumps(value, indent=2) + "\n").encode("ascii"))
    emit(f"{plural(len(files), 'file')} written to {folder}", err=True)
