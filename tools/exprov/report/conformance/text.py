"""A run for a developer at a terminal: the failures in full, then what they add up to; the result is the last line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from exprov.conformance.baseline import OUTDATED
from exprov.conformance.results import NOT_RUN, OUTCOMES, PASS, CaseResult, Run
from exprov.printable import printable
from exprov.report.conformance.detail import detail, name
from exprov.report.conformance.values import shortened
from exprov.report.conformance.words import (
    EXCUSED,
    SEE_MORE,
    Judgement,
    causes,
    engine,
    headline,
    judgements,
    skips,
    suite,
    sum_of,
    topics,
    unexpected,
)

FULL = 50
"""How many failing cases are shown in full, and how many entries of any other list."""
CAUSES = 20
"""How many causes of failures are told."""
LISTED = 500
"""How many more failing cases are named by their ids."""


def render(run: Run) -> str:
    """The report; it ends with the line that begins with PASSED or FAILED."""
    judged = list(zip(run.results, judgements(run), strict=True))
    lines = [*_failures(run), *_excused(run, judged), *_mismatches(run), *_whole(run), *_skips(run)]
    lines += [*_causes(run), *_topics(run), *_counts(run)]
    return "".join(f"{line}\n" for line in lines)


def _failures(run: Run) -> Iterator[str]:
    bad = unexpected(run)
    told = [(result, one) for result, one in bad if result.outcome != NOT_RUN]
    for result, one in told[:FULL]:
        yield name(result, one)
        if one.why != result.reason:
            yield f"  {'judged':8} | {printable(one.why)}"
        yield from detail(result)
        yield ""
    rest = told[FULL:]
    if rest:
        yield f"{len(rest):,} more unexpected cases:"
        yield from (f"  {name(result, one)}" for result, one in rest[:LISTED])
        if len(rest) > LISTED:
            yield f"  and {len(rest) - LISTED:,} more, which the other formats list"
        yield ""
    idle = bad[len(told) :]
    if idle:
        whys = Counter(result.reason or OUTCOMES[NOT_RUN] for result, _ in idle)
        yield f"{len(idle):,} cases were NOT RUN:"
        yield from (f"  {number:6,} for this reason: {printable(why)}" for why, number in whys.most_common(FULL))
        yield from (f"  {name(result)}" for result, _ in idle[:FULL])
        if len(idle) > FULL:
            yield f"  and {len(idle) - FULL:,} more, which the other formats list"
        yield ""


def _unsaid(reasons: list[str]) -> str:
    """How many entries of the baseline need a reason by a person."""
    without = sum(not reason for reason in reasons)
    outdated = sum(reason.startswith(OUTDATED) for reason in reasons)
    told = [f"{without:,} without a reason"] if without else []
    told += [f"{outdated:,} with a reason that was {OUTDATED[1:-2]}"] if outdated else []
    return f" ({', '.join(told)}; write it into the file)" if told else ""


def _excused(run: Run, judged: list[tuple[CaseResult, Judgement]]) -> Iterator[str]:
    known = [(result, one) for result, one in judged if one.state == EXCUSED]
    if known:
        yield f"excused by the baseline: {len(known):,}{_unsaid([run.excused[result.id] for result, _ in known])}"
        yield from (f"  {printable(result.id)}: {printable(one.why)}" for result, one in known[:FULL])
        if len(known) > FULL:
            yield f"  and {len(known) - FULL:,} more"
        yield ""


def _mismatches(run: Run) -> Iterator[str]:
    # Those that are merely unexpected stand above as failures, and need no baseline to be.
    told = [one for one in run.mismatches if one.kind != "unexpected"]
    kinds = Counter(one.kind for one in told)
    if not kinds:
        return
    yield f"does not match the baseline: {', '.join(f'{number:,} {printable(kind)}' for kind, number in kinds.items())}"
    yield from (f"  {printable(f'{one.kind}: {one.id}: {one.message}')}" for one in told[:FULL])
    if len(told) > FULL:
        yield f"  and {len(told) - FULL:,} more"
    yield ""


def _whole(run: Run) -> Iterator[str]:
    if run.troubles:
        yield f"trouble beside the cases: {len(run.troubles):,}"
        yield from (f"  - {printable(trouble)}" for trouble in run.troubles[:FULL])
        if len(run.troubles) > FULL:
            yield f"  and {len(run.troubles) - FULL:,} more"
        yield ""


def _skips(run: Run) -> Iterator[str]:
    reasons = skips(run)
    if reasons:
        total = sum(number for _, number in reasons)
        yield f"SKIPPED: {total:,} of {run.planned:,} cases were not asked, since the engine does not claim them"
        yield from (f"  {number:6,} {printable(reason)}" for reason, number in reasons[:FULL])
        if len(reasons) > FULL:
            yield f"  and {len(reasons) - FULL:,} more reasons"
        yield ""


def _causes(run: Run) -> Iterator[str]:
    groups = causes(run)
    if not groups:
        return
    yield "what is unexpected, by its cause:"
    yield from (
        f"  {number:6,} x {printable(shortened(what, 300))}, e.g. {printable(id)}"
        for number, what, id in groups[:CAUSES]
    )
    if len(groups) > CAUSES:
        yield f"  and {len(groups) - CAUSES:,} more causes"
    yield f"see more: {SEE_MORE}"
    yield ""


def _topics(run: Run) -> Iterator[str]:
    if all(one.outcome == PASS for one in run.results):
        return
    table = topics(run)
    widths = [max(len(printable(row[column])) for row in table[: FULL + 1]) for column in range(len(table[0]))]
    for row in table[: FULL + 1]:
        cells = (printable(cell).ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {' | '.join(cells)}".rstrip()
    if len(table) > FULL + 1:
        yield f"  and {len(table) - FULL - 1:,} more topics"
    yield ""


def _counts(run: Run) -> Iterator[str]:
    yield f"engine: {printable(engine(run))}"
    yield f"{printable(suite(run))}, {run.milliseconds / 1000:.1f} s"
    for outcome, count in run.counts().items():
        meaning = f"  {OUTCOMES[outcome]}" if count and outcome != PASS else ""
        yield f"  {outcome:22} {count:6,}{meaning}"
    yield f"  {printable(sum_of(run))}"
    yield printable(headline(run))
