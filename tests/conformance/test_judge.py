"""How an answer is judged, for each operation: right ones in every permitted form, and wrong ones with their reason."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from typing import Any

import pytest
from conformance.engines import full, hello
from execution_provenance import validate
from exprov.conformance import differences, judge, plan, protocol
from exprov.conformance.faults.rewrites import known_names
from exprov.conformance.outcomes import ERROR, FAIL, PASS, PROTOCOL, UNDECLARED, WRONG_REASON
from exprov.conformance.results import CaseResult, Difference

ACCEPTED = "schema.one-attempt:validate:reader"
REFUSED = "schema.two-faults:validate:reader"
WRITTEN = "forward.unknown-member.in-root:roundtrip:reader"
CANONICAL = "forward.unknown-member.in-root:canonical:reader"
EMITTED = "executions.run.no-plan.not-planned:emit:writer"
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


def test_another_verdict_fails() -> None:
    result = answer(ACCEPTED, verdict="invalid", findings=[{"rule": "rule/x", "path": "/a"}])
    assert result.outcome == FAIL
    assert result.reason == "the verdict is invalid and should be valid"
    assert result.differences == (
        Difference("verdict", '"valid"', '"invalid"'),
        Difference("findings", "", '{"rule":"rule/x","path":"/a"}'),
    )
    assert answer(REFUSED, verdict="valid", findings=[]).outcome == FAIL


def test_no_verdict_is_no_answer() -> None:
    assert answer(ACCEPTED, verdict=...).outcome == PROTOCOL


def test_findings_are_a_set() -> None:
    expected = findings(REFUSED)
    assert len(expected) == 2
    assert answer(REFUSED, findings=expected[::-1]).outcome == PASS
    assert answer(REFUSED, findings=expected + expected).outcome == PASS
    assert answer(ACCEPTED, findings=...).outcome == PASS


def test_the_right_verdict_for_another_reason_is_wrong() -> None:
    expected = findings(REFUSED)
    for wrong, missing, surplus in (
        ([], 2, 0),
        (..., 2, 0),
        (expected[:1], 1, 0),
        ([*expected, {"rule": "rule/x", "path": ""}], 0, 1),
        ([expected[0], {**expected[1], "path": "/elsewhere"}], 1, 1),
        ([expected[0], {**expected[1], "rule": "rule/x"}], 1, 1),
    ):
        result = answer(REFUSED, findings=wrong)
        assert result.outcome == WRONG_REASON
        assert sum(place.got == "" for place in result.differences) == missing
        assert sum(place.want == "" for place in result.differences) == surplus
        what = "no findings" if wrong in ([], ...) else "other findings"
        assert result.reason.startswith(f"the verdict invalid is right, with {what}: ")
        assert ("missing" in result.reason, "extra" in result.reason) == (bool(missing), bool(surplus))
    result = answer(ACCEPTED, findings=[{"rule": "rule/x", "path": ""}])
    assert result.outcome == WRONG_REASON
    assert result.reason == "the verdict valid is right, with other findings: extra rule/x at the root"
    many = answer(ACCEPTED, findings=[{"rule": f"rule/{n}", "path": "/a"} for n in range(9)])
    assert many.reason.endswith("extra rule/0 at /a, rule/1 at /a, rule/2 at /a, 6 more")


def test_who_reports_the_first_may_report_any_of_them() -> None:
    expected = findings(REFUSED)
    for one in expected:
        assert answer(REFUSED, findings=[one], reported="first").outcome == PASS
    assert answer(REFUSED, findings=expected, reported="first").outcome == PASS
    assert answer(REFUSED, findings=[], reported="first").outcome == WRONG_REASON
    result = answer(REFUSED, findings=[{"rule": "rule/x", "path": ""}], reported="first")
    assert result.outcome == WRONG_REASON
    assert len(result.differences) == 3


# --- roundtrip, canonical, emit ---------------------------------------------------------------------------------------


def test_a_written_record_may_be_laid_out_in_any_way() -> None:
    value = json.loads(text(WRITTEN))
    for written in (
        json.dumps(value),
        json.dumps(value, indent=2),
        json.dumps(dict(reversed(value.items()))),
        json.dumps(value).replace("/", "\\/"),
    ):
        assert answer(WRITTEN, output={"text": written}).outcome == PASS
        assert answer(WRITTEN, output={"text": written}, digest=...).outcome == PASS
        assert answer(WRITTEN, output={"b64": base64.b64encode(written.encode()).decode()}).outcome == PASS


def test_a_written_record_has_the_same_values() -> None:
    value = json.loads(text(WRITTEN))
    del value["futureMember"]
    value["attempts"][0]["outcome"] = "succeeded"
    value["x/y~"] = None
    result = answer(WRITTEN, output={"text": json.dumps(value)})
    assert result.outcome == FAIL
    assert result.reason == "the output differs in 3 places"
    assert result.differences == (
        Difference("/attempts/0/outcome", '"failed"', '"succeeded"'),
        Difference("/futureMember", '{"nested":[1,null]}', ""),
        Difference("/x~1y~0", "", "null"),
    )


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ("", "json/syntax"),
        ("{}{}", "json/syntax"),
        ('{"a":1,"a":1}', "json/duplicate-member"),
        ("\ufeff{}", "json/byte-order-mark"),
        ('{"a":"\\ud800"}', "json/lone-surrogate"),
        ("[" * 3000 + "]" * 3000, "json/limit"),
    ],
)
def test_what_no_writer_may_write_fails(written: str, rule: str) -> None:
    result = answer(WRITTEN, output={"text": written})
    assert result.outcome == FAIL
    assert result.reason.startswith(f"a writer must not write this output: {rule}: ")


def test_bytes_that_are_no_text_fail() -> None:
    result = answer(WRITTEN, output={"b64": base64.b64encode(b'"\xff"').decode()})
    assert (result.outcome, result.reason.split(": ")[1]) == (FAIL, "json/encoding")
    assert answer(WRITTEN, output={"b64": "!"}).outcome == PROTOCOL


def test_numbers_are_compared_exactly_where_there_is_no_canonical_form() -> None:
    written = cases()[EXACT].input["text"]
    assert answer(EXACT, output={"text": written.replace(":9007199254740993", ": 9007199254740993.0")}).outcome == PASS
    result = answer(EXACT, output={"text": written.replace("9007199254740993", "9007199254740992")})
    assert result.outcome == FAIL
    assert result.differences == (Difference("/x", "9007199254740993", "9007199254740992"),)
    assert answer(EXACT, output={"text": written.replace("9007199254740993", "true")}).outcome == FAIL


def test_an_integer_is_written_as_one() -> None:
    for id in (WRITTEN, EMITTED):
        count = f'"attemptCount":{json.loads(text(id))["attemptCount"]}'
        for form in (".0", "e0", ".00e0"):
            result = answer(id, output={"text": text(id).replace(count, count + form)})
            assert result.outcome == FAIL
            assert result.reason == (
                "the output has the right values in a form that a writer must not write: schema/integer-form at /attemptCount"
            )
            finding = '{"rule":"schema/integer-form","path":"/attemptCount"}'
            assert result.differences == (Difference("findings", "", finding),)
    # What has been read so may be written so.
    id = "numbers.attempt-count.exponent:roundtrip:reader"
    assert answer(id, output=dict(cases()[id].input)).outcome == PASS
    assert answer(id).outcome == PASS
    carried = "forward.unknown-member.task-result.in-root:roundtrip:reader"
    wrong = text(carried).replace('"attemptCount":2', '"attemptCount":2.0')
    assert answer(carried, output={"text": wrong}).differences[0].got.endswith('"/provenance/attemptCount"}')


def test_who_keeps_numbers_exactly_changes_none() -> None:
    id = "numbers.unknown-member.fraction:roundtrip:reader"
    assert answer(id, exact=True).outcome == PASS
    longer = text(id).replace("0.1", "0.1000000000000000055511151231257827021181583404541015625")
    assert answer(id, output={"text": longer}).outcome == PASS
    assert answer(id, output={"text": longer}, exact=True).differences[0].want == "0.1"
    # The canonical form of 2^64 and of 10^30 is what a binary64 has of them.
    for id in (
        "numbers.task-result.total-tokens.two-to-64:roundtrip:reader",
        "numbers.task-result.total-tokens.ten-to-30:roundtrip:reader",
    ):
        assert answer(id).outcome == PASS
        assert answer(id, exact=True).outcome == FAIL
        assert answer(id, output=dict(cases()[id].input), exact=True).outcome == PASS


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


def test_no_output_is_no_answer() -> None:
    for id in (WRITTEN, CANONICAL, EMITTED):
        assert answer(id, output=...).outcome == PROTOCOL


def test_the_canonical_form_is_exact_bytes_and_a_digest() -> None:
    form = text(CANONICAL)
    result = answer(CANONICAL, output={"text": form + "\n"})
    assert (result.outcome, result.reason) == (
        FAIL,
        f"the output is not in canonical form: byte {len(form)} differs",
    )
    assert result.differences[0].path == "output"
    result = answer(CANONICAL, output={"text": form.replace('"attemptCount":2', '"attemptCount":3')})
    assert result.differences == (Difference("/attemptCount", "2", "3"),)
    result = answer(CANONICAL, output={"text": "no"})
    assert result.reason == "the output is not JSON: byte 0 differs"
    result = answer(CANONICAL, output={"text": ""})
    assert result.outcome == FAIL


def test_a_digest_is_judged_if_given_and_required_of_canonical() -> None:
    assert answer(CANONICAL, digest=...).outcome == PROTOCOL
    wrong = "0" * 64
    for id in (CANONICAL, WRITTEN, EMITTED):
        right = hashlib.sha256(text(id).encode()).hexdigest()
        assert answer(id, digest=right).outcome == PASS
        result = answer(id, digest=wrong)
        assert (result.outcome, result.reason) == (FAIL, "the output is right, but its digest is wrong")
        assert result.differences == (Difference("digest", f'"{right}"', f'"{wrong}"'),)
    assert answer(CANONICAL, digest=cases()[CANONICAL].expected["digest"].upper()).outcome == FAIL


def test_an_emission_leaks_nothing() -> None:
    value = json.loads(text(EMITTED))
    assert answer(EMITTED, output={"text": json.dumps(value, indent=1)}).outcome == PASS
    for written in (
        json.dumps({**value, "note": "CANARY prompt"}),
        json.dumps({**value, "note": "CANARY"}).replace("CANARY", "\\u0043ANARY"),
        "CANARY",
    ):
        result = answer(EMITTED, output={"text": written})
        assert (result.outcome, "CANARY" in result.reason) == (FAIL, True)
    result = answer(EMITTED, output={"text": json.dumps({**value, "locality": "cloud"})})
    assert result.differences == (Difference("/locality", '"unknown"', '"cloud"'),)


# --- other answers ----------------------------------------------------------------------------------------------------


def test_an_error_is_an_error_even_where_a_refusal_is_expected() -> None:
    result = answer(REFUSED, status="error", error={"message": "no memory"})
    assert (result.outcome, result.reason) == (ERROR, "the engine answered that it failed: no memory")


def test_declining_what_is_declared_is_its_own_outcome() -> None:
    result = answer(ACCEPTED, status="unsupported", unsupported={"feature": "carriers"})
    assert (result.outcome, result.reason) == (UNDECLARED, "the engine does not support it: carriers")


def test_what_is_kept_of_an_answer_is_bounded() -> None:
    result = answer(
        REFUSED,
        status="error",
        error={"message": "m" * 100_000, "trace": "t" * 100_000},
        findings=[{"rule": "r", "path": "p"}] * 5000,
    )
    assert result.got is not None
    assert len(result.reason) < 600
    assert len(result.got["error"]["trace"]) < 33_000
    assert len(result.got["findings"]) == 1000
    many = [{"rule": "r", "path": str(number)} for number in range(500)]
    assert len(answer(REFUSED, findings=many).differences) == differences.MOST


def test_nothing_that_is_made_of_an_answer_is_long() -> None:
    long = "x" * 5_000_000
    kept = 2 * (1 << 16) + 500_000
    for id, members in (
        (REFUSED, {"findings": [{"rule": long, "path": long}]}),
        (REFUSED, {"findings": [{"rule": f"r{n}" + "x" * 30_000, "path": "/p"} for n in range(500)]}),
        (REFUSED, {"verdict": "valid", "findings": [{"rule": "r", "path": long}]}),
        (CANONICAL, {"digest": long}),
        (CANONICAL, {"output": {"text": long}, "digest": long}),
        (WRITTEN, {"output": {"text": json.dumps({long: long})}}),
        (REFUSED, {"status": "error", "error": {"message": long, "trace": long}}),
        (REFUSED, {"status": "unsupported", "unsupported": {"feature": long}}),
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


# --- readers that misread ---------------------------------------------------------------------------------------------


def last_duplicate(text: bytes) -> bytes:
    return json.dumps(json.loads(text)).encode()


def any_case(text: bytes) -> bytes:
    """Take known member names without regard to case."""
    names = {name.lower(): name for name in known_names()}

    def fold(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {names.get(name.lower(), name): value for name, value in pairs}

    return json.dumps(json.loads(text, object_pairs_hook=fold)).encode()


def integers_by_form(text: bytes) -> bytes:
    """Take 1.0 for a fraction."""
    return json.dumps(json.loads(text, parse_float=lambda digits: float(digits) + 0.5)).encode()


@pytest.mark.parametrize(
    ("misread", "id", "outcome"),
    [
        (last_duplicate, "schema.one-attempt:validate:reader", PASS),
        (last_duplicate, "parse.duplicate.same-value:validate:reader", FAIL),
        (last_duplicate, "parse.duplicate.last-is-right:validate:reader", FAIL),
        (last_duplicate, "parse.duplicate.first-is-right:validate:reader", WRONG_REASON),
        (last_duplicate, "parse.duplicate.of-unknown:validate:reader", FAIL),
        (last_duplicate, "parse.duplicate.of-unknown:validate:writer", WRONG_REASON),
        (any_case, "schema.one-attempt:validate:writer", PASS),
        (any_case, "forward.renamed.attempt-count:validate:reader", FAIL),
        # It takes `providerid` for a second, other `providerId`.
        (any_case, "forward.unknown-member.nearly.lower-case:validate:reader", FAIL),
        (any_case, "forward.unknown-member.nearly.lower-case:validate:writer", WRONG_REASON),
        (integers_by_form, "schema.one-attempt:validate:reader", PASS),
        (integers_by_form, "numbers.attempt-count.one-by-point:validate:reader", FAIL),
        (integers_by_form, "numbers.attempt-count.exponent:validate:reader", FAIL),
        (integers_by_form, "numbers.attempt-count.exponent:validate:writer", WRONG_REASON),
        (integers_by_form, "numbers.unknown-member.fraction:validate:reader", PASS),
    ],
)
def test_golden_cases_detect_a_reader_that_misreads(misread: Any, id: str, outcome: str) -> None:
    case = cases()[id]
    found = validate(misread(plan.data(case.input)), level=case.level)  # type: ignore[arg-type]
    said = [{"rule": one.rule, "path": one.path} for one in found]
    assert answer(id, verdict="invalid" if said else "valid", findings=said).outcome == outcome
