"""What can be settled before a game: given words in, every option with a value out, or a refusal in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Settled = dict[str, str | int]
Clash = tuple[tuple[tuple[str, str | int], ...], str]


class OptionError(Exception):
    """An option that the game does not have, or a value that it does not take."""


@dataclass(frozen=True, slots=True)
class OptionFacts:
    """One option: its words, or its numbers from low to high."""

    name: str
    values: tuple[str, ...]
    low: int
    high: int
    default: str | int
    clashes: tuple[Clash, ...] = ()  # of this option with others: what together is refused, and why
    flag: bool = False  # a point of the rules that people need not be asked about


def settle(known: Mapping[str, OptionFacts], given: Mapping[str, str | int]) -> Settled:
    """All options with their values: the given ones checked, the others as the pack says."""
    settled: Settled = {name: option.default for name, option in known.items()}
    for name, value in given.items():
        if name not in known:
            raise OptionError(f"there is no option `{name}`; this game has: {', '.join(known) or 'none'}")
        option = known[name]
        if option.values:
            if str(value) not in option.values:
                raise OptionError(f"`{name}` is one of {', '.join(option.values)}, not `{value}`")
            settled[name] = str(value)
        else:
            number = int(value) if re.fullmatch(r"-?[0-9]{1,9}", str(value)) else None
            if number is None or not option.low <= number <= option.high:
                raise OptionError(f"`{name}` is a number from {option.low} to {option.high}, not `{value}`")
            settled[name] = number
    _refuse_clashes(known, settled)
    return settled


def _refuse_clashes(known: Mapping[str, OptionFacts], settled: Settled) -> None:
    for option in known.values():
        for together, why in option.clashes:
            if all(settled[name] == value for name, value in together):
                said = " and ".join(f"{name}={value}" for name, value in together)
                raise OptionError(f"{said}: this game is refused. {why}")
