"""Wrong validators fail the suite, each at the cases that one would expect and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from execution_provenance import validate
from execution_provenance._number import ExactNumber
from execution_provenance._text import ABSENT
from execution_provenance._validator import read
from suite.committed import CASES, DEEP, PARSE, Triple, data_of, expected

# A validator: the case -> its findings.
Validator = Callable[[dict[str, Any]], set[Triple]]
_NAMES = {
    name.lower(): name
    for name in (
        "schemaVersion attemptCount attempts fallbackOccurred locality modelProfile providerId configuredModel"
        " reportedModel routeRejections outcome errorClass reasonCodes"
    ).split()
}


def honest(case: dict[str, Any], data: Any = None) -> set[Triple]:
    found = validate(data_of(case) if data is None else data, carrier=case.get("carrier"))
    return {(one.rule, one.path, one.level) for one in found}


def verdicts(findings: set[Triple]) -> tuple[str, str]:
    reader = any(level == "reader" for _, _, level in findings)
    return "invalid" if reader else "valid", "invalid" if findings else "valid"


def wrong_verdicts(validator: Validator) -> set[str]:
    return {id for id, case in CASES.items() if verdicts(validator(case)) != (case["reader"], case["writer"])}


def wrong_findings(validator: Validator) -> set[str]:
    return {id for id, case in CASES.items() if validator(case) != expected(case)}


def having(keep: Callable[[dict[str, Any]], bool]) -> set[str]:
    return {id for id, case in CASES.items() if keep(case)}


def rules_of(case: dict[str, Any]) -> set[str]:
    return {one["rule"] for one in case["findings"]}


def parsed(case: dict[str, Any]) -> Any:
    """The value; ABSENT for what does not parse, for a string, which would be taken for text, and for what nests too deep
    for these short functions."""
    value, _ = read(data_of(case))
    return ABSENT if isinstance(value, str) or case["id"] in DEEP else value


def knows_not(case: dict[str, Any]) -> bool:
    """Whether the case is a bare record with a member whose name the contract does not know."""
    unknown = {one["path"].rpartition("/")[2] for one in case["findings"] if one["rule"] == "schema/unknown-member"}
    return case.get("carrier") is None and bool(unknown - set(_NAMES.values())) and parsed(case) is not ABSENT


def mapped(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """`value` with every object replaced by what `change` makes of it."""
    if isinstance(value, dict):
        return {name: mapped(item, change) for name, item in change(value).items()}
    return [mapped(item, change) for item in value] if isinstance(value, list) else value


# What a validator of parsed values cannot see.
FROM_TEXT = having(lambda case: "json/byte-order-mark" in rules_of(case))


def test_the_honest_validator_passes() -> None:
    assert wrong_findings(honest) == set()


def test_one_that_accepts_everything_fails_at_every_case_with_a_finding() -> None:
    assert wrong_verdicts(lambda case: set()) == having(lambda case: bool(case["findings"]))


def test_one_that_refuses_everything_fails_at_every_case_that_a_reader_accepts() -> None:
    def refuses(case):
        return {("json/syntax", "", "reader")}

    assert wrong_verdicts(refuses) == having(lambda case: case["reader"] == "valid")
    right = having(lambda case: expected(case) == {("json/syntax", "", "reader")})
    assert wrong_findings(refuses) == set(CASES) - right


def test_a_right_verdict_for_a_wrong_reason_fails_at_every_case_with_a_finding() -> None:
    def wrong_reason(case: dict[str, Any]) -> set[Triple]:
        return {("schema/other", path, level) for _, path, level in honest(case)}

    assert wrong_verdicts(wrong_reason) == set()
    assert wrong_findings(wrong_reason) == having(lambda case: bool(case["findings"]))


def test_a_right_rule_at_a_wrong_place_fails_at_every_case_with_a_place() -> None:
    def no_place(case: dict[str, Any]) -> set[Triple]:
        return {(rule, "", level) for rule, _, level in honest(case)}

    assert wrong_findings(no_place) == having(lambda case: any(one["path"] for one in case["findings"]))


def test_one_that_drops_unknown_members_fails_where_there_are_some() -> None:
    def drops(case: dict[str, Any]) -> set[Triple]:
        value = parsed(case)
        if value is ABSENT or case.get("carrier") is not None:
            return honest(case)
        return honest(
            case, mapped(value, lambda one: {name: item for name, item in one.items() if name in _NAMES.values()})
        )

    failing = wrong_findings(drops) - FROM_TEXT
    # With the member goes what leaks in it, also in what is no record.
    assert failing - having(lambda case: not knows_not(case)) == having(knows_not) - FROM_TEXT
    assert {id for id in failing if not knows_not(CASES[id])} == {
        "forward.version.and-a-credential",
        "forward.version.and-a-leak",
        "leaks.place.in-a-wrong-record",
        "leaks.place.in-no-record",
    }
    assert "forward.unknown-member.in-root" in failing and "forward.unknown-member.in-attempts-0" in failing


def test_one_that_keeps_no_unknown_members_fails_at_the_canonical_form() -> None:
    failing = set()
    for id, case in CASES.items():
        if "canonical" in case and case.get("carrier") is None:
            kept = mapped(
                json.loads(case["canonical"]),
                lambda one: {name: item for name, item in one.items() if name in _NAMES.values()},
            )
            if kept != json.loads(case["canonical"]):
                failing.add(id)
    assert failing == having(lambda case: ("canonical" in case and knows_not(case)) or case["id"] in DEEP)


def test_one_that_takes_the_form_of_an_integer_for_its_type_fails_at_just_these_cases() -> None:
    def strict(case: dict[str, Any]) -> set[Triple]:
        return {
            ("schema/type", path, "reader") if rule == "schema/integer-form" else (rule, path, level)
            for rule, path, level in honest(case)
        }

    form = having(lambda case: "schema/integer-form" in rules_of(case))
    assert wrong_findings(strict) == form
    assert wrong_verdicts(strict) == {id for id in form if CASES[id]["reader"] == "valid"} != set()


def test_one_that_reads_numbers_as_binary64_fails() -> None:
    def rounded(case: dict[str, Any]) -> set[Triple]:
        def floats(value: Any) -> Any:
            if isinstance(value, dict):
                return {name: floats(item) for name, item in value.items()}
            if isinstance(value, list):
                return list(map(floats, value))
            if isinstance(value, ExactNumber) and abs(float(value)) < 1e300:
                near = float(value)
                return int(near) if near.is_integer() else value
            return value

        value = parsed(case)
        return honest(case) if value is ABSENT else honest(case, floats(value))

    failing = wrong_findings(rounded)
    assert {
        "numbers.attempt-count.hair-above",
        "numbers.attempt-count.hair-below",
        "numbers.attempt-count.tiny",
    } <= failing


def test_one_for_which_the_last_repeated_member_wins_fails_at_just_these_cases() -> None:
    def last_wins(case: dict[str, Any]) -> set[Triple]:
        if "json/duplicate-member" not in rules_of(case):
            return honest(case)
        if rules_of(case) & set(PARSE) != {"json/duplicate-member"}:
            return {one for one in honest(case) if one[0] != "json/duplicate-member"}
        return honest(case, json.loads(data_of(case).decode("utf-8-sig")))

    assert wrong_findings(last_wins) == having(lambda case: "json/duplicate-member" in rules_of(case))
    assert "parse.duplicate.last-is-right" in wrong_verdicts(last_wins)
    assert verdicts(last_wins(CASES["parse.duplicate.last-is-right"])) == ("valid", "valid")


def test_one_that_ignores_the_last_attempt_fails_at_every_record_with_a_target() -> None:
    def ignores(case: dict[str, Any]) -> set[Triple]:
        value = parsed(case)
        if (
            case.get("carrier") is not None
            or not isinstance(value, dict)
            or not isinstance(value.get("attempts"), list)
            or not value["attempts"]
        ):
            return honest(case)
        count = value.get("attemptCount")
        return honest(
            case,
            {
                **value,
                "attempts": value["attempts"][:-1],
                "attemptCount": count - 1 if isinstance(count, int) else count,
            },
        )

    failing = wrong_findings(ignores)
    records = having(lambda case: "facts" in case and "providerId" in json.loads(case["input"]["text"]))
    assert records and records <= failing & wrong_verdicts(ignores)
    assert {"rules.provider-is-last-attempted.first-attempted", "rules.attempt-provider-unique.both-failed"} <= failing
    assert not failing & having(lambda case: case.get("carrier") is not None)


def test_one_that_reads_names_without_case_fails_at_names_in_another_case() -> None:
    def careless(case: dict[str, Any]) -> set[Triple]:
        value = parsed(case)
        if value is ABSENT or case.get("carrier") is not None:
            return honest(case)
        return honest(
            case, mapped(value, lambda one: {_NAMES.get(name.lower(), name): item for name, item in one.items()})
        )

    assert wrong_findings(careless) - FROM_TEXT == {
        "forward.renamed.attempt-count",
        "forward.renamed.attempts",
        "forward.renamed.locality",
        "forward.unknown-member.nearly.capital",
        "forward.unknown-member.nearly.lower-case",
        "forward.unknown-member.nearly.upper-case",
        "parse.duplicate.two-objects",
    }
    assert "forward.renamed.attempt-count" in wrong_verdicts(careless)
