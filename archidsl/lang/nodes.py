"""What was written: one frozen class per construct of the effect language, each with its place."""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


# -- Values and questions -------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """`prey`"""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """`3`"""

    value: int


@dataclass(frozen=True, slots=True)
class AsMany(Node):
    """`all`, as an upper bound"""


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`owner of prey`"""

    name: str
    name_span: Span
    of: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`price(left, gold, 5)`"""

    name: str
    name_span: Span
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Can(Node):
    """`can travel(mover)`"""

    name: str
    name_span: Span
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`2 * cubes`; the operator is `+`, `-` or `*`"""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Negative(Node):
    """`-3`"""

    value: Expression


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """`turn < 3`"""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Is(Node):
    """`owner of prey is you`, `mover is not ship`"""

    left: Expression
    right: Expression
    negated: bool


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    """`seat of c is in houses`"""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`a and b`, `a or b`"""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`not busy`"""

    value: Expression


@dataclass(frozen=True, slots=True)
class Things(Node):
    """`your free unit u in area of icon where works(u, icon)`"""

    words: tuple[Name, ...]
    of: Expression | None
    inside: Expression | None
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Some(Node):
    """`some lying unit`"""

    things: Things


@dataclass(frozen=True, slots=True)
class Count(Node):
    """`number of lying unit`"""

    things: Things


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """`all (player p where score of p is best)`"""

    things: Things


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`highest worth of player`; the operator is total, highest or lowest"""

    operator: str
    measure: Expression
    things: Things


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """`rank of p by (merit(o, it))`"""

    of: Expression
    measure: Expression


Expression = (
    Name
    | Number
    | AsMany
    | Property
    | Call
    | Can
    | Arithmetic
    | Negative
    | Compare
    | Is
    | IsIn
    | Logic
    | Not
    | Some
    | Count
    | AllOf
    | Aggregate
    | Rank
)


# -- Amounts and domains --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amount(Node):
    """`2 stone`, `(price) coin`"""

    number: Expression
    words: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Whole(Node):
    """`all coin`"""

    words: tuple[Name, ...]


Amounts = tuple[Amount | Whole | Expression, ...]


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    """`opposing unit in map`"""

    things: Things


@dataclass(frozen=True, slots=True)
class SeveralOf(Node):
    """`0 to all of your card`"""

    low: Expression
    high: Expression
    things: Things


@dataclass(frozen=True, slots=True)
class NumberBetween(Node):
    """`0 to 3`"""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True)
class OrderOf(Node):
    """`order of player`"""

    things: Things


Domain = OneOf | SeveralOf | NumberBetween | OrderOf


# -- Lines ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Asking(Node):
    """`victim secretly chooses loot:`"""

    who: Expression | None
    may: bool
    secretly: bool
    name: Name


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose prey: opposing unit in map`, perhaps with lines under it"""

    asking: Asking
    domain: Domain
    body: tuple[Statement, ...] | None


@dataclass(frozen=True, slots=True)
class Option(Node):
    """`once wheel if ready: do wheel_step()`"""

    once: bool
    name: Name
    test: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Menu(Node):
    """`choose step:` with options under it"""

    asking: Asking
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let victim = owner of prey`"""

    name: Name
    value: Expression


@dataclass(frozen=True, slots=True)
class SetTo(Node):
    """`set engaged of worker to yes`"""

    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class ChangeBy(Node):
    """`raise turn by 1`, `lower turn by 1`; sign is 1 or -1"""

    sign: int
    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move 1 unit from reserve of you to landing`"""

    amounts: Amounts
    source: Expression | None
    to: Expression


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`p gains 2 coin from bank`"""

    who: Expression | None
    amounts: Amounts
    source: Expression | None


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """`pay 1 iron, 2 stone to bank`"""

    who: Expression | None
    amounts: Amounts
    to: Expression | None


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    """`reveal goals of suspect to you`"""

    what: Expression
    to: Expression | None


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle deck`"""

    zone: Expression


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require some your free unit`"""

    test: Expression


@dataclass(frozen=True, slots=True)
class Announce(Node):
    """`announce bid(bidder, value)`"""

    name: str
    name_span: Span
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`p does relieve(need, 6)`"""

    who: Expression | None
    name: str
    name_span: Span
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Finish(Node):
    """`finish`"""


@dataclass(frozen=True, slots=True)
class Each(Node):
    """`each player p from you together while busy:` with lines under it"""

    things: Things
    start: Expression | None
    together: bool
    while_: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat 1 to 5 while busy:` with lines under it"""

    low: Expression
    high: Expression | None
    while_: Expression | None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if ending: finish`, `else:`"""

    test: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`0-2`, `5+`, `7`, `wood, stone`, `else`: numbers from low to high (None: no end), or names, or anything"""

    low: int | None
    high: int | None
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Case(Node):
    """`3-4: lower turn by 2`"""

    pattern: Pattern
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Match(Node):
    """`match number of unit:` with cases under it"""

    value: Expression
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Attempt(Node):
    """`attempt:` with lines under it, `else:`"""

    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


Statement = (
    Choose
    | Menu
    | Let
    | SetTo
    | ChangeBy
    | Move
    | Gain
    | Pay
    | Reveal
    | Shuffle
    | Require
    | Announce
    | Run
    | Finish
    | Each
    | Repeat
    | If
    | Match
    | Attempt
)

Text = tuple[Statement, ...] | Expression | Things | Amounts
