"""Executions and the records that they produce, written from the contract's prose alone.

The oracle of the rules: nothing here looks at a rule, a schema or the code under test.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

End = Literal["success", "exhausted", "failed after commit", "cancelled between", "cancelled while running"]
# Ends in which one more provider of the chain was running, and which the outcome is attributed to.
ATTRIBUTED: dict[End, str] = {
    "success": "succeeded",
    "failed after commit": "failed",
    "cancelled while running": "cancelled",
}


@dataclass(frozen=True)
class Execution:
    """What an engine did: ruled some providers out, saw others fail before they committed, and came to an end.

    `failures` and `rejected` pair a provider with its error class or its reasons. `target` is the provider of the end, with
    what it declares and reports; None where the end has none.
    """

    rejected: tuple[tuple[str, tuple[str, ...]], ...]
    failures: tuple[tuple[str, str], ...]
    end: End
    target: str | None = None
    error_class: str = "Timeout"
    locality: str = "unknown"
    configured: str | None = None
    reported: str | None = None
    profile: str = "auto"

    def record(self) -> dict[str, Any]:
        """The record of this execution."""
        attempts: list[dict[str, str]] = [
            {"providerId": provider, "outcome": "failed", "errorClass": error} for provider, error in self.failures
        ]
        if self.target is not None:
            last = {"providerId": self.target, "outcome": ATTRIBUTED[self.end]}
            if last["outcome"] == "failed":
                last["errorClass"] = self.error_class
            attempts.append(last)
        record: dict[str, Any] = {
            "schemaVersion": "1.0",
            "attemptCount": len(attempts),
            "attempts": attempts,
            "fallbackOccurred": len(attempts) >= 2,
            "locality": self.locality if self.target is not None else "unknown",
            "modelProfile": self.profile,
        }
        if self.target is not None:
            record["providerId"] = self.target
            if self.configured is not None:
                record["configuredModel"] = self.configured
            if self.reported is not None:
                record["reportedModel"] = self.reported
        record["routeRejections"] = [
            {"providerId": provider, "reasonCodes": list(codes)} for provider, codes in self.rejected
        ]
        return record


def every_execution(providers: Sequence[str], *, most_rejected: int, localities: Sequence[str]) -> Iterator[Execution]:
    """Every execution over these providers, with one reason code, one error class and at most one model name of each kind.

    A chain longer than what is attempted makes no difference to the record, and none at all (no plan) is one that was
    not begun; so it is enough to say which providers failed, in order, and which one was running at the end, if any.
    """
    declared = list(itertools.product(localities, (None, "configured"), (None, "reported")))
    for count in range(most_rejected + 1):
        for rejected in itertools.permutations(providers, count):
            reasons = tuple((provider, ("offline",)) for provider in rejected)
            chain = [provider for provider in providers if provider not in rejected]
            for length in range(len(chain) + 1):
                for failed in itertools.permutations(chain, length):
                    failures = tuple((provider, "Timeout") for provider in failed)
                    yield Execution(reasons, failures, "exhausted")
                    yield Execution(reasons, failures, "cancelled between")
                    for target in chain:
                        if target not in failed:
                            for end in ATTRIBUTED:
                                for locality, configured, reported in declared:
                                    yield Execution(
                                        reasons, failures, end, target, "Timeout", locality, configured, reported
                                    )
