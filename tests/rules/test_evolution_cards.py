"""R-1.6.1, R-9: what the 48 cards are; what they do is played by the scenarios under `cards/tests/`."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
FILES = ("characters_01_12", "characters_13_24", "progress_25_36", "progress_37_48")
CARDS = [card for name in FILES for card in yaml.safe_load((ROOT / "cards" / f"{name}.yaml").read_text())]


def test_r_1_6_1_forty_eight_cards_and_no_back_twice() -> None:
    assert [c["type"] for c in CARDS] == ["character"] * 24 + ["progress"] * 24
    backs = [str(c["halves"]) for c in CARDS]
    assert all(len(c["halves"]) == 2 for c in CARDS) and len(set(backs)) == 48
    halves = [h for c in CARDS for h in c["halves"]]
    events = [h for h in halves if h["shows"].startswith("per_")]
    assert len(events) == 12 and sum(h.get("red", False) for h in halves) == 28
    assert all(len({h.get("need") for h in c["halves"]}) == 2 for c in CARDS)  # never the same resource twice


def test_every_card_lies_before_a_player_in_some_scenario() -> None:
    text = "".join(file.read_text("utf-8") for file in sorted((ROOT / "cards" / "tests").glob("*.yaml")))
    laid = {*re.findall(r"move (\w+) to cards of", text), *re.findall(r"\{card: (\w+)", text)}
    assert not {c["card"] for c in CARDS} - laid
