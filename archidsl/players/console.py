"""A person at a terminal, or a pipe that speaks like one: questions out in plain words, a typed line back in."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import wrap
from typing import Any

from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players.board import WIDTH
from archidsl.players.showing import Known, Teller, shown
from archidsl.players.typed import NotUnderstood, Typed
from archidsl.texts.naming import Naming, plain
from archidsl.texts.text import spoken

MOST_TOLD = 5


class Leave(Exception):
    """The person ends the session, or the input has ended."""


class TakeBack(Exception):
    """The person wants the last answer back."""


class Begin(Exception):
    """Another person at the same table begins something while this one is asked: `p2 +word`."""

    def __init__(self, player: str, written: str) -> None:
        self.player, self.written = player, written


class Console:
    """Asks one person. `read` gives a line for a prompt (EOFError at the end), `say` prints a text."""

    def __init__(
        self,
        known: Known,
        naming: Naming,
        read: Callable[[str], str],
        say: Callable[[str], None],
        why: Callable[[object], str] = lambda written: "",
        saved: Callable[[], str] | None = None,
    ) -> None:
        self.known, self.naming, self.read, self.say, self.why = known, naming, read, say, why
        self.saved = saved if saved is not None else lambda: naming.say("not_kept")

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        naming = self.naming.seen(view)
        typed = Typed(question, naming)
        text = shown(view, self.known, naming)
        self.say(f"\n{text}\n" if text else "")
        self.say(asked(question, naming))
        while True:
            try:
                line = self.read(f"{question['player']}> ").strip()
            except EOFError:
                self.say("")
                raise Leave from None
            if not line or self._done(line, view, typed):
                continue
            other = re.fullmatch(r"(\S+)\s+(\+\S+)", line)
            if other and other[1] in self.known.players:
                raise Begin(other[1], other[2])
            try:
                return typed.understood(line)
            except NotUnderstood as problem:
                self.say(f"{problem}  {naming.say('help_hint')}")

    def _done(self, line: str, view: View, typed: Typed) -> bool:
        """Carries out a command; a line that is an answer word for word is none."""
        command, _, rest = line.partition(" ")
        if line in typed.words:
            return False
        match command.lower():
            case "quit" | "exit":
                raise Leave
            case "undo":
                raise TakeBack
            case "?" | "help":
                self.say(self.naming.say("help"))
            case "log":
                self.say(Teller(view, self.known, typed.naming).history())
            case "view":
                everything = rest.strip().lower() == "all"
                self.say(shown(view, self.known, typed.naming, everything) + "\n" + asked(typed.question, typed.naming))
            case "save":
                self.say(self.saved())
            case "about":
                self.say(self._about(typed, rest.strip()))
            case "why":
                self.say(self._because(typed, rest.strip()))
            case _:
                return False
        return True

    def _because(self, typed: Typed, word: str) -> str:
        if not word:
            return self.naming.say("why_what")
        try:
            written: object = typed.understood(word)
        except NotUnderstood:
            meant = typed.naming.meant(word)
            written = [meant] if typed.question["kind"] in ("several", "order") else meant
        return self.why(written) or self.naming.say("can_be", typed=word)

    def _about(self, typed: Typed, word: str) -> str:
        """What the texts of the game say of something that is called like this, or begins so."""
        if not word:
            return self.naming.say("about_what")
        lexicon, wanted = self.naming.lexicon, plain(word)
        keys = [key.removesuffix(".text") for key in lexicon.texts if key.endswith(".text")]
        named = {key: (plain(lexicon.name(key)), spoken(key.partition(".")[2])) for key in keys if lexicon.has(key)}
        found = [key for key, names in named.items() if wanted in names]
        found = found or [key for key, names in named.items() if any(name.startswith(wanted) for name in names)]
        if not found:
            return self.naming.say("about_unknown", typed=word)
        told = [self.naming.line(lexicon.name(key), [lexicon.name(f"{key}.text")]) for key in found[:MOST_TOLD]]
        return "\n".join(line for text in told for line in wrap(text, WIDTH, subsequent_indent="  "))


def asked(question: dict[str, Any], naming: Naming) -> str:
    """The question in words with its numbered answers."""
    kind = question["kind"]
    lines = [_heading(question, naming)]
    if kind in ("number", "payment"):
        lines.append(f"      {_numbers(question['answers'], naming)}")
    elif kind == "bundle":
        for stuff, most in question["answers"].items():
            lines.append(f"      {naming.say('at_most', what=naming.stuff(stuff, most), most=most)}")
    else:
        lines += _in_columns([f"{label:>3} {text}" for label, text in _labels(question, naming)])
    if question["may_decline"]:
        typed = kind in ("number", "payment")
        lines.append(f"      {naming.say('or_none_typed')}" if typed else f"  0 {naming.say('or_nothing')}")
    if question.get("may_begin"):
        offers = [f"{offer} ({naming.answer('', offer)})" for offer in question["may_begin"]]
        lines.append(f"  {naming.say('or_begin', offers=', '.join(offers))}")
    return "\n".join(lines)


def _numbers(numbers: list[int], naming: Naming) -> str:
    run = bool(numbers) and list(range(numbers[0], numbers[-1] + 1)) == list(numbers)
    if run:
        return naming.say("from_to", low=numbers[0], high=numbers[-1])
    return ", ".join(map(str, numbers))


def _heading(question: dict[str, Any], naming: Naming) -> str:
    who = question["player"]
    text = naming.question(question["key"], who)
    match question["kind"]:
        case "order":
            return naming.say("put_in_order", player=who, question=text)
        case "several" | "bundle" if question["least"] == question["most"]:
            return naming.say("choose_exactly", player=who, number=question["least"], question=text)
        case "several" | "bundle":
            least, most = question["least"], question["most"]
            return naming.say("choose_some", player=who, least=least, most=most, question=text)
    return naming.say("asked", player=who, question=text)


def _labels(question: dict[str, Any], naming: Naming) -> list[tuple[str, str]]:
    key, answers = question["key"], question["answers"]
    groups = answers if question["kind"] == "several" else [[answer] for answer in answers]
    labels = []
    for i, group in enumerate(groups, 1):
        text = naming.answer(key, group[0])
        if len(group) > 1:
            text = naming.say("and_alike", what=text, number=len(group) - 1)
        labels.append((str(i), text))
    return labels


def _in_columns(items: list[str], width: int = 78) -> list[str]:
    """Down the columns, as many columns as fit."""
    widest = max((len(item) for item in items), default=0) + 3
    columns = max(1, min(4, width // widest)) if len(items) > 9 else 1
    rows = -(-len(items) // columns)
    return ["".join(item.ljust(widest) for item in items[row::rows]).rstrip() for row in range(rows)]
