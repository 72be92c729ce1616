"""Compressed inputs: bombs, several members, and files that are cut off or damaged."""

from __future__ import annotations

import sys
import tracemalloc
from pathlib import Path

import pytest
from inputs.files import MIB, lines, read, texts, write

every_suffix = pytest.mark.parametrize("suffix", [".gz", ".zst"])


@pytest.mark.parametrize("name", ["a.json.gz", "a.json.zst", "a.jsonl.zst"])
@pytest.mark.parametrize("format", ["auto", "array"])
def test_a_bomb_stays_small(tmp_path: Path, name: str, format: str) -> None:
    path = write(tmp_path / name, b"[" + b" " * (64 * MIB) + b"]")
    tracemalloc.start()
    records = read(path, format=format)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(records) == 1
    assert peak < 40 * MIB


@every_suffix
def test_members_one_after_another(tmp_path: Path, suffix: str) -> None:
    one, two = (write(tmp_path / f"{name}.jsonl{suffix}", data) for name, data in (("1", b"1\n2"), ("2", b"3\n")))
    both = tmp_path / f"both.jsonl{suffix}"
    both.write_bytes(one.read_bytes() + two.read_bytes())
    assert texts(read(both)) == [b"1", b"23"]


@every_suffix
def test_cut_off(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path / f"a.jsonl{suffix}", lines())
    path.write_bytes(path.read_bytes()[:-2000])
    records = read(path, tmp_path / "none.json")
    assert len(records) > 10_000
    assert all(record.data for record in records[:-2])
    error = records[-2].error
    assert error is not None and "it is cut off" in error.reason
    assert records[-2].line == len(records) - 1
    assert records[-1].error is not None


@every_suffix
@pytest.mark.parametrize("size", [0, 1, 3, 12])
def test_cut_off_at_once(tmp_path: Path, suffix: str, size: int) -> None:
    path = write(tmp_path / f"a.json{suffix}", lines(10))
    path.write_bytes(path.read_bytes()[:size])
    (record,) = read(path)
    # An empty gzip file is what the format's own tools take for empty; the text is then no JSON.
    assert record.error is not None or (suffix == ".gz" and size == 0 and record.data == b"")


@every_suffix
def test_damaged(tmp_path: Path, suffix: str) -> None:
    path = write(tmp_path / f"a.jsonl{suffix}", lines())
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
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (record,) = read(path)
    assert record.error is not None
    assert "pip install 'execution-provenance[zstd]'" in record.error.remedy
