"""The grammar file in, a Lark parser out."""

from __future__ import annotations

from functools import cache

from lark import Lark
from lark.indenter import Indenter

from archidsl.resources import folder

ENTRIES = ("effect", "condition", "cost", "formula", "selection")

KEYWORDS = frozenset(
    "choose chooses may surely secretly order let set to raise lower by move from gain gains pay pays reveal shuffle "
    "require announce do does finish each together repeat while once if else match attempt of in where number some all "
    "total highest lowest rank can is not and or".split()
)
VERBS_OF_OTHERS = {"chooses": "choose", "gains": "gain", "pays": "pay", "does": "do"}  # behind anybody but `you`
BUILT_IN = frozenset(
    "you it nobody nothing yes no player chance moment your opposing top held min max covers has payer payee".split()
)


class Lines(Indenter):
    """Indented lines belong to the line above that ends in a colon."""

    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the name and the type are Lark's
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


def grammar_text() -> str:
    return (folder("grammars") / "effect.lark").read_text(encoding="utf-8")


def build(strict: bool = False) -> Lark:
    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="basic",
        start=list(ENTRIES),
        postlex=Lines(),
        propagate_positions=True,
        strict=strict,
    )


@cache
def keyword_terminals() -> dict[str, str]:
    """The terminal's name in Lark and the word an author writes."""
    parser = build()
    words = {}
    for terminal in parser.terminals:
        if terminal.pattern.type == "str":
            words[terminal.name] = terminal.pattern.value
    return words
