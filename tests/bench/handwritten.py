"""Saltfen written by hand, as the yardstick that compiled packs are measured against.

The rules are those of `examples/saltfen`, the questions come in the same order with the same options in the same order,
and chance uses the same keyed streams; `test_same_game.py` proves it. `Saltfen.play` is a generator: it yields
(player, key, options, may decline) and is sent the answer; sent None, it puts the same question again (a player who
haggles first is asked again afterwards). Things are numbered from 0 within their kind; declining is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from archidsl.engine.chance import draw, shuffled

CHANCE, NOBODY, DECLINED = -2, -1, -1
COIN, EFFORT, CHARM, REED, SALT, PEAT = range(6)
GOODS = (REED, SALT, PEAT)
WARES = (COIN, REED, SALT, PEAT)
TOTALS = (90, 40, 9, 14, 12, 10)

GATHER_REED, GATHER_SALT, GATHER_PEAT, EXPLORE, WANDER, BUILD, HIRE, LAUNCH = range(8)
CEILINGS = (9, 9, 9, 2, 9, 3, 9, 9)

SCYTHE, HERALD, ALMONER, FERRY, REEVE, THIEF = range(6)
CRAFT_FAME = (1, 1, 2, 1, 2, 0)
CRAFT_PRICES = ((4, 3, 2), (3, 3, 2), (5, 4, 3), (4, 3, 3), (6, 5, 4), (3, 2, 1))

SCYTHE_WAY, FERRY_WAY, REEVE_ASKS, REEVE_DRAINS, THIEF_WAY = range(5)
WAY_CRAFT = (SCYTHE, FERRY, REEVE, REEVE, THIEF)

DIKER, SALTER, WANDERER, MISER = range(4)
LAURELS = (0, 4, 2, 1, 0)
WAGES = (1, 1, 2, 3, 3)

HUTS = range(8)
PLAIN = 4  # huts below this number are plain, the others stand on stilts

STALLS = (0, 1)
STALL_ROOM = (6, 4)
STALL_PRICES = (  # for each stall and good, by how many lie there
    ((3, 3, 2, 2, 1, 1, 1), (4, 4, 3, 3, 2, 2, 2), (4, 4, 3, 3, 2, 2, 2)),
    ((4, 4, 4, 2, 2), (5, 5, 5, 3, 3), (5, 5, 5, 3, 3)),
)

Question = tuple[int, str, Any, bool]
Asks = Generator[Question, Any, Any]


# -- the board: 37 hexagons, seven tiles with two faces, 21 meres and 21 holms

TILES = (  # for each face: sides clockwise from the top, what grows there, nests
    (("wdwdwd", REED, 0), ("ddwddw", REED, 0)),
    (("wwdddd", REED, 1), ("wwwddd", REED, 0)),
    (("wwdwwd", SALT, 0), ("wdddww", SALT, 1)),
    (("wddwdd", PEAT, 1), ("dddddd", PEAT, 2)),
    (("wwwwdd", SALT, 0), ("wwwwww", SALT, 0)),
    (("dddwdd", PEAT, 0), ("wdwdwd", PEAT, 1)),
    (("wwwddw", REED, 0), ("dwdwdd", SALT, 1)),
)
FACES, SIDES = 2, 6
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
RADIUS = 3


def _runs(sides: str) -> list[int]:
    """For each side the number of its area: neighbouring sides of one type are one area."""
    runs = [0]
    for i in range(1, SIDES):
        runs.append(runs[-1] if sides[i] == sides[i - 1] else runs[-1] + 1)
    if sides[0] == sides[-1]:
        runs = [0 if run == runs[-1] else run for run in runs]
    return runs


def _number_areas() -> list[list[tuple[int, ...]]]:
    """For each tile and face the area at each side; all meres are numbered before all holms."""
    found: dict[tuple[int, int, int], int] = {}
    for letter in "wd":
        for t, faces in enumerate(TILES):
            for f, (sides, _, _) in enumerate(faces):
                for side, run in enumerate(_runs(sides)):
                    if sides[side] == letter:
                        found.setdefault((t, f, run), len(found))
    return [
        [tuple([found[t, f, run] for run in _runs(sides)]) for f, (sides, _, _) in enumerate(faces)]
        for t, faces in enumerate(TILES)
    ]


def _neighbours() -> tuple[tuple[int, ...], ...]:
    at = [
        (q, r)
        for q in range(-RADIUS, RADIUS + 1)
        for r in range(max(-RADIUS, -q - RADIUS), min(RADIUS, RADIUS - q) + 1)
    ]
    cells = {place: i for i, place in enumerate(at)}
    return tuple(tuple([cells.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS]) for q, r in at)


NEIGHBOURS = _neighbours()
CELLS = len(NEIGHBOURS)
CENTRE = CELLS // 2
SIDE_AREAS = _number_areas()
AREAS = 1 + max(area for faces in SIDE_AREAS for sides in faces for area in sides)
HOLM = 21  # areas below this number are meres, the others are holms
REGION_OF = [0] * AREAS
for _t, _faces in enumerate(SIDE_AREAS):
    for _sides in _faces:
        for _area in _sides:
            REGION_OF[_area] = _t


def _water(sides: str, turn: int) -> int:
    return sum([1 << (side + turn) % SIDES for side in range(SIDES) if sides[side] == "w"])


# For each tile every way it can lie: the part of the spot's number without the cell, and its water sides as bits.
LYING = tuple(
    tuple(
        ((t * FACES + f) * CELLS * SIDES + turn, _water(sides, turn))
        for f, (sides, _, _) in enumerate(faces)
        for turn in range(SIDES if len(set(sides)) > 1 else 1)
    )
    for t, faces in enumerate(TILES)
)


class Drowned(Exception):
    """The sea has come over the dykes: the game ends, nobody wins."""


class Saltfen:
    """One game. Holders are the players, then the chest, then the two stalls; folk are walkers, then punts."""

    __slots__ = (
        "age", "area", "areas", "barter", "bench", "beside", "breach", "chance_counter", "chest", "craft_deck",
        "day", "days", "dealt", "dykes", "ending", "fame", "flood", "folk", "granted", "held", "holms", "hut_area",
        "joins", "keeper", "key", "known", "meres", "nests", "owner", "players", "post", "punts", "refused",
        "region_areas", "regions", "seating", "secret", "side_areas", "spent", "stall", "strayed", "tally",
        "tile_stack", "tired", "unveiled", "walkers", "won", "worth", "yields",
    )  # fmt: skip

    def __init__(self, players: int, key: bytes, days: int = 5, dykes: bool = True, barter: bool = True) -> None:
        self.players, self.key, self.days, self.dykes, self.barter = players, key, days, dykes, barter
        self.chance_counter = 0
        self.day = self.flood = self.breach = 0
        self.ending = False
        self.seating = tuple(range(players))
        self.worth, self.fame, self.won = [0] * players, [0] * players, [False] * players

        self.held = [[0] * 6 for _ in range(players)] + [list(TOTALS), [0] * 6, [0] * 6]
        self.chest = self.held[players]
        self.stall = self.held[players + 1 :]

        self.walkers = [range(4 * p, 4 * p + 4) for p in range(players)]
        self.punts = [range(4 * players + 2 * p, 4 * players + 2 * p + 2) for p in range(players)]
        self.folk = [(*self.walkers[p], *self.punts[p]) for p in range(players)]
        self.area = [-1] * (6 * players)  # -1: still in camp
        self.tired, self.strayed = [False] * (6 * players), [False] * (6 * players)
        self.post = [-1] * (6 * players)
        self.keeper, self.hut_area = [-1] * 8, [-1] * 8

        self.tally = [0] * 8
        self.owner, self.age, self.spent = [NOBODY] * 6, [0] * 6, [False] * 6
        self.craft_deck, self.bench = list(range(6)), list[int]()
        self.secret = [-1] * players
        self.dealt, self.unveiled, self.known = list[int](), [False] * 4, [0] * 4
        self.refused, self.granted = set[int](), set[int]()  # regions, by the player whose turn it is

        self.tile_stack = list(range(7))
        self.regions = list[int]()  # in the order in which they were laid, like the areas
        self.areas, self.meres, self.holms = list[int](), list[int](), list[int]()
        self.region_areas: list[tuple[int, ...]] = [()] * 7
        self.yields, self.nests = [-1] * 7, [0] * 7
        self.joins: list[list[int]] = [[] for _ in range(AREAS)]
        self.side_areas: dict[int, tuple[int, ...]] = {}  # laid cell -> the area at each side
        self.beside: dict[int, list[tuple[int, int]]] = {}  # empty cell -> (direction, area) that touches it

    # -- the days

    def play(self) -> Asks:
        yield from self.set_up()
        try:
            while self.day < self.days and not self.ending:
                self.day += 1  # no duty can be reached before the first
                self.dawn()
                yield from self.bidding()
                yield from self.work()
                yield from self.flooding()
                yield from self.evening()
        except Drowned:
            return
        self.last_count()

    def set_up(self) -> Asks:
        for player in range(self.players):
            self.transfer(COIN, 6, self.chest, self.held[player])
        for good in GOODS:
            self.transfer(good, 2, self.chest, self.stall[0])
            self.transfer(good, 1, self.chest, self.stall[1])
        self.craft_deck = self.shuffle(2, self.craft_deck)
        duties = self.shuffle(4 + self.players, range(4))
        for player in range(self.players):
            self.secret[player] = duties.pop()
        self.dealt = sorted(self.secret)
        first = yield CHANCE, "spot", [CENTRE * SIDES + turn for turn in range(SIDES)], False
        self.lay(first)
        self.tile_stack = self.shuffle(1, self.tile_stack)
        self.seating = yield CHANCE, "line_up", self.seating, False
        for player in self.seating:
            yield from self.pitch_tents(player)
        for _ in range(3):
            self.bench.append(self.craft_deck.pop())

    def pitch_tents(self, you: int) -> Asks:
        home = self.holms[0] if len(self.holms) == 1 else (yield you, "home", self.holms[:], False)
        self.area[self.walkers[you][0]] = self.area[self.walkers[you][1]] = home
        water = self.meres[0] if len(self.meres) == 1 else (yield you, "water", self.meres[:], False)
        self.area[self.punts[you][0]] = water

    def dawn(self) -> None:
        folk = 6 * self.players
        self.tired[:] = [False] * folk
        self.tally[:] = [0] * 8
        self.spent[:] = [False] * 6
        for player in self.seating:
            mine = self.held[player]
            self.transfer(EFFORT, mine[EFFORT], mine, self.chest)
            self.transfer(EFFORT, 3, self.chest, mine)

    def bidding(self) -> Asks:
        bids = []
        for player in self.seating:
            most = min(3, self.held[player][COIN])
            bids.append((yield player, "stake", range(most + 1), False) if most else 0)
        for player, stake in zip(self.seating, bids, strict=True):
            self.transfer(COIN, stake, self.held[player], self.chest)
            self.worth[player] = stake + 2 if stake and self.owner[HERALD] == player else stake
        best = max(self.worth)
        if best > 0 and self.worth.count(best) == 1:
            self.seating = yield self.worth.index(best), "line_up", self.seating, False

    def work(self) -> Asks:
        for _ in range(3):
            for player in self.seating:
                if self.flood >= 11:
                    break
                yield from self.take_turn(player)

    def flooding(self) -> Asks:
        self.raise_flood(1)
        built = [hut for hut in HUTS if self.hut_area[hut] >= 0]
        shield = len([hut for hut in built if self.keeper[hut] >= 0]) + len([hut for hut in built if hut >= PLAIN])
        self.breach = max(0, self.flood - shield)
        for player in self.seating:
            if self.breach <= 0:
                break
            yield from self.mend(player)
        if self.breach == 0:
            self.flood = max(0, self.flood - 1)
        elif self.breach <= 2:
            self.raise_flood(1)
        else:
            self.raise_flood(2)
            for player in self.seating:
                self.transfer(COIN, 1, self.held[player], self.chest)

    def mend(self, you: int) -> Asks:
        for _ in range(self.breach):
            if self.breach <= 0:
                return
            rested = self.rested(you)
            options = []
            if self.can_pay(you, (PEAT,)):
                options.append("peat_block")
            if len(rested) > 1:
                options.append("sandbags")
            if not options:
                return
            help = yield you, "help", options, True
            if help == "peat_block":
                yield from self.pay(you, (PEAT,), self.chest)
                if self.owner[ALMONER] != NOBODY:
                    self.earn(you, 1)
            elif help == "sandbags":
                heaps = self.heaps(rested)
                if len(rested) == 2 or len(heaps) == 1:
                    hands = tuple(rested[:2])
                else:
                    hands = yield you, "hands", (2, 2, heaps), False
                for folk in hands:
                    self.tired[folk] = True
            else:
                return
            self.breach -= 1

    def evening(self) -> Asks:
        lowest = min(self.fame)
        order = self.seating
        first = [self.fame[player] for player in order].index(lowest)
        for player in order[first:] + order[:first]:
            yield from self.shop(player)
        for craft in self.bench:
            self.age[craft] = min(2, self.age[craft] + 1)
        while len(self.bench) < 3 and self.craft_deck:
            self.bench.append(self.craft_deck.pop())

    def shop(self, you: int) -> Asks:
        purse = self.held[you][COIN]
        options = [craft for craft in self.bench if CRAFT_PRICES[craft][self.age[craft]] <= purse]
        if not options:
            return
        bought = yield you, "bought", options, True
        if bought != DECLINED:
            self.transfer(COIN, CRAFT_PRICES[bought][self.age[bought]], self.held[you], self.chest)
            self.bench.remove(bought)
            self.owner[bought] = you

    def last_count(self) -> None:
        for duty in self.dealt:
            self.known[duty] = (1 << self.players) - 1
            merits = [self.merit(duty, player) for player in range(self.players)]
            ladder = sorted(set(merits), reverse=True)
            for player, merit in enumerate(merits):
                if merit > 0:
                    self.fame[player] += LAURELS[min(4, 1 + ladder.index(merit))]
        for player in range(self.players):
            crafts = [CRAFT_FAME[craft] for craft in range(6) if self.owner[craft] == player]
            self.fame[player] += sum(crafts) + self.held[player][COIN]
        best = max(self.fame)
        self.won = [fame == best for fame in self.fame]

    def merit(self, duty: int, player: int) -> int:
        if duty == DIKER:
            mine = self.folk[player]
            return len([hut for hut in HUTS if self.keeper[hut] in mine])
        if duty == SALTER:
            return self.held[player][SALT]
        if duty == WANDERER:
            return len(self.home_regions(player))
        return self.held[player][COIN]

    # -- a turn

    def take_turn(self, you: int) -> Asks:
        self.strayed[:] = [False] * len(self.strayed)
        self.refused.clear()
        self.granted.clear()
        left = ["labour", "craft", "stall"]
        while True:
            step = None
            while step is None:
                options = [option for option in left if self.can_begin(option, you)]
                if not options:
                    return
                step = yield you, "step", options, True
            if step == DECLINED:
                return
            left.remove(step)
            if step == "labour":
                yield from self.labour(you)
            elif step == "craft":
                yield from self.use_craft(you)
            else:
                booth = None
                while booth is None:
                    booths = [stall for stall in STALLS if self.can_trade(you, stall)]
                    if not booths:
                        return
                    booth = booths[0] if len(booths) == 1 else (yield you, "booth", booths, False)
                yield from self.trade(you, booth)

    def can_begin(self, step: str, you: int) -> bool:
        if step == "labour":
            return self.can_labour(you)
        if step == "craft":
            return bool(self.usable(you))
        return self.can_trade(you, 0) or self.can_trade(you, 1)

    # -- labour

    def can_labour(self, you: int) -> bool:
        if self.held[you][EFFORT] > 0:
            for task, (can, _) in enumerate(TASKS):
                if self.tally[task] < CEILINGS[task] and can(self, you):
                    return True
        return False

    def labour(self, you: int) -> Asks:
        task = None
        while task is None:
            options = [t for t, (can, _) in enumerate(TASKS) if self.tally[t] < CEILINGS[t] and can(self, you)]
            if not options:
                return
            task = options[0] if len(options) == 1 else (yield you, "task", options, False)
        saved = self.saved() if task <= GATHER_PEAT else None  # the only tasks that can come to nothing
        self.transfer(EFFORT, 1, self.held[you], self.chest)
        self.tally[task] += 1
        failed = yield from TASKS[task][1](self, you)
        if failed and saved is not None:
            self.restore(saved)

    # -- gather

    def workers(self, you: int, crop: int) -> list[int]:
        area, tired, yields, refused = self.area, self.tired, self.yields, self.refused
        return [
            f
            for f in self.folk[you]
            if (a := area[f]) >= 0 and not tired[f] and yields[REGION_OF[a]] == crop and REGION_OF[a] not in refused
        ]

    def can_gather_reed(self, you: int) -> bool:
        return bool(self.workers(you, REED))

    def can_gather_salt(self, you: int) -> bool:
        return bool(self.workers(you, SALT))

    def can_gather_peat(self, you: int) -> bool:
        return bool(self.workers(you, PEAT))

    def gather_reed(self, you: int) -> Asks:
        return self.gather(you, REED)

    def gather_salt(self, you: int) -> Asks:
        return self.gather(you, SALT)

    def gather_peat(self, you: int) -> Asks:
        return self.gather(you, PEAT)

    def gather(self, you: int, crop: int) -> Asks:
        """True if it came to nothing."""
        amount = 0
        for turn in range(len(self.rested(you))):
            worker = None
            while worker is None:
                options = self.unlike(self.workers(you, crop))
                if not options:
                    worker = DECLINED
                else:
                    may = turn > 0 and amount > 0
                    worker = options[0] if len(options) == 1 and not may else (yield you, "worker", options, may)
            if worker == DECLINED:
                break
            region = REGION_OF[self.area[worker]]
            yield from self.ask_leave(you, region)
            if region not in self.refused:
                self.tired[worker] = True
                amount += 1
        if amount == 0:
            return True
        if self.can_scythe(you):
            helper = yield you, "helper", [SCYTHE_WAY], True
            if helper != DECLINED:
                owner = self.owner[SCYTHE]
                if owner != you:
                    self.transfer(COIN, 1, self.held[you], self.held[owner])
                    self.check_coins(owner)
                self.spent[SCYTHE] = True
                amount *= 2
        self.transfer(crop, amount, self.chest, self.held[you])
        self.check_salt()
        return False

    def can_scythe(self, you: int) -> bool:
        owner = self.owner[SCYTHE]
        return owner != NOBODY and not self.spent[SCYTHE] and (owner == you or self.held[you][COIN] > 0)

    def ask_leave(self, you: int, land: int) -> Asks:
        host = self.lord(land)
        if host in (NOBODY, you) or land in self.granted:
            return
        price = None
        while price is None:
            most = min(2, self.held[you][COIN])
            price = (yield you, "price", range(most + 1), False) if most else 0
        permission = None
        while permission is None:
            permission = yield host, "permission", ["grant", "refuse"], False
        if permission == "grant":
            self.transfer(COIN, price, self.held[you], self.held[host])
            self.check_coins(host)
            self.granted.add(land)
        else:
            self.refused.add(land)

    def lord(self, land: int) -> int:
        """The only family with a kept hut in a region."""
        found = NOBODY
        for hut in HUTS:
            keeper = self.keeper[hut]
            if keeper >= 0 and REGION_OF[self.hut_area[hut]] == land:
                owner = self.owner_of(keeper)
                if found not in (NOBODY, owner):
                    return NOBODY
                found = owner
        return found

    def owner_of(self, folk: int) -> int:
        walkers = 4 * self.players
        return folk // 4 if folk < walkers else (folk - walkers) // 2

    # -- explore

    def scouts(self, you: int) -> list[int]:
        """Where dykes cannot be passed, nobody looks across one."""
        rested = self.rested(you)
        return rested if self.dykes else [f for f in rested if self.area[f] < HOLM]

    def can_explore(self, you: int) -> bool:
        if not self.tile_stack:
            return False
        camps = {self.area[f] for f in self.scouts(you)}
        lying = LYING[self.tile_stack[-1]]
        for beside in self.beside.values():
            if not camps.isdisjoint([area for _, area in beside]):
                sides, water = self.wanted(beside)
                for _, bits in lying:
                    if bits & sides == water:
                        return True
        return False

    def spots(self, you: int) -> list[int]:
        """Where the next tile can be laid so that somebody rested stands beside it."""
        camps = {self.area[f] for f in self.scouts(you)}
        lying = LYING[self.tile_stack[-1]]
        found = []
        for cell in sorted(self.beside):
            beside = self.beside[cell]
            if not camps.isdisjoint([area for _, area in beside]):
                sides, water = self.wanted(beside)
                found += [spot + cell * SIDES for spot, bits in lying if bits & sides == water]
        return found

    @staticmethod
    def wanted(beside: list[tuple[int, int]]) -> tuple[int, int]:
        """Bits of the sides that touch something, and of those that touch water."""
        sides = water = 0
        for direction, area in beside:
            sides |= 1 << direction
            if area < HOLM:
                water |= 1 << direction
        return sides, water

    def explore(self, you: int) -> Asks:
        found = self.tile_stack[-1]
        spot = None
        while spot is None:
            spots = self.spots(you)
            if not spots:
                return
            spot = spots[0] if len(spots) == 1 else (yield you, "spot", spots, False)
        scout = None
        while scout is None:
            touching = [area for _, area in self.beside[spot // SIDES % CELLS]]
            scouts = self.unlike([f for f in self.scouts(you) if self.area[f] in touching])
            if not scouts:
                return
            scout = scouts[0] if len(scouts) == 1 else (yield you, "scout", scouts, False)
        self.lay(spot)
        landing = None
        while landing is None:
            reached = self.joins[self.area[scout]]
            landings = [area for area in self.region_areas[found] if area in reached]
            landing = (yield you, "landing", landings, True) if landings else DECLINED
        if landing != DECLINED:
            self.move(scout, landing)
        self.tired[scout] = True
        self.raise_flood(self.nests[found])
        self.transfer(CHARM, 1, self.chest, self.held[you])
        self.earn(you, 1)

    def lay(self, spot: int) -> None:
        """The next tile comes down; its areas join those beside it."""
        rest, turn = divmod(spot, SIDES)
        rest, cell = divmod(rest, CELLS)
        tile, face = divmod(rest, FACES)
        self.tile_stack.remove(tile)
        sides = SIDE_AREAS[tile][face]
        around = tuple([sides[(direction - turn) % SIDES] for direction in range(SIDES)])
        self.side_areas[cell] = around
        self.regions.append(tile)
        _, self.yields[tile], self.nests[tile] = TILES[tile][face]
        self.region_areas[tile] = tuple(dict.fromkeys(sides))
        self.areas += self.region_areas[tile]
        self.meres = [area for area in self.areas if area < HOLM]
        self.holms = [area for area in self.areas if area >= HOLM]
        for direction, area in self.beside.pop(cell, ()):
            here = around[direction]
            if (here < HOLM or self.dykes) and area not in self.joins[here]:
                self.joins[here].append(area)
                self.joins[area].append(here)
        for area in self.areas:
            if len(self.joins[area]) > 1:
                self.joins[area].sort(key=self.areas.index)
        for direction, other in enumerate(NEIGHBOURS[cell]):
            if other >= 0 and other not in self.side_areas:
                self.beside.setdefault(other, []).append(((direction + 3) % SIDES, around[direction]))
        if len(self.regions) >= 6:
            self.reach(WANDERER)

    # -- wander

    def can_wander(self, you: int) -> bool:
        return bool(self.movers(you))

    def movers(self, you: int) -> list[int]:
        area, strayed, joins = self.area, self.strayed, self.joins
        return [f for f in self.folk[you] if area[f] >= 0 and not strayed[f] and joins[area[f]]]

    def crowded(self, you: int) -> bool:
        regions = [REGION_OF[self.area[f]] for f in self.folk[you] if self.area[f] >= 0]
        return bool(regions) and max([regions.count(region) for region in regions]) > 3

    def wander(self, you: int) -> Asks:
        saved = self.saved()
        for turn in range(len([f for f in self.folk[you] if self.area[f] >= 0])):
            mover = None
            while mover is None:
                movers = self.unlike(self.movers(you))
                if not movers:
                    mover = DECLINED
                else:
                    may = turn > 0 and not self.crowded(you)
                    mover = movers[0] if len(movers) == 1 and not may else (yield you, "mover", movers, may)
            if mover == DECLINED:
                break
            goal = None
            while goal is None:
                goals = self.joins[self.area[mover]]
                goal = goals[0] if len(goals) == 1 else (yield you, "goal", goals[:], False)
            self.move(mover, goal)
            self.strayed[mover] = True
        if self.crowded(you):
            self.restore(saved)
            self.fame[you] -= 1

    # -- build, hire, launch

    def builders(self, you: int) -> list[int]:
        area, tired, post = self.area, self.tired, self.post
        return [w for w in self.walkers[you] if area[w] >= 0 and not tired[w] and post[w] < 0]

    def shells(self) -> list[int]:
        """A plain hut and one on stilts, as far as they are left."""
        left = [hut for hut in HUTS if self.hut_area[hut] < 0]
        plain, stilted = [hut for hut in left if hut < PLAIN], [hut for hut in left if hut >= PLAIN]
        return plain[:1] + stilted[:1]

    def can_build(self, you: int) -> bool:
        return self.can_pay(you, (REED, PEAT)) and -1 in self.hut_area and bool(self.builders(you))

    def build(self, you: int) -> Asks:
        builder = None
        while builder is None:
            builders = self.unlike(self.builders(you)) if self.can_build(you) else []
            if not builders:
                return
            builder = builders[0] if len(builders) == 1 else (yield you, "builder", builders, False)
        shell = None
        while shell is None:
            shells = self.shells() if self.can_pay(you, (REED, PEAT)) else []
            if not shells:
                return
            shell = shells[0] if len(shells) == 1 else (yield you, "shell", shells, False)
        yield from self.pay(you, (REED, PEAT), self.chest)
        self.hut_area[shell] = self.area[builder]
        self.post[builder] = shell
        self.keeper[shell] = builder
        self.tired[builder] = True
        if len([hut for hut in HUTS if hut >= PLAIN and self.hut_area[hut] >= 0]) >= 3:
            self.reach(DIKER)

    def wage(self, you: int) -> int:
        return WAGES[len([w for w in self.walkers[you] if self.area[w] >= 0])]

    def berths(self, you: int) -> list[int]:
        homes = self.home_regions(you)
        return [holm for holm in self.holms if REGION_OF[holm] in homes]

    def can_hire(self, you: int) -> bool:
        if not [w for w in self.walkers[you] if self.area[w] < 0]:
            return False
        return self.held[you][COIN] >= self.wage(you) and bool(self.berths(you))

    def hire(self, you: int) -> Asks:
        for turn, walker in enumerate([w for w in self.walkers[you] if self.area[w] < 0]):
            landing = None
            while landing is None:
                landings = self.berths(you) if self.held[you][COIN] >= self.wage(you) else []
                if not landings:
                    landing = DECLINED
                else:
                    may = turn > 0
                    landing = landings[0] if len(landings) == 1 and not may else (yield you, "landing", landings, may)
            if landing == DECLINED:
                break
            self.transfer(COIN, self.wage(you), self.held[you], self.chest)
            self.area[walker] = landing

    def waters(self, you: int) -> list[int]:
        area, tired = self.area, self.tired
        homes = {REGION_OF[area[w]] for w in self.walkers[you] if area[w] >= 0 and not tired[w]}
        return [mere for mere in self.meres if REGION_OF[mere] in homes]

    def can_launch(self, you: int) -> bool:
        if not [p for p in self.punts[you] if self.area[p] < 0]:
            return False
        return self.held[you][COIN] > 0 and self.can_pay(you, (REED,)) and bool(self.waters(you))

    def launch(self, you: int) -> Asks:
        water = None
        while water is None:
            waters = self.waters(you) if self.held[you][COIN] > 0 and self.can_pay(you, (REED,)) else []
            if not waters:
                return
            water = waters[0] if len(waters) == 1 else (yield you, "water", waters, False)
        yield from self.pay(you, (REED,), self.chest)
        self.transfer(COIN, 1, self.held[you], self.chest)
        punt = self.punts[you][0]
        self.area[punt if self.area[punt] < 0 else punt + 1] = water

    # -- trade

    def on_sale(self, you: int, booth: int) -> list[int]:
        stall, prices, purse = self.stall[booth], STALL_PRICES[booth], self.held[you][COIN]
        return [g for g in GOODS if stall[g] > 0 and prices[g - REED][stall[g]] <= purse]

    def in_demand(self, you: int, booth: int) -> list[int]:
        stall, room = self.stall[booth], STALL_ROOM[booth]
        return [g for g in GOODS if stall[g] < room and self.can_pay(you, (g,))]

    def can_trade(self, you: int, booth: int) -> bool:
        return bool(self.on_sale(you, booth) or self.in_demand(you, booth))

    def trade(self, you: int, booth: int) -> Asks:
        deal = None
        while deal is None:
            deals = []
            if self.on_sale(you, booth):
                deals.append("buy")
            if self.in_demand(you, booth):
                deals.append("sell")
            if not deals:
                return
            deal = deals[0] if len(deals) == 1 else (yield you, "deal", deals, False)
        what = None
        while what is None:
            goods = self.on_sale(you, booth) if deal == "buy" else self.in_demand(you, booth)
            if not goods:
                return
            what = goods[0] if len(goods) == 1 else (yield you, "what", goods, False)
        mine, stall, prices = self.held[you], self.stall[booth], STALL_PRICES[booth][what - REED]
        if deal == "buy":
            self.transfer(COIN, prices[stall[what]], mine, self.chest)
            self.transfer(what, 1, stall, mine)
        else:
            income = prices[stall[what] + 1]
            yield from self.pay(you, (what,), stall)
            self.earn(you, income)

    # -- crafts

    def usable(self, you: int) -> list[int]:
        """Ways of your own crafts that can be used in your turn; the scythe has a moment of its own."""
        owner, spent = self.owner, self.spent
        ways = []
        if owner[FERRY] == you and not spent[FERRY] and self.held[you][COIN] > 0 and self.riders(you):
            ways.append(FERRY_WAY)
        if owner[REEVE] == you and not spent[REEVE]:
            ways.append(REEVE_ASKS)
            if self.can_pay(you, (SALT,)):
                ways.append(REEVE_DRAINS)
        if owner[THIEF] == you and not spent[THIEF]:
            ways.append(THIEF_WAY)
        return ways

    def use_craft(self, you: int) -> Asks:
        way = None
        while way is None:
            ways = self.usable(you)
            if not ways:
                return
            way = ways[0] if len(ways) == 1 else (yield you, "way", ways, False)
        if way == FERRY_WAY:
            self.transfer(COIN, 1, self.held[you], self.chest)
        elif way == REEVE_DRAINS:
            yield from self.pay(you, (SALT,), self.chest)
        self.spent[WAY_CRAFT[way]] = True
        if way == FERRY_WAY:
            yield from self.ferry(you)
        elif way == REEVE_ASKS:
            yield from self.ask_thanks(you)
        elif way == REEVE_DRAINS:
            self.flood = max(0, self.flood - 1)
        else:
            yield from self.steal(you)

    def shores(self, you: int, rider: int) -> list[int]:
        afloat = {REGION_OF[self.area[p]] for p in self.punts[you] if self.area[p] >= 0}
        return [holm for holm in self.holms if holm != self.area[rider] and REGION_OF[holm] in afloat]

    def riders(self, you: int) -> list[int]:
        return [w for w in self.walkers[you] if self.area[w] >= 0 and self.shores(you, w)]

    def ferry(self, you: int) -> Asks:
        rider = None
        while rider is None:
            riders = self.unlike(self.riders(you))
            if not riders:
                return
            rider = riders[0] if len(riders) == 1 else (yield you, "rider", riders, False)
        shore = None
        while shore is None:
            shores = self.shores(you, rider)
            if not shores:
                return
            shore = shores[0] if len(shores) == 1 else (yield you, "shore", shores, False)
        self.move(rider, shore)

    def ask_thanks(self, you: int) -> Asks:
        rival = yield from self.opponent(you, "rival")
        self.known[self.secret[rival]] |= 1 << you
        thanks = None
        while thanks is None:
            heaps = tuple([(g, self.held[you][g]) for g in GOODS if self.held[you][g] > 0])
            there = sum([number for _, number in heaps])
            thanks = (yield you, "thanks", (0, there, heaps), False) if there else ()
        for good, number in thanks:
            self.transfer(good, number, self.held[you], self.held[rival])

    def steal(self, you: int) -> Asks:
        victim = yield from self.opponent(you, "victim")
        prize = None
        while prize is None:
            goods = [g for g in GOODS if self.held[victim][g] > 0]
            if not goods:
                return
            prize = goods[0] if len(goods) == 1 else (yield victim, "prize", goods, False)
        self.transfer(prize, 1, self.held[victim], self.held[you])

    def opponent(self, you: int, key: str) -> Asks:
        chosen = None
        while chosen is None:
            others = [player for player in self.seating if player != you]
            chosen = others[0] if len(others) == 1 else (yield you, key, others, False)
        return chosen

    def haggle(self, you: int) -> Asks:
        """Begun by whoever is asked something in a turn, before he answers."""
        partner = yield from self.opponent(you, "partner")
        gift = None
        while gift is None:
            mine = tuple([(w, self.held[you][w]) for w in WARES if self.held[you][w] > 0])
            most = min(2, sum([number for _, number in mine]))
            gift = (yield you, "gift", (0, most, mine), False) if most else ()
        wish = None
        while wish is None:
            wish = yield you, "wish", (0, 2, tuple([(w, TOTALS[w]) for w in WARES])), False
        answer = None
        while answer is None:
            if not self.could_give(partner, wish):
                return
            answer = yield partner, "answer", ["accept", "refuse"], False
        if answer == "accept":
            for giver, taker, wares in ((you, partner, gift), (partner, you, wish)):
                for ware, number in wares:
                    self.transfer(ware, number, self.held[giver], self.held[taker])
                self.check_coins(taker)

    def could_give(self, player: int, wares: Iterable[tuple[int, int]]) -> bool:
        """With charms for goods that he lacks."""
        mine, charms = self.held[player], 0
        for ware, number in wares:
            short = number - mine[ware]
            if short > 0:
                if ware == COIN or self.chest[ware] <= 0 or mine[CHARM] <= 0:
                    return False
                charms += short
        return charms <= mine[CHARM]

    # -- stuff

    @staticmethod
    def transfer(stuff: int, number: int, source: list[int], to: list[int]) -> None:
        """As much as there is."""
        number = min(number, source[stuff])
        source[stuff] -= number
        to[stuff] += number

    def earn(self, player: int, number: int) -> None:
        self.transfer(COIN, number, self.chest, self.held[player])
        self.check_coins(player)

    def can_pay(self, you: int, goods: tuple[int, ...]) -> bool:
        """One of each; a charm stands for a good that the chest still has."""
        mine, short = self.held[you], 0
        for good in goods:
            if mine[good] <= 0:
                if self.chest[good] <= 0:
                    return False
                short += 1
        return short <= mine[CHARM]

    def pay(self, you: int, goods: tuple[int, ...], to: list[int]) -> Asks:
        """One of each; asks whether a charm is to stand for it, where that is open."""
        mine, chest = self.held[you], self.chest
        for i, good in enumerate(goods):
            charms = None
            while charms is None:
                low = 0 if mine[good] > 0 else 1
                spare = mine[CHARM] if chest[good] > 0 else 0
                spare -= len([later for later in goods[i + 1 :] if mine[later] <= 0])
                charms = (yield you, "payment", range(2), False) if low == 0 and spare > 0 else low
            if charms:
                self.transfer(CHARM, 1, mine, chest)
                if to is not chest:
                    self.transfer(good, 1, chest, to)
                    self.check_salt()
            else:
                self.transfer(good, 1, mine, to)

    # -- duties: looked at wherever one may just have been reached

    def check_coins(self, player: int) -> None:
        if self.held[player][COIN] >= 15:
            self.reach(MISER)

    def check_salt(self) -> None:
        if self.chest[SALT] < 6:
            self.reach(SALTER)

    def reach(self, duty: int) -> None:
        if duty in self.dealt and not self.unveiled[duty]:
            self.unveiled[duty] = True
            self.known[duty] = (1 << self.players) - 1
            self.ending = True

    # -- folk

    def rested(self, you: int) -> list[int]:
        area, tired = self.area, self.tired
        return [f for f in self.folk[you] if area[f] >= 0 and not tired[f]]

    def home_regions(self, you: int) -> set[int]:
        area = self.area
        return {REGION_OF[area[f]] for f in self.folk[you] if area[f] >= 0}

    def move(self, folk: int, area: int) -> None:
        """Whoever leaves gives up his post."""
        self.area[folk] = area
        if self.post[folk] >= 0:
            self.keeper[self.post[folk]] = -1
            self.post[folk] = -1

    def heaps(self, folk: list[int]) -> tuple[tuple[int, ...], ...]:
        """Alike folk together: two walkers side by side are one answer."""
        heaps: dict[tuple[int, bool, bool, int], list[int]] = {}
        for f in folk:
            heaps.setdefault((self.area[f], self.tired[f], self.strayed[f], self.post[f]), []).append(f)
        return tuple([tuple(heap) for heap in heaps.values()])

    def unlike(self, folk: list[int]) -> list[int]:
        if len(folk) < 2:
            return folk
        first: dict[tuple[int, bool, bool, int], int] = {}
        for f in folk:
            first.setdefault((self.area[f], self.tired[f], self.strayed[f], self.post[f]), f)
        return list(first.values())

    # -- the sea, chance, and taking things back

    def raise_flood(self, number: int) -> None:
        self.flood = min(12, self.flood + number)
        if self.flood > 11:
            raise Drowned

    def shuffle(self, stream: int, items: Iterable[int]) -> list[int]:
        """Every deck has a stream of its own and is shuffled once."""
        order, _ = shuffled(self.key, stream, 0, tuple(items))
        return list(order)

    def draw(self, below: int) -> int:
        """For questions that chance answers."""
        drawn, self.chance_counter = draw(self.key, 0, self.chance_counter, below)
        return drawn

    def saved(self) -> tuple[Any, ...]:
        """What can change while folk gather or wander, and while players haggle in between; refusals stay."""
        return (
            [held[:] for held in self.held], self.area[:], self.tired[:], self.strayed[:], self.post[:],
            self.keeper[:], self.tally[:], self.unveiled[:], self.known[:], self.granted.copy(), self.ending,
        )  # fmt: skip

    def restore(self, saved: tuple[Any, ...]) -> None:
        for held, old in zip(self.held, saved[0], strict=True):
            held[:] = old
        self.area[:], self.tired[:], self.strayed[:], self.post[:] = saved[1:5]
        self.keeper[:], self.tally[:], self.unveiled[:], self.known[:] = saved[5:9]
        self.granted, self.ending = saved[9:]


TASKS: tuple[tuple[Callable[[Saltfen, int], bool], Callable[[Saltfen, int], Asks]], ...] = (
    (Saltfen.can_gather_reed, Saltfen.gather_reed),
    (Saltfen.can_gather_salt, Saltfen.gather_salt),
    (Saltfen.can_gather_peat, Saltfen.gather_peat),
    (Saltfen.can_explore, Saltfen.explore),
    (Saltfen.can_wander, Saltfen.wander),
    (Saltfen.can_build, Saltfen.build),
    (Saltfen.can_hire, Saltfen.hire),
    (Saltfen.can_launch, Saltfen.launch),
)


class Table:
    """A game and its open question; a player may haggle before he answers."""

    __slots__ = ("asked", "game", "over", "running")

    def __init__(self, game: Saltfen) -> None:
        self.game = game
        self.running = [game.play()]
        self.over = False
        self.asked: Question | None = next(self.running[0])

    def answer(self, answer: Any) -> None:
        while self.running:
            try:
                self.asked = self.running[-1].send(answer)
                return
            except StopIteration:
                self.running.pop()
                answer = None  # whoever was interrupted is asked again
        self.asked, self.over = None, True

    def haggle(self) -> None:
        assert self.asked is not None
        self.running.append(self.game.haggle(self.asked[0]))
        self.answer(None)
