"""Texts of the effect language: all constructs, and everything that the shipped packs say."""

from __future__ import annotations

from pathlib import Path

from archidsl.commands.effect_texts import forms_in, texts_in
from archidsl.diagnostics import Report
from archidsl.packs.from_files import read_pack

ROOT = Path(__file__).resolve().parents[2]

OWN = [
    ("effect", "choose prey: opposing unit in map"),
    ("effect", "victim does secretly choose loot: 0 to all of your card c where worth of c > 3\nfinish"),
    ("effect", "you choose a: 2 of unit\nyou gain 1 coin\np gains all coin, 2 stone, (x + 1) iron, due from bank"),
    ("effect", "choose a: order of player\nchoose n: (a + 1) to all\nchoose m: low to 3"),
    ("effect", "choose prey: unit:\n  move prey to pile\nchoose prey: unit: finish"),
    ("effect", "choose step:\n  once wheel if ready: do wheel_step()\n  once rest:\n    finish\n  nothing_more"),
    ("effect", "let x = -3 + -(-2) * (a + b) - (c - d)\nset engaged of owner of w to (a is b)"),
    ("effect", "raise turn by 1\nlower score of (all (unit u where busy of u)) by total worth of unit"),
    ("effect", "move 1 unit, all coin from reserve of you to landing\npay 1 iron, 2 stone to bank\nyou pay 1 iron"),
    ("effect", "reveal goals of p to you\nshuffle deck\nrequire some (unit u of p in area of u where not busy of u)"),
    ("effect", "announce bid(bidder, value)\np does relieve(need, 6)\ndo rest()\nfinish"),
    ("effect", "each player p in seats where a of p > 3 from you together while x:\n  p secretly chooses n: 0 to 3"),
    ("effect", "repeat 5: finish\nrepeat 1 to max(a, 2) while busy or not (a and b):\n  finish"),
    ("effect", "if ending: finish\nelse:\n  if a:\n    finish\n  else: finish"),
    ("effect", "match x:\n  0: finish\n  1-2: finish\n  3+:\n    finish\n    finish\n  a, b: finish\n  else: finish"),
    ("effect", "attempt:\n  pay 2 coin\n  require a\nelse:\n  finish"),
    ("condition", "a is b and not c is not d or e is in f and can travel(x) and some unit of p in q"),
    ("condition", "(a or b) and not (c and d) and not not e and (a is b) is c"),
    ("condition", "rank of p by (merit(o, it)) <= highest worth of player and lowest (a * 2) of (unit where x) >= 3"),
    ("formula", "2 * (a + b) * c - (d - e) - -f"),
    ("formula", "number of unit in area of u of x + total (a + 1) of unit"),
    ("formula", "all (player p where score of p is best)"),
    ("cost", "2 stone, (price) coin, all iron, cost of it, price(a, 3)"),
    ("selection", "your free unit u of owner of x in area of icon where works(u, icon)"),
]  # fmt: skip


def shipped() -> list[tuple[str, str]]:
    found = []
    for pack in sorted(
        path.parent for folder in ("examples", "rules", "cards") for path in (ROOT / folder).rglob("pack.yaml")
    ):
        documents = read_pack(pack, Report())
        forms = forms_in(document.root for document in documents)
        for document in documents:
            found += [(form, str(text.value)) for _, form, text in texts_in(document.root, forms)]
    return found


ALL = [*OWN, *shipped()]
