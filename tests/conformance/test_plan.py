"""The plan: every golden case in its operations, complete, in shards, and only from fixtures that match their manifest."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from conformance.engines import full, hello
from exprov import fixtures
from exprov.conformance import plan, protocol
from exprov.errors import UsageError


@cache
def golden() -> fixtures.Suite:
    return fixtures.load(fixtures.folder())


def case(id: str) -> plan.PlannedCase:
    return next(one for one in full().cases if one.id == id)


def test_every_golden_case_is_planned_for_what_it_says_something_about() -> None:
    found = Counter((one.op, one.level) for one in full().cases)
    cases = golden().cases.values()
    accepted = [one for one in cases if one["reader"] == "valid"]
    assert found == {
        ("validate", "reader"): len(cases),
        ("validate", "writer"): len(cases),
        ("roundtrip", "reader"): len(accepted),
        ("canonical", "reader"): len(accepted),
        ("emit", "writer"): sum("facts" in one for one in cases),
    }
    assert len(full().cases) > 7000
    assert full().every == {one.id for one in full().cases}
    assert len(full().every) == len(full().cases)


def test_the_plan_names_its_suite() -> None:
    manifest = (fixtures.folder() / "manifest.json").read_bytes()
    assert full().sha256 == hashlib.sha256(manifest).hexdigest()
    assert full().version == json.loads(manifest)["suite"]


def test_a_reader_is_expected_to_report_only_reader_findings() -> None:
    id = "forward.unknown-member.in-root"
    assert case(f"{id}:validate:reader").expected == {"verdict": "valid", "findings": []}
    assert case(f"{id}:validate:writer").expected == {
        "verdict": "invalid",
        "findings": [{"rule": "schema/unknown-member", "path": "/futureMember"}],
    }
    assert case(f"{id}:validate:writer").rules == ("schema/unknown-member",)
    for one in full().cases:
        if one.op == "validate":
            assert (one.expected["verdict"] == "invalid") is bool(one.expected["findings"]), one.id


def test_outputs_are_expected_in_canonical_form_or_exactly() -> None:
    id = "forward.unknown-member.in-root"
    golden_case = golden().cases[id]
    expected = {"output": {"text": golden_case["canonical"]}, "digest": golden_case["digest"]}
    assert case(f"{id}:roundtrip:reader").expected == case(f"{id}:canonical:reader").expected == expected
    tiny = case("numbers.task-result.total-ms.tiny:roundtrip:reader")
    assert tiny.exact
    assert tiny.expected == {"output": tiny.input}
    assert tiny.requires == ("carriers", "exact-numbers")


def test_an_emission_has_the_facts_and_nothing_of_the_record() -> None:
    emission = case("executions.run.no-plan.not-planned:emit:writer")
    assert set(emission.input) == {"facts"}
    assert set(emission.expected) == {"output"}


def test_a_question_has_nothing_that_is_expected() -> None:
    allowed = {"type", "id", "op", "contract", "level", "input", "timeoutMs", "carrier"}
    for one in full().cases[::7]:
        sent = protocol.decode_driver(protocol.encode(one.question(1000)))
        assert set(sent) <= allowed
        assert sent["input"] == one.input
        assert sent.get("carrier", "") == one.carrier
        assert one.case in golden().cases
    assert sum(bool(one.carrier) for one in full().cases) > 1000


def test_a_case_knows_where_it_comes_from() -> None:
    one = case("rules.attempt-count.one-too-many:validate:reader")
    assert (one.case, one.topic, one.base) == ("rules.attempt-count.one-too-many", "rules", "schema.fallback")
    assert one.change == {"op": "replace", "path": "/attemptCount", "value": 3}
    assert one.title == golden().cases[one.case]["title"]


# --- a part of the plan -----------------------------------------------------------------------------------------------


def test_shards_are_disjoint_and_complete() -> None:
    count = 3
    shards = [plan.load(shard=(number, count)) for number in range(1, count + 1)]
    ids = [one.id for shard in shards for one in shard.cases]
    assert len(ids) == len(full().cases)
    assert set(ids) == full().every
    assert all(shard.every == full().every and shard.sha256 == full().sha256 for shard in shards)
    for shard in shards:
        assert abs(len(shard.cases) - len(ids) / count) < 0.1 * len(ids) / count + 100
    # A case stays in its shard whatever else is selected.
    rules = {one.id for one in plan.load(select=["rules"], shard=(2, 3)).cases}
    assert rules == {one.id for one in shards[1].cases if one.topic == "rules"} != set()


@pytest.mark.parametrize("shard", [(0, 2), (3, 2), (1, 0)])
def test_an_impossible_shard_is_rejected(shard: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match="there is no shard"):
        plan.load(shard=shard)


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        (["rules"], lambda one: one.topic == "rules"),
        (["emission"], lambda one: "emission" in one.tags),
        (["emit"], lambda one: one.op == "emit"),
        (["schema.*:validate:writer"], lambda one: (one.topic, one.op, one.level) == ("schema", "validate", "writer")),
        (["rules.attempt-count.one-too-many"], lambda one: one.case == "rules.attempt-count.one-too-many"),
        (["*one-too-many"], lambda one: one.case.endswith("one-too-many")),
        (["rules", "unicode"], lambda one: one.topic in ("rules", "unicode")),
    ],
)
def test_a_selection_is_by_tag_topic_operation_or_id(words: list[str], fits: Any) -> None:
    part = plan.load(select=words)
    assert part.cases
    assert list(part.cases) == [one for one in full().cases if fits(one)]
    assert part.every == full().every


def test_a_nonce_is_bound_to_the_cases_and_the_suite() -> None:
    word = plan.nonce(full())
    assert word != plan.nonce(full())
    assert plan.is_nonce(word, full())
    shuffled = dataclasses.replace(full(), cases=full().cases[::-1])
    assert plan.is_nonce(word, shuffled)
    assert not plan.is_nonce(word, plan.load(shard=(1, 2)))
    assert not plan.is_nonce(word, dataclasses.replace(full(), sha256="0" * 64))
    for other in ("", "-", "x", word[:-1], "0" + word[1:] if word[0] != "0" else "1" + word[1:]):
        assert not plan.is_nonce(other, full())


# --- what an engine declares ------------------------------------------------------------------------------------------


def test_an_engine_that_declares_everything_is_asked_everything() -> None:
    assert not any(plan.uncovered(one, hello()) for one in full().cases)


@pytest.mark.parametrize(
    ("changes", "reason", "fits"),
    [
        ({"ops": ["validate"]}, "the operation ", lambda one: one.op != "validate"),
        ({"levels": ["reader"]}, "the level writer", lambda one: one.level == "writer"),
        ({"contract": ["2.0"]}, "the contract 1.0", lambda one: True),
        ({"features": ["limits", "exact-numbers"]}, "the feature carriers", lambda one: "carriers" in one.requires),
    ],
)
def test_what_is_not_declared_is_not_covered(changes: dict[str, Any], reason: str, fits: Any) -> None:
    for one in full().cases:
        uncovered = plan.uncovered(one, hello(**changes))
        assert bool(uncovered) is fits(one), one.id
        assert not uncovered or uncovered.startswith(f"the engine does not declare {reason}")


def limited(integer: int | None, depth: int | None) -> dict[str, Any]:
    return hello(limits={"integer": integer, "depth": depth})


@pytest.mark.parametrize(
    ("id", "integer", "depth", "reason"),
    [
        ("parse.depth.at-limit:validate:reader", None, 100, "the engine declares that it reads 100 levels"),
        # An input that a reader must accept and the engine cannot is left out at writer level, too.
        ("parse.depth.at-limit:validate:writer", None, 100, "the engine declares that it reads 100 levels"),
        ("parse.depth.over-limit:validate:reader", None, 100, ""),
        ("parse.depth.over-limit:validate:writer", None, 100, ""),
        ("parse.depth.brackets-in-text:validate:reader", None, 100, ""),
        ("numbers.unknown-member.two-to-53-plus-one:roundtrip:reader", 2**53 - 1, None, "the engine declares 9007199254740991 as its largest integer"),
        ("numbers.unknown-member.two-to-53-plus-one:roundtrip:reader", 2**53 + 1, None, ""),
    ],
)  # fmt: skip
def test_declared_limits_are_for_what_a_reader_accepts(
    id: str, integer: int | None, depth: int | None, reason: str
) -> None:
    assert plan.uncovered(case(id), limited(integer, depth)) == reason


def test_limits_leave_out_both_levels_of_a_case_and_few_cases() -> None:
    for limits in (limited(2**31 - 1, None), limited(None, 16)):
        by_case: dict[str, set[bool]] = {}
        for one in full().cases:
            if one.op == "validate":
                by_case.setdefault(one.case, set()).add(bool(plan.uncovered(one, limits)))
        assert {len(uncovered) for uncovered in by_case.values()} == {1}
    left_out = [one.id for one in full().cases if plan.uncovered(one, limited(2**63 - 1, 512))]
    assert 0 < len(left_out) < 160
