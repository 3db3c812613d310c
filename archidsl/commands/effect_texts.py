"""Documents of a pack in; the texts of the effect language that stand in them, each with its form, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archidsl.packs.schema import ABOUT
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value

Forms = dict[str, str]  # key -> effect, condition, cost, formula or selection

ALWAYS: Forms = {
    "effect": "effect", "means": "condition", "when": "condition", "over": "selection", "the": "selection",
    "is": "formula", "paid_to": "formula",
}  # fmt: skip
DECLARING = ("behaviours", "facts")  # their values are forms and types, no texts
NO_TEXTS = (*DECLARING, "source", "options")  # of these, options are words for people


def forms_in(values: Iterable[Value]) -> Forms:
    """The keys of the language, and those that the kinds of a pack declare as behaviours or costs."""
    found: Forms = {}
    for value in values:
        for entry in _entries(value):
            if entry.name in DECLARING and isinstance(entry.value, Mapping):
                found.update((e.name, form) for e in entry.value if (form := _declared(e)))
    return found | ALWAYS


def _declared(entry: Entry) -> str:
    kind = entry.value.get("type") if isinstance(entry.value, Mapping) else entry.value
    word = str(kind.value) if isinstance(kind, Scalar) else ""
    form = word.removeprefix("optional ")
    return form if form in ("effect", "condition", "formula", "cost") else ""


def texts_in(value: Value, forms: Forms) -> Iterator[tuple[str, str, Scalar]]:
    """Key, form and text of everything that may be one; a `|` block under an unknown key may be an effect.

    (A mod does not declare the behaviours of the kinds that it adds members to.)
    """
    for entry in _entries(value, leave_out=NO_TEXTS):
        text = entry.value
        if not isinstance(text, Scalar) or not isinstance(text.value, str) or not text.exact:
            continue
        is_block = text.text_line > text.span.line
        if entry.name in forms or (is_block and entry.name not in ABOUT):
            yield entry.name, forms.get(entry.name, "effect"), text


def _entries(value: Value, leave_out: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Every `key: value`, at any depth, in the order of the file."""
    if isinstance(value, Mapping):
        for entry in value:
            if entry.name not in leave_out:
                yield entry
                yield from _entries(entry.value, leave_out)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _entries(item, leave_out)
