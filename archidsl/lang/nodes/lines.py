"""What was written: the lines of an effect."""

from __future__ import annotations

from dataclasses import dataclass

from archidsl.diagnostics import Span
from archidsl.lang.nodes.values import Amounts, Domain, Expression, Name, Node, Things


@dataclass(frozen=True, slots=True)
class Asking(Node):
    """`victim secretly chooses loot:`; `really`, as in `victim does choose loot:`: even with nothing to decide"""

    who: Expression | None
    may: bool
    really: bool
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
    """`once rest if ready: do take_rest()`"""

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
    """`set asleep of marker to yes`"""

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
    """`move 1 marker from hand of you to row`"""

    amounts: Amounts
    source: Expression | None
    to: Expression


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`p gains 2 pearl from pile`"""

    who: Expression | None
    amounts: Amounts
    source: Expression | None


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """`pay 1 pearl, 2 shell to box`"""

    who: Expression | None
    amounts: Amounts
    to: Expression | None


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    """`reveal hand of suspect to you`"""

    what: Expression
    to: Expression | None


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle deck`"""

    zone: Expression


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require some your free unit`, perhaps with `else nobody_free`: the refusal that people read"""

    test: Expression
    refusal: Name | None = None


@dataclass(frozen=True, slots=True)
class Announce(Node):
    """`announce bid(bidder, value)`"""

    name: str
    name_span: Span
    args: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`p does refill(row, 6)`"""

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
    """`0-2`, `5+`, `7`, `pearl, shell`, `else`: numbers from low to high (None: no end), or names, or anything"""

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
