"""A refused answer in, the rule that refuses it out: the failed requirement, what it read, its file and line.

The reference interpreter plays the game again to find it. Only values that the asked player may see are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from archidsl.engine.chance import KEY_BYTES
from archidsl.engine.choices import DECLINED, Choice
from archidsl.engine.layout import Layout
from archidsl.engine.machine import Position
from archidsl.engine.views import Sight
from archidsl.interpreter.game import Reference
from archidsl.interpreter.why import Reason, why, why_not
from archidsl.interpreter.world import Met
from archidsl.journal import played_again
from archidsl.pipeline import Game
from archidsl.texts.lexicon import Lexicon
from archidsl.texts.message import Word

LONGEST = 90  # letters of a rule in a message


def reason(
    game: Game, position: Position, written: object, lexicon: Lexicon | None = None, by: int | None = None
) -> str:
    """`the rule is "mark of it is nobody" (rules.yaml:17; mark of b2 is p1)`; empty if there is nothing to say.

    With a lexicon it is for a player: the refusal that the pack has for it, if it has one.
    """
    choice = position.choice
    if choice is None:
        return ""
    if isinstance(written, str) and written.startswith("+"):
        if not any(written[1:] in window.offers for window in game.v.windows.values()):
            return ""
        player = choice.player if by is None else by
        found = why_not(replayed(game, position), written[1:], player, (), game.report.sources)
        return said(found, position, choice, lexicon)
    return reasons(game, position, [written], lexicon)[0]


def reasons(game: Game, position: Position, answers: Sequence[object], lexicon: Lexicon | None = None) -> list[str]:
    """The same for several answers to the open question; the game is played again once for all."""
    choice = position.choice
    numbers = [meant(position.program.layout, choice, written) if choice is not None else None for written in answers]
    if choice is None or all(number is None for number in numbers):
        return [""] * len(answers)
    reference = replayed(game, position)
    out = []
    for number in numbers:
        hidden = number is None or _unseen(position, choice, number)
        found = None if hidden or number is None else why(reference, number, game.report.sources)
        out.append(said(found, position, choice, lexicon))
    return out


def said(found: Reason | None, position: Position, choice: Choice, lexicon: Lexicon | None) -> str:
    if found is None:
        return ""
    if found.refusal and lexicon is not None:
        return lexicon.sentence(f"refusal.{found.refusal}")
    if lexicon is not None and found.lacks and all(payer == choice.player for payer, *_ in found.lacks):
        stuffs = position.program.layout.stuffs
        return " ".join(
            lexicon.say("lacks", wanted=wanted, what=lexicon.word(f"stuff.{stuffs[stuff]}", wanted), held=held)
            for _, stuff, wanted, held in found.lacks
        )
    if lexicon is not None and found.asks and lexicon.has(f"question.{found.asks}"):
        player = Word(position.program.layout.names[choice.player])
        return lexicon.say("no_answer_to", question=lexicon.sentence(f"question.{found.asks}", player=player))
    return _in_words(found, position, choice.player, lexicon)


def meant(layout: Layout, choice: Choice, written: object) -> int | None:
    """The number that a word stands for, offered or not; of several, the first that is not offered."""
    if written is None:
        return DECLINED
    if isinstance(written, list | dict):
        if choice.kind not in (("several", "order") if isinstance(written, list) else ("bundle",)):
            return None
        numbers = [meant(layout, choice, word) for word in written if word is not None]
        offered = _parts(choice)
        return next((number for number in numbers if number is not None and number not in offered), None)
    if choice.kind in ("number", "payment"):
        return written if type(written) is int else None
    words = {"thing": layout.names, "stuff": layout.stuffs, "label": layout.labels}.get(choice.site.base, ())
    if choice.kind == "bundle":
        words = layout.stuffs
    return words.index(written) if isinstance(written, str) and written in words else None


def _unseen(position: Position, choice: Choice, number: int) -> bool:
    """Of a thing that he does not see, a player learns nothing, not even which test it fails."""
    sight = Sight(position.program.layout, position.s, choice.player)
    return choice.site.base == "thing" and choice.kind != "number" and number >= 0 and not sight.sees(number)


def _parts(choice: Choice) -> set[int]:
    """What an answer of several parts may be made of."""
    payload: Any = choice.payload
    if choice.kind == "several":
        return {thing for group in payload[2] for thing in group}
    return {stuff for stuff, _ in payload[2]} if choice.kind == "bundle" else set(payload)


def replayed(
    game: Game, position: Position, met: Met | None = None, answered: Callable[[int], None] | None = None
) -> Reference:
    """The reference at the same question; `met` is told of every line on the way, `answered` before each answer."""
    layout = position.program.layout
    key = position.s[layout.key]
    assert isinstance(key, bytes) and len(key) == KEY_BYTES
    reference = Reference(game.v, game.rules, layout, key)
    reference.world.met = met
    for number in played_again(reference, position):
        if answered is not None and number:
            answered(number - 1)
    return reference


def _in_words(found: Reason, position: Position, player: int, lexicon: Lexicon | None) -> str:
    sight = Sight(position.program.layout, position.s, player)
    read = [told for name, value in found.values if (told := _told(sight, name, value))]
    place = f"{found.span.file}:{found.span.line}"
    text = found.text if len(found.text) <= LONGEST else f"{found.text[:LONGEST]} ..."
    told = "; ".join([place, *read])
    return (
        Lexicon({}).say("rule", rule=text, place=told)
        if lexicon is None
        else lexicon.say("rule_told", rule=text, place=told)
    )


def _told(sight: Sight, name: str, value: int) -> str:
    """`mark of b2 is p1`, if the player sees it; only plain properties and holdings can be checked for that."""
    what, sign, whose = name.partition(" of ")
    layout, thing = sight.layout, sight.layout.ids.get(whose, -1)
    if not sign or thing < 0 or not sight.sees(thing):
        return ""
    for (prop, kind), column in layout.columns.items():
        if prop == what and not column.width and kind and thing in layout.of_kind(kind):
            seen = sight.may(column.seen_by, sight.owner(thing))
            word = sight.word(column, value)
            return f"{name} is {'nothing' if word is None else word}" if seen else ""
    if what in layout.stuffs and thing in layout.holder_sight:
        seen = sight.may(layout.holder_sight[thing][layout.stuffs.index(what)], sight.owner(thing))
        return f"{name} is {value}" if seen else ""
    return ""
