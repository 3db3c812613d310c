"""Damaged packs through the whole pipeline: refused with places, or accepted - and then they run without a fault.

`ARCHIDSL_SOUND=20000 pytest tests/test_soundness.py` tries as many mutants; the default takes less than a minute.
`python tests/test_soundness.py FIRST LAST` tries those numbers alone and says what it finds.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest
from mutants import Texts, mutated

from archidsl.checker import from_pack, from_vocabulary
from archidsl.diagnostics import PackErrors, Report
from archidsl.engine.chance import key_from_seed
from archidsl.engine.machine import Position
from archidsl.engine.verbs import BudgetError
from archidsl.engine.views import view
from archidsl.engine.words import read, write
from archidsl.packs import from_files, layering, schema
from archidsl.pipeline import Game
from archidsl.players.asking import asked
from archidsl.players.screen import shown
from archidsl.players.showing import known
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import Naming

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parent / "examples"
COUNT = int(os.environ.get("ARCHIDSL_SOUND", "1500"))
PARTS = 10
DECISIONS = 150
SLOWEST = 20  # seconds for one mutant, checked, compiled and played
COMMENT = re.compile(r"(^|(?<=\s))#.*$", re.MULTILINE)  # a change there would change nothing
SHARES = {"tic_tac_toe": 2, "kuhn_poker": 2, "leduc_poker": 2, "rival_magicians": 5, "saltfen": 5}


def small_packs() -> Any:
    """The packs of `tests/interpreter`, each about one construct."""
    spec = spec_from_file_location("small_packs", HERE / "interpreter" / "packs.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SMALL = small_packs()


@cache
def original(name: str) -> tuple[Texts, Game]:
    if name in SMALL.PACKS:
        texts = {"common.yaml": SMALL.COMMON, "test.yaml": SMALL.PACKS[name]}
    else:
        texts = {path.name: path.read_text("utf-8") for path in sorted((EXAMPLES / name).glob("*.yaml"))}
    texts = {file: COMMENT.sub("", text) for file, text in texts.items()}
    return texts, loaded(texts)


def loaded(texts: Texts, report: Report | None = None) -> Game:
    """As `pipeline.load`, from texts."""
    report = report if report is not None else Report()
    documents = [from_files.read_text(file, text, report) for file, text in texts.items()]
    report.stop_if_errors()
    layer = [document for document in documents if document is not None]
    schema.check(layer, report)
    report.stop_if_errors()
    pack = layering.merge([layer], report)
    report.stop_if_errors()
    vocabulary = from_pack.declare(pack, report)
    report.stop_if_errors()
    rules = from_vocabulary.check(vocabulary, report)
    report.stop_if_errors()
    return Game(pack, vocabulary, rules, report)


def mutant(number: int) -> Texts:
    random = Random(number)
    name = random.choice([*(name for name, share in SHARES.items() for _ in range(share)), *SMALL.PACKS])
    texts, game = original(name)
    return mutated(texts, game.v, random)


# -- what must hold


def tried(texts: Texts, seed: int) -> str:
    """What became of a pack: `refused`, `played` to its end, `stopped` after many decisions, or out of `budget`."""
    report = Report()
    try:
        game = loaded(texts, report)
    except PackErrors:
        assert_places(report)
        return "refused"
    assert_places(report)
    options: dict[str, str | int] = {}
    if "players" in game.v.options and game.v.options["players"].low <= 2 <= game.v.options["players"].high:
        options["players"] = 2
    try:
        program = game.program(game.settle(options))
        return played(program, Random(seed), Naming(program.layout, Lexicon(game.texts)))
    except BudgetError:
        return "budget"


def assert_places(report: Report) -> None:
    for d in report.diagnostics:
        lines = report.sources[d.span.file].split("\n")
        assert 1 <= d.span.line <= len(lines), d
        assert 1 <= d.span.column <= len(lines[d.span.line - 1]) + 1, d
        assert d.span.line <= d.span.end_line <= len(lines) + 1, d
        assert d.message and d.code, d


def played(program: Any, random: Random, naming: Naming) -> str:
    position = Position(program, key_from_seed("soundness")).begin()
    totals = stuff_totals(position)
    for turn in range(DECISIONS):
        assert_state(position, totals)
        choice = position.choice
        if turn % 20 == 0:
            public = known(program.layout)
            for player in range(-1, program.layout.players):
                seen = view(position, player)
                assert isinstance(shown(seen, public, naming, all_of_it=True), str)
                if choice is not None and choice.player == player:
                    assert asked(seen["question"], naming.seen(seen), 80)
        if choice is None:
            assert position.over
            return "played"
        offered = position.volunteers() if random.random() < 0.2 else []
        if offered:
            position.volunteer(random.choice(offered))
            continue
        answer = choice.draw(random.randrange)
        assert choice.allows(answer), (choice.key, answer)
        assert read(program.layout, choice, write(program.layout, choice, answer)) == answer
        position.answer(answer)
    return "stopped"


def stuff_totals(position: Position) -> list[int]:
    layout, s = position.program.layout, position.s
    bases = [base for base in layout.holdings if base >= 0]
    return [sum(s[base + i] for base in bases) for i in range(len(layout.stuffs))]  # type: ignore[misc]


def assert_state(position: Position, totals: list[int]) -> None:
    layout, s = position.program.layout, position.s
    for i, value in enumerate(s):
        assert type(value) is bytes or plain(value), (i, value)
    for base in layout.holdings:
        if base >= 0:
            assert all(n >= 0 for n in s[base : base + len(layout.stuffs)]), "holdings below zero"  # type: ignore[operator]
    assert stuff_totals(position) == totals, "stuff was made or lost"
    assert_places_agree(position)


def plain(value: object) -> bool:
    """A number, or a tuple of numbers and of such tuples; no `True`, no list."""
    return type(value) is int or (type(value) is tuple and all(plain(x) for x in value))


def assert_places_agree(position: Position) -> None:
    """What lies in a place says that it is there, and the other way round."""
    layout, s = position.program.layout, position.s
    lies: Counter[tuple[int, int]] = Counter()
    for place, slot in enumerate(layout.contents):
        if slot >= 0:
            lies.update((thing, place) for thing in s[slot])  # type: ignore[union-attr]
    assert all(n == 1 for n in lies.values()), "a thing lies twice in one place"
    for thing, place in lies:
        assert s[layout.at + thing] == place, (layout.names[thing], layout.names[place])
    for thing in range(layout.movable):
        place = s[layout.at + thing]
        kind = layout.kind_of[thing]
        laid = layout.grid is not None and isinstance(place, int) and place >= 0 and layout.contents[place] < 0
        grid = isinstance(place, int) and place >= 0 and layout.kind_of[place] == layout.names[place] and kind != "zone"
        assert place == -1 or (thing, place) in lies or laid or grid, layout.names[thing]


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: object) -> None:
        raise TimeoutError(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def fault(number: int) -> tuple[str, BaseException | None]:
    try:
        with time_limit(SLOWEST):
            return tried(mutant(number), number), None
    except Exception as problem:
        return "fault", problem


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants_are_refused_or_run(part: int) -> None:
    found = Counter()
    for number in range(part, COUNT, PARTS):
        became, problem = fault(number)
        found[became] += 1
        assert problem is None, f"mutant {number}: {type(problem).__name__}: {problem}"
    assert found["refused"] and found["played"] + found["stopped"], found


# -- bombs: loops within loops that would run for ever are refused, or stopped in the middle of a decision

BOMB = """
pack: bomb
options: [{{option: players, range: 2-4, default: 2}}, {{option: many, range: 1-999999999, default: 999999999}}]
stuffs: [{{stuff: coin, total: 1000000, starts: bank, paid_to: bank}}]
holders: [{{holder: bank}}, {{holder: player}}]
kinds: [{{kind: card, starts: deck, count: 200, properties: {{marked: yes_no}}}}]
zones: [{{zone: deck, of: card, order: stack}}]
properties:
  - {{property: round, type: number}}
  - {{property: large, type: number}}
{more}
procedures:
  - procedure: game
    effect: |
{lines}
"""
NESTED = "\n".join("  " * i + f"each card c{i}:" for i in range(5)) + "\n" + "  " * 5 + "raise round by 1"
MEASURES = """
measures:
  - {measure: one, is: number of (card c where not marked of c)}
  - {measure: two, is: number of (card c where one() > round)}
  - {measure: three, is: number of (card c where two() > round)}
"""
CALLS = (
    "\n".join(f"  - {{procedure: p{i}, effect: 'repeat 100: do p{i + 1}()'}}" for i in range(6))
    + "\n  - {procedure: p6, effect: raise round by 1}"
)
BOMBS = {
    "loops_in_loops": (NESTED, ""),
    "repeats_in_repeats": ("repeat 10000:\n  repeat 10000:\n    repeat 10000: raise round by 1", ""),
    "repeat_a_property": ("set large to 999999999\nrepeat large: raise round by 1", ""),
    "repeat_a_product": ("set large to 99999\nrepeat large * large: raise round by 1", ""),
    "repeat_what_is_held": ("repeat coin of bank:\n  repeat coin of bank: raise round by 1", ""),
    "repeat_an_option": ("repeat many:\n  repeat many: raise round by 1", ""),
    "procedures_in_procedures": ("do p0()", CALLS),
    "measures_in_measures": ("each card c where three() > round: raise round by 1", MEASURES),
    "measures_in_a_loop": ("each card c:\n  each card d: raise round by two()", MEASURES),
    "sets_in_sets": (
        "if number of (card c where number of (card d where number of (card e where number of (card f where marked of f"
        " is marked of e) > round) > round) > round) > round: finish",
        "",
    ),
    "negative_fuel": ("repeat 0 - 999999999: raise round by 1\nrepeat 9999:\n  repeat 9999: raise round by 1", ""),
    "doubling": ("set large to 2\nrepeat 10000: set large to large * large", ""),
    "adding_up": ("set large to 1\nrepeat 10000: raise large by large", ""),
    "watch_that_loops": (
        "each card c: raise round by 1",
        "watches:\n  - {watch: busy, when: round > 0, effect: 'repeat 10000: do wake()'}",
    ),
    "watch_that_wakes_itself": (
        "raise round by 1",
        "watches:\n  - {watch: busy, when: round > 0, effect: raise round by 1}",
    ),
    "two_watches_that_wake_each_other": (
        "raise round by 1",
        "watches:\n  - {watch: ping, when: round > large, effect: set large to round + 1}\n"
        "  - {watch: pong, when: large > round, effect: set round to large + 1}",
    ),
    "moving_to_and_fro": ("repeat 9999:\n  repeat 9999: move top of deck to deck", ""),
    "shuffling": ("repeat 9999:\n  repeat 9999: shuffle deck", ""),
    "attempts": (
        "repeat 9999:\n  attempt:\n    raise round by 1\n    repeat 9999: raise large by 1\n    require no",
        "",
    ),
    "question_of_many": ("set large to 999999999\neach player p: p chooses n: 0 to (large)\nraise round by 1", ""),
    "question_of_large_sets": ("each player p: p chooses some_cards: 0 to 200 of card\nraise round by 1", ""),
    "question_of_large_orders": ("each player p: p chooses line: order of card\nraise round by 1", ""),
    "question_of_large_amounts": ("each player p: p chooses sum: 0 to all of coin of bank\nraise round by 1", ""),
}
END = ("refused", "budget")
QUICK = {  # these look dangerous, but numbers have ends, a watch wakes once, and large questions are never listed
    "doubling", "adding_up", "watch_that_wakes_itself", "two_watches_that_wake_each_other", "question_of_large_sets",
    "question_of_large_orders", "question_of_large_amounts",
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_do_not_go_off(name: str) -> None:
    lines, more = BOMBS[name]
    if name == "watch_that_loops":
        lines, more = lines + "\ndo wake()", more
    procedures = more if "procedure" in more else ""
    text = BOMB.format(lines=textwrap.indent(lines, " " * 6), more="" if procedures else more) + procedures
    if name == "watch_that_loops":
        text += "  - {procedure: wake, effect: raise large by 1}\n"
    with time_limit(10):
        assert tried({"bomb.yaml": text}, 1) in (("played",) if name in QUICK else END)


def test_a_seed_is_a_mutant() -> None:
    assert mutant(7) == mutant(7) != mutant(8)


if __name__ == "__main__":
    import traceback

    counts: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for n in range(int(sys.argv[1]), int(sys.argv[2])):
        became, problem = fault(n)
        counts[became] += 1
        if problem is not None:
            trace = traceback.extract_tb(problem.__traceback__)
            where = [f"{Path(t.filename).name}:{t.lineno}" for t in trace if "main/" in t.filename]
            key = f"{type(problem).__name__} {str(problem)[:60]} @ {' < '.join(reversed(where[-3:]))}"
            seen[key] += 1
            if seen[key] <= 3:
                print(n, key, flush=True)
    print(counts)
    for key, times in seen.most_common():
        print(times, key)
