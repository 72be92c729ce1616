"""Records into results, without any report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from execution_provenance import Finding, validate
from exprov.checking.check import CheckOptions, check_records, parse_pointer
from exprov.errors import InputError, UsageError
from exprov.inputs.record import Record

CASES = Path(__file__).parents[1] / "field_cases"
GOOD = (CASES / "001-baseline-single-attempt.json").read_bytes().strip()


def check(*records: Record, **options: Any) -> list[tuple[bool, list[str]]]:
    results = check_records(records, CheckOptions(**options))
    return [(result.valid, [finding.rule for finding in result.findings]) for result in results]


def test_results_come_in_order_and_lazily() -> None:
    pulled = []

    def records() -> Any:
        for number in (1, 2, 3):
            pulled.append(number)
            yield Record("a", data=GOOD if number != 2 else b"{}", line=number)

    results = check_records(records(), CheckOptions())
    assert next(results).valid
    assert pulled == [1]
    assert [(result.record.line, result.valid) for result in results] == [(2, False), (3, True)]


@pytest.mark.parametrize("level", ["reader", "writer"])
def test_finds_what_the_package_finds(level: Any) -> None:
    inputs = [path.read_bytes() for path in CASES.glob("*.json")]
    results = check_records([Record("a", data=data) for data in inputs], CheckOptions(level=level))
    assert [result.findings for result in results] == [validate(data, level=level) for data in inputs]


def test_errors_and_known_findings_pass_through() -> None:
    blank = Finding("jsonl/blank-line", "", "writer", "blank", 1, 1, 0)
    records = [Record("a", finding=blank, line=7, row=7, offset=90), Record("b", error=InputError("b", "why", "what"))]
    first, second = check_records(records, CheckOptions())
    assert (first.findings[0].line, first.findings[0].offset) == (7, 90)
    assert second.error is records[1].error and not second.valid
    assert check(records[0], level="reader") == []
    assert check(records[0], allow=["jsonl/blank-line"]) == []


def test_places_move_with_the_record() -> None:
    (result,) = check_records([Record("a", data=b'{"a":\n x}', row=5, column=3, offset=100, index=0)], CheckOptions())
    assert [(f.line, f.column, f.offset) for f in result.findings] == [(6, 2, 107)]
    (result,) = check_records([Record("a", data=b"{x}", row=5, column=3, offset=100, index=0)], CheckOptions())
    assert [(f.line, f.column, f.offset) for f in result.findings] == [(5, 4, 101)]


def test_places_in_messages_move_with_the_record() -> None:
    def message(data: bytes, **place: Any) -> str:
        (result,) = check_records([Record("a", data=data, **place)], CheckOptions())
        return result.findings[0].message

    inside = {"index": 0, "row": 5, "column": 3, "offset": 100}
    assert "opens at column 6 of this line" in message(b'{"a":[1', line=9, row=9, offset=100)
    assert "opens at column 8 of this line" in message(b'{"a":[1', **inside)
    assert "opens at line 5, column 8," in message(b'{"a":[1,\n2', **inside)
    assert "opens at line 6, column 5," in message(b'{"a":\n    [1,\n2', **inside)
    assert "opens at column 5 of this line" in message(b'{"a":\n    [1,2', **inside)


def test_at_reads_the_document_strictly() -> None:
    assert check(Record("a", data=b'{"r":%s}' % GOOD), at="/r") == [(True, [])]
    assert check(Record("a", data=b'\xef\xbb\xbf{"r":%s}' % GOOD), at="/r") == [(False, ["json/byte-order-mark"])]
    assert check(Record("a", data=b'{"r":%s' % GOOD), at="/r") == [(False, ["json/syntax"])]
    assert check(Record("a", data=b'{"":{"~":%s}}' % GOOD), at="//~0") == [(True, [])]


def test_pointers() -> None:
    assert parse_pointer("") == ()
    assert parse_pointer("/") == ("",)
    assert parse_pointer("/a~1b/~01/0") == ("a/b", "~1", "0")
    for wrong in ("a", "#/a", "/~", "/a~2"):
        with pytest.raises(UsageError):
            parse_pointer(wrong)


def test_at_looks_for_leaks_where_it_points_alone() -> None:
    twice = b'{"prompt":"p","r":%s,"b":1,"b":1}'
    assert check(Record("a", data=twice % GOOD), at="/r") == [(False, ["json/duplicate-member"])]
    (result,) = check_records([Record("a", data=twice % b'{"prompt":"p"}')], CheckOptions(at="/r"))
    assert [(one.rule, one.path) for one in result.findings] == [
        ("json/duplicate-member", "/b"),
        ("leak/content-member", "/r/prompt"),
    ]
    carried = twice % b'{"output":{"type":"text","text":"p"},"provenance":{"prompt":"p"}}'
    (result,) = check_records([Record("a", data=carried)], CheckOptions(at="/r", carrier="task-result"))
    assert [(one.rule, one.path) for one in result.findings][1:] == [("leak/content-member", "/r/provenance/prompt")]
    assert check(Record("a", data=twice % GOOD), at="/s") == [(False, ["json/duplicate-member"])]
