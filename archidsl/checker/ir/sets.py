"""What was meant by descriptions of things: where they come from, which of them pass, and what is asked of them."""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.checker.ir.values import Expr
from archidsl.checker.types import Type
from archidsl.diagnostics import Span


@dataclass(frozen=True, slots=True)
class FromKind:
    """Every thing of these kinds, in the order of declaration."""

    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class FromPlayers:
    """Every player, in order of play."""


@dataclass(frozen=True, slots=True)
class FromMany:
    """The things of a set that is already there, in its order."""

    many: Expr


@dataclass(frozen=True, slots=True)
class FromPlace:
    """What lies directly in a place, in the order in which it came; with `areas`, in the areas of that region."""

    place: Expr
    kinds: frozenset[str]
    areas: bool


@dataclass(frozen=True, slots=True)
class FromOwner:
    """The things of a kind that were made for one player."""

    kind: str
    player: Expr


@dataclass(frozen=True, slots=True)
class FromLaid:
    """The regions or areas (of these kinds) of laid tiles, in the order of laying; of one region, if given."""

    grid: str
    kinds: frozenset[str]
    region: Expr | None


@dataclass(frozen=True, slots=True)
class FromStuff:
    """Stuffs, in the order of declaration."""

    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FromSpots:
    """Where a tile, or each of many tiles, could be laid: tile by tile, cell by cell, face by face, turn by turn."""

    grid: str
    tiles: Expr


Source = FromKind | FromPlayers | FromMany | FromPlace | FromOwner | FromLaid | FromStuff | FromSpots


@dataclass(frozen=True, slots=True)
class Selection:
    """The values of a source that pass all tests; each is called `local` while it is tested."""

    span: Span
    local: str
    item: Type
    source: Source
    tests: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Count(Expr):
    selection: Selection


@dataclass(frozen=True, slots=True)
class Some(Expr):
    selection: Selection


@dataclass(frozen=True, slots=True)
class All(Expr):
    selection: Selection


@dataclass(frozen=True, slots=True)
class First(Expr):
    """The first of the selection, or nothing."""

    selection: Selection


@dataclass(frozen=True, slots=True)
class Aggregate(Expr):
    """total, highest or lowest of a value over a selection; 0 if it is empty."""

    operator: str
    selection: Selection
    value: Expr


@dataclass(frozen=True, slots=True)
class Rank(Expr):
    """Dense rank of a player: 1 + how many different higher values there are; `local` is each player in turn. 0 of
    nobody."""

    of: Expr
    local: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Cases(Expr):
    """The value of the first case that holds (None always does), or nothing / 0 / no."""

    cases: tuple[tuple[Expr | None, Expr], ...]
