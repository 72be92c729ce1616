"""A run for a developer at a terminal: the failures in full, then what they add up to; the last line is the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from exprov.conformance.outcomes import NOT_RUN, OUTCOMES, PASS
from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.detail import detail
from exprov.report.conformance.values import aligned, harmless
from exprov.report.conformance.words import SEE_MORE, engine, headline, sections, suite, sum_of, topics, unexpected

FULL = 50
"""How many failing cases are shown in full, and how many entries of any other list."""
LISTED = 500
"""How many more failing cases are listed by their ids."""


def render(run: Run) -> str:
    """The report; it ends with the line that begins with PASSED or FAILED."""
    return "".join(f"{harmless(line)}\n" for line in [*_failures(run), *_lists(run), *_counts(run)])


def _listed(title: str, entries: Sequence[str], limit: int = FULL, more: str = "more") -> Iterator[str]:
    """A title, the first entries, how many there are beyond them, and a blank line; nothing without entries."""
    if not entries:
        return
    yield title
    yield from (f"  {entry}" for entry in entries[:limit])
    if len(entries) > limit:
        yield f"  and {len(entries) - limit:,} {more}"
    yield ""


def _failures(run: Run) -> Iterator[str]:
    bad = unexpected(run)
    ran = [one for one in bad if one.result.outcome != NOT_RUN]
    for one in ran[:FULL]:
        yield from [one.name, *detail(one), ""]
    rest = [one.name for one in ran[FULL:]]
    elsewhere = "more, which the other formats list"
    yield from _listed(f"{len(rest):,} more unexpected cases:", rest, LISTED, elsewhere)
    idle = bad[len(ran) :]
    if idle:
        reasons = Counter(one.result.reason or OUTCOMES[NOT_RUN] for one in idle).most_common(FULL)
        yield f"{len(idle):,} cases were NOT RUN:"
        yield from (f"  {number:6,} because: {reason}" for reason, number in reasons)
        yield from _listed("of these:", [one.name for one in idle], FULL, elsewhere)


def _lists(run: Run) -> Iterator[str]:
    for section in sections(run):
        yield from _listed(section.title, ["".join(entry) for entry in section.entries])
    if unexpected(run):
        yield from [f"see more: {SEE_MORE}", ""]
    if any(one.outcome != PASS for one in run.results):
        table = [[printable(cell) for cell in row] for row in topics(run)[: FULL + 1]]
        head, *rows = aligned(table, " | ")
        yield from _listed(f"  {head}", rows)


def _counts(run: Run) -> Iterator[str]:
    yield f"engine: {engine(run)}"
    yield f"{suite(run)}, {run.milliseconds / 1000:.1f} s"
    for outcome, count in run.counts().items():
        meaning = f"  {OUTCOMES[outcome]}" if count and outcome != PASS else ""
        yield f"  {outcome:22} {count:6,}{meaning}"
    yield f"  {sum_of(run)}"
    yield headline(run)
