"""The driver: every planned case has one outcome, and the right case is blamed, whatever engines do."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import CASES, A, B, C, D, E, F, bad, checked, drive, engine, full, of, part
from exprov.conformance import conversation, driver
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

SIGSEGV, SIGKILL = int(signal.SIGSEGV), int(signal.SIGKILL)
QUICK = 800
"""A time limit, in milliseconds, for cases that are waited for in vain."""


# --- the good engine --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen", [{}, {"repeat": None}, {"window": 8}, {"jobs": 3, "window": 2}, {"seed": 5, "repeat": 6}]
)
def test_a_right_engine_passes_however_it_is_asked(tmp_path: Path, chosen: dict[str, Any]) -> None:
    run = drive(tmp_path, **chosen)
    assert bad(run) == {}
    assert run.troubles == ()
    assert run.exit_code == 0
    assert run.engine["name"] == "table-engine"
    assert set(run.declared) == {"contract", "ops", "levels", "features", "limits", "findings", "window"}
    assert run.suite == {"version": full().version, "sha256": full().sha256}
    assert of(run, A).got == {"status": "ok", **of(run, A).expected}


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


def test_progress_is_reported(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    drive(tmp_path, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (6, 6)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


# --- blame ------------------------------------------------------------------------------------------------------------

HELLO = {
    "type": "hello", "protocol": 1, "run": "", "engine": {"name": "x", "version": "", "language": ""}, "contract": [], "ops": [],
    "levels": [], "features": [], "limits": {"integer": None, "depth": None}, "findings": "all", "window": 1,
}  # fmt: skip
NOT_JSON = "it is not JSON: Expecting value at character 0: "
ELSEWHERE = "; write everything else to standard error"

FAILURES: list[tuple[str, list[Any], str, str]] = [
    ("exit", ["exit", 7], CRASH, "the engine ended with code 7"),
    ("exit 0", ["exit", 0], CRASH, "the engine ended with code 0"),
    ("signal", ["signal", SIGSEGV], CRASH, "the engine was killed by SIGSEGV"),
    ("half", ["part", "exit"], CRASH, "the engine ended with code 0, after 22 bytes of a line that it did not finish"),
    ("garbage", ["line", "Hello\x1b[2J\n"], PROTOCOL, f"the engine wrote an invalid line: {NOT_JSON}'Hello\\x1b[2J'{ELSEWHERE}"),
    ("empty line", ["line", "\n"], PROTOCOL, f"the engine wrote an invalid line: it is an empty line: ''{ELSEWHERE}"),
    ("bytes", ["line", '{"\xff":1}\n'], PROTOCOL, "the engine wrote an invalid line: it is not UTF-8 (byte 2 of the line): '{\"\\\\xff\":1}'"),
    ("hello", ["line", json.dumps(HELLO) + "\n"], PROTOCOL, "the engine said hello a second time"),
    ("bye", ["line", '{"type":"bye","answered":2}\n'], PROTOCOL, "the engine said bye before the driver did"),
    ("another id", ["line", '{"type":"result","id":"other","status":"ok"}\n'], PROTOCOL, "the engine answered 'other', which it was not asked"),
]  # fmt: skip


@pytest.mark.parametrize("window", [1, 4])
@pytest.mark.parametrize(("fault", "outcome", "reason"), [pytest.param(*row, id=name) for name, *row in FAILURES])
def test_the_failing_case_is_blamed_and_the_others_run(
    tmp_path: Path, fault: list[Any], outcome: str, reason: str, window: int
) -> None:
    run = drive(tmp_path, {A: fault}, window=window)
    assert bad(run) == {A: outcome}
    assert of(run, A).reason == reason
    assert of(run, A).got is None
    assert run.troubles == ()
    assert run.exit_code == 1


@pytest.mark.parametrize(
    ("fault", "window", "reason"),
    [
        (["hang"], 4, "no answer within 800 ms"),
        (["part", "hang"], 1, "no answer within 800 ms; 22 bytes of a line came without their line feed"),
        # The late answer is not taken for the answer to the next case.
        (["late"], 1, "no answer within 800 ms"),
        (["close", 0], 1, "no answer within 800 ms"),
    ],
)
def test_a_case_that_takes_too_long_is_blamed(tmp_path: Path, fault: list[Any], window: int, reason: str) -> None:
    run = drive(tmp_path, {A: fault}, window=window, timeout_ms=QUICK)
    assert bad(run) == {A: TIMEOUT}
    assert of(run, A).reason == reason
    assert run.troubles == ()


def test_a_closed_standard_output_is_an_end(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["close", 1]})
    assert bad(run) == {A: CRASH}
    assert of(run, A).reason == "the engine closed its standard output"


def test_an_engine_that_does_not_read_is_given_up(tmp_path: Path) -> None:
    ids = [case.id for case in full().cases if case.op == "validate"][:400]
    hangs = {ids[0]: ["hang"]}
    run = drive(tmp_path, hangs, ids, hello={"window": 10_000}, window=10_000, timeout_ms=QUICK, max_restarts=1)
    assert bad(run) == {ids[0]: TIMEOUT, **dict.fromkeys(ids[1:], NOT_RUN)}


def test_what_no_case_does_alone_is_blamed_on_the_oldest(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["crowd"]}, window=3)
    (id,) = bad(run)
    assert of(run, id).outcome == CRASH
    reason = "the engine ended with code 9, while several cases were outstanding; none of them repeats it alone"
    assert of(run, id).reason == reason


def test_the_window_is_no_wider_than_the_engine_wants_it(tmp_path: Path) -> None:
    assert bad(drive(tmp_path, {"": ["crowd"]}, window=8, hello={"window": 1})) == {}


@pytest.mark.parametrize("chosen", [{}, {"window": 6}, {"jobs": 2, "window": 2}])
def test_several_that_fail_are_all_found(tmp_path: Path, chosen: dict[str, Any]) -> None:
    run = drive(tmp_path, {C: ["exit", 1], A: ["exit", 2], E: ["signal", 9], F: ["error", "no"]}, **chosen)
    assert bad(run) == {C: CRASH, A: CRASH, E: CRASH, F: ERROR}
    assert of(run, F).reason == "the engine answered that it failed: no"


def test_garbage_after_an_answer_is_blamed_on_it_or_the_next(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["then", "debug\n"]})
    (id,) = bad(run)
    assert id in (A, B)
    assert of(run, id).outcome == PROTOCOL


def test_a_repeated_answer_spoils_only_its_own_case(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["times", 2]})
    assert bad(run) == {A: PROTOCOL}
    assert of(run, A).reason == "the engine answered the case 2 times"
    assert bad(drive(tmp_path, {"": ["times", 2]})) == dict.fromkeys(CASES, PROTOCOL)
    assert bad(drive(tmp_path, {F: ["times", 2]})) == {F: PROTOCOL}


def test_an_engine_that_answers_without_end_is_stopped(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["times", 1_000_000]})
    assert of(run, A).outcome == PROTOCOL
    assert set(bad(run)) <= {A, B}


def test_an_endless_line_is_cut_off(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["long", 5_000_000]}, max_line=1 << 20)
    assert bad(run) == {A: PROTOCOL}
    assert of(run, A).reason == "the engine wrote a line that is too long to be an answer, or never ends"


def test_a_long_answer_is_not_kept_whole(tmp_path: Path) -> None:
    run = drive(tmp_path, {D: ["long", 5_000_000]})
    assert bad(run) == {D: FAIL}
    got = of(run, D).got
    assert got is not None
    assert len(got["output"]["text"]) < 40_000
    assert got["output"]["text"].endswith("... (4967234 characters more)")


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
@pytest.mark.parametrize("program", [SLEEPS, WRITES])
def test_a_child_of_a_crashed_engine_hides_no_crash_and_is_ended(tmp_path: Path, program: str) -> None:
    note = tmp_path / "pid"
    run = drive(tmp_path, {A: ["leave", str(note), program]}, timeout_ms=5000)
    assert bad(run) == {A: CRASH}
    assert of(run, A).reason == "the engine ended with code 7"
    assert of(run, A).milliseconds < 4000
    assert not is_running(int(note.read_text("utf-8")))


def test_a_child_that_left_the_group_is_not_waited_for(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    run = drive(tmp_path, {A: ["leave", str(note), SLEEPS, True]})
    os.kill(int(note.read_text("utf-8")), signal.SIGKILL)
    assert bad(run) == {A: CRASH}
    assert of(run, A).reason == "the engine ended with code 7"


@NEEDS_PROC
def test_an_engine_behind_a_script_is_ended_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    fault = ["interrupt", 0, str(note)]
    run = drive(tmp_path, {A: fault}, wrapper=["sh", "-c", '"$@"; true', "sh"], timeout_ms=QUICK)
    assert bad(run) == {A: TIMEOUT}
    assert not is_running(int(note.read_text("utf-8")))


# --- standard error ---------------------------------------------------------------------------------------------------


def test_standard_error_goes_with_its_case_and_only_its_end(tmp_path: Path) -> None:
    text = "a" * 100_000 + "b" * 8191 + "\n"
    run = drive(tmp_path, {A: ["words", text], C: ["words", "short"]})
    assert bad(run) == {}
    assert of(run, C).stderr == "short"
    assert of(run, A).stderr == "b" * 8191 + "\n"
    assert of(run, B).stderr == of(run, D).stderr == ""


def test_standard_error_of_a_crash_is_kept(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["words", "\xff panic: at the end\n", 3]})
    assert bad(run) == {A: CRASH}
    assert of(run, A).stderr == "\\xff panic: at the end\n"


# --- the same again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", [{"repeat": None}, {"seed": 3, "repeat": 6}, {"repeat": 6, "window": 4}])
def test_another_answer_the_second_time_is_flaky(tmp_path: Path, chosen: dict[str, Any]) -> None:
    run = drive(tmp_path, {A: ["waver"]}, **chosen)
    assert bad(run) == {A: FLAKY}
    assert of(run, A).reason == "asked again, the engine gave another answer; at first it was pass"
    assert [place.path for place in of(run, A).differences] == ["/verdict", "/findings/0", "/findings/1"]


def test_another_layout_the_second_time_is_the_same(tmp_path: Path) -> None:
    run = drive(tmp_path, {"": ["layout"]}, ["forward.unknown-member.in-root:roundtrip:reader"], repeat=None)
    assert bad(run) == {}
    assert run.results[0].got is not None and run.results[0].got["output"]["text"].startswith(" {")


def test_a_crash_the_second_time_is_flaky(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["exit_later"]}, repeat=None)
    assert bad(run) == {A: FLAKY}
    reason = "asked again, it had no proper answer (crash: the engine ended with code 5); at first it was pass"
    assert of(run, A).reason == reason


def test_an_error_that_leaves_a_trace_is_found_without_repeats(tmp_path: Path) -> None:
    run = drive(tmp_path, {B: ["spoil"]})
    assert bad(run) == {A: FLAKY, B: ERROR, F: FAIL}
    reason = (
        "asked again after the engine had failed at another case, the engine gave another answer; at first it was pass"
    )
    assert of(run, A).reason == reason


def test_without_repeats_nothing_is_asked_twice(tmp_path: Path) -> None:
    assert bad(drive(tmp_path, {A: ["waver"]})) == {}


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


# --- bounds -----------------------------------------------------------------------------------------------------------


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


def test_the_budget_ends_the_run(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["hang"]}, budget_ms=1000)
    assert bad(run) == dict.fromkeys((A, B, E, F), NOT_RUN)
    assert of(run, A).reason == "the budget of 1 s ran out"
    assert run.troubles == ()
    assert run.exit_code == 1


# --- hello and bye ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ({"first": "Welcome!\n"}, "the engine wrote an invalid line: it is not JSON: "),
        ({"first": '{"type":"bye","answered":0}\n'}, "the engine said something else before its hello"),
        ({"hello": {"run": "other"}}, "the engine's hello is for another run: its member run differs from the driver's"),
        ({"hello": {"limits": {"integer": None, "depth": 0}}}, "the engine wrote an invalid line: /limits/depth: 0 is less than 16"),
        ({"hello": {"protocol": 2}}, "the engine chose version 2 of the protocol, not 1"),
        ({"hello": {"findings": None}}, "the engine wrote an invalid line: findings is missing"),
        ({"hello": {"ops": ["fly"]}}, 'the engine wrote an invalid line: /ops/0: expected "validate" or'),
    ],
)  # fmt: skip
def test_an_engine_without_a_proper_hello_is_not_asked(tmp_path: Path, table: dict[str, Any], reason: str) -> None:
    run = drive(tmp_path, table=table) if "first" in table else drive(tmp_path, **table)
    assert bad(run) == dict.fromkeys(CASES, NOT_RUN)
    (trouble,) = run.troubles
    assert trouble.startswith(f"the conversation failed: {reason}")
    assert run.exit_code == 3


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys; sys.exit('no module')", "the engine ended with code 1 (its standard error ends with: no module)"),
        ("import os, time; os.close(1); time.sleep(60)", "the engine closed its standard output"),
        (
            "print(end='x', flush=True); import time; time.sleep(60)",
            "the engine said no hello within 500 ms; 1 bytes of a line",
        ),
    ],
)
def test_an_engine_without_a_hello_is_explained(code: str, reason: str) -> None:
    run = driver.run([sys.executable, "-S", "-c", code], part(), driver.Options(start_timeout_ms=500))
    checked(run, CASES)
    assert bad(run) == dict.fromkeys(CASES, NOT_RUN)
    assert run.troubles[0].startswith(f"the conversation failed: {reason}")


def test_a_command_that_cannot_be_started_is_explained(tmp_path: Path) -> None:
    plain, odd = tmp_path / "plain", tmp_path / "odd"
    plain.write_text("nothing", "utf-8")
    odd.write_bytes(b"\x00\x01\x02")
    odd.chmod(0o755)
    for program, reason in (
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
        (["exit", 4], "the engine said bye and ended with code 4"),
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


def test_a_wrong_count_of_answers_is_trouble(tmp_path: Path) -> None:
    # After the error, the case before it is asked again.
    failed = {"type": "result", "id": F, "status": "error", "error": {"message": ""}}
    run = drive(tmp_path, {F: ["line", json.dumps(failed) + "\n"]})
    assert run.troubles == ("the engine counts 6 answers in its bye, but 7 came",)


def test_members_that_nobody_knows_are_ignored(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["exit", 1], "": ["says", {"future": {"a": 1}}]}, hello={"pid": 7})
    assert bad(run) == {A: CRASH}
    assert run.troubles == () and "pid" not in run.declared


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
    adds_up, troubles, code, found = json.loads(finished.stdout)
    assert adds_up is True
    assert troubles == ["the run was interrupted"]
    assert code == 3
    assert found == {C: PASS, D: PASS, A: NOT_RUN, B: NOT_RUN, E: NOT_RUN, F: NOT_RUN}
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text("utf-8")), 0)


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


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    drive(tmp_path)
    before = len(os.listdir("/dev/fd"))
    drive(tmp_path, {A: ["exit", 1], B: ["line", "x\n"]}, jobs=2)
    driver.run([str(tmp_path / "missing")], part())
    assert len(os.listdir("/dev/fd")) == before


# --- anything at once -------------------------------------------------------------------------------------------------

MIXTURE: list[tuple[list[Any], str]] = [
    (["exit", 3], CRASH),
    (["signal", SIGKILL], CRASH),
    (["part", "exit"], CRASH),
    (["hang"], TIMEOUT),
    (["line", "?\n"], PROTOCOL),
    (["line", '{"type":"result","id":"other","status":"ok"}\n'], PROTOCOL),
    (["times", 2], PROTOCOL),
    (["error", "no"], ERROR),
    (["says", {"status": "unsupported", "unsupported": {"feature": "mood"}}], UNDECLARED),
    (["words", "noise\n" * 30_000], PASS),
]


@pytest.mark.parametrize("number", range(int(os.environ.get("EXPROV_CHAOS", "3"))))
def test_any_mixture_of_faults_is_told_apart(tmp_path: Path, number: int) -> None:
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
