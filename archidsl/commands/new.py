"""`archidsl new`: a name in; a folder with a mod or a game that checks, to be changed from there, out."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from archidsl.commands.new_bare import bare_mod
from archidsl.commands.options import A_PACK, A_PATH
from archidsl.diagnostics import PackErrors
from archidsl.emit import emit
from archidsl.lang.grammar import KEYWORDS
from archidsl.packs.schema import WORD
from archidsl.packs.sources import MOST_FILE, MOST_FILES, PACK, human
from archidsl.packs.stacks import Stack, header, names, neighbourhood, resting
from archidsl.pipeline import load
from archidsl.resources import folder, shipped_game

TEMPLATE = "template"  # the folder of a pack that holds a mod of it, to be copied under another name
FIRST_GAME = "first_game"  # of the shipped examples, the one that new games begin as
COPIED = (".yaml", ".po", ".md")
NEEDS = re.compile(r"^needs: .*$", re.MULTILINE)


@click.command()
@click.argument("sort", type=click.Choice(["mod", "game"]))
@click.argument("name")
@click.option("--on", "base", type=A_PACK, help="The pack that the mod lies on; else the shipped game.")
@click.option("--dir", "place", type=A_PATH, default=Path(), help="Where the new folder is made; else here.")
def new(sort: str, name: str, base: Path | None, place: Path) -> int:
    """Make a folder with a mod or a game that checks.

    A mod has one example of what mods of that pack add, a scenario that plays it, and its texts in three languages. It
    is a copy of the folder `template` of the pack; if the pack has none, the mod changes one number. A game is a
    small one that plays. Nothing that exists is written over.

    \b
    archidsl new mod night_watch
    archidsl new mod midsummer --on examples/saltfen
    archidsl new game marbles --dir games

    Exit code 0: made. 2: wrong usage.
    """
    target = place / checked(name)
    if sort == "game" and base is not None:
        raise click.UsageError("a game lies on nothing: --on is for mods")
    if os.path.lexists(target):
        raise click.UsageError(f"`{human(target)}` exists already; choose another name, or another place with --dir")
    stack = found(base) if sort == "mod" else []
    make(target, stack)
    tell(target, stack, base)
    return 0


def checked(name: str) -> str:
    """The name, if it can be that of a pack and of what is in it."""
    if WORD.fullmatch(name) is None:
        near = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_").lstrip("0123456789_")[:64]
        help = f"; how about `{near}`?" if WORD.fullmatch(near) else ""
        raise click.UsageError(f"`{name}` cannot be a name: it has small letters, digits and `_`{help}")
    if name in KEYWORDS:
        raise click.UsageError(f"`{name}` is a word of the language: choose another name")
    return name


def found(base: Path | None) -> Stack:
    """The packs that the mod lies on; `--on` may also name a shipped example by its word."""
    return shipped_game() if base is None else resting([base])


# -- making it


def make(target: Path, stack: Stack) -> None:
    """The folder appears when all in it is written and checked, or not at all."""
    name = target.name
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{name}.", dir=target.parent) as temporary:
            made = Path(temporary) / name
            for file, text in files(name, stack):
                (made / file).parent.mkdir(parents=True, exist_ok=True)
                (made / file).write_text(text, "utf-8", newline="\n")
            os.rename(made, target)  # it is tried where it will lie, beside what it may need
            try:
                try_out(target, stack)
            except BaseException:
                shutil.rmtree(target)
                raise
    except OSError as problem:
        raise click.ClickException(f"`{human(target)}` cannot be made: {problem.strerror or problem}") from problem


def files(name: str, stack: Stack) -> Iterator[tuple[str, str]]:
    """The files of the new folder: those of the template, called by the new name."""
    template = template_of(stack) if stack else folder("examples") / FIRST_GAME
    if template is None:
        yield from bare_mod(name, load(stack), list(names(stack)))
        return
    old = header(template).name
    for file, text in contents(template):
        if file == PACK and stack:
            text = NEEDS.sub(f"needs: [{', '.join(names(stack))}]", text)
        yield renamed(file, old, name), renamed(text, old, name)


def template_of(stack: Stack) -> Path | None:
    """That of the uppermost pack that has one."""
    return next((pack / TEMPLATE for pack in reversed(stack) if (pack / TEMPLATE / PACK).is_file()), None)


def contents(template: Path) -> Iterator[tuple[str, str]]:
    """Path and text of each file that is a part of a mod; links are not followed, and what is too large is left."""
    count = 0
    for place, folders, inside in os.walk(template):
        folders.sort()
        for file in sorted(inside):
            path = Path(place) / file
            count += 1
            if (
                path.suffix in COPIED
                and not path.is_symlink()
                and path.stat().st_size <= MOST_FILE
                and count < MOST_FILES
            ):
                yield path.relative_to(template).as_posix(), path.read_text("utf-8", "replace")


def renamed(text: str, old: str, new: str) -> str:
    """The old name as a word, as the beginning of one (`old_question`), and as people read it."""
    text = re.sub(rf"(?<![a-z0-9_]){old}(?![a-z0-9])", new, text)
    return text.replace(titled(old), titled(new))


def titled(name: str) -> str:
    said = name.replace("_", " ")
    return said[:1].upper() + said[1:]


def try_out(target: Path, stack: Stack) -> None:
    """Loads it as everybody will. A name that means something else already is the usual reason why it cannot be."""
    name = target.name
    own = resting([target])
    if missing := [pack for pack in names(stack) if pack not in names(own)]:
        near = human(neighbourhood(stack[-1]))
        help = f"make it beside that pack: `--dir {near}`"
        raise click.UsageError(f"the mod would not find `{missing[-1]}` from `{human(target.parent)}`; {help}")
    try:
        game = load(own)
    except PackErrors as problem:
        first = problem.report.errors[0]
        notes = [f" ({span})" for span, _ in first.notes[:1]]
        raise click.UsageError(f"`{name}` cannot be its name: {first.message}{''.join(notes)}") from None
    pack = game.pack
    if same := [i for i in pack.items if i.name == name and pack.layers[i.span.file] < len(own) - 1]:
        raise click.UsageError(f"`{name}` is a {same[0].section} already ({same[0].span}); choose another name")
    if stack and name in game.v.stuff_index:
        raise click.UsageError(f"`{name}` is a stuff already; choose another name")


def tell(target: Path, stack: Stack, base: Path | None) -> None:
    path = human(target)
    emit(("good", f"made: {path}/"))
    for file, _ in contents(target):
        emit(f"  {file}")
    emit(f"{path}/README.md says what to change first. Try:")
    play = f"play --mod {path}" if base is None and stack else f"play {path}"
    for line in (f"check {path}", f"test {path}", *([f"diff {path}"] if stack else []), play):
        emit(f"  archidsl {line}")
