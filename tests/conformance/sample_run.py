"""Runs for the tests of the reports: a small one with everything, one of a wrong engine, and one with hostile texts.

`python tests/conformance/sample_run.py` writes the reports of the small one, which the tests compare.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from exprov.conformance import plan
from exprov.conformance.outcomes import PASS
from exprov.conformance.plan import PlannedCase
from exprov.conformance.results import CaseResult, Cell, Difference, Matrix, Mismatch, Run
from exprov.report.conformance import FORMATS

REPORTS = Path(__file__).parent / "reports"

HOSTILE = (
    "</script><script>window.pwned=1</script><!--<img src=x onerror=window.pwned=1>"
    "</script/ <!-- <script/ |`*_[x](http://e.example)'\"&amp;%0A::error::x]]>\r\n::error::y\n##[add-mask]x ##vso[task.setvariable variable=PATH]x ###teamcity[x] #{1} # SKIP\\ \u2028\u202e\x1b[31m\x00\ufffe\ud800"
)
ENGINE = {
    "name": "lossy-engine", "version": "0.9.2", "language": "Rust", "runtime": "tokio 1.40", "os": "linux", "commit": "3f2a91c",
}  # fmt: skip
CASE = CaseResult(
    id="rules.flag:validate:reader",
    case="rules.flag",
    title="the flag is wrong",
    topic="rules",
    op="validate",
    level="reader",
    outcome="pass",
    input={"text": "{}"},
    expected={"verdict": "invalid", "findings": [{"rule": "rule/fallback-flag", "path": "/fallbackOccurred"}]},
    got={"status": "ok", "verdict": "invalid", "findings": []},
)
FAILING = replace(CASE, outcome="fail", reason="accepted")


def of(*results: CaseResult, **members: Any) -> Run:
    """A run of these results and nothing else."""
    suite = {"version": "1.0.0", "sha256": "00"}
    return Run(
        {"name": "e", "version": "1"}, ("e",), suite, "n", **{"planned": len(results), **members}, results=results
    )


def small() -> Run:
    """One case of each kind, and everything that can go wrong beside them."""
    failing = replace(
        FAILING,
        id="rules.accepted:validate:reader",
        base="rules.good",
        change={"op": "replace", "path": "/fallbackOccurred", "value": True},
        rules=("rule/fallback-flag",),
        got={"status": "ok", "verdict": "valid", "findings": []},
        differences=(Difference("verdict", '"invalid"', '"valid"'), Difference("/a/0", "1", "")),
        stderr="one\r\ntwo\x1b[2J\n",
    )
    reason = "the verdict is right, with other findings: missing json/encoding at {0}; extra json/syntax at the root"
    extra = Difference("findings", "", '{"rule":"json/syntax","path":""}')
    wrong = [
        replace(
            CASE,
            id=f"rules.c{n}:validate:reader",
            outcome="wrong-reason",
            reason=reason.format(place),
            differences=(Difference("findings", json.dumps({"rule": "json/encoding", "path": place}), ""), extra),
        )
        for n, place in enumerate(("/a", "/b c/0"))
    ]
    lossy = replace(
        FAILING,
        id="forward.lossy:roundtrip:reader",
        topic="forward",
        op="roundtrip",
        carrier="task-result",
        reason="the output differs in 1 place",
        input={"b64": "/w=="},
        expected={"output": {"text": '{"a":2,"b":1}'}},
        got={"output": {"text": '{ "b": 1 }'}},
        differences=(Difference("/a", "2", ""),),
    )
    return of(
        replace(CASE, id="rules.fixed:validate:reader"),
        replace(CASE, id="rules.dropped:validate:reader", outcome="unsupported", reason="no level"),
        failing,
        *wrong,
        lossy,
        replace(
            CASE,
            id="forward.emit:emit:writer",
            topic="forward",
            op="emit",
            level="writer",
            outcome="unsupported",
            reason="no emit",
        ),
        replace(FAILING, id="rules.known:validate:reader"),
        replace(FAILING, id="rules.other:validate:reader", outcome="crash", reason="code 5", got=None),
        replace(CASE, id="rules.late:validate:reader", outcome="not-run", reason="the budget of 1 s ran out", got=None),
        CASE,
        excused={"rules.known:validate:reader": "", "rules.other:validate:reader": "(given for another failure: x)"},
        mismatches=(
            Mismatch("fixed", "rules.fixed:validate:reader", "remove the entry"),
            Mismatch("dropped", "rules.dropped:validate:reader", "declare it again"),
            Mismatch("stale", "rules.gone:validate:reader", "there is no such case"),
            Mismatch("declared-less", "ops", "no emit"),
        ),
        troubles=("no bye",),
        milliseconds=1500.0,
    )


def planned() -> list[CaseResult]:
    """Every planned case, passed."""
    return [_passed(case) for case in plan.load().cases]


def _passed(case: PlannedCase) -> CaseResult:
    got = {"status": "ok", **case.expected}
    return CaseResult.of(case, PASS, got=got, milliseconds=0.4)


@cache
def lossy(every: int = 1) -> Run:
    """A run of the full plan, with every outcome, skips, excuses and mismatches; of passed cases only one in `every`."""
    results = tuple(_lossy(place, one) for place, one in enumerate(planned()))
    results = tuple(one for place, one in enumerate(results) if one.outcome != PASS or place % every == 0)
    excused = {one.id: "integers beyond 2^53 are read as doubles, see #12" for one in results if one.outcome == "error"}
    passing = next(one.id for one in results if one.outcome == "pass")
    mismatches = [Mismatch("fixed", passing, "the baseline says fail, and it passes; remove the entry")]
    mismatches.append(Mismatch("stale", "rules.gone:validate:reader", "there is no such case in the plan"))
    mismatches += [
        Mismatch("unexpected", one.id, f"{one.outcome} without an entry in the baseline")
        for one in results
        if one.outcome not in ("pass", "unsupported") and one.id not in excused
    ]
    return Run(
        engine=ENGINE,
        command=("./target/release/lossy", "--conformance"),
        suite={"version": "1.0.0", "sha256": "5b7e" * 16},
        nonce="c2f0a7d1",
        planned=len(results),
        results=results,
        declared={"ops": ["validate", "roundtrip", "canonical"], "levels": ["reader", "writer"], "findings": "all"},
        excused=excused,
        mismatches=tuple(mismatches),
        seed=42,
        milliseconds=18_250.0,
    )


def _lossy(place: int, one: CaseResult) -> CaseResult:
    if one.op == "emit":
        return replace(one, outcome="unsupported", got=None, reason="the engine does not declare the operation emit")
    if one.topic == "limits":
        return replace(one, outcome="timeout", got=None, reason="no answer within 10,000 ms", milliseconds=10_000.0)
    if "b64" in one.input:
        panic = "thread 'main' panicked at src/read.rs:88:\ncalled `Result::unwrap()` on an `Err` value: Utf8Error"
        return replace(one, outcome="crash", got=None, reason="the engine ended by signal 6 (SIGABRT)", stderr=panic)
    if "rule/fallback-flag" in one.rules and one.op == "validate":
        got = {"status": "ok", "verdict": "valid", "findings": []}
        differences = (
            Difference("verdict", '"invalid"', '"valid"'),
            Difference("findings", '{"rule":"rule/fallback-flag","path":"/fallbackOccurred"}', ""),
        )
        reason = "the engine accepts a record that it should reject"
        return replace(one, outcome="fail", got=got, reason=reason, differences=differences)
    if one.topic == "forward" and one.op == "roundtrip" and one.case.count("-") > 1:
        record = json.loads(one.expected["output"]["text"])
        name = "futureMember" if "futureMember" in record else next(iter(record))
        differences = (Difference(f"/{name}", json.dumps(record.pop(name)), ""),)
        got = {"status": "ok", "output": {"text": json.dumps(record)}}
        reason = "the output differs in 1 place"
        return replace(one, outcome="fail", got=got, reason=reason, differences=differences)
    if one.topic == "numbers" and one.op == "canonical" and place % 3 == 0:
        error = {"message": "number out of range", "trace": "at read.rs:12\nat main.rs:4"}
        return replace(
            one, outcome="error", got={"status": "error", "error": error}, reason="the engine answered: error"
        )
    odd = {3000: "flaky", 3001: "protocol", 3002: "unsupported-undeclared", 3003: "not-run", 3004: "wrong-reason"}
    if place in odd:
        return replace(
            one, outcome=odd[place], reason=f"this is what {odd[place]} looks like", stderr="warning: x\n" * 40
        )
    return one


def hostile() -> Run:
    """Three cases, with HOSTILE in every text that an engine, a case or a baseline can fill."""
    got = {
        "status": HOSTILE, "verdict": HOSTILE, "findings": [{"rule": HOSTILE, "path": HOSTILE}, HOSTILE, 7, None],
        "output": {"text": HOSTILE}, "digest": HOSTILE, HOSTILE: HOSTILE, "number": float("nan"),
        "error": {"message": HOSTILE, "trace": HOSTILE},
    }  # fmt: skip
    case = CaseResult(
        id=f"a {HOSTILE}",
        case=HOSTILE,
        title=HOSTILE,
        topic=HOSTILE,
        op="validate",
        level="reader",
        outcome="fail",
        input={"text": HOSTILE},
        expected={"verdict": HOSTILE, "output": {"text": f"{HOSTILE}x"}, "findings": []},
        got=got,
        reason=HOSTILE,
        differences=(Difference(HOSTILE, HOSTILE, HOSTILE),),
        tags=(HOSTILE,),
        rules=(HOSTILE,),
        carrier=HOSTILE,
        base=HOSTILE,
        change={"edit": HOSTILE, "find": HOSTILE, "with": HOSTILE, "times": 3},
        stderr=HOSTILE,
    )
    skipped = replace(case, id=f"b {HOSTILE}", outcome="unsupported", got=None)
    excused = replace(
        case, id=f"c {HOSTILE}", outcome="crash", got=None, input={"b64": HOSTILE}, change={"op": HOSTILE}
    )
    return Run(
        engine={name: HOSTILE for name in (*ENGINE, HOSTILE)},
        command=(HOSTILE,),
        suite={"version": HOSTILE, "sha256": HOSTILE},
        nonce=HOSTILE,
        planned=3,
        results=(case, skipped, excused),
        declared={HOSTILE: HOSTILE},
        excused={excused.id: HOSTILE},
        mismatches=(Mismatch(HOSTILE, HOSTILE, HOSTILE), Mismatch("expired", case.id, HOSTILE)),
        troubles=(HOSTILE,),
    )


def relayed() -> Matrix:
    """Three engines, the last of which loses members; one pair was not tried."""
    names = ("python-reference", "typescript-reference", "lossy-engine")
    cells = {(a, b): Cell(512, 0) for a in names for b in names}
    for writer in names:
        examples = ("levels.unknown.top: lost /x-region", "leaks.spelling-5: /System.Prompt became null")
        cells[writer, "lossy-engine"] = Cell(430, 82, examples)
    del cells["lossy-engine", "lossy-engine"]
    return Matrix(names, cells)


if __name__ == "__main__":
    for file in REPORTS.iterdir():
        file.write_text(FORMATS[file.suffix[1:]](small()), "utf-8")
