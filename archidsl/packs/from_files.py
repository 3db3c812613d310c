"""Pack files in, documents out: a folder, one YAML file, a zip file or a text. Errors go to the report."""

from __future__ import annotations

from pathlib import Path

from archidsl.diagnostics import Report, Span
from archidsl.packs.sources import MOST_FILE, sources, whole
from archidsl.packs.values import Document
from archidsl.packs.yaml_events import Lines, quoted, read_value

__all__ = ["read_pack", "read_text"]


def read_pack(path: Path, report: Report) -> list[Document]:
    """The documents of a pack in the order of their names; those with errors are left out."""
    documents = []
    for file, data in sources(path, report):
        text = decoded(file, data, report)
        document = None if text is None else read_text(file, text, report)
        if document is not None:
            documents.append(document)
    return documents


def read_text(file: str, text: str, report: Report) -> Document | None:
    """The text of one file as a document, or nothing when it has errors. Keeps the text in the report."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    # Lone surrogates are refused below, but whoever prints the source must be able to.
    report.sources[file] = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) > MOST_FILE or len(text.encode("utf-8", "surrogatepass")) > MOST_FILE:
        too_big(file, report)
        return None
    root = read_value(Lines(file, text), report)
    return None if root is None else Document(file, text, root)


def too_big(file: str, report: Report) -> None:
    message = f"{quoted(file)} has more than {MOST_FILE >> 20} MiB"
    report.error("too-big", whole(file), message, "split it into several files")


def decoded(file: str, data: bytes, report: Report) -> str | None:
    if len(data) > MOST_FILE:
        too_big(file, report)
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode("utf-8").removeprefix("\ufeff")
        before = before.replace("\r\n", "\n").replace("\r", "\n")
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        message = f"the byte {data[problem.start]:#04x} is not UTF-8 text"
        text = data.decode("utf-8", "replace").removeprefix("\ufeff")
        report.sources[file] = text.replace("\r\n", "\n").replace("\r", "\n")
        report.error("not-utf8", Span(file, line, column, line, column + 1), message, "save the file as UTF-8")
        return None
