"""What Lark stumbled over in, a diagnostic in the author's words out."""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.lang.grammar import KEYWORDS, keyword_terminals
from archidsl.packs.values import Scalar

VERBS = (
    "choose let set raise lower move gain pay reveal shuffle require announce do finish each repeat if match attempt"
).split()
SIGNS = {
    "COLON": "`:`", "COMMA": "`,`", "LPAR": "`(`", "RPAR": "`)`", "EQUAL": "`=`", "NAME": "a word", "INT": "a number",
    "_NL": "the end of the line", "_INDENT": "indented lines", "_DEDENT": "the end of the block",
    "COMPARE": "a comparison", "MINUS": "`-`", "PLUS": "`+`", "STAR": "`*`", "$END": "the end",
}  # fmt: skip
ENTRY_WORDS = {
    "effect": "an effect",
    "condition": "a yes/no question",
    "cost": "a cost",
    "formula": "a value",
    "selection": "a description of things",
}


def explain(
    error: UnexpectedInput | DedentError, entry: str, text: str, scalar: Scalar, report: Report
) -> None:
    if isinstance(error, UnexpectedCharacters):
        span = _span(scalar, error.line, error.column, 1)
        character = text.split("\n")[error.line - 1][error.column - 1 : error.column] or " "
        help = "words are written in small letters, digits and `_`" if character.isalpha() else ""
        if character == "\t":
            help = "indent with spaces"
        report.error("bad-sign", span, f"`{character}` has no meaning here", help)
    elif isinstance(error, UnexpectedToken):
        _unexpected_token(error, entry, text, scalar, report)
    else:
        report.error(
            "bad-indent", scalar.span, "these lines are not indented alike", "lines of one block begin in one column"
        )


def _unexpected_token(error: UnexpectedToken, entry: str, text: str, scalar: Scalar, report: Report) -> None:
    token = error.token
    accepts = _accepts(error)
    line, column = int(token.line or 1), int(token.column or 1)
    lines = text.split("\n")
    if token.type in ("_NL", "_DEDENT", "$END"):
        line = min(max(line, 1), len(lines))
        source = lines[line - 1].split("#")[0].rstrip() if token.type == "_NL" else lines[-1].rstrip()
        span = _span(scalar, line if token.type == "_NL" else len(lines), len(source) + 1, 1)
        wanted = _wanted(accepts)
        report.error("unfinished-line", span, "the line ends too early", f"expected {wanted}" if wanted else "")
        return
    word = str(token)
    span = _span(scalar, line, column, len(word) if "\n" not in word else 1)
    if token.type == "_INDENT":
        report.error("bad-indent", _span(scalar, line + 1, 1, 1), "this line is indented, but the line above does not end in `:`")
        return
    before = lines[line - 1][: column - 1].split() if line <= len(lines) else []
    verb = _unknown_verb(word, before, accepts, entry)
    if verb is not None:
        place = _span(scalar, line, lines[line - 1].index(verb) + 1, len(verb))
        report.error("unknown-verb", place, f"`{verb}` is not a verb", did_you_mean(verb, VERBS))
        return
    wanted = _wanted(accepts)
    what = f"`{word}` is a word of the language and cannot stand here" if word in KEYWORDS else f"`{word}` does not fit here"
    help = f"expected {wanted}" if wanted else f"this should be {ENTRY_WORDS[entry]}"
    if not before and entry == "effect":
        help = did_you_mean(word, VERBS) or help
    report.error("syntax", span, what, help)


def _unknown_verb(word: str, before: list[str], accepts: set[str], entry: str) -> str | None:
    """A line that begins with two words of which the first is no verb: `destory prey`."""
    if entry != "effect" or len(before) != 1 or before[0] in KEYWORDS:
        return None
    if "COLON" in accepts and "MAY" not in accepts:
        return None
    return before[0] if before[0].isidentifier() and did_you_mean(before[0], VERBS) else None


def _accepts(error: UnexpectedToken) -> set[str]:
    try:
        return set(error.interactive_parser.accepts()) if error.interactive_parser else set(error.expected)
    except Exception:  # Lark's simulation runs our node builders on unfinished lines
        return set(error.expected)


def _wanted(accepts: set[str]) -> str:
    words = keyword_terminals()
    named = sorted({SIGNS.get(t) or f"`{words[t]}`" for t in accepts if t in SIGNS or t in words})
    if not named or len(named) > 7:
        return ""
    return ", ".join(named[:-1]) + (" or " if len(named) > 1 else "") + named[-1]


def _span(scalar: Scalar, line: int, column: int, length: int) -> Span:
    row, col = scalar.text_line + line - 1, scalar.text_column + column - 1
    return Span(scalar.span.file, row, col, row, col + max(length, 1))
