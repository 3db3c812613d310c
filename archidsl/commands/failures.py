"""What went wrong with a command in, lines for whoever called it out."""

from __future__ import annotations

import os

import click

from archidsl.emit import emit


def wrong_usage(problem: click.ClickException) -> None:
    context = problem.ctx if isinstance(problem, click.UsageError) else None
    if context is not None:
        emit(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
    emit(("error", "Error"), f": {problem.format_message()}", err=True)


def place_of(problem: Exception) -> str:
    """One line about an exception: what it says, and the file and line it comes from."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = (
        f"{os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace is not None else "nowhere"
    )
    said = " ".join(str(problem).split())
    return f"{type(problem).__name__} at {place}" + (f": {said[:200]}" if said else "")
