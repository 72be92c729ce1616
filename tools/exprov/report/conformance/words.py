"""The neutral result that all reports of a run read: what each case means for the run, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exprov import exit_codes
from exprov.conformance import outcomes
from exprov.conformance.baseline import LESS
from exprov.conformance.results import CaseResult, Mismatch, Run
from exprov.printable import printable
from exprov.report.conformance.values import json_text, payload, shortened

OK, SKIPPED, EXCUSED, FAILURE, ERROR = STATES = ("ok", "skipped", "excused", "failure", "error")


@dataclass(frozen=True, slots=True)
class Judged:
    """A result, what it means for the run (one of STATES), and why, in one sentence.

    mismatch: the kind of its mismatch with the baseline, if there is one.
    """

    result: CaseResult
    state: str
    why: str
    mismatch: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether the run fails because of it."""
        return self.state in (FAILURE, ERROR)

    @property
    def outcome(self) -> str:
        """The outcome; if a good one contradicts the baseline, how."""
        return self.mismatch if self.mismatch and self.result.outcome in outcomes.GOOD else self.result.outcome

    @property
    def name(self) -> str:
        """The outcome and the id, on one line."""
        return printable(f"{self.outcome}: {self.result.id}")


def judgements(run: Run) -> list[Judged]:
    """One for each result, in order. A case that contradicts the baseline is a failure even if it passes."""
    wrong = {one.id: one for one in contradictions(run)}
    return [_judged(result, run, wrong.get(result.id)) for result in run.results]


def contradictions(run: Run) -> list[Mismatch]:
    """The mismatches with the baseline; unexpected results are failures anyway."""
    return [one for one in run.mismatches if one.kind != "unexpected"]


def _judged(result: CaseResult, run: Run, wrong: Mismatch | None) -> Judged:
    why = result.reason or outcomes.OUTCOMES.get(result.outcome, "an unknown outcome")
    is_answered = result.outcome in outcomes.GOOD or result.outcome in outcomes.WRONG
    if wrong is not None:
        state = FAILURE if is_answered else ERROR
        return Judged(result, state, f"baseline, {wrong.kind}: {wrong.message}", wrong.kind)
    if result.outcome == outcomes.PASS:
        return Judged(result, OK, "")
    if result.outcome == outcomes.UNSUPPORTED:
        return Judged(result, SKIPPED, why)
    if result.id in run.excused:
        reason = run.excused[result.id] or "without a reason"
        return Judged(result, EXCUSED, f"{result.outcome}, as the baseline says: {reason}")
    return Judged(result, FAILURE if is_answered else ERROR, why)


def unexpected(run: Run) -> list[Judged]:
    """What makes the run fail, in order; the cases that were not run come last."""
    bad = [one for one in judgements(run) if one.is_bad]
    return sorted(bad, key=lambda one: one.result.outcome == outcomes.NOT_RUN)


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold of the run, what it is called when it does not, and the violations, one line each."""

    name: str
    breach: str
    wrong: tuple[str, ...] = ()


def checks(run: Run) -> tuple[Check, ...]:
    """That the outcomes add up, that nothing else went wrong, and that baseline and engine match."""
    ids = {result.id for result in run.results}
    less = tuple(f"{one.id}: {one.message}" for one in run.mismatches if one.kind == LESS)
    stray = (one for one in run.mismatches if one.id not in ids and one.kind != LESS)
    sums = () if run.adds_up else (sum_of(run),)
    return (
        Check("every planned case has one outcome", "outcomes that do not add up to the plan", sums),
        Check("nothing went wrong beside the cases", "trouble beside the cases", run.troubles),
        Check("the engine declares what it must", "less declared than before or required", less),
        Check(
            "the baseline matches the plan",
            "baseline entries without a case",
            tuple(f"{one.kind}: {one.id}: {one.message}" for one in stray),
        ),
    )


def sum_of(run: Run) -> str:
    """The sum of all outcomes against the plan."""
    counts = run.counts()
    total = sum(counts.values())
    if run.adds_up:
        return f"sum {total:,} = plan {run.planned:,}"
    twice = [id for id, times in Counter(result.id for result in run.results).items() if times > 1]
    more = f"; repeated: {', '.join(twice[:5])}" if twice else ""
    unknown = sorted({result.outcome for result in run.results} - set(counts))
    more += f"; unknown outcomes: {', '.join(unknown[:5])}" if unknown else ""
    return f"DOES NOT ADD UP: sum {total:,}, results {len(run.results):,}, plan {run.planned:,}{more}"


def passed(run: Run) -> bool:
    """Whether the run is good, as its exit code says."""
    return run.exit_code == exit_codes.VALID


def headline(run: Run) -> str:
    """The result in one line, which begins with PASSED or FAILED."""
    judged = judgements(run)
    counts = run.counts()
    parts = [f"{counts[outcomes.PASS]:,} of {run.planned:,} cases pass"]
    bad = Counter(one.result.outcome for one in judged if one.is_bad)
    if bad:
        kinds = (
            f"{bad[outcome]:,} {outcome}{' against the baseline' if outcome in outcomes.GOOD else ''}"
            for outcome in outcomes.OUTCOMES
            if bad[outcome]
        )
        parts.append(f"{bad.total():,} unexpected ({', '.join(kinds)})")
    if excused := sum(one.state == EXCUSED for one in judged):
        parts.append(f"{excused:,} excused by the baseline")
    if skipped := counts[outcomes.UNSUPPORTED]:
        parts.append(f"{skipped:,} SKIPPED as unsupported")
    parts += [f"{check.breach}: {len(check.wrong):,}" for check in checks(run) if check.wrong]
    return f"{'PASSED' if passed(run) else 'FAILED'}: {'; '.join(parts)}"


def engine(run: Run) -> str:
    """Who answered: name, version and platform; without a hello, how it was started."""
    known = {name: str(run.engine[name]) for name in run.engine if run.engine[name] not in (None, "")}
    if not known:
        return f"an engine that said no hello{f', started as {started(run)}' if run.command else ''}"
    name = " ".join(known[key] for key in ("name", "version") if key in known) or "an engine without a name"
    rest = [known[key] for key in ("language", "runtime", "os") if key in known]
    rest += [f"commit {known['commit']}"] if "commit" in known else []
    return f"{name} ({', '.join(rest)})" if rest else name


def started(run: Run) -> str:
    """The command, or the program and how many arguments it had."""
    if not run.left_out:
        return json_text(list(run.command))
    return f"{json_text(run.command[0])} with {run.left_out:,} argument{'s' if run.left_out > 1 else ''}"


def suite(run: Run) -> str:
    """Which cases were asked, and the seed of their order."""
    text = f"suite {run.suite.get('version', 'unknown')}, SHA-256 {run.suite.get('sha256', 'unknown')}"
    return text if run.seed is None else f"{text}, seed {run.seed}"


def skips(run: Run) -> list[tuple[str, int]]:
    """Why cases were skipped, and how many for each reason; the most frequent first."""
    reasons = Counter(one.reason or "no reason given" for one in run.results if one.outcome == outcomes.UNSUPPORTED)
    return reasons.most_common()


def cause(result: CaseResult, limit: int = 300) -> str:
    """The case that this one was made from, and the change; "" if it was not made from another."""
    if not result.base or result.change is None:
        return result.base
    return f"{result.base}, then {change(result.change, limit)}"


def change(made: Mapping[str, Any], limit: int = 300) -> str:
    """A change in words: an operation of RFC 6902, or a named edit of the bytes."""
    if "edit" in made:
        return _edit(made, limit)
    path = made.get("path") or "the root"
    match made.get("op"):
        case "add":
            return f"add {path}: {shortened(json_text(made.get('value')), limit)}"
        case "replace":
            return f"replace {path} with {shortened(json_text(made.get('value')), limit)}"
        case "remove":
            return f"remove {path}"
        case "move":
            return f"move {made.get('from') or 'the root'} to {path}"
    return shortened(json_text(made), limit)


def _edit(made: Mapping[str, Any], limit: int) -> str:
    put = payload({"b64": made["withB64"]}) if "withB64" in made else json_text(str(made.get("with", "")))
    times = f" {made['times']:,} times" if isinstance(made.get("times"), int) else ""
    place = str(made.get("at", "no place"))
    where = "instead of all text" if place == "whole" else f"at the {place}"
    if "find" in made:
        where = f"instead of {shortened(json_text(made['find']), limit)}"
    return f"{made['edit']}: {shortened(put, limit)}{times} {where}"
