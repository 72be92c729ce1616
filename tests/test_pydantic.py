"""Records in pydantic models and in FastAPI: the wire form in and out, and the JSON Schema of it."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from execution_provenance import (
    Attempt,
    ExecutionProvenance,
    IndeRunError,
    StreamCompleted,
    StreamTerminalOutcome,
    TaskResult,
)
from exprov import fixtures
from fastapi import FastAPI
from fastapi.testclient import TestClient
from oracles import EXACT, exactly, schema_valid
from pydantic import BaseModel, TypeAdapter, ValidationError
from samples import SLUGS, Raw, inde_run_error, record, stream_completed, task_result, text


class Row(BaseModel):
    id: int
    record: ExecutionProvenance
    end: StreamTerminalOutcome | None = None
    attempts: list[Attempt] = []


def test_a_record_is_a_field_in_its_wire_form() -> None:
    plain = {"id": 1, "record": record(xNew=[1, None]), "end": stream_completed(), "attempts": record()["attempts"]}
    row = Row.model_validate(plain)
    assert row.record == ExecutionProvenance.from_dict(record(xNew=[1, None]))
    assert type(row.end) is StreamCompleted
    assert row.attempts == [Attempt.from_dict(one) for one in record()["attempts"]]
    assert row.model_dump() == row.model_dump(mode="json") == json.loads(row.model_dump_json()) == plain
    assert Row.model_validate_json(json.dumps(plain)) == row
    # A record is taken as it is.
    assert Row(id=1, record=row.record).record is row.record


def test_what_is_not_a_record_is_refused_with_its_findings() -> None:
    with pytest.raises(ValidationError) as raised:
        Row.model_validate({"id": 1, "record": record(locality="Cloud"), "attempts": [{"providerId": "a"}]})
    first, second = raised.value.errors()
    assert (first["type"], first["loc"]) == ("invalid_record", ("record",))
    assert [(one["rule"], one["path"]) for one in first["ctx"]["findings"]] == [("schema/enum", "/locality")]
    assert second["loc"] == ("attempts", 0) and "schema/required at /outcome" in second["msg"]
    for wrong, message in (
        ([], "a JSON object or ExecutionProvenance"),
        ("{}", "a JSON object"),
        ({"x": {1}}, "of type set"),
    ):
        with pytest.raises(ValidationError, match=message):
            Row.model_validate({"id": 1, "record": wrong})


def test_numbers_are_numbers() -> None:
    error = IndeRunError.from_json(text(inde_run_error(xNew=[Raw("0.10"), Raw("12345678901234567890.5"), Raw("-0")])))
    adapter = TypeAdapter(IndeRunError)
    assert json.loads(adapter.dump_json(error))["xNew"] == [0.1, 12345678901234567000.0, 0]
    assert adapter.dump_python(error)["xNew"][0] == Decimal("0.1")
    large = IndeRunError.from_json(text(inde_run_error(xNew=Raw("1e30"))))
    assert json.loads(adapter.dump_json(large))["xNew"] == 10**30
    beyond = IndeRunError.from_json(text(inde_run_error(xNew=Raw("1e1000"))))
    with pytest.raises(ValueError, match=r"to_json\(\) alone"):
        adapter.dump_json(beyond)


def test_the_json_schema_says_what_the_schemas_say() -> None:
    documents = []
    for case in fixtures.load(fixtures.folder()).cases.values():
        data = fixtures.data(case)
        try:
            # What nests deeper than the interpreter is not for `jsonschema`.
            documents += [] if data.count(b"[") + data.count(b"{") > 100 else [exactly(data.decode())]
        except (ValueError, ArithmeticError):
            continue
    assert len(documents) > 1000
    for slug, kind in zip(SLUGS, (ExecutionProvenance, IndeRunError, StreamTerminalOutcome, TaskResult), strict=True):
        for mode in ("validation", "serialization"):
            schema = TypeAdapter(kind).json_schema(mode=mode)  # type: ignore[arg-type]
            jsonschema.Draft202012Validator.check_schema(schema)
        validator = EXACT(schema)
        for document in documents:
            assert validator.is_valid(document) == schema_valid(document, slug), document


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()

    @app.post("/records")
    def take(record: ExecutionProvenance) -> ExecutionProvenance:
        assert isinstance(record, ExecutionProvenance)
        return record

    @app.post("/ends", response_model=Row)
    def end(end: StreamTerminalOutcome) -> Any:
        assert end.provenance is not None
        return Row(id=7, record=end.provenance, end=end)

    @app.get("/result")
    def result() -> TaskResult:
        return TaskResult.from_dict(task_result())

    return TestClient(app)


def test_fastapi_takes_and_returns_the_wire_form(client: TestClient) -> None:
    sent = record(xNew={"a": [0.5]})
    answer = client.post("/records", json=sent)
    assert (answer.status_code, answer.json()) == (200, sent)
    answer = client.post("/ends", json=stream_completed())
    assert answer.json() == {"id": 7, "record": record(), "end": stream_completed(), "attempts": []}
    assert client.get("/result").json() == task_result()
    answer = client.post("/records", json=record(attemptCount=-1))
    (detail,) = answer.json()["detail"]
    assert answer.status_code == 422 and detail["loc"] == ["body"]
    assert [(one["rule"], one["path"]) for one in detail["ctx"]["findings"]] == [("schema/minimum", "/attemptCount")]


def test_fastapi_describes_it(client: TestClient) -> None:
    paths, components = (client.get("/openapi.json").json()[name] for name in ("paths", "components"))
    schemas = components["schemas"]
    body = paths["/records"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    response = paths["/records"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert body == response == {"$ref": "#/components/schemas/ExecutionProvenance"}
    properties = schemas["ExecutionProvenance"]["properties"]
    assert list(properties) == list(record())
    assert properties["attempts"]["items"] == {"$ref": "#/components/schemas/Attempt"}
    assert schemas["TaskResult"]["properties"]["provenance"] == {"$ref": "#/components/schemas/ExecutionProvenance"}
    assert [one["$ref"].rpartition("/")[2] for one in schemas["StreamTerminalOutcome"]["oneOf"]] == [
        "StreamCompleted", "StreamError", "StreamCancelled"
    ]  # fmt: skip


def test_pydantic_is_imported_only_where_it_is_used() -> None:
    probe = "import sys, execution_provenance as ep; ep.Attempt(provider_id='a', outcome='failed').to_json(); {}"
    for use, expected in (
        ("print('pydantic' in sys.modules)", "False"),
        ("import pydantic; print(pydantic.TypeAdapter(ep.Attempt).json_schema()['title'])", "Attempt"),
    ):
        done = subprocess.run([sys.executable, "-c", probe.format(use)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == expected
