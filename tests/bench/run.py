"""`make bench`: the compiled Saltfen against the one written by hand, as ratios of one run. Writes docs/bench.md.

Every ratio is the median of rounds in which both sides run one after the other, so that a machine that slows down slows
both. Nothing here fails: a target that is missed is shown as missed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from archidsl import pipeline
from tests.bench.effects import EFFECTS, EXAMPLE, Games, clock_cost, replay, replay_by_hand
from tests.bench.handwritten import Saltfen

ROOT = Path(__file__).resolve().parents[2]
SPEED, SIZE = "at least", "at most"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `ours` and `theirs` are shown as they are; the ratio is what counts."""

    what: str
    ours: str = ""
    theirs: str = ""
    ratio: float | None = None
    sense: str = ""
    target: float | None = None
    note: str = ""

    @property
    def met(self) -> str:
        if self.ratio is None or self.target is None:
            return ""
        good = self.ratio >= self.target if self.sense == SPEED else self.ratio <= self.target
        return f"{self.sense} {self.target}: {'met' if good else 'missed'}"


def seconds(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def interleaved(rounds: int, *runs: Callable[[], object]) -> list[list[float]]:
    """Seconds of each run, round by round; the first round only warms up."""
    found = [[seconds(run) for run in runs] for _ in range(rounds + 1)][1:]
    return [list(times) for times in zip(*found, strict=True)]


def ratio(over: list[float], under: list[float]) -> float:
    return statistics.median([a / b for a, b in zip(over, under, strict=True)])


def micro(spent: float) -> str:
    return f"{spent * 1e6:.1f} us"


def milli(spent: list[float]) -> str:
    return f"{statistics.median(spent) * 1e3:.0f} ms"


# -- playing -------------------------------------------------------------------------------------------------------------


def playouts(games: Games, rounds: int) -> list[Row]:
    answers = sum([len(game.answers) for game in games.games])
    compiled, by_hand = interleaved(rounds, games.play_compiled, games.play_by_hand)
    ours, theirs = (statistics.median(times) / answers for times in (compiled, by_hand))
    note = f"{len(games.games)} random games, {answers / len(games.games):.0f} questions a game; time for a question"
    return [Row("whole games", micro(ours), micro(theirs), ratio(by_hand, compiled), SPEED, 0.9, note)]


def effects(games: Games, rounds: int) -> list[Row]:
    counts, clock = games.counts(), clock_cost()
    compiled, by_hand = [], []
    for _ in range(rounds + 1):
        compiled.append(games.time_compiled())
        by_hand.append(games.time_by_hand())
    rows = []
    for i, name in enumerate(EFFECTS):
        ours = [spent[i] / counts[i] - clock for spent in compiled[1:]]
        theirs = [spent[i] / counts[i] - clock for spent in by_hand[1:]]
        shown = [micro(statistics.median(times) / 1e9) for times in (ours, theirs)]
        rows.append(Row(name, *shown, ratio(theirs, ours), SPEED, 0.9, f"{counts[i]} times"))
    return rows


def reference(games: Games, rounds: int) -> list[Row]:
    """The slow interpreter of the same rules, for comparison."""
    what = "whole games, reference interpreter"
    try:
        from archidsl.interpreter.game import Reference
    except ImportError as error:
        return [Row(what, note=f"skipped: {error}")]
    few, loaded = games.games[:12], games.loaded
    layouts = {n: loaded.layout(loaded.settle({"players": n})) for n in (2, 3, 4)}

    def interpreted() -> None:
        for game in few:
            replay(Reference(loaded.v, loaded.rules, layouts[game.players], game.key), game.answers)

    def by_hand() -> None:
        for game in few:
            replay_by_hand(Saltfen(game.players, game.key), game.by_hand)

    try:
        slow, fast = interleaved(rounds, interpreted, by_hand)
    except Exception as error:
        return [Row(what, note=f"skipped: it stopped with {type(error).__name__}")]
    answers = sum([len(game.answers) for game in few])
    shown = [micro(statistics.median(times) / answers) for times in (slow, fast)]
    return [Row(what, *shown, ratio(fast, slow), note="for comparison")]


def copies(games: Games, rounds: int) -> list[Row]:
    positions = games.positions(every=40)
    states = [position.s for position in positions]

    def whole() -> None:
        for position in positions:
            position.copy()

    def bare() -> None:
        for state in states:
            state.copy()

    ours, theirs = interleaved(4 * rounds, whole, bare)
    shown = [micro(statistics.median(times) / len(states)) for times in (ours, theirs)]
    note = f"{len(states[0])} slots; the other side is `list.copy` of the same size"
    return [Row("copy of a position", *shown, ratio(ours, theirs), SIZE, 4, note)]


# -- starting ------------------------------------------------------------------------------------------------------------

COLD = """
import json, sys
from pathlib import Path
from time import perf_counter
start = perf_counter()
from archidsl import pipeline
imported = perf_counter()
game = pipeline.load([Path(sys.argv[1])])
loaded = perf_counter()
game.start({}, "bench")
print(json.dumps([imported - start, loaded - imported, perf_counter() - loaded]))
"""


def process(*arguments: str) -> Callable[[], str]:
    """A run of this interpreter; answers with what it printed."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def loading(rounds: int) -> list[Row]:
    stages: list[list[float]] = []
    cold = process("-c", COLD, str(EXAMPLE))
    ours, theirs = interleaved(rounds, lambda: stages.append(json.loads(cold())), process("-c", "import click"))
    imports, checks, compiles = (statistics.median(times) * 1e3 for times in zip(*stages, strict=True))
    note = (
        f"a process from its start to the first question; imports {imports:.0f} ms, read to checked {checks:.0f} ms, "
        f'laid out and compiled {compiles:.0f} ms; the other side is `python -c "import click"`'
    )
    return [Row("cold load", milli(ours), milli(theirs), ratio(ours, theirs), note=note), warm(rounds)]


def warm(rounds: int) -> Row:
    what = "warm load"
    if importlib.util.find_spec("archidsl.cache") is None:
        return Row(what, note="skipped: there is no archidsl.cache yet")
    load = getattr(importlib.import_module("archidsl.cache"), "load", None)
    if load is None:
        return Row(what, note="skipped: archidsl.cache has no `load`")
    try:
        ours, theirs = interleaved(rounds, lambda: load([EXAMPLE]), lambda: pipeline.load([EXAMPLE]))
    except Exception as error:
        return Row(what, note=f"skipped: it stopped with {type(error).__name__}")
    return Row(what, milli(ours), milli(theirs), ratio(ours, theirs), note="the other side is the load without a cache")


def help_page() -> Row:
    ours, theirs = interleaved(21, process("-m", "archidsl", "--help"), process("-c", "import click"))
    note = 'the other side is `python -c "import click"`; 21 runs of each in turn'
    return Row("archidsl --help", milli(ours), milli(theirs), ratio(ours, theirs), SIZE, 1.5, note)


# -- the table -----------------------------------------------------------------------------------------------------------


def table(rows: list[Row]) -> list[str]:
    lines = ["| what | ours | other side | ratio | target | |", "| --- | ---: | ---: | ---: | --- | --- |"]
    for row in rows:
        shown = f"{row.ratio:.2f}" if row.ratio is not None else ""
        lines.append(f"| {row.what} | {row.ours} | {row.theirs} | {shown} | {row.met} | {row.note} |")
    return lines


def page(playing: list[Row], others: list[Row]) -> str:
    head = [
        "# Measured",
        "",
        "Written by `make bench`; not edited by hand. "
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores. Use the ratios: absolute "
        "numbers differ from machine to machine.",
        "",
        "Saltfen (`examples/saltfen`), compiled, against the same game written by hand (`tests/bench/handwritten.py`;",
        "`tests/bench/test_same_game.py` proves that it is the same). Random games are recorded once and played again on both",
        "sides, so the random player costs neither anything. A ratio of 1.00 is the speed of hand-written Python, more is faster.",
        "An effect is timed from an answer to the next question, in the same positions on both sides (how:",
        "`tests/bench/effects.py`).",
        "",
    ]
    tail = ["", "Copies and starting, where less is better:", "", *table(others), ""]
    return "\n".join([*head, *table(playing), *tail])


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=120, help="recorded games (120)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of both sides in turn (7)")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "bench.md", help="where the table goes")
    given = parser.parse_args()
    games = Games(given.games)
    playing = [*playouts(games, given.rounds), *effects(games, given.rounds), *reference(games, min(3, given.rounds))]
    others = [*copies(games, given.rounds), *loading(given.rounds), help_page()]
    made = page(playing, others)
    given.out.parent.mkdir(exist_ok=True)
    given.out.write_text(made, encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
