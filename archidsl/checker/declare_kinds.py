"""The kinds, holders, zones, stuffs, properties and facts of a pack, into its vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from archidsl.checker import reading as r
from archidsl.checker.references import wrong_value
from archidsl.checker.vocabulary import Fact, Kind, Property, Sight, Stuff, Substitute, Vocabulary
from archidsl.diagnostics import Report, did_you_mean
from archidsl.packs.pack import Item, Pack
from archidsl.packs.schema import SECTIONS
from archidsl.packs.values import Mapping, Scalar, Sequence, Value

NEEDED = ("label", "thing", "stuff")  # a number that is not said is 0, and yes or no is no

Parse = Callable[[str, Value | None], Any]


def declare_kinds(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    v.grid_items = pack.section("grid")
    v.kinds["player"] = Kind("player", pack.header.span, "player", holds=False)
    for item in pack.section("kind"):
        _kind(item, v, parse)
    for item in pack.section("holder"):
        _holder(item, v)
    for item in pack.section("zone"):
        v.kinds[item.name] = _zone(item)
    for item in pack.section("zone"):
        _zone_takes(item, v, report)
    for kind in list(v.kinds.values()):
        _known_names(kind, v, report)
    _named_members(pack, v, report)


def is_member(item: Item, v: Vocabulary) -> bool:
    """Does this item make a member of a kind? What a grid lays has its own shape and is read with the grid."""
    return item.section not in SECTIONS and item.section not in {r.text(g.body, "lays") for g in v.grid_items}


def _zone_takes(item: Item, v: Vocabulary, report: Report) -> None:
    """What a zone takes can be in it; nobody has to say so twice."""
    laid = {r.text(g.body, "lays") for g in v.grid_items}
    for word in r.scalars(item.body.get("of")):
        name = str(word.value)
        if name not in v.kinds and name not in laid:
            report.error("unknown-word", word.span, f"`{name}` is not a kind", did_you_mean(name, v.kinds))
            continue
        kind = v.kinds.get(name) or Kind(name, item.span)
        if item.name not in kind.places:
            v.kinds[name] = replace(kind, places=(*kind.places, item.name))


def _known_names(kind: Kind, v: Vocabulary, report: Report) -> None:
    if kind.parent and kind.parent not in v.kinds:
        report.error("unknown-word", kind.span, f"`{kind.parent}` is not a kind", did_you_mean(kind.parent, v.kinds))
        v.kinds[kind.name] = Kind(kind.name, kind.span)
    elif kind.name in v.above(kind.parent):
        report.error("cycle", kind.span, f"`{kind.name}` would be a sort of itself")
        v.kinds[kind.name] = Kind(kind.name, kind.span)


def _kind(item: Item, v: Vocabulary, parse: Parse) -> None:
    body = item.body
    v.kinds[item.name] = Kind(
        item.name,
        item.span,
        parent=r.text(body, "is_a"),
        members=tuple(r.words(body, "members")),
        count=_count(body, parse),
        per=isinstance(body.get("count"), Mapping) and r.text(r.mapping(body, "count"), "per") == "player",
        places=tuple(r.words(body, "in")),
        starts=r.text(body, "starts"),
        usual=r.text(body, "usual"),
        belongs_to=r.text(body, "belongs_to"),
        alike=r.flag(body, "alike"),
        active=tuple(r.words(body, "active")),
        back=tuple(r.words(body, "back")),
    )


def _count(body: Mapping, parse: Parse) -> object:
    value = body.get("count")
    if isinstance(value, Scalar):
        return value.value
    if not isinstance(value, Mapping):
        return None
    if value.get("per") is not None:
        return ("per", parse("formula", value.get("is")))
    entry = value.entries[0]
    split = entry.value if isinstance(entry.value, Mapping) else value
    pairs = tuple((e.name, e.value.value) for e in split if isinstance(e.value, Scalar))
    return ("split", entry.name, pairs)


def _holder(item: Item, v: Vocabulary) -> None:
    body = item.body
    sight: Value | None = body.get("seen_by")
    stuff_sight: tuple[tuple[str, str], ...] = ()
    rest = "all"
    if isinstance(sight, Mapping):
        stuff_sight = tuple((e.name, str(e.value.value)) for e in sight if isinstance(e.value, Scalar))
    elif isinstance(sight, Scalar):
        rest = str(sight.value)
    before = v.kinds.get(item.name)
    per = r.text(body, "of") == "player"
    members = tuple(r.words(body, "members"))
    if not members and not per and before is None:
        members = (item.name,)
    if before is not None:
        members = before.members
    v.kinds[item.name] = Kind(
        item.name,
        before.span if before else item.span,
        before.sort if before else "holder",
        parent=before.parent if before else "",
        members=members,
        count=before.count if before else r.number(body, "count"),
        per=before.per if before else per,
        places=before.places if before else (),
        quiet=r.flag(body, "quiet"),
        starts=before.starts if before else "",
        usual=before.usual if before else "",
        belongs_to=before.belongs_to if before else "",
        alike=before.alike if before else False,
        active=before.active if before else (),
        back=before.back if before else (),
        room=r.text(body, "room") or None,
        sight=Sight(rest),
        stuff_sight=stuff_sight,
        holds=True,
    )


def _zone(item: Item) -> Kind:
    body = item.body
    sight = body.get("seen_by")
    seen = Sight()
    if isinstance(sight, Scalar):
        seen = Sight(str(sight.value))
    elif isinstance(sight, Mapping):
        seen = Sight(r.text(sight, "rest", "all"), r.text(sight, "top"))
    per = r.text(body, "per") == "player"
    return Kind(
        item.name,
        item.span,
        "zone",
        members=() if per else (item.name,),
        per=per,
        order=r.text(body, "order", "set"),
        room=r.number(body, "room"),
        sets=r.text(body, "sets"),
        sight=seen,
        quiet=r.flag(body, "quiet"),
    )


def _named_members(pack: Pack, v: Vocabulary, report: Report) -> None:
    """Items of a kind (`- card: ...`) are its members; a name means one thing only."""
    for item in pack.items:
        if not is_member(item, v):
            continue
        if item.section not in v.kinds and f"whole:{item.name}" in v.texts:
            continue  # said where the parts are declared
        if item.section not in v.kinds:
            known = [*SECTIONS, *v.kinds]
            report.error(
                "unknown-word", item.span, f"`{item.section}` is not a kind", did_you_mean(item.section, known)
            )
            continue
        kind = v.kinds[item.section]
        names = expanded(item, v)
        fresh = tuple(name for name in names if name not in kind.members)
        v.kinds[item.section] = replace(kind, members=kind.members + fresh)
    for kind in v.kinds.values():
        for name in kind.members:
            v.members.setdefault(name, kind.name)  # `references` sees to names that are there twice


def expanded(item: Item, v: Vocabulary) -> list[str]:
    each = item.body.get("for_each")
    if not isinstance(each, Mapping) or not each.entries:
        return [item.name]
    group = str(each.entries[0].value.value) if isinstance(each.entries[0].value, Scalar) else ""
    return [f"{item.name}_{member}" for member in v.groups.get(group, ())]


def declare_stuffs(pack: Pack, v: Vocabulary, parse: Parse) -> None:
    """First, since kinds may be made for each stuff."""
    for item in pack.section("stuff"):
        members = r.mapping(item.body, "members")
        names = tuple(e.name for e in members) or (item.name,)
        totals = tuple(
            int(e.value.value) for e in members if isinstance(e.value, Scalar) and type(e.value.value) is int
        )
        if not members.entries:
            totals = (r.number(item.body, "total", 0) or 0,)
        total = parse("formula", r.mapping(item.body, "total").get("is"))
        v.stuffs[item.name] = Stuff(
            item.name, item.span, names, totals, total, _starts(item.body), parse("formula", item.body.get("paid_to")),
            _substitutes(item.body, parse),
        )  # fmt: skip
        v.groups[item.name] = names
        for name in names:
            v.stuff_index[name] = len(v.stuff_index)
            v.groups[name] = (name,)
    for item in pack.section("noun"):
        parts = r.words(item.body, "of")
        if parts and all(part in v.groups for part in parts):
            v.groups[item.name] = tuple(dict.fromkeys(m for part in parts for m in v.groups[part]))


def _starts(body: Mapping) -> tuple[tuple[str, int | None], ...]:
    value = body.get("starts")
    if isinstance(value, Scalar):
        return ((str(value.value), None),)
    if isinstance(value, Mapping):
        return tuple(
            (e.name, int(e.value.value)) for e in value if isinstance(e.value, Scalar) and type(e.value.value) is int
        )
    return ()


def _substitutes(body: Mapping, parse: Parse) -> tuple[Substitute, ...]:
    return tuple(
        Substitute(
            b.span,
            r.text(b, "with"),
            r.text(b, "goes_to"),
            r.text(b, "delivers_from"),
            parse("condition", b.get("when")),
        )
        for b in r.bodies(body.get("substitutes"))
    )


# -- properties and facts


def declare_properties(pack: Pack, v: Vocabulary, report: Report) -> None:
    for item in pack.section("kind"):
        for entry in r.mapping(item.body, "properties"):
            _property(entry.name, (item.name,), entry.key.span, _detailed(entry.value), v, report)
        for entry in r.mapping(item.body, "facts"):
            _fact(entry.name, item.name, entry.value, v, report)
    for item in pack.section("property"):
        if any(item.body.get(key) is not None for key in ("is", "the", "cases")):
            continue
        of = tuple(r.words(item.body, "of"))
        for kind in of:
            if kind not in v.kinds:
                report.error(
                    "unknown-word", r.span_of(item.body, "of"), f"`{kind}` is not a kind", did_you_mean(kind, v.kinds)
                )
        if all(kind in v.kinds for kind in of):
            _property(item.name, of, item.span, item.body, v, report)


def _detailed(value: Value) -> Mapping:
    """`owner: player` means `owner: {type: player}`."""
    if isinstance(value, Mapping):
        return value
    from archidsl.packs.values import Entry

    return Mapping(value.span, (Entry(Scalar(value.span, "type"), value),))


def _property(name: str, of: tuple[str, ...], span: Any, body: Mapping, v: Vocabulary, report: Report) -> None:
    kind_type = r.type_from(body.get("type"), v, report)
    track = r.mapping(body, "track")
    low, high = r.number(track, "from"), r.number(track, "to")
    limits = r.a_range(r.text(body, "range"))
    if limits:
        low, high = limits
    cleared = r.mapping(body, "cleared")
    start = body.get("start")
    prop = Property(
        name, span, of, kind_type.maybe if not kind_type.shape else kind_type,
        start=start.value if isinstance(start, Scalar) else None,
        low=low, high=high,
        cleared_at=r.text(cleared, "at"), cleared_by_move=r.text(cleared, "by") == "move",
        inverse=r.text(body, "inverse"), seen_by=r.text(body, "seen_by", "all"), keeps=r.flag(body, "keeps"),
        quiet=r.flag(body, "quiet"),
    )  # fmt: skip
    v.properties[name, of[0] if of else ""] = prop
    if prop.inverse:
        for target in sorted(prop.type.names):
            mirror = Property(prop.inverse, span, (target,), v.kind_type(of[0]).maybe, mirror_of=name)
            v.properties[prop.inverse, target] = mirror


def _fact(name: str, kind: str, value: Value, v: Vocabulary, report: Report) -> None:
    body = _detailed(value)
    default = body.get("default")
    listed = body.get("listed") is not None and r.flag(body, "listed")
    v.facts[name, kind] = Fact(
        name, value.span, kind, r.type_from(body.get("type"), v, report),
        default.value if isinstance(default, Scalar) else None, listed,
    )  # fmt: skip


def fill_facts(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    """The value of each fact of each member, as words or numbers; costs as nodes."""
    for item in pack.items:
        if not is_member(item, v) or item.section not in v.kinds:
            continue
        for kind in v.above(item.section):
            for (name, owner), fact in list(v.facts.items()):
                if owner == kind:
                    value = _fact_value(fact, item, v, report, parse)
                    for member in expanded(item, v):
                        v.fact_values[name, owner, member] = value
                        if item.body.get(name) is None:
                            v.unsaid.add((name, member))


def _fact_value(fact: Fact, item: Item, v: Vocabulary, report: Report, parse: Parse) -> object:
    value = item.body.get(fact.name)
    if value is None:
        if fact.default is None and fact.type.base in NEEDED and not fact.type.optional and not fact.listed:
            help = f"write `{fact.name}:` and its value, or give the fact a `default`"
            report.error("missing-fact", item.span, f"`{item.name}` does not say its `{fact.name}`", help)
        return fact.default
    if fact.type.base == "bundle":
        return parse("cost", value)
    if fact.listed:
        for one in r.scalars(value):
            wrong_value(one, fact.type, fact.name, v, report)
        return tuple(s.value for s in r.scalars(value))
    if isinstance(value, Sequence | Mapping):
        report.error("wrong-type", value.span, f"`{fact.name}` must be {fact.type}")
        return None
    return None if wrong_value(value, fact.type, fact.name, v, report) else value.value
