"""Paths, formats, compression and JSON Lines: what records come of them, and within which memory."""

from __future__ import annotations

import gzip
import io
import json
import os
import random
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pytest
import zstandard
from exprov.inputs import arrays
from exprov.inputs.records import InputOptions, Record, expand, read_records

MIB = 1 << 20


def read(*paths: object, **options: object) -> list[Record]:
    return list(read_records([str(path) for path in paths], InputOptions(**options)))  # type: ignore[arg-type]


def texts(records: list[Record]) -> list[bytes | None]:
    return [record.data for record in records]


def write(path: Path, data: bytes) -> Path:
    if path.suffix == ".gz":
        data = gzip.compress(data)
    elif path.suffix == ".zst":
        data = zstandard.compress(data)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.parametrize("ending", [".jsonl", ".ndjson", ".json"])
def test_formats(tmp_path: Path, ending: str, suffix: str) -> None:
    records = read(write(tmp_path / f"a{ending}{suffix}", b'{"a":1}\n{"b":2}'))
    if ending == ".json":
        assert texts(records) == [b'{"a":1}\n{"b":2}']
        assert records[0].line is None
    else:
        assert texts(records) == [b'{"a":1}', b'{"b":2}']
        assert [(record.line, record.offset) for record in records] == [(1, 0), (2, 8)]


def test_lines_end_at_lf_alone(tmp_path: Path) -> None:
    data = b'{"a":1}\r\n1\r2\n"\xe2\x80\xa8\x0b\x0c\xc2\x85"\n'
    assert texts(read(write(tmp_path / "a.jsonl", data))) == [b'{"a":1}\r', b"1\r2", b'"\xe2\x80\xa8\x0b\x0c\xc2\x85"']


def test_blank_lines(tmp_path: Path) -> None:
    records = read(write(tmp_path / "a.jsonl", b"1\n\n \t\r\n2\n\n"))
    found = [(r.line, r.offset, r.finding.rule if r.finding else None) for r in records]
    assert found == [
        (1, 0, None),
        (2, 2, "jsonl/blank-line"),
        (3, 3, "jsonl/blank-line"),
        (4, 7, None),
        (5, 9, "jsonl/blank-line"),
    ]


@pytest.mark.parametrize("data", [b"", b"\n", b" \r\n\t"])
def test_no_record_at_all(tmp_path: Path, data: bytes) -> None:
    path = write(tmp_path / "a.jsonl", data)
    assert [r.finding.rule for r in read(path) if r.finding][-1:] == ["jsonl/empty-input"]
    assert all(r.finding and r.finding.rule == "jsonl/blank-line" for r in read(path, allow_empty=True))


def test_byte_order_mark_inside(tmp_path: Path) -> None:
    first, second = read(write(tmp_path / "a.jsonl", b"\xef\xbb\xbf1\n\xef\xbb\xbf2\n"))
    assert first.data == b"\xef\xbb\xbf1"
    assert second.finding is not None and second.finding.rule == "json/syntax"


def test_nothing_but_a_byte_order_mark_on_the_first_line(tmp_path: Path) -> None:
    def found(data: bytes) -> list[str]:
        records = read(write(tmp_path / "a.jsonl", data))
        return [r.finding.rule if r.finding else "a record" for r in records]

    assert found(b"\xef\xbb\xbf") == ["json/byte-order-mark", "jsonl/empty-input"]
    assert found(b"\xef\xbb\xbf \n1\n") == ["json/byte-order-mark", "jsonl/blank-line", "a record"]
    assert found(b"\xef\xbb\xbf\xbb\n") == ["a record"]


def test_a_long_line_costs_neither_memory_nor_the_next_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b"1\n")
        for _ in range(64):
            file.write(b"x" * MIB)
        file.write(b"\n2\n")
    tracemalloc.start()
    records = read(path, max_bytes=1000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert texts(records) == [b"1", None, b"2"]
    assert records[1].finding is not None and records[1].finding.rule == "json/limit"
    assert records[2].offset == 2 + 64 * MIB + 1
    assert peak < 4 * MIB


@pytest.mark.parametrize("tail", [b"", b"\n"])
def test_the_limit_is_exact(tmp_path: Path, tail: bytes) -> None:
    path = write(tmp_path / "a.jsonl", b"12345" + tail)
    assert texts(read(path, max_bytes=5)) == [b"12345"]
    assert texts(read(path, max_bytes=4)) == [None]


@pytest.mark.parametrize("name", ["a.json.gz", "a.json.zst", "a.jsonl.zst"])
@pytest.mark.parametrize("format", ["auto", "array"])
def test_a_bomb_stays_small(tmp_path: Path, name: str, format: str) -> None:
    data = b"[" + b" " * (200 * MIB) + b"]"
    path = write(tmp_path / name, data)
    del data
    tracemalloc.start()
    records = read(path, format=format)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(records) == 1
    assert peak < 70 * MIB


def test_a_byte_order_mark_before_an_array_counts_for_its_columns(tmp_path: Path) -> None:
    mark, first, second = read(write(tmp_path / "a.json", b"\xef\xbb\xbf[1,\n2]"), format="array")
    assert mark.finding is not None and mark.finding.rule == "json/byte-order-mark"
    assert [(one.data, one.row, one.column, one.offset) for one in (first, second)] == [
        (b"1", 1, 3, 4),
        (b"2", 2, 1, 7),
    ]


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_members_one_after_another(tmp_path: Path, suffix: str) -> None:
    one, two = (write(tmp_path / f"{name}.jsonl{suffix}", data) for name, data in (("1", b"1\n2"), ("2", b"3\n")))
    both = tmp_path / f"both.jsonl{suffix}"
    both.write_bytes(one.read_bytes() + two.read_bytes())
    assert texts(read(both)) == [b"1", b"23"]


def _sample() -> bytes:
    generator = random.Random(1)
    return b"".join(json.dumps({"a": generator.random()}).encode() + b"\n" for _ in range(20000))


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_cut_off(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path / f"a.jsonl{suffix}", _sample())
    path.write_bytes(path.read_bytes()[:-2000])
    records = read(path, tmp_path / "none.json")
    assert len(records) > 10000
    assert all(record.data for record in records[:-2])
    error = records[-2].error
    assert error is not None and "it is cut off" in error.reason
    assert records[-2].line == len(records) - 1
    assert records[-1].error is not None


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
@pytest.mark.parametrize("size", [0, 1, 3, 12])
def test_cut_off_at_once(tmp_path: Path, suffix: str, size: int) -> None:
    path = write(tmp_path / f"a.json{suffix}", _sample())
    path.write_bytes(path.read_bytes()[:size])
    (record,) = read(path)
    # An empty gzip file is what the format's own tools take for empty; the text is then no JSON.
    assert record.error is not None or (suffix == ".gz" and size == 0 and record.data == b"")


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_damaged(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path / f"a.jsonl{suffix}", _sample())
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    path.write_bytes(data)
    error = read(path)[-1].error
    assert error is not None and error.reason.startswith(("damaged", "the "))
    path.write_bytes(b"not compressed")
    (record,) = read(path)
    assert record.error is not None
    assert f"it ends in {suffix} and holds no" in record.error.reason and f"take {suffix} off" in record.error.remedy


def test_without_zstandard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "a.jsonl.zst", b"1\n")
    monkeypatch.setitem(__import__("sys").modules, "zstandard", None)
    (record,) = read(path)
    assert record.error is not None
    assert "pip install 'execution-provenance[zstd]'" in record.error.remedy


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


def test_folders(tmp_path: Path) -> None:
    for name in ("b.json", "a.jsonl", "c.txt", "sub/z.NDJSON.gz", "sub/d.json.zst", "sub/e.json.bak"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    os.mkfifo(tmp_path / "pipe.json")
    os.symlink(tmp_path, tmp_path / "sub" / "loop")
    os.symlink(tmp_path / "nowhere", tmp_path / "broken.json")
    found = list(expand([str(tmp_path)]))
    names = [os.path.relpath(str(name), tmp_path) for name in found]
    assert names == ["a.jsonl", "b.json", "broken.json", "sub/d.json.zst", "sub/z.NDJSON.gz"]


def test_globs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("b.json", "a.json", "sub/c.json", "[x].json"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).touch()
    assert list(expand(["?.json"])) == ["a.json", "b.json"]
    assert list(expand(["**/*.json"])) == ["[x].json", "a.json", "b.json", "sub/c.json"]
    assert list(expand(["s*"])) == ["sub/c.json"]
    # A file of that very name is meant before a pattern is.
    assert list(expand(["[x].json"])) == ["[x].json"]
    (error,) = expand(["*.none"])
    assert "no file matches" in str(error)


def test_a_name_that_says_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "engine.log", b"1\n2\n")
    (record,) = read(path)
    assert record.error is not None and "--input-format" in record.error.remedy
    assert texts(read(path, format="jsonl")) == [b"1", b"2"]


def test_a_name_that_is_no_utf8(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.json"
    try:
        Path(os.fsdecode(name)).write_bytes(b"1")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    (record,) = read(os.fsdecode(name))
    assert record.data == b"1"
    assert record.file.endswith("/\\xff.json")


def test_an_unreadable_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", b"1")
    path.chmod(0)
    (record,) = read(path)
    if os.geteuid():
        assert record.error is not None and "permission" in record.error.reason
    else:
        assert record.data == b"1"


class _Slow(io.BytesIO):
    """Hands out a few bytes at a time, so that every token is cut somewhere."""

    def __init__(self, data: bytes, step: int) -> None:
        super().__init__(data)
        self.step = step

    def read(self, size: int | None = -1) -> bytes:
        return super().read(self.step)


def _parts(stream: BinaryIO, limit: int) -> Iterator[object]:
    for part in arrays.split(stream, limit):
        if isinstance(part, arrays.Element):
            yield part.text, part.start.line, part.start.column, part.start.offset
        else:
            yield type(part)


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
def test_split_an_array(step: int) -> None:
    text = '[ {"a": "]},\\"\\\\"} ,\n"\u00e9", [[1, 2], {}],\n\n  -1.5e3\n]\n'.encode()
    expected = [
        (b'{"a": "]},\\"\\\\"}', 1, 3),
        ('"\u00e9"'.encode(), 2, 1),
        (b"[[1, 2], {}]", 2, 6),
        (b"-1.5e3", 4, 3),
    ]
    assert list(_parts(_Slow(text, step), 1000)) == [(*element, text.index(element[0])) for element in expected]


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("[]", False),
        (" [ ] ", False),
        ("[1,2]", False),
        ("", True),
        ("{}", True),
        ("[1", True),
        ("[1}", True),
        ("[1] x", True),
        ("[1]]", True),
        ('["]', True),
    ],
)
@pytest.mark.parametrize("step", [1, 1000])
def test_split_complains(text: str, broken: bool, step: int) -> None:
    assert (list(_parts(_Slow(text.encode(), step), 100))[-1:] == [arrays.Broken]) == broken


def test_an_array_is_valid_exactly_where_its_parts_are() -> None:
    generator = random.Random(7)
    alphabet = ["[", "]", "{", "}", ",", '"', "\\", ":", "1", " ", '"a"', "[1]", '{"a":1}']
    valid = 0
    for _ in range(30000):
        text = "[" + "".join(generator.choices(alphabet, k=generator.randrange(7)))
        text += "]" * generator.randrange(3)
        expected = _is_json(text.encode()) and text.startswith("[")
        parts = list(arrays.split(_Slow(text.encode(), generator.randrange(1, 9)), 1000))
        actual = all(isinstance(part, arrays.Element) and _is_json(part.text or b"") for part in parts)
        assert actual == expected, text
        valid += expected
    assert valid > 500


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("step", [1, 3, 1000])
def test_split_limit(step: int) -> None:
    def run(text: bytes) -> list[bytes | None]:
        return [p.text for p in arrays.split(_Slow(text, step), 5) if isinstance(p, arrays.Element)]

    assert run(b"[12345   ,   12345      , 1]") == [b"12345", b"12345", b"1"]
    assert run(b'[123456, "        ", 12  34, 1]') == [None, None, None, b"1"]
