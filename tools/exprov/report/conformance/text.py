"""A run for a developer at a terminal: the failures in full, then what they add up to; the last line is the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from exprov.conformance.baseline import unreasoned
from exprov.conformance.outcomes import NOT_RUN, OUTCOMES, PASS
from exprov.conformance.results import CaseResult, Run
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
"""How many causes of failures are listed."""
LISTED = 500
"""How many more failing cases are listed by their ids."""


def render(run: Run) -> str:
    """The report; it ends with the line that begins with PASSED or FAILED."""
    judged = list(zip(run.results, judgements(run), strict=True))
    lines = [*_failures(run), *_excused(run, judged), *_mismatches(run), *_troubles(run), *_skips(run)]
    lines += [*_causes(run), *_topics(run), *_counts(run)]
    return "".join(f"{line}\n" for line in lines)


def _listed(title: str, entries: Sequence[str], limit: int = FULL, more: str = "more") -> Iterator[str]:
    """A title, the first entries, how many there are beyond them, and a blank line; nothing without entries."""
    if not entries:
        return
    yield title
    yield from (f"  {printable(entry)}" for entry in entries[:limit])
    if len(entries) > limit:
        yield f"  and {len(entries) - limit:,} {more}"
    yield ""


def _failures(run: Run) -> Iterator[str]:
    bad = unexpected(run)
    ran = [(result, one) for result, one in bad if result.outcome != NOT_RUN]
    for result, one in ran[:FULL]:
        yield name(result, one)
        if one.why != result.reason:
            yield f"  {'verdict':8} | {printable(one.why)}"
        yield from detail(result)
        yield ""
    rest = [name(result, one) for result, one in ran[FULL:]]
    elsewhere = "more, which the other formats list"
    yield from _listed(f"{len(rest):,} more unexpected cases:", rest, LISTED, elsewhere)
    idle = [result for result, _ in bad[len(ran) :]]
    if idle:
        reasons = Counter(result.reason or OUTCOMES[NOT_RUN] for result in idle).most_common(FULL)
        yield f"{len(idle):,} cases were NOT RUN:"
        yield from (f"  {number:6,} because: {printable(reason)}" for reason, number in reasons)
        yield from _listed("of these:", [name(result) for result in idle], FULL, elsewhere)


def _excused(run: Run, judged: list[tuple[CaseResult, Judgement]]) -> Iterator[str]:
    known = [(result, one) for result, one in judged if one.state == EXCUSED]
    missing = unreasoned([run.excused[result.id] for result, _ in known])
    remark = f" ({missing}; write the reasons into the file)" if missing else ""
    entries = [f"{result.id}: {one.why}" for result, one in known]
    yield from _listed(f"excused by the baseline: {len(known):,}{remark}", entries)


def _mismatches(run: Run) -> Iterator[str]:
    # Unexpected results are listed above as failures.
    found = [one for one in run.mismatches if one.kind != "unexpected"]
    kinds = Counter(one.kind for one in found)
    title = f"baseline mismatches: {', '.join(f'{number:,} {printable(kind)}' for kind, number in kinds.items())}"
    yield from _listed(title, [f"{one.kind}: {one.id}: {one.message}" for one in found])


def _troubles(run: Run) -> Iterator[str]:
    yield from _listed(f"trouble beside the cases: {len(run.troubles):,}", [f"- {one}" for one in run.troubles])


def _skips(run: Run) -> Iterator[str]:
    reasons = skips(run)
    total = sum(number for _, number in reasons)
    title = f"SKIPPED: {total:,} of {run.planned:,} cases were not asked, because the engine does not declare them"
    yield from _listed(title, [f"{number:6,} {reason}" for reason, number in reasons], more="more reasons")


def _causes(run: Run) -> Iterator[str]:
    entries = [f"{number:6,} x {shortened(what, 300)}, e.g. {id}" for number, what, id in causes(run)]
    yield from _listed("unexpected results by cause:", entries, CAUSES, "more causes")
    if entries:
        yield f"see more: {SEE_MORE}"
        yield ""


def _topics(run: Run) -> Iterator[str]:
    if all(one.outcome == PASS for one in run.results):
        return
    head, *rows = topics(run)
    widths = [max(len(printable(row[column])) for row in [head, *rows[:FULL]]) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = (printable(cell).ljust(width) for cell, width in zip(row, widths, strict=True))
        return " | ".join(cells).rstrip()

    yield from _listed(f"  {line(head)}", [line(row) for row in rows], more="more topics")


def _counts(run: Run) -> Iterator[str]:
    yield f"engine: {printable(engine(run))}"
    yield f"{printable(suite(run))}, {run.milliseconds / 1000:.1f} s"
    for outcome, count in run.counts().items():
        meaning = f"  {OUTCOMES[outcome]}" if count and outcome != PASS else ""
        yield f"  {outcome:22} {count:6,}{meaning}"
    yield f"  {printable(sum_of(run))}"
    yield printable(headline(run))
