"""A decision in, which rules ran for it out: in order, with file and line, and what they changed.

The reference interpreter plays the game again, silently up to the decision and telling of everything from there. Like
a journal a trace tells everything: it is for authors, not for players.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from archidsl.checker import ir
from archidsl.diagnostics import Span
from archidsl.engine.choices import Choice
from archidsl.engine.machine import Position
from archidsl.engine.words import Written, player_word, write
from archidsl.interpreter.traced import Happening, TracedReference
from archidsl.journal import Change, Teller, played_again
from archidsl.pipeline import Game
from archidsl.players.showing import in_words

MOST_CHANGES = 6  # told of one line in a short trace
MOST_INDENTED = 12


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a trace. `kind` is that of `interpreter.traced.Happening`; `note` says what came of it."""

    kind: str
    span: Span
    procedure: str
    depth: int
    text: str
    note: str = ""
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """What happened because of one answer. Number 0 is what happened before the first question."""

    number: int
    player: str
    key: str
    answer: Written
    steps: tuple[Step, ...]


def trace(game: Game, position: Position, first: int, last: int) -> list[Trace]:
    """The traces of answers by their numbers, from the first to the last of them."""
    layout = position.program.layout
    reference = TracedReference(game.v, game.rules, layout, position.s[layout.key])
    reference.world.sources = game.report.sources
    told: dict[int, list[Happening]] = {}
    for number in played_again(reference, position):
        if number > last:
            break
        if number >= first:
            reference.world.follow(told.setdefault(number, []).append)
    said = _answers(position)
    writer = _Writer(game, Teller(layout, game.v))
    return [Trace(number, *said[number], tuple(writer.steps(told[number]))) for number in told]


def _answers(position: Position) -> list[tuple[str, str, Written]]:
    """Who answered what, in words; nobody before the first question."""
    layout, sites = position.program.layout, position.program.sites
    found: list[tuple[str, str, Written]] = []
    link = position.history
    while link is not None:
        link, who, site, answer = link
        written = f"+{answer}" if isinstance(answer, str) else write(layout, Choice(sites[site], 0, (), False), answer)
        found.append((player_word(layout, who), sites[site].key, written))
    return [("", "", None), *found[::-1]]


@dataclass(frozen=True, slots=True)
class _Writer:
    """Puts what happened into words of the rules."""

    game: Game
    teller: Teller

    def steps(self, told: Iterable[Happening]) -> Iterable[Step]:
        passives = {passive.span for passive in self.game.v.passives}
        for happening in told:
            if happening.procedure.startswith("window:") and happening.span in passives:
                continue  # nobody wrote the lines that look for those who come in; whoever does enters
            changes, note = self._changes(happening), self._note(happening)
            if isinstance(happening.line, ir.Announce) and happening.kind == "changed":
                handed = self._handed(happening.line, changes)
                changes = tuple(change for change in changes if change not in handed)
                note = ", ".join(f"{change.what} is {change.after}" for change in handed)
            if happening.kind != "changed" or changes or note:
                kind, span, depth = happening.kind, happening.span, happening.depth
                yield Step(kind, span, self.called(happening.procedure), depth, self._text(span), note, changes)

    def _handed(self, line: ir.Announce, changes: Iterable[Change]) -> list[Change]:
        """What a window gets to begin with: no change of the game."""
        names = [f"{name} of {line.window}" for name, _ in self.game.v.windows[line.window].values]
        return [change for change in changes if change.what in names]

    def _changes(self, happening: Happening) -> tuple[Change, ...]:
        if happening.kind == "changed":
            return self.teller.changes(happening.before, happening.value)
        if happening.kind == "local" and happening.before is not None and happening.type is not None:
            values = (self.teller.local(happening.type, value) for value in (happening.before, happening.value))
            return (Change(_name(happening.name), *values),)
        return ()

    def _note(self, happening: Happening) -> str:
        value: Any = happening.value
        match happening.kind:
            case "test":
                read = ", ".join(f"{name} is {self.teller.local(type, said)}" for name, said, type in happening.read)
                return ("yes" if value else "no") + (f" ({read})" if read else "")
            case "ends":
                return "cannot begin"
            case "passed":
                return f"not asked: {self._answer(happening.line, value)} is the only answer"
            case "nothing":
                return "not asked: there is no answer"
            case "answered" | "ends":
                return "begun instead, then asked again" if value is None else self._answer(happening.line, value)
            case "enters":
                who = f" for {self.teller.layout.names[happening.player]}" if happening.player >= 0 else ""
                return f"{self.called(happening.procedure)}{who}"
            case "watch":
                return f"{self.called(happening.procedure)} wakes"
            case "local" if happening.before is None and happening.type is not None:
                return f"{_name(happening.name)} is {self.teller.local(happening.type, value)}"
        return ""

    def _answer(self, line: object, value: Any) -> str:
        assert isinstance(line, ir.Choose | ir.Menu)
        site = self.game.rules.sites[line.ask.site]
        if value == -1 and isinstance(value, int) and site.type.base != "number":
            return "nothing"
        if isinstance(value, tuple):
            return f"`{self.teller.local(site.type, value)}`"
        return f"`{self.teller.say('number' if site.kind == 'payment' else site.type.base, value)}`"

    def called(self, procedure: str) -> str:
        """A procedure as an author knows it: `BEHAVIOUR of MEMBER`, `window NAME`, `MEMBER at WINDOW` for a passive."""
        sort, _, rest = procedure.partition(":")
        match sort:
            case "passive":
                passive = self.game.v.passives[int(rest)]
                return f"{passive.member or 'rule'} at {passive.moment}"
            case "deed":
                behaviour, _, member = rest.partition(":")
                return f"{behaviour.split(' of ')[0]} of {member}"
            case "window" | "watch":
                return f"{sort} {rest}"
            case "scenario":
                return "the lines to be played"
        return procedure

    def _text(self, span: Span) -> str:
        """The first line of what stands there."""
        lines = self.game.report.sources.get(span.file, "").split("\n")[span.line - 1 : span.line]
        text = lines[0][span.column - 1 : span.end_column - 1 if span.end_line == span.line else None] if lines else ""
        return re.sub(r"\s+#.*", "", text).strip()


def _name(local: str) -> str:
    return local.split(".")[0]


# -- for people and programs


def renamed(found: Trace, names: Mapping[str, str]) -> Trace:
    """The same trace, with other names for players and their things."""

    def said(text: str) -> str:
        return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), text)

    def change(was: Change) -> Change:
        return Change(said(was.what), said(was.before), said(was.after))

    answer: Any = found.answer
    answer = [*map(said, answer)] if isinstance(answer, list) else said(answer) if isinstance(answer, str) else answer
    steps = (replace(step, note=said(step.note), changes=tuple(map(change, step.changes))) for step in found.steps)
    return replace(found, player=said(found.player), answer=answer, steps=tuple(steps))


def told(found: Trace, full: bool = False) -> list[str]:
    """A trace in lines: what changed, or with `full` everything that was done."""
    head = f"{found.number}: {found.player} answers `{found.key}`: {in_words(found.answer)}"
    lines = _full(found.steps) if full else [*_short(found.steps)] or [_unchanged(found.steps)]
    return [head if found.player else "0: before the first question", *(lines or ["  nothing changed"])]


def _short(steps: Iterable[Step]) -> Iterator[str]:
    """What a line changed, again and again if it does so at once, in one line."""
    changing = (step for step in steps if step.changes)
    for (span, procedure), same in groupby(changing, key=lambda step: (step.span, step.procedure)):
        changes = [change for step in same for change in step.changes]
        said = _said(changes[:MOST_CHANGES])
        if len(changes) > MOST_CHANGES:
            said.append(f"and {len(changes) - MOST_CHANGES} more")
        yield f"  {_place(span)} {procedure}: {', '.join(said)}"


def _unchanged(steps: Iterable[Step]) -> str:
    """Which lines ran all the same: `nothing changed in rules.yaml:12, 14`."""
    lines: dict[str, dict[int, None]] = {}
    for step in steps:
        if step.kind in ("line", "answered"):
            lines.setdefault(step.span.file, {})[step.span.line] = None
    places = [f"{file}:{', '.join(map(str, numbers))}" for file, numbers in lines.items()]
    return "  nothing changed" + (f" in {'; '.join(places)}" if places else "")


def _said(changes: Iterable[Change]) -> list[str]:
    return [f"{change.what} {change.before} -> {change.after}" for change in changes]


def _full(steps: Iterable[Step]) -> list[str]:
    lines = []
    for step in steps:
        indent = "  " * min(step.depth + 1, MOST_INDENTED)
        match step.kind:
            case "line":
                lines.append(f"{indent}{_place(step.span)} {step.text}".rstrip())
            case "answered" | "ends":
                lines.append(f"{indent}{_place(step.span)} {step.text} = {step.note}")
            case "enters" | "watch":
                lines.append(f"{indent}{step.note}, {_place(step.span)}")
            case "test":
                lines.append(f"{indent}  ? {step.text}: {step.note}")
            case _:
                lines += [f"{indent}  = {text}" for text in [*([step.note] if step.note else []), *_said(step.changes)]]
    return lines


def as_object(found: Trace, full: bool = False) -> dict[str, Any]:
    """The same as plain data."""
    steps = [
        {
            "kind": step.kind, "file": step.span.file, "line": step.span.line, "column": step.span.column,
            "procedure": step.procedure, "depth": step.depth, "text": step.text, "note": step.note,
            "changes": [asdict(change) for change in step.changes],
        }
        for step in found.steps
        if full or step.changes
    ]  # fmt: skip
    return {
        "number": found.number, "player": found.player, "key": found.key, "answer": found.answer, "steps": steps,
    }  # fmt: skip


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"
