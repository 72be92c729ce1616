"""`exprov explain`."""

from __future__ import annotations

from typing import Any

import pytest
from execution_provenance import RULES, validate


@pytest.mark.parametrize("rule", sorted(RULES))
def test_explains_every_rule(run: Any, rule: str) -> None:
    outcome = run("explain", rule)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{rule} ({RULES[rule].level} level)\n{RULES[rule].title}\n")
    assert "\nAn input that fails:\n" in outcome.out and "\nAn input that passes:\n" in outcome.out
    assert all(character.isprintable() or character == "\n" for character in outcome.out)


def test_names_the_carrier_to_judge_the_inputs_with(run: Any) -> None:
    for rule, info in RULES.items():
        if rule.startswith("carrier/"):
            option = f"`exprov validate --carrier {info.carrier}`"
            assert option in run("explain", rule).out
            found = validate(info.failing, carrier=info.carrier)  # type: ignore[arg-type]
            assert rule in {finding.rule for finding in found}
    assert "--carrier" not in run("explain", "rule/attempt-count").out


def test_explains_the_id_of_unreadable_inputs(run: Any) -> None:
    assert run("explain", "input/unreadable").code == 0


@pytest.mark.parametrize("typed", ["rule/atempt-count", "attempt-count"])
def test_unknown_rule(run: Any, typed: str) -> None:
    outcome = run("explain", typed)
    assert (outcome.code, outcome.out) == (2, "")
    assert "did you mean rule/attempt-count" in outcome.err
