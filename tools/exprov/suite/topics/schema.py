"""Every keyword of the record's schema at every place, and both sides of every bound."""

from __future__ import annotations

from collections.abc import Iterator

from exprov.program.model import Program
from exprov.suite import documents as d
from exprov.suite.cases import Case, Row, group, row, slug_of
from exprov.suite.members import faults, grown, wrong_values

# fmt: off
CODES, _ERROR_CLASS = "/routeRejections/0/reasonCodes", "/attempts/0/errorClass"
_NAMES = ("/modelProfile", "/providerId", "/configuredModel", "/reportedModel",
          "/attempts/0/providerId", "/attempts/1/providerId", "/routeRejections/0/providerId")
# What is wrong with a text -> the text.
BAD_ERROR_CLASSES = {
    "empty": "", "lower-case": "timeout", "digit-first": "1Timeout", "hyphen": "Time-Out", "underscore": "Time_Out",
    "space": "Time Out", "space-before": " Timeout", "line-feed-after": "Timeout\n",
    "letter-beyond-ascii": "Tim\u00e9out", "letter-beyond-ascii-first": "\u00c9chec",
}
_BAD_REASON_CODES = {
    "empty": "", "upper-case": "Offline", "upper-case-within": "offLine", "digit-first": "1_offline",
    "underscore-first": "_offline", "hyphen": "off-line", "space": "off line", "space-before": " offline",
    "line-feed-after": "offline\n", "letter-beyond-ascii": "\u00e9teint",
    "letter-beyond-ascii-within": "t\u00e9l\u00e9",
}
_BAD_LOCALITIES = {
    "hyphen": "on-device", "capital": "Cloud", "empty": "", "unheard-of": "moon", "space-after": "cloud ",
}
_BAD_OUTCOMES = {"capital": "Failed", "american": "canceled", "empty": "", "unheard-of": "skipped", "past": "success"}


def cases(program: Program) -> list[Case | Row]:
    texts = (EMPTY, _localities(program), WRONG, REASONS, _every_reason(program))
    return [*d.RECORDS, *group("schema", _members(program), COUNTS, *texts, ARRAYS, _empty(program), REST),
            *grown(program, d.FALLBACK, "schema")]


def _members(program: Program) -> Iterator[Row]:
    # Without its target, a record breaks rules.
    yield from faults(program, d.FALLBACK, "/providerId")
    for name, value in wrong_values("object"):
        title = f"the record is {name} instead of an object"
        yield row(f"root.is-{name}", title, d.FALLBACK.set("", value), "schema/type")
    for path in ("/attempts/0", "/attempts/1", "/routeRejections/0", f"{CODES}/0", f"{CODES}/1"):
        kind = "string" if path.startswith(CODES) else "object"
        for name, value in wrong_values(kind):
            title = f"{path} is {name} instead of {kind}"
            yield row(f"{slug_of(path)}.is-{name}", title, d.FALLBACK.set(path, value), "schema/type")


def _localities(program: Program) -> Iterator[Row]:
    for value in program.set("Locality").values:
        if value != d.FALLBACK.value["locality"]:
            slug, edit = value.replace("_", "-"), d.FALLBACK.set("/locality", value)
            yield row(f"locality.{slug}", f"locality is {value}", edit)


def _every_reason(program: Program) -> Iterator[Row]:
    every = d.FALLBACK.set(CODES, list(program.set("ReasonCode").values))
    yield row("reason-codes.all", "a rejection for every known reason", every)


def _empty(program: Program) -> Iterator[Row]:
    required = [one.name for one in program.object(program.record.type).members if one.required]
    yield row("several.empty-record", "a record without a member", d.FALLBACK.set("", {}), *lacks("", *required))


def lacks(path: str, *names: str) -> list[str]:
    """Findings for members that the object at `path` lacks."""
    return [f"schema/required {path}/{name}" for name in names]


def items(*rules: str) -> list[str]:
    """Findings at the reason codes, by index."""
    return [f"schema/{rule} {CODES}/{index}" for index, rule in enumerate(rules) if rule]


COUNTS = group("attempt-count",
    *(row(slug, f"attemptCount is {value}", d.FALLBACK.set("/attemptCount", value), f"schema/{rule}")
      for slug, value, rule in (
        ("minus-one", -1, "minimum"),
        ("lowest-safe", -(2**53) + 1, "minimum"),
        ("two-to-53", 2**53, "maximum"),
        ("two-to-63", 2**63, "maximum"),
        ("fraction", 1.5, "type"),
    )),
    row("greatest", "attemptCount is 2^53-1, the greatest that the schema allows, and only breaks the rule",
        d.FALLBACK.set("/attemptCount", 2**53 - 1), "rule/attempt-count"),
)
EMPTY = [
    *(row(f"{slug_of(one)}.empty", f"{one} is empty", d.FALLBACK.set(one, ""), "schema/minLength") for one in _NAMES),
    *(row(f"{slug_of(path)}.one-character", f"{path} has one character", d.FALLBACK.set(path, "x"))
      for path in ("/modelProfile", "/configuredModel", "/reportedModel")),
]
WRONG = [
    row(f"{what}.{slug}", f"{title} is {text!r}", d.FALLBACK.set(path, text), f"schema/{rule}")
    for what, title, path, rule, texts in (
        ("locality", "locality", "/locality", "enum", _BAD_LOCALITIES),
        ("outcome", "an outcome", "/attempts/0/outcome", "enum", _BAD_OUTCOMES),
        ("error-class", "an errorClass", _ERROR_CLASS, "pattern", BAD_ERROR_CLASSES),
        ("reason-code", "a reason code", f"{CODES}/0", "pattern", _BAD_REASON_CODES),
    )
    for slug, text in texts.items()
]
REASONS = group("reason-codes",
    row("none", "a rejection without a reason", d.FALLBACK.set(CODES, []), "schema/minItems"),
    row("one", "a rejection for one reason", d.FALLBACK.set(CODES, ["offline"])),
    row("twice", "a reason is repeated", d.FALLBACK.add(f"{CODES}/-", "offline"), f"schema/uniqueItems {CODES}"),
    row("twice-in-a-row", "a reason follows itself",
        d.FALLBACK.set(CODES, ["offline", "offline"]), "schema/uniqueItems"),
)
ARRAYS = [
    row("route-rejections.none", "no provider was ruled out", d.FALLBACK.set("/routeRejections", [])),
    row("two-faults", "one change causes two findings, and both are reported",
        d.FALLBACK.set("/routeRejections/0", {"providerId": "", "reasonCodes": []}),
        "schema/minLength /routeRejections/0/providerId", "schema/minItems /routeRejections/0/reasonCodes"),
]
ARRAYS += group("error-class", "schema/forbidden",
    row("on-succeeded", "an errorClass on an attempt that succeeded", d.ONE.add(_ERROR_CLASS, "Timeout")),
    row("on-cancelled", "an errorClass on an attempt that was cancelled", d.CANCELLED.add(_ERROR_CLASS, "Timeout")),
    row("on-succeeded-unheard-of", "an errorClass on an attempt that succeeded",
        d.ONE.add(_ERROR_CLASS, "XNone"), "schema/unknown-token", tags=()),
    row("null-on-succeeded",
        "a null errorClass on an attempt that succeeded: it is forbidden, and null is never a value",
        d.ONE.add(_ERROR_CLASS, None), "schema/type"),
    row("on-a-fallback-that-succeeded", "an errorClass on the last attempt, which succeeded",
        d.FALLBACK.add("/attempts/1/errorClass", "Timeout")),
)
ARRAYS += group("error-class",
    row("missing-on-the-second-failure", "the second of two failed attempts lacks its errorClass",
        d.EXHAUSTED.remove("/attempts/1/errorClass"), "schema/required"),
)
# Every element of an array is validated, not only the first and the last.
ARRAYS += group("later",
    *(row(slug, f"a fault in a later element of an array: {path}", base.set(path, value), f"schema/{rule}")
      for base, slug, path, value, rule in (
        (d.THREE, "attempt-type", "/attempts/1/providerId", 7, "type"),
        (d.THREE, "attempt-empty", "/attempts/1/providerId", "", "minLength"),
        (d.THREE, "attempt-outcome", "/attempts/1/outcome", "gone", "enum"),
        (d.THREE, "attempt-error-class", "/attempts/1/errorClass", "gone", "pattern"),
        (d.THREE, "attempt-itself", "/attempts/1", [], "type"),
        (d.TWO_REJECTED, "rejection-type", "/routeRejections/1/providerId", 7, "type"),
        (d.TWO_REJECTED, "rejection-empty", "/routeRejections/1/providerId", "", "minLength"),
        (d.TWO_REJECTED, "rejection-reasons", "/routeRejections/1/reasonCodes", [], "minItems"),
        (d.TWO_REJECTED, "rejection-reason", "/routeRejections/1/reasonCodes/0", "Gone", "pattern"),
        (d.TWO_REJECTED, "rejection-itself", "/routeRejections/1", None, "type"),
    )),
    row("attempt-condition", "the second of three attempts failed and has no errorClass",
        d.THREE.remove("/attempts/1/errorClass"), "schema/required"),
    row("third-reason", "a fault in the third of three reasons",
        d.TWO_REJECTED.set(CODES, ["offline", "run_not_supported", "Gone", "cloud_constraint"]),
        f"schema/pattern {CODES}/2"),
    row("unknown-reason", "an unknown token among known reasons",
        d.TWO_REJECTED.set("/routeRejections/1/reasonCodes", ["offline", "x_gone_for_good", "cloud_constraint"]),
        "schema/unknown-token /routeRejections/1/reasonCodes/1"),
)
# One change that brings several faults: all of them are reported.
_MOON = {name: value for name, value in d.FALLBACK.value.items() if name != "schemaVersion"} | {"locality": "moon"}
ARRAYS += group("several",
    row("empty-attempt", "an attempt without a member",
        d.FALLBACK.set("/attempts/1", {}), *lacks("/attempts/1", "providerId", "outcome")),
    row("empty-rejection", "a rejection without a member",
        d.FALLBACK.set("/routeRejections/0", {}), *lacks("/routeRejections/0", "providerId", "reasonCodes")),
)
REST = group("several",
    row("empty-attempts", "two attempts without a member", d.FALLBACK.set("/attempts", [{}, {}]),
        *lacks("/attempts/0", "providerId", "outcome"), *lacks("/attempts/1", "providerId", "outcome")),
    row("version-null-and-locality", "the version is null, and the rest is validated",
        d.FALLBACK.set("", {**_MOON, "schemaVersion": None}), "schema/type /schemaVersion", "schema/enum /locality"),
    row("locality-and-null", "the locality is 'moon', and an optional member is null",
        d.FALLBACK.set("", {**d.FALLBACK.value, "locality": "moon", "configuredModel": None}),
        "schema/enum /locality", "schema/type /configuredModel"),
    row("no-version-and-locality", "without a version, the rest is validated",
        d.FALLBACK.set("", _MOON), "schema/required /schemaVersion", "schema/enum /locality"),
)
REST += [
    row("schema-version.number", "the version is a number",
        d.FALLBACK.write("/schemaVersion", "1.0", "a number for the version"), "schema/type"),
    row("outcome.unheard-of-without-error-class", "an unknown outcome requires nothing else",
        d.FALLBACK.set("/attempts/1/outcome", "skipped"), "schema/enum"),
    row("locality.another-token", "/locality is a token that the set does not have",
        d.FALLBACK.set("/locality", "unheard_of"), "schema/enum"),
    row("attempts-0-outcome.another-token", "/attempts/0/outcome is a token that the set does not have",
        d.FALLBACK.set("/attempts/0/outcome", "unheard_of"), "schema/enum"),
]
# Which elements of an array are equal; each element is validated as well.
_UNIQUE = (f"schema/uniqueItems {CODES}",)
REST += group("equal",
    *(row(slug, f"the reasons {value}", d.FALLBACK.set(CODES, value), *items(*rules), *unique)
      for slug, value, unique, *rules in (
        ("apart", ["task_not_supported", "offline", "cloud_constraint", "offline", "run_not_supported"], _UNIQUE),
        ("case-differs", ["offline", "Offline"], (), "", "pattern"),
        ("wrong-twice", ["Offline", "Offline"], _UNIQUE, "pattern", "pattern"),
        ("number-and-text", [1, "1"], (), "type", "pattern"),
        ("number-and-boolean", [1, True], (), "type", "type"),
        ("zero-and-false", [0, False], (), "type", "type"),
        ("null-twice", [None, None], _UNIQUE, "type", "type"),
        ("equal-objects", [{"a": 1, "b": 2}, {"b": 2, "a": 1}], _UNIQUE, "type", "type"),
        ("arrays-in-another-order", [[1, 2], [2, 1]], (), "type", "type"),
    )),
    row("number-forms", "two forms of one number are equal",
        d.FALLBACK.edit('["offline","privacy_constraint"]', "[1,1.0]", "two forms of one number"),
        *items("type", "type"), *_UNIQUE),
)
