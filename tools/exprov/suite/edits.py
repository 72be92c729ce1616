"""The edits that turn a document into a case: operations of RFC 6902, and edits of the exact bytes."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Mapping
from typing import Any

Change = Mapping[str, Any]


def compact(value: Any) -> bytes:
    """`value` as JSON text in UTF-8 without white space, members in their order."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


def escape(name: str) -> str:
    """`name` as a reference token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def value_at(document: Any, pointer: str) -> Any:
    """Return what is at the JSON Pointer, which is not the root."""
    parent, key = _place(document, pointer)
    return parent[key]


def apply(data: bytes, change: Change) -> bytes:
    """Return `data` with `change`: an operation (`op`), or an edit of the bytes (`edit`).

    An edit replaces the only occurrence of `find`, adds `at` "start" or "end", or replaces the "whole" text. What it
    puts there is `with` (or `withB64`), `times` times. Raises ValueError or LookupError if the change does not fit.
    """
    if "op" in change:
        return compact(_patched(json.loads(data), change))
    new = base64.b64decode(change["withB64"]) if "withB64" in change else str(change["with"]).encode()
    new *= int(change.get("times", 1))
    if "at" in change:
        return {"start": new + data, "end": data + new, "whole": new}[change["at"]]
    find = change["find"].encode()
    if data.count(find) != 1:
        raise ValueError(f"{change['find']!r} occurs {data.count(find)} times in the base")
    return data.replace(find, new)


def _patched(document: Any, operation: Change) -> Any:
    """A copy of `document` after one operation: add, remove, replace or move."""
    kind, path = operation["op"], operation["path"]
    if path == "":
        return operation["value"]
    result, value = copy.deepcopy(document), copy.deepcopy(operation.get("value"))
    if kind in ("move", "remove"):
        parent, key = _place(result, operation.get("from", path))
        value = parent.pop(key)
    if kind == "remove":
        return result
    parent, key = _place(result, path)
    if kind == "replace":
        parent[key]  # raises LookupError if there is nothing to replace
    elif isinstance(parent, list):
        parent.insert(key, value)
        return result
    parent[key] = value
    return result


def _place(document: Any, pointer: str) -> tuple[Any, Any]:
    """The container at the end of the JSON Pointer, and the key in it."""
    *steps, last = pointer.split("/")[1:]
    for step in steps:
        document = document[_key(document, step)]
    return document, _key(document, last)


def _key(container: Any, token: str) -> Any:
    if isinstance(container, list):
        return len(container) if token == "-" else int(token)
    return token.replace("~1", "/").replace("~0", "~")
