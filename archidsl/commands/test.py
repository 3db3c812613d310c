"""`archidsl test`: scenarios and scripts in; which of them fail, and what of the rules they play, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from archidsl.commands.options import A_PACK
from archidsl.commands.scripts import Games, packs_of, play_script
from archidsl.commands.shipped import shipped_game
from archidsl.commands.watching import Prints, at_each_change, fingerprints
from archidsl.diagnostics import Report
from archidsl.emit import emit, emit_json
from archidsl.packs.sources import PACK
from archidsl.pipeline import Game
from archidsl.reasons import replayed
from archidsl.rendering import JSON_VERSION, as_object, concise, full, plural
from archidsl.scenarios.coverage import Coverage, FileCoverage, percent
from archidsl.scenarios.from_file import SCENARIOS, SCRIPT, TESTS, read_suite, sort_of
from archidsl.scenarios.running import Runner, files_at, selected
from archidsl.scenarios.scenario import Suite
from archidsl.scripts.from_text import read_script
from archidsl.scripts.table import Table

FORMATS = ("full", "concise", "json")


@click.command()
@click.argument("paths", nargs=-1, type=A_PACK, metavar="[PATH]...")
@click.option("-k", "text", default="", metavar="TEXT", help="Only scenarios with this text in their name or file.")
@click.option("--rule", "rules", multiple=True, metavar="ID", help="Only those of this rule, or below it; repeatable.")
@click.option("--format", "format", type=click.Choice(FORMATS), default="full", help="How it is written.")
@click.option("--list", "list_only", is_flag=True, help="Say which there are, and play none.")
@click.option("--compiled", is_flag=True, help="Play each also with the compiled game, and compare.")
@click.option("--coverage", "covered", is_flag=True, help="Say which lines and ways of the rules were not played.")
@click.option("--coverage-format", type=click.Choice(["full", "json"]), default="full", help="How that is written.")
@click.option("--watch", is_flag=True, help="Play again whenever a file changes; Ctrl-C ends.")
def test(
    paths: tuple[Path, ...], text: str, rules: tuple[str, ...], format: str, list_only: bool, compiled: bool,
    covered: bool, coverage_format: str, watch: bool,
) -> int:  # fmt: skip
    """Play scenarios, and say which fail.

    A PATH is a file of scenarios, or a folder: of a pack, the files in its folder `tests` are played. Without a PATH,
    those of the shipped game. Scripts (see `archidsl run`) in these folders are played too.

    \b
    archidsl test
    archidsl test examples -k win
    archidsl test rules --rule R-7.3 --coverage

    Exit code 0: all went as they should. 1: something failed, or there was nothing to play. 2: wrong usage.
    """
    wanted = Wanted(paths or tuple(shipped_game()), text, rules, compiled, covered)
    if list_only:
        return listed(wanted)
    if not watch:
        return told(played(wanted, format == "full"), format, coverage_format)
    if "json" in (format, coverage_format):
        raise click.UsageError("--watch writes for people: choose another format")
    return keep_playing(wanted, format)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played, and how."""

    paths: tuple[Path, ...]
    text: str
    rules: tuple[str, ...]
    compiled: bool
    covered: bool


@dataclass(frozen=True, slots=True)
class Result:
    """One scenario or script, played; without errors in its report it passed."""

    file: str
    line: int
    name: str
    rules: tuple[str, ...]
    report: Report

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(slots=True)
class Outcome:
    """All results; `unread` is what is wrong with the files themselves."""

    results: list[Result] = field(default_factory=list)
    unread: Report = field(default_factory=Report)
    left_out: int = 0
    coverage: Coverage | None = None
    packs: frozenset[Path | None] = frozenset()  # whose tests they are; None for a file that belongs to no pack
    broken: set[str] = field(default_factory=set)  # what is wrong with games, and with no scenario of theirs

    @property
    def failed(self) -> list[Result]:
        return [result for result in self.results if result.report.errors]

    def covered(self) -> list[FileCoverage]:
        """Of the packs whose tests were played; what lies below them has tests of its own."""
        files = [] if self.coverage is None else self.coverage.files()
        tested = [pack.resolve() for pack in self.packs if pack is not None]
        if None in self.packs:
            return files
        return [file for file in files if any(Path(file.file).resolve().is_relative_to(pack) for pack in tested)]


# -- playing


def found_in(wanted: Wanted, unread: Report) -> tuple[list[Suite], list[Path]]:
    """Suites of scenarios, and scripts; what cannot be read goes to the report."""
    suites, scripts = [], []
    for file in dict.fromkeys(file for path in wanted.paths for file in files_at(path)):
        sort = sort_of(file)
        if sort == SCENARIOS:
            suites.append(read_suite(file, unread))
        elif sort == SCRIPT and not wanted.rules and wanted.text.lower() in file.as_posix().lower():
            scripts.append(file)
    return suites, scripts


def played(wanted: Wanted, dots: bool) -> Outcome:
    outcome = Outcome(coverage=Coverage() if wanted.covered else None)
    suites, scripts = found_in(wanted, outcome.unread)
    outcome.packs = frozenset(map(pack_of, [*(suite.path for suite in suites), *scripts]))
    for result in _results(wanted, suites, scripts, outcome):
        outcome.results.append(result)
        if dots:
            _dot(result, outcome)
    if dots and outcome.results:
        emit()
    return outcome


def pack_of(file: Path) -> Path | None:
    """The folder above `tests`."""
    found = (folder.parent for folder in file.resolve().parents if folder.name == TESTS)
    return next((pack for pack in found if (pack / PACK).is_file()), None)


def _dot(result: Result, outcome: Outcome) -> None:
    """One line for each file, with a sign for each scenario."""
    first = len(outcome.results) == 1 or outcome.results[-2].file != result.file
    if first and len(outcome.results) > 1:
        emit()
    sign = ("error", "F") if result.report.errors else ("good", ".")
    emit(*([f"{result.file} "] if first else []), sign, end="")


def _results(wanted: Wanted, suites: list[Suite], scripts: list[Path], outcome: Outcome) -> Iterator[Result]:
    runner = Runner(outcome.coverage, wanted.compiled)
    chosen = list(selected(suites, wanted.text, wanted.rules))
    outcome.left_out = sum(len(suite.scenarios) for suite in suites) - len(chosen)
    runner.prepare(chosen)
    for suite, scenario in chosen:
        report = runner.play(suite, scenario, outcome.unread.sources)
        yield Result(str(suite.path), scenario.span.line, scenario.name, scenario.rules, report)
    outcome.broken = {game for game in runner.games.values() if isinstance(game, str)}
    games = Games()
    for path in scripts:
        ran, table = play_script(path, games)
        if outcome.coverage is not None and table is not None:
            _cover(table, outcome.coverage)
        yield Result(str(path), 1, path.stem, (), ran.report)


def _cover(table: Table, coverage: Coverage) -> None:
    """Scripts play the compiled game, which counts nothing: the reference plays it again."""
    whole, played = table.game.full, table.session.game
    assert isinstance(whole, Game)
    coverage.add(whole)
    rules: Any = getattr(played, "full", played)
    replayed(rules, table.session.position, coverage.meet)


def listed(wanted: Wanted) -> int:
    unread = Report()
    suites, scripts = found_in(wanted, unread)
    chosen = list(selected(suites, wanted.text, wanted.rules))
    for suite, scenario in chosen:
        rules = f" [{', '.join(scenario.rules)}]" if scenario.rules else ""
        emit(("place", f"{suite.path}:{scenario.span.line}"), f" {scenario.name}", ("dim", rules))
    for path in scripts:
        emit(("place", f"{path}:1"), f" {path.stem}")
    return 0 if (chosen or scripts) and not unread.errors else 1


def keep_playing(wanted: Wanted, format: str) -> int:
    """Whatever changes in the packs or the scenarios, all is read and played again."""
    return at_each_change(lambda: watched(wanted), lambda: told(played(wanted, format == "full"), format, "full"))


def watched(wanted: Wanted) -> Prints:
    """The files of the scenarios, and of the packs that they play."""
    suites, scripts = found_in(wanted, Report())
    packs = dict.fromkeys(pack for suite in suites if suite.game is not None for pack in suite.packs)
    files = [file for path in wanted.paths for file in files_at(path)]
    played = [read_script(script, Report()) for script in scripts]
    packs |= dict.fromkeys(pack for script in played if script is not None for pack in packs_of(script))
    return fingerprints([*packs, *files])


# -- telling


def told(outcome: Outcome, format: str, coverage_format: str) -> int:
    code = 1 if outcome.failed or outcome.unread.errors or not outcome.results else 0
    if format == "json":
        emit_json(as_data(outcome, code))
        return code
    at_length = _Full(outcome.broken)
    show = _concise if format == "concise" else at_length.show
    if outcome.unread.errors:
        show(outcome.unread, "these files cannot be read", "")
    for result in outcome.failed:
        show(result.report, result.name, result.place)
    at_length.end()
    if outcome.coverage is not None:
        files = outcome.covered()
        if coverage_format == "json":
            emit_json(coverage_data(files))
        else:
            table(files)
    emit(("good" if code == 0 else "error", summary(outcome)))
    return code


@dataclass(slots=True)
class _Full:
    """Tells what is wrong at length; of a game that is broken once, and then how many scenarios it has besides."""

    broken: set[str]
    told: set[str] = field(default_factory=set)
    besides: int = 0

    def show(self, report: Report, name: str, place: str) -> None:
        games = {diagnostic.message for diagnostic in report.errors} & self.broken
        if games and games <= self.told:
            self.besides += 1
            return
        self.told |= games
        emit()
        emit(("bold", name), ("dim", f" ({place})" if place else ""))
        for diagnostic in report.sorted():
            for line in full(diagnostic, report.sources):
                emit(*line)

    def end(self) -> None:
        if self.besides:
            emit()
            emit(f"{self.besides} more cannot be played for the same reason")


def _concise(report: Report, name: str, place: str) -> None:
    for diagnostic in report.sorted():
        emit(concise(diagnostic) + (f" [{name}]" if place else ""))


def summary(outcome: Outcome) -> str:
    """`2 failed, 40 passed, 3 left out`"""
    failed = len(outcome.failed)
    passed = len(outcome.results) - failed
    parts = [f"{failed} failed"] if failed else []
    parts += [f"{passed} passed"] if passed or failed else []
    parts += [f"{outcome.left_out} left out"] if outcome.left_out else []
    if outcome.unread.errors:
        parts.append(f"{plural(len(outcome.unread.errors), 'error')} in the files")
    if not outcome.results:
        parts.insert(0, "nothing was played, and that is a failure")
    return ", ".join(parts)


def table(files: list[FileCoverage]) -> None:
    emit()
    if not files:
        emit("no game could be played, so no line of rules was looked at")
        return
    longest = max((len(file.file) for file in files), default=0)
    emit(("bold", f"{'file':<{longest}}  lines        ways         missing"))
    for file in files:
        lines, ways = f"{file.lines_met}/{file.lines}", f"{file.ways_met}/{file.ways}"
        emit(f"{file.file:<{longest}}  {lines:<9}    {ways:<9}    {', '.join(file.missing)}".rstrip())
    whole = coverage_data(files)
    emit(("bold", f"{'all':<{longest}}  {whole['lines']['percent']}%  ways {whole['ways']['percent']}%"), end="")
    emit(("bold", f"  together {whole['percent']}%"))


def coverage_data(files: list[FileCoverage]) -> dict[str, Any]:
    lines, lines_met = sum(f.lines for f in files), sum(f.lines_met for f in files)
    ways, ways_met = sum(f.ways for f in files), sum(f.ways_met for f in files)
    return {
        "percent": percent(lines_met + ways_met, lines + ways) if files else 0.0,
        "lines": {"all": lines, "met": lines_met, "percent": percent(lines_met, lines)},
        "ways": {"all": ways, "met": ways_met, "percent": percent(ways_met, ways)},
        "files": [
            {
                "file": f.file, "percent": f.percent, "lines": {"all": f.lines, "met": f.lines_met},
                "ways": {"all": f.ways, "met": f.ways_met}, "missing": list(f.missing),
            }
            for f in files
        ],
    }  # fmt: skip


def as_data(outcome: Outcome, code: int) -> dict[str, Any]:
    """One versioned object with every scenario and what is wrong with it."""
    data: dict[str, Any] = {
        "version": JSON_VERSION, "ok": code == 0, "passed": len(outcome.results) - len(outcome.failed),
        "failed": len(outcome.failed), "left_out": outcome.left_out,
        "errors": [as_object(d) for d in outcome.unread.sorted()],
        "scenarios": [
            {
                "name": r.name, "file": r.file, "line": r.line, "rules": list(r.rules),
                "passed": not r.report.errors, "problems": [as_object(d) for d in r.report.sorted()],
            }
            for r in outcome.results
        ],
    }  # fmt: skip
    if outcome.coverage is not None:
        data["coverage"] = coverage_data(outcome.covered())
    return data
