"""A program that uses every public name as the documentation says. Type checkers read it in their strictest mode."""

from __future__ import annotations

from collections.abc import Mapping

from execution_provenance import (
    CONTRACT_VERSION,
    ERROR_CLASS_VALUES,
    FINISH_REASON_VALUES,
    LOCALITY_VALUES,
    OUTCOME_VALUES,
    REASON_CODE_VALUES,
    RULES,
    Attempt,
    ExactNumber,
    ExecutionProvenance,
    Finding,
    IndeRunError,
    InvalidRecord,
    Level,
    Limits,
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
)


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


def read_end(data: bytes) -> StreamTerminalOutcome:
    if b'"completed"' in data:
        return StreamCompleted.from_json(data)
    if b'"error"' in data:
        return StreamError.from_json(data)
    return StreamCancelled.from_json(data)


def text_of(end: StreamTerminalOutcome) -> str:
    if isinstance(end, StreamCompleted):
        return end.final_text
    if isinstance(end, StreamCancelled):
        return end.partial_text
    error: IndeRunError = end.error
    return f"{error.error_class}: {error.message}"


def values() -> tuple[str, ...]:
    return (*LOCALITY_VALUES, *OUTCOME_VALUES, *ERROR_CLASS_VALUES, *FINISH_REASON_VALUES, CONTRACT_VERSION)


def exact(number: ExactNumber) -> str:
    return number.text if number.is_integer() else ""
