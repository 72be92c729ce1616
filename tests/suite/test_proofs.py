"""A suite that contradicts itself or the contract is not written, and the patterns for credentials are taken apart rightly."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from contracts import RECORD, change
from exprov.contract import load
from exprov.contract.model import Contract
from exprov.errors import SchemaError
from exprov.suite import build, value_faults
from exprov.suite.cases import Case, document, expected
from exprov.suite.documents import FALLBACK as BASE
from samples import SCHEMAS
from suite.committed import CASES, ROOT


@pytest.fixture(scope="module")
def contract() -> Contract:
    return load(ROOT / "schemas")


# --- a case that contradicts the contract -----------------------------------------------------------------------------


FALLBACK = BASE.value


def _case(value: Any, *findings: str) -> Case:
    return replace(document("schema.sample", "a sample", value), findings=tuple(map(expected, findings)))


def _attempt(**members: Any) -> dict[str, Any]:
    return {**FALLBACK, "attempts": [{**FALLBACK["attempts"][0], **members}, FALLBACK["attempts"][1]]}


UNKNOWN = "schema/unknown-token /attempts/0/errorClass"


@pytest.mark.parametrize(
    ("case", "reason"),
    [
        (_case(FALLBACK, "rule/unheard-of /x"), "it expects rule/unheard-of, which is no rule"),
        (_case(FALLBACK, "rule/attempt-count /attemptCount writer"), "at level writer, and the contract says another"),
        (_case(_attempt(errorClass="QuotaExceeded")), "it takes QuotaExceeded at /attempts/0/errorClass for known"),
        (_case(FALLBACK, UNKNOWN), "it takes Timeout at /attempts/0/errorClass for unknown"),
        (
            _case({**FALLBACK, "routeRejections": [{"providerId": "a", "reasonCodes": ["offline", "gone"]}]}),
            "it takes gone at /routeRejections/0/reasonCodes/1 for known",
        ),
    ],
)
def test_a_case_that_contradicts_the_contract_is_refused(contract: Contract, case: Case, reason: str) -> None:
    with pytest.raises(SchemaError, match=re.escape(reason)) as raised:
        build.prove_against(contract, {"schema": [case]})
    assert (raised.value.path, raised.value.pointer) == ("tools/exprov/suite/topics/schema.py", "/schema.sample")
    assert raised.value.remedy


def test_what_the_contract_says_is_no_contradiction(contract: Contract) -> None:
    right = [
        _case(_attempt(errorClass="QuotaExceeded"), UNKNOWN),
        _case({}, "schema/required /provenance writer"),
        _case(_attempt(errorClass="gone"), "schema/pattern /attempts/0/errorClass"),
    ]
    build.prove_against(contract, {"schema": right})


def test_a_schema_that_lost_a_token_contradicts_the_cases(tmp_path: Path) -> None:
    shutil.copytree(SCHEMAS, tmp_path, dirs_exist_ok=True)
    change(tmp_path, RECORD, lambda content: content["$defs"]["ErrorClass"]["x-known-values"].remove("AuthError"))
    with pytest.raises(SchemaError, match=r"it takes AuthError at .* for known"):
        build.build_suite(load(tmp_path))


# --- the patterns for credentials -------------------------------------------------------------------------------------


def _shapes(contract: Contract) -> list[Any]:
    return list(contract.leaks["credentialValues"])


def test_a_pattern_that_is_written_again_means_the_same(contract: Contract) -> None:
    texts = [case["input"]["text"] for id, case in CASES.items() if id.startswith(("leaks.value.", "leaks.shape."))]
    assert len(texts) > 400
    for shape in _shapes(contract):
        parser = value_faults._Parser(shape["pattern"])
        tree = parser.choice()
        assert parser.at == len(shape["pattern"])
        again = (re.compile(value_faults.write(tree)), re.compile(value_faults._quick(tree)))
        for text in texts:
            wanted = re.search(shape["pattern"], text) is None
            assert [one.search(text) is None for one in again] == [wanted, wanted], (shape["id"], text)


def test_every_text_tells_its_fault(contract: Contract) -> None:
    shapes = _shapes(contract)
    for shape in shapes:
        found = value_faults.faults(shape["id"], shapes)
        assert len({one.slug for one in found}) == len(found)
        for fault in found:
            if fault.text is not None:
                assert (re.search(shape["pattern"], fault.text) is not None) == fault.is_leak
                assert (re.search(fault.pattern, fault.text) is not None) != fault.is_leak
                if fault.is_leak:
                    assert any(keyword in fault.text.lower() for keyword in shape["keywords"])


def test_every_alternative_and_every_least_length_has_a_fault() -> None:
    shape = {"id": "sample", "pattern": "(?:^|[^a-z])(?:ab|[Cc][Dd]x)[0-9]{3,}e?", "keywords": ["ab", "cdx"]}
    found = {one.slug: one for one in value_faults.faults("sample", [shape])}
    options = [one for slug, one in found.items() if slug.startswith("option")]
    assert len(options) == 4 and all(one.text is not None and one.is_leak for one in options)
    assert re.fullmatch("[Cc][Dd]x[0-9]{3}", next(one.text or "" for one in options if one.slug.endswith("cdx")))
    below, least = (next(one for slug, one in found.items() if slug.startswith(word)) for word in ("below", "least"))
    assert below.text is not None and re.fullmatch("ab[0-9]{2}", below.text) and not below.is_leak
    assert least.text is not None and re.fullmatch("ab[0-9]{3}", least.text) and least.is_leak
    # Nothing follows that could make a difference.
    assert next(one for slug, one in found.items() if slug.startswith("with")).text is None
    assert {"case-capitals", "case-small-letters"} <= set(found)


def test_the_canaries_of_shapes_stand_in_the_suite(contract: Contract) -> None:
    there = {
        case["change"]["value"]: bool(case["findings"])
        for case in CASES.values()
        if case.get("change", {}).get("path") == "/configuredModel" and isinstance(case["change"].get("value"), str)
    }
    shapes = _shapes(contract)
    for shape in shapes:
        for fault in value_faults.faults(shape["id"], shapes):
            assert fault.text is None or there[fault.text] == (fault.is_leak or "\t" in fault.text)
