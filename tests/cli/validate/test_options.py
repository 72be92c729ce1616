"""What each option changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parents[2] / "field_cases"


def rules(outcome: Any) -> list[tuple[str, str]]:
    return [(finding["rule"], finding["path"]) for finding in json.loads(outcome.out)["findings"]]


def test_level_reader_leaves_writer_findings_out(run: Any, unknown: bytes) -> None:
    assert rules(run("validate", "--format", "json", "-", stdin=unknown)) == [("schema/unknown-member", "/durationMs")]
    outcome = run("validate", "--format", "json", "--level", "reader", "-", stdin=unknown)
    assert (outcome.code, rules(outcome)) == (0, [])
    assert json.loads(outcome.out)["level"] == "reader"


def test_level_reader_keeps_reader_findings(run: Any, bad: bytes) -> None:
    outcome = run("validate", "--format", "json", "--level", "reader", "-", stdin=bad)
    assert (outcome.code, rules(outcome)) == (1, [("rule/fallback-flag", "/fallbackOccurred")])


def test_allow(run: Any, unknown: bytes) -> None:
    assert run("validate", "--allow", "schema/unknown-member", "-", stdin=unknown).code == 0
    assert run("validate", "--allow", "schema/unknown-token", "-", stdin=unknown).code == 1


def test_allow_blank_lines(run: Any, good: bytes) -> None:
    outcome = run("validate", "--allow", "jsonl/blank-line", "-", stdin=good + b"\n\n" + good + b"\n")
    assert (outcome.code, outcome.out) == (0, "2 records: 2 valid, 0 invalid, 0 unreadable (writer level)\n")


def test_blank_lines_are_no_records_for_a_reader(run: Any, good: bytes) -> None:
    outcome = run("validate", "--level", "reader", "-", stdin=good + b"\n \t\r\n" + good)
    assert (outcome.code, outcome.out) == (0, "2 records: 2 valid, 0 invalid, 0 unreadable (reader level)\n")


def test_allow_empty(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"")
    outcome = run("validate", "--format", "json", tmp_path)
    assert (outcome.code, rules(outcome)) == (1, [("jsonl/empty-input", "")])
    finding = json.loads(outcome.out)["findings"][0]
    assert (finding["level"], finding["line"], finding["column"], finding["offset"]) == ("reader", 1, 1, 0)
    assert run("validate", "--allow-empty", tmp_path).code == 0


def test_nothing_to_check_is_no_success(run: Any, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no records")
    assert run("validate", tmp_path).code == 3
    assert run("validate", "--allow-empty", tmp_path).code == 0


def test_max_findings_counts_the_rest(run: Any, bad: bytes) -> None:
    outcome = run("validate", "--max-findings", "2", "-", stdin=(bad + b"\n") * 5)
    assert outcome.code == 1
    assert outcome.out.count("rule/fallback-flag") == 2
    assert outcome.out.endswith(
        "3 more findings not shown; see them with --max-findings\n"
        "5 records: 0 valid, 5 invalid, 0 unreadable (writer level)\n"
    )


def test_max_findings_in_json(run: Any, bad: bytes) -> None:
    outcome = run("validate", "--max-findings", "0", "--format", "json", "-", stdin=(bad + b"\n") * 5)
    assert outcome.code == 1
    assert json.loads(outcome.out) == {
        "level": "writer",
        "findings": [],
        "summary": {"records": 5, "valid": 0, "invalid": 5, "unreadable": 0},
    }
    assert outcome.err == "exprov: 5 more findings not shown; see them with --max-findings\n"


def test_quiet(run: Any, tmp_path: Path, bad: bytes) -> None:
    assert run("validate", "--quiet", "-", stdin=bad) == (1, "", "")
    outcome = run("validate", "--quiet", tmp_path / "none.json")
    assert (outcome.code, outcome.out) == (3, "")
    assert outcome.err.startswith("exprov: error: ")


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_max_record_bytes(run: Any, tmp_path: Path, good: bytes, name: str) -> None:
    (tmp_path / name).write_bytes(good)
    assert run("validate", "--max-record-bytes", len(good), tmp_path / name).code == 0
    outcome = run("validate", "--format", "json", "--max-record-bytes", len(good) - 1, tmp_path / name)
    assert (outcome.code, rules(outcome)) == (1, [("json/limit", "")])


def test_max_depth(run: Any, good: bytes) -> None:
    assert run("validate", "--max-depth", "3", "-", stdin=good).code == 0
    assert rules(run("validate", "--format", "json", "--max-depth", "2", "-", stdin=good)) == [("json/limit", "")]


def test_at(run: Any, good: bytes, bad: bytes) -> None:
    document = b'{"a/b": [{}, {"run": %s}]}'
    assert run("validate", "--at", "/a~1b/1/run", "-", stdin=document % good).code == 0
    outcome = run("validate", "--format", "json", "--at", "/a~1b/1/run", "-", stdin=document % bad)
    assert (outcome.code, rules(outcome)) == (1, [("rule/fallback-flag", "/a~1b/1/run/fallbackOccurred")])


@pytest.mark.parametrize("pointer", ["/none", "/a~1b/2", "/a~1b/01", "/a~1b/-", "/a~1b/0/x/y", "/a~1b/" + "9" * 50])
def test_at_that_leads_nowhere(run: Any, good: bytes, pointer: str) -> None:
    outcome = run("validate", "--at", pointer, "-", stdin=b'{"a/b": [{}, %s]}\n' % good)
    assert outcome.code == 3
    assert f"<stdin>:1: input/unreadable: nothing stands at {pointer} in this document" in outcome.out


def test_at_keeps_what_the_document_does_wrong(run: Any, good: bytes) -> None:
    doubled = b'{"r": %s, "x": 1, "x": 2}' % good
    outcome = run("validate", "--format", "json", "--at", "/r", "-", stdin=doubled)
    assert (outcome.code, rules(outcome)) == (1, [("json/duplicate-member", "/x")])


def test_at_does_not_read_json_inside_a_string(run: Any, good: bytes) -> None:
    outcome = run("validate", "--format", "json", "--at", "/r", "-", stdin=json.dumps({"r": good.decode()}).encode())
    assert (outcome.code, rules(outcome)) == (1, [("schema/type", "/r")])


def test_carrier(run: Any, good: bytes, bad: bytes) -> None:
    carrier = b'{"schemaVersion": "1.0", "errorClass": "Internal", "message": "x", "provenance": %s}'
    failed = (CASES / "027-nothing-eligible.json").read_bytes()
    for name in ("auto", "inderun-error"):
        assert run("validate", "--carrier", name, "-", stdin=carrier % failed).code == 0
        outcome = run("validate", "--format", "json", "--carrier", name, "-", stdin=carrier % bad)
        assert ("rule/fallback-flag", "/provenance/fallbackOccurred") in rules(outcome)
    # A success does not travel on an error.
    found = rules(run("validate", "--format", "json", "--carrier", "auto", "-", stdin=carrier % good))
    assert [rule for rule, _ in found] == ["carrier/error-not-succeeded"]
    assert run("validate", "--carrier", "none", "-", stdin=carrier % failed).code == 1
