"""One entry of a mod's `changes:` and the items below it in; the items after it out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from archidsl.diagnostics import Report, did_you_mean
from archidsl.packs.pack import Change, Item
from archidsl.packs.schema import ABOUT, SECTIONS
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value
from archidsl.texts.text import plural

VERBS = ("add", "replace", "change", "extend", "delete")
RELATIVE = re.compile("[+-][0-9]{1,9}")

Key = tuple[str, str]
Items = dict[Key, Item]


def apply(entry: Mapping, items: Items, removed: list[Item], pack: str, report: Report) -> Key | None:
    """Makes the change and returns what it was made to; nothing if it could not be made, or the item is gone."""
    verb = next((e for e in entry if e.name in VERBS), None)
    place = entry.get("in")
    if verb is None or not isinstance(verb.value, Scalar) or not isinstance(place, Scalar):
        return None  # the schema has said so
    name = str(verb.value.value)
    section = section_called(place, items, report)
    if section is None or said_twice(entry, report):
        return None
    old = items.get((section, name))
    if verb.name == "add":
        body = Mapping(entry.span, given(entry))
        return added(Item(section, name, verb.value.span, body, sources=sources_in(body)), items, pack, report)
    if old is None:
        not_there(verb, section, items, report)
        return None
    if verb.name == "delete":
        del items[section, name]
        removed.append(replace(old, history=(*old.history, Change("delete", pack, verb.key.span))))
        return None
    revision = Revision(section, report, part_keys(items))
    keys = given(entry)
    body = revision.of_body(verb.name, old.body, keys)
    values = [(e, value_of(old.body, e.name), value_of(body, e.name)) for e in keys]
    history = tuple(Change(verb.name, pack, e.key.span, e.name, before, after) for e, before, after in values)
    sources = old.sources + sources_in(Mapping(entry.span, keys))
    items[section, name] = replace(old, body=body, history=old.history + history, sources=sources)
    return section, name


def given(entry: Mapping) -> tuple[Entry, ...]:
    """The keys of the item; those under `keys` are called like one of the change itself."""
    under = entry.get("keys")
    beside = tuple(e for e in entry if e.name not in ("in", "keys", *VERBS))
    return beside + (under.entries if isinstance(under, Mapping) else ())


def sources_in(body: Mapping) -> tuple[Value, ...]:
    source = body.get("source")
    return () if source is None else (source,)


def said_twice(entry: Mapping, report: Report) -> bool:
    first: dict[str, Entry] = {}
    for key in given(entry):
        if key.name in first:
            notes = [(first[key.name].key.span, f"`{key.name}` stands here first")]
            report.error("second-meaning", key.key.span, f"`{key.name}` is given twice", "keep one of them", notes)
            return True
        first[key.name] = key
    return False


def section_called(place: Scalar, items: Items, report: Report) -> str | None:
    """`cards` means the section `card`, if the pack has the kind `card`."""
    word = str(place.value)
    laid = (str(v.value) for i in items.values() if isinstance(v := i.body.get("lays"), Scalar))
    kinds = (name for section, name in items if section == "kind")
    known = {plural(section): section for section in (*SECTIONS, *kinds, *laid, *(section for section, _ in items))}
    if word not in known:
        help = f"did you mean `{plural(word)}`?" if plural(word) in known else did_you_mean(word, known)
        report.error("unknown-section", place.span, f"`{word}` is not a section", help)
    return known.get(word)


def part_keys(items: Items) -> set[str]:
    """Keys under which stands one mapping or a list of them: `passive`, and the parts that kinds declare."""
    kinds = (item.body.get("parts") for item in items.values() if item.section == "kind")
    return {"passive"} | {entry.name for parts in kinds if isinstance(parts, Mapping) for entry in parts}


def added(item: Item, items: Items, pack: str, report: Report) -> Key | None:
    key = item.section, item.name
    if first := items.get(key):
        message = f"there is already a `{item.section}` called `{item.name}`"
        help = "to work on it, write `replace`, `change` or `extend`"
        report.error("second-meaning", item.span, message, help, [(first.span, "it is declared here first")])
        return None
    items[key] = replace(item, history=(Change("add", pack, item.span),))
    return key


def not_there(verb: Entry, section: str, items: Items, report: Report) -> None:
    assert isinstance(verb.value, Scalar)
    name = str(verb.value.value)
    elsewhere = [other for other, same in items if same == name]
    help = did_you_mean(name, (same for other, same in items if other == section))
    if elsewhere:
        help = f"it is a `{elsewhere[0]}`: write `in: {plural(elsewhere[0])}`"
    if not items:
        help = "there is nothing to change: name the packs below this one, like `needs: [demo]`"
    message = f"there is no `{section}` called `{name}` to {verb.name}"
    report.error("not-there", verb.value.span, message, help or "a mod works on what the packs below it declare")


@dataclass(frozen=True, slots=True)
class Revision:
    """New values for one item; each value keeps the place where it was written."""

    section: str
    report: Report
    parts: set[str]

    def of_body(self, verb: str, body: Mapping, keys: Iterable[Entry]) -> Mapping:
        new = []
        for entry in keys:
            if verb == "change" and entry.name not in ABOUT:
                value = self.changed(value_of(body, entry.name), entry.value, (entry.name,))
            elif verb == "extend" and entry.name != "source":
                value = self.extended(entry_of(body, entry.name), entry)
            else:
                value = entry.value
            new.append(Entry(entry.key, value))
        return with_entries(body, new)

    # -- change

    def changed(self, old: Value | None, new: Value, path: tuple[str, ...]) -> Value:
        if isinstance(new, Scalar):
            return self.moved(old, new, path[-1]) if is_relative(new) else new
        if isinstance(new, Sequence):
            for item in new:
                if isinstance(item, Scalar) and is_relative(item):
                    message = f"`{item.value}` has no number before it, since the list is replaced as a whole"
                    self.report.error("wrong-value", item.span, message, "write the numbers of the new list")
            return new
        if isinstance(old, Sequence) and not self.is_short(path):
            message = f"`{path[-1]}` is a list, so it has no keys to change"
            help = "write the whole new list, or `extend` to add to it"
            self.report.error("wrong-type", new.span, message, help, [(old.span, "the list is here")])
            return old
        if old is not None and not isinstance(old, Mapping) and self.is_short(path):
            old = Mapping(old.span, (Entry(Scalar(old.span, "type"), old),))
        before = old if isinstance(old, Mapping) else Mapping(new.span, ())
        below = [(entry, value_of(before, entry.name)) for entry in new]
        return with_entries(before, [Entry(e.key, self.changed(was, e.value, (*path, e.name))) for e, was in below])

    def is_short(self, path: tuple[str, ...]) -> bool:
        """`owner: player` among the facts and properties of a kind is short for `owner: {type: player}`."""
        return self.section == "kind" and len(path) == 2 and path[0] in ("facts", "properties")

    def moved(self, old: Value | None, new: Scalar, key: str) -> Scalar:
        """`+1`: one more than the number before."""
        if isinstance(old, Scalar) and type(old.value) is int:
            return replace(new, value=old.value + int(str(new.value)), exact=False)
        message = f"`{new.value}` is relative, and `{key}` has no number before it"
        notes = [(old.span, "this is its value")] if old is not None else []
        self.report.error("not-there", new.span, message, "write the number itself", notes)
        return replace(new, value=1)  # some number, so that the missing one is not complained about again

    # -- extend

    def extended(self, old: Entry | None, new: Entry) -> Value:
        if old is None:
            return new.value
        before, more = old.value, new.value
        if isinstance(before, Mapping) and isinstance(more, Mapping) and new.name not in self.parts:
            below = [(entry, entry_of(before, entry.name)) for entry in more]
            return with_entries(before, [Entry(e.key, self.extended(was, e)) for e, was in below])
        lists = isinstance(before, Sequence) or isinstance(more, Sequence)
        mixed = isinstance(before, Mapping) != isinstance(more, Mapping)
        lists = lists and not (isinstance(before, Scalar) and "\n" in str(before.value))
        if new.name in self.parts or (lists and not mixed) or isinstance(before, Sequence):
            return Sequence(before.span, (*as_list(before), *as_list(more)))
        message = f"`{new.name}` has a value already"
        help = "write `change` to give it another, or a list to add to it"
        if isinstance(before, Scalar) and "\n" in str(before.value):
            help = "write `change` to give it another: a text is written anew as a whole"
        self.report.error("second-meaning", new.key.span, message, help, [(old.key.span, "its value is here")])
        return before


def is_relative(value: Scalar) -> bool:
    return isinstance(value.value, str) and bool(RELATIVE.fullmatch(value.value))


def entry_of(body: Mapping, name: str) -> Entry | None:
    return next((entry for entry in body if entry.name == name), None)


def value_of(body: Mapping, name: str) -> Value | None:
    entry = entry_of(body, name)
    return None if entry is None else entry.value


def with_entries(body: Mapping, new: Iterable[Entry]) -> Mapping:
    """The mapping with the new entries in the place of those of the same name, and the others at its end."""
    entries = {entry.name: entry for entry in body}
    entries.update((entry.name, entry) for entry in new)
    return Mapping(body.span, tuple(entries.values()))


def as_list(value: Value) -> tuple[Value, ...]:
    return value.items if isinstance(value, Sequence) else (value,)
