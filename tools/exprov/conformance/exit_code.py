"""What a run comes to as an exit code."""

from __future__ import annotations

from exprov import exit_codes
from exprov.conformance.results import Run

PASSED = exit_codes.VALID
UNEXPECTED = exit_codes.FINDINGS
ENGINE = exit_codes.UNREADABLE
SUITE = exit_codes.DRIFT


def of(run: Run) -> int:
    """PASSED, or what is worst: SUITE if the outcomes are not those of the plan, ENGINE if something went wrong beside the cases,
    UNEXPECTED if an outcome is one that no baseline expects, or the baseline and the run disagree."""
    if not run.adds_up:
        return SUITE
    if run.troubles:
        return ENGINE
    if run.unexpected or run.mismatches:
        return UNEXPECTED
    return PASSED
