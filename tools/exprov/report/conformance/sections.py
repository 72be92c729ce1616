"""What there is to say beside the single cases: lists and a table that text, Markdown and HTML show alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from exprov.conformance.baseline import unreasoned
from exprov.conformance.outcomes import GOOD, OUTCOMES
from exprov.conformance.results import Run
from exprov.report.conformance.causes import causes, difference
from exprov.report.conformance.values import shortened
from exprov.report.conformance.words import EXCUSED, contradictions, judgements, skips

SEE_MORE = "`exprov fixtures show ID` for a case, `exprov explain RULE` for a rule, `--select ID` to run a case again"
_TEXT = 300


class Entry(NamedTuple):
    """A line of a section: text, and inside it the id of a case, if there is one."""

    before: str
    id: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A titled list; it has entries. is_bad: whether they make the run fail."""

    title: str
    entries: tuple[Entry, ...]
    is_bad: bool

    @property
    def heading(self) -> str:
        """The title with a capital letter."""
        return self.title[0].upper() + self.title[1:]


def sections(run: Run) -> list[Section]:
    """The lists that are not empty."""
    excused = [one for one in judgements(run) if one.state == EXCUSED]
    missing = unreasoned([run.excused[one.result.id] for one in excused])
    remark = f" ({missing}; write the reasons into the file)" if missing else ""
    wrong = contradictions(run)
    kinds = Counter(one.kind for one in wrong)
    reasons = skips(run)
    skipped = f"{sum(number for _, number in reasons):,} of {run.planned:,} cases"
    groups = [(one, one.results[0].result) for one in causes(run)]
    found = (
        (f"excused by the baseline: {len(excused):,}{remark}",
         [Entry("", one.result.id, f": {one.why}") for one in excused], False),
        (f"baseline mismatches: {', '.join(f'{number:,} {kind}' for kind, number in kinds.items())}",
         [Entry(f"{one.kind}: ", one.id, f": {one.message}") for one in wrong], True),
        (f"trouble beside the cases: {len(run.troubles):,}", [Entry(one) for one in run.troubles], True),
        (f"SKIPPED: {skipped} were not asked, because the engine does not declare them",
         [Entry(f"{number:6,} {reason}") for reason, number in reasons], False),
        (f"causes of unexpected results: {len(groups):,}",
         [Entry(f"{len(one.results):6,} x {shortened(one.title, _TEXT)}, e.g. ", first.id,
                f": {shortened(text, _TEXT)}" if first.differences and (text := difference(first)) else "") for one, first in groups], True),
    )  # fmt: skip
    return [Section(title, tuple(entries), is_bad) for title, entries, is_bad in found if entries]


Cell = Mapping[str, int]


def topics(run: Run) -> tuple[list[str], dict[str, list[Cell]]]:
    """The operations, and for each topic the number of cases by outcome for each of them."""
    counts: dict[str, dict[str, Counter[str]]] = {}
    ops = list(dict.fromkeys(one.op for one in run.results))
    for one in run.results:
        counts.setdefault(one.topic, {op: Counter() for op in ops})[one.op][one.outcome] += 1
    return ops, {topic: list(by_op.values()) for topic, by_op in counts.items()}


def cell_text(cell: Cell) -> str:
    """The outcomes of the cases with one topic and operation."""
    return ", ".join(f"{cell[outcome]:,} {outcome}" for outcome in OUTCOMES if cell.get(outcome)) or "-"


def is_bad(cell: Cell) -> bool:
    """Whether a case among them did not end well."""
    return bool(cell.keys() - GOOD)


def table(run: Run) -> list[list[str]]:
    """The topics as text; the first row is the head."""
    ops, rows = topics(run)
    return [["topic", *ops], *([topic, *map(cell_text, cells)] for topic, cells in rows.items())]
