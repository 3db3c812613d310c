"""What people read: questions, refusals and terms of a pack, each looked at beside the words that it is for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from archidsl.checker import reading as r
from archidsl.checker.drawing import check_confirm, check_shows
from archidsl.checker.unused import all_nodes
from archidsl.checker.vocabulary import Vocabulary
from archidsl.diagnostics import Report, did_you_mean
from archidsl.lang import nodes as n
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Scalar, Value
from archidsl.texts.message import CALLING, MessageError, places

ASKING = ("player",)
TELLING = ("player", "answer")
ROW = "row"  # in the text of a panel: what the line is about
NAMED_BY = ("adjective", "noun", "measure")  # what may name a refusal


def check_wording(pack: Pack, v: Vocabulary, report: Report) -> None:
    """Every text is for something that is there, and every place in it can be filled."""
    if report.errors:
        return  # a text that could not be read asks nothing, and what is missing then is not missing
    asked: dict[str, set[str]] = defaultdict(set)
    named = _refusals_named(pack)
    for node in all_nodes(v):
        if isinstance(node, n.Choose | n.Menu):
            options = node.options if isinstance(node, n.Menu) else ()
            asked[node.asking.name.name] |= {option.name.name for option in options}
        elif isinstance(node, n.Require) and node.refusal is not None:
            named.append(Scalar(node.refusal.span, node.refusal.name))
    for item in pack.section("question"):
        _question(item, asked, report)
        zones = [kind.name for kind in v.kinds.values() if kind.sort == "zone"]
        check_shows(item, [panel.name for panel in v.panels], zones, report)
    _check_refusals(pack, named, report)
    for item in pack.section("term"):
        if item.name not in _words(v):
            help = did_you_mean(item.name, _words(v)) or "whatever is an item itself says its own `name`"
            report.error("unknown-word", item.span, f"`{item.name}` is no fact, property, label or the like", help)
        _message(item.body.get("called"), [*CALLING, *v.words_of(frozenset([item.name]))], report)
    for item in pack.section("panel"):
        _message(item.body.get("text"), [ROW, *(entry.name for entry in r.mapping(item.body, "values"))], report)
    for item in pack.section("kind"):
        _message(item.body.get("called"), [*CALLING, *v.words_of(frozenset([item.name]))], report)
        _sheet(item, v, report)


def _question(item: Item, asked: dict[str, set[str]], report: Report) -> None:
    if item.name not in asked:
        help = did_you_mean(item.name, asked) or "it is called like the choice that it is for"
        report.error("unknown-word", item.span, f"nobody is asked for `{item.name}`", help)
        return
    _message(item.body.get("text"), ASKING, report)
    _message(item.body.get("log"), TELLING, report)
    check_confirm(item, sorted(asked[item.name]), report)
    for entry in r.mapping(item.body, "options"):
        if entry.name not in asked[item.name]:
            help = did_you_mean(entry.name, asked[item.name])
            report.error("unknown-word", entry.key.span, f"`{item.name}` has no option `{entry.name}`", help)
        _message(entry.value, (), report)


def _sheet(item: Item, v: Vocabulary, report: Report) -> None:
    """What is drawn around a member must be several values, one for each edge."""
    word = r.scalar(r.mapping(item.body, "sheet"), "around")
    if word is None:
        return
    name = str(word.value)
    fact = v.fact_of(name, item.name)
    if fact is None:
        known = {fact for fact, kind in v.facts if kind in v.above(item.name)}
        help = did_you_mean(name, known) or "name one of the kind's `facts` that has `listed: yes`"
        report.error("unknown-word", word.span, f"`{name}` is not a fact of `{item.name}`", help)
    elif not fact.listed:
        message = f"`{name}` is one value, and around a member stands a list"
        listed = {fact for (fact, kind), f in v.facts.items() if kind in v.above(item.name) and f.listed}
        help = did_you_mean(name, listed) or f"declare it as `{name}: {{type: ..., listed: yes}}`"
        report.error("wrong-type", word.span, message, help)


def _refusals_named(pack: Pack) -> list[Scalar]:
    found = [item.body.get("refusal") for section in NAMED_BY for item in pack.section(section)]
    return [name for name in found if isinstance(name, Scalar)]


def _check_refusals(pack: Pack, named: Iterable[Scalar], report: Report) -> None:
    known = {item.name: item for item in pack.section("refusal")}
    used = set()
    for name in named:
        used.add(name.value)
        if name.value not in known:
            help = did_you_mean(str(name.value), known) or f"declare it: `- refusal: {name.value}` with a `text`"
            report.error("unknown-word", name.span, f"`{name.value}` is not a refusal", help)
    for item in known.values():
        _message(item.body.get("text"), (), report)
        if item.name not in used:
            help = f"name it, as in `require ... else {item.name}`, or delete it"
            report.warning("unused", item.span, f"nothing uses the refusal `{item.name}`", help)


def _words(v: Vocabulary) -> set[str]:
    """Words that people may read and that are no items themselves."""
    made = {kind.name for kind in v.kinds.values() if kind.sort in ("player", "cell", "region", "area")}
    columns = {name for name, _ in v.facts} | {name for name, _ in v.properties} | {name for name, _ in v.computed}
    made |= {side for grid in v.grids.values() for _, side in grid.sides}
    return made | columns | set(v.labels) | set(v.stuff_index) | set(v.members) | set(v.tables)


def _message(value: Value | None, known: Collection[str], report: Report) -> None:
    if not isinstance(value, Scalar):
        return
    try:
        strange = places(str(value.value)) - set(known)
    except MessageError as problem:
        report.error("bad-message", value.span, f"{problem}", "write `{name}` for a value, or `{{` for a brace")
        return
    for name in sorted(strange):
        help = did_you_mean(name, known) or (f"there is: {', '.join(sorted(known))}" if known else "")
        report.error("bad-message", value.span, f"there is no `{{{name}}}` in this text", help)
