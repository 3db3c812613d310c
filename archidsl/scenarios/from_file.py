"""A scenario file in, its suite out; what is not written as it should be goes to the report.

game: ..                        the pack, from where the file stands (without it, the folder above `tests`)
mods: [../../cards]             packs on top of it
shared: table.yaml              a file with the same keys, for several files; `{PACK: table.yaml}`: of a pack below
options: {players: 3}           for all scenarios of the file
aliases: {north: tile_01_1_b}   other names for things
common: {RICH: gain ...}        pieces that `given` can name
scenarios: [...]                or the file is this list alone
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from archidsl.diagnostics import Report, Span, did_you_mean
from archidsl.packs import schema
from archidsl.packs.from_files import decoded, read_text
from archidsl.packs.schema_errors import violations
from archidsl.packs.stacks import names, resting
from archidsl.packs.values import Document, Entry, Mapping, Scalar, Sequence, Value
from archidsl.scenarios.cases import spelled_out
from archidsl.scenarios.from_steps import Reader
from archidsl.scenarios.scenario import Scenario, Suite

TESTS = "tests"  # the folder of a pack in which its scenarios stand
DEEPEST = 4  # shared files of shared files
SCENARIOS, SCRIPT, SHARED = "scenarios", "script", "shared"


def sort_of(path: Path) -> str:
    """Is it a file of scenarios, a script, or something that files of scenarios share?"""
    if path.suffix == ".game":
        return SCRIPT
    document = _document(path, Report())
    if document is None or not isinstance(document.root, Mapping):
        return SCENARIOS  # if it cannot be read, that is said by whoever reads it as one
    of_tests = any(document.root.get(key) is not None for key in ("scenarios", "play"))  # `play` is a mistake there
    return SCENARIOS if of_tests else SHARED


def read_suite(path: Path, report: Report) -> Suite:
    """All scenarios of a file; after errors, as many as could be read."""
    suite = Suite(path)
    document = _document(path, report)
    if document is None:
        return suite
    root = document.root
    listed: Value | None = root
    if isinstance(root, Mapping):
        listed = root.get("scenarios")
        _head(root, path, suite, report, 0)
    if suite.game is None:
        suite.game = _usual_game(path)
    if suite.game is None:
        report.error("scenario-form", root.span, "the file does not say which `game` it plays", "write `game: PATH`")
    if not isinstance(listed, Sequence):
        message = "there are no scenarios here"
        report.error("scenario-form", root.span, message, "begin each with `- scenario:` and what it shows")
        return suite
    for item in listed:
        _scenarios(item, suite, report)
    _names_differ(suite, report)
    return suite


def _document(path: Path, report: Report) -> Document | None:
    if path.suffix == ".zip":
        message = "scenarios are played out of a folder, and this is a zip file"
        report.error("scenario-form", Span(str(path), 1, 1, 1, 1), message, "unpack it and name the folder")
        return None
    try:
        data = path.read_bytes()
    except OSError as problem:
        report.error("scenario-form", Span(str(path), 1, 1, 1, 1), f"cannot be read: {problem.strerror}")
        return None
    text = decoded(str(path), data, report)
    return None if text is None else read_text(str(path), text, report)


# -- what scenarios share


def _head(root: Mapping, path: Path, suite: Suite, report: Report, depth: int) -> None:
    """The keys beside `scenarios`; what a shared file says holds where this one says nothing."""
    rest = Mapping(root.span, tuple(entry for entry in root if entry.name != "scenarios"))
    at = root.entries[0].key.span if root.entries else root.span
    wrong = list(violations(schema.validator("scenarios.schema.json"), rest, "a file of scenarios", at))
    report.diagnostics.extend(wrong)
    if wrong:
        return
    shared = root.get("shared")
    if isinstance(shared, Scalar):
        _shared(path.parent / str(shared.value), shared, suite, report, depth)
    game, mods = root.get("game"), root.get("mods")
    if isinstance(game, Scalar):
        suite.game, suite.game_span = path.parent / str(game.value), game.span
    if isinstance(mods, Sequence):
        suite.mods = tuple(path.parent / str(mod.value) for mod in mods if isinstance(mod, Scalar))
    if isinstance(shared, Mapping):
        _shared_below(shared.entries[0], suite, path, report, depth)
    suite.options |= dict(_options(root.get("options")))
    for entry in _entries(root.get("aliases")):
        if isinstance(entry.value, Scalar):
            suite.aliases[entry.name] = entry.value
    for entry in _entries(root.get("common")):
        suite.common[entry.name] = entry.value


def _shared_below(shared: Entry, suite: Suite, path: Path, report: Report, depth: int) -> None:
    """`{PACK: FILE}`: what the scenarios of a pack below use as well; the game stays that of this file."""
    if suite.game is None:
        suite.game = _usual_game(path)
    game, span, mods = suite.game, suite.game_span, suite.mods
    below = names(resting(suite.packs)) if game is not None else {}
    if shared.name not in below:
        help = did_you_mean(shared.name, below) or f"there are {', '.join(below)}"
        report.error("scenario-form", shared.key.span, f"no pack `{shared.name}` is in this game", help)
        return
    assert isinstance(shared.value, Scalar)
    _shared(below[shared.name] / TESTS / str(shared.value.value), shared.value, suite, report, depth)
    suite.game, suite.game_span, suite.mods = game, span, mods


def _usual_game(path: Path) -> Path | None:
    """The pack in whose folder `tests` the file stands."""
    return path.parent.parent if path.resolve().parent.name == TESTS else None


def _shared(path: Path, where: Scalar, suite: Suite, report: Report, depth: int) -> None:
    if depth >= DEEPEST:
        report.error("scenario-form", where.span, "files share files that share files, without an end")
        return
    if not path.is_file():
        report.error("scenario-form", where.span, f"there is no file `{path.as_posix()}`")
        return
    document = _document(path, report)
    if document is not None and isinstance(document.root, Mapping):
        _head(document.root, path, suite, report, depth + 1)


def _entries(value: Value | None) -> tuple[Any, ...]:
    return value.entries if isinstance(value, Mapping) else ()


def _options(value: Value | None) -> tuple[tuple[str, str | int], ...]:
    found = ((entry.name, entry.value.value) for entry in _entries(value) if isinstance(entry.value, Scalar))
    return tuple((name, given) for name, given in found if isinstance(given, str | int))


# -- one scenario


def _scenarios(item: Value, suite: Suite, report: Report) -> None:
    """One entry of the list: a scenario, or one for each of its cases."""
    if not isinstance(item, Mapping) or not item.entries:
        report.error("scenario-form", item.span, "a scenario is a mapping", "begin it with `- scenario:`")
        return
    at = item.entries[0].key.span
    wrong = list(violations(schema.validator("scenarios.schema.json#/$defs/scenario"), item, "a scenario", at))
    report.diagnostics.extend(wrong)
    if wrong:
        return
    for case in spelled_out(item, report):
        suite.scenarios.append(_scenario(case, suite, report))


def _scenario(item: Mapping, suite: Suite, report: Report) -> Scenario:
    reader = Reader(suite.common, report)
    play, over = item.get("play"), item.get("over")
    return Scenario(
        name=_text(item, "scenario"),
        span=_span(item),
        rules=_rules(item.get("rule")),
        options=tuple(sorted({**suite.options, **dict(_options(item.get("options")))}.items())),
        seed=_text(item, "seed") or "scenario",
        given=tuple(reader.given(item.get("given"))),
        play=play if isinstance(play, Scalar) else None,
        steps=tuple(reader.steps(item.get("answers"))),
        expect=tuple(reader.expectations(item.get("expect"))),
        rest=_text(item, "rest"),
        stops=_text(item, "stops") == "yes",
        over=None if over is None else _text(item, "over") == "yes",
    )


def _span(item: Mapping) -> Span:
    name = item.get("scenario")
    return item.span if name is None else name.span


def _text(item: Mapping, key: str) -> str:
    value = item.get(key)
    return str(value.value) if isinstance(value, Scalar) else ""


def _rules(value: Value | None) -> tuple[str, ...]:
    if isinstance(value, Scalar):
        return (str(value.value),)
    return tuple(str(rule.value) for rule in value if isinstance(rule, Scalar)) if isinstance(value, Sequence) else ()


def _names_differ(suite: Suite, report: Report) -> None:
    seen: set[str] = set()
    for scenario in suite.scenarios:
        if scenario.name in seen:
            message = f"there are two scenarios `{scenario.name}` in this file"
            report.error("scenario-form", scenario.span, message, "say what is different about them")
        seen.add(scenario.name)
