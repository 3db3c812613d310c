"""The page about what bots do with the cards: made from a few games here, and whole as it is shipped."""

from __future__ import annotations

import re

from archidsl.pipeline import load
from tests.rules.cards_report import PAGE, ROOT, USED, calmly, page, tally

ROW = re.compile(r"^\| (A\d\d) \| ([^|]+) \| (\d+) \|", re.MULTILINE)


def test_a_page_of_a_few_games() -> None:
    game = load([ROOT / "rules", ROOT / "cards"])
    text = page(game, 3, 1)
    assert "1 games of 4 players" in text and "3 games of random bots" in text and "Colossus" in text
    assert [number for number, _, _ in ROW.findall(text)] == [f"A{number:02}" for number in range(1, 49)]
    assert page(game, 3, 1) == text


def test_a_winner_is_found_among_those_who_used_a_card() -> None:
    game = load([ROOT / "rules", ROOT / "cards"])
    made = tally(game, (calmly(game, f"some {number}") for number in range(4)))
    assert made.nobody < 4
    assert any(0 < row["won"] <= row["games"] <= row["times"] for row in made.found(USED).values())


def test_the_shipped_page_has_all_cards_and_says_how_it_was_made() -> None:
    text = PAGE.read_text("utf-8")
    rows = ROW.findall(text)
    assert len(rows) == 48 and all(int(bought) > 0 for _, _, bought in rows)
    assert "--games 1000 --seed cards" in text and "nothing\nabout balance" in text
