"""What a command line left open in, a few questions to a person, and everything that a new game needs out.

Nothing is asked that a flag has said, and to press Enter is always an answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from archidsl.commands.game_options import meant_option
from archidsl.commands.options import ENGLISH
from archidsl.commands.table import option_value
from archidsl.emit import escaped
from archidsl.engine.options import OptionError, OptionFacts, settle
from archidsl.players.console import Leave
from archidsl.players.lines import folded
from archidsl.players.terminal import Terminal
from archidsl.session import SessionError
from archidsl.texts.catalogue import LANGUAGES
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.naming import plain

PLAYERS = "players"
LONGEST_NAME = 20
Values = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is known about a new game; None is what nobody has said yet."""

    language: str | None = None
    options: Values = field(default_factory=dict)
    asked: bool = False  # whether options were given: then they are not asked about
    people: tuple[str, ...] | None = None  # names of those at the terminal, in the order of their seats
    level: str | None = None


class SettingUp:
    """Asks for what is open, in the language of the person as soon as it is known."""

    def __init__(
        self, terminal: Terminal, options: Mapping[str, OptionFacts], lexicon_in: Callable[[str], Lexicon],
        levels: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.terminal, self.options, self.lexicon_in, self.levels = terminal, options, lexicon_in, levels
        self.lexicon = lexicon_in(ENGLISH)

    def __call__(self, wishes: Wishes) -> Wishes:
        if wishes.language is None:
            wishes = replace(wishes, language=self._language())
        self.lexicon = self.lexicon_in(wishes.language or ENGLISH)
        if self.lexicon.has("pack.title"):
            self.terminal.say([(("bold", self.lexicon.name("pack.title")),)])
        if self.lexicon.has("pack.text"):
            self._say(self.lexicon.name("pack.text"))
        if PLAYERS not in wishes.options and self._range(PLAYERS) > 1:
            wishes = replace(wishes, options={**wishes.options, PLAYERS: self._players()})
        most = int(wishes.options.get(PLAYERS, self.options[PLAYERS].default if PLAYERS in self.options else 1))
        if wishes.people is None:
            wishes = replace(wishes, people=self._people(most))
        if wishes.level is None and len(self.levels) > 1 and len(wishes.people or ()) < most:
            wishes = replace(wishes, level=self._level())
        if not wishes.asked:
            wishes = replace(wishes, options=self._options(wishes.options))
        return wishes

    def _say(self, text: str) -> None:
        self.terminal.say(folded([text], self.terminal.size().columns))

    def _ask(self, text: str, usual: str) -> str:
        try:
            return self.terminal.read(f"{text} [{usual}] ").strip() or usual
        except EOFError:
            raise Leave from None

    def _language(self) -> str:
        spoken = [os.environ.get(name, "")[:2].lower() for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
        usual = next((word for word in spoken if word in LANGUAGES), ENGLISH)
        while True:
            said = self._ask(self.lexicon.say("setup_language", languages=", ".join(LANGUAGES)), usual).lower()
            if said[:2] in LANGUAGES:
                return said[:2]
            self._say(self.lexicon.say("setup_wrong", typed=said))

    def _range(self, name: str) -> int:
        option = self.options.get(name)
        return option.high - option.low + 1 if option is not None and not option.values else 0

    def _players(self) -> int:
        option = self.options[PLAYERS]
        text = self.lexicon.say("setup_players", low=option.low, high=option.high)
        while True:
            said = self._ask(text, str(option.default))
            if said.isascii() and said.isdigit() and option.low <= int(said[:9]) <= option.high:
                return int(said)
            self._say(self.lexicon.say("setup_wrong", typed=said))

    def _people(self, most: int) -> tuple[str, ...]:
        while True:
            said = self._ask(self.lexicon.say("setup_people"), "p1")
            names = tuple(name.strip() for name in said.split(",") if name.strip())
            if names_fit(names, most):
                return names
            self._say(self.lexicon.say("setup_names", most=most))

    def _level(self) -> str:
        for level in self.levels:
            self._say(f"  {level}: {self.lexicon.say(f'level_{level}')}")
        while True:
            said = self._ask(self.lexicon.say("setup_level", levels=", ".join(self.levels)), self.levels[-1])
            found = [level for level in self.levels if level.startswith(said.lower())]
            if len(found) == 1 or said in self.levels:
                return said if said in self.levels else found[0]
            self._say(self.lexicon.say("setup_wrong", typed=said))

    def _options(self, given: Values) -> Values:
        """One list for all that is not a fine point of the rules; what is changed is checked at once."""
        names = [name for name, option in self.options.items() if not option.flag and name != PLAYERS]
        names.sort(key=lambda name: set(self.options[name].values) == {"yes", "no"})  # variants last
        chosen = dict(given)
        listed = True
        while names:
            if listed:
                self._listed(names, chosen)
            said = self._ask(">", "ok")
            if said == "ok":
                break
            listed = True
            try:
                chosen |= self._changed(said, names, chosen)
            except (OptionError, ValueError) as problem:
                self._say(str(problem) or self.lexicon.say("setup_wrong", typed=said))
                first = self.options[names[0]]
                value = self._word(first.values[-1] if first.values else first.high)
                self._say(self.lexicon.say("setup_example", example=f"1 {value}"))
                listed = said == "?"
        return chosen

    def _listed(self, names: Sequence[str], chosen: Values) -> None:
        say, lexicon = self.lexicon.say, self.lexicon
        self._say(say("setup_options"))
        for number, name in enumerate(names, 1):
            option = self.options[name]
            values = ", ".join(self._word(value) for value in option.values)
            values = values or say("setup_range", low=option.low, high=option.high)
            value = self._word(chosen.get(name, option.default))
            text = say("setup_option", name=lexicon.name(f"option.{name}"), value=value, values=values)
            about = lexicon.name(f"option.{name}.text") if lexicon.has(f"option.{name}.text") else ""
            self._say(f"{number:>3} {text}{'. ' if about else ''}{about}")

    def _word(self, value: str | int) -> str:
        return option_value(self.lexicon, value)

    def _changed(self, said: str, names: Sequence[str], chosen: Values) -> Values:
        """`1 short`, `length=short`, `short` if one option has such a value, or a number alone for the next value."""
        found, value = self._meant(said.replace("=", " "), names)
        option, wanted = self.options[found], plain(value)
        if not wanted and option.values:
            now = option.values.index(str(chosen.get(found, option.default)))
            settled: str | int = option.values[(now + 1) % len(option.values)]
        else:
            settled = self._value(option, wanted) or value
        settle(self.options, {**chosen, found: settled})
        return {found: settled}

    def _meant(self, said: str, names: Sequence[str]) -> tuple[str, str]:
        """An option by its number, its name or what people call it, and what stands behind that."""
        name, _, value = said.partition(" ")
        if name.isascii() and name.isdigit() and 1 <= int(name[:4]) <= len(names):
            return names[int(name) - 1], value
        for option in sorted(names, key=lambda name: -len(self._called(name))):
            if f"{plain(said)} ".startswith(f"{self._called(option)} "):
                return option, said.strip()[len(self._called(option)) :].strip()
        having = [option for option in names if self._value(self.options[option], plain(said))]
        if len(having) == 1:
            return having[0], said
        return meant_option(name, names), value

    def _called(self, option: str) -> str:
        return plain(self.lexicon.name(f"option.{option}"))

    def _value(self, option: OptionFacts, wanted: str) -> str:
        """The value that people call so, or the only one that begins so; empty if it is none."""
        called = {value: (plain(self._word(value)), value) for value in option.values}
        begins = [value for value, names in called.items() if any(name.startswith(wanted) for name in names)]
        exact = [value for value, names in called.items() if wanted in names]
        return exact[0] if exact else begins[0] if len(begins) == 1 else ""


def names_fit(names: Sequence[str], most: int) -> bool:
    """Different names, short and seen; `p2` is the name of seat 2 and of nobody else."""
    alike = {plain(name) for name in names}
    seats = {f"p{seat}": seat for seat in range(1, most + 1)}
    own = all(seats.get(plain(name), seat) == seat for seat, name in enumerate(names, 1))
    short = all(len(name) <= LONGEST_NAME and escaped(name) == name and "\n" not in name for name in names)
    return 1 <= len(names) <= most and len(alike) == len(names) and own and short


def named(names: Sequence[str], number: int) -> tuple[str, ...]:
    """A name for each seat."""
    if len(names) > number:
        raise SessionError(f"the game is for {number} players, and {len(names)} have a name")
    return tuple(names[seat] if seat < len(names) else f"p{seat + 1}" for seat in range(number))
