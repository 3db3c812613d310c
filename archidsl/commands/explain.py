"""`archidsl explain`: the code of an error in; what it means, with a wrong and a right example, out."""

from __future__ import annotations

import re
import shutil
import textwrap

import click

from archidsl.checker import codes as checker_codes
from archidsl.commands import script_codes
from archidsl.diagnostics import did_you_mean
from archidsl.emit import emit
from archidsl.packs import pack_codes, yaml_codes
from archidsl.scenarios import codes as scenario_codes

TABLES = (yaml_codes.CODES, pack_codes.CODES, checker_codes.CODES, script_codes.CODES, scenario_codes.CODES)
EXAMPLES = re.compile(r" (?=(?:Wrong|Right): )")
WIDEST = 100


def explanations() -> dict[str, list[tuple[str, str]]]:
    """Each code with its meanings: a code of files can have another meaning in effect texts."""
    out: dict[str, list[tuple[str, str]]] = {}
    for table in TABLES:
        for code, meaning in table.items():
            out.setdefault(code, []).append(meaning)
    return dict(sorted(out.items()))


@click.command()
@click.argument("codes", nargs=-1, metavar="CODE...")
@click.option("--all", "list_all", is_flag=True, help="List every code with its title.")
def explain(codes: tuple[str, ...], list_all: bool) -> None:
    """Explain the code of an error: what `archidsl check` writes in square brackets."""
    known = explanations()
    if list_all:
        longest = max(map(len, known))
        for code, meanings in known.items():
            emit(("bold", f"{code:<{longest}}"), f"  {'; '.join(title for title, _ in meanings)}")
        return
    if not codes:
        raise click.UsageError("which code? `archidsl explain --all` lists them")
    for code in codes:
        if code.strip("[]") not in known:
            help = did_you_mean(code.lower(), known) or "`archidsl explain --all` lists them"
            raise click.UsageError(f"there is no code `{code}`; {help}")
    for code in codes:
        for title, explanation in known[code.strip("[]")]:
            say(code.strip("[]"), title, explanation)


def say(code: str, title: str, explanation: str) -> None:
    """The title, the explanation as a paragraph, and each example on a line of its own."""
    columns = min(shutil.get_terminal_size().columns, WIDEST)
    emit(("bold", f"{code}: {title}"))
    emit()
    for part in EXAMPLES.split(explanation):
        indent = " " * 9 if part.startswith(("Wrong:", "Right:")) else "  "
        lines = textwrap.wrap(part, columns, initial_indent="  ", subsequent_indent=indent, break_on_hyphens=False)
        for line in lines:
            emit(line)
    emit()
