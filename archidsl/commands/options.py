"""Options that several commands take, and arguments that are packs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from archidsl.emit import COLORS, emit, set_color

if TYPE_CHECKING:
    from pathlib import Path

Command = TypeVar("Command", bound=Callable[..., Any])

HELP_NAMES = {"help_option_names": ["-h", "--help"]}
ENGLISH = "en"
SAID = "archidsl.language"  # what `--lang` said, wherever it stands in the line
LANGUAGE = re.compile(r"([a-z]{2,3})([_.@-].*)?")


class PathName(click.ParamType):  # type: ignore[type-arg]  # generic only in new versions of click
    """Any text; what is wrong with the place itself is said later, like any other error of a pack."""

    name = "path"

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pathlib import Path  # `--help` needs none

        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        return click.Path().shell_complete(ctx, param, incomplete)


class PackName(PathName):
    """The path of a pack; a mere word that is no path may name a shipped example."""

    def convert(self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from archidsl.resources import or_example

        return or_example(super().convert(value, param, ctx))


A_PATH = PathName()
A_PACK = PackName()


class LanguageName(click.ParamType):  # type: ignore[type-arg]
    """`fr`, or as systems write it: `fr_CA.UTF-8`. Whether anything is translated into it is found out later."""

    name = "language"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return language_code(value) or self.fail(f"`{value}` is no language; write two or three letters, like `fr`")


def language_code(text: str) -> str:
    """`fr` of `fr_CA.UTF-8`; empty if it names no language."""
    found = LANGUAGE.fullmatch(text.strip().lower())
    return found[1] if found else ""


def language_said() -> str:
    """What the command line says, or the variable ARCHIDSL_LANG; empty if neither does."""
    return language_on_line() or language_code(os.environ.get("ARCHIDSL_LANG", ""))


def language_on_line() -> str:
    context = click.get_current_context(silent=True)
    found: str = context.meta.get(SAID, "") if context is not None else ""
    return found


def language() -> str:
    """The language of everything that a game says."""
    return language_said() or ENGLISH


def shared_options() -> list[click.Option]:
    """Every command takes these, before its name and behind it."""
    lang_help = "The language of a game: its names, questions, reasons. What is said to authors stays English."
    color_help = "Colours in the output; `auto` looks at the terminal, NO_COLOR and FORCE_COLOR."
    return [
        click.Option(
            ["--color"], type=click.Choice(COLORS), expose_value=False, callback=_color, is_eager=True, help=color_help
        ),
        click.Option(
            ["--lang"], type=LanguageName(), metavar="en|fr|de", expose_value=False, callback=_language, help=lang_help
        ),
        click.Option(["--debug"], is_flag=True, expose_value=False, help="Show where an internal error comes from."),
    ]


def version_option() -> click.Option:
    help = "Show the version and exit."
    return click.Option(["--version"], is_flag=True, expose_value=False, callback=_version, is_eager=True, help=help)


def mod_option(command: Command) -> Command:
    """`--mod PATH`, as often as there are mods; from the lowest to the uppermost."""
    return click.option("--mod", "mods", multiple=True, type=A_PACK, help="A pack on top of the pack; repeatable.")(
        command
    )


def _color(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        set_color(value)


def _language(context: click.Context, option: click.Parameter, value: str | None) -> None:
    if value is not None:
        context.meta[SAID] = value


def _version(context: click.Context, option: click.Parameter, value: bool) -> None:
    if not value or context.resilient_parsing:
        return
    from importlib import metadata  # slow, and seldom needed

    try:
        number = metadata.version("archidsl")
    except metadata.PackageNotFoundError:
        number = "(a checkout that is not installed)"
    emit(f"archidsl {number}")
    context.exit()
