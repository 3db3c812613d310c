"""YAML texts, folders and zip files in; values with places, or the code and place of what is wrong, out."""

from __future__ import annotations

import os
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from archidsl.diagnostics import Report
from archidsl.packs.from_files import read_pack, read_text
from archidsl.packs.sources import read_below
from archidsl.packs.values import Document, Mapping, Scalar, Sequence, plain
from archidsl.packs.yaml_codes import CODES


def good(text: str) -> Document:
    report = Report()
    document = read_text("f.yaml", text, report)
    assert report.diagnostics == [] and document is not None
    return document


def bad(text: str) -> list[tuple[str, int, int]]:
    report = Report()
    assert read_text("f.yaml", text, report) is None
    assert all(d.message and d.help and d.code in CODES for d in report.errors)
    return [(d.code, d.span.line, d.span.column) for d in report.sorted()]


def scalar(text: str, key: str = "a") -> Scalar:
    root = good(text).root
    assert isinstance(root, Mapping)
    found = root.get(key)
    assert isinstance(found, Scalar)
    return found


def packed(path: Path) -> tuple[list[str], list[str]]:
    report = Report()
    documents = read_pack(path, report)
    return [d.file for d in documents], [d.code for d in report.sorted()]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0", 0), ("-7", -7), ("999999999", 999999999), ("true", True), ("false", False), ("null", None), ("~", None),
        ("", None), ("+1", "+1"), ("1000000000", "1000000000"), ("on", "on"), ("no", "no"), ("yes", "yes"),
        ("True", "True"), ("012", "012"), ("1_000", "1_000"), ("1.5", "1.5"), ("2024-13-45", "2024-13-45"),
        ("0x1F", "0x1F"), (".nan", ".nan"), ("12:30:45", "12:30:45"), ("٣", "٣"), ("'5'", "5"), ('"true"', "true"),
        ("''", ""), ("18+", "18+"), ("0-10", "0-10"),
    ],
)  # fmt: skip
def test_scalars(written: str, value: object) -> None:
    found = scalar(f"a: {written}\n").value
    assert found == value and type(found) is type(value)


def test_keys_are_numbers_or_texts_as_written() -> None:
    root = good("5: a\n0-10: b\n18+: c\ntrue: d\nnull: e\n~: f\n+1: g\n'6': h\n").root
    assert isinstance(root, Mapping)
    assert [entry.key.value for entry in root] == [5, "0-10", "18+", "true", "null", "~", "+1", "6"]


def test_lists_and_mappings() -> None:
    assert plain(good("a: [1, {b: c}]\nd:\n- e\n- f: 2\n").root) == {"a": [1, {"b": "c"}], "d": ["e", {"f": 2}]}


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "\ufeff"])
def test_an_empty_file_is_null(text: str) -> None:
    assert plain(good(text).root) is None


def test_byte_order_mark_and_line_ends_are_forgotten() -> None:
    report = Report()
    document = read_text("f.yaml", "\ufeffa: 1\r\nb: |\r\n  x\r\n", report)
    assert document is not None and document.text == report.sources["f.yaml"] == "a: 1\nb: |\n  x\n"
    assert plain(document.root) == {"a": 1, "b": "x\n"}


# Places


def place(found: Scalar) -> tuple[tuple[int, int, int, int], bool, tuple[int, int]]:
    span = found.span
    written = (span.line, span.column, span.end_line, span.end_column)
    return written, found.exact, (found.text_line, found.text_column)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: x y  # no", ((1, 4, 1, 7), True, (1, 4))),
        ("é: 1\na: 😀é\n", ((2, 4, 2, 6), True, (2, 4))),
        ("a: 'x'", ((1, 4, 1, 7), True, (1, 5))),
        ("a: 'x''y'", ((1, 4, 1, 10), False, (1, 4))),
        ('a: "x"', ((1, 4, 1, 7), True, (1, 5))),
        ('a: "\\u00e9"', ((1, 4, 1, 12), False, (1, 4))),
        ("a: x\n  y\nb: 1", ((1, 4, 2, 4), False, (1, 4))),
        ("a: 'x\n  y'", ((1, 4, 2, 5), False, (1, 4))),
        ("a: |\n   x\n    y\n\n# c\nb: 1\n", ((1, 4, 3, 6), True, (2, 4))),
        ("a: |\n\n\n  x\n", ((1, 4, 4, 4), True, (2, 3))),
        ("a: |- # c\n  x\n", ((1, 4, 2, 4), True, (2, 3))),
        ("a: |+\n  x\n\n", ((1, 4, 2, 4), True, (2, 3))),
        ("a: |2\n   x\n", ((1, 4, 2, 5), False, (1, 4))),
        ("a: >\n  x\n", ((1, 4, 2, 4), False, (1, 4))),
        ("a: |\n\nb: 1", ((1, 4, 1, 5), True, (2, 1))),
    ],
)
def test_places_of_texts(text: str, expected: object) -> None:
    assert place(scalar(text)) == expected


def test_every_character_of_a_literal_block_is_found_in_the_file() -> None:
    text = "things:\n  - name: n\n    effect: |\n\n      gain 1\n        then é\n\n      end\n  - x\n"
    root = good(text).root
    assert isinstance(root, Mapping) and isinstance(root.entries[0].value, Sequence)
    thing = root.entries[0].value.items[0]
    assert isinstance(thing, Mapping)
    effect = thing.get("effect")
    assert isinstance(effect, Scalar) and effect.value == "\ngain 1\n  then é\n\nend\n"
    lines = text.split("\n")
    for number, words in enumerate(effect.value.split("\n")[:-1]):
        assert lines[effect.text_line - 1 + number][effect.text_column - 1 :] == words


def test_collections_end_with_their_last_value() -> None:
    root = good("a:\n  - 1\n  - 22\n\n# comment\nb: [1,\n  2 ]\n").root
    assert isinstance(root, Mapping)
    spans = [(e.value.span.line, e.value.span.column, e.value.span.end_line, e.value.span.end_column) for e in root]
    assert spans == [(2, 3, 3, 7), (6, 4, 7, 6)]


# Refusals


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("a: 1\nb: 2\na: 3\nb: 4\n", [("duplicate-key", 3, 1), ("duplicate-key", 4, 1)]),
        ("5: 1\n'5': 2\n", [("duplicate-key", 2, 1)]),
        ("0: 1\n-0: 2\n", [("duplicate-key", 2, 1)]),
        ("a: &x 1\nb: *x\n", [("yaml-alias", 1, 4), ("yaml-alias", 2, 4)]),
        ("a: *bold* words\n", [("yaml-alias", 1, 4)]),
        ("<<: {a: 1}\n", [("yaml-alias", 1, 1)]),
        ("a: !!int 5\n", [("yaml-tag", 1, 4)]),
        ("a: ! x\n", [("yaml-tag", 1, 4)]),
        ("a: !e!x y\n", [("yaml-tag", 1, 4)]),
        ("a: !!python/object/apply:os.system ['x']\n", [("yaml-tag", 1, 4)]),
        ("%YAML 1.1\n---\na: 1\n", [("yaml-directive", 1, 1)]),
        ("%YAML 9.9\n---\na: 1\n", [("yaml-directive", 1, 1)]),
        ("%NEW\n---\na: 1\n", [("yaml-directive", 1, 1)]),
        ("a: 1\n---\nb: 2\n", [("second-document", 2, 1)]),
        ("[a]: 1\n", [("bad-key", 1, 1)]),
        ("{{a: 1}: 2}\n", [("bad-key", 1, 2)]),
        ("? |\n  a\n: 1\n", [("bad-key", 1, 3)]),
        ("'': 1\n", [("bad-key", 1, 1)]),
        ("a: x\u200by\n", [("bad-character", 1, 5)]),
        ("a: \u202ex\nb: \x1b\n", [("bad-character", 1, 4), ("bad-character", 2, 4)]),
        ("a: \x00b\n", [("bad-character", 1, 4)]),
        ("a: \x85\n", [("bad-character", 1, 4)]),
        ("a: \ud800\n", [("bad-character", 1, 4)]),
        ('a: "\\e]0;x\\a"\n', [("bad-character", 1, 4)]),
        ('a: "\\u202e"\nb: "\\L"\n', [("bad-character", 1, 4), ("bad-character", 2, 4)]),
        ('a: "\\r"\n', [("bad-character", 1, 4)]),
        ('"\\0": 1\n', [("bad-character", 1, 1)]),
        ('a: "\\ud800"\n', [("bad-character", 1, 7)]),
        (f"a: {'x' * 8193}\n", [("too-big", 1, 4)]),
        (f"{'k' * 65}: 1\n", [("too-big", 1, 1)]),
        ("a:\n\tb: 1\n", [("yaml-syntax", 2, 1)]),
        ("a:\n  b: 1\n\tc: 2\n", [("yaml-syntax", 3, 1)]),
        ("a: b: c\n", [("yaml-syntax", 1, 5)]),
        ("a: 'never\nb: 1\n", [("yaml-syntax", 1, 4)]),
        ("a: [1, 2\n", [("yaml-syntax", 1, 4)]),
        ("a:\n  b: 1\n c: 2\n", [("yaml-syntax", 3, 2)]),
        ("a: 1\na: 2\nb: @c\n", [("duplicate-key", 2, 1), ("yaml-syntax", 3, 4)]),
    ],
)
def test_refused_with_code_and_place(text: str, errors: object) -> None:
    assert bad(text) == errors


def test_limits_are_reached_without_error() -> None:
    deep = "[" * 32 + "]" * 32
    good(f"{'k' * 64}: {'x' * 8192}\n")
    good(deep)
    assert bad(f"[{deep}]") == [("too-deep", 1, 33)]
    good("[" + "1," * 99_999 + "]")
    assert bad("[" + "1," * 100_000 + "]") == [("too-big", 1, 200_000)]


def test_a_file_of_one_mebibyte_and_not_more() -> None:
    good("#" * (1 << 20))
    assert bad("#" * ((1 << 20) + 1)) == [("too-big", 1, 1)]
    assert bad("#" + "é" * (1 << 19)) == [("too-big", 1, 1)]


def test_a_duplicate_key_points_to_the_first() -> None:
    report = Report()
    read_text("f.yaml", "a: 1\nb:\n  a: 1\na: 2\n", report)
    [error] = report.errors
    assert "`a`" in error.message and [str(span) for span, _ in error.notes] == ["f.yaml:1:1"]


def test_messages_are_ours() -> None:
    report = Report()
    for text in ("a: b: c", "- a\nb: 1", "a: `x`", "[a", "%FOO\n---\n", 'a: "\\q"', "a\nb: 1", "a:\n\tb", "x: | y"):
        assert read_text("f.yaml", text, report) is None
    for said in (d.message + d.help for d in report.errors):
        assert not any(raw in said for raw in ("token", "scalar", "scanning", "parsing", "expected <", "context"))
    assert "`a: b: c`" in report.errors[0].message


# Folders


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = ["pack.yaml", "b/z.yaml", "b-c.yaml", "a_1.yaml", "readme.md", "b/more/pack.yaml", "b/more/x.yaml",
             "tests/t.yaml", ".git/g.yaml", "b/tests/t.yaml"]  # fmt: skip
    write(tmp_path / "p", dict.fromkeys(files, "a: 1\n"))
    monkeypatch.chdir(tmp_path)
    report = Report()
    documents = read_pack(tmp_path / "p", report)
    assert [d.file for d in documents] == ["p/a_1.yaml", "p/b-c.yaml", "p/b/z.yaml", "p/pack.yaml"]
    assert report.diagnostics == [] and list(report.sources) == [d.file for d in documents]
    assert documents[0].root.span.file == "p/a_1.yaml"
    monkeypatch.chdir(tmp_path / "p")
    assert packed(Path("."))[0][0] == "a_1.yaml"
    assert packed(Path("../p"))[0][0] == "a_1.yaml"
    monkeypatch.chdir(tmp_path / "p" / "b")
    assert packed(Path("../../p"))[0][0] == "../../p/a_1.yaml"


def test_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"x.yaml": "a: 1\n", "x.txt": "a: 1\n"})
    monkeypatch.chdir(tmp_path)
    assert packed(tmp_path / "x.yaml") == (["x.yaml"], [])
    assert packed(tmp_path / "x.txt") == ([], ["cannot-read"])


@pytest.mark.parametrize(
    "name", ["My.yaml", "a.yml", "a b.yaml", "a.yaml.yaml", "A/b.yaml", "é.yaml", "a.YAML", "x\n.yaml"]
)
def test_names_obey_the_rule(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: "a: 1\n", "pack.yaml": "a: 1\n"})
    files, codes = packed(tmp_path)
    assert len(files) == 1 and codes == ["bad-file-name"]


def test_a_folder_with_nothing_but_a_refused_file_is_one_mistake(tmp_path: Path) -> None:
    write(tmp_path, {"one/pack.yml": "a: 1\n", "none/readme.md": ""})
    assert packed(tmp_path / "one") == ([], ["bad-file-name"])
    assert packed(tmp_path / "none") == ([], ["cannot-read"])


def test_nothing_said_can_turn_a_terminal(tmp_path: Path) -> None:
    write(tmp_path / "p\x1b[2J", {"x\n.yaml": "a: 1\n", "y.yaml": 'a: "\\e[2J"\n'})
    report = Report()
    read_pack(tmp_path / "p\x1b[2J", report)
    read_text("f.yaml", "\ud800", report)
    assert len(report.errors) == 3
    assert all((str(d.span) + d.message + d.help).isprintable() for d in report.errors)
    assert all(name.isprintable() and text.encode() for name, text in report.sources.items())


def test_a_missing_path_and_an_empty_folder_are_said(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path, Path("a\0b"), tmp_path / "none.zip"):
        assert packed(path) == ([], ["cannot-read"])


def test_bytes_that_are_not_utf8_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes("é: 1\r\nb: é".encode() + b"\xe9\n")
    (tmp_path / "b.yaml").write_bytes(b"a: \xc0\xaf\n")
    (tmp_path / "c.yaml").write_bytes("a: 1\n".encode("utf-16"))
    (tmp_path / "d.yaml").write_bytes(b"a: \xed\xa0\x80\n")
    report = Report()
    assert read_pack(tmp_path, report) == []
    assert [(d.code, d.span.line, d.span.column) for d in report.errors] == [
        ("not-utf8", 2, 5), ("not-utf8", 1, 4), ("not-utf8", 1, 1), ("not-utf8", 1, 4),
    ]  # fmt: skip


def test_links_are_refused(tmp_path: Path) -> None:
    outside = write(tmp_path / "out", {"secret.yaml": "a: 1\n"})
    root = write(tmp_path / "p", {"pack.yaml": "a: 1\n"})
    (root / "folder").symlink_to(outside)
    (root / "file.yaml").symlink_to(outside / "secret.yaml")
    (root / "gone.yaml").symlink_to(root / "nothing")
    (root / "loop").symlink_to(root)
    (root / "notes.txt").symlink_to(outside / "secret.yaml")
    files, codes = packed(root)
    assert len(files) == 1 and codes == ["unsafe-path"] * 4
    for name in ("folder/secret.yaml", "file.yaml"):
        with pytest.raises(OSError):
            read_below(root, name)


def test_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert packed(tmp_path) == ([], ["cannot-read"])


def test_too_many_and_too_large(tmp_path: Path) -> None:
    write(tmp_path / "many", {f"f{n}.yaml": "" for n in range(513)})
    assert packed(tmp_path / "many") == ([], ["too-big"])
    write(tmp_path / "large", {f"f{n}.yaml": "#" * (1 << 20) for n in range(17)})
    files, codes = packed(tmp_path / "large")
    assert len(files) == 16 and codes == ["too-big"]
    write(tmp_path / "one", {"a.yaml": "##" + "é" * (1 << 19), "b.yaml": "b: 1\n"})
    files, codes = packed(tmp_path / "one")
    assert len(files) == 1 and codes == ["too-big"]


# Zip files


def zipped(path: Path, files: list[tuple[str, str | bytes]], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, text in files:
            archive.writestr(name, text)
    return path


def test_a_zip_is_read_like_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["pack.yaml", "in/b.yaml", "readme.md", "tests/t.yaml", "other/pack.yaml", "other/x.yaml", ".a/b.yaml"]
    monkeypatch.chdir(tmp_path)
    path = zipped(tmp_path / "p.zip", [(name, "a: 1\n") for name in names])
    assert packed(path) == (["p.zip/in/b.yaml", "p.zip/pack.yaml"], [])


def test_a_zipped_folder_is_the_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = zipped(
        tmp_path / "p.zip", [("q/pack.yaml", ""), ("q/a.yaml", ""), ("q/sub/pack.yaml", ""), ("q/tests/a.yaml", "")]
    )
    assert packed(path) == (["p.zip/q/a.yaml", "p.zip/q/pack.yaml"], [])


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["../x.yaml"], "unsafe-path"), (["a/../../x.yaml"], "unsafe-path"), (["/etc/x.yaml"], "unsafe-path"),
        (["C:\\x.yaml"], "unsafe-path"), (["..\\x.yaml"], "unsafe-path"), (["a//b.yaml"], "unsafe-path"),
        (["../readme.txt", "a.yaml"], "unsafe-path"), (["a.yaml", "a.yaml"], "bad-archive"),
        (["a.txt", "A.txt"], "bad-archive"), (["é", "e\u0301"], "bad-archive"), (["A.yaml"], "bad-file-name"),
        ([f"{n}.yaml" for n in range(513)], "too-big"), ([f"{n}.txt" for n in range(1_025)], "too-big"),
    ],
)  # fmt: skip
def test_archives_with_bad_names_give_nothing(tmp_path: Path, names: list[str], code: str) -> None:
    files, codes = packed(zipped(tmp_path / "p.zip", [(name, "a: 1\n") for name in names]))
    assert files == [] and code in codes


def test_a_bomb_is_refused_unread(tmp_path: Path) -> None:
    assert packed(zipped(tmp_path / "p.zip", [("a.yaml", "#" * 1_000_000)])) == ([], ["bad-archive"])


def test_links_and_odd_methods_in_archives_are_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as archive:
        link = zipfile.ZipInfo("a.yaml")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    assert packed(tmp_path / "p.zip") == ([], ["unsafe-path"])
    assert packed(zipped(tmp_path / "q.zip", [("a.yaml", "a: 1\n")], zipfile.ZIP_LZMA)) == ([], ["bad-archive"])


def patched(path: Path, change: dict[int, bytes], signature: bytes = b"PK\x01\x02") -> Path:
    data = bytearray(path.read_bytes())
    at = data.rindex(signature)
    for offset, value in change.items():
        data[at + offset : at + offset + len(value)] = value
    path.write_bytes(data)
    return path


def test_encrypted_overlapping_and_lying_archives_are_refused(tmp_path: Path) -> None:
    two: list[tuple[str, str | bytes]] = [("a.yaml", "a: 1\n"), ("b.yaml", "b: 1\n")]
    encrypted = patched(zipped(tmp_path / "e.zip", two), {8: b"\x01\0"})
    assert packed(encrypted) == ([], ["bad-archive"])
    inner = zipped(tmp_path / "i.zip", two[1:], zipfile.ZIP_STORED).read_bytes()
    around = [("a.yaml", inner[: inner.index(b"PK\x01\x02")]), two[1]]
    overlapping = zipped(tmp_path / "o.zip", around, zipfile.ZIP_STORED)
    patched(overlapping, {42: struct.pack("<I", 30 + len("a.yaml"))})
    assert packed(overlapping) == ([], ["bad-archive"])
    lying = patched(zipped(tmp_path / "l.zip", [("a.yaml", "a: 1\n" * 30)]), {24: struct.pack("<I", 5)})
    assert packed(lying) == ([], ["bad-archive"])


def test_each_code_is_explained() -> None:
    assert len(CODES) == 15
    for title, words in CODES.values():
        assert title and "Wrong:" in words and "Right:" in words
