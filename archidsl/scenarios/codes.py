"""What can be wrong with scenarios: each code with its title and an explanation for authors."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "scenario-form": (
        "the scenario is not written like one",
        "Under `answers`, each entry is an answer, or one of `expect`, `refuse`, `allow`, `offered`, `asked`, `in` and"
        " `sees`. Under `given`, there are effect lines, names of common pieces and `lay:`."
        " Wrong: `- p1: b2`. Right: `- p1: {square: b2}`.",
    ),
    "scenario-game": (
        "the game of the scenarios cannot be started",
        "The pack that the file names, or in whose folder `tests` it stands, is not there or has errors, or it does"
        " not take the options. Wrong: `game: .`. Right: `game: ..`.",
    ),
    "scenario-given": (
        "the table cannot be set like this",
        "Lines under `given` only put things where they are wanted: they ask nobody, nothing reacts to them, and a"
        " tile must be free and its cell open. What shall be played belongs under `play`."
        " Wrong: `lay: [tile]`. Right: `lay: [tile@cell]`.",
    ),
    "scenario-answer": (
        "the answer does not fit to the question",
        "Another player or another question comes first, or the answer is not offered, or nobody is asked any more."
        " The message says who is asked for what, and which rule refuses the answer."
        " Wrong: `- p1: {sqare: b2}`. Right: `- p1: {square: b2}`.",
    ),
    "scenario-question": (
        "a question is left open",
        "What is played asks more than the scenario answers. Answer it, or say `stops: yes` if the table may be left"
        " at a question, or `rest: first` if every further question may get its first answer. Right: `stops: yes`.",
    ),
    "scenario-refuse": (
        "an answer is not refused, or for another reason",
        "The scenario says `refuse`, but the game would take the answer; or it says `because`, and neither the text"
        " nor the place of the rule that refuses it has these words in it, and its refusal has another name."
        " Right: `- refuse: {p1: {square: b2}, because: nobody}`.",
    ),
    "scenario-expect": (
        "the table is not as the scenario expects",
        "A condition under `expect` does not hold, or something else is offered, asked, seen or lying there. The"
        " message shows the values that were read. Right: `expect: [pearl of p1 is 3]`.",
    ),
    "scenario-compiled": (
        "the compiled game differs from the reference",
        "With `--compiled` every scenario is played twice, by the plain interpreter and by the compiled game. They must"
        " agree on every question and every state; this is a mistake of archidsl itself.",
    ),
}
