"""The baseline: what is known is excused while it stays the same, and nothing else is."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from exprov.conformance import baseline, results, verdict
from exprov.conformance.baseline import Entry
from exprov.conformance.results import CaseResult, Run
from exprov.errors import InputError

TODAY = datetime.date(2026, 11, 30)
KNOWN = frozenset("abcdefgh")


def result(id: str, outcome: str = results.PASS, reason: str = "", got: Mapping[str, Any] | None = None) -> CaseResult:
    return CaseResult(id, id, "", "schema", "validate", "reader", outcome, {"text": ""}, {}, got=got, reason=reason)


def run(*found: CaseResult, troubles: tuple[str, ...] = ()) -> Run:
    return Run({}, (), {}, "", len(found), found, troubles=troubles)


def entry(of: CaseResult, **changes: Any) -> Entry:
    members = {"outcome": of.outcome, "fingerprint": baseline.fingerprint(of), "reason": "known"}
    return Entry(**{**members, **changes})


def apply(found: Run, entries: Mapping[str, Entry], today: datetime.date = TODAY) -> Run:
    return baseline.apply(found, entries, known=KNOWN, today=today)


def kinds(found: Run) -> dict[str, str]:
    assert len({mismatch.id for mismatch in found.mismatches}) == len(found.mismatches)
    return {mismatch.id: mismatch.kind for mismatch in found.mismatches}


FAILED = result("a", results.FAIL, "the verdict is valid", {"status": "ok", "verdict": "valid"})


def test_a_known_failure_is_excused_with_its_reason() -> None:
    found = apply(run(FAILED, result("b")), {"a": entry(FAILED)})
    assert kinds(found) == {}
    assert found.excused == {"a": "known"}
    assert found.unexpected == ()
    assert verdict.exit_code(found) == 0


def test_every_disagreement_is_a_mismatch() -> None:
    other = result("a", results.FAIL, "the verdict is valid", {"status": "ok", "verdict": "valid", "digest": "x"})
    crashed = result("a", results.CRASH, "the engine ended with code 1")
    for found, entries, expected in (
        (run(FAILED), {}, {"a": "unexpected"}),
        (run(result("a")), {"a": entry(FAILED)}, {"a": "fixed"}),
        (run(result("a", results.UNSUPPORTED, "not declared")), {"a": entry(FAILED)}, {"a": "fixed"}),
        (run(other), {"a": entry(FAILED)}, {"a": "different"}),
        (run(crashed), {"a": entry(FAILED)}, {"a": "different"}),
        (run(FAILED), {"a": entry(FAILED), "z": entry(FAILED)}, {"z": "stale"}),
        (run(FAILED), {"a": entry(FAILED, expires=TODAY - datetime.timedelta(1))}, {"a": "expired"}),
    ):
        applied = apply(found, entries)
        assert kinds(applied) == expected
        assert verdict.exit_code(applied) == 1


def test_an_entry_counts_on_its_last_day() -> None:
    assert kinds(apply(run(FAILED), {"a": entry(FAILED, expires=TODAY)})) == {}


def test_an_entry_of_a_case_that_was_not_chosen_is_not_stale() -> None:
    assert kinds(apply(run(result("b")), {"a": entry(FAILED)})) == {}


def test_troubles_are_not_excused() -> None:
    assert verdict.exit_code(apply(run(FAILED, troubles=("no bye",)), {"a": entry(FAILED)})) == 3


def test_a_sum_that_is_not_the_plan_is_the_worst() -> None:
    for found in (
        Run({}, (), {}, "", 2, (result("a"),)),
        Run({}, (), {}, "", 2, (result("a"), result("a"))),
        Run({}, (), {}, "", 1, (result("a", "something"),)),
    ):
        assert not found.adds_up
        assert verdict.exit_code(found) == 4


# --- fingerprints -----------------------------------------------------------------------------------------------------


def same(one: CaseResult, other: CaseResult) -> bool:
    return baseline.fingerprint(one) == baseline.fingerprint(other)


def test_a_failure_is_the_same_while_the_answer_is() -> None:
    first = {"status": "ok", "verdict": "invalid", "findings": [{"rule": "x", "path": "/a"}, {"rule": "y", "path": ""}]}
    turned = {**first, "findings": first["findings"][::-1]}
    assert same(result("a", results.WRONG_REASON, "one", first), result("a", results.WRONG_REASON, "two", turned))
    assert not same(result("a", results.WRONG_REASON, "", first), result("a", results.FAIL, "", first))
    fewer = {**first, "findings": first["findings"][:1]}
    assert not same(result("a", results.WRONG_REASON, "", first), result("a", results.WRONG_REASON, "", fewer))


@pytest.mark.parametrize(
    ("outcome", "one", "other", "is_same"),
    [
        (results.ERROR, "failed at 0x7ffe12 after 3 ms", "failed at 0x1200ab after 17 ms", True),
        (results.ERROR, "failed here", "failed there", False),
        (results.CRASH, "the engine ended with code 1", "the engine ended with code 2", False),
        (
            results.CRASH,
            "the engine ended with code 1, after 3 bytes",
            "the engine ended with code 1, after 9 bytes",
            True,
        ),
        (results.CRASH, "the engine was killed by SIGSEGV", "the engine was killed by SIGABRT", False),
        (results.PROTOCOL, "line 3: no", "line 4: no", True),
        (results.TIMEOUT, "no answer within 10 ms", "no answer within 20 ms; 3 bytes", True),
        (results.FLAKY, "one", "other", True),
    ],
)
def test_a_failure_without_an_answer_is_the_same_while_its_cause_is(
    outcome: str, one: str, other: str, is_same: bool
) -> None:
    trace = {"status": "error", "error": {"message": "x", "trace": one}}
    got = trace if outcome == results.ERROR else None
    later = {**trace, "error": {"message": "x", "trace": other}} if outcome == results.ERROR else None
    assert same(result("a", outcome, one, got), result("a", outcome, other, later)) is is_same


def test_fingerprints_do_not_change_between_releases() -> None:
    assert baseline.fingerprint(FAILED) == "180d1b604e1455e5"


# --- the file ---------------------------------------------------------------------------------------------------------


def test_an_update_fits_the_run_and_keeps_what_people_wrote() -> None:
    changed = result("b", results.CRASH, "the engine ended with code 1")
    entries = {
        "a": entry(FAILED, reason="see there", link="https://example.com/1", expires=TODAY),
        "b": entry(FAILED, reason="see here", link="https://example.com/2"),
        "c": entry(FAILED),
        "d": entry(FAILED),
        "g": entry(FAILED),
        "z": entry(FAILED),
    }
    new = result("e", results.TIMEOUT, "no answer within 10 ms")
    found = run(FAILED, changed, result("c"), new, result("g", results.NOT_RUN, "the budget ran out"))
    updated = baseline.update(found, entries, known=KNOWN)
    assert updated == {
        "a": entries["a"],
        "b": Entry(results.CRASH, baseline.fingerprint(changed), "see here", "https://example.com/2"),
        "d": entries["d"],
        "e": Entry(results.TIMEOUT, baseline.fingerprint(new), "no answer within 10 ms"),
        "g": entries["g"],
    }
    assert set(kinds(apply(found, updated))) <= {"g"}


def test_a_file_comes_back_as_it_was_written(tmp_path: Path) -> None:
    entries = {"b": entry(FAILED, link="https://example.com", expires=TODAY), "a": entry(FAILED)}
    file = tmp_path / "baseline.json"
    file.write_text(baseline.render(entries), "utf-8")
    assert baseline.load(file) == entries
    data = json.loads(file.read_text("utf-8"))
    assert data["baseline"] == 1
    assert list(data["cases"]) == ["a", "b"]
    assert data["cases"]["a"] == {"outcome": "fail", "fingerprint": baseline.fingerprint(FAILED), "reason": "known"}
    assert data["cases"]["b"]["expires"] == "2026-11-30"
    assert file.read_text("utf-8").endswith("}\n")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Input data was truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"baseline":2,"cases":{}}', "this reads version 1 of baselines"),
        ('{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x"}}}', "missing required field `reason`"),
        ('{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":""}}}', "length >= 1"),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"pass","fingerprint":"x","reason":"r"}}}',
            "'pass' is no outcome to be excused",
        ),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r","until":""}}}',
            "unknown field `until`",
        ),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r","expires":"soon"}}}',
            "Invalid RFC3339",
        ),
    ],
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        baseline.load(file)
    assert str(caught.value).startswith(f"{file}: is no baseline: ")
    assert told in str(caught.value)


def test_a_missing_file_is_refused_unless_it_is_to_be_written(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    with pytest.raises(InputError, match="there is no such file; run with --update to write it"):
        baseline.load(file)
    assert baseline.load(file, may_be_missing=True) == {}
    with pytest.raises(InputError, match="cannot be read"):
        baseline.load(tmp_path)
