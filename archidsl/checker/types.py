"""What a value can be: a number, yes or no, a thing, stuff, a label, a moment, an amount - one, many or in order."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Type:
    """`names` are the kinds of a thing, the members of stuff or the words of a label."""

    base: str
    names: frozenset[str] = frozenset()
    shape: str = ""  # "" one, "many" a set, "order" all of them in some order
    optional: bool = False  # may be `nothing`

    @property
    def one(self) -> Type:
        return replace(self, shape="")

    @property
    def many(self) -> Type:
        return replace(self, shape="many", optional=False)

    @property
    def maybe(self) -> Type:
        return replace(self, optional=True) if self.base in ("thing", "spot", "stuff", "label") else self

    @property
    def sure(self) -> Type:
        return replace(self, optional=False)

    def __str__(self) -> str:
        """As it is said to authors: `a player`, "`red` or `blue`", `many card`."""
        said = self._names()
        if self.shape:
            return f"many {said}" if self.shape == "many" else f"an order of {said}"
        if self.base == "thing":
            return f"{'an' if said[0] in 'aeiou' else 'a'} {said}"
        return said

    def _names(self) -> str:
        words = {"number": "a number", "yes_no": "yes or no", "bundle": "an amount", "moment": "a moment"}
        if self.base in words or not self.names:
            return words.get(self.base, self.base)
        names = sorted(self.names)
        if len(names) > 3:
            return f"{self.base} of {len(names)} sorts"
        return " or ".join(names if self.base in ("thing", "spot") else [f"`{name}`" for name in names])


NUMBER = Type("number")
YES_NO = Type("yes_no")
BUNDLE = Type("bundle")
MOMENT = Type("moment")
NOTHING = Type("nothing", optional=True)
UNKNOWN = Type("unknown")  # after an error: fits everywhere, so that one mistake is said once


def thing(*names: str) -> Type:
    return Type("thing", frozenset(names))


def fits(given: Type, wanted: Type) -> bool:
    """May a value of the first type stand where the second is wanted?"""
    if UNKNOWN in (given, wanted):
        return True
    if given.base == "nothing":
        return wanted.base in ("thing", "spot", "stuff", "label") and wanted.shape == ""
    if given.shape != wanted.shape or given.base != wanted.base:
        return False
    return not wanted.names or given.names <= wanted.names


def comparable(left: Type, right: Type) -> bool:
    """Could two values of these types ever be the same?"""
    if UNKNOWN in (left, right):
        return True
    if "nothing" in (left.base, right.base):
        return True
    if left.shape != right.shape or left.base != right.base:
        return False
    return not left.names or not right.names or bool(left.names & right.names)


def join(left: Type, right: Type) -> Type | None:
    """The type that holds both, or None."""
    if left.base in ("nothing", "unknown"):
        return right.maybe if left.base == "nothing" else right
    if right.base in ("nothing", "unknown"):
        return left.maybe
    if left.base != right.base or left.shape != right.shape:
        return None
    return Type(left.base, left.names | right.names, left.shape, left.optional or right.optional)
