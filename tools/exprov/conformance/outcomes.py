"""The outcomes that a case can have. Every planned case has exactly one."""

from __future__ import annotations

from collections.abc import Mapping

PASS = "pass"
FAIL = "fail"
WRONG_REASON = "wrong-reason"
UNSUPPORTED = "unsupported"
UNDECLARED = "unsupported-undeclared"
ERROR = "error"
CRASH = "crash"
TIMEOUT = "timeout"
PROTOCOL = "protocol"
FLAKY = "flaky"
NOT_RUN = "not-run"

OUTCOMES: Mapping[str, str] = {
    PASS: "the expected answer",
    FAIL: "a wrong verdict, output or digest",
    WRONG_REASON: "the right verdict, with other findings than expected",
    UNSUPPORTED: "not asked, because the engine does not declare it",
    UNDECLARED: "declined, although the engine declares it",
    ERROR: "the engine answered that it failed",
    CRASH: "the engine ended instead of answering",
    TIMEOUT: "no answer in time",
    PROTOCOL: "not a valid answer to this case",
    FLAKY: "a different answer when the same case was asked again",
    NOT_RUN: "the run ended before this case",
}
"""Every outcome with its meaning, in the order of all reports."""

GOOD = frozenset({PASS, UNSUPPORTED})
"""Outcomes that need no entry in a baseline."""
WRONG = frozenset({FAIL, WRONG_REASON, UNDECLARED, FLAKY})
"""Outcomes of cases that were answered, and wrongly. With the other bad ones, there is no usable answer."""
