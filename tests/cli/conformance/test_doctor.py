"""`exprov conformance doctor`: its reports and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import engine, full
from exprov.conformance import judge
from exprov.conformance.faults.table import TABLE
from exprov.conformance.sample import sample

SAMPLE = sample(full())


def doctor(run: Any, *arguments: object) -> Any:
    return run("conformance", "doctor", *arguments)


def test_all_detected_ends_with_0(run: Any, tmp_path: Path) -> None:
    outcome = doctor(run, "--only", "verdict", "--only", "crash", "--", *engine(tmp_path, SAMPLE))
    assert outcome.code == 0
    assert outcome.out.startswith("Engine: table-engine 1 (python)\n")
    assert outcome.out.endswith("\nPASSED: 2 of 2 faults detected\n")
    assert [line.split()[0] for line in outcome.out.splitlines() if "  detected  " in line] == ["verdict", "crash"]


def test_a_fault_that_is_not_detected_ends_with_1(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "_findings", lambda *_: ())
    report = tmp_path / "report.json"
    options = ["--only", "rules", "--format", "json", "--output", report]
    outcome = doctor(run, *options, "--", *engine(tmp_path / "engine", SAMPLE))
    assert (outcome.code, outcome.out) == (1, "FAILED: 0 of 1 faults detected; 1 NOT DETECTED\n")
    data = json.loads(report.read_text("utf-8"))
    assert data["counts"] == {"detected": 0, "NOT DETECTED": 1, "not applicable": 0}
    assert data["checks"][0]["name"] == "rules"
    assert set(data["sample"]) == {case.id for case in SAMPLE.cases}


def test_undeclared_capabilities_are_named(run: Any, tmp_path: Path) -> None:
    hello = {"ops": ["validate"], "levels": ["reader"], "features": [], "findings": "first"}
    command = engine(tmp_path, SAMPLE, hello=hello)
    outcome = doctor(run, "--only", "rules", "--only", "canary", "--", *command)
    assert outcome.code == 0
    last = outcome.out.splitlines()[-1]
    assert last.startswith(
        "PASSED: 1 of 1 faults detected; 1 NOT APPLICABLE to what the engine declares and answers; "
        "NOT DECLARED, so this says nothing about it: operations roundtrip, canonical, emit; level writer; "
    )
    assert last.endswith("; all findings of an input")


def test_an_engine_in_trouble_ends_with_3(run: Any, tmp_path: Path) -> None:
    outcome = doctor(run, "--", *engine(tmp_path, SAMPLE, hello={"run": "other"}))
    assert outcome.code == 3
    assert "NOT EXAMINED: " in outcome.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "there is no engine; put the command"),
        (["--only", "zzz", "--", "x"], "there is no fault 'zzz'; see "),
        (["--only", "verdicts", "--", "x"], "there is no fault 'verdicts'; did you mean verdict"),
        (["--jobs", "0", "--", "x"], "expected a whole number from 1 on, found '0'"),
        (["--start-timeout", "0", "--", "x"], "expected a number of seconds above 0, found '0'"),
    ],
)
def test_wrong_usage_ends_with_2(run: Any, arguments: list[str], message: str) -> None:
    outcome = doctor(run, *arguments)
    assert outcome.code == 2
    assert message in outcome.err


def test_the_faults_are_listed(run: Any) -> None:
    outcome = doctor(run, "--list")
    assert outcome.code == 0
    assert [line.split()[0] for line in outcome.out.splitlines()] == [one.name for one in TABLE]
