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
VERBS_WITH_SUBJECT = "chooses gains pays does may secretly".split()
VERB_HELP = f"a line begins with a verb: {', '.join(VERBS)}"
INSTEAD = {
    "=": "write `let {0} = ...` to name a value, or `set {0} to ...` to change one",
    "+": "write `raise {0} by ...`",
    "-": "write `lower {0} by ...`",
}
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


def explain(error: UnexpectedInput | DedentError, entry: str, text: str, scalar: Scalar, report: Report) -> None:
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
        place = _uneven_line(text, scalar)
        report.error(
            "bad-indent", place, "this line begins in a column of its own", "lines of one block begin in one column"
        )


def _uneven_line(text: str, scalar: Scalar) -> Span:
    """The first line that ends a block without going back to the column of another one."""
    columns = [0]
    for number, line in enumerate(text.split("\n"), 1):
        written = line.split("#")[0].strip()
        column = len(line) - len(line.lstrip(" "))
        if written and column > columns[-1]:
            columns.append(column)
        elif written:
            columns = [c for c in columns if c <= column]
            if columns[-1] != column:
                return _span(scalar, number, column + 1, len(written))
    return scalar.span


def _unexpected_token(error: UnexpectedToken, entry: str, text: str, scalar: Scalar, report: Report) -> None:
    token = error.token
    accepts = _accepts(error)
    line, column = int(token.line or 1), int(token.column or 1)
    lines = text.split("\n")
    if token.type in ("_NL", "_DEDENT", "$END"):
        line = min(max(line, 1), len(lines)) if token.type == "_NL" else len(lines)
        _early_end(lines[line - 1], line, accepts, entry, scalar, report)
        return
    word = str(token)
    span = _span(scalar, line, column, len(word) if "\n" not in word else 1)
    if token.type == "_INDENT":
        at = _span(scalar, line + 1, 1, 1)
        report.error("bad-indent", at, "this line is indented, but the line above does not end in `:`")
        return
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    if "_INDENT" in accepts and not before.strip():
        report.error(
            "bad-indent", span, "the line above ends in `:`, so this line must be indented", "write two more spaces"
        )
        return
    if _wants_verb(accepts, entry) and _subject(before)[1]:
        _unknown_verb(word, before, line, span, scalar, report)
        return
    wanted = _wanted(accepts)
    what = "is a word of the language and cannot stand here" if word in KEYWORDS else "does not fit here"
    help = f"expected {wanted}" if wanted else f"this should be {ENTRY_WORDS[entry]}"
    if not before.strip() and entry == "effect":
        help = did_you_mean(word, VERBS) or VERB_HELP
    report.error("syntax", span, f"`{word}` {what}", help)


def _early_end(source: str, line: int, accepts: set[str], entry: str, scalar: Scalar, report: Report) -> None:
    """A line that stops before it says something whole."""
    source = source.split("#")[0].rstrip()
    if _wants_verb(accepts, entry):
        start, subject = _subject(source)
        place = _span(scalar, line, start + 1, len(subject))
        name, bracket, _ = subject.partition("(")
        if not subject:
            report.error("empty-text", scalar.span, "there is nothing written here but comments")
        elif bracket:
            report.error("unknown-verb", place, "this line has no verb", f"to run `{name}`, write `do {name}(...)`")
        elif subject.isidentifier():
            help = did_you_mean(subject, VERBS) or VERB_HELP
            report.error("unknown-verb", place, f"`{subject}` is not a verb", help)
        else:
            report.error("unknown-verb", place, "this line has no verb", VERB_HELP)
        return
    wanted = _wanted(accepts)
    span = _span(scalar, line, len(source) + 1, 1)
    report.error("unfinished-line", span, "the line ends too early", f"expected {wanted}" if wanted else "")


def _wants_verb(accepts: set[str], entry: str) -> bool:
    """What was read so far is the subject of a line: only there `may` can follow."""
    return entry == "effect" and "MAY" in accepts


def _subject(before: str) -> tuple[int, str]:
    """Where the subject of a line begins, and what it is: `destory`, `owner of prey`."""
    start = before.rfind(":") + 1
    subject = before[start:].strip()
    return before.index(subject, start), subject


def _unknown_verb(word: str, before: str, line: int, span: Span, scalar: Scalar, report: Report) -> None:
    """`destory prey`: the first word is no verb. `p gians 2 pearl`: the word behind a subject is none."""
    start, subject = _subject(before)
    place = _span(scalar, line, start + 1, len(subject))
    second = did_you_mean(word, VERBS_WITH_SUBJECT)
    if word in VERBS:
        message = f"`{word}` takes no subject"
        report.error(
            "unknown-verb", place, message, f"write `{word}` without `{subject}`, or name the player otherwise"
        )
    elif word in INSTEAD:
        report.error("unknown-verb", place, "this line has no verb", INSTEAD[word].format(subject))
    elif subject.isidentifier() and subject != "you" and not second:
        help = did_you_mean(subject, VERBS) or VERB_HELP
        report.error("unknown-verb", place, f"`{subject}` is not a verb", help)
    else:
        help = second or f"behind `{subject}` belongs a verb: {', '.join(VERBS_WITH_SUBJECT)}"
        report.error("unknown-verb", span, f"`{word}` is not a verb", help)


def _accepts(error: UnexpectedToken) -> set[str]:
    try:
        parser = error.interactive_parser
        return set(parser.accepts()) if parser else set(error.expected)  # type: ignore[no-untyped-call]
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
