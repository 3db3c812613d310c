"""Compiled parts and a layout in, a runnable program out: the names of the engine are put beside the code."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from archidsl.engine import asking
from archidsl.engine.choices import SiteInfo
from archidsl.engine.grid import PROVIDES, Grid
from archidsl.engine.layout import Layout
from archidsl.engine.machine import FrameFacts, Joint, Program
from archidsl.engine.verbs import Substitute, Undo, Verbs, added, finish, in_bundle, too_many, undo, without

LARGEST = 10**12
VERBS = (
    "move move_many move_some top inside around container shuffle reveal store clear transfer transfer_bundle held "
    "covers has pay spend"
).split()


# Blocks; slots with things; secret questions (site, slot of the answer, block that asks); see `engine.pending`.
FrameText = tuple[tuple[str, ...], tuple[int, ...], tuple[tuple[int, int, str], ...], tuple[tuple[int, ...], ...]]


@dataclass(slots=True)
class Parts:
    """What the compiler makes: code, the constants it reads, and which function serves what. Plain data."""

    codes: dict[str, CodeType] = field(default_factory=dict)  # by the file the rules stand in
    constants: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)  # name -> what, functions by thing
    main: str = ""
    again: dict[str, str] = field(default_factory=dict)  # the block after an answer -> the one that asks
    offers: dict[int, tuple[tuple[str, str, str], ...]] = field(default_factory=dict)
    paid_to: dict[int, str] = field(default_factory=dict)
    substitutes: tuple[tuple[int, int, int, int, str], ...] = ()
    totals: tuple[int, ...] = ()
    sites: tuple[SiteInfo, ...] = ()
    shown: dict[str, str] = field(default_factory=dict)  # computed property, as views call it -> function
    panels: dict[str, str] = field(default_factory=dict)  # formula of a panel -> function
    frames: tuple[FrameText, ...] = ()
    outlook: str = ""  # function that says how good it looks for a player
    due: str = ""  # function that says whether anything is true that is watched for


def link(parts: Parts, layout: Layout) -> Program:
    verbs = Verbs(layout)
    kept = tuple((c.first, c.first + c.count) for c in layout.columns.values() if c.keeps)
    names = {**engine_names(layout, verbs, parts.totals, kept), **parts.constants, "__builtins__": {}}
    for code in parts.codes.values():
        exec(code, names)
    for name, (what, functions) in parts.tables.items():
        names[name] = tuple(names[f] if f else MISSING[what.partition("|")[0]] for f in functions)
    for stuff, function in parts.paid_to.items():
        verbs.paid_to[stuff] = names[function]
    for paid, stuff, goes, comes, function in parts.substitutes:
        verbs.substitutes[paid] = Substitute(stuff, goes, comes, names[function] if function else None)
    main = names[parts.main]
    return Program(
        layout, verbs, lambda: main(-1), parts.sites, {names[a]: names[b] for a, b in parts.again.items()},
        {m: tuple((n, names[f], _can(names[c])) for n, f, c in found) for m, found in parts.offers.items()}, kept,
        {key: names[function] for key, function in parts.shown.items()},
        {key: names[function] for key, function in parts.panels.items()}, _frames(parts, names),
        _outlook(names[parts.outlook]) if parts.outlook else None, names[parts.due] if parts.due else None,
    )  # fmt: skip


def _frames(parts: Parts, names: dict[str, Any]) -> dict[Any, FrameFacts]:
    """For each block what the frames hold in which it runs."""
    found: dict[Any, FrameFacts] = {}
    for blocks, things, secrets, joint in parts.frames:
        asked = tuple((site, slot, names[block]) for site, slot, block in secrets)
        facts = FrameFacts(things, asked, tuple(Joint(*slots) for slots in joint))
        found.update({names[block]: facts for block in blocks if block in names})
    return found


MISSING = {
    "value": lambda s, y: 0, "can": lambda s, y, *due: 0, "run": lambda s, y: None, "frame": lambda s, y: None,
}  # fmt: skip


def _outlook(function: Any) -> Any:
    return lambda s, player: function(s, player, player)


def _can(function: Any) -> Any:
    return lambda s, player: bool(function(s, player))


def engine_names(
    layout: Layout, verbs: Verbs, totals: tuple[int, ...], kept: tuple[tuple[int, int], ...]
) -> dict[str, Any]:
    """Everything of the engine that compiled code may call."""
    names: dict[str, Any] = {
        "len": len, "min": min, "max": max, "sum": sum, "tuple": tuple, "list": list, "range": range, "zip": zip,
        "Undo": Undo, "undo": undo, "finish": finish, "too_many": too_many, "without": without,
        "added": added, "in_bundle": in_bundle, "pick": pick, "rank": rank, "ranks": ranks,
        "entry": entry, "bounded": bounded,
        "rotated": asking.rotated, "some_of": asking.some_of,
        "only_set": asking.only_set, "only_amount": asking.only_amount, "singly": asking.singly,
        "one_each": asking.one_each, "heaps": dict.values,
        "alike": lambda s, things: asking.alike(s, layout, things),
        "one_of_alike": lambda s, things: [g[0] for g in asking.alike(s, layout, things)],
        "amounts_of": lambda s, low, high, members, holder: asking.amounts_of(
            s, verbs, low, high, members, holder, totals
        ),
        "payment": asking.pay_block(verbs), "BEGUN": asking.BEGUN,
        "restore": lambda s, saved: restore(s, saved, kept),
        "lying_in": lambda s, place: s[verbs.contents[place]] if place >= 0 and verbs.contents[place] >= 0 else (),
    }  # fmt: skip
    for verb in VERBS:
        names[verb] = getattr(verbs, verb)
    if isinstance(layout.grid, Grid):
        for word in (*PROVIDES, "spots", "fit", "areas_of", "lay"):
            names[f"grid_{word}"] = getattr(layout.grid, word)
    return names


def pick(row: Any, key: int) -> Any:
    """One step into a table: the last two entries serve what is beyond it and what is below."""
    last = len(row) - 2
    return row[key if 0 <= key < last else last if key >= last else last + 1]


def rank(values: list[int], own: int) -> int:
    return 1 + len({x for x in values if x > own})


def ranks(values: list[int]) -> list[int]:
    """The rank of each."""
    ladder = sorted(set(values), reverse=True)
    return [1 + ladder.index(value) for value in values]


def entry(row: tuple[int, ...], index: int, beyond: int) -> int:
    return row[index] if 0 <= index < len(row) else beyond


def bounded(number: int) -> int:
    return max(-LARGEST, min(LARGEST, number))


def restore(s: list[Any], saved: tuple[Any, ...], kept: tuple[tuple[int, int], ...]) -> None:
    values = [s[a:b] for a, b in kept]
    s[:] = saved
    for (a, b), old in zip(kept, values, strict=True):
        s[a:b] = old
