"""What changed between two views: nothing is missing, and nothing is told that stands in neither."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import archidsl
from archidsl.engine.views import EVERYTHING, View, view
from archidsl.players.differing import Difference, differences, told
from archidsl.players.showing import HIDDEN, known

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ["tic_tac_toe", "kuhn_poker", "leduc_poker", "rival_magicians", "saltfen"]


def played(name: str, seed: str = "x") -> archidsl.Table:
    rng = random.Random(seed)
    return archidsl.load(EXAMPLES / name).new(seed=seed).play(lambda choice: choice.options.draw(rng.randrange))


def facts(seen: View) -> dict[Any, Any]:
    """Everything that a view says, each fact by itself: what it is about -> what is said."""
    out: dict[Any, Any] = {("order",): seen["order"]}
    for place, things in [*seen["zones"].items(), *seen["places"].items()]:
        out |= {("place", thing): place for thing in things if thing is not None}
    out |= {("hidden", zone): things.count(None) for zone, things in seen["zones"].items() if None in things}
    out |= {("held", holder, stuff): n for holder, row in seen["holders"].items() for stuff, n in row.items()}
    for key, value in seen["properties"].items():
        name = key.split(" of ")[0]
        out |= (
            {("property", name, of): v for of, v in value.items()}
            if isinstance(value, dict)
            else {("property", name, ""): value}
        )
    return out


def about(one: Difference) -> list[Any]:
    match one.sort:
        case "moved":
            return [("place", thing) for thing in one.what]
        case "held" | "property":
            return [(one.sort, one.what, one.of)]
        case "order":
            return [("order",)]
        case "hidden":
            return [("hidden", one.what)]
    return [("laid", one.what)]


@pytest.mark.parametrize("player", [-1, 0, 1, EVERYTHING])
@pytest.mark.parametrize("name", GAMES)
def test_all_that_changed_and_nothing_else(name: str, player: int) -> None:
    table = played(name)
    public = known(table.session.layout)
    parts = {thing for things in public.parts.values() for thing in things}
    views = [view(position, player) for position in table.session.positions()]
    for before, after in pairwise(views):
        found = differences(before, after, public, everything=True)
        old, new = facts(before), facts(after)
        changed = {key for key in {*old, *new} if old.get(key) != new.get(key)}
        changed -= {("place", thing) for thing in [*parts, *after["grid"]]}
        changed -= {key for key in changed if key[0] == "property" and _begins(key, old, new, public)}
        said = [key for one in found for key in about(one) if key[0] != "laid"]
        assert len(said) == len(set(said)) and set(said) == changed
        for one in found:
            for key in about(one) if one.sort in ("held", "hidden") else ():
                assert (one.before or 0, one.after or 0) == (old.get(key) or 0, new.get(key) or 0)


def _begins(key: Any, old: dict[Any, Any], new: dict[Any, Any], public: Any) -> bool:
    """A value that comes to be said, and is what it was at the beginning anyway, is no change."""
    starts = [start for column, start in public.columns.values() if column.name == key[1]]
    return (key in old) != (key in new) and (old.get(key, new.get(key)) in starts)


def test_what_is_not_seen_is_unknown_and_not_guessed() -> None:
    table = played("rival_magicians")
    public = known(table.session.layout)
    views = [view(position, -1) for position in table.session.positions()]
    found = [one for before, after in pairwise(views) for one in differences(before, after, public)]
    drawn = [one for one in found if one.sort == "moved" and one.before is None]
    assert drawn  # cards come out of a hidden deck: where from, nobody can see
    naming = table.naming()
    line = told(drawn[:1], public, naming)[0]
    assert f": {HIDDEN} -> " in line


def test_lines_are_in_the_language_of_the_names() -> None:
    table = archidsl.load().new(players=2, seed="x")
    assert table.choice is not None
    public = known(table.session.layout)
    before = table.view("p1")
    table.answer(table.choice.options[0])
    found = differences(before, table.view("p1"), public)
    lines = {lang: told(found, public, table.naming(lang).seen(table.view("p1"))) for lang in ("en", "fr", "de")}
    assert lines["en"] and len({tuple(said) for said in lines.values()}) == 3
    for lang, words in (("en", "is laid at"), ("fr", "est maintenant en")):
        assert any(words in line for line in lines[lang])


def test_a_new_order_is_told_in_names() -> None:
    table = archidsl.load().new(players=2, seed="x")
    public = known(table.session.layout)
    before = table.view("p1")
    after = {**before, "order": before["order"][::-1]}
    found = differences(before, after, public)
    first, second = (table.naming("fr").thing(name) for name in after["order"])
    assert told(found, public, table.naming("fr").seen(after)) == [f"ordre de jeu\u202f: {first}, {second}"]


def test_quiet_things_are_told_only_to_whoever_wants_all() -> None:
    table = archidsl.load().new(players=2, seed="x")
    public = known(table.session.layout)
    assert public.quiet
    rng = random.Random(1)
    table.play(lambda choice: choice.options.draw(rng.randrange))
    views = [view(position, EVERYTHING) for position in table.session.positions()]
    few = sum(len(differences(before, after, public)) for before, after in pairwise(views))
    many = sum(len(differences(before, after, public, everything=True)) for before, after in pairwise(views))
    assert few < many
