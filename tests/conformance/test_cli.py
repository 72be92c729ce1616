"""`exprov conformance run`, `plan` and `judge` as commands: options, files, standard output, and every exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from exprov import fixtures
from exprov.cli import main
from exprov.conformance import driver, plan, protocol, results

ENGINES = Path(__file__).parents[1] / "engines"
A = "unicode.composed:validate:reader"
B = "unicode.composed:validate:writer"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Exprov = Callable[..., Outcome]


@pytest.fixture
def exprov(capsys: pytest.CaptureFixture[str]) -> Exprov:
    """`exprov("run", ...)` runs `exprov conformance run ...` in this process."""

    def call(*arguments: object) -> Outcome:
        code = main(["conformance", *map(str, arguments)])
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@cache
def answers() -> dict[str, dict[str, Any]]:
    return {case.id: dict(case.expected) for case in plan.load(select=["unicode"]).cases}


def engine(folder: Path, **table: Any) -> list[str]:
    folder.mkdir(exist_ok=True)
    file = folder / "table.json"
    file.write_text(json.dumps({"answers": answers(), "window": 8, **table}), "utf-8")
    return ["--", sys.executable, "-S", str(ENGINES / "driver_faults.py"), str(file)]


def test_a_right_engine_ends_with_0_and_a_report(exprov: Exprov, tmp_path: Path) -> None:
    outcome = exprov("run", "--select", "unicode", *engine(tmp_path))
    assert (outcome.code, outcome.err) == (0, "")
    count = len(answers())
    assert f"sum {count} = plan {count}" in outcome.out
    assert "driver_faults" in outcome.out


def test_a_wrong_answer_ends_with_1(exprov: Exprov, tmp_path: Path) -> None:
    outcome = exprov("run", "--select", "unicode", *engine(tmp_path, faults={A: ["error", "no\x1b[2J"]}))
    assert outcome.code == 1
    assert A in outcome.out
    assert "\x1b" not in outcome.out + outcome.err


def test_all_options_are_taken(exprov: Exprov, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def run(command: list[str], planned: plan.Plan, options: driver.Options) -> results.Run:
        seen.append((command, planned, options))
        return results.Run({}, tuple(command), planned.suite, "", 0, ())

    monkeypatch.setattr(driver, "run", run)
    outcome = exprov(
        "run", "--select", "unicode", "--select", "rules", "--shard", "2/3", "--jobs", "4", "--window", "5", "--seed", "6",
        "--repeat", "7", "--timeout", "0.25", "--start-timeout", "9", "--budget", "600", "--max-restarts", "0",
        "--fixtures", fixtures.folder(), "--", "engine", "--jobs", "1", "--", "x",
    )  # fmt: skip
    assert outcome.code == 0
    ((command, planned, options),) = seen
    assert command == ["engine", "--jobs", "1", "--", "x"]
    assert planned.cases == plan.load(select=["unicode", "rules"], shard=(2, 3)).cases
    assert options == driver.Options(4, 5, 6, 250, 9000, 600_000, 0, 7)


def test_several_reports_at_once(exprov: Exprov, tmp_path: Path) -> None:
    files = {name: tmp_path / f"report.{name}" for name in ("junit", "tap", "html", "github")}
    reports = [word for name, path in files.items() for word in ("--report", f"{name}={path}")]
    outcome = exprov("run", "--select", "unicode", "--report", "json", *reports, *engine(tmp_path))
    assert outcome.code == 0
    json.loads(outcome.out)
    ElementTree.fromstring(files["junit"].read_text("utf-8"))
    assert files["tap"].read_text("utf-8").startswith("TAP version 14\n")
    assert "<html" in files["html"].read_text("utf-8")
    assert files["github"].is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*(p.name for p in files.values()), "table.json"])


def test_reports_in_files_leave_the_text_on_standard_output(exprov: Exprov, tmp_path: Path) -> None:
    outcome = exprov("run", "--select", "unicode", "--report", f"tap={tmp_path / 'tap'}", *engine(tmp_path))
    assert outcome.code == 0
    assert "sum " in outcome.out and "TAP version" not in outcome.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--report", "yaml"], "there is no report format 'yaml'; choose from text, json,"),
        (
            ["--report", "json", "--report", "tap"],
            "json and tap both go to standard output; give all but one a file, as in tap=PATH",
        ),
        (["--report", "tap="], "the report tap names no file"),
        (["--update"], "there is no baseline to update; name its file with --baseline"),
        (["--select", "unicod"], "no case fits 'unicod'; did you mean unicode"),
        (["--shard", "3/2"], "there is no part 3 of 2; number them from 1, as in 1/4"),
        (["--shard", "a/2"], "'a/2' is not a shard; write I/N, as in 1/4"),
        (
            ["--select", A, "--shard", "1/5000"],
            "no case is left for part 1 of 5000; split what is selected into fewer parts, or leave it whole",
        ),
        (["--require", "speed"], "nothing that is called 'speed' can be required; choose from validate, "),
        (["--jobs", "0"], "'0' is not a whole number from 1 on"),
        (["--jobs", "\u00b2"], " is not a whole number from 1 on"),
        (["--jobs", "9" * 5000], " is not a whole number from 1 on"),
        (["--shard", "1/\u00b2"], " is not a shard; write I/N, as in 1/4"),
        (["--report", "json=/dev/stdout", "--report", "tap"], "json and tap both go to standard output"),
        (["--max-restarts", "-1"], "'-1' is not a whole number from 0 on"),
        (["--timeout", "0"], "'0' is not a number of seconds above 0"),
        (["--timeout", "nan"], "'nan' is not a number of seconds above 0"),
        (["--budget", "inf"], "'inf' is not a number of seconds above 0"),
    ],
)
def test_wrong_usage_ends_with_2_before_anything_runs(
    exprov: Exprov, tmp_path: Path, arguments: list[str], told: str
) -> None:
    note = tmp_path / "started"
    outcome = exprov("run", *arguments, "--", sys.executable, "-c", f"open({str(note)!r}, 'w')")
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
    assert not note.exists()


def test_no_command_is_wrong_usage(exprov: Exprov) -> None:
    for arguments in (["run"], ["run", "--"], []):
        outcome = exprov(*arguments)
        assert outcome.code == 2 and outcome.out == ""


def test_an_engine_that_does_not_start_ends_with_3_and_a_remedy(exprov: Exprov, tmp_path: Path) -> None:
    outcome = exprov("run", "--select", "unicode", "--", tmp_path / "missing")
    assert outcome.code == 3
    assert "there is no such program; check its name and its path" in outcome.err
    count = len(answers())
    assert f"sum {count} = plan {count}" in outcome.out


def test_other_trouble_ends_with_3_too(exprov: Exprov, tmp_path: Path) -> None:
    outcome = exprov("run", "--select", "unicode", *engine(tmp_path, ends=["exit", 5]))
    assert outcome.code == 3
    assert "exprov: error: the engine said bye and ended with code 5\n" == outcome.err


def test_changed_fixtures_end_with_4(exprov: Exprov, tmp_path: Path) -> None:
    folder = tmp_path / "fixtures"
    shutil.copytree(fixtures.folder(), folder)
    file = folder / "unicode.json"
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    for action in (["run", "--fixtures", folder, *engine(tmp_path)], ["plan", "--fixtures", folder]):
        outcome = exprov(*action)
        assert (outcome.code, outcome.out) == (4, "")
        assert "unicode.json: is not the file that the manifest names; " in outcome.err


def test_a_sum_that_is_not_the_plan_ends_with_4(exprov: Exprov, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "run", lambda command, planned, options: results.Run({}, (), planned.suite, "", 3, ()))
    outcome = exprov("run", "--select", "unicode", "--", "engine")
    assert outcome.code == 4
    assert "the outcomes do not add up to the plan" in outcome.err


def test_a_report_that_cannot_be_written_ends_with_6(exprov: Exprov, tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    outcome = exprov("run", "--select", "unicode", "--report", f"tap={tmp_path / 'report'}", *engine(tmp_path))
    assert outcome.code == 6
    assert f"exprov: error: {tmp_path / 'report'}: cannot be written: " in outcome.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report", "table.json"]


def test_reports_and_baselines_that_cannot_be_written_are_refused_before_anything_runs(
    exprov: Exprov, tmp_path: Path
) -> None:
    note, command = tmp_path / "started", tmp_path / "engine.py"
    command.write_text(f"open({str(note)!r}, 'w')")
    (tmp_path / "file").write_text("")
    for arguments, reason in (
        (["--report", f"json={tmp_path}"], "Is a directory"),
        (["--report", f"json={tmp_path / 'file' / 'x'}"], "Not a directory"),
        (["--report", f"json={tmp_path / 'file' / 'x' / 'y'}"], "Not a directory"),
        (["--baseline", tmp_path / "file" / "x", "--update"], "Not a directory"),
    ):
        outcome = exprov("run", "--select", "unicode", *arguments, "--", sys.executable, command)
        assert outcome.code in (3, 6) and reason in outcome.err
        assert not note.exists()


def test_no_report_goes_over_another_file_of_the_run(exprov: Exprov, tmp_path: Path) -> None:
    baseline, link, said = tmp_path / "baseline.json", tmp_path / "link", tmp_path / "said"
    baseline.write_text('{"baseline":1,"cases":{}}')
    link.symlink_to(baseline)
    said.write_text("")
    over = "; give it a file of its own\n"
    for action, told in (
        (["run", "--baseline", baseline, "--report", f"json={link}", "--", "x"], f"over the baseline, {link}"),
        (["run", "--report", f"json={link}", "--report", f"tap={baseline}", "--", "x"], f"over the report json, {baseline}"),
        (["judge", "--report", f"html={said}", said], f"over what is to be judged, {said}"),
        (["matrix", "--engine", "a=x", "--report", f"text={said}", "--report", f"html={said}"], f"over the report text, {said}"),
    ):  # fmt: skip
        outcome = exprov(*action)
        assert outcome.code == 2
        assert outcome.err.endswith(told + over)
    assert baseline.read_text() == '{"baseline":1,"cases":{}}'
    # A device takes everything.
    nothing = ["--report", "json=/dev/null", "--report", "tap=/dev/null"]
    assert exprov("run", "--select", "unicode", *nothing, *engine(tmp_path)).code == 0
    assert Path("/dev/null").is_char_device()


def test_one_report_that_cannot_be_written_loses_no_other(
    exprov: Exprov, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, gone = driver.run, tmp_path / "gone"

    def meanwhile(*arguments: Any) -> results.Run:
        gone.mkdir()
        return run(*arguments)

    monkeypatch.setattr(driver, "run", meanwhile)
    kept = tmp_path / "kept.json"
    reports = ["--report", f"tap={gone}", "--report", f"json={kept}"]
    outcome = exprov("run", "--select", "unicode", *reports, *engine(tmp_path, ends=["exit", 5]))
    assert outcome.code == 6
    assert f"exprov: error: {gone}: cannot be written: Is a directory" in outcome.err
    assert "exprov: error: the engine said bye and ended with code 5\n" in outcome.err
    assert "sum " in outcome.out
    assert json.loads(kept.read_text())["troubles"]


def test_a_baseline_that_cannot_be_written_loses_no_report(
    exprov: Exprov, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("exprov.atomic.os.replace", full)
    file = tmp_path / "known.json"
    outcome = exprov("run", "--select", "unicode", "--baseline", file, "--update", *engine(tmp_path))
    assert (outcome.code, outcome.err) == (
        6,
        f"exprov: error: {file}: cannot be written: No space left on device; check the path and its permissions\n",
    )
    assert "sum " in outcome.out


def test_who_reads_no_further_changes_no_verdict(tmp_path: Path) -> None:
    kept = tmp_path / "kept.tap"
    command = [sys.executable, "-m", "exprov", "conformance", "run", "--select", "unicode", "--report", "text"]
    command += ["--report", f"tap={kept}", *engine(tmp_path, faults={A: ["error", "no"]})]
    reading, writing = os.pipe()
    os.close(reading)
    finished = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=120)
    os.close(writing)
    assert (finished.returncode, finished.stderr) == (1, b"")
    assert kept.read_text().startswith("TAP version 14\n")
    with open("/dev/full", "wb") as full:
        finished = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=120)
    assert finished.returncode == 6
    assert b"exprov: error: standard output: cannot be written: No space left on device" in finished.stderr


def test_standard_output_has_the_report_and_standard_error_no_progress_without_a_terminal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "exprov", "conformance", "run", "--select", "unicode", "--report", "json"]
    finished = subprocess.run([*command, *engine(tmp_path)], capture_output=True, text=True, timeout=120)
    assert (finished.returncode, finished.stderr) == (0, "")
    json.loads(finished.stdout)


def test_progress_is_shown_on_a_terminal_only(exprov: Exprov, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    outcome = exprov("run", "--select", "unicode", *engine(tmp_path))
    assert outcome.code == 0
    first, *_, last = outcome.err.split("\r")[1:]
    assert first == f"0 of {len(answers())} cases"
    assert last == ""
    assert "cases" not in outcome.err.split("\r")[-2]


# --- baseline ---------------------------------------------------------------------------------------------------------


def test_a_baseline_is_written_excuses_and_notices(exprov: Exprov, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    chosen = ["run", "--select", "unicode", "--baseline", file]
    failing = engine(tmp_path, faults={A: ["error", "no"]})
    assert exprov(*chosen, *failing).code == 3
    assert not file.exists()
    outcome = exprov(*chosen, "--update", *failing)
    assert (outcome.code, outcome.err.splitlines()[:2]) == (
        0,
        [f"baseline {file}: 1 added, 0 changed, 0 removed", f"  added: {A}"],
    )
    assert "excused by the baseline: 1 (1 without a reason; write it into the file)" in outcome.out
    data = json.loads(file.read_text("utf-8"))
    assert list(data["cases"]) == [A]
    data["cases"][A].update(reason="see there", link="https://example.com/1", expires="2999-01-01")
    file.write_text(json.dumps(data), "utf-8")
    assert exprov(*chosen, *failing).code == 0
    # Something new fails, or it fails otherwise, or no longer.
    for faults in ({A: ["error", "no"], B: ["error", "no"]}, {A: ["error", "yes"]}, {}):
        outcome = exprov(*chosen, *engine(tmp_path, faults=faults))
        assert outcome.code == 1
        assert (B if B in faults else A) in outcome.out
    # What people wrote stays.
    assert exprov(*chosen, "--update", *engine(tmp_path, faults={A: ["error", "yes"], B: ["error", "no"]})).code == 0
    updated = json.loads(file.read_text("utf-8"))["cases"]
    assert list(updated) == [A, B]
    assert (
        updated[A]["link"] == "https://example.com/1"
        and updated[A]["reason"] == "(given for another failure: see there)"
    )
    assert updated[A]["fingerprint"] != data["cases"][A]["fingerprint"]
    # An entry expires.
    data["cases"][A]["expires"] = "2020-01-01"
    file.write_text(json.dumps(data), "utf-8")
    assert exprov(*chosen, *engine(tmp_path, faults={A: ["error", "no"]})).code == 1


def test_a_run_that_went_wrong_does_not_change_the_baseline(exprov: Exprov, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    outcome = exprov("run", "--select", "unicode", "--baseline", file, "--update", "--", tmp_path / "missing")
    assert outcome.code == 3
    assert "the baseline is not updated: the run went wrong" in outcome.err
    assert not file.exists()


def test_declaring_less_than_the_baseline_knows_is_seen(exprov: Exprov, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    chosen = ["run", "--select", "unicode", "--baseline", file]
    less = engine(tmp_path / "less", hello={"ops": ["roundtrip"]})
    assert exprov(*chosen, "--update", *engine(tmp_path)).code == 0
    outcome = exprov(*chosen, *less)
    assert outcome.code == 1
    assert "declared-less: ops: the engine no longer declares validate, canonical, emit in ops;" in outcome.out
    outcome = exprov(*chosen, "--update", *less)
    assert outcome.code == 0 and "  no longer declared: validate, canonical, emit in ops\n" in outcome.err
    assert exprov(*chosen, *less).code == 0
    outcome = exprov(*chosen, *engine(tmp_path))
    assert outcome.code == 0
    assert "the engine declares validate, canonical, emit in ops, which the baseline does not know" in outcome.err


def test_what_is_required_is_to_be_declared(exprov: Exprov, tmp_path: Path) -> None:
    chosen = ["run", "--select", "unicode", "--require"]
    assert exprov(*chosen, "validate", *engine(tmp_path)).code == 0
    outcome = exprov(*chosen, "validate", *engine(tmp_path, hello={"ops": ["roundtrip"]}))
    assert outcome.code == 1
    assert "validate: the engine does not declare it, and --require does" in outcome.out


def test_a_window_that_the_engine_does_not_have_is_told_once(exprov: Exprov, tmp_path: Path) -> None:
    outcome = exprov("run", "--select", "unicode", "--window", 16, *engine(tmp_path, hello={"window": 1}))
    told = "exprov: the engine takes 1 at once, so that --window 16 counts as 1; it says so in its hello\n"
    assert (outcome.code, outcome.err) == (0, told)


# --- plan and judge ---------------------------------------------------------------------------------------------------


def test_plan_and_judge_are_the_twin_of_run(exprov: Exprov, tmp_path: Path) -> None:
    asked = exprov("plan", "--select", "unicode")
    assert (asked.code, asked.err) == (0, "")
    assert isinstance(protocol.decode_driver(asked.out.splitlines()[0].encode()), protocol.DriverHello)
    cases, said = tmp_path / "cases.jsonl", tmp_path / "results.jsonl"
    cases.write_text(asked.out, "utf-8")
    command = engine(tmp_path, faults={A: ["error", "no"]})[1:]
    finished = subprocess.run(command, input=asked.out.encode(), capture_output=True, timeout=60, check=True)
    said.write_bytes(finished.stdout)
    for chosen in (["--plan", cases], ["--select", "unicode"]):
        outcome = exprov("judge", *chosen, "--report", "json", said)
        assert outcome.code == 1
        assert A in outcome.out
    other = exprov("judge", said)
    assert other.code == 3
    assert "the answers are for other cases" in other.err
    file = tmp_path / "baseline.json"
    assert exprov("judge", "--plan", cases, "--baseline", file, "--update", said).code == 0
    assert exprov("judge", "--plan", cases, "--baseline", file, said).code == 0
    assert exprov("judge", tmp_path / "missing").code == 3


def test_the_whole_plan_is_judged_without_naming_it(exprov: Exprov, tmp_path: Path) -> None:
    lines = exprov("plan").out.removesuffix("\n").split("\n")
    hello = json.loads(lines[0])
    said = tmp_path / "results.jsonl"
    greeting = {
        **{"type": "hello", "protocol": 1, "run": hello["run"], "engine": {"name": "x", "version": "", "language": ""}},
        **{"contract": [], "ops": [], "levels": [], "features": [], "limits": {"integer": None, "depth": None}},
        **{"findings": "all", "window": 1},
    }
    said.write_text(f'{json.dumps(greeting)}\n{{"type":"bye","answered":0}}\n', "utf-8")
    outcome = exprov("judge", said)
    # Who declares nothing fails nothing, and proves nothing.
    assert outcome.code == 3
    assert (
        outcome.err == "exprov: error: no case was asked: the engine declares nothing of what these cases are about\n"
    )
    assert f"sum {len(lines) - 2:,} = plan {len(lines) - 2:,}" in outcome.out


def test_lines_are_utf8_in_any_locale() -> None:
    command = [sys.executable, "-m", "exprov", "conformance", "plan", "--select", "unicode.composed"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    finished = subprocess.run(command, stdout=subprocess.PIPE, env=environment, timeout=60, check=True)
    assert "caf\u00e9".encode() in finished.stdout


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "exprov", "conformance", "plan", "--select", "unicode"]
    finished = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert (finished.returncode, finished.stderr) == (0, b"")
