"""Played games in; how often each answer to some questions was given, in how many games, and by whom, out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import click

from archidsl.commands.bot_games import Played
from archidsl.commands.members import Members
from archidsl.diagnostics import did_you_mean
from archidsl.emit import emit
from archidsl.engine.words import Written
from archidsl.pipeline import Game
from archidsl.players.showing import table
from archidsl.rendering import plural
from archidsl.texts.lexicon import Lexicon

TOGETHER = "+"
NOTHING = "nothing"


@dataclass(slots=True)
class Count:
    """Of the answers to one question, or to several that are counted together."""

    keys: tuple[str, ...]
    times: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)  # games in which a winner gave this answer

    @property
    def name(self) -> str:
        return TOGETHER.join(self.keys)

    def add(self, game: Played, members: Members) -> None:
        given = [(who, word) for who, key, said in game.answers if key in self.keys for word in told(said, members)]
        self.times.update(word for _, word in given)
        self.games.update({word for _, word in given})
        self.won.update({word for who, word in given if who in game.winners})


def told(said: Written, members: Members) -> list[str]:
    """The words of an answer; a part is told by its whole, and amounts by what they are of."""
    if said is None:
        return [NOTHING]
    words = [str(word) for word in said] if isinstance(said, list | dict) else [str(said)]
    return [whole_of(word, members) for word in words]


def whole_of(word: str, members: Members) -> str:
    member = members.all.get(word)
    return member.whole if member is not None and member.whole else word


def counts_for(text: str, members: Members) -> list[Count]:
    known = {site.key for site in members.game.rules.sites}
    counts = [Count(tuple(key.strip() for key in group.split(TOGETHER))) for group in text.split(",")]
    for key in (key for count in counts for key in count.keys):
        if key not in known:
            help = did_you_mean(key, known) or "it is the name of a choice in the rules"
            raise click.UsageError(f"--count: nobody is asked for `{key}`; {help}")
    return counts


class Counts:
    """`KEY,KEY+KEY`, and the game that they are asked in; without a lexicon, answers are told in English."""

    def __init__(self, wanted: str, game: Game, words: Lexicon | None = None) -> None:
        self.members = Members(game, words or Lexicon(game.texts))
        self.counts = counts_for(wanted, self.members)

    def add(self, game: Played) -> None:
        for count in self.counts:
            count.add(game, self.members)

    def as_objects(self) -> dict[str, list[dict[str, Any]]]:
        return {count.name: rows_of(count, self.members) for count in self.counts}


# -- what came out


def rows_of(count: Count, members: Members) -> list[dict[str, Any]]:
    """The most frequent first; what could have been an answer and never was one comes last."""
    never = [word for word in possible(count, members) if word not in count.times]
    order = {word: number for number, word in enumerate(members.all)}
    words = sorted(count.times, key=lambda word: (-count.times[word], order.get(word, len(order)), word))
    return [row(count, word, members) for word in [*words, *never]]


def possible(count: Count, members: Members) -> list[str]:
    """The members of all kinds that these questions ask for, in the order of the pack."""
    types = [site.type for site in members.game.rules.sites if site.key in count.keys and site.type.base == "thing"]
    kinds = {kind for type in types for kind in type.names}
    return list(dict.fromkeys(whole_of(m.name, members) for m in members.all.values() if m.kind in kinds))


def row(count: Count, word: str, members: Members) -> dict[str, Any]:
    member, games = members.all.get(word), count.games[word]
    return {
        "answer": word,
        "number": (members.number(member) or None) if member is not None else None,
        "name": members.title(member) if member is not None else None,
        "times": count.times[word],
        "games": games,
        "won": count.won[word],
        "share_won": round(count.won[word] / games, 3) if games else None,
    }


def tell(found: dict[str, list[dict[str, Any]]]) -> None:
    for name, rows in found.items():
        emit()
        emit(("bold", f"{name}: {plural(sum(row['times'] for row in rows), 'answer')}"))
        lines = [["", "answer", "times", "games", "by a winner in"]]
        for row in rows:
            share = f"{row['won']} ({row['share_won']:.0%})" if row["games"] else "-"
            said = row["name"] or row["answer"]
            lines.append([row["number"] or "", said, str(row["times"]), str(row["games"]), share])
        emit(table(lines if any(line[0] for line in lines) else [line[1:] for line in lines]))
