"""The tool that breaks rules: scenarios notice what they look at, and afterwards everything is as it was."""

from __future__ import annotations

from collections import Counter

import pytest

from archidsl.scenarios.running import Runner
from tests.rules.rule_changes import Change, changes
from tests.rules.rule_mutants import KILLED, SURVIVED, VOID, Noted, Suites, all_scenarios, laid_out, sample


@pytest.fixture(scope="module")
def suites() -> Suites:
    files = ("tests/actions_taxes", "tests/actions_trade")
    made = Suites(Runner(Noted()), [case for file in files for case in all_scenarios(file)])
    made.watch_all()
    return made


@pytest.fixture(scope="module")
def found(suites: Suites) -> list[Change]:
    return changes(suites.runner.stages.values())


def test_rules_that_are_looked_at_cannot_be_broken(suites: Suites, found: list[Change]) -> None:
    taxes = [change for change in found if "rules/actions_taxes.yaml:" in change.place]
    verdicts = Counter(suites.verdict(change)[0] for change in sample(taxes, 12, "taxes"))
    assert len(taxes) > 25 and verdicts[KILLED] > 3 * (verdicts[SURVIVED] + verdicts[VOID])


@pytest.mark.parametrize(
    ("place", "what"),
    [("price(domestic, fish, 4)", "4 is 5"), ("price(domestic, fish, 1)", "6 is 7")],
)
def test_numbers_that_are_looked_at_cannot_be_changed(
    suites: Suites, found: list[Change], place: str, what: str
) -> None:
    [change, *_] = [change for change in found if change.place.endswith(place) and what in change.what]
    assert suites.verdict(change)[0] == KILLED


def test_what_nobody_looks_at_survives(suites: Suites, found: list[Change]) -> None:
    elsewhere = [change for change in found if "rules/final_scoring.yaml:" in change.place][:20]
    assert {suites.verdict(change)[0] for change in elsewhere} == {SURVIVED}


@pytest.mark.parametrize(
    ("place", "what"),
    [("room(domestic, fish)", "is"), ("action_disc", "disc_store begins with 4"), ("player", "florin seen by all")],
)
def test_what_only_counts_while_a_game_is_laid_out_counts(
    suites: Suites, found: list[Change], place: str, what: str
) -> None:
    [change, *_] = [change for change in found if change.place.endswith(place) and what in change.what]
    stage = next(iter(suites.runner.stages.values()))
    before = stage.layout
    suites.verdict(change)
    assert stage.layout is before and laid_out(stage) == before
    change.put()
    assert laid_out(stage) != before
    change.put()


def test_every_change_is_undone(suites: Suites, found: list[Change]) -> None:
    def now(change: Change) -> list[object]:
        return [of[name] if isinstance(of, dict) else getattr(of, name) for of, name, _ in change.settings]

    for change in found:
        before = now(change)
        change.put()
        changed = now(change)
        change.put()
        assert all(one is other for one, other in zip(now(change), before, strict=True)), change
        assert any(one is not other for one, other in zip(changed, before, strict=True)), change
    assert all(suites.passes(*case) for case in suites.cases)


def test_what_is_set_twice_is_undone_as_well() -> None:
    rows = {"a": 1}
    change = Change("rows", "1 is 3", "a", settings=[(rows, "a", 2), (rows, "a", 3)])
    for after in (3, 1, 3, 1):
        change.put()
        assert rows["a"] == after


def test_several_processes_find_the_same(suites: Suites, found: list[Change]) -> None:
    chosen = sample(found, 10, "processes")
    assert [*suites.verdicts(chosen, 2)] == [*suites.verdicts(chosen)]


def test_a_seed_is_a_sample(found: list[Change]) -> None:
    assert sample(found, 9, "a") == sample(found, 9, "a") != sample(found, 9, "b")
    assert len({(change.place, change.what) for change in found}) == len(found) > 2000
