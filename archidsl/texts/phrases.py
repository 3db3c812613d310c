"""What the program itself says to people who play. The key of a phrase in a catalogue is `program.` and its name."""

from __future__ import annotations

from archidsl.texts.text import SENTENCE, Text

PHRASES = {
    # -- names
    "yes": "yes",
    "no": "no",
    "none": "nothing",
    "only": "{name}",
    "numbered": "{name} {number}",
    "of": "{name} of {owner}",
    "numbered_of": "{name} {number} of {owner}",
    "amount": "{number} {what}",
    "times": "{number} × {what}",
    "amount_of": "{number} {what} of {owner}",
    "thing_at": "{thing} ({place})",
    "spot": "{tile} at {cell}",
    "spot_face": "{tile} at {cell}, side {face}",
    "spot_turned": "{tile} at {cell}, turn {turn}",
    "spot_face_turned": "{tile} at {cell}, side {face}, turn {turn}",
    # -- a view
    "you": "{player} (you)",
    "line": "{name}: {things}",
    "chance": "chance",
    "hidden": "{number} face down",
    "back": "{where}, back",
    "face": "{where}, face",
    "of_kind": "{property} of {kind}",
    "nothing_yet": "nothing has happened yet",
    # -- a question
    "asked": "{player}: {question}",
    "payment": "How many of it do you pay with a substitute?",
    "put_in_order": "{player}, put in order: {question}",
    "choose_some": "{player}, choose {least} to {most}: {question}",
    "choose_exactly": "{player}, choose {number}: {question}",
    "from_to": "{low} to {high}",
    "at_most": "{what} (at most {most})",
    "and_alike": "{what} (and {number} alike)",
    "or_nothing": "nothing",
    "or_none_typed": "`none` is possible too",
    "or_begin": "or begin: {offers}",
    "told": "{player}: {question} {answer}",
    "begun": "{player} begins something else: {what}",
    # -- what was typed
    "no_number": "`{typed}` is not a whole number.",
    "no_such_answer": "There is no answer {number}; there {most#is|are} {most}.",
    "no_answer": "`{typed}` is none of the answers.",
    "could_be": "`{typed}` could be {answers}.",
    "too_often": "`{typed}` was given more often than it is there.",
    "name_each": "Give each amount with its name, like `NAME 2, NAME 1`.",
    "given_twice": "`{typed}` was given twice.",
    "help_hint": "(? for help)",
    "not_here": "{player} does not sit at this terminal.",
    "why_what": "Why what? Type `why` and the answer that you miss.",
    "can_be": "`{typed}` can be answered.",
    "help": """\
Type the number of an answer, its word, or the beginning of its word.
  several     1 3 5        numbers or words, with spaces or commas; `none` for none
  an order    2 1 3        all of them, the first first
  amounts     NAME 2, NAME 1
  0           nothing, where declining is allowed
  +word       begin something else that is offered; `p2 +word`: somebody else does
  why WORD    why an answer is not offered
  about NAME  what a card, an action or the like does
  view        show the game again          log     what was answered so far
  view all    also what is seldom needed
  undo        take your last answer back   save    where this game is kept
  quit        leave; a kept game can be gone on with""",
    # -- refusals
    "rule": 'the rule is "{rule}" ({place})',
    "rule_told": 'The rule: "{rule}" ({place})',
    "about_what": "About what? Type `about` and the name of a card, an action or the like.",
    "about_unknown": "There is nothing to be read about `{typed}`.",
    "not_offered": "{answer}: not possible now.",
    "not_offered_because": "{answer}: not possible now. {reason}",
    # -- the end
    "over": "The game is over.",
    "seed": "seed: {seed}",
    "commitment": "commitment: {commitment}",
    "cannot_keep": "The game could not be kept: {reason}",
    "kept": "The game is kept in {file}; go on with: --resume {file}",
    "not_kept": "This game is not kept.",
    "nothing_kept": "Nothing was answered yet, so nothing is kept.",
}


def program_texts() -> dict[str, Text]:
    """All phrases as texts, for catalogues."""
    return {f"program.{name}": Text(f"program.{name}", english, "", SENTENCE) for name, english in PHRASES.items()}
