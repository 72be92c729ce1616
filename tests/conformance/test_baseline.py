"""The baseline: what is known is excused while it stays the same, and nothing else is."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from exprov.conformance import baseline
from exprov.conformance.baseline import LESS, Baseline, Entry
from exprov.conformance.outcomes import (
    CRASH,
    ERROR,
    FAIL,
    FLAKY,
    NOT_RUN,
    PASS,
    PROTOCOL,
    TIMEOUT,
    UNSUPPORTED,
    WRONG_REASON,
)
from exprov.conformance.results import CaseResult, Run
from exprov.errors import InputError

TODAY = datetime.date(2026, 11, 30)
KNOWN = frozenset("abcdefgh")


def result(id: str, outcome: str = PASS, reason: str = "", got: Mapping[str, Any] | None = None) -> CaseResult:
    planned = {"id": id, "case": id, "title": "", "topic": "schema", "op": "validate", "level": "reader"}
    return CaseResult(**planned, input={"text": ""}, expected={}, outcome=outcome, got=got, reason=reason)


def run(*found: CaseResult, troubles: tuple[str, ...] = ()) -> Run:
    return Run({}, (), {}, "", len(found), found, troubles=troubles)


def entry(of: CaseResult, **changes: Any) -> Entry:
    members = {"outcome": of.outcome, "fingerprint": baseline.fingerprint(of), "reason": "known"}
    return Entry(**{**members, **changes})


def apply(found: Run, entries: Mapping[str, Entry], today: datetime.date = TODAY) -> Run:
    return baseline.apply(found, Baseline(dict(entries)), known=KNOWN, today=today)


def kinds(found: Run) -> dict[str, str]:
    assert len({mismatch.id for mismatch in found.mismatches}) == len(found.mismatches)
    return {mismatch.id: mismatch.kind for mismatch in found.mismatches}


FAILED = result("a", FAIL, "the verdict is valid", {"status": "ok", "verdict": "valid"})


def test_a_known_failure_is_excused_with_its_reason() -> None:
    found = apply(run(FAILED, result("b")), {"a": entry(FAILED)})
    assert kinds(found) == {}
    assert found.excused == {"a": "known"}
    assert found.unexpected == ()
    assert found.exit_code == 0


def test_every_disagreement_is_a_mismatch() -> None:
    other = result("a", FAIL, "the verdict is valid", {"status": "ok", "verdict": "valid", "digest": "x"})
    crashed = result("a", CRASH, "the engine ended with code 1")
    for found, entries, expected in (
        (run(FAILED), {}, {"a": "unexpected"}),
        (run(result("a")), {"a": entry(FAILED)}, {"a": "fixed"}),
        (run(result("a", UNSUPPORTED, "not declared")), {"a": entry(FAILED)}, {"a": "dropped"}),
        (run(other), {"a": entry(FAILED)}, {"a": "different"}),
        (run(crashed), {"a": entry(FAILED)}, {"a": "different"}),
        (run(FAILED), {"a": entry(FAILED), "z": entry(FAILED)}, {"z": "stale"}),
        (run(FAILED), {"a": entry(FAILED, expires=TODAY - datetime.timedelta(1))}, {"a": "expired"}),
    ):
        applied = apply(found, entries)
        assert kinds(applied) == expected
        assert applied.exit_code == 1


def test_an_entry_counts_on_its_last_day() -> None:
    assert kinds(apply(run(FAILED), {"a": entry(FAILED, expires=TODAY)})) == {}


def test_an_entry_of_a_case_that_was_not_chosen_is_not_stale() -> None:
    assert kinds(apply(run(result("b")), {"a": entry(FAILED)})) == {}


def test_troubles_are_not_excused() -> None:
    assert apply(run(FAILED, troubles=("no bye",)), {"a": entry(FAILED)}).exit_code == 3


def test_a_sum_that_is_not_the_plan_is_the_worst() -> None:
    for found in (
        Run({}, (), {}, "", 2, (result("a"),)),
        Run({}, (), {}, "", 2, (result("a"), result("a"))),
        Run({}, (), {}, "", 1, (result("a", "something"),)),
    ):
        assert not found.adds_up
        assert found.exit_code == 4


# --- fingerprints -----------------------------------------------------------------------------------------------------


def same(one: CaseResult, other: CaseResult) -> bool:
    return baseline.fingerprint(one) == baseline.fingerprint(other)


def test_a_failure_is_the_same_while_the_answer_is() -> None:
    first = {"status": "ok", "verdict": "invalid", "findings": [{"rule": "x", "path": "/a"}, {"rule": "y", "path": ""}]}
    turned = {**first, "findings": first["findings"][::-1]}
    assert same(result("a", WRONG_REASON, "one", first), result("a", WRONG_REASON, "two", turned))
    assert not same(result("a", WRONG_REASON, "", first), result("a", FAIL, "", first))
    fewer = {**first, "findings": first["findings"][:1]}
    assert not same(result("a", WRONG_REASON, "", first), result("a", WRONG_REASON, "", fewer))


@pytest.mark.parametrize(
    ("outcome", "one", "other", "is_same"),
    [
        (ERROR, "failed at 0x7ffe12 after 3 ms", "failed at 0x1200ab after 17 ms", True),
        (ERROR, "failed here", "failed there", False),
        (ERROR, "process 12345 failed after 1.5 s", "process 6789 failed after 20 s", True),
        (ERROR, "no member 3", "no member 4", False),
        (CRASH, "the engine ended with code 1", "the engine ended with code 2", False),
        (
            CRASH,
            "the engine ended with code 1, after 3 bytes",
            "the engine ended with code 1, after 9 bytes",
            True,
        ),
        (CRASH, "the engine was killed by SIGSEGV", "the engine was killed by SIGABRT", False),
        (PROTOCOL, "line 3: no", "line 4: no", True),
        (TIMEOUT, "no answer within 10 ms", "no answer within 20 ms; 3 bytes", True),
        (FLAKY, "one", "other", True),
    ],
)
def test_a_failure_without_an_answer_is_the_same_while_its_cause_is(
    outcome: str, one: str, other: str, is_same: bool
) -> None:
    trace = {"status": "error", "error": {"message": "x", "trace": one}}
    got = trace if outcome == ERROR else None
    later = {**trace, "error": {"message": "x", "trace": other}} if outcome == ERROR else None
    assert same(result("a", outcome, one, got), result("a", outcome, other, later)) is is_same


def test_a_crash_is_the_same_while_its_last_words_are() -> None:
    def crash(stderr: str) -> CaseResult:
        return replace(result("a", CRASH, "the engine ended with code 101"), stderr=stderr)

    assert same(crash("at 0x7ffe12\npanic: index 3\n\n"), crash("at 0x1200ab\nmore\n  panic: index 3"))
    assert same(crash("thread 140213 panics"), crash("thread 99812 panics"))
    assert not same(crash("panic: index 3"), crash("panic: index 4"))
    assert not same(crash("panic: index 3"), crash(""))
    assert baseline.fingerprint(crash("")) == baseline.fingerprint(crash(" \n"))


def test_fingerprints_do_not_change_between_releases() -> None:
    assert baseline.fingerprint(FAILED) == "180d1b604e1455e5"


# --- the file ---------------------------------------------------------------------------------------------------------


def test_an_update_fits_the_run_and_keeps_what_people_wrote() -> None:
    changed = result("b", CRASH, "the engine ended with code 1")
    entries = {
        "a": entry(FAILED, reason="see there", link="https://example.com/1", expires=TODAY),
        "b": entry(FAILED, reason="see here", link="https://example.com/2"),
        "c": entry(FAILED),
        "d": entry(FAILED),
        "g": entry(FAILED),
        "z": entry(FAILED),
    }
    new = result("e", TIMEOUT, "no answer within 10 ms")
    found = run(FAILED, changed, result("c"), new, result("g", NOT_RUN, "the budget ran out"))
    updated = baseline.update(found, Baseline(entries), known=KNOWN).cases
    assert updated == {
        "a": msgspec.structs.replace(entries["a"], answer="valid: no findings"),
        "b": Entry(
            CRASH,
            baseline.fingerprint(changed),
            "(given for another failure: see here)",
            "the engine ended with code 1",
            "https://example.com/2",
        ),
        "d": entries["d"],
        "e": Entry(TIMEOUT, baseline.fingerprint(new), "", "no answer within 10 ms"),
        "g": entries["g"],
    }
    assert set(kinds(apply(found, updated))) <= {"g"}
    # Once marked, it is not marked again.
    other = result("b", CRASH, "the engine ended with code 2")
    again = baseline.update(run(other), Baseline(updated), known=KNOWN).cases
    assert again["b"].reason == updated["b"].reason and again["b"].answer == "the engine ended with code 2"


def test_an_update_tells_what_it_did() -> None:
    many = {f"x{number:02}": entry(FAILED) for number in range(12)}
    before = Baseline({"a": entry(FAILED), "b": entry(FAILED), **many}, declared("validate", "emit"))
    after = Baseline(
        {
            "a": entry(FAILED),
            "b": entry(FAILED, outcome="crash", reason=f"{baseline.OUTDATED}x)"),
            "c": entry(FAILED, reason=""),
        },
        declared("validate"),
    )
    assert baseline.changes(before, after) == [
        "1 added, 1 changed, 12 removed",
        "  added: c",
        "  changed: b",
        *(f"  removed: x{number:02}" for number in range(10)),
        "  removed: and 2 more",
        "  no longer declared: emit in ops",
        "  1 without a reason, 1 with a reason that was given for another failure; write the reasons into the file",
    ]
    assert baseline.changes(after, after)[0] == "0 added, 0 changed, 0 removed"


# --- what the engine declares -----------------------------------------------------------------------------------------


def declared(*ops: str, **changes: Any) -> baseline.Declared:
    return msgspec.structs.replace(
        baseline.Declared(
            ("1.0",), ops, ("reader", "writer"), ("carriers", "limits"), {"integer": None, "depth": None}, "all"
        ),
        **changes,
    )


@pytest.mark.parametrize(
    ("change", "member", "words"),
    [
        ({"ops": ["validate"]}, "ops", "emit in ops"),
        ({"levels": []}, "levels", "reader, writer in levels"),
        ({"features": ["limits"]}, "features", "carriers in features"),
        ({"contract": []}, "contract", "1.0 in contract"),
        ({"limits": {"integer": 100, "depth": None}}, "limits.integer", "limits.integer beyond 100"),
        ({"limits": {"integer": None, "depth": 0}}, "limits.depth", "limits.depth beyond 0"),
        ({"findings": "first"}, "findings", 'findings "all" rather than "first"'),
    ],
)
def test_who_declares_less_than_the_baseline_knows_does_not_pass(change: Any, member: str, words: str) -> None:
    full = {"protocol": 1, "window": 8, **msgspec.to_builtins(declared("validate", "emit"))}
    passing = replace(run(result("a"), result("b", UNSUPPORTED, "not declared")), declared={**full, **change})
    before = Baseline({}, declared("validate", "emit"))
    applied = baseline.apply(passing, before, known=KNOWN, today=TODAY)
    assert kinds(applied) == {member: LESS}
    assert applied.exit_code == 1
    assert (
        applied.mismatches[0].message
        == f"the engine no longer declares {words}; declare it again, or run with --update"
    )
    # Written down, it is known; and who declares more only hears of it.
    after = baseline.update(passing, before, known=KNOWN)
    assert kinds(baseline.apply(passing, after, known=KNOWN, today=TODAY)) == {}
    larger = replace(passing, declared=full)
    assert kinds(baseline.apply(larger, after, known=KNOWN, today=TODAY)) == {}
    assert baseline.more(after, larger) == [words] and baseline.more(before, larger) == []


def test_a_baseline_or_a_run_that_does_not_say_what_is_declared_is_not_compared() -> None:
    full = declared("validate")
    one, other = run(result("a")), replace(run(result("a")), declared=msgspec.to_builtins(full))
    for ran, known in ((one, Baseline({}, full)), (other, Baseline({}))):
        assert kinds(baseline.apply(ran, known, known=KNOWN, today=TODAY)) == {}
        assert baseline.more(known, ran) == []
    # Who never said anything takes nothing back.
    assert baseline.update(one, Baseline({}, full), known=KNOWN).declared == full


def test_what_is_required_has_to_be_declared() -> None:
    said = replace(run(result("a")), declared=msgspec.to_builtins(declared("validate")))
    assert kinds(baseline.require(said, ["validate", "writer", "limits"])) == {}
    applied = baseline.apply(baseline.require(said, ["emit"]), Baseline({}), known=KNOWN, today=TODAY)
    assert kinds(applied) == {"emit": LESS} and applied.exit_code == 1


def test_a_difference_names_what_was_and_what_is() -> None:
    known = baseline.update(run(FAILED), Baseline({}), known=KNOWN).cases
    assert known["a"].answer == "valid: no findings"
    other = {"status": "ok", "verdict": "valid", "findings": [{"rule": "rule/x", "path": ""}]}
    (different,) = apply(run(result("a", FAIL, "", other)), known).mismatches
    assert "it was valid: no findings, and is valid: rule/x at the root; fix it" in different.message
    (crashed,) = apply(run(result("a", CRASH, "the engine ended with code 1")), known).mismatches
    assert "it was fail (valid: no findings) and is crash now: the engine ended with code 1; fix it" in crashed.message
    late = {"a": msgspec.structs.replace(known["a"], expires=TODAY - datetime.timedelta(1))}
    (expired,) = apply(run(FAILED), late).mismatches
    assert expired.message == "its entry expired on 2026-11-29; fix the case, or set a new date"


def test_a_file_comes_back_as_it_was_written(tmp_path: Path) -> None:
    entries = {"b": entry(FAILED, link="https://example.com", expires=TODAY), "a": entry(FAILED)}
    file = tmp_path / "baseline.json"
    written = Baseline(entries, declared("validate", limits={"integer": 2**53 - 1, "depth": None}))
    file.write_text(baseline.render(written), "utf-8")
    assert baseline.load(file) == written
    data = json.loads(file.read_text("utf-8"))
    assert data["baseline"] == 1
    assert list(data["cases"]) == ["a", "b"]
    assert data["cases"]["a"] == {"outcome": "fail", "fingerprint": baseline.fingerprint(FAILED), "reason": "known"}
    assert data["cases"]["b"]["expires"] == "2026-11-30"
    assert file.read_text("utf-8").endswith("}\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Input data was truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"baseline":2,"cases":{}}', "only version 1 of baselines is supported"),
        ('{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x"}}}', "missing required field `reason`"),
        ('{"baseline":1,"declared":{"ops":"all"},"cases":{}}', "Expected `array`, got `str`"),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"pass","fingerprint":"x","reason":"r"}}}',
            "'pass' cannot be excused; choose from",
        ),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r","until":""}}}',
            "unknown field `until`",
        ),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r","expires":"soon"}}}',
            "Invalid RFC3339",
        ),
        (
            '{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r"},'
            '"a":{"outcome":"fail","fingerprint":"y","reason":"s"}}}',
            "the member 'a' is repeated",
        ),
    ],
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        baseline.load(file)
    assert str(caught.value).startswith(f"{file}: is not a baseline: ")
    assert words in str(caught.value)


def test_a_missing_file_is_refused_unless_it_is_to_be_written(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    with pytest.raises(
        InputError, match="there is no such file; write it with `exprov conformance run --baseline FILE --update"
    ):
        baseline.load(file)
    assert baseline.load(file, may_be_missing=True) == Baseline({})
    with pytest.raises(InputError, match="cannot be read"):
        baseline.load(tmp_path)
