"""The only things that leave the engine while a game runs: a question, and which answers it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate, permutations
from math import comb, factorial
from typing import Any

CHANCE = -2
DECLINED = -1
MOST_LISTED = 10_000
ONE_DRAW = 2**62

Answer = int | tuple[int, ...] | tuple[tuple[int, int], ...]
Draw = Callable[[int], int]  # a number below another


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """A question as it stands in the rules: its key, its kind, its place."""

    number: int
    key: str
    kind: str  # one, several, number, order, bundle, menu, payment
    secret: bool
    together: bool
    file: str
    line: int
    column: int
    procedure: str
    base: str  # what the answer is made of: thing, stuff, label, number, spot


class Choice:
    """Who is asked what. `raw` is (site, player, payload, may decline); the payload depends on the kind."""

    __slots__ = ("declinable", "payload", "player", "site")

    def __init__(self, site: SiteInfo, player: int, payload: Any, declinable: bool) -> None:
        self.site, self.player, self.payload, self.declinable = site, player, payload, declinable

    @property
    def key(self) -> str:
        return self.site.key

    @property
    def kind(self) -> str:
        return self.site.kind

    # -- one of a list: things, stuffs, labels, numbers

    @property
    def listed(self) -> bool:
        return self.kind in ("one", "menu", "number", "payment")

    @property
    def options(self) -> list[int]:
        """The answers, where each is a single number; declining is -1."""
        values = list(self.payload)
        return [*values, DECLINED] if self.declinable else values

    # -- sets, orders and amounts are never listed; they are counted, tested and drawn

    def size(self) -> int:
        """How many different answers there are."""
        extra = int(self.declinable)
        if self.listed:
            return len(self.payload) + extra
        if self.kind == "order":
            return (factorial(len(self.payload)) if self.payload else 0) + extra
        return sum(self._ways()) + extra

    def _maxima(self) -> tuple[int, int, list[int]]:
        low, high, groups = self.payload
        return low, high, [len(g) if self.kind == "several" else g[1] for g in groups]

    def _ways(self) -> list[int]:
        """For each size from low to high, how many ways there are to take that many."""
        low, high, most = self._maxima()
        return _table(high, most)[low : high + 1]

    def allows(self, answer: object) -> bool:
        """Is this one of the answers? Wrong types are simply not."""
        if answer == DECLINED and type(answer) is int:
            return self.declinable or (self.listed and DECLINED in self.options)
        if self.listed:
            return type(answer) is int and answer in self.payload
        if not isinstance(answer, tuple):
            return False
        if self.kind == "order":
            return bool(answer) and all(type(x) is int for x in answer) and sorted(answer) == sorted(self.payload)
        return self._allows_many(answer)

    def _allows_many(self, answer: tuple[object, ...]) -> bool:
        low, high, groups = self.payload
        if self.kind == "several":
            if not all(type(x) is int for x in answer) or len(set(answer)) != len(answer):
                return False
            members = [x for g in groups for x in g]
            return low <= len(answer) <= high and all(x in members for x in answer)
        limits = dict(groups)
        pairs = [p for p in answer if isinstance(p, tuple) and len(p) == 2 and type(p[0]) is int and type(p[1]) is int]
        if len(pairs) != len(answer) or len({p[0] for p in pairs}) != len(pairs):
            return False
        return low <= sum(p[1] for p in pairs) <= high and all(0 < p[1] <= limits.get(p[0], 0) for p in pairs)

    def settled(self, answer: Answer) -> Answer:
        """The same answer in its one written form: sets in the order of the question, alike things first come."""
        if self.kind == "several" and isinstance(answer, tuple):
            groups = self.payload[2]
            return tuple(x for g in groups for x in g[: sum(1 for y in g if y in answer)])
        if self.kind == "bundle" and isinstance(answer, tuple):
            pairs: Any = answer
            return tuple(sorted(pairs))
        return answer

    def draw(self, below: Draw) -> Answer:
        """An answer by chance, each as likely as the other."""
        if self.listed:
            options = self.options
            return options[below(len(options))]
        number = drawn(below, self.size())
        if self.declinable:
            if number == 0:
                return DECLINED
            number -= 1
        if self.kind == "order":
            return _permutation(self.payload, number)
        return self._nth(number)

    def nth(self, number: int) -> Answer:
        """The answers counted from 0; declining comes last."""
        count = self.size()
        if not 0 <= number < count:
            raise IndexError(number)
        if self.declinable and number == count - 1:
            return DECLINED
        if self.listed:
            return int(self.payload[number])
        return _permutation(self.payload, number) if self.kind == "order" else self._nth(number)

    def _nth(self, number: int) -> Answer:
        low, high, most = self._maxima()
        for size, ways in zip(range(low, high + 1), self._ways(), strict=True):
            if number < ways:
                return self._taken(_split(number, size, most))
            number -= ways
        raise IndexError(number)

    def _taken(self, counts: list[int]) -> Answer:
        groups = self.payload[2]
        if self.kind == "several":
            return tuple(x for g, k in zip(groups, counts, strict=True) for x in g[:k])
        return tuple((g[0], k) for g, k in zip(groups, counts, strict=True) if k)

    def all_answers(self) -> Iterator[Answer]:
        """Every answer, for exhaustive play; only for questions with few."""
        if self.size() > MOST_LISTED:
            raise OverflowError(f"`{self.key}` has {self.size()} answers")
        if self.declinable:
            yield DECLINED
        if self.listed:
            yield from self.payload
        elif self.kind == "order":
            yield from permutations(self.payload) if self.payload else ()
        else:
            for number in range(sum(self._ways())):
                yield self._nth(number)


def drawn(below: Draw, number: int) -> int:
    """A number below another, however large: what one draw cannot give is put together of several."""
    if number <= ONE_DRAW:
        return below(number)
    bits = (number - 1).bit_length()
    while True:
        found = 0
        for _ in range(0, bits, 32):
            found = (found << 32) | below(2**32)
        found &= (1 << bits) - 1
        if found < number:
            return found


def _permutation(items: tuple[int, ...], number: int) -> tuple[int, ...]:
    left, out = list(items), []
    for size in range(len(items), 0, -1):
        index, number = divmod(number, factorial(size - 1))
        out.append(left.pop(index))
    return tuple(out)


def _split(number: int, size: int, most: list[int]) -> list[int]:
    """The number-th way to take `size` out of heaps of these sizes."""
    counts = []
    for i, m in enumerate(most):
        rest = _table(size, most[i + 1 :])
        for k in range(min(m, size), -1, -1):
            ways = rest[size - k]
            if number < ways:
                break
            number -= ways
        counts.append(k)
        size -= k
    return counts


def _table(size: int, most: list[int]) -> list[int]:
    """For each number up to a size, how many ways there are to take that many out of heaps of these sizes."""
    if all(m == 1 for m in most):
        return [comb(len(most), n) for n in range(size + 1)]
    ways = [1] + [0] * size
    for m in most:
        sums = [0, *accumulate(ways)]
        ways = [sums[n + 1] - sums[max(0, n - m)] for n in range(size + 1)]
    return ways
