"""`archidsl show`: a pack in; what it declares, or one item of it in several forms, out."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from archidsl.checker.to_texts import AS
from archidsl.commands.languages import lexicon
from archidsl.commands.members import Member, Members, number_in
from archidsl.commands.options import language, mod_option
from archidsl.commands.shipped import named_or_shipped
from archidsl.commands.show_card import card_lines
from archidsl.commands.show_item import FORMS, origin_lines, pieces, source_lines, text_lines
from archidsl.diagnostics import did_you_mean
from archidsl.emit import emit
from archidsl.packs.pack import Item
from archidsl.packs.schema import SECTIONS
from archidsl.packs.values import Mapping, Scalar, Sequence, Value
from archidsl.pipeline import Game, load
from archidsl.texts.text import plural

WIDEST = 120


@click.command()
@click.argument("given", nargs=-1, metavar="[PATH] [NAME]")
@mod_option
@click.option("--as", "form", type=click.Choice(FORMS), help="How an item is shown; members of kinds as `card`.")
def show(given: tuple[str, ...], mods: tuple[Path, ...], form: str | None) -> None:
    """Show what a pack declares, and what a text means.

    Without PATH it is the shipped game, and with a PATH alone an overview. NAME is an item (`refill`, or
    `procedure:refill` if there are several), what people read for it, the number in its note, or a section
    (`procedures`).

    Members of kinds are drawn as a card, all else is shown as it is written (`--as source`). `--as text` prints its
    texts in their usual form, `--as ir` what the checker made of them, and `--as python` the functions that will run.
    """
    if not given:
        raise click.UsageError("give the PATH of a pack, or the NAME of something in the shipped game")
    paths, name = named_or_shipped(given, mods)
    game = load(paths)
    if not name:
        overview(game)
        return
    members = Members(game, lexicon(paths, game.texts, language()))
    found = called(members, name)
    if not found:
        raise click.UsageError(unknown(members, name, given))
    if form not in (None, "card"):  # of what is written once for several members, the text is shown once
        items = (one.item if isinstance(one, Member) else one for one in found)
        found = list({(str(item.span), item.section): item for item in items}.values())
    for number, one in enumerate(found):
        if number:
            emit()
        show_one(members, one, form)


def called(members: Members, name: str) -> list[Item | Member]:
    """Items and members of that name, or else that people call so; else items that speak of it."""
    items = list(members.game.pack.items)
    listed = [item for item in items if plural(item.section) == name]
    if not listed:
        section, _, word = name.rpartition(":")
        items = [item for item in items if section in ("", item.section)]
        items = items if word else []
        listed = [item for item in items if item.name == word]
        if not listed and word in members.all and section in ("", members.all[word].kind):
            return [members.all[word]]
        listed = listed or [item for item in items if said_for(members, item, word)]
        listed = listed or [item for item in items if speaks_of(item.body, word)]
    found: list[Item | Member] = []
    for item in listed:
        made = made_by(members, item)
        found += made if made else [item]
    return found


def made_by(members: Members, item: Item) -> list[Member]:
    return [member for member in members.all.values() if member.item is item]


def said_for(members: Members, item: Item, word: str) -> bool:
    """Do people call it so, or is it the number in its note? Capitals do not matter."""
    keys = [f"{AS.get(item.section, item.section)}.{item.name}"]
    keys += [f"{member.kind}.{member.name}" for member in made_by(members, item)]
    names = [members.lexicon.name(key) for key in keys if members.lexicon.has(key)]
    return word.casefold() in (name.casefold() for name in [*names, number_in(item)])


def unknown(members: Members, name: str, given: tuple[str, ...]) -> str:
    items = members.game.pack.items
    known = {item.name for item in items} | {plural(item.section) for item in items} | members.all.keys()
    titles = {members.title(member) for member in members.all.values() if not member.whole}
    known |= {title for title in titles if title.casefold().replace(" ", "_") not in known}
    known |= {members.number(member) for member in members.all.values()}
    where = f"`archidsl show {given[0]}` lists what there is" if len(given) > 1 else "it is no path either"
    return f"the pack `{members.game.id}` has no `{name}`; {did_you_mean(name, known) or where}"


def speaks_of(value: Value, word: str) -> bool:
    """Does the word stand among the keys, or in a list, of what an item declares?"""
    if isinstance(value, Mapping):
        inside = (e for e in value if isinstance(e.value, Mapping | Sequence))
        return any(
            (isinstance(e.value, Mapping) and e.value.key(word) is not None) or speaks_of(e.value, word) for e in inside
        )
    if isinstance(value, Sequence):
        return any(speaks_of(item, word) for item in value)
    return value.value == word


def show_one(members: Members, one: Item | Member, form: str | None) -> None:
    """In this form; without one, members are cards and all else is source."""
    if isinstance(one, Member):
        if form in (None, "card"):
            show_card(members, one)
        else:
            show_item(members.game, one.item, str(form))
    elif form == "card":
        raise click.UsageError(f"`{one.name}` is no member of a kind, and only they are drawn; try `--as source`")
    else:
        show_item(members.game, one, form or "source")


def show_card(members: Members, member: Member) -> None:
    emit(("place", str(member.item.span)), "  ", ("bold", f"{member.kind} {member.name}"))
    for line in card_lines(members, member):
        emit(*line)
    for origin in origin_lines(member.item):
        emit(("dim", origin))


def show_item(game: Game, item: Item, form: str) -> None:
    emit(("place", str(item.span)), "  ", ("bold", f"{item.section} {item.name}"))
    lines: Callable[[Game, Item], Iterable[str]] = {"source": source_lines, "text": text_lines}.get(form) or (
        lambda game, item: pieces(game, item, form)
    )
    empty = True
    for line in lines(game, item):
        empty = False
        emit(line)
    if empty:
        emit(("dim", "no text of effects stands here"))
    for line in origin_lines(item):
        emit(("dim", line))


# -- overview


def overview(game: Game) -> None:
    header = game.pack.header
    emit(("bold", word_of(header, "title") or game.id), f"  ({game.id})" if word_of(header, "title") else "")
    if text := word_of(header, "text"):
        emit(*wrapped(text, "  "))
    emit()
    row("main", [game.v.main])
    if game.v.turn_order:
        row("order", [game.v.turn_order])
    row("results", [f"{key}: {word}" for key, word in game.v.results.items()])
    row("outlook", [game.v.outlook] if game.v.outlook else [])
    row("options", [f"{option.name} {values_of(option)}" for option in game.v.options.values()])
    sections = [section for section in SECTIONS if section not in ("option", "flag")]
    kinds = dict.fromkeys(item.section for item in game.pack.items if item.section not in SECTIONS)
    for section in [*sections, *kinds]:
        row(plural(section), [item.name for item in game.pack.section(section)], counted=True)
    emit()
    row("questions", [str(len(game.rules.sites))])
    row("digest", [game.digest])


def values_of(option: object) -> str:
    values, default = getattr(option, "values", ()), getattr(option, "default", "")
    between = "/".join(values) if values else f"{getattr(option, 'low', '')}-{getattr(option, 'high', '')}"
    return f"({between}, usually {default})"


def row(title: str, words: list[str], counted: bool = False) -> None:
    """A title, how many there are, and their names; nothing if there are none."""
    if words:
        head = f"{title} ({len(words)})" if counted else title
        [first, *more] = wrapped(", ".join(words), " " * 18)
        emit(("bold", f"{head:<18}"), first.strip(), *more)


def wrapped(text: str, indent: str) -> list[str]:
    columns = min(shutil.get_terminal_size().columns, WIDEST)
    lines = textwrap.wrap(
        text, columns, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return [("\n" if number else "") + line for number, line in enumerate(lines)] or [""]


def word_of(header: Mapping, key: str) -> str:
    value = header.get(key)
    return str(value.value) if isinstance(value, Scalar) and value.value is not None else ""
