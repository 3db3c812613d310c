"""`archidsl reference`: the grammar, the tables of the checker and the schemas in, the complete reference out."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from archidsl.commands.options import A_PATH
from archidsl.emit import emit

HEADING = re.compile(r"^// -- (.+?)(?: -+)?$", re.MULTILINE)
RULE = re.compile(r"^\??(\w+) *:((?:.*\n)(?:^ +.*\n)*)", re.MULTILINE)
ALIAS = re.compile(r"-> (\w+)")
PLAIN = re.compile(r"[a-z0-9+][A-Za-z0-9_ .+*<>=()-]*")

BUILT_IN_WORDS = {
    "you": "the acting player",
    "it": "the thing that is being described or measured, if it has no other name",
    "nobody": "no player",
    "nothing": "no thing at all; also a choice that was declined or had no answer",
    "yes": "a yes/no value",
    "no": "a yes/no value",
    "player": "the kind of those who play",
    "chance": "who answers by lot: `chance chooses spot: spot`",
    "moment": "the window or phase that was opened last",
    "your": "before a noun: those that belong to you",
    "opposing": "before a noun: those that belong to another player; before `player`: all but you",
    "top": "the uppermost thing of a zone: `top of deck`",
    "held": "`held(holder, stuff)`: how much of it is there",
    "min": "`min(a, b)`: the smallest of two or more numbers",
    "max": "`max(a, b)`: the largest of two or more numbers",
    "covers": "`covers(holder, amount)`: is at least that much there, with what may be paid instead?",
    "has": "`has(holder, amount)`: is at least that much there, without what may be paid instead?",
    "payer": "in `paid_to` and in a substitute's `when`: who pays",
    "payee": "in a substitute's `when`: who is paid",
}
GRID_WORDS = {  # engine.grid.PROVIDES
    "tile_of_spot": "what would be laid there",
    "cell_of_spot": "the cell",
    "face_of_spot": "the number of the face that would lie up, from 0",
    "rotation_of_spot": "how far it would be turned, from 0",
    "contacts_of_spot": "how many neighbours are laid already",
    "touches": "does the cell lie beside the region?",
    "meets": "would that area be joined to one of the tile, across their common side?",
    "has_area": "has the face that would lie up an area of the kind with that noun?",
    "region_of_tile": "the region that it became, or nothing",
    "region_of_cell": "the region that lies there, or nothing",
    "tile_of_region": "what was laid there",
    "cell_of_region": "where it lies",
    "face_of_region": "the number of the face that lies up, from 0",
    "rotation_of_region": "how far it is turned, from 0",
    "adjacent_cells": "do the two cells share a side?",
    "adjacent_regions": "do the two regions lie side by side?",
    "joined": "do the two areas meet at a side that `joins` lets count?",
    "shore": "do the two areas touch inside one region?",
}
# A node: what the checker makes of it, where that is not called the same
MADE = """
    AllOf: All; Arithmetic: Arith; Asking: Ask; Call: Measure Lookup DeedValue Stored FactOf GridValue Extreme
    Covers; Can: CanRun CanDeed; Case: If; ChangeBy: Store SetWindow Let; Gain: Transfer; Is: Compare IsKind; IsIn:
    Among Within; Logic: And Or; Match: Let If; Move: MoveThings MoveSome Lay Transfer; Name: Const Member
    OptionValue Local You WindowValue MomentNow Stored Measure; Negative: Arith; Number: Const; NumberBetween:
    Numbers; OneOf: One; Option: OptionLine; OrderOf: Orders; Property: Stored FactOf Held InBundle PerPlayer
    Container Top Measure GridValue; Run: Run RunDeed; SetTo: Store SetWindow Let; SeveralOf: Several Bundles;
    Things: Selection; Whole: MoveSome Transfer
"""
BECOMES = {node.strip(): made.split() for node, made in (part.split(":") for part in MADE.split(";"))}
LIMITS = (  # module, constant, what it limits
    ("lang.from_text", "LONGEST_TEXT", "characters of an effect text"),
    ("lang.from_text", "MOST_WORDS_PER_LINE", "words of one of its lines"),
    ("lang.from_text", "DEEPEST_INDENT", "spaces before one of its lines"),
    ("checker.statements", "LONGEST_LOOP", "passes of a `repeat` with a fixed number"),
    ("checker.openings", "DEEPEST", "questions in a row in an opening"),
    ("checker.declare_tables", "LARGEST_ROW", "numbers in the rows of a table are below this"),
    ("checker.costs", "MOST_WORK", "work that one line can be at worst, as the checker counts it"),
    ("checker.costs", "UNKNOWN_NUMBER", "what a number without declared ends is taken for there"),
    ("packs.sources", "MOST_FILE", "bytes of a file"),
    ("packs.sources", "MOST_PACK", "bytes of a pack"),
    ("packs.sources", "MOST_FILES", "files of a pack"),
    ("packs.sources", "MOST_RATIO", "times that a zipped file may grow"),
    ("packs.yaml_events", "MOST_DEPTH", "levels of lists and mappings in a file"),
    ("packs.yaml_events", "MOST_NODES", "values in a file"),
    ("packs.yaml_events", "MOST_TEXT", "characters of a value"),
    ("packs.yaml_events", "MOST_KEY", "characters of a key"),
    ("diagnostics", "MOST_PER_FILE", "errors that are shown for a file"),
    ("engine.machine", "MOST_STEPS", "steps between two questions of a running game"),
    ("engine.verbs", "FUEL", "passes of loops within loops between two questions"),
    ("engine.choices", "MOST_LISTED", "answers that are written out one by one"),
    ("engine.record", "LINES", "lines of a record"),
    ("engine.record", "FILE_BYTES", "bytes of a record"),
)


@click.command()
@click.option("--out", type=A_PATH, metavar="FILE", help="Write it into a file instead.")
def reference(out: Path | None) -> None:
    """Print the complete reference of the language, as Markdown.

    It is made from the grammar, the tables of the checker and the schemas, so it says what holds today.
    """
    if out is None:
        emit(text(), end="")
        return
    from archidsl.commands.files import write_whole

    write_whole(out, text().encode("utf-8"))
    emit(f"written to {out}", err=True)


def text() -> str:
    """All of it; ends with a newline."""
    parts = (opening(), words(), grammar(), meanings(), grids(), header(), sections(), values(), codes(), limits())
    return "\n\n".join("\n".join(part).strip("\n") for part in parts) + "\n"


def titled(title: str, *lines: str) -> Iterator[str]:
    """A heading and a paragraph, with an empty line behind each."""
    yield from (title, "")
    if any(lines):
        yield from (*lines, "")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
    yield ""


def quoted(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def opening() -> Iterator[str]:
    yield from titled(
        "# Reference",
        "Made by `archidsl reference` from the tables that the checker and the compiler use; `make docs` renews it.",
        "To learn the language, begin with [language.md](language.md); this page is for looking things up.",
    )
    for title in "Words, Grammar, Meanings, Grids, The header, Sections, Values of keys, Errors, Limits".split(", "):
        yield f"- [{title}](#{title.lower().replace(' ', '-')})"


# -- words and grammar


def words() -> Iterator[str]:
    from archidsl.checker.reading import SIMPLE
    from archidsl.lang.grammar import BUILT_IN, ENTRIES, KEYWORDS, VERBS_OF_OTHERS, grammar_text

    yield from titled(
        "## Words",
        f"The {len(KEYWORDS - VERBS_OF_OTHERS.keys())} keywords, the forms that verbs have behind anybody but you"
        f" ({quoted(VERBS_OF_OTHERS)}), and the rules of the grammar in which each stands.",
        "None of them, and none of the built-in words below, can be a name of a pack.",
    )
    rules = {match[1]: match[2] for match in RULE.finditer(grammar_text())}
    yield from table(("keyword", "stands in"), ((f"`{w}`", quoted(stands_in(w, rules))) for w in sorted(KEYWORDS)))
    yield from table(("built-in word", "meaning"), ((f"`{word}`", BUILT_IN_WORDS[word]) for word in sorted(BUILT_IN)))
    yield f"Texts are of {len(ENTRIES)} forms: {quoted(ENTRIES)}."
    yield f"Types beside kinds and stuffs: {quoted(SIMPLE)}."


def stands_in(word: str, rules: dict[str, str]) -> list[str]:
    """Rules with a name for authors; one that begins with `_` or is a terminal passes on to those that use it."""
    wanted = re.compile(rf"(?<!\w){word}(?!\w)" if word[0] == "_" or word.isupper() else rf'"{word}"')
    found: list[str] = []
    for rule, body in rules.items():
        if wanted.search(body):
            found += stands_in(rule, rules) if rule.startswith("_") or rule.isupper() else [rule]
    return list(dict.fromkeys(found))


def grammar() -> Iterator[str]:
    """The rules as they stand, section by section, each with the examples of what it makes."""
    from archidsl.lang import nodes
    from archidsl.lang.grammar import grammar_text

    left = {name: example for name, (_, example) in docstrings(nodes).items() if example}
    yield from titled(
        "## Grammar",
        "From `grammars/effect.lark`. `[x]` may be left out, `x*` is any number of x, `x+` is one or more.",
        "Below each part, examples of what it makes, and where to look among the [meanings](#meanings).",
    )
    pieces = HEADING.split(grammar_text())
    for title, rules in zip(["The forms of texts", *pieces[1::2]], pieces[::2], strict=True):
        yield from titled(f"### {title}")
        shown = "\n".join(line for line in rules.splitlines() if not line.startswith("//")).strip()
        yield from ("```lark", shown, "```", "")
        made = [name for name in nodes_made(rules) if name in left]
        if made:
            yield from table(("example", "becomes"), ((left.pop(name), quoted(becomes(name))) for name in made))
    yield f"Parts of these: {'; '.join(left.values())}."


def nodes_made(rules: str) -> list[str]:
    """A rule `let` is the method `let` of the builder, and its result says which node that is."""
    from archidsl.lang.from_text import Builder

    names = [name for match in RULE.finditer(rules) for name in (match[1], *ALIAS.findall(match[2]))]
    results = (getattr(getattr(Builder, name, None), "__annotations__", {}).get("return", "") for name in names)
    return list(dict.fromkeys(str(result).removeprefix("n.") for result in results))


def becomes(node: str) -> list[str]:
    from archidsl.checker import ir

    return BECOMES.get(node, [node] if hasattr(ir, node) else [])


def docstrings(package: ModuleType) -> dict[str, tuple[str, str]]:
    """Each class with the first line of its module and what its author wrote below it, on one line."""
    found = {}
    classes = (value for value in vars(package).values() if inspect.isclass(value))
    for module in dict.fromkeys(value.__module__ for value in classes if value.__module__.startswith(package.__name__)):
        tree = ast.parse(inspect.getsource(importlib.import_module(module)))
        title = (ast.get_docstring(tree) or "").partition("\n")[0]
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = title, " ".join((ast.get_docstring(node) or "").split())
    return found


def meanings() -> Iterator[str]:
    """The resolved tree: what the compiler and the reference interpreter carry out."""
    from archidsl.checker import ir

    found = docstrings(ir)
    yield from titled(
        "## Meanings",
        "What the checker makes of the texts, and what each piece does. `archidsl show PACK NAME --as ir` prints it.",
        "",
        (inspect.getdoc(ir) or "").partition("\n\n")[2],
    )
    for title in reversed(dict.fromkeys(title for title, _ in found.values())):
        yield from titled(f"### {title.rstrip('.')}")
        rows = ((f"`{name}`", meaning) for name, (where, meaning) in found.items() if where == title and meaning)
        yield from table(("piece", "meaning"), rows)


def grids() -> Iterator[str]:
    from archidsl.engine.grid import PROVIDES

    yield from titled(
        "## Grids",
        "A grid brings words with it. For `cell`, `tile` and `region` write what its `cells`, `lays` and `makes` say.",
        "A *spot* is a place where something could be laid: what, with which face up, on which cell, how far turned.",
        "An *area* is a connected part of a region, of one of the kinds under `areas`.",
    )
    yield from table(("written", "meaning"), ((f"`{written(name)}`", GRID_WORDS[name]) for name in PROVIDES))


def written(name: str) -> str:
    """`face_of_spot` is `face of spot`; the others are relations with values in brackets."""
    from archidsl.checker.grids import RELATIONS

    if "_of_" in name:
        return name.replace("_", " ")
    relation, _, places = (name, "", "") if name in RELATIONS else name.partition("_")
    return f"{relation}({', '.join(places.removesuffix('s') or what for what in RELATIONS[relation])})"


# -- what stands in YAML


def header() -> Iterator[str]:
    from archidsl.packs.schema import HEADER, schema

    whole = schema("pack")
    change = whole["$defs"]["change"]
    yield from titled("## The header", whole["description"])
    yield from keys_of({**whole, "properties": {key: whole["properties"][key] for key in HEADER}})
    yield from titled("### One of the `changes` of a mod", f"A mapping {change['description']}.")
    yield from keys_of(change)


def sections() -> Iterator[str]:
    from archidsl.packs.schema import ABOUT, SECTIONS
    from archidsl.texts.text import plural

    whole = definitions()
    yield from titled(
        "## Sections",
        "A file holds sections (`kinds:` with a list below), or is a list of items (`- kind: marker`).",
        "Every item may also have:",
    )
    first = whole[SECTIONS[0]]["properties"]
    yield from keys_of({"properties": {key: first[key] for key in ABOUT}})
    for section in SECTIONS:
        what = whole[section]
        yield from titled(f"### {plural(section)}", what["description"])
        yield from keys_of(what, ABOUT)
        yield from rules_between(what)
        yield from ("```yaml", *(f"- {flow(example)}" for example in what.get("examples", ())), "```", "")
    yield from titled("### members of your own kinds", sentence(whole["member"]["description"]))
    yield from keys_of(whole["member"], ABOUT)


def rules_between(what: dict[str, Any]) -> Iterator[str]:
    """Which keys need each other, and which exclude each other."""
    if one_of := [alternative["required"][0] for alternative in what.get("anyOf", ())]:
        yield from (f"At least one of {quoted(one_of)}.", "")
    for key, others in what.get("dependentSchemas", {}).items():
        yield from (f"Not together: `{key}` and {quoted(others['properties'])}.", "")


def keys_of(what: dict[str, Any], without: Iterable[str] = ()) -> Iterator[str]:
    rows = []
    for key, value in what["properties"].items():
        known = {**definitions().get(str(value.get("$ref", "")).rpartition("/$defs/")[2], {}), **value}
        default = f"`{known['default']}`" if "default" in known else "needed" if key in what.get("required", ()) else ""
        if key not in without:
            rows.append((f"`{key}`", known.get("title", ""), default, sentence(known.get("description", ""))))
    yield from table(("key", "value", "default", "meaning"), rows)


def values() -> Iterator[str]:
    """The forms that values of keys have; those with keys of their own come last."""
    from archidsl.packs.schema import SECTIONS

    forms = [form for name, form in definitions().items() if name not in (*SECTIONS, "member", "members")]
    rows = [
        (form["title"], sentence(form.get("description", "")), quoted(map(flow, form.get("examples", ()))))
        for form in forms
    ]
    yield from titled("## Values of keys")
    yield from table(("value", "meaning", "examples"), rows)
    for form in forms:
        if "properties" in form:
            yield from titled(f"### {form['title']}", sentence(form.get("description", "")))
            yield from keys_of(form)


def definitions() -> dict[str, Any]:
    from archidsl.packs.schema import schema

    return schema("declarations")["$defs"]  # type: ignore[no-any-return]


def flow(value: object) -> str:
    """A value of a schema's example as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return str(value) if PLAIN.fullmatch(str(value)) else f"'{value}'"


def sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if not words or words.endswith(".") else ".")


# -- errors and limits


def codes() -> Iterator[str]:
    from archidsl.commands.explain import explanations

    yield from titled("## Errors", "`archidsl explain CODE` says more, with a wrong and a right example.")
    rows = ((f"`{code}`", "; ".join(title for title, _ in found)) for code, found in explanations().items())
    yield from table(("code", "title"), rows)


def limits() -> Iterator[str]:
    yield from titled("## Limits")
    rows = []
    for module, constant, what in LIMITS:
        number = getattr(importlib.import_module(f"archidsl.{module}"), constant)
        rows.append((f"{number:,}", what, f"`{constant}` in `archidsl/{module.replace('.', '/')}.py`"))
    yield from table(("at most", "what", "where it is set"), rows)
