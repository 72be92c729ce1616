"""The doctor: every sabotage is seen for its own reason, and a driver that overlooks one is found out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from exprov.cli import main
from exprov.conformance import doctor, driver, judge, plan, protocol, results
from exprov.conformance.conversation import Conversation
from exprov.conformance.plan import Plan
from exprov.conformance.results import CaseResult, Difference, Run
from exprov.conformance.sabotages.model import GREEN, Sabotage
from exprov.conformance.sabotages.table import BY_NAME, CONTROLS, TABLE
from exprov.conformance.sample import sample

ENGINES = Path(__file__).parents[1] / "engines"


@cache
def whole() -> Plan:
    return plan.load()


@cache
def small() -> Plan:
    return sample(whole())


def command(folder: Path, engine: str = "right", **table: Any) -> list[str]:
    """An engine that knows the right answers to the sample."""
    file = folder / "table.json"
    answers = {case.id: dict(case.expected) for case in small().cases}
    file.write_text(json.dumps({"answers": answers, **table}), "utf-8")
    return [sys.executable, str(ENGINES / f"{engine}.py"), str(file)]


def examine(folder: Path, *only: str, engine: str = "right", **table: Any) -> doctor.Examination:
    return doctor.examine(command(folder, engine, **table), whole(), driver.Options(), only=only)


def states(found: doctor.Examination) -> dict[str, str]:
    return {check.name: check.state for check in found.checks}


# --- an engine that is right ------------------------------------------------------------------------------------------


@dataclass
class Trial:
    """What the doctor looked at: the cases that were hit and the run."""

    hit: Sequence[str]
    run: Run


@pytest.fixture(scope="module")
def examined(tmp_path_factory: pytest.TempPathFactory) -> tuple[doctor.Examination, dict[str, Trial]]:
    """The examination of an engine that is right, with every run of it that was judged last."""
    trials: dict[str, Trial] = {}
    complaint = doctor.complaint

    def recorded(sabotage: Sabotage, hit: Sequence[str], plain: Run, run: Run) -> str:
        trials[sabotage.name] = Trial(hit, run)
        return complaint(sabotage, hit, plain, run)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(doctor, "complaint", recorded)
        return examine(tmp_path_factory.mktemp("right")), trials


Examined = tuple[doctor.Examination, dict[str, Trial]]


def test_every_sabotage_is_seen(examined: Examined) -> None:
    found, _ = examined
    assert found.troubles == ()
    assert found.unused == ()
    assert [check for check in found.checks if check.state != doctor.SEEN] == []
    assert [check.name for check in found.checks] == [one.name for one in TABLE]


def test_what_was_hit_has_the_outcome_and_nothing_else_has(examined: Examined) -> None:
    _, trials = examined
    for sabotage in TABLE:
        trial = trials[sabotage.name]
        outcomes = {result.id: result.outcome for result in trial.run.results}
        assert len(outcomes) == len(small().cases)
        if sabotage.most and sabotage.expect != GREEN:
            rest = {outcome for id, outcome in outcomes.items() if id not in trial.hit}
            assert rest <= {results.PASS}, sabotage.name
            assert {outcomes[id] for id in trial.hit} == set(sabotage.expect), sabotage.name
    for control in CONTROLS:
        run = trials[control.name].run
        assert {result.outcome for result in run.results} == {results.PASS}, control.name
        assert run.troubles == (), control.name


# Sabotages that do the same to the cases that they hit.
ALIKE = (
    {"verdict", "verdict-alone", "stale", "exchanged"},
    {"refusal", "exchanged"},
    {"no-findings", "lost-finding", "rules", "paths"},
    {"lost", "late", "hang", "other-case"},
    {"doubled", "other-case"},
    {"crash", "orphan", "last-words", "crash-in-answer"},
)


def test_the_reasons_are_their_own(examined: Examined) -> None:
    """What is seen of one sabotage is not taken for another one, unless they do the same."""
    _, trials = examined
    taken = set()
    for one in TABLE:
        for other in TABLE:
            if one is other or GREEN in (one.expect, other.expect) or not (one.most and other.most):
                continue
            trial = trials[one.name]
            hits = [result for result in trial.run.results if result.id in trial.hit]
            if set(one.expect) & set(other.expect) and any(other.tells(doctor.evidence(hit)) for hit in hits):
                taken.add((one.name, other.name))
    assert [pair for pair in sorted(taken) if not any(set(pair) <= group for group in ALIKE)] == []


def test_the_last_words_of_a_crash_are_kept(examined: Examined) -> None:
    _, trials = examined
    trial = trials["last-words"]
    hit = next(result for result in trial.run.results if result.id == trial.hit[0])
    assert "x\nsabotage: last words\n" in hit.stderr
    assert len(hit.stderr) <= 8192


# --- engines that are not ---------------------------------------------------------------------------------------------


def test_what_an_engine_does_not_do_is_not_applicable(tmp_path: Path) -> None:
    found = examine(
        tmp_path, "rules", "canary", "lost-finding", "digest", "no-emit", "no-validate", engine="readers_only"
    )
    assert states(found) == {
        "rules": doctor.SEEN,
        "canary": doctor.NOT_APPLICABLE,
        "lost-finding": doctor.NOT_APPLICABLE,
        "digest": doctor.NOT_APPLICABLE,
        "no-emit": doctor.NOT_APPLICABLE,
        "no-validate": doctor.NOT_APPLICABLE,
    }
    assert found.count(doctor.NOT_APPLICABLE) == 5
    reasons = {check.name: check.seen for check in found.checks}
    assert reasons["no-validate"] == "the engine declares only one operation"
    assert reasons["canary"] == "the engine answers no such case of the sample"
    assert reasons["lost-finding"] == "the engine reports only the first finding"


def test_what_is_wrong_without_a_sabotage_is_not_used(tmp_path: Path) -> None:
    wrong = [case.id for case in small().cases if case.expected.get("verdict") == "invalid"][:2]
    found = examine(tmp_path, "none", "rules", "unknown-case", engine="wrong_reason", at=wrong)
    assert found.unused == tuple(wrong)
    assert states(found) == {"none": doctor.SEEN, "rules": doctor.SEEN, "unknown-case": doctor.SEEN}


@pytest.mark.parametrize("engine", ["exits_at_once", "wrong_nonce"])
def test_an_engine_in_trouble_is_not_examined(engine: str, tmp_path: Path) -> None:
    found = examine(tmp_path, engine=engine)
    assert found.checks == ()
    assert len(found.troubles) == 1


def test_an_engine_without_a_right_answer_is_not_examined(tmp_path: Path) -> None:
    found = examine(tmp_path, engine="fails")
    assert found.checks == ()
    assert "answers none of the sample rightly" in found.troubles[0]


# --- drivers that overlook something ----------------------------------------------------------------------------------


def test_a_judge_that_looks_at_verdicts_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "_findings", lambda *_: ())
    found = examine(tmp_path, "verdict", "rules", "paths", "no-findings", "digest")
    assert states(found) == {
        "verdict": doctor.SEEN,
        "no-findings": doctor.NOT_SEEN,
        "rules": doctor.NOT_SEEN,
        "paths": doctor.NOT_SEEN,
        "digest": doctor.SEEN,
    }


def test_a_judge_that_believes_every_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "_output", lambda *_: (results.PASS, "", ()))
    found = examine(tmp_path, "verdict", "unknown-dropped", "digest", "canary")
    assert states(found) == {
        "verdict": doctor.SEEN,
        "unknown-dropped": doctor.NOT_SEEN,
        "digest": doctor.NOT_SEEN,
        "canary": doctor.NOT_SEEN,
    }


def test_a_driver_that_takes_a_crash_for_a_rejection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = driver.run

    def lenient(*arguments: Any) -> Run:
        found = run(*arguments)
        forgiven = [
            replace(one, outcome=results.PASS)
            if one.outcome == results.CRASH and one.expected.get("verdict") == "invalid"
            else one
            for one in found.results
        ]
        return replace(found, results=tuple(forgiven))

    monkeypatch.setattr(driver, "run", lenient)
    assert states(examine(tmp_path, "verdict", "quiet-end")) == {
        "verdict": doctor.SEEN,
        "quiet-end": doctor.NOT_SEEN,
    }


def test_a_driver_that_does_not_look_at_the_nonce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    greet = Conversation._greet

    def trusting(self: Conversation, message: Any) -> None:
        if isinstance(message, protocol.EngineHello):
            message = msgspec.structs.replace(message, run=self._nonce)
        greet(self, message)

    monkeypatch.setattr(Conversation, "_greet", trusting)
    assert states(examine(tmp_path, "nonce", "protocol")) == {"nonce": doctor.NOT_SEEN, "protocol": doctor.SEEN}


# --- how a run is looked at -------------------------------------------------------------------------------------------


def case(id: str, outcome: str = results.PASS, **members: Any) -> CaseResult:
    base = CaseResult(
        id=id,
        case=id,
        title="",
        topic="schema",
        op="validate",
        level="reader",
        outcome=outcome,
        input={"text": "{}"},
        expected={"verdict": "invalid", "findings": []},
    )
    return replace(base, **members)


def of(*cases: CaseResult, planned: int = 3, **members: Any) -> Run:
    return replace(Run({}, (), {}, "nonce", planned, cases), **members)


PLAIN = of(case("a"), case("b"), case("c", results.UNSUPPORTED))
WRONG = results.WRONG_REASON
RENAMED = (Difference("findings", "", '{"rule":"x-renamed","path":""}'),)


@pytest.mark.parametrize(
    ("name", "hit", "run", "complaint"),
    [
        ("rules", ["a"], of(case("a", WRONG, differences=RENAMED), *PLAIN.results[1:]), ""),
        ("rules", ["a"], PLAIN, "a: pass instead of wrong-reason"),
        ("rules", ["a"], of(case("a", results.FAIL, reason="r"), *PLAIN.results[1:]), "a: fail instead of wrong-reason (r)"),
        ("rules", ["a"], of(case("a", WRONG), *PLAIN.results[1:]), "a: wrong-reason, but for another reason"),
        (
            "rules",
            ["a"],
            of(case("a", WRONG, differences=RENAMED), case("b", WRONG, differences=RENAMED), PLAIN.results[2]),
            "b: wrong-reason instead of pass",
        ),
        (
            "rules",
            ["a"],
            of(case("a", WRONG, differences=RENAMED), *PLAIN.results[1:], troubles=("smoke",)),
            "trouble of the run (smoke)",
        ),
        ("rules", ["a"], of(*PLAIN.results[:2]), "the sum of the outcomes is not the plan"),
        ("none", [], PLAIN, ""),
        ("none", [], of(case("a", results.FAIL), *PLAIN.results[1:]), "a: fail instead of pass"),
        ("none", [], of(*PLAIN.results, troubles=("smoke",)), "trouble of the run (smoke)"),
        ("flood", ["a"], PLAIN, ""),
        ("flood", ["a"], of(case("a", results.TIMEOUT), *PLAIN.results[1:]), "a: timeout instead of pass"),
        ("no-bye", [], of(*PLAIN.results, troubles=("it ended without saying bye",)), ""),
        ("no-bye", [], PLAIN, "nothing that says so"),
        ("no-bye", [], of(*PLAIN.results, troubles=("smoke",)), "nothing that says so (smoke)"),
        ("mute", [], of(*(case(id, results.NOT_RUN) for id in "abc"), troubles=("no hello within 1 ms",)), ""),
        ("mute", [], of(*(case(id, results.NOT_RUN) for id in "abc"), troubles=("smoke",)), "nothing that says so (smoke)"),
        ("mute", [], PLAIN, "a: pass instead of not-run"),
        (
            "contract",
            [],
            of(*(case(id, results.UNSUPPORTED, reason="the contract 1.0 is not declared") for id in "abc")),
            "a run that is as good as without",
        ),
        (
            "other-case",
            ["a", "b"],
            of(
                case("a", results.PROTOCOL, reason="answered the case 2 times"),
                case("b", results.TIMEOUT, reason="no answer within 1 ms"),
                PLAIN.results[2],
            ),
            "",
        ),
    ],
)  # fmt: skip
def test_complaint(name: str, hit: list[str], run: Run, complaint: str) -> None:
    assert doctor.complaint(BY_NAME[name], hit, PLAIN, run) == complaint


# --- the sample and the table -----------------------------------------------------------------------------------------


def test_the_sample_has_every_kind_of_question() -> None:
    cases = small().cases
    assert len(cases) <= 60
    assert {(case.op, case.level) for case in cases} == {
        ("validate", "reader"),
        ("validate", "writer"),
        ("roundtrip", "reader"),
        ("canonical", "reader"),
        ("emit", "writer"),
    }
    assert [case.id for case in sample(whole()).cases] == [case.id for case in cases]
    order = {case.id: place for place, case in enumerate(whole().cases)}
    assert sorted(order[case.id] for case in cases) == [order[case.id] for case in cases]


def test_the_table_is_consistent() -> None:
    assert len(BY_NAME) == len(TABLE)
    for one in TABLE:
        assert one.does
        assert all(outcome in results.OUTCOMES for outcome in one.expect) or one.expect == GREEN
        assert one.tell or one.expect == GREEN, one.name
    # Every outcome of a run can be brought about.
    assert {outcome for one in TABLE for outcome in one.expect} == (set(results.OUTCOMES) - {results.PASS}) | set(GREEN)


# --- the proxy --------------------------------------------------------------------------------------------------------


def conversation() -> bytes:
    """What a driver says to the end, without waiting for answers."""
    lines = [protocol.encode(protocol.DriverHello((1,), "nonce", protocol.Suite("1", "00"), ("1.0",)))]
    lines += [protocol.encode(case.question(1000)) for case in small().cases]
    return b"".join([*lines, protocol.encode(protocol.DriverBye())])


def talk(started: list[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(started, input=given, capture_output=True, timeout=60)


def through(name: str, started: list[str], *at: str) -> list[str]:
    hits = [word for id in at for word in ("--at", id)]
    return [sys.executable, "-m", "exprov.conformance.sabotage", name, *hits, "--", *started]


def test_the_proxy_passes_on_every_byte(tmp_path: Path) -> None:
    started = command(tmp_path)
    direct = talk(started, conversation())
    assert len(direct.stdout.splitlines()) == len(small().cases) + 2
    passed = talk(through("none", started), conversation())
    assert (passed.stdout, passed.stderr, passed.returncode) == (direct.stdout, direct.stderr, 0)


@pytest.mark.parametrize(
    "engine", ["garbage", "invalid_utf8", "crashes", "dies", "answers_twice", "banner", "exits_at_once"]
)
def test_the_proxy_passes_on_what_an_engine_does_wrong(engine: str, tmp_path: Path) -> None:
    started = command(tmp_path, engine, at=[small().cases[5].id])
    direct = talk(started, conversation())
    passed = talk(through("none", started), conversation())
    assert (passed.stdout, passed.stderr, passed.returncode) == (direct.stdout, direct.stderr, direct.returncode)


def test_the_proxy_hits_what_it_is_told_to(tmp_path: Path) -> None:
    started = command(tmp_path)
    hit = [case.id for case in small().cases if case.expected.get("verdict") == "invalid"][1]
    direct, passed = (talk(one, conversation()).stdout for one in (started, through("verdict", started, hit)))
    changed = [
        (json.loads(before), json.loads(after))
        for before, after in zip(direct.splitlines(), passed.splitlines(), strict=True)
        if before != after
    ]
    assert [(before["id"], before["verdict"], after["verdict"]) for before, after in changed] == [
        (hit, "invalid", "valid")
    ]


@pytest.mark.parametrize("arguments", [[], ["none"], ["none", "--"], ["no-such", "--", "x"], ["--", "x"]])
def test_the_proxy_says_how_it_is_used(arguments: list[str]) -> None:
    finished = talk([sys.executable, "-m", "exprov.conformance.sabotage", *arguments], b"")
    assert finished.returncode == 2
    assert finished.stderr.startswith(b"usage: ")


def test_the_proxy_says_that_there_is_no_such_engine() -> None:
    finished = talk(through("none", ["/no/such/engine"]), b"")
    assert finished.returncode == 127
    assert b"'/no/such/engine'" in finished.stderr


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["conformance", "doctor", "--only", "verdict", "--only", "crash", "--", *command(tmp_path)])
    out = capsys.readouterr().out
    assert code == 0
    assert out.startswith("Engine: right 1 (python, cpython, ")
    assert out.endswith("\nPASSED: 2 of 2 sabotages seen\n")
    assert [line.split()[0] for line in out.splitlines() if "  ok  " in line] == ["verdict", "crash"]


def test_the_command_fails_if_something_is_not_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "_findings", lambda *_: ())
    report = tmp_path / "report.json"
    options = ["--only", "rules", "--format", "json", "--output", str(report)]
    assert main(["conformance", "doctor", *options, "--", *command(tmp_path)]) == 1
    assert capsys.readouterr().out == "FAILED: 0 of 1 sabotages seen; 1 NOT SEEN\n"
    data = json.loads(report.read_text("utf-8"))
    assert data["counts"] == {"ok": 0, "NOT SEEN": 1, "not applicable": 0}
    assert data["checks"][0]["name"] == "rules"
    assert set(data["sample"]) == {case.id for case in small().cases}


def test_the_command_counts_what_is_not_applicable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    started = command(tmp_path, "readers_only")
    assert main(["conformance", "doctor", "--only", "rules", "--only", "canary", "--", *started]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(
        "PASSED: 1 of 2 sabotages seen; 1 NOT APPLICABLE to what the engine declares and answers; "
        "NOT DECLARED, so that this says nothing about it: operations roundtrip, canonical, emit; level writer; "
    )
    assert last.endswith("; all findings of an input")


def test_the_command_says_that_the_engine_is_in_trouble(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "doctor", "--", *command(tmp_path, "exits_at_once")]) == 3
    assert "NOT EXAMINED: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "there is no engine; put the command"),
        (["--only", "nothing", "--", "x"], "there is no sabotage 'nothing'; see "),
        (["--jobs", "0", "--", "x"], "0 sabotages at once"),
        (["--start-timeout", "0", "--", "x"], "0 is not a time"),
    ],
)
def test_wrong_usage(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "doctor", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_the_sabotages_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance", "doctor", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [one.name for one in TABLE]
