"""Inputs made to hurt: what they must not cost, hide or break."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from execution_provenance import ExactNumber, is_valid, validate
from samples import TWICE, Pair, Raw, single, text

RECORD = json.dumps(single())


def found(data: Any, carrier: Any = None) -> list[Pair]:
    return [(finding.rule, finding.path) for finding in validate(data, carrier=carrier)]


def test_paths_of_leaks_take_bounded_memory() -> None:
    items = ",".join(['{"text":1}'] * 10_000)
    findings = validate(RECORD[:-1] + ',"' + "n" * 200_000 + '":[' + items + "]}")
    assert "leak/content-member" in {finding.rule for finding in findings}
    assert sum(len(finding.path) for finding in findings) < 1 << 25


@pytest.mark.parametrize(("document", "carrier", "leaks"), TWICE)
def test_a_repeated_member_hides_no_leak_and_keeps_the_order(document: str, carrier: Any, leaks: list[str]) -> None:
    expected = [("json/duplicate-member", "/a"), *(("leak/content-member", path) for path in leaks)]
    assert found(document, carrier) == expected


@pytest.mark.parametrize(
    ("lexeme", "findings"),
    [
        ("9" * 1_000_000, ["schema/maximum"]),
        ("-" + "9" * 1_000_000, ["schema/minimum"]),
        ("1." + "3" * 1_000_000, ["schema/type"]),
        ("1" + "0" * 400 + "e-400", ["schema/integer-form"]),
        ("1e99999999999999999999999", ["schema/integer-form", "schema/maximum"]),
        ("1e-" + "9" * 1_000_000, ["schema/type"]),
    ],
    ids=["long", "long-negative", "long-fraction", "one-in-other-words", "great-exponent", "long-exponent"],
)
def test_numbers_are_judged_by_exact_value_however_they_are_written(lexeme: str, findings: list[str]) -> None:
    """A verdict by expanding the number would take hours."""
    assert sorted(rule for rule, _ in found(text(single(attemptCount=Raw(lexeme))))) == findings


def test_each_element_of_a_long_list_is_compared_with_all_others() -> None:
    """Comparing them by pairs would take minutes."""
    codes = [{"a": [number]} for number in range(5_000)]
    document = single(routeRejections=[{"providerId": "x", "reasonCodes": [*codes, {"a": [Raw("0.0")]}]}])
    assert ("schema/uniqueItems", "/routeRejections/0/reasonCodes") in found(text(document))
    document["routeRejections"][0]["reasonCodes"].pop()
    assert {rule for rule, _ in found(text(document))} == {"schema/type"}


def test_no_depth_is_too_deep_for_the_verdict() -> None:
    deep = "import sys, execution_provenance as ep; sys.setrecursionlimit(10**6); print(ep.is_valid(b'[' * 100_000))"
    done = subprocess.run([sys.executable, "-c", deep], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_text_over_the_limit_is_not_read() -> None:
    """Otherwise, what ends the reading or is beyond the depth would be another finding."""
    for start in ("[" * 1000, "[,", '{"a":1,"a":1}'):
        for data in (start + " " * (1 << 20), (start + " " * (1 << 20)).encode()):
            assert found(data) == [("json/limit", "")]
            assert not is_valid(data)


def test_text_that_is_not_a_number_does_not_become_json() -> None:
    with pytest.raises(ValueError, match="not a JSON number"):
        ExactNumber('1,"password":2')
