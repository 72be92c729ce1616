"""A program that uses every public name as the documentation says. Type checkers read it in their strictest mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from execution_provenance import (
    CONTRACT_VERSION,
    ERROR_CLASS_VALUES,
    FINISH_REASON_VALUES,
    LOCALITY_VALUES,
    OUTCOME_VALUES,
    REASON_CODE_VALUES,
    RULES,
    Attempt,
    Carrier,
    ErrorClass,
    ExactNumber,
    ExecutionProvenance,
    Finding,
    IndeRunError,
    InvalidRecord,
    Level,
    Limits,
    Locality,
    Outcome,
    ReasonCode,
    RouteRejection,
    RuleInfo,
    StreamCancelled,
    StreamCompleted,
    StreamError,
    StreamTerminalOutcome,
    TaskResult,
    Telemetry,
    TextOutput,
    Usage,
    check,
    is_valid,
    validate,
    validate_lines,
)
from execution_provenance import __version__ as version


def emit(provider: str, model: str | None) -> bytes:
    record = ExecutionProvenance(
        schema_version="1.0",
        attempt_count=1,
        attempts=(Attempt(provider_id=provider, outcome="succeeded"),),
        fallback_occurred=False,
        locality="cloud",
        model_profile="auto",
        provider_id=provider,
        reported_model=model,
        route_rejections=(RouteRejection(provider_id="edge", reason_codes=("offline", REASON_CODE_VALUES[0])),),
        extra={"build": "7"},
    )
    assert record in {record}
    text: bytes = record.to_json()
    canonical: bytes = record.canonical()
    digest: str = record.digest()
    members: dict[str, object] = record.to_dict()
    again: ExecutionProvenance = ExecutionProvenance.from_dict(members)
    assert again == record and canonical and digest
    return text


def judge(data: bytes | str, level: Level = "writer") -> list[str]:
    limits = Limits(max_bytes=4096, max_depth=16)
    if is_valid(data, level=level, limits=limits):
        return []
    findings: list[Finding] = validate(data, level=level, carrier="auto", limits=limits)
    return [
        f"{found.line or 0}:{found.column or 0}:{found.offset or 0} {found.rule} {found.path}" for found in findings
    ]


def judge_record(
    record: ExecutionProvenance | TaskResult, carrier: Carrier | None = None
) -> list[dict[str, str | int]]:
    if is_valid(record, allow={"schema/unknown-member"}):
        return []
    return [finding.to_dict() for finding in validate(record, carrier=carrier, allow=["schema/unknown-member"])]


def judge_log(path: Path) -> list[int | None]:
    with path.open("rb") as lines:
        from_file = [finding.line for finding in validate_lines(lines, level="reader")]
    return from_file + [finding.line for finding in validate_lines([b"{}", "{}"], carrier="auto")]


def refuse(data: object) -> tuple[Finding, ...]:
    try:
        check(data, carrier="task-result")
    except InvalidRecord as error:
        return error.findings
    return ()


def explain(rule: str) -> str:
    rules: Mapping[str, RuleInfo] = RULES
    info = rules[rule]
    level: Level = info.level
    return f"{info.id} {level} {info.title} {info.why} {info.remedy} {info.failing} {info.passing}"


def finish(text: str, provenance: ExecutionProvenance) -> TaskResult:
    return TaskResult(
        schema_version="1.0",
        run_id="run_1",
        output=TextOutput(type="text", text=text),
        finish_reason="stop",
        usage=Usage(input_tokens=1, output_tokens=2, total_tokens=3),
        telemetry=Telemetry(provider_used="a", total_ms=12.5),
        provenance=provenance,
    )


def planned(rejected: Mapping[str, Sequence[ReasonCode]], where: Locality) -> ExecutionProvenance:
    rejections = [RouteRejection(provider_id=name, reason_codes=codes) for name, codes in rejected.items()]
    end: Outcome = "failed"
    why: ErrorClass = "Timeout"
    ours: ErrorClass = "OutOfTokens"  # an open set takes any text
    attempts = [Attempt(provider_id="a", outcome=end, error_class=error) for error in (why, ours)]
    planned = ExecutionProvenance(
        attempt_count=len(attempts),
        attempts=attempts,
        fallback_occurred=True,
        locality=where,
        model_profile="auto",
        route_rejections=rejections,
    )
    first: Attempt = planned.attempts[0]
    assert first in planned.attempts
    return replace(planned, locality="unknown")


def read_end(data: bytes) -> str:
    end = StreamTerminalOutcome.from_json(data, limits=Limits(max_bytes=4096), rules=True)
    return f"{about(end)}: {text_of(end)}"


def about(end: StreamTerminalOutcome) -> str:
    record: ExecutionProvenance | None = end.provenance
    return end.run_id if record is None else f"{end.run_id}, {record.locality}"


def text_of(end: StreamCompleted | StreamError | StreamCancelled) -> str:
    if isinstance(end, StreamCompleted):
        return end.final_text
    if end.outcome == "cancelled":
        return end.partial_text
    error: IndeRunError = end.error
    wait: int | float | ExactNumber | None = error.retry_after_ms
    details: Mapping[str, object] = error.details or {}
    return f"{error.error_class}: {error.message} {float(wait or 0):.1f} {len(details)}"


def values() -> tuple[str, ...]:
    return (*LOCALITY_VALUES, *OUTCOME_VALUES, *ERROR_CLASS_VALUES, *FINISH_REASON_VALUES, CONTRACT_VERSION, version)


def exact(number: ExactNumber) -> str:
    doubled: Decimal = 2 * number
    return number.text if number.is_integer() and doubled > number and number != 0.5 else f"{doubled:.2f}"
