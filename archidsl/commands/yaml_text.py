"""A value of a pack in; lines of YAML, as an author would write them, out."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

import yaml

from archidsl.packs.values import Scalar, Value, plain

WIDEST = 100
CONTEXT = 1  # lines of a text that stand around what changed


class _Writer(yaml.SafeDumper):
    """Quotes only what a pack would read as something else; `yes` and `on` are words there."""


def _text(writer: _Writer, text: str) -> Any:
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Writer.add_representer(str, _text)
_Writer.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rules if tag.endswith((":int", ":null"))]
    for first, rules in yaml.SafeDumper.yaml_implicit_resolvers.items()
}


def yaml_lines(value: Value) -> list[str]:
    """A text of several lines stands there as it is."""
    return text_lines(value) if is_text(value) else _dumped(plain(value), None, WIDEST).splitlines()


def on_line(value: Value | None) -> str:
    """As short as it can be said; of a longer text, its lines one after the other."""
    if value is None:
        return "nothing"
    said = plain(value)
    if isinstance(said, str):
        return " / ".join(line.strip() for line in said.strip().splitlines())
    return _dumped(said, True, 2**20)


def _dumped(value: object, flow: bool | None, width: int) -> str:
    text = yaml.dump(value, Dumper=_Writer, sort_keys=False, allow_unicode=True, default_flow_style=flow, width=width)
    return str(text).removesuffix("...\n").rstrip("\n")


# -- texts of several lines


def is_text(value: Value | None) -> bool:
    return len(text_lines(value)) > 1


def text_lines(value: Value | None) -> list[str]:
    """The lines of a text, as of an effect; nothing if it is none."""
    return value.value.rstrip("\n").split("\n") if isinstance(value, Scalar) and isinstance(value.value, str) else []


def changed_lines(old: Value | None, new: Value | None) -> Iterator[tuple[str, str]]:
    """`-` and a line that is gone, `+` and one that is new, a space and one between; `...` where some are left out."""
    for line in list(difflib.unified_diff(text_lines(old), text_lines(new), n=CONTEXT, lineterm=""))[2:]:
        if not line.startswith("@@"):
            yield line[:1], line[1:]
        elif not line.startswith(("@@ -1,", "@@ -0,0")):
            yield " ", "..."
