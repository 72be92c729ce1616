# Generated from tools/exprov/targets/python/runtime/_validator.py by `exprov generate`; edit that and run it again.
"""The four phases in order, and the two verdicts: what `validate`, `is_valid` and `check` do."""

from __future__ import annotations

from typing import Any, Literal

from . import _checks, _fast, _rules, _schema
from ._adopt import adopt_whole
from ._explain import is_refused
from ._fast import is_surely_valid
from ._finding import Finding, InvalidRecord, Level
from ._leaks import scan
from ._order import in_document_order
from ._read import ABSENT, Limits, read_quickly, read_whole

Carrier = Literal["task-result", "stream-terminal-outcome", "inderun-error", "auto"]

RECORD = next(iter(_schema.ROOTS))
CARRIERS = tuple(_schema.ROOTS)[1:]
# The carrier that may hold another one, its error.
STREAM: Carrier = "stream-terminal-outcome"
DEFAULT_LIMITS = Limits()
_LEVELS = ("writer", "reader")


def validate(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> list[Finding]:
    """Every finding of one record, in document order; an empty list if it is valid at `level`.

    `data` is JSON text (`bytes` or `str`) or an already parsed value (`dict` and so on, never a JSON string).
    `level` is "writer" (all findings) or "reader" (what every consumer must refuse). `carrier` names the payload that
    holds the record under `provenance`; "auto" recognises it by its members; None means that `data` is the record.
    Raises TypeError for a parsed value that JSON cannot hold, and ValueError for an unknown `level` or `carrier`.
    """
    _check_arguments(level, carrier)
    return [] if carrier is None and _is_surely_valid(data, limits) else every_finding(data, level, carrier, limits)


def every_finding(data: object, level: Level, carrier: Carrier | None, limits: Limits) -> list[Finding]:
    """What `validate` returns, by the explaining route alone."""
    value, findings, parsed = _parsed(data, limits)
    if value is not ABSENT:
        findings += explain(value, carrier)
    elif parsed is not ABSENT:
        findings += _leaks(parsed, carrier)
    if level == "reader":
        return [finding for finding in findings if finding.level == "reader"]
    return findings


def _is_surely_valid(data: object, limits: Limits) -> bool:
    """Whether the fast path, within `limits`, finds a record in order; it may say no of one that is."""
    return limits.max_depth >= _fast.DEPTH and is_surely_valid(data, limits.max_bytes)


def _parsed(data: object, limits: Limits) -> tuple[Any, list[Finding], Any]:
    """What `read_whole` says of `data`, or the same of a value that was parsed elsewhere."""
    data = _text_or_value(data)
    return read_whole(data, limits) if isinstance(data, (bytes, str)) else adopt_whole(data, limits)


def _text_or_value(data: object) -> object:
    return bytes(data) if isinstance(data, (bytearray, memoryview)) else data


def is_valid(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> bool:
    """Whether `validate` would find nothing; much faster where it would not. Same arguments, same errors."""
    if carrier is None and (level == "writer" or level == "reader"):
        if limits is DEFAULT_LIMITS:
            if is_surely_valid(data):
                return True
        elif _is_surely_valid(data, limits):
            return True
    return not _has_findings(data, level, carrier, limits)


def _has_findings(data: object, level: Level, carrier: Carrier | None, limits: Limits) -> bool:
    """Whether `validate` would find anything: its phases, up to the first one that does."""
    _check_arguments(level, carrier)
    data = _text_or_value(data)
    value: Any = ABSENT
    findings: list[Finding] = []
    if isinstance(data, (bytes, str)):
        value = read_quickly(data, limits)
        if value is ABSENT and is_refused(data):
            return True
    if value is ABSENT:
        value, findings, _ = _parsed(data, limits)
    if value is ABSENT or _any_at(level, findings):
        return True
    slug = _slug(value, carrier)
    findings = _schema_findings(value, slug)
    if _any_at(level, findings):
        return True
    # Rules are judged: nothing at reader level was found.
    return bool(_rule_findings(value, slug)) or (level == "writer" and bool(_leaks(value, carrier)))


def check(
    data: object, *, level: Level = "writer", carrier: Carrier | None = None, limits: Limits = DEFAULT_LIMITS
) -> None:
    """Raise InvalidRecord, which carries the findings, unless `data` is valid. Same arguments as `validate`."""
    findings = validate(data, level=level, carrier=carrier, limits=limits)
    if findings:
        raise InvalidRecord(findings)


def explain(value: Any, carrier: Carrier | None) -> list[Finding]:
    """The findings of a parsed value: schema, then rules if the schema phase found nothing at reader level, and leaks."""
    slug = _slug(value, carrier)
    findings = _schema_findings(value, slug)
    by_schema = len(findings)
    if not _any_at("reader", findings):
        findings += _rule_findings(value, slug)
    findings += _leaks(value, carrier)
    if len(findings) < 2 or (len(findings) == by_schema and slug == RECORD and _is_in_order(findings)):
        return findings
    return in_document_order(value, findings)


def _is_in_order(findings: list[Finding]) -> bool:
    """Whether findings of the schema phase alone are in document order, as it goes through a record.

    What is missing or forbidden it tells elsewhere. Where a name keeps a path from being whole, there is a leak, too.
    """
    return not any(one.rule == "schema/required" or one.rule == "schema/forbidden" for one in findings)


def _any_at(level: Level, findings: list[Finding]) -> bool:
    """Whether one of `findings` counts at `level`."""
    for finding in findings:
        if level == "writer" or finding.level == "reader":
            return True
    return False


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


def _leaks(value: Any, carrier: Carrier | None) -> list[Finding]:
    """The leak phase, on the whole of a record and on the records of a carrier."""
    slug = _slug(value, carrier)
    if slug == RECORD:
        found = scan(value, "", _schema.KNOWN_NAMES)
    else:
        records = _records(value, slug == STREAM)
        found = [one for prefix, record in records for one in scan(record, prefix, _schema.KNOWN_NAMES)]
    # A member that is written twice can leak twice at one place; that is one finding.
    return list(dict.fromkeys(found)) if len(found) > 1 else found


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


def _check_arguments(level: object, carrier: object) -> None:
    if level not in _LEVELS:
        raise ValueError(f"level must be 'reader' or 'writer', not {level!r}")
    if carrier is not None and carrier != "auto" and carrier not in CARRIERS:
        raise ValueError(f"carrier must be one of {', '.join(CARRIERS)}, auto, not {carrier!r}")


def _is_unknown_version(value: dict[str, Any]) -> bool:
    version = value.get("schemaVersion")
    return isinstance(version, str) and version != _schema.VERSION


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
