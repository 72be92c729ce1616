"""What a contract may not say: each fault with the file, the JSON Pointer and the remedy."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from contracts import DROP, FILES, MEMBER, TARGET, change, edit, run, snapshot
from exprov import exit_codes
from exprov.cli import main
from exprov.contract import load
from exprov.errors import InputError, SchemaError


class Wrong(NamedTuple):
    """An edit as `contracts.edit` takes it, words of the message, and where the fault is found, if it is not at the edit."""

    at: str
    value: Any
    says: str
    found: str | None = None


RULE = {name: "x" for name in ("message", "why", "remedy")} | {"expression": "this == this", "path": "", "id": "rule/x"}
CLOSED = {"title": "T", "description": "D.", "type": "string", "enum": ["a"], "examples": ["a"]}
ATTEMPT_IF = "record#/$defs/Attempt/allOf/0/if"


def expression(text: str, says: str, rule: int = 0, file: str = "record") -> Wrong:
    return Wrong(f"{file}#/x-rules/{rule}/expression", text, says)


WRONG = [
    # Keywords that no target has a meaning for.
    Wrong("record#/properties/modelProfile/maxLength", 5, "'maxLength' is not allowed here; remove it; schemas/meta/"),
    Wrong("record#/properties/providerId/format", "uri", "'format' is not allowed here"),
    Wrong("record#/$defs/Attempt/not", {}, "'not' is not allowed here"),
    Wrong("record#/additionalProperties", False, "'additionalProperties' is not allowed here"),
    Wrong("record#/$defs/Attempt/$defs", {}, "'$defs' is not allowed here"),
    Wrong("record#/$defs/Attempt/allOf/0/else", {}, "'else' is not allowed here"),
    Wrong("record#/x-rules/0/severity", "high", "'severity' is not allowed here"),
    Wrong("record#/properties/locality/title", "x", "'title' is not allowed here beside '$ref'; remove it; what it would"),
    Wrong("error#/properties/runId/minLenght", 5, "'minLenght' is not allowed here; did you mean 'minLength'?"),
    Wrong("record#/$defs/Attempt/titles", "x", "'titles' is not allowed here; remove it"),
    Wrong("record#/$defs/Attempt/it's\n'~1~0", 1, "is not allowed here"),
    # Values of keywords.
    Wrong("record#/properties/providerId/type", ["string", "null"], "['string', 'null'] is not one of"),
    Wrong("record#/properties/providerId/type", "text", "'text' is not one of ['string', 'integer',"),
    Wrong("record#/properties/attemptCount/minimum", 0.5, "must be an integer, and is 0.5"),
    Wrong("record#/properties/attemptCount/maximum", 1e300, "greater than the maximum"),
    Wrong("record#/properties/shift", {**MEMBER, "type": "number", "minimum": 5, "maximum": 4, "examples": [5]},
          "is above the maximum, so no number fits", "/properties/shift/minimum"),
    Wrong("record#/$defs/ErrorClass/pattern", "^(a|b)*$", "is not the pattern of a token; write ^[first][rest]*$"),
    Wrong("record#/$defs/ErrorClass/pattern", "^[z-a][a]*$", "is not the pattern of a token"),
    Wrong("record#/$defs/ErrorClass/x-known-values/-", "a b", "match the pattern", "/$defs/ErrorClass/x-known-values/7"),
    Wrong("record#/$defs/A", "x", "must be an object, and is 'x'"),
    Wrong("stream#/properties/outcome", "x", "must be an object"),
    Wrong("stream#/required", [{}], "must be a string", "/required/0"),
    Wrong("record#/properties/attempts/items", {"type": "string"}, "'$ref' is missing"),
    # References.
    Wrong("record#/properties/locality/$ref", "https://example.com/x.schema.json", "not a reference within this version"),
    Wrong("record#/properties/locality/$ref", "../1.0/task-result.schema.json", "nothing is fetched from a network"),
    Wrong("record#/properties/locality/$ref", "#/$defs/Localty", "did you mean '#/$defs/Locality'?"),
    Wrong("record#/properties/locality/$ref", "nowhere.schema.json", "leads to nothing in this directory"),
    Wrong("record#/properties/parent", {"$ref": FILES["record"]}, "ExecutionProvenance holds itself"),
    Wrong("record#/properties/stream", {"$ref": FILES["stream"]}, "StreamTerminalOutcome is one of several types"),
    # What readers need.
    Wrong("record#/properties/region", {"type": "string"}, "'title', 'description', 'examples' are missing; add what"),
    Wrong("record#/properties/attemptCount/type", DROP, "'type' is missing", "/properties/attemptCount"),
    Wrong("record#/properties/attemptCount/description", DROP, "'description' is missing", "/properties/attemptCount"),
    Wrong("record#/$defs/Locality/examples", DROP, "'examples' is missing", "/$defs/Locality"),
    Wrong("record#/examples", DROP, "'examples' is missing", ""),
    Wrong("record#/description", "  ", "'  ' is not a text; write what it means"),
    Wrong("record#/x-rules/0/why", DROP, "'why' is missing", "/x-rules/0"),
    # Examples.
    Wrong("record#/properties/modelProfile/minLength", 5, "is too short", "/properties/modelProfile/examples/0"),
    Wrong("record#/$defs/Attempt/examples/0/errorClass", DROP, "'errorClass' is a required", "/$defs/Attempt/examples/0"),
    Wrong("result#/examples/0/runId", DROP, "the example is not valid by the schema beside it: 'runId'", "/examples/0"),
    # Members that are required, and conditions.
    Wrong("record#/required", ["nowhere"], "'nowhere' is not a member here", "/required/0"),
    Wrong("result#/x-writer-required", ["nowhere"], "'nowhere' is not a member here", "/x-writer-required/0"),
    Wrong("record#/$defs/Attempt/x-writer-required", ["errorClass"], "Attempt is not a document, so nothing would ask"),
    Wrong(f"{ATTEMPT_IF}/properties/outcome/const", "faild", "cannot have", "/$defs/Attempt/allOf/0/if/properties/outcome"),
    Wrong(f"{ATTEMPT_IF}/required", ["providerId"], "must require 'outcome' alone"),
    Wrong(f"{ATTEMPT_IF}/required", DROP, "'required' is missing", "/$defs/Attempt/allOf/0/if"),
    Wrong(ATTEMPT_IF, {"required": ["a/b"], "properties": {"a/b": {"enum": ["x"]}}}, "'a/b' is not a member here",
          "/$defs/Attempt/allOf/0/if/properties/a~1b"),
    Wrong("record#/$defs/Attempt/allOf/0/then/required", ["x"], "'x' is not a member", "/$defs/Attempt/allOf/0/then"),
    # Documents.
    Wrong("result#/$id", "https://example.com/task-result.schema.json", "the base URI differs from that of the record"),
    Wrong("result#/x-carriers", [], "only the record lists its carriers"),
    Wrong("record#/x-carriers/1", DROP, "is missing; list every other document", "/x-carriers"),
    Wrong("record#/x-carriers/1/document", "nowhere.schema.json", "is not another document of this version"),
    Wrong("record#/x-carriers/1/recognisedBy", ["x"], "'x' is not a member here", "/x-carriers/1/recognisedBy/0"),
    Wrong("record#/properties/schemaVersion/const", "2.0", "no required member has the constant '1.0'", "/properties"),
    Wrong("stream#/properties/outcome/enum", ["error", "completed", "cancelled"], "differs from the branches' constants"),
    Wrong("stream#/oneOf/0", {"$ref": FILES["record"]}, "has no required constant 'outcome'"),
    Wrong("stream#/required", ["other"], "'other' is not described", "/required/0"),
    # Names.
    Wrong("record#/properties/prompt", MEMBER, "the leak phase reports this name, as one for request content"),
    Wrong("record#/properties/apiKey", MEMBER, "as one for credentials"),
    Wrong("record#/properties/routerApiKey", MEMBER, "as one for credentials"),
    Wrong("record#/$defs/Attempt/properties/hint", MEMBER, "as one for free text"),
    # Known names are exempt from the leak phase wherever they are, so also on attempts.
    Wrong("record#/properties/detail", MEMBER, "as one for free text"),
    Wrong("record#/properties/provider_id", MEMBER, "'provider_id' is not the name of a member; write it in camelCase"),
    Wrong("record#/properties/message\n", MEMBER, "is not the name of a member"),
    Wrong("record#/properties/providerID", MEMBER, "differs from 'providerId' only in case"),
    Wrong("record#/$defs/attempt", CLOSED, "'attempt' is not the name of a type; write it in PascalCase"),
    Wrong("record#/$defs/ATTEMPT", CLOSED | {"title": "ATTEMPT"}, "differs only in case from 'Attempt'"),
    Wrong("record#/$defs/Attempt/title", "Atempt", "differs from the name; write 'Attempt'"),
    Wrong("result#/$defs/Attempt", CLOSED | {"title": "Attempt"}, "'Attempt' is defined in execution-provenance"),
    # Rules. tests/test_rule_language.py has the expressions.
    expression("this.attemptCount", "rule/attempt-count: a rule must yield a boolean"),
    expression("this.attemptCount ==", "not a CEL expression"),
    expression("this.locality == 1", "cannot compare"),
    expression("this.attempts.all(a, a.outcome == 'suceeded')", "'suceeded' is not a value"),
    expression("this.provenance.x == 'y'", "'provenance' is optional", file="result"),
    Wrong("record#/x-rules/3/id", "Rule X", "'Rule X' is not the id of a rule"),
    Wrong("record#/x-rules/-", lambda content: content["x-rules"][0], "rule/attempt-count is here twice", "/x-rules/11/id"),
    Wrong("record#/x-rules/0/path", "/nowhere", "'/nowhere' is not a place in ExecutionProvenance"),
    Wrong("record#/$defs/Attempt/x-rules", [RULE], "Attempt has rules and is in an array", "/properties/attempts"),
    Wrong("stream#/$defs/StreamError/x-rules/0/message", "x", "has other texts elsewhere", "/$defs/StreamError/x-rules/0"),
    # The tables beside the schemas.
    Wrong("leaks#/contentMembers/0", "fooBar", "not a name in the form in which names are compared; write it in lower"),
    Wrong("leaks#/credentialSuffixes/0", "_key", "without separators"),
    Wrong("leaks#/textlessMembers/0", "locality", "'locality' is not an array of the record"),
    Wrong("leaks#/contentMember", [], "'contentMember' is not allowed here"),
    Wrong("leaks#/separators", DROP, "'separators' is missing", ""),
    Wrong("leaks#/credentialValues/0/keywords/0", "AB", "'AB' is not a keyword in lower case"),
    Wrong("leaks#/credentialValues/0/pattern", "a{99999999999999999999}", "is not a pattern that every language"),
    *(
        Wrong("leaks#/credentialValues/0/pattern", pattern, "no lookaround, reference, flag or \\d")
        for pattern in ("a(?P<b>c)", "(?i)a", "(?=a)", "\\d", "\\bX", "a.b", "a+?", "a**", "\u00e9", "[\\d]", "\\t", "[a", "a)")
    ),
    Wrong("messages#/schema~1type", "", "'' is not a text"),
    Wrong("messages#/schema type", "x", "'schema type' is not the id of a message"),
    Wrong("identifiers#/blank/0", "U+20", "'U+20' is not a code point or a range of them; write U+0041"),
    Wrong("seeds#/rule~1fallback-flag", DROP, "rule/fallback-flag has no failing and passing input", ""),
    Wrong("seeds#/rule~1no-such", {"failing": "", "passing": ""}, "no schema states this rule"),
    Wrong("seeds#/rule~1fallback-flag/passing", DROP, "'passing' is missing", "/rule~1fallback-flag"),
    Wrong("seeds#/json~1syntax/why", DROP, "'why' is missing", "/json~1syntax"),
    Wrong("seeds#/carrier~1provider-used/carrier", "x", "is not a carrier; name one of"),
]  # fmt: skip


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case.at} {case.says}")
def test_what_a_contract_may_not_say(schemas: Path, case: Wrong) -> None:
    edit(schemas, case.at, case.value)
    with pytest.raises(SchemaError) as raised:
        load(schemas)
    error, (file, _, place) = raised.value, case.at.partition("#")
    path, pointer = schemas / "1.0" / FILES[file], place if case.found is None else case.found
    assert (error.path, error.pointer, case.says in f"{error.reason}; {error.remedy}") == (path, pointer, True), str(
        error
    )
    assert error.remedy and str(error).startswith(f"{path}#{pointer}: " if pointer else f"{path}: ")


def test_the_record_is_one_object(schemas: Path) -> None:
    union = json.loads((schemas / "1.0" / FILES["stream"]).read_text("utf-8"))
    change(schemas, FILES["record"], lambda record: union.update({name: record[name] for name in ("$id", "title")}))
    path = schemas / "1.0" / FILES["record"]
    path.write_text(json.dumps(union), "utf-8")
    with pytest.raises(SchemaError, match="the record is one of several objects") as raised:
        load(schemas)
    assert (raised.value.path, raised.value.pointer) == (path, "/oneOf")


SPOILT: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("record", lambda raw: raw.replace(b'"type": "object"', b'"type": "object", "type": "object"', 1), "'type' is written twice"),
    ("record", lambda raw: raw.replace(b'"title": "Attempt c', b'"title": "a", "t\\u0069tle": "b', 1), "'title' is written"),
    ("record", lambda raw: raw.replace(b'"minimum": 0', b'"minimum": NaN', 1), "a number that cannot be read: JSON has no NaN"),
    ("record", lambda raw: raw.replace(b"Attempt count", b"\\ud800", 1), "half of a surrogate pair"),
    ("record", lambda raw: raw[:-5], "not JSON"),
    ("result", lambda raw: b"\xef\xbb\xbf" + raw, "not JSON"),
    ("leaks", lambda raw: b"\xff" + raw, "not UTF-8"),
    ("messages", lambda raw: b"[]", "must be an object"),
    ("seeds", lambda raw: b"[" * 100_000, "nested too deeply"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "spoil", "reason"), SPOILT, ids=[reason for *_, reason in SPOILT])
def test_a_file_that_is_not_strict_json(schemas: Path, file: str, spoil: Callable[[bytes], bytes], reason: str) -> None:
    path = schemas / "1.0" / FILES[file]
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(SchemaError) as raised:
        load(schemas)
    assert (raised.value.path, raised.value.pointer) == (path, "")
    assert reason in raised.value.reason


def test_a_folder_without_a_contract(tmp_path: Path, schemas: Path) -> None:
    with pytest.raises(InputError, match="--schemas"):
        load(tmp_path / "none")
    with pytest.raises(SchemaError) as raised:
        load(schemas, "9.0")
    assert raised.value.path == schemas / "9.0"


def test_an_input_that_does_not_fail_its_rule_stops_the_generator(
    schemas: Path, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(output / TARGET)
    edit(schemas, "seeds#/rule~1attempt-count/failing", lambda seeds: seeds["rule/attempt-count"]["passing"])
    assert run("--schemas", schemas, "--output", output) == exit_codes.SCHEMA_ERROR
    path = schemas / "1.0" / FILES["seeds"]
    error = capsys.readouterr().err
    assert f"{path}#/rule~1attempt-count/failing: must have the finding rule/attempt-count" in error
    assert snapshot(output / TARGET) == before


def test_outside_a_checkout_it_says_where_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for verb in ("generate", "program", "strength"):
        assert main([verb]) == exit_codes.UNREADABLE
        assert "run this in a checkout of the repository, or name" in capsys.readouterr().err
    assert snapshot(tmp_path) == {}
