# Generated from tools/exprov/targets/python/runtime/_validator.py by `exprov generate`; edit that and run it again.
"""The four phases in order, and the two verdicts: what `validate`, `is_valid` and `check` do."""

from __future__ import annotations

from typing import Any, Literal

from . import _checks, _fast, _rules, _schema
from ._adopt import adopt_whole
from ._fast import is_surely_valid
from ._finding import Finding, InvalidRecord, Level
from ._leaks import scan
from ._order import in_document_order
from ._parser import is_refused, read_explaining
from ._read import read_quickly, read_whole
from ._text import ABSENT, DEFAULT_LIMITS, Limits

Carrier = Literal["task-result", "stream-terminal-outcome", "inderun-error", "auto"]

RECORD = next(iter(_schema.ROOTS))
CARRIERS = tuple(_schema.ROOTS)[1:]
# The carrier that may hold another one, its error.
STREAM: Carrier = "stream-terminal-outcome"
_LEVELS = ("writer", "reader")


def validate(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> list[Finding]:
    """Every finding of one record: those of the parse phase in the order of the text, then the others in that of the document.

    An empty list if the record is valid at `level`; of a bare record in JSON text that is quickly told.
    `data` is JSON text (`bytes`, `bytearray`, `memoryview` or `str`) or an already parsed value (`dict` and so on, never
    a JSON string). `level` is "writer" (all findings) or "reader" (what every consumer must refuse). `carrier` names the
    payload that holds the record under `provenance`; "auto" recognises it by its members; None means that `data` is the
    record. Raises TypeError for a parsed value that JSON cannot hold, and ValueError for an unknown `level` or `carrier`.
    """
    _check_arguments(level, carrier)
    return [] if carrier is None and _is_quickly_valid(data, limits) else every_finding(data, level, carrier, limits)


def is_valid(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> bool:
    """Whether `validate` would find nothing. Stops at the first finding. Same arguments, same errors."""
    if carrier is None and (level == "writer" or level == "reader"):
        # As `_is_quickly_valid` does: here a call less is felt.
        if limits is DEFAULT_LIMITS:
            if is_surely_valid(data):
                return True
        elif _is_quickly_valid(data, limits):
            return True
    return not _has_findings(data, level, carrier, limits)


def check(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> None:
    """Raise InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`."""
    findings = validate(data, level=level, carrier=carrier, limits=limits)
    if findings:
        raise InvalidRecord(findings)


def _check_arguments(level: object, carrier: object) -> None:
    if level not in _LEVELS:
        raise ValueError(f"level must be 'reader' or 'writer', not {level!r}")
    if carrier is not None and carrier != "auto" and carrier not in CARRIERS:
        raise ValueError(f"carrier must be one of {', '.join(CARRIERS)}, auto, not {carrier!r}")


def _is_quickly_valid(data: object, limits: Limits) -> bool:
    """Whether the fast path, within `limits`, finds a record in order; it may say no of one that is."""
    return limits.max_depth >= _fast.DEPTH and is_surely_valid(data, limits.max_bytes)


def every_finding(data: object, level: Level, carrier: Carrier | None, limits: Limits) -> list[Finding]:
    """What `validate` returns, by the explaining route alone."""
    data = _text_or_value(data)
    value, findings, parsed = read_whole(data, limits) if isinstance(data, (bytes, str)) else adopt_whole(data, limits)
    if value is not ABSENT:
        findings += judge_value(value, carrier)
    elif parsed is not ABSENT:
        findings += leaks_of(parsed, carrier)
    if level == "reader":
        return [finding for finding in findings if finding.level == "reader"]
    return findings


def _has_findings(data: object, level: Level, carrier: Carrier | None, limits: Limits) -> bool:
    """Whether `every_finding` would find anything: its phases, up to the first one that does."""
    _check_arguments(level, carrier)
    data = _text_or_value(data)
    findings: list[Finding] = []
    if isinstance(data, (bytes, str)):
        value = read_quickly(data, limits)
        if value is ABSENT:
            if is_refused(data, limits):
                return True
            value, findings, _ = read_explaining(data, limits)
    else:
        value, findings, _ = adopt_whole(data, limits)
    if value is ABSENT or _any_at(level, findings):
        return True
    slug = _slug(value, carrier)
    findings = _schema_findings(value, slug)
    if _any_at(level, findings):
        return True
    # Rules are judged: nothing at reader level was found.
    return bool(_rule_findings(value, slug)) or (level == "writer" and bool(_leak_findings(value, slug)))


def _text_or_value(data: object) -> object:
    return bytes(data) if isinstance(data, (bytearray, memoryview)) else data


def _any_at(level: Level, findings: list[Finding]) -> bool:
    """Whether one of `findings` counts at `level`."""
    for finding in findings:
        if level == "writer" or finding.level == "reader":
            return True
    return False


def judge_value(value: Any, carrier: Carrier | None) -> list[Finding]:
    """The findings of a parsed value: schema, then rules if the schema phase found nothing at reader level, and leaks."""
    slug = _slug(value, carrier)
    findings = _schema_findings(value, slug)
    by_schema = len(findings)
    if not _any_at("reader", findings):
        findings += _rule_findings(value, slug)
    findings += _leak_findings(value, slug)
    if len(findings) < 2 or (len(findings) == by_schema and slug == RECORD and _is_in_order(findings)):
        return findings
    return in_document_order(value, findings)


def _is_in_order(findings: list[Finding]) -> bool:
    """Whether `findings` are in document order, which the schema phase alone made of a record that has no leak.

    It goes through the members in their order, and tells before or after them what is missing or forbidden. What it tells
    of a member at its parent, because the name is a credential, would be out of order, too; but that is a leak.
    """
    return not any(one.rule == "schema/required" or one.rule == "schema/forbidden" for one in findings)


def _slug(value: Any, carrier: Carrier | None) -> str:
    return RECORD if carrier is None else recognise(value) if carrier == "auto" else carrier


# Members that no carrier has: where one stands beside no `provenance`, the document is a record.
_RECORD_ONLY = frozenset({"attempts", "attemptCount", "routeRejections", "fallbackOccurred", "modelProfile"})


def recognise(value: Any) -> str:
    """The kind of document that `value` is by its own members; the record where nothing says otherwise."""
    if isinstance(value, dict) and ("provenance" in value or not _RECORD_ONLY & value.keys()):
        if "finalText" in value or "partialText" in value or "outcome" in value:
            return "stream-terminal-outcome"
        if "output" in value or "finishReason" in value or "telemetry" in value:
            return "task-result"
        if "errorClass" in value or "message" in value:
            return "inderun-error"
    return RECORD


def _schema_findings(value: Any, slug: str) -> list[Finding]:
    findings: list[Finding] = []
    if isinstance(value, dict) and _is_unknown_version(value):
        _checks.version(_schema.VERSION)(value["schemaVersion"], "/schemaVersion", findings)
        return findings
    _schema.ROOTS[slug](value, "", findings)
    if isinstance(value, dict):
        for name in _schema.WRITER_REQUIRED[slug]:
            if name not in value:
                findings.append(_checks.missing("", name, "writer", "is required of whoever writes this"))
        if findings and slug != RECORD:
            findings = without_unread(value, findings, slug == STREAM)
    return findings


def _is_unknown_version(value: dict[str, Any]) -> bool:
    version = value.get("schemaVersion")
    return isinstance(version, str) and version != _schema.VERSION


def without_unread(value: Any, findings: list[Finding], has_error: bool) -> list[Finding]:
    """`findings` without those inside embedded documents of an unknown version, whose members cannot be judged.

    Of each such document the finding on its `schemaVersion` is kept. `has_error`: whether `value` may embed an error, too.
    """
    embedded = _records(value, has_error)
    if has_error and isinstance(value, dict):
        embedded.insert(0, ("/error", value.get("error")))
    for prefix, item in embedded:
        if isinstance(item, dict) and _is_unknown_version(item):
            findings = [
                finding
                for finding in findings
                if not finding.path.startswith(f"{prefix}/") or finding.path == f"{prefix}/schemaVersion"
            ]
    return findings


def _records(value: Any, has_error: bool) -> list[tuple[str, Any]]:
    """The provenance records of a carrier with their places: its own, and that of the error that a stream ended with."""
    if not isinstance(value, dict):
        return []
    found = [("/provenance", item) for name, item in value.items() if name == "provenance"]
    if has_error:
        for name, error in value.items():
            if name == "error" and isinstance(error, dict):
                found += [("/error/provenance", item) for inner, item in error.items() if inner == "provenance"]
    return found


def _rule_findings(value: Any, slug: str) -> list[Finding]:
    if slug in _rules.BRANCHES:
        tag, branches = _rules.BRANCHES[slug]
        places = branches[value[tag]]
    else:
        places = _rules.PLACES[slug]
    findings = []
    for steps, rules in places:
        this, prefix = value, ""
        for step in steps:
            if step not in this:
                break
            this, prefix = this[step], f"{prefix}/{step}"
        else:
            for rule, path, message, holds in rules:
                try:
                    if holds(this):
                        continue
                except IndexError:
                    pass  # what fails does not hold
                findings.append(Finding(rule, prefix + path, "reader", message))
    return findings


def leaks_of(value: Any, carrier: Carrier | None) -> list[Finding]:
    """The findings of the leak phase alone, in document order, for a parsed value that has no verdict otherwise."""
    found = _leak_findings(value, _slug(value, carrier))
    return in_document_order(value, found) if len(found) > 1 else found


def _leak_findings(value: Any, slug: str) -> list[Finding]:
    """The leak phase, on the whole of a record and on the records of a carrier."""
    if slug == RECORD:
        found = scan(value, "", _schema.KNOWN_NAMES)
    else:
        records = _records(value, slug == STREAM)
        found = [one for prefix, record in records for one in scan(record, prefix, _schema.KNOWN_NAMES)]
    # A member that is written twice can leak twice at one place; that is one finding.
    return list(dict.fromkeys(found)) if len(found) > 1 else found
