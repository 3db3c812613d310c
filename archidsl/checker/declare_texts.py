"""Everything in a pack that holds effect text, into its vocabulary: parsed, not yet understood."""

from __future__ import annotations

from dataclasses import replace

from archidsl.checker import reading as r
from archidsl.checker.declare_kinds import Parse, expanded, is_member
from archidsl.checker.types import YES_NO, Type
from archidsl.checker.vocabulary import (
    Behaviour,
    Deed,
    Formula,
    Option,
    Passive,
    Procedure,
    Vocabulary,
    Watch,
    Window,
)
from archidsl.diagnostics import Report, did_you_mean
from archidsl.packs.pack import Item, Pack
from archidsl.packs.values import Mapping, Scalar

FORMS = ("effect", "condition", "formula")
ABOUT = ("name", "text", "rule", "source", "note", "for_each", "passive")


def declare_formulas(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    for item in pack.section("measure"):
        params = _params(item.body, v, report)
        form, key = ("condition", "means") if item.body.get("means") is not None else ("formula", "is")
        text, refusal = parse(form, item.body.get(key)), r.text(item.body, "refusal")
        v.formulas[item.name] = Formula(item.name, item.span, "measure", params, form, text, refusal=refusal)
    for item in pack.section("adjective"):
        for kind in _of_kinds(item, v, report):
            it = (("it", v.kind_type(kind)),)
            text = parse("condition", item.body.get("means"))
            v.adjectives[item.name, kind] = Formula(
                item.name, item.span, "adjective", it, "condition", text, YES_NO, (kind,), r.text(item.body, "refusal")
            )
    for item in pack.section("noun"):
        if item.name in v.groups:
            continue
        for kind in _of_kinds(item, v, report)[:1]:
            it = (("it", v.kind_type(kind)),)
            text = parse("condition", item.body.get("means"))
            refusal = r.text(item.body, "refusal")
            v.nouns[item.name] = Formula(item.name, item.span, "noun", it, "condition", text, YES_NO, (kind,), refusal)
    for item in pack.section("property"):
        _computed(item, v, report, parse)


def _of_kinds(item: Item, v: Vocabulary, report: Report) -> list[str]:
    found = []
    for word in r.scalars(item.body.get("of")):
        if str(word.value) in v.kinds:
            found.append(str(word.value))
        else:
            report.error(
                "unknown-word", word.span, f"`{word.value}` is not a kind", did_you_mean(str(word.value), v.kinds)
            )
    return found


def _computed(item: Item, v: Vocabulary, report: Report, parse: Parse) -> None:
    body = item.body
    of = _of_kinds(item, v, report)
    params: tuple[tuple[str, Type], ...] = (("it", v.kind_type(of[0])),) if of else ()
    result = r.type_from(body.get("type"), v, report) if body.get("type") is not None else None
    if body.get("is") is not None:
        formula = Formula(item.name, item.span, "computed", params, "formula", parse("formula", body.get("is")), result)
    elif body.get("the") is not None:
        formula = Formula(
            item.name, item.span, "computed", params, "selection", parse("selection", body.get("the")), result
        )
    elif body.get("cases") is not None:
        cases = tuple(
            (parse("condition", c.get("when")) if c.get("when") is not None else None, parse("formula", c.get("is")))
            for c in r.bodies(body.get("cases"))
        )
        formula = Formula(item.name, item.span, "computed", params, "cases", cases, result)
    else:
        return
    v.computed[item.name, of[0] if of else ""] = replace(formula, shown=_shown(item, of, report))


def _shown(item: Item, of: list[str], report: Report) -> bool:
    """Views have what is kept anyway; of what is computed, only what says so, and it must be for all."""
    sight = item.body.get("seen_by")
    if not isinstance(sight, Scalar):
        return False
    if sight.value != "all" or of not in ([], ["player"]):
        message = "what is computed is for all to see or not in views, and only of the game or of players"
        report.error("wrong-type", sight.span, message, "write `seen_by: all`, or leave it out")
    return True


def _params(body: Mapping, v: Vocabulary, report: Report) -> tuple[tuple[str, Type], ...]:
    return tuple((e.name, r.type_from(e.value, v, report)) for e in r.mapping(body, "with"))


# -- options, windows, watches, procedures


def declare_options(pack: Pack, v: Vocabulary, report: Report) -> None:
    for section in ("option", "flag"):
        for item in pack.section(section):
            values = tuple(r.words(item.body, "values"))
            low, high = r.a_range(r.text(item.body, "range")) or (0, 0)
            default = r.scalar(item.body, "default")
            if values:
                kind = YES_NO if set(values) <= {"yes", "no"} else Type("label", frozenset(values))
                for word in values if kind.base == "label" else ():
                    v.label(word)
            else:
                kind = Type("number")
            given = default.value if default is not None and isinstance(default.value, str | int) else 0
            if (
                default is not None
                and (values or low <= high)
                and (given not in values if values else not (type(given) is int and low <= given <= high))
            ):
                help = f"it has: {', '.join(values)}" if values else f"write a number from {low} to {high}"
                report.error("bad-default", default.span, f"`{given}` is not one of the values of `{item.name}`", help)
            v.options[item.name] = Option(
                item.name, item.span, kind, values, low, high, given, r.text(item.body, "rule")
            )


def declare_clashes(pack: Pack, v: Vocabulary, report: Report) -> None:
    """Each is kept with the first option that it names."""
    for item in pack.section("clash"):
        together = []
        for entry in r.mapping(item.body, "when"):
            option = v.options.get(entry.name)
            value = entry.value.value if isinstance(entry.value, Scalar) else None
            if option is None:
                help = did_you_mean(entry.name, v.options)
                report.error("unknown-word", entry.key.span, f"`{entry.name}` is not an option", help)
            elif not isinstance(value, str | int) or not _takes(option, value):
                help = ", ".join(option.values) if option.values else f"{option.low} to {option.high}"
                report.error("bad-default", entry.value.span, f"`{entry.name}` is never `{value}`", f"it has: {help}")
            else:
                together.append((entry.name, value))
        if together:
            first = v.options[together[0][0]]
            clash = (tuple(together), r.text(item.body, "text"))
            v.options[first.name] = replace(first, clashes=(*first.clashes, clash))


def _takes(option: Option, value: str | int) -> bool:
    return value in option.values if option.values else type(value) is int and option.low <= value <= option.high


def declare_windows(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    for item in pack.section("window"):
        v.moments.setdefault(item.name, len(v.moments))
    for item in pack.section("phase"):
        v.moments.setdefault(item.name, len(v.moments))
    for item in pack.section("window"):
        body = item.body
        values = tuple((e.name, r.type_from(e.value, v, report)) for e in r.mapping(body, "values"))
        for word in r.scalars(body.get("changes")):
            if word.value not in dict(values):
                report.error(
                    "unknown-word",
                    word.span,
                    f"`{word.value}` is not a value of this window",
                    did_you_mean(str(word.value), dict(values)),
                )
        effect = parse("effect", body.get("effect")) if body.get("effect") is not None else None
        v.windows[item.name] = Window(
            item.name, item.span, values, frozenset(r.words(body, "changes")), effect, tuple(r.words(body, "offers"))
        )
        for passive in r.bodies(body.get("passive")):
            _passive(passive, item.name, "", "", v, parse, ())


def declare_watches(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    placed: list[Item] = []
    for item in pack.section("watch"):
        before, after = r.text(item.body, "before"), r.text(item.body, "after")
        names = [other.name for other in placed]
        for word in (before, after):
            if word and word not in {i.name for i in pack.section("watch")}:
                report.error("unknown-word", item.span, f"`{word}` is not a watch", did_you_mean(word, names))
        if before in names:
            placed.insert(names.index(before), item)
        elif after in names:
            placed.insert(names.index(after) + 1, item)
        else:
            placed.append(item)
    for item in placed:
        over = parse("selection", item.body.get("over")) if item.body.get("over") is not None else None
        when, effect = parse("condition", item.body.get("when")), parse("effect", item.body.get("effect"))
        v.watches.append(Watch(item.name, item.span, over, when, effect))


def declare_procedures(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    for section in ("procedure", "phase"):
        for item in pack.section(section):
            opens = r.text(item.body, "opens") or (item.name if section == "phase" else "")
            during = r.text(item.body, "during") or ""
            for key, window, known in (("opens", opens, v.moments), ("during", during, v.windows)):
                if window and window not in known:
                    help = did_you_mean(window, v.windows)
                    report.error("unknown-word", r.span_of(item.body, key), f"`{window}` is not a window", help)
            if item.name in v.procedures:
                report.error("second-meaning", item.span, f"`{item.name}` is declared twice")
            body = parse("effect", item.body.get("effect")) or ()
            v.procedures[item.name] = Procedure(
                item.name, item.span, section, _params(item.body, v, report), opens, body, during
            )


# -- what members of kinds give


def declare_behaviours(pack: Pack, v: Vocabulary, report: Report) -> None:
    for item in pack.section("kind"):
        for entry in r.mapping(item.body, "behaviours"):
            words = str(entry.value.value).split() if isinstance(entry.value, Scalar) else []
            if not words or words[-1] not in FORMS:
                report.error(
                    "unknown-word",
                    entry.value.span,
                    "a behaviour is an `effect`, a `condition` or a `formula`",
                    "write for example `optional formula`",
                )
                continue
            made = Behaviour(entry.name, entry.key.span, item.name, words[-1], words[0] != "optional")
            v.behaviours[made.key] = made


def declare_deeds(pack: Pack, v: Vocabulary, report: Report, parse: Parse) -> None:
    for item in pack.items:
        if not is_member(item, v) or item.section not in v.kinds:
            continue
        mine = {b.name: b for b in v.behaviours.values() if b.kind in v.above(item.section)}
        bounds = _bounds(item, v)
        for name, behaviour in mine.items():
            value = item.body.get(name)
            if value is None:
                if behaviour.required:
                    report.error("missing-behaviour", item.span, f"`{item.name}` does not say its `{name}`")
                continue
            text = parse(behaviour.form, value)
            for member, bound in zip(expanded(item, v), bounds, strict=True):
                moment = r.text(item.body, "moment") if v.fact_of("moment", item.section) else ""
                moment = moment or _default_moment(item, v)
                v.deeds.append(Deed(behaviour.key, behaviour.kind, member, value.span, text, bound, moment))
        for passive in r.bodies(item.body.get("passive")):
            for member, bound in zip(expanded(item, v), bounds, strict=True):
                _passive(passive, r.text(passive, "moment"), item.section, member, v, parse, bound)
        _known_keys(item, mine, v, report)


def _default_moment(item: Item, v: Vocabulary) -> str:
    fact = v.fact_of("moment", item.section)
    return str(fact.default or "") if fact else ""


def _bounds(item: Item, v: Vocabulary) -> list[tuple[tuple[str, str], ...]]:
    each = r.mapping(item.body, "for_each")
    if not each.entries:
        return [()]
    entry = each.entries[0]
    group = str(entry.value.value) if isinstance(entry.value, Scalar) else ""
    return [((entry.name, member),) for member in v.groups.get(group, ())]


def _passive(
    body: Mapping, moment: str, kind: str, member: str, v: Vocabulary, parse: Parse, bound: tuple[tuple[str, str], ...]
) -> None:
    when = parse("condition", body.get("when")) if body.get("when") is not None else None
    effect = parse("effect", body.get("effect")) or ()
    v.passives.append(Passive(moment, body.span, kind, member, when, effect, bound))


def _known_keys(item: Item, behaviours: dict[str, Behaviour], v: Vocabulary, report: Report) -> None:
    parts = {key for kind in v.above(item.section) for key in v.texts.get(f"parts:{kind}", "").split()}
    facts = {name for name, kind in v.facts if kind in v.above(item.section)}
    known = {*behaviours, *facts, *parts, *ABOUT}
    for entry in item.body:
        if entry.name not in known:
            help = did_you_mean(entry.name, known) or "declare it under `facts` of the kind, or delete it"
            article = "an" if item.section[0] in "aeiou" else "a"
            report.error("unknown-key", entry.key.span, f"{article} `{item.section}` has no `{entry.name}`", help)


def unknown_moments(v: Vocabulary, report: Report) -> None:
    for passive in v.passives:
        if passive.moment not in v.windows:
            report.error(
                "unknown-word",
                passive.span,
                f"`{passive.moment}` is not a window",
                did_you_mean(passive.moment, v.windows),
            )
    v.passives[:] = [p for p in v.passives if p.moment in v.windows]
