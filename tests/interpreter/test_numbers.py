"""Questions for a number offer no number below zero, whatever their bounds come to."""

from __future__ import annotations

import pytest

from archidsl.engine.choices import DECLINED
from archidsl.engine.words import read, write
from tests.interpreter import packs

PACK = """
procedures:
  - procedure: game
    effect: |
      each player p: p does turn()
      do more()
      do more()
  - procedure: turn
    effect: |
      {line}
      raise noted by 10 + n
  - procedure: more
    effect: do setup()
"""


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("choose n: (0 - 3) to 2", [0, 1, 2]),
        ("choose n: (gold of you - 3) to 2", [0, 1, 2]),
        ("may choose n: (gold of you - 1) to 1", [0, 1, DECLINED]),
    ],
)
def test_numbers_below_zero_are_not_offered(monkeypatch: pytest.MonkeyPatch, line: str, offered: list[int]) -> None:
    monkeypatch.setitem(packs.PACKS, "numbers", PACK.replace("{line}", line))
    position = packs.read("numbers").start({"players": 2}, seed="a")
    choice = position.choice
    assert choice is not None and choice.options == offered
    for answer in offered:
        assert read(position.program.layout, choice, write(position.program.layout, choice, answer)) == answer
