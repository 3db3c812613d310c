"""`archidsl list`: a pack and a kind in; all members of the kind as a table, or with all that they say as JSON, out."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from archidsl.checker.vocabulary import Fact
from archidsl.commands.languages import lexicon
from archidsl.commands.member_filters import fact_called, in_order, test_of
from archidsl.commands.members import Member, Members
from archidsl.commands.options import language, mod_option
from archidsl.commands.shipped import looks_like_path, named_or_shipped, resting, shipped_game
from archidsl.diagnostics import did_you_mean
from archidsl.emit import emit, emit_json, width
from archidsl.pipeline import load
from archidsl.players.showing import table
from archidsl.rendering import plural as counted
from archidsl.texts.text import plural

FORMATS = ("table", "json")
JSON_VERSION = 1
GAP = 2  # columns between two columns of a table
Column = tuple[str, list[str]]  # heading and cells


@click.command("list")
@click.argument("given", nargs=-1, metavar="[PATH] [KIND]")
@mod_option
@click.option("--where", "wheres", multiple=True, metavar="FACT=VALUE", help="Only these; also !=, <, <=, >, >=.")
@click.option("--sort", "by", metavar="FACT", help="By a fact, or by `number`, `name` or `id`.")
@click.option("--columns", "wanted", metavar="A,B", help="These facts alone, however wide.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="table", help="How it is written.")
def list_members(
    given: tuple[str, ...], mods: tuple[Path, ...], wheres: tuple[str, ...], by: str | None, wanted: str | None,
    format: str,
) -> None:  # fmt: skip
    """List the members of a kind.

    Without PATH it is the shipped game; without KIND, the kinds that have members are listed. KIND is its word, also in
    the plural, or what people read for it. A word that is a kind of the shipped game is no path: write `./WORD` then.

    \b
    archidsl list cards --sort name
    archidsl list PACK KIND --columns FACT,FACT --where "FACT>=3"
    """
    members, word = opened(given, mods)
    if not word:
        if wheres or by is not None or wanted is not None:
            raise click.UsageError("--where, --sort and --columns need a KIND")
        list_kinds(members, format)
        return
    kind = kind_called(members, word)
    if not kind:
        known = {name for kind in kinds_of(members) for name in (kind, members.kind(kind), members.kind(kind, 2))}
        help = did_you_mean(word, known) or f"there is: {', '.join(kinds_of(members))}"
        raise click.UsageError(f"the pack `{members.game.id}` has no kind `{word}` with members; {help}")
    facts = members.facts_of(kind)
    tests = [test_of(members, facts, where) for where in wheres]
    found = [member for member in members.of(kind) if all(test(member) for test in tests)]
    found = in_order(members, facts, found, by) if by is not None else found
    chosen = [fact_called(members, facts, name.strip()) for name in wanted.split(",")] if wanted is not None else None
    if format == "json":
        objects = [as_object(members, member) for member in found]
        emit_json({"version": JSON_VERSION, "game": members.game.id, "kind": kind, "members": objects})
    else:
        show(members, kind, found, chosen)


def opened(given: Sequence[str], mods: Sequence[Path]) -> tuple[Members, str]:
    """The game, and the word for a kind; a kind of the shipped game goes before a folder of that name."""
    if len(given) == 1 and os.path.exists(given[0]) and not looks_like_path(given[0]):
        members = read(resting([*shipped_game(), *mods]))
        if kind_called(members, given[0]):
            return members, given[0]
    paths, word = named_or_shipped(given, mods)
    return read(paths), word


def read(paths: list[Path]) -> Members:
    game = load(paths)
    return Members(game, lexicon(paths, game.texts, language()))


# -- kinds


def kinds_of(members: Members) -> list[str]:
    """Those that have members; a kind has the members of its sorts too."""
    own = {member.kind for member in members.all.values()}
    return [kind for kind in members.v.kinds if members.v.below(kind) & own]


def names_of_kinds(members: Members) -> dict[str, str]:
    """All that a kind may be called by, and the kind."""
    found: dict[str, str] = {}
    for kind in kinds_of(members):
        english = members.game.texts.get(f"kind.{kind}")
        said = [members.kind(kind), members.kind(kind, 2), *([english.english, english.plural] if english else [])]
        for name in (kind, plural(kind), *said):
            found.setdefault(name.casefold(), kind)
    return found


def kind_called(members: Members, word: str) -> str:
    return names_of_kinds(members).get(word.casefold(), "")


def list_kinds(members: Members, format: str) -> None:
    kinds = {kind: members.of(kind) for kind in kinds_of(members)}
    if format == "json":
        objects = [
            {"id": kind, "name": members.kind(kind), "members": len(found), "facts": list(members.facts_of(kind))}
            for kind, found in kinds.items()
        ]
        emit_json({"version": JSON_VERSION, "game": members.game.id, "kinds": objects})
        return
    rows = [["kind", "name", "members", "facts"]]
    for kind, found in kinds.items():
        rows.append([kind, members.kind(kind), str(len(found)), ", ".join(members.facts_of(kind))])
    emit(table(rows))


# -- the table


def show(members: Members, kind: str, found: list[Member], wanted: list[Fact] | None) -> None:
    """As many facts as there is room for; what was asked for is shown however wide it is."""
    facts = list(members.facts_of(kind).values()) if wanted is None else wanted
    numbers = [members.number(member) for member in found]
    first: list[Column] = [("", numbers)] if any(numbers) else []
    first.append((members.kind(kind), [members.title(member) for member in found]))
    if len({member.kind for member in members.of(kind)}) > 1:
        first.append(("kind", [members.kind(member.kind) for member in found]))
    more: list[Column] = [
        (members.fact_name(fact.name), [members.words(fact, members.value(m, fact, usual=True)) for m in found])
        for fact in facts
    ]
    room = shutil.get_terminal_size().columns - sum(map(wide, first))
    left_out = []
    for fact, column in zip(facts, more, strict=True):
        if wanted is None and wide(column) - GAP > room:
            left_out.append(fact.name)
        else:
            room -= wide(column)
            first.append(column)
    emit(table([*map(list, zip(*([head, *cells] for head, cells in first), strict=True))], None))
    whole = len(members.of(kind))
    emit(("dim", counted(len(found), "member") + (f" of {whole}" if len(found) < whole else "")))
    if left_out:
        emit(("dim", f"no room for: {', '.join(left_out)} (see --columns)"))


def wide(column: Column) -> int:
    head, cells = column
    return max(map(width, [head, *cells])) + GAP


# -- everything, for programs


def as_object(members: Members, member: Member) -> dict[str, Any]:
    back, parts = members.back(member), members.parts(member)
    whole = {} if not member.whole else {"whole": member.whole}
    return {
        "id": member.name, "kind": member.kind, **whole, "number": members.number(member) or None,
        "name": members.title(member), "text": members.text(member) or None,
        "facts": {fact.name: plain(members, fact, member) for fact in own_facts(members, member)},
        "behaviours": members.behaviours(member),
        "passives": [asdict(passive) for passive in members.passives(member)],
        "parts": {kind: [as_object(members, part) for part in those] for kind, those in parts.items()},
        "back": {"facts": [w for w in back if w not in parts], "parts": [w for w in back if w in parts]},
        "around": members.around(member) or None,
        "sources": [
            {"key": list(d.path), "source": d.source or None, "rules": list(d.rules)} for d in members.data(member)
        ],
        "file": member.item.span.file, "line": member.item.span.line,
    }  # fmt: skip


def own_facts(members: Members, member: Member) -> list[Fact]:
    return [fact for fact in members.facts_of(member.kind).values() if fact.kind in members.v.above(member.kind)]


def plain(members: Members, fact: Fact, member: Member) -> Any:
    """Words and numbers as they are; a cost in its usual form."""
    value = members.value(member, fact, usual=True)
    if fact.type.base == "bundle":
        return members.words(fact, value) or None
    return list(value) if isinstance(value, tuple) else value
