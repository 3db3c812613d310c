"""`archidsl fmt`: YAML files in; the same files with their effect texts in the usual form out."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from archidsl.commands.effect_texts import Forms, forms_in, texts_in
from archidsl.commands.files import write_whole
from archidsl.commands.options import A_PATH
from archidsl.commands.watching import files_at
from archidsl.diagnostics import Report
from archidsl.emit import emit
from archidsl.lang.spacing import tidied
from archidsl.packs.from_files import read_pack, read_text
from archidsl.packs.sources import human
from archidsl.packs.values import Document, Mapping, Scalar, Value
from archidsl.rendering import plural, show


@click.command()
@click.argument("paths", nargs=-1, required=True, type=A_PATH, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit code 1 if a file would change.")
@click.option("--diff", "only_diff", is_flag=True, help="Write nothing; print what would change, exit code 1 if any.")
def fmt(paths: tuple[Path, ...], only_check: bool, only_diff: bool) -> int:
    """Put the effect texts of files into their usual form.

    Spaces and indents change; words, comments and everything outside the texts stay as they are. PATH is a `.yaml`
    file or a folder. A text that cannot be read is left alone (`archidsl check` says why).
    """
    wrong = Report()
    changed = same = 0
    for file, forms in gathered(paths, wrong):
        old = read(file, wrong)
        if old is None:
            continue
        new = formatted(human(file), old, forms, wrong)
        changed, same = (changed, same + 1) if new == old else (changed + 1, same)
        if new != old and only_diff:
            show_diff(human(file), old, new)
        elif new != old and only_check:
            emit(f"would change {human(file)}")
        elif new != old:
            write_whole(file, new.encode("utf-8"))
    if wrong.diagnostics:
        show(wrong, err=True)
    kept = only_check or only_diff
    said = f"{plural(changed, 'file')} {'would change' if kept else 'changed'}, {same} already fine"
    emit(("dim", said), err=True)
    return 1 if wrong.diagnostics or (kept and changed) else 0


def gathered(paths: tuple[Path, ...], wrong: Report) -> Iterator[tuple[Path, Forms]]:
    """Every YAML file, with the keys under which its pack has texts."""
    for path in paths:
        files = [file for file in sorted(files_at(path)) if file.suffix == ".yaml"]
        if not files:
            read_pack(path, wrong)
            if not wrong.diagnostics:
                raise click.UsageError(f"`{human(path)}` is neither a `.yaml` file nor a folder with some")
        roots = [document.root for file in files for document in read_pack(file, Report())]
        forms = forms_in(roots)
        yield from ((file, forms) for file in files)


def read(file: Path, wrong: Report) -> str | None:
    """The text with its own ends of line; nothing if it is no readable pack file."""
    before = len(wrong.diagnostics)
    documents = read_pack(file, wrong)
    if not documents or len(wrong.diagnostics) > before:
        return None
    return file.read_bytes().decode("utf-8")


# -- one file


@dataclass(frozen=True, slots=True)
class Edit:
    """One text and what it becomes."""

    text: Scalar
    new: str


def formatted(file: str, raw: str, forms: Forms, wrong: Report) -> str:
    """The whole file anew; as it was, where anything but spaces inside texts would be different."""
    mark = "\ufeff" if raw.startswith("\ufeff") else ""
    end = "\r\n" if "\r" in raw else "\n"
    source = raw.removeprefix(mark).replace(end, "\n")
    if "\r" in source or (end == "\r\n" and raw.count("\n") != raw.count("\r\n")):
        return raw  # ends of line of several sorts
    document = read_text(file, source, wrong)
    if document is None:
        return raw
    edits = edits_of(document, forms)
    new = applied(source, edits)
    if not sound(file, document, edits, new):
        good: list[Edit] = []
        for edit in edits:
            if sound(file, document, [*good, edit], applied(source, [*good, edit])):
                good.append(edit)
        new = applied(source, good)
    return mark + new.replace("\n", end)


def edits_of(document: Document, forms: Forms) -> list[Edit]:
    edits = []
    for _, form, text in texts_in(document.root, forms):
        old = str(text.value)
        new = tidied(form, old)
        if new is not None and new != old.rstrip():
            edits.append(Edit(text, new))
    return edits


def applied(source: str, edits: list[Edit]) -> str:
    """From the last text to the first, so that the places of the others stay true."""
    lines = source.split("\n")
    for edit in sorted(edits, key=lambda edit: (edit.text.text_line, edit.text.text_column), reverse=True):
        first, column = edit.text.text_line - 1, edit.text.text_column - 1
        old = str(edit.text.value).rstrip().split("\n")
        if len(old) == 1 and edit.text.text_line == edit.text.span.line:
            line = lines[first]
            lines[first] = line[:column] + edit.new + line[column + len(str(edit.text.value)) :]
        else:
            new = [(" " * column + line) if line else "" for line in edit.new.split("\n")]
            lines[first : first + len(old)] = new
    return "\n".join(lines)


def sound(file: str, old: Document, edits: list[Edit], source: str) -> bool:
    """Is the new file the old one but for these texts?"""
    report = Report()
    new = read_text(file, source, report)
    if new is None or report.diagnostics:
        return False
    replaced = {id(edit.text): edit.new for edit in edits}
    wanted = [_after(scalar, replaced) if isinstance(scalar, Scalar) else scalar for scalar in _flat(old.root)]
    return wanted == [scalar.value if isinstance(scalar, Scalar) else scalar for scalar in _flat(new.root)]


def _after(scalar: Scalar, replaced: dict[int, str]) -> object:
    if id(scalar) not in replaced:
        return scalar.value
    old = str(scalar.value)
    return replaced[id(scalar)] + "\n" * (len(old) - len(old.rstrip("\n")))


def _flat(value: Value) -> Iterator[Scalar | str]:
    if isinstance(value, Scalar):
        yield value
    elif isinstance(value, Mapping):
        yield "{"
        for entry in value:
            yield entry.key
            yield from _flat(entry.value)
        yield "}"
    else:
        yield "["
        for item in value:
            yield from _flat(item)
        yield "]"


def show_diff(file: str, old: str, new: str) -> None:
    styles = {"+": "good", "-": "error", "@": "place"}
    for line in difflib.unified_diff(old.splitlines(), new.splitlines(), file, file, lineterm=""):
        emit((styles.get(line[:1], "dim"), line) if line[:1] in styles else line)
