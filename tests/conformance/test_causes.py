"""Failures by cause: what was expected and is missing, what is extra, or another reason."""

from __future__ import annotations

import json

from conformance.engines import result
from exprov.conformance.causes import causes
from exprov.conformance.outcomes import CRASH, FAIL, WRONG_REASON
from exprov.conformance.results import CaseResult, Difference


def finding(rule: str, path: str) -> str:
    return json.dumps({"rule": rule, "path": path})


def failed(id: str, outcome: str, *, missing: tuple[str, ...] = (), extra: tuple[str, ...] = ()) -> CaseResult:
    places = [Difference("findings", one, "") for one in missing] + [Difference("findings", "", one) for one in extra]
    return result(id, outcome, differences=(Difference("verdict", '"invalid"', '"valid"'), *places))


REPEATED, TYPE = "json/duplicate-member", "schema/type"


def test_failures_belong_to_what_was_expected() -> None:
    results = (
        result("a", CRASH, reason="the engine ended with code 1, after 17 bytes"),
        failed("b", FAIL, missing=(finding(REPEATED, "/a"),)),
        failed("c", WRONG_REASON, missing=(finding(REPEATED, ""),), extra=(finding(TYPE, "/b"),)),
        failed("d", WRONG_REASON, extra=tuple(finding(TYPE, f"/{n}") for n in range(5))),
        result("e", CRASH, reason="the engine ended with code 2, after 9 bytes"),
        failed("f", FAIL, missing=(finding(TYPE, "/x"), finding(REPEATED, "/a"), finding(TYPE, "/y"))),
        failed("g", FAIL, missing=(finding(REPEATED, "/z"),)),
    )
    assert [(one.what, "".join(case.id for case in one.results), one.places) for one in causes(results)] == [
        ("missing json/duplicate-member", "bcg", "missing /a json/duplicate-member"),
        ("crash: the engine ended with code N, after N bytes", "ae", ""),
        ("extra schema/type", "d", "extra /0 schema/type, /1 schema/type, /2 schema/type, 2 more"),
        ("missing json/duplicate-member, schema/type", "f", "missing /x schema/type, /a json/duplicate-member, /y schema/type"),
    ]  # fmt: skip
    first = causes(results)[0]
    assert first.example.id == "b" and first.outcomes == {FAIL: 2, WRONG_REASON: 1}
    assert causes(results[2:3])[0].places == "missing (root) json/duplicate-member; extra /b schema/type"
