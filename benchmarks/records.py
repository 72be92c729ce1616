"""What reading and writing a record costs: this package against pydantic models of the same shape.

Run: python benchmarks/records.py [--repeats N]. All contenders take turns in one process on the valid records of the
example log; a figure is the median over the repeats, in time of this thread. A ratio compares a row of this package with the row of pydantic below.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import orjson
from execution_provenance import ExecutionProvenance, is_valid
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "engine-run.jsonl"


class Base(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        extra="allow",
        strict=True,
        frozen=True,
        protected_namespaces=(),
    )


class Attempt(Base):
    provider_id: str = Field(min_length=1)
    outcome: Literal["succeeded", "failed", "cancelled"]
    error_class: str | None = None


class RouteRejection(Base):
    provider_id: str = Field(min_length=1)
    reason_codes: list[str] = Field(min_length=1)


class Record(Base):
    schema_version: Literal["1.0"]
    attempt_count: int = Field(ge=0, le=2**53 - 1)
    attempts: list[Attempt]
    fallback_occurred: bool
    locality: Literal["on_device", "edge", "cloud", "unknown"]
    model_profile: str = Field(min_length=1)
    provider_id: str | None = Field(None, min_length=1)
    configured_model: str | None = Field(None, min_length=1)
    reported_model: str | None = Field(None, min_length=1)
    route_rejections: list[RouteRejection]


def dump(record: Record) -> str:
    return record.model_dump_json(by_alias=True, exclude_none=True)


def rows() -> list[tuple[str, Callable[[Any], object], list[Any]]]:
    texts = [line for line in EXAMPLE.read_bytes().split(b"\n") if line and is_valid(line)]
    spaced = [json.dumps(json.loads(text)).encode() for text in texts]
    shapes = {
        "": texts,
        ", spaced": spaced,
        ", unknown member at the top": [text[:-1] + b',"engineBuild":"2026.11"}' for text in texts],
        ", unknown members inside": [text.replace(b'{"providerId"', b'{"build":"7","providerId"') for text in texts],
        ", unknown tokens": [
            text.replace(b'"errorClass":"', b'"errorClass":"New').replace(b'"reasonCodes":["', b'"reasonCodes":["new_')
            for text in texts
        ],
    }
    ours = [ExecutionProvenance.from_json(text) for text in texts]
    theirs = [Record.model_validate_json(text) for text in texts]
    assert [record.to_json() for record in ours] == [dump(record).encode() for record in theirs] == texts
    return [
        *(
            row
            for shape, given in shapes.items()
            for row in (
                (f"from_json{shape}", ExecutionProvenance.from_json, given),
                (f"model_validate_json{shape}", Record.model_validate_json, given),
            )
        ),
        *(
            row
            for shape, given in shapes.items()
            if given is not spaced
            for row in (
                (f"from_dict{shape}", ExecutionProvenance.from_dict, [*map(json.loads, given)]),
                (f"model_validate{shape}", Record.model_validate, [*map(json.loads, given)]),
            )
        ),
        ("to_json", ExecutionProvenance.to_json, ours),
        ("model_dump_json", dump, theirs),
        ("digest", ExecutionProvenance.digest, ours),
        ("model_dump_json", dump, theirs),
        ("to_dict", ExecutionProvenance.to_dict, ours),
        ("model_dump", lambda record: record.model_dump(by_alias=True, exclude_none=True), theirs),
        ("orjson.loads", orjson.loads, texts),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=60, help="how often each is timed (60)")
    repeats = parser.parse_args().repeats
    table = rows()
    times: list[list[float]] = [[] for _ in table]
    for _ in range(repeats):
        for own, (_, run, inputs) in zip(times, table, strict=True):
            start = time.thread_time()
            for one in inputs:
                run(one)
            own.append((time.thread_time() - start) / len(inputs) * 1e6)
    medians = [statistics.median(own) for own in times]
    print("Microseconds for one record, and times the cost of pydantic\n")
    for index, (name, _, _) in enumerate(table):
        ratio = f"{medians[index] / medians[index + 1]:8.2f} x" if index % 2 == 0 and index + 1 < len(table) else ""
        print(f"{name:<46}{medians[index]:8.2f}{ratio}")


if __name__ == "__main__":
    main()
