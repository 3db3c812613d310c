"""Maps: signs for things, hexagons in several sizes, and what is told of one place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from archidsl.pipeline import Game, load
from archidsl.players.hexes import Cell, Size, drawn, sizes
from archidsl.players.lines import plain, wide
from archidsl.players.map import Map, legend, map_of
from archidsl.players.random_player import RandomPlayer
from archidsl.players.showing import known
from archidsl.players.symbols import Signs
from archidsl.players.telling import place
from archidsl.session import Session
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

ROOT = Path(__file__).resolve().parents[2]
AT = {"a1": (0, 1), "a2": (0, 3), "b1": (1, 0), "b2": (1, 2), "b3": (1, 4), "c1": (2, 1), "c2": (2, 3)}
FREE = {name: Cell((name,), (name,)) for name in AT}


def texts(lines: Any) -> list[str]:
    return [plain(line) for line in lines]


def test_a_board_of_hexes() -> None:
    cells = {**FREE, "b2": Cell(("b2",), ("b2",), ((("ww2",), ("h",)), (("p1",),)), sides=("~", "^", "", "", "", "~"))}
    assert texts(drawn(AT, cells, Size(2, 5))) == [
        r"         _____",
        r"        /b1   \ ".rstrip(),
        r"  _____/       \_____",
        r" /a1   \       /c1   \ ".rstrip(),
        r"/       \~~~~~/       \ ".rstrip(),
        r"\       ~b2   ^       /",
        r" \_____~ ww2 h ^_____/",
        r" /a2   \ p1    /c2   \ ".rstrip(),
        r"/       \_____/       \ ".rstrip(),
        r"\       /b3   \       /",
        r" \_____/       \_____/",
        r"       \       /",
        r"        \_____/",
    ]
    assert texts(drawn(AT, FREE, Size(1, 6)))[:4] == [
        r"        ______",
        r" ______/b1    \______",
        r"/a1    \______/c1    \ ".rstrip(),
        r"\______/b2    \______/",
    ]


def test_what_does_not_fit_is_marked() -> None:
    full = {
        **FREE,
        "b2": Cell(("b2",), ("b2",), tuple(((f"thing{i}",),) for i in range(9)), (("thing0",), ("thing1",))),
    }
    for size in (Size(2, 8), Size(1, 8)):
        assert sum(line.count(">") for line in texts(drawn(AT, full, size))) == 1
    assert [size.slope for size in sizes(AT, full, 80)] == [3, 2, 1]
    assert [size.slope for size in sizes(AT, full, 30)] == [1]
    assert sizes(AT, full, 12) == []


class Shipped:
    """The shipped game after some answers, on a map that grows."""

    def __init__(self, answers: int, players: int = 3) -> None:
        self.game: Game = load([ROOT / "rules", ROOT / "cards"])
        self.session = Session.new(self.game, {"players": players}, "map")
        wanted = {"step": "wheel", "zone": "exploration", "answer": "take", "intent": "lay_it"}
        for _ in range(answers):
            choice = self.session.choice
            if choice is None:
                break
            view = self.session.view(choice.player)
            offered = view["question"].get("answers", ())
            word = offered[0] if choice.key == "help" and offered else wanted.get(choice.key, "")
            chosen = word if word in offered else None
            self.session.answer_written(chosen or RandomPlayer("b", self.session.player)(view, view["question"]))
        self.view = self.session.view(0)
        self.known = known(self.session.layout)
        self.naming = Naming(self.session.layout, Lexicon(self.game.texts)).seen(self.view)

    def map(self) -> Map:
        chart = map_of(self.view, self.known, self.naming, {})
        assert chart is not None
        return chart


@pytest.fixture(scope="module")
def large() -> Shipped:
    return Shipped(260)


def test_twenty_tiles_fit_a_small_screen(large: Shipped) -> None:
    assert len(large.view["grid"]) >= 14
    lines, cropped = large.map().drawn(80, 15)
    assert not cropped and len(lines) <= 15 and max(map(wide, lines)) <= 80
    for region, (_cell, _face, _turn) in large.view["grid"].items():
        number = str(int(region.rsplit("_", 1)[1]))
        assert any(number in line for line in texts(lines))
    lines, cropped = large.map().drawn(50, 8)
    assert cropped and len(lines) <= 8 and max(map(wide, lines)) <= 50
    lines, _ = large.map().drawn(200, None)
    assert sum(line.count("region") for line in texts(lines)) == len(large.view["grid"])


def test_units_are_drawn_with_their_owner_and_state(large: Shipped) -> None:
    signs = Signs(large.view, large.naming)
    placed = {thing: where for where, things in large.view["places"].items() for thing in things}
    mine = [thing for thing in placed if thing.startswith("citizen_p1_")]
    assert mine
    for thing in mine:
        sign = signs.of(thing)
        engaged = large.view["properties"]["engaged of unit"].get(thing) == "yes"
        lying = large.view["properties"]["lying of unit"].get(thing) == "yes"
        assert (sign.text.startswith("C"), sign.owner, sign.style) == (True, 1, "player1")
        assert ("'" in sign.text, "!" in sign.text) == (engaged, lying)


def test_the_legend_names_every_sign(large: Shipped) -> None:
    said = " ".join(texts(legend(large.view, large.known, large.naming, 80)))
    for text in ("C citizen", "S ship", "f fish", "^ mountain", "T town", "1 p1", "3 p3"):
        assert text in said


def test_a_place_in_words(large: Shipped) -> None:
    region = next(iter(large.view["grid"]))
    name = large.naming.thing(region)
    told = place(large.view, large.known, large.naming, name.upper())
    assert told[0].startswith(f"{name}: ") and told[1].startswith("sides: ")
    assert place(large.view, large.known, large.naming, large.view["grid"][region][0]) == told
    assert place(large.view, large.known, large.naming, "nowhere") == []


def test_kinds_that_say_nothing_get_letters() -> None:
    session = Session.new(load([ROOT / "examples" / "saltfen"]), {}, "s")
    game: Any = session.game
    view = session.view(0)
    naming = Naming(session.layout, Lexicon(game.texts)).seen(view)
    signs = Signs(view, naming)
    letters = [signs.letters[kind] for kind in ("walker", "punt", "hut")]
    assert len(set(letters)) == 3 and all(len(letter) == 1 for letter in letters)
    assert signs.of("walker_p2_1").parts(2) == (("player2", f"{letters[0] * 2}2"),)
    assert signs.of("walker_p2_1").parts(5) == (("player2", f"5{letters[0]}2"),)
