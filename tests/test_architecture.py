"""What the code may look like: imports go one way, pieces stay small, and no game is known here."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "archidsl"
MODULES = sorted(PACKAGE.rglob("*.py"))

each_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.relative_to(ROOT).as_posix())


def lines_of(problems: list[str]) -> str:
    return "\n  " + "\n  ".join(problems)


# Imports go one way ---------------------------------------------------------------------------------------------

# A part imports from itself and from the parts before it.
ORDER = (
    "resources diagnostics emit rendering engine texts players packs lang checker interpreter compiler cache pipeline"
    " journal tracing warm reasons session scenarios scripts commands api cli"
).split()
ALONE = {"engine"}  # imports from itself only
DOORS = {"__init__", "__main__"}  # what the outside world opens: they may import everything, nobody imports them


def part_of(module: Path) -> str:
    """`archidsl/lang/nodes.py` belongs to `lang`, `archidsl/cli.py` to `cli`."""
    return module.relative_to(PACKAGE).with_suffix("").parts[0]


def own_imports(tree: ast.AST, module: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything of archidsl that is imported anywhere below `tree`."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom():
                names = [f"{origin(node, module)}.{alias.name}" for alias in node.names]
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                names = [name]
            case _:
                continue
        yield from ((node.lineno, name) for name in names if name.split(".")[0] == "archidsl")


def origin(node: ast.ImportFrom, module: Path) -> str:
    """`from ..engine import x` in `archidsl/lang/nodes.py` is from `archidsl.engine`."""
    if not node.level:
        return node.module or ""
    above = module.relative_to(ROOT).parent.parts
    return ".".join([*above[: len(above) - node.level + 1], *([node.module] if node.module else [])])


def wrong_import(part: str, name: str) -> str:
    """Why `part` may not import `name`; empty if it may."""
    imported = name.split(".")[1] if "." in name else "__init__"
    if part in DOORS or imported == part:
        return ""
    if imported not in ORDER:
        return f"imports {name}, but archidsl itself is for users: name the module it comes from"
    if part in ALONE:
        return f"imports {name}, but {part} imports nothing outside {part}"
    if ORDER.index(imported) > ORDER.index(part):
        return f"imports {name}, but {imported} comes after {part}"
    return ""


@each_module
def test_imports_go_one_way(module: Path) -> None:
    part = part_of(module)
    assert part in DOORS or part in ORDER, f"archidsl/{part} has no place in ORDER (tests/test_architecture.py)"
    imports = own_imports(ast.parse(module.read_text("utf-8")), module)
    wrong = [f"{module}:{line}: {why}" for line, name in imports if (why := wrong_import(part, name))]
    assert not wrong, lines_of(wrong)


@each_module
def test_no_import_is_for_type_checking_only(module: Path) -> None:
    guards = [
        node
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    hidden = [f"{module}:{line}: {name}" for guard in guards for line, name in own_imports(guard, module)]
    assert not hidden, "an import under TYPE_CHECKING means that the layering is wrong:" + lines_of(hidden)


@pytest.mark.parametrize(
    ("file", "code", "why"),
    [
        ("lang/nodes.py", "from archidsl.diagnostics import Span", ""),
        ("lang/nodes.py", "from archidsl.lang.names import Name", ""),
        ("lang/nodes.py", "from ..checker import ir", "checker comes after lang"),
        ("lang/nodes.py", "def late():\n    import archidsl.cli", "cli comes after lang"),
        ("lang/nodes.py", "import_module('archidsl.compiler')", "compiler comes after lang"),
        ("lang/nodes.py", "from archidsl import load_game", "name the module"),
        ("engine/table.py", "from .verbs import gain", ""),
        ("engine/table.py", "from archidsl import diagnostics", "nothing outside engine"),
        ("__init__.py", "from archidsl.pipeline import build", ""),
    ],
)
def test_the_import_rule_itself(file: str, code: str, why: str) -> None:
    [(_, name)] = own_imports(ast.parse(code), PACKAGE / file)
    said = wrong_import(part_of(PACKAGE / file), name)
    assert why in said if why else not said


# Pieces stay small ----------------------------------------------------------------------------------------------

MOST_LINES_OF_A_MODULE = 400
MOST_LINES_OF_A_FUNCTION = 40
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "base"}


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the end, without the docstring."""
    first = function.body[0]
    documented = ast.get_docstring(function, clean=False) is not None
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


@each_module
def test_modules_and_functions_are_small(module: Path) -> None:
    text = module.read_text("utf-8")
    large = []
    if (count := len(text.splitlines())) > MOST_LINES_OF_A_MODULE:
        large.append(f"{module}: {count} lines, at most {MOST_LINES_OF_A_MODULE}")
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (count := length(node)) > MOST_LINES_OF_A_FUNCTION
        ):
            large.append(f"{module}:{node.lineno}: {node.name} has {count} lines, at most {MOST_LINES_OF_A_FUNCTION}")
    assert not large, lines_of(large)


def test_module_names_say_something() -> None:
    empty = [str(place) for place in PACKAGE.rglob("*") if place.stem in NAMES_THAT_SAY_NOTHING]
    assert not empty, "call it by what it holds:" + lines_of(empty)


# No game is known here ------------------------------------------------------------------------------------------

ALWAYS_FOREIGN = "rebellion citizen florin archipelago temple harvest surplus wonder crisis colony market".split()

# Words that games use in their names and that are the language's, computing's or plain English as well. Only what is
# listed may occur both in a game and in the code: add a word under the reason that holds, or rename one of the two.
WORDS_OF_THE_LANGUAGE = """
    action adjacent adjective amount announce area attempt behaviour board card chance change choice choose column cost
    covers deck default each edge effect empty fact finish free gain game grid hand held hidden highest holder kind
    length limited lower lowest match means measure member menu moment move needs nobody nothing noun number once
    opposing option order owner passive path payee payer phase piece place player price procedure property public raise
    rank region repeat require reveal round rule score secret secretly seed setup shuffle side stack start stuff
    substitute table target text thing tile together total track turn type usual value watch window word your zone
"""
WORDS_OF_COMPUTING = """
    block body bound branch build circle construct control drop failed flock head icon null pile seat serve site unit
    wheel cell character check close code copy count cycle data digest event export field file
    fill filter final flag frozen index initial item join left level line link linked list load lock main mark merge
    message mode name node object open pair parent parse part pass pattern point print private progress queue read
    record reset resolve resource result return root save scope script select sequence shared shift signal size skip
    slot sort source split square state step stop store stream strict string switch test time token tree union update
    green yellow user variant version view width write zero
"""
PLAIN_ENGLISH = """
    active after again allow arrive five leading lying medium mine must outside renew suit
    also always another anyone around asking back become before begin below best between bring
    built call cause clear done down early ending enough enter every extra find first fixed follow form found full
    give good great half high hold into keep kept know large last late later lead leave less long look lose lost make
    many meet more most moved near need never next none note offer only other over paid plan play possible reach ready
    refuse refused remain remove rest right same second send share short show single small some special spent stand
    stay such take taken that them then there they third this three through under until used what when which with
    within without work worth
    blue colour come condition covered limit payment people promise room settle settled space unknown
"""
ALLOWED = set((WORDS_OF_THE_LANGUAGE + WORDS_OF_COMPUTING + PLAIN_ENGLISH).split())
ALLOWED |= {word.lower() for word in [*keyword.kwlist, *dir(builtins)]}

IDENTIFIER = re.compile(r"[A-Za-z_][\w-]*")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")  # splits at `_`, at digits and in camelCase
SHORTEST = 4


def words_in(text: str) -> Iterator[str]:
    """`takeBid of lay_tiles` has the words take, bid, of, lay and tile: lower case, singular."""
    yield from (singular(match.group().lower()) for match in WORD.finditer(text))


def singular(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def names_declared(value: object) -> Iterator[str]:
    """First value of each list entry, `members`, and the keys of `properties` and `facts`, at any depth."""
    if isinstance(value, list):
        for item in value:
            if isinstance(item, dict) and item:
                yield str(next(iter(item.values())))
            yield from names_declared(item)
    elif isinstance(value, dict):
        for key, below in value.items():
            if key in ("questions", "refusals", "terms"):  # words for what is declared elsewhere
                continue
            if key == "members" or (key in ("properties", "facts") and isinstance(below, dict)):
                yield from (str(name) for name in below)
            yield from names_declared(below)


def game_words() -> dict[str, str]:
    """Every word of a shipped game's names that is not allowed here, with the file that declares it."""
    found = {singular(word): "always" for word in ALWAYS_FOREIGN}
    files = [file for folder in ("rules", "cards", "examples") for file in sorted((ROOT / folder).rglob("*.y*ml"))]
    files = [file for file in files if file.parent.name != "tests"]  # scenarios use words and declare none
    allowed = {singular(word) for word in ALLOWED}
    for file in files:
        # BaseLoader leaves every scalar the text it is, so that `on` and `no` stay words.
        for document in yaml.load_all(file.read_text("utf-8"), Loader=yaml.BaseLoader):
            for name in filter(IDENTIFIER.fullmatch, names_declared(document)):
                for word in words_in(name):
                    if len(word) >= SHORTEST and word not in allowed:
                        found.setdefault(word, file.relative_to(ROOT).as_posix())
    return found


def test_the_code_knows_no_game() -> None:
    foreign = game_words()
    grammars = [file for file in sorted((ROOT / "grammars").rglob("*")) if file.is_file()]
    known = [
        f"{file.relative_to(ROOT)}:{number}: `{word}` is a word of a game ({foreign[word]}): {line.strip()}"
        for file in [*MODULES, *grammars]
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        for word in dict.fromkeys(words_in(line))
        if word in foreign
    ]
    advice = "say it without the game; if it is a word of the language too, see ALLOWED in tests/test_architecture.py:"
    assert not known, advice + lines_of(known)


def test_the_words_of_a_game_are_gathered() -> None:
    pack = """
        kinds:
          - kind: steam_engine
            facts: {whistles: number}
        stuff:
          - stuff: ore
            text: Dug up.
            members: [copper, no]
    """
    assert list(names_declared(yaml.load(pack, Loader=yaml.BaseLoader))) == [
        *("steam_engine", "whistles"),
        *("ore", "copper", "no"),
    ]
    assert list(words_in("layTiles of HTTPPort_2 for the colonies")) == "lay tile of http port for the colony".split()


def test_no_word_is_allowed_and_foreign() -> None:
    assert not ALLOWED & set(ALWAYS_FOREIGN)
