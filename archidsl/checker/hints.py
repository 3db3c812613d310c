"""What most likely was meant by a word that is known, but stands where it says nothing."""

from __future__ import annotations

from archidsl.checker.scope import Scope
from archidsl.checker.types import Type
from archidsl.lang import nodes as n

ARTICLES = ("a", "an", "the")
A_NAME = "a name is given by `choose`, `let` or `with`, or by a description like `player p`"


def whose(word: str, scope: Scope) -> tuple[str, str] | None:
    """`points` alone, where a player has points: what is wrong with it, and what to write."""
    v = scope.v
    kinds = [kind for name, kind in (*v.properties, *v.facts, *v.computed) if name == word and kind]
    if word in v.kinds and v.kinds[word].per:
        kinds.append("player")
    if not kinds:
        return None
    owner = Type("thing", frozenset(kinds[:1]))
    stored, fact = v.properties.get((word, kinds[0])), v.facts.get((word, kinds[0]))
    formula = v.computed.get((word, kinds[0]))
    about = stored.of if stored is not None else formula.of if formula is not None else ()
    if len(about) > 1:
        return f"`{word}` alone says nothing: it is about two things", f"write `{word}({', '.join(about)})`"
    subject = _at_hand(kinds[0], scope)
    if fact is not None and fact.listed:
        return f"`{word}` alone says nothing: {owner} has it", f"write `{word}({subject}, 1)` for the first of them"
    return f"`{word}` alone says nothing: {owner} has it", f"say whose: `{word} of {subject}`"


def _at_hand(kind: str, scope: Scope | None) -> str:
    """The nearest name for a thing of this kind, `you`, or the kind's own word."""
    inner = scope
    while inner is not None:
        for name, variable in reversed(inner.names.items()):
            if variable.type.base == "thing" and not variable.type.shape and variable.type.names <= inner.v.below(kind):
                return name
        inner = inner.outer
    return "you" if kind == "player" and scope is not None and scope.text.you else "..."


def counted(word: str, scope: Scope) -> str:
    """`gain 2 points`, where points are no stuff."""
    if any(name == word for name, _ in scope.v.properties):
        return f"it is a property: `raise {word} ... by ...`, `lower ...` and `set ... to ...` change it"
    return ""


def of_something(node: n.Property, of: Type, scope: Scope) -> str:
    """`linked of a`, where `linked` is a measure; `pearl of p`, where players hold nothing."""
    v = scope.v
    for declared in (v.formulas.get(node.name), v.tables.get(node.name)):
        if declared is not None:
            values = [name for name, _ in declared.params]
            if isinstance(node.of, n.Name) and len(values) == 1:
                values = [node.of.name]
            return f"write `{node.name}({', '.join(values)})`"
    if (node.name, "") in v.properties or (node.name, "") in v.computed:
        return f"it belongs to the game: write `{node.name}` alone"
    if v.kinds.get(node.name) is not None and v.kinds[node.name].sort == "zone" and of.names == frozenset(["player"]):
        return f"there is one `{node.name}` for all: its zone has no `per: player`"
    if node.name in v.groups and of.names == frozenset(["player"]):
        return "players hold stuff if `holders` has a `{holder: player}`"
    if any(fact.name == node.name and fact.listed for fact in v.facts.values()):
        return f"there are several: `{node.name}(..., 1)` is the first of them"
    return ""
