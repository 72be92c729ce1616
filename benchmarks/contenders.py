"""JSON Schema validators of others, each built once for the record's schema, as its documentation says.

They do the schema phase alone: none looks for repeated members, rules between members or leaks, and none says more than
"valid" here. Each is asked about every record first, so that a figure never stands for a validator that is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RECORD = "execution-provenance.schema.json"


@dataclass(frozen=True)
class Found:
    """A validator: `check` raises for an invalid value; None where it cannot take the schema, and `note` says why."""

    name: str
    check: Callable[[Any], object] | None
    note: str = ""


def all_of_them(schemas: Path, valid: list[Any]) -> Iterator[Found]:
    """Every contender for the directory of schemas; `valid` are parsed records that each must accept."""
    content = {path.name: json.loads(path.read_bytes()) for path in sorted(schemas.glob("*.schema.json"))}
    for name, build in (
        ("jsonschema", _jsonschema),
        ("jsonschema-rs", _jsonschema_rs),
        ("fastjsonschema", _fastjsonschema),
    ):
        try:
            check, note = build(content)
            for value in valid:
                check(value)
            if _accepts(check, {**valid[0], "attemptCount": -1}):
                raise ValueError("it accepts a count below the minimum")
            if _accepts(check, {**valid[0], "attempts": [{"providerId": "a", "outcome": "failed"}]}):
                note = f"{note}; does not see that a failed attempt lacks its errorClass".lstrip("; ")
        except Exception as error:
            yield Found(name, None, f"cannot take part: {type(error).__name__}: {str(error).splitlines()[0]}")
        else:
            yield Found(name, check, note)


def _accepts(check: Callable[[Any], object], value: Any) -> bool:
    try:
        check(value)
    except Exception:
        return False
    return True


def _jsonschema(content: dict[str, Any]) -> tuple[Callable[[Any], object], str]:
    from jsonschema import Draft202012Validator
    from referencing import Registry, Resource

    registry: Registry[Any] = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in content.values()
    )
    validator = Draft202012Validator(content[RECORD], registry=registry)
    return validator.validate, ""


def _jsonschema_rs(content: dict[str, Any]) -> tuple[Callable[[Any], object], str]:
    import jsonschema_rs

    registry = jsonschema_rs.Registry([(schema["$id"], schema) for schema in content.values()])
    validator = jsonschema_rs.Draft202012Validator(content[RECORD], registry=registry)
    return validator.validate, ""


def _fastjsonschema(content: dict[str, Any]) -> tuple[Callable[[Any], object], str]:
    """It knows drafts 4, 6 and 7: the record's schema is given to it as draft 7, which says the same in older words."""
    import fastjsonschema

    def older(node: Any) -> Any:
        if isinstance(node, dict):
            renamed = {"definitions" if key == "$defs" else key: older(value) for key, value in node.items()}
            if isinstance(renamed.get("$ref"), str):
                renamed["$ref"] = renamed["$ref"].replace("#/$defs/", "#/definitions/")
            return renamed
        return [older(item) for item in node] if isinstance(node, list) else node

    schema = older(content[RECORD])
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    del schema["$id"]
    return fastjsonschema.compile(
        schema
    ), "has no 2020-12; given the same schema as draft 7, with definitions for $defs"
