"""Whether a run would detect faults: an engine is asked through a proxy that does one thing wrong at a time.

First the engine is asked without the proxy, until there are cases of each kind that it answers rightly. Only those are the sample,
so that a fault of an engine that is not finished, or that does less than others, is seen as well.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from exprov import exit_codes
from exprov.conformance import driver, outcomes
from exprov.conformance.faults.model import HARMLESS, Fault
from exprov.conformance.faults.table import TABLE
from exprov.conformance.plan import Plan, PlannedCase, only, uncovered
from exprov.conformance.results import CaseResult, Run
from exprov.conformance.sample import EACH, sample

DETECTED, MISSED, NOT_APPLICABLE = "detected", "NOT DETECTED", "not applicable"
_SEED = 1
# After so many cases, an engine is examined with what it answers rightly.
_MOST = 1000


@dataclass(frozen=True, slots=True)
class Check:
    """One fault: what it `does`, what is `expected`, what was `seen`, and the `state`: DETECTED, MISSED or NOT_APPLICABLE."""

    name: str
    does: str
    expected: str
    seen: str
    state: str


@dataclass(frozen=True, slots=True)
class Examination:
    """All checks of one engine.

    plain: the run of the sample without a proxy. troubles: why there are no checks, in sentences. unused: ids of cases that the
    engine does not answer rightly even without a fault.
    """

    plain: Run
    checks: tuple[Check, ...] = ()
    troubles: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()

    def count(self, state: str) -> int:
        """The number of checks in this state."""
        return sum(check.state == state for check in self.checks)

    @property
    def exit_code(self) -> int:
        """VALID if every fault that can be tried is detected."""
        if self.troubles:
            return exit_codes.UNREADABLE
        return exit_codes.FINDINGS if self.count(MISSED) else exit_codes.VALID


def examine(
    command: Sequence[str],
    plan: Plan,
    options: driver.Options,
    *,
    jobs: int = 4,
    only: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Examination:
    """Try every fault, or those named in `only`, on the engine that `command` starts, with a sample of the plan.

    `options` are those of the run without a proxy; the others get shorter times, depending on how fast the engine was.
    `jobs` faults are tried at a time.
    """
    plan, plain, unused = _choose(command, plan, options)
    start = time.monotonic()
    if not plain.troubles and plan.cases:
        plain = driver.run(command, plan, options)
    if plain.troubles:
        return Examination(plain, troubles=plain.troubles)
    if not any(result.outcome == outcomes.PASS for result in plain.results):
        why = "the engine answers no case of the sample rightly, so no fault would show; see `exprov conformance run`"
        return Examination(plain, troubles=(why,))
    patient = _timed(options, plain, time.monotonic() - start)
    trial = partial(_try, command, plan, plain, patient)
    wanted = [one for one in TABLE if not only or one.name in only]
    checks: list[Check] = []
    with ThreadPoolExecutor(jobs) as pool:
        for check in pool.map(trial, wanted):
            checks.append(check)
            if progress is not None:
                progress(len(checks), len(wanted))
    return Examination(plain, tuple(checks), unused=unused)


def _choose(command: Sequence[str], plan: Plan, options: driver.Options) -> tuple[Plan, Run, tuple[str, ...]]:
    """The sample, the last run before it was complete, and the cases that were asked and answered wrongly.

    A few cases of each kind are asked, then more of the kinds that the engine does not answer rightly.
    """
    usable, found = plan, dict[str, CaseResult]()
    each = EACH
    while True:
        new = [case.id for case in sample(usable, each).cases if case.id not in found]
        run = driver.run(command, only(plan, new), options)
        if run.troubles:
            return plan, run, ()
        found.update((result.id, result) for result in run.results)
        usable = replace(usable, cases=tuple(case for case in usable.cases if _is_usable(case, found, run.declared)))
        wanted, each = sample(usable), 2 * each
        if len(found) > _MOST or found.keys() >= {case.id for case in wanted.cases}:
            break
    wrong = tuple(result.id for result in found.values() if result.outcome not in outcomes.GOOD)
    return only(wanted, found), run, wrong


def _is_usable(case: PlannedCase, found: Mapping[str, CaseResult], declared: Mapping[str, Any]) -> bool:
    result = found.get(case.id)
    return not uncovered(case, declared) and (result is None or result.outcome == outcomes.PASS)


def _timed(options: driver.Options, plain: Run, seconds: float) -> driver.Options:
    """Time limits that are generous for this engine, going by the plain run, and short for an engine that hangs."""
    slowest = max(result.milliseconds for result in plain.results)
    return replace(
        options,
        timeout_ms=min(options.timeout_ms, max(1000, int(10 * slowest))),
        start_timeout_ms=min(options.start_timeout_ms, max(3000, int(5000 * seconds))),
    )


def _try(command: Sequence[str], plan: Plan, plain: Run, options: driver.Options, fault: Fault) -> Check:
    """Run the sample with one fault; if it is missed, run it again with more patience, because the machine may be busy."""
    right = [result for result in plain.results if result.outcome == outcomes.PASS]
    hit = [result.id for result in fault.choose(right)][: fault.most]
    missing = fault.missing(plain.declared)
    if not missing and fault.most and not hit:
        missing = "the engine answers no such case of the sample"
    check = Check(fault.name, fault.does, _in_words(fault), missing, NOT_APPLICABLE)
    if missing:
        return check
    at = [word for id in hit for word in ("--at", id)]
    through = [sys.executable, "-m", "exprov.conformance.proxy", fault.name, *at, "--", *command]
    seen = ""
    for patience in (1, 4):
        how = replace(
            options,
            jobs=1,
            window=fault.window,
            seed=_SEED if fault.repeats else None,
            repeat=len(plan.cases) if fault.repeats else 0,
            # A fault in the whole run happens again after each restart.
            max_restarts=None if fault.most else 2,
            timeout_ms=patience * options.timeout_ms,
            start_timeout_ms=patience * options.start_timeout_ms,
        )
        run = driver.run(through, plan, how)
        seen = complaint(fault, hit, plain, run)
        if not seen:
            return replace(check, seen=_summary(fault, hit, run), state=DETECTED)
    return replace(check, seen=seen, state=MISSED)


def complaint(fault: Fault, hit: Sequence[str], plain: Run, run: Run) -> str:
    """What is wrong with how `run` shows a fault of the cases `hit`; "" if it shows the fault and nothing else.

    plain: the run without the fault. An empty `hit` means a fault in the whole run.
    """
    if not run.adds_up:
        return "the outcomes do not add up to the plan"
    before = {result.id: result.outcome for result in plain.results}
    expected = _expected(fault, hit, before)
    for result in run.results:
        if result.outcome not in expected[result.id]:
            return (
                f"{result.id}: {result.outcome} instead of {' or '.join(expected[result.id])}{_because(result.reason)}"
            )
        if fault.expect != HARMLESS and result.id in hit and not fault.explains(evidence(result)):
            return f"{result.id}: {result.outcome}, with another reason{_because(result.reason)}"
    troubles = _because("; ".join(run.troubles))
    if hit or not fault.tell:
        return f"trouble of the run{troubles}" if run.troubles else ""
    if not any(map(fault.explains, [*run.troubles, *map(evidence, run.results)])):
        return f"nothing that points to it{troubles}"
    return "a run that passes" if run.exit_code == exit_codes.VALID else ""


def _expected(fault: Fault, hit: Sequence[str], before: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The outcomes that each case may have."""
    expected: dict[str, tuple[str, ...]] = {id: (outcome,) for id, outcome in before.items()}
    if fault.expect == HARMLESS:
        return expected
    if hit:
        last = len(fault.expect) - 1
        return expected | {id: (fault.expect[min(place, last)],) for place, id in enumerate(hit)}
    return dict.fromkeys(expected, fault.expect)


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def evidence(result: CaseResult) -> str:
    """What a result says about the reason for its outcome."""
    differences = [f"{one.path} {one.want} {one.got}" for one in result.differences]
    return "\n".join([result.reason, *differences, result.stderr])


def _in_words(fault: Fault) -> str:
    if fault.expect == HARMLESS:
        return "trouble of the run" if fault.tell else HARMLESS[0]
    return (", " if fault.most else " or ").join(fault.expect)


def _summary(fault: Fault, hit: Sequence[str], run: Run) -> str:
    """What was seen, in a few words, with one reason as an example."""
    if fault.expect == HARMLESS or not hit:
        return run.troubles[0] if run.troubles else HARMLESS[0]
    one = next(result for result in run.results if result.id == hit[0])
    return f"{len(hit)} x {one.outcome}{_because(one.reason)}"
