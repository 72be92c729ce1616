# Generated from schemas/1.0 by `exprov generate`; edit that and run it again.
"""The rule phase, compiled from the rules of the schemas: CEL over schema-valid values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._logic import both, either
from ._number import json_equal, whole

# Its id, path and message, and whether it holds; what raises IndexError does not.
Rule = tuple[str, str, str, Callable[[Any], bool]]


EXECUTION_PROVENANCE_RULES: list[Rule] = [
    # this.attemptCount == size(this.attempts)
    (
        "rule/attempt-count",
        "/attemptCount",
        "attemptCount differs from the number of entries in attempts; set attemptCount to the length of attempts, or add the attempts that were dropped",
        lambda this: (whole(this["attemptCount"]) == len(this["attempts"])),
    ),
    # this.fallbackOccurred == (this.attemptCount > 1)
    (
        "rule/fallback-flag",
        "/fallbackOccurred",
        "fallbackOccurred does not say whether attemptCount is above 1; set fallbackOccurred to true exactly when attemptCount is above 1, and keep failed attempts in the record",
        lambda this: (this["fallbackOccurred"] == (whole(this["attemptCount"]) > 1)),
    ),
    # this.attempts.all(a, this.attempts.exists_one(b, b.providerId == a.providerId))
    (
        "rule/attempt-provider-unique",
        "/attempts",
        "a provider is attempted more than once; merge the retries of one provider into a single attempt with the final outcome",
        lambda this: (len({x_["providerId"] for x_ in this["attempts"]}) == len(this["attempts"])),
    ),
    # this.attempts.all(a, a.outcome == "failed") || (this.attempts.exists_one(a, a.outcome != "failed") && this.attempts[size(this.attempts) - 1].outcome != "failed")
    (
        "rule/only-last-attempt-ends",
        "/attempts",
        "an attempt before the last one did not fail; keep attempts in order and end the list with the attempt that succeeded or was cancelled",
        lambda this: (
            all([(a_["outcome"] == "failed") for a_ in this["attempts"]])
            or (
                ([(a_["outcome"] != "failed") for a_ in this["attempts"]].count(True) == 1)
                and (this["attempts"][-1]["outcome"] != "failed")
            )
        ),
    ),
    # !has(this.providerId) || (size(this.attempts) > 0 && this.attempts[size(this.attempts) - 1].providerId == this.providerId)
    (
        "rule/provider-is-last-attempted",
        "/providerId",
        "providerId is not the provider of the last attempt; name the last attempted provider exactly as its attempt does, or leave providerId out when there is no target",
        lambda this: (
            ("providerId" not in this)
            or ((len(this["attempts"]) > 0) and (this["attempts"][-1]["providerId"] == this["providerId"]))
        ),
    ),
    # has(this.providerId) || this.attempts.all(a, a.outcome == "failed")
    (
        "rule/ended-attempt-is-attributed",
        "/providerId",
        "providerId is missing although an attempt succeeded or was cancelled; set providerId to the provider of the attempt that succeeded or was cancelled",
        lambda this: (("providerId" in this) or all([(a_["outcome"] == "failed") for a_ in this["attempts"]])),
    ),
    # has(this.providerId) || this.locality == "unknown"
    (
        "rule/unattributed-locality",
        "/locality",
        "locality is stated without a target; set locality to unknown, or name the target in providerId",
        lambda this: (("providerId" in this) or (this["locality"] == "unknown")),
    ),
    # has(this.providerId) || !has(this.configuredModel)
    (
        "rule/unattributed-configured-model",
        "/configuredModel",
        "configuredModel is stated without a target; leave configuredModel out, or name the target in providerId",
        lambda this: (("providerId" in this) or ("configuredModel" not in this)),
    ),
    # has(this.providerId) || !has(this.reportedModel)
    (
        "rule/unattributed-reported-model",
        "/reportedModel",
        "reportedModel is stated without a target; leave reportedModel out, or name the target in providerId",
        lambda this: (("providerId" in this) or ("reportedModel" not in this)),
    ),
    # this.routeRejections.all(r, this.routeRejections.exists_one(s, s.providerId == r.providerId))
    (
        "rule/rejection-provider-unique",
        "/routeRejections",
        "a rejected provider has more than one entry; merge the entries of one provider and list all its reason codes there",
        lambda this: (len({x_["providerId"] for x_ in this["routeRejections"]}) == len(this["routeRejections"])),
    ),
    # this.routeRejections.all(r, !this.attempts.exists(a, a.providerId == r.providerId))
    (
        "rule/rejected-not-attempted",
        "/routeRejections",
        "a rejected provider was attempted; remove the rejection, or find out why the engine called a provider that it had ruled out",
        lambda this: {x_["providerId"] for x_ in this["routeRejections"]}.isdisjoint(
            [x_["providerId"] for x_ in this["attempts"]]
        ),
    ),
]


INDE_RUN_ERROR_RULES: list[Rule] = [
    # !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "succeeded")
    (
        "carrier/error-not-succeeded",
        "/provenance/attempts",
        "an attempt succeeded although the execution ended in an error; attach the record of the execution that failed, or report its success",
        lambda this: (
            ("provenance" not in this)
            or (not any([(a_["outcome"] == "succeeded") for a_ in this["provenance"]["attempts"]]))
        ),
    ),
]


STREAM_COMPLETED_RULES: list[Rule] = [
    # !has(this.provenance) || (has(this.provenance.providerId) && size(this.provenance.attempts) > 0 && this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "succeeded")
    (
        "carrier/completed-attributed",
        "/provenance",
        "the provenance has no attempt that succeeded, although the stream completed; attach the record of the execution that completed",
        lambda this: (
            ("provenance" not in this)
            or (
                (("providerId" in this["provenance"]) and (len(this["provenance"]["attempts"]) > 0))
                and (this["provenance"]["attempts"][-1]["outcome"] == "succeeded")
            )
        ),
    ),
    # !has(this.telemetry) || !has(this.provenance) || (has(this.provenance.providerId) && this.telemetry.providerUsed == this.provenance.providerId)
    (
        "carrier/provider-used",
        "/telemetry/providerUsed",
        "telemetry.providerUsed differs from provenance.providerId; take both from one place in the engine",
        lambda this: (
            (("telemetry" not in this) or ("provenance" not in this))
            or (
                ("providerId" in this["provenance"])
                and (this["telemetry"]["providerUsed"] == this["provenance"]["providerId"])
            )
        ),
    ),
]


STREAM_ERROR_RULES: list[Rule] = [
    # !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "succeeded")
    (
        "carrier/error-not-succeeded",
        "/provenance/attempts",
        "an attempt succeeded although the execution ended in an error; attach the record of the execution that failed, or report its success",
        lambda this: (
            ("provenance" not in this)
            or (not any([(a_["outcome"] == "succeeded") for a_ in this["provenance"]["attempts"]]))
        ),
    ),
    # !has(this.provenance) || !this.provenance.attempts.exists(a, a.outcome == "cancelled")
    (
        "carrier/stream-error-not-cancelled",
        "/provenance/attempts",
        "an attempt was cancelled although the stream ended in an error; report the outcome as cancelled, or attach the record of the execution that failed",
        lambda this: (
            ("provenance" not in this)
            or (not any([(a_["outcome"] == "cancelled") for a_ in this["provenance"]["attempts"]]))
        ),
    ),
    # !has(this.error.provenance) || !has(this.provenance) || this.error.provenance == this.provenance
    (
        "carrier/same-provenance",
        "/error/provenance",
        "error.provenance differs from the provenance beside it; attach one record at both places, or leave it out of error",
        lambda this: (
            (("provenance" not in this["error"]) or ("provenance" not in this))
            or json_equal(this["error"]["provenance"], this["provenance"])
        ),
    ),
]


STREAM_CANCELLED_RULES: list[Rule] = [
    # !has(this.provenance) || (!this.provenance.attempts.exists(a, a.outcome == "succeeded") && has(this.provenance.providerId) == (size(this.provenance.attempts) > 0 && this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "cancelled"))
    (
        "carrier/cancelled-outcome",
        "/provenance",
        "the provenance is not that of a cancelled stream; attach the record of the cancelled execution; set providerId only when its last attempt is cancelled",
        lambda this: (
            ("provenance" not in this)
            or (
                (not any([(a_["outcome"] == "succeeded") for a_ in this["provenance"]["attempts"]]))
                and json_equal(
                    ("providerId" in this["provenance"]),
                    (
                        (len(this["provenance"]["attempts"]) > 0)
                        and (this["provenance"]["attempts"][-1]["outcome"] == "cancelled")
                    ),
                )
            )
        ),
    ),
]


TASK_RESULT_RULES: list[Rule] = [
    # !has(this.provenance) || (has(this.provenance.providerId) && size(this.provenance.attempts) > 0 && (this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "succeeded" || (this.provenance.attempts[size(this.provenance.attempts) - 1].outcome == "cancelled" && this.finishReason == "cancelled")))
    (
        "carrier/result-attributed",
        "/provenance",
        "the provenance has no target that produced this result; attach the record of the execution that produced this result, with providerId set",
        lambda this: (
            ("provenance" not in this)
            or (
                (("providerId" in this["provenance"]) and (len(this["provenance"]["attempts"]) > 0))
                and either(
                    lambda: (this["provenance"]["attempts"][-1]["outcome"] == "succeeded"),
                    lambda: both(
                        lambda: (this["provenance"]["attempts"][-1]["outcome"] == "cancelled"),
                        lambda: (this["finishReason"] == "cancelled"),
                    ),
                )
            )
        ),
    ),
    # !has(this.provenance) || (has(this.provenance.providerId) && this.telemetry.providerUsed == this.provenance.providerId)
    (
        "carrier/provider-used",
        "/telemetry/providerUsed",
        "telemetry.providerUsed differs from provenance.providerId; take both from one place in the engine",
        lambda this: (
            ("provenance" not in this)
            or (
                ("providerId" in this["provenance"])
                and (this["telemetry"]["providerUsed"] == this["provenance"]["providerId"])
            )
        ),
    ),
]

# Where in a document of each kind rules apply: (steps, rules), the steps being member names.
PLACES: dict[str, list[tuple[tuple[str, ...], list[Rule]]]] = {
    "execution-provenance": [
        ((), EXECUTION_PROVENANCE_RULES),
    ],
    "inderun-error": [
        ((), INDE_RUN_ERROR_RULES),
        (("provenance",), EXECUTION_PROVENANCE_RULES),
    ],
    "stream-terminal-outcome": [],
    "task-result": [
        ((), TASK_RESULT_RULES),
        (("provenance",), EXECUTION_PROVENANCE_RULES),
    ],
}
# The same for a document that is one of several, by the value of its tag.
BRANCHES: dict[str, tuple[str, dict[str, list[tuple[tuple[str, ...], list[Rule]]]]]] = {
    "stream-terminal-outcome": (
        "outcome",
        {
            "completed": [
                ((), STREAM_COMPLETED_RULES),
                (("provenance",), EXECUTION_PROVENANCE_RULES),
            ],
            "error": [
                ((), STREAM_ERROR_RULES),
                (("error",), INDE_RUN_ERROR_RULES),
                (("error", "provenance"), EXECUTION_PROVENANCE_RULES),
                (("provenance",), EXECUTION_PROVENANCE_RULES),
            ],
            "cancelled": [
                ((), STREAM_CANCELLED_RULES),
                (("provenance",), EXECUTION_PROVENANCE_RULES),
            ],
        },
    ),
}
