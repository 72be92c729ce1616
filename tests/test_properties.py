"""Properties over generated documents: executions whose records are valid by construction, and what mutation makes of them.

`EXPROV_EXAMPLES` sets how many examples each property tries.
"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import execution_provenance as ep
from execution_provenance import is_valid, validate
from execution_provenance._fast import is_surely_valid
from executions import ATTRIBUTED, Execution
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from oracles import broken_rules, exactly, schema_valid
from samples import Raw, at, explained, places, pointer, text

EXAMPLES = int(os.environ.get("EXPROV_EXAMPLES", "300"))
PROPERTY = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)

PROVIDERS = ["cloud_a", "edge_b", "device_c", "d", "a/b~c", "\u00e9\U0001f600"]
ERRORS = ["Timeout", "Offline", "Internal"]
REASONS = ["offline", "cloud_constraint", "privacy_constraint"]


@st.composite
def executions(draw: st.DrawFn) -> Execution:
    order = draw(st.permutations(PROVIDERS))
    rejected = draw(st.integers(0, 2))
    failures = draw(st.integers(0, 3))
    end = draw(st.sampled_from(["exhausted", "cancelled between", *ATTRIBUTED]))
    reasons = st.lists(st.sampled_from(REASONS), min_size=1, max_size=3, unique=True)
    chain = order[rejected:]
    return Execution(
        tuple((provider, tuple(draw(reasons))) for provider in order[:rejected]),
        tuple((provider, draw(st.sampled_from(ERRORS))) for provider in chain[:failures]),
        end,
        chain[failures] if end in ATTRIBUTED else None,
        draw(st.sampled_from(ERRORS)),
        draw(st.sampled_from(["on_device", "edge", "cloud", "unknown"])),
        draw(st.sampled_from([None, "example-large", "\u3000x"])),
        draw(st.sampled_from([None, "example-large-2026"])),
        draw(st.sampled_from(["auto", "fast", "\u00fc"])),
    )


def carry(execution: Execution, choice: int) -> tuple[str | None, dict[str, Any]]:
    """The record, alone or on a payload that fits how the execution ended."""
    record = execution.record()
    error = {"schemaVersion": "1.0", "errorClass": "Internal", "message": "No.", "runId": "r"}
    target = execution.target or "nobody"
    if execution.end == "success":
        telemetry = {"providerUsed": target, "totalMs": 1}
        result = {"runId": "r", "output": {"type": "text", "text": ""}, "finishReason": "stop", "telemetry": telemetry}
        completed = {"runId": "r", "outcome": "completed", "finalText": "", "telemetry": telemetry}
        payloads = [("task-result", result), ("stream-terminal-outcome", completed)]
    elif execution.end in ("exhausted", "failed after commit"):
        stream = {"runId": "r", "outcome": "error", "error": {**error, "provenance": copy.deepcopy(record)}}
        payloads = [("inderun-error", error), ("stream-terminal-outcome", stream)]
    else:
        payloads = [("stream-terminal-outcome", {"runId": "r", "outcome": "cancelled", "partialText": ""})]
    if choice >= len(payloads):
        return None, record
    carrier, members = payloads[choice]
    return carrier, {"schemaVersion": "1.0", **members, "provenance": record}


NUMBERS = [
    *(
        "1.0",
        "1e0",
        "-0",
        "0e5",
        "1.5",
        "2.0",
        "20e-1",
        "1e400",
        "1.0000000000000000000001",
        "0.1",
        "12345678901234567890123",
    ),
    *("9007199254740991", "9007199254740992", "1e1000000000", "1e-1000000000", "-1", "0", "1", "2", "3"),
]
SCALARS: list[Any] = [
    *(None, True, False, "", " ", "x", "\u3000", "a\x00", "1.0", "2.0", "\ud7ff", "\uffff"),
    *("auto", "cloud", "edge", "unknown", "Cloud", "succeeded", "failed", "cancelled", "completed", "error", "stop"),
    *("Timeout", "NewError", "not a token", "offline", "new_code", "Offline", *PROVIDERS, "nobody"),
    *map(Raw, NUMBERS),
]
NAMES = [
    *("schemaVersion", "attemptCount", "attempts", "fallbackOccurred", "locality", "modelProfile", "providerId"),
    *("configuredModel", "reportedModel", "routeRejections", "outcome", "errorClass", "reasonCodes", "provenance"),
    *("telemetry", "error", "finishReason", "xNew", "", "prompt", "apiKey", "message", "__proto__", "a/b~", "\u00e9"),
    "AKIA" + "QWERTYUIOPASDFGH",
]
CONTAINERS: list[Any] = [
    *([], {}, [None], {"xNew": Raw("1e2")}, {"providerId": "d", "outcome": "succeeded"}, ["offline", "offline"]),
    *(
        {"providerId": "d", "outcome": "failed", "errorClass": "Timeout"},
        {"providerId": "d", "reasonCodes": ["offline"]},
    ),
]
VALUES = st.one_of(st.sampled_from(SCALARS), st.sampled_from(CONTAINERS))


@st.composite
def documents(draw: st.DrawFn, most_mutations: int = 4) -> tuple[str | None, Any]:
    """A carrier and a document, valid or mutated; numbers may be Raw."""
    carrier, document = carry(draw(executions()), draw(st.integers(0, 3)))
    for _ in range(draw(st.integers(0, most_mutations))):
        everywhere = list(places(document))
        place, value = everywhere[draw(st.integers(0, len(everywhere) - 1))]
        kind = draw(st.sampled_from(["replace", "replace", "drop", "add", "repeat", "reverse"]))
        new = copy.deepcopy(draw(VALUES))
        if kind == "add" and isinstance(value, dict):
            value[draw(st.sampled_from(NAMES))] = new
        elif kind == "add" and isinstance(value, list):
            value.append(new)
        elif kind == "repeat" and isinstance(value, list) and value:
            value.append(copy.deepcopy(value[draw(st.integers(0, len(value) - 1))]))
        elif kind == "reverse" and isinstance(value, list):
            value.reverse()
        elif place:
            parent = at(document, place[:-1])
            if kind == "drop":
                del parent[place[-1]]
            elif kind == "replace":
                parent[place[-1]] = new
        elif kind == "replace":
            document = new
    return carrier, document


def differing(value: object) -> Any:
    """A form in which Python's == is the equality of JSON values: true is not 1."""
    if isinstance(value, dict):
        return {name: differing(item) for name, item in value.items()}
    if isinstance(value, list):
        return [differing(item) for item in value]
    return ("boolean", value) if isinstance(value, bool) else value


@given(executions(), st.integers(0, 3))
@PROPERTY
def test_what_executions_produce_is_valid(execution: Execution, choice: int) -> None:
    carrier, document = carry(execution, choice)
    assert explained(text(document), carrier=carrier) == []
    assert validate(document, carrier=carrier) == []
    assert is_valid(text(document), carrier=carrier)
    if carrier is None:
        # The quick verdict must know the common case, else it is of no use.
        assert is_surely_valid(json.dumps(document, ensure_ascii=False))


@given(documents())
@PROPERTY
def test_the_verdicts_agree_with_jsonschema_and_the_evaluator(case: tuple[str | None, Any]) -> None:
    carrier, document = case
    written = text(document)
    findings = explained(written, "reader", carrier)
    value = exactly(written)
    by_schema = [finding for finding in findings if finding.rule.startswith("schema/")]
    assert (not by_schema) == schema_valid(value, carrier), findings
    if not by_schema:
        event("schema-valid")
        expected = broken_rules(value, carrier)
        assert {(finding.rule, finding.path) for finding in findings} == expected
        event("rules broken" if expected else "reader-valid")


@given(documents())
@PROPERTY
def test_the_quick_verdict_agrees_with_the_findings(case: tuple[str | None, Any]) -> None:
    carrier, document = case
    written = text(document)
    readable = json.dumps(exactly(written), ensure_ascii=False, default=str)
    for data in (written, written.encode(), f" {written}\n", readable, readable.encode()):
        for level in ("reader", "writer"):
            expected = explained(data, level, carrier)
            assert is_valid(data, level=level, carrier=carrier) == (not expected)  # type: ignore[arg-type]
        if is_surely_valid(data):
            assert explained(data) == []


@given(documents(most_mutations=2))
@PROPERTY
def test_findings_are_the_same_for_text_and_parsed_values(case: tuple[str | None, Any]) -> None:
    carrier, document = case
    value = numbers(document)
    if isinstance(value, dict | list):
        findings = validate(value, carrier=carrier)  # type: ignore[arg-type]
        assert findings == explained(text(document), carrier=carrier)
        assert findings == sorted(findings, key=order_in(value))


def order_in(value: object) -> Callable[[ep.Finding], tuple[int, int]]:
    """Where a finding belongs: with what it points to or, for what is missing, right behind the object that lacks it."""
    numbered = {pointer(place): number for number, (place, _) in enumerate(places(value))}

    def order(finding: ep.Finding) -> tuple[int, int]:
        path, missing = finding.path, 0
        while path not in numbered:
            path, missing = path.rpartition("/")[0], 1
        return numbered[path], missing

    return order


def numbers(value: object) -> Any:
    """The document with Raw numbers as the package reads them."""
    if isinstance(value, Raw):
        return int(value) if value.lstrip("-").isdigit() and value != "-0" else ep.ExactNumber(str(value))
    if isinstance(value, dict):
        return {name: numbers(item) for name, item in value.items()}
    return [numbers(item) for item in value] if isinstance(value, list) else value


CLASSES: dict[str | None, list[Any]] = {
    None: [ep.ExecutionProvenance],
    "task-result": [ep.TaskResult],
    "inderun-error": [ep.IndeRunError],
    "stream-terminal-outcome": [ep.StreamCompleted, ep.StreamError, ep.StreamCancelled],
}


@given(documents(most_mutations=2))
@PROPERTY
def test_reading_and_writing_again_changes_nothing(case: tuple[str | None, Any]) -> None:
    carrier, document = case
    written = text(document)
    value = exactly(written)
    if not schema_valid(value, carrier):
        return
    branches = ["completed", "error", "cancelled"]
    model = CLASSES[carrier][branches.index(value["outcome"]) if carrier == "stream-terminal-outcome" else 0]
    first = model.from_json(written)
    again = first.to_json()
    assert differing(exactly(again.decode())) == differing(value)
    second = model.from_json(again)
    assert second == first
    assert second.to_json() == again
    assert model.from_dict(first.to_dict()) == first


def strict(data: bytes) -> bool:
    """Whether the standard library reads the bytes as one JSON text with distinct names, without NaN and infinities."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(items)) != len(items):
            raise ValueError("repeated")
        return dict(items)

    def refuse(_: str) -> Any:
        raise ValueError("constant")

    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=pairs, parse_constant=refuse, parse_float=Decimal)
        json.dumps(value, ensure_ascii=False, default=str).encode("utf-8")
    except (ValueError, UnicodeError):
        return False
    return True


@given(executions(), st.data())
@PROPERTY
def test_bytes_that_went_wrong_get_one_verdict(execution: Execution, data: st.DataObject) -> None:
    document = execution.record()
    if data.draw(st.booleans()):
        document["xNew"] = '\u00e9 \\ " \U0001f600'
    content = bytearray(json.dumps(document, ensure_ascii=data.draw(st.booleans())).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, len(content) - 1)) if content else 0
        kind = data.draw(st.sampled_from(["flip", "insert", "delete", "member", "space", "cut", "token"]))
        if kind == "flip" and content:
            content[where] ^= 1 << data.draw(st.integers(0, 7))
        elif kind == "insert":
            content.insert(where, data.draw(st.integers(0, 255)))
        elif kind == "delete":
            del content[where : where + data.draw(st.integers(1, 8))]
        elif kind == "member":
            # A member again, at the beginning of some object.
            opening = content.find(b"{", where)
            name = data.draw(st.sampled_from([*document, "outcome", "providerId", "xNew", "loc\\u0061lity"]))
            value = json.dumps(document.get(name, "failed"))
            content[opening + 1 : opening + 1] = f'"{name}": {value}, '.encode() if opening >= 0 else b""
        elif kind == "space":
            content[where:where] = data.draw(
                st.sampled_from([b" ", b"\n", b"\t\r", b"\x0c", b"\xc2\xa0", b"\xef\xbb\xbf"])
            )
        elif kind == "cut":
            del content[where:]
        else:
            tokens = [
                b"-",
                b"1.0",
                b"1e0",
                b"\\u0022",
                b"\\ud83d",
                b"\\\\",
                b'"',
                b"-0",
                b"NaN",
                b"\\/",
                b"\x00",
                b"\xff",
            ]
            content[where:where] = data.draw(st.sampled_from(tokens))
    raw = bytes(content)
    findings = explained(raw)
    parsed = all(not finding.rule.startswith("json/") or finding.level == "writer" for finding in findings)
    assert parsed == strict(raw.removeprefix(b"\xef\xbb\xbf")), findings
    for level in ("reader", "writer"):
        for form in (raw, bytearray(raw)):
            assert is_valid(form, level=level) == (not validate(form, level=level))  # type: ignore[arg-type]
    if is_surely_valid(raw):
        assert findings == []
    for finding in findings:
        if finding.rule.startswith("json/"):
            assert finding.offset is not None and 0 <= finding.offset <= len(raw)
    try:
        decoded = raw.decode("utf-8")
    except UnicodeDecodeError:
        return
    assert validate(decoded) == findings
    assert is_valid(decoded) == (not findings)
    if is_surely_valid(decoded):
        assert findings == []
