"""A command line in, an exit code out: 0 fine, 1 problems found, 2 wrong usage, 70 a mistake of archidsl itself.

Commands are imported when they are called, so that `archidsl --help` is quick.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from archidsl.commands.failures import place_of, wrong_usage
from archidsl.commands.options import HELP_NAMES, shared_options, version_option
from archidsl.diagnostics import PackErrors, did_you_mean
from archidsl.emit import emit, flush, open_what_is_closed, set_color

COMMANDS = {  # name -> module:function, and what --help says
    "check": ("archidsl.commands.check:check", "Say what is wrong with packs."),
    "play": ("archidsl.commands.play:play", "Play a game in the terminal."),
    "resume": ("archidsl.commands.resume:resume", "Go on with a game that was played here."),
    "run": ("archidsl.commands.run:run", "Play scripts and records, or let bots play."),
    "record": ("archidsl.commands.record:record", "Make a script of a kept game."),
    "replay": ("archidsl.commands.replay:replay", "Step through a kept game, forwards and backwards."),
    "trace": ("archidsl.commands.trace:trace", "Tell which rules ran for a decision, and what they changed."),
    "test": ("archidsl.commands.test:test", "Play scenarios, and say which fail."),
    "new": ("archidsl.commands.new:new", "Make a folder with a mod or a game that checks."),
    "resolve": ("archidsl.commands.resolve:resolve", "Say what packs and mods together make of one item or value."),
    "diff": ("archidsl.commands.diff:diff", "Say what mods do to a game."),
    "compare": ("archidsl.commands.compare:compare", "Let bots play the same seeds without and with mods."),
    "show": ("archidsl.commands.show:show", "Show what a pack declares, and what a text means."),
    "list": ("archidsl.commands.list_members:list_members", "List the members of a kind."),
    "provenance": ("archidsl.commands.provenance:provenance", "Say where the numbers of packs come from."),
    "texts": ("archidsl.commands.texts:texts", "Say what is translated, and what is not."),
    "explain": ("archidsl.commands.explain:explain", "Explain the code of an error."),
    "fmt": ("archidsl.commands.fmt:fmt", "Put the effect texts of files into their usual form."),
    "schema": ("archidsl.commands.schema:schema", "Print the JSON Schemas of pack files, for editors."),
    "reference": ("archidsl.commands.reference:reference", "Print the complete reference of the language."),
}
PROBLEMS, USAGE, INTERNAL, INTERRUPTED = 1, 2, 70, 130


class Commands(click.Group):
    """Knows the commands by name; imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), function)
        known = {option for param in command.params for option in param.opts}
        command.params += [option for option in shared_options() if not known & set(option.opts)]
        command.context_settings = {**HELP_NAMES, **command.context_settings}
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            help = did_you_mean(args[0], COMMANDS) or f"there are: {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command `{args[0]}`; {help}", ctx)
        return super().resolve_command(ctx, args)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = "archidsl",
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Always ends with SystemExit, and never with a traceback unless `--debug` stands in the line."""
        open_what_is_closed()
        set_color("auto")
        line = list(sys.argv[1:] if args is None else args)
        try:
            code = super().main(line, prog_name, complete_var, standalone_mode=False, **extra)
        except click.ClickException as problem:
            wrong_usage(problem)
            code = problem.exit_code
        except (click.Abort, KeyboardInterrupt):
            code = INTERRUPTED
        except PackErrors as problem:
            from archidsl.rendering import show

            show(problem.report, err=True)
            code = PROBLEMS
        except Exception as problem:
            if "--debug" in line:
                raise
            emit(("error", "internal error"), f": {place_of(problem)}; please report it (--debug shows more)", err=True)
            code = INTERNAL
        flush()
        raise SystemExit(code if isinstance(code, int) else 0)


@click.group(
    cls=Commands,
    params=[*shared_options(), version_option()],
    context_settings=HELP_NAMES,
    invoke_without_command=True,
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Rules of board games as YAML packs: check them, look into them, play them.

    A pack is a folder with `.yaml` files, one `.yaml` file, or a `.zip`.
    """
    if context.invoked_subcommand is None:
        emit(context.get_help(), err=True)
        context.exit(USAGE)


def main() -> NoReturn:
    cli.main()
