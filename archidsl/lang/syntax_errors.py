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
VERBS_WITH_YOU = "choose gain pay do may secretly".split()
QUESTION_WORDS = ("<", ">", "<=", ">=", "is", "and", "or", "not", "some", "can")
VERB_HELP = f"a line begins with a verb: {', '.join(VERBS)}"
INSTEAD = {
    "=": "write `let {0} = ...` to name a value, or `set {0} to ...` to change one",
    "+": "write `raise {0} by ...`",
    "-": "write `lower {0} by ...`",
}
BAD_SIGNS = {
    "\t": "write spaces",
    '"': "words are written without quotes",
    "'": "words are written without quotes, and whose something is, is said by `of`: `score of you`",
    "/": "there are only whole numbers: nothing can be divided",
    ".": "there are only whole numbers; `of` joins a property and its thing: `score of you`",
    "!": "write `is not`, or `not` before a question",
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
        help = (
            "words are written in small letters, digits and `_`"
            if character.isalpha()
            else BAD_SIGNS.get(character, "")
        )
        named = "a tab" if character == "\t" else f"`{character}`"
        report.error("bad-sign", span, f"{named} has no meaning here", help)
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
        while line > 1 and not lines[line - 1].split("#")[0].strip():
            line -= 1
        _early_end(lines[line - 1], line, accepts, entry, scalar, report)
        return
    word = str(token)
    span = _span(scalar, line, column, len(word) if "\n" not in word else 1)
    if token.type == "_INDENT":
        row, column = _next_line(lines, line)
        help = "begin it in the same column as the line above, or end that one with `:`"
        at = _span(scalar, row, column, len(lines[row - 1].strip()))
        report.error("bad-indent", at, "this line is indented, but the line above does not end in `:`", help)
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
    what = "is a word of the language and cannot stand here" if word in KEYWORDS else "does not fit here"
    help = _habit(word, before.split(), accepts) or _advice(word, before, accepts, entry)
    if not help and not before.strip() and entry == "effect":
        help = did_you_mean(word, VERBS) or VERB_HELP
    wanted = _wanted(accepts)
    help = help or (f"expected {wanted}" if wanted else f"this should be {ENTRY_WORDS[entry]}")
    report.error("syntax", span, f"`{word}` {what}", help)


def _next_line(lines: list[str], line: int) -> tuple[int, int]:
    """The next line that says something, and the column in which it begins."""
    for number in range(line + 1, len(lines) + 1):
        if lines[number - 1].split("#")[0].strip():
            return number, len(lines[number - 1]) - len(lines[number - 1].lstrip(" ")) + 1
    return min(line, len(lines)), 1


def _habit(word: str, before: list[str], accepts: set[str]) -> str:
    """What is said like this in English, or written like this elsewhere."""
    last = before[-1] if before else ""
    if last in ("a", "an", "the"):
        return f"leave `{last}` out: there are no articles"
    if last == "your" and "LPAR" in accepts:
        return f"say how many: `all your {word}`" if before[-2:-1] == ["move"] else f"write `{word} of you`"
    if last == "until":
        return "there is no `until`: write `repeat 20 while not ...:`"
    if word == "than":
        return "write `<`, `>`, `<=` or `>=`"
    if word == "then" and "COLON" in accepts:
        return "write `:` instead"
    if word == "while":
        return "it stands behind a number: `repeat 20 while ...:`"
    if word == "secretly" and last in ("choose", "chooses"):
        return f"write `secretly {last}`"
    if word == ":" and last in ("choose", "chooses"):
        return f"give the answer a name: `{last} prey:`"
    if word == "-" and not before:
        return "lines and options begin without it"
    if len(before) > 1 and before[-2] in ("pay", "pays", "gain", "gains", "move") and word.isidentifier():
        how_many = f"say how many: `2 {word}`, or in brackets what is worked out: `(...) {word}`"
        return how_many if word not in KEYWORDS else ""
    if word in ("in", "where") and last.isidentifier() and "PLUS" in accepts:
        if {"some", "number", "total", "highest", "lowest"} & {piece.strip("(") for piece in before}:
            return "a description with a name or a test stands in brackets: `(... where ...)`"
        if word == "in" and "COMPARE" in accepts:
            return "write `is in`"
        return f"to count things, write `number of {last}`"
    return ""


def _advice(word: str, before: str, accepts: set[str], entry: str) -> str:
    """What most likely was meant, for the mistakes that are made most."""
    if word == "else":
        return "`else` stands below the lines of an `if` or `attempt`, in the column of that word"
    if word == "=":
        return "to compare, write `is`" if "=" not in before else "one `=` is enough"
    if word == "and" and "COMMA" in accepts:
        return "write `,` between them"
    if word in ("not", "some", "can") and {"INT", "LPAR"} <= accepts:
        return f"a question inside a value stands in brackets: `({word} ...)`"
    if word in QUESTION_WORDS and before.strip():
        return f"a question inside a value stands in brackets: `(... {word} ...)`"
    if accepts == {"NAME"} and word in KEYWORDS:
        return "choose another word as a name"
    if "RPAR" in accepts and before.count("(") > before.count(")"):
        return "close the bracket before it with `)`"
    if "COLON" in accepts and entry == "effect" and word in (*VERBS, *VERBS_WITH_SUBJECT):
        return "write `:` before it"
    last = before.split()[-1] if before.split() else ""
    if "COMPARE" in accepts and word.isidentifier() and last.isidentifier():
        return f"behind `{last}` belongs a comparison like `is`, or `of`" + (", or `:`" if "COLON" in accepts else "")
    return ""


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
    help = "write `:` at its end, and the lines that belong to it below, indented" if "COLON" in accepts else ""
    if "_INDENT" in accepts:
        help = "it ends in `:`, so the lines that belong to it must follow, indented"
    elif _is_open(source) and "RPAR" in accepts:
        help = "close the bracket with `)`"
    help = help or (f"expected {wanted}" if wanted else "")
    report.error("unfinished-line", span, "the line ends too early", help)


def _is_open(source: str) -> bool:
    return source.count("(") > source.count(")")


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
    second = did_you_mean(word, VERBS_WITH_YOU if subject == "you" else VERBS_WITH_SUBJECT)
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
    if {"NAME", "INT", "LPAR"} <= accepts:
        return "a value, like `3`, `score of you` or `number of ...`"
    named = sorted({SIGNS.get(t) or f"`{words[t]}`" for t in accepts if t in SIGNS or t in words})
    if not named or len(named) > 7:
        return ""
    return ", ".join(named[:-1]) + (" or " if len(named) > 1 else "") + named[-1]


def _span(scalar: Scalar, line: int, column: int, length: int) -> Span:
    row, col = scalar.text_line + line - 1, scalar.text_column + column - 1
    return Span(scalar.span.file, row, col, row, col + max(length, 1))
