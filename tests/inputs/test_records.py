"""Paths, formats and JSON Lines: what records come of them, and within which memory."""

from __future__ import annotations

import gzip
import io
import os
import tracemalloc
from pathlib import Path

import pytest
from exprov.inputs.records import expand
from inputs.files import MIB, read, rules, texts, write

# --- formats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".GZ"])
@pytest.mark.parametrize("ending", [".jsonl", ".ndjson", ".json", ".JSON"])
def test_formats_by_the_ending(tmp_path: Path, ending: str, suffix: str) -> None:
    path = write(tmp_path / f"a{ending}{suffix.lower()}", b'{"a":1}\n{"b":2}')
    records = read(path.rename(tmp_path / f"a{ending}{suffix}"))
    if ending.lower() == ".json":
        assert texts(records) == [b'{"a":1}\n{"b":2}']
        assert records[0].line is None
    else:
        assert texts(records) == [b'{"a":1}', b'{"b":2}']
        assert [(record.line, record.offset) for record in records] == [(1, 0), (2, 8)]


def test_a_name_that_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "engine.log", b"1\n2\n")
    (record,) = read(path)
    assert record.error is not None and "--input-format" in record.error.remedy
    assert texts(read(path, format="jsonl")) == [b"1", b"2"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def stdin(data: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))

    stdin(b"1\n2\n")
    records = read("-")
    assert texts(records) == [b"1", b"2"]
    assert {record.file for record in records} == {"<stdin>"}
    stdin(b"1\n2\n")
    assert texts(read("-", format="json")) == [b"1\n2\n"]
    stdin(b"[1,\n2]")
    assert texts(read("-", format="array")) == [b"1", b"2"]
    monkeypatch.setattr("sys.stdin", None)
    (record,) = read("-")
    assert record.error is not None


# --- JSON Lines -------------------------------------------------------------------------------------------------------


def test_lines_end_at_lf_alone(tmp_path: Path) -> None:
    data = b'{"a":1}\r\n1\r2\n"\xe2\x80\xa8\x0b\x0c\xc2\x85"\n'
    assert texts(read(write(tmp_path / "a.jsonl", data))) == [b'{"a":1}\r', b"1\r2", b'"\xe2\x80\xa8\x0b\x0c\xc2\x85"']


def test_blank_lines(tmp_path: Path) -> None:
    records = read(write(tmp_path / "a.jsonl", b"1\n\n \t\r\n2\n\n"))
    blank = "jsonl/blank-line"
    assert rules(records) == ["a record", blank, blank, "a record", blank]
    assert [(one.line, one.offset) for one in records] == [(1, 0), (2, 2), (3, 3), (4, 7), (5, 9)]


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\t"])
def test_no_record_at_all(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path / "a.jsonl", data)
    assert rules(read(path))[-1:] == ["jsonl/empty-input"]
    assert set(rules(read(path, allow_empty=True))) <= {"jsonl/blank-line"}


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"\xef\xbb\xbf1\n\xef\xbb\xbf2\n", ["a record", "json/syntax"]),
        (b"\xef\xbb\xbf", ["json/byte-order-mark", "jsonl/empty-input"]),
        (b"\xef\xbb\xbf \n1\n", ["json/byte-order-mark", "jsonl/blank-line", "a record"]),
        (b"\xef\xbb\xbf\xbb\n", ["a record"]),
    ],
)
def test_a_byte_order_mark_is_for_the_first_line(tmp_path: Path, data: bytes, found: list[str]) -> None:
    records = read(write(tmp_path / "a.jsonl", data))
    assert rules(records) == found
    assert texts(records)[0] == (data.partition(b"\n")[0] if found[0] == "a record" else None)


def test_a_long_line_costs_neither_memory_nor_the_next_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"1\n" + b"x" * (16 * MIB) + b"\n2\n")
    tracemalloc.start()
    records = read(path, max_bytes=1000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert texts(records) == [b"1", None, b"2"]
    assert rules(records)[1] == "json/limit"
    assert records[2].offset == 2 + 16 * MIB + 1
    assert peak < 4 * MIB


@pytest.mark.parametrize("tail", [b"", b"\n"])
def test_the_limit_is_exact(tmp_path: Path, tail: bytes) -> None:
    path = write(tmp_path / "a.jsonl", b"12345" + tail)
    assert texts(read(path, max_bytes=5)) == [b"12345"]
    assert texts(read(path, max_bytes=4)) == [None]
    # A limit far above the input costs nothing.
    assert texts(read(path, max_bytes=10**18)) == [b"12345"]


# --- paths ------------------------------------------------------------------------------------------------------------


def test_folders(tmp_path: Path) -> None:
    for name in ("b.json", "a.jsonl", "c.txt", "sub/z.NDJSON.gz", "sub/d.json.zst", "sub/e.json.bak"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    os.mkfifo(tmp_path / "pipe.json")
    os.symlink(tmp_path, tmp_path / "sub" / "loop")
    os.symlink(tmp_path / "nowhere", tmp_path / "broken.json")
    names = [os.path.relpath(str(name), tmp_path) for name in expand([str(tmp_path)])]
    assert names == ["a.jsonl", "b.json", "broken.json", "sub/d.json.zst", "sub/z.NDJSON.gz"]


def test_globs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.json", "a.json", "sub/c.json", "[x].json"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    # A link to the directory itself does not lead a pattern in circles.
    os.symlink(".", "sub/self")
    assert list(expand(["?.json"])) == ["a.json", "b.json"]
    assert list(expand(["**/*.json"])) == ["[x].json", "a.json", "b.json", "sub/c.json"]
    assert list(expand(["s*"])) == ["sub/c.json"]
    # As in a directory, what is not a file and what no name tells the kind of is skipped.
    os.mkfifo("sub/pipe.json")
    Path("sub/notes.txt").touch()
    assert list(expand(["**/*.json"])) == list(expand(["**"])) == ["[x].json", "a.json", "b.json", "sub/c.json"]
    assert list(expand(["**/*.txt"])) == ["sub/notes.txt"]
    # A file of that very name is meant before a pattern is.
    assert list(expand(["[x].json"])) == ["[x].json"]
    (error,) = expand(["*.none"])
    assert "no file matches" in str(error)


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.json")
    try:
        Path(name).write_bytes(b"1")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    (record,) = read(name)
    assert record.data == b"1"
    assert record.file.endswith("/\\xff.json")


@pytest.mark.skipif(not os.geteuid(), reason="root may read everything")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", b"1")
    path.chmod(0)
    (record,) = read(path)
    assert record.error is not None and "permission" in record.error.reason
