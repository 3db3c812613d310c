"""Whole games by lot, and after every answer all invariants of the rules that have something new to look at.

`ARCHIDSL_GAMES` says how many games; `make nightly` plays more of them, with more mixtures of options. What occurred
how often is printed at the end (`pytest -s`), and what never did.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from archidsl.engine.machine import Position
from archidsl.pipeline import Game, OptionError, load
from archidsl.session import Session, SessionError
from tests.rules.bots import TEMPERS, step
from tests.rules.invariants import CHECKS, ELSEWHERE, IDS, Board, Check, Deed, Watch, inv_07_population

ROOT = Path(__file__).resolve().parents[2]
GAMES = int(os.environ.get("ARCHIDSL_GAMES", "2000"))
SETTINGS = max(20, GAMES // 200)  # each is compiled by itself, which takes longer than twenty games
LENGTHS = ("short", "medium", "long")
VARIANTS = ("desert_start", "no_secrets", "more_control", "more_spice", "choose_the_trend", "with_benefactor")
LONGEST = 6000  # answers; the longest game seen had half as many

Options = dict[str, Any]


def settings(game: Game) -> list[Options]:
    """All player counts with all lengths; a third by the book, the others with variants and rulings by lot."""
    found: list[Options] = []
    for number in range(SETTINGS):
        lots, more = Random(f"options {number}"), Random(f"variants {number}")  # a new ruling leaves variants alone
        chosen: Options = {"players": 2 + number % 4, "game_length": LENGTHS[number % 3]}
        if number % 3 != number // 4 % 3:
            rulings = sorted(game.options.keys() - {"players", "game_length", "negotiation", *VARIANTS})
            chosen |= {name: any_value(game, name, lots) for name in rulings if lots.random() < 0.4}
            wanted = {VARIANTS[number % 6], *(v for v in VARIANTS if more.random() < 0.2)}
            chosen |= dict.fromkeys(sorted(wanted), "yes")
        found.append(allowed(game, chosen))
    return found


def any_value(game: Game, name: str, lots: Random) -> str | int:
    facts = game.options[name]
    return lots.choice(facts.values) if facts.values else lots.randint(int(facts.low or 0), int(facts.high or 0))


def allowed(game: Game, chosen: Options) -> Options:
    """R-15.4.4, R-15.7.1: what does not go together is refused; one variant after the other is given up."""
    for given_up in ("", "more_spice", "more_control", "choose_the_trend", "with_benefactor"):
        chosen = {name: value for name, value in chosen.items() if name != given_up}
        with suppress(OptionError):
            game.settle(chosen)
            return chosen
    raise AssertionError(chosen)


class Tally:
    """What occurred, and how often."""

    def __init__(self, game: Game) -> None:
        self.seen = {topic: Counter[str]() for topic in TOPICS}
        self.checks = Counter[str]()
        self.answers = 0
        layout = game.layout(game.settle({"players": 5}))
        self.possible = {
            "card bought": kind(layout, "card"), "card used": kind(layout, "card"), "wonder built": WONDERS,
            "objective dealt": kind(layout, "objective"), "objective met": kind(layout, "objective"),
            "trend": kind(layout, "trend"), "action": kind(layout, "action"), "plan": kind(layout, "plan"),
            "end": ("condition", "independence"), "variant": VARIANTS, "help": ("market_cube", "own_cube", "temple"),
            "deal": ("accept", "refuse"), "move": ("cross", "board", "step_off", "convoy"),
        }  # fmt: skip

    def count_answer(self, board: Board, deed: Deed) -> None:
        self.answers += 1
        topic = ANSWERED.get(deed[:2])
        if topic and isinstance(deed[3], int) and deed[3] >= 0:
            names = board.layout.labels if topic in ("help", "deal", "move") else board.names
            self.seen[topic][names[deed[3]]] += 1

    def count_game(self, board: Board, watch: Watch, options: Options, used: set[int]) -> None:
        s, names = watch.s, board.names
        built, owner = board.slot("built", "card"), board.slot("owner", "card")
        for card in board.cards:
            self.seen["card bought"][names[card]] += s[owner + card] >= 0
            self.seen["wonder built"][names[card]] += s[built + card]
        for card in used:
            self.seen["card used"][names[card]] += 1
        met = board.slot("met", "objective")
        dealt = {o for slot in (*board.zones("goals"), board.zone("open_goals")) for o in s[slot]}
        for objective in dealt:
            self.seen["objective dealt"][names[objective]] += 1
            self.seen["objective met"][names[objective]] += s[met + objective]
        self.seen["trend"].update(names[t] for t in s[board.zone("fashion")])
        self.seen["end"]["condition" if s[board.slot("ending")] and any_score(board, s) else "independence"] += 1
        self.seen["variant"].update(v for v in VARIANTS if v in options)
        self.checks.update(watch.done)

    def report(self) -> str:
        lines = []
        for topic, names in self.possible.items():
            seen = self.seen[topic]
            lines.append(f"{topic}: " + ", ".join(f"{n} {seen[n]}" for n in names))
            never = [n for n in names if not seen[n]]
            if never:
                lines.append(f"  never: {', '.join(never)}")
        lines.append("checks: " + ", ".join(f"{i} {n}" for i, n in sorted(self.checks.items())))
        return "\n".join(lines)


TOPICS = (
    "card bought", "card used", "wonder built", "objective dealt", "objective met", "trend", "action", "plan", "end",
    "variant", "help", "deal", "move",
)  # fmt: skip
ANSWERED = {
    ("zone", "wheel_step"): "action", ("plan", "construct"): "plan", ("help", "relieve"): "help",
    ("help", "supply"): "help", ("reply", "propose"): "deal", ("route", "travel"): "move",
}  # fmt: skip
WONDERS = ("colossus", "great_lighthouse", "cathedral", "pyramid")
# These have no way to be used: a passive, and wonders.
NEVER_USED = {"king", *WONDERS}


def kind(layout: Any, name: str) -> tuple[str, ...]:
    return tuple(layout.names[i] for i in layout.of_kind(name))


def any_score(board: Board, s: list[Any]) -> bool:
    """Scores are counted only after an end by condition; then somebody has won."""
    return bool(s[board.slot("rebellion")] <= sum(s[board.at + c] in board.region_of for c in board.citizens))


@pytest.fixture(scope="module")
def full() -> Game:
    return load([ROOT / "rules", ROOT / "cards"])


@pytest.fixture(scope="module")
def tally(full: Game) -> Iterator[Tally]:
    found = Tally(full)
    yield found
    print(f"\n{found.answers} answers\n{found.report()}")


def play(game: Game, board: Board, options: Options, seed: str, temper: str, tally: Tally) -> Position:
    position = game.start(options, seed)
    lots, watch = Random(seed), Watch(board, position)
    low, high = board.sections["engaged of card"]
    used: set[int] = set()
    for number in range(LONGEST):
        if position.asked is None:
            break
        deed = step(position, lots, temper)
        watch.look(deed)
        tally.count_answer(board, deed)
        if number % 150 == 0:
            inv_07_population(watch)
        used.update(c for c, on in zip(board.cards, position.s[low:high], strict=True) if on)
    assert position.over, "a game without end"
    tally.count_game(board, watch, options, used)
    return position


def games(setting: int) -> range:
    """The numbers of the games with this setting."""
    return range(setting, GAMES, SETTINGS)


@pytest.mark.parametrize("setting", range(SETTINGS))
def test_invariants_hold_after_every_answer(full: Game, tally: Tally, setting: int) -> None:
    options = settings(full)[setting]
    board = Board(full, full.start(options, "any"))
    for number in games(setting):
        temper = TEMPERS[number // SETTINGS % len(TEMPERS)]
        try:
            position = play(full, board, options, f"game {number}", temper, tally)
        except AssertionError as error:
            raise AssertionError(f"game {number}, {temper}, {options}: {error}") from error
        if number // SETTINGS % 25 == 0:
            inv_40_same_again(position, full, options, f"game {number}")
    full.programs.clear()


def inv_40_same_again(played: Position, game: Game, options: Options, seed: str) -> None:
    """The same seed, options and answers give the same state."""
    answers = []
    link = played.history
    while link is not None:
        link, _, _, answer = link
        answers.append(answer)
    again = game.start(options, seed)
    for answer in reversed(answers):
        if isinstance(answer, str):
            again.volunteer(answer)
        else:
            choice = again.choice
            assert choice is not None and choice.allows(answer)
            if choice.player < 0:
                assert again.chance() == answer
            again.answer(answer)
    assert again.s == played.s and again.over


def test_every_invariant_has_a_check() -> None:
    assert {f"INV-{n:02}" for n in range(1, 46)} == IDS | ELSEWHERE
    assert not IDS & ELSEWHERE


def test_every_check_can_fail(full: Game) -> None:
    """A test of the tests: something that a check reads is changed by lot, now and then in a game, until it notices."""
    options: Options = {"players": 3, "game_length": "short"}
    board, lots = Board(full, full.start(options, "any")), Random("spoiled")
    numb = {check.id: check for check in CHECKS}
    for number in range(20):
        position = full.start(options, f"spoiled {number}")
        watch = Watch(board, position)
        while position.asked is not None and numb:
            watch.look(step(position, lots, "calm"))
            if lots.random() < 0.3:
                for check in [check for check in numb.values() if notices(check, watch, lots)]:
                    del numb[check.id]
    assert not numb, sorted(numb)


def notices(check: Check, watch: Watch, lots: Random) -> bool:
    s, kept, old = watch.s, watch.s[:], watch.old[:]
    before = watch.round, watch.idle, watch.effort, watch.deed
    try:
        SPOILS.get(check.id, by_lot)(watch, check, lots)
        check.test(watch)
    except AssertionError:
        return True
    except (LookupError, TypeError):
        return False
    finally:
        s[:], watch.old = kept, old
        watch.position.over = watch.position.asked is None
        watch.round, watch.idle, watch.effort, watch.deed = before
    return False


def by_lot(watch: Watch, check: Check, lots: Random) -> None:
    s = watch.s
    low, high = watch.board.sections[lots.choice(check.reads)]
    for slot in lots.sample(range(low, high), min(3, high - low)):
        value = s[slot]
        if isinstance(value, int):
            s[slot] = lots.choice((s[lots.randrange(low, high)], value + 1, value - 1, 0, 1))
        else:
            s[slot] = value[1:] if lots.random() < 0.5 else (value * 2)[: len(value) + 1]
    watch.position.over = watch.position.over or lots.random() < 0.1
    watch.deed = lots.choice((watch.deed, ("stake", "take_bids", 0, 100)))


def many_houses(watch: Watch, check: Check, lots: Random) -> None:
    board = watch.board
    for house in board.buildings[:2]:
        watch.s[board.at + house] = board.land[0]
        watch.s[board.slot("form", "building") + house] = board.labels["port"]


def turned_regions(watch: Watch, check: Check, lots: Random) -> None:
    grid = watch.board.grid
    for region in watch.s[grid.laid]:
        slot = grid.region_turn + region - grid.region0
        watch.s[slot] = (watch.s[slot] + lots.randrange(6)) % len(grid.faces[region - grid.region0][0].turned)


def idle_rounds(watch: Watch, check: Check, lots: Random) -> None:
    """As if nobody had done anything in all the rounds before."""
    for _ in range(2 * watch.board.n):
        watch.old[watch.active] = -1
        check.test(watch)


SPOILS = {"INV-09": many_houses, "INV-24": turned_regions, "INV-44": idle_rounds}


def test_every_check_was_run(tally: Tally) -> None:
    if tally.answers:
        assert {check.id for check in CHECKS} == set(tally.checks)


# In two thousand games by lot these are hardly met: they want many houses or cards, or an empty bank.
RARE = {
    "short_2", "short_3", "short_4", "medium_2", "medium_3", "medium_4", "medium_5", "medium_7", "medium_10", "long_1",
    "long_2", "long_5", "long_6", "long_8", "long_10", "great_lighthouse", "cathedral", "pyramid",
}  # fmt: skip


def test_everything_occurred(tally: Tally) -> None:
    """With fewer games than usual something may be missing; what is printed says what."""
    if tally.answers < 500_000:
        return
    missing = {topic: {n for n in names if not tally.seen[topic][n]} for topic, names in tally.possible.items()}
    missing["card used"] -= NEVER_USED
    for topic in ("objective met", "wonder built"):
        missing[topic] -= RARE
    assert not any(missing.values()), {topic: names for topic, names in missing.items() if names}


def test_all_players_lengths_and_variants_are_met(full: Game) -> None:
    chosen = settings(full)
    assert {(o["players"], o["game_length"]) for o in chosen} == {(p, x) for p in range(2, 6) for x in LENGTHS}
    assert all(any(v in o for o in chosen) for v in VARIANTS)
    assert sum(len(o) == 2 for o in chosen) >= 4


def test_inv_37_nothing_is_accepted_when_the_game_is_over(full: Game) -> None:
    session, lots = Session.new(full, {"players": 2}, "over"), Random("over")
    while (choice := session.choice) is not None:
        session.answer(choice.draw(lots.randrange))
    before = session.position.s[:]
    for attempt in (lambda: session.answer(0), lambda: session.answer_written("p1")):
        with pytest.raises(SessionError, match="the game is over"):
            attempt()
    assert session.position.s == before and session.refuse("!propose")


def test_inv_32_icons_and_huts() -> None:
    """Five on every face but the volcano."""
    sums = []
    for line in (ROOT / "rules" / "tiles.yaml").read_text(encoding="utf-8").splitlines():
        if "sides:" in line:
            numbers = re.findall(r"(?:huts|_icons|far_\w+): (\d+)", line)
            sums.append(("volcano" in line, sum(map(int, numbers))))
    assert len(sums) == 50
    assert [n for volcano, n in sums if volcano] != [] and {n for volcano, n in sums if not volcano} == {5}
