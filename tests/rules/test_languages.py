"""The shipped game in three languages: nothing is missing, unused or has other places, and no language changes play."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from archidsl.cli import cli
from archidsl.commands.languages import catalogue, lexicon
from archidsl.pipeline import Game, load
from archidsl.players.random_player import RandomPlayer
from archidsl.players.screen import shown
from archidsl.players.showing import Teller, known
from archidsl.session import Session, fingerprint
from archidsl.texts.catalogue import faults
from archidsl.texts.naming import Naming
from archidsl.texts.phrases import program_texts

ROOT = Path(__file__).resolve().parents[2]
PACKS = [ROOT / "rules", ROOT / "cards"]
LANGUAGES = ("fr", "de")


@cache
def game() -> Game:
    return load(PACKS)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layer", [0, 1], ids=["rules", "cards"])
def test_every_text_of_the_game_is_translated(language: str, layer: int) -> None:
    texts = {key: text for key, text in game().texts.items() if text.layer == layer}
    assert len(texts) > 100
    assert list(faults(texts, catalogue(PACKS[layer], language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_of_the_program_is_translated(language: str) -> None:
    assert list(faults(program_texts(), catalogue(ROOT / "archidsl", language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_never_changes_the_game(language: str) -> None:
    """One game, told in two languages at every question: the same answers, the same states, other words."""
    session = Session.new(game(), {"players": 3}, "words")
    english, other = (Naming(session.layout, lexicon(PACKS, game().texts, name)) for name in ("en", language))
    public, asked, differ = known(session.layout), 0, 0
    for _ in range(150):
        choice = session.choice
        if choice is None:
            break
        view = session.view(choice.player)
        asked += 1
        before = fingerprint(session.position)
        told = [shown(view, public, naming) for naming in (english, other)]
        logs = [Teller(view, public, naming.seen(view)).history() for naming in (english, other)]
        differ += told[0] != told[1] and (not view["history"] or logs[0] != logs[1])
        assert fingerprint(session.position) == before
        session.answer_written(RandomPlayer("b", session.player)(view, view["question"]))
    assert differ == asked > 50


def typed(language: str, folder: Path) -> tuple[str, str]:
    """A few answers by number, one refused, and leaving: what is printed, and the record."""
    file = folder / f"{language}.jsonl"
    line = ["play", "--players", "2", "--seed", "s", "--lang", language, "--record", str(file)]
    done = CliRunner().invoke(cli, line, input="1\n1\n999\n?\nlog\n1\n2\nwhy\nquit\n")
    assert (done.exit_code == 0 and not done.exception) or isinstance(done.exception, SystemExit)
    return done.output, file.read_text("utf-8")


def test_the_same_typing_makes_the_same_record(tmp_path: Path) -> None:
    (english, one), (french, two), (german, three) = (typed(language, tmp_path) for language in ("en", "fr", "de"))
    assert one == two == three
    assert len({english, french, german}) == 3
    assert "Type the number of an answer" in english
    assert "Type the number of an answer" not in french + german
