"""A checked game and its options in, the layout of its state out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archidsl.checker import ir
from archidsl.checker.drawing import told_of
from archidsl.checker.grid_layout import area_facts, lay_out_grid
from archidsl.checker.limits import MOST_OF_A_KIND
from archidsl.checker.panels import panels_of
from archidsl.checker.static import evaluate, totals
from archidsl.checker.vocabulary import Kind, Property, Vocabulary
from archidsl.engine.layout import Column, Layout, Slot, Zone

SORTS = ("player", "kind", "tile", "region", "zone", "holder", "grid", "area", "cell")


def option_number(v: Vocabulary, name: str, value: str | int) -> int:
    """An option's value as the number that stands for it."""
    option = v.options[name]
    if option.type.base == "label":
        return v.labels[str(value)]
    if option.type.base == "yes_no":
        return int(value == "yes")
    return int(value)


def lay_out(v: Vocabulary, game: ir.Game, players: int, options: Mapping[str, str | int]) -> Layout:
    layout = Layout(players=players, stuffs=tuple(v.stuff_index))
    layout.options = {name: option_number(v, name, options.get(name, o.default)) for name, o in v.options.items()}
    layout.totals = totals(v, game, layout)
    _number_things(v, game, layout)
    layout.key = layout.slots(1, b"")
    layout.at = layout.slots(layout.movable, -1)  # what is read most comes first: Python keeps small numbers ready
    _holdings(v, layout)
    for key, prop in v.properties.items():
        layout.columns[key] = _column(prop, v, layout)
    _mirrors(v, layout)
    _contents(v, layout)
    layout.known = layout.slots(layout.movable, 0)
    _windows(v, layout)
    lay_out_grid(v, layout)
    _zones(v, layout)
    _starting_places(v, layout)
    _starting_stuff(v, layout)
    _owners(v, layout)
    _alike(v, layout)
    _words(v, layout)
    _backs(v, layout)
    _faces(v, layout)
    layout.panels = panels_of(game, v)
    layout.secret = frozenset(site.key for site in game.sites if site.secret)
    _mixing(v, layout)
    layout.shown = {seen_as(key): (game.formulas[key].result.base, key.split(":")[2]) for key in game.shown}
    return layout


def seen_as(key: str) -> str:
    """`computed:spread:player` stands in views as `spread of player`."""
    _, name, kind = key.split(":")
    return f"{name} of {kind}" if kind else name


def _faces(v: Vocabulary, layout: Layout) -> None:
    """What each face of a tile shows, as plain words: its sides in order, and what it says of itself and its areas."""
    for grid in v.grids.values():
        types = dict(grid.sides)
        for tile in grid.tiles:
            layout.faces[layout.ids[tile.name]] = tuple(
                {
                    "sides": [types[letter] for letter in face.sides],
                    **{name: value for name, value in face.facts if isinstance(value, str | int)},
                    **_summed(face.area_facts),
                }
                for face in tile.faces
            )
        for area, name, value in area_facts(grid):
            if type(value) is int and value:
                layout.printed.setdefault(layout.ids[area], {})[name] = value


def _summed(facts: tuple[tuple[str, str, object], ...]) -> dict[str, Any]:
    """Numbers of all areas together."""
    out: dict[str, Any] = {}
    for _, name, value in facts:
        if type(value) is int:
            out[name] = out.get(name, 0) + value
    return out


def _backs(v: Vocabulary, layout: Layout) -> None:
    """What the back of each thing shows, as plain words."""
    for thing in range(layout.movable):
        kinds = v.above(layout.kind_of[thing])
        back = [word for kind in kinds for word in v.kinds[kind].back]
        if not back:
            continue
        shown: dict[str, Any] = _facts(layout.names[thing], [w for w in back if w not in v.kinds], kinds, v)
        for kind in (word for word in back if word in v.kinds):
            inside = [part for part in layout.of_kind(kind) if layout.start[layout.at + part] == thing]
            facts = [name for name, owner in v.facts if owner == kind]
            shown[kind] = [_facts(layout.names[part], facts, [kind], v) for part in inside]
        layout.backs[thing] = shown


def _mixing(v: Vocabulary, layout: Layout) -> None:
    """Kinds that are sorts of one kind and go to the same places: what lies face down may be one as well as another."""
    classes: dict[object, int] = {}
    for kind in v.kinds:
        where = (v.above(kind)[-1], frozenset(v.places_of(kind)))
        layout.mixes[kind] = classes.setdefault(where, len(classes))


def _facts(member: str, facts: list[str], kinds: list[str], v: Vocabulary) -> dict[str, Any]:
    """Facts of a member, as words and numbers; those that say nothing are left out."""
    given = {
        name: v.fact_values.get((name, kind, member)) for name in facts for kind in kinds if (name, kind) in v.facts
    }
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
    said = {name for name in plain if (name, member) not in v.unsaid}
    return {name: value for name, value in plain.items() if isinstance(value, str | int | list) and name in said}


def _words(v: Vocabulary, layout: Layout) -> None:
    """What views and records need to speak of numbers in words."""
    layout.labels = tuple(sorted(v.labels, key=lambda word: v.labels[word]))
    layout.moments = tuple(sorted(v.moments, key=lambda word: v.moments[word]))
    for kind in v.kinds:
        owner = str(v.inherited(kind, "belongs_to") or "")
        prop = v.property_of(owner, kind) if owner else None
        if prop is not None:
            layout.belongs[kind] = (prop.name, prop.of[0])
    quiet = [f"{name} of {kind}" if kind else name for (name, kind), prop in v.properties.items() if prop.quiet]
    layout.quiet = frozenset([*quiet, *(kind.name for kind in v.kinds.values() if kind.quiet)])
    layout.colours = told_of(v, "colour")
    layout.confirm = {question: tuple(words.split()) for question, words in told_of(v, "confirm").items()}
    layout.implied = told_of(v, "implied")
    layout.shows = {question: tuple(words.split()) for question, words in told_of(v, "shows").items()}
    for result, word in v.results.items():
        if (word, "player") in layout.columns:
            layout.results[result] = (word, "player")


def _number_things(v: Vocabulary, game: ir.Game, layout: Layout) -> None:
    """Players first, then what can move, then what stays; a kind's things stand together, with those of its sorts."""
    for sort in SORTS:
        for kind in list(v.kinds.values()):
            if kind.sort == sort and not kind.parent:
                _number_kind(kind, v, game, layout)
        if sort == "region":
            layout.movable = len(layout.names)
    for i, name in enumerate(layout.names):
        layout.ids.setdefault(name, i)


def _number_kind(kind: Kind, v: Vocabulary, game: ir.Game, layout: Layout) -> None:
    low = len(layout.names)
    for name, owner in _names_of(kind, v, game, layout):
        if owner >= 0:
            layout.owner_of[len(layout.names)] = owner
        layout.names.append(name)
        layout.kind_of.append(kind.name)
    for child in v.kinds.values():
        if child.parent == kind.name:
            _number_kind(child, v, game, layout)
    layout.ranges[kind.name] = (low, len(layout.names))


def _names_of(kind: Kind, v: Vocabulary, game: ir.Game, layout: Layout) -> list[tuple[str, int]]:
    players = range(layout.players)
    if kind.sort == "player":
        return [(f"p{i + 1}", -1) for i in players]
    if kind.sort in ("region", "area", "cell", "tile"):
        from archidsl.checker.grid_layout import grid_names

        return [(name, -1) for name in grid_names(kind, v)]
    if kind.members:
        return [(name, -1) for name in kind.members]
    if kind.per and kind.sort in ("zone", "holder"):
        count = kind.count if isinstance(kind.count, int) else 1
        return [
            (f"{kind.name}_p{p + 1}" + (f"_{i + 1}" if count > 1 else ""), p) for p in players for i in range(count)
        ]
    if kind.per:
        number = evaluate(game.counts[kind.name], v, game, layout) if kind.name in game.counts else 0
        number = max(0, min(number, MOST_OF_A_KIND))
        return [(f"{kind.name}_p{p + 1}_{i + 1}", p) for p in players for i in range(number)]
    if isinstance(kind.count, int):
        return [(f"{kind.name}_{i + 1}", -1) for i in range(kind.count)]
    if isinstance(kind.count, tuple) and kind.count[0] == "split":
        total = sum(int(n) for _, n in kind.count[2])
        return [(f"{kind.name}_{i + 1}", -1) for i in range(total)]
    return []


def _contents(v: Vocabulary, layout: Layout) -> None:
    """Everything that something else can be in gets a slot for what lies there."""
    places = {p for k in v.kinds.values() for p in k.places} | {k.name for k in v.kinds.values() if k.sort == "zone"}
    holders = frozenset().union(*(v.below(p) for p in places if p in v.kinds), frozenset(v.grids))
    layout.contents = [-1] * (len(layout.names) + 1)
    for i, kind in enumerate(layout.kind_of):
        if kind in holders:
            layout.contents[i] = layout.slots(1, ())
    layout.parents = [-1] * (len(layout.names) + 1)


def _holdings(v: Vocabulary, layout: Layout) -> None:
    layout.holdings = [-1] * (len(layout.names) + 1)
    size = len(layout.stuffs)
    if not size:
        return
    for i, kind in enumerate(layout.kind_of):
        chain = [v.kinds[k] for k in v.above(kind) if v.kinds[k].holds]
        if not chain:
            continue
        layout.holdings[i] = layout.slots(size, 0)
        sights = dict(chain[0].stuff_sight)
        by_group = [next((sights[g] for g in sights if s in v.groups.get(g, ())), "") for s in layout.stuffs]
        layout.holder_sight[i] = tuple(s or chain[0].sight.rest for s in by_group)
        if isinstance(chain[0].room, str) and chain[0].room in v.tables:
            layout.rooms[i] = _room(chain[0].room, i, v, layout)


def _room(table: str, holder: int, v: Vocabulary, layout: Layout) -> tuple[int, ...]:
    """How much of each stuff fits, from the table that the holder names."""
    rows = v.tables[table].rows
    row = rows.get(layout.names[holder], {}) if isinstance(rows, dict) else {}
    return tuple(int(row.get(s, v.tables[table].beyond)) if isinstance(row, dict) else 0 for s in layout.stuffs)


def _column(prop: Property, v: Vocabulary, layout: Layout) -> Column:
    start = _start_value(prop, v, layout)
    common = {
        "low": prop.low, "high": prop.high, "start": start, "seen_by": prop.seen_by, "keeps": prop.keeps,
        "base": prop.type.base if not prop.type.shape else prop.type.shape, "kinds": prop.of,
        "labels": tuple(sorted(v.labels[w] for w in prop.type.names)) if prop.type.base == "label" else (),
    }  # fmt: skip
    if not prop.of:
        slot = layout.slots(1, start)
        return Column(prop.name, slot, 1, first=slot, **common)
    low, high = layout.ranges[prop.of[0]]
    if len(prop.of) == 1:
        first = layout.slots(high - low, start)
        return Column(prop.name, first - low, high - low, first=first, **common)
    low2, high2 = layout.ranges[prop.of[1]]
    width = high2 - low2
    first = layout.slots((high - low) * width, start)
    return Column(prop.name, first - low * width - low2, (high - low) * width, width, first=first, **common)


def _start_value(prop: Property, v: Vocabulary, layout: Layout) -> Slot:
    if prop.type.shape == "order":
        low, high = layout.ranges[sorted(prop.type.names)[0]]
        return tuple(range(low, high))
    if prop.type.shape:
        return ()
    if prop.type.base in ("thing", "spot", "stuff", "label", "moment"):
        words: dict[str, int] = {"label": v.labels, "stuff": v.stuff_index, "thing": layout.ids}.get(prop.type.base, {})
        return words.get(str(prop.start), -1)
    if prop.type.base == "yes_no":
        return int(prop.start == "yes")
    if isinstance(prop.start, int):
        return prop.start
    nearest = max(prop.low or 0, 0)
    return nearest if prop.high is None else min(nearest, prop.high)


def _mirrors(v: Vocabulary, layout: Layout) -> None:
    """A property with an inverse knows the columns that follow it; so does moving, for what moving clears."""
    from dataclasses import replace

    for key, prop in v.properties.items():
        if prop.inverse:
            mirrors = tuple(
                (*layout.ranges[kind], layout.columns[prop.inverse, kind].offset)
                for kind in sorted(prop.type.names)
                if (prop.inverse, kind) in layout.columns
            )
            layout.columns[key] = replace(layout.columns[key], mirrors=mirrors)
            for kind in sorted(prop.type.names):
                mirrored = layout.columns[prop.inverse, kind]
                for slot in range(mirrored.first, mirrored.first + mirrored.count):
                    layout.start[slot] = -1
                layout.columns[prop.inverse, kind] = replace(mirrored, start=-1)
        if prop.cleared_by_move:
            low, high = layout.ranges[prop.of[0]]
            layout.cleared_by_move.append((low, high, layout.columns[key]))


def _windows(v: Vocabulary, layout: Layout) -> None:
    layout.moment = layout.slots(1, -1)
    layout.watching = layout.slots(1, 0)
    for window in v.windows.values():
        for name, type in window.values:
            start: Slot = (
                () if type.shape or type.base == "bundle" else (-1 if type.base not in ("number", "yes_no") else 0)
            )
            layout.window_slots[window.name, name] = layout.slots(1, start)
            if type.base == "thing":
                layout.window_things += (layout.window_slots[window.name, name],)
    if v.turn_order and (v.turn_order, "") in layout.columns:
        layout.order = layout.columns[v.turn_order, ""].offset
    else:
        layout.order = layout.slots(1, tuple(range(layout.players)))


def _zones(v: Vocabulary, layout: Layout) -> None:
    for i, name in enumerate(layout.kind_of):
        kind = v.kinds[name]
        if kind.sort != "zone":
            continue
        sets = -1
        if kind.sets:
            inside = [v.property_of(kind.sets, k) for k in v.kinds if name in v.places_of(k)]
            follows = next((p for p in inside if p is not None), None)
            sets = layout.columns[follows.name, follows.of[0]].offset if follows is not None else -1
        room = kind.room if isinstance(kind.room, int) else -1
        owner = layout.owner_of.get(i, -1)
        top = kind.sight.top or kind.sight.rest
        layout.zones[i] = Zone(i, name, owner, kind.order, room, kind.sight.rest, top, layout.streams, sets)
        layout.streams += 1
    layout.chance = layout.slots(layout.streams, 0)


def _starting_places(v: Vocabulary, layout: Layout) -> None:
    for i in range(layout.movable):
        kind = layout.kind_of[i]
        starts = str(v.inherited(kind, "starts") or "")
        whole = v.texts.get(f"whole:{layout.names[i]}", "")
        if whole in layout.ids:
            place = layout.ids[whole]
        elif starts in v.kinds and v.kinds[starts].per:
            if i not in layout.owner_of:
                continue
            place = layout.ranges[starts][0] + layout.owner_of[i]
        elif starts in layout.ids:
            place = layout.ids[starts]
        else:
            continue
        slot = layout.contents[place]
        if slot < 0:
            continue
        layout.start[layout.at + i] = place
        layout.start[slot] = (*layout.start[slot], i)
        zone = layout.zones.get(place)
        if zone is not None and zone.sets >= 0:
            layout.start[zone.sets + i] = zone.owner


def _starting_stuff(v: Vocabulary, layout: Layout) -> None:
    for stuff in v.stuffs.values():
        for holder, number in stuff.starts:
            for thing in _holders(holder, layout):
                for member in stuff.members:
                    index = v.stuff_index[member]
                    layout.start[layout.holdings[thing] + index] = layout.totals[index] if number is None else number


def _holders(name: str, layout: Layout) -> list[int]:
    if name in layout.ranges:
        return list(layout.of_kind(name))
    return [layout.ids[name]] if name in layout.ids else []


def _owners(v: Vocabulary, layout: Layout) -> None:
    """Things made for a player belong to that player from the start; split kinds get their label."""
    for i in range(layout.players, layout.movable):
        kind = layout.kind_of[i]
        owner = str(v.inherited(kind, "belongs_to") or "")
        prop = v.property_of(owner, kind) if owner else None
        if prop is not None and i in layout.owner_of:
            layout.start[layout.columns[prop.name, prop.of[0]].offset + i] = layout.owner_of[i]
    for name, declared in v.kinds.items():
        if isinstance(declared.count, tuple) and declared.count[0] == "split":
            prop = v.property_of(declared.count[1], name)
            labels = [v.labels[label] for label, number in declared.count[2] for _ in range(number)]
            if prop is not None:
                for i, label in zip(layout.of_kind(name), labels, strict=True):
                    layout.start[layout.columns[prop.name, prop.of[0]].offset + i] = label


def _alike(v: Vocabulary, layout: Layout) -> None:
    """For kinds whose members may be alike: the columns that tell them apart."""
    for name in v.kinds:
        if v.inherited(name, "alike"):
            chain = v.above(name)
            offsets = [c.offset for (_, kind), c in layout.columns.items() if kind in chain and not c.width and c.kinds]
            layout.alike[name] = tuple(offsets)
