"""The text of a script in, a script out. Each line is read on its own, so all mistakes are said at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput

from archidsl.diagnostics import Report, Span
from archidsl.lang.grammar import BUILT_IN, KEYWORDS
from archidsl.packs.from_files import decoded
from archidsl.packs.sources import MOST_FILE
from archidsl.packs.values import Scalar
from archidsl.resources import folder
from archidsl.scripts import script as sc
from archidsl.scripts.syntax_errors import FIRST_WORDS, explain

LONGEST_LINE = 10_000
HEAD = ("game", "options", "seed", "players")
A_NAME = re.compile(r"[a-z][a-z0-9_]*")
NO_PLAYER = frozenset({*FIRST_WORDS, *KEYWORDS, *BUILT_IN, "chance", "everybody", "hidden"})


def build(strict: bool = False) -> Lark:
    text = (folder("grammars") / "script.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="contextual", start="line", propagate_positions=True, strict=strict)


@cache
def _parser() -> Lark:
    return build()


def read_script(path: Path, report: Report) -> sc.Script | None:
    """The script in a file; None after saying that it cannot be read at all."""
    nowhere = Span(str(path), 1, 1, 1, 1)
    try:
        if not path.is_file():  # a pipe with that name must be refused, not waited for
            raise ValueError("there is no such file")
        with open(path, "rb") as file:
            data = file.read(MOST_FILE + 1)
    except (OSError, ValueError) as problem:
        report.error("script-form", nowhere, f"cannot be read: {getattr(problem, 'strerror', None) or problem}")
        return None
    if len(data) > MOST_FILE:  # a game of 10,000 answers has less
        report.error("script-form", nowhere, f"a script has at most {MOST_FILE >> 20} MiB")
        return None
    text = decoded(str(path), data, report)
    return None if text is None else from_text(text, path, report)


def from_text(text: str, path: Path, report: Report) -> sc.Script:
    """As much as could be read; the report has the rest."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    report.sources[str(path)] = text
    script = sc.Script(path, text)
    reader = Reader(script, report)
    for number, lines in logical(text.split("\n")):
        reader.line(number, lines)
    if not script.game and not reader.broken:
        help = "begin with `game: PATH`, or with `game: shipped`"
        report.error("script-form", script.top, "the script does not say which `game` it plays", help)
    return script


def logical(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Each line with the indented ones below it, and the number of the first."""
    first, found = 0, list[str]()
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith((" ", "\t", "#")):
            if found:
                yield first, _trimmed(found)
            first, found = number, [line]
        elif found:
            found.append(line)
        elif line.strip() and not line.strip().startswith("#"):
            yield number, [line]  # indented, and nothing stands above it: the reader says so
    if found:
        yield first, _trimmed(found)


def _trimmed(lines: list[str]) -> list[str]:
    while not lines[-1].strip() or lines[-1].lstrip().startswith("#"):
        lines.pop()
    return lines


class Reader:
    """Puts the lines of one script together, and says which of them stand in the wrong place."""

    def __init__(self, script: sc.Script, report: Report) -> None:
        self.script, self.report = script, report
        self.seen: set[str] = set()
        self.broken = False  # is there a line that cannot be read? Then what seems to be missing may stand in it

    def error(self, span: Span, message: str, help: str = "") -> None:
        self.report.error("script-form", span, message, help)

    def line(self, number: int, lines: list[str]) -> None:
        text, file = "\n".join(lines), str(self.script.path)
        whole = Span(file, number, 1, number, len(lines[0]) + 1)
        if lines[0].startswith((" ", "\t")):
            self.broken = True
            return self.error(whole, "this line is indented, and there is no line above it that it could go on with")
        if max(map(len, lines)) > LONGEST_LINE:
            self.broken = True
            return self.error(whole, f"a line has at most {LONGEST_LINE} characters")
        try:
            tree = _parser().parse(text)
        except UnexpectedInput as problem:
            self.broken = True
            return explain(problem, lines, file, number, self.report)
        made = Builder(file, number, lines, self.error).transform(tree)
        first = lines[0].split(":")[0].strip()
        if isinstance(made, Head):
            self._head(first, made, whole)
        elif isinstance(made, Scalar):
            self._table(first, made, whole)
        else:
            self.script.steps += made
        return None

    def _head(self, name: str, made: Head, at: Span) -> None:
        script = self.script
        self._once(name, at)
        if self.seen - {*HEAD} or script.steps:
            self.error(at, f"`{name}` belongs to the head", "write it above everything that is set or played")
        match name:
            case "game":
                script.game = made.words
            case "seed":
                [script.seed] = made.words
            case "players":
                script.names = made.words
                self._players(made.words)
            case "options":
                script.options_span = at
                script.options = list(zip(made.words[::2], made.words[1::2], strict=True))

    def _once(self, name: str, at: Span) -> None:
        if name in self.seen:
            self.error(at, f"`{name}` is said twice")
        self.seen.add(name)

    def _players(self, names: tuple[sc.Word, ...]) -> None:
        seen = set[str]()
        for name in names:
            if help := wrong_name(name.text):
                self.error(name.span, f"`{name.text}` cannot be the name of a player", help)
            elif name.text in seen:
                self.error(name.span, f"two players are called `{name.text}`")
            seen.add(name.text)

    def _table(self, name: str, made: Scalar, at: Span) -> None:
        self._once(name, at)
        if self.script.steps or (name == "given" and "play" in self.seen):
            self.error(at, f"`{name}` stands below what comes after it", "the order is: head, `given`, `play`, answers")
        if name == "given":
            self.script.given = made
        else:
            self.script.play = made


def wrong_name(name: str) -> str:
    """Why no player can be called so; empty if one can."""
    if name in NO_PLAYER:
        return "it is a word of the language"
    return "" if A_NAME.fullmatch(name) else "a name has small letters, digits and `_`, and begins with a letter"


class Head:
    """A line of the head."""

    def __init__(self, words: tuple[sc.Word, ...]) -> None:
        self.words = words


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Lark's tree to steps; one method per rule of the grammar."""

    def __init__(self, file: str, number: int, lines: list[str], error: Callable[..., None]) -> None:
        super().__init__()
        self.file, self.number, self.lines, self.error = file, number, lines, error

    def span(self, place: Any) -> Span:
        first = self.number - 1
        return Span(self.file, place.line + first, place.column, place.end_line + first, place.end_column)

    def word(self, token: Any) -> sc.Word:
        if isinstance(token, sc.Said):
            return sc.Word(token.span, token.text)
        span, text = self.span(token), str(token)
        if token.type == "STRING":
            try:
                text = json.loads(text)
                text.encode("utf-8")
            except (ValueError, RecursionError):
                self.error(span, "a sign behind `\\` is not understood", 'write \\" and \\\\ for these two signs')
                text = ""
        return sc.Word(span, text)

    # -- head and table

    def game(self, meta: Any, c: list[Any]) -> Head:
        return Head(tuple(map(self.word, c)))

    seed = players = game

    def options(self, meta: Any, c: list[Any]) -> Head:
        return Head(tuple(word for pair in c for word in pair))

    def option(self, meta: Any, c: list[Any]) -> tuple[sc.Word, ...]:
        return tuple(map(self.word, c))

    def given(self, meta: Any, c: list[Any]) -> Scalar:
        """The lines as one text that begins in the column of the first of them."""
        [token] = c
        first, *rest = str(token).split("\n")
        column = token.column - 1
        cut = [line[column:] if not line[:column].strip() else line.lstrip() for line in rest]
        for number, line in enumerate(rest, token.line + self.number):
            if line[:column].strip() and not line.lstrip().startswith("#"):
                at = Span(self.file, number, 1, number, len(line) + 1)
                self.error(at, "this line begins left of the first one", "lines of one block begin in one column")
        text = "\n".join([first, *cut])
        return Scalar(self.span(token), text, True, token.line + self.number - 1, token.column)

    play = given

    # -- what is played

    def words(self, meta: Any, c: list[Any]) -> sc.Said:
        return sc.Said(self.span(meta), " ".join(map(str, c)))

    def listed(self, meta: Any, c: list[Any]) -> sc.Said:
        items = tuple(sc.Word(item.span, item.text) for item in c if item is not None)
        return sc.Said(self.span(meta), "", items)

    def answer(self, meta: Any, c: list[Any]) -> tuple[sc.Word, sc.Said]:
        return self.word(c[0]), c[1]

    def answers(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        player = self.word(c[0])
        return [sc.Answer(key.span.to(said.span), player, key, said) for key, said in c[1:]]

    def begins(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        player, what = self.word(c[0]), self.word(c[1])
        begun = sc.Begin(player.span.to(what.span), player, what)
        return [begun, *self.answers(meta, [c[0], *(pair for pair in c[2:] if pair is not None)])]

    def stop(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        return [sc.Stop(Span(self.file, self.number, 1, self.number, 5))]

    # -- what must be so

    def refuse(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        [answer] = self.answers(meta, c[:2])
        assert isinstance(answer, sc.Answer)
        return [sc.Refuse(answer.span, answer, None if c[2] is None else self.word(c[2]))]

    def refuse_begin(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        player, what = self.word(c[0]), self.word(c[1])
        begun = sc.Begin(player.span.to(what.span), player, what)
        return [sc.Refuse(begun.span, begun, None if c[2] is None else self.word(c[2]))]

    def over(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        return [sc.Over(self._line(), True)]

    def not_over(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        return [sc.Over(self._line(), False)]

    def _line(self) -> Span:
        written = self.lines[0].split("#")[0].rstrip()
        return Span(self.file, self.number, 1, self.number, len(written) + 1)

    def wins(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        names = [name for name in self._subjects(c[0]) if name.text != "nobody"]
        return [sc.Wins(self.span(c[0]), tuple(names))]

    def _subjects(self, token: Token) -> list[sc.Word]:
        """The names before the verb, each with its place."""
        at, out = self.span(token), list[sc.Word]()
        column = at.column
        for piece in str(token).split(" ")[:-1]:
            if piece and piece != "and":
                out.append(sc.Word(Span(self.file, at.line, column, at.line, column + len(piece)), piece))
            column += len(piece) + 1
        return out

    def asked(self, meta: Any, c: list[Any], all: bool = True) -> list[sc.Step]:
        player = self._subjects(c[0])[0]
        key = self.word(c[1]) if len(c) > 1 else None
        return [sc.Asked(self.span(meta), player, key, tuple(c[2:]), all)]

    def asked_with(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        return self.asked(meta, c, False)

    def sees(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        return [sc.Sees(self.span(meta), self._subjects(c[0])[0], self.word(c[1]), c[2])]

    def condition(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        span = self.span(c[0])
        return [sc.Condition(span, Scalar(span, str(c[0]), True, span.line, span.column))]

    def _expect(self, meta: Any, c: list[Any]) -> list[sc.Step]:
        [steps] = c
        return steps  # type: ignore[no-any-return]
