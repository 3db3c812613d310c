"""What can be wrong with scripts and records: each code with its title and an explanation for authors."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "script-form": (
        "the script is not written like one",
        "A script has the keys `game`, `mods`, `options`, `seed` and `play`. `play` is a list; each line is an answer,"
        " an `expect` or a `refuse`. Wrong: `- p1: b2`. Right: `- p1: {square: b2}`.",
    ),
    "script-answer": (
        "the line does not answer what is asked",
        "The game asks another player or another question than the line says, or it refuses the answer, or it is"
        " over. The message says who is asked for what.",
    ),
    "script-expect": (
        "the game is not as the script expects",
        "The value in the game is another one than the script says. Without `view`, only what everybody sees can be"
        " expected; with `view: p1`, what p1 sees.",
    ),
    "script-refuse": (
        "an answer that should be refused is allowed",
        "The line says `refuse`, but the game would take the answer.",
    ),
    "script-game": (
        "the game of the script cannot be started",
        "The pack named under `game` is not there or has errors, or it does not take the options.",
    ),
    "bad-record": (
        "the record cannot be replayed",
        "A record is played again answer by answer. This one is damaged, was played with other rules, options or"
        " another seed, or holds an answer that the game does not allow. The message says which line.",
    ),
}
