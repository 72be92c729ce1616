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
from conformance import engines
from conformance.engines import run_of as run
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

SUITE = frozenset("abcdefgh")
TODAY = datetime.date(2026, 11, 30)


def result(id: str, outcome: str = PASS, reason: str = "", got: Any = None, stderr: str = "") -> CaseResult:
    return engines.result(id, outcome, reason=reason, got=got, stderr=stderr)


def entry(of: CaseResult, **changes: Any) -> Entry:
    members = {"outcome": of.outcome, "fingerprint": baseline.fingerprint(of), "reason": "known"}
    return Entry(**{**members, **changes})


def apply(found: Run, known: Mapping[str, Entry] | Baseline) -> Run:
    known = known if isinstance(known, Baseline) else Baseline(dict(known))
    return baseline.apply(found, known, known=SUITE, today=TODAY)


def kinds(found: Run) -> dict[str, str]:
    assert len({mismatch.id for mismatch in found.mismatches}) == len(found.mismatches)
    return {mismatch.id: mismatch.kind for mismatch in found.mismatches}


FAILED = result("a", FAIL, "the verdict is valid", {"status": "ok", "verdict": "valid"})
OTHER = result("a", FAIL, "", {"status": "ok", "verdict": "valid", "findings": [{"rule": "rule/x", "path": ""}]})
CRASHED = result("a", CRASH, "the engine ended with code 1")
KNOWN = entry(FAILED, answer="valid: no findings")
YESTERDAY = entry(FAILED, expires=TODAY - datetime.timedelta(1))
SHOWN = "it was valid: no findings, and is valid: rule/x at the root; fix it, or run with --update"

APPLIED: list[tuple[CaseResult, dict[str, Entry], dict[str, str], str]] = [
    (FAILED, {"a": KNOWN}, {}, ""),
    (FAILED, {"a": entry(FAILED, expires=TODAY)}, {}, ""),
    # The case of this entry was not chosen.
    (result("b"), {"a": KNOWN}, {}, ""),
    (FAILED, {}, {"a": "unexpected"}, "fail: the verdict is valid"),
    (result("a"), {"a": KNOWN}, {"a": "fixed"}, "it was fail and is pass now; remove the entry, or run with --update"),
    (result("a", UNSUPPORTED, "not declared"), {"a": KNOWN}, {"a": "dropped"}, "it was fail and is no longer asked: not declared; declare it again, or run with --update"),
    (OTHER, {"a": KNOWN}, {"a": "different"}, f"it is fail in another way than in the baseline: {SHOWN}"),
    (CRASHED, {"a": KNOWN}, {"a": "different"}, "it was fail (valid: no findings) and is crash now: the engine ended with code 1; fix it, or run with --update"),
    (FAILED, {"a": KNOWN, "z": KNOWN}, {"z": "stale"}, "the baseline has an entry for a case that the suite does not have; remove it"),
    (FAILED, {"a": YESTERDAY}, {"a": "expired"}, "its entry expired on 2026-11-29; fix the case, or set a new date (its reason: known)"),
]  # fmt: skip


@pytest.mark.parametrize(("found", "entries", "expected", "message"), APPLIED)
def test_what_is_known_is_excused_and_nothing_else(
    found: CaseResult, entries: dict[str, Entry], expected: dict[str, str], message: str
) -> None:
    applied = apply(run(found), entries)
    assert kinds(applied) == expected
    assert [mismatch.message for mismatch in applied.mismatches] == [message] * len(expected)
    assert applied.exit_code == (1 if expected else 0)
    is_excused = found is FAILED and expected.keys() <= {"z"}
    assert applied.excused == ({"a": "known"} if is_excused else {})
    assert len(applied.unexpected) == (0 if is_excused or found.outcome in (PASS, UNSUPPORTED) else 1)


def test_troubles_are_not_excused() -> None:
    assert apply(run(FAILED, troubles=("no bye",)), {"a": KNOWN}).exit_code == 3


@pytest.mark.parametrize(
    ("planned", "found"), [(2, (result("a"),)), (2, (result("a"), result("a"))), (1, (result("a", "something"),))]
)
def test_a_sum_that_is_not_the_plan_is_the_worst(planned: int, found: tuple[CaseResult, ...]) -> None:
    wrong = run(*found, planned=planned, troubles=("no bye",))
    assert not wrong.adds_up
    assert wrong.exit_code == 4


# --- fingerprints -----------------------------------------------------------------------------------------------------

INVALID = {"status": "ok", "verdict": "invalid", "findings": [{"rule": "x", "path": "/a"}, {"rule": "y", "path": ""}]}
TURNED = {**INVALID, "findings": INVALID["findings"][::-1]}
FEWER = {**INVALID, "findings": INVALID["findings"][:1]}


def error(message: str) -> tuple[Any, ...]:
    return ERROR, message, {"status": "error", "error": {"message": "x", "trace": message}}


def crash(stderr: str = "", reason: str = "the engine ended with code 101") -> tuple[Any, ...]:
    return CRASH, reason, None, stderr


SAME: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = [
    ((WRONG_REASON, "one", INVALID), (WRONG_REASON, "two", TURNED)),
    (error("failed at 0x7ffe12 after 3 ms"), error("failed at 0x1200ab after 17 ms")),
    (error("process 12345 failed after 1.5 s"), error("process 6789 failed after 20 s")),
    (crash(reason="the engine ended with code 1, after 3 bytes"), crash(reason="the engine ended with code 1, after 9 bytes")),
    (crash("at 0x7ffe12\npanic: index 3\n\n"), crash("at 0x1200ab\nmore\n  panic: index 3")),
    (crash("thread 140213 panics"), crash("thread 99812 panics")),
    (crash(""), crash(" \n")),
    ((PROTOCOL, "line 3: no"), (PROTOCOL, "line 4: no")),
    ((TIMEOUT, "no answer within 10 ms"), (TIMEOUT, "no answer within 20 ms; 3 bytes")),
    ((FLAKY, "one"), (FLAKY, "other")),
]  # fmt: skip
DIFFERENT: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = [
    ((WRONG_REASON, "", INVALID), (FAIL, "", INVALID)),
    ((WRONG_REASON, "", INVALID), (WRONG_REASON, "", FEWER)),
    (error("failed here"), error("failed there")),
    (error("no member 3"), error("no member 4")),
    (crash(reason="the engine ended with code 1"), crash(reason="the engine ended with code 2")),
    (crash(reason="the engine was killed by SIGSEGV"), crash(reason="the engine was killed by SIGABRT")),
    (crash("panic: index 3"), crash("panic: index 4")),
    (crash("panic: index 3"), crash("")),
]


@pytest.mark.parametrize(
    ("one", "other", "is_same"), [*((*pair, True) for pair in SAME), *((*pair, False) for pair in DIFFERENT)]
)
def test_a_failure_is_the_same_while_the_answer_or_its_cause_is(
    one: tuple[Any, ...], other: tuple[Any, ...], is_same: bool
) -> None:
    fingerprints = {baseline.fingerprint(result("a", *members)) for members in (one, other)}
    assert len(fingerprints) == (1 if is_same else 2)


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
    updated = baseline.update(found, Baseline(entries), known=SUITE).cases
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
    again = baseline.update(run(other), Baseline(updated), known=SUITE).cases
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
    applied = apply(passing, before)
    assert kinds(applied) == {member: LESS}
    assert applied.exit_code == 1
    assert (
        applied.mismatches[0].message
        == f"the engine no longer declares {words}; declare it again, or run with --update"
    )
    # Written down, it is known; and who declares more only hears of it.
    after = baseline.update(passing, before, known=SUITE)
    assert kinds(apply(passing, after)) == {}
    larger = replace(passing, declared=full)
    assert kinds(apply(larger, after)) == {}
    assert baseline.more(after, larger) == [words] and baseline.more(before, larger) == []


def test_a_baseline_or_a_run_that_does_not_say_what_is_declared_is_not_compared() -> None:
    full = declared("validate")
    one, other = run(result("a")), replace(run(result("a")), declared=msgspec.to_builtins(full))
    for ran, known in ((one, Baseline({}, full)), (other, Baseline({}))):
        assert kinds(apply(ran, known)) == {}
        assert baseline.more(known, ran) == []
    # Who never said anything takes nothing back.
    assert baseline.update(one, Baseline({}, full), known=SUITE).declared == full


def test_what_is_required_has_to_be_declared() -> None:
    said = replace(run(result("a")), declared=msgspec.to_builtins(declared("validate")))
    assert kinds(baseline.require(said, ["validate", "writer", "limits"])) == {}
    applied = apply(baseline.require(said, ["emit"]), Baseline({}))
    assert kinds(applied) == {"emit": LESS} and applied.exit_code == 1


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
        ('{"baseline":1,"cases":{"a":{"outcome":"pass","fingerprint":"x","reason":"r"}}}', "'pass' cannot be excused; choose from"),
        ('{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r","until":""}}}', "unknown field `until`"),
        ('{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r","expires":"soon"}}}', "Invalid RFC3339"),
        ('{"baseline":1,"cases":{"a":{"outcome":"fail","fingerprint":"x","reason":"r"},"a":{"outcome":"fail","fingerprint":"y","reason":"s"}}}', "the member 'a' is repeated"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_a_baseline_is_rejected(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "baseline.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        baseline.load(file)
    assert str(caught.value).startswith(f"{file}: is not a baseline: ")
    assert words in str(caught.value)


def test_a_missing_file_is_rejected_unless_it_is_to_be_written(tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    with pytest.raises(
        InputError, match="there is no such file; write it with `exprov conformance run --baseline FILE --update"
    ):
        baseline.load(file)
    assert baseline.load(file, may_be_missing=True) == Baseline({})
    with pytest.raises(InputError, match="cannot be read"):
        baseline.load(tmp_path)
