"""`make bench`: the compiled Saltfen against the one written by hand, as ratios of one run. Writes docs/bench.md.

Every ratio is the median of rounds in which both sides run one after the other, so that a machine that slows down slows
both. Nothing here fails: a target that is missed is shown as missed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from tests.bench.effects import EFFECTS, EXAMPLE, Games, clock_cost, replay, replay_by_hand

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


def seconds(run: Callable[[], object], clock: Callable[[], float]) -> float:
    start = clock()
    run()
    return clock() - start


def interleaved(
    rounds: int, *runs: Callable[[], object], clock: Callable[[], float] = process_time
) -> list[list[float]]:
    """Seconds of each run, round by round, of this process alone; the first round only warms up."""
    found = [[seconds(run, clock) for run in runs] for _ in range(rounds + 1)][1:]
    return [list(times) for times in zip(*found, strict=True)]


def children() -> float:
    """Seconds that all processes started from here have computed, without those they waited."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ratio(over: list[float], under: list[float]) -> float:
    return statistics.median([a / b for a, b in zip(over, under, strict=True)])


def micro(spent: float) -> str:
    return f"{spent * 1e6:.1f} us"


def milli(spent: list[float]) -> str:
    return f"{statistics.median(spent) * 1e3:.0f} ms"


# -- playing


def playouts(games: Games, rounds: int) -> list[Row]:
    answers = sum([len(game.answers) for game in games.games])
    compiled, by_hand = interleaved(rounds, games.play_compiled, games.play_by_hand)
    ours, theirs = (statistics.median(times) / answers for times in (compiled, by_hand))
    note = f"{len(games.games)} random games, {answers / len(games.games):.0f} questions a game; time for a question"
    return [Row("whole games", micro(ours), micro(theirs), ratio(by_hand, compiled), SPEED, 0.9, note)]


def effects(games: Games, rounds: int) -> list[Row]:
    compiled, by_hand = [], []
    for _ in range(rounds + 1):
        compiled.append(games.time_compiled())
        by_hand.append(games.time_by_hand())
    usual = [[statistics.median(times) for times in zip(*spent[1:], strict=True)] for spent in (compiled, by_hand)]
    clock = clock_cost()
    rows = []
    for i, name in enumerate(EFFECTS):
        ours, theirs = (games.times_of(i, spent) for spent in usual)
        means = [statistics.mean(times) - clock for times in (ours, theirs)]
        shown = [micro(mean / 1e9) for mean in means]
        rows.append(Row(name, *shown, means[1] / means[0], SPEED, 0.9, f"{len(ours)} times"))
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
            replay_by_hand(game)

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
    note = f"{len(states[0])} slots for two players, {len(states)} positions"
    return [Row("copy of a position", *shown, ratio(ours, theirs), SIZE, 4, note)]


# -- starting

COLD = """
import json, sys
from pathlib import Path
from time import process_time
start = process_time()
from archidsl import pipeline
imported = process_time()
game = pipeline.load([Path(sys.argv[1])])
loaded = process_time()
game.start({}, "bench")
print(json.dumps([imported - start, loaded - imported, process_time() - loaded]))
"""
WARM = """
import sys
from pathlib import Path
from archidsl.engine.chance import key_from_seed
from archidsl.engine.machine import Position
from archidsl.warm import open_game
game = open_game([Path(sys.argv[1])])
Position(game.program(game.settle({})), key_from_seed("bench")).begin()
"""
CLICK = ("-c", "import click")


def process(*arguments: str, kept: str = "") -> Callable[[], str]:
    """A run of this interpreter; answers with what it printed. `kept`: where it keeps compiled games."""
    command, env = [sys.executable, *arguments], {**os.environ, "XDG_CACHE_HOME": kept or os.devnull}
    return lambda: subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True).stdout


def loading(rounds: int) -> list[Row]:
    stages: list[list[float]] = []
    cold = process("-c", COLD, str(EXAMPLE))
    ours, theirs = interleaved(rounds, lambda: stages.append(json.loads(cold())), process(*CLICK), clock=children)
    imports, checks, compiles = (statistics.median(times) * 1e3 for times in zip(*stages, strict=True))
    note = (
        f"a process from its start to the first question; imports {imports:.0f} ms, read to checked {checks:.0f} ms, "
        f"laid out and compiled {compiles:.0f} ms"
    )
    return [Row("cold load", milli(ours), milli(theirs), ratio(ours, theirs), note=note), warm(rounds)]


def warm(rounds: int) -> Row:
    """The same with a compiled game that was kept; in a folder of its own, so that nothing of the user's is touched."""
    what = "warm load"
    if importlib.util.find_spec("archidsl.cache") is None:
        return Row(what, note="skipped: there is no archidsl.cache yet")
    with tempfile.TemporaryDirectory() as folder:
        start = process("-c", WARM, str(EXAMPLE), kept=folder)
        try:
            ours, theirs = interleaved(2 * rounds, start, process(*CLICK), clock=children)
        except subprocess.CalledProcessError as error:
            return Row(what, note=f"skipped: it stopped with {error.stderr.strip().splitlines()[-1]}")
        kept = "the game was kept" if any(Path(folder).rglob("*.game")) else "NOTHING was kept: this is a cold load"
    return Row(what, milli(ours), milli(theirs), ratio(ours, theirs), note=f"the same process; {kept}")


def help_page() -> Row:
    ours, theirs = interleaved(25, process("-m", "archidsl", "--help"), process(*CLICK), clock=children)
    return Row("archidsl --help", milli(ours), milli(theirs), ratio(ours, theirs), SIZE, 1.5, "25 runs of each in turn")


# -- the table


def table(rows: list[Row]) -> list[str]:
    lines = ["| what | ours | other side | ratio | target | |", "| --- | ---: | ---: | ---: | --- | --- |"]
    for row in rows:
        shown = f"{row.ratio:.3g}" if row.ratio is not None else ""
        lines.append(f"| {row.what} | {row.ours} | {row.theirs} | {shown} | {row.met} | {row.note} |")
    return lines


HEAD = """# Measured

Written by `make bench`; not edited by hand. {python}, {cores} cores. Use the ratios: absolute numbers differ from
machine to machine.

Saltfen (`examples/saltfen`), compiled, against the same game written by hand (`tests/bench/handwritten.py`;
`tests/bench/test_same_game.py` proves that it is the same). Random games are recorded once and played again on both
sides, so the random player costs neither anything. A ratio of 1.00 is the speed of hand-written Python, more is faster.
An effect is timed from an answer to the next question, in the same positions on both sides; both keep the open question
and let a player haggle before he answers it, the compiled one keeps the history of answers too (how: see
`tests/bench/effects.py`).

"""
BETWEEN = """
Copies and starting, where less is better (processor time). The other side of a copy is `list.copy` of the same size,
that of a start is `python -c "import click"`.

"""


def page(playing: list[Row], others: list[Row]) -> str:
    python = f"{platform.python_implementation()} {platform.python_version()}"
    tables = ["\n".join(table(rows)) + "\n" for rows in (playing, others)]
    return HEAD.format(python=python, cores=os.cpu_count()) + tables[0] + BETWEEN + tables[1]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=120, help="recorded games (120)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of both sides in turn (7)")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "bench.md", help="where the table goes")
    given = parser.parse_args()
    games = Games(given.games)
    playing = [*playouts(games, given.rounds), *effects(games, given.rounds), *reference(games, min(3, given.rounds))]
    others = [*copies(games, given.rounds), *loading(min(5, given.rounds)), help_page()]
    made = page(playing, others)
    given.out.parent.mkdir(exist_ok=True)
    given.out.write_text(made, encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
