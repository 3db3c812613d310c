"""R-12, R-13, R-16: when the game ends, and who is how far ahead."""

from __future__ import annotations

import pytest
from table import MAP, Table, goods, house, printed, run, units

P = ("p1", "p2", "p3", "p4")

# how many of what end the game, for 2, 3, 4 and 5 players
COUNTS = {
    "short_2": ("town", (3, 4, 5, 6)), "short_3": ("port", (3, 4, 5, 6)), "short_4": ("temple", (2, 3, 4, 5)),
    "short_6": ("progress", (4, 5, 6, 7)), "short_7": ("character", (4, 5, 6, 7)), "short_8": ("market", (3, 4, 5, 6)),
    "short_9": ("citizen", (15, 22, 29, 36)),
    "medium_1": ("market", (4, 5, 6, 7)), "medium_2": ("port", (4, 5, 6, 7)), "medium_3": ("temple", (4, 5, 6, 7)),
    "medium_4": ("progress", (5, 8, 11, 14)), "medium_5": ("character", (5, 8, 11, 14)),
    "medium_7": ("town", (4, 5, 6, 7)), "medium_8": ("citizen", (20, 27, 34, 41)),
    "long_1": ("town", (5, 6, 7, 8)), "long_2": ("port", (5, 6, 7, 8)), "long_3": ("market", (5, 6, 7, 8)),
    "long_5": ("card", (12, 16, 20, 24)), "long_6": ("temple", (5, 6, 7, 8)), "long_8": ("ship", (6, 8, 10, 12)),
}  # fmt: skip
CHARACTERS = (
    "researcher pirate thief barbarian spy bishop archbishop pope head_hunter recruiter diplomat king explorer "
    "architect tax_collector"
).split()
PROGRESS = (
    "plantation cattle_breeding sawmill quarry iron_mine fishery cartography town_planning expansionism birth_policy "
    "emigration education amphitheater colossus"
).split()


def pieces(what: str, number: int, players: int) -> list[str]:
    """Lines that bring so many of something into play, one by one."""
    if what in ("town", "temple"):
        return [house(f"building_{14 + i}", what, "north") for i in range(number)]
    if what in ("port", "market"):
        return [house(f"building_{1 + i}", what, "north") for i in range(number)]
    if what in ("citizen", "ship"):
        size = {"citizen": 10, "ship": 4}[what] * (2 if players == 2 else 1)
        place = {"citizen": "north", "ship": "open_sea"}[what]
        names = [f"{what}_p{p}_{i}" for p in range(1, players + 1) for i in range(1, size + 1)]
        return [units(place, name) for name in names[:number]]
    names = {"character": CHARACTERS, "progress": PROGRESS, "card": CHARACTERS + PROGRESS}[what]
    return [f"move {name} to cards of p1\n" for name in names[:number]]


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("goal", COUNTS)
def test_r_16_counts_that_end_the_game(goal: str, players: int):
    what, numbers = COUNTS[goal]
    number = numbers[players - 2]
    lines = pieces(what, number, players)
    given = (MAP, f"move {goal} to goals of p2\nset turn to 1\n" + "".join(lines[:-1]))
    t = run("do close_if_ending()", given, players=players)
    assert t.prop("ending") == "no"
    t = run(lines[-1] + "do close_if_ending()", given, players=players)
    assert t.prop("ending") == "yes" and t.prop("met", goal) == "yes" and t.view("p1")["zones"]["goals_p2"] == [goal]


def test_r_16_4_the_pictured_numbers_for_four_and_five():
    given = (MAP, "move medium_4 to goals of p1\nset turn to 1\n" + "".join(pieces("progress", 9, 4)))
    last = pieces("progress", 10, 4)[-1]
    assert run(last, given, players=4).prop("ending") == "no"
    assert run(last, given, players=4, options={"medium_card_threshold": "as_pictured"}).prop("ending") == "yes"


PILES = "each pile q: move 8 explorer_token from box to q\n"


@pytest.mark.parametrize(("goal", "empty"), [("short_1", 2), ("short_10", 3), ("medium_6", 3), ("long_7", 3)])
def test_r_16_explorer_piles(goal: str, empty: int):
    given = (PILES, f"move {goal} to goals of p2\nset turn to 1\n")
    lines = [f"move 8 explorer_token from pile_{i} to box\n" for i in (1, 2, 3)]
    assert run("".join(lines[: empty - 1]), given).prop("ending") == "no"
    assert run("".join(lines[:empty]), given).prop("ending") == "yes"


@pytest.mark.parametrize(("goal", "gone"), [("short_5", 2), ("medium_9", 3), ("long_4", 3)])
def test_r_16_resources_that_ran_out(goal: str, gone: int):
    given = f"move {goal} to goals of p2\nset turn to 1\n"
    lines = [f"move 15 {cube} from bank to box\n" for cube in ("iron", "stone", "fish")]
    assert run("".join(lines[: gone - 1]), given).prop("ending") == "no"
    assert run("".join(lines[:gone]), given).prop("ending") == "yes"


@pytest.mark.parametrize("goal", ["medium_10", "long_10"])
def test_r_16_the_bank_is_out_of_money(goal: str):
    given = f"move {goal} to goals of p2\nset turn to 1\nmove 134 florin from bank to tolls of p1\n"
    assert run("move 0 florin from bank to p1", given).prop("ending") == "no"
    assert run("move 1 florin from bank to p1", given).prop("ending") == "yes"


def test_r_16_3_surplus_above_21_and_r_12_2_4_the_boards_are_finished_first():
    given = (MAP, "move long_9 to goals of p2\nset turn to 1\nset surplus to 21\nmove 5 fish from bank to domestic\n")
    people = units("north", *(f"citizen_p{p}_{i}" for p in (1, 2) for i in range(1, 11)))
    t = run("do population_effects()", (*given, people))
    assert t.over and t.prop("ending") == "yes" and t.prop("rebellion") == 3
    at_once = run("do population_effects()", (*given, people), options={"end_outside_round": "at_once"})
    assert at_once.over and at_once.prop("rebellion") == 0


def test_r_12_2_1_the_active_player_completes_his_round():
    goal = "move short_2 to goals of p2\nset turn to 1\n" + "".join(pieces("town", 3, 3))
    rich = goods("p1", stone=1, wood=1, florin=3, action_disc=2) + units("inland", "citizen_p1_1")
    rich += house("building_1", "market", "east", "citizen_p1_2") + goods("p2", action_disc=1)
    build = [("p1", "step", "wheel"), ("p1", "zone", "construction")]
    given = (MAP, goal, rich, "set engaged of citizen_p1_2 to yes\n")
    t = run("do actions()", given, build, options={"negotiation": "off"}, stops=True)
    assert t.prop("ending") == "yes" and t.keys[-1] == ("p1", "step") and t.offered == ["house", None]
    t = run("do actions()", given, [*build, ("p1", "step", None)], options={"negotiation": "off"})
    assert t.over  # p2 has no round any more (EC-153)


def test_r_12_1_2_the_separatist_wins_alone():
    given = (MAP, units("north", "citizen_p1_1"), "move short_10 to goals of p2\nset rebellion to 1\n", PILES)
    t = run("raise rebellion by 1", given)
    assert t.over and [won for _, won in t.standing.values()] == ["no", "yes", "no"]
    t = run("raise rebellion by 1", (*given[:2], "set rebellion to 1\n"))
    assert t.over and [won for _, won in t.standing.values()] == ["no", "no", "no"]


# --


def scored(*given: str, play: str = "", **more) -> Table:
    return run(play + "do final_scoring()", (MAP, *given), players=4, **more)


def points(t: Table) -> list[int]:
    return [score for score, _ in t.standing.values()]


def test_r_13_4_3_the_worked_example():
    """Blue, Green, Red and Yellow: temples 3, 4, 2, 1; iron 0, 0, 4, 6; progress cards 3, 0, 1, 3."""
    temples, number = "", 14
    for player, count in zip(P, (3, 4, 2, 1), strict=True):
        for i in range(count):
            temples += house(f"building_{number}", "temple", "north", f"citizen_{player}_{i + 1}")
            number += 1
    goals = "move short_8 to goals of p1\nmove short_3 to goals of p2\nmove short_5 to goals of p3\n"
    goals += "move short_10 to goals of p4\nmove trend_temples to fashion\n"
    cards = "move great_lighthouse to cards of p1\nset built of great_lighthouse to yes\nmove king to cards of p2\n"
    cards += "".join(f"move {c} to cards of p1\n" for c in ("sawmill", "quarry")) + "move fishery to cards of p3\n"
    cards += "".join(f"move {c} to cards of p4\n" for c in ("plantation", "education", "emigration"))
    t = scored(temples, goals, cards, goods("p3", iron=4) + goods("p4", iron=6))
    assert points(t) == [9, 8, 7, 6] and [won for _, won in t.standing.values()] == ["yes", "no", "no", "no"]


def test_r_13_4_1_money_breaks_a_tie():
    t = scored("move king to cards of p1\nmove pope to cards of p2\n", goods("p1", florin=3) + goods("p2", florin=5))
    assert [won for _, won in t.standing.values()] == ["no", "yes", "no", "no"]
    t = scored("move king to cards of p1\nmove pope to cards of p2\n")
    assert [won for _, won in t.standing.values()] == ["yes", "yes", "no", "no"]


CRITERIA = {
    "short_1": goods("p2", florin=3),
    "short_2": house("building_1", "port", "east", "ship_p2_1"),
    "short_3": "move sawmill to cards of p2\n",
    "short_4": "move bishop to cards of p2\n",
    "short_5": house("building_14", "temple", "inland", "citizen_p2_1"),
    "short_6": house("building_1", "market", "inland", "citizen_p2_1"),
    "short_7": goods("p2", explorer_token=1),
    "short_8": goods("p2", iron=1),
    "medium_3": "move sawmill to cards of p2\n",
    "medium_5": goods("p2", fish=1),
    "medium_8": house("building_1", "market", "inland", "citizen_p2_1"),
    "trend_fish": goods("p2", fish=1),
    "trend_stone": goods("p2", stone=1),
    "trend_fruit": goods("p2", fruit=1),
    "trend_cattle": goods("p2", cattle=1),
    "trend_wood": goods("p2", wood=1),
    "trend_iron": goods("p2", iron=1),
    "trend_money": goods("p2", florin=1),
    "trend_towns": house("building_14", "town", "inland", "citizen_p2_1"),
    "trend_ships": units("open_sea", "ship_p2_1"),
    "trend_population": units("inland", "citizen_p2_1"),
    "trend_temples": house("building_14", "town", "inland", "citizen_p2_1") + house("building_15", "temple", "inland"),
    "benefactor": "move 1 florin from bank to merit_box of p2\n",
}


@pytest.mark.parametrize("card", CRITERIA)
def test_r_13_3_what_each_card_ranks(card: str):
    zone, prize = ("fashion", 4) if card.startswith(("trend", "bene")) else ("goals of p1", 3)
    t = scored(f"move {card} to {zone}\n", CRITERIA[card])
    assert points(t) == [0, prize, 0, 0]


RULED = {"medium_1": ("inland", "town"), "long_5": ("east", "town"), "medium_6": ("east", "town")}


@pytest.mark.parametrize("goal", RULED)
def test_r_13_3_4_icons_in_the_regions_of_own_towns(goal: str):
    place, form = RULED[goal]
    given = (f"move {goal} to goals of p1\n", house("building_14", form, place, "citizen_p3_1"))
    assert points(scored(*given, play=printed(place))) == [0, 0, 3, 0]
    assert points(scored(*given, "set lying of citizen_p3_1 to yes", play=printed(place))) == [0, 0, 0, 0]


def test_r_13_3_5_pillaged_icons_count_or_not():
    given = ("move medium_6 to goals of p1\n", house("building_14", "town", "east", "citizen_p3_1"))
    pillaged = printed("east") + "each icon i: set pillaged of i to yes\n"
    assert points(scored(*given, play=pillaged)) == [0, 0, 3, 0]
    assert points(scored(*given, play=pillaged, options={"pillaged_icons_score": "no"})) == [0, 0, 0, 0]
