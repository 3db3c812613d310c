"""Small readers of YAML values whose shape the schemas have already checked."""

from __future__ import annotations

from archidsl.checker.types import BUNDLE, MOMENT, NUMBER, UNKNOWN, YES_NO, Type
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.packs.values import Mapping, Scalar, Sequence, Value

SIMPLE = {"number": NUMBER, "yes_no": YES_NO, "cost": BUNDLE, "window": MOMENT, "label": Type("label")}


def text(body: Mapping, key: str, default: str = "") -> str:
    value = body.get(key)
    return str(value.value) if isinstance(value, Scalar) and value.value is not None else default


def number(body: Mapping, key: str, default: int | None = None) -> int | None:
    value = body.get(key)
    return value.value if isinstance(value, Scalar) and type(value.value) is int else default


def flag(body: Mapping, key: str) -> bool:
    value = body.get(key)
    return isinstance(value, Scalar) and value.value in ("yes", True)


def scalar(body: Mapping, key: str) -> Scalar | None:
    value = body.get(key)
    return value if isinstance(value, Scalar) else None


def mapping(body: Mapping, key: str) -> Mapping:
    value = body.get(key)
    return value if isinstance(value, Mapping) else Mapping(body.span, ())


def scalars(value: Value | None) -> list[Scalar]:
    """One scalar or a list of them, as a list."""
    if isinstance(value, Scalar):
        return [value]
    if isinstance(value, Sequence):
        return [item for item in value if isinstance(item, Scalar)]
    return []


def words(body: Mapping, key: str) -> list[str]:
    return [str(s.value) for s in scalars(body.get(key))]


def bodies(value: Value | None) -> list[Mapping]:
    """One mapping or a list of them, as a list."""
    if isinstance(value, Mapping):
        return [value]
    if isinstance(value, Sequence):
        return [item for item in value if isinstance(item, Mapping)]
    return []


def span_of(body: Mapping, key: str) -> Span:
    value = body.get(key)
    return value.span if value is not None else body.span


def a_range(words: str) -> tuple[int, int] | None:
    """`2-5` as two numbers."""
    low, _, high = words.partition("-")
    return (int(low), int(high)) if low.isdigit() and high.isdigit() else None


def type_from(value: Value | None, vocabulary: Vocabulary, report: Report) -> Type:
    """`number`, a kind, stuff, `[a, b]` (labels or kinds), `many K`, `order of K`."""
    if isinstance(value, Sequence):
        names = [str(s.value) for s in scalars(value)]
        if names and all(name in vocabulary.kinds for name in names):
            return Type("thing", frozenset().union(*(vocabulary.below(name) for name in names)), optional=True)
        for name in names:
            vocabulary.label(name)
        return Type("label", frozenset(names))
    if not isinstance(value, Scalar):
        return UNKNOWN
    name = str(value.value)
    for prefix, shape in (("many ", "many"), ("order of ", "order")):
        if name.startswith(prefix):
            item = _named_type(name[len(prefix) :], value, vocabulary, report)
            return Type(item.base, item.names, shape)
    return _named_type(name, value, vocabulary, report)


def _named_type(name: str, value: Scalar, vocabulary: Vocabulary, report: Report) -> Type:
    if name in SIMPLE:
        return SIMPLE[name]
    if name in vocabulary.kinds:
        return vocabulary.kind_type(name)
    if name in vocabulary.groups:
        return vocabulary.stuff_type(name)
    known = [*SIMPLE, *vocabulary.kinds, *vocabulary.groups]
    help = did_you_mean(name, known) or "a type is `number`, `yes_no`, `cost`, a kind, a stuff, or a list of words"
    report.error("unknown-type", value.span, f"`{name}` is not a type", help)
    return UNKNOWN
