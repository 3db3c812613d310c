"""Scenarios on the game of the language page: what they can say, and what is said when they are wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from archidsl.cli import cli

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fenced(page: str, language: str) -> list[str]:
    return [text for found, text in FENCE.findall((ROOT / "docs" / page).read_text("utf-8")) if found == language]


@pytest.fixture
def plums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack with a folder `tests`; the working directory is the pack."""
    pack = next(text for text in fenced("language.md", "yaml") if "pack: plums\n" in text)
    (tmp_path / "pack.yaml").write_text(pack, "utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "plums.yaml").write_text(pack, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: object) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["test", *map(str, args)])
    return done.exit_code, done.output


def play(text: str, *args: object) -> tuple[int, str]:
    Path("tests/all.yaml").write_text(text, "utf-8")
    return run("tests/all.yaml", *args)


@pytest.mark.parametrize("text", fenced("scenarios.md", "yml"))
def test_the_examples_of_the_page_are_played(plums: Path, text: str) -> None:
    code, said = play(text, "--compiled")
    assert code == 0 and " passed" in said, said


def test_the_scenario_of_the_readme_is_played(tmp_path: Path) -> None:
    blocks = [text for found, text in FENCE.findall((ROOT / "README.md").read_text("utf-8")) if "scenario:" in text]
    lines = "".join(f"  {line}\n" for line in blocks[0].splitlines())
    file = tmp_path / "readme.yaml"
    file.write_text(f"game: {ROOT / 'examples' / 'saltfen'}\nscenarios:\n{lines}", "utf-8")
    code, said = run(file)
    assert code == 0, said


WRONG = {
    "a key": ("- {scenario: x, anwsers: []}", "unknown-key", "did you mean `answers`"),
    "no scenario": ("- {rule: x}", "missing-key", "needs `scenario`"),
    "twice": ("[{scenario: x, stops: yes}, {scenario: x, stops: yes}]", "scenario-form", "two scenarios `x`"),
    "a piece": ("- {scenario: x, given: [two_left], stops: yes}", "scenario-form", "no common piece `two_left`"),
    "a case": ("- {scenario: x, cases: [{a: 1}], play: do <b>()}", "scenario-form", "no case says what `<b>` is"),
    "an answer": ("- {scenario: x, answers: [{p1: 3}]}", "scenario-form", "does not say what p1 answers"),
    "a look": ("- {scenario: x, stops: yes, expect: [{ofered: {}}]}", "scenario-form", "did you mean `offered`"),
    "a word in given": ("- {scenario: x, given: move 1 plumm from bowl to p1}", "unknown-word", "did you mean `plum`"),
    "a word in play": ("- {scenario: x, play: p1 does take_trun()}", "unknown-word", "did you mean `take_turn`"),
    "a word in expect": ("- {scenario: x, stops: yes, expect: [wonn of p1]}", "unknown-word", "did you mean `won`"),
    "a syntax": ("- {scenario: x, play: p1 takes 3 plum}", "unknown-verb", "tests/all.yaml:1:23"),
    "a type": ("- {scenario: x, stops: yes, expect: [plum of p1]}", "wrong-type", "tests/all.yaml:1:"),
    "nobody": ("- {scenario: x, play: gain 1 plum from bowl}", "nobody-acts", "tests/all.yaml:1:"),
    "an option": ("- {scenario: x, options: {players: 9}}", "scenario-game", "players"),
    "a question in given": ("- {scenario: x, given: p1 does take_turn()}", "scenario-given", "asks p1 for `bite`"),
    "a tile": ("- {scenario: x, given: {lay: [a@b]}}", "scenario-given", "`a@b` is no spot"),
    "a question left": ("- {scenario: x}", "scenario-question", "p1 is asked for `bite`"),
    "what is offered": ("- {scenario: x}", "scenario-question", "offered: [1, 2, 3]"),
    "another player": ("- {scenario: x, answers: [{p2: {bite: 1}}]}", "scenario-answer", "and not p2 for `bite`"),
    "no player": ("- {scenario: x, answers: [{p7: {bite: 1}}]}", "scenario-answer", "`p7` is no player"),
    "not offered": ("- {scenario: x, answers: [{p1: {bite: 4}}]}", "scenario-answer", "min(3, plum of bowl)"),
    "too late": (
        "- {scenario: x, play: set won of p1 to yes, answers: [{p1: {bite: 1}}]}",
        "scenario-answer",
        "nobody is",
    ),
    "not refused": (
        "- {scenario: x, stops: yes, answers: [{refuse: {p1: {bite: 3}}}]}",
        "scenario-refuse",
        "3 is offered",
    ),
    "another reason": (
        "- {scenario: x, stops: yes, answers: [{refuse: {p1: {bite: 4}, because: rain}}]}",
        "scenario-refuse",
        "for another reason",
    ),
    "not allowed": ("- {scenario: x, stops: yes, answers: [{allow: {p1: {bite: 4}}}]}", "scenario-expect", "should be"),
    "other offers": ("- {scenario: x, stops: yes, expect: [{offered: {bite: [1]}}]}", "scenario-expect", "[1, 2, 3]"),
    "asked": (
        "- {scenario: x, stops: yes, expect: [{asked: {p2: bite}}]}",
        "scenario-expect",
        "p1 is asked for `bite`",
    ),
    "a value": ("- {scenario: x, stops: yes, expect: [plum of bowl is 12]}", "scenario-expect", "`plum of bowl` is 13"),
    "a property": ("- {scenario: x, stops: yes, expect: [won of p1]}", "scenario-expect", "won of p1 is `no`"),
    "seen": ("- {scenario: x, stops: yes, expect: [{sees: {p1: {bowl: {plum: 1}}}}]}", "scenario-expect", "{plum: 13}"),
    "no place": ("- {scenario: x, stops: yes, expect: [{in: {bwol: []}}]}", "scenario-expect", "did you mean `bowl`"),
    "over": ("- {scenario: x, stops: yes, over: yes}", "scenario-expect", "the game is not over"),
    "played out": ("- {scenario: x, play: set won of p1 to yes, over: yes}", "scenario-expect", "the game is not over"),
    "no game": ("{game: nowhere, scenarios: [{scenario: x}]}", "scenario-game", "nowhere"),
    "no such pack below": (
        "{shared: {plms: t.yaml}, scenarios: [{scenario: x}]}",
        "scenario-form",
        "did you mean `plums`",
    ),
    "no file of that pack": (
        "{shared: {plums: t.yaml}, scenarios: [{scenario: x}]}",
        "scenario-form",
        "there is no file",
    ),
    "no shared file": ("{shared: nowhere.yaml, scenarios: [{scenario: x}]}", "scenario-form", "there is no file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said(plums: Path, case: str) -> None:
    text, code, words = WRONG[case]
    exit_code, said = play(text)
    assert exit_code == 1 and f"error[{code}]" in said and words in said, said
    assert "--> tests/all.yaml:1:" in said


HELD = """
pack: held
kinds: [{kind: card, starts: deck, facts: {suit: [red, blue]}}]
zones: [{zone: deck, of: card}, {zone: hand, per: player, of: card}, {zone: row, of: card}]
cards: [{card: one, suit: red}, {card: two, suit: blue}, {card: three, suit: blue}]
measures: [{measure: fitting, with: {c: card}, means: suit of c is suit of two, refusal: only_blue}]
refusals: [{refusal: only_blue, text: The row is blue.}]
procedures:
  - procedure: game
    effect: |
      each player p: p does lay()
  - procedure: lay
    effect: |
      choose laid: card c in hand of you where fitting(c)
      move laid to row
"""


def test_a_reason_names_its_refusal_and_speaks_in_words(plums: Path) -> None:
    Path("pack.yaml").write_text(HELD, "utf-8")
    text = (
        "- {scenario: x, given: 'move one, two, three from deck to hand of p1', stops: yes, play: p1 does lay(),"
        " answers: [{refuse: {p1: {laid: one}, because: %s}}], expect: [sees: {p1: {%s: [one, two, three]}}]}"
    )
    code, said = play(text % ("only_blue", "hand_p1"))
    assert code == 0, said
    said = play(text % ("rain", "hand of p1"))[1]
    assert "suit of one is `red`; suit of two is `blue`), which says `only_blue`" in said
    assert "did you mean `hand_p1`?" in said


def test_who_is_not_asked_may_have_had_one_answer(plums: Path) -> None:
    Path("pack.yaml").write_text(HELD, "utf-8")
    text = "- {scenario: x, given: move two from deck to hand of p1, play: p1 does lay(), answers: [{p1: {laid: two}}]}"
    assert "help: a question with one possible answer is not asked" in play(text)[1]


def test_nothing_reacts_while_the_table_is_set(plums: Path) -> None:
    watch = "watches:\n  - {watch: empty, when: plum of bowl is 0, effect: finish}\n"
    Path("pack.yaml").write_text(Path("pack.yaml").read_text("utf-8") + watch, "utf-8")
    given = "- {scenario: x, given: move 13 plum from bowl to p2, play: set won of p1 to yes, over: no}"
    assert play(given)[0] == 0
    played = "- {scenario: x, play: move 13 plum from bowl to p2, over: yes}"
    assert play(played)[0] == 0


def test_selection_and_the_exit_code(plums: Path) -> None:
    text = "- {scenario: one, rule: P-3.1, stops: yes}\n- {scenario: two, rule: [P-31, Q-1], stops: yes}\n"
    assert play(text) == (0, "tests/all.yaml ..\n2 passed\n")
    assert play(text, "-k", "ONE")[1].endswith("1 passed, 1 left out\n")
    assert play(text, "--rule", "P-3")[1].endswith("1 passed, 1 left out\n")
    assert play(text, "--rule", "P-3", "--rule", "Q")[1].endswith("2 passed\n")
    code, said = play(text, "--rule", "P-4")
    assert code == 1 and "nothing was played, and that is a failure" in said
    assert run("--format", "xml")[0] == 2
    assert play(text, "--list", "-k", "two")[1] == "tests/all.yaml:2 two [P-31, Q-1]\n"


def test_a_folder_means_the_tests_of_its_packs(plums: Path) -> None:
    Path("tests/all.yaml").write_text("- {scenario: one, stops: yes}", "utf-8")
    Path("tests/script.game").write_text("game: ..\np1: bite 1\n", "utf-8")
    for path in (".", "tests", plums):
        code, said = run(path)
        assert code == 0 and said.endswith("2 passed\n"), said


def test_json(plums: Path) -> None:
    text = "- {scenario: one, stops: yes}\n- {scenario: two, stops: yes, expect: [won of p1]}\n"
    code, said = play(text, "--format", "json")
    found = json.loads(said)
    assert code == 1 and (found["passed"], found["failed"], found["ok"]) == (1, 1, False)
    [problem] = found["scenarios"][1]["problems"]
    assert (problem["code"], problem["line"]) == ("scenario-expect", 2)
    assert play(text, "--format", "concise")[1].splitlines()[0].startswith("tests/all.yaml:2:")


def test_coverage_counts_lines_and_both_ways(plums: Path) -> None:
    text = "- {scenario: one, play: p1 does take_turn(), answers: [{p1: {bite: 1}}]}\n"
    lines = Path("pack.yaml").read_text("utf-8").splitlines()
    at = {
        word: number for number, line in enumerate(lines, 1) for word in ("repeat", "if plum", "finish") if word in line
    }
    code, said = play(text, "--coverage", "--coverage-format", "json")
    found = json.loads(said[said.index("{") : said.rindex("}") + 1])
    [file] = found["files"]
    assert code == 0 and (file["lines"], file["ways"]) == ({"all": 7, "met": 3}, {"all": 2, "met": 1})
    repeat, test, finish = at["repeat"], at["if plum"], at["finish"]
    assert file["missing"] == [f"{repeat}-{repeat + 1}", f"{finish - 1}-{finish}", f"{test}:yes"]
    whole = text + "- {scenario: two, rest: first, over: yes}\n"
    code, said = play(whole, "--coverage")
    assert code == 0 and "together 100.0%" in said


def test_where_no_game_could_be_played_nothing_is_covered(plums: Path) -> None:
    pack = Path("pack.yaml")
    pack.write_text(pack.read_text("utf-8").replace("repeat", "repaet"), "utf-8")
    code, said = play("- {scenario: one, rest: first}\n", "--coverage")
    assert code == 1 and "no game could be played" in said and "%" not in said
    found = json.loads(play("- {scenario: one, rest: first}\n", "--coverage", "--format", "json")[1])
    assert found["coverage"]["percent"] == 0


def test_coverage_is_of_the_pack_whose_tests_they_are() -> None:
    """The game below a mod has tests of its own."""
    found = CliRunner().invoke(cli, ["test", "auctioneer", "--coverage", "--coverage-format", "json", "-k", "most"])
    said = found.output
    files = json.loads(said[said.index("{") : said.rindex("}") + 1])["files"]
    assert [Path(file["file"]).as_posix() for file in files] == ["examples/auctioneer/cards.yaml"]


def test_a_broken_game_is_told_of_once(plums: Path) -> None:
    text = "".join(f"- {{scenario: {name}, rest: first}}\n" for name in ("one", "two", "three"))
    pack = Path("pack.yaml")
    pack.write_text(pack.read_text("utf-8").replace("repeat", "repaet"), "utf-8")
    code, said = play(text)
    assert code == 1 and said.count("repaet") == 1 and "2 more cannot be played for the same reason\n3 failed" in said
    assert len(play(text, "--format", "concise")[1].splitlines()) == 4


def test_options_that_cannot_be_are_said_of_each_scenario(plums: Path) -> None:
    """The game is sound; each of them has to be mended."""
    text = "".join(f"- {{scenario: {name}, options: {{players: 99}}, rest: first}}\n" for name in ("one", "two"))
    code, said = play(text)
    assert code == 1 and "two (tests/all.yaml:2)" in said and said.count("not `99`") == 2 and "same reason" not in said


def test_a_mod_shares_the_table_of_the_pack_below(plums: Path) -> None:
    """All but the game: that is the mod, on top of what it needs."""
    base, mod = plums / "plums", plums / "greedy"
    (base / "tests").mkdir(parents=True)
    (mod / "tests").mkdir(parents=True)
    (base / "pack.yaml").write_text((plums / "pack.yaml").read_text("utf-8"), "utf-8")
    table = "game: nowhere\noptions: {players: 3}\ncommon: {few: move 10 plum from bowl to p3}\naliases: {ann: p1}\n"
    (base / "tests" / "table.yaml").write_text(table, "utf-8")
    changes = "changes: [{in: stuffs, change: plum, total: +1}]\n"
    (mod / "pack.yaml").write_text(f"pack: greedy\nneeds: [plums]\n{changes}", "utf-8")
    (mod / "tests" / "all.yaml").write_text(
        "shared: {plums: table.yaml}\nscenarios:\n  - scenario: one more\n    given: few\n"
        "    play: ann does take_turn()\n    answers: [{p1: {bite: 3}}]\n    expect: [plum of bowl is 1]\n",
        "utf-8",
    )
    code, said = run("greedy")
    assert code == 0, said
