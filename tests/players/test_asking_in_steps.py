"""Questions that people are asked in another way than bots: very many spots in steps, and two questions as one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from archidsl.commands.play_on import naming_of
from archidsl.commands.shipped import shipped_game
from archidsl.commands.table import PlayTable, at_table, play_on
from archidsl.diagnostics import Span
from archidsl.engine.views import EVERYTHING
from archidsl.interpreter.why import Reason
from archidsl.players.beyond import beyond
from archidsl.players.console import Console, Leave
from archidsl.players.lines import Line, plain, wide
from archidsl.players.random_player import RandomPlayer
from archidsl.players.screen import Size
from archidsl.players.showing import known
from archidsl.players.spots import FEW, MoreIsAsked, Steps, coarse, faces_drawn, place_of, tile_of
from archidsl.players.usual_panels import blocks_of
from archidsl.reasons import said
from archidsl.session import Session
from archidsl.warm import WarmGame, open_game


@cache
def game() -> WarmGame:
    return open_game(shipped_game())


def until(key: str, action: str = "transaction", seed: str = "steps") -> Session:
    """A game whose open question is that one, for the first time."""
    session = Session.new(game(), {"players": 2, "game_length": "short"}, seed, ("Anna", "Ben"))
    players = {name: RandomPlayer("steps", name) for name in session.layout.names[:2]}
    while session.choice is not None and session.choice.key != key:
        view = session.view(session.choice.player)
        offered = session.choice.key == "zone" and action in view["question"]["answers"]
        session.answer_written(action if offered else players[session.player](view, view["question"]))
    assert session.choice is not None
    return session


class Typist:
    def __init__(self, lines: Iterable[str]) -> None:
        self.lines, self.said, self.person = iter(lines), [""], False

    def size(self) -> Size:
        return Size(80, 24)

    def show(self, lines: Iterable[Line]) -> None:
        self.said += [plain(line) for line in lines]

    hide = say = show

    def read(self, prompt: str) -> str:
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def typed(session: Session, lines: list[str], language: str = "en") -> str:
    """What a person sees who types this and no more."""
    screen, naming = Typist(lines), naming_of(session, language)
    console = Console(known(session.layout), naming, screen, PlayTable(session, naming))
    with pytest.raises(Leave):
        play_on(session, dict.fromkeys(session.layout.names[:2], console), naming)
    return "\n".join(screen.said)


def asked(session: Session) -> dict[str, Any]:
    assert session.choice is not None
    found: dict[str, Any] = session.view(session.choice.player)["question"]
    return found


def test_every_spot_can_be_reached_in_steps_and_no_other() -> None:
    question = asked(until("spot"))
    assert len(question["answers"]) > FEW

    def reached(steps: Steps) -> set[str]:
        found = set()
        for word in list(steps.shown["answers"]):
            try:
                found.add(str(steps.take(word)))
            except MoreIsAsked:
                found |= reached(steps)
                assert steps.back()
        return found

    steps = Steps(question)
    assert reached(steps) == set(question["answers"])
    assert not steps.back() and steps.take(None) is None and steps.take("+propose") == "+propose"


def test_few_spots_and_other_answers_are_asked_for_at_once() -> None:
    question = asked(until("spot"))
    few = {**question, "answers": question["answers"][:FEW]}
    assert coarse(few) is None and Steps(few).last
    others = {**question, "answers": [f"thing_{i}" for i in range(40)]}
    assert coarse(others) is None and Steps(others).drawn({}, None, None, 80) == []  # type: ignore[arg-type]
    assert (tile_of("tile_3/1@c4+2"), place_of("tile_3/1@c4+2")) == ("tile_3", "tile_3@c4")


def test_a_tile_is_laid_step_by_step_and_a_step_can_be_taken_back() -> None:
    session = until("spot")
    answers = asked(session)["answers"]
    tiles = list(dict.fromkeys(map(tile_of, answers)))
    places = [place for place in dict.fromkeys(map(place_of, answers)) if tile_of(place + "+0") == tiles[1]]
    place = next(i for i, place in enumerate(places) if len([w for w in answers if place_of(w) == place]) > 1)
    ways = [word for word in answers if place_of(word) == places[place]]
    told = typed(session, ["2", "undo", "2", f"{place + 1}", "2"])
    assert session.live[-1].player != "chance" and ways[1] in [entry.answer for entry in session.live]
    assert told.count("`undo`: a step back") >= 3
    other = until("spot")
    typed(other, [f"2 {place + 1} 2"])
    assert ways[1] in [entry.answer for entry in other.live], "the same on one line"
    third = until("spot")
    typed(third, [ways[1]])
    assert ways[1] in [entry.answer for entry in third.live], "a word of a record is whole"


def test_tiles_are_drawn_before_they_are_laid() -> None:
    session = until("spot")
    question, view = asked(session), session.view(session.choice.player)  # type: ignore[union-attr]
    naming = naming_of(session, "en").seen(view)
    lines = Steps(question).drawn(view, known(session.layout), naming, 80)
    drawn = "\n".join(map(plain, lines))
    assert lines and max(map(wide, lines)) <= 80
    for word in question["answers"]:
        assert naming.thing(tile_of(word)) in drawn
    assert view["places"] == session.view(session.choice.player)["places"]  # type: ignore[union-attr]


def test_an_implied_option_need_not_be_chosen_first() -> None:
    session = until("step")
    found = beyond(session.position)
    assert found is not None and found.option == "wheel" and found.behind["key"] == "zone"
    assert set(found.behind["answers"]) <= set(found.both["answers"]) and "wheel" not in found.both["answers"]
    assert found.both["may_decline"] and found.both["may_begin"] == asked(session)["may_begin"]
    end = session.end
    told = typed(session, ["taxes"])
    assert [(e.key, e.answer) for e in session.live[end : end + 2]] == [("step", "wheel"), ("zone", "taxes")]
    assert "Which action do you choose?" in told and "place a disc" not in told


def test_what_is_lacking_is_said_with_its_numbers() -> None:
    session = until("step")
    choice, lexicon = session.choice, naming_of(session, "en").lexicon
    assert choice is not None
    florin = session.layout.stuffs.index("florin")

    def said_if_it_is_short_for(player: int) -> str:
        lacking = Reason(Span("x.yaml", 1, 1, 1, 1), "pay 4 florin", lacks=((player, florin, 4, 1),))
        return said(lacking, session.position, choice, lexicon)

    assert said_if_it_is_short_for(choice.player) == "It takes 4 florins, and you have 1."
    assert "you have" not in said_if_it_is_short_for(1 - choice.player), "of others nothing is told"


def test_both_answers_are_taken_back_together() -> None:
    session = until("step")
    before = session.end
    told = typed(session, ["migration", "undo"])
    assert session.end == before and "Taken back." in told


def test_declining_and_why_are_those_of_both_questions() -> None:
    session = until("step")
    offered = asked(session)["answers"]
    assert "wheel" in offered and "house" not in offered
    told = typed(session, ["why house", "why"])
    assert "use a port or a market: not possible now." in told
    session = until("step")
    end = session.end
    typed(session, ["0"])
    assert [(e.key, e.answer) for e in session.live[end : end + 1]] == [("step", None)]


@pytest.mark.parametrize(
    ("key", "panel", "title"), [("board", "markets", "Markets"), ("bought", "track", "Evolution track")]
)
def test_a_question_brings_the_panel_that_it_needs(key: str, panel: str, title: str) -> None:
    session = until(key)
    view = session.view(session.choice.player, paneled=True)  # type: ignore[union-attr]
    first, *rest = blocks_of(view, known(session.layout), naming_of(session, "en"))
    assert first.name == panel and first.asked and not any(block.asked for block in rest)
    screen = typed(session, []).split("\n")
    assert any(line.startswith(title) or f"   {title}" in line for line in screen)


def test_prices_that_there_are_not_are_a_dash() -> None:
    session = until("board")
    view = session.view(session.choice.player, paneled=True)  # type: ignore[union-attr]
    rows = next(panel["rows"] for panel in view["panels"] if panel["panel"] == "markets")
    for row in rows:
        assert (row["cells"]["buy_home"] is None) == (row["cells"]["domestic"] == 0)
        assert (row["cells"]["buy_abroad"] is None) == (row["cells"]["export"] == 0)
    assert any(row["cells"]["buy_abroad"] is None for row in rows)


@pytest.mark.parametrize(("people", "asked_first"), [({"p1", "p2"}, True), ({"p1"}, False)])
def test_whoever_comes_back_to_several_people_hands_over_first(
    tmp_path: Path, people: set[str], asked_first: bool
) -> None:
    session = until("kept")
    session.keep(tmp_path / "kept.jsonl")
    screen = Typist([])
    screen.person = True
    bots = {name: RandomPlayer("back", name) for name in session.layout.names[:2]}
    at_table(session, naming_of(session, "en"), people, bots, screen)  # type: ignore[arg-type]
    told = "\n".join(screen.said)
    assert ("Hand over to" in told) == asked_first
    assert ("Which one do you keep?" in told) != asked_first, "nothing secret is seen before Enter is pressed"


def test_bots_and_records_are_asked_as_ever() -> None:
    session = until("step")
    assert "wheel" in asked(session)["answers"] and "besides" not in asked(session)


def test_why_says_what_is_lacking_and_not_which_line_says_so() -> None:
    told = typed(until("step"), ["why"]) + typed(until("step"), ["why harvest_fruit", "why harvest_iron"])
    assert "None of your free units stands where this could be harvested." in " ".join(told.split())
    assert "can perform" not in told
    assert "Which building? There is no answer to that now." in " ".join(told.split())
    assert "choose house" not in told


@pytest.mark.parametrize(
    ("key", "panel"), [("shopping", "track"), ("plan", "costs"), ("help", "crisis"), ("stake", "players")]
)
def test_what_is_asked_comes_with_what_one_must_know(key: str, panel: str) -> None:
    session = until(key, "construction", seed="build 6")
    view = session.view(session.choice.player, paneled=True)  # type: ignore[union-attr]
    first = blocks_of(view, known(session.layout), naming_of(session, "en"))
    assert [block.name for block in first if block.asked] == [panel]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_crisis_says_what_it_asks_for(language: str) -> None:
    session = until("help")
    view = session.view(session.choice.player, paneled=True)  # type: ignore[union-attr]
    naming = naming_of(session, language)
    wanted = naming.stuff(view["properties"]["crisis_good"])
    line = next(b for b in blocks_of(view, known(session.layout), naming) if b.name in ("hunger", "demand")).lines
    assert wanted in line[0] and 0 < len(line[0]) <= 2 * 80, "it takes two lines at most"


def test_a_tile_that_lies_open_is_drawn_and_which_one_it_is_stays_unknown() -> None:
    session = until("answer", "exploration")
    view = session.view(session.choice.player)  # type: ignore[union-attr]
    naming = naming_of(session, "en").seen(view)
    lines = [plain(line) for line in faces_drawn(view, known(session.layout), naming, 80)]
    [face] = view["faces"]["tile_deck"]
    assert len(lines) > 3 and "region" not in "".join(lines) and "Tile" not in "".join(lines)
    assert not face["huts"] or f"{face['huts']}h" in "".join(lines)
    signs = {"fruit": "u", "cattle": "c", "fish": "f", "wood": "w", "stone": "s", "iron": "i"}
    counts = {sign: face.get(f"{name}_icons", 0) for name, sign in signs.items()}
    assert any(counts.values()) and all(sign in "".join(lines) for sign, count in counts.items() if count)
    asked_now = {**view, "question": {**view["question"], "key": "stake"}}
    assert faces_drawn(asked_now, known(session.layout), naming, 80) == []
    naming.layout = replace(session.layout, shows={"answer": ("tile_hand",)})  # of which each player has one
    held = {**view, "faces": {"tile_hand_p2": [face]}}
    assert len(faces_drawn(held, known(session.layout), naming, 80)) == len(lines)
    assert faces_drawn(view, known(session.layout), naming, 80) == []


def test_a_secret_answer_is_told_as_one() -> None:
    session = until("stake")
    naming = naming_of(session, "en")
    for you, told in ((None, "Anna answers in secret."), ("p2", "Anna answers in secret."), ("p1", "nothing")):
        assert naming.seen({**session.view(0), "you": you}).told("p1", "stake", None).endswith(told)
    assert naming.seen(session.view(EVERYTHING)).told("p1", "stake", None).endswith(" nothing"), "who sees all knows"
    assert naming.told("p1", "help", None) == "Anna: How do you help? nothing"


def test_a_place_that_is_asked_for_says_what_is_there() -> None:
    session = until("shore_side", seed="ashore 1")
    told = typed(session, [])
    question = asked(session)
    there = session.view(session.choice.player)["places"]  # type: ignore[union-attr]
    assert question["answers"] and all(there.get(word) for word in question["answers"])
    lines = [line for line in told.split("\n") if re.match(r"  [0-9] land ", line)]
    assert len(lines) == len(question["answers"]) and all("icon" in line for line in lines)


def test_own_cubes_stand_on_one_line_at_the_top() -> None:
    session = until("plan", "construction", seed="build 6")
    view = session.view(session.choice.player, paneled=True)  # type: ignore[union-attr]
    own = view["holders"][session.player]
    cubes = [f"{own[name]} {name}" for name in ("fruit", "cattle", "fish", "wood", "stone", "iron") if own[name]]
    line = next(line for line in typed(session, []).split("\n") if line.startswith("Your cubes: "))
    assert cubes and line == f"Your cubes: {', '.join(cubes)}"
