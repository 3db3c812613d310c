"""Descriptions of things in, selections out: adjectives, noun, `of`, `in`, `where`."""

from __future__ import annotations

from dataclasses import replace

from archidsl.checker import ir
from archidsl.checker.grids import spot_type
from archidsl.checker.hints import ARTICLES
from archidsl.checker.scope import Scope
from archidsl.checker.types import NUMBER, UNKNOWN, YES_NO, Type, comparable
from archidsl.diagnostics import Span, did_you_mean
from archidsl.lang import nodes as n

Found = tuple[ir.Selection, Scope]


def selection(node: n.Things, scope: Scope) -> Found | None:
    """The things described, and the scope in which each of them has its name."""
    split = _split(node, scope)
    if split is None:
        return None
    adjectives, noun, called = split
    inner = scope.inner()
    item, source, tests = _noun(noun, node, scope)
    if item == UNKNOWN:
        return None
    local = inner.name(called, item) if called is not None else inner.add("it", item)
    one = ir.Local(noun.span, item, local)
    if noun.name in scope.v.nouns and scope.find(noun.name) is None:
        tests.append(ir.Measure(noun.span, YES_NO, f"noun:{noun.name}", (one,)))
    source, more = _narrowed(node, noun, item, source, one, scope)
    tests = [*more, *tests]
    for word in adjectives:
        tests.extend(_adjective(word, one, scope))
    if node.where is not None:
        from archidsl.checker.expressions import test

        tests.extend(conjuncts(test(node.where, inner)))
    source, tests = _spots(source, tests, local)
    if isinstance(source, ir.FromSpots) and source.tiles.type == UNKNOWN:
        lays = scope.v.grids[source.grid].lays
        help = f"write for example `spot s where {lays} of s is ...`"
        scope.text.error("which-tile", node.span, "say for which piece the spots are", help)
        return None
    return ir.Selection(node.span, local, item, source, tuple(tests)), inner


def _split(node: n.Things, scope: Scope) -> tuple[tuple[n.Name, ...], n.Name, n.Name | None] | None:
    """adjectives, noun, and perhaps a name for each thing"""
    words = node.words
    if len(words) >= 2 and is_noun(words[-2].name, scope):
        return words[:-2], words[-2], words[-1]
    if is_noun(words[-1].name, scope):
        return words[:-1], words[-1], None
    v = scope.v
    known = {*v.kinds, *v.nouns, *v.groups, "spot"}
    early = next((i for i, word in enumerate(words[:-2]) if is_noun(word.name, scope)), None)
    if early is not None and words[early].name not in {a for a, _ in v.adjectives}:
        strange = words[early + 2]
        message = f"`{strange.name}` does not belong behind `{words[early].name} {words[early + 1].name}`"
        help = "a description is adjectives, a noun, perhaps a name, and then `of`, `in` or `where`"
        scope.text.error("unknown-word", strange.span, message, help)
        return None
    for word in words:
        if word.name not in {a for a, _ in v.adjectives} and word.name not in ("your", "opposing"):
            help = did_you_mean(word.name, known) or "say first what it is, like `player p`"
            scope.text.error("unknown-word", word.span, f"`{word.name}` is not a word for things", help)
            return None
    scope.text.error(
        "unknown-word", words[-1].span, "a description needs a noun at its end", did_you_mean(words[-1].name, known)
    )
    return None


def is_noun(word: str, scope: Scope) -> bool:
    v = scope.v
    if word in v.kinds or word in v.nouns or word in v.groups or (word == "spot" and v.grids):
        return True
    variable = scope.find(word)
    return variable is not None and bool(variable.type.shape)


def _noun(noun: n.Name, node: n.Things, scope: Scope) -> tuple[Type, ir.Source, list[ir.Expr]]:
    v = scope.v
    word = noun.name
    if word == "player":
        return v.kind_type("player"), ir.FromPlayers(), []
    if word in v.kinds:
        kinds = v.below(word)
        return Type("thing", kinds), ir.FromKind(kinds), []
    if word in v.nouns:
        kinds = v.below(v.nouns[word].of[0])
        return Type("thing", kinds), ir.FromKind(kinds), []
    if word in v.groups:
        return v.stuff_type(word), ir.FromStuff(v.groups[word]), []
    if word == "spot" and v.grids:
        grid = next(iter(v.grids))
        return spot_type(grid), ir.FromSpots(grid, ir.Const(noun.span, UNKNOWN, -1)), []
    variable = scope.find(word)
    if variable is None:
        return UNKNOWN, ir.FromPlayers(), []
    return variable.type.one, ir.FromMany(ir.Local(noun.span, variable.type, variable.local)), []


def _narrowed(
    node: n.Things, noun: n.Name, item: Type, source: ir.Source, one: ir.Expr, scope: Scope
) -> tuple[ir.Source, list[ir.Expr]]:
    """`of` whom and `in` what; without `in`, the usual place."""
    from archidsl.checker.expressions import value

    tests: list[ir.Expr] = []
    if node.of is not None:
        of = value(node.of, scope)
        source, more = _owned(node, item, source, one, of, scope)
        tests += more
    if node.inside is not None:
        source, more = _inside(item, source, one, value(node.inside, scope), scope)
        return source, tests + more
    if isinstance(source, ir.FromKind):
        source, more = _usual(noun.span, item, source, one, scope)
        tests += more
    return source, tests


def _owned(
    node: n.Things, item: Type, source: ir.Source, one: ir.Expr, of: ir.Expr, scope: Scope
) -> tuple[ir.Source, list[ir.Expr]]:
    span = node.span
    if item.base == "stuff":
        some = ir.Held(span, NUMBER, of, one)
        return source, [ir.Compare(span, YES_NO, ">", some, ir.Const(span, NUMBER, 0))]
    kinds = sorted(item.names)
    if len(kinds) == 1 and scope.v.kinds[kinds[0]].per and scope.v.kinds[kinds[0]].sort == "holder":
        return ir.FromOwner(kinds[0], of), []
    owner = belongs(one, item, scope)
    if owner is None:
        scope.text.error(
            "no-owner", span, f"{item} belongs to nobody, so `of` has no meaning here", "say `belongs_to` in its kind"
        )
        return source, []
    return source, [ir.Compare(span, YES_NO, "==", owner, of)]


def belongs(one: ir.Expr, item: Type, scope: Scope) -> ir.Expr | None:
    """Whose a thing is, by the property its kind declares."""
    from archidsl.checker.names import property_of

    if item.base != "thing":
        return None
    names = {str(scope.v.inherited(kind, "belongs_to")) for kind in item.names}
    if len(names) != 1 or "" in names:
        return None
    inner = scope.inner()
    word = names.pop()
    inner.names["it"] = _variable(one)
    owner = property_of(n.Property(one.span, word, one.span, n.Name(one.span, "it")), inner)
    return owner if comparable(owner.type, scope.v.kind_type("player")) else None


def _variable(one: ir.Expr):  # type: ignore[no-untyped-def]
    from archidsl.checker.scope import Variable

    return Variable(one.name if isinstance(one, ir.Local) else "", one.type)


def _inside(
    item: Type, source: ir.Source, one: ir.Expr, place: ir.Expr, scope: Scope
) -> tuple[ir.Source, list[ir.Expr]]:
    v = scope.v
    if place.type.shape:
        kind = ir.IsKind(one.span, YES_NO, one, item.names)
        narrower = item.base == "thing" and not place.type.names <= item.names
        return ir.FromMany(place), [kind] if narrower else []
    if place.type.base != "thing" or item.base != "thing":
        if UNKNOWN not in (place.type, item):
            scope.text.error("wrong-type", place.span, f"nothing can be in {place.type}")
        return source, []
    sorts = {v.kinds[k].sort for k in place.type.names}
    item_sorts = {v.kinds[k].sort for k in item.names}
    if item_sorts <= {"area", "region"} and sorts <= {"region", "grid"}:
        grid = v.kinds[sorted(item.names)[0]].whole
        region = place if sorts == {"region"} else None
        return ir.FromLaid(grid, item.names, region), []
    places = [frozenset().union(*(v.below(p) for p in v.places_of(k))) for k in sorted(item.names) if v.places_of(k)]
    if sorts == {"region"} and all("area" in {v.kinds[p].sort for p in ps if p in v.kinds} for ps in places):
        return ir.FromPlace(place, item.names, True), []
    if all(place.type.names <= ps for ps in places) and places:
        return ir.FromPlace(place, item.names, False), []
    if not any(_reaches(k, place.type.names, scope) for k in item.names):
        scope.text.error(
            "wrong-place", place.span, f"{item} can never be in {place.type}", "the kind's `in` says where it can be"
        )
    return source, [ir.Within(one.span, YES_NO, one, place)]


def _reaches(kind: str, places: frozenset[str], scope: Scope) -> bool:
    from archidsl.checker.names import can_be_inside

    return any(can_be_inside(kind, place, scope) for place in places)


def _usual(span: Span, item: Type, source: ir.FromKind, one: ir.Expr, scope: Scope) -> tuple[ir.Source, list[ir.Expr]]:
    v = scope.v
    kind = sorted(item.names)[0]
    if v.kinds[kind].sort in ("region", "area"):
        return ir.FromLaid(v.kinds[kind].whole, item.names, None), []
    usual = {str(v.inherited(k, "usual")) for k in item.names}
    word = usual.pop() if len(usual) == 1 else ""
    if not word or word not in v.kinds:
        return source, []
    if v.kinds[word].per:
        at = ir.At(span, v.kind_type(word).maybe, one)
        return source, [ir.IsKind(span, YES_NO, at, v.below(word))]
    place = ir.Member(span, v.kind_type(word), word)
    if v.kinds[word].sort == "zone":
        return ir.FromPlace(place, item.names, False), []
    return source, [ir.Within(span, YES_NO, one, place)]


def _adjective(word: n.Name, one: ir.Local, scope: Scope) -> list[ir.Expr]:
    v, span = scope.v, word.span
    if word.name in ("your", "opposing"):
        you = ir.You(span, v.kind_type("player"))
        if not scope.text.you:
            scope.text.error("nobody-acts", span, f"nobody acts here, so `{word.name}` has no meaning")
        whose = one if one.type.names == frozenset(["player"]) else belongs(one, one.type, scope)
        if whose is None:
            scope.text.error("no-owner", span, f"{one.type} belongs to nobody", "say `belongs_to` in its kind")
            return []
        if word.name == "your":
            return [ir.Compare(span, YES_NO, "==", whose, you)]
        tests: list[ir.Expr] = [ir.Compare(span, YES_NO, "!=", whose, you)]
        if whose.type.optional:
            tests.append(ir.Compare(span, YES_NO, ">=", whose, ir.Const(span, NUMBER, 0)))
        return tests
    formulas = {kind: v.adjective_of(word.name, kind) for kind in one.type.names}
    found = next((f for f in formulas.values() if f is not None), None)
    if found is None or any(f is not found for k, f in formulas.items() if not _abstract(k, one.type, scope)):
        known = {a for a, _ in v.adjectives} | {"your", "opposing"}
        help = did_you_mean(word.name, known - {word.name})
        others = sorted({kind for a, kind in v.adjectives if a == word.name})
        if others:
            help = f"it is an adjective of `{'`, `'.join(others)}`"
        elif word.name in ARTICLES:
            help = f"leave `{word.name}` out: there are no articles"
        scope.text.error("unknown-word", span, f"`{word.name}` is not an adjective of {one.type}", help)
        return []
    return [ir.Measure(span, YES_NO, f"adjective:{word.name}:{found.of[0]}", (one,))]


def _abstract(kind: str, type: Type, scope: Scope) -> bool:
    return any(scope.v.kinds[k].parent == kind for k in type.names)


def conjuncts(expr: ir.Expr) -> list[ir.Expr]:
    if isinstance(expr, ir.And):
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


def _spots(source: ir.Source, tests: list[ir.Expr], local: str) -> tuple[ir.Source, list[ir.Expr]]:
    """Spots are found tile by tile: `tile of s is t` and `tile of s is in ts` say which tiles."""
    if not isinstance(source, ir.FromSpots):
        return source, tests
    for i, t in enumerate(tests):
        tiles: ir.Expr | None = None
        if isinstance(t, ir.Compare) and t.operator == "==" and _is_tile(t.left, local):
            tiles = ir.Single(t.span, t.right.type.many, t.right)
        elif isinstance(t, ir.Among) and _is_tile(t.item, local):
            tiles = t.many
        elif isinstance(t, ir.Some) and isinstance(t.selection.source, ir.FromMany):
            continue
        if tiles is not None:
            return replace(source, tiles=tiles), tests[:i] + tests[i + 1 :]
    return source, tests


def _is_tile(expr: ir.Expr, local: str) -> bool:
    return (
        isinstance(expr, ir.GridValue)
        and expr.name == "tile_of_spot"
        and isinstance(expr.args[0], ir.Local)
        and expr.args[0].name == local
    )
