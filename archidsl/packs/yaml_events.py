"""The text of one YAML file in, values with their places out. Whatever is wrong leaves in the author's words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

from archidsl.diagnostics import MOST_PER_FILE, Report, Span
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value
from archidsl.packs.yaml_codes import SYNTAX, TAB_HELP

try:
    # Only libyaml: the parser in pure Python accepts other files, and a pack must not mean two things.
    from yaml._yaml import CParser
except ImportError as missing:
    raise RuntimeError("archidsl needs PyYAML built with libyaml (`yaml.__with_libyaml__` is false here)") from missing

MOST_DEPTH = 32
MOST_NODES = 100_000
MOST_TEXT = 8_192
MOST_KEY = 64

# Control, bidirectional and zero-width characters, surrogates and line breaks that only YAML knows; a list and not
# `unicodedata`, which differs between Pythons. Tab and newline are fine.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
# `+1` stays a text: in changes of numbers it means "one more".
NUMBER = re.compile("-?(0|[1-9][0-9]{0,8})")
WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
BLOCK_STYLES = ("|", ">")
ESCAPES = {"'": "''", '"': "\\"}
UNSEEN_HELP = "delete it: nobody can see it, but it would change what is read"


def visible(word: str) -> str:
    """The word with nothing in it that a terminal would obey or hide."""
    return UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", word).replace("\n", "\\n").replace("\t", "\\t")


def quoted(word: str) -> str:
    """The author's word for a message: `word`, cut when long."""
    return f"`{visible(word if len(word) <= 40 else word[:37] + '...')}`"


def character(unseen: str) -> str:
    """`U+200B (zero width space)`"""
    nameless = "control character" if unseen < "\xa0" else "half a character"
    return f"U+{ord(unseen):04X} ({unicodedata.name(unseen, nameless).lower()})"


class Lines:
    """Places of one text: counts of characters in, spans out, always inside the text."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        starts = self.starts
        line = end_line = bisect_right(starts, start)
        if line < len(starts) and end >= starts[line]:
            end_line = bisect_right(starts, end)
        return Span(self.file, line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)

    def one(self, index: int) -> Span:
        """One character, or the place before the end of the line."""
        return self.span(index, index + (self.text[index : index + 1] not in ("", "\n")))

    def line(self, number: int) -> str:
        return self.text[self.starts[number - 1] :].split("\n", 1)[0].strip()

    def line_start(self, index: int) -> int:
        return self.starts[bisect_right(self.starts, min(index, len(self.text))) - 1]


def read_value(lines: Lines, report: Report) -> Value | None:
    """The value of the whole text, or nothing when the report got errors."""
    before = len(report.errors)
    for found in islice(UNSEEN.finditer(lines.text), MOST_PER_FILE):
        message = f"the character {character(found[0])} is not allowed in a pack"
        report.error("bad-character", lines.span(found.start(), found.end()), message, UNSEEN_HELP)
    if len(report.errors) > before:
        return None
    builder = Builder(lines, report)
    try:
        parser = CParser(lines.text)
        while (event := parser.get_event()) is not None:
            builder.take(event)
    except Enough:
        return None
    except yaml.YAMLError as problem:
        syntax_error(problem, lines, report)
    return None if len(report.errors) > before else builder.root


def places(event: Event) -> tuple[int, int]:
    """Where the event begins and ends, in characters from the start of the text; libyaml always says it."""
    assert event.start_mark and event.end_mark
    return event.start_mark.index, event.end_mark.index


class Enough(Exception):
    """More errors would not help, or reading on would cost too much."""


@dataclass(slots=True)
class Open:
    """A list or mapping whose end has not been read yet."""

    start: int
    flow: bool
    end: int
    mapping: bool
    items: list[Value] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    key: Scalar | None = None
    first: dict[str, Span] = field(default_factory=dict)

    @property
    def wants_key(self) -> bool:
        return self.mapping and self.key is None


class Builder:
    """Takes libyaml's events one by one and keeps what is open on a list of its own, so depth costs no stack."""

    def __init__(self, lines: Lines, report: Report) -> None:
        self.lines = lines
        self.report = report
        self.open: list[Open] = []
        self.nodes = self.documents = self.errors = 0
        self.root: Value = Scalar(lines.span(0, 0), None, text_line=1, text_column=1)

    def error(self, code: str, span: Span, message: str, help: str, notes: Iterable[tuple[Span, str]] = ()) -> None:
        self.report.error(code, span, message, help, notes)
        self.errors += 1
        if self.errors >= MOST_PER_FILE:
            raise Enough

    def take(self, event: Event) -> None:
        match event:
            case ScalarEvent():
                self.node(event)
                self.scalar(event)
            case CollectionStartEvent():
                self.node(event)
                self.start(event)
            case CollectionEndEvent():
                self.end(event)
            case AliasEvent():
                self.alias(event)
            case DocumentStartEvent():
                self.document(event)

    def document(self, event: DocumentStartEvent) -> None:
        start, end = places(event)
        self.documents += 1
        if self.documents > 1:
            span = self.lines.span(start, end)
            self.error("second-document", span, "a second document begins here", "keep one document in each file")
            raise Enough
        if event.version or event.tags:
            line = self.lines.line(self.lines.span(start, start).line)
            message = f"{quoted(line)} is a directive, and packs have none"
            self.error("yaml-directive", self.lines.span(start, start + len(line)), message, "delete the line")

    def node(self, event: NodeEvent) -> None:
        """What holds for every node: not too many, no anchor, no tag."""
        start, _ = places(event)
        self.nodes += 1
        if self.nodes > MOST_NODES:
            message = f"the file has more than {MOST_NODES:,} values"
            self.error("too-big", self.lines.one(start), message, "split the file")
            raise Enough
        if event.anchor is not None:
            at = max(start, self.lines.text.find("&" + event.anchor, start))
            message = f"{quoted('&' + event.anchor)} is an anchor, and packs have none"
            span = self.lines.span(at, at + 1 + len(event.anchor))
            self.error("yaml-alias", span, message, "write the value out where it is needed, or quote the text")
        if getattr(event, "tag", None) is not None:
            found = re.compile(r"![^\s,\[\]{}]*").search(self.lines.text, start)
            at, word = (found.start(), found[0]) if found else (start, "!")
            message = f"{quoted(word)} is a tag, and packs have none"
            span = self.lines.span(at, at + len(word))
            self.error("yaml-tag", span, message, f"delete {quoted(word)}, or quote the text")

    def alias(self, event: AliasEvent) -> None:
        start, end = places(event)
        word = self.lines.text[start:end]
        span = self.lines.span(start, end)
        help = "write the value out where it is needed, or quote the text"
        self.error("yaml-alias", span, f"{quoted(word)} repeats another value, which packs cannot do", help)
        self.put(Scalar(span, word), end)

    def start(self, event: CollectionStartEvent) -> None:
        start, flow = places(event)[0], bool(event.flow_style)
        mapping = isinstance(event, MappingStartEvent)
        if len(self.open) == MOST_DEPTH:
            message = f"values are nested more than {MOST_DEPTH} deep"
            self.error("too-deep", self.lines.one(start), message, "give inner parts a name and a place of their own")
            raise Enough
        if self.open and self.open[-1].wants_key:
            message = f"a {'mapping' if mapping else 'list'} cannot be a key"
            help = "a key is one word or number; quote a text that begins with `[` or `{`"
            self.error("bad-key", self.lines.one(start), message, help)
        self.open.append(Open(start, flow, start, mapping))

    def end(self, event: CollectionEndEvent) -> None:
        done = self.open.pop()
        # A block ends where its last value does; libyaml's mark is at the next word, lines below.
        end = places(event)[1] if done.flow else done.end
        span = self.lines.span(done.start, end)
        if self.open and self.open[-1].wants_key:
            self.put(Scalar(span, "?"), end)
        elif done.mapping:
            self.put(Mapping(span, tuple(done.entries)), end)
        else:
            self.put(Sequence(span, tuple(done.items)), end)

    def put(self, value: Value, end: int) -> None:
        if not self.open:
            self.root = value
            return
        top = self.open[-1]
        top.end = max(top.end, end)
        if not top.mapping:
            top.items.append(value)
        elif top.key is not None:
            top.entries.append(Entry(top.key, value))
            top.key = None
        elif isinstance(value, Scalar):
            top.key = value

    def scalar(self, event: ScalarEvent) -> None:
        start, last = places(event)
        # libyaml's mark for the end of a block is below the empty lines that follow it.
        end = start + len(self.lines.text[start:last].rstrip()) if event.style in BLOCK_STYLES else last
        span = self.lines.span(start, end)
        is_key = bool(self.open) and self.open[-1].wants_key
        value: str | int | bool | None = event.value
        if not event.style:
            if NUMBER.fullmatch(event.value):
                value = int(event.value)
            elif not is_key:
                value = WORDS.get(event.value, event.value)
        # The file itself has no such character, so only an escape can make one.
        if event.style == '"' and (found := UNSEEN.search(event.value)):
            message = f"this text makes the character {character(found[0])}, which is not allowed in a pack"
            self.error("bad-character", span, message, "delete the escape that makes it")
        exact, text_line, text_column = text_place(event.style, self.lines.text[start:last], span)
        scalar = Scalar(span, value, exact, text_line, text_column)
        if is_key:
            self.check_key(event, scalar)
        elif len(event.value) > MOST_TEXT:
            message = f"this text has {len(event.value):,} characters, more than {MOST_TEXT:,}"
            self.error("too-big", span, message, "shorten the text or split it")
        self.put(scalar, end)

    def check_key(self, event: ScalarEvent, key: Scalar) -> None:
        name, first = str(key.value), self.open[-1].first
        if not event.value:
            self.error("bad-key", key.span, "a key is missing here", "write a word before the `:`")
        elif key.span.line != key.span.end_line or "\n" in name:
            self.error("bad-key", key.span, f"the key {quoted(name)} has several lines", "write keys on one line")
        elif name == "<<" and not event.style:
            help = "write the keys out where they are needed"
            self.error("yaml-alias", key.span, "`<<` merges another mapping, which packs cannot do", help)
        elif len(name) > MOST_KEY:
            message = f"the key {quoted(name)} has {len(name):,} characters, more than {MOST_KEY}"
            self.error("too-big", key.span, message, "shorten the key; long texts belong after the `:`")
        elif name in first:
            message = f"the key {quoted(name)} stands twice in the same mapping"
            notes = [(first[name], f"{quoted(name)} stands here first")]
            self.error("duplicate-key", key.span, message, "keep one of them, or rename one", notes)
        else:
            first[name] = key.span


def text_place(style: str | None, written: str, span: Span) -> tuple[bool, int, int]:
    """Whether the text stands in the file character by character, and where it begins."""
    one_line = span.line == span.end_line
    if not style:
        return one_line, span.line, span.column
    if style == "|":
        header, _, body = written.partition("\n")
        if header[1:3].strip("-+")[:1].isdigit():
            return False, span.line, span.column
        # Empty lines before the first words are part of the text, so it begins right under the marker.
        blank, words = len(body) - len(body.lstrip("\n ")), body.strip("\n ")
        indent = blank - (body.rfind("\n", 0, blank) + 1) if words else 0
        return True, span.line + 1, indent + 1
    if one_line and style in ESCAPES and ESCAPES[style] not in written[1:-1]:
        return True, span.line, span.column + 1
    return False, span.line, span.column


def syntax_error(problem: yaml.YAMLError, lines: Lines, report: Report) -> None:
    """What libyaml could not read, said in our words at the place that helps most."""
    mark = getattr(problem, "problem_mark", None) or getattr(problem, "context_mark", None)
    began = getattr(problem, "context_mark", None) or mark
    if mark is None or began is None:
        report.error("yaml-syntax", lines.span(0, 0), "this file is not readable YAML", "save it again as UTF-8 text")
        return
    at, start = mark.index, began.index
    said = f"{getattr(problem, 'context', None) or ''}: {getattr(problem, 'problem', None) or ''}"
    complaint = next(complaint for complaint in SYNTAX if complaint.part in said)
    tab = re.compile(" *\t").match(lines.text, lines.line_start(at))
    if tab and at < len(lines.text) and not complaint.at_start:
        report.error("yaml-syntax", lines.one(tab.end() - 1), "this line is indented with a tab", TAB_HELP)
        return
    span, other = lines.one(at), lines.one(start)
    if complaint.at_start:
        span, other = other, span
    sign = lines.text[at : at + 1]
    message = complaint.message.replace("{sign}", "a backtick" if sign == "`" else quoted(sign))
    message = message.replace("{line}", quoted(lines.line(span.line)))
    notes = [(other, complaint.note)] if complaint.note and other != span else []
    report.error(complaint.code, span, message, complaint.help, notes)
