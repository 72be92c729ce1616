"""What a contract may not say: each with the file, the JSON Pointer and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from contracts import (
    ERROR,
    RECORD,
    RESULT,
    SEEDS,
    STREAM,
    again,
    change,
    definition,
    drop,
    member,
    new_rule,
    put,
    run,
    snapshot,
)
from exprov import exit_codes, generate
from exprov.cli import main
from exprov.contract import load
from exprov.errors import InputError, SchemaError

EXAMPLE = "/properties/modelProfile/examples/0"
IF = ("$defs", "Attempt", "allOf", 0, "if")
WRONG: list[tuple[str, str, Callable[[Any], None], str, str]] = [
    # Keywords without a meaning in every target.
    (
        "a keyword of strings",
        RECORD,
        put("properties", "modelProfile", "maxLength", 5),
        "/properties/modelProfile/maxLength",
        "'maxLength' may not stand here; remove it;",
    ),
    (
        "a keyword of members",
        RECORD,
        put("properties", "providerId", "format", "uri"),
        "/properties/providerId/format",
        "format",
    ),
    ("a keyword of objects", RECORD, put("$defs", "Attempt", "not", {}), "/$defs/Attempt/not", "not"),
    ("closed objects", RECORD, put("additionalProperties", False), "/additionalProperties", "additionalProperties"),
    (
        "two types",
        RECORD,
        put("properties", "providerId", "type", ["string", "null"]),
        "/properties/providerId",
        "null",
    ),
    (
        "a fraction as bound",
        RECORD,
        put("properties", "attemptCount", "minimum", 0.5),
        "/properties/attemptCount/minimum",
        "0.5",
    ),
    ("a free pattern", RECORD, put("$defs", "ErrorClass", "pattern", "^(a|b)*$"), "/$defs/ErrorClass/pattern", "match"),
    ("an else", RECORD, put("$defs", "Attempt", "allOf", 0, "else", {}), "/$defs/Attempt/allOf/0/else", "else"),
    # References.
    (
        "a remote reference",
        RECORD,
        put("properties", "locality", {"$ref": "https://example.com/x.schema.json"}),
        "/properties/locality/$ref",
        "https:",
    ),
    (
        "a reference out of the folder",
        RECORD,
        put("properties", "locality", {"$ref": "../1.0/task-result.schema.json"}),
        "/properties/locality/$ref",
        "..",
    ),
    (
        "a reference to no definition",
        RECORD,
        put("properties", "locality", {"$ref": "#/$defs/Localty"}),
        "/properties/locality/$ref",
        "did you mean '#/$defs/Locality'?",
    ),
    (
        "a reference to no file",
        RECORD,
        put("properties", "locality", {"$ref": "nowhere.schema.json"}),
        "/properties/locality/$ref",
        "nowhere",
    ),
    (
        "a keyword beside a reference",
        RECORD,
        put("properties", "locality", "title", "x"),
        "/properties/locality/title",
        "$ref",
    ),
    (
        "a keyword misspelt",
        ERROR,
        put("properties", "runId", "minLenght", 5),
        "/properties/runId/minLenght",
        "'minLength'?",
    ),
    (
        "a keyword that is there, misspelt",
        RECORD,
        put("$defs", "Attempt", "titles", "x"),
        "/$defs/Attempt/titles",
        "remove it",
    ),
    (
        "a keyword with odd characters",
        RECORD,
        put("$defs", "Attempt", "it's\n'/~", 1),
        "/$defs/Attempt/it's\n'~1~0",
        "remove it",
    ),
    ("a name that ends with a line feed", RECORD, member("message\n"), "/properties/message\n", "camelCase"),
    ("a definition that is none", RECORD, put("$defs", "A", "x"), "/$defs/A", "object"),
    (
        "a class that is none",
        RECORD,
        put("$defs", "ErrorClass", "pattern", "^[z-a][a]*$"),
        "/$defs/ErrorClass/pattern",
        "bad character range",
    ),
    ("a tag that is no schema", STREAM, put("properties", "outcome", "x"), "/properties/outcome", "object"),
    ("a required tag that is no name", STREAM, put("required", [{}]), "/required/0", "string"),
    (
        "a condition on an odd name",
        RECORD,
        put(*IF, {"required": ["a/b"], "properties": {"a/b": {"enum": ["x"]}}}),
        "/$defs/Attempt/allOf/0/if/properties/a~1b",
        "",
    ),
    ("a leak name in capitals", "leaks.json", put("contentMembers", 0, "fooBar"), "/contentMembers/0", "compared"),
    (
        "a leak name with a separator",
        "leaks.json",
        put("credentialSuffixes", 0, "_key"),
        "/credentialSuffixes/0",
        "compared",
    ),
    (
        "a leak keyword in capitals",
        "leaks.json",
        put("credentialValues", 0, "keywords", ["AB"]),
        "/credentialValues/0/keywords",
        "lower",
    ),
    (
        "a leak pattern out of bounds",
        "leaks.json",
        put("credentialValues", 0, "pattern", "a{99999999999999999999}"),
        "/credentialValues/0/pattern",
        "no regular",
    ),
    (
        "a reference to itself",
        RECORD,
        put("properties", "parent", {"$ref": RECORD}),
        "/properties/parent",
        "holds itself",
    ),
    (
        "a reference to one of several",
        RECORD,
        put("properties", "stream", {"$ref": STREAM}),
        "/properties/stream",
        "one of several",
    ),
    # Rules.
    (
        "a rule that is no boolean",
        RECORD,
        put("x-rules", 0, "expression", "this.attemptCount"),
        "/x-rules/0/expression",
        "must yield a boolean",
    ),
    (
        "a rule that is no CEL",
        RECORD,
        put("x-rules", 0, "expression", "this.attemptCount =="),
        "/x-rules/0/expression",
        "not a CEL expression",
    ),
    (
        "a construct outside the language",
        RECORD,
        put("x-rules", 0, "expression", "this.modelProfile.matches('x')"),
        "/x-rules/0/expression",
        "matches",
    ),
    (
        "an ill-typed rule",
        RECORD,
        put("x-rules", 1, "expression", "this.locality == 1"),
        "/x-rules/1/expression",
        "cannot compare",
    ),
    (
        "an unknown member in a rule",
        RECORD,
        put("x-rules", 0, "expression", "this.atemptCount == 1"),
        "/x-rules/0/expression",
        "atemptCount",
    ),
    (
        "an optional member without a guard",
        RECORD,
        put("x-rules", 3, "expression", "this.providerId == 'x'"),
        "/x-rules/3/expression",
        "optional",
    ),
    (
        "a misspelt value",
        RECORD,
        put("x-rules", 3, "expression", "this.attempts.all(a, a.outcome == 'suceeded')"),
        "/x-rules/3/expression",
        "'suceeded' is not a value",
    ),
    (
        "a carrier's rule on a wrong member",
        RESULT,
        put("x-rules", 0, "expression", "this.provenance.x == 'y'"),
        "/x-rules/0/expression",
        "optional",
    ),
    ("a rule's id in another shape", RECORD, put("x-rules", 3, "id", "Rule X"), "/x-rules/3/id", "Rule X"),
    ("a rule without a reason", RECORD, drop("x-rules", 0, "why"), "/x-rules/0", "'why'"),
    ("a rule with something else", RECORD, put("x-rules", 0, "severity", "high"), "/x-rules/0/severity", "severity"),
    ("a rule twice", RECORD, again, "/x-rules/11/id", "twice"),
    ("a rule that points nowhere", RECORD, put("x-rules", 0, "path", "/nowhere"), "/x-rules/0/path", "no place"),
    (
        "rules in an array",
        RECORD,
        put(
            "$defs",
            "Attempt",
            "x-rules",
            [{k: "x" for k in ("expression", "message", "why", "remedy")} | {"id": "rule/x", "path": ""}],
        ),
        "/properties/attempts",
        "stands in an array",
    ),
    (
        "one rule with two texts",
        STREAM,
        put("$defs", "StreamError", "x-rules", 0, "message", "x"),
        "/$defs/StreamError/x-rules/0",
        "another text",
    ),
    # What the source of truth owes its readers.
    (
        "a member without texts",
        RECORD,
        put("properties", "region", {"type": "string"}),
        "/properties/region",
        "'title', 'description', 'examples' are missing",
    ),
    (
        "a member without a type",
        RECORD,
        drop("properties", "attemptCount", "type"),
        "/properties/attemptCount",
        "'type' is missing",
    ),
    ("a set without an example", RECORD, drop("$defs", "Locality", "examples"), "/$defs/Locality", "'examples' is"),
    (
        "an array of what has no name",
        RECORD,
        put("properties", "attempts", "items", {"type": "string"}),
        "/properties/attempts/items",
        "'$ref' is missing",
    ),
    ("an example that is too short", RECORD, put("properties", "modelProfile", "minLength", 5), EXAMPLE, "too short"),
    (
        "an example that lacks a member",
        RECORD,
        drop("$defs", "Attempt", "examples", 0, "errorClass"),
        "/$defs/Attempt/examples/0",
        "'errorClass'",
    ),
    ("an example of a whole", RESULT, drop("examples", 0, "runId"), "/examples/0", "'runId'"),
    ("no description", RECORD, drop("properties", "attemptCount", "description"), "/properties/attemptCount", ""),
    ("a blank description", RECORD, put("description", "  "), "/description", ""),
    ("no example", RECORD, drop("examples"), "", "examples"),
    ("a required member that is none", RECORD, put("required", ["nowhere"]), "/required/0", "'nowhere' is no member"),
    (
        "a writer's member that is none",
        RESULT,
        put("x-writer-required", ["nowhere"]),
        "/x-writer-required/0",
        "'nowhere' is no member",
    ),
    # Conditions.
    (
        "a condition on a value that is none",
        RECORD,
        put(*IF, "properties", "outcome", "const", "faild"),
        "/$defs/Attempt/allOf/0/if/properties/outcome",
        "cannot have",
    ),
    (
        "a condition that requires another member",
        RECORD,
        put(*IF, "required", ["providerId"]),
        "/$defs/Attempt/allOf/0/if/required",
        "'outcome'",
    ),
    ("a condition that requires nothing", RECORD, drop(*IF, "required"), "/$defs/Attempt/allOf/0/if", "'required'"),
    (
        "a consequence for no member",
        RECORD,
        put("$defs", "Attempt", "allOf", 0, "then", "required", ["x"]),
        "/$defs/Attempt/allOf/0/then",
        "'x' is no member",
    ),
    # Names.
    ("a name of content", RECORD, member("prompt"), "/properties/prompt", "request content"),
    ("a name of credentials", RECORD, member("apiKey"), "/properties/apiKey", "credentials"),
    ("a name that ends as one", RECORD, member("routerApiKey"), "/properties/routerApiKey", "credentials"),
    ("a name of text", RECORD, member("hint", "Attempt"), "/$defs/Attempt/properties/hint", "free text"),
    # Known names are exempt from the leak phase wherever they stand, so also on attempts.
    ("a name of text on the record", RECORD, member("detail"), "/properties/detail", "free text"),
    ("a member in snake case", RECORD, member("provider_id"), "/properties/provider_id", "camelCase"),
    ("a member that the classes need", RECORD, member("extra"), "/properties/extra", "for itself"),
    (
        "a member with a method's name",
        RECORD,
        member("toJson", "Attempt"),
        "/$defs/Attempt/properties/toJson",
        "for itself",
    ),
    ("a type that Python needs", RECORD, definition("Any"), "/$defs/Any", "for itself"),
    ("a type that the models need", RECORD, definition("Model"), "/$defs/Model", "for itself"),
    (
        "a type that differs from its title",
        RECORD,
        put("$defs", "Attempt", "title", "Atempt"),
        "/$defs/Attempt/title",
        "differs",
    ),
    ("a type of another file", RESULT, definition("Attempt"), "/$defs/Attempt", "defined in"),
    ("another base", RESULT, put("$id", "https://example.com/task-result.schema.json"), "/$id", "differs"),
    (
        "branches out of order",
        STREAM,
        put("properties", "outcome", "enum", ["error", "completed", "cancelled"]),
        "/properties/outcome/enum",
        "differs",
    ),
]


@pytest.mark.parametrize(("file", "edit", "pointer", "reason"), [pytest.param(*case, id=name) for name, *case in WRONG])
def test_what_a_contract_may_not_say(
    schemas: Path, file: str, edit: Callable[[Any], None], pointer: str, reason: str
) -> None:
    change(schemas, file, edit)
    with pytest.raises(SchemaError) as raised:
        load(schemas)
    error = raised.value
    assert (error.path, error.pointer) == (schemas / "1.0" / file, pointer)
    assert error.remedy
    assert reason in f"{error.reason}; {error.remedy}"
    assert str(error).startswith(f"{schemas / '1.0' / file}{'#' if pointer else ''}{pointer}: ")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (
            lambda raw: raw.replace(b'"type": "object"', b'"type": "object", "type": "object"', 1),
            "'type' is written twice",
        ),
        (
            lambda raw: raw.replace(b'"title": "Attempt count"', b'"title": "a", "t\\u0069tle": "b"', 1),
            "'title' is written twice",
        ),
        (lambda raw: raw[:-5], "not JSON"),
        (lambda raw: b"\xef\xbb\xbf" + raw, "not JSON"),
        (lambda raw: b"\xff" + raw, "not UTF-8"),
        (lambda raw: b"[]", "is an object"),
        (lambda raw: b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_schema(schemas: Path, spoil: Callable[[bytes], bytes], reason: str) -> None:
    path = schemas / "1.0" / RECORD
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


@pytest.mark.parametrize(
    ("file", "edit", "pointer", "reason"),
    [
        (RECORD, new_rule, "", "rule/new has no failing and passing input"),
        (RECORD, drop("x-rules", 10), "/rule~1rejected-not-attempted", "no schema states this rule"),
        (SEEDS, drop("rule/fallback-flag"), "", "rule/fallback-flag has no failing and passing input"),
        (SEEDS, drop("rule/fallback-flag", "passing"), "/rule~1fallback-flag", "needs the strings failing, passing"),
        (SEEDS, drop("json/syntax", "why"), "/json~1syntax", "needs the strings level, title, why"),
        (SEEDS, put("carrier/provider-used", "carrier", "x"), "/carrier~1provider-used/carrier", "no carrier"),
    ],
)
def test_every_rule_has_its_inputs(
    schemas: Path, file: str, edit: Callable[[Any], None], pointer: str, reason: str
) -> None:
    change(schemas, file, edit)
    with pytest.raises(SchemaError) as raised:
        generate.render(schemas, ["python"])
    assert (raised.value.path, raised.value.pointer) == (schemas / "1.0" / SEEDS, pointer)
    assert reason in raised.value.reason


def test_an_input_that_does_not_fail_its_rule_stops_the_generator(
    schemas: Path, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = snapshot(output / "python")
    change(schemas, SEEDS, lambda c: c["rule/attempt-count"].update(failing=c["rule/attempt-count"]["passing"]))
    assert run("--schemas", schemas, "--output", output) == exit_codes.SCHEMA_ERROR
    error = capsys.readouterr().err
    assert f"{schemas / '1.0' / SEEDS}#/rule~1attempt-count/failing: must have the finding rule/attempt-count" in error
    assert snapshot(output / "python") == before


def test_outside_a_checkout_it_says_where_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for verb in ("generate", "strength"):
        assert main([verb]) == exit_codes.UNREADABLE
        assert "run this in a checkout of the repository, or name" in capsys.readouterr().err
    assert snapshot(tmp_path) == {}


def test_a_known_value_matches_the_pattern_of_its_set(schemas: Path) -> None:
    def edit(content: dict[str, Any]) -> None:
        content["$defs"]["ErrorClass"]["x-known-values"].append("rate limited")

    path = schemas / "1.0" / "execution-provenance.schema.json"
    change(schemas, path.name, edit)
    with pytest.raises(SchemaError) as caught:
        generate.render(schemas, ["python"])
    assert (Path(caught.value.path), caught.value.pointer) == (path, "/$defs/ErrorClass/x-known-values/7")


@pytest.mark.parametrize(("name", "other"), [("fooBar", "fooBAR"), ("fromJSON", None), ("list", None)])
def test_member_names_that_generated_types_cannot_hold(schemas: Path, name: str, other: str | None) -> None:
    def edit(content: dict[str, Any]) -> None:
        for added in (name, other) if other else (name,):
            content["properties"][added] = {"title": "T", "description": "D.", "type": "string", "examples": ["x"]}

    path = schemas / "1.0" / "execution-provenance.schema.json"
    change(schemas, path.name, edit)
    with pytest.raises(SchemaError) as caught:
        generate.render(schemas, ["python"])
    assert caught.value.pointer == f"/properties/{other or name}"
