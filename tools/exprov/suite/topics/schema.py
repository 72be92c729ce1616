"""Every keyword of the record's schema at every place, and both sides of every bound."""

from __future__ import annotations

from exprov.contract.model import Contract
from exprov.suite.bases import Bases
from exprov.suite.cases import Topic, add, edit, remove, replace, slug_of
from exprov.suite.shapes import Shape, add_shape, wrong_values

# What the contract's tables say, written out again: (base, pointer of the object, members and types, which are required).
_RECORD = {
    "schemaVersion": "string",
    "attemptCount": "integer",
    "attempts": "array",
    "fallbackOccurred": "boolean",
    "locality": "string",
    "modelProfile": "string",
    "providerId": "string",
    "configuredModel": "string",
    "reportedModel": "string",
    "routeRejections": "array",
}
_REQUIRED = (
    "schemaVersion",
    "attemptCount",
    "attempts",
    "fallbackOccurred",
    "locality",
    "modelProfile",
    "routeRejections",
)
SHAPES = (
    Shape("fallback", "", _RECORD, _REQUIRED, ("configuredModel", "reportedModel")),
    # Of an attempt that failed, errorClass is required.
    Shape(
        "fallback",
        "/attempts/0",
        {"providerId": "string", "outcome": "string", "errorClass": "string"},
        ("providerId", "outcome", "errorClass"),
    ),
    Shape("fallback", "/attempts/1", {"providerId": "string", "outcome": "string"}, ("providerId", "outcome")),
    Shape(
        "fallback",
        "/routeRejections/0",
        {"providerId": "string", "reasonCodes": "array"},
        ("providerId", "reasonCodes"),
    ),
)
# Elements of arrays: (pointer, type).
_ELEMENTS = (
    ("/attempts/0", "object"),
    ("/attempts/1", "object"),
    ("/routeRejections/0", "object"),
    ("/routeRejections/0/reasonCodes/0", "string"),
    ("/routeRejections/0/reasonCodes/1", "string"),
)
_NAMES = (
    "/modelProfile",
    "/providerId",
    "/configuredModel",
    "/reportedModel",
    "/attempts/0/providerId",
    "/attempts/1/providerId",
    "/routeRejections/0/providerId",
)
BAD_ERROR_CLASSES = {
    "empty": "",
    "lower-case": "timeout",
    "digit-first": "1Timeout",
    "hyphen": "Time-Out",
    "underscore": "Time_Out",
    "space": "Time Out",
    "space-before": " Timeout",
    "line-feed-after": "Timeout\n",
    "letter-beyond-ascii": "Tim\u00e9out",
    "letter-beyond-ascii-first": "\u00c9chec",
}
BAD_REASON_CODES = {
    "empty": "",
    "upper-case": "Offline",
    "upper-case-within": "offLine",
    "digit-first": "1_offline",
    "underscore-first": "_offline",
    "hyphen": "off-line",
    "space": "off line",
    "space-before": " offline",
    "line-feed-after": "offline\n",
    "letter-beyond-ascii": "\u00e9teint",
    "letter-beyond-ascii-within": "t\u00e9l\u00e9",
}


def add_cases(topic: Topic, bases: Bases, contract: Contract) -> None:
    for shape in SHAPES:
        add_shape(topic, bases.records[shape.base], shape)
    _roots(topic, bases)
    _numbers(topic, bases)
    _text(topic, bases)
    _arrays(topic, bases)
    _conditions(topic, bases)
    _later_elements(topic, bases)
    _several(topic, bases)
    _equal_elements(topic, bases)


def _roots(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    for name, value in wrong_values("object"):
        topic.changed(
            f"root.is-{name}",
            f"the record is {name} instead of an object",
            fallback,
            replace("", value),
            ["schema/type"],
        )
    for pointer, kind in _ELEMENTS:
        for name, value in wrong_values(kind):
            topic.changed(
                f"{slug_of(pointer)}.is-{name}",
                f"{pointer} is {name} instead of {kind}",
                fallback,
                replace(pointer, value),
                [f"schema/type {pointer}"],
            )


def _numbers(topic: Topic, bases: Bases) -> None:
    records = bases.records
    for slug, value, rule in (
        ("minus-one", -1, "schema/minimum"),
        ("lowest-safe", -(2**53) + 1, "schema/minimum"),
        ("two-to-53", 2**53, "schema/maximum"),
        ("two-to-63", 2**63, "schema/maximum"),
        ("fraction", 1.5, "schema/type"),
    ):
        topic.changed(
            f"attempt-count.{slug}",
            f"attemptCount is {value}",
            records["fallback"],
            replace("/attemptCount", value),
            [f"{rule} /attemptCount"],
        )
    topic.changed(
        "attempt-count.greatest",
        "attemptCount is 2^53-1, the greatest that the schema takes, and wrong by rule only",
        records["fallback"],
        replace("/attemptCount", 2**53 - 1),
        ["rule/attempt-count /attemptCount"],
    )


def _text(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    for pointer in _NAMES:
        topic.changed(
            f"{slug_of(pointer)}.empty",
            f"{pointer} is empty",
            fallback,
            replace(pointer, ""),
            [f"schema/minLength {pointer}"],
        )
    for pointer in ("/modelProfile", "/configuredModel", "/reportedModel"):
        topic.changed(
            f"{slug_of(pointer)}.one-character", f"{pointer} has one character", fallback, replace(pointer, "x")
        )
    for value in ("on_device", "edge", "unknown"):
        topic.changed(
            f"locality.{value.replace('_', '-')}", f"locality is {value}", fallback, replace("/locality", value)
        )
    for slug, value in (
        ("hyphen", "on-device"),
        ("capital", "Cloud"),
        ("empty", ""),
        ("unheard-of", "moon"),
        ("space-after", "cloud "),
    ):
        topic.changed(
            f"locality.{slug}",
            f"locality is {value!r}",
            fallback,
            replace("/locality", value),
            ["schema/enum /locality"],
        )
    for slug, value in (
        ("capital", "Failed"),
        ("american", "canceled"),
        ("empty", ""),
        ("unheard-of", "skipped"),
        ("past", "success"),
    ):
        topic.changed(
            f"outcome.{slug}",
            f"an outcome is {value!r}",
            fallback,
            replace("/attempts/0/outcome", value),
            ["schema/enum /attempts/0/outcome"],
        )
    for slug, value in BAD_ERROR_CLASSES.items():
        topic.changed(
            f"error-class.{slug}",
            f"an errorClass is {value!r}",
            fallback,
            replace("/attempts/0/errorClass", value),
            ["schema/pattern /attempts/0/errorClass"],
        )
    for slug, value in BAD_REASON_CODES.items():
        pointer = "/routeRejections/0/reasonCodes/0"
        topic.changed(
            f"reason-code.{slug}",
            f"a reason code is {value!r}",
            fallback,
            replace(pointer, value),
            [f"schema/pattern {pointer}"],
        )


def _arrays(topic: Topic, bases: Bases) -> None:
    fallback = bases.records["fallback"]
    codes = "/routeRejections/0/reasonCodes"
    topic.changed(
        "reason-codes.none", "a rejection without a reason", fallback, replace(codes, []), [f"schema/minItems {codes}"]
    )
    topic.changed("reason-codes.one", "a rejection for one reason", fallback, replace(codes, ["offline"]))
    topic.changed(
        "reason-codes.twice",
        "a reason stands twice",
        fallback,
        add(f"{codes}/-", "offline"),
        [f"schema/uniqueItems {codes}"],
    )
    topic.changed(
        "reason-codes.twice-in-a-row",
        "a reason stands twice in a row",
        fallback,
        replace(codes, ["offline", "offline"]),
        [f"schema/uniqueItems {codes}"],
    )
    topic.changed(
        "reason-codes.all",
        "a rejection for every known reason",
        fallback,
        replace(
            codes,
            [
                "task_not_supported",
                "run_not_supported",
                "streaming_not_supported",
                "streaming_unavailable",
                "privacy_constraint",
                "cloud_constraint",
                "offline",
                "capability_unavailable",
            ],
        ),
    )
    topic.changed("route-rejections.none", "no provider was ruled out", fallback, replace("/routeRejections", []))
    topic.changed(
        "two-faults",
        "one change brings two faults, and both are reported",
        fallback,
        replace("/routeRejections/0", {"providerId": "", "reasonCodes": []}),
        ["schema/minLength /routeRejections/0/providerId", "schema/minItems /routeRejections/0/reasonCodes"],
        tags=["two-findings"],
    )


def _conditions(topic: Topic, bases: Bases) -> None:
    for slug, base, value in (
        ("succeeded", "one-attempt", "Timeout"),
        ("cancelled", "cancelled-attempt", "Timeout"),
        ("succeeded-unheard-of", "one-attempt", "None"),
    ):
        topic.changed(
            f"error-class.on-{slug}",
            f"an errorClass on an attempt that {slug.partition('-')[0] if slug != 'cancelled' else 'was cancelled'}",
            bases.records[base],
            add("/attempts/0/errorClass", value),
            ["schema/forbidden /attempts/0/errorClass"]
            + (["schema/unknown-token /attempts/0/errorClass"] if value == "None" else []),
        )
    topic.changed(
        "error-class.null-on-succeeded",
        "a null errorClass on an attempt that succeeded: it may not stand there, and null is never a value",
        bases.records["one-attempt"],
        add("/attempts/0/errorClass", None),
        ["schema/forbidden /attempts/0/errorClass", "schema/type /attempts/0/errorClass"],
        tags=["two-findings"],
    )
    topic.changed(
        "error-class.on-a-fallback-that-succeeded",
        "an errorClass on the last attempt, which succeeded",
        bases.records["fallback"],
        add("/attempts/1/errorClass", "Timeout"),
        ["schema/forbidden /attempts/1/errorClass"],
    )
    topic.changed(
        "error-class.missing-on-the-second-failure",
        "the second of two failed attempts lacks its errorClass",
        bases.records["exhausted"],
        remove("/attempts/1/errorClass"),
        ["schema/required /attempts/1/errorClass"],
    )


def _later_elements(topic: Topic, bases: Bases) -> None:
    """Every element of an array is judged, not only the first and the last."""
    three, rejected = bases.records["three-attempts"], bases.records["two-rejected"]
    for slug, base, pointer, value, rule in (
        ("attempt-type", three, "/attempts/1/providerId", 7, "type"),
        ("attempt-empty", three, "/attempts/1/providerId", "", "minLength"),
        ("attempt-outcome", three, "/attempts/1/outcome", "gone", "enum"),
        ("attempt-error-class", three, "/attempts/1/errorClass", "gone", "pattern"),
        ("attempt-itself", three, "/attempts/1", [], "type"),
        ("rejection-type", rejected, "/routeRejections/1/providerId", 7, "type"),
        ("rejection-empty", rejected, "/routeRejections/1/providerId", "", "minLength"),
        ("rejection-reasons", rejected, "/routeRejections/1/reasonCodes", [], "minItems"),
        ("rejection-reason", rejected, "/routeRejections/1/reasonCodes/0", "Gone", "pattern"),
        ("rejection-itself", rejected, "/routeRejections/1", None, "type"),
    ):
        topic.changed(
            f"later.{slug}",
            f"a fault in a later element of an array: {pointer}",
            base,
            replace(pointer, value),
            [f"schema/{rule} {pointer}"],
        )
    topic.changed(
        "later.attempt-condition",
        "the second of three attempts failed and has no errorClass",
        three,
        remove("/attempts/1/errorClass"),
        ["schema/required /attempts/1/errorClass"],
    )
    topic.changed(
        "later.third-reason",
        "a fault in the third of three reasons",
        rejected,
        replace("/routeRejections/0/reasonCodes", ["offline", "run_not_supported", "Gone", "cloud_constraint"]),
        ["schema/pattern /routeRejections/0/reasonCodes/2"],
    )
    topic.changed(
        "later.unknown-reason",
        "an unknown token among known reasons",
        rejected,
        replace("/routeRejections/1/reasonCodes", ["offline", "gone_for_good", "cloud_constraint"]),
        ["schema/unknown-token /routeRejections/1/reasonCodes/1"],
    )


def _several(topic: Topic, bases: Bases) -> None:
    """One change that brings several faults: all of them are reported."""
    fallback = bases.records["fallback"]
    record = fallback.value
    moon = {**record, "locality": "moon"}
    del moon["schemaVersion"]
    for slug, title, change, findings in (
        (
            "empty-attempt",
            "an attempt without a member",
            replace("/attempts/1", {}),
            ["schema/required /attempts/1/providerId", "schema/required /attempts/1/outcome"],
        ),
        (
            "empty-rejection",
            "a rejection without a member",
            replace("/routeRejections/0", {}),
            ["schema/required /routeRejections/0/providerId", "schema/required /routeRejections/0/reasonCodes"],
        ),
        (
            "empty-record",
            "a record without a member",
            replace("", {}),
            [f"schema/required /{name}" for name in _REQUIRED],
        ),
        (
            "empty-attempts",
            "two attempts without a member",
            replace("/attempts", [{}, {}]),
            [f"schema/required /attempts/{index}/{name}" for index in (0, 1) for name in ("providerId", "outcome")],
        ),
        (
            "version-null-and-locality",
            "null is no version, and the rest is judged",
            replace("", {**moon, "schemaVersion": None}),
            ["schema/type /schemaVersion", "schema/enum /locality"],
        ),
        (
            "no-version-and-locality",
            "without a version the rest is judged",
            replace("", moon),
            ["schema/required /schemaVersion", "schema/enum /locality"],
        ),
    ):
        topic.changed(f"several.{slug}", title, fallback, change, findings, tags=["two-findings"])
    topic.changed(
        "schema-version.number",
        "the version is a number",
        fallback,
        edit("a number for the version", '"schemaVersion":"1.0"', '"schemaVersion":1.0'),
        ["schema/type /schemaVersion"],
    )
    topic.changed(
        "outcome.unheard-of-without-error-class",
        "an outcome that is none asks for nothing else",
        fallback,
        replace("/attempts/1/outcome", "skipped"),
        ["schema/enum /attempts/1/outcome"],
    )
    for pointer in ("/locality", "/attempts/0/outcome"):
        topic.changed(
            f"{slug_of(pointer)}.another-token",
            f"{pointer} is a token that is in no set",
            fallback,
            replace(pointer, "unheard_of"),
            [f"schema/enum {pointer}"],
        )


def _equal_elements(topic: Topic, bases: Bases) -> None:
    """What is equal, and what is not, in an array whose elements differ: the elements are judged beside that."""
    fallback, codes = bases.records["fallback"], "/routeRejections/0/reasonCodes"
    unique = f"schema/uniqueItems {codes}"
    for slug, value, rules in (
        ("apart", ["task_not_supported", "offline", "cloud_constraint", "offline", "run_not_supported"], ["unique"]),
        ("case-differs", ["offline", "Offline"], ["", "pattern"]),
        ("wrong-twice", ["Offline", "Offline"], ["pattern", "pattern", "unique"]),
        ("number-and-text", [1, "1"], ["type", "pattern"]),
        ("number-and-boolean", [1, True], ["type", "type"]),
        ("zero-and-false", [0, False], ["type", "type"]),
        ("null-twice", [None, None], ["type", "type", "unique"]),
        ("equal-objects", [{"a": 1, "b": 2}, {"b": 2, "a": 1}], ["type", "type", "unique"]),
        ("arrays-in-another-order", [[1, 2], [2, 1]], ["type", "type"]),
    ):
        findings = [f"schema/{rule} {codes}/{index}" for index, rule in enumerate(rules) if rule not in ("", "unique")]
        if "unique" in rules:
            findings.append(unique)
        topic.changed(
            f"equal.{slug}",
            f"the reasons {value}",
            fallback,
            replace(codes, value),
            findings,
            tags=["two-findings"] if len(findings) > 1 else [],
        )
    topic.changed(
        "equal.number-forms",
        "two forms of one number are equal",
        fallback,
        edit("two forms of one number", '["offline","privacy_constraint"]', "[1,1.0]"),
        [f"schema/type {codes}/0", f"schema/type {codes}/1", unique],
        tags=["two-findings"],
    )
