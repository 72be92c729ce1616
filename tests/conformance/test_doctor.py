"""The doctor: every fault is detected for its own reason, and a driver that overlooks one is found out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import engine, full, run_of
from conformance.engines import result as case
from exprov.conformance import doctor, driver, judge, outcomes, protocol
from exprov.conformance.conversation import Conversation
from exprov.conformance.faults.model import HARMLESS, Fault
from exprov.conformance.faults.table import BY_NAME, CONTROLS, TABLE
from exprov.conformance.outcomes import CRASH, FAIL, NOT_RUN, PASS, PROTOCOL, TIMEOUT, UNSUPPORTED, WRONG_REASON
from exprov.conformance.plan import Plan
from exprov.conformance.results import CaseResult, Difference, Run
from exprov.conformance.sample import sample
from exprov.report.conformance import doctor as report


@cache
def small() -> Plan:
    return sample(full())


def command(folder: Path, **table: Any) -> list[str]:
    """An engine that knows the right answers to the sample, and to some cases more."""
    return engine(folder, sample(full(), 40), **table)


def examine(folder: Path, *only: str, **table: Any) -> doctor.Examination:
    return doctor.examine(command(folder, **table), full(), driver.Options(), only=only)


def states(found: doctor.Examination) -> dict[str, str]:
    return {check.name: check.state for check in found.checks}


# --- an engine that is right ------------------------------------------------------------------------------------------

# Faults that do the same to the cases that they hit.
ALIKE = (
    {"verdict", "verdict-alone", "stale", "exchanged"},
    {"refusal", "exchanged"},
    {"no-findings", "lost-finding", "rules", "paths"},
    {"lost", "late", "hang", "other-case"},
    {"doubled", "other-case"},
    {"crash", "orphan", "last-words", "crash-in-answer"},
)


def test_every_fault_is_detected_for_its_own_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trials: dict[str, tuple[Sequence[str], Run]] = {}
    complaint = doctor.complaint

    def recorded(fault: Fault, hit: Sequence[str], plain: Run, run: Run) -> str:
        trials[fault.name] = hit, run
        return complaint(fault, hit, plain, run)

    monkeypatch.setattr(doctor, "complaint", recorded)
    found = examine(tmp_path)
    assert (found.troubles, found.unused) == ((), ())
    assert [check for check in found.checks if check.state != doctor.DETECTED] == []
    assert [check.name for check in found.checks] == [one.name for one in TABLE]
    for control in CONTROLS:
        _, run = trials[control.name]
        assert {result.outcome for result in run.results} == {PASS}, control.name
        assert run.troubles == (), control.name
    hits: dict[str, list[CaseResult]] = {}
    for one in TABLE:
        if one.most and one.expect != HARMLESS:
            hit, run = trials[one.name]
            hits[one.name] = [result for result in run.results if result.id in hit]
            assert {result.outcome for result in run.results if result.id not in hit} <= {PASS}, one.name
            assert {result.outcome for result in hits[one.name]} == set(one.expect), one.name
    check_reasons(hits)
    (last_words,) = hits["last-words"]
    assert "x\nproxy: last words\n" in last_words.stderr
    assert len(last_words.stderr) <= 8192


def check_reasons(hits: dict[str, list[CaseResult]]) -> None:
    """What is seen of one fault is not taken for another one, unless they do the same."""
    taken = [
        (one, other)
        for one, results in hits.items()
        for other in hits
        if set(BY_NAME[one].expect) & set(BY_NAME[other].expect)
        and any(BY_NAME[other].explains(doctor.evidence(result)) for result in results)
    ]
    assert [pair for pair in taken if pair[0] != pair[1] and not any(set(pair) <= group for group in ALIKE)] == []


# --- engines that are not ---------------------------------------------------------------------------------------------


def test_what_an_engine_does_not_declare_is_not_applicable(tmp_path: Path) -> None:
    hello = {"ops": ["validate"], "levels": ["reader"], "features": [], "findings": "first"}
    names = ("rules", "canary", "lost-finding", "digest", "no-emit", "no-validate")
    found = examine(tmp_path, *names, hello=hello)
    assert states(found) == {"rules": doctor.DETECTED, **dict.fromkeys(names[1:], doctor.NOT_APPLICABLE)}
    assert found.count(doctor.NOT_APPLICABLE) == 5
    reasons = {check.name: check.seen for check in found.checks}
    assert reasons["no-validate"] == "the engine declares only one operation"
    assert reasons["canary"] == "the engine answers no such case of the sample"
    assert reasons["lost-finding"] == "the engine reports only the first finding"


def test_an_engine_that_does_and_knows_little_is_examined_with_what_it_does(tmp_path: Path) -> None:
    """It only validates, at reader level, and is wrong about the first cases of each kind."""
    kinds = {case.expected.get("verdict"): case.id for case in reversed(small().cases) if case.level == "reader"}
    wrong = [kinds["valid"], kinds["invalid"]]
    faults = {id: ["says", {"verdict": "valid", "findings": [{"rule": "x", "path": ""}]}] for id in wrong}
    hello = {"ops": ["validate"], "levels": ["reader"], "features": [], "window": 1}
    found = examine(tmp_path, faults=faults, hello=hello)
    assert set(wrong) <= set(found.unused) and len(found.unused) < 10
    assert {result.outcome for result in found.plain.results} == {PASS}
    assert found.count(doctor.MISSED) == 0
    # What is about other operations cannot be tried, and nothing else.
    untried = [check.name for check in found.checks if check.state == doctor.NOT_APPLICABLE]
    assert untried == [
        "respelt", "unknown-dropped", "numbers", "integers", "doubled-member", "halved-record", "digest",
        "canonical-newline", "fact", "canary", "no-output", "no-digest",
        "no-validate", "no-roundtrip", "no-canonical", "no-emit",
    ]  # fmt: skip
    assert report.headline(found).startswith(f"PASSED: {len(TABLE) - len(untried)} of {len(TABLE) - len(untried)} fau")


def test_an_engine_that_is_never_right_is_not_examined(tmp_path: Path) -> None:
    found = examine(tmp_path, faults={"": ["error", "no"]})
    assert found.checks == ()
    assert len(found.troubles) == 1 and found.troubles[0].startswith("the engine answers no case of the sample rightly")
    assert found.exit_code == 3


# --- drivers that overlook something ----------------------------------------------------------------------------------


def verdicts_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(judge, "_findings", lambda *_: ())


def any_output(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(judge, "_output", lambda *_: (PASS, "", ()))


def crashes_as_rejections(patch: pytest.MonkeyPatch) -> None:
    def lenient(results: Sequence[CaseResult]) -> Iterator[CaseResult]:
        for one in results:
            is_forgiven = one.outcome == CRASH and one.expected.get("verdict") == "invalid"
            yield replace(one, outcome=PASS) if is_forgiven else one

    run = driver.run
    patch.setattr(driver, "run", lambda *how: replace(found := run(*how), results=tuple(lenient(found.results))))


def any_nonce(patch: pytest.MonkeyPatch) -> None:
    greet = Conversation._greet
    patch.setattr(Conversation, "_greet", lambda self, message: greet(self, {**message, "run": self._nonce}))


@pytest.mark.parametrize(
    ("overlook", "detected", "missed"),
    [
        (verdicts_only, ["verdict", "digest"], ["rules", "paths", "no-findings"]),
        (any_output, ["verdict"], ["unknown-dropped", "digest", "canary"]),
        (crashes_as_rejections, ["verdict"], ["quiet-end"]),
        (any_nonce, ["protocol"], ["nonce"]),
    ],
)
def test_a_driver_that_overlooks_something_is_found_out(
    overlook: Any, detected: list[str], missed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlook(monkeypatch)
    found = examine(tmp_path, *detected, *missed)
    expected = {**dict.fromkeys(detected, doctor.DETECTED), **dict.fromkeys(missed, doctor.MISSED)}
    assert states(found) == expected
    assert found.exit_code == 1


# --- how a run is looked at -------------------------------------------------------------------------------------------


def of(*cases: CaseResult, **members: Any) -> Run:
    return run_of(*cases, planned=3, **members)


PLAIN = of(case("a"), case("b"), case("c", UNSUPPORTED))
REST = PLAIN.results[1:]
RENAMED = (Difference("findings", "", '{"rule":"x-renamed","path":""}'),)
ALL_NOT_RUN = [case(id, NOT_RUN) for id in "abc"]
UNDECLARED = [case(id, UNSUPPORTED, reason="the contract 1.0 is not declared") for id in "abc"]
TWICE = case("a", PROTOCOL, reason="answered the case 2 times")
LATE = case("b", TIMEOUT, reason="no answer within 1 ms")


@pytest.mark.parametrize(
    ("name", "hit", "run", "complaint"),
    [
        ("rules", ["a"], of(case("a", WRONG_REASON, differences=RENAMED), *REST), ""),
        ("rules", ["a"], PLAIN, "a: pass instead of wrong-reason"),
        ("rules", ["a"], of(case("a", FAIL, reason="r"), *REST), "a: fail instead of wrong-reason (r)"),
        ("rules", ["a"], of(case("a", WRONG_REASON), *REST), "a: wrong-reason, with another reason"),
        ("rules", ["a"], of(*(case(id, WRONG_REASON, differences=RENAMED) for id in "ab"), REST[1]), "b: wrong-reason instead of pass"),
        ("rules", ["a"], of(case("a", WRONG_REASON, differences=RENAMED), *REST, troubles=("smoke",)), "trouble of the run (smoke)"),
        ("rules", ["a"], of(*PLAIN.results[:2]), "the outcomes do not add up to the plan"),
        ("none", [], PLAIN, ""),
        ("none", [], of(case("a", FAIL), *REST), "a: fail instead of pass"),
        ("none", [], of(*PLAIN.results, troubles=("smoke",)), "trouble of the run (smoke)"),
        ("flood", ["a"], PLAIN, ""),
        ("flood", ["a"], of(case("a", TIMEOUT), *REST), "a: timeout instead of pass"),
        ("no-bye", [], of(*PLAIN.results, troubles=("it ended without saying bye",)), ""),
        ("no-bye", [], PLAIN, "nothing that points to it"),
        ("no-bye", [], of(*PLAIN.results, troubles=("smoke",)), "nothing that points to it (smoke)"),
        ("mute", [], of(*ALL_NOT_RUN, troubles=("no hello within 1 ms",)), ""),
        ("mute", [], of(*ALL_NOT_RUN, troubles=("smoke",)), "nothing that points to it (smoke)"),
        ("mute", [], PLAIN, "a: pass instead of not-run"),
        ("contract", [], of(*UNDECLARED), "a run that passes"),
        ("other-case", ["a", "b"], of(TWICE, LATE, REST[1]), ""),
    ],
)  # fmt: skip
def test_complaint(name: str, hit: list[str], run: Run, complaint: str) -> None:
    assert doctor.complaint(BY_NAME[name], hit, PLAIN, run) == complaint


# --- the sample and the table -----------------------------------------------------------------------------------------


def test_the_sample_has_every_kind_of_question() -> None:
    cases = small().cases
    assert len(cases) <= 60
    pairs = "validate:reader validate:writer roundtrip:reader canonical:reader emit:writer"
    assert {f"{case.op}:{case.level}" for case in cases} == set(pairs.split())
    assert [case.id for case in cases] == [case.id for case in full().cases if case in cases]


def test_the_table_is_consistent() -> None:
    assert len(BY_NAME) == len(TABLE)
    for one in TABLE:
        assert one.does
        assert one.tell or one.expect == HARMLESS, one.name
    # Every outcome can be brought about.
    assert {outcome for one in TABLE for outcome in one.expect} == {*outcomes.OUTCOMES, *HARMLESS} - {PASS}


# --- the proxy --------------------------------------------------------------------------------------------------------


def conversation() -> bytes:
    """What a driver says to the end, without waiting for answers."""
    questions = [protocol.encode(case.question(1000)) for case in small().cases]
    return b"".join([protocol.encode(protocol.greeting("nonce", {})), *questions, protocol.encode(protocol.BYE)])


def talk(started: list[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(started, input=given, capture_output=True, timeout=60)


def through(name: str, started: list[str], *at: str) -> list[str]:
    hits = [word for id in at for word in ("--at", id)]
    return [sys.executable, "-m", "exprov.conformance.proxy", name, *hits, "--", *started]


@pytest.mark.parametrize(
    "fault", [None, ["line", "debug\n"], ["line", "\xff\n"], ["words", "no", 7], ["signal", 11], ["times", 2]]
)
def test_the_proxy_passes_on_every_byte_and_the_end(fault: list[Any] | None, tmp_path: Path) -> None:
    started = command(tmp_path, faults={small().cases[5].id: fault} if fault else {}, first="Welcome\n")
    direct, passed = talk(started, conversation()), talk(through("none", started), conversation())
    assert (passed.stdout, passed.stderr, passed.returncode) == (direct.stdout, direct.stderr, direct.returncode)
    assert fault or len(direct.stdout.splitlines()) == len(small().cases) + 3


def test_the_proxy_hits_what_it_is_told_to(tmp_path: Path) -> None:
    started = command(tmp_path)
    hit = [case.id for case in small().cases if case.expected.get("verdict") == "invalid"][1]
    direct, passed = (talk(one, conversation()).stdout for one in (started, through("verdict", started, hit)))
    pairs = zip(direct.splitlines(), passed.splitlines(), strict=True)
    changed = [(json.loads(before), json.loads(after)) for before, after in pairs if before != after]
    assert [(one["id"], one["verdict"], two["verdict"]) for one, two in changed] == [(hit, "invalid", "valid")]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, b"usage: "),
        (["none", "--"], 2, b"usage: "),
        (["no-such", "--", "x"], 2, b"usage: "),
        (["none", "--", "/no/such/engine"], 127, b"proxy: cannot start '/no/such/engine': "),
    ],
)
def test_the_proxy_refuses_what_it_cannot_do(arguments: list[str], code: int, said: bytes) -> None:
    finished = talk([sys.executable, "-m", "exprov.conformance.proxy", *arguments], b"")
    assert (finished.returncode, finished.stderr.startswith(said)) == (code, True)
