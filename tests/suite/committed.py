"""The committed fixtures as tests read them, and changes applied by an implementation of the tests' own."""

from __future__ import annotations

import base64
import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "generated" / "fixtures" / "1.0"
MANIFEST: dict[str, Any] = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
TOPICS: dict[str, list[dict[str, Any]]] = {
    topic["topic"]: json.loads((FOLDER / topic["file"]).read_text("utf-8"))["cases"] for topic in MANIFEST["topics"]
}
CASES: dict[str, dict[str, Any]] = {case["id"]: case for cases in TOPICS.values() for case in cases}

Triple = tuple[str, str, str]
# What the CEL evaluator or Decimal cannot hold: deep nesting, many attempts, a null character in a name, an exponent of
# 19 digits.
BEYOND_CEL = {
    id
    for id, case in CASES.items()
    if any(many * 100 in case["input"].get("text", "") for many in ("[", '{"a":'))
    or re.search(r'\\u0000[^"]*":|e-?[0-9]{19}', case["input"].get("text", ""))
    or "engines.many-attempts" in (id, case.get("from"))
}
# What no parser of JSON hands on.
PARSE = ("json/syntax", "json/encoding", "json/limit", "json/duplicate-member", "json/lone-surrogate")


def data_of(case: dict[str, Any]) -> bytes:
    """The exact bytes of the input."""
    held = case["input"]
    return held["text"].encode() if "text" in held else base64.b64decode(held["b64"])


def expected(case: dict[str, Any], level: str = "writer") -> set[Triple]:
    """The findings that count at `level`."""
    return {
        (one["rule"], one["path"], one["level"])
        for one in case["findings"]
        if level == "writer" or one["level"] == "reader"
    }


def parses(case: dict[str, Any]) -> bool:
    """Whether the case is past the parse phase."""
    return not any(one["rule"] in PARSE for one in case["findings"])


by_topic = pytest.mark.parametrize("topic", TOPICS)


def agree(
    topic: str,
    got: Callable[[dict[str, Any]], object],
    wanted: Callable[[dict[str, Any]], object],
    keep: Callable[[dict[str, Any]], object] = bool,
) -> None:
    """Assert that `got` and `wanted` agree on every case of the topic that `keep` keeps; name those that differ."""
    differing = {}
    for case in TOPICS[topic]:
        if keep(case):
            pair = got(case), wanted(case)
            if pair[0] != pair[1]:
                differing[case["id"]] = pair
    assert not differing, differing


def changed(base: bytes, change: dict[str, Any]) -> bytes | Any:
    """`base` after the change: the bytes for an edit, the value for an operation."""
    if "edit" in change:
        new = base64.b64decode(change["withB64"]) if "withB64" in change else change["with"].encode()
        new *= change.get("times", 1)
        if "find" in change:
            before, found, after = base.partition(change["find"].encode())
            assert found and change["find"].encode() not in after
            return before + new + after
        return {"start": new + base, "end": base + new, "whole": new}[change["at"]]
    document = {"root": json.loads(base)}
    operation = copy.deepcopy(change)
    if operation["op"] == "move":
        container, key = _place(document, operation["from"])
        operation["value"] = container[key]
        del container[key]
    container, key = _place(document, operation["path"])
    if operation["op"] == "remove":
        del container[key]
    elif isinstance(container, list) and operation["op"] != "replace":
        container.insert(key, operation["value"])
    else:
        assert operation["op"] != "replace" or isinstance(container, list) or key in container
        container[key] = operation["value"]
    return document["root"]


def _place(document: Any, pointer: str) -> tuple[Any, Any]:
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in f"/root{pointer}".split("/")[1:]]
    container = document
    for token in tokens[:-1]:
        container = container[int(token)] if isinstance(container, list) else container[token]
    last: Any = tokens[-1]
    if isinstance(container, list):
        last = len(container) if last == "-" else int(last)
    return container, last
