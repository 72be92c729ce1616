"""`exprov conformance run`: options, baseline, files, standard output, and every exit code."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from conformance.engines import A, B, engine
from exprov import fixtures
from exprov.conformance import driver, plan
from exprov.conformance.results import Run

CHOSEN = ("schema.one-attempt", "rules.attempt-count.two-for-one", "forward.unknown-member.in-root")
SELECT = [word for case in CHOSEN for word in ("--select", case)]
COUNT = 10
"""How many questions the chosen cases make."""
RUN = ("conformance", "run", *SELECT)
PROCESS = [sys.executable, "-m", "exprov", *RUN]


def right(folder: Path, **table: Any) -> list[str]:
    return ["--", *engine(folder, plan.load(select=CHOSEN), **table)]


def failing(folder: Path, *ids: str, message: str = "no") -> list[str]:
    return right(folder, faults={id: ["error", message] for id in ids})


def test_a_right_engine_ends_with_0_and_a_report(run: Any, tmp_path: Path) -> None:
    outcome = run(*RUN, *right(tmp_path))
    assert (outcome.code, outcome.err) == (0, "")
    assert f"sum {COUNT} = plan {COUNT}" in outcome.out
    assert "table-engine" in outcome.out


def test_a_wrong_answer_ends_with_1(run: Any, tmp_path: Path) -> None:
    outcome = run(*RUN, *failing(tmp_path, A, message="no\x1b[2J"))
    assert outcome.code == 1
    assert A in outcome.out
    assert "\x1b" not in outcome.out + outcome.err


def test_all_options_are_used(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def ran(command: list[str], planned: plan.Plan, options: driver.Options) -> Run:
        seen.append((command, planned, options))
        return Run({}, tuple(command), planned.suite, "", 0, ())

    monkeypatch.setattr(driver, "run", ran)
    outcome = run(
        "conformance", "run", "--select", "unicode", "--select", "rules", "--shard", "2/3", "--jobs", "4", "--window", "5",
        "--seed", "6", "--repeat", "7", "--timeout", "0.25", "--start-timeout", "9", "--budget", "600", "--max-restarts", "0",
        "--fixtures", fixtures.folder(), "--", "engine", "--jobs", "1", "--", "x",
    )  # fmt: skip
    assert outcome.code == 0
    ((command, planned, options),) = seen
    assert command == ["engine", "--jobs", "1", "--", "x"]
    assert planned.cases == plan.load(select=["unicode", "rules"], shard=(2, 3)).cases
    assert options == driver.Options(4, 5, 6, 250, 9000, 600_000, 0, 7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--report", "yaml"], "there is no report format 'yaml'; choose from text, json,"),
        (["--report", "json", "--report", "tap"], "json and tap both go to standard output; give all but one a file, as in tap=PATH"),
        (["--report", "json=/dev/stdout", "--report", "tap"], "json and tap both go to standard output"),
        (["--report", "tap="], "the report tap names no file"),
        (["--update"], "there is no baseline to update; name its file with --baseline"),
        (["--select", "unicod"], "no case matches 'unicod'; did you mean unicode"),
        (["--shard", "3/2"], "there is no shard 3 of 2; number them from 1, as in 1/4"),
        (["--shard", "a/2"], "expected a shard such as 1/4, found 'a/2'"),
        (["--shard", "1/\u00b2"], "expected a shard such as 1/4, found "),
        (["--select", A, "--shard", "1/5000"], "shard 1 of 5000 has no case; use fewer shards"),
        (["--require", "speed"], "'speed' cannot be required; choose from validate, "),
        (["--jobs", "0"], "expected a whole number from 1 on, found '0'"),
        (["--jobs", "\u00b2"], "expected a whole number from 1 on, found "),
        (["--jobs", "9" * 5000], "expected a whole number from 1 on, found "),
        (["--max-restarts", "-1"], "expected a whole number from 0 on, found '-1'"),
        (["--timeout", "0"], "expected a number of seconds above 0, found '0'"),
        (["--timeout", "nan"], "expected a number of seconds above 0, found 'nan'"),
        (["--budget", "inf"], "expected a number of seconds above 0, found 'inf'"),
        ([], "the following arguments are required: COMMAND"),
    ],
)  # fmt: skip
def test_wrong_usage_ends_with_2_before_anything_runs(
    run: Any, tmp_path: Path, arguments: list[str], message: str
) -> None:
    note = tmp_path / "started"
    command = ["--", sys.executable, "-c", f"open({str(note)!r}, 'w')"] if arguments else ["--"]
    outcome = run("conformance", "run", *arguments, *command)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    assert not note.exists()


def test_an_engine_that_does_not_start_ends_with_3_and_a_remedy(run: Any, tmp_path: Path) -> None:
    outcome = run(*RUN, "--", tmp_path / "missing")
    assert outcome.code == 3
    assert "there is no such program; check its name and its path" in outcome.err
    assert f"sum {COUNT} = plan {COUNT}" in outcome.out


def test_other_trouble_ends_with_3_too(run: Any, tmp_path: Path) -> None:
    outcome = run(*RUN, *right(tmp_path, ends=["exit", 5]))
    assert outcome.code == 3
    assert outcome.err == "exprov: error: the engine said bye and ended with code 5\n"


def test_changed_fixtures_end_with_4(run: Any, tmp_path: Path) -> None:
    folder = tmp_path / "fixtures"
    shutil.copytree(fixtures.folder(), folder)
    file = folder / "unicode.json"
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    for action in (["run", "--fixtures", folder, "--", "x"], ["plan", "--fixtures", folder]):
        outcome = run("conformance", *action)
        assert (outcome.code, outcome.out) == (4, "")
        assert "unicode.json: differs from the file that the manifest names; " in outcome.err


def test_outcomes_that_do_not_add_up_end_with_4(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "run", lambda command, planned, options: Run({}, (), planned.suite, "", 3, ()))
    outcome = run(*RUN, "--", "engine")
    assert outcome.code == 4
    assert "the outcomes do not add up to the plan" in outcome.err


# --- reports ----------------------------------------------------------------------------------------------------------


def test_several_reports_at_once(run: Any, tmp_path: Path) -> None:
    files = {name: tmp_path / f"report.{name}" for name in ("junit", "tap", "html", "github")}
    reports = [word for name, path in files.items() for word in ("--report", f"{name}={path}")]
    outcome = run(*RUN, "--report", "json", *reports, *right(tmp_path / "engine"))
    assert outcome.code == 0
    json.loads(outcome.out)
    ElementTree.fromstring(files["junit"].read_text("utf-8"))
    assert files["tap"].read_text("utf-8").startswith("TAP version 14\n")
    assert "<html" in files["html"].read_text("utf-8")
    assert sorted(tmp_path.iterdir()) == sorted([*files.values(), tmp_path / "engine"])
    # With reports in files only, the text goes to standard output.
    outcome = run(*RUN, "--report", f"tap={files['tap']}", *right(tmp_path / "engine"))
    assert "sum " in outcome.out and "TAP version" not in outcome.out


@pytest.mark.parametrize("action", ["run", "doctor"])
def test_arguments_are_shown_only_if_asked(run: Any, tmp_path: Path, action: str) -> None:
    # A secret that an argument holds must not get into a report.
    command = ["--", *right(tmp_path / "engine")[1:], "--token=s3cret"]
    count, chosen = len(command) - 2, (*RUN[2:], "--report", "json") if action == "run" else ("--format", "json")
    outcome = run("conformance", action, *chosen, *command)
    report = json.loads(outcome.out)
    assert (report["command"], report["arguments"], "s3cret" in outcome.out) == (command[1:2], count, False)
    outcome = run("conformance", action, *chosen, "--show-command", *command)
    report = json.loads(outcome.out)
    assert (report["command"], report["arguments"]) == (command[1:], count)
    if action == "run":
        page = run(*RUN, "--report", "html", *command).out
        assert "s3cret" not in page and f" with {count} arguments</dd>" in page


def test_what_cannot_be_written_is_refused_before_anything_runs(run: Any, tmp_path: Path) -> None:
    note, file = tmp_path / "started", tmp_path / "file"
    file.write_text("")
    for arguments, reason in (
        (["--report", f"json={tmp_path}"], "Is a directory"),
        (["--report", f"json={file / 'x'}"], "Not a directory"),
        (["--report", f"json={file / 'x' / 'y'}"], "Not a directory"),
        (["--baseline", file / "x", "--update"], "Not a directory"),
    ):
        outcome = run(*RUN, *arguments, "--", sys.executable, "-c", f"open({str(note)!r}, 'w')")
        assert outcome.code in (3, 6) and reason in outcome.err
        assert not note.exists()


def test_no_report_replaces_another_file_of_the_run(run: Any, tmp_path: Path) -> None:
    baseline, link, said = tmp_path / "baseline.json", tmp_path / "link", tmp_path / "said"
    baseline.write_text('{"baseline":1,"cases":{}}')
    link.symlink_to(baseline)
    said.write_text("")
    for action, replaced in (
        (["run", "--baseline", baseline, "--report", f"json={link}", "--", "x"], f"the baseline, {link}"),
        (["run", "--report", f"json={link}", "--report", f"tap={baseline}", "--", "x"], f"the report json, {baseline}"),
        (["judge", "--report", f"html={said}", said], f"the answers, {said}"),
        (["matrix", "--engine", "a=x", "--report", f"text={said}", "--report", f"html={said}"], f"the report text, {said}"),
    ):  # fmt: skip
        outcome = run("conformance", *action)
        assert outcome.code == 2
        assert outcome.err.endswith(f" would replace {replaced}; give it another file\n")
    assert baseline.read_text() == '{"baseline":1,"cases":{}}'
    # A device takes several reports.
    nothing = ["--report", "json=/dev/null", "--report", "tap=/dev/null"]
    assert run(*RUN, *nothing, *right(tmp_path / "engine")).code == 0
    assert Path("/dev/null").is_char_device()


def test_a_report_that_cannot_be_written_loses_no_other(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran, gone, kept = driver.run, tmp_path / "gone", tmp_path / "kept.json"

    def meanwhile(*arguments: Any) -> Run:
        gone.mkdir()
        return ran(*arguments)

    monkeypatch.setattr(driver, "run", meanwhile)
    reports = ["--report", f"tap={gone}", "--report", f"json={kept}"]
    outcome = run(*RUN, *reports, *right(tmp_path / "engine", ends=["exit", 5]))
    assert outcome.code == 6
    assert f"exprov: error: {gone}: cannot be written: Is a directory" in outcome.err
    assert "exprov: error: the engine said bye and ended with code 5\n" in outcome.err
    assert "sum " in outcome.out
    assert json.loads(kept.read_text())["troubles"]


def test_a_baseline_that_cannot_be_written_loses_no_report(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("exprov.atomic.os.replace", full)
    file = tmp_path / "known.json"
    outcome = run(*RUN, "--baseline", file, "--update", *right(tmp_path / "engine"))
    reason = "cannot be written: No space left on device; check the path and its permissions"
    assert (outcome.code, outcome.err) == (6, f"exprov: error: {file}: {reason}\n")
    assert "sum " in outcome.out


def test_a_closed_pipe_and_a_full_disk(tmp_path: Path) -> None:
    kept = tmp_path / "kept.tap"
    command = [*PROCESS, "--report", "text", "--report", f"tap={kept}", *failing(tmp_path / "engine", A)]
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


def test_progress_is_shown_only_on_a_terminal(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    outcome = run(*RUN, *right(tmp_path))
    assert outcome.code == 0
    first, *_, last = outcome.err.split("\r\x1b[K")[1:]
    assert (first, last) == (f"0 of {COUNT} cases", "")


# --- baseline ---------------------------------------------------------------------------------------------------------


def test_a_baseline_is_written_excuses_and_detects(run: Any, tmp_path: Path) -> None:
    file, engine = tmp_path / "baseline.json", tmp_path / "engine"
    chosen, known = (*RUN, "--baseline", file), failing(engine, A)
    assert run(*chosen, *known).code == 3
    assert not file.exists()
    outcome = run(*chosen, "--update", *known)
    assert outcome.code == 0
    assert outcome.err.splitlines()[:2] == [f"baseline {file}: 1 added, 0 changed, 0 removed", f"  added: {A}"]
    assert "excused by the baseline: 1 (1 without a reason; write the reasons into the file)" in outcome.out
    data = json.loads(file.read_text("utf-8"))
    assert list(data["cases"]) == [A]
    data["cases"][A].update(reason="see there", link="https://example.com/1", expires="2999-01-01")
    file.write_text(json.dumps(data), "utf-8")
    assert run(*chosen, *known).code == 0
    for what, changed, id in (
        ("something new fails", failing(engine, A, B), B),
        ("it fails in another way", failing(engine, A, message="yes"), A),
        ("it passes", right(engine), A),
    ):
        outcome = run(*chosen, *changed)
        assert (outcome.code, id in outcome.out) == (1, True), what
    # An update keeps what people wrote.
    changed = right(engine, faults={A: ["error", "yes"], B: ["error", "no"]})
    assert run(*chosen, "--update", *changed).code == 0
    updated = json.loads(file.read_text("utf-8"))["cases"]
    assert list(updated) == [A, B]
    assert updated[A]["link"] == "https://example.com/1"
    assert updated[A]["reason"] == "(given for another failure: see there)"
    assert updated[A]["fingerprint"] != data["cases"][A]["fingerprint"]
    data["cases"][A]["expires"] = "2020-01-01"
    file.write_text(json.dumps(data), "utf-8")
    assert run(*chosen, *known).code == 1


def test_a_run_that_went_wrong_does_not_change_the_baseline(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    outcome = run(*RUN, "--baseline", file, "--update", "--", tmp_path / "missing")
    assert outcome.code == 3
    assert "the baseline is not updated, because the run went wrong" in outcome.err
    assert not file.exists()


def test_an_engine_that_declares_less_than_the_baseline_is_detected(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "baseline.json"
    chosen, less = (*RUN, "--baseline", file), right(tmp_path / "less", hello={"ops": ["roundtrip"]})
    words = "validate, canonical, emit in ops"
    assert run(*chosen, "--update", *right(tmp_path / "more")).code == 0
    outcome = run(*chosen, *less)
    assert outcome.code == 1
    assert f"declared-less: ops: the engine no longer declares {words};" in outcome.out
    outcome = run(*chosen, "--update", *less)
    assert outcome.code == 0 and f"  no longer declared: {words}\n" in outcome.err
    assert run(*chosen, *less).code == 0
    outcome = run(*chosen, *right(tmp_path / "more"))
    assert outcome.code == 0
    assert f"the engine declares {words}, which the baseline does not have" in outcome.err


def test_what_is_required_must_be_declared(run: Any, tmp_path: Path) -> None:
    required = (*RUN, "--require", "validate")
    assert run(*required, *right(tmp_path)).code == 0
    outcome = run(*required, *right(tmp_path, hello={"ops": ["roundtrip"]}))
    assert outcome.code == 1
    assert "validate: the engine does not declare it, and --require asks for it" in outcome.out


def test_a_window_that_the_engine_does_not_have_is_reported(run: Any, tmp_path: Path) -> None:
    outcome = run(*RUN, "--window", 16, *right(tmp_path, hello={"window": 1}))
    note = "exprov: the engine takes 1 at once, so --window 16 counts as 1; its hello says so\n"
    assert (outcome.code, outcome.err) == (0, note)
