"""Effect text in, syntax nodes out. Syntax errors leave in the author's words."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from archidsl.diagnostics import Report, Span
from archidsl.lang import nodes as n
from archidsl.lang.grammar import build
from archidsl.lang.syntax_errors import explain
from archidsl.packs.values import Scalar

LONGEST_TEXT = 8192
MOST_WORDS_PER_LINE = 160
DEEPEST_INDENT = 32

REALLY = object()  # `does choose`


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Lark's tree to nodes; one method per rule of the grammar."""

    def __init__(self, file: str, line: int, column: int) -> None:
        super().__init__()
        self.file, self.line, self.column = file, line, column

    def span(self, place: Any) -> Span:
        first, last = self.line - 1, self.column - 1
        return Span(self.file, place.line + first, place.column + last, place.end_line + first, place.end_column + last)

    def word(self, token: Token) -> n.Name:
        return n.Name(self.span(token), str(token))

    # -- entries
    def effect(self, meta: Any, c: list[Any]) -> tuple[n.Statement, ...]:
        return tuple(c)

    def condition(self, meta: Any, c: list[Any]) -> n.Expression:
        return c[0]  # type: ignore[no-any-return]

    cost = formula = selection = condition

    # -- one verb, one line
    def asking(self, c: list[Any]) -> n.Asking:
        who, how, secretly, name = c[:4]
        word = self.word(name)
        start = who.span if who is not None else word.span
        return n.Asking(start.to(word.span), who, isinstance(how, Token), how is REALLY, secretly is not None, word)

    def really(self, meta: Any, _: list[Any]) -> object:
        return REALLY

    def choose(self, meta: Any, c: list[Any]) -> n.Choose:
        return n.Choose(self.span(meta), self.asking(c), c[4], None)

    def choose_then(self, meta: Any, c: list[Any]) -> n.Choose:
        return n.Choose(self.span(meta), self.asking(c), c[4], c[5])

    def menu(self, meta: Any, c: list[Any]) -> n.Menu:
        return n.Menu(self.span(meta), self.asking(c), tuple(c[4:]))

    def option(self, meta: Any, c: list[Any]) -> n.Option:
        once, name, test, *body = c
        lines = body[0] if body and body[0] is not None else ()
        return n.Option(self.span(meta), once is not None, self.word(name), test, lines)

    def let(self, meta: Any, c: list[Any]) -> n.Let:
        return n.Let(self.span(meta), self.word(c[0]), c[1])

    def set_to(self, meta: Any, c: list[Any]) -> n.SetTo:
        return n.SetTo(self.span(meta), c[0], c[1])

    def raise_by(self, meta: Any, c: list[Any]) -> n.ChangeBy:
        return n.ChangeBy(self.span(meta), 1, c[0], c[1])

    def lower_by(self, meta: Any, c: list[Any]) -> n.ChangeBy:
        return n.ChangeBy(self.span(meta), -1, c[0], c[1])

    def move(self, meta: Any, c: list[Any]) -> n.Move:
        return n.Move(self.span(meta), c[0], c[1], c[2])

    def gain(self, meta: Any, c: list[Any]) -> n.Gain:
        return n.Gain(self.span(meta), c[0], c[1], c[2])

    def pay(self, meta: Any, c: list[Any]) -> n.Pay:
        return n.Pay(self.span(meta), c[0], c[1], c[2])

    def reveal(self, meta: Any, c: list[Any]) -> n.Reveal:
        return n.Reveal(self.span(meta), c[0], c[1])

    def shuffle(self, meta: Any, c: list[Any]) -> n.Shuffle:
        return n.Shuffle(self.span(meta), c[0])

    def require(self, meta: Any, c: list[Any]) -> n.Require:
        return n.Require(self.span(meta), c[0], None if c[1] is None else self.word(c[1]))

    def called(self, c: list[Any]) -> tuple[str, Span, tuple[n.Expression, ...]]:
        return str(c[0]), self.span(c[0]), tuple(x for x in c[1:] if x is not None)

    def announce(self, meta: Any, c: list[Any]) -> n.Announce:
        return n.Announce(self.span(meta), *self.called(c))

    def run(self, meta: Any, c: list[Any]) -> n.Run:
        return n.Run(self.span(meta), c[0], *self.called(c[1:]))

    def finish(self, meta: Any, c: list[Any]) -> n.Finish:
        return n.Finish(self.span(meta))

    # -- lines that own lines
    def suite(self, meta: Any, c: list[Any]) -> tuple[n.Statement, ...]:
        return tuple(c)

    def each(self, meta: Any, c: list[Any]) -> n.Each:
        things, start, together, while_, body = c
        return n.Each(self.span(meta), things, start, together is not None, while_, body)

    def repeat(self, meta: Any, c: list[Any]) -> n.Repeat:
        return n.Repeat(self.span(meta), c[0], c[1], c[2], c[3])

    def if_(self, meta: Any, c: list[Any]) -> n.If:
        return n.If(self.span(meta), c[0], c[1], c[2] or ())

    def match(self, meta: Any, c: list[Any]) -> n.Match:
        return n.Match(self.span(meta), c[0], tuple(c[1:]))

    def case(self, meta: Any, c: list[Any]) -> n.Case:
        return n.Case(self.span(meta), c[0], c[1])

    def attempt(self, meta: Any, c: list[Any]) -> n.Attempt:
        return n.Attempt(self.span(meta), c[0], c[1] or ())

    def exactly(self, meta: Any, c: list[Any]) -> n.Pattern:
        return n.Pattern(self.span(meta), int(c[0]), int(c[0]), ())

    def between(self, meta: Any, c: list[Any]) -> n.Pattern:
        return n.Pattern(self.span(meta), int(c[0]), int(c[1]), ())

    def at_least(self, meta: Any, c: list[Any]) -> n.Pattern:
        return n.Pattern(self.span(meta), int(c[0]), None, ())

    def named(self, meta: Any, c: list[Any]) -> n.Pattern:
        return n.Pattern(self.span(meta), None, None, tuple(self.word(t) for t in c))

    def otherwise(self, meta: Any, c: list[Any]) -> n.Pattern:
        return n.Pattern(self.span(meta), None, None, ())

    # -- domains, things, amounts
    def one_of(self, meta: Any, c: list[Any]) -> n.OneOf:
        return n.OneOf(self.span(meta), c[0])

    def exactly_of(self, meta: Any, c: list[Any]) -> n.SeveralOf:
        count = n.Number(self.span(c[0]), int(c[0]))
        return n.SeveralOf(self.span(meta), count, count, c[1])

    def several_of(self, meta: Any, c: list[Any]) -> n.SeveralOf:
        return n.SeveralOf(self.span(meta), c[0], c[1], c[2])

    def number_between(self, meta: Any, c: list[Any]) -> n.NumberBetween:
        return n.NumberBetween(self.span(meta), c[0], c[1])

    def order_of(self, meta: Any, c: list[Any]) -> n.OrderOf:
        return n.OrderOf(self.span(meta), c[0])

    def as_many(self, meta: Any, c: list[Any]) -> n.AsMany:
        return n.AsMany(self.span(meta))

    def things(self, meta: Any, c: list[Any]) -> n.Things:
        return n.Things(self.span(meta), c[0], c[1], c[2], c[3] if len(c) > 3 else None)

    phrase = things

    def words(self, meta: Any, c: list[Any]) -> tuple[n.Name, ...]:
        return tuple(self.word(t) for t in c)

    def amounts(self, meta: Any, c: list[Any]) -> n.Amounts:
        return tuple(c)

    def amount(self, meta: Any, c: list[Any]) -> n.Amount:
        number = c[0]
        if isinstance(number, Token):
            number = n.Number(self.span(number), int(number))
        return n.Amount(self.span(meta), number, c[1])

    def whole(self, meta: Any, c: list[Any]) -> n.Whole:
        return n.Whole(self.span(meta), c[0])

    # -- questions and values
    def or_(self, meta: Any, c: list[Any]) -> n.Logic:
        return n.Logic(self.span(meta), "or", c[0], c[1])

    def and_(self, meta: Any, c: list[Any]) -> n.Logic:
        return n.Logic(self.span(meta), "and", c[0], c[1])

    def not_(self, meta: Any, c: list[Any]) -> n.Not:
        return n.Not(self.span(meta), c[0])

    def compare(self, meta: Any, c: list[Any]) -> n.Compare:
        return n.Compare(self.span(meta), str(c[1]), c[0], c[2])

    def is_(self, meta: Any, c: list[Any]) -> n.Is:
        return n.Is(self.span(meta), c[0], c[1], False)

    def is_not(self, meta: Any, c: list[Any]) -> n.Is:
        return n.Is(self.span(meta), c[0], c[1], True)

    def is_in(self, meta: Any, c: list[Any]) -> n.IsIn:
        return n.IsIn(self.span(meta), c[0], c[1])

    def some(self, meta: Any, c: list[Any]) -> n.Some:
        return n.Some(self.span(meta), c[0])

    def can(self, meta: Any, c: list[Any]) -> n.Can:
        return n.Can(self.span(meta), *self.called(c))

    def add(self, meta: Any, c: list[Any]) -> n.Arithmetic:
        return n.Arithmetic(self.span(meta), "+", c[0], c[1])

    def subtract(self, meta: Any, c: list[Any]) -> n.Arithmetic:
        return n.Arithmetic(self.span(meta), "-", c[0], c[1])

    def multiply(self, meta: Any, c: list[Any]) -> n.Arithmetic:
        return n.Arithmetic(self.span(meta), "*", c[0], c[1])

    def number(self, meta: Any, c: list[Any]) -> n.Number:
        return n.Number(self.span(meta), int(c[0]))

    def negative(self, meta: Any, c: list[Any]) -> n.Negative:
        return n.Negative(self.span(meta), c[0])

    def count(self, meta: Any, c: list[Any]) -> n.Count:
        return n.Count(self.span(meta), c[0])

    def total(self, meta: Any, c: list[Any]) -> n.Aggregate:
        return n.Aggregate(self.span(meta), "total", c[0], c[1])

    def highest(self, meta: Any, c: list[Any]) -> n.Aggregate:
        return n.Aggregate(self.span(meta), "highest", c[0], c[1])

    def lowest(self, meta: Any, c: list[Any]) -> n.Aggregate:
        return n.Aggregate(self.span(meta), "lowest", c[0], c[1])

    def rank(self, meta: Any, c: list[Any]) -> n.Rank:
        return n.Rank(self.span(meta), c[0], c[1])

    def all_of(self, meta: Any, c: list[Any]) -> n.AllOf:
        return n.AllOf(self.span(meta), c[0])

    def name(self, meta: Any, c: list[Any]) -> n.Name:
        return self.word(c[0])

    def property(self, meta: Any, c: list[Any]) -> n.Property:
        return n.Property(self.span(meta), str(c[0]), self.span(c[0]), c[1])

    def call(self, meta: Any, c: list[Any]) -> n.Call:
        return n.Call(self.span(meta), *self.called(c))


@cache
def _parser() -> Lark:
    return build()


def parse(entry: str, scalar: Scalar, report: Report) -> Any:
    """The nodes of one text, or None after saying what is wrong with it."""
    text = str(scalar.value)
    if not scalar.exact and not isinstance(scalar.value, int):  # `+1` of a mod is a number, worked out
        report.error(
            "effect-style",
            scalar.span,
            "an effect text must stand on one line or in a plain `|` block",
            "folded blocks (`>`), quotes with escapes and texts over several lines hide where a mistake is",
        )
        return None
    if not _sane(text, scalar, report):
        return None
    try:
        tree = _parser().parse(text.rstrip() + "\n", start=entry)
    except (UnexpectedInput, DedentError) as error:
        explain(error, entry, text, scalar, report)
        return None
    return Builder(scalar.span.file, scalar.text_line, scalar.text_column).transform(tree)


def _sane(text: str, scalar: Scalar, report: Report) -> bool:
    """Limits that keep every later stage far from Python's own."""
    if not text.strip():
        report.error("empty-text", scalar.span, "there is nothing written here")
        return False
    for number, line in enumerate(text.split("\n")):
        indent = len(line) - len(line.lstrip(" "))
        words = len(line.replace("(", " ( ").replace("-", " - ").split())
        row, end = scalar.text_line + number, scalar.text_column + max(1, len(line))
        at = Span(scalar.span.file, row, scalar.text_column, row, end)
        if indent > DEEPEST_INDENT or words > MOST_WORDS_PER_LINE:
            report.error("too-long", at, "this line is too long or too deep", "name a part of it as a measure")
            return False
    if len(text) > LONGEST_TEXT:
        report.error("too-long", scalar.span, f"a text may have at most {LONGEST_TEXT} characters")
        return False
    return True
