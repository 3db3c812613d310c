"""What a row of the table of bots claims follows from its interval."""

from __future__ import annotations

import pytest

from archidsl.commands.match import Outcome
from tests.bench.bots import FEN, HEAD, Meeting, better, row


@pytest.mark.parametrize(
    ("interval", "said"),
    [((0.51, 0.7), "shown"), ((0.5, 0.7), "not shown"), ((0.3, 0.5), "not shown"), ((0.3, 0.49), "shown to be worse")],
)
def test_what_is_shown(interval: tuple[float, float], said: str) -> None:
    assert better(*interval, 0.5) == said


def test_a_row_has_what_the_head_promises() -> None:
    def game(number: int, winner: str) -> Outcome:
        names = {"p1": "search", "p2": "greedy"} if number % 2 else {"p1": "greedy", "p2": "search"}
        won = [seat for seat, name in names.items() if name == winner]
        return Outcome(names, won, dict.fromkeys(names, 3), 9, {})

    often = [game(number, "search" if number % 5 else "greedy") for number in range(40)]
    seldom = [game(number, "search" if number % 2 else "greedy") for number in range(40)]
    told = [row(Meeting("Saltfen", FEN, 2, ("search", "greedy"), 40), games) for games in (often, seldom)]
    assert "| 80% |" in told[0] and "| shown |" in told[0]
    assert "| 50% |" in told[1] and "| not shown |" in told[1]
    columns = next(line for line in HEAD.splitlines() if line.startswith("| game"))
    assert {line.count("|") for line in told} == {columns.count("|")}
