"""What a word alone means, and what a word `of` something means."""

from __future__ import annotations

from archidsl.checker import ir
from archidsl.checker.grids import grid_property
from archidsl.checker.hints import A_NAME, of_something, whose
from archidsl.checker.scope import Scope, nothing
from archidsl.checker.types import MOMENT, NOTHING, NUMBER, UNKNOWN, YES_NO, Type, join
from archidsl.diagnostics import did_you_mean
from archidsl.lang import nodes as n
from archidsl.lang.grammar import BUILT_IN

NOT_ALONE = {
    "your": "it stands before a noun, like `your marker`",
    "opposing": "it stands before a noun, like `opposing player`",
    "top": "write `top of` and a zone",
    "it": "it is what a description speaks of, where that gives no other name: behind `player p where`, write `p`",
    **{name: f"write `{name}(...)`, with what it is about" for name in ("min", "max", "held", "has", "covers")},
}


def name(node: n.Name, scope: Scope, expect: Type | None) -> ir.Expr:
    found = _local(node, scope) or _built_in(node, scope) or _settled(node, scope, expect) or _declared(node, scope)
    if found is not None:
        return found
    v = scope.v
    known = {*scope.visible(), *BUILT_IN, *v.options, *v.members, *v.groups, *v.labels}
    known |= {k for k, of in v.properties if not of} | {k for k, of in v.computed if not of}
    help = did_you_mean(node.name, known)
    message = f"`{node.name}` is not a word of this game"
    belonging = whose(node.name, scope)
    if belonging is not None:
        message, help = belonging
    elif node.name in v.kinds or node.name in v.nouns:
        help = f"to speak of things, write `all {node.name}`, `some {node.name}` or `number of {node.name}`"
    if node.name in BUILT_IN:
        message = f"`{node.name}` has no meaning by itself here"
        otherwise = "it stands for something only in certain texts; the reference tells which"
        help = NOT_ALONE.get(node.name) or (help if node.name in v.kinds else otherwise)
    scope.text.error("unknown-word", node.span, message, help or A_NAME)
    return nothing(node.span)


def _local(node: n.Name, scope: Scope) -> ir.Expr | None:
    variable = scope.find(node.name)
    if variable is not None:
        return ir.Local(node.span, variable.type, variable.local)
    window = scope.v.windows.get(scope.text.window)
    if window is not None and node.name in dict(window.values):
        return ir.WindowValue(node.span, dict(window.values)[node.name].maybe, window.name, node.name)
    return None


def _built_in(node: n.Name, scope: Scope) -> ir.Expr | None:
    if node.name in ("yes", "no"):
        return ir.Const(node.span, YES_NO, int(node.name == "yes"))
    if node.name == "nothing":
        return ir.Const(node.span, NOTHING, -1)
    if node.name == "nobody":
        return ir.Const(node.span, Type("nothing", optional=True), -1)
    if node.name == "moment":
        return ir.MomentNow(node.span, MOMENT)
    if node.name == "you":
        if not scope.text.you:
            scope.text.error("nobody-acts", node.span, "nobody acts here, so there is no `you`", "use `each player p`")
        return ir.You(node.span, scope.v.kind_type("player"))
    return None


def _settled(node: n.Name, scope: Scope, expect: Type | None) -> ir.Expr | None:
    """Labels and moments, where one is expected; then options."""
    v = scope.v
    if (
        expect is not None
        and expect.base == "label"
        and node.name in v.labels
        and (not expect.names or node.name in expect.names)
    ):
        return ir.Const(node.span, Type("label", frozenset([node.name])), v.labels[node.name])
    if expect is not None and expect.base == "moment" and node.name in v.moments:
        return ir.Const(node.span, MOMENT, v.moments[node.name])
    if node.name in v.options:
        return ir.OptionValue(node.span, v.options[node.name].type, node.name)
    return None


def _declared(node: n.Name, scope: Scope) -> ir.Expr | None:
    v = scope.v
    if (node.name, "") in v.properties:
        return ir.Stored(node.span, v.properties[node.name, ""].type, (node.name, ""), ())
    if (node.name, "") in v.computed:
        return ir.Measure(node.span, formula_type(f"computed:{node.name}:", scope), f"computed:{node.name}:", ())
    if node.name in v.members:
        return ir.Member(node.span, v.kind_type(v.members[node.name]), node.name)
    if node.name in v.stuff_index:
        return ir.Const(node.span, v.stuff_type(node.name), v.stuff_index[node.name])
    if node.name in v.labels:
        return ir.Const(node.span, Type("label", frozenset([node.name])), v.labels[node.name])
    return None


def formula_type(key: str, scope: Scope) -> Type:
    """The result of a formula; those used before they are checked say it in their declaration or are worked out."""
    from archidsl.checker.formulas import result_of

    return result_of(key, scope.text)


# -- `word of something`


def property_of(node: n.Property, scope: Scope) -> ir.Expr:
    from archidsl.checker.expressions import value

    of = value(node.of, scope)
    if of.type == UNKNOWN:
        return of
    if of.type.base == "nothing":
        return ir.Const(node.span, UNKNOWN, 0)
    found = (
        None
        if of.type.shape
        else (
            _stuff_of(node, of, scope)
            or _zone_of(node, of, scope)
            or grid_property(node, of, scope)
            or _thing_word(node, of, scope)
            or _around(node, of, scope)
        )
    )
    if found is not None:
        return found
    v = scope.v
    known = {*v.words_of(of.type.names), *v.groups, "top", *(k.name for k in v.kinds.values() if k.per)}
    message, help = f"{of.type} has no `{node.name}`", did_you_mean(node.name, known - {node.name})
    having = sorted(k for k in of.type.names if node.name in v.words_of(frozenset([k])))
    known_elsewhere = of_something(node, of.type, scope)
    if known_elsewhere and not of.type.shape:
        help = known_elsewhere
    elif having and not of.type.shape:
        message = f"this is {of.type}, and not all of these have `{node.name}`"
        help = f"only `{'`, `'.join(having)}` has it: speak of that kind alone"
    elif of.type.shape:
        help = f"go through them: `each ...`, or `total {node.name} of ...`"
    scope.text.error("unknown-word", node.name_span, message, help)
    return nothing(node.span)


def _stuff_of(node: n.Property, of: ir.Expr, scope: Scope) -> ir.Expr | None:
    variable = scope.find(node.name)
    stuffs: list[ir.Expr] = []
    if variable is not None and variable.type.base == "stuff" and not variable.type.shape:
        stuffs = [ir.Local(node.name_span, variable.type, variable.local)]
    elif node.name in scope.v.groups and variable is None:
        index = scope.v.stuff_index
        stuffs = [ir.Const(node.name_span, scope.v.stuff_type(m), index[m]) for m in scope.v.groups[node.name]]
    if not stuffs:
        return None
    if of.type.base == "bundle":
        parts: list[ir.Expr] = [ir.InBundle(node.span, NUMBER, of, s) for s in stuffs]
    elif of.type.base == "thing" and any(holds(kind, scope) for kind in of.type.names):
        parts = [ir.Held(node.span, NUMBER, of, s) for s in stuffs]
    else:
        return None
    total = parts[0]
    for part in parts[1:]:
        total = ir.Arith(node.span, NUMBER, "+", total, part)
    return total


def holds(kind: str, scope: Scope) -> bool:
    return any(scope.v.kinds[k].holds for k in scope.v.above(kind))


def _zone_of(node: n.Property, of: ir.Expr, scope: Scope) -> ir.Expr | None:
    v = scope.v
    if node.name == "top" and of.type.base == "thing" and all(v.kinds[k].sort == "zone" for k in of.type.names):
        items = frozenset(k.name for k in v.kinds.values() if set(v.places_of(k.name)) & of.type.names)
        return ir.Top(node.span, Type("thing", items, optional=True), of)
    kind = v.kinds.get(node.name)
    if kind is not None and kind.per and of.type.names == frozenset(["player"]):
        if kind.count not in (None, 1):
            return None
        type = v.kind_type(node.name)
        return ir.PerPlayer(node.span, type.maybe if of.type.optional else type, node.name, of)
    return None


def _thing_word(node: n.Property, of: ir.Expr, scope: Scope) -> ir.Expr | None:
    """A property, fact or computed property, the same for every kind the thing may be of - or one for each."""
    if of.type.base != "thing" or of.type.shape:
        return None
    by_key: dict[str, tuple[ir.Expr, set[str]]] = {}
    for kind in sorted(of.type.names):
        found = _word_of_kind(node, of, kind, scope)
        if found is None:
            if any(scope.v.kinds[k].parent == kind for k in of.type.names):
                continue  # a sort with sorts of its own: those are asked
            return None
        by_key.setdefault(repr(getattr(found, "key", getattr(found, "name", ""))), (found, set()))[1].add(kind)
    if not by_key:
        return None
    choices = list(by_key.values())
    if len(choices) == 1:
        return choices[0][0]
    type: Type | None = choices[0][0].type
    for expr, _ in choices[1:]:
        type = join(type, expr.type) if type is not None else None
    if type is None:
        scope.text.error("wrong-type", node.span, f"`{node.name}` is not the same for all of {of.type}")
        return nothing(node.span)
    cases = tuple((ir.IsKind(node.span, YES_NO, of, frozenset(kinds)), expr) for expr, kinds in choices)
    return ir.Cases(node.span, type, cases)


def _word_of_kind(node: n.Property, of: ir.Expr, kind: str, scope: Scope) -> ir.Expr | None:
    v = scope.v
    prop = v.property_of(node.name, kind)
    if prop is not None and len(prop.of) == 1:
        return ir.Stored(node.span, prop.type, (prop.name, prop.of[0]), (of,))
    fact = v.fact_of(node.name, kind)
    if fact is not None and v.kinds[fact.kind].sort == "region":
        return ir.GridValue(node.span, fact.type.maybe, v.kinds[fact.kind].whole, f"fact:{node.name}", (of,))
    if fact is not None and not fact.listed:
        type = fact.type.maybe if of.type.optional else fact.type
        return ir.FactOf(node.span, type, (fact.name, fact.kind), of, None)
    computed = v.computed_of(node.name, kind)
    if computed is not None:
        owner = next(k for k in v.above(kind) if (node.name, k) in v.computed)
        key = f"computed:{node.name}:{owner}"
        return ir.Measure(node.span, formula_type(key, scope), key, (of,))
    return None


def _around(node: n.Property, of: ir.Expr, scope: Scope) -> ir.Expr | None:
    """`region of unit`: the nearest thing of that kind around it."""
    v = scope.v
    if node.name not in v.kinds or of.type.base != "thing" or of.type.shape:
        return None
    if not any(can_be_inside(kind, node.name, scope) for kind in of.type.names):
        return None
    return ir.Container(node.span, v.kind_type(node.name).maybe, node.name, of)


def can_be_inside(kind: str, around: str, scope: Scope, depth: int = 0) -> bool:
    v = scope.v
    wanted = v.below(around)
    places = set(v.places_of(kind))
    sort = v.kinds[kind].sort
    if sort == "area":
        places |= {g.makes for g in v.grids.values()}
    if sort == "region":
        places |= set(v.grids)
    below = frozenset().union(*(v.below(p) for p in places)) if places else frozenset()
    if below & wanted:
        return True
    return depth < 4 and any(can_be_inside(p, around, scope, depth + 1) for p in sorted(below) if p in v.kinds)
