"""A script file in, a played and checked game out; what does not fit goes to the report with its line.

game: ../                      the pack, from where the script stands
mods: [../more]                packs on top of it
options: {players: 2}
seed: monday
play:
  - p1: {square: b2}           p1 is asked for `square` and answers `b2`
  - refuse: {p2: {square: b2}} this answer must be refused
  - expect: {mark of square: {b2: p1}, over: no}
    view: p2                   as p2 sees it; otherwise what all see
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from archidsl.diagnostics import PackErrors, Report, Span, did_you_mean
from archidsl.engine.views import Sight
from archidsl.packs.from_files import decoded, read_text
from archidsl.packs.values import Entry, Mapping, Scalar, Sequence, Value, plain
from archidsl.pipeline import load
from archidsl.players.script import ScriptLine, mismatch
from archidsl.players.showing import results
from archidsl.session import Session, SessionError, begins

KEYS = ("game", "mods", "options", "seed", "play")


class Stop(Exception):
    """After this the rest of the script means nothing; the report says why."""


class ScriptRun:
    """One script being played."""

    def __init__(self, path: Path, report: Report) -> None:
        self.path, self.report = path, report
        self.session: Session | None = None
        self.steps = 0

    def error(self, code: str, span: Span, message: str, help: str = "") -> None:
        self.report.error(code, span, message, help)

    def run(self) -> None:
        """Plays the whole script; the report gets what is wrong."""
        try:
            root = self._root()
            steps = root.get("play")
            self.session = self._started(root)
            for step in _items(steps, self, "`play` is a list of lines"):
                self._step(step)
                self.steps += 1
        except Stop:
            pass

    # -- the head

    def _root(self) -> Mapping:
        try:
            data = self.path.read_bytes()
        except OSError as problem:
            self.error("script-form", Span(str(self.path), 1, 1, 1, 1), f"cannot be read: {problem.strerror}")
            raise Stop from None
        text = decoded(str(self.path), data, self.report)
        document = None if text is None else read_text(str(self.path), text, self.report)
        if document is None:
            raise Stop
        root = _mapping(document.root, self, "a script begins with `game:`")
        for entry in root:
            if entry.name not in KEYS:
                help = did_you_mean(entry.name, KEYS) or f"there are {', '.join(KEYS)}"
                self.error("script-form", entry.key.span, f"`{entry.name}` is no key of a script", help)
        if root.get("game") is None:
            self.error("script-form", root.span, "the script does not say which `game` it plays")
        if self.report.errors:
            raise Stop
        return root

    def _started(self, root: Mapping) -> Session:
        where = root.get("game")
        assert where is not None
        mods = root.get("mods")
        listed = [where, *(_items(mods, self, "`mods` is a list of packs") if mods is not None else ())]
        paths = [self.path.parent / str(plain(value)) for value in listed]
        options = root.get("options")
        given: Any = plain(_mapping(options, self, "`options` are NAME: VALUE")) if options is not None else {}
        seed = root.get("seed")
        own = Report()
        try:
            game = load(paths, own)
            return Session.new(game, given, self.path.stem if seed is None else str(plain(seed)))
        except PackErrors as problem:
            first = problem.report.errors[0]
            self.error("script-game", where.span, f"{first.span}: {first.message}")
        except SessionError as problem:
            self.error("script-game", (options or where).span, str(problem))
        raise Stop

    # -- the lines

    def _step(self, step: Value) -> None:
        line = _mapping(step, self, "a line is like `p1: {square: b2}`, `expect: {...}` or `refuse: {...}`")
        first = line.entries[0] if line.entries else None
        more = [entry for entry in line.entries[1:] if entry.name != "view"]
        if first is None or more or (len(line.entries) > 1 and first.name != "expect"):
            self.error("script-form", line.span, "a line holds one answer, one `expect` or one `refuse`")
            raise Stop
        if first.name == "expect":
            self._expect(first, line.get("view"))
        elif first.name == "refuse":
            inner = _mapping(first.value, self, "`refuse` is like `{p1: {square: b2}}`")
            for entry in inner:
                self._refuse(self._line(entry), entry)
        else:
            self._answer(self._line(first), first)

    def _line(self, entry: Entry) -> ScriptLine:
        body = _mapping(entry.value, self, f"say what {entry.name} answers: `{entry.name}: {{question: answer}}`")
        if len(body.entries) != 1:
            self.error("script-form", body.span, "one answer to one question")
            raise Stop
        written: Any = plain(body.entries[0].value)
        return ScriptLine(entry.name, body.entries[0].name, written)

    def _asked(self, line: ScriptLine, entry: Entry) -> Session:
        """The session, if it asks what the line answers; otherwise nothing below makes sense."""
        assert self.session is not None
        if problem := mismatch(line, self.session.view(-1)["question"]):
            self.error("script-answer", entry.key.span, problem)
            raise Stop
        return self.session

    def _answer(self, line: ScriptLine, entry: Entry) -> None:
        try:
            self._asked(line, entry).answer_written(line.written, line.player if begins(line.written) else "")
        except SessionError as problem:
            self.error("script-answer", entry.value.span, str(problem))
            raise Stop from None

    def _refuse(self, line: ScriptLine, entry: Entry) -> None:
        session = self._asked(line, entry)
        if not session.refuse(line.written, by=line.player if begins(line.written) else ""):
            self.error("script-refuse", entry.value.span, f"{line.player} may answer `{line.key}` like this")

    # -- expectations

    def _expect(self, entry: Entry, viewer: Value | None) -> None:
        assert self.session is not None
        layout = self.session.layout
        names = layout.names[: layout.players]
        who = -1
        if viewer is not None:
            name = str(plain(viewer))
            if name not in names:
                self.error("script-form", viewer.span, f"`{name}` is no player; there are {', '.join(names)}")
                return
            who = names.index(name)
        for wanted in _mapping(entry.value, self, "`expect` is like `{over: no}`"):
            self._compare(wanted, Seen(self.session, who))

    def _compare(self, wanted: Entry, seen: Seen) -> None:
        found = seen.value(wanted.name)
        if found is None:
            help = did_you_mean(wanted.name, seen.names())
            self.error("script-form", wanted.key.span, f"`{wanted.name}` is nothing that can be seen", help)
            return
        value = wanted.value
        if isinstance(value, Mapping) and callable(found):
            for entry in value:
                self._equal(f"{wanted.name}: {entry.name}", entry.value, found(entry.name))
        else:
            self._equal(wanted.name, value, found("") if callable(found) else found)

    def _equal(self, what: str, wanted: Value, found: object) -> None:
        expected = _flat(plain(wanted))
        if expected != _flat(found):
            self.error("script-expect", wanted.span, f"`{what}` is {_said(found)}, and not {_said(plain(wanted))}")


class Seen:
    """What one player, or (-1) everybody, sees, by the names that scripts use."""

    def __init__(self, session: Session, player: int) -> None:
        self.session, self.player = session, player
        self.view = session.view(player)
        self.layout = session.layout

    def names(self) -> list[str]:
        found = [*self.view["properties"], *self.view["zones"], *self.view["holders"], *self.view["places"]]
        return ["over", "asked", "won", "score", *found]

    def value(self, name: str) -> Any:
        """A value, or a function from the name of a thing to its value; nothing if nobody knows the name."""
        if name == "over":
            return "yes" if self.view["over"] else "no"
        if name == "asked":
            question = self.view["question"]
            return {question["player"]: question["key"]} if question else "nobody"
        if name in ("won", "score") and name in self.layout.results:
            return self._result(name)
        if name in self.view["properties"]:
            return self._property(name)
        if name in self.view["holders"]:
            held = self.view["holders"][name]
            return lambda stuff: (held.get(stuff, 0) if held.get(stuff, 0) is not None else "hidden") if stuff else held
        for part in ("zones", "places"):
            if name in self.view[part]:
                return [thing if thing is not None else "hidden" for thing in self.view[part][name]]
        return [] if name in self.layout.ids else None

    def _result(self, name: str) -> Callable[[str], Any]:
        found = results(self.session.position)[name]
        winners = [player for player, value in found.items() if value == "yes"]
        return lambda player: found.get(player) if player else winners if name == "won" else found

    def _property(self, key: str) -> Any:
        name, _, kind = key.partition(" of ")
        column = self.layout.columns[name, kind]
        shown = self.view["properties"][key]
        if not kind or column.width:
            return shown if not kind else (lambda pair: shown.get(pair) if pair else shown)
        sight = Sight(self.layout, self.session.position.s, self.player)

        def of(thing: str) -> Any:
            if not thing:
                return shown
            number = self.layout.ids.get(thing, -1)
            if number not in self.layout.of_kind(kind):
                return f"nothing: `{thing}` is no {kind}"
            if not sight.sees(number) or not sight.may(column.seen_by, sight.owner(number)):
                return "hidden"
            return sight.word(column, self.session.position.s[column.offset + number])

        return of


def _flat(value: object) -> object:
    """Words of truth in one spelling; no order in mappings."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return [_flat(item) for item in value]
    if isinstance(value, dict):
        return {name: _flat(item) for name, item in value.items()}
    return value


def _said(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_said(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_said(item) for item in value) + "]"
    return "nothing" if value is None else str(_flat(value))


def _mapping(value: Value, run: ScriptRun, message: str) -> Mapping:
    if isinstance(value, Mapping):
        return value
    run.error("script-form", value.span, message)
    raise Stop


def _items(value: Value | None, run: ScriptRun, message: str) -> tuple[Value, ...]:
    if value is None or (isinstance(value, Scalar) and value.value is None):
        return ()
    if isinstance(value, Sequence):
        return value.items
    run.error("script-form", value.span, message)
    raise Stop
