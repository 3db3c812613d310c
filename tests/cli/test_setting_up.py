"""The questions before a game: a flag answers one, Enter takes what is usual, and nonsense is asked again."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from archidsl.commands.languages import lexicon
from archidsl.commands.setting_up import SettingUp, Wishes
from archidsl.engine.options import OptionFacts
from archidsl.pipeline import load
from archidsl.players.console import Leave
from archidsl.players.lines import Line, plain
from archidsl.players.terminal import Terminal
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.text import Text

SALTFEN = Path(__file__).resolve().parents[2] / "examples" / "saltfen"
GAME = load([SALTFEN])


class Typing(Terminal):
    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.lines, self.said = iter(lines), [""]

    def say(self, lines: Iterable[Line]) -> None:
        self.said += [plain(line) for line in lines]

    def read(self, prompt: str) -> str:
        self.said.append(prompt)
        try:
            return next(self.lines)
        except StopIteration:
            raise EOFError from None


def asked(lines: list[str], wishes: Wishes, levels: tuple[str, ...] = ()) -> tuple[Wishes, str]:
    terminal = Typing(lines)
    found = SettingUp(terminal, GAME.options, lambda word: lexicon([SALTFEN], GAME.texts, word), levels)(wishes)
    return found, "\n".join(terminal.said)


def test_enter_takes_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    found, said = asked([""] * 4, Wishes())
    assert (found.language, found.options, found.people) == ("de", {"players": 3}, ("p1",))
    assert "Wie viele Spieler? 2 bis 4 [3]" in said


def test_everything_can_be_said() -> None:
    found, said = asked(["en", "2", "Anna, Ben", "days 4", ""], Wishes())
    assert (found.people, found.options) == (("Anna", "Ben"), {"players": 2, "days": "4"})
    assert "days: 4 (2 to 8)" in said
    assert "dykes" not in said  # a fine point of the rules is not asked about


def test_nonsense_is_asked_again() -> None:
    lines = ["xx", "en", "9", "2", "Anna, anna", "p2", "Anna", "7 x", "days 99", "1 5", "ok"]
    found, said = asked(lines, Wishes())
    assert (found.people, found.options) == (("Anna",), {"players": 2, "days": "5"})
    for text in ("`xx` cannot", "`9` cannot", "Up to 2 different names", "`7 x` cannot", "from 2 to 8, not `99`"):
        assert text in said


def test_flags_skip_their_questions() -> None:
    found, said = asked([], Wishes("en", {"players": 2}, True, ("Anna",), "random"))
    assert found == Wishes("en", {"players": 2}, True, ("Anna",), "random") and "?" not in said
    found, _ = asked(["gr"], Wishes("en", {"players": 2}, True, ("Anna",)), ("random", "greedy"))
    assert found.level == "greedy"
    with pytest.raises(Leave):
        asked([], Wishes("en"))


def test_options_are_understood_by_what_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "option.sea_size": Text("option.sea_size", "Size of the sea", ""),
        "option.sea": Text("option.sea", "sea", ""),
    }
    texts["option.sea_size.text"] = Text("option.sea_size.text", "How far it reaches.", "")
    options = {
        "sea_size": OptionFacts("sea_size", ("small", "smooth", "wide"), 0, 0, "small"),
        "sea": OptionFacts("sea", ("yes", "no"), 0, 0, "no"),
    }
    terminal = Typing(["size of the sea wi", "2 y", "1 sm", "?", "ok"])
    asking = SettingUp(terminal, options, lambda word: Lexicon(texts))
    assert asking(Wishes("en", people=("Anna",))).options == {"sea_size": "wide", "sea": "yes"}
    assert any(line.endswith("How far it reaches.") for line in terminal.said)
    assert "not `sm`" in "\n".join(terminal.said)


def test_a_value_alone_goes_round() -> None:
    option = OptionFacts("size", ("short", "long"), 0, 0, "short")
    terminal = Typing(["1", "", "ok"])
    asking = SettingUp(terminal, {"size": option}, lambda word: lexicon([], {}, word))
    assert asking(Wishes("en", people=("Anna",))).options == {"size": "long"}


def test_a_value_that_only_one_option_has_needs_no_name() -> None:
    options = {
        "size": OptionFacts("size", ("short", "long"), 0, 0, "short"),
        "dry": OptionFacts("dry", ("yes", "no"), 0, 0, "no"),
        "calm": OptionFacts("calm", ("yes", "no"), 0, 0, "no"),
    }
    terminal = Typing(["lo", "yes", "ok"])
    asking = SettingUp(terminal, options, lambda word: lexicon([], {}, word))
    assert asking(Wishes("en", people=("Anna",))).options == {"size": "long"}
    assert "`yes` cannot be taken here" in "\n".join(terminal.said)


def test_an_example_can_be_typed_and_a_sign_that_looks_like_a_number_cannot() -> None:
    terminal = Typing(["\u00b2", "ok"])
    asking = SettingUp(terminal, {"days": OptionFacts("days", (), 2, 8, 3)}, lambda word: lexicon([], {}, word))
    assert asking(Wishes("en", people=("Anna",))).options == {}
    said = "\n".join(terminal.said)
    assert "`\u00b2` cannot be taken here." in said and "like `1 8`, or nothing" in said
