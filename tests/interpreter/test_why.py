"""Reasons: the first test or line that refuses, in the words of the rules, with the numbers it read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from archidsl.checker import ir
from archidsl.engine.chance import key_from_seed
from archidsl.interpreter.game import Reference
from archidsl.interpreter.why import why, why_not
from archidsl.pipeline import Game, load
from tests.interpreter import packs
from tests.interpreter.lockstep import Draws

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def start(game: Game, listen: Any = None, **options: int) -> Reference:
    layout = game.layout(game.settle(options))
    return Reference(game.v, game.rules, layout, key_from_seed("why"), listen=listen).begin()


def test_a_taken_square_is_refused_by_its_adjective() -> None:
    game = load([EXAMPLES / "tic_tac_toe"])
    reference = start(game)
    assert reference.choice is not None
    square = reference.choice.options[0]
    assert why(reference, square) is None
    reference.answer(square)
    reason = why(reference, square, game.report.sources)
    assert reason is not None
    assert reason.text == "mark of it is nobody"
    assert (f"mark of {game.layout(game.settle({})).names[square]}", 0) in reason.values
    bare = why(reference, square)
    assert bare is not None and bare.text == "Compare" and bare.span == reason.span


def test_a_menu_line_is_refused_by_the_line_that_cannot_be_met() -> None:
    game = packs.read("openings")
    reference = start(game)
    slots, layout = reference.world.layout.holdings, reference.world.layout
    assert reference.choice is not None and reference.choice.key == "act"
    player = reference.choice.player
    reference.s[slots[player] + layout.stuffs.index("gold")] = 1
    reference.s[slots[player] + layout.stuffs.index("joker")] = 0
    label = game.v.labels["through"]
    reference.asked = (reference.asked[0], player, [], 0) if reference.asked else None
    reason = why(reference, label, game.report.sources)
    assert reason is not None
    assert reason.text == "gold of you > n"
    assert dict(reason.values) == {"gold of p1": 1, "n": 3}
    paying = why_not(reference, "looped", player, (), game.report.sources)
    assert paying is None, "one gold is enough for one pass"
    reference.s[slots[player] + layout.stuffs.index("gold")] = 0
    paying = why_not(reference, "looped", player, (), game.report.sources)
    assert paying is not None
    assert paying.text == "pay (n) gold"
    assert dict(paying.values) == {"gold": 1, "gold held": 0}
    assert paying.lacks == ((player, layout.stuffs.index("gold"), 1, 0),)


def test_what_does_not_come_into_question_is_refused_by_the_description() -> None:
    game = packs.read("deeds")
    reference = start(game)
    reason = why(reference, 0, game.report.sources)
    assert reason is not None
    assert reason.text


def test_numbers_say_their_bounds() -> None:
    game = packs.read("matches")
    reference = start(game)
    reason = why(reference, 99, game.report.sources)
    assert reason is not None
    assert reason.text == "0 to 6"
    assert dict(reason.values) == {"from": 0, "to": 6}
    declined = why(reference, -1, game.report.sources)
    assert declined is not None and declined.text.startswith("choose n")


def test_the_listener_hears_of_every_change() -> None:
    game = packs.read("attempts")
    heard: list[tuple[ir.Line, str, list[Any], list[Any]]] = []
    reference = start(game, listen=lambda *told: heard.append(told))
    below = Draws("listen", 1)
    while not reference.over:
        assert reference.choice is not None
        reference.answer(reference.choice.draw(below))
    assert heard
    state = start(game).world.layout.start.copy()
    state[reference.world.layout.key] = reference.s[reference.world.layout.key]
    for line, procedure, before, after in heard:
        assert before != after
        assert before == state, f"{line.span} in {procedure} follows a change that nobody told of"
        state = after
    assert state == reference.s
    assert any(isinstance(line, ir.Attempt) for line, *_ in heard), "undoing is a change too"
