"""What a record lost on its way through two engines, and which engine changed it, in one line."""

from __future__ import annotations

from exprov.conformance.outcomes import FAIL, PASS
from exprov.conformance.plan import PlannedCase
from exprov.conformance.results import CaseResult, Difference

_PLACES = 3
_SHOWN = 60


def describe(case: PlannedCase, writer: str, written: CaseResult, reader: str, back: CaseResult) -> str:
    """How a record was lost: by `writer`, in `written`, by `reader`, in what it wrote `back`, or by both.

    Both results were compared with the golden case, so that the reader's differences include what the writer lost.
    """
    if back.differences:
        before = {one.path: one for one in written.differences}
        places = [_place(one, before.get(one.path), writer, reader) for one in back.differences[:_PLACES]]
        more = len(back.differences) - _PLACES
        how = "; ".join([*places, *([f"and {more} more places"] if more > 0 else [])])
    else:
        how = f"{reader} read what {writer} wrote: {_outcome(back)}"
        if written.outcome != PASS:
            earlier = [_place(one, one, writer, reader) for one in written.differences[:_PLACES]]
            how += f" (already: {'; '.join(earlier) or _outcome(written)})"
    return f"{_named(case)}: {how}"


def unwritten(case: PlannedCase, writer: str, written: CaseResult, reason: str = "") -> str:
    """That the writer gave the reader nothing to read: it did not answer with an output, or for another `reason`."""
    return f"{_named(case)}: {writer} wrote nothing to read: {reason or _outcome(written)}"


def _named(case: PlannedCase) -> str:
    return f"{case.case} (emitted)" if case.op == "emit" else case.case


def _outcome(result: CaseResult) -> str:
    return result.reason if result.outcome == FAIL else f"{result.outcome}: {result.reason}"


def _place(now: Difference, before: Difference | None, writer: str, reader: str) -> str:
    """One place. before: how it differed in what the writer wrote, None if it did not."""
    path = now.path or "the root"
    if before is None:
        return f"{path} was {_verb(now)} when {reader} wrote it back"
    if before.got == now.got:
        return f"{path} was {_verb(before)} when {writer} wrote it"
    then = f"became {_short(now.got)}" if now.got else "was lost"
    return f"{path} was {_verb(before)} when {writer} wrote it, and {then} when {reader} wrote it back"


def _verb(one: Difference) -> str:
    if not one.got:
        return f"lost ({_short(one.want)})"
    if not one.want:
        return f"added ({_short(one.got)})"
    return f"changed from {_short(one.want)} to {_short(one.got)}"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
