"""A run for a developer at a terminal: the failures in full, then what they add up to; the last line is the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from exprov.conformance.outcomes import NOT_RUN, OUTCOMES, PASS
from exprov.conformance.results import Run
from exprov.printable import printable
from exprov.report.conformance.causes import causes
from exprov.report.conformance.detail import detail
from exprov.report.conformance.sections import SEE_MORE, sections, table
from exprov.report.conformance.values import aligned, harmless
from exprov.report.conformance.words import engine, headline, suite, sum_of, unexpected

FULL = 50
"""How many causes have an example in full, and how many entries any other list has."""
LISTED = 500
"""How many more failing cases are listed by their ids."""
_ELSEWHERE = "more, which the other formats list"


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
    """A block for each cause: an example in full, and the ids of the others."""
    found = causes(run)
    left = LISTED
    for cause in found[:FULL]:
        example, *others = cause.results
        if others:
            yield f"{len(cause.results):,} cases: {cause.title}; for example"
        yield example.name
        yield from detail(example) if example.result.outcome != NOT_RUN else [f"  {example.why}"]
        yield from (f"  also {one.name}" for one in others[:left])
        if len(others) > left:
            yield f"  and {len(others) - left:,} {_ELSEWHERE}"
        left = max(0, left - len(others))
        yield ""
    rest = [f"{len(one.results):,} x {one.title}, e.g. {one.results[0].result.id}" for one in found[FULL:]]
    yield from _listed(f"{len(rest):,} more causes:", rest, LISTED, _ELSEWHERE)


def _lists(run: Run) -> Iterator[str]:
    for section in sections(run):
        yield from _listed(section.title, ["".join(entry) for entry in section.entries])
    if unexpected(run):
        yield from [f"see more: {SEE_MORE}", ""]
    if any(one.outcome != PASS for one in run.results):
        rows = [[printable(cell) for cell in row] for row in table(run)[: FULL + 1]]
        head, *lines = aligned(rows, " | ")
        yield from _listed(f"  {head}", lines)


def _counts(run: Run) -> Iterator[str]:
    yield f"engine: {engine(run)}"
    yield f"{suite(run)}, {run.milliseconds / 1000:.1f} s"
    for outcome, count in run.counts().items():
        meaning = f"  {OUTCOMES[outcome]}" if count and outcome != PASS else ""
        yield f"  {outcome:22} {count:6,}{meaning}"
    yield f"  {sum_of(run)}"
    yield headline(run)
