"""Every ruling of the contract is an option with its default, names its rule, and each of its values is played."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from archidsl.diagnostics import Report
from archidsl.packs import from_files, layering
from archidsl.packs.pack import Item
from archidsl.packs.values import Scalar
from archidsl.pipeline import Game, load
from archidsl.scenarios.from_file import SCENARIOS, read_suite, sort_of
from archidsl.scenarios.running import files_at

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LINES = (HERE / "ruling_flags.txt").read_text("utf-8").splitlines()
RULINGS = {flag: (default, rule) for flag, default, rule in (line.split() for line in LINES if line[0] != "#")}
OUR_OWN = {"medium_card_threshold", "pirate_raises_rebellion"}  # what the contract leaves open without a flag


@pytest.fixture(scope="module")
def game() -> Game:
    return load([ROOT / "rules", ROOT / "cards"])


def flags() -> dict[str, Item]:
    report = Report()
    pack = layering.merge([from_files.read_pack(ROOT / name, report) for name in ("rules", "cards")], report)
    return {item.name: item for item in pack.section("flag")}


def test_there_are_65_and_all_are_options_of_the_pack() -> None:
    assert len(RULINGS) == 65
    assert set(flags()) == {*RULINGS, *OUR_OWN}


def test_each_has_the_recommended_default_and_names_its_rule(game: Game) -> None:
    found = {name: (str(game.options[name].default), _word(item, "rule")) for name, item in flags().items()}
    assert {name: found[name] for name in RULINGS} == RULINGS


def test_each_has_another_value_and_every_value_is_played(game: Game) -> None:
    played = defaultdict(set)
    for name in ("rules", "cards"):
        for file in files_at(ROOT / name):
            for scenario in read_suite(file, Report()).scenarios if sort_of(file) == SCENARIOS else ():
                for option, value in scenario.options:
                    played[option].add(str(value))
    for name in flags():
        facts = game.options[name]
        values = {*facts.values} or {str(n) for n in range(int(facts.low or 0), int(facts.high or 0) + 1)}
        assert len(values) > 1, name
        assert values - played[name] <= {str(facts.default)}, name  # the default is played everywhere else


def _word(item: Item, key: str) -> str:
    value = item.body.get(key)
    return str(value.value) if isinstance(value, Scalar) else ""
