"""Hints of `exprov validate`: given once, on standard error, if the input seems to be read in the wrong way."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from exprov import exit_codes


def pretty(record: bytes) -> bytes:
    return json.dumps(json.loads(record), indent=2).encode() + b"\n"


def hints(outcome: Any) -> list[str]:
    lines = outcome.err.splitlines()
    assert all(line.startswith("hint: ") for line in lines)
    return [line.removeprefix("hint: ") for line in lines]


@pytest.mark.parametrize("arguments", [["--format", "json"], ["--quiet"]])
def test_only_beside_the_text_report(run: Any, good: bytes, arguments: list[str]) -> None:
    assert run("validate", "-", *arguments, stdin=pretty(good)).err == ""
    assert run("validate", "-", stdin=pretty(good)).err != ""


@pytest.mark.parametrize("mark", [b"", b"\n", b"\xef\xbb\xbf"])
def test_one_record_over_several_lines(run: Any, good: bytes, mark: bytes) -> None:
    outcome = run("validate", "-", stdin=mark + pretty(good))
    assert outcome.code == 1
    (hint,) = hints(outcome)
    assert "<stdin> is one JSON object over several lines" in hint and "--input-format json" in hint
    assert run("validate", "-", "--input-format", "json", stdin=pretty(good)).code == 0


def test_a_file_that_is_called_json_lines(run: Any, tmp_path: Path, good: bytes) -> None:
    # The option does not change how such a file is read, so it is not named.
    for name in ("a.jsonl", "b.ndjson"):
        (tmp_path / name).write_bytes(pretty(good))
        (hint,) = hints(run("validate", tmp_path / name))
        assert "give the file the ending .json" in hint and "--input-format" not in hint


def test_records_that_each_span_several_lines(run: Any, good: bytes) -> None:
    (hint,) = hints(run("validate", "-", stdin=pretty(good) * 3))
    assert "span several lines" in hint and "`jq -c .`" in hint
    # Of a long input the beginning says enough.
    assert hints(run("validate", "-", "--max-findings", "0", stdin=pretty(good) * 4000)) == [hint]


@pytest.mark.parametrize(
    "arrange", [lambda record: b"[" + record + b"]", lambda record: b"[\n%s,\n%s\n]" % (record, record)]
)
def test_an_array_on_standard_input(run: Any, good: bytes, arrange: Any) -> None:
    (hint,) = hints(run("validate", "-", stdin=arrange(good)))
    assert hint.startswith("<stdin> holds an array") and "--array" in hint
    assert run("validate", "-", "--array", stdin=arrange(good)).code == 0


def test_an_array_in_a_file(run: Any, tmp_path: Path, good: bytes) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"\n[" + good + b"]")
    outcome = run("validate", path, path)
    assert outcome.out.count("schema/type") == 2
    (hint,) = hints(outcome)
    assert hint.startswith(f"{path} holds an array") and "--array" in hint
    assert run("validate", "--array", path).code == 0
    # One that is too long for a record is named an array in the finding.
    assert "--array" in run("validate", "--max-record-bytes", "100", path).out


@pytest.mark.parametrize(
    "text",
    [b"{", b'{"a":\n', b"[1,\n2", b"x\n{}\n", b"{}\n[]\n", b"[]\n[]\n", b'"\n"\n', b"\xff\n", b"{}\n{\n}\n", b"\x00"],
)
def test_no_hint_where_lines_are_merely_wrong(run: Any, text: bytes) -> None:
    outcome = run("validate", "-", stdin=text)
    assert outcome.code == 1 and hints(outcome) == []


def test_no_hint_for_one_broken_line_among_good_ones(run: Any, tmp_path: Path, good: bytes, bad: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(good[:-9] + b"\n" + (good + b"\n") * 20)
    (tmp_path / "b.jsonl").write_bytes(bad + b"\n" + good + b"\n")
    assert hints(run("validate", tmp_path)) == []


def test_each_file_is_followed_by_itself(run: Any, tmp_path: Path, good: bytes) -> None:
    text = pretty(good)
    # Each is half of a record.
    (tmp_path / "a.jsonl").write_bytes(text[:60])
    (tmp_path / "b.jsonl").write_bytes(text[60:])
    assert hints(run("validate", tmp_path)) == []
    (tmp_path / "c.jsonl").write_bytes(text)
    (hint,) = hints(run("validate", tmp_path))
    assert hint.startswith(f"{tmp_path}/c.jsonl is one")


def test_a_prefix_before_each_record(run: Any, good: bytes) -> None:
    (hint,) = hints(run("validate", "-", stdin=b"2026-11-30 INFO " + good + b"\n" + good + b"\n2026 " + good))
    assert hint.startswith("<stdin>:1 has a JSON object behind 16 bytes")
    for text in (
        good + b'\n[1]{"\n',
        b"[" + good,
        b'x{"a":1}',
        b'{x: {"a":1}',
        b'x{"attempts"' * 99,
    ):
        assert not any("behind" in hint for hint in hints(run("validate", "-", stdin=text)))
    long = b"x" * (1 << 16) + good
    assert hints(run("validate", "-", stdin=long)) == []


def test_a_carrier_that_nothing_names(run: Any, good: bytes) -> None:
    (hint,) = hints(run("validate", "-", "--carrier", "auto", stdin=b'{"foo": 1}'))
    assert hint.startswith("<stdin>:1 was taken for a bare record")
    (hint,) = hints(run("validate", "-", "--carrier", "auto", stdin=b'{"log": %s}' % good))
    assert "--at /log" in hint
    assert hints(run("validate", "-", "--carrier", "auto", stdin=good + b"\n" + good.replace(b"1,", b"2,", 1))) == []


@pytest.mark.parametrize(
    ("document", "option"),
    [
        (b'{"provenance": %s}', ("--at", "/provenance")),
        (b'{"id": 1, "record": %s}', ("--at", "/record")),
        (b'{"schemaVersion": "1.0", "runId": "r", "output": {}, "provenance": %s}', ("--carrier", "auto")),
        (b'{"outcome": "error", "provenance": %s}', ("--carrier", "auto")),
    ],
)
def test_a_record_on_something(run: Any, good: bytes, document: bytes, option: tuple[str, str]) -> None:
    text = b"\n".join([document % good] * 3)
    (hint,) = hints(run("validate", "-", stdin=text))
    assert hint.startswith("<stdin>:1 ") and " ".join(option) in hint
    assert hints(run("validate", "-", *option, stdin=text)) == []


@pytest.mark.parametrize(
    "text", [b"{}", b'{"a": {"attempts": []}}', b'{"attempts": [], "provenance": {}}', b'{"provenance": 1}']
)
def test_no_record_on_anything(run: Any, text: bytes) -> None:
    assert hints(run("validate", "-", stdin=text)) == []


def test_compressed_input(run: Any, tmp_path: Path, good: bytes) -> None:
    for data, name, program in (
        (gzip.compress(good), "gzip", "gzip -dc"),
        (b"\x28\xb5\x2f\xfd\x04\x00x\n", "Zstandard", "zstd -dc"),
    ):
        outcome = run("validate", "-", stdin=data + b"\n" + data)
        assert outcome.code == exit_codes.UNREADABLE
        unreadable = f"<stdin>:1: input/unreadable: is compressed ({name}); decompress it first: {program} FILE"
        assert unreadable in outcome.out and hints(outcome) == [] and outcome.out.count("\n") == 2
        assert run("validate", "-", "-", stdin=data + b"\n{}\n{}\n").out.count("json/") == 0
        (tmp_path / "a.json").write_bytes(data)
        outcome = run("validate", tmp_path / "a.json")
        assert outcome.code == exit_codes.UNREADABLE and "to its name" in outcome.out and hints(outcome) == []
        unreadable = f"<stdin>: input/unreadable: is compressed ({name}); decompress it first: {program} FILE"
        for kind in ("array", "json"):
            got = run("validate", "--input-format", kind, "-", stdin=data)
            assert (got.code, unreadable in got.out) == (3, True)


def test_an_unknown_member_names_the_option_that_accepts_it(run: Any, unknown: bytes) -> None:
    assert "--allow schema/unknown-member" in run("validate", "-", stdin=unknown).out


def test_hostile_names_stay_on_their_line(run: Any, tmp_path: Path, good: bytes) -> None:
    path = tmp_path / "two\n\x1b[31mlines.json"
    path.write_bytes(b"[" + good + b"]")
    (hint,) = hints(run("validate", path))
    assert hint.isprintable()


def test_a_name_with_the_shape_of_a_credential_is_not_shown(run: Any, good: bytes) -> None:
    name = "ghp_" + "a1B2c3D4e" * 4
    outcome = run("validate", "-", stdin=b'{"%s": %s}' % (name.encode(), good))
    assert outcome.code == exit_codes.FINDINGS
    assert name not in outcome.out + outcome.err
