"""What the tests of conformance share: the plan, some of its cases, and engines that do as a table says."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from exprov.conformance import driver, outcomes, plan, protocol
from exprov.conformance.plan import Plan
from exprov.conformance.results import CaseResult, Run

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "tests" / "engines" / "engine.py"
ADAPTER = [sys.executable, str(ROOT / "examples" / "engines" / "python" / "adapter.py")]

C = "schema.one-attempt:validate:reader"
D = "schema.one-attempt:canonical:reader"
A = "rules.attempt-count.two-for-one:validate:reader"
B = "rules.attempt-count.two-for-one:validate:writer"
E = "forward.unknown-member.in-root:validate:reader"
F = "forward.unknown-member.in-root:validate:writer"
CASES = (C, D, A, B, E, F)
"""Some cases in the order of the plan; A and B have two findings, F has one, the others none."""
EMITTED = "executions.run.no-plan.not-planned:emit:writer"


@cache
def full() -> Plan:
    """All cases."""
    return plan.load()


def part(ids: Collection[str] = CASES) -> Plan:
    """The plan of these cases."""
    found = plan.only(full(), ids)
    assert len(found.cases) == len(ids)
    return found


def engine(folder: Path, planned: Plan | None = None, **table: Any) -> list[str]:
    """The command of an engine that answers as `planned` expects, by default CASES, except for the faults of the table."""
    folder.mkdir(exist_ok=True)
    file = folder / f"table-{len(list(folder.iterdir()))}.json"
    answers = {case.id: dict(case.expected) for case in (planned or part()).cases}
    file.write_text(json.dumps({"answers": answers, **table}), "utf-8")
    return [sys.executable, "-S", str(ENGINE), str(file)]


def drive(
    folder: Path,
    faults: dict[str, list[Any]] | None = None,
    ids: Sequence[str] = CASES,
    *,
    wrapper: Sequence[str] = (),
    hello: dict[str, Any] | None = None,
    table: dict[str, Any] | None = None,
    **options: Any,
) -> Run:
    """Run the engine on these cases. Whatever it does, every case has one outcome, in the order of the plan."""
    planned = part(ids)
    command = [*wrapper, *engine(folder, planned, faults=faults or {}, hello=hello or {}, **(table or {}))]
    return checked(driver.run(command, planned, driver.Options(**{"repeat": 0, **options})), ids)


def checked(run: Run, ids: Sequence[str]) -> Run:
    """The run, of which that holds which holds of every run."""
    assert [result.id for result in run.results] == list(ids)
    assert run.planned == len(ids)
    assert run.adds_up
    return run


def result(id: str, outcome: str = outcomes.PASS, **members: Any) -> CaseResult:
    """A result without a run."""
    planned = {"id": id, "case": id, "title": "", "topic": "schema", "op": "validate", "level": "reader"}
    return CaseResult(**planned, **{"input": {"text": ""}, "expected": {}, "outcome": outcome, **members})


def run_of(*results: CaseResult, **members: Any) -> Run:
    """A run that has these results."""
    of = {"engine": {}, "command": (), "suite": {}, "nonce": "", "planned": len(results), "results": results}
    return Run(**{**of, **members})


def bad(run: Run) -> dict[str, str]:
    """The outcomes that are not "pass"."""
    return {result.id: result.outcome for result in run.results if result.outcome != outcomes.PASS}


def of(run: Run, id: str) -> CaseResult:
    return next(result for result in run.results if result.id == id)


def hello(**changes: Any) -> dict[str, Any]:
    """The hello of an engine that does everything."""
    declared = {"contract": [protocol.CONTRACT], "ops": list(protocol.OPS), "levels": list(protocol.LEVELS)}
    declared |= {"features": list(protocol.FEATURES), "limits": {"integer": None, "depth": None}}
    engine = {"name": "x", "version": "1", "language": "any"}
    message = {"type": "hello", "protocol": 1, "run": "", "engine": engine, **declared, "findings": "all", "window": 1}
    return {**message, **changes}
