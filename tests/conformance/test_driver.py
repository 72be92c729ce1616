"""The driver: every planned case has one outcome, and the right case is blamed, whatever engines do.

The doctor's faults, each tried on one case at a time in test_doctor.py, are not repeated here.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import CASES, A, B, C, D, E, F, bad, checked, drive, engine, full, of, part
from exprov.conformance import conversation, driver, ledger
from exprov.conformance.outcomes import (
    CRASH,
    ERROR,
    FAIL,
    FLAKY,
    NOT_RUN,
    PASS,
    PROTOCOL,
    TIMEOUT,
    UNDECLARED,
    UNSUPPORTED,
)
from exprov.conformance.results import Run

SIGKILL = int(signal.SIGKILL)
QUICK = 800
"""A time limit, in milliseconds, for cases that are waited for in vain."""

# --- the good engine --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen", [{"repeat": None}, {"window": 8}, {"jobs": 3, "window": 2}, {"seed": 5, "repeat": 6}]
)
def test_a_right_engine_passes_however_it_is_asked(tmp_path: Path, chosen: dict[str, Any]) -> None:
    progress: list[tuple[int, int]] = []
    run = drive(tmp_path, progress=lambda *at: progress.append(at), **chosen)
    assert bad(run) == {}
    assert run.troubles == ()
    assert run.exit_code == 0
    assert run.engine["name"] == "table-engine"
    assert set(run.declared) == {"contract", "ops", "levels", "features", "limits", "findings", "window"}
    assert run.suite == {"version": full().version, "sha256": full().sha256}
    assert of(run, A).got == {"status": "ok", **of(run, A).expected}
    assert progress[-1] == (6, 6) and progress == sorted(set(progress))


def test_an_empty_plan_starts_nothing(tmp_path: Path) -> None:
    run = driver.run([str(tmp_path / "nothing")], part(()))
    assert run.results == () and run.adds_up and run.troubles == ()


def test_undeclared_cases_are_not_asked(tmp_path: Path) -> None:
    dies = ["exit", 1]
    run = drive(tmp_path, {D: dies, B: dies, F: dies}, hello={"ops": ["validate"], "levels": ["reader"]})
    assert bad(run) == dict.fromkeys((D, B, F), UNSUPPORTED)
    assert of(run, D).reason == "the engine does not declare the operation canonical"
    assert of(run, B).reason == "the engine does not declare the level writer"
    assert run.exit_code == 0


# --- blame ------------------------------------------------------------------------------------------------------------

HELLO = {
    "type": "hello", "protocol": 1, "run": "", "engine": {"name": "x", "version": "", "language": ""}, "contract": [], "ops": [],
    "levels": [], "features": [], "limits": {"integer": None, "depth": None}, "findings": "all", "window": 1,
}  # fmt: skip
NOT_JSON = "it is not JSON: Expecting value at character 0: "
ELSEWHERE = "; write everything else to standard error"
OTHER = '{"type":"result","id":"other","status":"ok"}\n'
QUICKLY = {"timeout_ms": QUICK}
AGAIN = "asked again, the engine gave another answer; at first it was pass"
AFTER = "asked again after the engine had failed at another case, the engine gave another answer; at first it was pass"
TOGETHER = "the engine ended with code 9, while several cases were outstanding; none of them repeats it alone"
LATE = "asked again, it had no proper answer (crash: the engine ended with code 5); at first it was pass"
SEVERAL = {C: ["exit", 1], A: ["exit", 2], E: ["signal", 9], F: ["error", "no"]}
ALL_BAD = {C: CRASH, A: CRASH, E: CRASH, F: ERROR}

ROWS: dict[str, tuple[dict[str, list[Any]], dict[str, Any], dict[str, str], str]] = {
    "exit": ({A: ["exit", 7]}, {"window": 4}, {A: CRASH}, "the engine ended with code 7"),
    "half a line": ({A: ["part", "exit"]}, {"window": 4}, {A: CRASH}, "the engine ended with code 0, after 22 bytes of a line that it did not finish"),
    "garbage": ({A: ["line", "Hello\x1b[2J\n"]}, {"window": 4}, {A: PROTOCOL}, f"the engine wrote an invalid line: {NOT_JSON}'Hello\\x1b[2J'{ELSEWHERE}"),
    "another hello": ({A: ["line", json.dumps(HELLO) + "\n"]}, {"window": 4}, {A: PROTOCOL}, "the engine said hello a second time"),
    "another id": ({A: ["line", OTHER]}, {"window": 4}, {A: PROTOCOL}, "the engine answered 'other', which it was not asked"),
    "hang": ({A: ["hang"]}, {"window": 4, **QUICKLY}, {A: TIMEOUT}, "no answer within 800 ms"),
    "hang in a line": ({A: ["part", "hang"]}, QUICKLY, {A: TIMEOUT}, "no answer within 800 ms; 22 bytes of a line came without their line feed"),
    "closed input": ({A: ["close", 0]}, QUICKLY, {A: TIMEOUT}, "no answer within 800 ms"),
    # The engine has several cases at once, and fails only then.
    "crowd": ({A: ["crowd"]}, {"window": 3}, {A: CRASH}, TOGETHER),
    # Those that are asked again alone have no company.
    "crowds": ({"": ["crowd"]}, {"window": 3}, {C: CRASH, B: CRASH}, ""),
    "wide window": ({"": ["crowd"]}, {"window": 8, "hello": {"window": 1}}, {}, ""),
    "several": (SEVERAL, {"window": 6}, ALL_BAD, "the engine ended with code 2"),
    "several engines": (SEVERAL, {"jobs": 2, "window": 2}, ALL_BAD, "the engine ended with code 2"),
    "every answer twice": ({"": ["times", 2]}, {}, dict.fromkeys(CASES, PROTOCOL), "the engine answered the case 2 times"),
    "flaky": ({A: ["waver"]}, {"repeat": None}, {A: FLAKY}, AGAIN),
    "flaky in any order": ({A: ["waver"]}, {"seed": 3, "repeat": 6}, {A: FLAKY}, AGAIN),
    "flaky in a window": ({A: ["waver"]}, {"window": 4, "repeat": 6}, {A: FLAKY}, AGAIN),
    "crash the second time": ({A: ["exit_later"]}, {"repeat": None}, {A: FLAKY}, LATE),
    # Without repeats, only an error has a case asked again.
    "not asked again": ({A: ["waver"]}, {}, {}, ""),
    "an error leaves a trace": ({B: ["spoil"]}, {}, {A: FLAKY, B: ERROR, F: FAIL}, AFTER),
    "unknown members": ({"": ["says", {"future": {"a": 1}}]}, {"hello": {"pid": 7}}, {}, ""),
}  # fmt: skip
"""Name -> faults, how to run, what is bad, and the reason of A."""


@pytest.mark.parametrize("name", ROWS)
def test_the_failing_case_is_blamed_and_the_others_run(tmp_path: Path, name: str) -> None:
    faults, how, expected, reason = ROWS[name]
    run = drive(tmp_path, faults, **how)
    assert bad(run) == expected
    assert of(run, A).reason == reason
    assert run.troubles == () and "pid" not in run.declared
    assert run.exit_code == (1 if expected else 0)


def test_an_answer_that_differs_the_second_time_shows_where(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["waver"]}, repeat=None)
    assert [place.path for place in of(run, A).differences] == ["/verdict", "/findings/0", "/findings/1"]


def test_another_layout_the_second_time_is_the_same(tmp_path: Path) -> None:
    run = drive(tmp_path, {"": ["layout"]}, ["forward.unknown-member.in-root:roundtrip:reader"], repeat=None)
    assert bad(run) == {}
    assert run.results[0].got is not None and run.results[0].got["output"]["text"].startswith(" {")


def test_an_engine_that_does_not_read_is_given_up(tmp_path: Path) -> None:
    ids = [case.id for case in full().cases if case.op == "validate"][:400]
    hangs = {ids[0]: ["hang"]}
    run = drive(tmp_path, hangs, ids, hello={"window": 10_000}, window=10_000, timeout_ms=QUICK, max_restarts=1)
    assert bad(run) == {ids[0]: TIMEOUT, **dict.fromkeys(ids[1:], NOT_RUN)}


@pytest.mark.parametrize("fault", [["then", "debug\n"], ["times", 1_000_000]])
def test_what_comes_after_an_answer_is_blamed_on_it_or_the_next(tmp_path: Path, fault: list[Any]) -> None:
    run = drive(tmp_path, {A: fault})
    assert bad(run) and bad(run).items() <= {A: PROTOCOL, B: PROTOCOL}.items()


# --- processes --------------------------------------------------------------------------------------------------------


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely waiting for its parent to notice its end."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")
SLEEPS = "import time; time.sleep(15)"
WRITES = "import sys, time\nwhile True:\n    sys.stderr.write('x'); sys.stderr.flush(); time.sleep(0.01)"


@NEEDS_PROC
@pytest.mark.parametrize(("program", "leaves_group"), [(SLEEPS, False), (WRITES, False), (SLEEPS, True)])
def test_a_child_of_a_crashed_engine_hides_no_crash(tmp_path: Path, program: str, leaves_group: bool) -> None:
    note = tmp_path / "pid"
    run = drive(tmp_path, {A: ["leave", str(note), program, leaves_group]}, timeout_ms=5000)
    child = int(note.read_text("utf-8"))
    # A child that left the group is not found.
    assert is_running(child) is leaves_group
    if leaves_group:
        os.kill(child, signal.SIGKILL)
    assert bad(run) == {A: CRASH}
    assert of(run, A).reason == "the engine ended with code 7"
    assert of(run, A).milliseconds < 4000


@NEEDS_PROC
def test_an_engine_behind_a_script_is_ended_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    fault = ["interrupt", 0, str(note)]
    run = drive(tmp_path, {A: fault}, wrapper=["sh", "-c", '"$@"; true', "sh"], timeout_ms=QUICK)
    assert bad(run) == {A: TIMEOUT}
    assert not is_running(int(note.read_text("utf-8")))


def test_standard_error_goes_with_its_case_and_only_its_end(tmp_path: Path) -> None:
    long = "a" * 100_000 + "b" * 8191 + "\n"
    run = drive(tmp_path, {A: ["words", long], C: ["words", "short"], E: ["words", "\xff panic\n", 3]})
    assert bad(run) == {E: CRASH}
    assert [of(run, id).stderr for id in CASES] == ["short", "", long[-8192:], "", "\\xff panic\n", ""]


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    drive(tmp_path)
    before = len(os.listdir("/dev/fd"))
    drive(tmp_path, {A: ["exit", 1], B: ["line", "x\n"]}, jobs=2)
    driver.run([str(tmp_path / "missing")], part())
    assert len(os.listdir("/dev/fd")) == before


# --- bounds -----------------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_order_each_time(tmp_path: Path) -> None:
    def order(seed: int | None) -> list[str]:
        log = tmp_path / f"log-{len(list(tmp_path.iterdir()))}"
        run = drive(tmp_path, seed=seed, table={"log": str(log)})
        assert bad(run) == {} and run.seed == seed
        return log.read_text("utf-8").split()

    assert order(None) == list(CASES)
    first = order(1)
    assert first == order(1) != list(CASES)
    assert sorted(first) == sorted(CASES)
    assert first != order(2)


def test_restarts_are_bounded(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["exit", 1], B: ["exit", 1]}, max_restarts=1)
    assert bad(run) == {A: CRASH, B: CRASH, E: NOT_RUN, F: NOT_RUN}
    assert of(run, F).reason == run.troubles[0]
    assert run.troubles[0].startswith("the engine was restarted 1 times; ")
    assert run.exit_code == 3


def test_an_engine_that_never_answers_is_given_up(tmp_path: Path) -> None:
    run = drive(tmp_path, {"": ["exit", 1]}, [case.id for case in full().cases[:100]])
    assert run.counts()[CRASH] == 21
    assert run.counts()[NOT_RUN] == 79
    assert run.troubles == ("the engine failed 21 times and never answered; fix its answer to the first case",)


def test_the_budget_bounds_the_evaluation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = [case.id for case in full().cases if case.op == "validate"][:40]
    evaluate = ledger.judge
    monkeypatch.setattr(ledger, "judge", lambda *of, **more: (time.sleep(0.1), evaluate(*of, **more))[1])
    run = drive(tmp_path, None, ids, hello={"window": 40}, window=40, budget_ms=1000)
    assert 0 < run.counts()[PASS] < 20
    assert run.counts()[PASS] + run.counts()[NOT_RUN] == 40
    assert run.results[-1].reason == "the budget of 1 s ran out"


def test_the_budget_ends_the_run(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["hang"]}, budget_ms=1000)
    assert bad(run) == dict.fromkeys((A, B, E, F), NOT_RUN)
    assert of(run, A).reason == "the budget of 1 s ran out"
    assert run.troubles == ()
    assert run.exit_code == 1


# --- hello and bye ----------------------------------------------------------------------------------------------------

EARLY_BYE = 'print(\'{"type":"bye","answered":0}\', flush=True); import time; time.sleep(60)'


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; sys.exit('no module')", "the engine ended with code 1 (its standard error ends with: no module)"),
        ("import os, time; os.close(1); time.sleep(60)", "the engine closed its standard output"),
        ("print(end='x', flush=True); import time; time.sleep(60)", "the engine said no hello within 500 ms; 1 bytes of a line"),
        (EARLY_BYE, "the engine said something else before its hello"),
        ("import time; out = open(1, 'w', closefd=False); out.write('{}'); time.sleep(60)", "the engine said no hello within 500 ms; it may be buffering: flush after each line"),
        ("print(end='\ufeff{}\\n', flush=True); input()", "the engine wrote an invalid line: it begins with a byte order mark; write UTF-8 without one"),
    ],
)  # fmt: skip
def test_an_engine_without_a_hello_is_explained(code: str, reason: str) -> None:
    run = driver.run([sys.executable, "-S", "-c", code], part(), driver.Options(start_timeout_ms=500))
    checked(run, CASES)
    assert bad(run) == dict.fromkeys(CASES, NOT_RUN)
    assert run.troubles[0].startswith(f"the conversation failed: {reason}")
    assert run.exit_code == 3


def test_a_script_whose_first_line_ends_in_a_carriage_return_is_explained(tmp_path: Path) -> None:
    # The kernel starts env, which fails.
    script = tmp_path / "script"
    script.write_bytes(b"#!/usr/bin/env python3\r\nprint()\r\n")
    script.chmod(0o755)
    run = checked(driver.run([str(script)], part()), CASES)
    assert run.troubles[0].startswith("the conversation failed: its first line ends in a carriage return; save it with")


def test_a_command_that_cannot_be_started_is_explained(tmp_path: Path) -> None:
    plain, odd = tmp_path / "plain", tmp_path / "odd"
    plain.write_text("nothing", "utf-8")
    odd.write_bytes(b"\x00\x01\x02")
    odd.chmod(0o755)
    dos, lost, foreign = tmp_path / "dos", tmp_path / "lost", tmp_path / "foreign"
    dos.write_bytes(b"#!/bin/sh\r\nexit\r\n")
    lost.write_bytes(b"#!/no/such/interpreter -x\n")
    foreign.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(11) + b"\xf7\x00" + bytes(44))
    for path in (dos, lost, foreign):
        path.chmod(0o755)
    for program, reason in (
        (dos, "its first line ends in a carriage return; save it with Unix line ends"),
        (lost, "its interpreter '/no/such/interpreter' does not exist; install it, or correct the first line"),
        (foreign, "it is a program for Linux or a similar system on machine 247, and this is "),
        (tmp_path / "missing", "there is no such program; check its name"),
        (tmp_path, "it is a directory; name the program inside it"),
        (plain, "it is not executable; use chmod +x"),
        (odd, "Exec format error; put its interpreter in front"),
        ("a\0b", "embedded null byte; put its interpreter in front"),
    ):
        run = checked(driver.run([str(program)], part()), CASES)
        assert bad(run) == dict.fromkeys(CASES, NOT_RUN)
        assert run.troubles[0].startswith(f"the command {str(program)!r} cannot be started: {reason}")
        assert run.exit_code == 3


@pytest.mark.parametrize(
    ("ends", "trouble"),
    [
        (["signal", SIGKILL], "the engine said bye and was killed by SIGKILL"),
        (["hang"], "the engine said bye and did not end within 1 s, so it was killed"),
        (["line", '{"type":"bye","answered":6}\n'], "the engine said bye twice, when it had no case"),
        (["line", "debug\n"], f"the engine wrote an invalid line: {NOT_JSON}'debug'{ELSEWHERE}, when it had no case"),
    ],
)
def test_an_improper_end_is_trouble(
    tmp_path: Path, ends: list[Any], trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "_LEAVING", 1.0)
    run = drive(tmp_path, table={"ends": ends})
    assert bad(run) == {}
    assert run.troubles == (trouble,)
    assert run.exit_code == 3


# --- interruption -----------------------------------------------------------------------------------------------------

INTERRUPTED = f"""
import json, signal, sys
from exprov.conformance import driver, plan
# A child of a program in the background may ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
run = driver.run(sys.argv[1:], plan.only(plan.load(), {list(CASES)!r}), driver.Options(repeat=0))
print(json.dumps([run.adds_up, run.troubles, run.exit_code, {{one.id: one.outcome for one in run.results}}]))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing_and_reports_what_ran(tmp_path: Path, number: signal.Signals) -> None:
    note = tmp_path / "note"
    command = engine(tmp_path, faults={A: ["interrupt", int(number), str(note)]})
    finished = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, *command], capture_output=True, text=True, timeout=60, check=True
    )
    found = {C: PASS, D: PASS, A: NOT_RUN, B: NOT_RUN, E: NOT_RUN, F: NOT_RUN}
    assert json.loads(finished.stdout) == [True, ["the run was interrupted"], 3, found]
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text("utf-8")), 0)


@NEEDS_PROC
def test_a_driver_that_is_killed_leaves_no_engine(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    command = engine(tmp_path, faults={A: ["interrupt", SIGKILL, str(note)]})
    finished = subprocess.run([sys.executable, "-c", INTERRUPTED, *command], capture_output=True, timeout=60)
    assert finished.returncode == -SIGKILL
    for _ in range(200):
        if not is_running(int(note.read_text("utf-8"))):
            break
        time.sleep(0.05)
    assert not is_running(int(note.read_text("utf-8")))


def test_signal_handlers_are_restored(tmp_path: Path) -> None:
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(number) for number in numbers]
    drive(tmp_path)
    assert [signal.getsignal(number) for number in numbers] == before


def test_it_runs_in_any_thread(tmp_path: Path) -> None:
    found: list[Run] = []
    thread = threading.Thread(target=lambda: found.append(drive(tmp_path)))
    thread.start()
    thread.join(60)
    assert bad(found[0]) == {}


# --- anything at once -------------------------------------------------------------------------------------------------

MIXTURE: list[tuple[list[Any], str]] = [
    (["exit", 3], CRASH),
    (["signal", SIGKILL], CRASH),
    (["part", "exit"], CRASH),
    (["hang"], TIMEOUT),
    (["line", "?\n"], PROTOCOL),
    (["line", OTHER], PROTOCOL),
    (["times", 2], PROTOCOL),
    (["error", "no"], ERROR),
    (["says", {"status": "unsupported", "unsupported": {"feature": "mood"}}], UNDECLARED),
    (["words", "noise\n" * 30_000], PASS),
]


@pytest.mark.parametrize("number", range(int(os.environ.get("EXPROV_CHAOS", "3"))))
def test_any_mixture_of_faults_is_distinguished(tmp_path: Path, number: int) -> None:
    chance = random.Random(number)
    chosen = {case.id for case in chance.sample(full().cases, 40)}
    ids = [case.id for case in full().cases if case.id in chosen]
    hit = [id for id in ids if chance.random() < 0.3]
    # Every fault once, but few that are waited for.
    faults = dict(zip(hit, chance.sample(MIXTURE, len(MIXTURE)), strict=False))
    run = drive(
        tmp_path,
        {id: fault for id, (fault, _) in faults.items()},
        ids,
        jobs=chance.randint(1, 3),
        window=chance.choice([1, 2, 8]),
        seed=chance.choice([None, number]),
        repeat=chance.choice([0, 10]),
        timeout_ms=1500,
    )
    assert bad(run) == {id: outcome for id, (_, outcome) in faults.items() if outcome != PASS}
    assert run.troubles == ()
