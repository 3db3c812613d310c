"""Catalogues: read, brought up to date, looked through for faults; whatever is odd in one breaks nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archidsl.commands.languages import lexicon
from archidsl.texts.catalogue import Catalogue, CatalogueError, example, faults, read, written
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.text import NAME, NOUN, Text

TEXTS = {
    text.key: text
    for text in (
        Text("kind.house", "house", "houses", NOUN, "a kind", "a.yaml"),
        Text("term.any_side", "any side", "", NAME),
        Text("question.mover", "Who moves, {player}?"),
    )
}
FRENCH = """
msgid ""
msgstr "Language: fr\\n"

msgctxt "kind.house"
msgid "house"
msgid_plural "houses"
msgstr[0] "maison (f)"
msgstr[1] "maisons"

msgctxt "question.mover"
msgid "Who moves, {player}?"
msgstr "Qui bouge, {player}\u202f?"
"""


def french(text: str = FRENCH) -> Catalogue:
    return read("fr", text.encode())


def found(text: str) -> list[tuple[str, str]]:
    return [(key, sort) for key, _, sort, _ in faults(TEXTS, french(text))]


def test_words_in_a_language() -> None:
    lexicon = Lexicon(TEXTS, "fr", [french()])
    assert [lexicon.name("kind.house", n) for n in (0, 1, 2)] == ["maison", "maison", "maisons"]
    assert lexicon.word("kind.house").gender == "f"
    assert lexicon.sentence("question.mover", player="p1") == "Qui bouge, p1\u202f?"
    assert lexicon.name("term.any_side") == "any side"  # no translation: the English
    assert lexicon.name("term.never_heard_of") == "never heard of"
    assert [Lexicon(TEXTS).name("kind.house", n) for n in (0, 1, 2)] == ["houses", "house", "houses"]


def test_a_translation_that_is_not_well_formed_is_left_out() -> None:
    lexicon = Lexicon(TEXTS, "fr", [french(FRENCH.replace("bouge, {player}", "bouge, {player"))])
    assert lexicon.sentence("question.mover", player="p1") == "Who moves, p1?"


def test_faults() -> None:
    assert found(FRENCH) == [("term.any_side", "missing")]
    assert ("question.mover", "wrong") in found(FRENCH.replace("bouge, {player}", "bouge"))
    assert ("question.mover", "wrong") in found(FRENCH.replace("bouge, {player}", "bouge {player} {x}"))
    assert ("question.mover", "wrong") in found(FRENCH.replace("bouge, {player}", "bouge {player"))
    assert ("question.mover", "wrong") in found(FRENCH.replace("\u202f?", " ?"))
    for wrong in ("Qui bouge, {player}", "{player} bouge.", "Qui  bouge, {player}\u202f?"):
        assert ("question.mover", "wrong") in found(FRENCH.replace("Qui bouge, {player}\u202f?", wrong))
    for sound in (
        "{player} bouge\u061f",
        "« Qui bouge, {player} »",
    ):  # other marks than the English ones are left alone
        assert found(FRENCH.replace("Qui bouge, {player}\u202f?", sound)) == [("term.any_side", "missing")]
    assert ("term.any_side", "wrong") not in found(f'{FRENCH}\nmsgctxt "term.any_side"\nmsgid "any side"\nmsgstr "?"\n')
    assert ("question.mover", "unsure") in found(FRENCH.replace("Who moves", "Who goes"))
    assert ("kind.house", "wrong") in found(FRENCH.replace(" (f)", ""))
    assert ("kind.house", "wrong") in found(FRENCH.replace("(f)", "(n)"))  # French has no neuter
    assert ("kind.horse", "unused") in found(FRENCH.replace("kind.house", "kind.horse"))


def test_an_update_keeps_what_is_known() -> None:
    changed = {**TEXTS, "question.mover": Text("question.mover", "Who is to move, {player}?")}
    once = written("fr", changed.values(), french())
    assert 'msgstr[0] "maison (f)"' in once and "Qui bouge" in once
    assert "#, fuzzy" in once and '#| msgid "Who moves, {player}?"' in once
    assert 'msgctxt "term.any_side"\nmsgid "any side"\nmsgstr ""' in once
    assert written("fr", changed.values(), read("fr", once.encode())).count("fuzzy") == 1
    assert written("fr", TEXTS.values(), french()) == written(
        "fr", TEXTS.values(), french(written("fr", TEXTS.values(), french()))
    )


def test_what_is_not_there_for_a_while_comes_back() -> None:
    """A pack alone uses fewer of its words than with another one above it, and its translator loses nothing."""
    whole = written("fr", TEXTS.values(), french())
    mover = TEXTS["question.mover"]
    alone = written("fr", [mover], read("fr", whole.encode()))
    assert '#~ msgctxt "kind.house"' in alone and '#~ msgstr[1] "maisons"' in alone
    assert [*faults({mover.key: mover}, french(alone))] == []
    assert "maison" not in str(french(alone).entries) and written("fr", [mover], french(alone)) == alone
    assert written("fr", TEXTS.values(), french(alone)) == whole


def test_what_another_tool_set_aside_is_no_fault() -> None:
    found = french(f'{FRENCH}\n#~ msgid "old"\n#~ msgstr "vieux"\n')
    assert not found.odd and "vieux" not in str(found.aside)


def test_a_text_is_never_taken_for_the_name_of_a_file(tmp_path: object) -> None:
    with pytest.raises(CatalogueError):
        read("fr", f"{tmp_path}".encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_a_catalogue_or_refused(data: bytes) -> None:
    try:
        read("fr", b'msgctxt "a"\nmsgid "b"\nmsgstr "c"\n' + data)
    except CatalogueError as problem:
        assert str(problem)


def test_words_for_what_a_pack_above_says_otherwise_are_not_used(tmp_path: Path) -> None:
    """Better its English than a translation of what is not meant any more; its own catalogue has the last word."""
    below, above = tmp_path / "below", tmp_path / "above"
    entry = 'msgctxt "card.king"\nmsgid "{}"\nmsgstr "{}"\n'
    for pack, english, french in ((below, "King", "Roi"), (above, "Queen", "")):
        (pack / "locale").mkdir(parents=True)
        (pack / "locale" / "fr.po").write_text(entry.format(english, french), "utf-8")
    texts = {"card.king": Text("card.king", "Queen", "", NAME, "", "above/pack.yaml", 1, 1)}
    assert lexicon([below, above], texts, "fr").name("card.king") == "Queen"
    (above / "locale" / "fr.po").write_text(entry.format("Queen", "Reine"), "utf-8")
    assert lexicon([below, above], texts, "fr").name("card.king") == "Reine"
    unchanged = {"card.king": Text("card.king", "King", "", NAME, "", "above/pack.yaml", 1, 0)}
    assert lexicon([below], unchanged, "fr").name("card.king") == "Roi"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Qui bouge", '"Qui bouge', "13: a text begins and ends in quotes, on one line"),
        ('maisons"', "maisons", "9: a text begins and ends in quotes, on one line"),
        ('msgid "house"', "house", "6: `house` is no entry"),
        ('msgid "house"', 'msgid "house"\nmsgctxt "x"\nmsgctxt "y"', "7: this does not fit here"),
    ],
)
def test_what_is_no_catalogue_is_told_with_its_line(old: str, new: str, said: str) -> None:
    with pytest.raises(CatalogueError) as problem:
        french(FRENCH.replace(old, new))
    assert problem.value.at("fr.po") == f"fr.po:{said}"


def test_what_is_not_utf_8_is_told_with_its_line() -> None:
    with pytest.raises(CatalogueError) as problem:
        read("fr", FRENCH.replace("bouge", "é").encode("latin-1", "replace"))
    assert problem.value.at("fr.po") == "fr.po:13: the byte 0xe9 is not UTF-8 text: save the file as UTF-8"


def test_a_mark_of_bytes_and_other_ends_of_lines_do_no_harm() -> None:
    same = read("fr", b"\xef\xbb\xbf" + FRENCH.replace("\n", "\r\n").encode())
    assert same.entries.keys() == french().entries.keys()


def test_a_key_that_stands_twice_and_an_entry_without_one() -> None:
    """The first counts; nothing is silently lost."""
    text = FRENCH + '\nmsgctxt "kind.house"\nmsgid "house"\nmsgstr "hutte (f)"\n\nmsgid "lost"\nmsgstr "perdu"\n'
    told = [(line, sort, said) for _, line, sort, said in faults(TEXTS, french(text)) if sort == "wrong"]
    assert told == [
        (15, "wrong", "it stands here twice, first in line 5"),
        (19, "wrong", "`lost` has no `msgctxt`, so nobody knows what it is for"),
    ]
    assert french(text).form("kind.house") == "maison (f)"


def test_faults_have_lines_and_help() -> None:
    [one] = [
        fault for fault in faults(TEXTS, french(FRENCH.replace("kind.house", "kind.hose"))) if fault[2] == "unused"
    ]
    assert one == ("kind.hose", 5, "unused", "nothing has this key; did you mean `kind.house`?")
    fuzzy = FRENCH.replace('msgctxt "kind.house"', '#, fuzzy\nmsgctxt "kind.house"')
    assert ("kind.house", 5, "unsure", "it is marked `fuzzy`: look at it, and take the mark away") in faults(
        TEXTS, french(fuzzy)
    )


def test_translators_see_an_example() -> None:
    log = Text("question.mover.log", "{player} moves {answer}, {n} {n#step|steps} to {place}.")
    texts = {**TEXTS, log.key: log, "question.mover.horse": Text("question.mover.horse", "the horse", "", NAME)}
    assert example(log, texts) == "Anna moves the horse, 2 steps to [place]."
    assert example(log, {log.key: log}) == "Anna moves [answer], 2 steps to [place]."
    assert example(TEXTS["kind.house"], texts) == ""
    assert "#. for example: Who moves, Anna?\n" in written("fr", texts.values(), french())
