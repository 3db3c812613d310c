"""A line that can only make a watch less true does not test it, if the watch is false between two lines."""

from __future__ import annotations

from archidsl.checker.analysis import Analysis
from archidsl.checker.watching import Watching
from archidsl.compiler.context import Shared
from archidsl.compiler.waking import latched
from archidsl.engine.verbs import Verbs
from archidsl.pipeline import Game
from tests.interpreter import packs


def latched_of(game: Game, whole_games: bool = True) -> set[str]:
    layout, analysis = game.layout(game.settle({})), Analysis(game.rules, game.v)
    shared = Shared(game.v, game.rules, layout, analysis, Watching(analysis), Verbs(layout), whole_games=whole_games)
    return {watch.name for i, watch in enumerate(game.rules.watches) if latched(i, shared)}


def test_only_watches_that_end_themselves_and_are_never_passed_over_are_latched() -> None:
    assert latched_of(packs.read("directions")) == {"bell", "hoarded"}
    assert latched_of(packs.read("watches")) == set()


def test_scenarios_begin_anywhere() -> None:
    assert latched_of(packs.read("directions"), whole_games=False) == set()
