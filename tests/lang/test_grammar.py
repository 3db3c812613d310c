"""The grammar of the effect language: no conflicts, no colliding terminals, and few words to learn."""

from __future__ import annotations

from archidsl.lang.grammar import KEYWORDS, VERBS_OF_OTHERS, build, keyword_terminals

MOST_WORDS = 44


def test_the_grammar_is_strict() -> None:
    build(strict=True)


def test_the_keywords_are_those_of_the_grammar() -> None:
    assert {word for word in keyword_terminals().values() if word.isalpha()} == KEYWORDS


def test_there_are_few_words_to_learn() -> None:
    assert VERBS_OF_OTHERS.keys() | set(VERBS_OF_OTHERS.values()) <= KEYWORDS
    assert len(KEYWORDS - VERBS_OF_OTHERS.keys()) <= MOST_WORDS
