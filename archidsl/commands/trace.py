"""`archidsl trace`: a kept game and a decision in, which rules ran for it and what they changed out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from archidsl.commands.kept import kept_game, told_of
from archidsl.commands.options import A_PACK, A_PATH, language, language_said, mod_option
from archidsl.commands.play_on import naming_of
from archidsl.commands.replaying import Replay
from archidsl.diagnostics import Report
from archidsl.emit import emit, emit_json
from archidsl.engine.views import EVERYTHING
from archidsl.players.showing import known
from archidsl.rendering import JSON_VERSION
from archidsl.scripts.table import called, can_be_called
from archidsl.session import Session, SessionError
from archidsl.tracing import Trace, as_object, renamed, told
from archidsl.tracing import trace as traced


@click.command()
@click.argument("file", type=A_PATH)
@mod_option
@click.option("--game", "pack", type=A_PACK, help="The pack that was played; else the shipped one that FILE names.")
@click.option("--at", metavar="N|N-M", help="The number of an answer, or from one to another; 0 is the beginning.")
@click.option("--last", is_flag=True, help="The last decision, with what chance answered after it; the default.")
@click.option("--full", is_flag=True, help="Every line, test, window and question, and not only what changed.")
@click.option("--format", "format", type=click.Choice(["full", "json"]), default="full", help="How it is written.")
def trace(
    file: Path, mods: tuple[Path, ...], pack: Path | None, at: str | None, last: bool, full: bool, format: str
) -> int:
    """Tell which rules ran for a decision, and what they changed.

    FILE is a record (`.jsonl`) or a script (`.game`). It tells everything, hidden things too: a trace is for authors.
    In a full trace `?` is a test and what it read, `=` is what came of a line. It tells all that in the words of the
    rules, with the names that a script gives its players; with `--lang` also each answer as players read it.

    \b
    archidsl trace game.jsonl
    archidsl trace game.jsonl --at 12 --full
    archidsl trace game.jsonl --game examples/saltfen --at 0-20 --format json
    """
    if at is not None and last:
        raise click.UsageError("give --at or --last, and not both")
    faults = Report()
    try:
        session = kept_game(file, [pack] if pack is not None else (), mods, faults)
        first, end = numbers(at, session.end) if at is not None else last_decision(session)
        found = traces(session, first, end)
    except SessionError as problem:
        emit(("error", "error"), f": {problem}", err=True)
        return 1
    sentences = spoken(session, found) if language_said() else {}
    if format == "json":
        decisions = [{**as_object(one, full), **in_words(sentences.get(one.number))} for one in found]
        emit_json({"version": JSON_VERSION, "game": session.header.game, "full": full, "decisions": decisions})
    else:
        show(in_script(session, found), full, sentences)
    return told_of(faults)


def in_script(session: Session, found: Iterable[Trace]) -> Iterable[Trace]:
    """With the names of the players, if they are such as a script has."""
    names, things = session.header.players, session.layout.names
    if not can_be_called(names, things):
        return found
    long = dict(called(names, things))
    return [renamed(one, {thing: name for name, thing in long.items()}) for one in found]


def show(found: Iterable[Trace], full: bool, sentences: Mapping[int, str]) -> None:
    for one in found:
        head, *lines = told(one, full)
        emit(("bold", head), ("dim", f"  ({sentences[one.number]})" if one.number in sentences else ""))
        for line in lines:
            emit(line)


def spoken(session: Session, found: Iterable[Trace]) -> dict[int, str]:
    """Each answer as players read it, in the language that was asked for; the rules keep their own words."""
    replay = Replay(session, naming_of(session, language()), known(session.layout), EVERYTHING)
    return {one.number: replay.answer(one.number) for one in found if one.number}


def in_words(sentence: str | None) -> dict[str, str]:
    return {} if sentence is None else {"told": sentence}


def numbers(text: str, end: int) -> tuple[int, int]:
    """`12` or `12-15`."""
    found = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", text)
    if found is None:
        raise click.UsageError(f"--at: `{text}` is not like 12 or 12-15")
    first, last = int(found[1]), int(found[2] or found[1])
    if not first <= last <= end:
        raise click.UsageError(f"--at: there are the answers 0 to {end}, and no {text}")
    return first, last


def last_decision(session: Session) -> tuple[int, int]:
    """The last answer of a person, and the last of all."""
    people = [entry.number for entry in session.live if entry.player != "chance"]
    return people[-1] if people else 0, session.end


def traces(session: Session, first: int, last: int) -> list[Trace]:
    """Of any session: the rules themselves are read for it, if only the compiled game is at hand."""
    whole: Any = getattr(session.game, "full", session.game)
    return traced(whole, session.position, first, last)
