"""What can be wrong with the shape of a pack and with mods: each code with its title and an explanation for authors."""

from __future__ import annotations

CODES: dict[str, tuple[str, str]] = {
    "unknown-key": (
        "a key that means nothing here",
        "Every section has its own keys, and any other is refused, since a misspelt key would otherwise be passed"
        " over in silence. The help names the nearest key, or all that are possible. Wrong: `- {zone: pile, ordr:"
        " stack}`. Right: `- {zone: pile, order: stack}`.",
    ),
    "missing-key": (
        "something necessary is not said",
        "Some keys cannot be left out: a watch needs `when` and `effect`, an option needs its `default`, and a pack"
        " needs a header with `pack`. The place shown is the name of what lacks the key. Wrong: `- {watch: all_gone,"
        " effect: finish}`. Right: `- {watch: all_gone, when: number of marker is 0, effect: finish}`.",
    ),
    "wrong-type": (
        "a value of the wrong sort",
        "A text stands where a number belongs, a list where a mapping belongs, or the like. `yes` and `no` are"
        " written as these words; `true` and `false` are not words of a pack. Digits in quotes are a text. Wrong:"
        " `alike: true`. Right: `alike: yes`.",
    ),
    "wrong-value": (
        "a value that is not possible here",
        "The value is of the right sort, but it is none of the possible words, it is too small, it does not have the"
        " right form, or it cannot stand beside another key. Wrong: `order: pile` in a zone. Right: `order: stack`.",
    ),
    "bad-name": (
        "not a name",
        "Names of items and keys have small letters a-z, digits and `_`, begin with a letter and have at most 64"
        " characters, so that effect texts can use them. What people read goes into `name`. Wrong: `- kind: Big"
        " Marker`. Right: `- kind: big_marker`, and below it `name: Big Marker`.",
    ),
    "unknown-section": (
        "neither a section nor a kind",
        "A file is a mapping of sections like `kinds:`, each with a list, or a list of items that each begin with a"
        " section like `- kind: marker`. Instead of a section there may be a kind of the pack, in the same forms."
        " Wrong: `kind: marker` as a line of its own. Right: `- kind: marker` in a list.",
    ),
    "second-meaning": (
        "the same thing twice",
        "Within its section a name is declared once, a pack has one header and lies in the stack once, and what is"
        " extended gets only what it did not have. A mod that works on something uses `changes`. Wrong: `- {in:"
        " zones, add: pile}` where there is a pile. Right: `- {in: zones, change: pile, room: 5}`.",
    ),
    "not-there": (
        "a change of something that does not exist",
        "A mod can replace, change, extend and delete only what the packs below it declare, and `+1` needs a number"
        " to start from. Perhaps the name is misspelt, in another section, or gone because of another mod. Wrong: `-"
        " {in: zones, change: piel, room: 5}`. Right: `- {in: zones, change: pile, room: 5}`.",
    ),
    "missing-pack": (
        "a pack that is needed is not there",
        "Under `needs` a mod names the packs that it is put on top of. They must be given before it. Wrong: `needs:"
        " [dmeo]` on top of the pack `demo`. Right: `needs: [demo]`.",
    ),
}
