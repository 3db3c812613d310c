"""What was written: values, questions, things, amounts and what a player may choose from."""

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
    """`can refill(row)`"""

    name: str
    name_span: Span
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic(Node):
    """`2 * pearls`; the operator is `+`, `-` or `*`"""

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
    """`owner of prey is you`, `mover is not marker`"""

    left: Expression
    right: Expression
    negated: bool


@dataclass(frozen=True, slots=True)
class IsIn(Node):
    """`spot of c is in taken`"""

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
    """`your free marker m in area of prey where suits(m, prey)`"""

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
    """`rank of p by (weight(o, it))`"""

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
    """`2 shell`, `(price) pearl`"""

    number: Expression
    words: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Whole(Node):
    """`all pearl`"""

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
