"""A piece of the resolved tree in; indented lines that a person can read out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from archidsl.checker import ir
from archidsl.checker.types import Type

WIDEST = 100
UNSAID = ("span", "asks", "opening")


def lines_of(value: object, indent: int = 0) -> Iterator[str]:
    """On one line if it fits, else a line for each field; each line of an effect begins with its line in the file."""
    start = "  " * indent
    if isinstance(value, ir.Body):
        for number, line in enumerate(value.lines):
            if number == value.opening and number:
                yield f"{start}-- the opening ends here"
            yield from lines_of(line, indent)
        return
    if isinstance(value, ir.Line):
        yield from _named(f"{value.span.line}: {type(value).__name__}", value, indent)
    elif len(short := inline(value)) + len(start) <= WIDEST:
        yield start + short
    elif isinstance(value, tuple | list):
        for item in value:
            yield from lines_of(item, indent)
    elif is_dataclass(value):
        yield from _named(type(value).__name__, value, indent)
    else:
        yield start + short


def _named(title: str, value: Any, indent: int) -> Iterator[str]:
    start = "  " * indent
    said = list(_fields(value))
    has_lines = any(isinstance(v, ir.Body) or (isinstance(v, tuple) and _has_bodies(v)) for _, v in said)
    short = ", ".join(f"{name}={inline(v)}" for name, v in said)
    if not has_lines and len(start) + len(title) + len(short) < WIDEST:
        yield f"{start}{title} {short}".rstrip()
        return
    yield start + title
    for name, inner in said:
        if not isinstance(inner, ir.Body) and len(short := inline(inner)) + len(start) + len(name) < WIDEST:
            yield f"{start}  {name}: {short}"
        else:
            yield f"{start}  {name}:"
            yield from lines_of(inner, indent + 2)


def _has_bodies(values: tuple[object, ...]) -> bool:
    return any(isinstance(inner, ir.Body) for value in values if is_dataclass(value) for _, inner in _fields(value))


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    """What is worth saying: not the places, not what is empty, and types only of lines."""
    for field in fields(value):
        inner = getattr(value, field.name)
        if field.name in UNSAID or inner in (None, (), "", frozenset()) or inner is False:
            continue
        if field.name == "type" and isinstance(value, ir.Expr):
            continue
        if not (isinstance(inner, ir.Body) and not inner.lines):
            yield field.name, inner


def inline(value: Any) -> str:
    if isinstance(value, ir.Expr) and (formula := _formula(value)):
        return formula
    if isinstance(value, Type):
        return str(value) + (" or nothing" if value.optional else "")
    if isinstance(value, ir.Body):
        return "{" + "; ".join(inline(line) for line in value.lines) + "}"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(inline(item) for item in value)) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    if is_dataclass(value):
        said = ", ".join(f"{name}={inline(inner)}" for name, inner in _fields(value))
        return f"{type(value).__name__}({said})"
    return str(value)


def _formula(value: ir.Expr) -> str:
    """The usual expressions as one would write them; nothing for the others."""
    match value:
        case ir.Const():
            return str(value.value)
        case ir.Local() | ir.Member() | ir.OptionValue():
            return value.name
        case ir.You():
            return "you"
        case ir.Arith() | ir.Compare():
            return f"({inline(value.left)} {value.operator} {inline(value.right)})"
        case ir.And() | ir.Or():
            return f"({inline(value.left)} {type(value).__name__.lower()} {inline(value.right)})"
        case ir.Not():
            return f"not {inline(value.value)}"
        case ir.Measure():
            return f"{value.name}({', '.join(inline(arg) for arg in value.args)})"
        case ir.Stored():
            return f"{' of '.join(word for word in value.key if word)}({', '.join(inline(arg) for arg in value.args)})"
        case ir.Container():
            return f"{value.kind} around {inline(value.of)}"
    return ""
