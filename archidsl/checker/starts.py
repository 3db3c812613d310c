"""How things stand at first: no more stuff than there is, no number beyond its own ends."""

from __future__ import annotations

from archidsl.checker.vocabulary import Property, Vocabulary
from archidsl.diagnostics import Report
from archidsl.packs.pack import Item
from archidsl.packs.values import Scalar


def check_starts(item: Item, v: Vocabulary, report: Report) -> None:
    """All who have some of it at first have no more than there is, with as many players as can be.

    Of stuff without a total, there is what they have.
    """
    stuff, written = v.stuffs[item.name], item.body.get("starts")
    if written is None:
        return
    several = next((holder for holder, number in stuff.starts if number is None and how_many(holder, v) > 1), None)
    if several is not None:
        message = f"there can be several `{several}`, and not each of them can have all `{stuff.name}`"
        report.error("too-many", written.span, message, f"say how many each of them has, like `{{{several}: 5}}`")
        return
    at_first = sum(number * how_many(holder, v) for holder, number in stuff.starts if number is not None)
    there_are = min(stuff.totals, default=0)
    counted = item.body.get("total") is not None or item.body.get("members") is not None
    if counted and stuff.total is None and at_first > there_are:
        message = f"up to {at_first:,} `{stuff.name}` are there at first, and there are {there_are:,} of them"
        report.error("too-many", written.span, message, "have more of it, or let fewer be there at first")


def how_many(holder: str, v: Vocabulary) -> int:
    """How many holders have that name, with as many players as can be."""
    kind = v.kinds.get(holder)
    if holder in v.members or kind is None:
        return 1
    players = v.options["players"].high if "players" in v.options else 1
    if kind.sort == "player":
        return players
    each = kind.count if isinstance(kind.count, int) else 1
    return players * each if kind.per else max(each, len(kind.members))


def check_ends(start: Scalar, prop: Property, report: Report) -> None:
    if type(start.value) is not int or prop.type.base != "number":
        return
    if (prop.low is not None and start.value < prop.low) or (prop.high is not None and start.value > prop.high):
        message = f"`{prop.name}` starts with {start.value}, beyond its own ends"
        report.error("bad-default", start.span, message, "let it start between them, or move an end")
