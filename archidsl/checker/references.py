"""Words in declarations that name other declarations: places, holders, properties, tables, moments must be there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from archidsl.checker import reading as r
from archidsl.checker.grid_layout import grid_names
from archidsl.checker.starts import check_ends, check_starts
from archidsl.checker.types import UNKNOWN, Type
from archidsl.checker.vocabulary import Fact, Kind, Vocabulary
from archidsl.diagnostics import Report, did_you_mean
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping, Scalar, Value

ABOUT = ("name", "text", "rule", "source", "note")


def check_references(pack: Pack, v: Vocabulary, report: Report) -> None:
    found = References(pack, v, report)
    checks = {
        "kind": found.kind, "zone": found.zone, "holder": found.holder, "stuff": found.stuff, "window": found.window,
        "property": found.property, "grid": found.grid,
    }  # fmt: skip
    for item in pack.items:
        if item.section in checks:
            checks[item.section](item)
        elif item.body.get("for_each") is not None:
            found.for_each(item)
    found.header()
    found.names()


class References:
    """Looks up every such word of one pack."""

    def __init__(self, pack: Pack, v: Vocabulary, report: Report) -> None:
        self.pack, self.v, self.report = pack, v, report

    def known(self, value: Value | None, names: Iterable[str], what: str, otherwise: str = "") -> bool:
        """Is each of these words one of the names? `otherwise` helps where none of them is near."""
        names = set(names)
        wrong = [word for word in r.scalars(value) if str(word.value) not in names]
        for word in wrong:
            help = did_you_mean(str(word.value), names) or otherwise
            self.report.error("unknown-word", word.span, f"`{word.value}` is not {what}", help)
        return not wrong

    # -- sections

    def kind(self, item: Item) -> None:
        v, body = self.v, item.body
        self.known(body.get("in"), v.kinds, "a place")
        self.known(body.get("back"), self.on_backs(item.name), "a fact or a kind of parts")
        if self.known(body.get("starts"), {*v.kinds, *v.members}, "a place"):
            self.can_start(item)
        usual = {name for name, kind in v.kinds.items() if name in v.members or (kind.per and kind.sort == "zone")}
        self.known(body.get("usual"), usual, "a place")
        self.known(body.get("active"), (name for name, k in v.kinds.items() if k.sort == "zone"), "a zone")
        own, what = v.words_of(frozenset([item.name])), f"a property of `{item.name}`"
        if self.known(body.get("belongs_to"), own, what, "declare it here, like `properties: {owner: player}`"):
            self.is_player(item.name, body.get("belongs_to"))
        for entry in r.mapping(body, "parts"):
            self.known(entry.value, v.kinds, "a kind")
        for entry in r.mapping(body, "properties"):
            if isinstance(entry.value, Mapping):
                self.stored(entry.name, item.name, entry.value)
        for entry in r.mapping(body, "facts"):
            if isinstance(entry.value, Mapping) and isinstance(default := entry.value.get("default"), Scalar):
                self.fits(default, v.facts[entry.name, item.name].type, entry.name)
        self.split(item)

    def can_start(self, item: Item) -> None:
        v = self.v
        for word in r.scalars(item.body.get("starts")):
            kind = v.members.get(str(word.value), str(word.value))
            allowed = {below for place in v.places_of(item.name) if place in v.kinds for below in v.below(place)}
            if kind not in allowed:
                help = f"write `of: {item.name}` in the zone, or name the place under the kind's `in`"
                self.report.error("wrong-place", word.span, f"a `{item.name}` can never be in `{word.value}`", help)
            elif kind == word.value and kind not in v.members and not v.kinds[kind].per:
                self.report.error(
                    "wrong-place", word.span, f"`{kind}` is a kind of place, and things start in one place"
                )

    def is_player(self, kind: str, word: Value | None) -> None:
        if not isinstance(word, Scalar):
            return
        found = self.v.property_of(str(word.value), kind) or self.v.fact_of(str(word.value), kind)
        if found is not None and (found.type.shape or found.type.names != frozenset(["player"])):
            self.report.error("wrong-type", word.span, f"`{word.value}` should be a player, but is {found.type}")

    def split(self, item: Item) -> None:
        """`count: {colour: {red: 4, blue: 4}}`"""
        count = item.body.get("count")
        if not isinstance(count, Mapping) or count.get("per") is not None:
            return
        for entry in count:
            found = self.v.property_of(entry.name, item.name)
            if found is None or found.type.base != "label":
                names = {name for name, kind in self.v.properties if kind in self.v.above(item.name)}
                message = f"`{entry.name}` is not a property of `{item.name}` with words as values"
                self.report.error("unknown-word", entry.key.span, message, did_you_mean(entry.name, names))
            elif isinstance(entry.value, Mapping):
                for label in entry.value:
                    self.known(label.key, found.type.names, f"one of the words of `{entry.name}`")

    def on_backs(self, kind: str) -> set[str]:
        """What the back of such a thing could show: its facts, and what is part of it."""
        v = self.v
        facts = {name for name, owner in v.facts if owner in v.above(kind)}
        return facts | {name for name, other in v.kinds.items() if kind in other.places and other.sort == "kind"}

    def zone(self, item: Item) -> None:
        v = self.v
        inside = frozenset(kind for kind in v.kinds if item.name in v.places_of(kind))
        names = {name for name, kind in v.properties if any(kind in v.above(k) for k in inside)}
        if self.known(item.body.get("sets"), names, "a property of what lies there"):
            for kind in sorted(inside):
                self.is_player(kind, item.body.get("sets"))
        sight = item.body.get("seen_by")
        words = [entry.value for entry in sight] if isinstance(sight, Mapping) else [sight]
        laid = {grid.lays for grid in v.grids.values() if grid.faces > 1}
        for word in words:
            if isinstance(word, Scalar) and word.value == "face" and not inside & laid:
                message = f"`face` is for tiles with several faces, and none of them lies in `{item.name}`"
                self.report.error("wrong-type", word.span, message, "write `all`, `owner`, `nobody` or `back`")

    def holder(self, item: Item) -> None:
        v, room = self.v, item.body.get("room")
        sight = item.body.get("seen_by")
        for entry in sight if isinstance(sight, Mapping) else ():
            self.known(entry.key, v.groups, "stuff")
        if not isinstance(room, Scalar) or not self.known(room, v.tables, "a column of a table"):
            return
        types = [type for _, type in v.tables[str(room.value)].params]
        if [type.base for type in types] != ["thing", "stuff"] or item.name not in types[0].names:
            message = f"`{room.value}` should go by `{item.name}` and stuff, so that it says how much of each fits"
            self.report.error("wrong-type", room.span, message)

    def holders(self) -> set[str]:
        """Those that have a name of their own."""
        return {member for member, kind in self.v.members.items() if self.holds(kind)}

    def holds(self, kind: str) -> bool:
        return any(self.v.kinds[k].holds for k in self.v.above(kind) if k in self.v.kinds)

    def stuff(self, item: Item) -> None:
        kinds = {kind for kind in self.v.kinds if self.holds(kind)}
        starts = item.body.get("starts")
        for word in [entry.key for entry in starts] if isinstance(starts, Mapping) else r.scalars(starts):
            self.known(word, kinds | self.holders(), "a holder", f"declare it: `holders: [{{holder: {word.value}}}]`")
        check_starts(item, self.v, self.report)
        for body in r.bodies(item.body.get("substitutes")):
            self.known(body.get("with"), self.v.stuff_index, "stuff")
            self.known(body.get("goes_to"), self.holders(), "a holder")
            self.known(body.get("delivers_from"), self.holders(), "a holder")

    def window(self, item: Item) -> None:
        for word in r.scalars(item.body.get("offers")):
            if self.known(word, self.v.procedures, "a procedure") and self.v.procedures[str(word.value)].params:
                message = f"`{word.value}` takes values, and nobody gives them when it is offered"
                self.report.error("wrong-count", word.span, message, "offer a procedure without `with`")

    def property(self, item: Item) -> None:
        of = r.words(item.body, "of")
        if (item.name, of[0] if of else "") in self.v.properties:
            self.stored(item.name, of[0] if of else "", item.body)

    def stored(self, name: str, kind: str, body: Mapping) -> None:
        prop = self.v.properties[name, kind]
        start = body.get("start")
        if isinstance(start, Scalar):
            self.fits(start, prop.type, name)
            check_ends(start, prop, self.report)
        for entry in r.mapping(body, "cleared"):
            if entry.name == "at":
                self.known(entry.value, self.v.moments, "a window or phase")
            elif len(prop.of) != 1 or self.v.kinds[prop.of[0]].sort not in ("kind", "tile"):
                message = f"`{name}` is not a property of one thing that moves"
                self.report.error("wrong-type", entry.value.span, message)
        inverse = body.get("inverse")
        if inverse is not None and (prop.type.base != "thing" or prop.type.shape or len(prop.of) != 1):
            message = f"only a property of one thing that is one thing has an inverse, and `{name}` is {prop.type}"
            self.report.error("wrong-type", inverse.span, message)
        numbers = next((e.key for e in body if e.name in ("track", "range")), None)
        if numbers is not None and (prop.type.base != "number" or prop.type.shape):
            self.report.error("wrong-type", numbers.span, f"`{name}` is {prop.type}, and only numbers have ends")
        elif prop.low is not None and prop.high is not None and prop.low > prop.high:
            self.report.error("wrong-type", r.span_of(body, "track" if body.get("track") else "range"), BACKWARDS)

    def grid(self, item: Item) -> None:
        grid = self.v.grids[item.name]
        types = {type for _, type in grid.sides}
        for entry in r.mapping(item.body, "areas"):
            self.known(entry.value, types, "a type of side")
        flags = {name for name, option in self.v.options.items() if option.type.base == "yes_no"}
        for entry in r.mapping(item.body, "joins"):
            self.known(entry.key, types, "a type of side")
            self.known(entry.value, {"yes", "no", *flags}, "`yes`, `no` or a flag with these values")
        if grid is not next(iter(self.v.grids.values())):
            self.report.error("too-many", item.span, "a game has one grid", "put both boards on one grid")
        facts = {name: fact for (name, kind), fact in self.v.facts.items() if kind == grid.makes}
        for tile in self.pack.section(grid.lays) if grid.lays else ():
            self.tile(tile, facts)

    def areas_of_face(self, face: Mapping) -> None:
        facts = {name: fact for (name, kind), fact in self.v.facts.items() if kind == "area"}
        for area in r.mapping(face, "inside"):
            for entry in area.value if isinstance(area.value, Mapping) else ():
                if entry.name in facts and isinstance(entry.value, Scalar):
                    self.fits(entry.value, facts[entry.name].type, entry.name)
                elif entry.name != "kind":
                    self.known(entry.key, {"kind", *facts}, "a fact of an area")

    def tile(self, item: Item, facts: dict[str, Fact]) -> None:
        faces = r.bodies(item.body.get("faces"))
        for face in faces or [item.body]:
            for entry in face:
                if entry.name in facts and isinstance(entry.value, Scalar):
                    self.fits(entry.value, facts[entry.name].type, entry.name)
            self.areas_of_face(face)
        known = {"sides", "areas", "inside", *facts, *ABOUT}
        own = {"faces"} if faces else known
        strange = [e for e in item.body if e.name not in {*own, *ABOUT}]
        strange += [e for face in faces for e in face if e.name not in known]
        for entry in strange if item.section == "tile" else ():  # other words are kinds, which see to this themselves
            help = did_you_mean(entry.name, known | own)
            self.report.error("unknown-key", entry.key.span, f"a `{item.section}` has no `{entry.name}`", help)

    def for_each(self, item: Item) -> None:
        for entry in r.mapping(item.body, "for_each"):
            self.known(entry.value, self.v.groups, "stuff")

    def header(self) -> None:
        v, header = self.v, self.pack.header
        order = header.get("order")
        if isinstance(order, Scalar):
            found = v.properties.get((str(order.value), ""))
            if found is None:
                self.known(order, (name for name, kind in v.properties if not kind), "a property of the game")
            elif found.type != Type("thing", frozenset(["player"]), "order"):
                message = f"`{order.value}` should be an order of player, but is {found.type}"
                self.report.error("wrong-type", order.span, message, "declare it with `type: order of player`")
        self.known(
            header.get("outlook"), (n for n, kind in v.computed if kind == "player"), "a computed property of `player`"
        )
        stored = {name for name, kind in v.properties if kind == "player"}
        for entry in r.mapping(header, "results"):
            if isinstance(entry.value, Scalar) and (str(entry.value.value), "player") in v.computed:
                message = f"`{entry.value.value}` is worked out, and a result must be stored"
                help = "declare a property with `of: player, type: number`, and set it when the game ends"
                self.report.error("wrong-type", entry.value.span, message, help)
            else:
                help = "declare it under `properties`, with `of: player`"
                self.known(entry.value, stored, "a stored property of `player`", help)

    def names(self) -> None:
        """Every thing that texts can name has its name alone; some names are made, like those of cells."""
        places = {item.name: item.span for item in self.pack.items if item.section in self.v.kinds}
        owners: dict[str, Kind] = {}
        grid = next(iter(self.v.grids), "")
        for kind in self.v.kinds.values():
            made = grid_names(kind, self.v) if kind.sort in ("cell", "region", "area") and kind.whole == grid else ()
            for name in (*kind.members, *made):
                other = owners.setdefault(name, kind)
                if other is not kind:
                    message = f"`{name}` is a `{other.name}` and a `{kind.name}`; call one of them something else"
                    self.report.error("second-meaning", places.get(name, kind.span), message)
        for name in sorted(set(owners) & set(self.v.members)):
            maker = next((k for k in self.v.kinds.values() if is_made(name, k)), None)
            if maker is not None:
                message = f"a `{maker.name}` will be called `{name}` already; call this one something else"
                self.report.error("second-meaning", places.get(name, owners[name].span), message)

    # -- values

    def fits(self, value: Scalar, type: Type, name: str) -> None:
        wrong_value(value, type, name, self.v, self.report)


def is_made(name: str, kind: Kind) -> bool:
    """Is this what the layout calls things of the kind that have no name of their own?"""
    if kind.sort == "player":
        return bool(re.fullmatch("p[0-9]+", name))
    if kind.per:
        return bool(re.fullmatch(f"{kind.name}_p[0-9]+(_[0-9]+)?", name))
    return kind.count is not None and not kind.members and bool(re.fullmatch(f"{kind.name}_[0-9]+", name))


BACKWARDS = "this begins above its own end"


def wrong_value(value: Scalar, type: Type, name: str, v: Vocabulary, report: Report) -> bool:
    """Complains about a written value that is not of the type; `thing`s are named members."""
    given = value.value
    if type == UNKNOWN:  # that was said where the type is written
        return False
    if type.shape or type.base in ("bundle", "spot"):
        report.error("wrong-type", value.span, f"`{name}` is {type}, which cannot be written here")
        return True
    if type.base == "number":
        ok, wanted = isinstance(given, int) and not isinstance(given, bool), "a whole number"
    elif type.base == "yes_no":
        ok, wanted = given in ("yes", "no"), "`yes` or `no`"
    else:
        names = possible(type, v)
        ok, wanted = str(given) in names, said(type, names)
        if not ok:
            help = did_you_mean(str(given), names)
            report.error("wrong-type", value.span, f"`{name}` must be {wanted}, not `{given}`", help)
            return True
    if not ok:
        report.error("wrong-type", value.span, f"`{name}` must be {wanted}, not `{given}`")
    return not ok


def said(type: Type, names: set[str]) -> str:
    if type.base == "thing":
        return f"the name of {type}"
    return {"moment": "a window or phase", "stuff": "stuff"}.get(type.base, "one of its words") if names else str(type)


def possible(type: Type, v: Vocabulary) -> set[str]:
    """The words that stand for a value of this type."""
    if type.base == "moment":
        return set(v.moments)
    if type.base != "thing":
        return set(type.names) or set(v.labels)
    names = {member for member, kind in v.members.items() if kind in type.names}
    for kind in type.names:
        if v.kinds[kind].sort in ("cell", "region", "area"):
            names |= set(grid_names(v.kinds[kind], v))
    return names
