"""What jsonschema finds in; diagnostics with the author's words and places out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from archidsl.diagnostics import Diagnostic, Span, did_you_mean
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value, plain
from archidsl.packs.yaml_events import NUMBER, quoted

MOST_PER_ITEM = 100
NAME_HELP = "use small letters, digits and `_`, and begin with a letter"
SIZES = ("minItems", "maxItems", "minProperties", "maxProperties")

Path = tuple[str | int, ...]


def violations(validator: Any, value: Mapping, what: str, at: Span) -> Iterator[Diagnostic]:
    """Everything wrong with the mapping; `what` names it in messages, `at` is where something missing is shown."""
    said: set[Span | Diagnostic] = set()
    for error in islice(validator.iter_errors(plain(value)), MOST_PER_ITEM):
        for found in explained(error, value, what, at):
            # A value of the wrong type is often out of range as well; the first thing said is enough.
            once = found if found.code in ("missing-key", "unknown-key") else found.span
            if once not in said:
                said.add(once)
                yield found


def explained(error: Any, root: Mapping, what: str, at: Span) -> Iterator[Diagnostic]:
    path: Path = tuple(error.absolute_path)
    entry, value = found_at(root, path)
    named = what if not path else f"`{path[-1]}`" if isinstance(path[-1], str) else f"an entry of {above(path)}"
    here = at if not path else entry.key.span if entry else value.span
    if "propertyNames" in error.absolute_schema_path and isinstance(value, Mapping):
        yield from (bad_key(key, error) for key in value if key.name == error.instance)
    elif error.validator == "additionalProperties" and isinstance(value, Mapping):
        yield from unknown_keys(value, list(error.schema.get("properties", ())), named)
    elif error.validator == "required":
        yield from missing_keys(error, named, first_key(value) if here == value.span else here)
    elif error.validator == "anyOf":
        keys = [option["required"][0] for option in error.validator_value]
        yield Diagnostic("missing-key", here, f"{named} needs {spoken(keys)}")
    elif error.validator == "not":
        steps = list(error.absolute_schema_path)
        other = steps[len(steps) - 1 - steps[::-1].index("dependentSchemas") + 1]
        message = f"{named} cannot stand beside `{other}`"
        yield Diagnostic("wrong-value", here, message, f"keep `{other}` or {named}")
    else:
        yield wrong(error, named, value)


def found_at(root: Value, path: Path) -> tuple[Entry | None, Value]:
    """The value at the path, and the entry of which it is the value if it is one."""
    entry: Entry | None = None
    for step in path:
        if isinstance(root, Mapping):
            entry = next(e for e in root if e.name == step)
            root = entry.value
        elif isinstance(root, Sequence) and isinstance(step, int):
            entry, root = None, root.items[step]
    return entry, root


def above(path: Path) -> str:
    return next((f"`{step}`" for step in reversed(path) if isinstance(step, str)), "the list")


def first_key(value: Value) -> Span:
    return value.entries[0].key.span if isinstance(value, Mapping) and value.entries else value.span


def unknown_keys(value: Mapping, known: list[str], named: str) -> Iterator[Diagnostic]:
    for entry in value:
        if entry.name not in known:
            help = did_you_mean(entry.name, known) or f"{named} may have {spoken(known, 'and')}"
            yield Diagnostic("unknown-key", entry.key.span, f"{named} has no {quoted(entry.name)}", help)


def missing_keys(error: Any, named: str, here: Span) -> Iterator[Diagnostic]:
    known = error.schema.get("properties", {})
    strange = [key for key in error.instance if key not in known]
    for key in error.validator_value:
        # A key that is only misspelt is said once, as an unknown one.
        if key not in error.instance and not any(did_you_mean(other, [key]) for other in strange):
            yield Diagnostic("missing-key", here, f"{named} needs `{key}`", f"write `{key}:` and its value")


def bad_key(entry: Entry, error: Any) -> Diagnostic:
    title = error.schema.get("title", "a word")
    if title == "a word":
        return bad_name(entry.key)
    message = f"{quoted(entry.name)} cannot be a key here"
    return Diagnostic("bad-name", entry.key.span, message, f"a key here is {title}")


def bad_name(value: Value) -> Diagnostic:
    """A name of an item, or a key that should be a word."""
    written = str(value.value) if isinstance(value, Scalar) and value.value is not None else ""
    message = f"{quoted(written)} is not a name" if written else f"a name cannot be {shown(value)}"
    tame = tamed(written)
    return Diagnostic("bad-name", value.span, message, NAME_HELP + (f", like `{tame}`" if tame else ""))


def tamed(written: str) -> str:
    """`Big Marker` as the word `big_marker`, if it can be made one."""
    word = re.sub("[^a-z0-9]+", "_", written.lower()).strip("_")[:64]
    return word if word[:1].isalpha() else ""


def wrong(error: Any, named: str, value: Value) -> Diagnostic:
    """A value that is there but is not what belongs there."""
    code = "wrong-type" if error.validator == "type" else "wrong-value"
    title = error.schema.get("title", "something else")
    end = "" if error.validator in SIZES else f", not {shown(value)}"
    span = first_key(value) if isinstance(value, Mapping) else value.span
    return Diagnostic(code, span, f"{named} must be {title}{end}", help_for(error, value, title))


def help_for(error: Any, value: Value, title: str) -> str:
    given = value.value if isinstance(value, Scalar) else value
    if isinstance(given, bool):
        return "write `yes` or `no`"
    if given is None:
        more = "; several words are a list, like `[red, blue]`" if title.startswith("a type") else ""
        return f"write a value after the `:`, or delete the key{more}"
    if isinstance(given, int) and title.startswith("a range"):
        return f"write `{given}-{given}` if there is only this number"
    if isinstance(given, int) and title.startswith("a text"):
        return "put it in quotes"
    if error.validator == "enum":
        return did_you_mean(str(given), error.validator_value) or str(error.schema.get("description", ""))
    if isinstance(given, str) and title.startswith("a whole number"):
        return how_to_count(given)
    if isinstance(given, str) and title.startswith("a word") and (tame := tamed(given)) and tame != given:
        return f"did you mean `{tame}`?"
    return str(error.schema.get("description", ""))


def how_to_count(given: str) -> str:
    """The text is no number: because of its quotes, or of what stands in it."""
    if not re.fullmatch("[0-9]+", given):
        return "write digits only"
    if len(given) > 1 and given.startswith("0"):
        return "write it without a zero before it"
    return "write it without quotes" if NUMBER.fullmatch(given) else "a number has at most nine digits"


def shown(value: Value) -> str:
    """The value for a message, at the end of `must be ..., not`."""
    if not isinstance(value, Scalar):
        empty = not (value.entries if isinstance(value, Mapping) else value.items)
        return ("an empty " if empty else "a ") + ("mapping" if isinstance(value, Mapping) else "list")
    if value.value is None:
        return "nothing"
    return f"`{str(value.value).lower()}`" if isinstance(value.value, bool) else quoted(str(value.value))


def spoken(words: list[str], link: str = "or") -> str:
    """`a`, `b` or `c`"""
    ticked = [f"`{word}`" for word in words]
    return f" {link} ".join([", ".join(ticked[:-1]), ticked[-1]] if len(ticked) > 1 else ticked)
