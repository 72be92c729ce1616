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
from execution_provenance._validator import read
from exprov import fixtures, generate
from exprov.contract import load
from exprov.program.lower import lower
from exprov.targets import fixtures as fixtures_target
from jsonschema import Draft202012Validator
from samples import explained
from suite.committed import CASES, FOLDER, MANIFEST, ROOT, TOPICS, agree, by_topic, changed, data_of, expected, parses
from suites import write_suite

SCHEMAS = ROOT / "schemas" / "fixtures" / "1"


def is_any(case: dict[str, Any]) -> bool:
    return True


# --- our validator


@by_topic
@pytest.mark.parametrize("level", ["reader", "writer"])
def test_our_validator_agrees(topic: str, level: Any) -> None:
    def found(case: dict[str, Any]) -> Any:
        data, carrier = data_of(case), case.get("carrier")
        findings = explained(data, level, carrier)
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
    times = {
        *(
            f"numbers.{base}.total-ms.{size}"
            for base in ("task-result", "stream-completed")
            for size in ("tiny", "huge")
        ),
        *(f"numbers.{base}.retry-after-ms.huge" for base in ("inderun-error", "stream-error")),
    }
    assert without <= {f"numbers.unknown-member.{name}" for name in names} | tokens | times
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
    suite = fixtures.load(FOLDER)
    assert [one.id for one in fixtures.changes(released, suite) if one.breaks] == []
    assert undue(released, suite) == set()


def undue(released: Path, suite: fixtures.Suite) -> set[str]:
    """What the suite declares of ids that became nothing since the release, or that the release never knew."""
    became = {one.id for one in fixtures.changes(released, suite) if one.kind != "new"}
    retired = {id for id, digest in fixtures.read_lock(released).items() if digest == fixtures.RETIRED}
    return {one["id"] for one in suite.manifest["declared"]} - became - retired


def test_a_declaration_is_about_something(tmp_path: Path) -> None:
    suite = fixtures.load(FOLDER)
    lines = (FOLDER / "cases.lock").read_text("utf-8").splitlines()
    ids = [line.split()[1] for line in lines]
    released = tmp_path / "cases.lock"
    gone = f"{'0' * 64}  schema.gone"
    released.write_text("\n".join([f"{'1' * 64}  {ids[0]}", *lines[1:], gone, "retired  schema.long-gone"]), "utf-8")
    names = [*ids[:2], "schema.gone", "schema.long-gone", "schema.never"]
    declared = [{"id": id, "why": "so"} for id in names]
    changed = fixtures.Suite({**suite.manifest, "declared": declared}, suite.cases, "", frozenset(["schema.long-gone"]))
    assert undue(released, changed) == {ids[1], "schema.never"}
    assert [one.id for one in fixtures.changes(released, changed) if one.breaks] == []


def test_a_retired_id_stays_in_the_lock_and_in_the_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixtures_target, "RETIRED", {"schema.gone": "it proved nothing"})
    monkeypatch.setattr(fixtures_target, "build_suite", lambda program: {})
    program = lower(load(ROOT / "schemas"))
    files = fixtures_target.render(program)
    assert files["cases.lock"] == "retired  schema.gone\n"
    manifest = json.loads(files["manifest.json"])
    assert manifest["declared"] == [{"id": "schema.gone", "why": "it proved nothing"}]


def test_a_retired_id_is_never_used_again(tmp_path: Path) -> None:
    case = TOPICS["schema"][0]
    old = write_suite(tmp_path / "old", {"schema": [case]}, retired=["schema.gone", "schema.lost"])
    assert fixtures.load(old).retired == {"schema.gone", "schema.lost"}
    again = {**case, "id": "schema.gone"}
    declared = [{"id": "schema.gone", "why": "it is back"}, {"id": "schema.lost", "why": "who knows"}]
    new = fixtures.load(write_suite(tmp_path / "new", {"schema": [case, again]}, declared=declared))
    for before in (old, old / "cases.lock"):
        found = {one.id: one for one in fixtures.changes(before, new)}
        assert {id: one.kind for id, one in found.items()} == {"schema.gone": "reused", "schema.lost": "forgotten"}
        assert all(one.breaks for one in found.values())
        assert list(fixtures.changes(before, fixtures.load(old))) == []


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
    rules = json.loads(json.dumps(TOPICS["rules"]))
    dropped, tightened, loosened, retitled, moved = rules[0], rules[1], rules[2], rules[3], rules[4]
    dropped["id"] = "rules.gone"
    tightened |= {"reader": "valid", "writer": "valid", "findings": []}
    loosened["findings"].append({"rule": "rule/x", "path": "", "level": "reader"})
    loosened |= {"reader": "invalid", "writer": "invalid"}
    retitled["title"] = "another title"
    moved["input"] = {"text": "{}"}
    old = write_suite(tmp_path, {"rules": rules})
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


R = {"rule": "rule/r", "path": "", "level": "reader"}
W = {"rule": "rule/w", "path": "", "level": "writer"}
X = {"rule": "rule/x", "path": "", "level": "reader"}


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ([], [W], "tightened"),
        ([], [R], "tightened"),
        ([W], [R], "tightened"),
        ([{**R, "level": "writer"}], [X], "tightened"),
        ([W], [{**W, "level": "reader"}], "tightened"),
        ([R], [R, X], "tightened"),
        ([R], [R, W], "tightened"),
        ([R], [X], "changed"),
        ([R, W], [X, W], "changed"),
        ([W], [{**W, "path": "/a"}], "changed"),
    ],
)
def test_verdicts_count_before_findings(
    tmp_path: Path, before: list[dict[str, str]], after: list[dict[str, str]], kind: str
) -> None:
    def suite(name: str, findings: list[dict[str, str]], **members: Any) -> Path:
        levels = {one["level"] for one in findings}
        verdicts = {"reader": "invalid" if "reader" in levels else "valid", "writer": "invalid" if levels else "valid"}
        case = {"id": "rules.a", "title": "a", "tags": [], "requires": [], "input": {"text": "{}"}, **verdicts}
        case |= {"from": "rules.b", "change": {"op": "remove", "path": "/a"}} if findings else {}
        return write_suite(tmp_path / name, {"rules": [{**case, "findings": findings, **members}]})

    old, new = suite("old", before), suite("new", after)
    back = {"tightened": "loosened"}.get(kind, kind)
    assert [one.kind for one in fixtures.changes(old, fixtures.load(new))] == [kind]
    assert [one.kind for one in fixtures.changes(new, fixtures.load(old))] == [back]
    # The same bytes in another writing are the same input; another carrier or other bytes make another one.
    others = [
        ({"input": {"b64": "e30="}}, kind),
        ({"carrier": "task-result"}, "changed"),
        ({"input": {"text": "[]"}}, "changed"),
    ]
    for number, (members, wanted) in enumerate(others):
        other = fixtures.load(suite(f"other-{number}", after, **members))
        assert [one.kind for one in fixtures.changes(old, other)] == [wanted]
