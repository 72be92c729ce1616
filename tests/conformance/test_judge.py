"""How an answer is evaluated, for each operation: right ones in every permitted form, and wrong ones with their reason."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from conformance.engines import full, hello
from exprov.conformance import differences, judge, plan, protocol
from exprov.conformance.outcomes import ERROR, FAIL, PASS, PROTOCOL, UNDECLARED, WRONG_REASON
from exprov.conformance.results import CaseResult, Difference

ACCEPTED = "schema.one-attempt:validate:reader"
REJECTED = "schema.two-faults:validate:reader"
WRITTEN = "forward.unknown-member.in-root:roundtrip:reader"
CANONICAL = "forward.unknown-member.in-root:canonical:reader"
EMITTED = "executions.run.no-plan.not-planned:emit:writer"
LEAKED = "the output contains the word CANARY, which marks what must not reach a record"
EXACT = "numbers.unknown-member.two-to-53-plus-one:roundtrip:reader"


@cache
def cases() -> dict[str, plan.PlannedCase]:
    return {case.id: case for case in full().cases}


def answer(id: str, *, reported: str = "all", exact: bool = False, **members: Any) -> CaseResult:
    """The result of the right answer with these members; `...` removes one."""
    message = {"type": "result", "id": id, "status": "ok", **cases()[id].expected, **members}
    decoded = protocol.decode_engine(json.dumps({key: one for key, one in message.items() if one is not ...}).encode())
    declared = hello(findings=reported, features=["carriers", protocol.EXACT] if exact else ["carriers"])
    return judge.judge(cases()[id], decoded, declared, stderr="noise", milliseconds=2.5)


def findings(id: str) -> list[dict[str, str]]:
    return list(cases()[id].expected["findings"])


def text(id: str) -> str:
    return str(cases()[id].expected["output"]["text"])


def sha256(id: str) -> str:
    return hashlib.sha256(text(id).encode()).hexdigest()


def shown(finding: dict[str, str], side: str) -> Difference:
    """The difference of a finding that is missing or extra."""
    return Difference(**{"path": "findings", "want": "", "got": "", side: json.dumps(finding, separators=(",", ":"))})


def test_the_expected_answer_passes_every_case() -> None:
    for id, case in cases().items():
        result = answer(id)
        assert (result.outcome, result.reason, result.differences) == (PASS, "", ()), id
        assert (result.id, result.title, result.input, result.expected) == (id, case.title, case.input, case.expected)


def test_a_result_has_the_answer() -> None:
    result = answer(ACCEPTED)
    assert result.got == {"status": "ok", "verdict": "valid", "findings": []}
    assert (result.stderr, result.milliseconds) == ("noise", 2.5)


# --- validate ---------------------------------------------------------------------------------------------------------

X = {"rule": "rule/x", "path": ""}
ONE, TWO = findings(REJECTED)
WANT_ONE, WANT_TWO, GOT_X = (shown(one, side) for one, side in ((ONE, "want"), (TWO, "want"), (X, "got")))
RIGHT = "the verdict invalid is right, with"
MISSING = f"{ONE['rule']} at {ONE['path']}, {TWO['rule']} at {TWO['path']}"
OTHER_PATH, OTHER_RULE = {**TWO, "path": "/elsewhere"}, {**TWO, "rule": "rule/x"}
MANY = [{"rule": f"rule/{n}", "path": "/a"} for n in range(9)]

VALIDATED: list[tuple[str, dict[str, Any], str, str, tuple[Difference, ...]]] = [
    (ACCEPTED, {"findings": ...}, PASS, "", ()),
    (REJECTED, {"findings": [TWO, ONE]}, PASS, "", ()),
    (REJECTED, {"findings": [ONE, TWO, ONE, TWO]}, PASS, "", ()),
    (ACCEPTED, {"verdict": ...}, PROTOCOL, "an ok answer to validate needs a verdict", ()),
    (ACCEPTED, {"verdict": "invalid", "findings": [X]}, FAIL, "the verdict is invalid and should be valid", (Difference("verdict", '"valid"', '"invalid"'), GOT_X)),
    (REJECTED, {"verdict": "valid", "findings": []}, FAIL, "the verdict is valid and should be invalid", (Difference("verdict", '"invalid"', '"valid"'), WANT_ONE, WANT_TWO)),
    (REJECTED, {"findings": []}, WRONG_REASON, f"{RIGHT} no findings: missing {MISSING}", (WANT_ONE, WANT_TWO)),
    (REJECTED, {"findings": ...}, WRONG_REASON, f"{RIGHT} no findings: missing {MISSING}", (WANT_ONE, WANT_TWO)),
    (REJECTED, {"findings": [ONE]}, WRONG_REASON, f"{RIGHT} other findings: missing {TWO['rule']} at {TWO['path']}", (WANT_TWO,)),
    (REJECTED, {"findings": [ONE, TWO, X]}, WRONG_REASON, f"{RIGHT} other findings: extra rule/x at the root", (GOT_X,)),
    (REJECTED, {"findings": [ONE, OTHER_PATH]}, WRONG_REASON, f"{RIGHT} other findings: missing {TWO['rule']} at {TWO['path']}; extra {TWO['rule']} at /elsewhere", (WANT_TWO, shown(OTHER_PATH, "got"))),
    (REJECTED, {"findings": [ONE, OTHER_RULE]}, WRONG_REASON, f"{RIGHT} other findings: missing {TWO['rule']} at {TWO['path']}; extra rule/x at {TWO['path']}", (WANT_TWO, shown(OTHER_RULE, "got"))),
    (ACCEPTED, {"findings": [X]}, WRONG_REASON, "the verdict valid is right, with other findings: extra rule/x at the root", (GOT_X,)),
    (ACCEPTED, {"findings": MANY}, WRONG_REASON, "the verdict valid is right, with other findings: extra rule/0 at /a, rule/1 at /a, rule/2 at /a, 6 more", tuple(shown(one, "got") for one in MANY)),
    # An engine that reports the first may report any of them.
    (REJECTED, {"findings": [ONE], "reported": "first"}, PASS, "", ()),
    (REJECTED, {"findings": [TWO], "reported": "first"}, PASS, "", ()),
    (REJECTED, {"findings": [ONE, TWO], "reported": "first"}, PASS, "", ()),
    (REJECTED, {"findings": [], "reported": "first"}, WRONG_REASON, f"{RIGHT} no findings: missing {MISSING}", (WANT_ONE, WANT_TWO)),
    (REJECTED, {"findings": [X], "reported": "first"}, WRONG_REASON, f"{RIGHT} other findings: missing {MISSING}; extra rule/x at the root", (WANT_ONE, WANT_TWO, GOT_X)),
    # An error is an error even where a rejection is expected.
    (REJECTED, {"status": "error", "error": {"message": "no memory"}}, ERROR, "the engine answered that it failed: no memory", ()),
    (ACCEPTED, {"status": "unsupported", "unsupported": {"feature": "carriers"}}, UNDECLARED, "the engine does not support it: carriers", ()),
]  # fmt: skip


@pytest.mark.parametrize(("id", "members", "outcome", "reason", "places"), VALIDATED)
def test_a_verdict(id: str, members: dict[str, Any], outcome: str, reason: str, places: tuple[Difference, ...]) -> None:
    result = answer(id, **members)
    assert (result.outcome, result.reason, result.differences) == (outcome, reason, places)


# --- roundtrip, canonical, emit ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        json.dumps,
        lambda value: json.dumps(value, indent=2),
        lambda value: json.dumps(dict(reversed(value.items()))),
        lambda value: json.dumps(value).replace("/", "\\/"),
    ],
)
def test_a_written_record_may_be_laid_out_in_any_way(change: Any) -> None:
    written = change(json.loads(text(WRITTEN)))
    assert answer(WRITTEN, output={"text": written}).outcome == PASS
    assert answer(WRITTEN, output={"text": written}, digest=...).outcome == PASS
    assert answer(WRITTEN, output={"b64": base64.b64encode(written.encode()).decode()}).outcome == PASS


VALUE = json.loads(text(WRITTEN))
CHANGED = {name: value for name, value in VALUE.items() if name != "futureMember"} | {"x/y~": None}
CHANGED["attempts"] = [{**VALUE["attempts"][0], "outcome": "succeeded"}, *VALUE["attempts"][1:]]
FORM = text(CANONICAL)
UNREADABLE = "a writer must not write this output: "
INTEGERS = "the output has the right values in a form that a writer must not write: schema/integer-form at /"
FRACTION = "numbers.unknown-member.fraction:roundtrip:reader"
LONGER = text(FRACTION).replace("0.1", "0.1000000000000000055511151231257827021181583404541015625")
EXPONENT = "numbers.attempt-count.exponent:roundtrip:reader"
TOKENS = "numbers.task-result.total-tokens.{}:roundtrip:reader"
CARRIED = "forward.unknown-member.task-result.in-root:roundtrip:reader"
EXACTLY = cases()[EXACT].input["text"]
FACT = json.loads(text(EMITTED))

OUTPUTS: list[tuple[str, str, dict[str, Any], str, str, list[tuple[str, str, str]]]] = [
    (WRITTEN, json.dumps(CHANGED), {}, FAIL, "the output differs in 3 places", [("/attempts/0/outcome", '"failed"', '"succeeded"'), ("/futureMember", '{"nested":[1,null]}', ""), ("/x~1y~0", "", "null")]),
    (WRITTEN, "", {}, FAIL, f"{UNREADABLE}json/syntax: ", []),
    (WRITTEN, "{}{}", {}, FAIL, f"{UNREADABLE}json/syntax: ", []),
    (WRITTEN, '{"a":1,"a":1}', {}, FAIL, f"{UNREADABLE}json/duplicate-member: ", []),
    (WRITTEN, "\ufeff{}", {}, FAIL, f"{UNREADABLE}json/byte-order-mark: ", []),
    (WRITTEN, '{"a":"\\ud800"}', {}, FAIL, f"{UNREADABLE}json/lone-surrogate: ", []),
    (WRITTEN, "[" * 3000 + "]" * 3000, {}, FAIL, f"{UNREADABLE}json/limit: ", []),
    # Without a canonical form, numbers are compared exactly.
    (EXACT, EXACTLY.replace(":9007199254740993", ": 9007199254740993.0"), {}, PASS, "", []),
    (EXACT, EXACTLY.replace("9007199254740993", "9007199254740992"), {}, FAIL, "the output differs in 1 place", [("/x", "9007199254740993", "9007199254740992")]),
    (EXACT, EXACTLY.replace("9007199254740993", "true"), {}, FAIL, "the output differs in 1 place", [("/x", "9007199254740993", "true")]),
    # An integer is written as one, unless it was read in another form.
    *((id, text(id).replace('"attemptCount":' + count, f'"attemptCount":{count}{form}'), {}, FAIL, f"{INTEGERS}attemptCount", [("findings", "", '{"rule":"schema/integer-form","path":"/attemptCount"}')])
      for id, count in ((WRITTEN, "2"), (EMITTED, "0")) for form in (".0", "e0", ".00e0")),
    (CARRIED, text(CARRIED).replace('"attemptCount":2', '"attemptCount":2.0'), {}, FAIL, f"{INTEGERS}provenance/attemptCount", [("findings", "", '{"rule":"schema/integer-form","path":"/provenance/attemptCount"}')]),
    (EXPONENT, cases()[EXPONENT].input["text"], {}, PASS, "", []),
    (EXPONENT, text(EXPONENT), {}, PASS, "", []),
    # An engine that keeps numbers exactly changes none.
    (FRACTION, text(FRACTION), {"exact": True}, PASS, "", []),
    (FRACTION, LONGER, {}, PASS, "", []),
    (FRACTION, LONGER, {"exact": True}, FAIL, "the output differs in 1 place", [("/x", "0.1", LONGER.partition('"x":')[2].rstrip("}"))]),
    # The canonical form of 2^64 and of 10^30 is what a binary64 has of them.
    *((TOKENS.format(name), text(TOKENS.format(name)), {}, PASS, "", []) for name in ("two-to-64", "ten-to-30")),
    *((TOKENS.format(name), cases()[TOKENS.format(name)].input["text"], {"exact": True}, PASS, "", []) for name in ("two-to-64", "ten-to-30")),
    (TOKENS.format("two-to-64"), text(TOKENS.format("two-to-64")), {"exact": True}, FAIL, "the output differs in 1 place", [("/usage/totalTokens", "18446744073709551616", "18446744073709552000")]),
    # Canonical is bytes.
    (CANONICAL, FORM + "\n", {}, FAIL, f"the output is not in canonical form: byte {len(FORM)} differs", [("output", json.dumps(FORM[-20:]), json.dumps(FORM[-20:] + "\n"))]),
    (CANONICAL, FORM.replace('"attemptCount":2', '"attemptCount":3'), {}, FAIL, "the output has wrong values", [("/attemptCount", "2", "3")]),
    (CANONICAL, "no", {}, FAIL, "the output is not JSON: byte 0 differs", [("output", json.dumps(FORM[:40]), '"no"')]),
    (CANONICAL, "", {}, FAIL, "the output is not JSON: byte 0 differs", [("output", json.dumps(FORM[:40]), '""')]),
    # An emission leaks nothing.
    (EMITTED, json.dumps(FACT, indent=1), {}, PASS, "", []),
    (EMITTED, json.dumps({**FACT, "note": "CANARY prompt"}), {}, FAIL, LEAKED, []),
    (EMITTED, json.dumps({**FACT, "note": "CANARY"}).replace("CANARY", "\\u0043ANARY"), {}, FAIL, LEAKED, []),
    (EMITTED, "CANARY", {}, FAIL, LEAKED, []),
    (EMITTED, json.dumps({**FACT, "locality": "cloud"}), {}, FAIL, "the output differs in 1 place", [("/locality", '"unknown"', '"cloud"')]),
    # A digest is evaluated if there is one.
    *((id, text(id), {"digest": "0" * 64}, FAIL, "the output is right, but its digest is wrong", [("digest", f'"{sha256(id)}"', f'"{"0" * 64}"')]) for id in (CANONICAL, WRITTEN, EMITTED)),
    *((id, text(id), {"digest": sha256(id)}, PASS, "", []) for id in (CANONICAL, WRITTEN, EMITTED)),
    (CANONICAL, FORM, {"digest": sha256(CANONICAL).upper()}, FAIL, "the output is right, but its digest is wrong", [("digest", f'"{sha256(CANONICAL)}"', f'"{sha256(CANONICAL).upper()}"')]),
    (CANONICAL, FORM, {"digest": ...}, PROTOCOL, "an ok answer to canonical needs a digest", []),
]  # fmt: skip


@pytest.mark.parametrize(("id", "output", "members", "outcome", "reason", "places"), OUTPUTS)
def test_an_output(
    id: str, output: str, members: dict[str, Any], outcome: str, reason: str, places: list[tuple[str, str, str]]
) -> None:
    result = answer(id, output={"text": output}, **members)
    assert (result.outcome, [(one.path, one.want, one.got) for one in result.differences]) == (outcome, places)
    assert result.reason == reason or (reason.startswith(UNREADABLE) and result.reason.startswith(reason))


COMPLETED = "executions.stream.chain-a.rejected-none.succeeded-after-0.carrier:emit:writer"
FAILED = "executions.stream.chain-a.rejected-none.committed-failed-after-0.carrier:emit:writer"
STOPPED = "executions.run.chain-a.rejected-none.succeeded-after-0.carrier:emit:writer"
WHOLE, BROKEN, TASK = (json.loads(text(id)) for id in (COMPLETED, FAILED, STOPPED))
RECORD = BROKEN["provenance"]
REPEATED = {**BROKEN["error"], "provenance": {**RECORD, "modelProfile": "other"}}
UNWRITABLE = "the output has the right values in a form that a writer must not write: "


@pytest.mark.parametrize(
    ("id", "payload", "outcome", "reason", "paths"),
    [
        (COMPLETED, WHOLE | {"runId": "own", "finalText": "CANARY is the application's"}, PASS, "", []),
        (FAILED, BROKEN | {"error": {**BROKEN["error"], "provenance": RECORD}}, PASS, "", []),
        (STOPPED, TASK | {"telemetry": {**TASK["telemetry"], "totalMs": 0.5}}, PASS, "", []),
        (FAILED, BROKEN | {"error": REPEATED}, FAIL, "the output differs in 1 place", ["/error/provenance/modelProfile"]),
        (COMPLETED, WHOLE | {"outcome": "cancelled"}, FAIL, "the output differs in 1 place", ["/outcome"]),
        (COMPLETED, WHOLE | {"provenance": {**WHOLE["provenance"], "note": "CANARY"}}, FAIL, "the output differs in 1 place", ["/provenance/note"]),
        (STOPPED, {name: one for name, one in TASK.items() if name != "provenance"}, FAIL, "the output differs in 1 place", ["/provenance"]),
        (STOPPED, [], FAIL, "the output differs in 1 place", [""]),
        # Right records in a payload that is not valid for a writer.
        (STOPPED, {"provenance": TASK["provenance"]}, FAIL, f"{UNWRITABLE}schema/required at /schemaVersion", ["findings"] * 5),
        (STOPPED, TASK | {"telemetry": {**TASK["telemetry"], "providerUsed": "other"}}, FAIL, f"{UNWRITABLE}carrier/provider-used at ", ["findings"]),
    ],
)  # fmt: skip
def test_an_emitted_payload(id: str, payload: Any, outcome: str, reason: str, paths: list[str]) -> None:
    result = answer(id, output={"text": json.dumps(payload)}, digest=...)
    assert (result.outcome, [one.path for one in result.differences]) == (outcome, paths)
    assert result.reason.startswith(reason) and bool(result.reason) is bool(reason)


@pytest.mark.parametrize(
    ("id", "expected", "members", "outcome", "reason"),
    [
        (CANONICAL, None, {"output": None, "digest": ...}, PASS, ""),
        (CANONICAL, None, {"output": None}, FAIL, "without a canonical form, there is no digest"),
        (CANONICAL, None, {}, FAIL, "the input has no canonical form, so the output should be null"),
        (CANONICAL, {"text": FORM}, {"output": None, "digest": ...}, FAIL, "the output is null, but the input has a canonical form"),
        (WRITTEN, {"text": FORM}, {"output": None, "digest": ...}, PROTOCOL, "an ok answer to roundtrip needs an output that is not null"),
    ],
)  # fmt: skip
def test_no_canonical_form(id: str, expected: Any, members: dict[str, Any], outcome: str, reason: str) -> None:
    planned = replace(cases()[id], expected={**cases()[id].expected, "output": expected})
    right = {"status": "ok", "output": {"text": FORM}, "digest": sha256(CANONICAL), **members}
    message = {name: one for name, one in right.items() if one is not ...}
    decoded = protocol.decode_engine(protocol.encode({"type": "result", "id": id, **message}))
    result = judge.judge(planned, decoded, hello())
    assert (result.outcome, result.reason) == (outcome, reason)


def test_an_output_that_is_not_text_or_missing() -> None:
    result = answer(WRITTEN, output={"b64": base64.b64encode(b'"\xff"').decode()})
    assert (result.outcome, result.reason.split(": ")[1]) == (FAIL, "json/encoding")
    for id in (WRITTEN, CANONICAL, EMITTED):
        assert answer(id, output={"b64": "!"}).outcome == answer(id, output=...).outcome == PROTOCOL


def test_two_answers_are_the_same_if_their_values_are() -> None:
    def pair(id: str, one: str, other: str) -> bool:
        return judge.is_same(answer(id, output={"text": one}), answer(id, output={"text": other}))

    for id in (WRITTEN, EMITTED):
        assert pair(id, text(id), json.dumps(dict(reversed(json.loads(text(id)).items())), indent=1))
        assert not pair(id, text(id), text(id).replace('"locality":"', '"locality":"x'))
        assert not pair(id, text(id), text(id).replace('"attemptCount":1', '"attemptCount":1.0') + "x")
        assert not pair(id, "x", "y")
    assert not pair(CANONICAL, text(CANONICAL), text(CANONICAL))
    assert not judge.is_same(answer(WRITTEN), answer(WRITTEN, digest=...))


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_what_is_kept_of_an_answer_is_bounded() -> None:
    result = answer(
        REJECTED,
        status="error",
        error={"message": "m" * 100_000, "trace": "t" * 100_000},
        findings=[{"rule": "r", "path": "p"}] * 5000,
    )
    assert result.got is not None
    assert len(result.reason) < 600
    assert len(result.got["error"]["trace"]) < 33_000
    assert len(result.got["findings"]) == 1000
    many = [{"rule": "r", "path": str(number)} for number in range(500)]
    assert len(answer(REJECTED, findings=many).differences) == differences.MOST


def test_nothing_that_is_made_of_an_answer_is_long() -> None:
    long = "x" * 5_000_000
    kept = 2 * (1 << 16) + 500_000
    for id, members in (
        (REJECTED, {"findings": [{"rule": long, "path": long}]}),
        (REJECTED, {"findings": [{"rule": f"r{n}" + "x" * 30_000, "path": "/p"} for n in range(500)]}),
        (REJECTED, {"verdict": "valid", "findings": [{"rule": "r", "path": long}]}),
        (CANONICAL, {"digest": long}),
        (CANONICAL, {"output": {"text": long}, "digest": long}),
        (WRITTEN, {"output": {"text": json.dumps({long: long})}}),
        (REJECTED, {"status": "error", "error": {"message": long, "trace": long}}),
        (REJECTED, {"status": "unsupported", "unsupported": {"feature": long}}),
    ):
        result = answer(id, **members)
        assert result.outcome != PASS
        assert len(json.dumps([result.got, result.reason])) < kept
        assert sum(len(place.path + place.want + place.got) for place in result.differences) < kept
        assert len(result.reason) < 3000


def test_an_output_is_kept_before_anything_else() -> None:
    result = answer(WRITTEN, digest="d" * 500_000)
    assert result.got is not None
    assert result.got["output"]["text"] == text(WRITTEN)
    assert list(result.got)[:2] == ["status", "output"]


def test_differences_are_by_type_and_place() -> None:
    want = {"a": [1, 2, {"b": True}], "c": "x"}
    got = {"a": [1, 2, {"b": 1}, 4], "c": "x"}
    assert differences.compare(want, got) == (Difference("/a/2/b", "true", "1"), Difference("/a/3", "", "4"))
    assert differences.compare(want, {"c": "x", "a": [1, 2, {"b": True}]}) == ()
    assert differences.compare(1, [1]) == (Difference("", "1", "[1]"),)
    assert differences.compare(None, False) == (Difference("", "null", "false"),)
    deep: Any = 1
    other: Any = 2
    for _ in range(5000):
        deep, other = [deep], [other]
    assert differences.compare(deep, other) == (Difference("/0" * 5000, "1", "2"),)
    assert len(differences.compare(list(range(100)), list(range(1, 101)))) == differences.MOST
    assert differences.compare("x" * 5000, "")[0].want == '"' + "x" * 999 + "..."
