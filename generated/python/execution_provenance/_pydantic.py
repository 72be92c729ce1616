# Generated from tools/exprov/targets/python/runtime/_pydantic.py by `exprov generate`; edit that and run it again.
"""Records as fields of pydantic models, and so as bodies and responses of FastAPI: the wire form, and its JSON Schema.

Imported by pydantic's hooks alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pydantic import GetJsonSchemaHandler, TypeAdapter
from pydantic_core import PydanticCustomError, core_schema

from ._finding import InvalidRecord
from ._model import Model
from ._number import ExactNumber
from ._program import program


def record_schema(kind: type[Model]) -> core_schema.CoreSchema:
    """How pydantic validates and writes a record: from and to the parsed wire form."""

    def read(value: object) -> Model:
        if isinstance(value, kind):
            return value
        if not isinstance(value, Mapping):
            raise PydanticCustomError("record_type", "Input should be a JSON object or {type}", {"type": kind.__name__})
        try:
            return kind.from_dict(value)
        except InvalidRecord as error:
            findings = [finding.to_dict() for finding in error.findings]
            raise PydanticCustomError("invalid_record", "{text}", {"text": str(error), "findings": findings}) from None
        except TypeError as error:
            raise PydanticCustomError("record_type", "{text}", {"text": str(error)}) from None

    def write(record: Model, info: core_schema.SerializationInfo) -> dict[str, Any]:
        value = record.to_dict()
        return _without_exact_numbers(value) if info.mode == "json" else value

    return core_schema.no_info_plain_validator_function(
        read,
        ref=f"{kind.__module__}.{kind.__qualname__}:{id(kind)}",
        serialization=core_schema.plain_serializer_function_ser_schema(write, info_arg=True),
    )


def _without_exact_numbers(root: dict[str, Any]) -> dict[str, Any]:
    """`root`, changed in place: pydantic would write a Decimal as a string, and has no other numbers than these."""
    containers: list[Any] = [root]
    for item in containers:  # it grows meanwhile
        for key, value in item.items() if isinstance(item, dict) else enumerate(item):
            if isinstance(value, dict | list):
                containers.append(value)
            elif isinstance(value, ExactNumber):
                if not math.isfinite(float(value)):
                    raise ValueError("a number beyond binary64 can be written by to_json() alone")
                item[key] = int(value) if value.is_integer() else float(value)
    return root


def json_schema(kind: type[Model], handler: GetJsonSchemaHandler) -> dict[str, Any]:
    """The JSON Schema of a record, with references to the records inside it."""
    if kind._BRANCHES:
        (union,) = (one for one in program()["unions"] if one["name"] == kind._TYPE)
        branches = [_reference(branch, handler) for branch in kind._BRANCHES]
        return {"title": kind.__name__, "description": union["description"], "oneOf": branches}
    (spec,) = (one for one in program()["objects"] if one["name"] == kind._TYPE)
    records = [member for member in kind._MEMBERS.values() if issubclass(member.kind, Model)]
    inner = {member.name: _reference(member.kind, handler) for member in records}
    schema: dict[str, Any] = {
        "title": kind.__name__,
        "description": spec["description"],
        "type": "object",
        "properties": {one["name"]: _member(one, inner.get(one["name"], {})) for one in spec["members"]},
        "required": [one["name"] for one in spec["members"] if one["required"]],
    }
    conditions = [_condition(one) for one in spec["conditions"]]
    return schema | {"allOf": conditions} if conditions else schema


def _reference(kind: type, handler: GetJsonSchemaHandler) -> dict[str, Any]:
    # A handler calls the hooks of what a schema contains, and not those of the schema itself.
    reference: dict[str, Any] = handler(core_schema.list_schema(TypeAdapter(kind).core_schema))["items"]
    return reference


def _member(spec: Mapping[str, Any], inner: dict[str, Any]) -> dict[str, Any]:
    """A member's schema; `inner` is that of the records which it holds."""
    schema = _check(spec["check"], inner)
    return schema if "$ref" in schema else {"title": spec["title"], "description": spec["description"], **schema}


def _check(spec: Mapping[str, Any], inner: dict[str, Any]) -> dict[str, Any]:
    match spec:
        case {"kind": "set", "name": name}:
            return next(_check(one["check"], inner) for one in program()["sets"] if one["name"] == name)
        case {"kind": "text", "minLength": least}:
            return {"type": "string", "minLength": least} if least else {"type": "string"}
        case {"kind": "constant" | "version", "value": value}:
            return {"type": "string", "const": value}
        case {"kind": "choice", "values": values}:
            return {"type": "string", "enum": list(values)}
        case {"kind": "token", "pattern": pattern, "known": known}:
            return {"type": "string", "pattern": pattern, "examples": list(known)}
        case {"kind": "boolean"}:
            return {"type": "boolean"}
        case {"kind": "number", "integer": integer}:
            bounds = {name: spec[name] for name in ("minimum", "maximum") if spec[name] is not None}
            return {"type": "integer" if integer else "number", **bounds}
        case {"kind": "array", "items": items, "minItems": least, "unique": unique}:
            limits = ({"minItems": least} if least else {}) | ({"uniqueItems": True} if unique else {})
            return {"type": "array", "items": _check(items, inner), **limits}
        case {"kind": "object"}:
            return inner
        case _:
            return {"type": "object"}


def _condition(spec: Mapping[str, Any]) -> dict[str, Any]:
    then: dict[str, Any] = {"required": spec["required"]} if spec["required"] else {}
    if spec["forbidden"]:
        then["properties"] = dict.fromkeys(spec["forbidden"], False)
    given = {"required": [spec["member"]], "properties": {spec["member"]: {"enum": spec["values"]}}}
    return {"if": given, "then": then}
