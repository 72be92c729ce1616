"""Miniature engines that do one thing wrong each: the driver must say so of the cases where they do it, and run all others."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from exprov.conformance import driver, plan, results
from exprov.conformance.results import CaseResult, Run

ENGINES = Path(__file__).parents[1] / "engines"

REFUSED = "rules.attempt-count.two-for-one:validate:reader"
ACCEPTED = "schema.one-attempt:validate:reader"
WRITTEN = "forward.unknown-member.in-root:roundtrip:reader"
CANONICAL = "schema.one-attempt:canonical:reader"
EMITTED = "executions.run.no-plan.not-planned:emit:writer"
CASES = (
    "schema.one-attempt:validate:reader",
    "schema.one-attempt:validate:writer",
    "schema.one-attempt:canonical:reader",
    "schema.two-faults:validate:reader",
    "rules.attempt-count.two-for-one:validate:reader",
    "rules.attempt-count.two-for-one:validate:writer",
    "forward.unknown-member.in-root:validate:reader",
    "forward.unknown-member.in-root:validate:writer",
    "forward.unknown-member.in-root:roundtrip:reader",
    "executions.run.no-plan.not-planned:emit:writer",
)
"""What most engines are asked, in the order of the plan."""


@cache
def whole() -> plan.Plan:
    return plan.load()


def drive(
    engine: str,
    folder: Path,
    ids: Collection[str] = CASES,
    *,
    at: Sequence[str] = (),
    options: driver.Options | None = None,
    wrapper: Sequence[str] = (),
    **table: Any,
) -> Run:
    """Run an engine of tests/engines on these cases; whatever it does, every case has one outcome, in the plan's order."""
    planned = plan.only(whole(), ids)
    assert len(planned.cases) == len(ids)
    answers = {case.id: dict(case.expected) for case in planned.cases}
    file = folder / "table.json"
    file.write_text(json.dumps({"answers": answers, "at": list(at), **table}), "utf-8")
    command = [*wrapper, sys.executable, str(ENGINES / f"{engine}.py"), str(file)]
    run = driver.run(command, planned, options or driver.Options())
    assert [result.id for result in run.results] == [case.id for case in planned.cases]
    assert run.planned == len(ids)
    assert run.adds_up
    return run


def outcomes(run: Run) -> dict[str, str]:
    """The outcomes that are not "pass"."""
    return {result.id: result.outcome for result in run.results if result.outcome != results.PASS}


def of(run: Run, id: str) -> CaseResult:
    return next(result for result in run.results if result.id == id)


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely waiting for its parent to hear of its end."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


QUICK = driver.Options(timeout_ms=1500)
"""For engines that are waited for in vain."""


def test_an_engine_that_is_right(tmp_path: Path) -> None:
    run = drive("right", tmp_path)
    assert outcomes(run) == {}
    assert run.troubles == ()
    assert run.engine["name"] == "right"


def test_answers_may_come_in_another_order_within_the_window(tmp_path: Path) -> None:
    run = drive("out_of_order", tmp_path, options=driver.Options(window=3))
    assert outcomes(run) == {}
    assert run.troubles == ()


def test_a_flood_on_standard_error_harms_nothing(tmp_path: Path) -> None:
    run = drive("floods_stderr", tmp_path, at=[REFUSED])
    assert outcomes(run) == {}
    assert run.troubles == ()
    flooded = of(run, REFUSED)
    assert flooded.stderr.endswith("flood\nend of the flood\n")
    assert len(flooded.stderr) <= 8192


# --- wrong answers ----------------------------------------------------------------------------------------------------


def _judged(ids: Collection[str] = CASES) -> dict[str, dict[str, Any]]:
    return {case.id: dict(case.expected) for case in plan.only(whole(), ids).cases if case.op == "validate"}


def test_accept_all(tmp_path: Path) -> None:
    judged = _judged()
    run = drive("accept_all", tmp_path, judged)
    refused = {id for id, expected in judged.items() if expected["verdict"] == "invalid"}
    assert outcomes(run) == dict.fromkeys(refused, results.FAIL)
    assert len(refused) == 4
    assert of(run, REFUSED).differences[0].path == "verdict"


def test_reject_all(tmp_path: Path) -> None:
    judged = _judged()
    run = drive("reject_all", tmp_path, judged)
    assert outcomes(run) == {
        id: results.FAIL if expected["verdict"] == "valid" else results.WRONG_REASON for id, expected in judged.items()
    }


def test_the_right_verdict_for_a_wrong_reason(tmp_path: Path) -> None:
    run = drive("wrong_reason", tmp_path, at=[REFUSED])
    assert outcomes(run) == {REFUSED: results.WRONG_REASON}
    assert {(one.path, one.got) for one in of(run, REFUSED).differences if one.got} == {
        ("findings", '{"rule":"rule/no-such-rule","path":"/attemptCount"}'),
        ("findings", '{"rule":"rule/no-such-rule","path":"/fallbackOccurred"}'),
    }


def test_unknown_members_are_dropped(tmp_path: Path) -> None:
    ids = [
        "schema.one-attempt:roundtrip:reader",
        "forward.unknown-member.in-root:roundtrip:reader",
        "forward.unknown-member.named-slash:roundtrip:reader",
    ]
    run = drive("drops_unknown", tmp_path, ids)
    assert outcomes(run) == dict.fromkeys(ids[1:], results.FAIL)
    assert [(one.path, one.got) for one in of(run, ids[1]).differences] == [("/futureMember", "")]
    assert [one.path for one in of(run, ids[2]).differences] == ["/a~1b"]


MISREAD: dict[str, dict[str, str]] = {
    "last_duplicate_wins": {
        "schema.one-attempt:validate:reader": results.PASS,
        "parse.duplicate.same-value:validate:reader": results.FAIL,
        "parse.duplicate.last-is-right:validate:reader": results.FAIL,
        "parse.duplicate.first-is-right:validate:reader": results.WRONG_REASON,
        "parse.duplicate.of-unknown:validate:reader": results.FAIL,
        "parse.duplicate.of-unknown:validate:writer": results.WRONG_REASON,
    },
    "any_case": {
        "schema.one-attempt:validate:writer": results.PASS,
        "forward.unknown-member.in-root:validate:writer": results.PASS,
        "forward.renamed.attempt-count:validate:reader": results.FAIL,
        # It takes `providerid` for a second, other `providerId`.
        "forward.unknown-member.nearly.lower-case:validate:reader": results.FAIL,
        "forward.unknown-member.nearly.lower-case:validate:writer": results.WRONG_REASON,
    },
    "integers_by_form": {
        "schema.one-attempt:validate:reader": results.PASS,
        "numbers.attempt-count.one-by-point:validate:reader": results.FAIL,
        "numbers.attempt-count.exponent:validate:reader": results.FAIL,
        "numbers.attempt-count.exponent:validate:writer": results.WRONG_REASON,
        "numbers.unknown-member.fraction:validate:reader": results.PASS,
    },
    "checking": {
        "schema.one-attempt:validate:reader": results.PASS,
        "parse.duplicate.of-unknown:validate:writer": results.PASS,
        "numbers.attempt-count.exponent:validate:writer": results.PASS,
        "rules.attempt-count.two-for-one:validate:reader": results.PASS,
    },
}


@pytest.mark.parametrize("engine", MISREAD)
def test_a_reader_that_misreads(engine: str, tmp_path: Path) -> None:
    run = drive(engine, tmp_path, MISREAD[engine])
    assert {result.id: result.outcome for result in run.results} == MISREAD[engine]


@pytest.mark.parametrize(
    ("engine", "outcome", "said"),
    [("declines", results.UNDECLARED, "mood"), ("fails", results.ERROR, "no such file")],
)
@pytest.mark.parametrize("id", [REFUSED, WRITTEN, EMITTED])
def test_an_engine_that_gives_no_answer_and_says_so(
    engine: str, outcome: str, said: str, id: str, tmp_path: Path
) -> None:
    run = drive(engine, tmp_path, at=[id])
    assert outcomes(run) == {id: outcome}
    assert said in of(run, id).reason


def test_what_is_not_declared_is_not_asked(tmp_path: Path) -> None:
    run = drive("readers_only", tmp_path)
    assert outcomes(run) == dict.fromkeys(
        (id for id in CASES if not id.endswith(":validate:reader")), results.UNSUPPORTED
    )


# --- lines that are no answers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", [1, 4])
@pytest.mark.parametrize(
    ("engine", "outcome", "said"),
    [
        ("garbage", results.PROTOCOL, "malformed|JSON"),
        ("invalid_utf8", results.PROTOCOL, "UTF-8"),
        ("endless_line", results.PROTOCOL, "too long"),
        ("other_case", results.PROTOCOL, "some.other-case"),
        ("crashes", results.CRASH, "code 7"),
        ("dies", results.CRASH, "SIGSEGV"),
        ("closes_stdout", results.CRASH, "standard output"),
    ],
)
def test_no_answer_of_the_protocol(engine: str, outcome: str, said: str, window: int, tmp_path: Path) -> None:
    run = drive(engine, tmp_path, at=[REFUSED, EMITTED], window=window, options=driver.Options(window=window))
    assert outcomes(run) == dict.fromkeys([REFUSED, EMITTED], outcome)
    for id in (REFUSED, EMITTED):
        assert any(word in of(run, id).reason for word in said.split("|")), of(run, id).reason


@pytest.mark.parametrize(
    ("engine", "outcome"), [("crashes", results.CRASH), ("hangs", results.TIMEOUT), ("garbage", results.PROTOCOL)]
)
def test_several_processes_at_once(engine: str, outcome: str, tmp_path: Path) -> None:
    options = driver.Options(jobs=3, timeout_ms=2000)
    run = drive(engine, tmp_path, at=[REFUSED, EMITTED], options=options)
    assert outcomes(run) == dict.fromkeys([REFUSED, EMITTED], outcome)


def test_the_last_words_go_with_the_case(tmp_path: Path) -> None:
    run = drive("crashes", tmp_path, at=[REFUSED])
    assert of(run, REFUSED).stderr == f"last words about {REFUSED}\n"
    assert [result.id for result in run.results if result.stderr] == [REFUSED]


def test_a_second_answer(tmp_path: Path) -> None:
    run = drive("answers_twice", tmp_path, at=[REFUSED])
    assert outcomes(run) == {REFUSED: results.PROTOCOL}


def test_a_huge_output(tmp_path: Path) -> None:
    run = drive("huge_output", tmp_path, at=[WRITTEN])
    assert outcomes(run) == {WRITTEN: results.FAIL}
    assert all(len(one.got) < 10_000 for one in of(run, WRITTEN).differences)


# --- engines that keep one waiting ------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", [1, 4])
@pytest.mark.parametrize("engine", ["hangs", "slow"])
def test_no_answer_in_time(engine: str, window: int, tmp_path: Path) -> None:
    """What comes late is not read as the answer to what was asked next."""
    options = driver.Options(timeout_ms=1500, window=window)
    run = drive(engine, tmp_path, at=[REFUSED], window=window, options=options)
    assert outcomes(run) == {REFUSED: results.TIMEOUT}
    assert run.troubles == ()


def test_an_engine_that_stops_reading(tmp_path: Path) -> None:
    ids = [case.id for case in whole().cases if case.op == "validate"][:400]
    options = driver.Options(timeout_ms=1000, window=10_000, max_restarts=1)
    run = drive("blocks_input", tmp_path, ids, options=options)
    counts = run.counts()
    assert counts[results.TIMEOUT] >= 1
    assert counts[results.TIMEOUT] + counts[results.NOT_RUN] == len(ids)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_a_child_of_a_crashed_engine_does_not_outlive_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    run = drive("grandchild", tmp_path, at=[REFUSED], note=str(note))
    assert outcomes(run) == {REFUSED: results.CRASH}
    assert "code 7" in of(run, REFUSED).reason
    assert not is_running(int(note.read_text("utf-8")))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
def test_an_engine_behind_a_script_is_ended_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    wrapper = ["sh", "-c", '"$@"; true', "sh"]
    run = drive("hangs", tmp_path, at=[REFUSED], note=str(note), wrapper=wrapper, options=QUICK)
    assert outcomes(run) == {REFUSED: results.TIMEOUT}
    assert not is_running(int(note.read_text("utf-8")))


def test_a_child_that_left_the_group_keeps_nobody_waiting(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    run = drive("grandchild", tmp_path, at=[REFUSED], note=str(note), session=True)
    os.kill(int(note.read_text("utf-8")), signal.SIGKILL)
    assert outcomes(run) == {REFUSED: results.CRASH}
    assert "code 7" in of(run, REFUSED).reason


# --- how engines begin and end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("wrong_nonce", "run"),
        ("wrong_protocol", "protocol"),
        ("banner", "Welcome to the engine"),
        ("no_hello", "hello"),
        ("exits_at_once", "code 5"),
    ],
)
def test_no_proper_hello(engine: str, said: str, tmp_path: Path) -> None:
    run = drive(engine, tmp_path, options=driver.Options(start_timeout_ms=2000))
    assert outcomes(run) == dict.fromkeys(CASES, results.NOT_RUN)
    assert any(said in trouble for trouble in run.troubles), run.troubles


def test_a_command_that_does_not_exist() -> None:
    planned = plan.only(whole(), CASES)
    run = driver.run(["/no/such/engine"], planned, driver.Options())
    assert outcomes(run) == dict.fromkeys(CASES, results.NOT_RUN)
    assert run.adds_up
    assert any("/no/such/engine" in trouble for trouble in run.troubles)


def test_an_engine_that_does_not_end(tmp_path: Path) -> None:
    run = drive("ignores_bye", tmp_path, options=QUICK)
    assert outcomes(run) == {}
    assert any("bye" in trouble for trouble in run.troubles), run.troubles


def test_an_engine_that_crashes_again_and_again(tmp_path: Path) -> None:
    run = drive("crashes_third", tmp_path, options=driver.Options(repeat=0))
    assert outcomes(run) == dict.fromkeys(CASES[2::3], results.CRASH)
    run = drive("crashes", tmp_path, options=driver.Options(max_restarts=2, repeat=0))
    assert run.counts()[results.CRASH] == 3
    assert run.counts()[results.NOT_RUN] == len(CASES) - 3
    assert run.troubles != ()


# --- state ------------------------------------------------------------------------------------------------------------


def test_an_engine_that_remembers(tmp_path: Path) -> None:
    assert outcomes(drive("stateful", tmp_path, at=[REFUSED], options=driver.Options(repeat=0))) == {}
    options = driver.Options(seed=1, repeat=100)
    assert outcomes(drive("stateful", tmp_path, at=[REFUSED], options=options)) == {REFUSED: results.FLAKY}


def test_an_engine_that_a_case_spoils(tmp_path: Path) -> None:
    judged = _judged()
    run = drive("spoilt", tmp_path, judged, at=[REFUSED], options=driver.Options(seed=1, repeat=100))
    assert results.FLAKY in outcomes(run).values() or results.FAIL in outcomes(run).values()
    assert set(outcomes(run).values()) <= {results.FLAKY, results.FAIL}
