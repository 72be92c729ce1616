"""The driver: every planned case has one outcome, and the right case is blamed, whatever engines do."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from exprov.conformance import driver, exit_code, plan, results
from exprov.conformance.results import CaseResult, Run

ENGINES = Path(__file__).parents[1] / "engines"
A = "rules.attempt-count.two-for-one:validate:reader"
B = "rules.attempt-count.two-for-one:validate:writer"
C = "schema.one-attempt:validate:reader"
D = "schema.one-attempt:canonical:reader"
E = "forward.unknown-member.in-root:validate:reader"
F = "forward.unknown-member.in-root:validate:writer"
# In the order of the plan.
CASES = (C, D, A, B, E, F)
ONCE = driver.Options(repeat=0)


@cache
def whole() -> plan.Plan:
    return plan.load()


def command(folder: Path, planned: plan.Plan, **table: Any) -> list[str]:
    """The engine of tests/engines that misbehaves as the table says."""
    file = folder / "table.json"
    answers = {case.id: dict(case.expected) for case in planned.cases}
    file.write_text(json.dumps({"answers": answers, "window": 8, **table}), "utf-8")
    return [sys.executable, "-S", str(ENGINES / "driver_faults.py"), str(file)]


def drive(
    folder: Path, faults: dict[str, list[Any]] | None = None, options: driver.Options = ONCE, **table: Any
) -> Run:
    planned = plan.only(whole(), CASES)
    run = driver.run(command(folder, planned, faults=faults or {}, **table), planned, options)
    check(run, CASES)
    return run


def check(run: Run, ids: Sequence[str]) -> None:
    """What holds of every run."""
    assert [result.id for result in run.results] == list(ids)
    assert run.planned == len(ids)
    assert run.adds_up
    assert sum(run.counts().values()) == run.planned


def bad(run: Run) -> dict[str, str]:
    return {result.id: result.outcome for result in run.results if result.outcome != results.PASS}


def of(run: Run, id: str) -> CaseResult:
    return next(result for result in run.results if result.id == id)


def options(**changes: Any) -> driver.Options:
    return dataclasses.replace(ONCE, **changes)


# --- the good engine --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen", [ONCE, driver.Options(), options(window=8), options(jobs=3, window=2), options(seed=5, repeat=6)]
)
def test_a_right_engine_passes_however_it_is_asked(tmp_path: Path, chosen: driver.Options) -> None:
    run = drive(tmp_path, options=chosen)
    assert bad(run) == {}
    assert run.troubles == ()
    assert exit_code.of(run) == 0
    assert run.engine["name"] == "driver_faults"
    assert run.declared["window"] == 8
    assert "run" not in run.declared and "engine" not in run.declared
    assert run.suite == {"version": whole().version, "sha256": whole().sha256}
    assert of(run, A).got == {"status": "ok", **of(run, A).expected}


def test_an_empty_plan_starts_nothing(tmp_path: Path) -> None:
    run = driver.run([str(tmp_path / "nothing")], plan.only(whole(), ()))
    assert run.results == () and run.adds_up and run.troubles == ()


def test_what_is_not_declared_is_not_asked(tmp_path: Path) -> None:
    # Whoever is asked dies.
    run = drive(
        tmp_path, {D: ["exit", 1], B: ["exit", 1], F: ["exit", 1]}, hello={"ops": ["validate"], "levels": ["reader"]}
    )
    assert bad(run) == dict.fromkeys((D, B, F), results.UNSUPPORTED)
    assert of(run, D).reason == "the engine does not declare the operation canonical"
    assert of(run, B).reason == "the engine does not declare the level writer"
    assert exit_code.of(run) == 0


def test_progress_is_told(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    drive(tmp_path, options=options(progress=lambda done, total: seen.append((done, total))))
    assert seen[-1] == (6, 6)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


# --- blame ------------------------------------------------------------------------------------------------------------

FAILURES: dict[str, tuple[list[Any], str, str]] = {
    "exit": (["exit", 7], results.CRASH, "the engine ended with code 7"),
    "exit 0": (["exit", 0], results.CRASH, "the engine ended with code 0"),
    "signal": (["signal", int(signal.SIGSEGV)], results.CRASH, "the engine was killed by SIGSEGV"),
    "hang": (["hang"], results.TIMEOUT, "no answer within 1000 ms"),
    "unended": (
        ["unended"],
        results.TIMEOUT,
        "no answer within 1000 ms; 22 bytes of a line came without their line feed",
    ),
    "half": (
        ["half"],
        results.CRASH,
        "the engine ended with code 0, after 22 bytes of a line that it did not finish",
    ),
    "garbage": (
        ["write", "Hello\x1b[2J\n"],
        results.PROTOCOL,
        "the engine wrote a line that is no message: JSON is malformed: invalid character (byte 0): 'Hello\\x1b[2J'"
        " (what is not for the driver belongs on standard error)",
    ),
    "empty line": (
        ["write", "\n"],
        results.PROTOCOL,
        "the engine wrote a line that is no message: an empty line: '' (what is not for the driver belongs on standard error)",
    ),
    "hello": (
        [
            "write",
            '{"type":"hello","protocol":1,"run":"","engine":{"name":"x","version":"","language":""},"contract":[],"ops":[],'
            '"levels":[],"features":[],"limits":{"integer":null,"depth":null},"findings":"all","window":1}\n',
        ],
        results.PROTOCOL,
        "the engine said hello a second time",
    ),
    "bye": (["write", '{"type":"bye","answered":2}\n'], results.PROTOCOL, "the engine said bye before it was told to"),
    "another id": (
        ["write", '{"type":"result","id":"other","status":"ok"}\n'],
        results.PROTOCOL,
        "the engine answered 'other', which it was not asked",
    ),
}


@pytest.mark.parametrize("window", [1, 4])
@pytest.mark.parametrize("name", FAILURES)
def test_the_case_with_which_it_happens_is_blamed_and_the_others_run(tmp_path: Path, name: str, window: int) -> None:
    fault, outcome, reason = FAILURES[name]
    # A pause, so that no other case has been answered after it.
    run = drive(tmp_path, {A: fault}, options(window=window, timeout_ms=1000))
    assert bad(run) == {A: outcome}
    assert of(run, A).reason == reason
    assert of(run, A).got is None
    assert run.troubles == ()
    assert exit_code.of(run) == 1


def test_an_engine_that_stops_listening_is_not_waited_for(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["stdin"]}, options(timeout_ms=2000))
    assert bad(run) == {A: results.TIMEOUT}
    # With more to say, the driver notices it at once.
    run = drive(tmp_path, {A: ["stdin"]}, options(timeout_ms=2000, window=3))
    assert set(bad(run)) == {A}


def test_what_no_case_does_alone_is_blamed_on_the_oldest(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["crowded"]}, options(window=3))
    (id,) = bad(run)
    assert of(run, id).outcome == results.CRASH
    assert of(run, id).reason == (
        "the engine ended with code 9; it happened while several cases were outstanding, and to none of them alone"
    )


def test_the_window_is_no_wider_than_the_engine_wants_it(tmp_path: Path) -> None:
    assert bad(drive(tmp_path, {"": ["crowded"]}, options(window=8), hello={"window": 1})) == {}


def test_several_that_fail_are_all_found(tmp_path: Path) -> None:
    faults = {C: ["exit", 1], A: ["exit", 2], E: ["signal", 9], F: ["error", "no"]}
    for chosen in (ONCE, options(window=6), options(jobs=2, window=2)):
        run = drive(tmp_path, faults, chosen)
        assert bad(run) == {C: results.CRASH, A: results.CRASH, E: results.CRASH, F: results.ERROR}
        assert of(run, F).reason == "the engine answered that it failed: no"


def test_garbage_after_an_answer_is_blamed_on_it_or_the_next(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["then", "debug\n"]})
    (id,) = bad(run)
    assert id in (A, B)
    assert of(run, id).outcome == results.PROTOCOL


def test_an_answer_too_many_spoils_its_own_case_alone(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["thrice", 2]})
    assert bad(run) == {A: results.PROTOCOL}
    assert of(run, A).reason == "the engine answered the case 2 times"
    run = drive(tmp_path, {"": ["thrice", 2]})
    assert bad(run) == dict.fromkeys(CASES, results.PROTOCOL)
    run = drive(tmp_path, {F: ["thrice", 2]})
    assert bad(run) == {F: results.PROTOCOL}


def test_an_engine_that_answers_without_end_is_stopped(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["thrice", 1_000_000]})
    assert of(run, A).outcome == results.PROTOCOL
    assert set(bad(run)) <= {A, B}


def test_a_line_without_end_is_cut_off(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["output", 5_000_000]}, options(max_line=1 << 20))
    assert bad(run) == {A: results.PROTOCOL}
    assert of(run, A).reason == "the engine wrote a line that is too long to be an answer, or never ends"


def test_a_long_answer_is_not_kept_whole(tmp_path: Path) -> None:
    run = drive(tmp_path, {D: ["output", 5_000_000]})
    assert bad(run) == {D: results.FAIL}
    got = of(run, D).got
    assert got is not None
    assert len(got["output"]["text"]) < 40_000
    assert got["output"]["text"].endswith("... (4967234 characters more)")


# --- standard error ---------------------------------------------------------------------------------------------------


def test_standard_error_goes_with_its_case_and_only_its_end(tmp_path: Path) -> None:
    text = "a" * 100_000 + "b" * 8191 + "\n"
    run = drive(tmp_path, {A: ["stderr", text], C: ["stderr", "short"]})
    assert bad(run) == {}
    assert of(run, C).stderr == "short"
    assert of(run, A).stderr == "b" * 8191 + "\n"
    assert of(run, B).stderr == of(run, D).stderr == ""


def test_standard_error_of_a_crash_is_kept(tmp_path: Path) -> None:
    planned = plan.only(whole(), [A])
    code = (
        "import os, runpy, speaking\n"
        "speaking.greet()\n"
        "for case in speaking.cases():\n"
        "    os.write(2, b'\\xff panic: at the end\\n'); os._exit(3)\n"
    )
    file = tmp_path / "engine.py"
    file.write_text(f"import sys; sys.path.insert(0, {str(ENGINES)!r}); sys.argv[1:] = []\n{code}", "utf-8")
    run = driver.run([sys.executable, str(file)], planned, ONCE)
    check(run, [A])
    assert bad(run) == {A: results.CRASH}
    assert of(run, A).stderr == "\\xff panic: at the end\n"


# --- the same again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", [driver.Options(), options(seed=3, repeat=6), options(repeat=6, window=4)])
def test_another_answer_the_second_time_is_flaky(tmp_path: Path, chosen: driver.Options) -> None:
    run = drive(tmp_path, {A: ["wavers"]}, chosen)
    assert bad(run) == {A: results.FLAKY}
    assert of(run, A).reason == "asked again, the engine answered otherwise; the first time it was pass"
    assert [place.path for place in of(run, A).differences] == ["/verdict", "/findings/0", "/findings/1"]


def test_another_layout_the_second_time_is_the_same(tmp_path: Path) -> None:
    ids = ["forward.unknown-member.in-root:roundtrip:reader"]
    planned = plan.only(whole(), ids)
    run = driver.run(command(tmp_path, planned, faults={"": ["layouts"]}), planned, driver.Options())
    check(run, ids)
    assert bad(run) == {}
    assert run.results[0].got is not None and run.results[0].got["output"]["text"].startswith(" {")


def test_a_child_that_goes_on_writing_hides_no_crash(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["leaves"]}, options(timeout_ms=5000))
    assert bad(run) == {A: results.CRASH}
    assert of(run, A).reason == "the engine ended with code 7"
    assert of(run, A).milliseconds < 4000


def test_a_crash_the_second_time_is_flaky(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["dies later"]}, driver.Options())
    assert bad(run) == {A: results.FLAKY}
    assert of(run, A).reason == (
        "asked again, there was no proper answer (crash: the engine ended with code 5); the first time it was pass"
    )


def test_an_error_that_leaves_a_trace_is_found_without_repeats(tmp_path: Path) -> None:
    run = drive(tmp_path, {B: ["spoil"]})
    assert bad(run) == {A: results.FLAKY, B: results.ERROR, F: results.FAIL}
    assert of(run, A).reason == (
        "asked again after the engine had failed at another case, the engine answered otherwise; the first time it was pass"
    )


def test_without_repeats_nothing_is_asked_twice(tmp_path: Path) -> None:
    assert bad(drive(tmp_path, {A: ["wavers"]})) == {}


def test_a_seed_gives_the_same_order_each_time(tmp_path: Path) -> None:
    def order(seed: int | None) -> list[str]:
        # The order in which cases are asked shows in what they write to standard error.
        log = tmp_path / "log"
        log.write_text("", "utf-8")
        planned = plan.only(whole(), CASES)
        file = tmp_path / "engine.py"
        file.write_text(
            f"import sys; sys.path.insert(0, {str(ENGINES)!r})\nimport speaking\nspeaking.greet()\n"
            "for case in speaking.cases():\n"
            f"    open({str(log)!r}, 'a').write(case['id'] + '\\n'); speaking.answer(case)\n",
            "utf-8",
        )
        table = command(tmp_path, planned)[-1]
        run = driver.run([sys.executable, str(file), table], planned, options(seed=seed))
        check(run, CASES)
        assert bad(run) == {} and run.seed == seed
        return log.read_text("utf-8").split()

    assert order(None) == list(CASES)
    first = order(1)
    assert first == order(1) != list(CASES)
    assert sorted(first) == sorted(CASES)
    assert first != order(2)


# --- bounds -----------------------------------------------------------------------------------------------------------


def test_restarts_are_bounded(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["exit", 1], B: ["exit", 1]}, options(max_restarts=1))
    assert bad(run) == {A: results.CRASH, B: results.CRASH, E: results.NOT_RUN, F: results.NOT_RUN}
    assert of(run, F).reason == run.troubles[0]
    assert run.troubles[0].startswith("the engine was restarted 1 times; ")
    assert exit_code.of(run) == 3


def test_an_engine_that_never_answers_is_given_up(tmp_path: Path) -> None:
    planned = plan.only(whole(), [case.id for case in whole().cases[:100]])
    run = driver.run(command(tmp_path, planned, faults={"": ["exit", 1]}), planned, ONCE)
    check(run, [case.id for case in planned.cases])
    assert run.counts()[results.CRASH] == 21
    assert run.counts()[results.NOT_RUN] == 79
    assert run.troubles == ("the engine failed 21 times and never answered; mend what it does at its first case",)


def test_the_budget_ends_the_run(tmp_path: Path) -> None:
    run = drive(tmp_path, {A: ["hang"]}, options(budget_ms=2000))
    assert bad(run) == dict.fromkeys((A, B, E, F), results.NOT_RUN)
    assert of(run, A).reason == "the budget of 2 s ran out"
    assert run.troubles == ()
    assert exit_code.of(run) == 1


# --- hello and bye ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"first": "Welcome!\n"}, "the engine wrote a line that is no message: "),
        ({"first": '{"type":"bye","answered":0}\n'}, "the engine said something else before its hello"),
        ({"hello": {"run": "other"}}, "the engine's hello is for another run: its member run is not the driver's"),
        ({"hello": {"limits": {"integer": None, "depth": 0}}}, "the engine's hello has 0 in limits.depth, which would"),
        ({"hello": {"protocol": 2}}, "the engine chose version 2 of the protocol, not 1"),
        ({"hello": {"findings": None}}, "the engine wrote a line that is no message: Object missing required field"),
        ({"hello": {"ops": ["fly"]}}, "the engine wrote a line that is no message: Invalid enum value 'fly'"),
    ],
)
def test_an_engine_without_a_proper_hello_is_not_asked(tmp_path: Path, table: dict[str, Any], told: str) -> None:
    run = drive(tmp_path, **table)
    assert bad(run) == dict.fromkeys(CASES, results.NOT_RUN)
    (trouble,) = run.troubles
    assert trouble.startswith(f"the engine could not be talked to: {told}")
    assert exit_code.of(run) == 3


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            "import sys; sys.exit('no module named engine')",
            "the engine ended with code 1 (its standard error ends with: no module named engine)",
        ),
        ("import time; time.sleep(60)", "the engine said no hello within 1000 ms"),
        ("import os, time; os.close(1); time.sleep(60)", "the engine closed its standard output"),
        (
            "print(end='x', flush=True); import time; time.sleep(60)",
            "the engine said no hello within 1000 ms; 1 bytes of a line",
        ),
    ],
)
def test_an_engine_without_a_hello_is_explained(code: str, told: str) -> None:
    run = driver.run([sys.executable, "-c", code], plan.only(whole(), CASES), options(start_timeout_ms=1000))
    check(run, CASES)
    assert bad(run) == dict.fromkeys(CASES, results.NOT_RUN)
    assert run.troubles[0].startswith(f"the engine could not be talked to: {told}")


def test_a_command_that_cannot_be_started_is_explained(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("nothing", "utf-8")
    odd = tmp_path / "odd"
    odd.write_bytes(b"\x00\x01\x02")
    odd.chmod(0o755)
    for program, told in (
        (tmp_path / "missing", "there is no such program; check its name"),
        (tmp_path, "it is a folder; name the program in it"),
        (plain, "it is not executable; make it so with chmod +x"),
        (odd, "Exec format error; put its interpreter in front"),
        ("a\0b", "embedded null byte; put its interpreter in front"),
    ):
        run = driver.run([str(program)], plan.only(whole(), CASES))
        check(run, CASES)
        assert bad(run) == dict.fromkeys(CASES, results.NOT_RUN)
        assert run.troubles[0].startswith(f"the command {str(program)!r} cannot be started: {told}")
        assert exit_code.of(run) == 3


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ({"ends": ["exit", 4]}, "the engine said bye and ended with code 4"),
        ({"ends": ["signal", int(signal.SIGKILL)]}, "the engine said bye and was killed by SIGKILL"),
        ({"ends": ["hang"]}, "the engine said bye and did not end within 5 s, so that it was killed"),
        ({"ends": ["write", '{"type":"bye","answered":6}\n']}, "the engine said bye twice, when it had no case"),
        (
            {"ends": ["write", "debug\n"]},
            "the engine wrote a line that is no message: JSON is malformed: invalid character (byte 0): 'debug'"
            " (what is not for the driver belongs on standard error), when it had no case",
        ),
    ],
)
def test_an_improper_end_is_trouble(tmp_path: Path, table: dict[str, Any], told: str) -> None:
    run = drive(tmp_path, **table)
    assert bad(run) == {}
    assert run.troubles == (told,)
    assert exit_code.of(run) == 3


def test_a_wrong_count_of_answers_is_trouble(tmp_path: Path) -> None:
    # After the error, the case before it is asked again.
    run = drive(
        tmp_path,
        {F: ["write", json.dumps({"type": "result", "id": F, "status": "error", "error": {"message": ""}}) + "\n"]},
    )
    assert run.troubles == ("the engine says that it answered 6 cases, and 7 answers came",)


# --- interruption -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing_and_tells_what_ran(tmp_path: Path, number: signal.Signals) -> None:
    planned = plan.only(whole(), CASES)
    note = tmp_path / "note"
    file = tmp_path / "engine.py"
    file.write_text(
        f"import sys; sys.path.insert(0, {str(ENGINES)!r})\nimport os, signal, time, speaking\nspeaking.greet()\n"
        "for case in speaking.cases():\n"
        f"    if case['id'] == {A!r}:\n"
        f"        open({str(note)!r}, 'w').write(str(os.getpid())); os.kill(os.getppid(), {int(number)}); time.sleep(60)\n"
        "    speaking.answer(case)\n",
        "utf-8",
    )
    code = (
        "import json, signal, sys\n"
        "from exprov.conformance import driver, plan, exit_code\n"
        # Whoever runs the tests in the background may have them ignore it.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"planned = plan.only(plan.load(), {list(CASES)!r})\n"
        "run = driver.run(sys.argv[1:], planned, driver.Options(repeat=0))\n"
        "print(json.dumps([run.adds_up, run.troubles, exit_code.of(run), {r.id: r.outcome for r in run.results}]))\n"
    )
    table = command(tmp_path, planned)[-1]
    finished = subprocess.run(
        [sys.executable, "-c", code, sys.executable, str(file), table], capture_output=True, text=True, timeout=60
    )
    assert finished.returncode == 0, finished.stderr
    adds_up, troubles, code, outcomes = json.loads(finished.stdout)
    assert adds_up is True
    assert troubles == ["the run was interrupted"]
    assert code == 3
    assert outcomes == {C: "pass", D: "pass", A: "not-run", B: "not-run", E: "not-run", F: "not-run"}
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text("utf-8")), 0)


def test_handlers_are_put_back(tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    drive(tmp_path)
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)] == before


def test_it_runs_in_any_thread(tmp_path: Path) -> None:
    found: list[Run] = []
    thread = threading.Thread(target=lambda: found.append(drive(tmp_path)))
    thread.start()
    thread.join(60)
    assert bad(found[0]) == {}


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    drive(tmp_path)
    before = len(os.listdir("/dev/fd"))
    drive(tmp_path, {A: ["exit", 1], B: ["write", "x\n"]}, options(jobs=2))
    driver.run([str(tmp_path / "missing")], plan.only(whole(), CASES))
    assert len(os.listdir("/dev/fd")) == before


# --- anything at once -------------------------------------------------------------------------------------------------

OUTCOME_OF: dict[str, tuple[list[Any], str]] = {
    "exit": (["exit", 3], results.CRASH),
    "signal": (["signal", int(signal.SIGKILL)], results.CRASH),
    "half": (["half"], results.CRASH),
    "hang": (["hang"], results.TIMEOUT),
    "garbage": (["write", "?\n"], results.PROTOCOL),
    "another id": (["write", '{"type":"result","id":"other","status":"ok"}\n'], results.PROTOCOL),
    "twice": (["thrice", 2], results.PROTOCOL),
    "error": (["error", "no"], results.ERROR),
    "noise": (["stderr", "noise\n" * 30_000], results.PASS),
}


@pytest.mark.parametrize("number", range(int(os.environ.get("EXPROV_CHAOS", "6"))))
def test_any_mixture_of_faults_is_told_apart(tmp_path: Path, number: int) -> None:
    chance = random.Random(number)
    planned = plan.only(whole(), [case.id for case in chance.sample(whole().cases, 40)])
    faults = {case.id: OUTCOME_OF[chance.choice(list(OUTCOME_OF))] for case in planned.cases if chance.random() < 0.3}
    chosen = driver.Options(
        jobs=chance.randint(1, 3),
        window=chance.choice([1, 2, 8]),
        seed=chance.choice([None, number]),
        repeat=chance.choice([0, 10]),
        timeout_ms=1500,
    )
    table = {id: fault for id, (fault, _) in faults.items()}
    run = driver.run(command(tmp_path, planned, faults=table), planned, chosen)
    check(run, [case.id for case in planned.cases])
    expected = {id: outcome for id, (_, outcome) in faults.items() if outcome != results.PASS}
    assert bad(run) == expected
    assert run.troubles == ()
