"""What can be wrong with the files of a pack: each code with its title and an explanation for authors."""

from __future__ import annotations

from typing import NamedTuple

CODES: dict[str, tuple[str, str]] = {
    "yaml-syntax": (
        "the file is not readable YAML",
        "The file breaks the form of YAML, so nothing after this place was read. The usual causes are a line with the"
        " wrong indentation, a tab, a `: ` inside a text without quotes, or a quote or bracket that is never closed."
        " Wrong: `text: Note: only once`. Right: `text: 'Note: only once'`.",
    ),
    "duplicate-key": (
        "the same key stands twice in one mapping",
        "Each key may stand once in a mapping; otherwise one of the two values would be lost in silence. Keys are"
        " compared as texts, so `5` and `'5'` are the same key. Wrong: `cost: 1` and, two lines below, `cost: 2`."
        " Right: one line `cost: 2`.",
    ),
    "yaml-alias": (
        "anchors, aliases and merges are not part of packs",
        "A `&name` before a value, a `*name` instead of one and the key `<<` copy values within a file, and a few such"
        " lines can blow up to millions of values. Packs write each value where it is needed. If the text itself"
        " begins with `*` or `&`, put it in quotes. Wrong: `text: *important*`. Right: `text: '*important*'`.",
    ),
    "yaml-tag": (
        "tags are not part of packs",
        "A word that begins with `!` before a value is a YAML tag, which would change what the value is. Packs know"
        " texts, whole numbers, true, false, null, lists and mappings, and need no tags. If the text itself begins with"
        " `!`, put it in quotes. Wrong: `name: !str 5`. Right: `name: '5'`.",
    ),
    "yaml-directive": (
        "directives are not part of packs",
        "A line that begins with `%` at the top of a file gives orders to the YAML reader. Packs are always read in the"
        " same way, so such lines are refused. Wrong: a first line `%YAML 1.1`. Right: begin with the first key, or"
        " with `---`.",
    ),
    "second-document": (
        "a file holds one document",
        "A line `---` below the first value begins a second document in the same file. Each file of a pack holds"
        " exactly one. Wrong: `a: 1`, then `---`, then `b: 2`. Right: two files, or one file with `a: 1` and `b: 2`.",
    ),
    "bad-key": (
        "a key must be one word or number on one line",
        "The part before a `:` must be a text or a number, not a list, not a mapping, not empty and not a text over"
        " several lines. A text that begins with `[` or `{` needs quotes. Wrong: `[a, b]: 1`. Right: `a: 1` and"
        " `b: 1`, or `'[a, b]': 1`.",
    ),
    "bad-character": (
        "a character that cannot be seen",
        "Control characters, characters that turn the direction of writing and characters without width make a file"
        " look different from what it says. They are refused in the file itself and as escapes in quoted texts. They"
        ' often arrive by copying from a web page. Wrong: `name: "a\\u200bb"`. Right: `name: ab`.',
    ),
    "not-utf8": (
        "the file is not UTF-8 text",
        "All files of a pack are text in UTF-8. This one has bytes that are not, at the place shown; perhaps it was"
        " saved as Latin-1 or UTF-16, or it is not a text. Wrong: `café` saved as Latin-1. Right: the same saved again"
        " with the encoding UTF-8.",
    ),
    "too-deep": (
        "values are nested too deeply",
        "Lists and mappings may stand inside each other up to 32 levels. No honest file comes near; usually brackets"
        " are missing or too many. Wrong: `[[[[[...`. Right: give inner parts a name and a place of their own.",
    ),
    "too-big": (
        "larger than a pack may be",
        "A file may have 1 MiB and 100,000 values, a text 8,192 characters, a key 64; a pack may have 512 files and"
        " 16 MiB. The limits lie far above honest packs and keep hostile ones from filling the memory. Wrong: one file"
        " of 3 MiB. Right: several files in the same folder.",
    ),
    "bad-file-name": (
        "a file name that is not allowed in packs",
        "Names of folders and files in a pack have lower-case letters a-z, digits, `_` and `-`, and end in `.yaml`; so"
        " they mean the same on every computer. Wrong: `My Things.yml`. Right: `my-things.yaml`.",
    ),
    "unsafe-path": (
        "a path that could lead out of the pack",
        "Nothing outside a pack is ever read, so links inside a folder and names with `..`, a leading `/`, a drive or a"
        " backslash in an archive are refused. Wrong: `things.yaml` as a link to `../other/things.yaml`. Right: a copy"
        " of the file inside the pack.",
    ),
    "bad-archive": (
        "the zip file is broken or not to be trusted",
        "A pack in a zip file must be an ordinary one: not encrypted, no name twice, no parts that overlap and nothing"
        " packed more than 100:1. Damaged files are refused as well. Wrong: a zip with a password. Right: zip the"
        " folder again with an ordinary tool.",
    ),
    "cannot-read": (
        "the file or folder cannot be read",
        "There is nothing at this path, it is not a pack, or the computer does not allow reading it. A pack is a folder"
        " with `.yaml` files, one `.yaml` file, or a `.zip`. Wrong: `archidsl check exmaples/demo`. Right:"
        " `archidsl check examples/demo`.",
    ),
}

TAB_HELP = "indent with spaces only"
TEXT_START_HELP = "put the text in quotes"


class Complaint(NamedTuple):
    """A part of what libyaml says, and what we say instead, with the author's `{line}` or `{sign}` in it.

    libyaml gives two places: where it began and where it stuck. `note` is for the one that is not the main place.
    """

    part: str
    code: str
    message: str
    help: str
    at_start: bool = False
    note: str = ""


# The first one whose part fits is taken; the last one fits always.
SYNTAX: tuple[Complaint, ...] = (
    Complaint("cannot start any token", "yaml-syntax", "a text cannot begin with {sign}", TEXT_START_HELP),
    Complaint("scanning an alias", "yaml-alias", "a text cannot begin with `*`", TEXT_START_HELP, True),
    Complaint("scanning an anchor", "yaml-alias", "a text cannot begin with `&`", TEXT_START_HELP, True),
    Complaint("irective", "yaml-directive", "{line} is a directive, and packs have none", "delete the line", True),
    Complaint(
        "incompatible YAML", "yaml-directive", "{line} is a directive, and packs have none", "delete the line with `%`"
    ),
    Complaint(" tag", "yaml-tag", "a text cannot begin with `!`", TEXT_START_HELP, True),
    Complaint(
        "mapping values are not allowed",
        "yaml-syntax",
        "a `:` cannot stand here in {line}",
        "quote the text if `:` belongs to it, put `|` before several lines, or indent it like its neighbours",
    ),
    Complaint(
        "could not find expected ':'",
        "yaml-syntax",
        "{line} is no `key: value`",
        "write a `:` after the key; a text of several lines has `|` behind its key, and all its lines indented",
        True,
    ),
    Complaint(
        "block sequence entries are not allowed",
        "yaml-syntax",
        "a list cannot begin here",
        "begin the list on a line of its own, or quote a text that begins with `-`",
    ),
    Complaint("mapping keys are not allowed", "yaml-syntax", "a text cannot begin with `?`", TEXT_START_HELP),
    Complaint(
        "quoted scalar: found unexpected",
        "yaml-syntax",
        "this quote is never closed",
        "close it; inside single quotes write `''` for an apostrophe",
        True,
        "the text runs on to here",
    ),
    Complaint(
        "unknown escape",
        "yaml-syntax",
        "this backslash makes an unknown escape",
        "write `\\\\` for a backslash, or use single quotes",
    ),
    Complaint("hexdecimal", "yaml-syntax", "this escape needs more digits", "write it like `\\u00e9`"),
    Complaint("character escape code", "bad-character", "this escape makes no character", "delete the escape"),
    Complaint(
        "',' or ']'",
        "yaml-syntax",
        "this `[` is not closed",
        "put `,` between the values and `]` at the end",
        True,
        "`,` or `]` was expected here",
    ),
    Complaint(
        "',' or '}'",
        "yaml-syntax",
        "this `{` is not closed",
        "put `,` between the entries and `}` at the end",
        True,
        "`,` or `}` was expected here",
    ),
    Complaint(
        "expected '-'",
        "yaml-syntax",
        "{line} does not fit the list above it",
        "begin it with `- ` under the others, or indent it to belong to the last one",
        note="the list begins here",
    ),
    Complaint(
        "did not find expected key",
        "yaml-syntax",
        "{line} does not fit the keys above it",
        "indent it like the key it belongs with; a text may need quotes",
        note="the keys begin here",
    ),
    Complaint("node content", "yaml-syntax", "a value is missing here", "write a value, or quote the text"),
    Complaint(
        "<document start>",
        "yaml-syntax",
        "nothing more was expected here, but there is {line}",
        "indent the line if it belongs to something above, or close what is open",
    ),
    Complaint("equal to 0", "yaml-syntax", "`0` cannot be the indentation of a text", "delete the number"),
    Complaint("a tab character", "yaml-syntax", "a tab stands where spaces should", TAB_HELP),
    Complaint(
        "block scalar: did not find",
        "yaml-syntax",
        "nothing but a comment may follow `|` or `>`",
        "begin the text on the next line, indented; or quote a text that begins with `|` or `>`",
    ),
    Complaint("", "yaml-syntax", "this is not readable YAML", "check quotes, brackets and indentation here"),
)
