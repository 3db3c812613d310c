"""Scripts and records in, each played; how it went out, for people, editors and programs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import click

from archidsl.commands.kept import shipped
from archidsl.commands.options import language_said
from archidsl.commands.scripts import Games, Ran, play_script
from archidsl.commands.shipped import resting
from archidsl.diagnostics import PackErrors, Report, Span
from archidsl.emit import emit, emit_json
from archidsl.engine.record import RecordError, read_record
from archidsl.packs.sources import is_skipped
from archidsl.rendering import JSON_VERSION, as_object, concise, full, github, plural
from archidsl.scripts.playing import NEVER, Until
from archidsl.scripts.script import ENDING
from archidsl.session import Session, SessionError

RECORD = ".jsonl"


@dataclass(frozen=True, slots=True)
class Wanted:
    """How files are played: records with these packs, and no further than this."""

    pack: Path | None = None
    mods: tuple[Path, ...] = ()
    until: Until = NEVER


def files_of(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Files as they are named; of a folder all scripts and records in it and below it."""
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for place, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if not is_skipped(name) or name == "tests")
            yield from (Path(place) / name for name in sorted(files) if name.endswith((ENDING, RECORD)))


def run_files(paths: tuple[Path, ...], wanted: Wanted, format: str, jobs: int) -> int:
    """Plays them all, tells of each as soon as those before it are told of, and sums up."""
    files = list(dict.fromkeys(files_of(paths)))
    rows = []
    for ran in _played(files, wanted, jobs):
        rows.append(ran)
        if format == "full":
            _line(ran)
    code = 0 if rows and not any(ran.report.errors for ran in rows) else 1
    if format == "json":
        emit_json(as_data(rows, code))
    else:
        _problems(rows, format)
        if format != "github":
            emit(("good" if code == 0 else "error", summary(rows)))
    return code


def _played(files: list[Path], wanted: Wanted, jobs: int) -> Iterator[Ran]:
    if jobs < 2 or len(files) < 2:
        yield from (play_file(file, wanted) for file in files)
        return
    with Pool(min(jobs, len(files))) as pool:
        yield from pool.imap(partial(play_file, wanted=wanted), files)


@cache
def _games() -> Games:
    """Of this process."""
    return Games()


def play_file(path: Path, wanted: Wanted) -> Ran:
    return stood(path, wanted)[0]


def stood(path: Path, wanted: Wanted) -> tuple[Ran, Session | None]:
    """A file, played, and the session in which it ended."""
    if path.suffix == RECORD:
        return verified(path, wanted)
    if path.suffix != ENDING and os.path.isfile(path):
        report = Report()
        help = f"a script is a file that ends in `{ENDING}`, a record one that ends in `{RECORD}`"
        report.error("script-form", Span(str(path), 1, 1, 1, 1), "this is neither a script nor a record", help)
        return Ran(str(path), report), None
    ran, table = play_script(path, _games(), wanted.until)
    return ran, None if table is None else table.session


# -- records


def verified(path: Path, wanted: Wanted) -> tuple[Ran, Session | None]:
    """A record, replayed; the report gets what is wrong with it."""
    report = Report()
    ran = Ran(str(path), report)
    try:
        session = replayed(path, wanted)
        ran.stands(session)
        return ran, session
    except PackErrors as problem:
        first = problem.report.errors[0]
        report.error("bad-record", Span(str(path), 1, 1, 1, 1), f"its game has errors: {first.span}: {first.message}")
    except (RecordError, SessionError) as problem:
        place, message = _placed(str(path), str(problem))
        report.error("bad-record", place, message)
    return ran, None


def replayed(path: Path, wanted: Wanted) -> Session:
    """A record, played to its end, or as far as somebody wants to see."""
    reading = read_record(path)
    below = [wanted.pack] if wanted.pack is not None else shipped(reading.header.game)
    game = _games().open(resting([*below, *wanted.mods]))
    most = min(wanted.until.answers or len(reading.live), wanted.until.line - 2 if wanted.until.line > 1 else 10**9)
    lines = reading.entries if most >= len(reading.live) else reading.live[:most]
    return Session.replay(game, reading.header, lines, str(path))


def _placed(path: str, message: str) -> tuple[Span, str]:
    """`game.jsonl:7: ...` as a place and the rest."""
    line = 1
    if message.startswith(f"{path}:"):
        number, sign, rest = message[len(path) + 1 :].partition(": ")
        if sign and number.isdigit():
            line, message = int(number), rest
        else:
            message = message[len(path) + 1 :].strip()
    return Span(path, line, 1, line, 1), message


# -- telling


def _line(ran: Ran) -> None:
    """One file: `win.game passed: 5 answers, over`"""
    if ran.report.errors:
        emit(f"{ran.file} ", ("error", "failed"))
    else:
        emit(f"{ran.file} ", ("good", "passed"), ("dim", f": {stands(ran)}"))


def stands(ran: Ran) -> str:
    end = f"{ran.asked[0]} is asked for `{ran.asked[1]}`" if ran.asked else "over"
    return f"{plural(ran.answers, 'answer')}, {end}"


def _problems(rows: list[Ran], format: str) -> None:
    for ran in rows:
        for diagnostic in ran.report.sorted():
            if format != "full":
                emit(github(diagnostic) if format == "github" else concise(diagnostic))
                continue
            emit()
            for line in full(diagnostic, ran.report.sources):
                emit(*line)
        if ran.report.errors and format == "full" and ran.state:
            emit(("dim", f"after {stands(ran)}"))


def summary(rows: list[Ran]) -> str:
    failed = sum(bool(ran.report.errors) for ran in rows)
    said = [f"{failed} failed"] if failed else []
    said += [f"{len(rows) - failed} passed"] if len(rows) > failed else []
    return ", ".join(said) or "nothing was played, and that is a failure"


def as_data(rows: list[Ran], code: int) -> dict[str, Any]:
    """One versioned object; docs/scripts.md tells what is in it."""
    failed = sum(bool(ran.report.errors) for ran in rows)
    return {
        "version": JSON_VERSION, "ok": code == 0, "passed": len(rows) - failed, "failed": failed,
        "files": [
            {
                "file": ran.file, "passed": not ran.report.errors, "answers": ran.answers, "over": ran.over,
                "asked": {"player": ran.asked[0], "key": ran.asked[1]} if ran.asked else None,
                "state": ran.state, "problems": [as_object(d) for d in ran.report.sorted()],
            }
            for ran in rows
        ],
    }  # fmt: skip


# -- stopping there


@dataclass(frozen=True, slots=True)
class Show:
    """What is shown of the place where a file stops."""

    format: str = "full"
    interactive: bool = False
    explain: bool = False


def explained(session: Session) -> None:
    """Which rules ran for the last decision, as `archidsl trace` tells it."""
    from archidsl.commands.trace import (  # only now: the rules are read for it
        in_script,
        last_decision,
        show,
        spoken,
        traces,
    )

    found = traces(session, *last_decision(session))
    show(in_script(session, found), False, spoken(session, found) if language_said() else {})


def until(text: str) -> Until:
    """`31`: before line 31 of the file. `answer:40`: after 40 answers."""
    word, sign, number = text.rpartition(":")
    if not (number.isascii() and number.isdigit()) or word not in ("", "line", "answer") or bool(sign) != bool(word):
        raise click.UsageError(f"--until: `{text}` is neither a line, like `31`, nor like `answer:40`")
    return Until(answers=int(number[:9])) if word == "answer" else Until(line=int(number[:9]))


def show_there(path: Path, wanted: Wanted, language: str, show: Show) -> int:
    """Plays up to a place; there, which rules ran last, the view of whoever is asked, or the terminal itself."""
    from archidsl.commands.play_on import show_question, take_over

    ran, session = stood(path, wanted)
    code = 1 if session is None or ran.report.errors else 0
    if show.format == "json":
        emit_json(as_data([ran], code))
        return code
    if code:
        _problems([ran], show.format)
    if session is not None and show.explain:
        explained(session)
    if session is None or code:
        return code
    if session.choice is None:
        emit(f"{path}: {stands(ran)}")
        return 1 if show.interactive else 0
    seats = [f"{name} is p{number}" for number, name in enumerate(session.header.players, 1) if name != f"p{number}"]
    if seats:
        emit(("dim", ", ".join(seats)))
    if show.interactive:
        return take_over(session, language)
    if not show.explain:
        show_question(session, language)
    emit(("dim", f"{path}: {stands(ran)}"))
    return 0
