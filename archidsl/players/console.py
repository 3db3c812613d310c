"""A person at a terminal, or a pipe that speaks like one: questions out in plain words, a typed line back in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from archidsl.engine.views import View
from archidsl.engine.words import Written
from archidsl.players.showing import Known, history, shown
from archidsl.players.typed import NotUnderstood, numbered, understood

HELP = """\
Type the number of an answer, its word, or the beginning of its word.
  several     1 3 5        numbers or words, with spaces or commas; `none` for none of them
  an order    2 1 3        all of them, the first first
  amounts     NAME 2, NAME 1
  0           nothing, where declining is allowed
  +word       begin something else that is offered
  why WORD    why an answer is not offered
  view        show the game again          log     what was answered so far
  undo        take your last answer back   save    where this game is kept
  quit        leave; a kept game can be gone on with"""


class Leave(Exception):
    """The person ends the session, or the input has ended."""


class TakeBack(Exception):
    """The person wants the last answer back."""


class Console:
    """Asks one person. `read` gives a line for a prompt (EOFError at the end), `say` prints a text."""

    def __init__(
        self,
        known: Known,
        read: Callable[[str], str],
        say: Callable[[str], None],
        why: Callable[[object], str] = lambda written: "",
        saved: Callable[[], str] = lambda: "this game is not kept",
    ) -> None:
        self.known, self.read, self.say, self.why, self.saved = known, read, say, why, saved

    def __call__(self, view: View, question: dict[str, Any]) -> Written:
        text = shown(view, self.known)
        self.say(f"\n{text}\n" if text else "")
        self.say(asked(question))
        while True:
            try:
                line = self.read(f"{question['player']}, {question['key']}> ").strip()
            except EOFError:
                self.say("")
                raise Leave from None
            if not line or self._done(line, view, question):
                continue
            try:
                return understood(question, line)
            except NotUnderstood as problem:
                self.say(f"{problem}  (? for help)")

    def _done(self, line: str, view: View, question: dict[str, Any]) -> bool:
        """Carries out a command; a line that is an answer word for word is none."""
        command, _, rest = line.partition(" ")
        if any(line == word for _, word in numbered(question)):
            return False
        match command.lower():
            case "quit" | "exit":
                raise Leave
            case "undo":
                raise TakeBack
            case "?" | "help":
                self.say(HELP)
            case "log":
                self.say(history(view))
            case "view":
                self.say(shown(view, self.known) + "\n" + asked(question))
            case "save":
                self.say(self.saved())
            case "why":
                self.say(self._because(question, rest.strip()))
            case _:
                return False
        return True

    def _because(self, question: dict[str, Any], word: str) -> str:
        if not word:
            return "why what? Type `why` and the answer that you miss."
        try:
            written: object = understood(question, word)
        except NotUnderstood:
            written = [word] if question["kind"] in ("several", "order") else word
        return self.why(written) or f"`{word}` can be answered."


def asked(question: dict[str, Any]) -> str:
    """The question in words with its numbered answers."""
    key, kind = question["key"].replace("_", " "), question["kind"]
    lines = [_heading(question, key, kind)]
    if kind in ("number", "payment"):
        numbers = question["answers"]
        run = list(range(numbers[0], numbers[-1] + 1)) == list(numbers) if numbers else False
        lines[0] += f" {numbers[0]} to {numbers[-1]}" if run else f" {', '.join(map(str, numbers))}"
    elif kind == "bundle":
        lines += [f"      {stuff} (at most {most})" for stuff, most in question["answers"].items()]
    else:
        lines += _in_columns([f"{label:>3} {text}" for label, text in _labels(question)])
    if question["may_decline"]:
        lines.append("  0 nothing" if kind not in ("number", "payment") else "  `none` is possible too")
    if question.get("may_begin"):
        lines.append(f"  or begin: {', '.join(question['may_begin'])}")
    return "\n".join(lines)


def _heading(question: dict[str, Any], key: str, kind: str) -> str:
    who = question["player"]
    if kind == "order":
        return f"{who}, put in order ({key}):"
    if kind in ("several", "bundle"):
        least, most = question["least"], question["most"]
        number = f"{least}" if least == most else f"{least} to {most}"
        return f"{who}, choose {number} ({key}):"
    return f"{who}, choose {key}:"


def _labels(question: dict[str, Any]) -> list[tuple[str, str]]:
    if question["kind"] == "several":
        groups = question["answers"]
        return [
            (str(i), f"{g[0]}" + (f" (and {len(g) - 1} alike)" if len(g) > 1 else "")) for i, g in enumerate(groups, 1)
        ]
    return [(str(i), word) for i, word in numbered(question)]


def _in_columns(items: list[str], width: int = 78) -> list[str]:
    """Down the columns, as many columns as fit."""
    widest = max((len(item) for item in items), default=0) + 3
    columns = max(1, min(4, width // widest)) if len(items) > 9 else 1
    rows = -(-len(items) // columns)
    return ["".join(item.ljust(widest) for item in items[row::rows]).rstrip() for row in range(rows)]
