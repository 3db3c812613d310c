"""Declared, but to no purpose: what no text speaks of, and properties that are read and never set. Warnings only."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from archidsl.checker.vocabulary import Property, Vocabulary
from archidsl.diagnostics import Report, Span
from archidsl.lang import nodes as n

USES = {
    "procedure": "run it with `do`",
    "phase": "run it with `do`",
    "window": "announce it, or open it with `opens`",
    "measure": "use it in a text",
    "adjective": "put it before a noun",
    "noun": "speak of it in a text",
    "column": "look something up in it",
    "option": "let a text depend on it",
}


def check_unused(v: Vocabulary, report: Report) -> None:
    words, written = set(_elsewhere(v)), set()
    for node in all_nodes(v):
        if isinstance(node, n.SetTo | n.ChangeBy):
            written.add(_root(node.target))
        words |= set(_words(node))
    for what, name, span in _declared(v):
        if name not in words:
            report.warning("unused", span, f"nothing uses the {what} `{name}`", f"{USES[what]}, or delete it")
    _never_set(v, words, written, report)


def _declared(v: Vocabulary) -> Iterator[tuple[str, str, Span]]:
    for procedure in v.procedures.values():
        if procedure.name != v.main:
            yield procedure.sort, procedure.name, procedure.span
    opened = {procedure.opens for procedure in v.procedures.values()}
    yield from (("window", w.name, w.span) for w in v.windows.values() if w.name not in opened)
    yield from (("measure", f.name, f.span) for f in v.formulas.values())
    yield from (("adjective", f.name, f.span) for f in v.adjectives.values())
    yield from (("noun", f.name, f.span) for f in v.nouns.values())
    yield from (("column", t.name, t.span) for t in v.tables.values())
    yield from (("option", o.name, o.span) for o in v.options.values() if o.name != "players")


def _elsewhere(v: Vocabulary) -> Iterator[str]:
    """Words that declarations use."""
    yield from (str(kind.room) for kind in v.kinds.values() if kind.room is not None)
    yield from (str(flag) for grid in v.grids.values() for _, flag in grid.joins)
    yield from (name for window in v.windows.values() for name in window.offers)
    yield from v.results.values()


def _never_set(v: Vocabulary, words: set[str], written: set[str], report: Report) -> None:
    for (name, kind), prop in v.properties.items():
        if name in words and name not in written and not _settled(name, kind, prop, v):
            of = f" of `{kind}`" if kind else ""
            help = f"set it somewhere with `set {name}{' of ...' if kind else ''} to ...`, or give it a `start`"
            report.warning("never-set", prop.span, f"`{name}`{of} is read, but nothing ever sets it", help)


def _settled(name: str, kind: str, prop: Property, v: Vocabulary) -> bool:
    """Has it a value without any text?"""
    if prop.start is not None or prop.mirror_of or name == v.turn_order:
        return True
    for k in v.kinds.values():
        split = isinstance(k.count, tuple) and k.count[0] == "split" and k.count[1] == name
        owned = k.per and v.inherited(k.name, "belongs_to") == name
        if name == k.sets or ((split or owned) and kind in v.above(k.name)):
            return True
    return False


# -- every word of every text


def all_nodes(v: Vocabulary) -> Iterator[n.Node]:
    """Every part of every text, as it was written."""
    roots: list[object] = [*(p.body for p in v.procedures.values()), *(d.text for d in v.deeds)]
    roots += [(w.effect or ()) for w in v.windows.values()]
    roots += [(p.when, p.effect) for p in v.passives] + [(w.over, w.when, w.effect) for w in v.watches]
    roots += [f.text for f in (*v.formulas.values(), *v.computed.values(), *v.adjectives.values(), *v.nouns.values())]
    roots += [(p.when, p.each, p.across, p.over, *(value.text for value in p.values)) for p in v.panels]
    roots += [(s.paid_to, s.total, *(x.when for x in s.substitutes)) for s in v.stuffs.values()]
    roots += [*v.fact_values.values(), *(k.count for k in v.kinds.values())]
    waiting = roots
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, n.Node):
            yield node
            waiting.extend(getattr(node, field.name) for field in dataclasses.fields(node) if field.name != "span")


def _words(node: n.Node) -> Iterator[str]:
    found = getattr(node, "name", None)
    if isinstance(found, str):
        yield found


def _root(target: n.Expression) -> str:
    return target.name if isinstance(target, n.Name | n.Property | n.Call) else ""
