"""Check a file against its meta-schema: the error names the place, says what is wrong in plain words, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from exprov.contract.place import Place
from exprov.errors import SchemaError

_FORMATS = FormatChecker(formats=())


@_FORMATS.checks("regex", raises=(re.error, OverflowError, RecursionError))
def _is_regex(text: object) -> bool:
    return not isinstance(text, str) or re.compile(text) is not None


def _pattern(validator: object, pattern: str, instance: object, schema: object) -> Iterator[ValidationError]:
    """The keyword as ECMAScript has it: `$` is the end of the text, not also the place before a line feed there."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


_Checker: Any = extend(Draft202012Validator, {"pattern": _pattern})  # type: ignore[no-untyped-call]


def check(file: Place, content: Any, meta_schema: Any) -> None:
    """Raise SchemaError for the outermost fault of `content`, if it has one."""
    errors = list(_Checker(meta_schema, format_checker=_FORMATS).iter_errors(content))
    if errors:
        first = min(errors, key=lambda error: len(error.absolute_path))
        raise _worded(file, first, [error for error in errors if error.absolute_path == first.absolute_path])


def _worded(place: Place, error: Any, beside: list[Any]) -> SchemaError:
    """`error` in words. `beside` are all errors of its place."""
    for step in error.absolute_path:
        place = place / step
    schema = error.schema
    remedy: str = schema.get("x-remedy", "")
    match error.validator:
        case "required":
            # All names that are missing from one place are one mistake.
            asked = [name for one in beside if one.validator == "required" for name in one.validator_value]
            names = ", ".join(repr(name) for name in dict.fromkeys(asked) if name not in error.instance)
            return place.error(f"{names} {'are' if ',' in names else 'is'} missing", "add what is missing")
        case "additionalProperties":
            name: str = next(name for name in error.instance if name not in schema["properties"])
            near = get_close_matches(name, set(schema["properties"]) - set(error.instance), n=1, cutoff=0.85)
            beside_reference = " beside '$ref'" if "$ref" in error.instance else ""
            remedy = (
                f"did you mean {near[0]!r}?" if near else remedy or "remove it; schemas/meta/ lists what is allowed"
            )
            place = place / name
            return place.error(f"{name!r} is not allowed here{beside_reference}", remedy)
        case "pattern" | "format" if "title" in schema:
            if "propertyNames" in error.absolute_schema_path:
                place = place / str(error.instance)
            return place.error(f"{_shown(error.instance)} is not {schema['title']}", remedy)
        case "type":
            return place.error(
                f"must be {_TYPES[schema['type']]}, and is {_shown(error.instance)}", remedy or "correct it"
            )
        case _:
            return place.error(_shortened(error.message), remedy or "correct it")


_TYPES = {
    "object": "an object", "array": "an array", "string": "a string", "integer": "an integer", "boolean": "a boolean",
}  # fmt: skip


def _shown(value: object) -> str:
    return _shortened(repr(value))


def _shortened(text: str, limit: int = 200) -> str:
    return text if len(text) <= limit else f"{text[: limit - 3]}..."
