"""A question in, what else there is of the kinds that it offers out: whatever a person may miss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from archidsl.texts.naming import Naming

MOST = 60
OWN_TEXTS = ("log", "text")  # keys below a question that are no answers


def unoffered(question: Mapping[str, Any], naming: Naming) -> list[str]:
    """Words that are no answers now: other options of a menu, other things of the same kinds, other stuff."""
    answers = question.get("answers", ())
    if question["kind"] == "several":
        answers = [word for group in answers for word in group]
    if question["kind"] not in ("one", "menu", "several"):
        return []
    offered = {str(word) for word in answers}
    start = f"question.{question['key']}."
    options = [key.removeprefix(start) for key in naming.lexicon.texts if key.startswith(start)]
    others = [word for word in options if word not in (*offered, *OWN_TEXTS)]
    if offered & set(naming.layout.stuffs):
        others += [stuff for stuff in naming.layout.stuffs if stuff not in offered]
    return [*others, *_things(offered, question["player"], naming)][:MOST]


def _things(offered: set[str], player: str, naming: Naming) -> list[str]:
    """Of alike things in one place the first; those of others only if some of those are offered."""
    layout = naming.layout
    given = [word for word in offered if word in layout.ids]
    kinds = {layout.kind_of[layout.ids[word]] for word in given}
    others_too = any(naming.owner(word) not in ("", player) for word in given)
    piled_too = any(layout.ids.get(naming.place(word)) in layout.zones for word in given)
    seen = {(naming.alike(word), naming.place(word)) for word in given}
    out = []
    for number, name in enumerate(layout.names):
        place = naming.place(name)
        like = (naming.alike(name), place)
        if place:
            known = piled_too or layout.ids[place] not in layout.zones
        else:
            known = number >= layout.movable or layout.start[layout.at + number] < 0  # it never lies anywhere
        wanted = layout.kind_of[number] in kinds and name not in offered and known and like not in seen
        if wanted and (others_too or naming.owner(name) in ("", player)):
            seen.add(like)
            out.append(name)
    return out
