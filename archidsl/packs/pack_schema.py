"""A pack in; a JSON Schema for its files with items out, so that editors know the pack's own kinds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from archidsl.packs.pack import Item, Pack
from archidsl.packs.schema import ABOUT, SECTIONS, schema
from archidsl.packs.values import Mapping, Scalar, Sequence, Value

Schema = dict[str, Any]

TYPES = {"number": "number", "yes_no": "yes_no", "cost": "formula", "label": "word"}
SHAPES = ("many ", "order of ")


def item_schema(pack: Pack) -> Schema:
    """Closed: an item has the keys of its section, or the facts, behaviours and parts of its kind, and no others."""
    kinds = Kinds(pack)
    definitions = dict(schema("declarations")["$defs"])
    for name in kinds.names:
        definitions[f"part_{name}"] = kinds.closed(name, {}, ())
        definitions[f"member_{name}"] = kinds.closed(name, {name: ref("word", "Its name.")}, [name])
    keys = [*SECTIONS, *kinds.names]
    cases = [kinds.case(key) for key in keys]
    entry = {"type": "object", "anyOf": [{"required": [key]} for key in keys], "allOf": cases}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Items of {pack.id}",
        "description": "A list of items; the first key of each is its section or kind, and its value the name.",
        "type": "array",
        "items": entry,
        "$defs": definitions,
    }


def ref(name: str, description: str = "") -> Schema:
    return {"$ref": f"#/$defs/{name}"} | ({"description": description} if description else {})


def about() -> Schema:
    """What every item may say about itself."""
    return {key: schema("declarations")["$defs"]["member"]["properties"][key] for key in ABOUT}


def word_of(value: Value | None) -> str:
    return str(value.value) if isinstance(value, Scalar) and value.value is not None else ""


def entries(item: Item, key: str) -> list[tuple[str, Value]]:
    value = item.body.get(key)
    return [(entry.name, entry.value) for entry in value] if isinstance(value, Mapping) else []


def words(value: Value | None) -> list[str]:
    return [word_of(item) for item in value] if isinstance(value, Sequence) else []


class Kinds:
    """The kinds whose members may be items, and what can be said of each."""

    def __init__(self, pack: Pack) -> None:
        self.items = {item.name: item for item in pack.section("kind")}
        self.grids = {word_of(item.body.get("lays")): item for item in pack.section("grid") if item.body.get("lays")}
        self.names = [name for name in dict.fromkeys([*self.items, *self.grids]) if name not in SECTIONS]
        self.windows = [item.name for item in pack.section("window")]
        self.stuffs = {item.name: [name for name, _ in entries(item, "members")] for item in pack.section("stuff")}

    def above(self, name: str) -> Iterable[Item]:
        """The kind and those that it is a sort of."""
        seen: set[str] = set()
        while name in self.items and name not in seen:
            seen.add(name)
            yield self.items[name]
            name = word_of(self.items[name].body.get("is_a"))

    def case(self, key: str) -> Schema:
        """Items that have the key have its form, unless the key merely says something about them."""
        owners = [name for name in self.names if name != key and key in self.said(name)]
        sections = schema("declarations")["$defs"]
        owners += [name for name in SECTIONS if name != key and key in sections[name]["properties"]]
        chosen: Schema = {"required": [key]}
        if owners:
            chosen["not"] = {"anyOf": [{"required": [name]} for name in owners]}
        return {"if": chosen, "then": ref(key if key in SECTIONS else f"member_{key}")}

    def closed(self, name: str, first: Schema, required: Iterable[str]) -> Schema:
        own = {"for_each": ref("for_each"), "passive": ref("member_passive")}
        text = word_of(self.items[name].body.get("text")) if name in self.items else ""
        return {
            "title": name,
            **({"description": text} if text else {}),
            "type": "object",
            "required": [*required, *self.demanded(name)],
            "properties": {**first, **self.said(name), **own, **about()},
            "additionalProperties": False,
        }

    def said(self, name: str) -> Schema:
        """Key by key, what members of the kind say."""
        out: Schema = {}
        for kind in self.above(name):
            out.update((key, self.fact(value)) for key, value in entries(kind, "facts"))
            out.update((key, ref(word_of(value).split(" ")[-1])) for key, value in entries(kind, "behaviours"))
            out.update((key, self.part(word_of(value))) for key, value in entries(kind, "parts"))
        if name in self.grids:
            area = {"kind": ref("word")}
            area.update((key, self.typed(value)) for key, value in entries(self.grids[name], "area_facts"))
            inside = {"type": "object", "properties": area, "additionalProperties": False}
            face: Schema = {"sides": ref("text"), "areas": ref("text"), **about()}
            face["inside"] = {"type": "object", "additionalProperties": inside}
            face.update((key, self.typed(value)) for key, value in entries(self.grids[name], "facts"))
            closed = {"type": "object", "properties": face, "additionalProperties": False}
            out.update(face, faces={"type": "array", "items": closed})
        return out

    def demanded(self, name: str) -> list[str]:
        """The behaviours that every member must give."""
        given = [pair for kind in self.above(name) for pair in entries(kind, "behaviours")]
        return [key for key, value in given if not word_of(value).startswith("optional ")]

    def part(self, kind: str) -> Schema:
        """One part, or a list of them."""
        one = ref(f"part_{kind}") if kind in self.names else ref("anything")
        return {"type": ["object", "array"], "if": {"type": "array"}, "then": {"items": one}, "else": one}

    def fact(self, value: Value) -> Schema:
        if not isinstance(value, Mapping):
            return self.typed(value)
        one = self.typed(value.get("type"))
        if word_of(value.get("listed")) == "yes":
            return {"if": {"type": "array"}, "then": {"items": one}, "else": one}
        default = value.get("default")
        return one | ({"default": default.value} if isinstance(default, Scalar) else {})

    def typed(self, value: Value | None) -> Schema:
        labels, name = words(value), word_of(value)
        if labels:
            return ref("word") if all(label in self.items for label in labels) else {"type": "string", "enum": labels}
        if name.startswith(SHAPES):
            return ref("words")
        if name == "window" and self.windows:
            return {"type": "string", "enum": self.windows}
        if self.stuffs.get(name):
            return {"type": "string", "enum": self.stuffs[name]}
        return ref(TYPES.get(name, "word"))
