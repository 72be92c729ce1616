"""The committed fixtures are what they claim, and our validator agrees with every one of them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from execution_provenance import RULES, is_valid, validate
from execution_provenance._canonical import canonical
from execution_provenance._read import read
from exprov import fixtures, generate
from jsonschema import Draft202012Validator
from suite.committed import CASES, FOLDER, MANIFEST, ROOT, TOPICS, agree, by_topic, changed, data_of, expected, parses

SCHEMAS = ROOT / "schemas" / "fixtures" / "1"


def is_any(case: dict[str, Any]) -> bool:
    return True


# --- our validator


@by_topic
@pytest.mark.parametrize("level", ["reader", "writer"])
def test_our_validator_agrees(topic: str, level: Any) -> None:
    def found(case: dict[str, Any]) -> Any:
        data, carrier = data_of(case), case.get("carrier")
        findings = validate(data, level=level, carrier=carrier)
        return is_valid(data, level=level, carrier=carrier), {(one.rule, one.path, one.level) for one in findings}

    agree(topic, found, lambda case: (case[level] == "valid", expected(case, level)), is_any)


@by_topic
def test_our_validator_agrees_on_the_parsed_value(topic: str) -> None:
    def found(case: dict[str, Any]) -> Any:
        value, _ = read(data_of(case))
        # A string would be taken for text.
        if isinstance(value, str):
            return wanted(case)
        return {(one.rule, one.path, one.level) for one in validate(value, carrier=case.get("carrier"))}

    def wanted(case: dict[str, Any]) -> Any:
        return {one for one in expected(case) if one[0] != "json/byte-order-mark"}

    agree(topic, found, wanted, parses)


@by_topic
def test_our_canonical_form_agrees(topic: str) -> None:
    def found(case: dict[str, Any]) -> Any:
        value, _ = read(data_of(case))
        try:
            written = canonical(value)
        except ValueError:
            return None
        return written, hashlib.sha256(written).hexdigest()

    def wanted(case: dict[str, Any]) -> Any:
        return (case["canonical"].encode(), case["digest"]) if "canonical" in case else None

    agree(topic, found, wanted, lambda case: case["reader"] == "valid")


def test_cases_without_a_canonical_form_are_those_of_numbers_that_have_none() -> None:
    without = {id for id, case in CASES.items() if case["reader"] == "valid" and "canonical" not in case}
    names = ("two-to-53-plus-one", "thirty-digits", "beyond-binary64", "below-binary64", "many-digits")
    tokens = {
        f"numbers.{base}.{name}-tokens.two-to-64"
        for base in ("task-result", "stream-completed")
        for name in ("input", "output", "total")
    }
    tiny = {f"numbers.{base}.total-ms.tiny" for base in ("task-result", "stream-completed")}
    assert without <= {f"numbers.unknown-member.{name}" for name in names} | tokens | tiny
    assert "numbers.unknown-member.two-to-53-plus-one" in without


# --- the files


def test_the_files_have_the_shape_of_their_schemas() -> None:
    manifest, topic = (
        json.loads((SCHEMAS / f"{name}.schema.json").read_text("utf-8")) for name in ("manifest", "topic")
    )
    for schema in (manifest, topic):
        Draft202012Validator.check_schema(schema)
    Draft202012Validator(manifest).validate(MANIFEST)
    for name, content in TOPICS.items():
        Draft202012Validator(topic).validate({"topic": name, "cases": content})


def test_the_schemas_describe_everything() -> None:
    def undescribed(schema: Any, path: str) -> list[str]:
        found = []
        for name, inner in schema.get("properties", {}).items():
            if isinstance(inner, dict) and "description" not in inner and "$ref" not in inner:
                found.append(f"{path}/{name}")
        for key in ("properties", "$defs"):
            for name, inner in schema.get(key, {}).items():
                if isinstance(inner, dict):
                    found += undescribed(inner, f"{path}/{name}")
        return found + (undescribed(schema["items"], f"{path}/*") if isinstance(schema.get("items"), dict) else [])

    for path in SCHEMAS.glob("*.schema.json"):
        assert undescribed(json.loads(path.read_text("utf-8")), path.name) == []


def test_the_manifest_lists_every_file_with_its_hash() -> None:
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()} - {"manifest.json"}
    assert there == {one["path"] for one in MANIFEST["files"]}
    for one in MANIFEST["files"]:
        data = (FOLDER / one["path"]).read_bytes()
        assert (len(data), hashlib.sha256(data).hexdigest()) == (one["bytes"], one["sha256"])


def test_the_manifest_counts_right() -> None:
    assert {topic["topic"]: topic["cases"] for topic in MANIFEST["topics"]} == {
        name: len(some) for name, some in TOPICS.items()
    }
    counts = MANIFEST["counts"]
    assert counts["cases"] == len(CASES) == sum(map(len, TOPICS.values()))
    assert counts["readerValid"] == sum(case["reader"] == "valid" for case in CASES.values())
    assert counts["writerValid"] == sum(case["writer"] == "valid" for case in CASES.values())
    assert counts["changes"] == sum("from" in case for case in CASES.values())
    assert counts["emissions"] == sum("facts" in case for case in CASES.values())


def test_the_fixtures_are_current() -> None:
    files = generate.render(ROOT / "schemas", ["fixtures"])
    assert files == generate.render(ROOT / "schemas", ["fixtures"])
    assert [one.path for one in generate.compare(files, ROOT / "generated", ["fixtures"])] == []


def test_no_released_case_was_changed_or_removed() -> None:
    released = ROOT / "schemas" / "fixtures" / "released-1.0.lock"
    found = list(fixtures.changes(released, fixtures.load(FOLDER)))
    assert [one.id for one in found if one.breaks] == []


# --- the cases


def test_ids_are_unique_and_name_no_verdict() -> None:
    ids = Counter(case["id"] for some in TOPICS.values() for case in some)
    assert max(ids.values()) == 1
    assert not [id for id in ids if "valid" in id]
    assert not [
        id for name, some in TOPICS.items() for id in (case["id"] for case in some) if not id.startswith(f"{name}.")
    ]


def test_every_rule_that_one_document_can_break_is_broken_by_a_case() -> None:
    broken = {one["rule"] for case in CASES.values() for one in case["findings"]}
    assert broken <= set(RULES)
    # A line of a file, and a file: no document breaks these.
    assert set(RULES) - broken == {"jsonl/blank-line", "jsonl/empty-input"}
    levels = {(one["rule"], one["level"]) for case in CASES.values() for one in case["findings"]}
    assert all(level == RULES[rule].level or rule == "schema/required" for rule, level in levels)


@by_topic
def test_verdicts_follow_from_the_findings(topic: str) -> None:
    for case in TOPICS[topic]:
        levels = {one["level"] for one in case["findings"]}
        verdicts = ("invalid" if "reader" in levels else "valid", "invalid" if levels else "valid")
        assert (case["id"], case["reader"], case["writer"]) == (case["id"], *verdicts)


@by_topic
def test_a_changed_case_is_its_base_with_its_one_change(topic: str) -> None:
    for case in TOPICS[topic]:
        # What is wrong has a cause.
        assert "from" in case or not case["findings"], case["id"]
        if "from" not in case:
            continue
        base = CASES[case["from"]]
        assert base["findings"] == [] and base.get("carrier") == case.get("carrier"), case["id"]
        result = changed(data_of(base), case["change"])
        if "edit" in case["change"]:
            assert result == data_of(case), case["id"]
        else:
            # As text, where true is not 1.
            assert json.dumps(json.loads(data_of(case))) == json.dumps(result), case["id"]


# --- parsers that are none of ours


@by_topic
def test_other_parsers_agree_on_what_is_json(topic: str) -> None:
    def refuses(case: dict[str, Any]) -> bool:
        data = data_of(case).removeprefix(b"\xef\xbb\xbf")
        try:
            if refused(case):
                msgspec.json.decode(data)
            else:
                json.loads(data.decode(), parse_float=str, parse_int=str)
        except ValueError:
            return True
        return False

    def refused(case: dict[str, Any]) -> bool:
        return any(one["rule"] in ("json/syntax", "json/encoding") for one in case["findings"])

    agree(topic, refuses, refused, lambda case: "json/limit" not in {one["rule"] for one in case["findings"]})


# --- executions


def test_facts_hold_what_the_record_does_not() -> None:
    for case in TOPICS["executions"]:
        if "facts" in case:
            facts, text = json.dumps(case["facts"]), case["input"]["text"]
            assert "CANARY" in facts and "sk-CANARY" in facts
            assert "CANARY" not in text, case["id"]
            assert case["findings"] == []


def test_every_execution_has_its_carrier() -> None:
    records = [case for case in TOPICS["executions"] if "facts" in case]
    for case in records:
        carrier = CASES[f"{case['id']}.carrier"]
        assert json.loads(carrier["input"]["text"])["provenance"] == json.loads(case["input"]["text"])
    assert len(TOPICS["executions"]) == 2 * len(records)


def test_the_executions_are_all_there_are() -> None:
    """Counted by hand: a chain of k providers ends in 1 + 3k ways as a run and in 1 + 5k as a stream, 2 if it is empty.

    Before an attempt it can be cancelled; each attempt can succeed or be cancelled; between two it can be cancelled; all
    can fail. A stream can also fail or be cancelled after each commit. Of the plans with up to three providers, 4 have
    an empty chain, 6 a chain of one, 4 of two, 1 of three; without a plan there are 2 ways in each mode.
    """
    plans = {0: 4, 1: 6, 2: 4, 3: 1}
    run = sum(count * (3 * length + 1 if length else 2) for length, count in plans.items()) + 2
    stream = sum(count * (5 * length + 1 if length else 2) for length, count in plans.items()) + 2
    modes = Counter(case["facts"]["mode"] for case in TOPICS["executions"] if "facts" in case)
    assert modes == {"run": run, "stream": stream}
    assert (
        len({json.dumps(case["facts"], sort_keys=True) for case in TOPICS["executions"] if "facts" in case})
        == run + stream
    )


# --- comparing suites


def test_changes_names_what_became_of_each_case(tmp_path: Path) -> None:
    new = fixtures.load(FOLDER)
    old = tmp_path / "old"
    old.mkdir()
    (old / "manifest.json").write_text(
        json.dumps({**MANIFEST, "topics": [{"topic": "rules", "file": "rules.json", "cases": 0}]})
    )
    rules = json.loads(json.dumps(TOPICS["rules"]))
    dropped, tightened, loosened, retitled, moved = rules[0], rules[1], rules[2], rules[3], rules[4]
    dropped["id"] = "rules.gone"
    tightened["findings"] = []
    loosened["findings"].append({"rule": "rule/x", "path": "", "level": "reader"})
    retitled["title"] = "another title"
    moved["input"] = {"text": "{}"}
    (old / "rules.json").write_text(json.dumps({"topic": "rules", "cases": rules}))
    found = {change.id: change for change in fixtures.changes(old, new)}
    assert found["rules.gone"].kind == "removed" and found["rules.gone"].breaks
    assert found[tightened["id"]].kind == "tightened" and found[tightened["id"]].breaks
    assert found[loosened["id"]].kind == "loosened"
    assert found[moved["id"]].kind == "changed"
    assert retitled["id"] not in found
    assert found["schema.fallback"].kind == "new" and not found["schema.fallback"].breaks
    declared = fixtures.Suite(
        {**new.manifest, "declared": [{"id": "rules.gone", "why": "it proved nothing"}]}, new.cases
    )
    again = {change.id: change for change in fixtures.changes(old, declared)}
    assert not again["rules.gone"].breaks
