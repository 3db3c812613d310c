"""A played game in, its script out: a head, all answers under headings, and how it ended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from archidsl.engine.record import Entry
from archidsl.pipeline import Game
from archidsl.players.showing import results
from archidsl.scripts.headings import Heading, counted, facts, headings
from archidsl.scripts.playing import CHANCE, in_script
from archidsl.scripts.table import called, can_be_called
from archidsl.session import Session, begins
from archidsl.texts.lexicon import Lexicon

WIDEST = 110
BARE = re.compile(r"[\w./@+-]+( [\w./@+-]+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Wanted:
    """`game`: what the head says it is. `names`: of the players. What else is told, beside the answers."""

    game: str
    names: tuple[str, ...] = ()
    expect: bool = False
    chance: bool = False
    lexicon: Lexicon = field(default_factory=lambda: Lexicon({}))  # of comments; all else is as the rules call it


@dataclass(slots=True)
class Writer:
    """Goes through a played game once more, and writes."""

    session: Session
    wanted: Wanted
    short: dict[str, str]  # players and their things -> as the script calls them
    lines: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)  # of the line that is being written
    subject: str = ""

    def flush(self) -> None:
        """The line as it stands so far; what is too long goes on in the next, for the same player."""
        if not self.subject:
            return
        if not self.pieces:
            self.lines.append(self.subject)
        begun = self.subject
        while self.pieces:
            line = f"{begun}: {self.pieces.pop(0)}"
            while self.pieces and len(line) + 2 + len(self.pieces[0]) <= WIDEST:
                line += f", {self.pieces.pop(0)}"
            self.lines += wrapped(line)
            begun = begun.split(" ")[0]
        self.subject = ""

    def say(self, subject: str, piece: str = "") -> None:
        if subject.split(" ")[0] != self.subject.split(" ")[0] or " " in subject:
            self.flush()
            self.subject = subject
        self.pieces += [piece] if piece else []

    def comment(self, text: str) -> None:
        self.flush()
        self.lines += [*([""] if self.lines[-1:] != [""] else []), f"# {text}"]


def wrapped(line: str) -> list[str]:
    """A line that is still too long goes on below, indented."""
    out = []
    while len(line) > WIDEST and (at := line.rfind(" ", 4, WIDEST)) > 0:
        out.append(line[:at])
        line = f"  {line[at + 1 :]}"
    return [*out, line]


def to_text(game: Game, played: Session, wanted: Wanted) -> str:
    """The script of a session. Played with its own head it gives the same game."""
    things = played.layout.names
    names = wanted.names or played.header.players
    if not can_be_called(names, things):
        names = tuple(things[: played.layout.players])
    wanted = replace(wanted, names=names)
    again = Session.new(played.game, dict(played.header.options), played.header.seed)
    writer = Writer(again, wanted, {thing: name for name, thing in called(names, things)})
    writer.lines += [*head(played, wanted), ""]
    coming = headings(game, played.position, wanted.lexicon)
    before: dict[str, int | str] = {}
    for number, entry in enumerate(played.live):
        due = [heading for heading in coming if 0 <= heading.answers <= number and entry.player != CHANCE]
        if due:
            coming = [heading for heading in coming if heading not in due]
            before = _headed(writer, due, before)
        _written(writer, entry)
    writer.flush()
    writer.lines += ["", *ending(writer)]
    return "\n".join(writer.lines) + "\n"


def _written(writer: Writer, entry: Entry) -> None:
    session, short = writer.session, writer.short
    if entry.player == CHANCE:
        if writer.wanted.chance:
            writer.say(CHANCE, f"{entry.key} {in_script(entry, short)}")
        return
    player, choice = short.get(entry.player, entry.player), session.choice
    assert choice is not None
    if " " in writer.subject and not session.position.guest:
        writer.flush()  # what was begun is over, and the question from before is asked again
    if begins(entry.answer):
        writer.say(f"{player} begins {str(entry.answer)[1:]}")
    else:
        writer.say(player, f"{entry.key} {in_script(entry, short, choice.declinable)}")
    session.answer_written(entry.answer, entry.player if begins(entry.answer) else "")


def head(played: Session, wanted: Wanted) -> Iterator[str]:
    header, usual = played.header, played.game.options
    named = any(name != f"p{i}" for i, name in enumerate(wanted.names, 1))
    yield f"# {header.game}, played with rules {header.digest[:16]}."
    yield f"game: {wanted.game}"
    other = [(name, value) for name, value in header.options if value != usual[name].default or name == "players"]
    said = [f"{name} {value}" for name, value in other if name != "players" or not named]
    if said:
        yield from wrapped(f"options: {', '.join(said)}")
    yield f"seed: {text(header.seed)}"
    if named:
        yield f"players: {', '.join(wanted.names)}"


def text(words: str) -> str:
    """As it is, or in quotes where it could be misread."""
    return words if BARE.fullmatch(words) else json.dumps(words)


# -- what is told between the answers


def _headed(writer: Writer, due: Sequence[Heading], before: dict[str, int | str]) -> dict[str, int | str]:
    """The last of the headings; with a new round, also what has changed in the game since the last one."""
    last = due[-1]
    now = facts(writer.session.layout, writer.session.position.s)
    if not any(heading.new_round for heading in due):
        writer.comment(f"{last.round}: {last.phase}" if last.round and last.phase else last.round or last.phase)
        return before
    writer.comment(f"-- {last.round}{f': {last.phase}' if last.phase else ''} --")
    first = {name: "no" if isinstance(value, str) else 0 for name, value in now.items()}
    said = {
        name: counted(writer.wanted.lexicon, name, value)
        for name, value in now.items()
        if value != {**first, **before}[name]
    }
    changed = [text for text in said.values() if text != last.round]
    if changed:
        writer.lines += [f"# {line}" for line in _filled(changed, ", ")]
    if writer.wanted.expect:
        writer.lines += expected(writer, now)
    return now


def _filled(pieces: Iterable[str], between: str, room: int = WIDEST - 2) -> Iterator[str]:
    line = ""
    for piece in pieces:
        if line and len(line) + len(between) + len(piece) > room:
            yield line
            line = ""
        line += f"{between}{piece}" if line else piece
    if line:
        yield line


def expected(writer: Writer, now: dict[str, int | str]) -> Iterator[str]:
    """Conditions that hold now: of the game, and what each player has."""
    layout, state, short = writer.session.layout, writer.session.position.s, writer.short
    said = [f"{name} is {value}" for name, value in now.items()]
    yield from (f"expect {line}" for line in _filled(said, " and ", WIDEST - 7))
    for player in range(layout.players):
        first, name = layout.holdings[player], layout.names[player]
        stuffs = list(enumerate(layout.stuffs)) if first >= 0 else []
        held = [f"{stuff} of {short.get(name, name)} is {state[first + i]}" for i, stuff in stuffs if state[first + i]]
        yield from (f"expect {line}" for line in _filled(held, " and ", WIDEST - 7))


def ending(writer: Writer) -> Iterator[str]:
    """Who won with how much, or who is asked what."""
    session, short = writer.session, writer.short
    if not session.position.over:
        choice = session.choice
        assert choice is not None
        yield f"expect {short.get(session.player, session.player)} is asked {choice.key}"
        return
    yield "expect over"
    found = results(session.position)
    if "won" in found:
        winners = [short.get(name, name) for name, value in found["won"].items() if value == "yes"]
        yield f"expect {' and '.join(winners) or 'nobody'} {'win' if len(winners) > 1 else 'wins'}"
    if "score" in found:
        name, _ = session.layout.results["score"]
        said = [f"{name} of {short.get(who, who)} is {value}" for who, value in found["score"].items()]
        yield from (f"expect {line}" for line in _filled(said, " and ", WIDEST - 7))
