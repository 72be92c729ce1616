"""A log in Python: `validate_lines` finds in each line what `exprov validate` finds."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from execution_provenance import Finding, InvalidRecord, Limits, validate, validate_lines
from exprov.cli import main
from samples import none_attempted, record, task_result, text

EXAMPLE = Path(__file__).parents[1] / "examples" / "engine-run.jsonl"
MARK = "\ufeff"
GOOD, UNKNOWN = text(none_attempted()), text(none_attempted(xNew=1))

Line = tuple[int | None, str, str]


def found(lines: Any, **options: Any) -> list[Line]:
    return [(finding.line, finding.rule, finding.path) for finding in validate_lines(lines, **options)]


CASES: list[tuple[str, list[Line]]] = [
    ("", [(1, "jsonl/empty-input", "")]),
    ("\n", [(1, "jsonl/blank-line", ""), (1, "jsonl/empty-input", "")]),
    (GOOD, []),
    (f"{GOOD}\n{GOOD}\r\n", []),
    (f"{GOOD}\n \t\r\n{GOOD}\n\n", [(2, "jsonl/blank-line", ""), (4, "jsonl/blank-line", "")]),
    (f"{GOOD}\n{UNKNOWN}\n{{\n{UNKNOWN}", [
        (2, "schema/unknown-member", "/xNew"), (3, "json/syntax", ""), (4, "schema/unknown-member", "/xNew"),
    ]),
    (f"{MARK}{GOOD}\n{MARK}{GOOD}\n", [(1, "json/byte-order-mark", ""), (2, "json/syntax", "")]),
    (MARK, [(1, "json/byte-order-mark", ""), (1, "jsonl/empty-input", "")]),
    (f"{MARK}\n{GOOD}\n", [(1, "json/byte-order-mark", ""), (1, "jsonl/blank-line", "")]),
]  # fmt: skip


@pytest.mark.parametrize(("log", "findings"), CASES)
def test_each_line_is_judged_and_counted(
    log: str, findings: list[Line], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log.encode())
    # In whatever way the lines come.
    with path.open("rb") as binary, path.open(encoding="utf-8", newline="\n") as decoded:
        for lines in (path, str(path), binary, decoded, io.BytesIO(log.encode()), log.splitlines(keepends=True)):
            assert found(lines) == findings
    reader = [line for line in findings if line[1] in ("json/syntax", "jsonl/empty-input")]
    assert found(path, level="reader") == reader
    # As the command finds it, with its places.
    main(["validate", str(path), "--format", "json"])
    shown = json.loads(capsys.readouterr().out)["findings"]
    assert [(one["line"], one["rule"], one["path"]) for one in shown] == findings
    for one, finding in zip(shown, validate_lines(path), strict=True):
        if finding.column is not None:
            assert (one["column"], one["offset"]) == (finding.column, finding.offset)


def test_the_example_log() -> None:
    wrong = found(EXAMPLE)
    assert wrong[:2] == [(14, "rule/fallback-flag", "/fallbackOccurred"), (41, "schema/type", "/reportedModel")]
    assert len(wrong) == 13
    first = next(validate_lines(EXAMPLE))
    assert str(first).startswith("rule/fallback-flag at /fallbackOccurred, line 14: ")


def test_places_count_from_the_start_of_the_file() -> None:
    (finding,) = validate_lines([f"{GOOD}\n", f'{{"é":"{MARK}",}}'])
    assert (finding.line, finding.column, finding.offset) == (2, 9, len(GOOD) + 12)
    assert str(finding).startswith("json/syntax at (root), line 2, column 9: ")


def test_the_arguments_are_those_of_validate() -> None:
    assert found([UNKNOWN, GOOD], allow={"schema/unknown-member"}) == []
    assert found(["", GOOD], allow={"jsonl/blank-line"}) == []
    assert found([text(task_result())], carrier="auto") == []
    assert found([GOOD], limits=Limits(max_bytes=len(GOOD) - 1)) == [(1, "json/limit", "")]
    # Before the first line is read.
    for options in ({"level": "strict"}, {"carrier": "letter"}, {"allow": {"rule/attempt-count"}}):
        with pytest.raises(ValueError):
            validate_lines([GOOD], **options)
    with pytest.raises(TypeError, match="a path, an open file or lines"):
        validate_lines(GOOD.encode())
    with pytest.raises(FileNotFoundError):
        next(validate_lines("no-such-file.jsonl"))


def test_it_is_a_stream() -> None:
    endless = iter(lambda: UNKNOWN, "")
    assert next(validate_lines(endless)).line == 1


def test_other_line_readers_serve_as_well(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(f"{GOOD}\n{UNKNOWN}\n".encode()))
    with gzip.open(path) as lines:
        assert found(lines) == [(2, "schema/unknown-member", "/xNew")]


def test_a_finding_as_data() -> None:
    (finding,) = validate(record(xNew=1))
    assert finding.to_dict() == {
        "rule": "schema/unknown-member",
        "path": "/xNew",
        "level": "writer",
        "message": finding.message,
    }
    (finding,) = validate("[1,]")[:1]
    assert finding.to_dict() | {"message": ""} == {
        "rule": "json/syntax", "path": "", "level": "reader", "message": "", "line": 1, "column": 3, "offset": 2
    }  # fmt: skip
    assert json.loads(json.dumps(finding.to_dict())) == finding.to_dict() and finding == Finding(**finding.to_dict())  # type: ignore[arg-type]
    assert InvalidRecord([finding]).findings == (finding,)


def test_lines_are_text_or_bytes_of_any_kind() -> None:
    line = text(record()).encode()
    assert list(validate_lines([line, bytearray(line), memoryview(line), line.decode()])) == []
    with pytest.raises(TypeError, match="line 2 is a dict"):
        list(validate_lines([line, record()]))  # type: ignore[list-item]


def test_an_iterator_of_allowed_rules_is_refused() -> None:
    with pytest.raises(TypeError, match="allow takes a collection of rule ids, not list_iterator"):
        validate(record(), allow=iter(["schema/unknown-member"]))  # type: ignore[arg-type]
