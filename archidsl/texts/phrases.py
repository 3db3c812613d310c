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
    # -- a map
    "map_signs": "signs",
    "map_legend": "The number behind a sign is that of its owner; a number before it says how many there are."
    " `>`: there is more than fits, type the name of the place to read it.",
    "map_part": "a part of the map; `map` shows all",
    "side_to": "{side} ({place})",
    # -- a screen
    "block_status": "status",
    "block_players": "players",
    "block_cards": "cards",
    "block_holders": "stocks",
    "block_things": "things",
    "more_blocks": "more: {names} (type the name)",
    "more_answers": "... {number} more {number#line|lines}: type `answers`, or a part of what you look for",
    "these_have": "These have `{typed}` in them:",
    "all": "all",
    "sure": "{answer}: sure? (yes/no)",
    "taken_back": "All right, not that.",
    "why_these": "{answers}: {reason}",
    "why_nothing": "No other answer of this kind is known.",
    # -- a view
    "you": "{player} (you)",
    "line": "{name}: {things}",
    "chance": "chance",
    "hidden": "{number} face down",
    "back": "{where}, back",
    "face": "{where}, face",
    "of_kind": "{property} of {kind}",
    "nothing_yet": "nothing has happened yet",
    # -- what changed between two views
    "changed": "{what}: {before} -> {after}",
    "held_of": "{holder}, {what}",
    "of_thing": "{property} of {thing}",
    "order_now": "order of play: {players}",
    "laid": "{what} is laid at {cell}",
    "more_changes": "and {number} more",
    # -- where a value comes from
    "source_stated": "stated",
    "source_public": "public",
    "source_deduced": "deduced",
    "source_reconstructed": "reconstructed",
    "source_ruling": "ruling",
    "source_technical": "technical",
    "source_unsaid": "not said",
    # -- a question
    "asked": "{player}: {question}",
    "payment": "How many of them do you pay with a substitute?",
    "put_in_order": "{player}, put in order: {question}",
    "order_hint": "numbers in this order, like `2 1`; what you leave out follows as it stands here",
    "choose_some": "{player}, choose {least} to {most}: {question}",
    "choose_exactly": "{player}, choose {number}: {question}",
    "from_to": "{low} to {high}",
    "at_most": "{what} (at most {most})",
    "and_alike": "{what} (and {number} alike)",
    "ways": "{number} {number#way|ways}",
    "tile_side": "{tile}, side {face}",
    "or_back": "`undo`: a step back",
    "or_nothing": "nothing",
    "or_none_typed": "`none` is possible too",
    "or_begin": "or begin: {offers}",
    "brings_more": "+{number} {what}",
    "brings_less": "-{number} {what}",
    "brings_change": "{what} {change}",
    "brings_other": "then {player}",
    "brings_end": "the game ends",
    "told": "{player}: {question} {answer}",
    "begun": "{player} begins something else: {what}",
    # -- what was typed
    "no_number": "`{typed}` is not a whole number.",
    "no_such_answer": "There is no answer {number}; there {most#is|are} {most}.",
    "no_answer": "`{typed}` is none of the answers.",
    "could_be": "`{typed}` could be {answers}.",
    "too_often": "`{typed}` was given more often than it is there.",
    "as_many": "Choose {most}, not {number}.",
    "so_many": "Choose {least} to {most}, not {number}.",
    "several_hint": "numbers, like `1 2 2`, or `all`",
    "bundle_hint": "amounts with their names, like `{example}`; 0: nothing",
    "name_each": "Give each amount with its name, like `NAME 2, NAME 1`.",
    "given_twice": "`{typed}` was given twice.",
    "help_hint": "(? for help)",
    "undo_none": "There is nothing of yours to take back.",
    "undo_no_more": "This cannot be taken back: something random or hidden has come to light since.",
    "redo_none": "There is nothing to play again.",
    "undone": "Taken back.",
    "hand_over": "Hand over to {player}, and press Enter.",
    "not_here": "{player} does not sit at this terminal.",
    "why_what": "Why what? Type `why` and the answer that you miss.",
    "can_be": "`{typed}` can be answered.",
    "help": """\
Type the number of an answer, its word, or the beginning of its word.
  1 3 4        several; where one is asked for, the others come next time
  all          whatever is offered, until another question comes
  amounts      NAME 2, NAME 1
  0            nothing, where declining is allowed
  +word        begin something else that is offered; `p2 +word`: another player
  undo, redo   take your last answer back, or give it after all
  why WORD     why an answer is not offered; `why` alone: all that is not
  about NAME   what a card, an action or the like does; `card NAME` draws it
  map, legend  the whole map, and what its signs mean
  NAME         all about a place on the map, or what stands under `more`
  log          what was answered so far; `view all`: all that can be seen
  save, quit   where this game is kept; leave it, and go on another time""",
    # -- refusals
    "no_answer_to": "{question} There is no answer to that now.",
    "lacks": "It takes {wanted} {what}, and you have {held}.",
    "rule": 'the rule is "{rule}" ({place})',
    "rule_told": 'The rule: "{rule}" ({place})',
    "about_what": "About what? Type `about` and the name of a card, an action or the like.",
    "about_unknown": "There is nothing to be read about `{typed}`.",
    "not_offered": "{answer}: not possible now.",
    "not_offered_because": "{answer}: not possible now. {reason}",
    # -- a kept game, step by step
    "replay_of": "{number} of {most}",
    "replay_begins": "the beginning",
    "replay_ends": "This is the end of what was kept.",
    "replay_first": "This is the beginning.",
    "replay_none": "There is no position {number}; there are 0 to {most}.",
    "replay_found": "`{typed}` does not occur.",
    "replay_counts": "Nothing in this game is counted like that. What is counted: {names}.",
    "replay_never": "`{typed}` does not happen.",
    "replay_who": "`{typed}` is nobody here; there are {players}, everybody and nobody.",
    "replay_what": "`{typed}` is no command.",
    "replay_help": """\
Enter, n    one answer forwards (-> too)   b        one answer backwards (<- too)
12          the position after answer 12   first, last
NAME 3      where something that is counted becomes 3
next NAME   where it changes next          back NAME   where it changed before
next p2     the next answer of p2          back p2     the one before
/text       the next answer or change with this text; / alone: the next one
as p2       as p2 sees it; `as nobody`: what all see; `as everybody`: all there is
view        all of the view, also what is seldom needed
q           leave""",
    # -- setting up
    "setup_language": "Language: {languages}",
    "setup_players": "How many players? {low} to {high}",
    "setup_people": "Who plays at this terminal? Names, with commas between them",
    "level_random": "any answer, by chance",
    "level_greedy": "what looks best at once",
    "level_search": "thinks ahead, and takes longer",
    "setup_level": "How do the others play? {levels}",
    "setup_options": "Options; type a number and a value to change one, or nothing to begin:",
    "setup_option": "{name}: {value} ({values})",
    "setup_range": "{low} to {high}",
    "setup_wait": "The game is being set up ...",
    "setup_wrong": "`{typed}` cannot be taken here.",
    "setup_names": "Up to {most} different names, at most 20 letters each.",
    "kept_none": "No game is kept that could be gone on with.",
    "kept_unknown": "No game is kept as `{name}`.",
    "kept_name": "name",
    "kept_game": "game",
    "kept_players": "players",
    "kept_answers": "answers",
    "kept_when": "played last",
    "kept_over": "over",
    # -- the end
    "over": "The game is over.",
    "winners": "{names} {number#wins|win}.",
    "no_winner": "Nobody wins.",
    "seed": "seed: {seed}",
    "commitment": "commitment: {commitment}",
    "cannot_keep": "The game could not be kept: {reason}",
    "kept": "The game is kept in {file}; go on with: --resume {file}",
    "kept_here": "The game is kept as {name}; go on with: archidsl resume {name}",
    "nothing_kept": "Nothing was answered yet, so nothing is kept.",
}


def program_texts() -> dict[str, Text]:
    """All phrases as texts, for catalogues."""
    return {f"program.{name}": Text(f"program.{name}", english, "", SENTENCE) for name, english in PHRASES.items()}
