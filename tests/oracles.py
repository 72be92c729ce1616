"""Second opinions by maintained tools: `jsonschema` on the schema files as they are, and a CEL evaluator on their rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from functools import cache
from pathlib import Path
from typing import Any

from cel_expr_python import cel
from jsonschema import Draft202012Validator
from jsonschema.validators import extend
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from samples import SCHEMAS, SLUGS, Pair

RECORD = SLUGS[0]


def contents_of(schemas: Path) -> dict[str, Any]:
    """The schema files of a directory, by their names."""
    return {path.name: json.loads(path.read_text("utf-8")) for path in sorted(schemas.glob("*.schema.json"))}


def registry_of(contents: dict[str, Any]) -> Registry[Any]:
    return Registry().with_resources(
        [(content["$id"], Resource.from_contents(content, DRAFT202012)) for content in contents.values()]
    )


CONTENTS = contents_of(SCHEMAS / "1.0")
REGISTRY = registry_of(CONTENTS)


def _is_integer(_: object, value: object) -> bool:
    if isinstance(value, Decimal):
        return value == value.to_integral_value()
    return isinstance(value, int) and not isinstance(value, bool)


# With numbers read as Decimal, "integer" is a question of the exact value.
EXACT = extend(Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer))


@cache
def _validator(slug: str) -> Any:
    return EXACT(CONTENTS[f"{slug}.schema.json"], registry=REGISTRY)


def exactly(text: str) -> Any:
    """The value of JSON text, numbers without loss."""
    return json.loads(text, parse_float=Decimal)


def schema_valid(value: object, carrier: str | None = None) -> bool:
    """Whether `jsonschema` takes the value."""
    return bool(_validator(carrier or RECORD).is_valid(_with_integers(value)))


def _with_integers(value: object) -> object:
    """`value` with integers as int: across a reference to another file, `jsonschema` forgets what EXACT says of them."""
    if isinstance(value, dict):
        return {name: _with_integers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    if isinstance(value, Decimal) and _is_integer(None, value):
        # Beyond any bound of the schemas, its sign is all that counts.
        return 0 if not value else int(value) if value.adjusted() < 400 else int(Decimal(10**400).copy_sign(value))
    return value


# The default context cannot hold the exponents that a record may have.
_UNBOUNDED = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
ENVIRONMENT = cel.NewEnv(variables={"this": cel.Type.DYN})


@cache
def _program(expression: str) -> Any:
    return ENVIRONMENT.compile(expression)


def evaluate(expression: str, this: object) -> object:
    """The value of a CEL expression; None for an error."""
    value = _program(expression).eval(data={"this": this})
    return None if value.type() == cel.Type.ERROR else value.plain_value()


def plain(value: object) -> Any:
    """The value as CEL can take it; a number outside int64 becomes text, equal for equal numbers."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, Decimal) and value == value.to_integral_value() and -(2**53) < value < 2**53:
        return int(value)
    if isinstance(value, Decimal) or (isinstance(value, int) and abs(value) >= 2**63):
        return f"number {Decimal(value).normalize(_UNBOUNDED)}"
    return value


def broken_rules(value: object, carrier: str | None = None, contents: dict[str, Any] = CONTENTS) -> set[Pair]:
    """The `(id, path)` of every rule of the schema files that does not hold in a schema-valid document."""
    name = f"{carrier or RECORD}.schema.json"
    return set(_broken(contents, contents[name], name, plain(value), ""))


def _broken(contents: dict[str, Any], schema: Any, file: str, value: Any, path: str) -> Iterator[Pair]:
    schema, file = _referred(contents, schema, file)
    if "oneOf" in schema:
        (tag,) = schema["required"]
        branches = [_referred(contents, one, file)[0] for one in schema["oneOf"]]
        schema = next(one for one in branches if one["properties"][tag]["const"] == value[tag])
    for rule in schema.get("x-rules", []):
        if evaluate(rule["expression"], value) is not True:
            yield rule["id"], path + rule["path"]
    for name, inner in schema.get("properties", {}).items():
        if isinstance(value, dict) and isinstance(inner, dict) and name in value:
            yield from _broken(contents, inner, file, value[name], f"{path}/{name}")


def _referred(contents: dict[str, Any], schema: Any, file: str) -> tuple[Any, str]:
    """The schema that a reference leads to, and its file; any other schema as it is."""
    if "$ref" in schema:
        name, _, fragment = schema["$ref"].partition("#")
        file = name or file
        schema = contents[file]
        for part in fragment.split("/")[1:]:
            schema = schema[part]
    return schema, file
