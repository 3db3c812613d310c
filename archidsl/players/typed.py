"""A question and a typed line in, a written answer out, or a sentence that says what was not understood."""

from __future__ import annotations

import re
from typing import Any

from archidsl.engine.words import Written
from archidsl.texts.naming import Naming, plain

NONE = ("none", "nothing", "-")
MOST_NAMED = 6


class NotUnderstood(Exception):
    """`b5` is none of the answers"""


class Unclear(NotUnderstood):
    """`b` could be b1, b2 or b3"""


class Typed:
    """What can be typed at one question: numbers, the words of records, and what people read, or its beginning."""

    def __init__(self, question: dict[str, Any], naming: Naming) -> None:
        self.question, self.naming = question, naming
        kind, answers = question["kind"], question["answers"]
        self.words: list[str] = []  # the answers that have a word, counted from 1; of alike things, the first
        if kind == "several":
            self.words = [str(group[0]) for group in answers]
        elif kind not in ("number", "payment", "bundle"):
            self.words = [str(answer) for answer in answers]
        self.every = [str(word) for group in answers for word in group] if kind == "several" else self.words

    def understood(self, line: str) -> Written:
        """What the line says; whether it is allowed is for the game to say."""
        kind = self.question["kind"]
        if line.startswith("+"):
            offers = self.question.get("may_begin", [])
            return line if not offers else self._word(offers, line)
        if line.lower() in (*NONE, self.naming.say("none")) or (line == "0" and kind not in ("number", "payment")):
            return self._nothing()
        if kind in ("number", "payment"):
            return self._number(line)
        if kind == "bundle":
            return self._amounts(line)
        if kind in ("several", "order"):
            pieces = re.split(r"\s*,\s*" if "," in line else r"\s+", line.strip(" ,"))
            return self._several(pieces) if kind == "several" else self._ordered(pieces)
        return self._one(line)

    def _nothing(self) -> Written:
        """Nothing at all, or an empty choice where that is an answer."""
        if self.question["kind"] in ("several", "bundle") and self.question["least"] == 0:
            return [] if self.question["kind"] == "several" else {}
        return None

    def _fail(self, phrase: str, **values: int | str) -> NotUnderstood:
        return NotUnderstood(self.naming.say(phrase, **values))

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
            raise self._fail("no_number", typed=text)
        return int(text)

    def _one(self, text: str) -> str:
        """By number, by word, or by the beginning of a word."""
        if text in self.every:
            return text
        if re.fullmatch(r"[0-9]{1,9}", text):
            if not 1 <= int(text) <= len(self.words):
                if not self.words:
                    raise self._fail("only_nothing", number=text)
                raise self._fail("no_such_answer", number=text, most=len(self.words))
            return self.words[int(text) - 1]
        return self._word(self.words, text)

    def _word(self, words: list[str], text: str) -> str:
        """Among words and what people read for them: exactly, else the only one that begins so."""
        if text in words:
            return text
        read = {word: [plain(self.naming.answer_to(self.question, word))] for word in words}
        for word in words if self.question["kind"] == "bundle" else ():
            read[word].append(plain(self.naming.stuff(word, 2)))
        typed = plain(text)
        exact = [word for word in words if typed in read[word]]
        if len(exact) == 1:
            return exact[0]
        begins = [w for w in words if any(name.startswith(typed) for name in (w.lower(), *read[w]))]
        found = exact or begins
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._fail("no_answer", typed=text)
        named = [self.naming.answer_to(self.question, word) for word in found[:MOST_NAMED]]
        more = ["..."] if len(found) > MOST_NAMED else []
        raise Unclear(self.naming.say("could_be", typed=text, answers=", ".join([*named, *more])))

    def _several(self, pieces: list[str]) -> list[str]:
        """A number stands for a group of alike things: given twice, it means two of them."""
        taken: list[str] = []
        for piece in pieces:
            if piece in self.every:
                taken.append(piece)
                continue
            group = self.question["answers"][self.words.index(self._one(piece))]
            free = [str(word) for word in group if word not in taken]
            if not free:
                raise self._fail("too_often", typed=piece)
            taken.append(free[0])
        self._as_many(len(taken))
        return taken

    def _as_many(self, number: int) -> None:
        """Whether so many may be chosen; what else is wrong is for the game to say."""
        least, most = self.question["least"], self.question["most"]
        if not least <= number <= most:
            raise self._fail("as_many" if least == most else "so_many", least=least, most=most, number=number)

    def _ordered(self, pieces: list[str]) -> list[str]:
        """What is left out follows as it stands."""
        first = [self._one(piece) for piece in pieces]
        return [*first, *(word for word in self.words if word not in first)]

    def _amounts(self, line: str) -> dict[str, int]:
        """`NAME 2, NAME 1` or `2 NAME 1 NAME`; a name may have several words."""
        pieces = [piece.strip() for piece in re.findall(r"[0-9]+|[^0-9,:=]+", line) if piece.strip()]
        if len(pieces) % 2:
            raise self._fail("name_each")
        out: dict[str, int] = {}
        for one, two in zip(pieces[::2], pieces[1::2], strict=True):
            number, name = (one, two) if one.isdigit() else (two, one)
            stuff = self._word(list(self.question["answers"]), name)
            if stuff in out:
                raise self._fail("given_twice", typed=self.naming.stuff(stuff))
            out[stuff] = self._number(number)
        self._as_many(sum(out.values()))
        return {stuff: number for stuff, number in out.items() if number}
