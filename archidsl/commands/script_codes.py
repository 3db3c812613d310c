"""What can be wrong with scripts and records: each code with its title and an explanation for authors."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "script-form": (
        "the script is not written like one",
        "A script begins with `game:`, and perhaps `options:`, `seed:` and `players:`. Then it may set the table"
        " (`given:`, `play:`). Every other line is an answer, `NAME begins`, `refuse`, `expect` or `stop`; an indented"
        " line goes on with the line above. Wrong: `p1: {square: b2}`. Right: `p1: square b2`.",
    ),
    "script-given": (
        "the table cannot be set like this",
        "Lines under `given` only put things where they are wanted: they ask nobody, nothing reacts to them, and a"
        " tile must be free and its cell open. What shall be played belongs under `play`."
        " Wrong: `lay tile`. Right: `lay tile@cell`.",
    ),
    "script-answer": (
        "the line does not answer what is asked",
        "The game asks another player or another question than the line says, or it refuses the answer, or it is"
        " over. The message says who is asked for what, and the help what is offered."
        " Wrong: `p1: sqare b2`. Right: `p1: square b2`.",
    ),
    "script-expect": (
        "the game is not as the script expects",
        "A condition behind `expect` does not hold, or somebody else is asked, something else is offered or seen, or"
        " chance answered otherwise. The message shows the values that were read. Right: `expect score of p1 is 3`.",
    ),
    "script-refuse": (
        "an answer is not refused, or for another reason",
        "The line says `refuse`, but the game would take the answer; or it says `because`, and neither the reason that"
        " is told has these words in it, nor is it the name of the refusal."
        " Right: `refuse p1: square b2 because taken`.",
    ),
    "script-game": (
        "the game of the script cannot be started",
        "The pack behind `game:` is not there or has errors, or it does not take the options, or it is for another"
        " number of players. A path is read from where the script stands. Right: `game: ..`, or `game: shipped`.",
    ),
    "bad-record": (
        "the record cannot be replayed",
        "A record is played again answer by answer. This one is damaged, was played with other rules, options or"
        " another seed, or holds an answer that the game does not allow. The message says which line.",
    ),
}
