"""Check plain data against the JSON Schemas under schemas/, so that no shape is written a second time.

Only the keywords that those schemas use are known; a schema with any other keyword is rejected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

# Inside the package where it is installed, else at the top of the checkout.
_FOLDERS = (files(__package__) / "schemas", Path(__file__).parents[2] / "schemas")
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int, float), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
_SHOWN = 100


@cache
def load(name: str) -> dict[str, Any]:
    """The JSON Schema in `schemas/NAME.schema.json`."""
    paths = [folder / f"{name}.schema.json" for folder in _FOLDERS]
    document: dict[str, Any] = json.loads(next(path for path in paths if path.is_file()).read_bytes())
    return document


@cache
def shape(name: str, definition: str = "") -> Shape:
    """What `schemas/NAME.schema.json`, or one of its definitions, allows."""
    document = load(name)
    return Shape(document["$defs"][definition] if definition else document, document)


class Shape:
    """A schema, ready to check values."""

    def __init__(self, schema: Any, document: Mapping[str, Any]) -> None:
        self._is_closed = schema is False
        schema = {} if isinstance(schema, bool) else schema
        if "$ref" in schema:
            schema = document["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        unknown = schema.keys() - _ASSERTIONS.keys() - _APPLICATORS - _ANNOTATIONS
        assert not unknown, f"{document['$id']} has keywords that are not supported: {', '.join(unknown)}"

        def inner(keyword: str) -> Shape | None:
            return Shape(schema[keyword], document) if keyword in schema else None

        self._assertions = [(*_ASSERTIONS[name], schema[name]) for name in schema if name in _ASSERTIONS]
        self._members = {name: Shape(one, document) for name, one in schema.get("properties", {}).items()}
        self._others, self._items, self._contained = map(inner, ("additionalProperties", "items", "contains"))
        self._every = [Shape(one, document) for one in schema.get("allOf", ())]
        self._branches = [Shape(one, document) for one in schema.get("oneOf", ())]
        self._if, self._then, self._else, self._not = map(inner, ("if", "then", "else", "not"))

    def fault(self, value: Any, path: str = "") -> str:
        """The first thing that is wrong with a value, after the JSON Pointer of its place; "" if it fits."""
        if self._is_closed:
            return _at(path, "must be left out")
        for types, says, argument in self._assertions:
            if isinstance(value, types) and (what := says(value, argument)):
                return _at(path, what)
        for one, inner, place in self._parts(value, path):
            if what := one.fault(inner, place):
                return what
        if self._contained and isinstance(value, list) and all(self._contained.fault(one) for one in value):
            return _at(path, "has no item of the kind that is needed")
        if self._not and not self._not.fault(value):
            return _at(path, "has a form that is not allowed")
        return self._fault_of_branches(value, path) if self._branches else ""

    def _parts(self, value: Any, path: str) -> Iterator[tuple[Shape, Any, str]]:
        """What has to fit for the value to fit: its members or items, and itself in the shapes that it has as well."""
        if isinstance(value, dict):
            for name, one in value.items():
                if shape := self._members.get(name, self._others):
                    yield shape, one, f"{path}/{name}"
        if isinstance(value, list) and self._items:
            for place, one in enumerate(value):
                yield self._items, one, f"{path}/{place}"
        for shape in self._every:
            yield shape, value, path
        if self._if and (shape := self._else if self._if.fault(value) else self._then):
            yield shape, value, path

    def _fault_of_branches(self, value: Any, path: str) -> str:
        faults = [one.fault(value, path) for one in self._branches]
        if faults.count("") > 1:
            return _at(path, "mixes forms of which only one is allowed")
        # The branch whose fault is the furthest inside is the one that was meant.
        return "" if "" in faults else max(faults, key=lambda what: what.partition(":")[0].count("/"))


def _at(path: str, what: str) -> str:
    return f"{path}: {what}" if path else what


def _is(value: Any, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[name])


def _type(value: Any, allowed: str | list[str]) -> str:
    names = [allowed] if isinstance(allowed, str) else allowed
    if any(_is(value, name) for name in names):
        return ""
    return f"expected {' or '.join(names)}, found {next(name for name in _TYPES if _is(value, name))}"


def _words(value: Any, allowed: list[Any]) -> str:
    if any(type(value) is type(one) and value == one for one in allowed):
        return ""
    text = json.dumps(value)
    shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
    return f"expected {' or '.join(map(json.dumps, allowed))}, found {shown}"


def _is_repeated(items: list[Any]) -> bool:
    return len(items) > 1 and len({json.dumps(one, sort_keys=True) for one in items}) < len(items)


@cache
def _pattern(text: str) -> re.Pattern[str]:
    # In Python a dollar sign matches before a final line feed, too.
    return re.compile(re.sub(r"\$$", r"\\Z", text))


_ASSERTIONS: Mapping[str, tuple[type | tuple[type, ...], Callable[[Any, Any], str]]] = {
    "type": (object, _type),
    "enum": (object, _words),
    "const": (object, lambda value, word: _words(value, [word])),
    "required": (dict, lambda value, names: next((f"{one} is missing" for one in names if one not in value), "")),
    "dependentRequired": (dict, lambda value, needs: next(
        (f"{name} needs {one}, which is missing" for name in needs if name in value for one in needs[name] if one not in value), ""
    )),
    "minimum": (_TYPES["number"], lambda value, least: f"{value} is less than {least}" if value < least else ""),
    "minLength": (str, lambda value, least: "is too short" if len(value) < least else ""),
    "minItems": (list, lambda value, least: "has too few items" if len(value) < least else ""),
    "maxItems": (list, lambda value, most: "has too many items" if len(value) > most else ""),
    "uniqueItems": (list, lambda value, _: "repeats an item" if _is_repeated(value) else ""),
    "pattern": (str, lambda value, pattern: "" if _pattern(pattern).search(value) else f"is not of the form {pattern}"),
}  # fmt: skip
"""Keywords about a value alone: the types that they are about, and (value, argument) -> what is wrong, or ""."""
_APPLICATORS = frozenset(
    {"properties", "additionalProperties", "items", "contains", "allOf", "oneOf", "not", "if", "then", "else"}
)
_ANNOTATIONS = frozenset({"$schema", "$id", "$defs", "title", "description", "examples", "contentEncoding"})
