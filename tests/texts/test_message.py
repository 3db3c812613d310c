"""Sentences with places: filled, chosen by number and by gender, and refused where they are not well formed."""

from __future__ import annotations

import pytest

from archidsl.texts.catalogue import plural_rule
from archidsl.texts.message import MessageError, Word, filled, noun, places

ENGLISH, FRENCH = plural_rule("en"), plural_rule("fr")


@pytest.mark.parametrize(
    ("message", "values", "said"),
    [
        ("{who} goes", {"who": "p1"}, "p1 goes"),
        ("{n} {n#ship|ships}", {"n": 1}, "1 ship"),
        ("{n} {n#ship|ships}", {"n": 0}, "0 ships"),
        ("{n} {n#ship|ships}", {"n": 7}, "7 ships"),
        ("{x} {x@il|elle}", {"x": Word("maison", "f")}, "maison elle"),
        ("{x@er|sie|es}", {"x": Word("Kind", "n")}, "es"),
        ("{x@il|elle}", {"x": Word("Kind", "n")}, "elle"),  # fewer forms than genders: the last
        ("{x@il|elle}", {"x": "p1"}, "il"),
        ("le navire {x~de |d’}{x}", {"x": "Ben"}, "le navire de Ben"),
        ("le navire {x~de |d’}{x}", {"x": Word("Émile", "m")}, "le navire d’Émile"),
        ("le navire {x~de |d’}{x}", {"x": "Œdipe"}, "le navire d’Œdipe"),
        ("{x~a|an} {x}", {"x": ""}, "a "),
        ("a {{brace}}", {}, "a {brace}"),
        ("{unknown} stays", {}, "{unknown} stays"),
        ("{who}", {"who": "{n}", "n": 3}, "{n}"),  # a value is never read again
    ],
)
def test_filled(message: str, values: dict[str, int | str | Word], said: str) -> None:
    assert filled(message, values, ENGLISH) == said


def test_zero_is_singular_in_french() -> None:
    assert [filled("{n#cube|cubes}", {"n": n}, FRENCH) for n in (0, 1, 2)] == ["cube", "cube", "cubes"]


def test_places() -> None:
    assert places("{a} {b#x|y} {a@m|f} {d~a|an} {{c}}") == {"a", "b", "d"}
    for wrong in ("{", "}", "{A}", "{a b}", "{a#one}", "{a~d}", "a } b", "{{a}"):
        with pytest.raises(MessageError):
            places(wrong)


def test_nouns_as_in_a_dictionary() -> None:
    assert noun("maison (f)") == Word("maison", "f")
    assert noun("maison") == Word("maison") and noun("x (y)") == Word("x (y)")
