"""A game without a template in; the files of a mod of it that changes one number, to the number that it is, out."""

from __future__ import annotations

from collections.abc import Iterator

from archidsl.packs.pack import Item
from archidsl.packs.schema import ABOUT
from archidsl.packs.values import Entry, Scalar
from archidsl.pipeline import Game
from archidsl.texts.catalogue import LANGUAGES, Catalogue, written
from archidsl.texts.text import plural

README = """\
# {title}

A mod of `{base}`. It changes nothing yet; begin like this, and check after each step:

1. `pack.yaml`: put another number there, or another change. `archidsl show {name}` lists what the game has.
2. `tests/{name}.yaml`: say what must be true then.
3. New things stand in files of their own, in the form of those of the game. `archidsl texts {name} --update` brings
   their words into `locale/`, for translators.

`archidsl check {name}` says what is wrong, `archidsl test {name}` plays the scenario, `archidsl diff {name}` lists
what it changes, `archidsl play {name}` plays with it.
"""


def bare_mod(name: str, game: Game, needs: list[str]) -> Iterator[tuple[str, str]]:
    """Path and text of each file."""
    title = name.replace("_", " ").capitalize()
    head = f"pack: {name}\ntitle: {title}\nneeds: [{', '.join(needs)}]\n"
    yield "pack.yaml", head + (change(*number) if (number := first_number(game)) is not None else "")
    yield f"tests/{name}.yaml", f"- scenario: The game begins with {name}\n  stops: yes\n"
    for language in LANGUAGES:
        if language != "en":
            yield f"locale/{language}.po", written(language, [], Catalogue(language))
    yield "README.md", README.format(title=title, name=name, base=game.id)


def first_number(game: Game) -> tuple[Item, Entry] | None:
    """The first number that an item says about itself."""
    for item in game.pack.items:
        for entry in item.body:
            if entry.name not in ABOUT and isinstance(entry.value, Scalar) and type(entry.value.value) is int:
                return item, entry
    return None


def change(item: Item, entry: Entry) -> str:
    assert isinstance(entry.value, Scalar)
    return (
        f"\nchanges:\n  - in: {plural(item.section)}\n    change: {item.name}\n"
        f"    {entry.name}: {entry.value.value}   # as it was; +1 would be one more\n"
    )
