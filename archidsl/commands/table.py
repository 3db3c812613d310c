"""A game and its seats in, the game played out: who is asked, what a refusal says, what is kept, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from archidsl.commands.kept_games import RECORD, Seats, finished, folder, keep
from archidsl.emit import emit
from archidsl.engine.chance import commitment, key_from_seed
from archidsl.engine.layout import Panel
from archidsl.engine.machine import Position
from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players.beyond import Beyond, beyond
from archidsl.players.consequences import Outcome, consequences
from archidsl.players.console import Begin, Console, Leave, PlayAgain, Table, TakeBack
from archidsl.players.final import last_screen
from archidsl.players.lines import Line
from archidsl.players.panels import charts
from archidsl.players.process import ProcessPlayer
from archidsl.players.showing import known, results, table, winners
from archidsl.players.terminal import Terminal
from archidsl.players.unoffered import unoffered
from archidsl.session import TOO_LATE, Session, SessionError
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

NOBODY = "nobody"
Player = Callable[[View, dict[str, Any]], Written]


class PlayTable(Table):
    """What people at this table can ask for."""

    def __init__(self, session: Session, naming: Naming, seats: Seats | None = None) -> None:
        self.session, self.naming, self.seats = session, naming, seats
        self.warned = False
        self.looked: tuple[Position, int, Beyond | None] | None = None
        self.brought: tuple[int, Position, dict[object, Outcome]] | None = None

    def answering(self) -> str:
        """From the first answer of a person on, a game is kept; if that is not possible, it is said once."""
        if self.session.file is not None or self.warned or self.seats is None:
            return ""
        problem = keep(self.session, self.seats)
        self.warned = bool(problem)
        return self.naming.say("cannot_keep", reason=problem) if problem else ""

    def behind(self) -> Beyond | None:
        """What is asked behind an option that goes without saying; worked out once for a question."""
        session = self.session
        if self.looked is None or self.looked[0] is not session.position or self.looked[1] != session.end:
            self.looked = (session.position, session.end, beyond(session.position))
        return self.looked[2]

    def why(self, written: object) -> str:
        behind = self.behind()
        if behind is not None and written not in behind.before["answers"]:
            return self.because(behind.position, written) or self.session.refuse(written, self.naming)
        return self.session.refuse(written, self.naming)

    def because(self, position: Position, written: object) -> str:
        """Why the question behind an option does not offer this; empty if nothing is known about it."""
        from archidsl.reasons import reason  # only now: it needs the whole pipeline

        choice = position.choice
        assert choice is not None
        whole: Any = getattr(self.session.game, "full", self.session.game)
        because = reason(whole, position, written, self.naming.lexicon)
        answer = self.naming.answer(choice.key, written)
        return self.naming.say("not_offered_because", answer=answer, reason=because) if because else ""

    def why_all(self, question: Mapping[str, Any]) -> list[str]:
        """By reasons: what has the same stands together."""
        from archidsl.reasons import reasons  # only now: it needs the whole pipeline

        session, behind = self.session, self.behind()
        naming = self.naming.seen(session.view(session.choice.player)) if session.choice is not None else self.naming
        parts = [(session.position, question)]
        if behind is not None:
            parts = [(behind.position, behind.behind), (session.position, behind.before)]
        whole: Any = getattr(session.game, "full", session.game)
        found: dict[str, list[str]] = {}
        for position, asked in parts:
            words = unoffered(asked, naming)
            written = [[word] for word in words] if asked["kind"] == "several" else words
            for word, because in zip(words, reasons(whole, position, written, naming.lexicon), strict=True):
                found.setdefault(because, []).append(naming.answer(asked["key"], word))
        return [naming.say("why_these", answers=", ".join(named), reason=why) for why, named in found.items() if why]

    def outcomes(self) -> Mapping[object, Outcome]:
        """Worked out once for a question; when it is shown again, it is the same."""
        session = self.session
        if self.brought is None or self.brought[0] != session.end or self.brought[1] is not session.position:
            told = consequences(session.position, self.naming)
            if behind := self.behind():
                told = {**consequences(behind.position, self.naming), **told}
            self.brought = (session.end, session.position, told)
        return self.brought[2]

    def saved(self) -> str:
        return kept(self.session, self.naming, self.seats)

    def card(self, name: str) -> list[Line]:
        from archidsl.commands.members import Member, Members  # only now: it needs the whole pipeline
        from archidsl.commands.show import called
        from archidsl.commands.show_card import card_lines

        whole: Any = getattr(self.session.game, "full", self.session.game)
        members = Members(whole, self.naming.lexicon)
        found = [one for one in called(members, name) if isinstance(one, Member)]
        return [tuple(line) for one in found[:3] for line in card_lines(members, one)]


def at_table(
    session: Session, naming: Naming, people: set[str], bots: Mapping[str, Player], terminal: Terminal,
    seats: Seats | None = None,
) -> int:  # fmt: skip
    """Plays on until the game is over or somebody leaves; `bots` for all seats, those of people included."""
    told(session, naming)
    public = known(session.layout)
    console = Console(public, naming, terminal, PlayTable(session, naming, seats))
    if len(people) > 1 and session.live:
        console.sits = NOBODY  # who of them comes back to the terminal is not known
    players: dict[str, Player] = {**bots, **dict.fromkeys(people, console)}
    try:
        play_on(session, players, naming)
        finished(session)
    except Leave:
        emit(kept(session, naming, seats))
        return 0
    except KeyboardInterrupt:
        emit(f"\n{kept(session, naming, seats)}")
        raise
    finally:
        for bot in bots.values():
            if isinstance(bot, ProcessPlayer):
                bot.close()
        session.close()
    ended(session, naming, console)
    return 0


def ended(session: Session, naming: Naming, console: Console) -> None:
    """The last screen: what was done since, the map, the count, what happened over the game, who won."""
    view = session.view(-1, paneled=True)
    console.screen.show(last_screen(view, console, charts(session.positions, naming)))
    emit("\n" + outcome(session, naming))
    emit(naming.say("seed", seed=session.header.seed))


def play_on(session: Session, players: Mapping[str, Player], naming: Naming | None) -> None:
    """Asks and answers to the end; a person is asked again after a refused answer, a bot's ends the game."""
    while (choice := session.choice) is not None:
        name = session.player
        player = players[name]
        view = session.view(choice.player, paneled=isinstance(player, Console))
        try:
            if not isinstance(player, Console):
                session.answer_written(player(view, view["question"]))
                continue
            behind = player.table.behind()
            written = player(view, behind.both if behind is not None else view["question"])
            through = behind is not None and behind.is_behind(written)
            if not through and (reason := session.refuse(written, naming)):
                player.note(reason)
                continue
            if problem := player.table.answering():
                player.notes.append(problem)
            if behind is not None and through:
                session.answer_written(behind.option)
            session.answer_written(written)
        except (Begin, TakeBack, PlayAgain) as wish:
            assert isinstance(player, Console)
            player.note(carried_out(session, players, player.naming, name, wish))
        except SessionError as error:
            if isinstance(player, ProcessPlayer):
                raise player.refused(str(error)) from None
            if not isinstance(player, Console):
                raise
            player.note(str(error))


def carried_out(session: Session, players: Mapping[str, Player], naming: Naming, name: str, wish: Exception) -> str:
    """Does what a person wants instead of answering; what is to be said about it."""
    try:
        match wish:
            case TakeBack() if not any(entry.player == name for entry in session.live):
                return naming.say("undo_none")
            case TakeBack():
                session.undo(by=name)
                if session.live and session.live[-1].player == name:
                    before = beyond(session.at(session.end - 1))
                    if before is not None and session.live[-1].answer == before.option:
                        session.undo(by=name)
                return naming.say("undone")
            case PlayAgain() if session.end == len(session.entries):
                return naming.say("redo_none")
            case PlayAgain():
                session.redo()
            case Begin():
                return begun_by_another(session, players, naming, wish)
    except SessionError as problem:
        return naming.say("undo_no_more") if str(problem) == TOO_LATE else str(problem)
    return ""


def begun_by_another(session: Session, players: Mapping[str, Player], naming: Naming, other: Begin) -> str:
    """Only people begin something out of turn: bots are asked when they are asked."""
    if not isinstance(players[other.player], Console):
        return naming.say("not_here", player=naming.person(other.player))
    if reason := session.refuse(other.written, naming, other.player):
        return reason
    session.answer_written(other.written, other.player)
    return ""


def told(session: Session, naming: Naming) -> None:
    """The game, and the options that are not as usual."""
    header, lexicon = session.header, naming.lexicon
    usual = session.game.options
    other = [(name, value) for name, value in header.options if name == "players" or usual[name].default != value]
    title = lexicon.name("pack.title") if lexicon.has("pack.title") else header.game
    emit(("bold", title))
    for name, value in other:
        emit(naming.line(f"  {lexicon.name(f'option.{name}')}", [option_value(lexicon, value)]))
    emit(naming.say("seed", seed=header.seed))
    emit(("dim", naming.say("commitment", commitment=commitment(key_from_seed(header.seed), header.digest))))


def option_value(lexicon: Lexicon, value: str | int) -> str:
    if value in ("yes", "no"):
        return lexicon.say(str(value))
    return str(value) if isinstance(value, int) else lexicon.name(f"term.{value}")


def outcome(session: Session, naming: Naming) -> str:
    """Who won, and what everybody has, if no panel of the game has said so."""
    found = results(session.position)
    if not found:
        return naming.say("over")
    layout = session.layout
    results_of = {layout.results[result][0] for result in found}
    if any(panel.at == "end" and not panel.when and results_of <= _columns(panel) for panel in layout.panels):
        return f"{naming.say('over')} {won_by(found, naming)}"
    columns = {result: layout.columns[layout.results[result]] for result in found}
    rows = [["", *[naming.property(column.name) for column in columns.values()]]]
    for name in layout.names[: layout.players]:
        values = [naming.value(columns[result].base, found[result][name]) for result in found]
        rows.append([naming.person(name), *values])
    return f"{naming.say('over')} {won_by(found, naming)}\n{table(rows)}"


def _columns(panel: Panel) -> set[str]:
    """What a panel says of each row, by the names of the pack."""
    return {cell.name for cell in panel.cells} if panel.each and not (panel.across or panel.over) else set()


def won_by(found: dict[str, dict[str, Any]], naming: Naming) -> str:
    """`Anna wins.`"""
    names = [naming.person(name) for name in winners(found)]
    return naming.say("winners", names=", ".join(names), number=len(names)) if names else naming.say("no_winner")


def kept(session: Session, naming: Naming, seats: Seats | None = None) -> str:
    """Where the game is kept; one that has no file yet, though a person has answered, gets one here and now."""
    if session.file is None:
        people = seats.people if seats is not None else session.layout.names[: session.layout.players]
        if not any(entry.player in people for entry in session.live):
            return naming.say("nothing_kept")
        count = 1
        while (path := Path(f"{session.header.game}-{count}{RECORD}")).exists():
            count += 1
        try:
            session.keep(path)
        except SessionError as problem:
            return naming.say("cannot_keep", reason=str(problem))
    assert session.file is not None
    path = Path(session.file.name)
    if path.parent == folder():
        return naming.say("kept_here", name=path.name.removesuffix(RECORD))
    return naming.say("kept", file=session.file.name)
