"""The patterns for credentials are taken apart rightly, and each way to make one wrong has a case that detects it."""

from __future__ import annotations

import re

from exprov.contract import load
from exprov.program.lower import lower
from exprov.program.model import ValuePattern
from exprov.suite import value_faults
from exprov.suite.value_faults import faults
from samples import SCHEMAS
from suite.committed import CASES

VALUES = lower(load(SCHEMAS)).leaks.values


def test_a_pattern_that_is_written_again_means_the_same() -> None:
    texts = [case["input"]["text"] for id, case in CASES.items() if id.startswith(("leaks.value.", "leaks.shape."))]
    assert len(texts) > 400
    for value in VALUES:
        right, written = re.compile(value.pattern), re.compile(value_faults.write(value_faults.read(value.pattern)))
        assert [text for text in texts if (right.search(text) is None) != (written.search(text) is None)] == []


def test_every_text_detects_its_fault() -> None:
    for value in VALUES:
        found = faults(value, VALUES)
        assert len({one.slug for one in found}) == len(found)
        for fault in found:
            if fault.text is not None:
                assert (re.search(value.pattern, fault.text) is not None) == fault.is_leak
                assert (re.search(fault.pattern, fault.text) is not None) != fault.is_leak
                if fault.is_leak:
                    assert any(keyword in fault.text.lower() for keyword in value.keywords)


def test_every_alternative_and_every_least_length_has_a_fault() -> None:
    pattern = "(?:^|[^a-z])(?:ab|[Cc][Dd]x)[0-9]{3,}e?"
    sample = ValuePattern(id="sample", description="a sample", pattern=pattern, keywords=("ab", "cdx"))
    found = {one.slug: one for one in faults(sample, (sample,))}
    options = [one for slug, one in found.items() if slug.startswith("option")]
    assert len(options) == 4 and all(one.text is not None and one.is_leak for one in options)
    assert re.fullmatch("[Cc][Dd]x[0-9]{3}", next(one.text or "" for one in options if one.slug.endswith("cdx")))
    below, least = (next(one for slug, one in found.items() if slug.startswith(word)) for word in ("below", "least"))
    assert below.text is not None and re.fullmatch("ab[0-9]{2}", below.text) and not below.is_leak
    assert least.text is not None and re.fullmatch("ab[0-9]{3}", least.text) and least.is_leak
    # Nothing follows that could make a difference.
    assert next(one for slug, one in found.items() if slug.startswith("with")).text is None
    assert {"case-capitals", "case-small-letters"} <= set(found)


def test_every_text_of_a_fault_is_a_case() -> None:
    there = {
        case["change"]["value"]: bool(case["findings"])
        for case in CASES.values()
        if case.get("change", {}).get("path") == "/configuredModel" and isinstance(case["change"].get("value"), str)
    }
    for value in VALUES:
        for fault in faults(value, VALUES):
            assert fault.text is None or there[fault.text] == (fault.is_leak or "\t" in fault.text)
