"""Writer findings on records that every reader accepts, and every known value that brings none."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, remove, replace, slug_of

_ERROR_CLASSES = ("CapabilityMismatch", "Offline", "AuthError", "RateLimited", "Timeout", "Unavailable", "Internal")
_REASON_CODES = (
    "task_not_supported",
    "run_not_supported",
    "streaming_not_supported",
    "streaming_unavailable",
    "privacy_constraint",
    "cloud_constraint",
    "offline",
    "capability_unavailable",
)
# Places of identifiers whose text no rule compares, and those where a rule compares it.
_FREE = (
    "/modelProfile",
    "/configuredModel",
    "/reportedModel",
    "/attempts/0/providerId",
    "/routeRejections/0/providerId",
)
_UNPRINTABLE = {
    "space": " ",
    "spaces": "   ",
    "no-break-space": "\u00a0",
    "ideographic-space": "\u3000",
    "line-separator-alone": "\u2028",
    "tab": "a\tb",
    "line-feed": "a\n",
    "null": "a\0",
    "escape": "\x1b[31m",
    "delete": "a\x7f",
    "next-line": "a\u0085b",
    "last-c1": "a\u009f",
    "noncharacter-fffe": "a\ufffe",
    "noncharacter-ffff": "a\uffff",
    "noncharacter-fdd0": "\ufdd0",
    "noncharacter-fdef": "\ufdef",
    "noncharacter-plane-1": "\U0001fffe",
    "noncharacter-last": "\U0010ffff",
    "figure-space": "\u2007",
    "narrow-no-break-space": "\u202f",
    "en-quad": "\u2000",
    "ogham-space": "\u1680",
    "mathematical-space": "\u205f",
    "hair-space": "\u200a",
    "paragraph-separator-alone": "\u2029",
    "next-line-alone": "\u0085",
    "spaces-of-two-kinds": " \u2003\u00a0",
    "noncharacter-fdd5": "a\ufdd5",
    "noncharacter-plane-2": "\U0002fffe",
    "first-c1": "a\u0080",
    "unit-separator": "a\x1fb",
}
_PRINTABLE = {
    "space-within": "a b",
    "space-around": " a ",
    "no-break-space-within": "a\u00a0b",
    "line-separator-within": "a\u2028b",
    "zero-width-space": "\u200b",
    "byte-order-mark": "a\ufeff",
    "replacement-character": "\ufffd",
    "last-before-controls": "~",
    "first-after-c1": "\u00a0a",
    "last-before-fdd0": "\ufdcf",
    "first-after-fdef": "\ufdf0",
    "private-use": "\ue000",
    "slashes": "org/model:7b@sha256",
    "emoji": "\U0001f680",
    # Blank is what Unicode's White_Space says, and control what its category Cc is: format characters are neither.
    "byte-order-mark-alone": "\ufeff",
    "mongolian-vowel-separator": "\u180e",
    "word-joiner": "\u2060",
    "right-to-left-override": "a\u202eb",
    "soft-hyphen": "\u00ad",
    "unassigned": "\u0378",
    "private-use-plane-15": "\U000f0000",
    "before-noncharacter-plane-2": "\U0002fffd",
    "braille-blank": "\u2800",
}


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    fallback = bases.records["fallback"]
    for token in _ERROR_CLASSES:
        if token != "Timeout":
            topic.changed(
                f"known.error-class-{slug_of(token)}",
                f"the known errorClass {token}",
                fallback,
                replace("/attempts/0/errorClass", token),
            )
    for token in _REASON_CODES:
        if token != "offline":
            topic.changed(
                f"known.reason-{token.replace('_', '-')}",
                f"the known reason code {token}",
                fallback,
                replace("/routeRejections/0/reasonCodes", [token]),
            )
    for pointer in _FREE:
        for slug in ("space", "tab", "noncharacter-ffff"):
            topic.changed(
                f"identifier.{slug_of(pointer)}.{slug}",
                f"{pointer} is {_UNPRINTABLE[slug]!a}",
                fallback,
                replace(pointer, _UNPRINTABLE[slug]),
                [f"schema/identifier-text {pointer}"],
            )
    for slug, text in _UNPRINTABLE.items():
        topic.changed(
            f"identifier.{slug}",
            f"an identifier that is {text!a}",
            bases.records["one-attempt"],
            replace("/configuredModel", text),
            ["schema/identifier-text /configuredModel"],
        )
    for slug, text in _PRINTABLE.items():
        topic.changed(
            f"identifier.{slug}",
            f"an identifier that is {text!a}",
            bases.records["one-attempt"],
            replace("/configuredModel", text),
        )
    topic.changed(
        "identifier.target-and-rule",
        "the target is blank, which is a writer finding, and another than the attempted, which a reader refuses",
        bases.records["one-attempt"],
        replace("/providerId", " "),
        ["schema/identifier-text /providerId", "rule/provider-is-last-attempted /providerId"],
        tags=["two-findings"],
    )
    for base, pointer in (
        ("task-result", "/runId"),
        ("stream-completed", "/runId"),
        ("stream-error", "/runId"),
        ("stream-cancelled", "/runId"),
        ("inderun-error", "/runId"),
        ("inderun-error", "/providerId"),
        ("stream-error", "/error/providerId"),
        ("stream-error", "/error/runId"),
    ):
        for slug, text in (("empty", ""), ("space", " "), ("tab", "a\tb")):
            topic.changed(
                f"identifier.{base}.{slug_of(pointer)}.{slug}",
                f"{pointer} is {text!r}",
                bases.carriers[base],
                replace(pointer, text),
                [f"schema/identifier-text {pointer}"],
            )
    # Without the record, no rule compares the provider with a target.
    for base in ("task-result", "stream-completed", "stream-error-bare", "stream-cancelled", "inderun-error"):
        topic.changed(
            f"no-provenance.{base}",
            f"a {bases.carriers[base].carrier} without the record, as older engines send it",
            bases.carriers[base],
            remove("/provenance"),
            ["schema/required /provenance writer"],
        )
    topic.changed(
        "no-provenance.stream-error",
        "the record stands in the error alone",
        bases.carriers["stream-error"],
        remove("/provenance"),
        ["schema/required /provenance writer"],
    )
    topic.changed(
        "two-writer-findings",
        "two writer findings, and every reader accepts the record",
        fallback,
        replace(
            "/attempts/0", {"providerId": "edge_b", "outcome": "failed", "errorClass": "QuotaExceeded", "tries": 2}
        ),
        ["schema/unknown-token /attempts/0/errorClass", "schema/unknown-member /attempts/0/tries"],
        tags=["two-findings"],
    )
    topic.changed(
        "both-levels",
        "a writer finding beside one that a reader refuses",
        fallback,
        replace(
            "/attempts/0",
            {"providerId": "edge_b", "outcome": "failed", "errorClass": "QuotaExceeded", "tries": 2, "x": None}
            | {"outcome": "gone"},
        ),
        [
            "schema/enum /attempts/0/outcome",
            "schema/unknown-token /attempts/0/errorClass",
            "schema/unknown-member /attempts/0/tries",
            "schema/unknown-member /attempts/0/x",
        ],
        tags=["two-findings"],
    )
