"""`pytest --exprov-engine`: each case is an item with its id and outcome, and without the option nothing is there."""

from __future__ import annotations

import json
import shlex
import signal
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from conformance.engines import ADAPTER as RIGHT
from conformance.engines import ROOT, engine, full
from exprov.conformance import baseline, driver, plan
from msgspec.structs import replace

pytest_plugins = ["pytester"]

OWN = "def test_own():\n    pass\n"


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> object:
    """A function that runs pytest in its own directory, with the plugin by its module, whether or not it is installed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(*arguments: str, engine: list[str] | None = None, in_process: bool = True) -> pytest.RunResult:
        option = ["--exprov-engine", shlex.join(engine)] if engine is not None else []
        start = pytester.runpytest_inprocess if in_process else pytester.runpytest_subprocess
        return start("-p", "exprov.pytest_plugin", *option, *arguments)

    return run


@pytest.fixture
def rejects(tmp_path: Path) -> list[str]:
    """The command of an engine that rejects everything for the same reason."""
    members = {"verdict": "invalid", "findings": [{"rule": "json/syntax", "path": ""}]}
    return engine(tmp_path / "rejects", faults={"": ["says", members]}, hello={"ops": ["validate"]})


def planned(*select: str) -> list[str]:
    return [case.id for case in plan.load(select=select).cases]


def test_the_distribution_names_the_plugin() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"exprov": "exprov.pytest_plugin"}


def test_without_the_option_nothing_is_there(run: Any, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(OWN)
    pytester.makeconftest(
        "import sys\n"
        "def pytest_sessionfinish():\n"
        "    loaded = [name for name in sys.modules if name.split('.')[0] in ('exprov', 'execution_provenance', 'msgspec')]\n"
        "    open('loaded.txt', 'w').write(' '.join(sorted(loaded)))\n"
    )
    result = run(in_process=False)
    result.assert_outcomes(passed=1)
    assert (pytester.path / "loaded.txt").read_text() == "exprov exprov.pytest_plugin"


def test_passed_and_skipped(run: Any, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(OWN)
    emitted, others = planned("emission"), planned("rules")
    skipped = sum(id.endswith(":emit:writer") for id in emitted)
    result = run("--exprov-select", "rules", "--exprov-select", "emission", "-rs", engine=RIGHT)
    # And its own test, and one item for the run as a whole.
    result.assert_outcomes(passed=len(emitted) + len(others) - skipped + 2, skipped=skipped)
    assert result.ret == 0
    result.stdout.fnmatch_lines([f"exprov: {shlex.join(RIGHT)}", f"collected {len(emitted) + len(others) + 2} items"])
    result.stdout.fnmatch_lines([f"SKIPPED [[]{skipped}[]] *: the engine does not declare the operation emit"])


def test_failures_say_want_and_got(run: Any, rejects: list[str]) -> None:
    case = "rules.attempt-count.one-too-many"
    result = run("--exprov-select", case, engine=rejects)
    result.assert_outcomes(failed=2, passed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(
        [
            f"*__ exprov {case}:validate:reader __*",
            f"wrong-reason: {case}:validate:reader",
            "  why      | the verdict invalid is right, with other findings: missing rule/attempt-count at /attemptCount; extra *",
            "*| want  * | got",
            "  findings | rule/attempt-count at /attemptCount *|*",
            f"  again    | --exprov-select={case}:validate:reader asks this case alone",
            f"FAILED exprov::{case}:validate:reader - wrong-reaso*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_choosing_stopping_and_listing(run: Any, rejects: list[str]) -> None:
    result = run("--exprov-select", "rules", "-x", engine=rejects)
    result.assert_outcomes(failed=1)
    rules = planned("rules")
    chosen = [id for id in rules if ":roundtrip:" in id]
    assert 0 < len(chosen) < len(rules)
    # Nothing is run for a listing: this engine could not even be started.
    result = run("--exprov-select", "rules", "--collect-only", "-q", "-k", "roundtrip", engine=["nonsense"])
    assert result.outlines[: len(chosen)] == [f"exprov::{id}" for id in chosen]
    result.stdout.fnmatch_lines(
        [f"{len(chosen)}/{len(rules) + 1} tests collected ({len(rules) + 1 - len(chosen)} deselected) in *"]
    )
    # By what a case is about, too: a tag, a rule, an operation.
    result = run("-k", "rule/fallback-flag and reader", "--collect-only", "-q", engine=["nonsense"])
    fitting = [case.id for case in full().cases if "rule/fallback-flag" in case.rules and case.level == "reader"]
    assert result.outlines[: len(fitting) + 1] == [*(f"exprov::{id}" for id in fitting), ""]
    result = run("-m", "not exprov", engine=["nonsense"])
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_the_engine_is_run_once_and_asked_what_is_left(run: Any, pytester: pytest.Pytester) -> None:
    engine = pytester.makepyfile(
        engine=f"""
        import subprocess, sys
        log = open('log.txt', 'a')
        log.write('started\\n')
        inner = subprocess.Popen({RIGHT!r}, stdin=subprocess.PIPE, stdout=sys.stdout)
        for line in sys.stdin.buffer:
            log.write(line.decode())
            inner.stdin.write(line)
            inner.stdin.flush()
        """
    )
    result = run("--exprov-select", "rules", "-k", "roundtrip", engine=[sys.executable, str(engine)])
    chosen = [id for id in planned("rules") if ":roundtrip:" in id]
    result.assert_outcomes(passed=len(chosen), deselected=len(planned("rules")) + 1 - len(chosen))
    lines = (pytester.path / "log.txt").read_text().splitlines()
    assert lines.count("started") == 1
    asked = {json.loads(line)["id"] for line in lines if line.startswith('{"type":"case"')}
    assert asked == set(chosen)


def test_the_baseline(run: Any, pytester: pytest.Pytester, rejects: list[str]) -> None:
    wrong = "rules.attempt-count.one-too-many"
    select = (wrong, "parse.alone.brace")
    asked = plan.load(select=select)
    known = baseline.update(driver.run(rejects, asked), baseline.Baseline({}), known=asked.every)
    assert list(known.cases) == [f"{wrong}:validate:reader", f"{wrong}:validate:writer"]
    other = baseline.Entry("error", "0", "was broken once")
    entries = {
        f"{wrong}:validate:reader": replace(known.cases[f"{wrong}:validate:reader"], reason="being fixed"),
        f"{wrong}:validate:writer": other,
        "parse.alone.brace:validate:reader": other,
        "no.such.case:validate:reader": other,
        "rules.attempt-count.one-too-few:validate:reader": other,
    }
    (pytester.path / "known.json").write_text(baseline.render(baseline.Baseline(entries)))
    arguments = [word for one in select for word in ("--exprov-select", one)]
    result = run(*arguments, "--exprov-baseline", "known.json", "-rx", engine=rejects)
    # As known; otherwise than known; right by now; not mentioned; and the run as a whole.
    result.assert_outcomes(xfailed=1, failed=3, passed=1)
    result.stdout.fnmatch_lines(
        [
            f"*__ exprov {wrong}:validate:writer __*",
            "  verdict  | baseline, different: it was error and is wrong-reason now: *",
            "*__ exprov parse.alone.brace:validate:reader __*",
            "  verdict  | baseline, fixed: it was error and is pass now; *",
            "*__ exprov run __*",
            "baseline entries without a case: stale: no.such.case:validate:reader: *",
            f"XFAIL exprov::{wrong}:validate:reader - wrong-reason, as the baseline says: being fixed",
        ]
    )
    (pytester.path / "known.json").write_text(baseline.render(known))
    result = run(*arguments, "--exprov-baseline", "known.json", engine=rejects)
    result.assert_outcomes(xfailed=2, passed=3)
    assert result.ret == 0
    assert run(*arguments, "--exprov-baseline", "known.json", "--runxfail", engine=rejects).ret == 1


def test_junit(run: Any, pytester: pytest.Pytester, rejects: list[str]) -> None:
    run("--exprov-select", "rules.attempt-count.one-too-many", "--junitxml=out.xml", engine=rejects)
    cases = list(ET.parse(pytester.path / "out.xml").iter("testcase"))
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        ("exprov", "rules.attempt-count.one-too-many:validate:reader"),
        ("exprov", "rules.attempt-count.one-too-many:validate:writer"),
        ("exprov", "run"),
    ]
    properties = [(one.get("name"), one.get("value")) for one in cases[0].iter("property")]
    assert properties == [("outcome", "wrong-reason")]
    assert [len(case.findall("failure")) for case in cases] == [1, 1, 0]


def test_trouble_of_the_run_is_told_though_its_item_was_taken_away(run: Any, pytester: pytest.Pytester) -> None:
    engine = pytester.makepyfile(engine=f"import subprocess, sys; subprocess.call({RIGHT!r}); sys.exit(5)")
    entry = baseline.Entry("error", "0", "")
    stray = pytester.path / "known.json"
    stray.write_text(baseline.render(baseline.Baseline({"no.such.case:validate:reader": entry})))
    for arguments, command, message in (
        (["-k", "roundtrip"], [sys.executable, str(engine)], "trouble beside the cases: the engine said bye and *code 5"),
        (["--deselect", "exprov::run", "--exprov-baseline", "known.json"], RIGHT, "baseline entries without a case: *"),
    ):  # fmt: skip
        result = run("--exprov-select", "rules", *arguments, engine=command)
        assert result.ret == 1
        assert result.parseoutcomes()["errors"] == 1
        result.stdout.fnmatch_lines(["the run as a whole:", message])
        result.stdout.no_fnmatch_line("*Traceback*")


def test_no_text_of_an_engine_is_a_command(run: Any, pytester: pytest.Pytester) -> None:
    engine = pytester.makepyfile(
        engine=f"""
        import json, subprocess, sys
        bad = '\\n::error::x ##[add-mask]e ##vso[x]y'
        for line in subprocess.Popen({RIGHT!r}, stdout=subprocess.PIPE, text=True).stdout:
            answer = json.loads(line)
            if answer['type'] == 'result':
                answer = {{'type': 'result', 'id': answer['id'], 'status': 'error', 'error': {{'message': bad}}}}
            print(json.dumps(answer), flush=True)
        print(bad, file=sys.stderr)
        print(bad)
        """
    )
    result = run("--exprov-select", "rules.attempt-count.one-too-many", engine=[sys.executable, str(engine)])
    result.assert_outcomes(failed=3)
    text = result.stdout.str() + result.stderr.str()
    assert "#\\x23[add-mask]e" in text
    assert not [
        line for line in text.splitlines() if line.lstrip().startswith("::") or "##[" in line or "##vso[" in line
    ]


def test_an_engine_that_does_not_start_is_one_failure(run: Any) -> None:
    result = run(engine=["there-is-no-such-program"])
    result.assert_outcomes(failed=1)
    assert result.ret == 1
    result.stdout.fnmatch_lines(["!* exprov: the command 'there-is-no-such-program' cannot be started: *!"])


def test_an_interruption_is_one(run: Any, pytester: pytest.Pytester) -> None:
    engine = pytester.makepyfile(
        engine=f"""
        import os, signal, subprocess, sys
        if not os.path.exists('interrupted'):
            open('interrupted', 'w').close()
            os.kill(os.getppid(), signal.SIGINT)
        sys.exit(subprocess.call({RIGHT!r}))
        """
    )
    # A child takes over that signals are ignored, as they are for whoever runs the tests in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        result = run("--exprov-select", "rules", engine=[sys.executable, str(engine)], in_process=False)
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.assert_outcomes()
    result.stdout.fnmatch_lines(["!* KeyboardInterrupt !*"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--exprov-engine", ""], "--exprov-engine: the command is empty; *"),
        (["--exprov-engine", "a 'b"], "--exprov-engine: No closing quotation; quote *"),
        (["--exprov-engine", "a", "--exprov-select", "ruels"], "exprov: no case matches 'ruels'; did you mean rules*"),
        (["--exprov-engine", "a", "--exprov-baseline", "none.json"], "exprov: none.json: *"),
        (["--exprov-select", "rules"], "--exprov-select and --exprov-baseline need --exprov-engine; *"),
    ],
)
def test_wrong_usage(run: Any, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])
