"""`--length short`: options of the game itself on the command line, by their names or by the ends of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import click

from archidsl.diagnostics import did_you_mean

KEY = "archidsl.game_options"


class WithGameOptions(click.Command):
    """Sets aside what is no option of the command; the game, once it is read, says whether it is one of its own."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        known = {name: option for option in options for name in (*option.opts, *option.secondary_opts)}
        rest: list[str] = []
        found: dict[str, str] = {}
        waiting = iter(args)
        for word in waiting:
            name, sign, value = word.partition("=")
            if word == "--":
                rest += [word, *waiting]
            elif name in known or not name.startswith("--") or ctx.resilient_parsing:
                rest.append(word)
                if name in known and not sign and not known[name].is_flag:
                    rest += [behind for behind in [next(waiting, None)] if behind is not None]
            else:
                found[name] = value if sign else next(waiting, "")
        ctx.meta[KEY] = found
        return super().parse_args(ctx, rest)


def game_options(options: Collection[str]) -> Mapping[str, str]:
    """What was set aside, by the names that the game has."""
    context = click.get_current_context()
    given: dict[str, str] = context.meta.get(KEY, {})
    own = [name for param in context.command.get_params(context) for name in param.opts]
    out = {}
    for said, value in given.items():
        found = options_meant(said.removeprefix("--"), options)
        if len(found) == 1 and value:
            out[found[0]] = value
        elif len(found) > 1:
            raise click.UsageError(f"`{said}` could be {', '.join(found)}", context)
        elif found:
            raise click.UsageError(f"{said} needs a value", context)
        else:
            words = {name: f"--{name}" for name in (*options, *(name.rsplit("_", 1)[-1] for name in options))}
            help = did_you_mean(said, [*words.values(), *own])
            raise click.UsageError(f"no such option: {said}" + (f"; {help}" if help else ""), context)
    return out


def options_meant(word: str, options: Collection[str]) -> list[str]:
    """The option of that name, or all whose names end so."""
    word = word.replace("-", "_")
    return [word] if word in options else [name for name in options if f"_{name}".endswith(f"_{word}")]


def meant_option(word: str, options: Collection[str]) -> str:
    """The only one; ValueError if there is none, or several."""
    found = options_meant(word, options) if word else []
    if len(found) != 1:
        raise ValueError
    return found[0]
