"""The invariants of the rules, each a small function with its number, run whenever something that it reads has changed.

A check says by name what it reads: columns ("seat of unit"), "stuff" (what all holders have), "place" (where all
things are), "laid" (the map), "moment". The names are looked up once for each layout. `watch.s` is the state after an
answer, `watch.old` the one before it. Checks that say `at_rest` hold only between two steps, not in the middle of one.

Not here:
INV-22  a zone of a market is a number of cubes, not slots: there is no way to leave a gap.
INV-32  says something about the tiles, not about a state: see test_invariants.py.
INV-36  is test_secrets.py.
INV-40  compares two games: see test_invariants.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from archidsl.engine.grid import Grid
from archidsl.engine.machine import Position
from archidsl.interpreter.lines import Effects
from archidsl.interpreter.world import Frame
from archidsl.pipeline import Game

CUBES = {"fruit": 15, "cattle": 15, "fish": 15, "wood": 15, "stone": 12, "iron": 10}
ENDLESS = 100_000  # florins of a bank that never runs out
FLORINS, TOKENS, PILE, DISCS, CARDS, TILES, TRACK = 135, 24, 8, 5, 48, 24, 5
SIDES = {"trade": ("market", "port"), "civic": ("town", "temple")}
EACH_SIDE = 13
RESTING = {("step", "play_round"), ("stake", "take_bids"), ("shopping", "buy_or_turn")}

Deed = tuple[str, str, int, Any]  # the key of a question, its procedure, who answered, and what


class Board:
    """Where what the rules name stands in the state, for one layout."""

    def __init__(self, game: Game, position: Position) -> None:
        layout = position.program.layout
        self.game, self.layout, self.n = game, layout, layout.players
        self.players = range(self.n)
        self.sets = 2 if self.n == 2 else 1
        self.ids, self.names, self.at = layout.ids, layout.names, layout.at
        assert isinstance(layout.grid, Grid)
        self.grid = layout.grid
        self.citizens, self.ships = layout.of_kind("citizen"), layout.of_kind("ship")
        self.units, self.cards, self.icons = layout.of_kind("unit"), layout.of_kind("card"), layout.of_kind("icon")
        self.buildings, self.tiles = layout.of_kind("building"), layout.of_kind("tile")
        self.land, self.sea = layout.of_kind("land_area"), layout.of_kind("sea_area")
        self.region_of = {a: layout.parents[a] for a in layout.of_kind("area")}
        self.start_tile = self.ids["tile_00"]
        self.labels = {name: number for number, name in enumerate(layout.labels)}
        self.moments = dict(enumerate(layout.moments))
        self.holders = [(i, base) for i, base in enumerate(layout.holdings) if base >= 0]
        self.stuff = {name: number for number, name in enumerate(layout.stuffs)}
        self.sections: dict[str, tuple[int, int]] = {
            "stuff": (self.holders[0][1], max(base for _, base in self.holders) + len(layout.stuffs)),
            "place": (self.at, self.at + layout.movable),
            "laid": (self.grid.laid, self.grid.laid + 1),
            "moment": (layout.moment, layout.moment + 1),
        }
        for (name, kind), column in layout.columns.items():
            self.sections[f"{name} of {kind}" if kind else name] = (column.first, column.first + column.count)

    def option(self, name: str) -> Any:
        """How an option was settled; a word where it has words."""
        value = self.layout.options[name]
        facts = self.game.options[name]
        if facts.values and "yes" not in facts.values:
            return self.layout.labels[value]
        return value

    @cached_property
    def settled(self) -> dict[str, Any]:
        return {name: self.option(name) for name in self.layout.options}

    def slot(self, name: str, kind: str = "") -> int:
        """The slot of a property; of a property of things, what the number of the thing is added to."""
        return self.layout.columns[name, kind].offset

    def of_all(self, stuff: str) -> list[int]:
        return [base + self.stuff[stuff] for _, base in self.holders]

    def of(self, holder: str, stuff: str) -> int:
        return self.layout.holdings[self.ids[holder]] + self.stuff[stuff]

    def each(self, holder: str, stuff: str) -> list[int]:
        """The slots of what each player has in such a holder."""
        return [self.of(f"{holder}_{self.names[p]}", stuff) for p in self.players]

    def zone(self, name: str) -> int:
        """The slot of what lies in a zone."""
        return self.layout.contents[self.ids[name]]

    def zones(self, name: str) -> list[int]:
        return [self.zone(f"{name}_{self.names[p]}") for p in self.players]

    @cached_property
    def slots(self) -> dict[str, Any]:
        """Room for what a check works out once."""
        return {}

    @cached_property
    def world(self) -> Effects:
        return Effects(self.game.v, self.game.rules, self.layout)

    def computed(self, name: str, state: list[Any]) -> Any:
        """A computed property as the reference reads it. Slow."""
        self.world.s = state
        return self.world.value(self.game.rules.formulas[f"computed:{name}:"].body, Frame("", -1))


@dataclass(frozen=True, slots=True)
class Check:
    id: str
    test: Callable[[Watch], None]
    reads: tuple[str, ...]
    at_rest: bool


CHECKS: list[Check] = []


def invariant(*reads: str, at_rest: bool = False) -> Callable[[Callable[[Watch], None]], Callable[[Watch], None]]:
    """Marks a check and says when it is worth running. What only one variant has may be missing in a layout."""

    def marked(test: Callable[[Watch], None]) -> Callable[[Watch], None]:
        CHECKS.append(Check(test.__name__[:6].upper().replace("_", "-"), test, reads, at_rest))
        return test

    return marked


class Watch:
    """Looks over a game: after each answer it runs the checks that have something new to see."""

    def __init__(self, board: Board, position: Position) -> None:
        self.board, self.position = board, position
        self.old: list[Any] = position.s[:]
        self.deed: Deed = ("", "", -1, None)
        self.stage = 0  # 0: turn zero, 1: disengagement, 2: phases 2 to 4, 5: actions, 6: purchase
        self.was = 0  # the stage before the answer
        self.acted = 0  # the last turn with an actions phase
        self.waiting = ~0  # what changed since checks at rest were run
        self.idle, self.effort = 0, -1  # rounds in which nothing happened; what was spent in this phase
        self.round: tuple[int, ...] = ()
        self.done = Counter[str]()
        self.turn, self.active = board.slot("turn"), board.slot("active_player")
        bits = {name: 1 << i for i, name in enumerate(board.sections)}
        if "plan" not in board.slots:
            plan = [(c, sum(bits[r] for r in c.reads)) for c in CHECKS]
            used = {r for c in CHECKS for r in c.reads}
            board.slots["plan"] = plan, [(bits[r], *board.sections[r]) for r in used]
        self.plan, self.sections = board.slots["plan"]
        self.resting = True
        self.changed = ~0
        self.run()

    @property
    def s(self) -> list[Any]:
        return self.position.s

    def look(self, deed: Deed) -> None:
        """After an answer."""
        s, old, changed = self.s, self.old, 0
        for bit, low, high in self.sections:
            if s[low:high] != old[low:high]:
                changed |= bit
        self.deed, self.changed, self.was = deed, changed, self.stage
        self.waiting |= changed
        choice = self.position.asked
        site = self.position.program.sites[choice[0]] if choice is not None else None
        self.resting = site is None or (site.key, site.procedure) in RESTING
        self.stage = self._stage()
        self.run()
        self.old = s[:]

    def _stage(self) -> int:
        s = self.s
        if s[self.turn] == 0:
            return 0
        if s[self.active] >= 0:
            self.acted = s[self.turn]
            return 5
        if self.board.moments.get(s[self.board.layout.moment]) == "disengagement":
            return 1
        return 6 if s[self.turn] == self.acted else 2

    def run(self) -> None:
        changed, waiting, resting = self.changed, self.waiting, self.resting
        for check, mask in self.plan:
            if mask & (waiting if check.at_rest else changed) and (resting or not check.at_rest):
                try:
                    check.test(self)
                except AssertionError as error:
                    raise AssertionError(f"{check.id} after {self.deed}: {error}") from error
                self.done[check.id] += 1
        if resting:
            self.waiting = 0

    # -- what several checks look at

    def known(self, name: str, find: Callable[[Board], Any]) -> Any:
        """Slots that a check needs, found once for each layout."""
        slots = self.board.slots
        if name not in slots:
            slots[name] = find(self.board)
        return slots[name]

    def on_map(self, things: range) -> Iterator[tuple[int, int]]:
        """Things on the map, each with its area."""
        s, at, region_of = self.s, self.board.at, self.board.region_of
        return ((t, s[at + t]) for t in things if s[at + t] in region_of)

    def people(self, state: list[Any]) -> int:
        at, region_of = self.board.at, self.board.region_of
        return sum(
            [place in region_of for place in state[at + self.board.citizens[0] : at + self.board.citizens[-1] + 1]]
        )

    def sum(self, slots: list[int]) -> int:
        s = self.s
        return sum([s[i] for i in slots])


# -- what there is


@invariant("stuff")
def inv_01_cubes(w: Watch) -> None:
    slots = w.known("cubes", lambda b: [(b.of_all(cube), b.of("box", cube), n) for cube, n in CUBES.items()])
    for everywhere, box, number in slots:
        assert w.sum(everywhere) == number and w.s[box] == 0


@invariant("stuff")
def inv_02_florins(w: Watch) -> None:
    everywhere, here, total = w.known("florins", lambda b: (b.of_all("florin"), _purses(b), _money(b)))
    assert w.sum(everywhere) == total
    assert w.sum(here) == total, "money where none should be"


def _money(b: Board) -> int:
    return ENDLESS if b.option("bank_short_payment") == "unlimited" else FLORINS


def _purses(b: Board) -> list[int]:
    names = ["bank", "coins_on_map", *b.names[: b.n]]
    return [*(b.of(name, "florin") for name in names), *b.each("tolls", "florin"), *b.each("merit_box", "florin")]


@invariant("stuff", "rebellion", "surplus", "score of player", "quarter of card", "turn")
def inv_03_no_count_below_nothing(w: Watch) -> None:
    low, high = w.board.sections["stuff"]
    markers = w.known("markers", lambda b: [b.slot("rebellion"), b.slot("surplus"), b.slot("turn")])
    values = w.s[low:high] + [w.s[i] for i in markers]
    assert min(values) >= 0 and set(map(type, values)) == {int}
    assert w.s[markers[1]] <= 22 or w.board.settled["surplus_cap"] == "none"


@invariant("place", "owner of unit")
def inv_04_citizens(w: Watch) -> None:
    homes = w.known("citizens", _homes)
    for owner, number, things, reserve in homes:
        assert len(things) == number
        for thing in things:
            place = w.s[w.board.at + thing]
            assert place in w.board.land or place == reserve or place in w.board.cards
            assert w.s[w.board.slot("owner", "unit") + thing] == owner


def _homes(b: Board) -> list[tuple[int, int, list[int], int]]:
    owner = b.slot("owner", "unit")
    mine = {p: [c for c in b.citizens if b.layout.start[owner + c] == p] for p in b.players}
    return [(p, 10 * b.sets, mine[p], b.ids[f"reserve_{b.names[p]}"]) for p in b.players]


@invariant("place")
def inv_05_ships(w: Watch) -> None:
    for number, things, reserve in w.known("ships", _harbours):
        assert len(things) == number
        for thing in things:
            place = w.s[w.board.at + thing]
            assert place in w.board.sea or place == reserve


def _harbours(b: Board) -> list[tuple[int, list[int], int]]:
    owner = b.slot("owner", "unit")
    mine = {p: [c for c in b.ships if b.layout.start[owner + c] == p] for p in b.players}
    return [(4 * b.sets, mine[p], b.ids[f"reserve_{b.names[p]}"]) for p in b.players]


@invariant("place", at_rest=True)
def inv_06_three_citizens(w: Watch) -> None:
    at, region_of, colour = w.board.at, w.board.region_of, w.board.slot("colour", "unit")
    by_colour = w.board.settled["citizen_limit_scope"] == "per_colour"
    for _, _, things, _ in w.known("citizens", _homes):
        there = [(thing, region_of[place]) for thing in things if (place := w.s[at + thing]) in region_of]
        here = [(w.s[colour + thing] if by_colour else 0, region) for thing, region in there]
        assert not here or max(map(here.count, here)) <= 3


def inv_07_population(w: Watch) -> None:
    """Dear: it asks the reference. Called by the test now and then."""
    assert w.board.computed("population", w.s) == w.people(w.s)


@invariant("place", "rebellion", "truce", "under_way")
def inv_08_rebellion(w: Watch) -> None:
    rebellion, truce = w.known("rebellion", lambda b: (b.slot("rebellion"), b.slot("truce")))
    assert w.s[truce] == 0 or w.board.settled["independence_on_pop_drop"] == 0
    patient = w.board.settled["check_granularity"] == "whole_action" and w.s[w.board.slot("under_way")] > 0
    if not w.position.over and not patient:
        assert w.s[rebellion] <= w.people(w.s) + w.s[truce]


@invariant("place", "form of building")
def inv_09_one_house_of_a_form(w: Watch) -> None:
    form = w.board.slot("form", "building")
    houses = [(w.s[form + b], w.board.region_of[area]) for b, area in w.on_map(w.board.buildings)]
    assert len(set(houses)) == len(houses)


@invariant("place", "form of building", "side of building")
def inv_10_house_tokens(w: Watch) -> None:
    form, side, stock, sides = w.known("tokens", _sides)
    counts = Counter[int]()
    for b in w.board.buildings:
        place, kind = w.s[w.board.at + b], w.s[side + b]
        counts[kind] += 1
        assert place == stock or (place in w.board.land and w.s[form + b] in sides[kind])
    assert set(counts.values()) == {EACH_SIDE}


def _sides(b: Board) -> tuple[int, int, int, dict[int, set[int]]]:
    forms = {b.labels[side]: {b.labels[form] for form in both} for side, both in SIDES.items()}
    return b.slot("form", "building"), b.slot("side", "building"), b.ids["stockpile"], forms


@invariant("stuff")
def inv_11_explorer_tokens(w: Watch) -> None:
    everywhere, piles, here = w.known("explorer tokens", _tokens)
    assert w.sum(everywhere) == TOKENS == w.sum(here)
    first, second, third = (w.s[i] for i in piles)
    assert second == third == PILE if first else not second or third == PILE


def _tokens(b: Board) -> tuple[list[int], list[int], list[int]]:
    piles = [b.of(f"pile_{i}", "explorer_token") for i in (1, 2, 3)]
    return b.of_all("explorer_token"), piles, [*piles, *(b.of(x, "explorer_token") for x in ("box", *b.names[: b.n]))]


@invariant("stuff", "laid")
def inv_12_a_token_for_each_region(w: Watch) -> None:
    taken = TOKENS - w.sum(w.known("explorer tokens", _tokens)[1])
    more = len(w.s[w.board.grid.laid]) - 1 - taken
    assert more == 0 or (more == 1 and not w.resting)  # the explorer is just going there


@invariant("place", "laid")
def inv_13_tiles(w: Watch) -> None:
    zones, box = w.known("tiles", _tile_places)
    cells = w.board.layout.of_kind("cell")
    places = [w.s[w.board.at + t] for t in w.board.tiles if t != w.board.start_tile]
    assert len(places) == TILES and all(p in zones or p in cells for p in places)
    assert sum([p in cells for p in places]) == len(w.s[w.board.grid.laid]) - 1
    settled = w.board.settled
    assert box not in places or settled["failed_tile"] == "out_of_the_game" or settled["tiles_total"] == 24


def _tile_places(b: Board) -> tuple[set[int], int]:
    names = ["tile_deck", "covered_tiles", "tile_discard", "tile_box"]
    names += [f"{zone}_{b.names[p]}" for zone in ("tile_hand", "taken") for p in b.players]
    return {b.ids[name] for name in names}, b.ids["tile_box"]


@invariant("stuff")
def inv_14_action_discs(w: Watch) -> None:
    mine, store, everywhere = w.known("discs", _discs)
    first, second, _ = (w.s[i] for i in w.known("explorer tokens", _tokens)[1])
    number = 3 + (first == 0) + (second == 0)
    for own, rest in zip(mine, store, strict=True):
        assert w.sum(own) == number and w.s[rest] == DISCS - number
    assert w.sum(everywhere) == DISCS * w.board.n


def _discs(b: Board) -> tuple[list[list[int]], list[int], list[int]]:
    elsewhere = [b.each(holder, "action_disc") for holder in ("used_discs", "frozen_discs", "discs_on_cards")]
    mine = [[b.of(b.names[p], "action_disc"), *(slots[p] for slots in elsewhere)] for p in b.players]
    return mine, b.each("disc_store", "action_disc"), b.of_all("action_disc")


@invariant("place", "owner of card")
def inv_15_evolution_cards(w: Watch) -> None:
    b = w.board
    zones, track, owners = w.known("card zones", _card_zones)
    places = w.s[b.at + b.cards[0] : b.at + b.cards[-1] + 1]
    assert len(places) == CARDS and zones.issuperset(places) and places.count(track) <= TRACK
    owner = b.slot("owner", "card")
    for card, place in zip(b.cards, places, strict=True):
        assert w.s[owner + card] == owners.get(place, -1)


def _card_zones(b: Board) -> tuple[set[int], int, dict[int, int]]:
    owners = {b.ids[f"cards_{b.names[p]}"]: p for p in b.players}
    names = ("evolution_deck", "track", "evolution_discard", "lectern")
    return {*owners, *(b.ids[name] for name in names)}, b.ids["track"], owners


@invariant("place", "quarter of card")
def inv_16_no_skull_on_the_track(w: Watch) -> None:
    track, quarter = w.board.ids["track"], w.board.slot("quarter", "card")
    assert all(w.s[quarter + c] <= 2 for c in w.board.cards if w.s[w.board.at + c] == track)


# -- units


@invariant("seat of unit", "occupant of building", "occupant of icon", "place", "form of building")
def inv_17_one_unit_on_a_seat(w: Watch) -> None:
    s, b = w.s, w.board
    seat, form, water, port, icon, house = w.known("seats", _seats)
    taken = [(u, s[seat + u]) for u in b.units if s[seat + u] >= 0]
    assert len({x for _, x in taken}) == len(taken)
    for unit, x in taken:
        area = s[b.at + unit]
        assert area in b.region_of
        assert s[(icon if x in b.icons else house) + x] == unit
        if x in b.buildings:
            assert unit in b.citizens or s[form + x] == port
            assert area in (s[b.at + x], s[water + x]), "on a building somewhere else"
        else:
            assert area == s[b.at + x], "on an icon somewhere else"


def _seats(b: Board) -> tuple[int, int, int, int, int, int]:
    form, water = b.slot("form", "building"), b.slot("water", "building")
    occupant = b.slot("occupant", "icon"), b.slot("occupant", "building")
    return b.slot("seat", "unit"), form, water, b.labels["port"], *occupant


@invariant("seat of unit", "yields of icon")
def inv_18_ships_fish(w: Watch) -> None:
    seat, yields, fish = w.board.slot("seat", "unit"), w.board.slot("yields", "icon"), w.board.stuff["fish"]
    for unit in w.board.units:
        if w.s[seat + unit] in w.board.icons:
            assert (w.s[yields + w.s[seat + unit]] == fish) == (unit in w.board.ships)


@invariant("seat of unit", "engaged of unit", "moment", "turn", "active_player")
def inv_19_harvesters_are_engaged(w: Watch) -> None:
    seat, engaged = w.board.slot("seat", "unit"), w.board.slot("engaged", "unit")
    at_work = [u for u in w.board.units if w.s[seat + u] in w.board.icons]
    assert all(w.s[engaged + u] for u in at_work)
    assert not at_work or w.stage in (1, 5, 6) or w.position.over


@invariant("moment", "turn", "engaged of unit", "engaged of card", "lying of unit", "seat of unit")
def inv_20_all_at_rest_after_phase_1(w: Watch) -> None:
    if w.stage != 2:
        return
    for section in ("engaged of unit", "engaged of card"):
        low, high = w.board.sections[section]
        assert not any(w.s[low:high])
    low, high = w.board.sections["lying of unit"]
    bidding = w.board.moments.get(w.s[w.board.layout.moment]) in ("order_of_play", "bid", "order_choice")
    if bidding and w.s[w.turn] > 1 and w.board.settled["phase1_stand_rebels"] == "mandatory":
        assert not any(w.s[low:high])


@invariant("lying of unit", "rebel of unit", "seat of unit", "form of building")
def inv_21_no_rebel_on_a_temple(w: Watch) -> None:
    b = w.board
    lying, rebel, seat, form = (
        b.slot("lying", "unit"), b.slot("rebel", "unit"), b.slot("seat", "unit"), b.slot("form", "building"),
    )  # fmt: skip
    temple = b.labels["temple"]
    for unit in b.units:
        if w.s[lying + unit]:
            assert unit in b.citizens and w.s[b.at + unit] in b.region_of
            assert w.s[seat + unit] not in b.buildings or w.s[form + w.s[seat + unit]] != temple
        else:
            assert not w.s[rebel + unit]


# -- boards and map


@invariant("stuff")
def inv_23_room_on_the_markets(w: Watch) -> None:
    for slot, most in w.known("rooms", _rooms):
        assert 0 <= w.s[slot] <= most


def _rooms(b: Board) -> list[tuple[int, int]]:
    boards = [b.ids[name] for name in ("domestic", "export")]
    return [(b.layout.holdings[x] + b.stuff[cube], b.layout.rooms[x][b.stuff[cube]]) for x in boards for cube in CUBES]


@invariant("laid")
def inv_24_sides_match(w: Watch) -> None:
    b = w.board
    for region, other, direction in _borders(w):
        here, there = _sides_of(b, w.s, region), _sides_of(b, w.s, other)
        assert here[direction] == there[(direction + 3) % 6], (b.names[region], b.names[other])


def _borders(w: Watch) -> Iterator[tuple[int, int, int]]:
    """Each laid region, each laid region beside it, and where that one lies."""
    grid = w.board.grid
    where = {w.s[grid.region_cell + r - grid.region0]: r for r in w.s[grid.laid]}
    for cell, region in where.items():
        for direction, beside in enumerate(grid.neighbours[cell]):
            if beside in where:
                yield region, where[beside], direction


def _sides_of(b: Board, s: list[Any], region: int) -> tuple[int, ...]:
    number = region - b.grid.region0
    face = b.grid.faces[number][s[b.grid.region_face + number]]
    return face.turned[s[b.grid.region_turn + number]][0]


@invariant("laid")
def inv_25_a_new_region_touches_two(w: Watch) -> None:
    laid, before = w.s[w.board.grid.laid], w.old[w.board.grid.laid]
    assert laid[: len(before)] == before, "a region left the map"
    touching = Counter(region for region, _, _ in _borders(w))
    for region in laid[len(before) :]:
        assert touching[region] >= (2 if w.old[w.turn] > 0 else 1) or len(laid) == 1


@invariant("place", "laid")
def inv_26_land_and_water(w: Watch) -> None:
    b = w.board
    laid = set(w.s[b.grid.laid])
    areas = {a for r in laid for a in w.s[b.grid.region_areas + r - b.grid.region0]}
    for things, kind in ((b.citizens, b.land), (b.ships, b.sea)):
        for _, area in w.on_map(things):
            assert area in kind and area in areas


# -- the actions phase


@invariant("own_used of action", "shared_used of action")
def inv_27_circles(w: Watch) -> None:
    own, shared, circles = w.known("circles", _circles)
    actor = w.s[w.active] if w.s[w.active] >= 0 else w.old[w.active]
    for zone, (mine, common) in circles.items():
        used = [w.s[own + zone * w.board.n + p] for p in w.board.players]
        assert max(used) <= mine and 0 <= w.s[shared + zone] <= common
        if w.s[shared + zone] > w.old[shared + zone]:
            assert used[w.old[w.active]] == mine or used[actor] == mine


def _circles(b: Board) -> tuple[int, int, dict[int, tuple[int, int]]]:
    facts = b.game.v.fact_values
    own = b.sets if b.settled["two_player_circles"] == "both_colours" else 1
    found = {}
    for zone in b.layout.of_kind("action"):
        mine, common = (facts.get((f"{x}_circles", "action", b.names[zone]), 0) for x in ("own", "shared"))
        found[zone] = (mine or 0) * own, common or 0
    return b.slot("own_used", "action"), b.slot("shared_used", "action"), found


@invariant("own_used of action", "shared_used of action")
def inv_28_one_reproduction(w: Watch) -> None:
    own, shared, _ = w.known("circles", _circles)
    zone = w.board.ids["reproduction"]
    assert w.s[shared + zone] == 0
    assert all(w.s[own + zone * w.board.n + p] <= 1 for p in w.board.players)


@invariant("stuff", "used of building", "used_by of building")
def inv_29_a_house_is_used_once(w: Watch) -> None:
    """Every use leaves a coin on the wheel; a second use of the same building would leave one too many."""
    if w.stage != 5:
        return
    tolls = w.known("tolls", lambda b: b.each("tolls", "florin"))
    low, high = w.board.sections["used_by of building"]
    pairs = w.s[low:high]
    assert w.sum(tolls) == sum(pairs)
    if w.board.settled["building_use_scope"] == "building":
        low, high = w.board.sections["used of building"]
        assert sum(w.s[low:high]) == sum(pairs)


@invariant("engaged of card", "built of card", "turn")
def inv_30_cards_once_a_turn(w: Watch) -> None:
    low, high = w.board.sections["engaged of card"]
    if w.s[w.turn] == w.old[w.turn]:
        assert all(now >= old for now, old in zip(w.s[low:high], w.old[low:high], strict=True))
    low, high = w.board.sections["built of card"]
    assert all(now >= old for now, old in zip(w.s[low:high], w.old[low:high], strict=True))


@invariant("engaged of card", "built of card", "stuff", "active_player", "feats of player", "own_used of action")
def inv_31_one_of_each_in_a_round(w: Watch) -> None:
    player = w.s[w.active]
    if w.stage != 5:
        w.round = ()
        return
    feats, tolls = w.known("round", lambda b: (b.slot("feats", "player"), b.each("tolls", "florin")))
    done = w.s[feats + player]
    low, high = w.board.sections["engaged of card"]
    cards = sum(w.s[low:high])
    low, high = w.board.sections["built of card"]
    cards += sum(w.s[low:high])
    now = (player, done, cards, w.s[tolls[player]])
    if done == 0 or not w.round or w.round[0] != player or done < w.old[feats + player]:
        w.round = now  # a round begins; it is begun anew as long as nothing was done
    assert done <= 3 and now[2] - w.round[2] <= 1 and now[3] - w.round[3] <= 1


@invariant("stuff", "moment", "active_player")
def inv_33_coins_on_the_wheel(w: Watch) -> None:
    if w.stage != 5 and not w.position.over:
        assert w.sum(w.known("tolls", lambda b: b.each("tolls", "florin"))) == 0


@invariant("order_of_play")
def inv_34_order_of_play(w: Watch) -> None:
    assert sorted(w.s[w.board.slot("order_of_play")]) == list(w.board.players)


@invariant("place", "turn")
def inv_35_objectives(w: Watch) -> None:
    if w.s[w.turn] == 0:
        return
    goals, open_goals, offers, lengths = w.known("goals", _goals)
    held = [w.s[slot] for slot in goals]
    if w.board.settled["no_secrets"]:
        number = w.board.settled["no_secrets_two_players"] if w.board.n == 2 else w.board.n
        assert not any(held) and len(w.s[open_goals]) == number
    else:
        assert {len(x) for x in held} == {w.board.sets} and not w.s[open_goals]
    dealt = [o for x in (*held, w.s[open_goals]) for o in x]
    assert len(set(dealt)) == len(dealt) and lengths.issuperset(dealt)
    assert not any(w.s[slot] for slot in offers)


def _goals(b: Board) -> tuple[list[int], int, list[int], set[int]]:
    length = b.settled["game_length"]
    right = {o for o in b.layout.of_kind("objective") if b.names[o].startswith(f"{length}_")}
    return b.zones("goals"), b.zone("open_goals"), b.zones("objective_offer"), right


@invariant("stuff", "ending", "won of player", "moment")
def inv_37_over_is_over(w: Watch) -> None:
    if w.position.over:
        assert w.position.choice is None and w.position.volunteers() == []
        ending, rebellion = w.s[w.board.slot("ending")], w.s[w.board.slot("rebellion")]
        assert ending or rebellion > w.people(w.s)


@invariant("stuff")
def inv_38_tokens_do_not_come_back(w: Watch) -> None:
    piles, box = w.known("token places", lambda b: (_tokens(b)[1], b.of("box", "explorer_token")))
    assert w.s[box] >= w.old[box] and all(w.s[i] <= w.old[i] for i in piles)


@invariant("place")
def inv_39_population_changes_in_phase_5(w: Watch) -> None:
    if w.people(w.s) != w.people(w.old):
        assert w.old[w.active] >= 0 or w.old[w.turn] == 0


@invariant("pillaged of icon", "occupant of icon", "stuff")
def inv_41_pillaged_icons_stay_empty(w: Watch) -> None:
    pillaged, occupant, coins = w.known("pillaged", lambda b: (*_pillaged(b), b.of("coins_on_map", "florin")))
    spoiled = [i for i in w.board.icons if w.old[pillaged + i]]
    assert all(w.s[pillaged + i] for i in spoiled)
    assert all(w.s[occupant + i] in (-1, w.old[occupant + i]) for i in spoiled)
    low, high = w.board.sections["pillaged of icon"]
    assert w.s[coins] <= sum(w.s[low:high])


def _pillaged(b: Board) -> tuple[int, int]:
    return b.slot("pillaged", "icon"), b.slot("occupant", "icon")


@invariant("place", "built of card")
def inv_42_masons_stay(w: Watch) -> None:
    at, built = w.board.at, w.board.slot("built", "card")
    low, high = at + w.board.citizens[0], at + w.board.citizens[-1] + 1
    for now, old in zip(w.s[low:high], w.old[low:high], strict=True):
        if now in w.board.cards or old in w.board.cards:
            assert (old not in w.board.cards or now == old) and w.s[built + now]
    low, high = w.board.sections["built of card"]
    masons = sum(place in w.board.cards for place in w.s[at + w.board.citizens[0] : at + w.board.citizens[-1] + 1])
    assert masons == sum(w.s[low:high]) or not w.resting or w.position.over


@invariant("stuff", "worth of player")
def inv_43_no_bet_above_the_purse(w: Watch) -> None:
    key, procedure, player, answer = w.deed
    if procedure == "take_bids":
        assert key == "stake" and 0 <= answer <= w.old[w.board.of(w.board.names[player], "florin")]


@invariant("stuff", "active_player", "engaged of card", "out of player", "used of building")
def inv_44_the_phase_ends(w: Watch) -> None:
    """Between two rounds something was spent, or nothing was: not twice round the table."""
    if w.stage != 5:
        w.idle, w.effort = 0, -1
        return
    if w.s[w.active] != w.old[w.active]:
        effort = hash(tuple(w.s[i] for i in w.known("effort", _effort)))
        w.idle = w.idle + 1 if effort == w.effort else 0
        w.effort = effort
        assert w.idle < 2 * w.board.n


def _effort(b: Board) -> list[int]:
    slots = [i for own in _discs(b)[0] for i in own]
    for section in ("engaged of card", "built of card", "used_by of building", "out of player"):
        slots += range(*b.sections[section])
    return slots


@invariant("stuff")
def inv_45_money_between_players(w: Watch) -> None:
    _key, procedure, player, _answer = w.deed
    purses = w.known("purses", lambda b: [b.of(b.names[p], "florin") for p in b.players])
    moves = [w.s[i] - w.old[i] for i in purses]
    others = [m for p, m in enumerate(moves) if p != player and m]
    if not others or procedure in ("take_bids", "propose", "ask_leave"):
        return
    low, high = w.board.sections["owes of player"]
    if any(now < old for now, old in zip(w.s[low:high], w.old[low:high], strict=True)):
        return  # a promise that was accepted is kept
    low, high = w.board.sections["engaged of card"]
    owner = w.board.slot("owner", "card")
    used = [c for c, now, old in zip(w.board.cards, w.s[low:high], w.old[low:high], strict=True) if now > old]
    hosts = {w.old[owner + c] for c in used}
    asked = w.position.choice
    paying = asked is not None and asked.site.procedure == "activate"  # the fee is paid, how to pay the cost is asked
    if paying or w.s[w.turn] > w.old[w.turn]:  # or the turn has ended, and the cards are at rest again
        hosts = {w.old[owner + c] for c in w.board.cards} - {player}
    for p, move in enumerate(moves):
        assert p == player or move == 0 or (p in hosts and move > 0) or player < 0, (moves, w.deed)


IDS = {check.id for check in CHECKS} | {"INV-07"}
ELSEWHERE = {"INV-22", "INV-32", "INV-36", "INV-40"}
