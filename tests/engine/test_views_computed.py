"""Computed properties in views: those that are for all, with the value that the rules would read."""

from __future__ import annotations

from pathlib import Path

from archidsl.engine.views import view
from archidsl.pipeline import load
from archidsl.players.screen import shown
from archidsl.players.showing import known
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

PACK = """\
pack: demo
options: [{option: players, range: 2-3, default: 2}]
holders: [{holder: player}, {holder: chest}]
stuffs: [{stuff: pearl, total: 7, starts: chest}]
properties:
  - {property: left, name: pearls left, is: pearl of chest, seen_by: all}
  - {property: wealth, of: player, is: 10 * pearl of it, seen_by: all}
  - {property: unseen, is: 2 * pearl of chest}
  - {property: tries, type: number}
procedures:
  - procedure: game
    effect: |
      each player p:
        p chooses taken: 0 to 2
        move (taken) pearl from chest to p
      if unseen + left + highest wealth of player > 0: raise tries by 1
"""


def test_computed_properties_in_views(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(PACK)
    game = load([tmp_path])
    position = game.start({"players": 2}, "s")
    position.answer(2)
    for player in (-1, 0, 1):
        seen = view(position, player)["properties"]
        assert seen["left"] == 5 and seen["wealth of player"] == {"p1": 20, "p2": 0}
        assert "unseen" not in seen
    layout = position.program.layout
    text = shown(view(position, 0), known(layout), Naming(layout, Lexicon(game.texts)))
    assert "pearls left: 5" in text and "wealth" in text and "20" in text
