"""What all reports of a run say in the same words: who was asked, how it went, and what one case means for the run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from exprov import exit_codes
from exprov.conformance import outcomes
from exprov.conformance.baseline import LESS
from exprov.conformance.results import CaseResult, Mismatch, Run
from exprov.report.conformance.values import json_text, payload, shortened

OK, SKIPPED, EXCUSED, FAILURE, ERROR = "ok", "skipped", "excused", "failure", "error"

SEE_MORE = "`exprov fixtures show ID` for a case, `exprov explain RULE` for a rule, `--select ID` to run a case again"

# What differs from case to case in the same reason.
_PLACE = re.compile(r" at (?:the root|/[^;,]*)")
_NUMBER = re.compile(r"\d+")

# A good outcome that makes a run fail, because it contradicts the baseline.
_NAMES = {outcomes.PASS: "pass against the baseline", outcomes.UNSUPPORTED: "unsupported against the baseline"}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a case means for the run: OK, SKIPPED, EXCUSED, FAILURE or ERROR, and why, in one sentence.

    mismatch: the kind of its mismatch with the baseline, if there is one.
    """

    state: str
    why: str
    mismatch: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether the run fails because of it."""
        return self.state in (FAILURE, ERROR)


def judgements(run: Run) -> list[Judgement]:
    """One for each result, in order. A case that contradicts the baseline is a failure even if it passes."""
    wrong = {one.id: one for one in run.mismatches if one.kind != "unexpected"}
    return [_judgement(result, run, wrong.get(result.id)) for result in run.results]


def _judgement(result: CaseResult, run: Run, wrong: Mismatch | None) -> Judgement:
    why = result.reason or outcomes.OUTCOMES.get(result.outcome, "an unknown outcome")
    if wrong is not None:
        known = result.outcome in outcomes.GOOD or result.outcome in outcomes.WRONG
        return Judgement(FAILURE if known else ERROR, f"baseline, {wrong.kind}: {wrong.message}", wrong.kind)
    if result.outcome == outcomes.PASS:
        return Judgement(OK, "")
    if result.outcome == outcomes.UNSUPPORTED:
        return Judgement(SKIPPED, why)
    if result.id in run.excused:
        reason = run.excused[result.id] or "without a reason"
        return Judgement(EXCUSED, f"{result.outcome}, as the baseline says: {reason}")
    return Judgement(FAILURE if result.outcome in outcomes.WRONG else ERROR, why)


def unexpected(run: Run) -> list[tuple[CaseResult, Judgement]]:
    """What makes the run fail, in order; the cases that were not run come last."""
    bad = [pair for pair in zip(run.results, judgements(run), strict=True) if pair[1].is_bad]
    return sorted(bad, key=lambda pair: pair[0].outcome == outcomes.NOT_RUN)


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold of the run, what it is called when it does not, and the violations, one line each."""

    name: str
    breach: str
    wrong: tuple[str, ...] = ()


def checks(run: Run) -> tuple[Check, ...]:
    """That the outcomes add up, that nothing else went wrong, and that baseline and engine match."""
    ids = {result.id for result in run.results}
    less = (one for one in run.mismatches if one.kind == LESS)
    stray = (one for one in run.mismatches if one.id not in ids and one.kind != LESS)
    return (
        Check(
            "every planned case has one outcome",
            "outcomes that do not add up to the plan",
            () if run.adds_up else (sum_of(run),),
        ),
        Check("nothing went wrong beside the cases", "trouble beside the cases", run.troubles),
        Check(
            "the engine declares what it must",
            "less declared than before or required",
            tuple(f"{one.id}: {one.message}" for one in less),
        ),
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
    bad = Counter(result.outcome for result, one in zip(run.results, judged, strict=True) if one.is_bad)
    if bad:
        kinds = ", ".join(
            f"{bad[outcome]:,} {_NAMES.get(outcome, outcome)}" for outcome in outcomes.OUTCOMES if bad[outcome]
        )
        parts.append(f"{sum(bad.values()):,} unexpected ({kinds})")
    excused = sum(one.state == EXCUSED for one in judged)
    if excused:
        parts.append(f"{excused:,} excused by the baseline")
    if counts[outcomes.UNSUPPORTED]:
        parts.append(f"{counts[outcomes.UNSUPPORTED]:,} SKIPPED as unsupported")
    parts += [f"{check.breach}: {len(check.wrong):,}" for check in checks(run) if check.wrong]
    return f"{'PASSED' if passed(run) else 'FAILED'}: {'; '.join(parts)}"


def engine(run: Run) -> str:
    """Who answered: name, version and platform; without a hello, how it was started."""
    known = {name: str(run.engine[name]) for name in run.engine if run.engine[name] not in (None, "")}
    if not known:
        started = f", started as {json_text(list(run.command))}" if run.command else ""
        return f"an engine that said no hello{started}"
    name = " ".join(known[key] for key in ("name", "version") if key in known) or "an engine without a name"
    rest = [known[key] for key in ("language", "runtime", "os") if key in known]
    rest += [f"commit {known['commit']}"] if "commit" in known else []
    return f"{name} ({', '.join(rest)})" if rest else name


def suite(run: Run) -> str:
    """Which cases were asked, and the seed of their order."""
    text = f"suite {run.suite.get('version', 'unknown')}, SHA-256 {run.suite.get('sha256', 'unknown')}"
    return text if run.seed is None else f"{text}, seed {run.seed}"


def skips(run: Run) -> list[tuple[str, int]]:
    """Why cases were skipped, and how many for each reason; the most frequent first."""
    reasons = Counter(one.reason or "no reason given" for one in run.results if one.outcome == outcomes.UNSUPPORTED)
    return reasons.most_common()


def topics(run: Run) -> list[list[str]]:
    """A table of the outcomes by topic (rows) and operation (columns); the first row is the head."""
    ops = list(dict.fromkeys(one.op for one in run.results))
    counts: dict[str, dict[str, Counter[str]]] = {}
    for one in run.results:
        counts.setdefault(one.topic, {}).setdefault(one.op, Counter())[one.outcome] += 1
    table = [["topic", *ops]]
    for topic, by_op in counts.items():
        cells = []
        for op in ops:
            found = by_op.get(op, Counter())
            cells.append(", ".join(f"{found[name]:,} {name}" for name in outcomes.OUTCOMES if found[name]) or "-")
        table.append([topic, *cells])
    return table


def causes(run: Run) -> list[tuple[int, str, str]]:
    """The unexpected cases by outcome and reason, apart from places and numbers: how many, what, and the first id."""
    groups: dict[str, list[str]] = {}
    for result, one in unexpected(run):
        reason = result.reason if result.outcome not in outcomes.GOOD else one.why
        what = _NUMBER.sub("N", _PLACE.sub("", reason))
        groups.setdefault(f"{result.outcome}: {what}", []).append(result.id)
    return sorted(((len(ids), what, ids[0]) for what, ids in groups.items()), key=lambda one: -one[0])


def cause(result: CaseResult, limit: int = 300) -> str:
    """The case that this one was made from, and the change; "" if it was not made from another."""
    if not result.base:
        return ""
    if result.change is None:
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
