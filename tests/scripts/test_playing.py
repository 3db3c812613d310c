"""Scripts that are played: what holds passes, what does not is said with its place and what is offered there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from archidsl.commands.scripts import Games, Ran, play_script, session_of
from archidsl.diagnostics import PackErrors
from archidsl.pipeline import load
from archidsl.rendering import concise
from archidsl.scripts.playing import Until
from archidsl.session import Session, SessionError

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
TIC, SALTFEN, KUHN = EXAMPLES / "tic_tac_toe", EXAMPLES / "saltfen", EXAMPLES / "kuhn_poker"
GAMES = Games()


def played(tmp_path: Path, text: str, game: Path | str = TIC, until: Until | None = None) -> Ran:
    path = tmp_path / "x.game"
    path.write_text(f"game: {game}\n{text}", "utf-8")
    return play_script(path, GAMES, until or Until())[0]


def said(tmp_path: Path, text: str, game: Path | str = TIC) -> list[str]:
    ran = played(tmp_path, text, game)
    places = re.compile(rf"(?<!\.){re.escape(f'{tmp_path}/')}|(?<!\.){re.escape(f'{ROOT}/')}")  # but no way up to them
    return [places.sub("", concise(d)) for d in ran.report.sorted()]


def passes(tmp_path: Path, text: str, game: Path | str = TIC) -> Ran:
    ran = played(tmp_path, text, game)
    assert not ran.report.errors, [concise(d) for d in ran.report.sorted()]
    return ran


# -- answers


def test_where_it_ends(tmp_path: Path) -> None:
    ran = passes(tmp_path, "players: ann, ben\nann: square b2\n")
    assert (ran.answers, ran.over, ran.asked) == (1, False, ("ben", "square"))


def test_nothing_behind_stop_is_played(tmp_path: Path) -> None:
    assert passes(tmp_path, "p1: square b2\nstop\np1: square b2\n").answers == 1


def test_stopping_somewhere(tmp_path: Path) -> None:
    text = "p1: square b2\np2: square a1\np1: square c3\n"
    assert played(tmp_path, text, until=Until(line=3)).answers == 1
    assert played(tmp_path, text, until=Until(answers=2)).answers == 2


RULES = "examples/tic_tac_toe/rules.yaml"
ASKED = "p1 is asked for `square`"
OFFERED = "offered: a1, a2, a3, b1, b2, b3, c1, c2, c3"
AFTER = "offered: a1, a2, a3, b1, b3, c1, c2, c3"
RULE = '`b2` is not offered; the rule is "mark of it is nobody"'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("p2: square b2", f"2:1: error[script-answer] {ASKED}, and not p2 for `square` ({OFFERED})"),
        ("p1: circle b2", f"2:5: error[script-answer] {ASKED}, and not for `circle` ({OFFERED})"),
        ("p1: square b9", f"2:12: error[script-answer] nothing is called `b9` ({OFFERED})"),
        ("p1: square b22", "2:12: error[script-answer] nothing is called `b22` (did you mean `b2`?)"),
        ("p1: square [b2]", f"2:12: error[script-answer] {ASKED}: that is not the kind of answer that this question takes ({OFFERED})"),  # noqa: E501
        ("p1: square nothing", f"2:12: error[script-answer] {ASKED}: nothing is not offered; the rule is \"choose square: empty square\" ({RULES}:40) ({OFFERED})"),  # noqa: E501
        ("p3: square b2", "2:1: error[script-form] `p3` is no player (there are p1, p2)"),
        ("zoe: square b2", "2:1: error[script-form] `zoe` is no player (there are p1, p2)"),
        ("p1 begins square", f"2:1: error[script-answer] {ASKED}: `+square` cannot be begun here ({OFFERED})"),
        ("chance: coin head", "2:9: error[script-expect] chance was not asked for `coin` here: it was not asked anything"),  # noqa: E501
        ("p1: square b2\nrefuse p2: square a1", f"3:12: error[script-refuse] p2 may answer this, and it should be refused ({AFTER})"),  # noqa: E501
        ("expect over", f"2:1: error[script-expect] the game is not over: {ASKED} ({OFFERED})"),
        ("expect p1 wins", f"2:8: error[script-expect] nobody wins yet: {ASKED} ({OFFERED})"),
        ("expect p2 is asked square", f"2:8: error[script-expect] {ASKED}, and not p2 for `square` ({OFFERED})"),
        ("expect p1 is asked", ""),
        ("expect nobody is asked", f"2:8: error[script-expect] {ASKED}, and not nobody ({OFFERED})"),
        ("expect mark of b2 is p1", "2:8: error[script-expect] `mark of b2 is p1` is not so: `mark of b2` is nothing"),
        ("expect marks of b2 is p1", "2:8: error[unknown-word] a square has no `marks` (did you mean `mark`?)"),
        ("expect mark of", "2:15: error[unfinished-line] the line ends too early (expected `(` or a word)"),
        ("expect p1 sees score: 1", "2:16: error[script-expect] `score` is nothing that can be seen (a place, a stuff of a holder, or a property of a thing can be seen)"),  # noqa: E501
        ("expect p1 sees mark of b2: p2", "2:28: error[script-expect] p1 sees there `nothing`, and not `p2`"),
        ("expect everybody sees mark of b2: nothing", ""),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said(tmp_path: Path, text: str, found: str) -> None:
    assert said(tmp_path, text) == ([f"x.game:{found}"] if found else [])


def test_a_refused_answer_says_the_rule(tmp_path: Path) -> None:
    [line] = said(tmp_path, "players: ann, ben\nann: square b2\nben: square b2\n")
    assert line.startswith(f"x.game:4:13: error[script-answer] ben is asked for `square`: {RULE} (") and AFTER in line


def test_an_answer_after_the_end(tmp_path: Path) -> None:
    moves = "p1: square b2\np2: square a1\np1: square b1\np2: square a2\np1: square b3\n"
    passes(tmp_path, f"{moves}expect over\nexpect p1 wins\nexpect nobody is asked\n")
    assert said(tmp_path, f"{moves}p2: square a3\n") == [
        "x.game:7:5: error[script-answer] the game is over, and p2 answers `square`"
    ]
    assert said(tmp_path, f"{moves}expect not over\nexpect p2 wins\n") == [
        "x.game:7:1: error[script-expect] the game is over",
        "x.game:8:8: error[script-expect] p1 wins, and nobody else",
    ]
    assert said(tmp_path, f"{moves}p2 begins it\n")[0].endswith("the game is over, and p2 begins `it`")


def test_offers(tmp_path: Path) -> None:
    squares = "a1, a2, a3, b1, b2, b3, c1, c2, c3"
    passes(tmp_path, f"expect p1 is asked square: {squares}\nexpect p1 is asked square with b2, c3\n")
    [line] = said(tmp_path, f"p1: square b2\nexpect p2 is asked square: {squares[:-4]}\n")
    assert "for `square` something else is offered; not offered: b2; also offered: c3" in line


# -- the head


def test_wrong_options_are_said_at_their_place(tmp_path: Path) -> None:
    assert said(tmp_path, "options: playrs 2, players 9\n", SALTFEN) == [
        "x.game:2:10: error[script-game] there is no option `playrs` (did you mean `players` or `days`?)",
        "x.game:2:28: error[script-game] `players` is a number from 2 to 4, not `9`",
    ]
    assert said(tmp_path, "options: days 3, days 4\n", SALTFEN) == [
        "x.game:2:18: error[script-game] `days` is said twice"
    ]


def test_names_of_players(tmp_path: Path) -> None:
    assert said(tmp_path, "players: ann\n") == [
        "x.game:2:10: error[script-game] `players` is a number from 2 to 2, not `1`"
    ]
    assert said(tmp_path, "options: players 2\nplayers: ann, ben, zoe\n", SALTFEN) == [
        "x.game:3:10: error[script-game] the game is for 2 players, and 3 have a name"
    ]
    assert said(tmp_path, "players: b2, ann\n") == [
        "x.game:2:10: error[script-game] `b2` is something else in this game: choose another name"
    ]


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "things").mkdir()
    nothing = "write a path from where the script stands, the name of a shipped example, or `shipped`"
    for game, help in (
        ("thigns", "did you mean `things`?"),
        ("shiped", "did you mean `shipped`?"),
        ("things/../thigns", "did you mean `things/../things`?"),
        ("saltfenn", "did you mean `saltfen`?"),
        ("no/way", nothing),
        ("a\x00b", nothing),
        ("z" * 9000, nothing),
        ("examples/saltfen", f"a path begins where the script stands: `{os.path.relpath(SALTFEN, tmp_path)}`"),
    ):
        shown = game.replace("\x00", "\\u0000")
        assert said(tmp_path, "", game) == [f"x.game:1:7: error[script-game] there is no pack `{shown}` ({help})"]
    [line] = said(tmp_path, "", "things/../x.game")
    assert line.startswith("x.game:1:7: error[script-game] the game has errors: ")


def test_an_example_by_its_name(tmp_path: Path) -> None:
    assert passes(tmp_path, "players: ann, ben\nseed: x\n", "saltfen").asked == ("ben", "home")


# -- the table


TRADE = "players: ann, ben\ngiven:\n  move 2 salt, 1 reed from chest to village  # the stall\n"
TRADE += "  move 9 coin from chest to ann\n"
TRADE += "play: ann does trade(village)\n"


def test_the_table_is_set_without_playing(tmp_path: Path) -> None:
    ran = passes(
        tmp_path,
        f"{TRADE}expect coin of ann is 9\nexpect ann is asked what: salt, reed\nrefuse ann: what peat because held\n"
        "ann: what salt\nexpect salt of ann is 1 and coin of ann < 9\nexpect over\n",
        SALTFEN,
    )
    assert ran.answers == 1


def test_a_reason_that_is_another(tmp_path: Path) -> None:
    [line] = said(tmp_path, f"{TRADE}refuse ann: what peat because winter\n", SALTFEN)
    assert (
        '7:31: error[script-refuse] it is refused for another reason: `peat` is not offered; the rule is "held' in line
    )


def test_hidden_things_are_hidden(tmp_path: Path) -> None:
    passes(tmp_path, f"{TRADE}expect ann sees coin of ann: 9\nexpect ben sees coin of ann: hidden\n", SALTFEN)
    ran = passes(
        tmp_path, "seed: deal\nexpect p1 sees hand of p2: [hidden]\nexpect everybody sees hand_p1: [hidden]\n", KUHN
    )
    assert ran.answers > 0
    [line] = said(tmp_path, "seed: deal\nexpect p1 sees hand of p1: [hidden]\n", KUHN)
    assert "error[script-expect] p1 sees there [`" in line


def test_names_reach_into_the_names_of_things(tmp_path: Path) -> None:
    passes(tmp_path, "players: ann, ben\nseed: deal\nexpect ann sees hand_ben: [hidden]\n", KUHN)
    text = "players: ann, ben\nplay: ann may choose folk: walker in camp of ann\n"
    passes(tmp_path, f"{text}expect ann is asked folk with walker_ann_1, nothing\nann: folk walker_ann_1\n", SALTFEN)


def test_what_is_wrong_with_the_table(tmp_path: Path) -> None:
    [line] = said(tmp_path, "given: set foo to 3\n")
    assert line.startswith("x.game:2:12: error[unknown-word] `foo` is not a word of this game (a name is given by")
    assert said(tmp_path, "given:\n  lay first@zz\n", SALTFEN) == ["x.game:3:7: error[script-given] there is no `zz`"]
    found = said(
        tmp_path, "given:\n  mvoe 1 coin\n  lay firts@d4, first@d4+9\n  set foo to 3\nplay: do it()\n", SALTFEN
    )
    assert [line.split(" (")[0] for line in found] == [
        "x.game:3:3: error[unknown-verb] `mvoe` is not a verb",
        "x.game:4:7: error[script-given] there is no `firts`",
        "x.game:4:17: error[script-given] `first@d4+9` is no spot",
        "x.game:5:7: error[unknown-word] `foo` is not a word of this game",
        "x.game:6:10: error[unknown-word] `it` is not a procedure",
    ]
    assert said(tmp_path, "given: p1 chooses mine: square\n")[0].startswith(
        "x.game:2:8: error[script-given] setting the table asks p1 for `mine`"
    )


@pytest.mark.parametrize(
    ("spot", "message"),
    [
        ("ann@d4", "`ann` is no tile"),
        ("d4@d4", "`d4` is no tile"),
        ("first@chest", "`chest` is no cell"),
        (f"first@d4+{'9' * 5000}", f"`first@d4+{'9' * 5000}` is no spot"),
    ],
)
def test_only_tiles_are_laid_and_only_on_cells(tmp_path: Path, spot: str, message: str) -> None:
    [line] = said(tmp_path, f"players: ann, ben\ngiven: lay {spot}\n", SALTFEN)
    assert line.startswith(f"x.game:3:12: error[script-given] {message} (write it like")
    assert "`a1@b2` is no spot" in said(tmp_path, "given: lay a1@b2\n")[0], "here are cells, and no tiles"


def test_tiles_are_laid(tmp_path: Path) -> None:
    head = "given:\n  move 1 coin from chest to p1\n  lay first@d4  # in the middle\n  move 1 coin from chest to p1\n"
    ran = passes(tmp_path, f"{head}play: p1 may choose site: holm\nexpect p1 is asked site with first_1_b\n", SALTFEN)
    assert ran.asked == ("p1", "site")
    passes(tmp_path, f"{head}play: p1 may choose site: holm\nexpect coin of p1 is 2\n", SALTFEN)


# -- amounts, lists, numbers, English


def test_numbers_lists_and_amounts(tmp_path: Path) -> None:
    path = EXAMPLES / "saltfen" / "tests" / "whole_game.game"
    text = path.read_text("utf-8")
    game = SALTFEN
    head = "".join(line + "\n" for line in text.split("\n") if line.startswith(("options", "seed")))
    moves = text[text.index("p2: home") : text.index("# day 1: work")]
    passes(tmp_path, head + moves, game)
    assert "`2x` is no number" in said(tmp_path, head + moves.replace("stake 2", "stake 2x"), game)[0]
    assert "here belongs a list" in said(tmp_path, head + moves.replace("[p2, p1]", "p2"), game)[0]
    expects = moves.replace("p2: stake", "expect p2 is asked stake: 0 to 3\np2: stake", 1)
    passes(tmp_path, head + expects, game)
    [line] = said(tmp_path, head + moves.replace("p2: stake", "expect p2 is asked stake: 0 to 2\np2: stake", 1), game)
    assert "also offered: 3" in line and "offered: 0 to 3" in line


def test_what_is_amiss_with_a_list(tmp_path: Path) -> None:
    """The things are called as in the script, and it is said what stands against them together."""
    head = "players: ann, ben\nplay: ann chooses folk: 1 to 2 of walker in camp of ann\nann: folk "
    for wrong, message in (
        ("[walker_ann_1, walker_ann_1]", "`walker_ann_1` stands there twice"),
        ("[]", "1 to 2 belong there, and not 0"),
    ):
        [line] = said(tmp_path, f"{head}{wrong}\n", SALTFEN)
        assert f"`{wrong}` is not offered: {message}" in line, line
    head = "given: move 3 salt from chest to p1\nplay: p1 chooses gift: 1 to 2 of good of p1\n"
    [line] = said(tmp_path, f"{head}p1: gift 3 salt\n", SALTFEN)
    assert "is not offered: 1 to 2 belong there in all, and not 3" in line


def test_english_names(tmp_path: Path) -> None:
    head = "options: players 2\nseed: four\np2: home first_1_b, water first_1_e\np1: home first_1_f, water first_1_a\n"
    head += "p2: stake 2\np1: stake 0\np2: line_up [p2, p1]\n"
    ran = passes(tmp_path, f"{head}p2: step go to a stall, booth Village, what Peat\n", SALTFEN)
    plain = passes(tmp_path, f"{head}p2: step stall, booth village, what peat\n", SALTFEN)
    assert ran.state == plain.state


def test_chance_is_compared_if_written(tmp_path: Path) -> None:
    deals = [str(entry.answer) for entry in Session.new(load([KUHN]), {}, "one").live]
    assert len(deals) == 2
    passes(tmp_path, f"seed: one\nchance: dealt {deals[0]}, dealt {deals[1]}\np1: say bet\n", KUHN)
    assert said(tmp_path, f"seed: one\nchance: dealt {deals[1]}\np1: say bet\n", KUHN) == [
        f"x.game:3:15: error[script-expect] chance answered `{deals[0]}`, and not `{deals[1]}`"
    ]
    assert said(tmp_path, "seed: one\nchance: drawn ace\n", KUHN) == [
        "x.game:3:9: error[script-expect] chance was not asked for `drawn` here: it was asked for `dealt`"
    ]


OFFER = """seed: seed 0
players: red, blue, green, yellow
blue: spot tile_04/1@l13+1, shore_side tile_04_2_b, shore_side tile_04_2_b, traded fish, kept fruit
red: spot tile_09@n13+5, traded iron, kept fish
green: spot tile_02/1@n12+3, traded stone, kept cattle
yellow: spot tile_07/1@m12+2, traded fruit, kept stone
blue: stake 1
red: stake 3
green: stake 5
yellow: stake 5
green: stake 0
yellow: stake 4, sequence [blue, yellow, red, green]
"""


def test_something_is_begun_beside_the_question(tmp_path: Path) -> None:
    """By the player who is asked, and by another; amounts, and nothing as an amount."""
    passes(
        tmp_path,
        f"{OFFER}blue begins propose: partner red\nrefuse blue: gift 99 florins\n"
        "blue: gift 1 florin and 1 fruit, wish nothing\nred: reply accept\nexpect fruit of red is 1\n"
        "green begins propose: gift nothing, wish 1 florin\nblue: reply refuse\n"
        "refuse blue begins nonsense\nrefuse blue: step card\n"
        "blue: step place a disc on the wheel, zone harvest fish\n",
        "shipped",
    )
    assert said(tmp_path, f"{OFFER}blue begins propose: partner red, gift florin\n", "shipped")[0].endswith(
        "error[script-answer] `florin` is no amount (an amount is written `2 NAME and 1 NAME`)"
    )


# -- going on


def test_going_on_from_a_script(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text(f"game: {TIC}\np1: square b2\n")
    session = session_of(path)
    assert session.player == "p2"
    session.keep(tmp_path / "kept.jsonl")
    assert (tmp_path / "kept.jsonl").read_text().count("\n") == 2
    path.write_text(f"game: {TIC}\np1: square b9\n")
    with pytest.raises(PackErrors):
        session_of(path)


def test_a_set_table_cannot_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.game"
    path.write_text(f"game: {SALTFEN}\n{TRADE}")
    with pytest.raises(SessionError, match="cannot be kept as a record"):
        session_of(path).keep(tmp_path / "kept.jsonl")


def test_what_is_not_understood_where_nothing_happens_ends_nothing(tmp_path: Path) -> None:
    """Only an answer that does not fit ends a script."""
    before = "refuse p1: square b9\nrefuse p2: square b2\nexpect p1 is asked sqare\n"
    assert said(tmp_path, f"{before}p1: square b2\nexpect p2 is asked sqare\n") == [
        f"x.game:2:19: error[script-answer] nothing is called `b9` ({OFFERED})",
        f"x.game:3:8: error[script-answer] {ASKED}, and not p2 for `square` ({OFFERED})",
        f"x.game:4:8: error[script-expect] {ASKED}, and not for `sqare` ({OFFERED})",
        f"x.game:6:8: error[script-expect] p2 is asked for `square`, and not for `sqare` ({AFTER})",
    ]


def test_a_word_that_people_read_is_helped_too(tmp_path: Path) -> None:
    [told] = said(tmp_path, "seed: x\np2: home holm 2 of First\n", SALTFEN)
    assert "nothing is called `holm 2 of First` (did you mean `holm " in told
