"""Whether a run would notice: an engine is asked through a proxy that does one thing wrong at a time.

First the engine is asked without the proxy, then through one that only passes on, which may change nothing. What is
not right then is not used further: a sabotage is tried on cases that the engine answers rightly.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from exprov.conformance import driver, exit_code, results
from exprov.conformance.plan import Plan
from exprov.conformance.results import CaseResult, Run
from exprov.conformance.sabotages.model import GREEN, Sabotage
from exprov.conformance.sabotages.table import TABLE
from exprov.conformance.sample import sample

SEEN, NOT_SEEN, NOT_APPLICABLE = "ok", "NOT SEEN", "not applicable"
_SEED = 1


@dataclass(frozen=True, slots=True)
class Check:
    """One sabotage: what it `does`, what is `expected`, what was `seen`, and the `state` (SEEN, NOT_SEEN, ...)."""

    name: str
    does: str
    expected: str
    seen: str
    state: str


@dataclass(frozen=True, slots=True)
class Examination:
    """All checks of one engine.

    plain: the run without a proxy. troubles: why there are no checks, each one sentence. unused: ids of the sample
    that are declared and not right even without a sabotage.
    """

    plain: Run
    checks: tuple[Check, ...] = ()
    troubles: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()

    def count(self, state: str) -> int:
        """How many checks are in this state."""
        return sum(check.state == state for check in self.checks)


def examine(
    command: Sequence[str],
    plan: Plan,
    options: driver.Options,
    *,
    jobs: int = 4,
    only: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Examination:
    """Try every sabotage (or those named in `only`) on the engine that `command` starts, with a sample of the plan.

    `options` are those of the run without a proxy; the sabotaged ones get shorter times, by how fast the engine was.
    `jobs` sabotages are tried at a time.
    """
    plan = sample(plan)
    start = time.monotonic()
    plain = driver.run(command, plan, options)
    if plain.troubles:
        return Examination(plain, troubles=plain.troubles)
    if not any(result.outcome == results.PASS for result in plain.results):
        why = (
            "the engine answers none of the sample rightly, so that nothing can be spoilt; see `exprov conformance run`"
        )
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
    bad = [result.id for result in plain.results if result.outcome not in results.GOOD]
    return Examination(plain, tuple(checks), unused=tuple(bad))


def _timed(options: driver.Options, plain: Run, seconds: float) -> driver.Options:
    """Times that the engine keeps easily by what it needed just now, and that make what hangs show soon."""
    slowest = max(result.milliseconds for result in plain.results)
    return replace(
        options,
        timeout_ms=min(options.timeout_ms, max(1000, int(10 * slowest))),
        start_timeout_ms=min(options.start_timeout_ms, max(3000, int(5000 * seconds))),
    )


def _try(command: Sequence[str], plan: Plan, plain: Run, options: driver.Options, sabotage: Sabotage) -> Check:
    """Run the sample with one sabotage; with more patience once more if it did not show: the machine may be busy."""
    missing = sabotage.missing(plain.declared)
    right = [result for result in plain.results if result.outcome == results.PASS]
    hit = [result.id for result in sabotage.choose(right)][: sabotage.most]
    if not missing and sabotage.most and not hit:
        missing = "the engine answers no such case of the sample"
    expected = _in_words(sabotage)
    if missing:
        return Check(sabotage.name, sabotage.does, expected, missing, NOT_APPLICABLE)
    seen = ""
    for patience in (1, 4):
        run = driver.run(_through(sabotage, hit, command), plan, _for(sabotage, options, plan, patience))
        seen = complaint(sabotage, hit, plain, run)
        if not seen:
            return Check(sabotage.name, sabotage.does, expected, _summary(sabotage, hit, run), SEEN)
    return Check(sabotage.name, sabotage.does, expected, seen, NOT_SEEN)


def _through(sabotage: Sabotage, hit: Sequence[str], command: Sequence[str]) -> list[str]:
    at = [word for id in hit for word in ("--at", id)]
    return [sys.executable, "-m", "exprov.conformance.sabotage", sabotage.name, *at, "--", *command]


def _for(sabotage: Sabotage, options: driver.Options, plan: Plan, patience: int) -> driver.Options:
    return replace(
        options,
        jobs=1,
        window=sabotage.window,
        seed=_SEED if sabotage.repeats else None,
        repeat=len(plan.cases) if sabotage.repeats else 0,
        # A run that goes wrong as a whole goes wrong again each time.
        max_restarts=None if sabotage.most else 2,
        timeout_ms=patience * options.timeout_ms,
        start_timeout_ms=patience * options.start_timeout_ms,
    )


def complaint(sabotage: Sabotage, hit: Sequence[str], plain: Run, run: Run) -> str:
    """What is wrong with what `run` shows of a sabotage of the cases `hit`, or "" if it shows it, and nothing else.

    `plain` is the run without it; no case of `hit` means that the run as a whole is sabotaged.
    """
    if not run.adds_up:
        return "the sum of the outcomes is not the plan"
    before = {result.id: result.outcome for result in plain.results}
    expected = _expected(sabotage, hit, before)
    for result in run.results:
        if result.outcome not in expected[result.id]:
            return (
                f"{result.id}: {result.outcome} instead of {' or '.join(expected[result.id])}{_because(result.reason)}"
            )
        if sabotage.expect != GREEN and result.id in hit and not sabotage.tells(evidence(result)):
            return f"{result.id}: {result.outcome}, but for another reason{_because(result.reason)}"
    if hit:
        return f"trouble of the run{_because('; '.join(run.troubles))}" if run.troubles else ""
    if sabotage.tell and not any(map(sabotage.tells, [*run.troubles, *map(evidence, run.results)])):
        return f"nothing that says so{_because('; '.join(run.troubles))}"
    if sabotage.tell and exit_code.of(run) == exit_code.PASSED:
        return "a run that is as good as without"
    if not sabotage.tell and run.troubles:
        return f"trouble of the run{_because('; '.join(run.troubles))}"
    return ""


def _expected(sabotage: Sabotage, hit: Sequence[str], before: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The outcomes that each case may have."""
    expected: dict[str, tuple[str, ...]] = {id: (outcome,) for id, outcome in before.items()}
    if sabotage.expect == GREEN:
        return expected
    if hit:
        last = len(sabotage.expect) - 1
        return expected | {id: (sabotage.expect[min(place, last)],) for place, id in enumerate(hit)}
    # Where there is no hello, there is nothing that is not declared.
    return {
        id: (*outcome, *sabotage.expect) if outcome == (results.UNSUPPORTED,) else sabotage.expect
        for id, outcome in expected.items()
    }


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def evidence(result: CaseResult) -> str:
    """All that a result says about why it is what it is."""
    differences = [f"{one.path} {one.want} {one.got}" for one in result.differences]
    return "\n".join([result.reason, *differences, result.stderr])


def _in_words(sabotage: Sabotage) -> str:
    if sabotage.expect == GREEN:
        return "trouble of the run" if sabotage.tell else GREEN[0]
    return (", " if sabotage.most else " or ").join(sabotage.expect)


def _summary(sabotage: Sabotage, hit: Sequence[str], run: Run) -> str:
    """What was seen, in a few words: one reason that stands for all."""
    if sabotage.expect == GREEN or not hit:
        return run.troubles[0] if run.troubles else GREEN[0]
    one = next(result for result in run.results if result.id == hit[0])
    return f"{len(hit)} x {one.outcome}{_because(one.reason)}"
