"""Plans: how they are followed, what becomes of them, and that a good one is not lost."""

from __future__ import annotations

from pathlib import Path

from archidsl.engine.choices import CHANCE, Choice, SiteInfo
from archidsl.engine.imagining import Imagining
from archidsl.engine.lots import Lots
from archidsl.engine.machine import Position
from archidsl.engine.views import view
from archidsl.pipeline import load
from archidsl.players.plans import ANY, Follower, Plan, Planner, Steps, from_here
from archidsl.players.search import SearchPlayer
from archidsl.players.thinking import Mind, candidates, play_on

FEN = load([Path(__file__).resolve().parents[2] / "examples" / "saltfen"])


def positions(many: int) -> list[Position]:
    """Questions to players in the middle of different games."""
    found = []
    for number in range(100):
        position, lots = FEN.start({"players": 2}, f"plans {number}"), Lots(f"{number}")
        for _ in range(10 + number):
            choice = position.choice
            if choice is None:
                break
            position.answer(position.chance() if choice.player == CHANCE else choice.draw(lots))
        choice = position.choice
        if choice is not None and choice.player != CHANCE and choice.size() > 1:
            found.append(position)
        if len(found) == many:
            break
    return found


def mind(position: Position) -> Mind:
    player = position.asked[1]
    seen = view(position, player)
    return Mind(seen, seen["question"], player, Imagining(position, player))


def found(position: Position, remembered: Steps, times: int) -> Steps:
    knows, lots = mind(position), Lots("found")
    first = knows.imagine(lots)
    assert first.choice is not None
    return Planner(knows, first, lots).best(candidates(first.choice, lots, 12), remembered, times, lambda: True)


def worth(position: Position, steps: Steps) -> float:
    """In imagined positions that had no part in finding it."""
    knows, lots, plan = mind(position), Lots("worth"), Plan(steps, 7)
    planner = Planner(knows, knows.imagine(lots), lots)
    planner.more = lambda: True
    planner._follow(plan, 24)
    return plan.mean()


def one_of(site: int, *options: int) -> Choice:
    return Choice(SiteInfo(site, "k", "one", False, False, "", 0, 0, "", "thing"), 0, options, False)


def test_a_plan_is_followed_and_what_does_not_fit_is_left_out() -> None:
    follower = Follower(Plan(((1, 5), (2, 6), (1, 7), (3, ANY), (1, 8)), 0))
    assert follower(one_of(1, 4, 5)) == 5
    assert follower(one_of(1, 7, 8)) == 7  # (2, 6) is left out
    assert follower(one_of(3, 9)) == 9  # by lot
    assert follower(one_of(2, 6, 6)) == 6  # by lot too: what the plan said of it is over
    assert follower(one_of(1, 1, 8)) == 8
    assert follower.given == [(1, 5), (1, 7), (3, 9), (2, 6), (1, 8)]


def test_of_a_plan_is_left_what_begins_with_the_question() -> None:
    steps = ((1, 5), (2, 6), (1, 7))
    assert from_here(steps, one_of(1, 7)) == ((1, 7),)
    assert from_here(steps, one_of(2, 5, 6)) == steps[1:]
    assert from_here(steps, one_of(2, 5)) == from_here(steps, one_of(4, 5)) == ()


def test_followed_where_it_was_found_a_plan_leads_to_the_same() -> None:
    for position in positions(10):
        ends = []
        steps: Steps = ()
        for _ in range(2):
            end, follower = position.copy(), Follower(Plan(steps, 3))
            play_on(end, position.asked[1], follower, Lots("luck"), 2)
            steps = tuple(follower.given)
            ends.append((end.s, steps))
        assert ends[0] == ends[1] and steps


def test_a_changed_plan_keeps_how_it_begins() -> None:
    position = positions(1)[0]
    knows, lots = mind(position), Lots("changed")
    planner = Planner(knows, knows.imagine(lots), lots)
    plan = Plan(tuple((site, 9) for site in range(6)), 1)
    made = {planner._changed(plan).steps for _ in range(200)}
    assert len(made) > 10
    for steps in made:
        at = next(i for i, (_, answer) in enumerate(steps) if answer == ANY)
        assert steps[:at] == plan.steps[:at] and steps[at][0] == plan.steps[at][0]
        assert set(steps[at + 1 :]) <= set(plan.steps[at + 1 :])


def test_who_looks_longer_finds_better_plans() -> None:
    gained = [worth(p, found(p, (), 400)) - worth(p, found(p, (), 1)) for p in positions(12)]
    assert sum(gained) > 0.1 and sum(gain > 0 for gain in gained) > sum(gain < 0 for gain in gained)


def test_a_good_plan_that_is_remembered_is_not_lost() -> None:
    gained = []
    for position in positions(12):
        good = found(position, (), 600)
        gained.append(worth(position, found(position, good, 1)) - worth(position, found(position, (), 1)))
    assert sum(gained) > 0.1 and sum(gain > 0 for gain in gained) > sum(gain < 0 for gain in gained)


def test_search_goes_on_with_its_plan() -> None:
    followed = 0
    for position in positions(20):
        player = SearchPlayer("on", rounds=100)
        position.answer(player.think(mind(position)))
        if position.asked is not None and position.asked[1] != CHANCE and player.plan:
            choice = position.choice
            assert choice is not None
            followed += from_here(player.plan, choice) == player.plan
    assert followed > 3


def test_time_is_kept() -> None:
    position = positions(1)[0]
    choice = position.choice
    assert choice is not None
    for seconds in (0.0, 0.05):
        assert choice.allows(SearchPlayer("time", seconds=seconds).think(mind(position)))
